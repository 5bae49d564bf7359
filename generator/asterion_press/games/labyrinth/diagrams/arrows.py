"""Arrows from cell to cell that hide little: over empty cells, and around tiles from one free side to another.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from asterion_press.drawing.display_list import Patch, Pen, Point, Shape
from asterion_press.drawing.freehand import point_on
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.ground import Spot
from asterion_press.games.labyrinth.diagrams.placed import CASING, FRAME_REACH, INK, Box, Cell, middle, within
from asterion_press.geometry import Side

CLEAR = FRAME_REACH + 1.0
"""Distance of an arrow's ends from the tiles that it leads around: beyond a frame."""
BACK = 8.0
"""Distance behind the middle of an empty cell at which an arrow begins or ends there, so that it is not too short."""
HEAD, HALF_HEAD = 9.0, 4.8
CASING_WIDTH, SHAFT_WIDTH = 6.4, 2.8
REACH = HALF_HEAD + (CASING_WIDTH - SHAFT_WIDTH) / 2
DEPTHS = (0.0, 0.2, 0.5, 0.9)
"""Depths of bows that are tried, as parts of the distance between their ends."""
LEAST_DEPTH = 8.0
SAMPLES = 24
"""Points along a shaft."""
TILE_COST, SYMBOL_COST, OUT_COST, TURN_COST = 2.0, 30.0, 0.4, 0.6
"""Costs of each point of an arrow upon a tile, upon a symbol, and outside of the table, and of an end that begins in
another direction than it leads; a tile's length costs 1."""
OUT = 0.25
"""Part of a cell around the outermost cells that belongs to the table."""


class Tip(NamedTuple):
    """An end of an arrow: a point and the direction away from its cell."""

    x: float
    y: float
    dx: float
    dy: float

    def away(self, by: float) -> Point:
        """Return the point so far away from the cell."""
        return self.x + self.dx * by, self.y + self.dy * by


class Arrow(NamedTuple):
    """An arrow between two tips: how far the handles of its shaft lie beyond its heads, of which a swap has two."""

    start: Tip
    end: Tip
    first: float
    second: float
    is_swap: bool

    def shaft(self) -> tuple[Point, Point, Point, Point]:
        """Return the shaft as a curve: its beginning, two handles and its end."""
        begin = HEAD if self.is_swap else 0.0
        return (
            self.start.away(begin),
            self.start.away(begin + self.first),
            self.end.away(HEAD + self.second),
            self.end.away(HEAD),
        )

    def points(self) -> list[Point]:
        """Return points along the arrow."""
        shaft = self.shaft()
        along = (point_on(shaft, step / (SAMPLES - 1)) for step in range(SAMPLES))
        return [self.start.away(0), *along, self.end.away(0)]

    def patch(self) -> Patch:
        """Draw the arrow, dark in a light casing."""
        start, *handles = self.shaft()
        shaft, heads = Pen().move(*start).curve(*[number for point in handles for number in point]).data, Pen()
        for tip in (self.end, self.start)[: 1 + self.is_swap]:
            x, y = tip.away(HEAD)
            across, down = -tip.dy * HALF_HEAD, tip.dx * HALF_HEAD
            heads.polygon(tip.away(0), (x + across, y + down), (x - across, y - down))
        shapes = (
            Shape(shaft, stroke=CASING, width=CASING_WIDTH),
            Shape(heads.data, stroke=CASING, width=CASING_WIDTH - SHAFT_WIDTH),
            Shape(shaft, stroke=INK, width=SHAFT_WIDTH, cap="butt"),
            Shape(heads.data, fill=INK),
        )
        return Patch("arrow", shapes)


def arrows(pairs: Sequence[tuple[Cell, Cell]], laid: Collection[Cell], symbols: Collection[Spot]) -> list[Arrow]:
    """Return the arrows between cells, each on the way that hides least; one for both directions of a swap.

    Args:
        pairs: the cells from which and to which they lead.
        laid: the cells in which tiles lie.
        symbols: what arrows should not hide.
    """
    return [
        _best_arrow(start, end, frozenset(laid), tuple(symbols), is_swap=(end, start) in pairs)
        for number, (start, end) in enumerate(pairs)
        if (end, start) not in pairs[:number]
    ]


@lru_cache(maxsize=256)  # player cards show the same table in each colour
def _best_arrow(start: Cell, end: Cell, laid: frozenset[Cell], symbols: tuple[Spot, ...], *, is_swap: bool) -> Arrow:
    columns, rows = zip(*laid, start, end, strict=True)
    edges = min(columns) - OUT, max(columns) + 1 + OUT, min(rows) - OUT, max(rows) + 1 + OUT
    depths = [LEAST_DEPTH + share * math.dist(middle(start), middle(end)) for share in DEPTHS]
    ways = product(_tips(start, end, laid), _tips(end, start, laid), depths, depths)
    tried = [Arrow(*way, is_swap=is_swap) for way in ways]
    return min(tried, key=lambda arrow: _cost(arrow, laid, symbols, edges))


def _tips(cell: Cell, other: Cell, laid: Collection[Cell]) -> list[Tip]:
    """Return where an arrow may end at a cell: before each free side of its tile, or in the middle of an empty one."""
    (x, y), (u, v) = middle(cell), middle(other)
    free = [side.step for side in Side if side.beyond(cell) not in laid]
    if cell in laid and free:
        away = TILE / 2 + CLEAR
        return [Tip(x + dx * away, y + dy * away, dx, dy) for dx, dy in free]
    length = math.dist((x, y), (u, v))
    dx, dy = (u - x) / length, (v - y) / length
    return [Tip(x - dx * BACK, y - dy * BACK, dx, dy), *(Tip(x, y, *side.step) for side in Side)]


def _cost(
    arrow: Arrow, laid: Collection[Cell], symbols: Collection[Spot], table: tuple[float, float, float, float]
) -> float:
    """Return the cost of an arrow: how much it hides, how far it leads, and how much it winds."""
    points, (left, right, top, bottom) = arrow.points(), table
    upon = sum((math.floor(x / TILE), math.floor(y / TILE)) in laid for x, y in points)
    xs, ys = zip(*points, strict=True)
    near = within(Box(min(xs) - REACH, min(ys) - REACH, max(xs) + REACH, max(ys) + REACH), symbols)
    aways = [math.dist(point, (x, y)) - radius for x, y, radius in near for point in points]
    hidden = math.fsum(1.0 if away < 0 else 1 - away / REACH for away in aways if away < REACH)
    out = sum(not (left < x / TILE < right and top < y / TILE < bottom) for x, y in points)
    length = math.fsum(math.dist(*pair) for pair in pairwise(points)) / TILE
    (x, y), (u, v) = points[0], points[-1]
    straight = (u - x) * (arrow.start.dx - arrow.end.dx) + (v - y) * (arrow.start.dy - arrow.end.dy)
    turns = 2 - straight / math.dist((x, y), (u, v))
    return round(TILE_COST * upon + SYMBOL_COST * hidden + OUT_COST * out + TURN_COST * turns + length, 6)
