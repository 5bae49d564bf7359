"""Plies, what a player can do in a turn, and their notation as lines of text.

Every ply uses up the tile in hand. Cells are (x, y): x grows east, y grows south, the minotaur lies at (0, 0). Turns
are clockwise quarter turns from a tile's canonical orientation, absolute, 0 to 3. Turns that look alike are different
plies.

::

    Y07@0,-1^3                 place Y07 on the cell x 0, y -1, turned three quarters clockwise
    B03: rotate B07^2          discard B03, turn B07 to two quarters
    R01: swap R02 R05          discard R01, exchange R02 and R05
    G09: move G02@3,1^0        discard G09, lay G02 on the cell x 3, y 1, not turned

In the notation ``@`` says where, ``^`` how the tile is turned, ``:`` what the action costs.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from asterion_press.games.labyrinth.engine.box import MOST_TILES
from asterion_press.games.labyrinth.engine.rules import MalformedError
from asterion_press.geometry import QUARTER_TURNS


class Lay(NamedTuple):
    """A placement of the tile in hand."""

    tile: str
    x: int
    y: int
    turns: int


class Rotate(NamedTuple):
    """A rotation: the tile in hand is discarded, and a tile turned where it lies."""

    discard: str
    tile: str
    turns: int


class Swap(NamedTuple):
    """A swap: the tile in hand is discarded, and two tiles change places, each with its own turns (A16)."""

    discard: str
    tiles: tuple[str, str]


class Move(NamedTuple):
    """A move: the tile in hand is discarded, and a tile laid somewhere else, in any turn (A17)."""

    discard: str
    tile: str
    x: int
    y: int
    turns: int


Ply: TypeAlias = Lay | Rotate | Swap | Move


def hand_of(ply: Ply) -> str:
    """Return the tile that the ply uses up."""
    return ply.tile if isinstance(ply, Lay) else ply.discard


def swap_of(discard: str, one: str, other: str) -> Swap:
    """Return the swap of two tiles, spelled in the order of their ids."""
    return Swap(discard, (one, other) if one <= other else (other, one))


def check_place(x: object, y: object, turns: object) -> None:
    """Check that cell and turns are such at all.

    Raises:
        MalformedError: they are not.
    """
    for name, value in (("x", x), ("y", y)):
        if type(value) is not int or abs(value) > MOST_TILES:
            raise MalformedError(f"{name} {value!r} is no coordinate; a whole number up to {MOST_TILES} either way")
    if type(turns) is not int or turns not in range(QUARTER_TURNS):
        raise MalformedError(f"turns {turns!r} are no quarter turns; one of 0, 1, 2, 3")


def spell_ply(ply: Ply) -> str:
    """Return the notation of a ply."""
    match ply:
        case Lay(tile, x, y, turns):
            return f"{tile}@{x},{y}^{turns}"
        case Rotate(discard, tile, turns):
            return f"{discard}: rotate {tile}^{turns}"
        case Swap(discard, (one, other)):
            return f"{discard}: swap {one} {other}"
        case Move(discard, tile, x, y, turns):
            return f"{discard}: move {tile}@{x},{y}^{turns}"
