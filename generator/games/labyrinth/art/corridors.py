"""A chamber as layers of flat ink, from the outline of its walls to the worn middle of its floor.

Each layer is the same set of centre lines, stroked with another width; only the blocks of the walls and the joints of
the floor are drawn one by one. Widths are millimetres on a tile of 50 mm.
"""

from __future__ import annotations

from functools import cache

from generator.drawing.display_list import Group, PathData, Pen
from generator.drawing.display_list import Shape as Paint
from generator.drawing.inks import Palette
from generator.drawing.seeded import Chance
from generator.drawing.transforms import turned_data
from generator.games.labyrinth.art.chambers import FLOOR, WALL, Shape
from generator.games.labyrinth.art.masonry import blocks, flag_joints, jambs, quoins, threshold, wall_runs
from generator.geometry import Side

SHADE = 0.9
"""Width of the shade along the foot of a wall; alike on both sides, since tiles are turned in play."""
WORN = 2.2
"""Half of the width that feet have worn light."""
TONES = 3
MIDDLE_TONE = 1


def swept(shape: Shape, beyond: float, ink: str) -> tuple[Paint, ...]:
    """The floor grown (or, below nought, shrunk) by `beyond`, in one ink."""
    layers: dict[float, PathData] = {}
    for room in shape.rooms:
        layers[room.radius] = layers.get(room.radius, ()) + room.line
    ways = tuple(segment for spine in shape.spines for segment in spine.data)
    paints = [Paint(ways, stroke=ink, width=2 * (FLOOR + beyond), cap="butt")] if ways else []
    return (*paints, *(Paint(data, stroke=ink, width=2 * (radius + beyond)) for radius, data in layers.items()))


@cache
def _courses(shape: Shape, palette: Palette) -> tuple[Paint, ...]:
    """Outline and mortar: what lies under the blocks."""
    return swept(shape, WALL + palette.line, palette.inks.outline) + swept(shape, WALL, palette.inks.mortar)


def walls(shape: Shape, exits: tuple[Side, ...], palette: Palette, chance: Chance) -> Group:
    """The walls of a chamber, as blocks of three tones."""
    tones = list(blocks(wall_runs(shape), chance, TONES))
    for side in exits:
        tones[MIDDLE_TONE] += turned_data(jambs(), side)
    paints = [
        Paint(data, fill=ink, stroke=ink, width=0.16)
        for data, ink in zip(tones, palette.inks.stones, strict=True)
        if data
    ]
    if corners := quoins(shape):
        paints.append(Paint(corners, fill=palette.inks.stones[0], stroke=palette.inks.mortar, width=0.24))
    return Group("walls", (*_courses(shape, palette), *paints))


@cache
def floor(shape: Shape, exits: tuple[Side, ...], palette: Palette) -> Group:
    """The floor of a chamber: its outline, shade, flags and worn middle."""
    inks = palette.inks
    layers = swept(shape, palette.line * 0.75, inks.outline) + swept(shape, 0, inks.floor_shade)
    layers += swept(shape, -SHADE, inks.floor) + swept(shape, WORN - FLOOR, inks.floor_worn)
    joints = flag_joints(shape)
    for side in exits:
        joints += turned_data(threshold(), side)
    return Group("floor", (*layers, Paint(joints, stroke=inks.floor_joint, width=0.22, cap="butt")))


@cache
def rubble(palette: Palette, seed: int) -> Group:
    """A little heap of fallen blocks at the end of an empty dead end, drawn about the origin."""
    chance = Chance(f"rubble-{seed}")
    pens = [Pen() for _ in range(TONES)]
    for index in range(8):
        x, y = chance.between(-4.2, 4.2), chance.between(-2.2, 1.8)
        radius = chance.between(0.75, 1.5) * (1 - abs(x) / 9)
        corners = [(0.9, -0.4), (0.3, -1), (-0.8, -0.7), (-1, 0.5), (0.1, 1), (1, 0.6)]
        wide, high = radius * chance.between(0.85, 1.1), radius * chance.between(0.75, 1)
        pens[index % TONES].polygon(*((x + cx * wide, y + cy * high) for cx, cy in corners))
    inks, line = palette.inks, palette.line * 0.7
    heap = [
        Paint(pen.data, fill=ink, stroke=inks.outline, width=line) for pen, ink in zip(pens, inks.stones, strict=True)
    ]
    return Group("rubble", tuple(heap))
