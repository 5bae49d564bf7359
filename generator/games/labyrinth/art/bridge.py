"""Where one corridor passes over another: arch mouths below, parapets, posts and a deck above.

Drawn for an upper corridor that runs from north to south, and turned a quarter for the other way. Millimetres on a
tile of 50 mm. The arches stand upright in front of the bridge, as painters of old showed them.
"""

from __future__ import annotations

import math
from functools import cache

from generator.drawing.display_list import Group, PathData, Pen, Shape
from generator.drawing.inks import Palette
from generator.drawing.transforms import turned_data
from generator.games.labyrinth.art.chambers import FLOOR, MIDDLE, WALL

FACE = FLOOR + WALL
"""From the bridge's middle to its outer face."""
SPAN = 10.2
"""Half of the bridge's length."""
POST = 3.5
ARCH = 3.3
RING = 1.25


@cache
def arch_mouths(palette: Palette, turns: int) -> Group:
    """The two openings through which the lower corridor passes."""
    inks = palette.inks
    ring, joints, mouth, shade = Pen(), Pen(), Pen(), Pen()
    for hand in (1, -1):
        x = MIDDLE + hand * FACE
        _half_ellipse(shade, x, hand, ARCH + 1.3, FLOOR)
        _half_ellipse(ring, x, hand, ARCH, FLOOR)
        _half_ellipse(mouth, x, hand, ARCH - RING, FLOOR - RING)
        for step in range(1, 10):
            angle = math.pi * step / 10
            sin, cos = math.sin(angle) * hand, math.cos(angle)
            joints.move(x + (ARCH - RING) * sin, MIDDLE + (FLOOR - RING) * cos).line(
                x + ARCH * sin, MIDDLE + FLOOR * cos
            )
    shapes = (
        Shape(shade.data, fill=inks.floor_shade),
        Shape(ring.data, fill=inks.stones[0], stroke=inks.outline, width=palette.line),
        Shape(joints.data, stroke=inks.outline, width=0.2, cap="butt"),
        Shape(mouth.data, fill=inks.depth, stroke=inks.outline, width=palette.line * 0.6),
    )
    return Group("arch", _turned(shapes, turns))


def _half_ellipse(pen: Pen, x: float, hand: int, depth: float, half: float) -> None:
    reach = x + hand * depth * 4 / 3
    pen.move(x, MIDDLE - half).curve(reach, MIDDLE - half, reach, MIDDLE + half, x, MIDDLE + half).close()


@cache
def bridge(palette: Palette, turns: int) -> Group:
    """Deck, parapets and posts of the upper corridor."""
    inks = palette.inks
    deck, planks, walls, joints, posts, caps = Pen(), Pen(), Pen(), Pen(), Pen(), Pen()
    deck.rectangle(MIDDLE - FLOOR + 0.3, MIDDLE - SPAN, 2 * FLOOR - 0.6, 2 * SPAN)
    for step in range(11):
        y = MIDDLE - SPAN + step * SPAN / 5
        planks.move(MIDDLE - FLOOR + 0.3, y).line(MIDDLE + FLOOR - 0.3, y)
    for hand in (1, -1):
        x = MIDDLE + hand * (FLOOR + WALL / 2)
        walls.rectangle(x - WALL / 2, MIDDLE - SPAN, WALL, 2 * SPAN)
        joints.move(x - hand * 0.45, MIDDLE - SPAN).line(x - hand * 0.45, MIDDLE + SPAN)
        for joint in (-1.5, -0.5, 0.5, 1.5):
            y = MIDDLE + joint * SPAN / 2.4
            joints.move(x - WALL / 2, y).line(x + WALL / 2, y)
        for y in (MIDDLE - SPAN, MIDDLE + SPAN):
            posts.rectangle(x - POST / 2, y - POST / 2, POST, POST)
            caps.rectangle(x - POST / 2 + 0.75, y - POST / 2 + 0.75, POST - 1.5, POST - 1.5)
    shapes = (
        Shape(deck.data, fill=inks.floor_worn),
        Shape(planks.data, stroke=inks.plank, width=0.3, cap="butt"),
        Shape(walls.data, fill=inks.stones[0], stroke=inks.outline, width=palette.line, join="miter"),
        Shape(joints.data, stroke=inks.mortar, width=0.22, cap="butt"),
        Shape(posts.data, fill=inks.stones[1], stroke=inks.outline, width=palette.line, join="miter"),
        Shape(caps.data, fill=inks.stones[0], stroke=inks.mortar, width=0.22, join="miter"),
    )
    return Group("bridge", _turned(shapes, turns))


def _turned(shapes: tuple[Shape, ...], turns: int) -> tuple[Shape, ...]:
    def data(shape: Shape) -> PathData:
        return turned_data(shape.data, turns)

    return tuple(Shape(data(shape), shape.fill, shape.stroke, shape.width, shape.cap, shape.join) for shape in shapes)
