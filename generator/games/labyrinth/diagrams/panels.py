"""One panel of a figure as parts of a scene: tiles, ghosts, frames, threads, counters, arrows, and the names of tiles.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from generator.drawing.display_list import Part
from generator.games.labyrinth.art.chambers import FLOOR, TILE
from generator.games.labyrinth.catalogue.position_records import Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.diagrams import placed as lying
from generator.games.labyrinth.diagrams.arrows import REACH, Arrow, arrows
from generator.games.labyrinth.diagrams.placed import ARIADNE, FRAME_REACH, Cell, TableTile, TileDrawings
from generator.geometry import Side, turned_point


class Box(NamedTuple):
    """A rectangle: its edges."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class PanelScene:
    """A panel with the drawings of its tiles.

    Attributes:
        panel: what it shows.
        before: the panel before it in its figure, from whose cells tiles may have been moved.
        art: the deck's.
    """

    panel: Panel
    before: Panel | None
    art: TileDrawings

    @cached_property
    def tiles(self) -> dict[str, PlacedTile]:
        """Return the tiles by their ids."""
        return {placed.tile: placed for placed in self.panel.tiles}

    @cached_property
    def ghosts(self) -> tuple[TableTile, ...]:
        """Return the tiles that were moved since the panel before, where they lay."""
        laid = {placed.at for placed in self.panel.tiles}
        marked = {placed.tile for placed in self.panel.tiles if placed.mark == "acted"}
        before = self.before.tiles if self.before else ()
        moved = (placed for placed in before if placed.tile in marked and placed.at not in laid)
        return tuple(TableTile(placed.tile, placed.at, placed.turns) for placed in moved)

    @cached_property
    def arrows(self) -> list[Arrow]:
        """Return the arrows: those that the panel names, and one from each ghost."""
        pairs: list[tuple[Cell, Cell]] = [(arrow.from_, arrow.to) for arrow in self.panel.arrows]
        pairs += [(ghost.at, self.tiles[ghost.tile].at) for ghost in self.ghosts]
        inner = [placed for placed in self.panel.tiles if placed.tile != MINOTAUR_ID] if pairs else []
        symbols = [spot for placed in inner for spot in lying.symbol_spots(placed, self.art)]
        return arrows(pairs, {placed.at for placed in self.panel.tiles}, symbols)

    @cached_property
    def box(self) -> Box:
        """Return the room that the panel takes, its frames and arrows included."""
        spots = [(*lying.middle(placed.at), TILE / 2 + FRAME_REACH * bool(placed.mark)) for placed in self.panel.tiles]
        spots += [(*lying.middle(ghost.at), TILE / 2) for ghost in self.ghosts]
        spots += [(*point, REACH) for arrow in self.arrows for point in arrow.points()]
        return Box(
            min(x - reach for x, _, reach in spots),
            min(y - reach for _, y, reach in spots),
            max(x + reach for x, _, reach in spots),
            max(y + reach for _, y, reach in spots),
        )

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the panel from the lowest to the uppermost."""
        panel, tiles, art = self.panel, self.tiles, self.art
        for ghost in self.ghosts:
            yield lying.ghost(ghost, art)
        for placed in panel.tiles:
            yield lying.tile(placed, art, pale=panel.pale)
        for named in panel.thread if panel.pale else ():
            yield lying.path(tiles[named.tile], named.path - 1, art)
        marks: tuple[Literal["new", "acted"], ...] = ("new", "acted")
        for mark in marks:
            if cells := [placed.at for placed in panel.tiles if placed.mark == mark]:
                yield lying.frame(cells, mark)
        for named in sorted(panel.thread, key=lambda named: art.is_bridge(named.tile, named.path - 1)):
            placed = tiles[named.tile]
            if placed.tile == MINOTAUR_ID:
                yield lying.gates_thread(placed, self._followed(placed), ARIADNE)
            else:
                yield lying.thread(placed, named.path - 1, ARIADNE, art)
        for named in panel.impaled:
            yield from lying.counters(tiles[named.tile], named.path - 1, art)
        yield from (arrow.patch() for arrow in self.arrows)

    def _followed(self, placed: PlacedTile) -> list[Side]:
        """Return the sides of a tile, in its own orientation, behind which the thread goes on."""
        found: list[Side] = []
        by_cell = {other.at: other for other in self.panel.tiles}
        for side in Side:
            step = side.turned(placed.turns).step
            other = by_cell.get((placed.at[0] + step[0], placed.at[1] + step[1]))
            if other is None:
                continue
            paths = self.art.tile(other.tile).paths
            entered = side.turned(placed.turns).opposite.turned(-other.turns)
            numbers = {named.path for named in self.panel.thread if named.tile == other.tile}
            if any(number <= len(paths) and entered in paths[number - 1].exits for number in numbers):
                found.append(side)
        return found


EDGE, FRAMED_EDGE = 1.2, 4.2
"""Least distances of a plate from the tile's sides: as usual, and where a frame marks the tile."""
ID_AT = 6.6
"""The middle of the art's own id, from both sides; a plate on a large tile lies upon it."""
SYMBOL_WEIGHT, ARROW_WEIGHT, THREAD_WEIGHT, EXIT_WEIGHT, FLOOR_WEIGHT = 100.0, 60.0, 40.0, 20.0, 1.0
"""Costs of covering a unit of each."""
OWN_CORNER_GAIN = 2.0
SYMBOL_REACH = 0.56
"""Radius of a symbol, or of the counter on it, as a part of its size."""
THREAD_REACH, ARROW_REACH = 2.2, 4.0


class _Hindrance(NamedTuple):
    """A round spot that a plate should not cover."""

    x: float
    y: float
    radius: float
    weight: float


def name_place(placed: PlacedTile, panel: Panel, art: TileDrawings, width: float, height: float) -> tuple[float, float]:
    """Return the top left corner of a plate of that size, relative to the tile's."""
    edge = FRAMED_EDGE if placed.mark else EDGE
    left, top = max(edge, ID_AT - width / 2), max(edge, ID_AT - height / 2)
    right, bottom = TILE - left - width, TILE - top - height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    own = (art.id_corner(placed.tile) + placed.turns) % len(corners)
    hindrances = list(_hindrances(placed, panel, art))

    def cost(number: int) -> float:
        (x, y), covered = corners[number], 0.0
        for spot_x, spot_y, radius, weight in hindrances:  # most are far from the plate
            if x - radius < spot_x < x + width + radius and y - radius < spot_y < y + height + radius:
                away = math.hypot(max(x - spot_x, 0, spot_x - x - width), max(y - spot_y, 0, spot_y - y - height))
                covered += weight * max(0.0, radius - away)
        return covered - (OWN_CORNER_GAIN if number == own else 0.0)

    return corners[min(range(len(corners)), key=cost)]


def _hindrances(placed: PlacedTile, panel: Panel, art: TileDrawings) -> Iterator[_Hindrance]:
    """Yield what of a tile should be seen, as it lies on the table."""
    threads = {named.path - 1 for named in panel.thread if named.tile == placed.tile}
    for x, y, radius, weight in _spots(placed.tile, threads, art):
        yield _Hindrance(*turned_point(x, y, placed.turns, TILE), radius, weight)


def _spots(tile_id: str, threads: set[int], art: TileDrawings) -> Iterator[tuple[float, float, float, float]]:
    """Yield symbols, exits, floors and threads of a tile in its own orientation: x, y, radius and weight of each."""
    for place in art.places(tile_id):
        yield place.x, place.y, place.size * SYMBOL_REACH, SYMBOL_WEIGHT
    for path, exits, points in art.ways(tile_id):
        for side in exits:
            yield (*turned_point(TILE / 2, 0, side, TILE), FLOOR, EXIT_WEIGHT)
        for x, y in points:
            yield x, y, FLOOR, FLOOR_WEIGHT
            if path in threads:
                yield x, y, THREAD_REACH, THREAD_WEIGHT
