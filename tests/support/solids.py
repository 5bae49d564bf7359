"""What must be true of a solid before it is worth cutting out of card: closed, flat, and it stands."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from generator.drawing.solid import Point, Solid, Vector, cross, dot, mean, minus, plus, times

FLAT_MM = 0.02
"""How far a corner may lie off the plane of its face. Own choice: a fifth of a knife's cut."""


def faults(solid: Solid) -> Iterator[str]:
    """Yield what keeps it from being a closed solid of flat faces, in words."""
    for face in solid.faces:
        corners, looks = solid.polygon(face), solid.normal(face)
        off = max(abs(dot(minus(corner, corners[0]), looks)) for corner in corners)
        if off > FLAT_MM:
            yield f"face {face.name!r} is not flat: a corner lies {off:.2f} mm off its plane"
        if not _convex(corners, looks):
            yield f"face {face.name!r} is not convex"
    walked = [side for face in solid.faces for side in face.sides]
    for side in sorted(set(walked)):
        if walked.count(side) > 1:
            yield f"side {'-'.join(side)} belongs to two faces that look opposite ways"
        if (side[1], side[0]) not in walked:
            yield f"side {'-'.join(side)} has no face on its other side: the solid is open there"
    if solid.volume() <= 0:
        yield "the faces look inwards"


def _convex(corners: tuple[Vector, ...], looks: Vector) -> bool:
    around = zip(corners, (*corners[1:], corners[0]), (*corners[2:], *corners[:2]), strict=True)
    return all(dot(cross(minus(b, a), minus(c, b)), looks) > 0 for a, b, c in around)


def stands_by(solid: Solid) -> float:
    """Return how far inside of the base the centre of mass lies, in mm; negative if the empty model falls over."""
    x, y, _ = middle_of_card(solid)
    ground = min(corner[2] for corner in solid.vertices.values())
    base = hull([(v[0], v[1]) for v in solid.vertices.values() if v[2] < ground + 1e-6])
    return min(
        ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / math.dist(a, b)
        for a, b in zip(base, (*base[1:], base[0]), strict=True)
    )


def hull(points: list[Point]) -> tuple[Point, ...]:
    """Return the convex hull, counterclockwise.

    Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
    """

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in ordered:
            while len(chain) > 1 and _left_of(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return (*half(ordered), *half(ordered[::-1]))


def _left_of(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def middle_of_card(solid: Solid) -> Vector:
    """Return the centre of mass of the empty model: of its faces, since card weighs the same everywhere."""
    mass, moment = 0.0, (0.0, 0.0, 0.0)
    for face in solid.faces:
        first, *others = solid.polygon(face)
        for b, c in pairwise(others):
            area = math.hypot(*cross(minus(b, first), minus(c, first))) / 2
            mass, moment = mass + area, plus(moment, times(mean((first, b, c)), area))
    return times(moment, 1 / mass)
