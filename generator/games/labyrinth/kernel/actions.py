"""Plies in compiled code: whether they are legal, and what they do to the table.

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
    clear,
    lay,
    lift,
    note_dead,
    root_of,
    traps,
)
from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import (
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

Workspace: TypeAlias = Any
"""A record of the type `WORKSPACE`, as compiled code sees it."""

WORKSPACE = np.dtype(
    [
        ("table", LABYRINTH),  # the labyrinth as it lies
        ("rest", LABYRINTH),  # the labyrinth with tiles taken up
        ("trial", LABYRINTH),  # a labyrinth to try something on
        ("ply", np.int64, PLY),  # the ply that is being played
        ("outcome", np.int64, OUTCOME),  # what has come of the game so far
        ("chance", np.int64, STATE),  # the state of the random numbers
        ("order", np.int64, MOST_TILES),  # for each ply of the game the tile in hand
        ("actors", np.int64, MOST_TILES),  # room for the tiles that a player may act on
        ("mouth", np.int64, MOST_TILES),  # by actor whether the minotaur's chamber opens beside it
        ("stake", np.int64, MOST_TILES),  # by actor the opposing prisoners in the other chambers beside it
        ("plies", np.int64, (MOST_PLIES, PLY)),  # room for plies of a position that are worth noting
        ("living", np.int64, MOST_PLIES),  # for each of them the living part of the tally of those whom it would impale
        ("keys", np.int64, MOST_PLIES),  # room for plies as numbers
    ],
    align=True,
)
"""A table and the arrays in which plies are tried out."""


def new_workspace() -> Workspace:
    """Return a workspace of zeros, nearly all of which never becomes memory; it has to be started before use."""
    return np.zeros(1, WORKSPACE)[0]


@compiled
def start(tables: Tables, work: Workspace) -> None:
    """Put the table back to the beginning of a game."""
    work.outcome[:] = 0
    work.table.dead[:] = 0
    clear(tables, work.table)


# Which tiles may be acted on, and what they look like


@compiled
def dead_paths(tables: Tables, lab: Labyrinth, tile: int) -> int:
    """Return the paths of a laid tile whose prisoners are impaled, one bit a path."""
    mask = 0
    first = tables.first[tile]
    for node in range(first, tables.first[tile + 1]):
        if tables.held[node] > NO_LIVING and (lab.dead[node] or root_of(lab.parent, node) == MINOTAUR):
            mask |= 1 << (node - first)
    return mask


@compiled
def can_be_acted_on(tables: Tables, lab: Labyrinth, seat: int, tile: int) -> bool:
    """Return whether a tile lies, shows a living prisoner of the player, and has a free side (A15)."""
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
    """Return the number of how a laid tile looks, or would look in other turns (A18)."""
    return int(tables.look[4 * tile + turns, dead_paths(tables, lab, tile)])


@compiled
def looks_like_an_earlier_turn(tables: Tables, tile: int, turns: int, dead: int) -> bool:
    """Return whether a tile looks the same in an earlier turn; `dead` are its impaled paths, one bit a path."""
    same = False
    for earlier in range(turns):
        same |= tables.look[4 * tile + earlier, dead] == tables.look[4 * tile + turns, dead]
    return same


# The labyrinth must be connected side by side (A17)


@compiled
def parts_of(rest: Labyrinth) -> tuple[Ints, int]:
    """Find the parts of the labyrinth that are connected side by side.

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
    """Return whether a tile on that cell connects all parts of the labyrinth."""
    part, everything = parts
    found = 0
    for side in range(4):
        name = rest.ground[cell + STEPS[side]]
        if name > 0:
            found |= part[name]
    return found == everything


# Judging one ply


@compiled
def _can_place(tables: Tables, work: Workspace, hand: int, ply: Ints) -> bool:
    tile, cell, turns = ply[TILE], ply[CELL], ply[TURNS]
    if tile != hand or not 0 <= cell < ROW * ROW or not 0 <= turns < 4 or work.table.ground[cell] >= 0:
        return False
    return not traps(tables, work.table, work.trial, tile, turns, cell)


@compiled
def can_rotate(tables: Tables, work: Workspace, ply: Ints) -> bool:
    """Return whether a tile that may be acted on may be turned so; the dead have to be noted before."""
    table, tile, turns = work.table, ply[TILE], ply[TURNS]
    if not 0 <= turns < 4:
        return False
    if look_of(tables, table, tile, turns) == look_of(tables, table, tile, table.turns[tile]):
        return False
    lift(tables, table, work.rest, tile, -1)
    return not traps(tables, work.rest, work.trial, tile, turns, table.cell[tile])


@compiled
def can_swap(tables: Tables, work: Workspace, seat: int, ply: Ints) -> bool:
    """Return whether a tile that may be acted on may be swapped with a later one; the dead have to be noted before."""
    table, one, other = work.table, ply[TILE], ply[OTHER]
    if one >= other or not can_be_acted_on(tables, table, seat, other):
        return False
    if look_of(tables, table, one, table.turns[one]) == look_of(tables, table, other, table.turns[other]):
        return False
    lift(tables, table, work.rest, one, other)
    lay(tables, work.rest, one, table.turns[one], table.cell[other])
    return not traps(tables, work.rest, work.trial, other, table.turns[other], table.cell[one])


@compiled
def _can_move(tables: Tables, work: Workspace, ply: Ints) -> bool:
    tile, cell, turns = ply[TILE], ply[CELL], ply[TURNS]
    if not 0 <= turns < 4 or not 0 <= cell < ROW * ROW:
        return False
    lift(tables, work.table, work.rest, tile, -1)
    return can_lie_at(tables, work, tile, turns, cell)


@compiled
def can_lie_at(tables: Tables, work: Workspace, tile: int, turns: int, cell: int) -> bool:
    """Return whether a tile that has been taken up from `rest` may be laid on another cell."""
    if cell == work.table.cell[tile] or work.rest.ground[cell] >= 0:
        return False
    if not joins_all(work.rest, parts_of(work.rest), cell):
        return False
    return not traps(tables, work.rest, work.trial, tile, turns, cell)


@compiled
def is_legal(tables: Tables, work: Workspace, seat: int, hand: int, ply: Ints) -> bool:
    """Return whether a player with that tile in hand may play that ply."""
    if ply[KIND] == PLACE:
        return _can_place(tables, work, hand, ply)
    if not tables.acts or not can_be_acted_on(tables, work.table, seat, ply[TILE]):
        return False
    note_dead(tables, work.table)
    if ply[KIND] == ROTATE:
        return can_rotate(tables, work, ply)
    if ply[KIND] == SWAP:
        return can_swap(tables, work, seat, ply)
    return ply[KIND] == MOVE and _can_move(tables, work, ply)


# Noting plies


@compiled
def note(work: Workspace, count: int, kind: int, tile: int, other: int, cell: int, turns: int, tally: int) -> int:
    """Note a ply behind the first `count` ones, and the minotaur's chamber after it."""
    row = work.plies[count]
    row[KIND], row[TILE], row[OTHER], row[CELL], row[TURNS] = kind, tile, other, cell, turns
    work.living[count] = tally >> LIVING_SHIFT
    return count + 1


# Playing


@compiled
def play(tables: Tables, work: Workspace, ply: Ints) -> None:
    """Do to the table what a legal ply does, before anybody is impaled (A12)."""
    kind, tile, table, rest = ply[KIND], ply[TILE], work.table, work.rest
    if kind == PLACE:
        lay(tables, table, tile, ply[TURNS], ply[CELL])
        return
    note_dead(tables, table)
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
