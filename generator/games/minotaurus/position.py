"""The state of a game between two turns: what lies where, who holds what, whose turn it is.

A position knows every piece, as a referee would; players know the backs of those on the table and remember the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.games.minotaurus.pieces import Pair, Piece, pieces_of

NOBODY = -1


class Position(Struct, frozen=True):
    """A game between two turns.

    Attributes:
        table: what lies in each place, row by row, face down; None where a piece was taken away.
        pairs: for each seat its pairs by colour, one in each colour at most.
        seat: whose turn it is, from 0, clockwise.
        simplified: whether a challenge may only be for a piece that makes the challenger's values equal.
    """

    table: tuple[Piece | None, ...]
    pairs: tuple[Mapping[str, Pair], ...]
    seat: int = 0
    simplified: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.pairs)

    @property
    def lying(self) -> tuple[int, ...]:
        """The places where pieces lie."""
        return tuple(place for place, piece in enumerate(self.table) if piece is not None)

    @property
    def next_seat(self) -> int:
        """Who comes next, clockwise."""
        return (self.seat + 1) % self.seats

    def rivals(self) -> Iterator[int]:
        """The other seats, clockwise from the one whose turn it is."""
        for step in range(1, self.seats):
            yield (self.seat + step) % self.seats

    def holding(self, *changed: tuple[int, Pair]) -> Position:
        """The same position where seats hold other pairs of these colours."""
        pairs = [dict(held) for held in self.pairs]
        for seat, pair in changed:
            pairs[seat][pair.colour] = pair
        return replace(self, pairs=tuple(pairs))

    def pieces(self) -> Iterator[Piece]:
        """Every piece in play, on the table and in front of the players."""
        yield from (piece for piece in self.table if piece is not None)
        for held in self.pairs:
            for pair in held.values():
                yield from pair.pieces


def dealt(
    colours: Iterable[str], values: Iterable[int], seats: int, seed: int, *, simplified: bool = False
) -> Position:
    """A game before its first turn, the pieces mixed by the seed."""
    table = list(pieces_of(colours, values))
    random.Random(seed).shuffle(table)  # noqa: S311 - a game's shuffle, not a secret
    return Position(tuple(table), tuple({} for _ in range(seats)), simplified=simplified)


def holding(pairs: Sequence[Iterable[Pair]], *, simplified: bool = False) -> Position:
    """A position in which nothing lies on the table, such as a worked example shows."""
    return Position((), tuple({pair.colour: pair for pair in held} for held in pairs), simplified=simplified)
