"""The plan of a tile: its chambers in the order of painting, the places of its symbols, and what cannot be drawn.

Measured on a tile of 50 mm in the tile's own orientation; x to the right, y down, from the top left corner. Plans are
kept, so that a drawing begins where the check of its design ended.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from asterion_press.drawing.display_list import Point
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.chambers import FLOOR, LEAST_SYMBOL, TILE, ChamberShape, bridge_way, shapes_of
from asterion_press.games.labyrinth.catalogue.records import Paths, spell_exits
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile
from asterion_press.geometry import SIDES, Side

PathKey: TypeAlias = "tuple[tuple[Side, ...], tuple[int, ...]]"

LEAST_WALL = 2.4
"""Two floors lie at least this far apart: one wall, shared."""
APART = 5.8
"""So far apart each has its own wall, with a gap between them; further away still than that where there is room."""


class SymbolPlace(Struct, frozen=True):
    """The place of a symbol.

    Attributes:
        kind: name of its kind in the table of symbols.
        path: index of its path in the tile's paths.
        x: of its middle, in mm.
        y: of its middle, in mm.
        size: side of the square that it fills, in mm.
    """

    kind: str
    path: int
    x: float
    y: float
    size: float


class PlannedChamber(Struct, frozen=True):
    """A path with its architecture."""

    path: int
    exits: tuple[Side, ...]
    shape: ChamberShape
    places: tuple[SymbolPlace, ...]

    @property
    def prisoners(self) -> tuple[SymbolPlace, ...]:
        """Return where its prisoners lie."""
        return tuple(place for place in self.places if place.kind == "prisoner")


class TilePlan(Struct, frozen=True, eq=False):
    """A tile's chambers from the lowest to the highest.

    Attributes:
        chambers: in the order of painting.
        bridge: the first exit of the corridor that passes over another, or None.
    """

    chambers: tuple[PlannedChamber, ...]
    bridge: Side | None

    @property
    def upper(self) -> PlannedChamber | None:
        """Return the chamber that passes over another."""
        return None if self.bridge is None else self.chambers[-1]

    @property
    def shapes(self) -> tuple[ChamberShape, ...]:
        """Return the shapes of the chambers."""
        return tuple(chamber.shape for chamber in self.chambers)

    @property
    def exits(self) -> tuple[Side, ...]:
        """Return the sides that a corridor leaves by."""
        return tuple(side for chamber in self.chambers for side in chamber.exits)


def symbol_places(tile: Tile) -> tuple[SymbolPlace, ...]:
    """Return the places of a tile's symbols, path by path, in the tile's own orientation.

    Raises:
        LayoutError: they do not fit.
    """
    chambers = sorted(plan_tile(tile).chambers, key=lambda chamber: chamber.path)
    return tuple(place for chamber in chambers for place in chamber.places)


def plan_tile(tile: Tile) -> TilePlan:
    """Return the plan of a tile.

    Raises:
        LayoutError: its symbols do not fit.
    """
    try:
        return plan_paths(tile.paths)
    except LayoutError as error:
        raise LayoutError(f"tile {tile.id}: {error}") from None


def plan_paths(paths: Paths) -> TilePlan:
    """Return the plan of all tiles with these paths.

    Raises:
        LayoutError: their symbols do not fit.
    """
    return _plan(_key(paths))


def overfull_paths(paths: Paths) -> Iterator[str]:
    """Yield for each path that holds too many symbols for its floor how many it holds, and how many fit."""
    key = _key(paths)
    for index in range(len(key)):
        try:
            _ways(key, index, _upper(key))
        except LayoutError as error:
            yield str(error)


def _key(paths: Paths) -> tuple[PathKey, ...]:
    return tuple((path.exits, path.counts) for path in paths)


@cache
def _plan(key: tuple[PathKey, ...]) -> TilePlan:
    """Return the plan of a tile, the first in which all fits with room between; else one with thin walls."""
    upper = _upper(key)
    ways = [_ways(key, index, upper) for index in range(len(key))]
    crossing = upper is not None
    shapes = _first_fitting(ways, crossing, APART)
    if shapes is None and _some_fit(frozenset(Counter(ways).items()), crossing):
        shapes = _first_fitting(ways, crossing, LEAST_WALL)
    if shapes is None:
        spelled = " | ".join(f"{spell_exits(exits) or 'closed'}:{sum(counts)}" for exits, counts in key)
        raise LayoutError(
            f"the chambers of {spelled} need more floor than {TILE:g} x {TILE:g} mm have "
            f"with symbols of {LEAST_SYMBOL:g} mm; take a path or a symbol away"
        )
    chambers = []
    for index, ((exits, holds), shape) in enumerate(zip(key, shapes, strict=True)):
        kinds = [kind for kind, count in zip(SYMBOLS, holds, strict=True) for _ in range(count)]
        slots = zip(kinds, shape.slots, strict=True)
        places = tuple(SymbolPlace(kind, index, round(x, 2), round(y, 2), size) for kind, (x, y, size) in slots)
        chambers.append(PlannedChamber(index, exits, shape, places))
    chambers.sort(key=lambda chamber: chamber.path == upper)
    bridge = None if upper is None else key[upper][0][0]
    return TilePlan(tuple(chambers), bridge)


def _upper(key: tuple[PathKey, ...]) -> int | None:
    """Return, of two corridors that cross, the upper one: the one with more symbols, then the first."""
    crossing = [index for index, (exits, _) in enumerate(key) if len(exits) == 2 and exits[0].opposite == exits[1]]
    return max(crossing, key=lambda index: (sum(key[index][1]), -index)) if len(crossing) == 2 else None


def _ways(key: tuple[PathKey, ...], index: int, upper: int | None) -> tuple[ChamberShape, ...]:
    exits, holds = key[index]
    if upper is not None and len(exits) == 2:
        return (bridge_way(exits[0], sum(holds), over=index == upper),)
    weights = {side: 1 + 2 * min(1, sum(counts)) for sides, counts in key if len(sides) == 1 for side in sides}
    return shapes_of(exits, sum(holds), _lean(exits, weights))


def _lean(exits: tuple[Side, ...], weights: dict[Side, int]) -> float:
    """Return how far a corridor gives way: away from the richer cell beside it."""
    if len(exits) == 3:
        closed = next(side for side in SIDES if side not in exits)
        return weights.get(closed, 0) / 3
    if len(exits) != 2:
        return 0.0
    right, left = exits[0].turned(1), exits[0].turned(3)
    return (weights.get(left, 0) - weights.get(right, 0)) / 2.2


@cache
def discs_of(shape: ChamberShape) -> tuple[tuple[Point, float], ...]:
    """Return the floor as overlapping discs."""
    discs = [(point, FLOOR) for spine in shape.spines for point in spine.points[::3]]
    for room in shape.rooms:
        steps = 1 + math.ceil(math.dist((room.x1, room.y1), (room.x2, room.y2)) / 3)
        for step in range(steps + 1):
            share = step / steps
            centre = room.x1 + (room.x2 - room.x1) * share, room.y1 + (room.y2 - room.y1) * share
            discs.append((centre, room.radius))
    return tuple(discs)


def _first_fitting(
    ways: Iterable[tuple[ChamberShape, ...]], crossing: bool, apart: float
) -> tuple[ChamberShape, ...] | None:
    """Return one shape for each path so that all fit on the tile, or None if there is no such choice.

    Of several choices it is the first, earlier paths having their better shapes. Eight closed paths have nine places
    each: 43 million choices. So a shape is taken together with what it leaves to the paths after it, and what was once
    found to have no solution is not tried again: closed paths that are alike may change places without any difference.

    Args:
        ways: the shapes of each path, best first.
        crossing: whether two corridors of the tile cross, one over the other.
        apart: how far two floors lie apart at least.
    """
    hopeless: set[tuple[tuple[ChamberShape, ...], ...]] = set()

    def fit(one: ChamberShape, other: ChamberShape) -> bool:  # corridors that cross may, all others a wall apart
        return (crossing and not one.rooms and not other.rooms) or _floor_gap(one, other) >= apart

    def choose(left: tuple[tuple[ChamberShape, ...], ...]) -> tuple[ChamberShape, ...] | None:
        if not left:
            return ()
        if left not in hopeless:
            for shape in left[0]:
                rest = tuple(tuple(one for one in others if fit(shape, one)) for others in left[1:])
                if all(rest) and (chosen := choose(rest)) is not None:
                    return shape, *chosen
            hopeless.add(left)
        return None

    return choose(tuple(tuple(filter(_keeps_off_the_sides, shapes)) for shapes in ways))


@cache
def _some_fit(ways: frozenset[tuple[tuple[ChamberShape, ...], int]], crossing: bool) -> bool:
    """Return whether all of a tile's paths fit, whatever their order: each kind of path is given with its number."""
    return _first_fitting([shapes for shapes, count in ways for _ in range(count)], crossing, LEAST_WALL) is not None


@cache
def _floor_gap(one: ChamberShape, other: ChamberShape) -> float:
    return min(math.dist(a, b) - ra - rb for a, ra in discs_of(one) for b, rb in discs_of(other))


@cache
def _keeps_off_the_sides(shape: ChamberShape) -> bool:
    """Return whether a chamber that is closed lies far enough from the tile's sides."""
    away = ((room, room.radius + LEAST_WALL + 0.6) for room in shape.rooms)
    return bool(shape.spines) or all(
        least <= room.x1 <= TILE - least and least <= room.y1 <= TILE - least for room, least in away
    )


def find_undrawable(deck: Deck) -> Iterator[tuple[str, str]]:
    """Yield every reason why a component of the deck cannot be drawn.

    Yields:
        The design's id, or that of the piece in the middle, and one plain sentence with the numbers. Designs that no
        colour prints are not drawn, and nothing is said of them.
    """
    size = deck.catalogue.tile_mm
    for design_id, tile in {tile.design: tile for tile in deck.tiles}.items():
        for fault in design_faults(tile, size):
            yield design_id, fault
    if deck.centre is not None and (court := court_fault(deck.centre)) is not None:
        yield deck.centre.id, court


def design_faults(tile: Tile, size: float) -> Iterator[str]:
    """Yield the reasons why a tile of a design cannot be drawn on tiles of `size` mm."""
    if overfull := tuple(overfull_paths(tile.paths)):
        yield from overfull
        return
    try:
        plan = plan_paths(tile.paths)
    except LayoutError as error:
        yield str(error)
        return
    if fault := size_fault(plan, size):
        yield fault


def size_fault(plan: TilePlan, size: float) -> str | None:
    """Return why the symbols of a plan are too small on tiles of `size` mm; None if they are not."""
    least = min((place.size for chamber in plan.chambers for place in chamber.places), default=TILE)
    if least * size / TILE >= LEAST_SYMBOL:
        return None
    enough = math.ceil(LEAST_SYMBOL * TILE / least * 10 - 1e-9) / 10
    return (
        f"on tiles of {size:g} mm its symbols are {least * size / TILE:.1f} mm; "
        f"at least {LEAST_SYMBOL:g} mm are needed, as with tile_mm {enough:g} or more"
    )


def court_fault(centre: Tile) -> str | None:
    """Return why the tile in the middle cannot be drawn; None if it can: its court has room for one sign alone."""
    if len(centre.paths) == 1 and not any(centre.paths[0].counts):
        return None
    exits = "".join(side.name for side in sorted({side for path in centre.paths for side in path.exits}))
    spelled = " | ".join(map(str, centre.paths))
    whose = "the minotaur's tile" if centre.id == MINOTAUR_ID else f"the tile {centre.id!r}"
    return (
        f"{whose} is drawn as one court without symbols; the catalogue says {spelled}; "
        f"write one path: {exits or 'NESW'}"
    )
