"""Sheets: which component lies at which place, fronts and backs.

Pages alternate front, back, front, back, as a duplex printer wants them. The back of a sheet is seen after it was
turned over: along the long edge of an upright sheet columns change places, along the short edge rows do.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from generator.catalogue.papers import Paper
from generator.imposition.grid import Grid
from generator.imposition.laying import PLAIN, Flip, Laying
from generator.imposition.lots import Lot, lot_grid
from generator.imposition.reach import see_reach

__all__ = ["Face", "Flip", "Page", "Placement", "flipped", "impose", "lot_pages"]


class Face(StrEnum):
    """A side of a sheet."""

    FRONT = "front"
    BACK = "back"


class Placement(Struct, frozen=True):
    """A component at its place.

    Attributes:
        component: the component's id.
        x, y: top left corner of the trim, in mm from the paper's top left corner.
    """

    component: str
    x: float
    y: float


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
    """

    kind: str
    face: Face
    sheet: int
    colours: tuple[str, ...]
    grid: Grid
    placements: tuple[Placement, ...]
    marked: bool = True


def flipped(index: int, grid: Grid, flip: Flip) -> int:
    """The place on the back that lies behind place `index` of the front. Flipping twice is the identity."""
    if flip is Flip.NONE:
        return index
    row, column = divmod(index, grid.columns)
    upright = grid.paper.height_mm >= grid.paper.width_mm
    if (flip is Flip.LONG_EDGE) == upright:
        column = grid.columns - 1 - column
    else:
        row = grid.rows - 1 - row
    return row * grid.columns + column


def lot_pages(lot: Lot, grid: Grid, sheet: int = 1, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """Fronts and backs of a lot in duplex order; `sheet` is the number of the first sheet."""
    pieces = [piece for piece in lot.pieces for _ in range(piece.copies)]
    pages: list[Page] = []
    for first in range(0, len(pieces), grid.places):
        group = pieces[first : first + grid.places]
        number = sheet + len(pages) // 2
        labels = tuple(dict.fromkeys(piece.label for piece in group if piece.label))
        fronts = tuple(_placed(piece.id, grid, index) for index, piece in enumerate(group))
        backs = tuple(
            _placed(piece.back, grid, flipped(index, grid, flip)) for index, piece in enumerate(group) if piece.back
        )
        pages.append(Page(lot.kind, Face.FRONT, number, labels, grid, fronts, lot.marked))
        pages.append(Page(lot.kind, Face.BACK, number, labels, grid, backs, lot.marked))
    return tuple(pages)


def impose(lots: Iterable[Lot], paper: Paper, laying: Laying = PLAIN) -> tuple[Page, ...]:
    """All pages of a game on one paper, each lot on sheets of its own.

    Raises:
        LayoutError: the pieces of a lot do not fit the paper, or not where the printer makes it necessary to lay them.
    """
    pages: tuple[Page, ...] = ()
    for lot in lots:
        pages += lot_pages(lot, lot_grid(lot, paper), len(pages) // 2 + 1, laying.flip)
    if laying.correction.moves or laying.correction.scales:
        for page in pages:
            see_reach(page.grid, laying.correction, back=page.face is Face.BACK)
    return pages


def _placed(component: str, grid: Grid, index: int) -> Placement:
    x, y = grid.trim_corner(index)
    return Placement(component, x, y)
