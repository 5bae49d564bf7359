"""Tiles on the table, and the marks upon them, as parts of a scene: for the booklet's figures and pictures of games.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south. Every mark
reads in grey: it is dark on a light casing, or light in a dark one.

Chambers may be marked: the minotaur's thread, gold through those that pay, a number on each, ways outside. A number
stands on the floor of its chamber, upright, where it hides no symbol. Its disc says what becomes of those who live
there, in grey too: a double ring of gold pays, a light disc escapes without a coin, a dark one is enclosed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Patch, PathData, Pen, Point, Shape, Shown, Transform
from asterion_press.drawing.inks import make_pale
from asterion_press.drawing.lettering import letter_path
from asterion_press.games.labyrinth.art.chambers import FLOOR, TILE, WALL, line_spine, quarter_turned
from asterion_press.games.labyrinth.art.components import draw, draw_symbol
from asterion_press.games.labyrinth.art.ground import Spot
from asterion_press.games.labyrinth.art.tile_plan import PlannedChamber, SymbolPlace, TilePlan, plan_tile, symbol_places
from asterion_press.games.labyrinth.catalogue.position_records import PlacedTile
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.games.labyrinth.engine.scoring import Chamber, Counted, heading
from asterion_press.geometry import SIDES, Side, turned_point

DEPTHS = (0.0, 1.3)
"""Depths of the circles that cover a corridor's last stretch, which its samples leave out."""
ROOM_STEPS = 12


class TileDrawings(Struct):
    """The drawings of one deck in one theme."""

    deck: Deck
    theme: Theme
    _drawings: dict[str, Drawing] = {}

    def drawing(self, name: str) -> Drawing:
        """Return the drawing of that name."""
        if name not in self._drawings:
            kind, _, what = name.partition(":")
            if kind == "pale":
                drawing = make_pale(self.drawing(what))
            elif kind == "symbol":
                drawing = draw_symbol(what, self.deck, self.theme)
            elif kind == "piece":
                drawing = draw(what, self.deck, self.theme)
            else:
                drawing = draw(self.tile(what).id, self.deck, self.theme)
            self._drawings[name] = drawing
        return self._drawings[name]

    def tile(self, tile_id: str) -> Tile:
        """Return the tile of that id, which the deck has; a copy such as Y07-2 looks like its original."""
        tile = self.deck.tile(tile_id.partition("-")[0])
        if tile is None:
            raise KeyError(tile_id)
        return tile

    def places(self, tile_id: str) -> tuple[SymbolPlace, ...]:
        """Return where the symbols of a tile lie, in the tile's own orientation."""
        return symbol_places(self.tile(tile_id))

    def plan(self, tile_id: str) -> TilePlan:
        """Return the plan of a tile, in its own orientation."""
        return plan_tile(self.tile(tile_id))

    def chamber(self, tile_id: str, path: int) -> PlannedChamber:
        """Return the chamber of a path, in the tile's own orientation."""
        return next(chamber for chamber in self.plan(tile_id).chambers if chamber.path == path)

    def prisoners(self, tile_id: str, path: int) -> tuple[SymbolPlace, ...]:
        """Return where the prisoners of a path lie."""
        return self.chamber(tile_id, path).prisoners

    def is_bridge(self, tile_id: str, path: int) -> bool:
        """Return whether a path passes over another one on its tile."""
        return self.plan(tile_id).upper is self.chamber(tile_id, path)

    def floor(self, tile_id: str, path: int) -> Iterator[tuple[float, float, float]]:
        """Yield middle and radius of circles that together cover a path with its walls, as far as the tile's sides."""
        chamber = self.chamber(tile_id, path)
        yield from ((x, y, FLOOR + WALL) for x, y in chamber.shape.points)
        for side, depth in product(chamber.exits, DEPTHS):
            yield (*turned_point(TILE / 2, depth, side, TILE), FLOOR + WALL)
        for room in chamber.shape.rooms:
            for share in (step / ROOM_STEPS for step in range(ROOM_STEPS + 1)):
                x, y = room.x1 + share * (room.x2 - room.x1), room.y1 + share * (room.y2 - room.y1)
                yield x, y, room.radius + WALL


INK = "#1a1a1a"
CASING = "#fffaf0"
GOLD = "#f3c64f"
SQUARE = Pen().rectangle(0, 0, TILE, TILE).data
HEAD_RADIUS = 17.6
"""The minotaur's own room, which a thread does not cross."""
COUNTER_SHARE = 1.12
"""The size of a counter as a part of the prisoner's below it."""
SYMBOL_SHARE = 1.04
"""Size of what a thread leaves uncovered about a symbol, as a part of the symbol's."""
BRIDGE = FLOOR + WALL
"""Half of a bridge's width."""

Cell = tuple[int, int]


class TableTile(NamedTuple):
    """A tile on the table, by itself; `turns` are clockwise quarter turns."""

    tile: str
    at: Cell
    turns: int


TilePlacement: TypeAlias = TableTile | PlacedTile
Thread: TypeAlias = tuple[tuple[str, float, tuple[float, ...]], ...]
"""The look of a connection: lines one upon the other, each with ink, width and dash."""
ARIADNE: Thread = ((CASING, 4.2, ()), ("#c8102e", 2.5, ()), ("#ffd9cf", 0.9, (0, 2.6)))
"""A string of light beads on a dark thread with a light casing."""


def space(lying: TilePlacement) -> Transform:
    """Return the space of a tile as it lies."""
    return Transform.placing(lying.at[0] * TILE, lying.at[1] * TILE) @ quarter_turned(lying.turns)


def tile(lying: TilePlacement, art: TileDrawings, *, pale: bool = False) -> Patch:
    """Draw the tile itself, cut along its trim."""
    name = f"pale:tile:{lying.tile}" if pale else f"tile:{lying.tile}"
    return Patch("tile", (Shown(art.drawing(name), 0, 0, TILE),), space(lying), SQUARE)


def ghost(lying: TilePlacement, art: TileDrawings) -> Patch:
    """Draw a tile that has been moved, where it lay."""
    return replace(tile(lying, art, pale=True), name="ghost")


def symbol_spots(lying: TilePlacement, art: TileDrawings) -> Iterator[Spot]:
    """Yield the symbols of a tile, as large as the counters upon them."""
    yield from spots_of(lying, art.places(lying.tile))


def spots_of(lying: TilePlacement, places: Iterable[SymbolPlace]) -> Iterator[Spot]:
    """Yield some symbols of a tile, as large as the counters upon them."""
    for place in places:
        yield Spot(*on_table(lying, place.x, place.y), place.size * COUNTER_SHARE / 2)


def on_table(lying: TilePlacement, x: float, y: float) -> Point:
    """Return where a point of a tile lies on the table."""
    u, v = turned_point(x, y, lying.turns, TILE)
    return lying.at[0] * TILE + u, lying.at[1] * TILE + v


def path(lying: TilePlacement, number: int, art: TileDrawings) -> Patch:
    """Draw one path of a tile with its walls, numbered from 0, upon the tile that is pale otherwise."""
    floor = Pen()
    for x, y, radius in art.floor(lying.tile, number):
        floor.circle(x, y, radius)
    return replace(tile(lying, art), name="path", through=floor.data)


def thread(lying: TilePlacement, path: int, look: Thread, art: TileDrawings) -> Iterator[Patch]:
    """Draw a thread along a path, numbered from 0, under a bridge, and again the symbols of the path upon it."""
    pen, symbols, chamber = _all_over(), Pen(), art.chamber(lying.tile, path)
    if art.plan(lying.tile).upper not in {None, chamber} and len(chamber.exits) == 2:
        pen.rectangle(TILE / 2 - BRIDGE, TILE / 2 - BRIDGE, 2 * BRIDGE, 2 * BRIDGE)
    yield _threaded(lying, [spine.data for spine in chamber.shape.spines], look, pen)
    for place in chamber.places:
        symbols.circle(place.x, place.y, place.size * SYMBOL_SHARE / 2)
    if symbols.data:
        yield replace(tile(lying, art), name="symbols", through=symbols.data)


def gates_thread(lying: TilePlacement, sides: Iterable[Side], look: Thread) -> Patch:
    """Draw a thread from sides of the minotaur's tile, in its own orientation, to the ring around his room."""
    middle = TILE / 2
    pen = _all_over().circle(middle, middle, HEAD_RADIUS)
    return _threaded(lying, [line_spine(side, (middle, middle)).data for side in sides], look, pen)


def _all_over() -> Pen:
    return Pen().rectangle(-0.2, -0.2, TILE + 0.4, TILE + 0.4)


def _threaded(lying: TilePlacement, lines: Sequence[PathData], look: Thread, shown: Pen) -> Patch:
    shapes = (Shape(data, stroke=ink, width=width, dash=dash) for ink, width, dash in look for data in lines)
    return Patch("thread", tuple(shapes), space(lying), shown.data)


FRAME_AWAY = 3.1
"""Distance of a frame from its tile, about 1 mm on tiles of 20 mm: paths are seen to meet at the tile's side."""
FRAME_REACH = FRAME_AWAY + 1.5


def frame(cells: Iterable[Cell], mark: Literal["new", "acted"]) -> Patch:
    """Draw one frame around tiles that were just placed, outside of them all; dashed if they were moved or turned."""

    def length(line: int) -> float:
        return line // 2 * TILE + (line % 2 * 2 - 1) * FRAME_AWAY

    pen = Pen()
    for corners in _outlines(cells):
        pen.polygon(*((length(x), length(y)) for x, y in corners))
    casing = Shape(pen.data, stroke=CASING, width=3.0)
    dash = (3.9, 3.4) if mark == "acted" else ()
    return Patch("frame", (casing, Shape(pen.data, stroke=INK, width=1.7, dash=dash, cap="butt")))


def _outlines(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield the outlines of cells that are a little larger than a tile, so that those of neighbours overlap.

    Points are lines of a grid, two for each side of a cell: 2n a little before the side of cell n, 2n + 1 behind it.
    """
    covered = {(2 * x + dx, 2 * y + dy) for x, y in cells for dx in range(3) for dy in range(3)}
    ahead: dict[Cell, Cell] = {}
    for x, y in sorted(covered):
        around = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for side in SIDES:
            dx, dy = side.step
            if (x + dx, y + dy) not in covered:
                ahead[around[side]] = around[side.turned(1)]
    while ahead:
        first = next(iter(ahead))
        corners = [first]
        while (point := ahead.pop(corners[-1])) != first:
            corners.append(point)
        yield corners


def counters(lying: TilePlacement, path: int, art: TileDrawings) -> Iterator[Shown]:
    """Yield a counter on each prisoner of a path, numbered from 0, upright however the tile lies."""
    for x, y, radius in spots_of(lying, art.prisoners(lying.tile, path)):
        yield Shown(art.drawing("symbol:counter"), x - radius, y - radius, 2 * radius)


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell."""
    return (cell[0] + 0.5) * TILE, (cell[1] + 0.5) * TILE


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
WAY_OUT_MIDDLE = TILE / 2 + (ARROW_FROM + ARROW_TO) / 2


class ChamberFate(Enum):
    """The fate of a chamber's living prisoners; the value is fill and ink of its number."""

    PAYS = (GOLD, INK)
    ESCAPES = (CASING, INK)
    ENCLOSED = (INK, CASING)


class Obstacle(NamedTuple):
    """A round place that should be seen: middle, radius and what it costs to cover a unit of it."""

    x: float
    y: float
    radius: float
    cost: float


class Box(NamedTuple):
    """A rectangle: its edges."""

    left: float
    top: float
    right: float
    bottom: float


Disc = TypeVar("Disc", Obstacle, Spot)


def within(box: Box, discs: Iterable[Disc]) -> list[Disc]:
    """Return those that a rectangle, or any within it, may cover."""
    left, top, right, bottom = box
    return [
        one
        for one in discs
        if left - one.radius < one.x < right + one.radius and top - one.radius < one.y < bottom + one.radius
    ]


def covered(box: Box, obstacles: Iterable[Obstacle]) -> float:
    """Return what it costs that a rectangle covers some obstacles."""
    left, top, right, bottom = box
    cost = 0.0
    for x, y, radius, weight in obstacles:  # as within, whose list would take half of the time
        if left - radius < x < right + radius and top - radius < y < bottom + radius:
            away = math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
            cost += weight * max(0.0, radius - away)
    return cost


def badge(name: int | str, outcome: ChamberFate, x: float, y: float, title: str) -> Patch:
    """Draw the number or the letter of a chamber about (x, y)."""
    fill, ink = outcome.value
    text = str(name)
    high = DIGITS_HIGH if len(text) == 1 else SEVERAL_DIGITS_HIGH
    rings = [Shape(Pen().circle(0, 0, RADIUS).data, fill=fill, stroke=CASING, width=2.0)]
    rings.append(Shape(Pen().circle(0, 0, RADIUS).data, fill=fill, stroke=INK, width=0.9))
    if outcome is ChamberFate.PAYS:
        rings.append(Shape(Pen().circle(0, 0, RADIUS + 1.5).data, stroke=INK, width=0.8))
    digits = Shape(letter_path(text, high), stroke=ink, width=high * 0.19)
    return Patch("badge", (*rings, digits), Transform(e=x, f=y), title=title)


class NumberPlacer:
    """A finder of room for numbers, one after the other: points that keep off obstacles by the reach of a disc."""

    def __init__(self, art: TileDrawings) -> None:
        self.art = art
        self._taken: dict[Cell, list[Obstacle]] = {}

    def best(self, lying: TilePlacement, path: int) -> tuple[float, Point]:
        """Return where a number on a path, counted from 0, hides the least on a tile: what it costs, and the point."""
        places = self.art.places(lying.tile)
        obstacles = [Obstacle(place.x, place.y, place.size * SYMBOL_REACH + REACH, SYMBOL_COST) for place in places]
        for other in self.art.plan(lying.tile).chambers:
            if other.path != path:
                points = other.shape.points[::4]
                obstacles += [Obstacle(x, y, FLOOR_REACH + REACH, FLOOR_COST) for x, y in points]
        around = (lying.at, *(side.beyond(lying.at) for side in Side))
        near = [obstacle for cell in around for obstacle in self._taken.get(cell, ())]
        found = []
        for x, y, off in _floor(lying.tile, path, self.art):
            if _inside(x, y) < LEAST_INSIDE:
                continue
            cost = off + EDGE_COST * max(0.0, REACH - _inside(x, y))
            here = on_table(lying, x, y)
            cost += covered(Box(x, y, x, y), obstacles) + covered(Box(*here, *here), near)
            found.append((round(cost, 6), here))
        return min(found, key=lambda place: place[0])

    def take(self, cell: Cell, point: Point) -> None:
        """Remember that a number of a cell stands there."""
        self._taken.setdefault(cell, []).append(Obstacle(*point, 2 * REACH, BADGE_COST))

    def avoid(self, obstacles: Iterable[Obstacle]) -> None:
        """Remember what else should be seen."""
        for x, y, radius, cost in obstacles:
            cell = math.floor(x / TILE), math.floor(y / TILE)
            self._taken.setdefault(cell, []).append(Obstacle(x, y, radius + REACH, cost))

    def keep_free(self, cell: Cell, side: Side) -> None:
        """Remember that an arrow stands before that side of a cell."""
        x, y = middle(cell)
        x, y = x + side.step[0] * WAY_OUT_MIDDLE, y + side.step[1] * WAY_OUT_MIDDLE
        obstacle = Obstacle(x, y, ARROW_HALF + REACH, ARROW_COST)
        self._taken.setdefault(cell, []).append(obstacle)


def _inside(x: float, y: float) -> float:
    """Return how far from the nearest side of its tile a point lies."""
    return min(x, y, TILE - x, TILE - y)


def _floor(tile_id: str, path: int, art: TileDrawings) -> Iterator[tuple[float, float, float]]:
    """Yield points of a path with the cost of standing there: along its middle, and about its rooms up to the walls."""
    shape = art.chamber(tile_id, path).shape
    yield from ((x, y, 0.0) for x, y in shape.points)
    for room in shape.rooms:
        x, y = (room.x1 + room.x2) / 2, (room.y1 + room.y2) / 2
        for beyond in (0.0, 2.0, 4.0):
            for step in range(24):
                angle, radius = math.tau * step / 24, room.radius + beyond
                yield x + radius * math.cos(angle), y + radius * math.sin(angle), WALL_COST * beyond


def way_out_tip(lying: TilePlacement, side: Side) -> Point:
    """Return where the tip of an arrow lies that leaves a tile by a side of the table."""
    x, y = middle(lying.at)
    return x + side.step[0] * (TILE / 2 + ARROW_TO), y + side.step[1] * (TILE / 2 + ARROW_TO)


def way_out(lying: TilePlacement, side: Side, fill: str, title: str) -> Patch:
    """Draw an arrow that leaves a tile by a side of the table."""
    x, y = middle(lying.at)
    near, far = TILE / 2 + ARROW_FROM, TILE / 2 + ARROW_TO
    head = Pen().polygon((near, -ARROW_HALF), (far, 0), (near, ARROW_HALF)).data
    cos, sin = side.step
    shapes = (Shape(head, stroke=CASING, width=2.6), Shape(head, fill=fill, stroke=INK, width=0.9))
    return Patch("way-out", shapes, Transform(cos, sin, -sin, cos, x, y), title=title)


PAYING: Thread = ((INK, 4.4, ()), (GOLD, 2.6, ()))
"""A light thread in a dark casing; the minotaur's is a dark one in a light casing, with beads."""
JOINED: Thread = ((CASING, 4.2, ()), (INK, 2.2, ()))
"""A dark thread without beads: what is joined, but neither his nor paid for."""
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
        yield from thread(table[spot.cell], spot.path, look, art)
    minotaur = table[0, 0]
    met = {(spot.cell, side) for spot in his.spots for side in spot.exits}
    gates = [side for side in Side if (side.beyond(minotaur.at), side.opposite) in met]
    yield gates_thread(minotaur, [side.turned(-minotaur.turns) for side in gates], ARIADNE)


def ways_out(chamber: Chamber, fill: str, gates: Iterable[Side], table: Table) -> Iterator[Patch]:
    """Draw an arrow wherever a chamber leads outside.

    Args:
        chamber: whose.
        fill: its ink.
        gates: the exits of the minotaur's tile if the chamber is his, else none.
        table: every tile.
    """
    for cell, side in _exits_out(chamber, gates):
        x, y = side.beyond(cell)
        yield way_out(table[cell], side, fill, f"leads outside onto {x},{y}")


def _exits_out(chamber: Chamber, gates: Iterable[Side] = ()) -> list[tuple[Cell, Side]]:
    """Return the cells and sides where a chamber's paths, or the minotaur's gates, lead outside."""
    exits = [(spot.cell, side) for spot in chamber.spots for side in spot.exits]
    exits += [((0, 0), side) for side in gates]
    return [(cell, side) for cell, side in exits if side.beyond(cell) in chamber.ways_out]


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
    """Return the fate of the living prisoners of a part of the count."""
    return fate_in(part.chamber, pays=part.pays)


def fate_in(chamber: Chamber, *, pays: bool) -> ChamberFate:
    """Return the fate of a chamber's living prisoners."""
    if pays:
        return ChamberFate.PAYS
    return ChamberFate.ESCAPES if chamber.escapes else ChamberFate.ENCLOSED
