"""Convex polygons in the plane: whether they overlap, what lies inside, how they are moved. Millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.games.minotaurus.vectors import Point


def overlap(one: Sequence[Point], other: Sequence[Point], touching: float = 0.0) -> bool:
    """Whether two convex polygons share more than `touching` mm in every direction.

    Source: the separating axis theorem; for convex polygons the normals of their sides suffice.
    """
    if not _boxes_meet(one, other):
        return False
    return all(_shadows_meet(one, other, axis, touching) for axis in (*_axes(one), *_axes(other)))


def _boxes_meet(one: Sequence[Point], other: Sequence[Point]) -> bool:
    left, low, right, high = box(one)
    u, v, w, z = box(other)
    return left < w and u < right and low < z and v < high


def _axes(polygon: Sequence[Point]) -> Iterator[Point]:
    for (ax, ay), (bx, by) in sides(polygon):
        long = math.hypot(bx - ax, by - ay)
        yield (by - ay) / long, (ax - bx) / long


def _shadows_meet(one: Sequence[Point], other: Sequence[Point], axis: Point, touching: float) -> bool:
    first = [x * axis[0] + y * axis[1] for x, y in one]
    second = [x * axis[0] + y * axis[1] for x, y in other]
    return min(max(first), max(second)) - max(min(first), min(second)) > touching


def sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides, each from corner to corner."""
    yield from zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def holds(polygon: Sequence[Point], point: Point, slack: float = 0.0) -> bool:
    """Whether a point lies in a counterclockwise convex polygon, or outside by at most `slack`."""
    return all(inside_by(side, point) >= -slack for side in sides(polygon))


def inside_by(side: tuple[Point, Point], point: Point) -> float:
    """How far a point lies to the left of a side."""
    (ax, ay), (bx, by) = side
    return ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / math.hypot(bx - ax, by - ay)


def turned(point: Point, angle: float) -> Point:
    """A point turned about the origin by an angle in radians, counterclockwise where y points up."""
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, least y, right and greatest y."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def clipped(points: Sequence[Point], polygon: Sequence[Point]) -> list[Point]:
    """What of a polygon lies in a counterclockwise convex one.

    Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", 1974.
    """
    kept = list(points)
    for side in sides(polygon):
        before, kept = kept, []
        for a, b in sides(before) if before else ():
            da, db = inside_by(side, a), inside_by(side, b)
            if da >= 0:
                kept.append(a)
            if (da < 0) != (db < 0):
                share = da / (da - db)
                kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return kept


def line_within(a: Point, b: Point, polygon: Sequence[Point]) -> tuple[Point, Point] | None:
    """What of a line lies in a counterclockwise convex polygon.

    Source: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping", 1978.
    """
    low, high = 0.0, 1.0
    for side in sides(polygon):
        da, db = inside_by(side, a), inside_by(side, b)
        if da < 0 and db < 0:
            return None
        if da < 0:
            low = max(low, da / (da - db))
        elif db < 0:
            high = min(high, da / (da - db))
    if low >= high:
        return None
    return _between(a, b, low), _between(a, b, high)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
