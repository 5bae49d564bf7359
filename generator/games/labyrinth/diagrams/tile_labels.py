"""Names of tiles in figures: which tiles the text speaks of, and where on a tile its name hides nothing that matters.

The id in the art is less than a millimetre high in a figure, and stands on its head as often as not. So every tile that
is named near its figure bears its id once more, upright, as real text on a light plate. The plate stands in a corner of
the tile, its own id's if that is free. Places are in units of which a tile has 50, as the tile lies on the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.games.labyrinth.art.chambers import FLOOR
from generator.games.labyrinth.catalogue.figure_records import Panel, PlacedTile
from generator.games.labyrinth.diagrams.arrows import bow_points
from generator.games.labyrinth.diagrams.placed import middle
from generator.games.labyrinth.diagrams.tile_cache import UNITS, Artwork
from generator.geometry import turned_point
from generator.rulebook.typeset.line_breaks import Glyphs, Line

SIDE_ROOM, HEAD_ROOM = 0.28, 0.26
"""Light around a name, in em of its size."""
EDGE, FRAMED_EDGE = 1.2, 4.2
"""How far a plate stands from the tile's sides at least; further in where a frame marks the tile."""
ID_AT = 6.6
"""The middle of the art's own id, from both sides; a plate on a large tile lies upon it."""
SYMBOL_WEIGHT, ARROW_WEIGHT, THREAD_WEIGHT, EXIT_WEIGHT, FLOOR_WEIGHT = 100.0, 60.0, 40.0, 20.0, 1.0
"""What it costs to cover a unit of each."""
OWN_CORNER_GAIN = 2.0
SYMBOL_REACH = 0.56
"""Radius of a symbol, or of the counter on it, as a part of its size."""
THREAD_REACH, ARROW_REACH = 2.2, 4.0


@dataclass(frozen=True, slots=True)
class Plate:
    """A name with the plate around it, in pt: the text begins `side` from the left, `baseline` below the top."""

    line: Line
    width: float
    height: float
    side: float
    baseline: float


class _Hindrance(NamedTuple):
    """A round spot that a plate should not cover."""

    x: float
    y: float
    radius: float
    weight: float


def plate_of(line: Line) -> Plate:
    """The plate for a name."""
    glyphs = next(piece for _, piece in line.pieces if isinstance(piece, Glyphs))
    side, head = SIDE_ROOM * glyphs.size, HEAD_ROOM * glyphs.size
    capitals = glyphs.font.cap_height * glyphs.size / 1000
    return Plate(line, line.width + 2 * side, capitals + 2 * head, side, capitals + head)


def name_place(placed: PlacedTile, panel: Panel, art: Artwork, width: float, height: float) -> tuple[float, float]:
    """The top left corner of a plate of that size, relative to the tile's."""
    edge = FRAMED_EDGE if placed.mark else EDGE
    left, top = max(edge, ID_AT - width / 2), max(edge, ID_AT - height / 2)
    right, bottom = UNITS - left - width, UNITS - top - height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    own = (art.id_corner(placed.tile) + placed.turns) % len(corners)
    hindrances = list(_hindrances(placed, panel, art))

    def cost(number: int) -> float:
        x, y = corners[number]
        return _covered(hindrances, x, y, width, height) - (OWN_CORNER_GAIN if number == own else 0.0)

    return corners[min(range(len(corners)), key=cost)]


def _covered(spots: Sequence[_Hindrance], x: float, y: float, width: float, height: float) -> float:
    """What it costs that a plate at (x, y) covers parts of spots; most are far from it."""
    covered = 0.0
    for spot_x, spot_y, radius, weight in spots:
        if x - radius < spot_x < x + width + radius and y - radius < spot_y < y + height + radius:
            away = math.hypot(max(x - spot_x, 0, spot_x - x - width), max(y - spot_y, 0, spot_y - y - height))
            covered += weight * max(0.0, radius - away)
    return covered


def _hindrances(placed: PlacedTile, panel: Panel, art: Artwork) -> Iterator[_Hindrance]:
    """What of a tile should be seen, as it lies on the table."""
    threads = {named.path - 1 for named in panel.thread if named.tile == placed.tile}
    for x, y, radius, weight in _spots(placed.tile, threads, art):
        yield _Hindrance(*turned_point(x, y, placed.turns, UNITS), radius, weight)
    for arrow in panel.arrows:
        for x, y in bow_points(*middle(arrow.from_), *middle(arrow.to)):
            yield _Hindrance(x - placed.at[0] * UNITS, y - placed.at[1] * UNITS, ARROW_REACH, ARROW_WEIGHT)


def _spots(tile_id: str, threads: set[int], art: Artwork) -> Iterator[tuple[float, float, float, float]]:
    """Symbols, exits, floors and threads of a tile in its own orientation: x, y, radius and weight of each."""
    for place in art.places(tile_id):
        yield place.x, place.y, place.size * SYMBOL_REACH, SYMBOL_WEIGHT
    for path, exits, points in art.ways(tile_id):
        for side in exits:
            yield (*turned_point(UNITS / 2, 0, side, UNITS), FLOOR, EXIT_WEIGHT)
        for x, y in points:
            yield x, y, FLOOR, FLOOR_WEIGHT
            if path in threads:
                yield x, y, THREAD_REACH, THREAD_WEIGHT
