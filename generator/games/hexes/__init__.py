"""Trees of tokens on hexagons, as asterismo has them, a game by Giuliano Polverari.

::

    board     121 hexagons in a rhombus, sets of them as the bits of one number
    tree      three such sets, one a colour: who is alive, what may be taken, what can never be taken
    rules     positions, harvests, goals, the end
    clearing  the setup's rulings: the dead go, one connected tree remains
    pouring   tokens poured on the board and spread, from a seed
    reaching  which trees can be reached by takes, as sets
    solving   whether a position can be won, and the line that wins it
    odds      how often random setups can be
    records   the catalogue
    layout, clipping, signs, tokens, sky, panels, table    the drawings
    game      what the press asks
    figures   positions of the rules text, and what they claim

Source of the rules: rules/asterismo.md, a digest in our own words, with its three rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.catalogue.validation import validated
from generator.errors import InputError
from generator.games.game import Kind
from generator.games.hexes.records import Catalogue, mistakes

if TYPE_CHECKING:
    from generator.catalogue.shelf import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.validation import Record
    from generator.games.game import Game


class Hexes(Kind):
    """Tokens of three colours on a rhombus of hexagons."""

    name = "hexes"
    about = "tokens in three colours on a board of hexagons"

    def models(self) -> dict[str, type[Record]]:
        from generator.games.hexes.figures import Figures

        return {"hexes": Catalogue, "hexes-figures": Figures}

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.hexes.game import HexGame

        self.refuse_variant(document, variant)
        catalogue = validated(document, Catalogue)
        if found := list(mistakes(catalogue, document)):
            raise InputError(found)
        return HexGame(catalogue, document)


KIND = Hexes()
