"""The backs of tiles: a labyrinth all over, the title in a ring, and the colour's sign twice.

The labyrinth has no border and runs over the bleed, and the ring lies 7 mm from the trim: fronts and backs that are
3 mm apart do not show. Whatever is drawn is there a second time, turned by 180 degrees, so that it is all the same
how a sheet was flipped. Millimetres on a tile of 50 mm; own choice.
"""

from __future__ import annotations

import itertools
import math
from functools import cache
from typing import TypeAlias

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, transform_path
from generator.drawing.emblems import labrys, painted
from generator.drawing.freehand import SeededRandom
from generator.drawing.inks import Palette
from generator.drawing.lettering import can_letter, letter_path, width_of
from generator.games.labyrinth.art.chambers import BEYOND, BLEED_MM, MIDDLE, TILE, over_bleed
from generator.games.labyrinth.art.tile import scaled

CELL = 3.6
"""Width of the labyrinth's lanes."""
REACH = math.ceil((TILE / 2 + BEYOND) / CELL)
"""Half of the number of lanes, from side to side of the bleed and beyond."""
RING, DISC = 18.0, 13.4
"""Radii of the ring of letters."""
LETTER_MM = 2.5
WIDEST_DEG = 150.0
"""Each of the two titles takes at most so much of the ring."""

Wall: TypeAlias = tuple[int, int, int, int]
"""A wall from one crossing of the grid to the next, right or down; crossings are counted from the tile's middle."""


def back_drawing(back_id: str, title: str, name: str, symbol: Symbol | None, palette: Palette, size: float) -> Drawing:
    """Draw a back.

    Args:
        back_id: of the drawing.
        title: what it is, for those who cannot see it.
        name: of the game, which is written on it as far as there are letters for it.
        symbol: the colour's sign; None for the double axe of the minotaur's tile.
        palette: of the colour.
        size: of the tile, in mm.
    """
    groups = (
        Group("ground", (Shape(over_bleed(), fill=palette.field),)),
        _twice(
            "labyrinth", (Shape(_labyrinth(), stroke=palette.motif, width=palette.line if palette.line_art else 0.95),)
        ),
        Group("ring", _ring(palette)),
        _twice("title", _letters(name, palette)),
        _twice("emblem", _sign(symbol, palette)),
    )
    return Drawing(back_id, title, size, size, BLEED_MM, scaled(groups, size))


def _twice(name: str, half: tuple[Shape | Group, ...]) -> Group:
    """Draw a half about the tile's middle, and the same half upside down."""
    turned = (Group("half", half, Transform.placing(MIDDLE, MIDDLE, angle_deg=angle)) for angle in (0.0, 180.0))
    return Group(name, tuple(turned))


@cache
def _labyrinth() -> PathData:
    """Draw half of the walls of a labyrinth about the origin whose other half is the same upside down."""
    pen = Pen()
    for ax, ay, bx, by in sorted(_standing_walls()):
        if (ax, ay, bx, by) <= (-bx, -by, -ax, -ay) and math.hypot(ax + bx, ay + by) * CELL / 2 > RING - CELL:
            pen.move(ax * CELL, ay * CELL).line(bx * CELL, by * CELL)
    return pen.data


def _standing_walls() -> set[Wall]:
    """Return all walls but those that are taken down, two and two, until no lane is cut off from the others."""
    span = range(-REACH, REACH)
    lanes = {lane: lane for lane in itertools.product(span, span)}
    upright = [(x, y, x, y + 1) for x, y in itertools.product(range(-REACH + 1, REACH), span)]
    walls = {*upright, *((y, x, y + 1, x) for x, y, _, _ in upright)}

    def root(lane: tuple[int, int]) -> tuple[int, int]:
        while lanes[lane] != lane:
            lane = lanes[lane]
        return lane

    chance = SeededRandom("back")
    for wall in sorted(sorted(walls), key=lambda wall: (chance.unit(), wall)):
        x, y, _, end = wall
        beside = (x - 1, y) if end > y else (x, y - 1)
        one, other = root((x, y)), root(beside)
        if one != other:
            lanes[one] = other
            mirrored = root((-x - 1, -y - 1)), root((-beside[0] - 1, -beside[1] - 1))
            lanes[mirrored[0]] = mirrored[1]
            walls -= {wall, (-wall[2], -wall[3], -x, -y)}
    return walls


def _ring(palette: Palette) -> tuple[Shape, ...]:
    line = max(0.3, palette.line)
    return (
        Shape(Pen().circle(MIDDLE, MIDDLE, RING).data, fill=palette.deep, stroke=palette.letters, width=line),
        Shape(Pen().circle(MIDDLE, MIDDLE, DISC).data, fill=palette.field, stroke=palette.letters, width=line),
    )


def _letters(name: str, palette: Palette) -> tuple[Shape, ...]:
    """Draw the game's name along the upper half of the ring; a dot at its left end parts it from the other."""
    radius = (RING + DISC) / 2
    drawn = Pen().dot(-radius, 0).data
    if can_letter(name):
        height = min(LETTER_MM, LETTER_MM * math.radians(WIDEST_DEG) * radius / width_of(name, LETTER_MM))
        step = math.degrees((width_of("OO", height) - width_of("O", height)) * 1.18 / radius)
        for place, letter in enumerate(name):
            angle = (place - (len(name) - 1) / 2) * step
            turned = Transform.placing(0, 0, angle_deg=angle) @ Transform.placing(0, -radius)
            drawn += transform_path(letter_path(letter, height), turned)
    return (Shape(drawn, stroke=palette.letters, width=0.42),)


def _sign(symbol: Symbol | None, palette: Palette) -> tuple[Group, ...]:
    outline = palette.trim if palette.line_art else None
    if symbol is None:
        parts = labrys(palette, palette.inks.gold, palette.inks.outline if palette.line_art else None)
        return (Group("sign", parts, Transform.placing(0, 0, scale=2.2)),)
    parts = painted(symbol, palette, palette.emblem, palette.field, outline)
    return (Group("sign", parts, Transform.placing(0, -6.2, scale=1.12)),)
