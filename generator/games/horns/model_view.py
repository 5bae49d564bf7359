"""The solid as it is seen from some side: an orthographic view, the far faces painted first, each lit a little.

Source of the order: M. Newell, R. Newell and T. Sancha's painter's algorithm without its tests; faces that look away are
left out, which leaves few that hide one another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from generator.drawing.display import Group, Pen, Shape
from generator.drawing.inks import mixed
from generator.games.horns.solid import Face, Solid
from generator.games.horns.vectors import Point, Vector, cross, dot, mean, unit

LIGHT: Vector = unit((-0.45, 0.6, 0.9))
DARKEST = 0.42
"""How much of the shade a face has that looks away from the light. Own choice."""


class View:
    """Where the reader stands: degrees around from the front, to the right, and up from the table."""

    def __init__(self, around_deg: float, up_deg: float) -> None:
        a, u = math.radians(around_deg), math.radians(up_deg)
        self.towards: Vector = (math.sin(a) * math.cos(u), math.cos(a) * math.cos(u), math.sin(u))
        self.right: Vector = unit(cross((0.0, 0.0, 1.0), self.towards)) if abs(up_deg) < 89 else (1.0, 0.0, 0.0)
        self.right = (-self.right[0], -self.right[1], -self.right[2])
        self.up: Vector = cross(self.towards, self.right)
        self.up = self.up if self.up[2] >= 0 else (-self.up[0], -self.up[1], -self.up[2])

    def seen(self, point: Vector) -> Point:
        """Where a point is seen: x to the right, y down."""
        return dot(point, self.right), -dot(point, self.up)


def faces_seen(solid: Solid, view: View) -> Iterator[Face]:
    """The faces that look at the reader, the farthest first."""
    looking = [face for face in solid.faces if dot(solid.normal(face), view.towards) > 1e-6]
    yield from sorted(looking, key=lambda face: dot(mean(solid.polygon(face)), view.towards))


def seen(solid: Solid, view: View, ink: Callable[[Face], str], shade: str, outline: str) -> Group:
    """The solid with its faces in flat inks, darker where less light falls."""
    shapes = []
    for face in faces_seen(solid, view):
        light = (1 + dot(solid.normal(face), LIGHT)) / 2
        data = Pen().polygon(*(view.seen(corner) for corner in solid.polygon(face))).data
        shapes.append(Shape(data, fill=mixed(ink(face), shade, DARKEST * (1 - light)), stroke=outline, width=0.25))
    return Group("view", tuple(shapes))
