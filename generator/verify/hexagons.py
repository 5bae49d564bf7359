"""Hexagons in a honeycomb: what is shown of each beyond its six sides, and whether two of them overlap.

They stand on a corner and are as wide as from one upright side to the other. Sides are counted clockwise from the upper
right one; y points down. Data that can break it: the size of pieces, their bleed and the gap of a layout.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]

OUTWARDS = tuple(
    (math.sin(math.radians(angle)), -math.cos(math.radians(angle))) for angle in (30, 90, 150, 210, 270, 330)
)
"""From the middle of a hexagon to the middle of each of its sides."""


class Hexagon(Struct, frozen=True):
    """A hexagon: its middle and width in mm, and how far what is shown reaches beyond each of its sides."""

    middle: Point
    width: float
    kept: tuple[float, ...]

    def beyond(self, other: Hexagon) -> list[float]:
        """Return how far another hexagon of the same size lies beyond the line of each side, in mm."""
        across, down = other.middle[0] - self.middle[0], other.middle[1] - self.middle[1]
        return [across * x + down * y - self.width for x, y in OUTWARDS]

    def aside(self, other: Hexagon) -> list[float]:
        """Return by how much the middle of another hexagon is off the middle of each side, along it, in mm."""
        across, down = other.middle[0] - self.middle[0], other.middle[1] - self.middle[1]
        return [abs(down * x - across * y) for x, y in OUTWARDS]

    def shows_beside(self, other: Hexagon, limit: float) -> bool:
        """Return whether the line of some side parts all that is shown of this hexagon from the other one."""
        return any(gap >= kept - limit for gap, kept in zip(self.beyond(other), self.kept, strict=True))


def clipped_hexagon(middle: Point, width: float, corners: Sequence[Point], limit: float) -> Hexagon | None:
    """Return a hexagon that is clipped along lines parallel to its sides; None if the clip has another shape.

    Args:
        middle: of the hexagon, in mm.
        width: of the hexagon.
        corners: of the clip.
        limit: by which a corner may be off.
    """
    (x, y), half = middle, width / 2
    kept = tuple(max((p - x) * u + (q - y) * v for p, q in corners) - half for u, v in OUTWARDS)
    sides = [(u, v, half + far) for (u, v), far in zip(OUTWARDS, kept, strict=True)]
    wanted = [_meet(one, other, middle) for one, other in pairwise((*sides, sides[0]))]
    if len(corners) != 6 or not all(_is_near(corner, wanted, limit) for corner in corners):
        return None
    return Hexagon(middle, width, kept) if all(_is_near(corner, corners, limit) for corner in wanted) else None


def _meet(one: tuple[float, float, float], other: tuple[float, float, float], middle: Point) -> Point:
    """Return where two lines meet, each given by its direction and distance from the middle."""
    (a, b, near), (c, d, far) = one, other
    area = a * d - b * c
    return middle[0] + (near * d - far * b) / area, middle[1] + (far * a - near * c) / area


def _is_near(corner: Point, others: Iterable[Point], limit: float) -> bool:
    return any(math.dist(corner, other) <= limit for other in others)


def needed_beyond(one: Hexagon, others: Iterable[Hexagon], own: float, outer: float, near: float) -> list[float]:
    """Return the least that must be shown beyond each side.

    Args:
        one: the hexagon.
        others: all others on its side of the sheet.
        own: bleed that it has, in mm.
        outer: bleed that is shown where no other lies beyond a side.
        near: bleed that is shown towards another, if there is room for twice as much.
    """
    free, reach = [math.inf] * 6, one.width / math.sqrt(3) + 2 * own
    for other in others:
        gaps, off = one.beyond(other), one.aside(other)
        free = [
            min(was, gap) if -0.1 < gap < 2 * own and along < reach else was
            for was, gap, along in zip(free, gaps, off, strict=True)
        ]
    return [outer if gap == math.inf else max(0.0, min(near, gap / 2)) for gap in free]
