"""The tokens: hexagons that stand on a corner like those of the board, alike on both sides, and their signs.

Millimetres from the top left corner of the rectangle around the hexagon. A token is cut along its own outline, drawn as
a hairline; its colour goes on beyond that by the bleed.

The signs distinguish colours without colour: sun, moon and star, in 10 x 10 units, y down. The sun is the players' sun
of `drawing/emblems.py`; the moon is a disc less a disc; the star has five points with a ridge to each, and all three
have silhouettes of their own. Drawings of our own.
"""

from __future__ import annotations

import math

from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from generator.drawing.emblems import painted
from generator.drawing.inks import Palette, keyed_by_inks, mix_inks
from generator.games.asterismo.board import hexagon_around
from generator.games.asterismo.records import Sign

BLEED_MM = 1.5
CUT_MM = 0.15
"""Width of a line to cut along. Source: rules for printing, 0.15 mm or more."""
RIM = 0.86
"""Size of the rim, as a share of the hexagon."""
DISC = 0.66
SIGN = 0.5
_DISC = (-0.55, 0.0, 4.7)
"""The moon: x, y and radius of its disc."""
_SHADOW = (1.75, -0.9, 3.85)
"""Disc that is missing of it: x, y, radius."""


def token_height(width: float) -> float:
    """Return the distance of the upper and the lower corner of a hexagon that is so wide."""
    return width * 2 / math.sqrt(3)


def draw_token(token_id: str, title: str, sign: Sign, palette: Palette, width: float) -> Drawing:
    """Draw a token, front or back."""
    height = token_height(width)
    ink = palette.inks.mortar if palette.line_art else palette.inks.outline
    edge = Pen().polygon(*hexagon_around(width / 2, height / 2, height / 2)).data
    cut = Shape(edge, stroke=ink, width=CUT_MM, join="miter")
    groups = (*token_groups(sign, palette, width), Group("cut", (cut,)))
    return Drawing(token_id, title, width, height, BLEED_MM, groups)


def token_groups(sign: Sign, palette: Palette, width: float, bleed: float = BLEED_MM) -> tuple[Group, ...]:
    """Return the art of a token, without the line to cut along."""
    x, radius = width / 2, token_height(width) / 2
    beyond = bleed * 2 / math.sqrt(3)
    disc = Pen().circle(x, radius, radius * DISC).data
    rim = Pen().polygon(*hexagon_around(x, radius, radius * RIM)).data
    if palette.line_art:
        body: tuple[Shape, ...] = (
            Shape(Pen().polygon(*hexagon_around(x, radius, radius)).data, fill=palette.inks.paper),
            Shape(rim, stroke=palette.own, width=width * 0.045, join="miter"),
        )
    else:
        body = (
            Shape(Pen().polygon(*hexagon_around(x, radius, radius + beyond)).data, fill=palette.own),
            Shape(rim, stroke=palette.emblem, width=width * 0.022, join="miter"),
            Shape(disc, fill=palette.deep),
        )
    ink = palette.inks.paper if palette.line_art else mix_inks(palette.own, palette.inks.paper, 0.9)
    outline = mix_inks(palette.own, palette.inks.outline, 0.3) if palette.line_art else None
    art = sign_shapes(sign, palette, ink, palette.deep, outline)
    place = Transform.placing(x, radius, scale=radius * 2 * SIGN / 10)
    return Group("token", body), Group("emblem", art, place)


# -- signs -------------------------------------------------------------------------------------------------------------


@keyed_by_inks
def sign_shapes(sign: Sign, palette: Palette, ink: str, ground: str, outline: str | None) -> tuple[Shape | Group, ...]:
    """Return a sign in one ink on its ground, with an outline if there is an ink for it."""
    if sign == "sun":
        return painted("sun", palette, ink, ground, outline)
    width = 0.42 if outline else 0
    if sign == "moon":
        return (
            Shape(crescent(_DISC, _SHADOW), fill=ink, stroke=outline, width=width),
            Shape(Pen().circle(-3.35, 0.55, 0.75).circle(-1.9, 3.0, 0.5).data, stroke=outline or ground, width=0.42),
        )
    ridges = Pen()
    for step in range(5):
        angle = math.pi * 2 * step / 5
        ridges.move(0, 0.2).line(4.0 * math.sin(angle), 0.2 - 4.0 * math.cos(angle))
    return (
        Shape(Pen().polygon(*star_points(0, 0.2, 5.2, 2.25)).data, fill=ink, stroke=outline, width=width),
        Shape(ridges.data, stroke=outline or ground, width=0.42),
    )


def star_points(x: float, y: float, outer: float, inner: float, points: int = 5) -> list[tuple[float, float]]:
    """Return the corners of a star about (x, y), the first straight up."""
    corners = []
    for step in range(2 * points):
        angle, radius = math.pi * step / points, inner if step % 2 else outer
        corners.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return corners


def crescent(disc: tuple[float, float, float], shadow: tuple[float, float, float]) -> PathData:
    """Return a disc less another one that overlaps its edge; each is x, y and radius."""
    (x, y, radius), (sx, sy, dark) = disc, shadow
    apart, towards = math.dist((x, y), (sx, sy)), math.degrees(math.atan2(sy - y, sx - x))
    half = math.degrees(math.acos((radius**2 + apart**2 - dark**2) / (2 * radius * apart)))
    within = math.degrees(math.acos((dark**2 + apart**2 - radius**2) / (2 * dark * apart)))
    pen = Pen().arc(x, y, radius, towards + half, towards + 360 - half)
    return pen.arc(sx, sy, dark, towards + 180 + within, towards + 180 - within, move=False).close().data
