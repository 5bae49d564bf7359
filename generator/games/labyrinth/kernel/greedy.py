"""The bot `greedy` of ``engine/bots.py`` in compiled code: from the same draws the same plies.

Where it chooses among equal plies, it chooses from the same list: tiles by their ids, cells from north to south and
west to east, then turns; swaps come last.
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import (
    CELL,
    KIND,
    MOVE,
    OTHER,
    PLACE,
    ROTATE,
    SWAP,
    TILE,
    TURNS,
    Workspace,
    can_be_acted_on,
    can_swap,
    joins_all,
    look_of,
    note,
    parts_of,
)
from generator.games.labyrinth.kernel.chance import choose
from generator.games.labyrinth.kernel.game import WINGS_TO_FLY, living_of, points_of
from generator.games.labyrinth.kernel.labyrinth import (
    Labyrinth,
    chamber_if,
    lift,
    look_around,
    note_dead,
    root_of,
    sum_around,
    traps,
)
from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import (
    BITS,
    BLOCKS,
    COIN_SHIFT,
    FIELD_MASK,
    JOINED,
    LIVING_SHIFT,
    MINOTAUR,
    OPEN,
    ROW,
    STEPS,
    WALL,
    WING_SHIFT,
    Ints,
    Tables,
)

WORTH_A_TILE = 2
"""As in ``engine/bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""
ALL_TURNS = 4


@compiled
def write(ply: Ints, kind: int, tile: int, other: int, cell: int, turns: int) -> None:
    """Write a ply as a row."""
    ply[KIND], ply[TILE], ply[OTHER], ply[CELL], ply[TURNS] = kind, tile, other, cell, turns


# Placing


@compiled
def _potential(tables: Tables, tally: int, seat: int) -> int:
    """Return what a chamber would bring a player over the opponents, if the game ended now."""
    coins = tally >> COIN_SHIFT & FIELD_MASK
    if coins == 0 or (tally & FIELD_MASK == 0 and tally >> WING_SHIFT & FIELD_MASK < WINGS_TO_FLY):
        return 0
    living = tally >> LIVING_SHIFT
    value = living_of(living, seat) * tables.seats
    for whose in range(tables.seats):
        value -= living_of(living, whose)
    return int(coins * value)


@compiled
def potential_around(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the potential of the chambers around the cell last looked around; the minotaur's has none."""
    value = 0
    for side in range(4):
        other = lab.near[side]
        if other > MINOTAUR:
            known = False
            for earlier in range(side):
                known |= lab.near[earlier] == other
            if not known:
                value += _potential(tables, lab.tally[other], seat)
    return value


@compiled
def value_placement(
    tables: Tables, lab: Labyrinth, seat: int, face: int, around: tuple[int, int, int]
) -> tuple[int, int, bool]:
    """Return points and potential of a tile on the cell last summed around, and whether the minotaur has a way out."""
    his, free, part = around
    killed, gained, exits = 0, 0, lab.tally[MINOTAUR] & FIELD_MASK
    for block in BLOCKS[JOINED[part, tables.parts[face]]]:
        if block == 0:
            break
        tally = lab.sums[block] + tables.loads[face, block] + OPEN * BITS[block & free & tables.exits[face]]
        if block & his:
            killed, exits = tally >> LIVING_SHIFT, tally & FIELD_MASK
        else:
            gained += _potential(tables, tally, seat)
    return points_of(tables, killed, seat) if killed else 0, gained, exits > 0


@compiled
def _best_placements(tables: Tables, work: Workspace, seat: int, hand: int) -> tuple[int, int]:
    """Note in `keys` the placements with most points, then most potential; the points, and how many."""
    lab = work.table
    best_points, best_value, count = -(1 << 30), 0, 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        before = potential_around(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, value, legal = value_placement(tables, lab, seat, 4 * hand + turns, around)
            value -= before
            if not legal or points < best_points or (points == best_points and value < best_value):
                continue
            if tables.unbounded and traps(tables, lab, work.trial, hand, turns, cell):
                continue
            if points > best_points or value > best_value:
                best_points, best_value, count = points, value, 0
            work.keys[count] = cell * ALL_TURNS + turns
            count += 1
    return best_points, count


@compiled
def key_of(work: Workspace, ply: Ints) -> int:
    """Return an action as a number: by tile, cell and turns (of a rotation the tile's own cell), swaps last."""
    if ply[KIND] == SWAP:
        return int(((ROW + ply[TILE]) * ROW * ROW + ply[OTHER]) * ALL_TURNS)
    cell = work.table.cell[ply[TILE]] if ply[KIND] == ROTATE else ply[CELL]
    return int((ply[TILE] * ROW * ROW + cell) * ALL_TURNS + ply[TURNS])


@compiled
def write_action(work: Workspace, key: int, ply: Ints) -> None:
    """Write the ply of a key."""
    turns, rest = key % ALL_TURNS, key // ALL_TURNS
    tile, place = rest // (ROW * ROW), rest % (ROW * ROW)
    if tile >= ROW:
        write(ply, SWAP, tile - ROW, place, -1, -1)
    elif place == work.table.cell[tile]:
        write(ply, ROTATE, tile, -1, -1, turns)
    else:
        write(ply, MOVE, tile, -1, place, turns)


# Acting


@compiled
def _opposing(tables: Tables, tally: int, seat: int) -> int:
    """Return the living prisoners of the opponents in a chamber."""
    count = 0
    for whose in range(tables.seats):
        if whose != seat:
            count += living_of(tally >> LIVING_SHIFT, whose)
    return count


@compiled
def _near_at_stake(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the opposing prisoners who live in the chambers of `near`; those in the minotaur's are dead."""
    stake = 0
    for side in range(4):
        other = lab.near[side]
        known = other <= MINOTAUR
        for earlier in range(side):
            known |= lab.near[earlier] == other
        if not known:
            stake += _opposing(tables, lab.tally[other], seat)
    return stake


@compiled
def _at_stake(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """Return the most opposing prisoners whom one tile on an uncovered cell could impale."""
    most = 0
    for number in range(lab.border_size):
        if look_around(lab, lab.border[number])[0]:
            most = max(most, _near_at_stake(tables, lab, seat))
    return most


@compiled
def _at_stake_under(tables: Tables, lab: Labyrinth, seat: int, tile: int) -> tuple[bool, int]:
    """Return whether the minotaur's chamber opens beside a tile, and the opposing prisoners in the other chambers."""
    mouth = False
    for side in range(4):
        name = int(lab.ground[lab.cell[tile] + STEPS[side]])
        node = WALL
        if name > 1:
            node = tables.faces[4 * (name - 2) + lab.turns[name - 2], (side + 2) % 4]
        lab.near[side] = node if node == WALL else root_of(lab.parent, node)
        mouth |= name == 1 or lab.near[side] == MINOTAUR
    return mouth, _near_at_stake(tables, lab, seat)


@compiled
def _gainful_here(tables: Tables, work: Workspace, seat: int, tile: int, least: int, acts: int, count: int) -> int:
    """Note the rotations and moves of the tile that was lifted; how many plies are noted then."""
    rest, table = work.rest, work.table
    home = table.cell[tile]
    now = look_of(tables, table, tile, table.turns[tile])
    parts = parts_of(rest)
    for number in range(rest.border_size):
        cell = rest.border[number]
        if not acts >> (ROTATE if cell == home else MOVE) & 1:
            continue
        around = look_around(rest, cell)
        if (least > 0 and around[0] == 0) or (cell != home and not joins_all(rest, parts, cell)):
            continue
        sum_around(rest)
        for turns in range(ALL_TURNS):
            tally = chamber_if(tables, rest, 4 * tile + turns, around)
            if tally & FIELD_MASK == 0 or points_of(tables, tally >> LIVING_SHIFT, seat) < least:
                continue
            if tables.unbounded and traps(tables, rest, work.trial, tile, turns, cell):
                continue
            if cell != home:
                count = note(work, count, MOVE, tile, -1, cell, turns, tally)
            elif look_of(tables, table, tile, turns) != now:
                count = note(work, count, ROTATE, tile, -1, -1, turns, tally)
    return count


@compiled
def _gainful_swap(tables: Tables, work: Workspace, seat: int, one: int, other: int, least: int, count: int) -> int:
    """Note the swap of two tiles; how many plies are noted then."""
    table, rest, row = work.table, work.rest, work.plies[count]
    write(row, SWAP, one, other, -1, -1)
    if can_swap(tables, work, seat, row):
        around = look_around(rest, table.cell[one])
        sum_around(rest)
        tally = chamber_if(tables, rest, 4 * other + table.turns[other], around)
        if points_of(tables, tally >> LIVING_SHIFT, seat) >= least:
            return note(work, count, SWAP, one, other, -1, -1, tally)
    return count


@compiled
def gainful_actions(tables: Tables, work: Workspace, seat: int, least: int, acts: int) -> int:
    """Note in `work.plies` every legal action of these kinds that brings at least so many points; how many there are.

    Taking tiles up to see what comes of it costs most, so it is not done where nothing can come of it: a tile impales
    only beside a mouth of the minotaur's chamber, and only those who live in the chambers that open there. What is
    taken up only ever parts chambers, so they hold no more than they hold now.
    """
    table, actors = work.table, 0
    note_dead(tables, table)
    for tile in range(tables.piles[seat], tables.piles[seat + 1]):
        if can_be_acted_on(tables, table, seat, tile):
            work.actors[actors] = tile
            work.mouth[actors], work.stake[actors] = _at_stake_under(tables, table, seat, tile)
            actors += 1
    anyway = least <= 0 or (tables.scores and _at_stake(tables, table, seat) >= least)
    count = 0
    for one in range(actors):
        if anyway or (work.mouth[one] and work.stake[one] >= least):
            lift(tables, table, work.rest, work.actors[one], -1)
            count = _gainful_here(tables, work, seat, work.actors[one], least, acts, count)
        for other in range(one + 1, actors if acts >> SWAP & 1 else 0):
            mouth, stake = work.mouth[one] or work.mouth[other], work.stake[one] + work.stake[other]
            if least <= 0 or (mouth and stake >= least):
                count = _gainful_swap(tables, work, seat, work.actors[one], work.actors[other], least, count)
    return count


@compiled
def _best_actions(tables: Tables, work: Workspace, seat: int, found: int) -> int:
    """Note in `keys` those of the first noted plies that have most points; how many."""
    best, count = -(1 << 30), 0
    for number in range(found):
        points = points_of(tables, work.living[number], seat)
        if points > best:
            best, count = points, 0
        if points == best:
            work.keys[count] = key_of(work, work.plies[number])
            count += 1
    return count


# Choosing


@compiled
def drawn_key(work: Workspace, count: int, chance: Ints) -> int:
    """Return one of the noted keys, chosen by its rank."""
    rank = choose(chance, count)
    return int(np.partition(work.keys[:count], rank)[rank])


@compiled
def play_greedily(tables: Tables, work: Workspace, seat: int, hand: int, acts: int, chance: Ints, ply: Ints) -> None:
    """Write the ply of the bot `greedy`."""
    points, count = _best_placements(tables, work, seat, hand)
    found = gainful_actions(tables, work, seat, points + WORTH_A_TILE, acts) if acts else 0
    if found:
        write_action(work, drawn_key(work, _best_actions(tables, work, seat, found), chance), ply)
        return
    key = drawn_key(work, count, chance)
    write(ply, PLACE, hand, -1, key // ALL_TURNS, key % ALL_TURNS)
