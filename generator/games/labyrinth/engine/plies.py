"""What a player does in a turn: one ply, which always uses up the tile in hand.

Cells are (x, y): x grows east, y grows south, the minotaur lies at (0, 0). Turns are clockwise quarter turns from a
tile's canonical orientation, absolute, 0 to 3. Turns that look alike are different plies.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from generator.games.labyrinth.engine.box import MOST_TILES
from generator.games.labyrinth.engine.errors import MalformedError
from generator.geometry import QUARTER_TURNS


class Place(NamedTuple):
    """Lay the tile in hand."""

    tile: str
    x: int
    y: int
    turns: int


class Rotate(NamedTuple):
    """Discard the tile in hand and turn a tile where it lies."""

    discard: str
    tile: str
    turns: int


class Swap(NamedTuple):
    """Discard the tile in hand and exchange two tiles, each with its own turns (A16); the order says nothing."""

    discard: str
    tiles: tuple[str, str]


class Move(NamedTuple):
    """Discard the tile in hand and lay a tile somewhere else, in any turn (A17)."""

    discard: str
    tile: str
    x: int
    y: int
    turns: int


Ply: TypeAlias = Place | Rotate | Swap | Move


def hand_of(ply: Ply) -> str:
    """The tile that the ply uses up."""
    return ply.tile if isinstance(ply, Place) else ply.discard


def swap_of(discard: str, one: str, other: str) -> Swap:
    """The swap of two tiles, spelled in the order of their ids."""
    return Swap(discard, (one, other) if one <= other else (other, one))


def known_place(x: object, y: object, turns: object) -> None:
    """Judge whether cell and turns are such at all.

    Raises:
        MalformedError: they are not.
    """
    for name, value in (("x", x), ("y", y)):
        if type(value) is not int or abs(value) > MOST_TILES:
            raise MalformedError(f"{name} {value!r} is no coordinate; a whole number up to {MOST_TILES} either way")
    if type(turns) is not int or turns not in range(QUARTER_TURNS):
        raise MalformedError(f"turns {turns!r} are no quarter turns; one of 0, 1, 2, 3")
