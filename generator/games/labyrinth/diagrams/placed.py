"""What lies on the table, and the marks upon it, as parts of a scene: for the booklet's figures and pictures of games.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south. Every mark
reads in grey: it is dark on a light casing, or light in a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.display_list import PathData, Pen, Shape, Transform
from generator.drawing.scene import Patch, Shown
from generator.games.labyrinth.art.chambers import FLOOR, WALL, line_spine
from generator.games.labyrinth.diagrams.arrows import bow
from generator.games.labyrinth.diagrams.tile_cache import UNITS, Artwork
from generator.geometry import Side, turned_point

INK = "#1d1714"
CASING = "#fffaf0"
SQUARE = Pen().rectangle(0, 0, UNITS, UNITS).data
HEAD_RADIUS = 17.6
"""The minotaur's own room, which a thread does not cross."""
COUNTER_SHARE = 1.12
"""The size of a counter as a part of the prisoner's below it."""
BRIDGE = FLOOR + WALL
"""Half of a bridge's width."""

Cell = tuple[int, int]


class Lying(Protocol):
    """A tile on the table; `turns` are clockwise quarter turns."""

    @property
    def tile(self) -> str: ...
    @property
    def at(self) -> Cell: ...
    @property
    def turns(self) -> int: ...


class LaidTile(NamedTuple):
    """A tile on the table, by itself."""

    tile: str
    at: Cell
    turns: int


class Thread(Struct, frozen=True):
    """How a connection is drawn: lines one upon the other, each with ink, width and dash."""

    lines: tuple[tuple[str, float, tuple[float, ...]], ...]


ARIADNE = Thread(((CASING, 4.2, ()), ("#c8102e", 2.5, ()), ("#ffd9cf", 0.9, (0, 2.6))))
"""A string of light beads on a dark thread with a light casing."""


def space(lying: Lying) -> Transform:
    """The space of a tile as it lies."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[lying.turns]
    x, y = turned_point(0, 0, lying.turns, UNITS)
    return Transform(cos, sin, -sin, cos, lying.at[0] * UNITS + x, lying.at[1] * UNITS + y)


def tile(lying: Lying, art: Artwork, *, pale: bool = False) -> Patch:
    """The tile itself, cut along its trim."""
    name = f"pale:tile:{lying.tile}" if pale else f"tile:{lying.tile}"
    return Patch("tile", (Shown(art.drawing(name), 0, 0, UNITS),), space(lying), SQUARE)


def path(lying: Lying, number: int, art: Artwork) -> Patch:
    """One path of a tile with its walls, numbered from 0, upon the tile that is pale otherwise."""
    floor = Pen()
    for x, y, radius in art.floor(lying.tile, number):
        floor.circle(x, y, radius)
    return replace(tile(lying, art), name="path", through=floor.data)


def thread(lying: Lying, path: int, look: Thread, art: Artwork, *, under: bool = False) -> Patch:
    """A thread along a path, passing under what the path holds.

    Args:
        lying: the tile.
        path: its number, from 0.
        look: how the thread looks.
        art: the deck's.
        under: whether it also passes under the tile's bridge.
    """
    pen = _all_over()
    for place in art.places(lying.tile):
        if place.path == path:
            pen.circle(place.x, place.y, place.size * 0.5)
    if under:
        pen.rectangle(UNITS / 2 - BRIDGE, UNITS / 2 - BRIDGE, 2 * BRIDGE, 2 * BRIDGE)
    return _threaded(lying, art.centre_lines(lying.tile, path), look, pen)


def gates_thread(lying: Lying, sides: Iterable[Side], look: Thread, *, spares_head: bool = True) -> Patch:
    """A thread from sides of the minotaur's tile, in the tile's own orientation, up to his room, or to its middle."""
    middle = UNITS / 2
    pen = _all_over()
    if spares_head:
        pen.circle(middle, middle, HEAD_RADIUS)
    return _threaded(lying, [line_spine(side, (middle, middle)).data for side in sides], look, pen)


def _all_over() -> Pen:
    return Pen().rectangle(-0.2, -0.2, UNITS + 0.4, UNITS + 0.4)


def _threaded(lying: Lying, lines: Sequence[PathData], look: Thread, shown: Pen) -> Patch:
    shapes = (Shape(data, stroke=ink, width=width, dash=dash) for ink, width, dash in look.lines for data in lines)
    return Patch("thread", tuple(shapes), space(lying), shown.data)


def frame(lying: Lying, mark: Literal["new", "acted"]) -> Patch:
    """A frame around a tile that was just placed; dashed around one that was moved or turned."""
    line = Pen().rectangle(1.6, 1.6, UNITS - 3.2, UNITS - 3.2).data
    casing = Shape(line, stroke=CASING, width=3.6)
    if mark == "new":
        return Patch("frame", (casing, Shape(line, stroke=INK, width=1.7)), space(lying))
    return Patch("frame", (casing, Shape(line, stroke=INK, width=1.7, dash=(3.9, 3.9), cap="butt")), space(lying))


def counters(lying: Lying, path: int, art: Artwork) -> Iterator[Shown]:
    """A counter on each prisoner of a path, numbered from 0, upright however the tile lies."""
    left, top = lying.at[0] * UNITS, lying.at[1] * UNITS
    for place in art.prisoners(lying.tile, path):
        x, y = turned_point(place.x, place.y, lying.turns, UNITS)
        size = place.size * COUNTER_SHARE
        yield Shown(art.drawing("symbol:counter"), left + x - size / 2, top + y - size / 2, size)


def middle(cell: Cell) -> tuple[float, float]:
    """The middle of a cell."""
    return (cell[0] + 0.5) * UNITS, (cell[1] + 0.5) * UNITS


def arrow(start: Cell, end: Cell) -> Patch:
    """A bow from the middle of one cell to that of another."""
    shaft, tip = bow(*middle(start), *middle(end))
    return Patch(
        "arrow",
        (
            Shape(shaft, stroke=CASING, width=6.4),
            Shape(tip, stroke=CASING, width=4.5),
            Shape(shaft, stroke=INK, width=2.8, cap="butt"),
            Shape(tip, fill=INK),
        ),
        Transform(),
    )
