"""The ground between the corridors: the player's ink, a quiet pattern, and a quarter of a rosette in each corner.

Where four tiles meet, the quarters make one round rosette. All is measured from the tile's corner, in millimetres on
a tile of 50 mm; the pattern of each sign grows out of the corner in rows. Own choice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Group, PathData, Pen, Point, Shape, placed
from generator.drawing.emblems import emblem
from generator.drawing.freehand import smooth_path
from generator.drawing.inks import Palette
from generator.games.labyrinth.art.chambers import BEYOND, TILE, turn_path
from generator.geometry import turned_point

EMBLEM_AT = 6.25
EMBLEM_MM = 6.3
DISC = 12.6
HEART = 3.2
ROWS = (17.6, 21.4, 25.2)
SPACING = 4.4


@cache
def field(symbol: Symbol | None, palette: Palette, marks: tuple[int, ...] | None = None) -> Group:
    """Draw the ground of a tile, over the bleed and beyond, with some of the pattern's marks or all."""
    ground = Shape(Pen().rectangle(-BEYOND, -BEYOND, TILE + 2 * BEYOND, TILE + 2 * BEYOND).data, fill=palette.field)
    line = palette.line if palette.line_art else 0.34
    drawn = _marks(symbol)
    pattern = tuple(segment for mark in (range(len(drawn)) if marks is None else marks) for segment in drawn[mark])
    shapes = [ground, Shape(pattern, stroke=palette.pattern, width=line)]
    if not palette.line_art:
        shapes += [Shape(_four_sectors(DISC), fill=palette.deep), Shape(_four_sectors(HEART), fill=palette.field)]
    return Group("field", (*shapes, Shape(_rings(), stroke=palette.pattern, width=line, cap="butt")))


def corner(number: int, away: float = EMBLEM_AT) -> Point:
    """Return the point on the diagonal of a corner, `away` from both sides; corners clockwise from the north-west."""
    return (away, TILE - away)[number in {1, 2}], (away, TILE - away)[number in {2, 3}]


@cache
def corner_emblem(symbol: Symbol, palette: Palette, number: int) -> Group:
    """Draw the sign in a corner, upright when the corner is held up."""
    return placed(emblem(symbol, palette), *corner(number), EMBLEM_MM / 10, 90 * number - 45)


def _four(data: PathData) -> PathData:
    return tuple(segment for turns in range(4) for segment in turn_path(data, turns))


def _quarter(pen: Pen, radius: float) -> Pen:
    """Draw an arc about the corner that ends beyond the bleed."""
    beyond = math.degrees(math.asin(BEYOND / radius))
    return pen.arc(0, 0, radius, -beyond, 90 + beyond)


@cache
def _four_sectors(radius: float) -> PathData:
    if radius <= BEYOND:
        return _four(Pen().circle(0, 0, radius).data)
    return _four(_quarter(Pen(), radius).line(-BEYOND, -BEYOND).close().data)


@cache
def _rings() -> PathData:
    pen = Pen()
    for radius in (DISC + 0.75, DISC + 1.55):
        _quarter(pen, radius)
    return _four(pen.data)


@cache
def mark_places() -> tuple[Point, ...]:
    """Return the places of the pattern's marks, corner by corner, in rows."""
    return tuple(
        turned_point(radius * math.cos(angle), radius * math.sin(angle), turns, TILE)
        for turns in range(4)
        for radius, angle in _polar()
    )


@cache
def marks_beyond(radius: float) -> tuple[int, ...]:
    """Return the marks that a disc of that radius about the middle of the tile leaves bare."""
    middle = TILE / 2, TILE / 2
    return tuple(number for number, place in enumerate(mark_places()) if math.dist(place, middle) > radius)


@cache
def _polar() -> tuple[tuple[float, float], ...]:
    places = []
    for row, radius in enumerate(ROWS):
        count = round(math.pi / 2 * radius / SPACING)
        places += [(radius, math.pi / 2 * (index + (1 - row % 2) / 2) / count) for index in range(row % 2, count)]
    return tuple(places)


@cache
def _marks(symbol: Symbol | None) -> tuple[PathData, ...]:
    corner_marks = [_mark(symbol, radius, angle) for radius, angle in _polar()]
    return tuple(turn_path(mark, turns) for turns in range(4) for mark in corner_marks)


_MARKS: dict[Symbol | None, tuple[tuple[Point, ...], ...]] = {
    "sun": (((-1.3, 0), (1.4, 0)), ((-0.9, 0.75), (0.8, 1.15)), ((-0.9, -0.75), (0.8, -1.15))),
    "wave": (((-0.7, -2.2), (1.1, -0.5), (0.1, 1.1), (-0.6, 0.1), (0.1, 0)),),
    "flame": (((1.9, -0.5), (0.2, -0.2), (-0.7, -0.95), (-1.6, 0), (-0.6, 0.95), (0.7, 0.5), (1.9, -0.5)),),
    "leaf": (((-1.7, 0), (-0.2, 0.95), (1.7, 0)), ((-1.7, 0), (-0.2, -0.95), (1.7, 0))),
    "dolphin": (
        ((-0.7, -1.8), (0.5, -1.0), (1.0, 0.1), (0.3, 1.0), (-0.7, 1.4)),
        ((-0.7, -1.8), (-0.1, -0.6), (0.1, 0.3), (-0.7, 1.4)),
        ((-0.5, 1.9), (-0.7, 1.4), (-1.3, 1.1)),
    ),
    "amphora": (
        (
            (1.7, -0.6),
            (0.9, -0.4),
            (0.2, -1.0),
            (-0.8, -0.7),
            (-1.7, 0),
            (-0.8, 0.7),
            (0.2, 1.0),
            (0.9, 0.4),
            (1.7, 0.6),
        ),
        ((1.2, -0.5), (1.1, -1.5), (0.1, -1.0)),
        ((1.2, 0.5), (1.1, 1.5), (0.1, 1.0)),
    ),
    "lily": (
        ((-1.7, 0), (1.7, 0)),
        ((-1.7, 0), (0.3, -0.6), (1.1, -1.5), (0.3, -1.9)),
        ((-1.7, 0), (0.3, 0.6), (1.1, 1.5), (0.3, 1.9)),
    ),
    "shell": (
        ((-1.5, 0), (0.3, -1.7), (1.3, -1.0), (1.6, 0), (1.3, 1.0), (0.3, 1.7), (-1.5, 0)),
        ((-1.5, 0), (1.0, 0)),
    ),
    None: (((-1, -1.6), (-1, 1.2), (0.8, 1.2), (0.8, -0.4), (-0.2, -0.4), (-0.2, 0.4)),),
}
"""Lines of one mark: out from the corner along x, clockwise along y."""


def _mark(symbol: Symbol | None, radius: float, angle: float) -> PathData:
    cos, sin = math.cos(angle), math.sin(angle)

    def moved(points: Iterable[Point]) -> list[tuple[float, float]]:
        return [((radius + x) * cos - y * sin, (radius + x) * sin + y * cos) for x, y in points]

    if symbol is None:
        pen = Pen()
        for line in _MARKS[None]:
            knots = moved(line)
            pen.move(*knots[0])
            for knot in knots[1:]:
                pen.line(*knot)
        return pen.data
    return smooth_path(*(moved(line) for line in _MARKS[symbol]), closed=False)
