"""Folders of pictures, one a component, fronts and backs apart, and the table of what there is: png, table, tgc."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from generator.catalogue import library
from generator.catalogue.services import load_service
from generator.layout.batches import Lot
from generator.units import MM_PER_INCH
from generator.verify.exports.exported import TABLE, Exported, Found
from generator.verify.exports.png import Png, PngError, read_png

SERVICE = "the-game-crafter"
FARTHEST = 0.15
"""How much larger or smaller than its drawing a piece may be printed."""


class Wanted(Struct, frozen=True):
    """How the pictures of a lot must be.

    Attributes:
        folder: that they lie in; its name stands in the table, too.
        sizes: widths and heights in pixels, of which all pictures of the lot have the same one; none: no pictures.
        dpi: that each must say.
        alpha: whether some parts may be transparent.
    """

    folder: str
    sizes: tuple[tuple[int, int], ...] = ()
    dpi: float = 0.0
    alpha: bool = False


def prove_png(exported: Exported, found: Found) -> None:
    """Prove pictures for any print service: so many pixels an inch, and the bleed that was asked for or is drawn."""
    dpi = exported.number("dpi")
    bleed = exported.number("bleed") if "bleed" in exported.wishes else None

    def wanted(lot: Lot) -> Wanted:
        bleeds = dict.fromkeys([lot.bleed] if bleed is None or not lot.bleed else [bleed, lot.bleed])
        return Wanted(folder_of(lot.kind), tuple(_pixels(lot, one, dpi) for one in bleeds), dpi)

    _prove(exported, found, {lot.kind: wanted(lot) for lot in exported.lots})


def _pixels(lot: Lot, bleed: float, dpi: float) -> tuple[int, int]:
    """Return width and height of a picture with its bleed, which is in mm."""
    return round((lot.width + 2 * bleed) / MM_PER_INCH * dpi), round((lot.height + 2 * bleed) / MM_PER_INCH * dpi)


def prove_table(exported: Exported, found: Found) -> None:
    """Prove pictures for virtual tables: the longer side has so many pixels, and nothing bleeds."""
    pixels = exported.number("pixels")

    def wanted(lot: Lot) -> Wanted:
        scale = pixels / max(lot.width, lot.height)
        size = max(1, round(lot.width * scale)), max(1, round(lot.height * scale))
        return Wanted(folder_of(lot.kind), (size,), scale * MM_PER_INCH, alpha=True)

    _prove(exported, found, {lot.kind: wanted(lot) for lot in exported.lots})


def prove_tgc(exported: Exported, found: Found) -> None:
    """Prove pictures for The Game Crafter: each lot as the product that is nearest to it in size, if one is near."""
    file = library.services()[SERVICE]
    service = load_service(file.path, file.name)

    def wanted(lot: Lot) -> Wanted:
        near = min(service.products, key=lambda one: abs(service.trim_mm(one) / lot.width - 1))
        if lot.width != lot.height or abs(service.trim_mm(near) / lot.width - 1) > FARTHEST:
            return Wanted(folder_of(lot.kind))
        return Wanted(near.name, ((near.pixels, near.pixels),), service.dpi)

    _prove(exported, found, {lot.kind: wanted(lot) for lot in exported.lots})


def folder_of(kind: str) -> str:
    """Return a lot's kind as the name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-") or "pieces"


def _prove(exported: Exported, found: Found, wanted: dict[str, Wanted]) -> None:
    names: dict[str, Wanted] = {}
    rows = ["kind,piece,copies,back"]
    for lot, piece in exported.pieces():
        one = wanted[lot.kind]
        rows.append(f"{one.folder},{piece.id},{piece.copies},{piece.back}")
        sides = ("fronts", piece.id), ("backs", piece.back)
        names |= {f"{one.folder}/{side}/{component}.png": one for side, component in sides if component and one.sizes}
    found.expect({TABLE, *names})
    prove_rows(found, TABLE, rows)
    sizes: dict[str, set[tuple[int, int]]] = {}
    for name, one in names.items():
        if name in found.files and (png := read_picture(found, name)):
            _judge(found, name, png, one)
            sizes.setdefault(one.folder, set()).add((png.width, png.height))
    for folder, there in sizes.items():
        if len(there) > 1:
            told = ", ".join(f"{wide} x {high}" for wide, high in sorted(there))
            found.notes.fault(folder, "picture-size", f"its pictures are not equally large: {told} pixels")
    found.notes.fact(TABLE, f"{len(rows) - 1} kinds of pieces, {len(names)} pictures")


def read_picture(found: Found, name: str) -> Png | None:
    """Return a picture that was read; None if it cannot be, which is noted."""
    raw = found.raw(name)
    try:
        return None if raw is None else read_png(raw)
    except PngError as error:
        found.notes.fault(name, "picture-broken", str(error))
    return None


def _judge(found: Found, name: str, png: Png, wanted: Wanted) -> None:
    faults = [png.size_fault(*size, wanted.dpi) for size in wanted.sizes]
    if all(faults):
        found.notes.fault(name, "picture-size", faults[0] or "")
    if png.channels > 3 and not wanted.alpha:
        found.notes.fault(name, "picture-alpha", "has transparent parts; what is printed has none")


def prove_rows(found: Found, name: str, rows: Iterable[str]) -> None:
    """Compare a table with its rows, the first of which names the columns; each row that differs is noted."""
    raw = found.raw(name) if name in found.files else None
    if raw is None:
        return
    wanted = list(rows)
    there = raw.decode("utf-8", "replace").removesuffix("\n").split("\n")
    for number, (row, other) in enumerate(zip(there, wanted, strict=False), 1):
        if row != other:
            found.notes.fault(name, "pieces-table", f"row {number} says {row[:80]!r}; of the game it must be {other!r}")
    if len(there) != len(wanted):
        found.notes.fault(name, "pieces-table", f"has {len(there)} rows; of the game there must be {len(wanted)}")
