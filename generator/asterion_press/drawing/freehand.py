"""Curves in straight pieces, and variation as if drawn by hand that is always the same."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from typing import TypeAlias

from asterion_press.drawing.display_list import PathData, Point, Transform, steps_of

TOLERANCE_MM = 0.02
"""Largest distance of a line from its curve: a fifth of the 0.1 mm to which cut files match their sheets."""

Handles: TypeAlias = tuple[tuple[float, float], ...]
"""The four points of a cubic curve: its beginning, two handles, its end."""


def point_on(handles: Handles, share: float) -> tuple[float, float]:
    """Return the point at a share of a cubic curve.

    Source: the Bernstein polynomials of degree 3.
    """
    (a, b, c, d), rest = handles, 1 - share
    p, q, r, s = rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share, share * share * share
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def straightened(data: PathData, transform: Transform) -> list[tuple[list[Point], bool]]:
    """Return the subpaths of a path as chains of points joined by straight lines, each with whether it is closed."""
    chains: list[tuple[list[Point], bool]] = []
    for command, own in steps_of(data):
        points = [transform.apply(x, y) for x, y in own]
        if command == "M":
            chains.append((points, False))
        elif command == "Z":
            chains[-1] = chains[-1][0], True
        elif command == "L":
            chains[-1][0].extend(points)
        else:
            chains[-1][0].extend(_curve(chains[-1][0][-1], points[0], points[1], points[2]))
    return chains


def _curve(p0: Point, p1: Point, p2: Point, p3: Point) -> Iterator[Point]:
    """Yield the points after the first of a cubic curve.

    n lines are nowhere farther from the curve than 3/4 of its largest second difference, divided by n squared.

    Source: G. Farin, "Curves and Surfaces for CAGD", on the distance of a polygon of points from its curve.
    """
    bends = (math.dist((a[0] + c[0], a[1] + c[1]), (2 * b[0], 2 * b[1])) for a, b, c in ((p0, p1, p2), (p1, p2, p3)))
    count = max(1, math.ceil(math.sqrt(0.75 * max(bends) / TOLERANCE_MM)))
    for step in range(1, count + 1):
        yield point_on((p0, p1, p2, p3), step / count)


class SeededRandom:
    """An endless row of numbers that belongs to a name."""

    __slots__ = ("_at", "_bytes", "_name")

    def __init__(self, name: str) -> None:
        self._name = name.encode()
        self._bytes = hashlib.sha256(self._name).digest()
        self._at = 0

    def unit(self) -> float:
        """Return the next number, at least 0 and less than 1, in steps of 1/256."""
        if self._at == len(self._bytes):
            self._bytes += hashlib.sha256(self._bytes[-32:] + self._name).digest()
        self._at += 1
        return self._bytes[self._at - 1] / 256

    def between(self, low: float, high: float) -> float:
        """Return the next number from `low` to `high`."""
        return low + (high - low) * self.unit()
