"""Lengths, points, sizes and rectangles in any space; the square tile and its sides.

Everything up to layout is in millimetres; PDF points exist in `pdf` and `verify`.

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

    def beyond(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return the cell on that side of a cell."""
        return cell[0] + self.step[0], cell[1] + self.step[1]


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


# -- lengths -----------------------------------------------------------------------------------------------------------

MM_PER_INCH = 25.4
"""Source: the international inch, exactly 25.4 mm since 1959."""

PT_PER_INCH = 72
"""Source: ISO 32000-1, 8.3.2.3: the default unit of PDF user space is 1/72 inch."""

PT_PER_MM = PT_PER_INCH / MM_PER_INCH

THICKEST_SHEET_MM = 0.5
"""Of a sheet that is folded. Own choice: a thicker one is card, which does not fold into a booklet."""
THINNEST_PIECE_MM, THICKEST_PIECE_MM = 0.1, 4.0
"""Of a piece in a box: from paper to grey board. Own choice."""


def pt(mm: float) -> float:
    """Return a length in millimetres as PDF points."""
    return mm * PT_PER_MM


def mm_from_pt(points: float) -> float:
    """Return a length in PDF points as millimetres."""
    return points / PT_PER_MM
