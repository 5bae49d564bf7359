"""Where the paths of a tile lie is the first choice of their places that fits, found without trying all of them."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest

from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art import tile_plan
from asterion_press.games.labyrinth.art.chambers import TILE, ChamberShape
from asterion_press.games.labyrinth.art.tile_plan import APART, LEAST_WALL, discs_of, plan_paths
from asterion_press.games.labyrinth.catalogue.records import Exits, Path, Paths, canonical_paths
from asterion_press.geometry import SIDES

MOST_CLOSED = 3
"""Closed paths with which all choices can be tried: 9 to the power of 3."""


def some_paths(random: Random) -> Paths:
    """Return the paths of any tile."""
    groups: list[list[int]] = [[] for _ in range(random.randint(1, 4))]
    for side in SIDES:
        if random.random() < 0.85:
            random.choice(groups).append(side)
    exits = [group for group in groups if group] + [[] for _ in range(random.randint(0, MOST_CLOSED))]
    most = random.randint(0, 4)
    return canonical_paths(tuple(Path(Exits(SIDES[side] for side in one), random.randint(0, most)) for one in exits))


def may_lie_together(shapes: tuple[ChamberShape, ...], apart: float, *, crossing: bool) -> bool:
    """Judge a choice by its floors: so far apart, and a wall between those that are closed and the sides."""
    least = LEAST_WALL + 0.6
    for shape in shapes:
        reaches = [(x, room.radius + least) for room in shape.rooms for x in (room.x1, room.y1)]
        if not shape.spines and any(x < reach or x > TILE - reach for x, reach in reaches):
            return False
    return all(
        (crossing and not one.rooms and not other.rooms)
        or all(math.dist(a, b) - ra - rb >= apart for a, ra in discs_of(one) for b, rb in discs_of(other))
        for one, other in itertools.combinations(shapes, 2)
    )


def first_of_all(paths: Paths) -> tuple[ChamberShape, ...] | None:
    """Return the first choice that fits, having tried one after the other."""
    key = tuple((path.exits, path.counts) for path in paths)
    upper = tile_plan._upper(key)
    ways = [tile_plan._ways(key, number, upper) for number in range(len(key))]
    tried = ((choice, apart) for apart in (APART, LEAST_WALL) for choice in itertools.product(*ways))
    return next(
        (choice for choice, apart in tried if may_lie_together(choice, apart, crossing=upper is not None)), None
    )


def test_the_places_are_those_that_trying_all_of_them_finds_first() -> None:
    random = Random(4)
    fitting = 0
    for paths in {some_paths(random) for _ in range(60)}:
        try:
            expected = first_of_all(paths)
        except LayoutError:
            continue
        if expected is None:
            with pytest.raises(LayoutError, match="need more floor"):
                plan_paths(paths)
        else:
            chambers = sorted(plan_paths(paths).chambers, key=lambda chamber: chamber.path)
            assert tuple(chamber.shape for chamber in chambers) == expected
            fitting += 1
    assert fitting > 10


def test_eight_empty_cells_fit_on_a_tile_and_eight_full_ones_do_not() -> None:
    assert len(plan_paths((Path(Exits()),) * 8).chambers) == 8
    with pytest.raises(LayoutError, match="need more floor"):
        plan_paths((Path(Exits(), prisoners=4),) * 8)
