"""Points and directions in space, in millimetres: x to the bull's right, y to its front, z up from the table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

Vector: TypeAlias = "tuple[float, float, float]"
Point: TypeAlias = "tuple[float, float]"


def plus(a: Vector, b: Vector) -> Vector:
    """The sum."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vector, b: Vector) -> Vector:
    """The difference."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def times(a: Vector, factor: float) -> Vector:
    """A vector, longer by a factor."""
    return a[0] * factor, a[1] * factor, a[2] * factor


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a: Vector) -> Vector:
    """The same direction, of length 1.

    Raises:
        ValueError: the vector has no direction.
    """
    length = math.hypot(*a)
    if length < 1e-9:
        raise ValueError(f"{a} has no direction")
    return times(a, 1 / length)


def mean(points: Iterable[Vector]) -> Vector:
    """The middle of points."""
    there = list(points)
    return times(
        (math.fsum(p[0] for p in there), math.fsum(p[1] for p in there), math.fsum(p[2] for p in there)), 1 / len(there)
    )


def normal(polygon: Iterable[Vector]) -> Vector:
    """The outward normal of a polygon whose corners run counterclockwise for who sees it from outside.

    Source: M. Newell's method, as in I. Sutherland et al., "A characterization of ten hidden-surface algorithms", 1974.
    """
    corners = list(polygon)
    x = y = z = 0.0
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        x += (a[1] - b[1]) * (a[2] + b[2])
        y += (a[2] - b[2]) * (a[0] + b[0])
        z += (a[0] - b[0]) * (a[1] + b[1])
    return unit((x, y, z))
