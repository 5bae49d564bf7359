"""Convex polygons in the plane: whether they overlap, what lies inside, how they are moved. Millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.games.minotaurus.solid import Point


def overlap(one: Sequence[Point], other: Sequence[Point], touching: float = 0.0) -> bool:
    """Check whether two convex polygons share more than `touching` mm in every direction.

    Source: the separating axis theorem; for convex polygons the normals of their sides suffice.
    """
    left, low, right, high = bounding_box(one)
    u, v, w, z = bounding_box(other)
    if left >= w or u >= right or low >= z or v >= high:
        return False
    for polygon in (one, other):
        for (ax, ay), (bx, by) in sides(polygon):
            long = math.hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / long, (ax - bx) / long
            first, second = [x * nx + y * ny for x, y in one], [x * nx + y * ny for x, y in other]
            if min(max(first), max(second)) - max(min(first), min(second)) <= touching:
                return False
    return True


def sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield the sides, each from corner to corner."""
    yield from zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def contains(polygon: Sequence[Point], point: Point, slack: float = 0.0) -> bool:
    """Check whether a point lies in a counterclockwise convex polygon, or outside by at most `slack`."""
    return all(distance_left(side, point) >= -slack for side in sides(polygon))


def distance_left(side: tuple[Point, Point], point: Point) -> float:
    """Return how far a point lies to the left of a side; negative to its right."""
    (ax, ay), (bx, by) = side
    return ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / math.hypot(bx - ax, by - ay)


def turned(point: Point, angle: float) -> Point:
    """Return a point turned about the origin by an angle in radians, counterclockwise where y points up."""
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def between(a: Point, b: Point, share: float) -> Point:
    """Return the point at a share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def bounding_box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return left, least y, right and greatest y."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def clip_polygon(points: Sequence[Point], polygon: Sequence[Point]) -> list[Point]:
    """Return what of a polygon lies in a counterclockwise convex one.

    Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", 1974.
    """
    kept = list(points)
    for side in sides(polygon):
        before, kept = kept, []
        for a, b in sides(before) if before else ():
            da, db = distance_left(side, a), distance_left(side, b)
            if da >= 0:
                kept.append(a)
            if (da < 0) != (db < 0):
                kept.append(between(a, b, da / (da - db)))
    return kept


def clip_line(a: Point, b: Point, polygon: Sequence[Point]) -> tuple[Point, Point] | None:
    """Return what of a line lies in a counterclockwise convex polygon.

    Source: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping", 1978.
    """
    low, high = 0.0, 1.0
    for side in sides(polygon):
        da, db = distance_left(side, a), distance_left(side, b)
        if da < 0 and db < 0:
            return None
        if da < 0:
            low = max(low, da / (da - db))
        elif db < 0:
            high = min(high, da / (da - db))
    if low >= high:
        return None
    return between(a, b, low), between(a, b, high)
