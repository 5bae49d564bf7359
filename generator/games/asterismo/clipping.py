"""Areas and lines cut off at the edges of an upright rectangle, so that a page holds its part of a larger drawing.

Sources: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974, for areas; Y.-D. Liang, B. Barsky, "A new
concept and method for line clipping", 1984, for lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float


def clipped_area(points: Sequence[Point], box: Box) -> tuple[Point, ...]:
    """What of a polygon lies within the box, in one outline; empty if nothing does."""
    corners = list(points)
    for axis, limit, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        kept: list[Point] = []
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
            inside, next_inside = (sign * (point[axis] - limit) >= 0 for point in (here, there))
            if inside:
                kept.append(here)
            if inside != next_inside:
                kept.append(_between(here, there, (limit - here[axis]) / (there[axis] - here[axis])))
        corners = kept
    return tuple(corners) if len(corners) > 2 else ()


def clipped_line(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """What of a straight line lies within the box; None if nothing does."""
    first, last = 0.0, 1.0
    for axis, low, high in ((0, box.left, box.right), (1, box.top, box.bottom)):
        step = end[axis] - start[axis]
        if step == 0:
            if not low <= start[axis] <= high:
                return None
            continue
        enters, leaves = sorted(((low - start[axis]) / step, (high - start[axis]) / step))
        first, last = max(first, enters), min(last, leaves)
    if first >= last:
        return None
    return _between(start, end, first), _between(start, end, last)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
