"""What a deck promises to be on the sheets: which components, how large, how often, and what is behind them."""

from __future__ import annotations

from msgspec import Struct

from generator.deck.tiles import Deck
from generator.imposition.sheets import COUNTER_BLEED_MM, TILE_BLEED_MM, back_of

COUNTER = "counter"
ROUNDED = 0.0051
"""Drawings and boxes are written to 0.01 mm, so a size may be off by half of that."""


class Part(Struct, frozen=True):
    """One component.

    Attributes:
        id: of the component.
        name: as messages call it, such as ``tile Y07``.
        trim: side of the trim, or the diameter, in mm.
        bleed: art beyond it on each side, in mm.
        fronts: how often it lies on fronts.
        behind: the component behind it; empty for one that only lies on backs.
    """

    id: str
    name: str
    trim: float
    bleed: float
    fronts: int
    behind: str


def promised(deck: Deck) -> dict[str, Part]:
    """Every component of a deck by id."""
    size = deck.catalogue.tile_mm
    tiles = [tile for tile in (*deck.tiles, deck.minotaur) if tile.copies]
    parts = [Part(tile.id, _tile_name(tile.id), size, TILE_BLEED_MM, tile.copies, back_of(tile)) for tile in tiles]
    backs = dict.fromkeys(part.behind for part in parts)
    parts += [Part(back, f"back {back.removeprefix('back-')!r}", size, TILE_BLEED_MM, 0, "") for back in backs]
    counters = deck.catalogue.counters
    if counters.count:
        parts.append(Part(COUNTER, "the counter", counters.diameter_mm, COUNTER_BLEED_MM, counters.count, COUNTER))
    return {part.id: part for part in parts}


def _tile_name(tile_id: str) -> str:
    return "the minotaur" if tile_id == "minotaur" else f"tile {tile_id}"
