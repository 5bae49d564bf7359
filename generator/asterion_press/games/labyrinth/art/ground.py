"""The ground of a tile: rock that joins every neighbour's, the owner's bed let into it, and what lies in the bed.

The rock runs over every seam, so that a laid table is one place; the bed, in the player's ink, keeps off the sides and
the walls, so that nobody takes it for a neighbour's. Where the chambers leave it free lie the owner's sign, twice, and
motifs: small things, each 10 x 10 units about the origin, y down. They are painted in two tones of the bed, so that
nobody takes them for a symbol or a player's sign: none of them is a person, a coin, a wing, or one of the eight signs.
A tile has its own, and no two tiles of a colour share one. Each is drawn in a file ``templates/art/motif-*.svg``; one
more file, also of a project's own, is one more motif. Millimetres on a tile of 50 mm; own choice.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from asterion_press.catalogue.headers import Symbol
from asterion_press.catalogue.themes import ArtFile
from asterion_press.drawing.display_list import KAPPA, Group, PathData, Pen, Shape, placed
from asterion_press.drawing.emblems import emblem, motif_names
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, mix_inks
from asterion_press.drawing.lettering import letter_path
from asterion_press.games.labyrinth.art.chambers import FLOOR, MIDDLE, TILE, WALL, ChamberShape, over_bleed, turn_path
from asterion_press.games.labyrinth.art.masonry import sweep_floor
from asterion_press.games.labyrinth.art.tile_plan import discs_of
from asterion_press.geometry import Side

# -- the spots that the chambers leave free ----------------------------------------------------------------------------

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


class Spot(NamedTuple):
    """A disc: its middle and its radius."""

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
    last = TILE, TILE, -TILE  # covers nothing
    for x, y in itertools.product(grid, grid):
        walls = TILE
        for disc in (last, *discs):  # what covers a point mostly covers the next one, too
            walls = min(walls, math.hypot(x - disc[0], y - disc[1]) - disc[2])
            if walls <= LEAST_SPOT:
                last = disc
                break
        else:
            yield Spot(x, y, min(walls, min(x, y, TILE - x, TILE - y) - BED_FROM))


def _corner_spot(free: Iterable[Spot], corner: int) -> Spot:
    """Return the best spot for a sign in a corner, 0 to 3 clockwise from the north-west."""
    x = SIGN_AT if corner in {0, 3} else TILE - SIGN_AT
    y = SIGN_AT if corner in {0, 1} else TILE - SIGN_AT
    near = (spot for spot in free if max(abs(spot.x - x), abs(spot.y - y)) < CORNER - SIGN_AT)
    usable = (spot._replace(radius=min(spot.radius, SIGN_RADIUS)) for spot in near)
    return max(usable, key=lambda spot: (spot.radius, -math.dist(spot[:2], (x, y))), default=Spot(x, y, LEAST_SPOT))


def _clear_of(spot: Spot, taken: Iterable[Spot]) -> Spot:
    """Return a spot so narrow that it overlaps none of those that are taken."""
    room = (math.dist(spot[:2], one[:2]) - one.radius for one in taken)
    return spot._replace(radius=min(MOST_SPOT, spot.radius, *room))


# -- motifs ------------------------------------------------------------------------------------------------------------

DEALT = (
    "jug", "tripod", "fig-tree", "lizard", "fallen-column", "ball-of-thread", "snake", "octopus", "crab", "snail",
    "fish", "starfish", "ship", "lyre", "helmet", "key", "oil-lamp", "grapes", "mushrooms", "anchor", "tortoise",
    "mouse", "frog", "scorpion", "poppy", "column", "bull-horns", "ladder", "well", "throne", "basket", "spider",
)  # fmt: skip
"""The first motifs, in the order that decides which tile gets which; any further one follows by its name."""


@cache
def motifs(own: tuple[ArtFile, ...]) -> tuple[str, ...]:
    """Return the names of all motifs, with those of a project's own."""
    return (*DEALT, *(name for name in motif_names(file.id for file in own) if name not in DEALT))


@cache
def deal_motifs(colour: str, own: tuple[ArtFile, ...]) -> tuple[str, ...]:
    """Return all motifs in the order in which the tiles of a colour get them."""
    chance = SeededRandom(f"motifs-{colour}")
    return tuple(sorted(motifs(own), key=lambda name: (chance.unit(), name)))


# -- rock, bed and sign ------------------------------------------------------------------------------------------------

ROUND = 2.4
"""Radius of the bed's corners."""
LANE = FLOOR + BARE
"""Half of the width that a corridor, its walls and their margins take."""
EMBLEM_MM = 6.0
ID_MM = 1.35
TICK = 2.0


def ground(shapes: Sequence[ChamberShape], exits: Iterable[Side], palette: Palette, name: str) -> Group:
    """Draw the ground under chambers, over the bleed and beyond.

    Args:
        shapes: of the tile's chambers.
        exits: sides where a corridor leaves the tile.
        palette: of the owner's colour.
        name: of the tile: flecks of the rock differ from tile to tile.
    """
    rock = palette.inks.rock
    lanes = [paint for shape in shapes for paint in sweep_floor(shape, BARE, rock)]
    fillets = tuple(segment for side in exits for segment in turn_path(_fillets(), side))
    if palette.line_art:
        grain = Shape(_ticks(), stroke=palette.inks.outline, width=0.25)
    else:
        grain = Shape(_flecks(name), stroke=mix_inks(rock, palette.inks.paper, 0.14), width=0.25)
    return Group(
        "ground",
        (
            Shape(over_bleed(), fill=rock),
            Shape(_bed(), fill=palette.field, stroke=palette.edge, width=palette.line),
            *lanes,
            Shape(fillets, fill=rock),
            grain,
        ),
    )


@cache
def _bed() -> PathData:
    """Draw the bed's outline, its corners round."""
    low, high, k = BED_FROM, TILE - BED_FROM, ROUND * (1 - KAPPA)
    pen = Pen().move(low + ROUND, low).line(high - ROUND, low).curve(high - k, low, high, low + k, high, low + ROUND)
    pen.line(high, high - ROUND).curve(high, high - k, high - k, high, high - ROUND, high)
    pen.line(low + ROUND, high).curve(low + k, high, low, high - k, low, high - ROUND)
    return pen.line(low, low + ROUND).curve(low, low + k, low + k, low, low + ROUND, low).close().data


@cache
def _fillets() -> PathData:
    """Draw the rock that rounds the bed's corners beside the corridor of the exit N."""
    pen, k = Pen(), ROUND * (1 - KAPPA)
    for hand in (1, -1):
        x, y = MIDDLE + hand * (LANE - 0.05), BED_FROM - 0.25
        reach = hand * (ROUND + 0.05)
        pen.move(x, y).line(x + reach, y).curve(x + hand * k, y, x, y + k, x, y + ROUND + 0.25).close()
    return pen.data


@cache
def _ticks() -> PathData:
    """Draw a tile's corners, which nothing else shows in line art."""
    pen = Pen().move(0.1, TICK).line(0.1, 0.1).line(TICK, 0.1)
    return tuple(segment for turns in range(4) for segment in turn_path(pen.data, turns))


@cache
def _flecks(name: str) -> PathData:
    """Draw short scratches in the rim of rock, none so near a side that a neighbour would have to go on with it."""
    chance = SeededRandom(f"rock-{name}")

    def rim() -> PathData:
        pen = Pen()
        for _ in range(4):
            x, y = chance.between(2, TILE - 4), chance.between(0.8, 1.7)
            pen.move(x, y).line(x + chance.between(0.5, 1.4), y + chance.between(-0.25, 0.25))
        return pen.data

    return tuple(segment for side in range(4) for segment in turn_path(rim(), side))


def sign(symbol: Symbol, name: str, palette: Palette) -> Group:
    """Draw a player's sign and a tile's id above it, in a disc of SIGN_RADIUS about the origin."""
    line = 0.2 if palette.line_art else 0.26
    letters = Group("id", (Shape(letter_path(name, ID_MM), stroke=palette.letters, width=line),))
    return Group("own", (placed(emblem(symbol, palette), 0, 0.9, EMBLEM_MM / 10), placed(letters, 0, -3.7)))
