"""The sheets of a labyrinth: its tiles and the minotaur, backs behind them; its counters, the same on both faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.catalogue.library import ShelfFile
from generator.catalogue.papers import Paper
from generator.catalogue.strict_yaml import read_document
from generator.errors import LayoutError, Mistake
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile
from generator.layout.batches import Lot, Piece, lot_grid

BLEED_MM = 3.0
"""Source: the usual 1/8 inch of print services, rounded; home cutters miss by up to 2 mm."""

COUNTER = "counter"


def lots_of(deck: Deck) -> tuple[Lot, ...]:
    """What of a deck is laid on sheets, if there is any of it."""
    return tuple(lot for lot in (tiles_lot(deck), counters_lot(deck)) if lot.count)


def tiles_lot(deck: Deck) -> Lot:
    """Every tile and the minotaur."""
    size = deck.catalogue.tile_mm
    pieces = tuple(_piece(tile) for tile in (*deck.tiles, deck.minotaur) if tile.copies)
    return Lot("tiles", size, size, BLEED_MM, pieces)


def counters_lot(deck: Deck) -> Lot:
    """The counters."""
    counters = deck.catalogue.counters
    size, piece = counters.diameter_mm, Piece(COUNTER, "the counter", counters.count, COUNTER, "", "the counter")
    return Lot("counters", size, size, BLEED_MM, (piece,) if counters.count else (), gathered=True)


def _piece(tile: Tile) -> Piece:
    name = "the minotaur" if tile.id == MINOTAUR_ID else f"tile {tile.id}"
    owner = tile.colour or tile.id
    return Piece(tile.id, name, tile.copies, back_of(tile), owner, f"back {owner!r}")


def back_of(tile: Tile) -> str:
    """The component on a tile's back: one for all tiles of a colour."""
    return f"back-{tile.colour or tile.id}"


def fitting_mistakes(deck: Deck, loaded: LoadedCatalogue, papers: Mapping[ShelfFile, Paper]) -> Iterator[Mistake]:
    """What is too small of each paper, at the line of its file that says so; the other size is named by its place."""
    tile, counter = loaded.place("tile_mm"), loaded.place("counters", "diameter_mm")
    for file, paper in papers.items():
        for lot, what in ((tiles_lot(deck), f"tile, see {tile}"), (counters_lot(deck), f"counter, see {counter}")):
            try:
                lot_grid(lot, paper, what)
            except LayoutError as error:
                yield Mistake(read_document(file.path, file.name).value_place(error.location), str(error))
