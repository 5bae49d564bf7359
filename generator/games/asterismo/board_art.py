"""What the printed board looks like, as layers of areas and lines that can be cut into pages.

A sheet from a star atlas: a rhombus of night sky with a star on every hexagon, deeper towards the rim, letters and
numbers around it, and a tree of stars in each free corner. Drawings of our own. Millimetres as in `layout.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform, steps_of
from generator.drawing.freehand import Chance
from generator.drawing.inks import Palette, mixed
from generator.drawing.lettering import lettered
from generator.games.asterismo.board import CENTRE, COLUMNS, HEXAGONS, SIZE, distance
from generator.games.asterismo.clipping import Box, clipped_area, clipped_line
from generator.games.asterismo.layout import EDGE_MM, SIDE_MM, Layout, Point, around
from generator.games.asterismo.signs import star_points
from generator.games.asterismo.tokens import CUT_MM

LETTER_MM = 3.4
FRAME_MM = 2.6
"""From the edge of the frame to the line within it."""
FARTHEST = SIZE - 1
"""From the centre to the two sharp corners of the rhombus."""
FINE_MM, THIN_MM = 0.25, 0.4


class Layer(NamedTuple):
    """Areas or lines of one ink. Lines have a width, areas none."""

    name: str
    ink: str
    lines: tuple[tuple[Point, ...], ...]
    width: float = 0.0

    def shape(self, box: Box) -> Shape | None:
        """What of it lies within a box."""
        pen = Pen()
        if not self.width:
            for points in self.lines:
                if inside := clipped_area(points, box):
                    pen.polygon(*inside)
            return Shape(pen.data, fill=self.ink) if pen.data else None
        at: Point | None = None
        for points in self.lines:
            for start, end in pairwise(points):
                if part := clipped_line(start, end, box):
                    if part[0] != at:
                        pen.move(*part[0])
                    pen.line(*part[1])
                    at = part[1]
        return Shape(pen.data, stroke=self.ink, width=self.width) if pen.data else None


def board_art(layout: Layout, palette: Palette, box: Box) -> tuple[Group, ...]:
    """What of the board's art lies within a box, as groups in the frame's coordinates."""
    shapes = ((layer.name, layer.shape(box)) for layer in layers(layout, palette))
    return tuple(Group(name, (shape,)) for name, shape in shapes if shape is not None)


def layers(layout: Layout, palette: Palette) -> Iterator[Layer]:
    """The board from the ground up."""
    inks = palette.inks
    line = inks.outline if palette.line_art else inks.gold_deep
    if not palette.line_art:
        yield Layer("ground", inks.paper, (_rectangle(layout, -1),))
    frame = (_rectangle(layout, FRAME_MM), _rectangle(layout, FRAME_MM + 1.1))
    yield Layer("frame", line, (_closed(frame[0]),), THIN_MM)
    yield Layer("frame", line, (_closed(frame[1]),), FINE_MM)
    yield Layer(
        "constellation", inks.mortar if palette.line_art else inks.floor_joint, tuple(_branches(layout)), THIN_MM
    )
    yield Layer("constellation", line, tuple(_tree_stars(layout)))
    yield from _grid(layout, palette)
    yield Layer("coordinates", inks.outline, tuple(_coordinates(layout)), THIN_MM)


def _grid(layout: Layout, palette: Palette) -> Iterator[Layer]:
    """The hexagons and their stars."""
    inks, own = palette.inks, palette.own
    if palette.line_art:
        yield Layer("hexagons", inks.mortar, tuple(_closed(layout.corners(hexagon)) for hexagon in HEXAGONS), FINE_MM)
        yield Layer("stars", inks.mortar, tuple(_stars(layout, 0.55)))
        return
    yield Layer("rim", inks.gold_deep, tuple(layout.corners(hexagon, -1.5) for hexagon in HEXAGONS))
    yield Layer("rim", inks.gold, tuple(layout.corners(hexagon, -1.1) for hexagon in HEXAGONS))
    yield Layer("rim", mixed(own, inks.paper, 0.25), tuple(layout.corners(hexagon) for hexagon in HEXAGONS))
    for ring in range(FARTHEST + 1):
        those = tuple(layout.corners(hexagon, 0.2) for hexagon in HEXAGONS if distance(hexagon, CENTRE) == ring)
        yield Layer("sky", mixed(own, inks.outline, 0.5 * ring / FARTHEST), those)
    dust = mixed(own, inks.paper, 0.45)
    yield Layer("dust", dust, tuple(_dust(layout)))
    yield Layer("stars", inks.gold_light, tuple(_stars(layout, 1.0)))


def _stars(layout: Layout, size: float) -> Iterator[tuple[Point, ...]]:
    """A star of four points on every hexagon, of eight in the centre."""
    chance = Chance("asterismo stars")
    for hexagon in HEXAGONS:
        x, y = layout.middle(hexagon)
        if hexagon == CENTRE:
            yield tuple(star_points(x, y, layout.hexagon * 0.3 * size, layout.hexagon * 0.075 * size, 8))
        else:
            radius = layout.hexagon * chance.between(0.06, 0.13) * size
            yield tuple(star_points(x, y, radius, radius * 0.27, 4))


def _dust(layout: Layout) -> Iterator[tuple[Point, ...]]:
    """Small stars here and there, none on another."""
    chance = Chance("asterismo dust")
    for hexagon in HEXAGONS:
        for _ in range(3):
            angle, reach, radius = math.tau * chance.unit(), chance.between(0.22, 0.42), chance.between(0.15, 0.34)
            x, y = layout.middle(hexagon)
            far = layout.hexagon * reach
            yield around(x + far * math.cos(angle), y + far * math.sin(angle), radius)


_TREE: tuple[Point, ...] = (
    (0.73, 0.59), (0.62, 0.44), (0.43, 0.30), (0.29, 0.17), (0.47, 0.15), (0.70, 0.31), (0.65, 0.15), (0.81, 0.18),
    (0.88, 0.38), (0.97, 0.27), (0.85, 0.73),
)  # fmt: skip
"""The stars of a tree, as shares of the free corner's width and height, from its upper left."""
_TWIGS = ((10, 0), (0, 1), (1, 2), (2, 3), (2, 4), (1, 5), (5, 6), (5, 7), (5, 8), (8, 9))


def _tree(layout: Layout, *, turned: bool) -> list[Point]:
    """The stars of one tree: in the upper right corner, or, turned by half a turn, in the lower left."""
    left, width = layout.middle((SIZE - 1, 0))[0] + layout.hexagon * 0.9, layout.hexagon * (SIZE - 2.2) / 2
    top, height = EDGE_MM + 2, layout.row * (SIZE - 1)
    points = [(left + x * width, top + y * height * 0.8) for x, y in _TREE]
    return [(layout.width - x, layout.height - y) for x, y in points] if turned else points


def _branches(layout: Layout) -> Iterator[tuple[Point, ...]]:
    for turned in (False, True):
        tree = _tree(layout, turned=turned)
        for one, other in _TWIGS:
            (ax, ay), (bx, by) = tree[one], tree[other]
            away = 3.2 / math.dist(tree[one], tree[other])
            yield (
                (ax + (bx - ax) * away, ay + (by - ay) * away),
                (bx + (ax - bx) * away, by + (ay - by) * away),
            )


def _tree_stars(layout: Layout) -> Iterator[tuple[Point, ...]]:
    for turned in (False, True):
        for number, (x, y) in enumerate(_tree(layout, turned=turned)):
            radius = (2.6, 1.7, 2.1)[number % 3]
            yield tuple(star_points(x, y, radius, radius * 0.3, 4 if number % 3 else 8))


def _coordinates(layout: Layout) -> Iterator[tuple[Point, ...]]:
    """Letters above the first row and below the last, numbers at both ends of each row."""
    for column in range(SIZE):
        for row, away in ((0, -1), (SIZE - 1, 1)):
            x, y = layout.middle((column, row))
            yield from _strokes(COLUMNS[column], x, y + away * (layout.side + EDGE_MM * 0.37))
    for row in range(SIZE):
        for column, away in ((0, -1), (SIZE - 1, 1)):
            x, y = layout.middle((column, row))
            yield from _strokes(str(row + 1), x + away * (layout.hexagon / 2 + SIDE_MM * 0.4), y)


def _strokes(text: str, x: float, y: float) -> Iterator[tuple[Point, ...]]:
    """A word about a point as lines."""
    line: list[Point] = []
    for command, [(dx, dy)] in steps_of(lettered(text, LETTER_MM)):
        if command == "M" and line:
            yield tuple(line)
            line = []
        line.append((x + dx, y + dy))
    if line:
        yield tuple(line)


def _rectangle(layout: Layout, inset: float) -> tuple[Point, ...]:
    right, bottom = layout.width - inset, layout.height - inset
    return (inset, inset), (right, inset), (right, bottom), (inset, bottom)


def _closed(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return (*points, points[0])


def whole_box(layout: Layout) -> Box:
    """All of the board."""
    return Box(0.0, 0.0, layout.width, layout.height)


def board_drawing(component: str, title: str, layout: Layout, palette: Palette) -> Drawing:
    """The board in one piece, turned to the right, as it lies on upright paper, with the line to cut along."""
    art = Group(
        "board", board_art(layout, palette, whole_box(layout)), Transform.placing(layout.height, 0, angle_deg=90)
    )
    edge = Pen().rectangle(0, 0, layout.height, layout.width).data
    cut = Group("cut", (Shape(edge, stroke=palette.inks.outline, width=2 * CUT_MM, join="miter"),))
    return Drawing(component, title, layout.height, layout.width, 0.0, (art, cut))
