"""Shuffling and the bot `random` of ``bots.py`` in compiled code: the same numbers are drawn in the same order."""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import (
    MOVE,
    PLACE,
    ROTATE,
    SWAP,
    Desk,
    fits,
    may_act_on,
    may_rotate,
    may_swap,
)
from generator.games.labyrinth.kernel.chance import choose, draw
from generator.games.labyrinth.kernel.greed import ALL_TURNS, write
from generator.games.labyrinth.kernel.labyrinth import bury, lift, traps
from generator.games.labyrinth.kernel.numba import compiled
from generator.games.labyrinth.kernel.tables import MOST_TILES, Ints, Tables

TRIES_ACTION, ATTEMPTS = 0.25, 4
"""As in ``bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""


@compiled
def shuffle(tables: Tables, desk: Desk) -> None:
    """Shuffle every pile, and note for each ply the tile in hand: a pile is sorted by a drawn number for each tile."""
    tiles, drawn = tables.unshuffled.copy(), np.empty(MOST_TILES)
    for place in range(tables.tiles):
        drawn[place] = draw(desk.chance)
    for seat in range(tables.seats):
        first = tables.piles[seat]
        for place in range(first + 1, tables.piles[seat + 1]):
            tile, number, hole = tiles[place], drawn[place], place
            while hole > first and drawn[hole - 1] > number:
                tiles[hole], drawn[hole] = tiles[hole - 1], drawn[hole - 1]
                hole -= 1
            tiles[hole], drawn[hole] = tile, number
    for number in range(tables.tiles):
        desk.order[number] = tiles[tables.turn_at[number]]


# random


@compiled
def _try_rotation(tables: Tables, desk: Desk, count: int, chance: Ints, ply: Ints) -> bool:
    tile = desk.actors[choose(chance, count)]
    write(ply, ROTATE, tile, -1, -1, choose(chance, ALL_TURNS))
    return may_rotate(tables, desk, ply)


@compiled
def _try_swap(tables: Tables, desk: Desk, seat: int, count: int, chance: Ints, ply: Ints) -> bool:
    one = desk.actors[choose(chance, count)]
    other = desk.actors[choose(chance, count)]
    write(ply, SWAP, min(one, other), max(one, other), -1, -1)
    return may_swap(tables, desk, seat, ply)


@compiled
def _try_move(tables: Tables, desk: Desk, count: int, chance: Ints, ply: Ints) -> bool:
    tile = desk.actors[choose(chance, count)]
    lift(tables, desk.table, desk.rest, tile, -1)
    cell = desk.rest.border[choose(chance, desk.rest.border_size)]
    turns = choose(chance, ALL_TURNS)
    write(ply, MOVE, tile, -1, cell, turns)
    return fits(tables, desk, tile, turns, cell)


@compiled
def _random_action(tables: Tables, desk: Desk, seat: int, chance: Ints, ply: Ints) -> bool:
    """Draw an action; whether one was found."""
    bury(tables, desk.table)
    count = 0
    for tile in range(tables.piles[seat], tables.piles[seat + 1]):
        if may_act_on(tables, desk.table, seat, tile):
            desk.actors[count] = tile
            count += 1
    kind = ROTATE + choose(chance, 3)
    found = False
    for _ in range(ATTEMPTS if count else 0):
        if kind == ROTATE:
            found = _try_rotation(tables, desk, count, chance, ply)
        elif kind == SWAP:
            found = _try_swap(tables, desk, seat, count, chance, ply)
        else:
            found = _try_move(tables, desk, count, chance, ply)
        if found:
            break
    return found


@compiled
def play_randomly(tables: Tables, desk: Desk, seat: int, hand: int, acts: bool, chance: Ints, ply: Ints) -> None:
    """Write the ply of the bot `random`."""
    if acts and draw(chance) < TRIES_ACTION and _random_action(tables, desk, seat, chance, ply):
        return
    table = desk.table
    while True:
        cell = table.border[choose(chance, table.border_size)]
        turns = choose(chance, ALL_TURNS)
        if not traps(tables, table, desk.trial, hand, turns, cell):
            write(ply, PLACE, hand, -1, cell, turns)
            return
