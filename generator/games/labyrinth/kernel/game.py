"""Whole games in compiled code: turns, the end, and replays.

What came of a game is a row of integers, an *outcome*: for each seat its score, points from impaling, treasure,
prisoners escaped and prisoners that break a tie, then how many were captured, then the winners, one bit a seat, and how
many plies were actions; at last the coins that pay somebody who escapes by the outside, and those that pay only who is
enclosed and escapes by wings::

    | score 0..3 | kills 0..3 | treasure 0..3 | escaped 0..3 | tie 0..3 | captured | winners | actions | coins |
      0            4            8               12             16         20         21        22        23, 24
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import KIND, PLACE, Desk, is_legal, play, start
from generator.games.labyrinth.kernel.labyrinth import Labyrinth, flood, impale, opens_to
from generator.games.labyrinth.kernel.numba import compiled
from generator.games.labyrinth.kernel.tables import (
    COIN_SHIFT,
    FIELD_MASK,
    LIVING_SHIFT,
    MOST_SEATS,
    NO_LIVING,
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
    """Prisoners of one seat in the living part of a tally."""
    return living >> SEAT_BITS * seat & SEAT_MASK


@compiled
def points_of(tables: Tables, living: int, seat: int) -> int:
    """What a player gets who impales these: one for each opposing prisoner, minus one for each own (rule 3, A11)."""
    points = 0
    if tables.scores:
        for whose in range(tables.seats):
            points += -living_of(living, whose) if whose == seat else living_of(living, whose)
    return points


@compiled
def turn(tables: Tables, desk: Desk, seat: int, ply: Ints, outcome: Ints) -> int:
    """Play a legal ply; the living part of what was impaled by it."""
    play(tables, desk, ply)
    outcome[ACTIONS] += ply[KIND] != PLACE
    living = impale(desk.table)
    if living:
        outcome[KILLS + seat] += points_of(tables, living, seat)
        for whose in range(tables.seats):
            outcome[CAPTURED] += living_of(living, whose)
    return living


# The end


@compiled
def _count_chamber(tables: Tables, tally: int, outcome: Ints) -> None:
    """Add what those who escape from a chamber bring (rule 4, A1, A29)."""
    coins = tally >> COIN_SHIFT & FIELD_MASK
    breaks_tie = tables.tie_break == 0 or (tables.tie_break == COIN_ONLY) == (coins > 0)
    for seat in range(tables.seats):
        living = living_of(tally >> LIVING_SHIFT, seat)
        outcome[TREASURE + seat] += coins * living
        outcome[ESCAPED + seat] += living
        if breaks_tie:
            outcome[TIE + seat] += living


@compiled
def _way_out(lab: Labyrinth, root: int, reached: Ints, unbounded: bool) -> int:
    """Where the coins of a chamber count: connected to the outside, or if not, to two wings; 0 if nobody escapes."""
    tally = lab.tally[root]
    if tally & FIELD_MASK and (not unbounded or opens_to(lab, root, reached)):
        return GATE_COINS
    return WING_COINS if tally >> WING_SHIFT & FIELD_MASK >= WINGS_TO_FLY else 0


@compiled
def finish(tables: Tables, lab: Labyrinth, outcome: Ints) -> None:
    """Count the end of the game."""
    reached = flood(lab) if tables.unbounded else np.zeros(0, np.int8)
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            if lab.parent[node] == node and lab.tally[node] > NO_LIVING:
                way = _way_out(lab, node, reached, tables.unbounded)
                if way:
                    _count_chamber(tables, lab.tally[node], outcome)
                    outcome[way] += lab.tally[node] >> COIN_SHIFT & FIELD_MASK
    if tables.tie_break == BY_SEAT:
        for seat in range(tables.seats):
            outcome[TIE + seat] = -seat
    _find_winners(tables, outcome)


@compiled
def _find_winners(tables: Tables, outcome: Ints) -> None:
    """Most points win, a tie is broken by those who escaped or by the seat, and a tie still is shared."""
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


@compiled
def replay(tables: Tables, desk: Desk, order: Ints, plies: Ints, impaled: Ints, points: Ints) -> int:
    """Play recorded plies; `desk` holds the position afterwards, and what came of it if the game is over.

    Args:
        tables: the game.
        desk: room to play.
        order: for each ply of the game the tile in hand.
        plies: the plies, of the whole game or its beginning.
        impaled: filled with the prisoners impaled by each ply, by seat.
        points: filled with the points of each ply.

    Returns:
        how many plies are legal from the first on.
    """
    start(tables, desk)
    for number in range(len(plies)):
        hand, ply = order[number], plies[number]
        seat = tables.owner[hand]
        if not is_legal(tables, desk, seat, hand, ply):
            return number
        living = turn(tables, desk, seat, ply, desk.outcome)
        points[number] = points_of(tables, living, seat)
        for whose in range(tables.seats):
            impaled[number, whose] = living_of(living, whose)
    if len(plies) == len(order):
        finish(tables, desk.table, desk.outcome)
    return len(plies)


@compiled
def replay_all(
    tables: Tables, desk: Desk, orders: Ints, plies: Ints, impaled: Ints, points: Ints, outcomes: Ints, legal: Ints
) -> None:
    """Replay many whole games; `legal` gets how many plies of each are legal from the first on."""
    for game in range(len(orders)):
        legal[game] = replay(tables, desk, orders[game], plies[game], impaled[game], points[game])
        outcomes[game, :] = desk.outcome
