"""The signs of the tokens, which tell colours apart without colour: sun, moon and star, in 10 x 10 units, y down.

The sun is the players' sun of `drawing/emblems.py`; the moon is a disc less a disc; the star has five points with a
ridge to each, and all three have silhouettes of their own. Drawings of our own.
"""

from __future__ import annotations

import math
from functools import cache

from generator.drawing.display_list import PathData, Pen, Shape
from generator.drawing.emblems import painted
from generator.games.asterismo.layout import Sign

_DISC = (-0.55, 0.0, 4.7)
"""The moon: x, y and radius of its disc."""
_SHADOW = (1.75, -0.9, 3.85)
"""What is missing of it."""


@cache
def sign_shapes(sign: Sign, ink: str, ground: str, outline: str | None) -> tuple[Shape, ...]:
    """A sign in one ink on its ground, with an outline if there is an ink for it."""
    if sign == "sun":
        return painted("sun", ink, ground, outline)
    width = 0.42 if outline else 0
    if sign == "moon":
        return (
            Shape(crescent(_DISC, _SHADOW), fill=ink, stroke=outline, width=width),
            Shape(_crater(), stroke=outline or ground, width=0.42),
        )
    ridges = Pen()
    for step in range(5):
        ridges.move(0, 0.2).line(*_tip(2 * step, 4.0))
    return (
        Shape(Pen().polygon(*star_points(0, 0.2, 5.2, 2.25)).data, fill=ink, stroke=outline, width=width),
        Shape(ridges.data, stroke=outline or ground, width=0.42),
    )


def star_points(x: float, y: float, outer: float, inner: float, points: int = 5) -> list[tuple[float, float]]:
    """The corners of a star about (x, y), the first straight up."""
    corners = []
    for step in range(2 * points):
        angle, radius = math.pi * step / points, inner if step % 2 else outer
        corners.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return corners


def _tip(step: int, radius: float) -> tuple[float, float]:
    angle = math.pi * step / 5
    return radius * math.sin(angle), 0.2 - radius * math.cos(angle)


def crescent(disc: tuple[float, float, float], shadow: tuple[float, float, float]) -> PathData:
    """A disc less another one that overlaps its edge; each is x, y and radius."""
    (x, y, radius), (sx, sy, dark) = disc, shadow
    apart, towards = math.dist((x, y), (sx, sy)), math.degrees(math.atan2(sy - y, sx - x))
    half = math.degrees(math.acos((radius**2 + apart**2 - dark**2) / (2 * radius * apart)))
    within = math.degrees(math.acos((dark**2 + apart**2 - radius**2) / (2 * dark * apart)))
    pen = Pen().arc(x, y, radius, towards + half, towards + 360 - half)
    return pen.arc(sx, sy, dark, towards + 180 + within, towards + 180 - within, move=False).close().data


def _crater() -> PathData:
    """Two rings on the moon's face."""
    return Pen().circle(-3.35, 0.55, 0.75).circle(-1.9, 3.0, 0.5).data
