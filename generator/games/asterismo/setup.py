"""The setup: tokens poured from a seed and spread until each lies alone, cleared, and the removed ones shared out.

The rulebook asks for a shaken bag, poured out and spread from the centre. How tokens tumble is our own model: they
leave the bag in random order; each lands about the centre, its two distances from there normal with `SPREAD` hexagons;
a token that lands on another slides outwards, one hexagon at a time and each time to one that lies further from the
centre, until it lies alone. Where the board ends before that, it comes to lie on the nearest free hexagon.

The same seed gives the same tokens on every machine: only `random()` of Python's Mersenne Twister is used, the one
method whose numbers Python promises to keep.

Then the dead are taken away, one connected tree remains, and what was removed is shared out. Source:
rules/asterismo.md, rulings 2 and 3. The rulebook's "share these out" leaves open who gets which. Our own reading: one
at a time, round the table, beginning with the first player, and by colours as :func:`share_out` says; then the turns go
on with the player who comes next.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from generator.games.asterismo.board import BOARD, CENTRE, Hexagon, bit, distance, hexagons, is_on_board, neighbours
from generator.games.asterismo.rules import (
    COLOURS,
    TOKENS_PER_COLOUR,
    Harvest,
    HexPosition,
    Tree,
    alive,
    cells_of,
    groups,
    harvest_of,
    without,
)

SPREAD = 2.0
"""How far from the centre tokens land, in hexagons: the standard deviation along each of two axes."""
ROW_HEIGHT = math.sqrt(3) / 2
"""From one row of hexagons to the next, in hexagons."""


def pour(seed: int, spread: float = SPREAD) -> Tree:
    """Return all tokens of the bag on the board, each on a hexagon of its own."""
    chance = Random(f"asterismo {seed}")  # noqa: S311 - tumbling tokens, no secrets
    bag = [colour for colour in range(COLOURS) for _ in range(TOKENS_PER_COLOUR)]
    for last in range(len(bag) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        bag[last], bag[other] = bag[other], bag[last]
    trees = [0] * COLOURS
    for colour in bag:
        taken = trees[0] | trees[1] | trees[2]
        trees[colour] |= bit(_slide(_land(chance, spread), taken, chance))
    return trees[0], trees[1], trees[2]


def _land(chance: Random, spread: float) -> Hexagon:
    """Return a random hexagon about the centre. Source of the normal numbers: Box and Muller, 1958."""
    while True:
        radius = spread * math.sqrt(-2 * math.log(1 - chance.random()))
        angle = math.tau * chance.random()
        there = _nearest(radius * math.cos(angle), radius * math.sin(angle))
        if is_on_board(there):
            return there


def _nearest(x: float, y: float) -> Hexagon:
    """Return the hexagon that covers a point, in hexagons from the middle of the centre. Source: cube rounding."""
    row = y / ROW_HEIGHT
    column = x - row / 2
    parts = column, row, -column - row
    whole = [round(part) for part in parts]
    off = [abs(a - b) for a, b in zip(whole, parts, strict=True)]
    worst = off.index(max(off))
    whole[worst] = -whole[worst - 1] - whole[worst - 2]
    return CENTRE[0] + whole[0], CENTRE[1] + whole[1]


def _slide(there: Hexagon, taken: int, chance: Random) -> Hexagon:
    """Return where a token comes to lie alone."""
    while bit(there) & taken:
        outwards = [near for near in neighbours(there) if distance(near, CENTRE) > distance(there, CENTRE)]
        if not outwards:
            return min(hexagons(BOARD & ~taken), key=lambda free: (distance(free, there), bit(free)))
        there = outwards[int(chance.random() * len(outwards))]
    return there


class Cleared(NamedTuple):
    """The poured tokens that remain, and those that are taken away.

    Attributes:
        tree: alive and in one piece; empty if nothing lives.
        rounds: what was dead, round by round, each as a set of hexagons.
        apart: what lived in other groups than the largest.
    """

    tree: Tree
    rounds: tuple[int, ...]
    apart: int

    @property
    def removed(self) -> int:
        """Everything that is shared out, as a set of hexagons."""
        return sum(self.rounds) | self.apart


def clear(poured: Tree) -> Cleared:
    """Take away what is not alive, again and again, and then all groups but the largest.

    No group needs another to be alive, so that clearing once more would change nothing. Of groups of equal size the one
    that holds the hexagon nearest the centre remains (ruling 3); if that does not decide, the second nearest does, and
    so on, and in the end the first hexagon row by row (our own choice).
    """
    tree, rounds = poured, []
    while dead := cells_of(tree) & ~alive(tree):
        rounds.append(dead)
        tree = without(tree, dead)
    pieces = groups(cells_of(tree))

    def precedence(group: int) -> tuple[int, list[int], int]:
        return -group.bit_count(), sorted(distance(token, CENTRE) for token in hexagons(group)), group & -group

    largest = min(pieces, key=precedence, default=0)
    apart = cells_of(tree) & ~largest
    return Cleared(without(tree, apart), tuple(rounds), apart)


def share_out(pool: Harvest, players: int) -> tuple[Harvest, ...]:
    """Return what each player gets of the removed tokens, one at a time round the table.

    Two players need every colour: the tokens go round colour by colour, so that both get alike. Three need one colour
    each: the first takes of the colour that there is most of, the next of the second, the third of the third, each as
    long as there are any, and then of what is left over.
    """
    left = list(pool)
    harvests = [[0] * COLOURS for _ in range(players)]
    ranked = sorted(range(COLOURS), key=lambda colour: (-pool[colour], colour))
    for number in range(sum(pool)):
        player = number % players
        if players == 2:
            colour = next(colour for colour in range(COLOURS) if left[colour])
        else:
            own = ranked[player]
            colour = own if left[own] else max(range(COLOURS), key=lambda colour: (left[colour], -colour))
        left[colour] -= 1
        harvests[player][colour] += 1
    return tuple(map(harvest_of, harvests))


def starting_position(poured: Tree, players: int) -> HexPosition:
    """Return the position in which the turns begin."""
    result = clear(poured)
    pool = harvest_of((colour & result.removed).bit_count() for colour in poured)
    return HexPosition(result.tree, share_out(pool, players), sum(pool) % players)
