"""Plies, what a player can do in a turn, and their notation as lines of text.

Every ply uses up the tile in hand. Cells are (x, y): x grows east, y grows south, the minotaur lies at (0, 0). Turns
are clockwise quarter turns from a tile's canonical orientation, absolute, 0 to 3. Turns that look alike are different
plies.

::

    Y07@0,-1^3                 place Y07 on the cell x 0, y -1, turned three quarters clockwise
    B03: rotate B07^2          discard B03, turn B07 to two quarters
    R01: swap R02 R05          discard R01, exchange R02 and R05
    G09: move G02@3,1^0        discard G09, lay G02 on the cell x 3, y 1, not turned

In the notation ``@`` says where, ``^`` how the tile is turned, ``:`` what the action costs. Parsing what was printed
gives the same ply.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from generator.games.labyrinth.engine.box import MOST_TILES
from generator.games.labyrinth.engine.rules import MalformedError
from generator.geometry import QUARTER_TURNS


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


# Notation

_TILE = r"[A-Z][0-9]{2,4}(?:-[0-9]{1,3})?"
_WHERE = r"@(?P<x>0|-?[1-9][0-9]{0,3}),(?P<y>0|-?[1-9][0-9]{0,3})"
_TURNS = r"\^(?P<turns>[0-3])"
_COST = rf"(?P<discard>{_TILE}): "
_FORMS: dict[type[Ply], re.Pattern[str]] = {
    Lay: re.compile(rf"(?P<tile>{_TILE}){_WHERE}{_TURNS}"),
    Rotate: re.compile(rf"{_COST}rotate (?P<tile>{_TILE}){_TURNS}"),
    Swap: re.compile(rf"{_COST}swap (?P<tile>{_TILE}) (?P<other>{_TILE})"),
    Move: re.compile(rf"{_COST}move (?P<tile>{_TILE}){_WHERE}{_TURNS}"),
}
EXAMPLES = "Y07@0,-1^3, B03: rotate B07^2, R01: swap R02 R05, G09: move G02@3,1^0"


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


def parse_ply(text: str) -> Ply:
    """Return the ply of a notation, whether legal or not.

    Raises:
        MalformedError: it is no notation of a ply.
    """
    found = next(((kind, match) for kind, form in _FORMS.items() if (match := form.fullmatch(text))), None)
    if found is None:
        raise MalformedError(f"{text!r} is no ply; write it as in {EXAMPLES}")
    kind, said = found[0], found[1].groupdict()
    x, y, turns = (int(said.get(part, 0)) for part in ("x", "y", "turns"))
    check_place(x, y, turns)
    if kind is Lay:
        return Lay(said["tile"], x, y, turns)
    if kind is Rotate:
        return Rotate(said["discard"], said["tile"], turns)
    if kind is Move:
        return Move(said["discard"], said["tile"], x, y, turns)
    if said["tile"] == said["other"]:
        raise MalformedError(f"a swap takes two tiles, not {said['tile']} alone")
    return swap_of(said["discard"], said["tile"], said["other"])
