"""The sheets of a labyrinth's deck as the tests of several rooms lay them: tiles on one grid, counters on another."""

from __future__ import annotations

from asterion_press.catalogue.equipment import Paper
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.game import counters_lot, tiles_lot
from asterion_press.layout.grid import Grid
from asterion_press.layout.sheet_setup import Flip
from asterion_press.layout.sheets import Page, lot_grid, lot_pages


def grids_for(deck: Deck, paper: Paper) -> tuple[Grid, Grid]:
    """The grids for a deck's tiles and for its counters on one paper."""
    return lot_grid(tiles_lot(deck), paper, "tile"), lot_grid(counters_lot(deck), paper, "counter")


def tile_pages(deck: Deck, grid: Grid, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """The tiles and the minotaur."""
    return lot_pages(tiles_lot(deck), grid, 1, flip)


def counter_pages(deck: Deck, grid: Grid, sheet: int, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """The counters; `sheet` is the number of the first sheet."""
    return lot_pages(counters_lot(deck), grid, sheet, flip)


def laid(deck: Deck, grid: Grid, counter_grid: Grid, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    """All pages."""
    tiles = tile_pages(deck, grid, flip)
    return tiles + counter_pages(deck, counter_grid, len(tiles) // 2 + 1, flip)
