"""Arrows between cells: a bow to the left of its way, from a little beyond one middle to a little before the other."""

from __future__ import annotations

import math

from generator.drawing.display_list import PathData, Pen

AWAY = 11.0
"""How far from the cells' middles an arrow begins and ends, in units of which a cell has 50."""

Point = tuple[float, float]


def bend(x1: float, y1: float, x2: float, y2: float) -> tuple[Point, Point, Point]:
    """Where the bow begins, the point towards which it bends, a fifth of its length to the left, and its tip."""
    dx, dy = x2 - x1, y2 - y1
    length = math.hypot(dx, dy)
    by = 0.2 * length + 4
    middle = (x1 + x2) / 2 + dy / length * by, (y1 + y2) / 2 - dx / length * by
    return _towards((x1, y1), middle, AWAY), middle, _towards((x2, y2), middle, AWAY)


def bow(x1: float, y1: float, x2: float, y2: float) -> tuple[PathData, PathData]:
    """The shaft and the head of an arrow."""
    start, (mx, my), end = bend(x1, y1, x2, y2)
    neck = _towards(end, (mx, my), 9)
    c1 = (start[0] + (mx - start[0]) * 0.67, start[1] + (my - start[1]) * 0.67)
    c2 = (neck[0] + (mx - neck[0]) * 0.67, neck[1] + (my - neck[1]) * 0.67)
    shaft = Pen().move(*start).curve(*c1, *c2, *neck).data
    hx, hy = (end[0] - neck[0]) / 9, (end[1] - neck[1]) / 9
    base = (neck[0] - hx * 0.5, neck[1] - hy * 0.5)
    head = Pen().polygon(end, (base[0] - hy * 4.6, base[1] + hx * 4.6), (base[0] + hy * 4.6, base[1] - hx * 4.6))
    return shaft, head.data


def bow_points(x1: float, y1: float, x2: float, y2: float, count: int = 16) -> list[Point]:
    """Points along an arrow."""
    (sx, sy), (mx, my), (ex, ey) = bend(x1, y1, x2, y2)
    shares = [number / (count - 1) for number in range(count)]
    return [
        (
            (1 - t) ** 2 * sx + 2 * t * (1 - t) * mx + t * t * ex,
            (1 - t) ** 2 * sy + 2 * t * (1 - t) * my + t * t * ey,
        )
        for t in shares
    ]


def _towards(start: Point, end: Point, by: float) -> Point:
    """The point `by` on the way from `start` to `end`."""
    length = math.dist(start, end) or 1.0
    return start[0] + (end[0] - start[0]) / length * by, start[1] + (end[1] - start[1]) / length * by
