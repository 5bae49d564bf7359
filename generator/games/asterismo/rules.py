"""Positions, harvests, goals and the end.

What may be taken depends on the tree alone, never on whose turn it is. Whoever's turn it is must take a token.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from generator.games.asterismo.board import bit, hexagons, read_hexagon, written
from generator.games.asterismo.tree import COLOURS, Tree, cells_of, colour_at, fallen_by, is_connected, legal_takes
from generator.games.asterismo.tree import without as tree_without

OWN_NEIGHBOURS, ANY_NEIGHBOURS = 2, 3
"""So many neighbours of its own colour, or so many of any, keep a token alive. Source: rules/asterismo.md."""
TOKENS_PER_COLOUR = 21
"""Source: rules/asterismo.md."""
EACH_COLOUR_FOR_TWO = 5
"""Tokens of every colour that each of two players needs. Source: rules/asterismo.md."""
ONE_COLOUR_FOR_THREE = 10
"""Tokens of one colour that each of three players needs. Source: rules/asterismo.md."""

Harvest: TypeAlias = tuple[int, int, int]
"""How many tokens of each colour a player has taken."""
Goal: TypeAlias = tuple[Harvest, ...]
"""For each player, how many tokens of each colour would do."""
Outcome: TypeAlias = Literal["won", "lost"]


class IllegalTakeError(ValueError):
    """A take that the rules forbid; the message says why."""


class Position(NamedTuple):
    """The tree, what each player has, and whose turn it is, from 0."""

    tree: Tree
    harvests: tuple[Harvest, ...]
    turn: int = 0

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.harvests)


def harvest_of(counts: Iterable[int]) -> Harvest:
    """Three numbers as a harvest."""
    first, second, third = counts
    return first, second, third


def goals(players: int) -> tuple[Goal, ...]:
    """The ways to win: it is enough that every player reaches what one of these asks.

    Raises:
        ValueError: the game is not for so many.
    """
    if players == 2:
        return ((harvest_of([EACH_COLOUR_FOR_TWO] * COLOURS),) * players,)
    if players == 3:
        single = [harvest_of(ONE_COLOUR_FOR_THREE * (own == one) for own in range(COLOURS)) for one in range(COLOURS)]
        return tuple(product(single, repeat=players))
    raise ValueError(f"asterismo is for 2 or 3 players, not {players}")


def tokens_needed(players: int) -> int:
    """How many tokens a player needs at least, who takes none in vain."""
    return sum(goals(players)[0][0])


def reaches(harvests: Sequence[Harvest], goal: Goal) -> bool:
    """Whether every player has what a goal asks."""
    return all(have >= need for h, g in zip(harvests, goal, strict=True) for have, need in zip(h, g, strict=True))


def goal_met(harvests: Sequence[Harvest]) -> bool:
    """Whether the players have won."""
    if len(harvests) == 2:
        return min(map(min, harvests)) >= EACH_COLOUR_FOR_TWO
    return min(map(max, harvests)) >= ONE_COLOUR_FOR_THREE


def outcome(position: Position) -> Outcome | None:
    """How the game has ended, or None while it goes on."""
    if goal_met(position.harvests):
        return "won"
    return None if legal_takes(position.tree) else "lost"


def taken(position: Position, token: int) -> Position:
    """The position after the player whose turn it is has taken a token, legal or not."""
    colour, turn = colour_at(position.tree, token), position.turn
    harvests = list(position.harvests)
    harvest = list(harvests[turn])
    harvest[colour] += 1
    harvests[turn] = harvest_of(harvest)
    return Position(tree_without(position.tree, token), tuple(harvests), (turn + 1) % len(harvests))


def take(position: Position, hexagon: str) -> Position:
    """The position after a legal take, written as players write it.

    Raises:
        ValueError: there is no such hexagon.
        IllegalTakeError: no token lies there, one would fall, or the tree would fall apart.
    """
    token = bit(read_hexagon(hexagon))
    if reason := refusal(position.tree, token):
        raise IllegalTakeError(f"{hexagon} may not be taken: {reason}")
    return taken(position, token)


def refusal(tree: Tree, token: int) -> str:
    """Why a token may not be taken; empty if it may."""
    if not cells_of(tree) & token:
        return "no token lies there"
    if fallen := fallen_by(tree, token):
        return f"{', '.join(map(written, hexagons(fallen)))} would fall"
    if not is_connected(cells_of(tree_without(tree, token))):
        return "the tree would fall apart"
    return ""


def replayed(position: Position, takes: Sequence[str]) -> Position:
    """The position after a whole record of takes.

    Raises:
        ValueError: a hexagon that there is not.
        IllegalTakeError: a take that is not legal, or one after the game has been won; the message gives its number.
    """
    for number, hexagon in enumerate(takes, 1):
        if goal_met(position.harvests):
            raise IllegalTakeError(f"take {number}, {hexagon}: the game has been won before")
        try:
            position = take(position, hexagon)
        except IllegalTakeError as error:
            raise IllegalTakeError(f"take {number}, {error}") from None
    return position
