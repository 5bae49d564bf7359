"""Square tiles with paths, as a kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.game import Kind
from generator.games.labyrinth.catalogue.loader import judged, varied, whole

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.games.game import Game


class Labyrinths(Kind):
    """Square tiles with paths, a minotaur, counters."""

    name = "labyrinth"
    about = "square tiles with paths, a minotaur and counters"

    def whole(self, document: Document) -> Document:
        return whole(document)

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.labyrinth.deck.tiles import deck_of
        from generator.games.labyrinth.game import Labyrinth

        loaded = varied(judged(document), variant)
        return Labyrinth(loaded, deck_of(loaded.catalogue))


KIND = Labyrinths()
