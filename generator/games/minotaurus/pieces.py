"""Pieces and pairs: what lies on the table and what players collect.

A piece shows half of a bull's head with one horn. Its colour is a leaping phase, its value a skill level. A left and a
right horn of one colour are a pair; with equal values it is resolved and never changes again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct


class Horn(Enum):
    """Which horn of the bull a piece shows, as the reader sees it; the value is its letter in a piece's id."""

    LEFT = "L"
    RIGHT = "R"

    @property
    def other(self) -> Horn:
        """The horn that makes a head of this one."""
        return Horn.RIGHT if self is Horn.LEFT else Horn.LEFT


class Piece(Struct, frozen=True, order=False):
    """One piece; the box holds each of them once.

    Attributes:
        colour: id of its colour, such as ``blue``.
        value: from 1 up.
        horn: the half that it shows.
    """

    colour: str
    value: int
    horn: Horn


class Pair(Struct, frozen=True):
    """A left and a right horn of one colour.

    Attributes:
        colour: of both.
        left: value of the left horn.
        right: value of the right horn.
    """

    colour: str
    left: int
    right: int

    @property
    def resolved(self) -> bool:
        """Whether it will never change again."""
        return self.left == self.right

    @property
    def points(self) -> int:
        """What it is worth in the end: the value of both, nothing as long as they differ."""
        return self.left if self.resolved else 0

    @property
    def pieces(self) -> tuple[Piece, Piece]:
        """The left and the right horn."""
        return Piece(self.colour, self.left, Horn.LEFT), Piece(self.colour, self.right, Horn.RIGHT)

    def value(self, horn: Horn) -> int:
        """The value of one of its horns."""
        return self.left if horn is Horn.LEFT else self.right

    def having(self, horn: Horn, value: int) -> Pair:
        """The pair with another value on one of its horns."""
        if horn is Horn.LEFT:
            return Pair(self.colour, value, self.right)
        return Pair(self.colour, self.left, value)


def is_pair(one: Piece, other: Piece) -> bool:
    """Whether two pieces are a pair: one colour, one left and one right horn; the values need not agree."""
    return one.colour == other.colour and one.horn is not other.horn


def pair_of(one: Piece, other: Piece) -> Pair:
    """The pair that two pieces make.

    Raises:
        ValueError: they make none.
    """
    if not is_pair(one, other):
        raise ValueError(f"{one} and {other} are no pair")
    left, right = (one, other) if one.horn is Horn.LEFT else (other, one)
    return Pair(left.colour, left.value, right.value)


def pieces_of(colours: Iterable[str], values: Iterable[int]) -> Iterator[Piece]:
    """All pieces of these colours and values, colour by colour, value by value, the left horn first."""
    wanted = tuple(values)
    for colour in colours:
        for value in wanted:
            for horn in Horn:
                yield Piece(colour, value, horn)
