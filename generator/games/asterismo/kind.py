"""asterismo, as a kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.catalogue.validation import validated
from generator.errors import InputError
from generator.games.asterismo import NAME
from generator.games.asterismo.records import Catalogue, Figures, catalogue_mistakes
from generator.games.game import Kind

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.validation import Record
    from generator.games.game import Game


class Hexes(Kind):
    """Tokens of three colours on a rhombus of hexagons."""

    name = NAME
    about = "tokens in three colours on a board of hexagons"

    def models(self) -> dict[str, type[Record]]:
        return {"hexes": Catalogue, "hexes-figures": Figures}

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.asterismo.game import HexGame  # with all drawings, which other kinds do without

        self.refuse_variant(document, variant)
        catalogue = validated(document, Catalogue)
        if found := list(catalogue_mistakes(catalogue, document)):
            raise InputError(found)
        return HexGame(catalogue, document)


KIND = Hexes()
