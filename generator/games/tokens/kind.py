"""Square or round tokens, as a kind of game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalogue.tables import include_table
from generator.games.game import Kind
from generator.games.tokens import NAME
from generator.games.tokens.records import Token, TokensCatalogue

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.catalogue.strict_yaml import Document
    from generator.catalogue.validation import Record
    from generator.games.game import Game


class TokensKind(Kind):
    """Square or round tokens."""

    name = NAME
    about = "square or round tokens"

    def models(self) -> dict[str, type[Record]]:
        return {"tokens": TokensCatalogue}

    def whole(self, document: Document, path: Path) -> Document:
        return include_table(document, path, "tokens", Token, TokensCatalogue)

    def read(self, document: Document, variant: ShelfFile | None = None) -> Game:
        from generator.games.tokens.game import read_tokens

        self.refuse_variant(document, variant)
        return read_tokens(document)


KIND = TokensKind()
