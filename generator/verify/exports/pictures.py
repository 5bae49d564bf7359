"""The proof of folders of pictures, one a component, fronts and backs apart, and of their table: png, table, tgc."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from generator.catalogue import library
from generator.catalogue.services import load_service
from generator.layout.sheets import Lot
from generator.units import MM_PER_INCH
from generator.verify.exports.export_folder import TABLE, Exported, ExportFiles

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""By the type of colour: red, green and blue, and perhaps alpha."""
MOST_PIXELS = 120_000_000
STEP = 1 << 20
LAST_FILTER = 4
SERVICE = "the-game-crafter"
FARTHEST = 0.15
"""Largest part by which a piece may be printed larger or smaller than drawn."""


class PngError(Exception):
    """A file that is not a complete PNG of the kind that exports write; the message says why."""


class Png(Struct, frozen=True):
    """A picture.

    Attributes:
        width, height: in pixels.
        channels: 3, or 4 with alpha.
        per_metre: pixels a metre; None if it does not say.
    """

    width: int
    height: int
    channels: int
    per_metre: int | None

    def size_fault(self, width: int, height: int, dpi: float | None = None) -> str | None:
        """Return the fault of the size in pixels, or of the resolution; None if there is none."""
        if (self.width, self.height) != (width, height):
            return f"has {self.width} x {self.height} pixels; it must have {width} x {height}"
        if dpi is not None and self.per_metre != round(dpi * 1000 / MM_PER_INCH):
            told = "no resolution" if self.per_metre is None else f"{self.per_metre * MM_PER_INCH / 1000:.1f} dpi"
            return f"says {told}; it must say {dpi:.1f} dpi"
        return None


def read_png(raw: bytes) -> Png:
    """Read one file, and unpack all of its pixels.

    Raises:
        PngError: it is torn, or another kind of picture.
    """
    chunks = _chunks(raw)
    name, head = next(chunks, (b"", b""))
    if name != b"IHDR" or len(head) != 13:
        raise PngError("does not begin with its size")
    width, height, bits, colours, packed, filtered, interlaced = struct.unpack(">IIBBBBB", head)
    if bits != 8 or colours not in CHANNELS or (packed, filtered, interlaced) != (0, 0, 0):
        raise PngError("is no PNG of eight bits of red, green and blue, row after row")
    if not 0 < width * height <= MOST_PIXELS:
        raise PngError(f"has {width} x {height} pixels; at most {MOST_PIXELS} are read")
    per_metre, packs = None, []
    for name, body in chunks:
        if name == b"IDAT":
            packs.append(body)
        elif name == b"pHYs" and len(body) == 9:
            across, down, unit = struct.unpack(">IIB", body)
            per_metre = across if unit == 1 and across == down else None
    _check_rows(packs, 1 + width * CHANNELS[colours], height)
    return Png(width, height, CHANNELS[colours], per_metre)


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the content of each chunk, of which the last one must be IEND."""
    if not raw.startswith(SIGNATURE):
        raise PngError("is no PNG")
    at, name = len(SIGNATURE), b""
    while at < len(raw):
        size, name = int.from_bytes(raw[at : at + 4]), raw[at + 4 : at + 8]
        body, sign = raw[at + 8 : at + 8 + size], raw[at + 8 + size : at + 12 + size]
        if len(sign) < 4 or int.from_bytes(sign) != zlib.crc32(name + body):
            raise PngError(f"is torn at byte {at}")
        yield name, body
        at += 12 + size
        if name == b"IEND":
            break
    if name != b"IEND" or at != len(raw):
        raise PngError("does not end where its last part says")


def _check_rows(packs: list[bytes], length: int, rows: int) -> None:
    """Check that as many rows are packed as there must be; nothing is kept of them.

    Args:
        packs: packed data, in order.
        length: of a row in bytes, the byte of its filter included.
        rows: how many there must be.
    """
    inflate, at, whole = zlib.decompressobj(), 0, length * rows
    try:
        for part in _inflated(inflate, packs):
            if max(part[-at % length :: length], default=0) > LAST_FILTER:
                raise PngError("has a row with an unknown filter")
            at += len(part)
            if at > whole:
                break
    except zlib.error:
        raise PngError("has pixels that cannot be unpacked") from None
    if at != whole or not inflate.eof:
        raise PngError(f"has {at} bytes of pixels; its size asks for {whole}")


def _inflated(inflate: Any, packs: list[bytes]) -> Iterator[bytes]:
    """Yield the unpacked data, part after part."""
    for pack in packs:
        left = pack
        while left:
            yield inflate.decompress(left, STEP)
            left = inflate.unconsumed_tail


class PictureSpec(Struct, frozen=True):
    """The form that the pictures of a lot must have.

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


def prove_png(exported: Exported, found: ExportFiles) -> None:
    """Prove pictures for any print service: so many pixels an inch, and the bleed that was asked for or is drawn."""
    dpi = exported.number("dpi")
    bleed = exported.number("bleed") if "bleed" in exported.options else None

    def spec(lot: Lot) -> PictureSpec:
        bleeds = dict.fromkeys([lot.bleed] if bleed is None or not lot.bleed else [bleed, lot.bleed])
        sides = ([length + 2 * one for length in (lot.width, lot.height)] for one in bleeds)
        sizes = ((round(wide / MM_PER_INCH * dpi), round(high / MM_PER_INCH * dpi)) for wide, high in sides)
        return PictureSpec(folder_of(lot.kind), tuple(sizes), dpi)

    _prove(exported, found, spec)


def prove_table(exported: Exported, found: ExportFiles) -> None:
    """Prove pictures for virtual tables: the longer side has so many pixels, and nothing bleeds."""
    pixels = exported.number("pixels")

    def spec(lot: Lot) -> PictureSpec:
        scale = pixels / max(lot.width, lot.height)
        size = max(1, round(lot.width * scale)), max(1, round(lot.height * scale))
        return PictureSpec(folder_of(lot.kind), (size,), scale * MM_PER_INCH, alpha=True)

    _prove(exported, found, spec)


def prove_tgc(exported: Exported, found: ExportFiles) -> None:
    """Prove pictures for The Game Crafter: each lot as the product that is nearest to it in size, if one is near."""
    file = library.services()[SERVICE]
    service = load_service(file.path, file.name)

    def spec(lot: Lot) -> PictureSpec:
        near = min(service.products, key=lambda one: abs(service.trim_mm(one) / lot.width - 1))
        if lot.width != lot.height or abs(service.trim_mm(near) / lot.width - 1) > FARTHEST:
            return PictureSpec(folder_of(lot.kind))
        return PictureSpec(near.name, ((near.pixels, near.pixels),), service.dpi)

    _prove(exported, found, spec)


def folder_of(kind: str) -> str:
    """Return a lot's kind as the name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-") or "pieces"


def _prove(exported: Exported, found: ExportFiles, spec: Callable[[Lot], PictureSpec]) -> None:
    """Prove the pictures of every lot, which must have the form that `spec` returns, and their table."""
    wanted = {lot.kind: spec(lot) for lot in exported.lots}
    names: dict[str, PictureSpec] = {}
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
        if png := read_picture(found, name):
            faults = [png.size_fault(*size, one.dpi) for size in one.sizes]
            if all(faults):
                found.notes.fault(name, "picture-size", faults[0] or "")
            if png.channels > 3 and not one.alpha:
                found.notes.fault(name, "picture-alpha", "has transparent parts; what is printed has none")
            sizes.setdefault(one.folder, set()).add((png.width, png.height))
    for folder, there in sizes.items():
        if len(there) > 1:
            told = ", ".join(f"{wide} x {high}" for wide, high in sorted(there))
            found.notes.fault(folder, "picture-size", f"its pictures are not equally large: {told} pixels")
    found.notes.fact(TABLE, f"{len(rows) - 1} kinds of pieces, {len(names)} pictures")


def read_picture(found: ExportFiles, name: str) -> Png | None:
    """Return a picture that was read; None if it cannot be, which is noted."""
    raw = found.raw(name)
    try:
        return None if raw is None else read_png(raw)
    except PngError as error:
        found.notes.fault(name, "picture-broken", str(error))
    return None


def prove_rows(found: ExportFiles, name: str, rows: Iterable[str]) -> None:
    """Compare a table with its rows, the first of which names the columns; each row that differs is noted."""
    raw = found.raw(name)
    if raw is None:
        return
    wanted = list(rows)
    there = raw.decode("utf-8", "replace").removesuffix("\n").split("\n")
    for number, (row, other) in enumerate(zip(there, wanted, strict=False), 1):
        if row != other:
            found.notes.fault(name, "pieces-table", f"row {number} says {row[:80]!r}; of the game it must be {other!r}")
    if len(there) != len(wanted):
        found.notes.fault(name, "pieces-table", f"has {len(there)} rows; of the game there must be {len(wanted)}")
