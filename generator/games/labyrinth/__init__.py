"""Labyrinths: decks of square tiles with paths, as Asterion has them.

This kind was there first, and so its records, its deck, its rules and its drawings have rooms of their own
(:mod:`~generator.catalogue.records`, :mod:`~generator.deck`, :mod:`~generator.play`, :mod:`~generator.drawing`), which
its commands for playing and searching share. Here they are presented to the press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.catalogue.loading import judged, varied
from generator.games.game import Kind

if TYPE_CHECKING:
    from generator.catalogue.shelf import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.games.game import Game


class Labyrinths(Kind):
    """Square tiles with paths, a minotaur, counters."""

    name = "labyrinth"
    about = "square tiles with paths, a minotaur and counters"

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.deck.tiles import deck_of
        from generator.games.labyrinth.game import Labyrinth

        loaded = varied(judged(document), variant)
        return Labyrinth(loaded, deck_of(loaded.catalogue))


KIND = Labyrinths()
