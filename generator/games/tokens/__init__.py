"""Tokens: square or round pieces with a colour, a sign, a number and a word, and nothing that a program must know.

The kind for games that need no module of their own: a catalogue and a rules text make one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.game import Kind
from generator.games.tokens.records import TokensCatalogue

if TYPE_CHECKING:
    from generator.catalogue.shelf import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.validation import Record
    from generator.games.game import Game


class TokensKind(Kind):
    """Square or round tokens."""

    name = "tokens"
    about = "square or round tokens"

    def models(self) -> dict[str, type[Record]]:
        return {"tokens": TokensCatalogue}

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.tokens.game import read_tokens

        self.refuse_variant(document, variant)
        return read_tokens(document)


KIND = TokensKind()
