"""Chambers marked on a table: the minotaur's thread, gold through those that pay, a number on each, ways outside.

A number stands on the floor of its chamber, upright, where it hides no symbol. Its disc says what becomes of those who
live there, in grey too: a double ring of gold pays, a light disc escapes without a coin, a dark one is enclosed.
Lengths are units of which a tile has 50, from the corner of the cell (0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct

from generator.drawing.display_list import Patch, Pen, Point, Shape, Transform
from generator.drawing.lettering import letter_path
from generator.games.labyrinth.art.chambers import TILE
from generator.games.labyrinth.diagrams import placed
from generator.games.labyrinth.diagrams.placed import (
    ARIADNE,
    CASING,
    COUNTER_SHARE,
    GOLD,
    INK,
    Cell,
    TableTile,
    Thread,
    TileDrawings,
    TilePlacement,
    middle,
)
from generator.games.labyrinth.engine.scoring import Chamber, Counted, heading
from generator.geometry import Side, turned_point

RADIUS = 5.0
DIGITS_HIGH = 5.2
SEVERAL_DIGITS_HIGH = 4.3
MINOTAUR_RED = "#c8102e"
SYMBOL_REACH = COUNTER_SHARE / 2
"""Radius of a symbol, or of the counter on it, as a part of its size."""
SYMBOL_COST, BADGE_COST, ARROW_COST, FLOOR_COST, EDGE_COST, WALL_COST = 100.0, 200.0, 80.0, 6.0, 3.0, 2.0
"""Costs of covering a unit of a symbol, of another number, of an arrow, or of another path's floor, to stand over
an edge of the tile, or on the wall of a room instead of its floor."""
LEAST_INSIDE = 2.5
"""Least distance of the middle of a number from the edge of its tile."""
FLOOR_REACH = 6.5
REACH = RADIUS + 1.8
"""Of a number's disc with its rings."""
ARROW_FROM, ARROW_TO, ARROW_HALF = 1.4, 9.4, 5.2
"""An arrow's base and tip beyond the side of its tile, and half of its width."""


class ChamberFate(Enum):
    """The fate of a chamber's living prisoners; the value is fill and ink of its number."""

    PAYS = (GOLD, INK)
    ESCAPES = (CASING, INK)
    ENCLOSED = (INK, CASING)


class Obstacle(Struct, frozen=True):
    """A place that a number keeps away from: middle, radius and what it costs to cover a unit of it."""

    x: float
    y: float
    radius: float
    cost: float


def badge(number: int, outcome: ChamberFate, x: float, y: float, title: str) -> Patch:
    """Draw the number of a chamber about (x, y)."""
    fill, ink = outcome.value
    text = str(number)
    high = DIGITS_HIGH if len(text) == 1 else SEVERAL_DIGITS_HIGH
    rings = [Shape(Pen().circle(0, 0, RADIUS).data, fill=fill, stroke=CASING, width=2.0)]
    rings.append(Shape(Pen().circle(0, 0, RADIUS).data, fill=fill, stroke=INK, width=0.9))
    if outcome is ChamberFate.PAYS:
        rings.append(Shape(Pen().circle(0, 0, RADIUS + 1.5).data, stroke=INK, width=0.8))
    digits = Shape(letter_path(text, high), stroke=ink, width=high * 0.19)
    return Patch("badge", (*rings, digits), Transform(e=x, f=y), title=title)


class NumberPlacer:
    """A finder of room for numbers, one after the other."""

    def __init__(self, art: TileDrawings) -> None:
        self.art = art
        self._taken: dict[Cell, list[Obstacle]] = {}

    def best(self, lying: TilePlacement, path: int) -> tuple[float, Point]:
        """Return where a number on a path, counted from 0, hides the least on a tile: what it costs, and the point."""
        left, top = lying.at[0] * TILE, lying.at[1] * TILE
        places = self.art.places(lying.tile)
        obstacles = [Obstacle(place.x, place.y, place.size * SYMBOL_REACH, SYMBOL_COST) for place in places]
        for other, _, points in self.art.ways(lying.tile):
            if other != path:
                obstacles += [Obstacle(x, y, FLOOR_REACH, FLOOR_COST) for x, y in points[::4]]
        around = (lying.at, *(_beyond(lying.at, side) for side in Side))
        near = [obstacle for cell in around for obstacle in self._taken.get(cell, ())]
        found = []
        for x, y, off in _floor(lying.tile, path, self.art):
            if _inside(x, y) < LEAST_INSIDE:
                continue
            u, v = turned_point(x, y, lying.turns, TILE)
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
        away = TILE / 2 + (ARROW_FROM + ARROW_TO) / 2
        obstacle = Obstacle(x + side.step[0] * away, y + side.step[1] * away, ARROW_HALF, ARROW_COST)
        self._taken.setdefault(cell, []).append(obstacle)


def _covered(x: float, y: float, obstacle: Obstacle) -> float:
    return obstacle.cost * max(0.0, obstacle.radius + REACH - math.dist((x, y), (obstacle.x, obstacle.y)))


def _inside(x: float, y: float) -> float:
    """Return how far from the nearest side of its tile a point lies."""
    return min(x, y, TILE - x, TILE - y)


def _floor(tile_id: str, path: int, art: TileDrawings) -> Iterator[tuple[float, float, float]]:
    """Yield points of a path with the cost of standing there: along its middle, and about its rooms up to the walls."""
    for other, _, points in art.ways(tile_id):
        if other == path:
            yield from ((x, y, 0.0) for x, y in points)
    for room in art.rooms(tile_id, path):
        x, y = (room.x1 + room.x2) / 2, (room.y1 + room.y2) / 2
        for beyond in (0.0, 2.0, 4.0):
            for step in range(24):
                angle, radius = math.tau * step / 24, room.radius + beyond
                yield x + radius * math.cos(angle), y + radius * math.sin(angle), WALL_COST * beyond


def way_out(lying: TilePlacement, side: Side, fill: str, title: str) -> Patch:
    """Draw an arrow that leaves a tile by a side of the table."""
    x, y = middle(lying.at)
    near, far = TILE / 2 + ARROW_FROM, TILE / 2 + ARROW_TO
    head = Pen().polygon((near, -ARROW_HALF), (far, 0), (near, ARROW_HALF)).data
    cos, sin = side.step
    shapes = (Shape(head, stroke=CASING, width=2.6), Shape(head, fill=fill, stroke=INK, width=0.9))
    return Patch("way-out", shapes, Transform(cos, sin, -sin, cos, x, y), title=title)


PAYING = Thread(((INK, 4.4, ()), (GOLD, 2.6, ())))
"""A light thread in a dark casing; the minotaur's is a dark one in a light casing, with beads."""
AGAIN = 2
"""Cells, along the grid, within which a chamber with a thread does not bear its number twice."""

Table = Mapping[Cell, TableTile]


def threads(his: Chamber, paying: Iterable[Chamber], table: Table, art: TileDrawings) -> Iterator[Patch]:
    """Draw the threads of the minotaur's chamber and of those that pay; what passes over a bridge comes last.

    Args:
        his: the minotaur's chamber.
        paying: the chambers that pay.
        table: every tile, the minotaur's too.
        art: the deck's.
    """
    looks = [(spot, ARIADNE) for spot in his.spots] + [(spot, PAYING) for chamber in paying for spot in chamber.spots]
    for spot, look in sorted(looks, key=lambda item: art.is_bridge(item[0].tile, item[0].path)):
        yield from placed.thread(table[spot.cell], spot.path, look, art)
    minotaur = table[0, 0]
    met = {(spot.cell, side) for spot in his.spots for side in spot.exits}
    gates = [side for side in Side if (_beyond(minotaur.at, side), side.opposite) in met]
    yield placed.gates_thread(minotaur, [side.turned(-minotaur.turns) for side in gates], ARIADNE)


def _beyond(cell: Cell, side: Side) -> Cell:
    return cell[0] + side.step[0], cell[1] + side.step[1]


def ways_out(chamber: Chamber, fill: str, gates: Iterable[Side], table: Table) -> Iterator[Patch]:
    """Draw an arrow wherever a chamber leads outside.

    Args:
        chamber: whose.
        fill: its ink.
        gates: the exits of the minotaur's tile if the chamber is his, else none.
        table: every tile.
    """
    for cell, side in [*_exits_out(chamber), *(((0, 0), side) for side in gates)]:
        x, y = _beyond(cell, side)
        if (x, y) in chamber.ways_out:
            yield way_out(table[cell], side, fill, f"leads outside onto {x},{y}")


def _exits_out(chamber: Chamber) -> Iterator[tuple[Cell, Side]]:
    """Yield the cells and sides where a chamber's paths lead outside."""
    for spot in chamber.spots:
        for side in spot.exits:
            if _beyond(spot.cell, side) in chamber.ways_out:
                yield spot.cell, side


def numbers(counted: Sequence[Counted], table: Table, art: TileDrawings) -> Iterator[Patch]:
    """Draw the numbers of the chambers; the minotaur's has none.

    A chamber with a thread bears its number where there is room for it, again after some cells; any other one on every
    path that the count speaks of.
    """
    places = NumberPlacer(art)
    for part in counted:
        for cell, side in _exits_out(part.chamber):
            places.keep_free(cell, side)
    for part in sorted(counted, key=lambda part: part.pays):
        if not part.number:
            continue
        spots = [spot for spot in part.chamber.spots if spot.prisoners or spot.coins or spot.wings]
        if part.pays:
            spots = sorted(part.chamber.spots, key=lambda spot: places.best(table[spot.cell], spot.path)[0])
        bearing: list[Cell] = []
        for spot in spots:
            if part.pays and any(_steps(spot.cell, other) <= AGAIN for other in bearing):
                continue
            bearing.append(spot.cell)
            _, (x, y) = places.best(table[spot.cell], spot.path)
            places.take(spot.cell, (x, y))
            yield badge(part.number, outcome_of(part), x, y, heading(part))


def _steps(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def outcome_of(part: Counted) -> ChamberFate:
    """Return the fate of a chamber's living prisoners."""
    if part.pays:
        return ChamberFate.PAYS
    return ChamberFate.ESCAPES if part.chamber.escapes else ChamberFate.ENCLOSED


FILLS = {ChamberFate.PAYS: GOLD, ChamberFate.ESCAPES: CASING}
"""Inks of the arrows of chambers that lead outside."""
