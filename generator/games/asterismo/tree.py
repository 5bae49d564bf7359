"""The tree: every token on the board, as three sets of hexagons, one a colour.

A token is *alive* with at least two neighbours of its own colour, or at least three of any. It may be taken if no token
falls by it, that is, if all that remain stay alive, and if the tree stays in one piece.

All of this is worked out for the whole tree at once, on sets of hexagons (`board.py`): six shifted sets, added bit by
bit, tell of every hexagon how many neighbours it has. Source of the technique: bitboards, as chess programs use them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from generator.games.asterismo.board import flooded, looks, touching

COLOURS = 3

Tree: TypeAlias = tuple[int, int, int]
"""The hexagons of the first, second and third colour. They share none."""


class Counts(NamedTuple):
    """Sets of hexagons by how many of a set's members touch them."""

    two: int
    three: int
    four: int


def cells_of(tree: Tree) -> int:
    """The hexagons on which a token lies."""
    return tree[0] | tree[1] | tree[2]


def size_of(tree: Tree) -> int:
    """How many tokens there are."""
    return cells_of(tree).bit_count()


def colour_at(tree: Tree, token: int) -> int:
    """The colour of the token on a hexagon.

    Raises:
        ValueError: no token lies there.
    """
    for colour, cells in enumerate(tree):
        if cells & token:
            return colour
    raise ValueError("no token lies there")


def without(tree: Tree, tokens: int) -> Tree:
    """The tree when these tokens have been taken away."""
    return tree[0] & ~tokens, tree[1] & ~tokens, tree[2] & ~tokens


def neighbour_counts(cells: int) -> Counts:
    """Which hexagons touch at least two, three and four members of the set."""
    a, b, c, d, e, f = looks(cells)
    ab, de = a ^ b, d ^ e
    low, low_too = ab ^ c, de ^ f
    twos, twos_too = a & b | ab & c, d & e | de & f
    carried = low & low_too
    either = twos ^ twos_too
    four = twos & twos_too | either & carried
    two = (either ^ carried) | four
    return Counts(two, four | two & (low ^ low_too), four)


def alive(tree: Tree) -> int:
    """The tokens that are alive."""
    cells = cells_of(tree)
    living = neighbour_counts(cells).three & cells
    for colour in tree:
        living |= neighbour_counts(colour).two & colour
    return living


def is_connected(cells: int) -> bool:
    """Whether a set is in one piece; the empty set is."""
    return not cells or flooded(cells & -cells, cells) == cells


def groups(cells: int) -> list[int]:
    """The pieces of a set, in the order of their first hexagons."""
    pieces = []
    while cells:
        piece = flooded(cells & -cells, cells)
        pieces.append(piece)
        cells ^= piece
    return pieces


def leaning(tree: Tree) -> tuple[int, int]:
    """The tokens that would fall if they lost a neighbour of their own colour, and if they lost one of another."""
    cells = cells_of(tree)
    four = neighbour_counts(cells).four
    own = other = 0
    for colour in tree:
        counts = neighbour_counts(colour)
        own |= colour & ~(four | counts.three)
        other |= colour & ~(four | counts.two)
    return own, other


def holding(tree: Tree, own: int, other: int) -> int:
    """The tokens that hold up one of those: `own` are told by neighbours of their colour, `other` by other colours."""
    held = 0
    for index, colour in enumerate(tree):
        others = tree[index - 1] | tree[index - 2]
        held |= colour & (touching(own & colour) | touching(other & others))
    return held


def maybe_cuts(cells: int) -> int:
    """The members whose neighbours do not hang together round about them; only these can hold the set together."""
    around = looks(cells)
    one = two = 0
    before = around[5]
    for here in around:
        begins = here & ~before
        two |= one & begins
        one |= begins
        before = here
    return cells & two


def cuts(cells: int, among: int = -1) -> int:
    """The members without which a connected set falls apart; looked for only `among` these."""
    found, waiting = 0, maybe_cuts(cells) & among
    while waiting:
        token = waiting & -waiting
        waiting ^= token
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
    """The tokens that may be taken from a tree that is alive and in one piece."""
    free = cells_of(tree) & ~holding(tree, *leaning(tree))
    return free & ~cuts(cells_of(tree), free)


def fallen_by(tree: Tree, token: int) -> int:
    """The tokens that fall when one is taken: alive with it, not alive without."""
    rest = without(tree, token)
    return alive(tree) & cells_of(rest) & ~alive(rest)


def stuck(tree: Tree, known: int = 0) -> int:
    """Tokens that can never be taken, however the game goes on from a tree that is alive and in one piece.

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
        held = able & holding(tree, own & (able | fixed), other & (able | fixed))
        if held == able:
            return fixed | able
        able = held
