"""A solid seen from some side: which of its faces show, in which order they are painted, and how dark they are.

Views are orthographic, the far faces painted first, each lit a little. Source of the order: M. Newell, R. Newell and
T. Sancha's painter's algorithm without its tests; faces that look away are left out, which leaves few that hide one
another.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from generator.drawing.bull_head import MIRRORED
from generator.drawing.inks import Palette, mix_inks
from generator.drawing.solid import Point, Solid, SolidFace, Vector, cross, dot, mean, unit

MUZZLE = ("snout-front", "lip-front", "muzzle", "lip", "mouth", "chin-side", "chin", "nostril")
"""Faces of the bull's head that are of another ink."""
LIGHT: Vector = unit((-0.45, 0.6, 0.9))
DARKEST = 0.42
"""The share of shade on a face that looks away from the light. Own choice."""


def darkness(normal: Vector, palette: Palette) -> float:
    """Return the share of shade on a face; none in line art."""
    return 0.0 if palette.line_art else DARKEST * (1 - dot(normal, LIGHT)) / 2


class Viewpoint:
    """A place to look from: degrees around from the front, to the right, and up from the table."""

    def __init__(self, around_deg: float, up_deg: float) -> None:
        a, u = math.radians(around_deg), math.radians(up_deg)
        self.towards: Vector = (math.sin(a) * math.cos(u), math.cos(a) * math.cos(u), math.sin(u))
        self.right: Vector = unit(cross((0.0, 0.0, 1.0), self.towards)) if abs(up_deg) < 89 else (-1.0, 0.0, 0.0)
        self.up: Vector = cross(self.towards, self.right)

    def seen(self, point: Vector) -> Point:
        """Return where a point is seen: x to the right, y down."""
        return dot(point, self.right), -dot(point, self.up)


def faces_seen(solid: Solid, view: Viewpoint, parts: Collection[str]) -> Iterator[tuple[SolidFace, bool]]:
    """Yield faces of some parts, the farthest first, with whether they show their outside; insides if it is open."""
    there = [face for face in solid.faces if face.part in parts]
    whole = len(there) == len(solid.faces)
    found = [(face, dot(solid.normal(face), view.towards) > 1e-6) for face in there]
    looking = [(face, outside) for face, outside in found if outside or not whole]
    yield from sorted(looking, key=lambda one: (one[1], dot(mean(solid.polygon(one[0])), view.towards)))


def body(face: SolidFace, palette: Palette) -> str:
    """Return the ink of a face of the bull's head."""
    inks, name = palette.inks, face.name.removesuffix(MIRRORED)
    if name.startswith("horn-tip"):
        return inks.gold
    if name.startswith("horn"):
        return inks.horn
    if name in MUZZLE:
        return mix_inks(inks.clay_dark, inks.bull, 0.25)
    if face.part == "plinth":
        return inks.paper if name == "base" else inks.clay
    return mix_inks(inks.bull, inks.clay_dark, 0.22)
