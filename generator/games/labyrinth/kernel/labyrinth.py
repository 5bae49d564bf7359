"""The labyrinth in compiled code: the tiles on the table, and which paths are connected.

The same idea as in ``labyrinth.py``, on arrays: every path is a node, a chamber is a tree of nodes whose root has the
chamber's tally and the smallest number, so that the minotaur is the root of his own. Laying only joins; to take a tile
up, the rest is laid anew on another labyrinth (A20).

Source: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", Journal of the ACM 22 (1975); halving
of paths after Tarjan and van Leeuwen, Journal of the ACM 31 (1984).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import (
    BITS,
    BLOCKS,
    DOORS,
    FIELD_MASK,
    FREE,
    HOME,
    JOINED,
    LIVING_SHIFT,
    MINOTAUR,
    MOST_NODES,
    MOST_TILES,
    NO_LIVING,
    OPEN,
    PARTITION_OF,
    ROW,
    STEPS,
    WALL,
    Ints,
    Tables,
)

Labyrinth: TypeAlias = Any
"""A record of the type `LABYRINTH`, as compiled code sees it; all zeros until it is cleared for the first time."""

LABYRINTH = np.dtype(
    [
        ("border_size", np.int64),  # how many cells of `border` are in use
        ("laid_size", np.int64),  # how many tiles of `laid` are in use
        ("border", np.int64, 2 * MOST_TILES + 8),  # the uncovered cells beside a tile, in no order that means anything
        ("laid", np.int64, MOST_TILES),  # the tiles in the order in which they were laid
        ("cell", np.int64, MOST_TILES),  # by tile where it lies; 0 if it does not
        ("turns", np.int64, MOST_TILES),  # by tile how it lies
        ("parent", np.int64, MOST_NODES),  # by node its parent, a root's is itself
        ("tally", np.int64, MOST_NODES),  # by root its chamber's tally
        ("dead", np.int8, MOST_NODES),  # by node whether its prisoners were impaled when the dead were last noted
        ("near", np.int64, 4),  # room for what lies across the four sides of a cell
        ("sums", np.int64, 16),  # room for the tallies of what lies across each block of sides; that of none is 0
        (
            "ground",
            np.int16,
            ROW * ROW,
        ),  # by cell 0 far from all tiles, -1 - i number i of the border, 1 the minotaur's
        (
            "door",
            np.int16,
            2 * ROW * ROW,
        ),  # by door FREE, WALL or the node that opens there; between two tiles it means nothing
    ],
    align=True,
)
"""The table. `ground` is 2 + tile where a tile lies."""


# Laying


@compiled
def root_of(parent: Ints, node: int) -> int:
    """Return the root of a node's chamber."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@compiled
def _reach(lab: Labyrinth, cell: int) -> None:
    """Note an uncovered cell beside a tile."""
    if lab.ground[cell] == 0:
        count = lab.border_size
        lab.border[count] = cell
        lab.ground[cell] = -1 - count
        lab.border_size = count + 1


@compiled
def _cover(lab: Labyrinth, cell: int, by: int) -> None:
    """Strike a cell off the border; the last one takes its place."""
    number = -1 - int(lab.ground[cell])
    if number >= 0:
        count = lab.border_size - 1
        last = lab.border[count]
        lab.border[number] = last
        lab.ground[last] = -1 - number
        lab.border_size = count
    lab.ground[cell] = by


@compiled
def _wipe(lab: Labyrinth, cell: int) -> None:
    for side in range(4):
        lab.door[2 * cell + DOORS[side]] = FREE
    lab.ground[cell] = 0


@compiled
def clear(tables: Tables, lab: Labyrinth) -> None:
    """Take everything off the table but the minotaur's tile (A8: all its exits are one chamber)."""
    for number in range(lab.border_size):
        lab.ground[lab.border[number]] = 0
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        _wipe(lab, lab.cell[tile])
        lab.cell[tile] = 0
    lab.border_size = 0
    lab.laid_size = 0
    lab.ground[HOME] = 1
    for side in range(4):
        lab.door[2 * HOME + DOORS[side]] = MINOTAUR if tables.gates >> side & 1 else WALL
        _reach(lab, HOME + STEPS[side])
    lab.parent[MINOTAUR] = MINOTAUR
    lab.tally[MINOTAUR] = OPEN * BITS[tables.gates]


@compiled
def _join(lab: Labyrinth, mine: int, other: int) -> None:
    """Join two chambers whose open ends meet; neither end is open any more."""
    lab.tally[other] -= OPEN
    if mine == WALL:
        return
    mine = root_of(lab.parent, mine)
    if mine < other:
        lab.parent[other] = mine
        lab.tally[mine] += lab.tally[other]
    elif other < mine:
        lab.parent[mine] = other
        lab.tally[other] += lab.tally[mine]


@compiled
def lay(tables: Tables, lab: Labyrinth, tile: int, turns: int, cell: int) -> None:
    """Lay a tile on an uncovered cell and join what meets (A6: an exit that meets a wall is a dead end)."""
    _cover(lab, cell, tile + 2)
    lab.cell[tile] = cell
    lab.turns[tile] = turns
    lab.laid[lab.laid_size] = tile
    lab.laid_size += 1
    for node in range(tables.first[tile], tables.first[tile + 1]):
        lab.parent[node] = node
        lab.tally[node] = tables.held[node] & NO_LIVING if lab.dead[node] else tables.held[node]
    face = 4 * tile + turns
    for side in tables.order[face]:
        door = 2 * cell + DOORS[side]
        other = int(lab.door[door])
        mine = tables.faces[face, side]
        if other == FREE:
            lab.door[door] = mine
            _reach(lab, cell + STEPS[side])
            if mine != WALL:
                lab.tally[root_of(lab.parent, mine)] += OPEN
        elif other != WALL:
            _join(lab, mine, root_of(lab.parent, other))


@compiled
def impale(lab: Labyrinth) -> int:
    """Impale all who are connected to the minotaur, at once (rule 3, A12); return the living part of their tally."""
    tally = lab.tally[MINOTAUR]
    lab.tally[MINOTAUR] = tally & NO_LIVING
    return int(tally >> LIVING_SHIFT)


# Taking up


@compiled
def note_dead(tables: Tables, lab: Labyrinth) -> None:
    """Note the dead, before chambers come apart (A14: the dead stay dead)."""
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        for node in range(tables.first[tile], tables.first[tile + 1]):
            if tables.held[node] > NO_LIVING and root_of(lab.parent, node) == MINOTAUR:
                lab.dead[node] = 1


@compiled
def lift(tables: Tables, lab: Labyrinth, rest: Labyrinth, one: int, other: int) -> None:
    """Lay on `rest` all that lies on `lab` except one or two tiles; -1 for none. The dead have to be noted before."""
    clear(tables, rest)
    for node in range(tables.nodes):
        rest.dead[node] = lab.dead[node]
    for number in range(lab.laid_size):
        tile = lab.laid[number]
        if tile != one and tile != other:  # noqa: PLR1714 - numba compares integers faster than tuples
            lay(tables, rest, tile, lab.turns[tile], lab.cell[tile])


# What would be


@compiled
def look_around(lab: Labyrinth, cell: int) -> tuple[int, int, int]:
    """Note in `near` what lies across each side of a cell: a root, WALL or FREE.

    Returns:
        the sides at which the minotaur's chamber opens, the sides of uncovered cells, one bit a side, and the number of
        the partition into which the chambers around join the sides.
    """
    his, free = 0, 0
    for side in range(4):
        other = int(lab.door[2 * cell + DOORS[side]])
        if other > WALL:
            other = root_of(lab.parent, other)
        his |= (other == MINOTAUR) << side
        free |= (other == FREE) << side
        lab.near[side] = other
    north, east, south, west = lab.near[0], lab.near[1], lab.near[2], lab.near[3]
    pairs = (north > WALL) & (north == east)
    pairs |= ((north > WALL) & (north == south)) << 1 | ((north > WALL) & (north == west)) << 2
    pairs |= ((east > WALL) & (east == south)) << 3 | ((east > WALL) & (east == west)) << 4
    pairs |= ((south > WALL) & (south == west)) << 5
    return his, free, PARTITION_OF[pairs]


@compiled
def sum_around(lab: Labyrinth) -> None:
    """Note in `sums`, for each block of sides of the cell last looked around, the tally of what opens there.

    Their exits at the cell are closed. A chamber counts at the first side where it opens.
    """
    for side in range(4):
        other = lab.near[side]
        tally = 0
        if other > WALL:
            tally = lab.tally[other] - OPEN
            for earlier in range(side):
                if lab.near[earlier] == other:
                    tally = -OPEN
        bit = 1 << side
        for block in range(bit):
            lab.sums[bit + block] = lab.sums[block] + tally


@compiled
def dead_load(tables: Tables, lab: Labyrinth, face: int, block: int) -> int:
    """Return what a block's load counts too much: the prisoners of the tile's paths that are dead already."""
    tally = 0
    for node in range(tables.first[face >> 2], tables.first[(face >> 2) + 1]):
        if lab.dead[node]:
            meets = False
            for side in range(4):
                if block >> side & 1 and tables.faces[face, side] == node:
                    meets = True
            tally += (tables.held[node] & ~NO_LIVING) * meets
    return tally


@compiled
def chamber_if(tables: Tables, lab: Labyrinth, face: int, around: tuple[int, int, int]) -> int:
    """Return the tally of the minotaur's chamber if a tile lay on the cell last summed around, before impaling.

    Args:
        tables: the game.
        lab: the table.
        face: the tile, times 4, plus its turn.
        around: what `look_around` returned.
    """
    his, free, part = around
    for block in BLOCKS[JOINED[part, tables.parts[face]]]:
        if block & his:
            load = tables.loads[face, block] - dead_load(tables, lab, face, block)
            return int(lab.sums[block] + load + OPEN * BITS[block & free & tables.exits[face]])
    return int(lab.tally[MINOTAUR])


@compiled
def traps(tables: Tables, lab: Labyrinth, trial: Labyrinth, tile: int, turns: int, cell: int) -> bool:
    """Return whether a tile laid there would trap the minotaur; `trial` is another labyrinth to try it on."""
    if tables.unbounded:
        lift(tables, lab, trial, -1, -1)
        lay(tables, trial, tile, turns, cell)
        return is_trapped_inside(trial)
    if lab.tally[MINOTAUR] & FIELD_MASK > 4:  # a tile has no more sides to close
        return False
    around = look_around(lab, cell)
    sum_around(lab)
    return chamber_if(tables, lab, 4 * tile + turns, around) & FIELD_MASK == 0


# The outside as only what is not enclosed (A7, option `unbounded`)


@compiled
def flood(lab: Labyrinth) -> Ints:
    """Return for each cell near the tiles 1 if uncovered cells connect it to the table's edge (int8)."""
    low, high = lab.border[0], lab.border[0]
    west, east = low % ROW, low % ROW
    for number in range(lab.border_size):
        cell = lab.border[number]
        low, high = min(low, cell), max(high, cell)
        west, east = min(west, cell % ROW), max(east, cell % ROW)
    reached = np.zeros(ROW * ROW, np.int8)
    waiting = np.empty(4 * ROW * ROW, np.int64)
    waiting[0] = low
    count = 1
    while count:
        count -= 1
        cell = waiting[count]
        inside = low // ROW <= cell // ROW <= high // ROW and west <= cell % ROW <= east
        if inside and not reached[cell] and lab.ground[cell] <= 0:
            reached[cell] = 1
            for side in range(4):
                waiting[count] = cell + STEPS[side]
                count += 1
    return reached


@compiled
def opens_to(lab: Labyrinth, root: int, reached: Ints) -> bool:
    """Return whether a chamber opens onto one of the reached cells."""
    for number in range(lab.border_size):
        cell = lab.border[number]
        if reached[cell]:
            for side in range(4):
                other = int(lab.door[2 * cell + DOORS[side]])
                if other > WALL and root_of(lab.parent, other) == root:
                    return True
    return False


@compiled
def is_trapped_inside(lab: Labyrinth) -> bool:
    """Return whether no path of the minotaur leads to a cell from which the table's edge is reached."""
    return not opens_to(lab, MINOTAUR, flood(lab))
