"""The square tile and its sides; points, sizes and rectangles in any space.

::

            N                x grows to the right (east), y grows down (south);
        +---^---+            the origin is the top left corner of the trim.
      W <       > E          A quarter turn is clockwise: N -> E -> S -> W -> N.
        +---v---+
            S
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Size: TypeAlias = tuple[float, float]
"""Width and height."""
Rect: TypeAlias = tuple[float, float, float, float]
"""Left, least y, right, greatest y; where y is down, left, top, right, bottom."""

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


def bounding_box(points: Iterable[Point]) -> Rect:
    """Return the rectangle around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def turned_point(x: float, y: float, turns: int, size: float) -> Point:
    """Return the point (x, y) of a square of side `size` after clockwise quarter turns about its centre."""
    for _ in range(turns % QUARTER_TURNS):
        x, y = size - y, x
    return x, y
