"""Tokens poured on the board and spread until each lies alone, from a seed.

The rulebook asks for a shaken bag, poured out and spread from the centre. How tokens tumble is our own choice of a
model, simple enough to be told: they leave the bag in random order; each lands about the centre, its two distances from
there normal with `SPREAD` hexagons; a token that lands on another slides outwards, one hexagon at a time and each time
to one that lies further from the centre, until it lies alone. Where the board ends before that, it comes to lie on the
nearest free hexagon.

The same seed gives the same tokens on every machine: only `random()` of Python's Mersenne Twister is asked, the one
method whose numbers Python promises to keep.
"""

from __future__ import annotations

import math
from random import Random

from generator.games.asterismo.board import BOARD, CENTRE, Hexagon, bit, distance, hexagons, neighbours, on_board
from generator.games.asterismo.rules import TOKENS_PER_COLOUR
from generator.games.asterismo.tree import COLOURS, Tree

SPREAD = 2.0
"""How far from the centre tokens land, in hexagons: the standard deviation along each of two axes."""
ROW_HEIGHT = math.sqrt(3) / 2
"""From one row of hexagons to the next, in hexagons."""


def poured(seed: int, tokens_per_colour: int = TOKENS_PER_COLOUR, spread: float = SPREAD) -> Tree:
    """All tokens of the bag on the board, each on a hexagon of its own."""
    chance = Random(f"asterismo {seed}")  # noqa: S311 - tumbling tokens, no secrets
    bag = [colour for colour in range(COLOURS) for _ in range(tokens_per_colour)]
    for last in range(len(bag) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        bag[last], bag[other] = bag[other], bag[last]
    trees = [0] * COLOURS
    for colour in bag:
        taken = trees[0] | trees[1] | trees[2]
        trees[colour] |= bit(_slid(_landed(chance, spread), taken, chance))
    return trees[0], trees[1], trees[2]


def _landed(chance: Random, spread: float) -> Hexagon:
    """A random hexagon about the centre. Source of the normal numbers: Box and Muller, 1958."""
    while True:
        radius = spread * math.sqrt(-2 * math.log(1 - chance.random()))
        angle = math.tau * chance.random()
        there = _nearest(radius * math.cos(angle), radius * math.sin(angle))
        if on_board(there):
            return there


def _nearest(x: float, y: float) -> Hexagon:
    """The hexagon that covers a point, counted in hexagons from the middle of the centre. Source: cube rounding."""
    row = y / ROW_HEIGHT
    column = x - row / 2
    parts = column, row, -column - row
    whole = [round(part) for part in parts]
    off = [abs(a - b) for a, b in zip(whole, parts, strict=True)]
    worst = off.index(max(off))
    whole[worst] = -whole[worst - 1] - whole[worst - 2]
    return CENTRE[0] + whole[0], CENTRE[1] + whole[1]


def _slid(there: Hexagon, taken: int, chance: Random) -> Hexagon:
    """Where a token comes to lie alone."""
    while bit(there) & taken:
        outwards = [near for near in neighbours(there) if distance(near, CENTRE) > distance(there, CENTRE)]
        if not outwards:
            return min(hexagons(BOARD & ~taken), key=lambda free: (distance(free, there), bit(free)))
        there = outwards[int(chance.random() * len(outwards))]
    return there
