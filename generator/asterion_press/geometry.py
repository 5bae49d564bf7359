"""The square tile and its sides.

::

            N                x grows to the right (east), y grows down (south);
        +---^---+            the origin is the top left corner of the trim.
      W <       > E          A quarter turn is clockwise: N -> E -> S -> W -> N.
        +---v---+
            S
"""

from __future__ import annotations

from enum import IntEnum

QUARTER_TURNS = 4


class Side(IntEnum):
    """A side of a tile, numbered clockwise from the north, so that turning is addition modulo four."""

    N = 0
    E = 1
    S = 2
    W = 3

    def turned(self, turns: int) -> Side:
        """Return the side that this side becomes after `turns` clockwise quarter turns."""
        return Side((self + turns) % QUARTER_TURNS)

    @property
    def opposite(self) -> Side:
        """Return the side across the tile."""
        return self.turned(2)

    @property
    def step(self) -> tuple[int, int]:
        """Return the step to the neighbouring cell on that side, as (dx, dy)."""
        return ((0, -1), (1, 0), (0, 1), (-1, 0))[self]


SIDES = tuple(Side)


def turned_point(x: float, y: float, turns: int, size: float) -> tuple[float, float]:
    """Return the point (x, y) of a square of side `size` after clockwise quarter turns about its centre."""
    for _ in range(turns % QUARTER_TURNS):
        x, y = size - y, x
    return x, y
