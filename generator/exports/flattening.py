"""Paths as straight lines, for machines that know no curves and for measuring what is inked."""

from __future__ import annotations

import math
from typing import TypeAlias

from generator.drawing.display_list import PathData, Transform

Point: TypeAlias = tuple[float, float]

TOLERANCE_MM = 0.02
"""How far a line may be from its curve; a fifth of the 0.1 mm to which cut files match their sheets."""


def moved(transform: Transform, point: Point) -> Point:
    """Where a point comes to lie."""
    x, y = point
    return transform.a * x + transform.c * y + transform.e, transform.b * x + transform.d * y + transform.f


def lines_of(data: PathData, transform: Transform, tolerance: float = TOLERANCE_MM) -> list[tuple[list[Point], bool]]:
    """The subpaths of a path as chains of points, each with whether it is closed."""
    chains: list[tuple[list[Point], bool]] = []
    for command, text in data:
        numbers = [float(word) for word in text.split()]
        points = [moved(transform, point) for point in zip(numbers[::2], numbers[1::2], strict=True)]
        if command == "M":
            chains.append((points, False))
        elif command == "Z":
            chains[-1] = chains[-1][0], True
        elif command == "L":
            chains[-1][0].extend(points)
        else:
            chains[-1][0].extend(_curve(chains[-1][0][-1], points[0], points[1], points[2], tolerance))
    return chains


def _curve(p0: Point, p1: Point, p2: Point, p3: Point, tolerance: float) -> list[Point]:
    """The points after the first of a cubic curve.

    n lines are nowhere farther from the curve than 3/4 of its largest second difference, divided by n squared.

    Source: G. Farin, "Curves and Surfaces for CAGD", on the distance of a polygon of points from its curve.
    """
    bends = (math.dist((a[0] + c[0], a[1] + c[1]), (2 * b[0], 2 * b[1])) for a, b, c in ((p0, p1, p2), (p1, p2, p3)))
    count = max(1, math.ceil(math.sqrt(0.75 * max(bends) / tolerance)))
    return [_at(p0, p1, p2, p3, step / count) for step in range(1, count + 1)]


def _at(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
    return (
        a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0],
        a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1],
    )
