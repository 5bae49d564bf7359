"""A PDF for print services: every side of every piece on a page of its own, cut lines as an ink of their own.

The art stays in RGB; the print shop converts it for the printing condition that ``--intent`` names. No standard is
claimed for the file: nothing here validates PDF/X.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator import __version__, bounds
from generator.errors import AsterionError
from generator.exports.cut_files import RADIUS
from generator.exports.naming import LANGUAGE, names_for
from generator.exports.target import Bench, Option, Target, Wishes
from generator.exports.targets.png import BLEED
from generator.layout.sheets import Face

if TYPE_CHECKING:
    from generator.build.naming import Names
    from generator.build.targets import Artefact
    from generator.drawing.display_list import Drawing
    from generator.exports.items import Item
    from generator.pdf.drawing_pages import Intent, Lines, PiecePage

CUT_LINE = Option("cut-line", "Ink of cut and fold lines.", "choice", "spot", ("spot", "cmyk", "none"))
SPOT = Option("spot-name", "Name of the cut line's ink, as the print shop wants it.", "text", "CutContour")
INTENT = Option("intent", "ICC profile of the printing condition, named as the file's output intent.", "file")


class PiecesPdf(Target):
    """One page a side."""

    name = "pdf"
    about = "every front and back on a page of its own, with bleed, cut lines as a spot ink, and your output intent"
    options = (BLEED, RADIUS, CUT_LINE, SPOT, INTENT, LANGUAGE)

    def files(self, bench: Bench, wishes: Wishes) -> Iterator[Artefact]:
        from generator.build.targets import Artefact
        from generator.exports.items import items_of
        from generator.exports.prints import bleeds_of

        lines, intent = _lines(wishes), _intent(wishes["intent"])
        items = list(items_of(bench.game))
        bleeds = bleeds_of(bench, wishes["bleed"])
        sides = list(_sides(items))
        names = names_for(bench, wishes)
        told = bleeds, wishes["corner-radius"], lines, intent, names
        make = partial(_print, bench, items, bleeds, float(wishes["corner-radius"]), lines, intent, names)
        yield Artefact(f"{bench.game.head.game}-pieces.pdf", bench.key(told), make, effort=len(sides))
        table = _table(items)
        yield Artefact("pieces.csv", bench.key(table, components=()), table.encode)

    def notes(self, bench: Bench, wishes: Wishes) -> Iterator[str]:
        from generator.exports.prints import bleed_notes

        return bleed_notes(bench, wishes["bleed"])


def _lines(wishes: Wishes) -> Lines:
    """How lines are inked.

    Raises:
        AsterionError: the ink's name would be read otherwise by some programs.
    """
    from generator.pdf.drawing_pages import Lines

    spot = str(wishes["spot-name"])
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", spot) or spot in {"All", "None", "Cyan", "Magenta", "Yellow"}:
        raise AsterionError(f"{spot!r} is no name for a spot ink; write letters, digits, _ and -, as in CutContour")
    return Lines(wishes["cut-line"], spot)


def _intent(chosen: Path | None) -> Intent | None:
    """The printing condition.

    Raises:
        InputError: the file is no profile.
    """
    from generator.catalogue.files import read_bytes
    from generator.exports.icc import read_profile
    from generator.pdf.drawing_pages import Intent

    if chosen is None:
        return None
    profile = read_profile(read_bytes(chosen, str(chosen), bounds.PROFILE_BYTES), str(chosen))
    description = profile.description if profile.description != str(chosen) else chosen.name
    return Intent(profile.data, profile.channels, description)


def _sides(items: list[Item]) -> Iterator[tuple[Item, Face]]:
    """The pages: each piece's front, and its back after it."""
    for item in items:
        yield item, Face.FRONT
        if item.piece.back:
            yield item, Face.BACK


def _print(
    bench: Bench,
    items: list[Item],
    bleeds: dict[str, float],
    radius: float,
    lines: Lines,
    intent: Intent | None,
    names: Names,
) -> bytes:
    from generator.pdf.drawing_pages import print_pieces

    game = bench.game
    pages = [_page(bench, item, side, bleeds[item.lot.kind], radius) for item, side in _sides(items)]
    if lines.ink != "none":
        pages = [replace(page, drawing=_without_folds(page.drawing)) for page in pages]
    pages = [replace(page, drawing=names.titled(page.drawing)) for page in pages]
    return print_pieces(game.head, pages, lines, intent, game.short_hash, __version__)


def _page(bench: Bench, item: Item, side: Face, bleed: float, radius: float) -> PiecePage:
    """A side; only fronts have lines."""
    from generator.exports.ground import art
    from generator.exports.outlines import outline_of
    from generator.pdf.drawing_pages import PiecePage

    whole = bench.drawing(item.piece.id if side is Face.FRONT else item.piece.back)
    drawing = art(whole, bleed)
    if side is Face.BACK:
        return PiecePage(drawing)
    outline = outline_of(bench.game, whole, radius)
    return PiecePage(drawing, outline.paths, outline.folds)


def _without_folds(drawing: Drawing) -> Drawing:
    """The drawing of a page on which folds are lines of their own."""
    from generator.exports.outlines import FOLD

    return replace(drawing, groups=tuple(group for group in drawing.groups if group.name != FOLD))


def _table(items: list[Item]) -> str:
    """What is on which page, and how often it is needed, as a table with commas."""
    lines, page = ["page,back page,piece,copies,width mm,height mm"], 1
    for item in items:
        piece, lot = item.piece, item.lot
        back = str(page + 1) if piece.back else ""
        lines.append(f"{page},{back},{piece.id},{piece.copies},{lot.width:.2f},{lot.height:.2f}")
        page += 2 if piece.back else 1
    return "\n".join(lines) + "\n"


TARGET = PiecesPdf()
