"""The spots of a tile's bed that its chambers leave free: two for the owner's sign, and those for motifs.

Millimetres on a tile of 50 mm; own choice.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from generator.games.labyrinth.art.chambers import MIDDLE, TILE, WALL, ChamberShape
from generator.games.labyrinth.art.tile_plan import discs_of

BED_FROM = 2.5
"""From a side of the tile to the bed."""
BARE = WALL + 0.75
"""From a floor to the bed: a wall, and a margin of rock."""
SIGN_RADIUS = 4.7
"""Of the disc that a sign and an id fill where there is room."""
SIGN_AT = 8.2
"""Of its middle from both sides."""
CORNER = 14.0
"""A spot that is so near to two sides lies in a corner."""
LEAST_SPOT, MOST_SPOT = 2.4, 4.4
"""Radius of the spots of motifs."""
MOTIFS = 2
GRID = 1.6
"""Distance of the places that are tried."""


class Spot(Struct, frozen=True):
    """A free disc of the bed: its middle and its radius, in mm."""

    x: float
    y: float
    radius: float


class FreeSpots(Struct, frozen=True):
    """The free spots of a tile.

    Attributes:
        signs: where sign and id are shown: in two corners, on a diagonal if both have room.
        motifs: where motifs have room, the largest first.
    """

    signs: tuple[Spot, ...]
    motifs: tuple[Spot, ...]


@cache
def free_spots(shapes: tuple[ChamberShape, ...]) -> FreeSpots:
    """Return what the chambers of a tile leave free. Found when a tile is drawn: most plans never are."""
    free = list(_bare_spots(shapes))
    corners = [_corner_spot(free, corner) for corner in range(4)]
    pairs = [(corners[a], corners[b]) for a, b in ((0, 2), (1, 3), (0, 3), (1, 2), (0, 1), (3, 2))]
    signs = max(pairs, key=lambda pair: min(spot.radius for spot in pair))
    motifs: list[Spot] = []
    for _ in range(MOTIFS):
        left = (_clear_of(spot, (*signs, *motifs)) for spot in free)
        widest = max(left, key=lambda spot: spot.radius, default=None)
        if widest is None or widest.radius < LEAST_SPOT:
            break
        motifs.append(widest)
    return FreeSpots(signs, tuple(motifs))


def _bare_spots(shapes: Iterable[ChamberShape]) -> Iterator[Spot]:
    """Yield the spots of a grid where the bed is bare, each as wide as it may be."""
    discs = [(x, y, radius + BARE) for shape in shapes for (x, y), radius in discs_of(shape)]
    grid = [MIDDLE + GRID * (step + 0.5) for step in range(-13, 13)]
    for x, y in itertools.product(grid, grid):
        walls = min([math.hypot(x - dx, y - dy) - reach for dx, dy, reach in discs], default=TILE)
        if walls > LEAST_SPOT:
            yield Spot(x, y, min(walls, min(x, y, TILE - x, TILE - y) - BED_FROM))


def _corner_spot(free: Iterable[Spot], corner: int) -> Spot:
    """Return the best spot for a sign in a corner, 0 to 3 clockwise from the north-west."""
    x = SIGN_AT if corner in {0, 3} else TILE - SIGN_AT
    y = SIGN_AT if corner in {0, 1} else TILE - SIGN_AT
    near = (spot for spot in free if max(abs(spot.x - x), abs(spot.y - y)) < CORNER - SIGN_AT)
    usable = (replace(spot, radius=min(spot.radius, SIGN_RADIUS)) for spot in near)
    return max(
        usable,
        key=lambda spot: (spot.radius, -math.dist((spot.x, spot.y), (x, y))),
        default=Spot(x, y, LEAST_SPOT),
    )


def _clear_of(spot: Spot, taken: Iterable[Spot]) -> Spot:
    """Return a spot so narrow that it overlaps none of those that are taken."""
    room = (math.dist((spot.x, spot.y), (one.x, one.y)) - one.radius for one in taken)
    return replace(spot, radius=min(MOST_SPOT, spot.radius, *room))
