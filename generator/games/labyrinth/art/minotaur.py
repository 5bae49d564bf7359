"""The minotaur's tile: all exits lead into one round court with a mosaic floor, and in its middle the head.

Millimetres on a tile of 50 mm, the court about its middle.
"""

from __future__ import annotations

import math
from functools import cache

from generator.drawing.bull import bull_head, labrys
from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from generator.drawing.inks import Palette
from generator.drawing.meander import key_ring, tesserae
from generator.drawing.seeded import Chance
from generator.drawing.transforms import placed
from generator.errors import LayoutError
from generator.games.labyrinth.art.chambers import BLEED_MM, MIDDLE, WALL, circle, line_spine
from generator.games.labyrinth.art.chambers import Shape as Plan
from generator.games.labyrinth.art.corridors import floor, walls
from generator.games.labyrinth.art.field import corner, field, marks_beyond
from generator.games.labyrinth.art.tile import scaled
from generator.games.labyrinth.art.undrawable import court_fault
from generator.games.labyrinth.deck.tiles import Tile
from generator.geometry import Side

COURT = 18.6
HEAD_MM = 0.97
"""Scale of the head on the tile."""


def minotaur_drawing(tile: Tile, palette: Palette, size: float) -> Drawing:
    """The tile in the middle of the table.

    Raises:
        LayoutError: it is more than one chamber, or holds symbols: its court has room for the head alone.
    """
    if fault := court_fault(tile):
        raise LayoutError(fault)
    exits = tuple(sorted({side for path in tile.paths for side in path.exits}))
    court = _court(exits)
    groups = [field(None, palette, marks_beyond(COURT + WALL))]
    groups += [_axe(number, palette) for number in range(4)]
    groups += [walls(court, exits, palette, Chance(tile.id)), floor(court, exits, palette), mosaic(palette)]
    groups.append(placed(bull_head(palette), MIDDLE, MIDDLE + 0.4, HEAD_MM))
    title = "The minotaur: " + " | ".join(map(str, tile.paths))
    return Drawing(tile.id, title, size, size, BLEED_MM, scaled(tuple(groups), size))


@cache
def _court(exits: tuple[Side, ...]) -> Plan:
    return Plan(tuple(line_spine(side, (MIDDLE, MIDDLE)) for side in exits), (circle(MIDDLE, MIDDLE, COURT),), ())


def _axe(number: int, palette: Palette) -> Group:
    x, y = corner(number, 6.0)
    ink = palette.inks.paper if palette.line_art else palette.inks.gold
    outline = palette.inks.outline if palette.line_art else None
    return Group("emblem", labrys(ink, outline), Transform.placing(x, y, angle_deg=90 * number - 45))


def _rays(x: float, inner: float, outer: float, count: int) -> PathData:
    """Rays about (x, x) that widen outwards."""
    pen = Pen()
    for ray in range(count):
        angle, half = math.tau * (ray + 0.5) / count, math.pi / count * 0.55
        tips = ((x + outer * math.cos(angle + turn), x + outer * math.sin(angle + turn)) for turn in (-half, half))
        pen.polygon((x + inner * math.cos(angle), x + inner * math.sin(angle)), *tips)
    return pen.data


@cache
def mosaic(palette: Palette) -> Group:
    """The floor of the court: a meander between rings of small stones around a disc of clay."""
    inks, x = palette.inks, MIDDLE
    edge = inks.outline
    return Group(
        "mosaic",
        (
            Shape(Pen().circle(x, x, 17.5).data, fill=inks.floor_worn, stroke=edge, width=0.25),
            Shape(tesserae(x, x, 17.2, 0.9, 44), fill=inks.clay),
            Shape(Pen().circle(x, x, 16).data, stroke=edge, width=0.25),
            Shape(key_ring(x, x, 13.6, 15.5, 32), stroke=edge, width=0.42, cap="butt", join="miter"),
            Shape(Pen().circle(x, x, 13).data, fill=inks.clay, stroke=edge, width=0.3),
            Shape(_rays(x, 6, 12.0, 32), fill=inks.clay_dark),
            Shape(Pen().circle(x, x, 12.4).data, stroke=inks.clay_light, width=0.22),
        ),
    )
