"""One panel of a figure as parts of a scene: tiles, ghosts, frames, threads, counters, arrows, names of tiles, pieces.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from asterion_press.drawing.display_list import Part, Patch, Pen, Point, Shape, Shown, Transform
from asterion_press.drawing.freehand import point_on
from asterion_press.drawing.lettering import letter_path
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.components import COUNTER_ID
from asterion_press.games.labyrinth.catalogue.position_records import (
    LoosePiece,
    NamedPath,
    Panel,
    PlacedTile,
    PlayArrow,
    moves_to,
    shown_part,
)
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams import label_room
from asterion_press.games.labyrinth.diagrams import placed as lying
from asterion_press.games.labyrinth.diagrams.arrows import CLEAR, HEAD, REACH, Arrow, Tip, arrows
from asterion_press.games.labyrinth.diagrams.placed import CASING, GOLD, INK, Box, Cell, TableTile, TileDrawings
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.figures import chambers_shown, holds, prisoner_scores
from asterion_press.games.labyrinth.engine.rules import rules_of
from asterion_press.games.labyrinth.engine.scoring import Chamber
from asterion_press.geometry import QUARTER_TURNS, Side

WHOLE_GAME, WHOLE_GAME_SCORES = 40, 1.4
"""Tiles of a panel that is a whole game, and the size of its scores, as a part of that on tables of few tiles."""
EDGE = 2.6
"""Least distance of a name from the sides of its tile: a bed begins there."""


class PanelScene(Struct, frozen=True, dict=True):
    """A panel with the drawings of its tiles.

    Attributes:
        panel: what it shows.
        before: the panel before it in its figure, from whose cells tiles may have been moved.
        art: the deck's.
        laid: the cells in which tiles lie, those that are not shown among them.
        scores: what prisoners bring, by tile and path, numbered from 0.
        chambers: that the thread follows, by their names; a single letter is shown.
    """

    panel: Panel
    before: Panel | None
    art: TileDrawings
    laid: frozenset[Cell]
    scores: Mapping[tuple[str, int], str] = {}
    chambers: Mapping[str, Chamber] = {}
    _names: dict[tuple[str, float, float], Box] = {}

    @classmethod
    def of(cls, panel: Panel, before: Panel | None, art: TileDrawings, box: GameSet | None) -> PanelScene:
        """Return a panel with what the engine knows of it, if there is a box to play it with."""
        laid = frozenset(placed.at for placed in panel.tiles)
        shown = shown_part(panel), before and shown_part(before), art, laid
        if box is None:
            return cls(*shown)
        rules = rules_of(box.deck.catalogue)
        return cls(*shown, prisoner_scores(panel, before, box, rules), chambers_shown(panel, box, rules))

    @cached_property
    def tiles(self) -> dict[str, PlacedTile]:
        """Return the tiles by their ids."""
        return {placed.tile: placed for placed in self.panel.tiles}

    @cached_property
    def ghosts(self) -> tuple[TableTile, ...]:
        """Return the tiles that were moved since the panel before, where they lay."""
        marked = {placed.tile for placed in self.panel.tiles if placed.mark == "acted"}
        before = self.before.tiles if self.before else ()
        moved = (placed for placed in before if placed.tile in marked and placed.at not in self.laid)
        return tuple(TableTile(placed.tile, placed.at, placed.turns) for placed in moved)

    @cached_property
    def arrows(self) -> list[Arrow]:
        """Return the arrows: from where tiles lay that were moved or swapped, and about those that were turned."""
        pairs = moves_to(self.panel, self.before)
        inner = [placed for placed in self.panel.tiles if placed.tile != MINOTAUR_ID] if pairs else []
        symbols = [spot for placed in inner for spot in lying.symbol_spots(placed, self.art)]
        return [*arrows(pairs, self.laid, symbols), *self._turns()]

    def _turns(self) -> Iterator[Arrow]:
        """Yield an arrow beside each tile that was turned where it lies: round a free corner or along a free side."""
        before = {placed.tile: placed for placed in self.before.tiles} if self.before else {}
        for placed in self.panel.tiles:
            was = before.get(placed.tile, placed)
            if placed.mark != "acted" or was.at != placed.at or was.turns == placed.turns:
                continue
            if not (free := [side for side in Side if side.beyond(placed.at) not in self.laid]):
                continue
            first = next((side for side in free if side.turned(1) in free), free[0])
            is_corner = first.turned(1) in free
            last, by, bow = (first.turned(1), TILE / 8, 26.0) if is_corner else (first, -TILE / 4, 15.0)
            (x, y), away = lying.middle(placed.at), TILE / 2 + CLEAR
            tips: list[Tip] = []
            for side, along in ((first, by), (last, -by)):
                (dx, dy), (u, v) = side.step, side.turned(1).step  # away from the tile, and clockwise along its side
                tips.append(Tip(x + dx * away + u * along, y + dy * away + v * along, dx, dy))
            is_back = (placed.turns - was.turns) % QUARTER_TURNS == QUARTER_TURNS - 1
            begin, end = reversed(tips) if is_back else tips
            yield Arrow(begin, end, bow, bow - HEAD, is_swap=False)

    @property
    def seal_at(self) -> Point | None:
        """Return where a tick or a cross stands: at the upper right corner of the frame, if there is one."""
        cells = [placed.at for placed in self.panel.tiles if placed.mark]
        if not cells:
            return None
        right, top = max(x for x, _ in cells) + 1, min(y for _, y in cells)
        return right * TILE + lying.FRAME_AWAY, top * TILE - lying.FRAME_AWAY

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
        spots += [(*lying.way_out_tip(placed, side), 2.0) for placed, side, _ in self._ways_out]
        return Box(
            min(x - reach for x, _, reach in spots),
            min(y - reach for _, y, reach in spots),
            max(x + reach for x, _, reach in spots),
            max(y + reach for _, y, reach in spots),
        )

    @cached_property
    def bubbles(self) -> list[tuple[Box, Patch]]:
        """Return the bubbles of the scores, and the room that they take."""
        if not self.scores:
            return []
        size = WHOLE_GAME_SCORES if self.is_whole_game else 1.0
        return list(label_room.score_bubbles(self.scores, self.panel.tiles, self.art, self._thread_points(), size))

    def _thread_points(self) -> Iterator[lying.Obstacle]:
        """Yield points along the thread, which bubbles do not hide."""
        for named in self.panel.thread:
            placed = self.tiles[named.tile]
            paths = self.art.plan(named.tile).chambers if named.tile != MINOTAUR_ID else ()
            for x, y in (point for one in paths if one.path == named.path - 1 for point in one.shape.points):
                yield lying.Obstacle(*lying.on_table(placed, x, y), 1.5, label_room.SYMBOL_WEIGHT)

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
        found += [
            lying.Obstacle(*patch.transform.apply(0, 0), lying.REACH, label_room.SYMBOL_WEIGHT)
            for patch in self._letters
        ]
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
        yield from self._threads()
        for named in panel.impaled:
            yield from lying.counters(tiles[named.tile], named.path - 1, art)
        yield from (arrow.patch() for arrow in self.arrows)
        for placed, side, fill in self._ways_out:
            yield lying.way_out(placed, side, fill, "leads outside")
        yield from (patch for _, patch in self.bubbles)
        yield from self._letters
        if panel.play:
            yield from _play_arrow(panel.play)
        yield from _step_numbers(panel.pieces, art)

    def _chamber(self, named: NamedPath) -> Chamber | None:
        return next((one for one in self.chambers.values() if holds(one, named.tile, named.path)), None)

    def _look(self, named: NamedPath) -> lying.Thread:
        """Return the look of the thread along a path: red is the minotaur's, gold pays, dark does neither."""
        chamber = self._chamber(named)
        if chamber is None or not (chamber.minotaur or chamber.pays):
            return lying.JOINED
        return lying.ARIADNE if chamber.minotaur else lying.PAYING

    @cached_property
    def _ways_out(self) -> list[tuple[PlacedTile, Side, str]]:
        """Return where the thread leads outside: of those who escape, and his where he may be trapped; with inks."""
        found = []
        for named in self.panel.thread:
            chamber = self._chamber(named)
            if chamber is None or not (chamber.escapes or (chamber.minotaur and self.panel.verdict)):
                continue
            fill = lying.MINOTAUR_RED if chamber.minotaur else lying.fate_in(chamber, pays=chamber.pays).value[0]
            for placed, side in self._exits(named):
                if side.beyond(placed.at) not in self.laid and placed.tile != MINOTAUR_ID:
                    found.append((placed, side, fill))
        return found

    @cached_property
    def _letters(self) -> list[Patch]:
        """Return the letters of the chambers that are called by one, each where it hides least."""
        placer = lying.NumberPlacer(self.art)
        placer.avoid(spot for box, _ in self.bubbles for spot in label_room.box_hindrances(box))
        found = []
        for name, chamber in self.chambers.items():
            if len(name) == 1:
                places = [(placer.best(self.tiles[spot.tile], spot.path), spot) for spot in chamber.spots]
                (_, point), spot = min(places, key=lambda place: place[0][0])
                placer.take(self.tiles[spot.tile].at, point)
                found.append(lying.badge(name.upper(), lying.fate_in(chamber, pays=chamber.pays), *point, name.upper()))
        return found

    def _threads(self) -> Iterator[Part]:
        """Yield the thread along each path; what passes over a bridge comes last."""
        for named in sorted(self.panel.thread, key=lambda named: self.art.is_bridge(named.tile, named.path - 1)):
            placed = self.tiles[named.tile]
            if placed.tile == MINOTAUR_ID:
                yield lying.gates_thread(placed, self._followed(placed), lying.ARIADNE)
            else:
                yield from lying.thread(placed, named.path - 1, self._look(named), self.art)

    def _followed(self, placed: PlacedTile) -> list[Side]:
        """Return the sides of a tile, in its own orientation, behind which the thread goes on."""
        exits = (one for named in self.panel.thread for one in self._exits(named))
        entered = {(other.at, side) for other, side in exits if other is not placed}
        sides = ((side, side.turned(placed.turns)) for side in Side)
        return [side for side, lies in sides if (lies.beyond(placed.at), lies.opposite) in entered]

    def _exits(self, named: NamedPath) -> Iterator[tuple[PlacedTile, Side]]:
        """Yield the sides, as they lie, by which a path leaves its tile."""
        placed, paths = self.tiles[named.tile], self.art.tile(named.tile).paths
        for path in paths[named.path - 1 : named.path]:
            yield from ((placed, Side(side).turned(placed.turns)) for side in path.exits)


# -- pieces beside the tiles: decks, hands, counters; and the dark table on which all lie ------------------------------

TABLE, SHADOW = "#4a3527", "#2c1e15"
AROUND, ROUND = 9.0, 7.0
"""What is seen of the table around the pieces, and the radius of its corners."""
STEP = 0.9
"""By which each piece of a stack lies aside from the one below it."""
PLAY_HEAD = 11.0
"""Length and width of the head of the arrow of play."""
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


def _play_arrow(arrow: PlayArrow) -> Iterator[Patch]:
    """Draw the way round in which play goes, light on the table, and the number of its step."""
    (x1, y1), (x2, y2) = ((x * TILE, y * TILE) for x, y in (arrow.from_, arrow.to))
    out, bow = math.copysign(1, y1 - y2), 0.5 * math.dist((x1, y1), (x2, y2))
    begin, first, second, end = (x1, y1), (x1 + out * bow, y1), (x2 + out * bow, y2), (x2 + out * PLAY_HEAD, y2)
    shaft = Pen().move(*begin).curve(*first, *second, *end)
    head = Pen().polygon((x2, y2), (end[0], y2 - PLAY_HEAD / 2), (end[0], y2 + PLAY_HEAD / 2))
    yield Patch("play", (Shape(shaft.data, stroke=CASING, width=3.2), Shape(head.data, fill=CASING)))
    yield _number(arrow.number, *point_on((begin, first, second, end), 0.5))


def _number(number: int, x: float, y: float) -> Patch:
    """Draw the number of a step about (x, y)."""
    disc = Shape(Pen().circle(0, 0, DISC).data, fill=GOLD, stroke=CASING, width=1.6)
    digit = Shape(letter_path(str(number), DIGIT), stroke=INK, width=0.17 * DIGIT)
    return Patch("number", (disc, digit), Transform(e=x, f=y))


def _step_numbers(pieces: Iterable[LoosePiece], art: TileDrawings) -> Iterator[Patch]:
    """Draw the numbers of the steps, each at the top left corner of its piece."""
    for piece in pieces:
        if piece.number:
            away = _size_of(piece, art) / 2
            x, y = piece.at[0] * TILE - away, piece.at[1] * TILE - away
            yield _number(piece.number, x, y)
