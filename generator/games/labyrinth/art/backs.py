"""Backs of tiles: a round labyrinth with a meander, the same for all tiles of a colour.

Built as one half and the same half turned by 180 degrees, so that a tile drawn from a stack does not tell its turn.
Nothing thin runs along the trim: fronts and backs of a sheet may be 1 to 2 mm apart. Millimetres on a tile of 50 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.bull import labrys
from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from generator.drawing.emblems import painted
from generator.drawing.inks import Palette
from generator.drawing.meander import key_ring
from generator.games.labyrinth.art.chambers import BLEED_MM, MIDDLE
from generator.games.labyrinth.art.field import field, marks_beyond
from generator.games.labyrinth.art.tile import scaled

GROUND = 22.4
"""Radius of the disc that the labyrinth is drawn on."""
RINGS = (9.0, 11.3, 13.6, 15.9, 18.2)
GATES = (0.0, 100.0, 40.0, 140.0, 70.0)
"""Where each ring of the labyrinth opens, in degrees; a second time half a turn further."""
BARS = ((0, 55.0), (1, 160.0), (2, 95.0), (3, 12.0))
"""Walls across a lane: the lane's number from the inside, and the angle; a second time half a turn further."""


def back_drawing(back_id: str, title: str, symbol: Symbol | None, palette: Palette, size: float) -> Drawing:
    """A back with a player's sign, or the minotaur's axe."""
    groups = (field(symbol, palette, marks_beyond(GROUND + 1)), *_halves(symbol, palette))
    return Drawing(back_id, title, size, size, BLEED_MM, scaled(groups, size))


def _halves(symbol: Symbol | None, palette: Palette) -> Iterator[Group]:
    for name, parts in (("labyrinth", _labyrinth(palette)), ("emblem", _signs(symbol, palette))):
        yield Group(name, parts)


@cache
def _labyrinth(palette: Palette) -> tuple[Shape | Group, ...]:
    art = palette.line_art
    line = palette.inks.outline if art else palette.emblem
    ring = palette.own if art else palette.emblem
    ground = Pen().circle(MIDDLE, MIDDLE, GROUND).data
    meander = key_ring(MIDDLE, MIDDLE, 19.5, 21.6, 36)
    return (
        Shape(ground, fill=palette.deep, stroke=ring, width=max(0.3, palette.line)),
        Shape(meander, stroke=ring, width=0.34 if art else 0.5, cap="butt", join="miter"),
        Shape(_walls(), stroke=line, width=0.3 if art else 0.85),
    )


def _walls() -> PathData:
    pen = Pen()
    for radius, gate in zip(RINGS, GATES, strict=True):
        opening = math.degrees(1.45 / radius)
        for half in (0, 180):
            pen.arc(MIDDLE, MIDDLE, radius, gate + half + opening, gate + half + 180 - opening)
    for lane, angle in BARS:
        for half in (0, 180):
            cos, sin = (math.cos(math.radians(angle + half)), math.sin(math.radians(angle + half)))
            a, b = RINGS[lane], RINGS[lane + 1]
            pen.move(MIDDLE + a * cos, MIDDLE + a * sin).line(MIDDLE + b * cos, MIDDLE + b * sin)
    return pen.data


def _signs(symbol: Symbol | None, palette: Palette) -> tuple[Group, ...]:
    outline = palette.trim if palette.line_art else None
    if symbol is None:
        parts = labrys(palette.inks.gold, palette.inks.outline if palette.line_art else None)
    else:
        parts = painted(symbol, palette.emblem, palette.deep, outline)
    turns = ((0.0, MIDDLE - 4.4), (180.0, MIDDLE + 4.4))
    return tuple(Group("sign", parts, Transform.placing(MIDDLE, y, scale=0.72, angle_deg=angle)) for angle, y in turns)
