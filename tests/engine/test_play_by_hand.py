"""Lines of play and labyrinths counted, and what `greedy` finds tried out."""

from __future__ import annotations

import random

import pytest

from asterion_press.games.labyrinth.engine.bots import ALL_ACTS, play_greedily
from asterion_press.games.labyrinth.engine.box import xy_of
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import Rules
from tests.support.asterion_by_hand import Table, flood, outside_cells
from tests.support.decks_for_play import after, box_with, legal_plies


def perft(position: Position, plies: int) -> int:
    """Count lines of play: sequences of legal plies; turns that look alike are different plies.

    Source: chessprogramming.org, "Perft".
    """
    if plies == 0:
        return 1
    return sum(perft(after(position, ply), plies - 1) for ply in legal_plies(position))


def look_of(labyrinth: Labyrinth) -> frozenset[object]:
    """What lies on the table, as far as eyes can tell."""
    return frozenset(
        (xy_of(cell), laid.piece.colour, laid.piece.look(laid.turns, labyrinth.impaled_paths(laid.piece.id)))
        for cell, laid in labyrinth.laid.items()
    )


def looks(position: Position, plies: int) -> int:
    """Count labyrinths that look different after that many plies, whoever laid what when.

    Of one design that is open on all sides, laid n - 1 times round the minotaur, there are n times the fixed
    polyominoes of n cells. Source: OEIS A001168.
    """
    reached = {look_of(position.labyrinth): position}
    for _ in range(plies):
        following = [after(before, ply) for before in reached.values() for ply in legal_plies(before)]
        reached = {look_of(after.labyrinth): after for after in following}
    return len(reached)


MIXED = ("NS:p | EW", "N:p | ESW:c", "NE:pw", "N:ppc | S:w", "NESW:p", "E:p", "NS:cw", "NEW:p")
"""Walls, dead ends, bridges, and paths that hold several things."""


def test_greedy_acts_only_if_it_gains_two_points_more_than_any_placement() -> None:
    acted_at_all = 0
    for seed in range(12):
        box = box_with(MIXED, colours=2)
        position, rng = Position.shuffled(box, Rules(), box.colours, random.Random(seed)), random.Random(seed)
        while not position.is_over:
            worth = {ply: position.copy().push(ply).points for ply in legal_plies(position)}
            placing = max(points for ply, points in worth.items() if isinstance(ply, Lay))
            acting = max((points for ply, points in worth.items() if not isinstance(ply, Lay)), default=-99)
            turn = play_greedily(position, ALL_ACTS, rng.random)
            assert turn.points == (acting if acting >= placing + 2 else placing)
            assert isinstance(turn.ply, Lay) == (acting < placing + 2)
            acted_at_all += not isinstance(turn.ply, Lay)
    assert acted_at_all


# Perft


@pytest.mark.parametrize(
    ("designs", "minotaur", "expected"),
    [
        (("NS:p | EW", "N:p", "NE:p"), "NESW", (16, 384, 13824)),
        (("NS:p", "N:p | S", "NES:p | W"), "NESW", (16, 384, 13824)),
        (("N:p", "NS:p", "NE:p | S"), "N", (12, 240, 9072)),
        (("N:p | S:p", "NE:p"), "NS", (16, 352, 14032)),
    ],
)
def test_perft_of_two_and_more_designs_is_the_brute_force_count(
    designs: tuple[str, ...], minotaur: str, expected: tuple[int, ...]
) -> None:
    """The numbers were counted by the rules of ``asterion_by_hand.py``, trying everything."""
    box = box_with(designs, minotaur=minotaur, colours=2)
    piles = {seat: [piece.id for piece in box.of_colour(seat)] for seat in box.colours}
    position = Position.start(box, Rules(), piles)
    assert tuple(perft(position, depth) for depth in (1, 2, 3)) == expected


@pytest.mark.parametrize(("cells", "polyominoes"), list(enumerate((1, 2, 6, 19, 63, 216), 1)))
def test_open_tiles_lie_in_n_times_the_fixed_polyominoes(cells: int, polyominoes: int) -> None:
    """OEIS A001168: 1, 2, 6, 19, 63, 216; every one of the n cells may be the minotaur's."""
    one = box_with(["NESW"], copies=cells, colours=2)
    alone = Position.start(one, Rules(actions=False), {"yellow": [piece.id for piece in one.of_colour("yellow")]})
    assert looks(alone, cells - 1) == cells * polyominoes


def test_the_outside_by_hand_sees_a_hole_only_by_the_option() -> None:
    """The independent count itself can tell a hole from the table."""
    tile = {"paths": [{"exits": "NESW"}]}
    ring = [(x, y) for x in (-1, 0, 1) for y in (-2, -1, 0) if (x, y) != (0, -1)]
    table: Table = dict.fromkeys(ring, (tile, 0))
    _, out = flood(table, ((0, 0), 0))
    assert (0, -1) in outside_cells(table, out, "any")
    assert (0, -1) not in outside_cells(table, out, "unbounded")
