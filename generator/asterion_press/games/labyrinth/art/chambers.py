"""One path as architecture: centre lines, rooms, and the places where its symbols lie.

Everything is measured on a tile of 50 mm, x to the right, y down, the origin at its top left corner. A *spine* is the
centre line of a corridor of constant width, a *room* a stretch of floor with a radius of its own: a circle, or a
capsule between two points. Measures are own choice, fitted so that the sixteen designs of the deck look roomy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from asterion_press.drawing.display_list import PathData, Pen, Point, Transform, transform_path
from asterion_press.drawing.freehand import point_on
from asterion_press.errors import LayoutError
from asterion_press.geometry import QUARTER_TURNS, Side, turned_point

TILE = 50.0
"""Units on a side of a tile's drawing, whatever its size in millimetres."""
MIDDLE = TILE / 2
BLEED_MM = 3.0
"""Of every tile, whatever its size, in true mm. Source: the usual 1/8 inch of print services, rounded."""
BEYOND = 8.2
"""Width of the art beyond the trim, in units of which a tile has 50; each printer cuts it at the bleed.

On the smallest tile, of 20 mm, a bleed of 3 mm is 7.5 units. The 0.7 more keep the dots of the booklets' threads, which
are 2.6 apart and begin where the line does, off the tile's side: they lie 0.4 before it and 2.2 behind it.
"""
FLOOR = 6.5
"""Half of a corridor's floor."""
WALL = 2.5
LEAD = 2.6
"""Up to this depth every corridor is straight, square to the side, and the same on all tiles."""
LEAST_SYMBOL = 8.0
SYMBOL = 9.2
"""Of a symbol wherever there is room, so that each kind is of one size on all tiles."""
SAG = 2.8
"""How far a straight corridor gives way at most."""
STEP = 1.1
"""Distance of the samples along a spine."""

Slot: TypeAlias = tuple[float, float, float]
"""Place for a symbol: x, y of its middle, and its size."""


class Spine(Struct, frozen=True):
    """A corridor's centre line.

    Attributes:
        data: the line, BEYOND the trim where it leaves the tile.
        points: samples of it, without the stretches that lie less than LEAD from a side.
    """

    data: PathData
    points: tuple[Point, ...]


class Room(Struct, frozen=True):
    """Floor around the line from (x1, y1) to (x2, y2), as wide as the radius on every side."""

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float

    def distance(self, x: float, y: float) -> float:
        """Return the distance from a point to the room's middle line."""
        dx, dy = self.x2 - self.x1, self.y2 - self.y1
        length = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((x - self.x1) * dx + (y - self.y1) * dy) / length)) if length else 0.0
        return math.hypot(x - self.x1 - share * dx, y - self.y1 - share * dy)

    @property
    def line(self) -> PathData:
        """Draw the middle line; a circle's is 0.01 long, so that every printer shows its round ends."""
        is_round = self.x1 == self.x2 and self.y1 == self.y2
        return Pen().move(self.x1, self.y1).line(self.x2 + is_round * 0.01, self.y2).data


class ChamberShape(Struct, frozen=True, eq=False):
    """The shape of one path, with a slot for each symbol. Compared by identity: a cheap cache key."""

    spines: tuple[Spine, ...]
    rooms: tuple[Room, ...]
    slots: tuple[Slot, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """Return the samples of all spines."""
        return tuple(point for spine in self.spines for point in spine.points)


def over_bleed() -> PathData:
    """Draw the rectangle that the art of a tile fills: its trim, the bleed, and beyond."""
    return Pen().rectangle(-BEYOND, -BEYOND, TILE + 2 * BEYOND, TILE + 2 * BEYOND).data


@cache
def turn_path(data: PathData, turns: int) -> PathData:
    """Return a path turned clockwise by quarter turns about the middle of the tile, digit for digit."""
    if turns % QUARTER_TURNS == 0:
        return data
    return transform_path(data, quarter_turned(turns))


def quarter_turned(turns: int) -> Transform:
    """Return the transform of a tile that is turned clockwise about its middle."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turns % QUARTER_TURNS]
    return Transform(cos, sin, -sin, cos, *turned_point(0, 0, turns, TILE))


def at(side: Side, across: float, depth: float) -> Point:
    """Return the point `depth` inside of a side and `across` clockwise along it from its middle."""
    return turned_point(MIDDLE + across, depth, side, TILE)


def circle(x: float, y: float, radius: float) -> Room:
    """Return a round room."""
    return Room(x, y, x, y, radius)


def hall(start: Point, end: Point, radius: float) -> Room:
    """Return a long room."""
    return Room(*start, *end, radius)


def line_spine(start: Side, end: Point, leaves: Side | None = None) -> Spine:
    """Return a spine straight from a side to a point, or on through the side `leaves`."""
    pen = Pen().move(*at(start, 0, -BEYOND))
    first, last = at(start, 0, LEAD), at(leaves, 0, LEAD) if leaves is not None else end
    pen.line(*(at(leaves, 0, -BEYOND) if leaves is not None else end))
    steps = max(1, math.ceil(math.dist(first, last) / STEP))
    shares = (step / steps for step in range(steps + 1))
    points = ((first[0] + (last[0] - first[0]) * t, first[1] + (last[1] - first[1]) * t) for t in shares)
    return Spine(pen.data, tuple(points))


def curved_spine(start: Side, end: Side, curves: Sequence[tuple[Point, Point, Point]]) -> Spine:
    """Return a spine through curves, each given by two handles and its end; the last ends LEAD inside `end`."""
    here = at(start, 0, LEAD)
    pen = Pen().move(*at(start, 0, -BEYOND)).line(*here)
    points = [here]
    for first, second, last in curves:
        pen.curve(*first, *second, *last)
        steps = math.ceil(math.dist(here, last) * 1.1 / STEP)
        curve = here, first, second, last
        points += [point_on(curve, step / steps) for step in range(1, steps + 1)]
        here = last
    pen.line(*at(end, 0, -BEYOND))
    return Spine(pen.data, tuple(points))


def check_count(exits: str, count: int, most: int) -> None:
    """Check that a path does not hold more than its floor has room for.

    Raises:
        LayoutError: it does.
    """
    if count > most:
        where = f"path {exits}" if exits else "a closed path"
        raise LayoutError(f"{where} holds {count} symbols; at {LEAST_SYMBOL:g} mm and more at most {most} fit")


@cache
def shapes_of(exits: tuple[Side, ...], count: int, lean: float) -> tuple[ChamberShape, ...]:
    """Return the ways to build a path, best first.

    Args:
        exits: the sides where it leaves the tile.
        count: how many symbols it holds.
        lean: -1 .. 1, how far a straight corridor gives way to its right hand, seen from its first exit inwards
            (the way a clock's hand turns there), or a fork towards its middle exit.

    Raises:
        LayoutError: more symbols than any way has room for.
    """
    match len(exits):
        case 0:
            return closed_cells(count)
        case 1:
            return cells(exits[0], count)
        case 2 if exits[1] == exits[0].opposite:
            wide = corridor(exits[0], count, lean)
            return (wide, ChamberShape(wide.spines, (), wide.slots)) if wide.rooms else (wide,)
        case 2:
            return (bend(exits[0] if exits[1] == exits[0].turned(1) else exits[1], count),)
        case 3:
            return (fork(next(side for side in exits if side.opposite not in exits), count, lean),)
    return (crossroads(count),)


def cells(side: Side, count: int) -> tuple[ChamberShape, ...]:
    """Return a dead end: a rounded cell behind one exit, two ways for three symbols."""

    def cell(rooms: list[tuple[float, float, float, float, float]], slots: list[Slot]) -> ChamberShape:
        halls = tuple(hall(at(side, a, b), at(side, c, d), radius) for a, b, c, d, radius in rooms)
        deepest = max(max(room[1], room[3]) - (room[4] < FLOOR) for room in rooms)
        placed = tuple((*at(side, a, b), size) for a, b, size in slots)
        return ChamberShape((line_spine(side, at(side, 0, deepest)),), halls, placed)

    triangle = cell(
        [(-5, 8.2, 5, 8.2, 6.3), (0, 17, 0, 17, 6.3), (0, 8.2, 0, 17, 7)], [(-5, 8, 9), (5, 8, 9), (0, 17, 9)]
    )
    ways = {
        0: (cell([(0, 6.4, 0, 6.4, 6.5)], []), cell([(0, 3.6, 0, 3.6, 6.5)], [])),
        1: (cell([(0, 8.8, 0, 8.8, 7.7)], [(0, 8.6, SYMBOL)]), cell([(0, 8.1, 0, 8.1, 6.9)], [(0, 8.1, SYMBOL)])),
        2: (
            cell([(-5.2, 9.4, 5.2, 9.4, 6.3)], [(-5.1, 9.3, SYMBOL), (5.1, 9.3, SYMBOL)]),
            cell([(-5.2, 8.8, 5.2, 8.8, 5.6)], [(-5.1, 8.7, SYMBOL), (5.1, 8.7, SYMBOL)]),
        ),
        3: (cell([(-9.4, 7.6, 9.4, 7.6, 5.9)], [(-9.3, 7.5, 8.8), (0, 7.5, 8.8), (9.3, 7.5, 8.8)]), triangle),
        4: (
            cell(
                [(-4.9, 7.8, 4.9, 7.8, 6.1), (-4.9, 17.4, 4.9, 17.4, 6.1), (-4.9, 7.8, -4.9, 17.4, 6.1),
                 (4.9, 7.8, 4.9, 17.4, 6.1)],
                [(-4.8, 7.7, 9), (4.8, 7.7, 9), (-4.8, 17.3, 9), (4.8, 17.3, 9)],
            ),
        ),
    }  # fmt: skip
    check_count(side.name, count, max(ways))
    return ways[count]


def closed_cells(count: int) -> tuple[ChamberShape, ...]:
    """Return a cell without an exit: in the middle, or wherever the other paths leave room."""
    check_count("", count, 4)
    ring = [(MIDDLE, MIDDLE), (MIDDLE, 9.6), (40.4, MIDDLE), (MIDDLE, 40.4), (9.6, MIDDLE)]
    corners = [(10, 10), (40, 10), (40, 40), (10, 40)]

    def cell(x: float, y: float) -> ChamberShape:
        if count <= 1:
            return ChamberShape((), (circle(x, y, 5.6 + 0.6 * count),), ((x, y, SYMBOL),) * count)
        if count == 2:
            return ChamberShape(
                (), (hall((x - 4.9, y), (x + 4.9, y), 6),), ((x - 4.9, y, SYMBOL), (x + 4.9, y, SYMBOL))
            )
        return ChamberShape((), (circle(x, y, 11.6),), _cluster(x, y, count))

    return tuple(cell(x, y) for x, y in ring + corners)


def _cluster(x: float, y: float, count: int) -> tuple[Slot, ...]:
    """Return the places of up to four symbols around a point."""
    match count:
        case 1:
            return ((x, y, SYMBOL),)
        case 2:
            return ((x - 5.4, y, SYMBOL), (x + 5.4, y, SYMBOL))
        case 3:
            return ((x, y - 5.8, 9), (x - 5, y + 3, 9), (x + 5, y + 3, 9))
    return tuple((x + dx, y + dy, 9) for dx, dy in ((-4.8, -4.8), (4.8, -4.8), (-4.8, 4.8), (4.8, 4.8)))[:count]


def corridor(side: Side, count: int, lean: float) -> ChamberShape:
    """Return a corridor from a side to the one opposite."""
    check_count(side.name + side.opposite.name, count, 4)
    sag = SAG * lean
    middle = at(side, sag, MIDDLE)
    if sag:
        half = (at(side, 0, 11), at(side, sag, 14.5), middle)
        rest = (at(side, sag, 35.5), at(side, 0, 39), at(side, 0, TILE - LEAD))
        spine = curved_spine(side, side.opposite, (half, rest))
    else:
        spine = line_spine(side, middle, side.opposite)
    depths = {0: (), 1: (MIDDLE,), 2: (19.3, 30.7), 3: (8.4, MIDDLE, 41.6), 4: (8, 19.3, 30.7, 42)}[count]
    aside = (sag * max(0.0, 1 - ((depth - MIDDLE) / 17) ** 2) for depth in depths)
    slots = tuple((*at(side, across, depth), SYMBOL) for across, depth in zip(aside, depths, strict=True))
    rooms = {1: (circle(*middle, 7.4),), 2: (hall(at(side, sag, 20.5), at(side, sag, 29.5), 7.1),)}.get(count, ())
    return ChamberShape((spine,), rooms, slots)


@cache
def bridge_way(side: Side, count: int, *, over: bool) -> ChamberShape:
    """Return one of two corridors that cross; the lower one has no floor to spare in the middle."""
    most = 3 if over else 2
    check_count(side.name + side.opposite.name + (" over" if over else " under") + " a bridge", count, most)
    ways = {0: (), 1: (MIDDLE,), 2: (8.4, 41.6), 3: (8.2, MIDDLE, 41.8)}
    depths = ways[count] if over else (7.6, 42.4)[:count]
    slots = tuple((*at(side, 0, depth), SYMBOL) for depth in depths)
    return ChamberShape((line_spine(side, at(side, 0, MIDDLE), side.opposite),), (), slots)


def bend(side: Side, count: int) -> ChamberShape:
    """Return a bend from a side to the next one clockwise; its chamber lies towards the corner."""
    check_count(side.name + side.turned(1).name, count, 4)
    curve = (at(side, 0, 10.8), at(side, 14.2, MIDDLE), at(side, MIDDLE - LEAD, MIDDLE))
    spine = curved_spine(side, side.turned(1), (curve,))
    ends = at(side, 4.5, 12.6), at(side, 12.4, 20.5)
    pair, mid = tuple((*end, SYMBOL) for end in ends), at(side, 8.9, 16.1)
    arms = (*at(side, 0.2, 8), SYMBOL), (*at(side, 17, 24.8), SYMBOL)
    if count <= 2:
        rooms: tuple[Room, ...] = ((), (circle(*mid, 7.4),), (hall(*ends, 6.9),))[count]
        return ChamberShape((spine,), rooms, ((), ((*mid, SYMBOL),), pair)[count])
    corner = at(side, 15.7, 9.3)
    rooms = (circle(*mid, 7),) if count == 3 else (hall(mid, corner, 6.4),)
    return ChamberShape((spine,), rooms, (arms[0], (*mid, SYMBOL), arms[1], (*corner, SYMBOL))[:count])


def fork(side: Side, count: int, lean: float) -> ChamberShape:
    """Return a path with three exits: a corridor across, and one that leaves it for `side`."""
    check_count("with three exits", count, 4)
    sag = SAG * lean
    first = side.turned(3)
    middle = at(first, sag, MIDDLE)
    across = corridor(first, 0, lean).spines[0]
    spines = (across, line_spine(side, middle))
    arms = ((*at(first, 0.2, 8.2), SYMBOL), (*at(side, 0, 8.2), SYMBOL), (*at(side.turned(1), -0.2, 8.2), SYMBOL))
    beyond = at(first, sag + 10.4, MIDDLE)
    rooms = (hall(middle, beyond, 7.6),) if count == 2 else ()
    slots = {
        0: (),
        1: ((*middle, SYMBOL),),
        2: ((*middle, SYMBOL), (*beyond, SYMBOL)),
        3: arms,
        4: (*arms, (*middle, SYMBOL)),
    }[count]
    return ChamberShape(spines, rooms, slots)


def crossroads(count: int) -> ChamberShape:
    """Return a path with four exits into a round court."""
    check_count("NESW", count, 8)
    spines = tuple(line_spine(side, (MIDDLE, MIDDLE)) for side in Side)
    radius = (12.4, 12.6, 13.0, 13.0)[min(count, 3)]
    arms = tuple((*at(side, 0, 7.8), 9.0) for side in Side)
    slots = _cluster(MIDDLE, MIDDLE, min(count, 4)) if count else ()
    return ChamberShape(spines, (circle(MIDDLE, MIDDLE, radius),), (*slots, *arms[: max(0, count - 4)]))
