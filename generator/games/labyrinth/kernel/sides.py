"""The four sides of an uncovered cell, and which of them hang together: tables, so that nothing has to be searched.

What lies around a cell joins some of its sides (by chambers that open at several of them), what a tile would lay on it
joins some (by its paths), and both together join what a table of 15 times 15 entries says. For each block of sides, one
bit a side, the chamber's tally is then a sum of three numbers that are known::

         A                   the chambers around join N and S (both open into A): NS | E | W
      +--^--+                the tile, NE | SW:                                   NE | SW
    B <  ?  |  wall          both together:                                       NESW
      +--v--+                tally of the block: A + B, less one exit for each side where they open,
         A                   + what the tile's paths in the block hold, + one exit for each path's side on a free cell

There are as many ways to join four sides as a set of four has partitions, 15 (source: OEIS A000110, Bell numbers).
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from generator.geometry import QUARTER_TURNS, SIDES

PAIRS = tuple(combinations(range(len(SIDES)), 2))
"""The pairs of sides, in the order of the bits by which a partition is known."""


def _partitions() -> list[tuple[int, ...]]:
    """Every partition: for each side the number of its block, blocks numbered as they come."""
    growing = product(*(range(side + 1) for side in range(len(SIDES))))
    return [names for names in growing if all(name <= max((-1, *names[:i])) + 1 for i, name in enumerate(names))]


PARTITIONS = _partitions()


def pair_bits(names: tuple[int, ...]) -> int:
    """One bit for each pair of sides that are in one block."""
    return sum((names[one] == names[other]) << bit for bit, (one, other) in enumerate(PAIRS))


def _joined(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """The number of the finest partition in which everything is joined that is joined in one of both."""
    names = list(range(len(SIDES)))
    for _ in SIDES:
        for a, b in PAIRS:
            if one[a] == one[b] or other[a] == other[b]:
                names[a] = names[b] = min(names[a], names[b])
    order = sorted(set(names))
    return PARTITIONS.index(tuple(order.index(name) for name in names))


def _blocks(names: tuple[int, ...]) -> list[int]:
    blocks = [sum(1 << side for side, name in enumerate(names) if name == block) for block in range(len(SIDES))]
    return sorted(blocks, reverse=True)


PARTITION_OF = np.zeros(1 << len(PAIRS), np.int64)
"""By the bits of the pairs the number of the partition; 0 for bits that no partition has."""
for _number, _names in enumerate(PARTITIONS):
    PARTITION_OF[pair_bits(_names)] = _number

JOINED = np.array([[_joined(one, other) for other in PARTITIONS] for one in PARTITIONS], np.int64)
"""By the numbers of two partitions the number of both together."""

BLOCKS = np.array([_blocks(names) for names in PARTITIONS], np.int64)
"""By the number of a partition its blocks, one bit a side; no more blocks: zeros."""

BITS = np.array([mask.bit_count() for mask in range(1 << QUARTER_TURNS)], np.int64)
"""How many sides a block has."""
