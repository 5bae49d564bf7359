"""Lines as if drawn by hand: smooth curves through points, and variation that is always the same.

An outline is a list of points in its own units, x to the right, y down, the origin in its middle. A point is
``(x, y)`` where the outline passes smoothly, or ``(x, y, 0)`` where it has a corner. Handles follow the neighbours.

Source: E. Catmull and R. Rom, "A class of local interpolating splines", 1974, written as cubic Bezier curves; handles
are a sixth of the chord between the neighbours, times the tension (own choice, 1 is theirs).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from asterion_press.drawing.display_list import PathData, Pen

Knot: TypeAlias = "tuple[float, float] | tuple[float, float, int]"


Handles: TypeAlias = tuple[tuple[float, float], ...]
"""The four points of a cubic curve: its beginning, two handles, its end."""


def spans(knots: Sequence[Knot], *, closed: bool) -> Iterator[tuple[Handles, bool]]:
    """Yield the curve from each point to the next, and whether it is a straight line."""
    count = len(knots)
    for index in range(count if closed else count - 1):
        a, b = knots[index], knots[(index + 1) % count]
        (ax, ay), (bx, by) = _handle(knots, index, closed), _handle(knots, (index + 1) % count, closed)
        handles = (a[0], a[1]), (a[0] + ax, a[1] + ay), (b[0] - bx, b[1] - by), (b[0], b[1])
        yield handles, len(a) == len(b) == 3


def point_on(handles: Handles, share: float) -> tuple[float, float]:
    """Return the point at a share of a cubic curve.

    Source: the Bernstein polynomials of degree 3.
    """
    (a, b, c, d), rest = handles, 1 - share
    p, q, r, s = rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share, share * share * share
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def smooth_path(*outlines: Sequence[Knot], closed: bool = True) -> PathData:
    """Draw one path through each list of points."""
    pen = Pen()
    for knots in outlines:
        pen.move(knots[0][0], knots[0][1])
        for (_, (ax, ay), (bx, by), end), straight in spans(knots, closed=closed):
            if straight:
                pen.line(*end)
            else:
                pen.curve(ax, ay, bx, by, *end)
        if closed:
            pen.close()
    return pen.data


def mirrored(half: Sequence[Knot]) -> tuple[Knot, ...]:
    """Return the points of a closed outline, given its half from top to bottom; knots on the axis are not repeated."""
    other = [(-knot[0], *knot[1:]) for knot in reversed(half) if abs(knot[0]) > 1e-9]
    return (*half, *other)


def flipped(knots: Sequence[Knot]) -> tuple[Knot, ...]:
    """Return the mirror image of an outline, such as the other arm."""
    return tuple((-knot[0], *knot[1:]) for knot in knots)


def _handle(knots: Sequence[Knot], index: int, closed: bool) -> tuple[float, float]:
    if len(knots[index]) == 3 or (not closed and index in {0, len(knots) - 1}):
        return 0.0, 0.0
    before, after = knots[index - 1], knots[(index + 1) % len(knots)]
    return (after[0] - before[0]) / 6, (after[1] - before[1]) / 6


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
