"""Plies in compiled code: what is legal, all that is legal, and what a ply does to the table.

A ply is a row of `PLY` integers, and the tile in hand is known from the piles::

    kind     tile       other      cell        turns
    PLACE    the hand   -1         where       how
    ROTATE   acted on   -1         -1          how
    SWAP     one        another    -1          -1       the lower number first
    MOVE     acted on   -1         where to    how
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from generator.games.labyrinth.kernel.chance import STATE
from generator.games.labyrinth.kernel.labyrinth import (
    LABYRINTH,
    Labyrinth,
    bury,
    chamber_if,
    clear,
    lay,
    lift,
    look_around,
    root_of,
    sum_around,
    traps,
)
from generator.games.labyrinth.kernel.numba import compiled
from generator.games.labyrinth.kernel.tables import (
    FIELD_MASK,
    HOME,
    LIVING_SHIFT,
    MINOTAUR,
    MOST_TILES,
    NO_LIVING,
    OUTCOME,
    ROW,
    STEPS,
    Ints,
    Tables,
)

PLY = 5
KIND, TILE, OTHER, CELL, TURNS = range(PLY)
PLACE, ROTATE, SWAP, MOVE = range(4)


MOST_PLIES = 4 * (2 * MOST_TILES + 4) * (MOST_TILES + 1) + 4 * MOST_TILES + MOST_TILES * MOST_TILES
"""More than there can be in any position: placements and moves, rotations, swaps."""

Desk: TypeAlias = Any
"""A record of the type `DESK`, as compiled code sees it."""

DESK = np.dtype(
    [
        ("table", LABYRINTH),  # the labyrinth as it lies
        ("rest", LABYRINTH),  # the labyrinth with tiles taken up
        ("trial", LABYRINTH),  # a labyrinth to try something on
        ("ply", np.int64, PLY),  # the ply that is being played
        ("outcome", np.int64, OUTCOME),  # what has come of the game so far
        ("chance", np.int64, STATE),  # the state of the random numbers
        ("order", np.int64, MOST_TILES),  # for each ply of the game the tile in hand
        ("after", np.int64, 4),  # room for the tally of the minotaur's chamber, by a tile's turns
        ("actors", np.int64, MOST_TILES),  # room for the tiles that a player may act on
        ("mouth", np.int64, MOST_TILES),  # by actor whether the minotaur's chamber opens beside it
        ("stake", np.int64, MOST_TILES),  # by actor the opposing prisoners in the other chambers beside it
        ("plies", np.int64, (MOST_PLIES, PLY)),  # room for all legal plies of a position
        ("living", np.int64, MOST_PLIES),  # for each of them the living part of the tally of those whom it would impale
        ("keys", np.int64, MOST_PLIES),  # room for plies as numbers
    ],
    align=True,
)
"""A table and room to think."""


def new_desk() -> Desk:
    """A desk of zeros, nearly all of which never becomes memory; it has to be started before use."""
    return np.zeros(1, DESK)[0]


@compiled
def start(tables: Tables, desk: Desk) -> None:
    """Put the table back to the beginning of a game."""
    desk.outcome[:] = 0
    desk.table.dead[:] = 0
    clear(tables, desk.table)


# Which tiles may be acted on, and what they look like


@compiled
def dead_paths(tables: Tables, lab: Labyrinth, tile: int) -> int:
    """The paths of a laid tile whose prisoners are impaled, one bit a path."""
    mask = 0
    first = tables.first[tile]
    for node in range(first, tables.first[tile + 1]):
        if tables.held[node] > NO_LIVING and (lab.dead[node] or root_of(lab.parent, node) == MINOTAUR):
            mask |= 1 << (node - first)
    return mask


@compiled
def may_act_on(tables: Tables, lab: Labyrinth, seat: int, tile: int) -> bool:
    """Whether a tile lies, shows a living prisoner of the player, and has a free side (A15)."""
    if not 0 <= tile < tables.tiles or tables.owner[tile] != seat or lab.cell[tile] == 0:
        return False
    lives = False
    for node in range(tables.first[tile], tables.first[tile + 1]):
        if tables.held[node] > NO_LIVING and not lab.dead[node] and root_of(lab.parent, node) != MINOTAUR:
            lives = True
    free = False
    for side in range(4):
        free |= lab.ground[lab.cell[tile] + STEPS[side]] <= 0
    return lives and free


@compiled
def look_of(tables: Tables, lab: Labyrinth, tile: int, turns: int) -> int:
    """The number of what a laid tile looks like, or would look like in other turns (A18)."""
    return int(tables.look[4 * tile + turns, dead_paths(tables, lab, tile)])


# Whether the labyrinth hangs together (A17)


@compiled
def parts_of(rest: Labyrinth) -> tuple[Ints, int]:
    """Which tiles hang together side by side.

    Returns:
        for each value of `ground` above 0 a bit that its part has for itself, and all those bits together; at most
        four, as only one tile is taken up.
    """
    part = np.zeros(MOST_TILES + 2, np.int64)
    waiting = np.empty(4 * len(part) + 4, np.int64)
    everything, bit = 0, 1
    for number in range(-1, rest.laid_size):
        start_cell = HOME if number < 0 else rest.cell[rest.laid[number]]
        if part[rest.ground[start_cell]]:
            continue
        everything |= bit
        waiting[0] = start_cell
        count = 1
        while count:
            count -= 1
            cell = waiting[count]
            name = rest.ground[cell]
            if name > 0 and not part[name]:
                part[name] = bit
                for side in range(4):
                    waiting[count] = cell + STEPS[side]
                    count += 1
        bit <<= 1
    return part, everything


@compiled
def joins_all(rest: Labyrinth, parts: tuple[Ints, int], cell: int) -> bool:
    """Whether a tile on that cell makes the labyrinth hang together."""
    part, everything = parts
    found = 0
    for side in range(4):
        name = rest.ground[cell + STEPS[side]]
        if name > 0:
            found |= part[name]
    return found == everything


# Judging one ply


@compiled
def _may_place(tables: Tables, desk: Desk, hand: int, ply: Ints) -> bool:
    tile, cell, turns = ply[TILE], ply[CELL], ply[TURNS]
    if tile != hand or not 0 <= cell < ROW * ROW or not 0 <= turns < 4 or desk.table.ground[cell] >= 0:
        return False
    return not traps(tables, desk.table, desk.trial, tile, turns, cell)


@compiled
def may_rotate(tables: Tables, desk: Desk, ply: Ints) -> bool:
    """Whether a tile that may be acted on may be turned so; the dead have to be buried before."""
    table, tile, turns = desk.table, ply[TILE], ply[TURNS]
    if not 0 <= turns < 4:
        return False
    if look_of(tables, table, tile, turns) == look_of(tables, table, tile, table.turns[tile]):
        return False
    lift(tables, table, desk.rest, tile, -1)
    return not traps(tables, desk.rest, desk.trial, tile, turns, table.cell[tile])


@compiled
def may_swap(tables: Tables, desk: Desk, seat: int, ply: Ints) -> bool:
    """Whether a tile that may be acted on may change places with a later one; the dead have to be buried before."""
    table, one, other = desk.table, ply[TILE], ply[OTHER]
    if one >= other or not may_act_on(tables, table, seat, other):
        return False
    if look_of(tables, table, one, table.turns[one]) == look_of(tables, table, other, table.turns[other]):
        return False
    lift(tables, table, desk.rest, one, other)
    lay(tables, desk.rest, one, table.turns[one], table.cell[other])
    return not traps(tables, desk.rest, desk.trial, other, table.turns[other], table.cell[one])


@compiled
def _may_move(tables: Tables, desk: Desk, ply: Ints) -> bool:
    tile, cell, turns = ply[TILE], ply[CELL], ply[TURNS]
    if not 0 <= turns < 4 or not 0 <= cell < ROW * ROW:
        return False
    lift(tables, desk.table, desk.rest, tile, -1)
    return fits(tables, desk, tile, turns, cell)


@compiled
def fits(tables: Tables, desk: Desk, tile: int, turns: int, cell: int) -> bool:
    """Whether a tile that has been taken up from `rest` may be laid on another cell."""
    if cell == desk.table.cell[tile] or desk.rest.ground[cell] >= 0:
        return False
    if not joins_all(desk.rest, parts_of(desk.rest), cell):
        return False
    return not traps(tables, desk.rest, desk.trial, tile, turns, cell)


@compiled
def is_legal(tables: Tables, desk: Desk, seat: int, hand: int, ply: Ints) -> bool:
    """Whether a player with that tile in hand may play that ply."""
    if ply[KIND] == PLACE:
        return _may_place(tables, desk, hand, ply)
    if not tables.acts or not may_act_on(tables, desk.table, seat, ply[TILE]):
        return False
    bury(tables, desk.table)
    if ply[KIND] == ROTATE:
        return may_rotate(tables, desk, ply)
    if ply[KIND] == SWAP:
        return may_swap(tables, desk, seat, ply)
    return ply[KIND] == MOVE and _may_move(tables, desk, ply)


# Generating all plies


@compiled
def note(desk: Desk, count: int, kind: int, tile: int, other: int, cell: int, turns: int, tally: int) -> int:
    """Note a ply behind the first `count` ones, and the minotaur's chamber after it."""
    row = desk.plies[count]
    row[KIND], row[TILE], row[OTHER], row[CELL], row[TURNS] = kind, tile, other, cell, turns
    desk.living[count] = tally >> LIVING_SHIFT
    return count + 1


@compiled
def free_turns(tables: Tables, desk: Desk, lab: Labyrinth, tile: int, cell: int) -> int:
    """The turns in which a tile on that cell would not trap the minotaur, one bit a turn; `after` has his chamber."""
    free = 0
    around = look_around(lab, cell)
    sum_around(lab)
    for turns in range(4):
        desk.after[turns] = chamber_if(tables, lab, 4 * tile + turns, around)
        if tables.unbounded:
            free |= (not traps(tables, lab, desk.trial, tile, turns, cell)) << turns
        else:
            free |= (desk.after[turns] & FIELD_MASK > 0) << turns
    return free


@compiled
def list_placements(tables: Tables, desk: Desk, hand: int) -> int:
    """Note every legal placement; how many there are."""
    count = 0
    for number in range(desk.table.border_size):
        cell = desk.table.border[number]
        free = free_turns(tables, desk, desk.table, hand, cell)
        for turns in range(4):
            if free >> turns & 1:
                count = note(desk, count, PLACE, hand, -1, cell, turns, desk.after[turns])
    return count


@compiled
def _list_rotations(tables: Tables, desk: Desk, tile: int, count: int) -> int:
    table, home = desk.table, desk.table.cell[tile]
    now = look_of(tables, table, tile, table.turns[tile])
    free = free_turns(tables, desk, desk.rest, tile, home)
    for turns in range(4):
        if free >> turns & 1 and look_of(tables, table, tile, turns) != now:
            count = note(desk, count, ROTATE, tile, -1, -1, turns, desk.after[turns])
    return count


@compiled
def _list_moves(tables: Tables, desk: Desk, tile: int, count: int) -> int:
    rest, parts = desk.rest, parts_of(desk.rest)
    for number in range(rest.border_size):
        cell = rest.border[number]
        if cell != desk.table.cell[tile] and joins_all(rest, parts, cell):
            free = free_turns(tables, desk, rest, tile, cell)
            for turns in range(4):
                if free >> turns & 1:
                    count = note(desk, count, MOVE, tile, -1, cell, turns, desk.after[turns])
    return count


@compiled
def _list_swaps(tables: Tables, desk: Desk, seat: int, one: int, count: int) -> int:
    rest, table = desk.rest, desk.table
    for other in range(one + 1, tables.piles[seat + 1]):
        if may_act_on(tables, table, seat, other):
            noted = note(desk, count, SWAP, one, other, -1, -1, 0)
            if may_swap(tables, desk, seat, desk.plies[count]):
                around = look_around(rest, table.cell[one])
                sum_around(rest)
                tally = chamber_if(tables, rest, 4 * other + table.turns[other], around)
                desk.living[count] = tally >> LIVING_SHIFT
                count = noted
    return count


@compiled
def list_actions(tables: Tables, desk: Desk, seat: int, count: int) -> int:
    """Note every legal action behind the first `count` plies; how many there are then."""
    bury(tables, desk.table)
    for tile in range(tables.piles[seat], tables.piles[seat + 1]):
        if may_act_on(tables, desk.table, seat, tile):
            lift(tables, desk.table, desk.rest, tile, -1)
            count = _list_rotations(tables, desk, tile, count)
            count = _list_moves(tables, desk, tile, count)
            count = _list_swaps(tables, desk, seat, tile, count)
    return count


@compiled
def list_plies(tables: Tables, desk: Desk, seat: int, hand: int) -> int:
    """Note every legal ply in `desk.plies`, placements first; how many there are."""
    count = list_placements(tables, desk, hand)
    return list_actions(tables, desk, seat, count) if tables.acts else count


# Playing


@compiled
def play(tables: Tables, desk: Desk, ply: Ints) -> None:
    """Do to the table what a legal ply does, before anybody is impaled (A12)."""
    kind, tile, table, rest = ply[KIND], ply[TILE], desk.table, desk.rest
    if kind == PLACE:
        lay(tables, table, tile, ply[TURNS], ply[CELL])
        return
    bury(tables, table)
    other = ply[OTHER] if kind == SWAP else -1
    lift(tables, table, rest, tile, other)
    if kind == SWAP:
        lay(tables, rest, tile, table.turns[tile], table.cell[other])
        lay(tables, rest, other, table.turns[other], table.cell[tile])
    elif kind == ROTATE:
        lay(tables, rest, tile, ply[TURNS], table.cell[tile])
    else:
        lay(tables, rest, tile, ply[TURNS], ply[CELL])
    lift(tables, rest, table, -1, -1)
