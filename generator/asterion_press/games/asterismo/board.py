"""The board: 11 x 11 hexagons in a rhombus, sets of hexagons as the bits of one number, and its measures on paper.

::

    a1  b1  c1  d1            rows grow down, each begins half a hexagon further right than the one above;
      a2  b2  c2  d2          a hexagon's neighbours: two in its row, two above, two below
        a3  b3  c3  d3

A hexagon is (column, row), both from 0; it is written with a letter and a number, `a1` to `k11`. Its bit is
`row * STRIDE + column`. A row has one bit more than hexagons, which is never set: so a whole set moves one step in a
direction by one shift, and what leaves the board falls on bits that belong to no hexagon.

On paper hexagons stand on a corner. Places are in mm from the top left corner of the frame, which holds letters and
numbers, y down. A small paper takes the board in panels side by side. Each but the last has a strip at its right that
the next is glued upon; the last has as wide a strip that is cut off, so that all are of one size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

SIZE = 11
"""Hexagons in a row, and rows. Source: rules/asterismo.md."""
STRIDE = SIZE + 1
COLUMNS = "abcdefghijklmnopqrstuvwxyz"

Hexagon: TypeAlias = tuple[int, int]
"""Column and row, from 0."""

DIRECTIONS: tuple[Hexagon, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the neighbours, once round, clockwise from the east."""


def bit(hexagon: Hexagon) -> int:
    """Return the set that holds one hexagon."""
    column, row = hexagon
    return 1 << row * STRIDE + column


HEXAGONS: tuple[Hexagon, ...] = tuple((column, row) for row in range(SIZE) for column in range(SIZE))
BOARD = sum(map(bit, HEXAGONS))
CENTRE: Hexagon = (SIZE // 2, SIZE // 2)


def singles(cells: int) -> Iterator[int]:
    """Yield the sets of one hexagon that a set is made of, row by row."""
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


def hexagons(cells: int) -> Iterator[Hexagon]:
    """Yield the hexagons of a set, row by row."""
    for low in singles(cells):
        row, column = divmod(low.bit_length() - 1, STRIDE)
        yield column, row


def set_of(those: Iterable[Hexagon]) -> int:
    """Return the set that holds these hexagons."""
    return reduce(or_, map(bit, those), 0)


def is_on_board(hexagon: Hexagon) -> bool:
    """Check whether the board has that hexagon."""
    return 0 <= hexagon[0] < SIZE and 0 <= hexagon[1] < SIZE


def neighbours(hexagon: Hexagon) -> tuple[Hexagon, ...]:
    """Return the hexagons that touch this one, clockwise from the east."""
    column, row = hexagon
    return tuple(there for dx, dy in DIRECTIONS if is_on_board(there := (column + dx, row + dy)))


def distance(one: Hexagon, other: Hexagon) -> int:
    """Return the steps from one hexagon to another. Source: cube coordinates, whose third is -column - row."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return max(abs(dx), abs(dy), abs(dx + dy))


def shifted(cells: int) -> tuple[int, int, int, int, int, int]:
    """Return, for each of `DIRECTIONS`, the hexagons that have a member of `cells` as their neighbour there.

    Bits that are no hexagons may be set.
    """
    return cells >> 1, cells >> STRIDE, cells >> STRIDE - 1, cells << 1, cells << STRIDE, cells << STRIDE - 1


def touching(cells: int) -> int:
    """Return the hexagons that touch a member of the set, members among them. Bits outside the board may be set."""
    east, south_east, south_west, west, north_west, north_east = shifted(cells)
    return east | south_east | south_west | west | north_west | north_east


def flooded(seed: int, cells: int) -> int:
    """Return the part of `cells` that is connected to `seed`, which is a subset of it."""
    reached, edge = seed, seed
    while edge:
        edge = touching(edge) & cells & ~reached
        reached |= edge
    return reached


def written(hexagon: Hexagon) -> str:
    """Return how players write a hexagon, such as `f6`."""
    return f"{COLUMNS[hexagon[0]]}{hexagon[1] + 1}"


def names(cells: int) -> tuple[str, ...]:
    """Return how players write the hexagons of a set, row by row."""
    return tuple(map(written, hexagons(cells)))


def read_hexagon(text: str) -> Hexagon:
    """Read a hexagon as players write it.

    Raises:
        ValueError: there is none.
    """
    column, row = COLUMNS.find(text[:1]) if text else -1, text[1:]
    if not (row.isascii() and row.isdigit() and not row.startswith("0")) or not is_on_board((column, int(row) - 1)):
        raise ValueError(f"{text!r} is no hexagon of the board; they are a1 to {written((SIZE - 1, SIZE - 1))}")
    return column, int(row) - 1


# -- on paper ----------------------------------------------------------------------------------------------------------

Point: TypeAlias = tuple[float, float]
SIDE_MM = 12.0
"""From the hexagons to the left and right edge of the frame. Own choice: room for numbers."""
EDGE_MM = 10.0
"""From the hexagons to the upper and lower edge of the frame. Own choice: room for letters."""
PANELS = 3
STRIP_MM = 12.0
"""Width of the strip for glue. Own choice: what a glue stick covers in one stroke, and a little more."""


class BoardPanel(NamedTuple):
    """A part of the board that is printed on a page of its own: the frame from `left` to `right`."""

    number: int
    left: float
    right: float

    @property
    def letter(self) -> str:
        """Return the letter that is printed on it: A, B, C."""
        return "ABC"[self.number]

    @property
    def is_last(self) -> bool:
        """Return whether no other panel is glued onto it."""
        return self.number == PANELS - 1


class BoardLayout(NamedTuple):
    """The board's measures; `hexagon` is a hexagon's width."""

    hexagon: float

    @property
    def side(self) -> float:
        """Return a side of a hexagon, which is also its radius."""
        return self.hexagon / math.sqrt(3)

    @property
    def row(self) -> float:
        """Return the distance of two rows."""
        return self.side * 1.5

    @property
    def width(self) -> float:
        """Return the width of the frame."""
        return self.hexagon * (SIZE + (SIZE - 1) / 2) + 2 * SIDE_MM

    @property
    def height(self) -> float:
        """Return the height of the frame."""
        return self.row * (SIZE - 1) + 2 * self.side + 2 * EDGE_MM

    def middle(self, hexagon: Hexagon) -> Point:
        """Return the middle of a hexagon."""
        column, row = hexagon
        return SIDE_MM + self.hexagon * (column + row / 2 + 0.5), EDGE_MM + self.side + self.row * row

    def corners(self, hexagon: Hexagon, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the corners of a hexagon, from the top clockwise; `inset` brings its sides nearer to its middle."""
        x, y = self.middle(hexagon)
        return hexagon_around(x, y, self.side - inset * 2 / math.sqrt(3))

    @property
    def panels(self) -> tuple[BoardPanel, ...]:
        """Return the parts in which a small paper takes the board, from the left; they meet at whole millimetres."""
        joints = [0.0, *(float(round(self.width * part / PANELS)) for part in range(1, PANELS)), self.width]
        return tuple(BoardPanel(number, joints[number], joints[number + 1]) for number in range(PANELS))

    def whole_within(self, left: float, right: float) -> tuple[tuple[Point, ...], ...]:
        """Return the corners of the hexagons that lie between two upright lines, in mm from the left one."""
        found = (self.corners(hexagon) for hexagon in HEXAGONS)
        return tuple(
            tuple((x - left, y) for x, y in corners) for corners in found if all(left <= x <= right for x, _ in corners)
        )

    @property
    def panel_width(self) -> float:
        """Return the width of a page's drawing: the widest panel and its strip."""
        return max(panel.right - panel.left for panel in self.panels) + STRIP_MM


def hexagon_around(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Return the corners of a hexagon about a point, from the top clockwise."""
    angles = [math.radians(60 * step - 90) for step in range(6)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)
