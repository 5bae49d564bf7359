"""The places of the hexagons on the printed board, in mm from the top left corner of the frame, y down.

Hexagons stand on a corner. Their width, from side to side, is the distance of the middles of two neighbours in a row;
each row begins half a hexagon further right than the one above. The frame around them holds letters and numbers.

A small paper takes the board in panels side by side. Each but the last has a strip at its right that the next is glued
upon; the last has as wide a strip that is cut off, so that all are of one size.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from generator.drawing.display_list import Point
from generator.games.asterismo.board import HEXAGONS, SIZE, Hexagon

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
        """The letter that is printed on it: A, B, C."""
        return "ABC"[self.number]

    @property
    def is_last(self) -> bool:
        """True if nothing is glued upon it."""
        return self.number == PANELS - 1


class BoardLayout(NamedTuple):
    """The board's measures; `hexagon` is a hexagon's width."""

    hexagon: float

    @property
    def side(self) -> float:
        """A side of a hexagon, which is also its radius."""
        return self.hexagon / math.sqrt(3)

    @property
    def row(self) -> float:
        """The distance of two rows."""
        return self.side * 1.5

    @property
    def width(self) -> float:
        """The width of the frame."""
        return self.hexagon * (SIZE + (SIZE - 1) / 2) + 2 * SIDE_MM

    @property
    def height(self) -> float:
        """The height of the frame."""
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
        """The parts in which a small paper takes the board, from the left; they meet at whole millimetres."""
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
        """The width of a page's drawing: the widest panel and its strip."""
        return max(panel.right - panel.left for panel in self.panels) + STRIP_MM


def hexagon_around(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Return the corners of a hexagon about a point, from the top clockwise."""
    angles = [math.radians(60 * step - 90) for step in range(6)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)
