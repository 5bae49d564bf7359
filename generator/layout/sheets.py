"""Sheets: the places of all components, fronts and backs.

Pages alternate front, back, front, back, as a duplex printer wants them. The back of a sheet is seen after it was
turned over: along the long edge of an upright sheet columns change places, along the short edge rows do. A sheet that
is folded instead holds both on one page.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.papers import Paper
from generator.errors import LayoutError
from generator.layout.batches import Lot, lot_pattern
from generator.layout.fixed_positions import Places
from generator.layout.grid import Bleeds, Grid
from generator.layout.sheet_setup import PLAIN, Flip, SheetSetup


class SkipError(LayoutError):
    """An error in the places that are to be left free: they are not there, or all that there are."""


class Face(StrEnum):
    """A side of a sheet, or what a side holds that is to be folded."""

    FRONT = "front"
    BACK = "back"
    FOLDED = "front and back"


class Placement(Struct, frozen=True):
    """A component at its place.

    Attributes:
        component: the component's id.
        x, y: top left corner of the trim, in mm from the paper's top left corner.
        turns: clockwise quarter turns; 2 for a back that is folded behind its front.
        kept: what is shown of its bleed to the left, above, to the right and below, in mm; None: all of it.
    """

    component: str
    x: float
    y: float
    turns: int = 0
    kept: Bleeds | None = None


class Page(Struct, frozen=True):
    """One side of a sheet.

    Attributes:
        kind: what is on it, such as ``tiles`` or ``counters``.
        face: front or back.
        sheet: number of the sheet, from 1.
        colours: labels of what is on it, such as ids of colours, in order; empty for counters.
        grid: the places.
        placements: what lies on them; nothing on a back that stays blank.
        marked: whether crop marks point along the cuts.
        title: what is printed beside the game's title; empty for the number of the sheet and its side, in no language.
        title_face: the font of its title, one of ``templates/fonts``; empty for the usual one.
    """

    kind: str
    face: Face
    sheet: int
    colours: tuple[str, ...]
    grid: Grid | Places
    placements: tuple[Placement, ...]
    marked: bool = True
    title: str = ""
    title_face: str = ""

    @property
    def number(self) -> str:
        """Return the number of its sheet, and its side in no language: A is the front."""
        return f"{self.sheet} {'A' if self.face is Face.FRONT else 'B'}"

    @property
    def name(self) -> str:
        """Return its title, without that of the game."""
        return self.title or self.number


def lot_pages(
    lot: Lot,
    grid: Grid | Places,
    sheet: int = 1,
    flip: Flip = Flip.LONG_EDGE,
    skip: tuple[tuple[int, int], ...] = (),
) -> tuple[Page, ...]:
    """Return fronts and backs of a lot in duplex order.

    Args:
        lot: what is laid.
        grid: where.
        sheet: number of the first sheet.
        flip: how sheets are turned over, if they are not folded.
        skip: sheets and their places that are left free, both from 1.

    Raises:
        SkipError: a sheet has no such place, or none that is not left free.
    """
    pieces = [piece for piece in lot.pieces for _ in range(piece.copies)]
    pages: list[Page] = []
    over = grid.turned_over(flip)
    for number in count(sheet):
        if not pieces:
            return tuple(pages)
        free = _free(grid, number, skip)
        group, pieces = pieces[: len(free)], pieces[len(free) :]
        labels = tuple(dict.fromkeys(piece.label for piece in group if piece.label))
        fronts = [Placement(piece.id, *grid.trim_corner(index)) for index, piece in zip(free, group, strict=False)]
        shown = lot.kind, number, labels
        if grid.fold != "none":
            turns = 2 if grid.fold == "level" else 0  # below a level fold backs lie upside down
            backs = [
                Placement(piece.back, *grid.folded_corner(index), turns)
                for index, piece in zip(free, group, strict=False)
                if piece.back
            ]
            pages.append(_page(shown, Face.FOLDED, grid, fronts + backs, lot))
            continue
        backs = [
            Placement(piece.back, *over.trim_corner(grid.behind(index, flip)))
            for index, piece in zip(free, group, strict=False)
            if piece.back
        ]
        pages.append(_page(shown, Face.FRONT, grid, fronts, lot))
        pages.append(_page(shown, Face.BACK, over, backs, lot))
    raise AssertionError  # sheets are counted without end


def _page(
    shown: tuple[str, int, tuple[str, ...]], face: Face, grid: Grid | Places, lying: list[Placement], lot: Lot
) -> Page:
    kind, sheet, labels = shown
    kept = grid.kept_bleeds([(one.x, one.y) for one in lying], lot.bleed)
    all_of_it = (lot.bleed,) * 4
    if any(bleeds != all_of_it for bleeds in kept.values()):
        lying = [replace(one, kept=kept[one.x, one.y]) for one in lying]
    return Page(kind, face, sheet, labels, grid, tuple(lying), lot.marked)


def _free(grid: Grid | Places, sheet: int, skip: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the places of a sheet that are not left free, in their order."""
    skipped = {place for number, place in skip if number == sheet}
    if beyond := [place for place in sorted(skipped) if place > grid.places]:
        raise SkipError(f"sheet {sheet} has {grid.places} places; there is no place {beyond[0]} to skip")
    free = [index for index in range(grid.places) if index + 1 not in skipped]
    if not free:
        raise SkipError(f"all {grid.places} places of sheet {sheet} are skipped; begin with another sheet")
    return free


def impose(lots: Iterable[Lot], paper: Paper, laying: SheetSetup = PLAIN) -> tuple[Page, ...]:
    """Return all pages of a game on one paper, each lot on sheets of its own; folded ones print on one side only.

    Raises:
        LayoutError: the pieces of a lot do not fit the paper, or what the printer needs leaves of it.
    """
    pages: tuple[Page, ...] = ()
    sheet = 1
    for lot in lots:
        pattern = lot_pattern(lot, laying.room(paper), laying.layout, laying.flip)
        laid = lot_pages(lot, pattern, sheet, laying.flip, laying.skip)
        pages += tuple(page for page in laid if not (laying.is_folded and page.face is Face.BACK))
        sheet = pages[-1].sheet + 1 if pages else 1
    for number, place in laying.skip:
        if number >= sheet:
            raise SkipError(f"there is no sheet {number}, whose place {place} is to be skipped; there are {sheet - 1}")
    return pages
