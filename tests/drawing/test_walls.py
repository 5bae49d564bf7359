"""Walls of chambers: they go around without a gap, from exit to exit."""

from __future__ import annotations

import math

import pytest

from asterion_press.games.labyrinth.art.chambers import LEAD, TILE, WALL
from asterion_press.games.labyrinth.art.masonry import wall_runs
from asterion_press.games.labyrinth.art.tile_plan import plan_tile
from asterion_press.games.labyrinth.deck.tiles import Deck

APART_MM = 2.0
"""Ends of runs that are farther apart leave a gap that is seen."""


@pytest.mark.parametrize("beyond", [0.0, WALL / 2, WALL])
def test_walls_end_at_exits_alone(beyond: float, deck: Deck) -> None:
    for tile in deck.tiles:
        for chamber in plan_tile(tile).chambers:
            runs = wall_runs(chamber.shape, beyond)
            ends = [sample[:2] for run in runs for sample in (run.samples[0], run.samples[-1])]
            at_exits = [end for end in ends if min(*end, TILE - end[0], TILE - end[1]) <= LEAD + 0.1]
            assert len(at_exits) == 2 * len(chamber.exits), f"{tile.id}, path {chamber.path}: {at_exits}"
            for index, end in enumerate(ends):
                nearest = min(math.dist(end, other) for at, other in enumerate(ends) if at != index)
                assert end in at_exits or nearest < APART_MM, f"{tile.id}, path {chamber.path}: a gap at {end}"
