"""The pieces of a game, each with its lot, and in piles as they lie on a virtual table.

::

    deck    pieces of one lot with the same back, which hides them: the tiles of a colour
    heap    equal pieces whose two faces are the same, or that have no back: the counters
    single  a piece that is there once: the minotaur
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.equipment import Paper, sound_papers
from generator.layout.sheets import Lot, Piece

if TYPE_CHECKING:
    from generator.games.game import Game
    from generator.making.naming import Names

PilePlacement: TypeAlias = Literal["deck", "heap", "single"]


class Item(Struct, frozen=True):
    """A piece and its lot."""

    lot: Lot
    piece: Piece


class Pile(Struct, frozen=True):
    """Pieces that lie together.

    Attributes:
        id: of the deck's back, or of the piece; unique in a game.
        name: for people, such as ``yellow`` or ``counters``.
        placement: how they lie.
        lot: of the pieces.
        pieces: in the order of printing.
    """

    id: str
    name: str
    placement: PilePlacement
    lot: Lot
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        """Return the number of pieces, copies included."""
        return sum(piece.copies for piece in self.pieces)


@cache
def largest_paper() -> Paper:
    """Return the largest paper, on which a board that small papers show in panels lies in one piece."""
    return max(sound_papers().values(), key=lambda paper: (paper.width_mm * paper.height_mm, paper.title))


def items_of(game: Game) -> Iterator[Item]:
    """Yield every piece that a game prints, in the order of printing."""
    for lot in game.lots(largest_paper()):
        for piece in lot.pieces:
            if piece.copies:
                yield Item(lot, piece)


def lots_of(game: Game) -> tuple[Lot, ...]:
    """Return the lots that hold any piece to print, in the order of printing."""
    return tuple(dict.fromkeys(item.lot for item in items_of(game)))


def folder_name(kind: str) -> str:
    """Return a lot's kind as the name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-") or "pieces"


def pieces_table(game: Game, folder_of: dict[str, str]) -> str:
    """Return a table with commas: how often each piece is needed and which back it has; kinds are named by folder."""
    lines = ["kind,piece,copies,back"]
    for item in items_of(game):
        kind = folder_of.get(item.lot.kind, folder_name(item.lot.kind))
        lines.append(f"{kind},{item.piece.id},{item.piece.copies},{item.piece.back}")
    return "\n".join(lines) + "\n"


def piles_of(game: Game, names: Names | None = None) -> tuple[Pile, ...]:
    """Return every piece of a game in its pile, in the order of printing, named in a language if names are given."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items_of(game):
        hidden = item.piece.back not in {"", item.piece.id}
        groups.setdefault((item.lot.kind, item.piece.back if hidden else item.piece.id), []).append(item)
    piles = []
    for (kind, identifier), items in groups.items():
        lot, pieces = items[0].lot, tuple(item.piece for item in items)
        count = sum(piece.copies for piece in pieces)
        hidden = pieces[0].back not in {"", pieces[0].id}
        placement: PilePlacement = "single" if count == 1 else "deck" if hidden else "heap"
        labels = {piece.label for piece in pieces}
        label = labels.pop() if len(labels) == 1 else ""
        name = pieces[0].id if placement == "single" else label or kind
        if names is not None:
            pieces = tuple(replace(piece, name=names.pieces.get(piece.id, piece.name)) for piece in pieces)
            name = pieces[0].name if placement == "single" else names.groups.get(name, name)
        piles.append(Pile(identifier, name, placement, lot, pieces))
    return tuple(piles)
