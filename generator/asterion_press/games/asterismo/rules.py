"""The rules: the tree of tokens, what is alive and what may be taken; harvests, goals and the end.

A token is *alive* with at least two neighbours of its own colour, or at least three of any. It may be taken if no token
falls by it, that is, if all that remain stay alive, and if the tree stays in one piece. What may be taken depends on
the tree alone, never on whose turn it is; a player whose turn it is must take a token.

The tree is every token on the board, as three sets of hexagons, one a colour. All of it is worked out for the whole
tree at once, on sets (`board.py`): six shifted sets, added bit by bit, say of every hexagon how many neighbours it has.
Source of the technique: bitboards, as chess programs use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from asterion_press.games.asterismo.board import (
    bit,
    flooded,
    names,
    read_hexagon,
    shifted,
    singles,
    touching,
)

OWN_NEIGHBOURS, ANY_NEIGHBOURS = 2, 3
"""So many neighbours of its own colour, or so many of any, keep a token alive. Source: rules/asterismo.md."""
TOKENS_PER_COLOUR = 21
"""Source: rules/asterismo.md."""
EACH_COLOUR_FOR_TWO = 5
"""Tokens of every colour that each of two players needs. Source: rules/asterismo.md."""
ONE_COLOUR_FOR_THREE = 10
"""Tokens of one colour that each of three players needs. Source: rules/asterismo.md."""
COLOURS = 3

Tree: TypeAlias = tuple[int, ...]
"""The hexagons of the first, second and third colour. They share none."""


class NeighbourCounts(NamedTuple):
    """Sets of hexagons by the number of members of a set that touch them."""

    two: int
    three: int
    four: int


def cells_of(tree: Tree) -> int:
    """Return the hexagons on which a token lies."""
    return tree[0] | tree[1] | tree[2]


def size_of(tree: Tree) -> int:
    """Return the number of tokens."""
    return cells_of(tree).bit_count()


def colour_at(tree: Tree, token: int) -> int:
    """Return the colour of the token that lies on a hexagon."""
    return next(colour for colour, cells in enumerate(tree) if cells & token)


def without(tree: Tree, tokens: int) -> Tree:
    """Return the tree when these tokens have been taken away."""
    return tree[0] & ~tokens, tree[1] & ~tokens, tree[2] & ~tokens


def neighbour_counts(cells: int) -> NeighbourCounts:
    """Return the hexagons that touch at least two, three and four members of the set."""
    a, b, c, d, e, f = shifted(cells)
    ab, de = a ^ b, d ^ e
    low, low_too = ab ^ c, de ^ f
    twos, twos_too = a & b | ab & c, d & e | de & f
    carried = low & low_too
    either = twos ^ twos_too
    four = twos & twos_too | either & carried
    two = (either ^ carried) | four
    return NeighbourCounts(two, four | two & (low ^ low_too), four)


def alive(tree: Tree) -> int:
    """Return the tokens that are alive."""
    cells = cells_of(tree)
    living = neighbour_counts(cells).three & cells
    for colour in tree:
        living |= neighbour_counts(colour).two & colour
    return living


def is_connected(cells: int) -> bool:
    """Check whether a set is in one piece; the empty set is."""
    return not cells or flooded(cells & -cells, cells) == cells


def groups(cells: int) -> list[int]:
    """Return the pieces of a set, in the order of their first hexagons."""
    pieces = []
    while cells:
        piece = flooded(cells & -cells, cells)
        pieces.append(piece)
        cells ^= piece
    return pieces


def leaning(tree: Tree) -> tuple[int, int]:
    """Return the tokens that would fall without a neighbour of their own colour, and without one of another."""
    cells = cells_of(tree)
    four = neighbour_counts(cells).four
    own = other = 0
    for colour in tree:
        counts = neighbour_counts(colour)
        own |= colour & ~(four | counts.three)
        other |= colour & ~(four | counts.two)
    return own, other


def holding(tree: Tree, own: int, other: int) -> int:
    """Return the tokens that hold up one of `own` by being of its colour, or one of `other` by being of another one."""
    kept = 0
    for index, colour in enumerate(tree):
        others = tree[index - 1] | tree[index - 2]
        kept |= colour & (touching(own & colour) | touching(other & others))
    return kept


def possible_cuts(cells: int) -> int:
    """Return the members whose neighbours are not connected around them; only these can be cuts."""
    around = shifted(cells)
    one = two = 0
    before = around[5]
    for here in around:
        begins = here & ~before
        two |= one & begins
        one |= begins
        before = here
    return cells & two


def cuts(cells: int, among: int = -1) -> int:
    """Return the cuts, members without which a connected set falls apart; looked for only `among` these."""
    found = 0
    for token in singles(possible_cuts(cells) & among):
        rest = cells ^ token
        near = touching(token) & rest
        reached = edge = near & -near
        while edge and near & ~reached:
            edge = touching(edge) & rest & ~reached
            reached |= edge
        if near & ~reached:
            found |= token
    return found


def legal_takes(tree: Tree) -> int:
    """Return the tokens that may be taken from a tree that is alive and in one piece."""
    free = cells_of(tree) & ~holding(tree, *leaning(tree))
    return free & ~cuts(cells_of(tree), free)


def fallen_by(tree: Tree, token: int) -> int:
    """Return the tokens that fall when one is taken: alive with it, not alive without."""
    rest = without(tree, token)
    return alive(tree) & cells_of(rest) & ~alive(rest)


def stuck(tree: Tree, known: int = 0) -> int:
    """Return the tokens that can never be taken, however the game goes on from a tree that is alive and in one piece.

    Takes only ever make a tree smaller, and what is not alive in a tree is not alive in any part of it. Hence:

    - A token whose loss makes another fall can only be taken after that one. So whatever holds up a stuck token is
      stuck, and so are tokens that hold up each other, in a pair or in a ring.
    - A token that holds the tree together is stuck: of what hangs on it, the last token would have this one as its only
      neighbour, and so would not have been alive. Each side keeps at least one token, and so it stays what it is.

    Args:
        tree: alive and in one piece.
        known: tokens known to be stuck already, such as those that were stuck before a take.
    """
    own, other = leaning(tree)
    cells = cells_of(tree)
    fixed = known | cuts(cells, ~known)
    able = cells & ~fixed
    while True:  # the largest set whose members each hold up another member, or what is fixed
        kept = able & holding(tree, own & (able | fixed), other & (able | fixed))
        if kept == able:
            return fixed | able
        able = kept


# -- positions ---------------------------------------------------------------------------------------------------------

Harvest: TypeAlias = tuple[int, ...]
"""Number of tokens that a player has taken, by colour."""
Goal: TypeAlias = tuple[Harvest, ...]
"""For each player, how many tokens of each colour would do."""
Outcome: TypeAlias = Literal["won", "lost"]


class IllegalTakeError(ValueError):
    """A take that the rules forbid; the message says why."""


class HexPosition(NamedTuple):
    """The tree, the harvest of each player, and whose turn it is, from 0."""

    tree: Tree
    harvests: tuple[Harvest, ...]
    turn: int = 0

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.harvests)


def goals(players: int) -> tuple[Goal, ...]:
    """Return the ways to win: it is enough that every player reaches what one of these asks.

    Raises:
        ValueError: the game is not for so many.
    """
    if players == 2:
        return (((EACH_COLOUR_FOR_TWO,) * COLOURS,) * players,)
    if players == 3:
        single = [tuple(ONE_COLOUR_FOR_THREE * (own == one) for own in range(COLOURS)) for one in range(COLOURS)]
        return tuple(product(single, repeat=players))
    raise ValueError(f"asterismo is for 2 or 3 players, not {players}")


def tokens_needed(players: int) -> int:
    """Return the least number of tokens that a player needs."""
    return sum(goals(players)[0][0])


def goal_met(harvests: Sequence[Harvest]) -> bool:
    """Check whether the players have won."""
    if len(harvests) == 2:
        return min(map(min, harvests)) >= EACH_COLOUR_FOR_TWO
    return min(map(max, harvests)) >= ONE_COLOUR_FOR_THREE


def outcome(position: HexPosition) -> Outcome | None:
    """Return how the game has ended, or None while it goes on."""
    if goal_met(position.harvests):
        return "won"
    return None if legal_takes(position.tree) else "lost"


def take_token(position: HexPosition, token: int) -> HexPosition:
    """Return the position after the player whose turn it is has taken a token, legal or not."""
    harvests = [list(harvest) for harvest in position.harvests]
    harvests[position.turn][colour_at(position.tree, token)] += 1
    turn = (position.turn + 1) % position.players
    return HexPosition(without(position.tree, token), tuple(map(tuple, harvests)), turn)


def take(position: HexPosition, hexagon: str) -> HexPosition:
    """Return the position after a legal take, written as players write it.

    Raises:
        ValueError: there is no such hexagon.
        IllegalTakeError: no token lies there, one would fall, or the tree would fall apart.
    """
    token = bit(read_hexagon(hexagon))
    if reason := refusal(position.tree, token):
        raise IllegalTakeError(f"{hexagon} may not be taken: {reason}")
    return take_token(position, token)


def refusal(tree: Tree, token: int) -> str:
    """Return the reason why a token may not be taken; empty if it may."""
    if not cells_of(tree) & token:
        return "no token lies there"
    if fallen := fallen_by(tree, token):
        return f"{', '.join(names(fallen))} would fall"
    if not is_connected(cells_of(without(tree, token))):
        return "the tree would fall apart"
    return ""


def replay(position: HexPosition, takes: Sequence[str]) -> HexPosition:
    """Return the position after a whole record of takes.

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
