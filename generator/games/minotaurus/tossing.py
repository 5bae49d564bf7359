"""Does the ring go over a horn, and how far down? Counted on the solid, for a ring that lies level.

A level ring comes to lie at some height if there is a circle that holds all of a horn above that height, while nothing
else of the head reaches so high within the ring's own width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.games.minotaurus.solid import Solid
from generator.games.minotaurus.vectors import Point

ROOM_MM = 4.0
"""Least width of the ring's own band, and what its hole must leave free around a horn, in diameter. Own choice."""
STEP_MM = 1.0


def fall_of(solid: Solid, inner_mm: float, outer_mm: float) -> float:
    """How far below the tip of a horn a level ring can lie, in mm; 0 if it does not go over the tip."""
    top = max(corner[2] for corner in solid.vertices.values())
    fallen = 0.0
    while fallen + STEP_MM < top:
        right, left = parts_above(solid, top - fallen - STEP_MM)
        middle, radius = around(right)
        if 2 * radius > inner_mm - ROOM_MM or any(math.dist(middle, point) < outer_mm / 2 for point in left):
            break
        fallen += STEP_MM
    return fallen


def parts_above(solid: Solid, height: float) -> tuple[list[Point], list[Point]]:
    """What of the solid reaches above a height, seen from above: corners and cuts to the right and to the left."""
    points: set[Point] = set()
    for side in solid.meeting():
        a, b = (solid.vertices[corner] for corner in side)
        points |= {(corner[0], corner[1]) for corner in (a, b) if corner[2] >= height}
        if (a[2] < height) != (b[2] < height):
            share = (height - a[2]) / (b[2] - a[2])
            points.add((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return [point for point in points if point[0] >= 0], [point for point in points if point[0] < 0]


def around(points: Sequence[Point]) -> tuple[Point, float]:
    """Middle and radius of a small circle that holds all points, at most a hundredth larger than the smallest.

    Source: M. Badoiu and K. Clarkson, "Smaller core-sets for balls", 2003: walk towards the farthest, ever less.
    """
    x, y = math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)
    for step in range(1, 101):
        u, v = max(points, key=lambda point: math.dist(point, (x, y)))
        x, y = x + (u - x) / (step + 1), y + (v - y) / (step + 1)
    return (x, y), max(math.dist(point, (x, y)) for point in points)
