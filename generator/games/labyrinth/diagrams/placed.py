"""Tiles on the table, and the marks upon them, as parts of a scene: for the booklet's figures and pictures of games.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south. Every mark
reads in grey: it is dark on a light casing, or light in a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, Patch, PathData, Pen, Shape, Shown, Transform
from generator.drawing.inks import make_pale
from generator.games.labyrinth.art.chambers import FLOOR, TILE, WALL, Room, line_spine, quarter_turned
from generator.games.labyrinth.art.components import draw, draw_symbol
from generator.games.labyrinth.art.spots import free_spots
from generator.games.labyrinth.art.tile_plan import SymbolPlace, plan_tile, symbol_places
from generator.games.labyrinth.deck.tiles import Deck, Tile
from generator.geometry import SIDES, Side, turned_point

DEPTHS = (0.0, 1.3)
"""Depths of the circles that cover a corridor's last stretch, which its samples leave out."""
ROOM_STEPS = 12


@dataclass(slots=True)
class TileDrawings:
    """The drawings of one deck in one theme."""

    deck: Deck
    theme: Theme
    _drawings: dict[str, Drawing] = field(default_factory=dict)

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

    def prisoners(self, tile_id: str, path: int) -> tuple[SymbolPlace, ...]:
        """Return where the prisoners of a path lie."""
        found = symbol_places(self.tile(tile_id))
        return tuple(place for place in found if place.kind == "prisoner" and place.path == path)

    def ways(self, tile_id: str) -> Iterator[tuple[int, tuple[Side, ...], tuple[tuple[float, float], ...]]]:
        """Yield each path's index, its exits, and points along its middle, in the tile's own orientation."""
        for chamber in plan_tile(self.tile(tile_id)).chambers:
            points = tuple(point for spine in chamber.shape.spines for point in spine.points)
            yield chamber.path, chamber.exits, points

    def rooms(self, tile_id: str, path: int) -> tuple[Room, ...]:
        """Return the rooms of a path, in the tile's own orientation."""
        chambers = plan_tile(self.tile(tile_id)).chambers
        return tuple(room for chamber in chambers if chamber.path == path for room in chamber.shape.rooms)

    def is_bridge(self, tile_id: str, path: int) -> bool:
        """Return whether a path passes over another one on its tile."""
        plan = plan_tile(self.tile(tile_id))
        return plan.bridge is not None and plan.chambers[-1].path == path

    def is_bridged(self, tile_id: str, path: int) -> bool:
        """Return whether a path passes under another one on its tile."""
        chambers = plan_tile(self.tile(tile_id)).chambers
        return self.is_bridge(tile_id, chambers[-1].path) and any(
            chamber.path == path and len(chamber.exits) == 2 for chamber in chambers[:-1]
        )

    def signs(self, tile_id: str) -> tuple[tuple[float, float, float], ...]:
        """Return middle and radius of the owner's signs on a tile."""
        return tuple((spot.x, spot.y, spot.radius) for spot in free_spots(plan_tile(self.tile(tile_id)).shapes).signs)

    def centre_lines(self, tile_id: str, path: int) -> tuple[PathData, ...]:
        """Return the centre lines of a path, as far as the bleed."""
        chambers = plan_tile(self.tile(tile_id)).chambers
        return tuple(spine.data for chamber in chambers if chamber.path == path for spine in chamber.shape.spines)

    def floor(self, tile_id: str, path: int) -> Iterator[tuple[float, float, float]]:
        """Yield middle and radius of circles that together cover a path with its walls, as far as the tile's sides."""
        for number, exits, points in self.ways(tile_id):
            if number == path:
                yield from ((x, y, FLOOR + WALL) for x, y in points)
                for side, depth in ((side, depth) for side in exits for depth in DEPTHS):
                    yield (*turned_point(TILE / 2, depth, side, TILE), FLOOR + WALL)
        for room in self.rooms(tile_id, path):
            for share in (step / ROOM_STEPS for step in range(ROOM_STEPS + 1)):
                x, y = room.x1 + share * (room.x2 - room.x1), room.y1 + share * (room.y2 - room.y1)
                yield x, y, room.radius + WALL


INK = "#1d1714"
CASING = "#fffaf0"
GOLD = "#f3c64f"
SQUARE = Pen().rectangle(0, 0, TILE, TILE).data
HEAD_RADIUS = 17.6
"""The minotaur's own room, which a thread does not cross."""
COUNTER_SHARE = 1.12
SYMBOL_SHARE = 1.04
"""Size of what a thread leaves uncovered about a symbol, as a part of the symbol's."""
"""The size of a counter as a part of the prisoner's below it."""
BRIDGE = FLOOR + WALL
"""Half of a bridge's width."""

Cell = tuple[int, int]


class TilePlacement(Protocol):
    """A tile on the table; `turns` are clockwise quarter turns."""

    @property
    def tile(self) -> str: ...
    @property
    def at(self) -> Cell: ...
    @property
    def turns(self) -> int: ...


class TableTile(NamedTuple):
    """A tile on the table, by itself."""

    tile: str
    at: Cell
    turns: int


class Spot(NamedTuple):
    """A round spot on the table."""

    x: float
    y: float
    radius: float


class Thread(Struct, frozen=True):
    """The look of a connection: lines one upon the other, each with ink, width and dash."""

    lines: tuple[tuple[str, float, tuple[float, ...]], ...]


ARIADNE = Thread(((CASING, 4.2, ()), ("#c8102e", 2.5, ()), ("#ffd9cf", 0.9, (0, 2.6))))
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
    yield from _spots(lying, art.places(lying.tile))


def prisoner_spots(lying: TilePlacement, path: int, art: TileDrawings) -> Iterator[Spot]:
    """Yield the prisoners of a path, numbered from 0, as large as the counters upon them."""
    yield from _spots(lying, art.prisoners(lying.tile, path))


def _spots(lying: TilePlacement, places: Iterable[SymbolPlace]) -> Iterator[Spot]:
    for place in places:
        x, y = turned_point(place.x, place.y, lying.turns, TILE)
        yield Spot(lying.at[0] * TILE + x, lying.at[1] * TILE + y, place.size * COUNTER_SHARE / 2)


def path(lying: TilePlacement, number: int, art: TileDrawings) -> Patch:
    """Draw one path of a tile with its walls, numbered from 0, upon the tile that is pale otherwise."""
    floor = Pen()
    for x, y, radius in art.floor(lying.tile, number):
        floor.circle(x, y, radius)
    return replace(tile(lying, art), name="path", through=floor.data)


def thread(lying: TilePlacement, path: int, look: Thread, art: TileDrawings) -> Iterator[Patch]:
    """Draw a thread along a path, numbered from 0, under a bridge, and again the symbols of the path upon it."""
    pen = _all_over()
    if art.is_bridged(lying.tile, path):
        pen.rectangle(TILE / 2 - BRIDGE, TILE / 2 - BRIDGE, 2 * BRIDGE, 2 * BRIDGE)
    yield _threaded(lying, art.centre_lines(lying.tile, path), look, pen)
    symbols = Pen()
    for place in art.places(lying.tile):
        if place.path == path:
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
    shapes = (Shape(data, stroke=ink, width=width, dash=dash) for ink, width, dash in look.lines for data in lines)
    return Patch("thread", tuple(shapes), space(lying), shown.data)


FRAME_AWAY = 3.1
"""Distance of a frame from its tile, about 1 mm on tiles of 20 mm: paths are seen to meet at the tile's side."""
FRAME_REACH = FRAME_AWAY + 1.5


def frame(cells: Iterable[Cell], mark: Literal["new", "acted"]) -> Patch:
    """Draw one frame around tiles that were just placed, outside of them all; dashed if they were moved or turned."""
    pen = Pen()
    for corners in _outlines(cells):
        pen.polygon(
            *(
                (x // 2 * TILE + (x % 2 * 2 - 1) * FRAME_AWAY, y // 2 * TILE + (y % 2 * 2 - 1) * FRAME_AWAY)
                for x, y in corners
            )
        )
    dash = (3.9, 3.4) if mark == "acted" else ()
    casing, line = (
        Shape(pen.data, stroke=CASING, width=3.0),
        Shape(pen.data, stroke=INK, width=1.7, dash=dash, cap="butt"),
    )
    return Patch("frame", (casing, line), Transform())


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
    for x, y, radius in prisoner_spots(lying, path, art):
        yield Shown(art.drawing("symbol:counter"), x - radius, y - radius, 2 * radius)


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell."""
    return (cell[0] + 0.5) * TILE, (cell[1] + 0.5) * TILE
