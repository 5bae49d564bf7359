"""Games that are watched ply by ply, in compiled code: what a study counts beside the outcome.

A watched game is a row of integers: its outcome (``kernel_game.py``), then::

    uses       by kind of ply (PLACE, ROTATE, SWAP, MOVE) and seat, how often
    gains      by kind of ply and seat, the points that it brought
    own        prisoners whom their own player impaled
    leader     the seat that was the last to lead alone, from 1; 0 if nobody ever did
    changes    how often the lead passed from one seat to another
    settled    the number of the ply after which the lead did not pass any more, from 1
    gate, fly  prisoners who escape by the outside, and those who are enclosed and escape by wings
    laid       tiles that lie at the end, without the minotaur's
    width, height            of the labyrinth in cells, the minotaur's among them

Whoever would have most points alone if the game ended now is in the lead; who shares it takes it from nobody.
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import KIND, Desk
from generator.games.labyrinth.kernel.game import SCORES, WINGS_TO_FLY, finish, living_of
from generator.games.labyrinth.kernel.labyrinth import Labyrinth, flood, opens_to
from generator.games.labyrinth.kernel.numba import compiled
from generator.games.labyrinth.kernel.tables import (
    FIELD_MASK,
    HOME,
    LIVING_SHIFT,
    MOST_SEATS,
    NO_LIVING,
    OUTCOME,
    ROW,
    WING_SHIFT,
    Ints,
    Tables,
)

KINDS = 4
USES, GAINS = OUTCOME, OUTCOME + KINDS * MOST_SEATS
OWN = OUTCOME + 2 * KINDS * MOST_SEATS
LEADER, CHANGES, SETTLED, GATE, FLY, LAID, WIDTH, HEIGHT = range(OWN + 1, OWN + 9)
WATCHED = HEIGHT + 1
"""Numbers of a watched game."""

NOBODY = -1


@compiled
def _leader(tables: Tables, row: Ints) -> int:
    """The seat that has most points alone, or `NOBODY`."""
    leader, best = NOBODY, -(1 << 30)
    for seat in range(tables.seats):
        score = row[SCORES + seat]
        if score > best:
            leader, best = seat, score
        elif score == best:
            leader = NOBODY
    return leader


@compiled
def _note_escapes(tables: Tables, lab: Labyrinth, row: Ints) -> None:
    """Count who escapes by which way."""
    reached = flood(lab) if tables.unbounded else np.zeros(0, np.int8)
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            tally = lab.tally[node]
            if lab.parent[node] != node or tally <= NO_LIVING:
                continue
            gate = tally & FIELD_MASK > 0 and (not tables.unbounded or opens_to(lab, node, reached))
            if not gate and tally >> WING_SHIFT & FIELD_MASK < WINGS_TO_FLY:
                continue
            for seat in range(tables.seats):
                row[GATE if gate else FLY] += living_of(tally >> LIVING_SHIFT, seat)


@compiled
def _note_extent(lab: Labyrinth, row: Ints) -> None:
    """Measure the labyrinth."""
    west = east = HOME % ROW
    north = south = HOME // ROW
    for number in range(lab.laid_size):
        cell = lab.cell[lab.laid[number]]
        west, east = min(west, cell % ROW), max(east, cell % ROW)
        north, south = min(north, cell // ROW), max(south, cell // ROW)
    row[LAID], row[WIDTH], row[HEIGHT] = lab.laid_size, east - west + 1, south - north + 1


@compiled
def watch_turn(tables: Tables, desk: Desk, number: int, seat: int, living: int, gain: int, row: Ints) -> None:
    """Note a ply that was just played.

    Args:
        tables: the game.
        desk: the position after it.
        number: the ply's number, from 0.
        seat: who played.
        living: the living part of what was impaled.
        gain: the points that it brought.
        row: filled; its outcome is what the game would come to if it ended now.
    """
    row[USES + desk.ply[KIND] * MOST_SEATS + seat] += 1
    row[GAINS + desk.ply[KIND] * MOST_SEATS + seat] += gain
    row[OWN] += living_of(living, seat)
    row[:OUTCOME] = desk.outcome
    finish(tables, desk.table, row[:OUTCOME])
    now = _leader(tables, row)
    before = row[LEADER] - 1
    if now not in (before, NOBODY):
        row[CHANGES] += before != NOBODY
        row[SETTLED] = number + 1
        row[LEADER] = now + 1


@compiled
def watch_end(tables: Tables, lab: Labyrinth, row: Ints) -> None:
    """Note the end of a game."""
    _note_escapes(tables, lab, row)
    _note_extent(lab, row)
