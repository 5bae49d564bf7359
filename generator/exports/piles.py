"""How the pieces of a game lie on a virtual table: face-down decks, heaps of equal pieces, single pieces.

::

    deck    pieces of one lot with the same back, which hides them: the tiles of a colour
    heap    equal pieces whose two faces are the same, or that have no back: the counters
    single  what is there once: the minotaur
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.build.naming import Names
from generator.exports.items import Item, items_of
from generator.games.game import Game
from generator.layout.batches import Lot, Piece

Manner: TypeAlias = Literal["deck", "heap", "single"]


class Pile(Struct, frozen=True):
    """Pieces that lie together.

    Attributes:
        id: of the deck's back, or of the piece; unique in a game.
        name: for people, such as ``yellow`` or ``counters``.
        manner: how they lie.
        lot: that they belong to.
        pieces: in the order of printing.
    """

    id: str
    name: str
    manner: Manner
    lot: Lot
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return sum(piece.copies for piece in self.pieces)


def piles_of(game: Game, names: Names | None = None) -> tuple[Pile, ...]:
    """Every piece of a game in its pile, in the order of printing, and named in a language if names are given."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items_of(game):
        hidden = item.piece.back not in {"", item.piece.id}
        groups.setdefault((item.lot.kind, item.piece.back if hidden else item.piece.id), []).append(item)
    piles = tuple(_piles(groups))
    return piles if names is None else tuple(_named(pile, names) for pile in piles)


def _named(pile: Pile, names: Names) -> Pile:
    pieces = tuple(replace(piece, name=names.pieces.get(piece.id, piece.name)) for piece in pile.pieces)
    name = pieces[0].name if pile.manner == "single" else names.groups.get(pile.name, pile.name)
    return replace(pile, name=name, pieces=pieces)


def _piles(groups: dict[tuple[str, str], list[Item]]) -> Iterator[Pile]:
    for (kind, identifier), items in groups.items():
        lot, pieces = items[0].lot, tuple(item.piece for item in items)
        count = sum(piece.copies for piece in pieces)
        hidden = pieces[0].back not in {"", pieces[0].id}
        manner: Manner = "single" if count == 1 else "deck" if hidden else "heap"
        name = pieces[0].id if manner == "single" else _label(pieces) or kind
        yield Pile(identifier, name, manner, lot, pieces)


def _label(pieces: tuple[Piece, ...]) -> str:
    """What all of them are called on the sheets, if that is one thing."""
    labels = {piece.label for piece in pieces}
    return labels.pop() if len(labels) == 1 else ""
