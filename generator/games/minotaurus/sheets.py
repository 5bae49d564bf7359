"""The sheets of a game of horns: pieces with backs, the nets of the head, the layers of the ring, the layout cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.minotaurus.cards import CARD_BLEED_MM, CARD_MM, RING_BLEED_MM
from generator.games.minotaurus.model_pages import HEIGHT_MM, WIDTH_MM
from generator.games.minotaurus.piece_art import BLEED_MM
from generator.layout.batches import Lot, Piece

if TYPE_CHECKING:
    from generator.games.minotaurus.game import HornsGame


def lots_of(game: HornsGame) -> tuple[Lot, ...]:
    """Everything that is printed, lot by lot."""
    from generator.games.minotaurus.game import BACK, BULL, CARD, MODEL_SHEETS, RING

    catalogue = game.catalogue
    size, ring = catalogue.piece_mm, catalogue.ring
    pieces = tuple(
        Piece(name, f"piece {name}", 1, BACK, piece.colour, "the back") for name, piece in game.pieces.items()
    )
    bulls = tuple(
        Piece(f"{BULL}{sheet}", f"sheet {sheet} of the bull's head", label=f"bull's head {sheet} of {MODEL_SHEETS}")
        for sheet in range(1, MODEL_SHEETS + 1)
    )
    cards = tuple(
        Piece(f"{CARD}{table.players}", f"the card for {table.players} players") for table in catalogue.tables
    )
    rings = (Piece(RING, "the ring", ring.copies),)
    return (
        Lot("pieces", size, size, BLEED_MM, pieces),
        Lot("bull's head", WIDTH_MM, HEIGHT_MM, 0.0, bulls, marked=False),
        Lot("ring", ring.outer_mm, ring.outer_mm, RING_BLEED_MM, rings, gathered=True, marked=False),
        Lot("layout cards", CARD_MM, CARD_MM, CARD_BLEED_MM, cards),
    )
