"""What pictures of the table show of a deck: tiles, symbols, counters, drawn when they are first asked for.

Names: ``tile:Y07``, ``symbol:coin``, and in pale inks ``pale:tile:Y07``. Places on a tile are in units of which a tile
has 50.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, PathData
from generator.drawing.paling import paled
from generator.games.labyrinth.art.chambers import FLOOR, WALL, Room
from generator.games.labyrinth.art.components import draw, draw_symbol
from generator.games.labyrinth.art.tile import id_corner
from generator.games.labyrinth.art.tile_plan import plan_of, symbol_places
from generator.games.labyrinth.deck.tiles import Deck, Tile
from generator.geometry import Side, turned_point

UNITS = 50.0
"""Units along the side of a tile, as the drawing room counts them."""
DEPTHS = (0.0, 1.3)
"""Where circles cover a corridor's last stretch, which its samples leave out."""
ROOM_STEPS = 12


@dataclass(frozen=True, slots=True)
class Place:
    """Where a symbol lies on a tile: index of its path, middle and size."""

    path: int
    x: float
    y: float
    size: float


@dataclass(slots=True)
class Artwork:
    """The drawings of one deck in one theme."""

    deck: Deck
    theme: Theme
    _drawings: dict[str, Drawing] = field(default_factory=dict)

    def drawing(self, name: str) -> Drawing:
        """The drawing of that name."""
        if name not in self._drawings:
            self._drawings[name] = self._drawn(name)
        return self._drawings[name]

    def _drawn(self, name: str) -> Drawing:
        kind, _, what = name.partition(":")
        if kind == "pale":
            return paled(self.drawing(what))
        if kind == "symbol":
            return draw_symbol(what, self.deck, self.theme)
        return draw(self.tile(what).id, self.deck, self.theme)

    def aspect(self, symbol: str) -> float:
        """The width of a symbol as a part of its height."""
        drawing = self.drawing(f"symbol:{symbol}")
        return drawing.width / drawing.height

    def tile(self, tile_id: str) -> Tile:
        """The tile of that id, which the deck has; a copy such as Y07-2 looks like its original."""
        tile = self.deck.tile(tile_id.partition("-")[0])
        if tile is None:
            raise KeyError(tile_id)
        return tile

    def places(self, tile_id: str) -> tuple[Place, ...]:
        """Where the symbols of a tile lie, in the tile's own orientation."""
        return tuple(Place(place.path, place.x, place.y, place.size) for place in symbol_places(self.tile(tile_id)))

    def prisoners(self, tile_id: str, path: int) -> tuple[Place, ...]:
        """Where the prisoners of a path lie."""
        found = symbol_places(self.tile(tile_id))
        return tuple(Place(p.path, p.x, p.y, p.size) for p in found if p.kind == "prisoner" and p.path == path)

    def ways(self, tile_id: str) -> Iterator[tuple[int, tuple[Side, ...], tuple[tuple[float, float], ...]]]:
        """Each path's index, its exits, and points along its middle, in the tile's own orientation."""
        for chamber in plan_of(self.tile(tile_id)).chambers:
            points = tuple(point for spine in chamber.shape.spines for point in spine.points)
            yield chamber.path, chamber.exits, points

    def rooms(self, tile_id: str, path: int) -> tuple[Room, ...]:
        """The rooms of a path, in the tile's own orientation."""
        chambers = plan_of(self.tile(tile_id)).chambers
        return tuple(room for chamber in chambers if chamber.path == path for room in chamber.shape.rooms)

    def bridge(self, tile_id: str) -> int | None:
        """The path that passes over another, or None if the tile has no bridge."""
        plan = plan_of(self.tile(tile_id))
        return None if plan.bridge is None else plan.chambers[-1].path

    def id_corner(self, tile_id: str) -> int:
        """The corner that bears the tile's id, 0 to 3 clockwise from the north-west."""
        return id_corner(plan_of(self.tile(tile_id)))

    def centre_lines(self, tile_id: str, path: int) -> tuple[PathData, ...]:
        """The centre lines of a path, as far as the bleed."""
        chambers = plan_of(self.tile(tile_id)).chambers
        return tuple(spine.data for chamber in chambers if chamber.path == path for spine in chamber.shape.spines)

    def floor(self, tile_id: str, path: int) -> Iterator[tuple[float, float, float]]:
        """Middle and radius of circles that together cover a path with its walls, as far as the tile's sides."""
        for number, exits, points in self.ways(tile_id):
            if number == path:
                yield from ((x, y, FLOOR + WALL) for x, y in points)
                for side, depth in ((side, depth) for side in exits for depth in DEPTHS):
                    yield (*turned_point(UNITS / 2, depth, side, UNITS), FLOOR + WALL)
        for room in self.rooms(tile_id, path):
            for share in (step / ROOM_STEPS for step in range(ROOM_STEPS + 1)):
                x, y = room.x1 + share * (room.x2 - room.x1), room.y1 + share * (room.y2 - room.y1)
                yield x, y, room.radius + WALL
