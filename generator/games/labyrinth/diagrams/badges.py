"""Numbers on the chambers of a table, as `score` counts them, and arrows where a chamber leads outside.

A number stands on the floor of its chamber, upright, where it hides no symbol. Its disc says what becomes of those who
live there, in grey too: a double ring of gold pays, a light disc escapes without a coin, a dark one is enclosed.
Lengths are units of which a tile has 50.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from generator.drawing.display_list import Pen, Shape, Transform
from generator.drawing.lettering import lettered
from generator.drawing.scene import Patch
from generator.games.labyrinth.art.chambers import Point
from generator.games.labyrinth.diagrams.placed import CASING, COUNTER_SHARE, INK, Cell, Lying, middle
from generator.games.labyrinth.diagrams.tile_cache import UNITS, Artwork
from generator.geometry import Side, turned_point

RADIUS = 5.0
DIGITS_HIGH = 5.2
SEVERAL_DIGITS_HIGH = 4.3
GOLD = "#f3c64f"
MINOTAUR_RED = "#c8102e"
SYMBOL_REACH = COUNTER_SHARE / 2
"""Radius of a symbol, or of the counter on it, as a part of its size."""
SYMBOL_COST, BADGE_COST, ARROW_COST, FLOOR_COST, EDGE_COST, WALL_COST = 100.0, 200.0, 80.0, 6.0, 3.0, 2.0
"""What it costs to cover a unit of a symbol, of another number, of an arrow, or of another path's floor, to stand over
an edge of the tile, or on the wall of a room instead of its floor."""
LEAST_INSIDE = 2.5
"""How far inside its own tile the middle of a number stands at least."""
FLOOR_REACH = 6.5
REACH = RADIUS + 1.8
"""Of a number's disc with its rings."""
ARROW_FROM, ARROW_TO, ARROW_HALF = 1.4, 9.4, 5.2
"""An arrow's base and tip beyond the side of its tile, and half of its width."""


class Outcome(Enum):
    """What becomes of those who live in a chamber; the value is fill and ink of its number."""

    PAYS = (GOLD, INK)
    ESCAPES = (CASING, INK)
    ENCLOSED = (INK, CASING)


class Obstacle(Struct, frozen=True):
    """A place that a number keeps away from: middle, radius and what it costs to cover a unit of it."""

    x: float
    y: float
    radius: float
    cost: float


def badge(number: int, outcome: Outcome, x: float, y: float, title: str) -> Patch:
    """The number of a chamber about (x, y)."""
    fill, ink = outcome.value
    text = str(number)
    high = DIGITS_HIGH if len(text) == 1 else SEVERAL_DIGITS_HIGH
    rings = [Shape(Pen().circle(0, 0, RADIUS).data, fill=fill, stroke=CASING, width=2.0)]
    rings.append(Shape(Pen().circle(0, 0, RADIUS).data, fill=fill, stroke=INK, width=0.9))
    if outcome is Outcome.PAYS:
        rings.append(Shape(Pen().circle(0, 0, RADIUS + 1.5).data, stroke=INK, width=0.8))
    digits = Shape(lettered(text, high), stroke=ink, width=high * 0.19)
    return Patch("badge", (*rings, digits), Transform(e=x, f=y), title=title)


class Places:
    """Finds room for numbers, one after the other."""

    def __init__(self, art: Artwork) -> None:
        self.art = art
        self._taken: dict[Cell, list[Obstacle]] = {}

    def best(self, lying: Lying, path: int) -> tuple[float, Point]:
        """Where on a tile a number on a path, counted from 0, hides the least; what it costs, and the point."""
        left, top = lying.at[0] * UNITS, lying.at[1] * UNITS
        obstacles = list(self._obstacles(lying.tile, path))
        near = [obstacle for cell in _around(lying.at) for obstacle in self._taken.get(cell, ())]
        found = []
        for x, y, off in _floor(lying.tile, path, self.art):
            if _inside(x, y) < LEAST_INSIDE:
                continue
            u, v = turned_point(x, y, lying.turns, UNITS)
            cost = off + EDGE_COST * max(0.0, REACH - _inside(x, y))
            cost += sum(_covered(x, y, obstacle) for obstacle in obstacles)
            cost += sum(_covered(left + u, top + v, obstacle) for obstacle in near)
            found.append((round(cost, 6), (left + u, top + v)))
        return min(found, key=lambda place: place[0])

    def take(self, cell: Cell, point: Point) -> None:
        """Remember that a number of a cell stands there."""
        self._taken.setdefault(cell, []).append(Obstacle(*point, REACH, BADGE_COST))

    def keep_free(self, cell: Cell, side: Side) -> None:
        """Remember that an arrow stands before that side of a cell."""
        x, y = middle(cell)
        away = UNITS / 2 + (ARROW_FROM + ARROW_TO) / 2
        obstacle = Obstacle(x + side.step[0] * away, y + side.step[1] * away, ARROW_HALF, ARROW_COST)
        self._taken.setdefault(cell, []).append(obstacle)

    def _obstacles(self, tile_id: str, path: int) -> Iterator[Obstacle]:
        """What a number keeps away from, in the tile's own orientation."""
        for place in self.art.places(tile_id):
            yield Obstacle(place.x, place.y, place.size * SYMBOL_REACH, SYMBOL_COST)
        for other, _, points in self.art.ways(tile_id):
            if other != path:
                for x, y in points[::4]:
                    yield Obstacle(x, y, FLOOR_REACH, FLOOR_COST)


def _covered(x: float, y: float, obstacle: Obstacle) -> float:
    return obstacle.cost * max(0.0, obstacle.radius + REACH - math.dist((x, y), (obstacle.x, obstacle.y)))


def _around(cell: Cell) -> Iterator[Cell]:
    """A cell and its four neighbours."""
    yield cell
    for side in Side:
        yield cell[0] + side.step[0], cell[1] + side.step[1]


def _inside(x: float, y: float) -> float:
    """How far from the nearest side of its tile a point lies."""
    return min(x, y, UNITS - x, UNITS - y)


def _floor(tile_id: str, path: int, art: Artwork) -> Iterator[tuple[float, float, float]]:
    """Points of a path, and what it costs to stand there: along its middle, and about its rooms, up to their walls."""
    for other, _, points in art.ways(tile_id):
        if other == path:
            yield from ((x, y, 0.0) for x, y in points)
    for room in art.rooms(tile_id, path):
        x, y = (room.x1 + room.x2) / 2, (room.y1 + room.y2) / 2
        for beyond in (0.0, 2.0, 4.0):
            for step in range(24):
                angle, radius = math.tau * step / 24, room.radius + beyond
                yield x + radius * math.cos(angle), y + radius * math.sin(angle), WALL_COST * beyond


def way_out(lying: Lying, side: Side, fill: str, title: str) -> Patch:
    """An arrow that leaves a tile by a side of the table."""
    x, y = middle(lying.at)
    near, far = UNITS / 2 + ARROW_FROM, UNITS / 2 + ARROW_TO
    head = Pen().polygon((near, -ARROW_HALF), (far, 0), (near, ARROW_HALF)).data
    cos, sin = side.step
    shapes = (Shape(head, stroke=CASING, width=2.6), Shape(head, fill=fill, stroke=INK, width=0.9))
    return Patch("way-out", shapes, Transform(cos, sin, -sin, cos, x, y), title=title)
