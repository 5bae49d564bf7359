"""Minotaurus, as a kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.game import Kind
from generator.games.minotaurus import NAME
from generator.games.minotaurus.records import HornsCatalogue, HornsFigures

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.validation import Record
    from generator.games.game import Game


class Horns(Kind):
    """Pairs of horns, a bull's head, a ring."""

    name = NAME
    about = "pieces with half of a bull's head, a head of card, a ring to toss"

    def models(self) -> dict[str, type[Record]]:
        return {"horns": HornsCatalogue, "horns-figures": HornsFigures}

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.minotaurus.game import read_horns  # with all drawings, which other kinds do without

        self.refuse_variant(document, variant)
        return read_horns(document)


KIND = Horns()
