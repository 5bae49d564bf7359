"""Ornament in rings: the Greek key, and tesserae. Millimetres about a centre; own choice of proportions."""

from __future__ import annotations

import math

from generator.drawing.display_list import PathData, Pen

_HOOK = ((0.0, 0.0), (0.0, 1.0), (0.74, 1.0), (0.74, 0.34), (0.38, 0.34), (0.38, 0.68))
"""One key of the meander: share of its width along the ring, share of its height outwards."""


def key_ring(x: float, y: float, inner: float, outer: float, count: int) -> PathData:
    """A meander of `count` keys between two radii, as lines to be stroked."""
    pen = Pen()
    for key in range(count):
        for index, (u, v) in enumerate(_HOOK):
            angle, radius = math.tau * (key + u) / count, inner + (outer - inner) * v
            (pen.line if index else pen.move)(x + radius * math.cos(angle), y + radius * math.sin(angle))
    pen.circle(x, y, inner)
    return pen.data


def tesserae(x: float, y: float, radius: float, depth: float, count: int, *, odd: bool = False) -> PathData:
    """Every other stone of a ring of small stones, from `radius` inwards by `depth`."""
    pen = Pen()
    for stone in range(count):
        start, end = (math.tau * (2 * stone + odd + side) / (2 * count) for side in (0.06, 0.94))
        corners = ((start, radius), (end, radius), (end, radius - depth), (start, radius - depth))
        pen.polygon(*((x + r * math.cos(angle), y + r * math.sin(angle)) for angle, r in corners))
    return pen.data
