"""One panel of a figure as parts of a scene: tiles, ghosts, frames, threads, counters, arrows, names of tiles, pieces.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field

from asterion_press.drawing.display_list import Part, Patch, Pen, Shape, Shown, Transform
from asterion_press.drawing.lettering import letter_path
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.components import COUNTER_ID
from asterion_press.games.labyrinth.catalogue.position_records import LoosePiece, Panel, PlacedTile
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams import label_room
from asterion_press.games.labyrinth.diagrams import placed as lying
from asterion_press.games.labyrinth.diagrams.arrows import REACH, Arrow, arrows
from asterion_press.games.labyrinth.diagrams.placed import CASING, GOLD, INK, Box, Cell, TableTile, TileDrawings
from asterion_press.geometry import Side

WHOLE_GAME = 40
"""Tiles of a panel that is a whole game."""
EDGE = 2.6
"""Least distance of a name from the sides of its tile: a bed begins there."""


class PanelScene(Struct, frozen=True, dict=True):
    """A panel with the drawings of its tiles.

    Attributes:
        panel: what it shows.
        before: the panel before it in its figure, from whose cells tiles may have been moved.
        art: the deck's.
        scores: what prisoners bring, by tile and path, numbered from 0.
    """

    panel: Panel
    before: Panel | None
    art: TileDrawings
    scores: Mapping[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    _names: dict[tuple[str, float, float], Box] = field(default_factory=dict)

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

    @property
    def is_whole_game(self) -> bool:
        """Return whether it is a whole game, whose tiles may be smaller than those of others."""
        return len(self.panel.tiles) >= WHOLE_GAME

    @cached_property
    def box(self) -> Box:
        """Return the room that the panel takes, with all that is drawn upon it."""
        spots = [
            (*lying.middle(placed.at), TILE / 2 + lying.FRAME_REACH * bool(placed.mark)) for placed in self.panel.tiles
        ]
        spots += [(*lying.middle(ghost.at), TILE / 2) for ghost in self.ghosts]
        spots += [(one.at[0] * TILE, one.at[1] * TILE, _reach_of(one, self.art)) for one in self.panel.pieces]
        spots += [(*point, REACH) for arrow in self.arrows for point in arrow.points()]
        spots += [(x, y, 1.2) for box, _ in self.bubbles for x, y in (box[:2], box[2:])]
        return Box(
            min(x - reach for x, _, reach in spots),
            min(y - reach for _, y, reach in spots),
            max(x + reach for x, _, reach in spots),
            max(y + reach for _, y, reach in spots),
        )

    @cached_property
    def bubbles(self) -> list[tuple[Box, Patch]]:
        """Return the bubbles of the scores, and the room that they take."""
        return list(label_room.score_bubbles(self.scores, self.panel.tiles, self.art)) if self.scores else []

    def name_box(self, placed: PlacedTile, width: float, height: float) -> Box:
        """Return the room of a tile's name: in a bed, off the frames of its neighbours, upright however it lies."""
        width, height = math.ceil(4 * width) / 4, math.ceil(4 * height) / 4  # so that languages share rooms
        key = placed.tile, width, height
        if key not in self._names:
            marked = any(math.dist(other.at, placed.at) < 2 for other in self.panel.tiles if other.mark)
            seen = [*label_room.hindrances(placed, self.art), *self._drawn_upon]
            edge = lying.FRAME_REACH if marked else EDGE
            self._names[key] = label_room.name_box(placed.at, width, height, edge, seen)
        return self._names[key]

    @cached_property
    def _drawn_upon(self) -> list[lying.Obstacle]:
        """Return what arrows and bubbles take of the table."""
        points = [point for arrow in self.arrows for point in arrow.points()]
        found = [lying.Obstacle(x, y, REACH, label_room.SYMBOL_WEIGHT) for x, y in points]
        return [*found, *(spot for box, _ in self.bubbles for spot in label_room.box_hindrances(box))]

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the panel from the lowest to the uppermost."""
        panel, tiles, art = self.panel, self.tiles, self.art
        if panel.pieces:
            yield _table(self.box)
            yield from (patch for piece in panel.pieces for patch in _piece(piece, art))
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
                yield lying.gates_thread(placed, self._followed(placed), lying.ARIADNE)
            else:
                yield from lying.thread(placed, named.path - 1, lying.ARIADNE, art)
        for named in panel.impaled:
            yield from lying.counters(tiles[named.tile], named.path - 1, art)
        yield from (arrow.patch() for arrow in self.arrows)
        yield from (patch for _, patch in self.bubbles)
        yield from _step_numbers(panel.pieces, art)

    def _followed(self, placed: PlacedTile) -> list[Side]:
        """Return the sides of a tile, in its own orientation, behind which the thread goes on."""
        entered = {(other.at, side) for other, side in self.thread_exits() if other is not placed}
        sides = ((side, side.turned(placed.turns)) for side in Side)
        return [side for side, lies in sides if (lying.beyond(placed.at, lies), lies.opposite) in entered]

    def thread_exits(self) -> Iterator[tuple[PlacedTile, Side]]:
        """Yield the sides, as they lie, by which the thread may leave the tiles that it runs through."""
        for named in self.panel.thread:
            placed, paths = self.tiles[named.tile], self.art.tile(named.tile).paths
            for path in paths[named.path - 1 : named.path]:
                yield from ((placed, Side(side).turned(placed.turns)) for side in path.exits)


# -- pieces beside the tiles: decks, hands, counters; and the dark table on which all lie ------------------------------

TABLE, SHADOW = "#4a3527", "#2c1e15"
AROUND, ROUND = 9.0, 7.0
"""What is seen of the table around the pieces, and the radius of its corners."""
STEP = 0.9
"""By which each piece of a stack lies aside from the one below it."""
DISC, DIGIT = 9.0, 10.5
"""Radius of a number's disc, and height of the number."""


def _size_of(piece: LoosePiece, art: TileDrawings) -> float:
    """Return width and height of a piece."""
    catalogue = art.deck.catalogue
    return catalogue.counters.diameter_mm * TILE / catalogue.tile_mm if piece.show == COUNTER_ID else TILE


def _reach_of(piece: LoosePiece, art: TileDrawings) -> float:
    """Return how far the table reaches around the middle of a piece."""
    return _size_of(piece, art) / 2 * (1 + 0.41 * abs(math.sin(math.radians(2 * piece.degrees)))) + AROUND


def _table(box: Box) -> Patch:
    """Draw the table."""
    frame = Pen().rounded_rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, ROUND)
    return Patch("table", (Shape(frame.data, fill=TABLE),))


def _piece(piece: LoosePiece, art: TileDrawings) -> Iterator[Patch]:
    """Draw a piece, or a stack of them, with its shadow."""
    size = _size_of(piece, art)
    half = size / 2
    cos, sin = math.cos(math.radians(piece.degrees)), math.sin(math.radians(piece.degrees))
    x, y = piece.at[0] * TILE, piece.at[1] * TILE
    is_counter = piece.show == COUNTER_ID
    trim = Pen().rectangle(-half, -half, size, size).data
    drawing = art.drawing(f"symbol:{COUNTER_ID}" if is_counter else f"piece:{piece.show}")
    for number in range(piece.stack, -1, -1):  # 0 is the uppermost
        away = STEP * number
        space = Transform(cos, sin, -sin, cos, x + away, y + away)
        if number:
            edge = () if is_counter else (Shape(trim, fill=SHADOW, stroke=CASING, width=0.35),)
            yield Patch("stack", edge or (Shape(Pen().circle(0, 0, half).data, fill=SHADOW),), space)
        else:
            yield Patch("piece", (Shown(drawing, -half, -half, size),), space, None if is_counter else trim)


def _step_numbers(pieces: Iterable[LoosePiece], art: TileDrawings) -> Iterator[Patch]:
    """Draw the numbers of the steps, each at the top left corner of its piece."""
    for piece in pieces:
        if piece.number:
            away = _size_of(piece, art) / 2
            x, y = piece.at[0] * TILE - away, piece.at[1] * TILE - away
            disc = Shape(Pen().circle(0, 0, DISC).data, fill=GOLD, stroke=CASING, width=1.6)
            digit = Shape(letter_path(str(piece.number), DIGIT), stroke=INK, width=0.17 * DIGIT)
            yield Patch("number", (disc, digit), Transform(e=x, f=y))
