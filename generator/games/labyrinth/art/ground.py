"""The ground of a tile: rock that joins every neighbour's, and the owner's bed let into it.

The rock runs over every seam, so that a laid table is one place; the bed, in the player's ink, keeps off the sides and
the walls, so that nobody takes it for a neighbour's. Millimetres on a tile of 50 mm; own choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import KAPPA, Group, PathData, Pen, Shape, placed
from generator.drawing.emblems import emblem
from generator.drawing.freehand import SeededRandom
from generator.drawing.inks import Palette, mix_inks
from generator.drawing.lettering import letter_path
from generator.games.labyrinth.art.chambers import FLOOR, MIDDLE, TILE, ChamberShape, over_bleed, turn_path
from generator.games.labyrinth.art.masonry import sweep_floor
from generator.games.labyrinth.art.spots import BARE, BED_FROM
from generator.geometry import Side

ROUND = 2.4
"""Radius of the bed's corners."""
LANE = FLOOR + BARE
"""Half of the width that a corridor, its walls and their margins take."""
EMBLEM_MM = 6.0
ID_MM = 1.35
TICK = 2.0


def ground(shapes: Sequence[ChamberShape], exits: Iterable[Side], palette: Palette, name: str) -> Group:
    """Draw the ground under chambers, over the bleed and beyond.

    Args:
        shapes: of the tile's chambers.
        exits: sides where a corridor leaves the tile.
        palette: of the owner's colour.
        name: of the tile: flecks of the rock differ from tile to tile.
    """
    rock = palette.inks.rock
    lanes = [paint for shape in shapes for paint in sweep_floor(shape, BARE, rock)]
    fillets = tuple(segment for side in exits for segment in turn_path(_fillets(), side))
    if palette.line_art:
        grain = Shape(_ticks(), stroke=palette.inks.outline, width=0.25)
    else:
        grain = Shape(_flecks(name), stroke=mix_inks(rock, palette.inks.paper, 0.14), width=0.25)
    return Group(
        "ground",
        (
            Shape(over_bleed(), fill=rock),
            Shape(_bed(), fill=palette.field, stroke=palette.edge, width=palette.line),
            *lanes,
            Shape(fillets, fill=rock),
            grain,
        ),
    )


@cache
def _bed() -> PathData:
    """Draw the bed's outline, its corners round."""
    low, high, k = BED_FROM, TILE - BED_FROM, ROUND * (1 - KAPPA)
    pen = Pen().move(low + ROUND, low).line(high - ROUND, low).curve(high - k, low, high, low + k, high, low + ROUND)
    pen.line(high, high - ROUND).curve(high, high - k, high - k, high, high - ROUND, high)
    pen.line(low + ROUND, high).curve(low + k, high, low, high - k, low, high - ROUND)
    return pen.line(low, low + ROUND).curve(low, low + k, low + k, low, low + ROUND, low).close().data


@cache
def _fillets() -> PathData:
    """Draw the rock that rounds the bed's corners beside the corridor of the exit N."""
    pen, k = Pen(), ROUND * (1 - KAPPA)
    for hand in (1, -1):
        x, y = MIDDLE + hand * (LANE - 0.05), BED_FROM - 0.25
        reach = hand * (ROUND + 0.05)
        pen.move(x, y).line(x + reach, y).curve(x + hand * k, y, x, y + k, x, y + ROUND + 0.25).close()
    return pen.data


@cache
def _ticks() -> PathData:
    """Draw a tile's corners, which nothing else shows in line art."""
    pen = Pen().move(0.1, TICK).line(0.1, 0.1).line(TICK, 0.1)
    return tuple(segment for turns in range(4) for segment in turn_path(pen.data, turns))


@cache
def _flecks(name: str) -> PathData:
    """Draw short scratches in the rim of rock, none so near a side that a neighbour would have to go on with it."""
    chance = SeededRandom(f"rock-{name}")

    def rim() -> PathData:
        pen = Pen()
        for _ in range(4):
            x, y = chance.between(2, TILE - 4), chance.between(0.8, 1.7)
            pen.move(x, y).line(x + chance.between(0.5, 1.4), y + chance.between(-0.25, 0.25))
        return pen.data

    return tuple(segment for side in range(4) for segment in turn_path(rim(), side))


def sign(symbol: Symbol, name: str, palette: Palette) -> Group:
    """Draw a player's sign and a tile's id above it, in a disc of SIGN_RADIUS about the origin."""
    line = 0.2 if palette.line_art else 0.26
    letters = Group("id", (Shape(letter_path(name, ID_MM), stroke=palette.letters, width=line),))
    return Group("own", (placed(emblem(symbol, palette), 0, 0.9, EMBLEM_MM / 10), placed(letters, 0, -3.7)))
