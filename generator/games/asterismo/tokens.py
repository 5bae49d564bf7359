"""The tokens: hexagons that stand on a corner like those of the board, alike on both sides.

Millimetres from the top left corner of the rectangle around the hexagon. A token is cut along its own outline, drawn as
a hairline; its colour goes on beyond that by the bleed.
"""

from __future__ import annotations

import math

from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from generator.drawing.inks import Palette, mixed
from generator.games.asterismo.layout import Sign, around
from generator.games.asterismo.signs import sign_shapes

BLEED_MM = 1.5
CUT_MM = 0.15
"""Width of a line to cut along. Source: rules for printing, 0.15 mm or more."""
RIM = 0.86
"""Where the rim lies, as a share of the hexagon."""
DISC = 0.66
SIGN = 0.5


def token_height(width: float) -> float:
    """From the upper to the lower corner of a hexagon that is so wide."""
    return width * 2 / math.sqrt(3)


def token_drawing(token_id: str, title: str, sign: Sign, palette: Palette, width: float) -> Drawing:
    """A token, front or back."""
    height = token_height(width)
    groups = (*token_groups(sign, palette, width), Group("cut", (_outline(width, palette),)))
    return Drawing(token_id, title, width, height, BLEED_MM, groups)


def token_groups(sign: Sign, palette: Palette, width: float, bleed: float = BLEED_MM) -> tuple[Group, ...]:
    """What a token looks like, without the line to cut along."""
    x, radius = width / 2, token_height(width) / 2
    beyond = bleed * 2 / math.sqrt(3)
    disc = Pen().circle(x, radius, radius * DISC).data
    rim = Pen().polygon(*around(x, radius, radius * RIM)).data
    if palette.line_art:
        body: tuple[Shape, ...] = (
            Shape(Pen().polygon(*around(x, radius, radius)).data, fill=palette.inks.paper),
            Shape(rim, stroke=palette.own, width=width * 0.045, join="miter"),
        )
    else:
        body = (
            Shape(Pen().polygon(*around(x, radius, radius + beyond)).data, fill=palette.own),
            Shape(rim, stroke=palette.emblem, width=width * 0.022, join="miter"),
            Shape(disc, fill=palette.deep),
        )
    ink = palette.inks.paper if palette.line_art else mixed(palette.own, palette.inks.paper, 0.9)
    art = sign_shapes(
        sign, ink, palette.deep, mixed(palette.own, palette.inks.outline, 0.3) if palette.line_art else None
    )
    place = Transform.placing(x, radius, scale=radius * 2 * SIGN / 10)
    return Group("token", body), Group("emblem", art, place)


def _outline(width: float, palette: Palette) -> Shape:
    radius = token_height(width) / 2
    ink = palette.inks.mortar if palette.line_art else palette.inks.outline
    return Shape(Pen().polygon(*around(width / 2, radius, radius)).data, stroke=ink, width=CUT_MM, join="miter")
