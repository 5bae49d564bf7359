"""Turns, the end of a game, replays, and what a study counts in a game, in compiled code.

What came of a game is a row of integers, an *outcome*: for each seat its score, points from impaling, treasure,
prisoners escaped and prisoners that break a tie, then how many were captured, then the winners, one bit a seat, and how
many plies were actions; at last the coins that pay for an escape by the outside, and those that pay only enclosed
prisoners who escape by wings::

    | score 0..3 | kills 0..3 | treasure 0..3 | escaped 0..3 | tie 0..3 | captured | winners | actions | coins |
      0            4            8               12             16         20         21        22        23, 24
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import KIND, PLACE, Workspace, is_legal, play, start
from generator.games.labyrinth.kernel.labyrinth import Labyrinth, flood, impale, opens_to
from generator.games.labyrinth.kernel.numba_adapter import compiled, entry
from generator.games.labyrinth.kernel.tables import (
    COIN_SHIFT,
    FIELD_MASK,
    HOME,
    LIVING_SHIFT,
    MOST_SEATS,
    NO_LIVING,
    OUTCOME,
    ROW,
    SEAT_BITS,
    SEAT_MASK,
    WING_SHIFT,
    Ints,
    Tables,
)

SCORES, KILLS, TREASURE, ESCAPED, TIE, CAPTURED = range(0, 6 * MOST_SEATS, MOST_SEATS)
WINNERS, ACTIONS, GATE_COINS, WING_COINS = range(CAPTURED + 1, CAPTURED + 5)

WINGS_TO_FLY = 2
"""Wings that a chamber needs. Source: rules/asterion.md, course of the game, 4."""
COINLESS, COIN_ONLY, BY_SEAT = 1, 2, 3
"""Numbers of tie-breaks other than `all`. Source: rules/asterion.md, A1."""


@compiled
def living_of(living: int, seat: int) -> int:
    """Return the prisoners of one seat in the living part of a tally."""
    return living >> SEAT_BITS * seat & SEAT_MASK


@compiled
def points_of(tables: Tables, living: int, seat: int) -> int:
    """Return a player's points for impaling these: one an opposing prisoner, minus one an own one (rule 3, A11)."""
    points = 0
    if tables.scores:
        for whose in range(tables.seats):
            points += -living_of(living, whose) if whose == seat else living_of(living, whose)
    return points


@compiled
def turn(tables: Tables, work: Workspace, seat: int, ply: Ints, outcome: Ints) -> int:
    """Play a legal ply; return the living part of what was impaled by it."""
    play(tables, work, ply)
    outcome[ACTIONS] += ply[KIND] != PLACE
    living = impale(work.table)
    if living:
        outcome[KILLS + seat] += points_of(tables, living, seat)
        for whose in range(tables.seats):
            outcome[CAPTURED] += living_of(living, whose)
    return living


# The end


@compiled
def count_chamber(tables: Tables, tally: int, sign: int, outcome: Ints) -> None:
    """Add the points, escapes and tie-breaks of a chamber whose prisoners escape (rule 4, A1, A29), or take them off.

    Args:
        tables: the game.
        tally: the chamber's.
        sign: 1 to add, -1 to take off.
        outcome: is changed.
    """
    coins = tally >> COIN_SHIFT & FIELD_MASK
    breaks_tie = tables.tie_break == 0 or (tables.tie_break == COIN_ONLY) == (coins > 0)
    for seat in range(tables.seats):
        living = sign * living_of(tally >> LIVING_SHIFT, seat)
        outcome[TREASURE + seat] += coins * living
        outcome[ESCAPED + seat] += living
        if breaks_tie:
            outcome[TIE + seat] += living


@compiled
def way_out(tally: int) -> int:
    """Return the column in which a chamber's coins count: of the outside, or else of two wings; 0 if nobody escapes."""
    if tally & FIELD_MASK:
        return GATE_COINS
    return WING_COINS if tally >> WING_SHIFT & FIELD_MASK >= WINGS_TO_FLY else 0


@compiled
def _way_out_of(lab: Labyrinth, root: int, reached: Ints, unbounded: bool) -> int:
    """Return the way out of a chamber on the table; exits onto enclosed cells are none if only `reached` is outside."""
    tally = lab.tally[root]
    if unbounded and tally & FIELD_MASK and not opens_to(lab, root, reached):
        tally &= ~FIELD_MASK
    return way_out(tally)


@compiled
def count_escapes(tables: Tables, lab: Labyrinth, outcome: Ints) -> None:
    """Count all chambers whose prisoners escape, and the coins that pay for it."""
    reached = flood(lab) if tables.unbounded else np.zeros(0, np.int8)
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            if lab.parent[node] == node and lab.tally[node] > NO_LIVING:
                way = _way_out_of(lab, node, reached, tables.unbounded)
                if way:
                    count_chamber(tables, lab.tally[node], 1, outcome)
                    outcome[way] += lab.tally[node] >> COIN_SHIFT & FIELD_MASK


@compiled
def finish(tables: Tables, lab: Labyrinth, outcome: Ints) -> None:
    """Count the end of the game."""
    count_escapes(tables, lab, outcome)
    if tables.tie_break == BY_SEAT:
        for seat in range(tables.seats):
            outcome[TIE + seat] = -seat
    _find_winners(tables, outcome)


@compiled
def _find_winners(tables: Tables, outcome: Ints) -> None:
    """Note scores and winners: most points win, the tie-break decides a tie, and a tie still is shared."""
    best, most = -(1 << 30), 0
    for seat in range(tables.seats):
        score = outcome[KILLS + seat] + outcome[TREASURE + seat]
        outcome[SCORES + seat] = score
        if score > best:
            best, most = score, outcome[TIE + seat]
        elif score == best:
            most = max(most, outcome[TIE + seat])
    for seat in range(tables.seats):
        if outcome[SCORES + seat] == best and outcome[TIE + seat] == most:
            outcome[WINNERS] |= 1 << seat


# Replays


@entry
def replay(tables: Tables, work: Workspace, order: Ints, plies: Ints, impaled: Ints, points: Ints) -> int:
    """Play recorded plies; `work` holds the position afterwards, and what came of it if the game is over.

    Args:
        tables: the game.
        work: where the game is played.
        order: for each ply of the game the tile in hand.
        plies: the plies, of the whole game or its beginning.
        impaled: filled with the prisoners impaled by each ply, by seat.
        points: filled with the points of each ply.

    Returns:
        how many plies are legal from the first on.
    """
    start(tables, work)
    for number in range(len(plies)):
        hand, ply = order[number], plies[number]
        seat = tables.owner[hand]
        if not is_legal(tables, work, seat, hand, ply):
            return number
        living = turn(tables, work, seat, ply, work.outcome)
        points[number] = points_of(tables, living, seat)
        for whose in range(tables.seats):
            impaled[number, whose] = living_of(living, whose)
    if len(plies) == len(order):
        finish(tables, work.table, work.outcome)
    return len(plies)


# Watched games

KINDS = 4
USES, GAINS = OUTCOME, OUTCOME + KINDS * MOST_SEATS
OWN = OUTCOME + 2 * KINDS * MOST_SEATS
LEADER, CHANGES, SETTLED, GATE, FLY, RICH, LAID, WIDTH, HEIGHT = range(OWN + 1, OWN + 10)
WATCHED = HEIGHT + 1
"""Numbers of a watched game."""

NOBODY = -1


@compiled
def _leader(tables: Tables, row: Ints) -> int:
    """Return the seat that has most points alone, or `NOBODY`."""
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
    """Count the prisoners who escape by each way, and those who escape with a coin."""
    reached = flood(lab) if tables.unbounded else np.zeros(0, np.int8)
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            tally = lab.tally[node]
            if lab.parent[node] != node or tally <= NO_LIVING:
                continue
            way = _way_out_of(lab, node, reached, tables.unbounded)
            if not way:
                continue
            rich = tally >> COIN_SHIFT & FIELD_MASK > 0
            for seat in range(tables.seats):
                living = living_of(tally >> LIVING_SHIFT, seat)
                row[GATE if way == GATE_COINS else FLY] += living
                row[RICH] += living * rich


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
def watch_turn(tables: Tables, work: Workspace, number: int, seat: int, living: int, gain: int, row: Ints) -> None:
    """Note a ply that was just played.

    Args:
        tables: the game.
        work: the position after it.
        number: the ply's number, from 0.
        seat: the player's.
        living: the living part of what was impaled.
        gain: the points that it brought.
        row: filled; its outcome is what the game would come to if it ended now.
    """
    row[USES + work.ply[KIND] * MOST_SEATS + seat] += 1
    row[GAINS + work.ply[KIND] * MOST_SEATS + seat] += gain
    row[OWN] += living_of(living, seat)
    row[:OUTCOME] = work.outcome
    finish(tables, work.table, row[:OUTCOME])
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
