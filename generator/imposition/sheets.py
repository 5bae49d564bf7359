"""Sheets: which component lies at which place, fronts and backs.

Pages alternate front, back, front, back, as a duplex printer wants them. The back of a sheet is seen after it was
turned over: along the long edge of an upright sheet columns change places, along the short edge rows do.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from generator.catalogue.papers import Paper
from generator.deck.tiles import Deck, Tile
from generator.imposition.grid import Grid, grid_on

TILE_BLEED_MM = 3.0
"""Source: the usual 1/8 inch of print services, rounded; home cutters miss by up to 2 mm."""

COUNTER_BLEED_MM = 1.5
"""Own choice: counters are small, of one ink at their edge, and cut one by one."""


class Flip(StrEnum):
    """Along which edge the sheet is turned over."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


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
        kind: what is on it: ``tiles`` or ``counters``.
        face: front or back.
        sheet: number of the sheet, from 1.
        colours: ids of the colours on it, in order; empty for counters.
        grid: the places.
        placements: what lies on them.
    """

    kind: str
    face: Face
    sheet: int
    colours: tuple[str, ...]
    grid: Grid
    placements: tuple[Placement, ...]


def flipped(index: int, grid: Grid, flip: Flip) -> int:
    """The place on the back that lies behind place `index` of the front. Flipping twice is the identity."""
    row, column = divmod(index, grid.columns)
    upright = grid.paper.height_mm >= grid.paper.width_mm
    if (flip is Flip.LONG_EDGE) == upright:
        column = grid.columns - 1 - column
    else:
        row = grid.rows - 1 - row
    return row * grid.columns + column


def back_of(tile: Tile) -> str:
    """The component on a tile's back: one for all tiles of a colour."""
    return f"back-{tile.colour or tile.id}"


def tile_pages(deck: Deck, grid: Grid, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """Fronts and backs of every tile and the minotaur, in duplex order."""
    tiles = (*deck.copies(), *[deck.minotaur] * deck.minotaur.copies)
    pages: list[Page] = []
    for first in range(0, len(tiles), grid.places):
        group = tiles[first : first + grid.places]
        sheet = first // grid.places + 1
        colours = tuple(dict.fromkeys(tile.colour or tile.id for tile in group))
        fronts = tuple(_placed(tile.id, grid, index) for index, tile in enumerate(group))
        backs = tuple(_placed(back_of(tile), grid, flipped(index, grid, flip)) for index, tile in enumerate(group))
        pages.append(Page("tiles", Face.FRONT, sheet, colours, grid, fronts))
        pages.append(Page("tiles", Face.BACK, sheet, colours, grid, backs))
    return tuple(pages)


def counter_pages(deck: Deck, grid: Grid, sheet: int, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """Counters, the same drawing on both faces; `sheet` is the number of the first sheet."""
    pages: list[Page] = []
    remaining = deck.catalogue.counters.count
    while remaining > 0:
        here = range(min(remaining, grid.places))
        number = sheet + len(pages) // 2
        fronts = tuple(_placed("counter", grid, index) for index in here)
        backs = tuple(_placed("counter", grid, flipped(index, grid, flip)) for index in here)
        pages.append(Page("counters", Face.FRONT, number, (), grid, fronts))
        pages.append(Page("counters", Face.BACK, number, (), grid, backs))
        remaining -= len(here)
    return tuple(pages)


def impose(deck: Deck, grid: Grid, counter_grid: Grid, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """All pages of a deck, the counters on their own sheets at the end."""
    tiles = tile_pages(deck, grid, flip)
    return tiles + counter_pages(deck, counter_grid, len(tiles) // 2 + 1, flip)


def grids_for(deck: Deck, paper: Paper) -> tuple[Grid, Grid]:
    """The grids for a deck's tiles and for its counters on one paper.

    Raises:
        LayoutError: tiles or counters do not fit it.
    """
    return tile_grid(deck, paper), counter_grid(deck, paper)


def tile_grid(deck: Deck, paper: Paper, what: str = "tile") -> Grid:
    """The grid for a deck's tiles, which messages call `what`.

    Raises:
        LayoutError: they do not fit the paper.
    """
    return grid_on(paper, deck.catalogue.tile_mm, TILE_BLEED_MM, what=what)


def counter_grid(deck: Deck, paper: Paper, what: str = "counter") -> Grid:
    """The grid for a deck's counters, which messages call `what`.

    Raises:
        LayoutError: they do not fit the paper.
    """
    counters = deck.catalogue.counters
    return grid_on(paper, counters.diameter_mm, COUNTER_BLEED_MM, max(1, counters.count), what)


def _placed(component: str, grid: Grid, index: int) -> Placement:
    x, y = grid.trim_corner(index)
    return Placement(component, x, y)
