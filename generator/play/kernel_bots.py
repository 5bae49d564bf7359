"""The bots of ``bots.py`` and ``greed.py`` in compiled code: from the same seed, ply by ply the same games.

For that they draw the same numbers in the same order, and where they choose among equal plies, they choose from the
same list: tiles by their ids, cells from north to south and west to east, then turns; swaps come last.
"""

from __future__ import annotations

import numpy as np

from generator.play.kernel_actions import (
    CELL,
    KIND,
    MOVE,
    OTHER,
    PLACE,
    PLY,
    ROTATE,
    SWAP,
    TILE,
    TURNS,
    Desk,
    fits,
    list_actions,
    may_act_on,
    may_rotate,
    may_swap,
    start,
)
from generator.play.kernel_chance import choose, draw, seed_chance
from generator.play.kernel_game import WINGS_TO_FLY, finish, living_of, points_of, turn
from generator.play.kernel_labyrinth import Labyrinth, bury, lift, look_around, sum_around, traps
from generator.play.kernel_numba import compiled
from generator.play.kernel_sides import BITS, BLOCKS, JOINED
from generator.play.kernel_tables import (
    COIN_SHIFT,
    FIELD_MASK,
    LIVING_SHIFT,
    MINOTAUR,
    MOST_TILES,
    OPEN,
    ROW,
    WING_SHIFT,
    Ints,
    Tables,
)

TRIES_ACTION, ATTEMPTS, WORTH_A_TILE = 0.25, 4, 2
"""As in ``bots.py`` and ``greed.py``; a test holds them together."""
ALL_TURNS = 4


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


@compiled
def _write(ply: Ints, kind: int, tile: int, other: int, cell: int, turns: int) -> None:
    ply[KIND], ply[TILE], ply[OTHER], ply[CELL], ply[TURNS] = kind, tile, other, cell, turns


# random


@compiled
def _try_rotation(tables: Tables, desk: Desk, count: int, chance: Ints, ply: Ints) -> bool:
    tile = desk.actors[choose(chance, count)]
    _write(ply, ROTATE, tile, -1, -1, choose(chance, ALL_TURNS))
    return may_rotate(tables, desk, ply)


@compiled
def _try_swap(tables: Tables, desk: Desk, seat: int, count: int, chance: Ints, ply: Ints) -> bool:
    one = desk.actors[choose(chance, count)]
    other = desk.actors[choose(chance, count)]
    _write(ply, SWAP, min(one, other), max(one, other), -1, -1)
    return may_swap(tables, desk, seat, ply)


@compiled
def _try_move(tables: Tables, desk: Desk, count: int, chance: Ints, ply: Ints) -> bool:
    tile = desk.actors[choose(chance, count)]
    lift(tables, desk.table, desk.rest, tile, -1)
    cell = desk.rest.border[choose(chance, desk.rest.border_size)]
    turns = choose(chance, ALL_TURNS)
    _write(ply, MOVE, tile, -1, cell, turns)
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
            _write(ply, PLACE, hand, -1, cell, turns)
            return


# greedy


@compiled
def _potential(tables: Tables, tally: int, seat: int) -> int:
    """What a chamber would bring a player over the opponents, if the game ended now."""
    coins = tally >> COIN_SHIFT & FIELD_MASK
    if coins == 0 or (tally & FIELD_MASK == 0 and tally >> WING_SHIFT & FIELD_MASK < WINGS_TO_FLY):
        return 0
    living = tally >> LIVING_SHIFT
    value = living_of(living, seat) * tables.seats
    for whose in range(tables.seats):
        value -= living_of(living, whose)
    return int(coins * value)


@compiled
def _lost(tables: Tables, lab: Labyrinth, seat: int) -> int:
    """The potential of the chambers around the cell last looked around; the minotaur's has none."""
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
def _worth(tables: Tables, lab: Labyrinth, seat: int, face: int, around: tuple[int, int, int]) -> tuple[int, int, bool]:
    """Points and potential if a tile lay on the cell last summed around, and whether the minotaur has a way out."""
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
def _best_placements(tables: Tables, desk: Desk, seat: int, hand: int) -> tuple[int, int]:
    """Note in `keys` the placements with most points, then most potential; the points, and how many."""
    lab = desk.table
    best_points, best_value, count = -(1 << 30), 0, 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        lost = _lost(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, value, legal = _worth(tables, lab, seat, 4 * hand + turns, around)
            value -= lost
            if not legal or points < best_points or (points == best_points and value < best_value):
                continue
            if tables.unbounded and traps(tables, lab, desk.trial, hand, turns, cell):
                continue
            if points > best_points or value > best_value:
                best_points, best_value, count = points, value, 0
            desk.keys[count] = cell * ALL_TURNS + turns
            count += 1
    return best_points, count


@compiled
def _key(desk: Desk, ply: Ints) -> int:
    """An action as a number: by tile, cell and turns; a rotation has the cell where the tile lies; then swaps."""
    if ply[KIND] == SWAP:
        return int(((ROW + ply[TILE]) * ROW * ROW + ply[OTHER]) * ALL_TURNS)
    cell = desk.table.cell[ply[TILE]] if ply[KIND] == ROTATE else ply[CELL]
    return int((ply[TILE] * ROW * ROW + cell) * ALL_TURNS + ply[TURNS])


@compiled
def _write_action(desk: Desk, key: int, ply: Ints) -> None:
    """The ply that a key says."""
    turns, rest = key % ALL_TURNS, key // ALL_TURNS
    tile, place = rest // (ROW * ROW), rest % (ROW * ROW)
    if tile >= ROW:
        _write(ply, SWAP, tile - ROW, place, -1, -1)
    elif place == desk.table.cell[tile]:
        _write(ply, ROTATE, tile, -1, -1, turns)
    else:
        _write(ply, MOVE, tile, -1, place, turns)


@compiled
def _best_actions(tables: Tables, desk: Desk, seat: int) -> tuple[int, int]:
    """Note in `keys` the actions with most points; the points, and how many."""
    best, count = -(1 << 30), 0
    for number in range(list_actions(tables, desk, seat, 0)):
        points = points_of(tables, desk.living[number], seat)
        if points > best:
            best, count = points, 0
        if points == best:
            desk.keys[count] = _key(desk, desk.plies[number])
            count += 1
    return best, count


@compiled
def _drawn_key(desk: Desk, count: int, chance: Ints) -> int:
    """One of the noted keys, chosen by its rank."""
    rank = choose(chance, count)
    return int(np.partition(desk.keys[:count], rank)[rank])


@compiled
def play_greedily(tables: Tables, desk: Desk, seat: int, hand: int, acts: bool, chance: Ints, ply: Ints) -> None:
    """Write the ply of the bot `greedy`."""
    points, count = _best_placements(tables, desk, seat, hand)
    if acts:
        most, actions = _best_actions(tables, desk, seat)
        if actions and most >= points + WORTH_A_TILE:
            _write_action(desk, _drawn_key(desk, actions, chance), ply)
            return
        points, count = _best_placements(tables, desk, seat, hand)
    key = _drawn_key(desk, count, chance)
    _write(ply, PLACE, hand, -1, key // ALL_TURNS, key % ALL_TURNS)


# Whole games


@compiled
def play_game(tables: Tables, desk: Desk, seed: int, greedy: bool, acts: bool, plies: Ints) -> None:
    """Play a whole game from its seed; `desk.order` and `desk.outcome` tell what came of it.

    Args:
        tables: the game.
        desk: room to play.
        seed: the game's own seed.
        greedy: who plays: `greedy` or `random`.
        acts: whether the bots act too.
        plies: filled with the plies, unless it has no rows.
    """
    ply, chance, outcome = desk.ply, desk.chance, desk.outcome
    seed_chance(chance, seed)
    shuffle(tables, desk)
    start(tables, desk)
    for number in range(tables.tiles):
        hand = desk.order[number]
        seat = tables.owner[hand]
        if greedy:
            play_greedily(tables, desk, seat, hand, acts, chance, ply)
        else:
            play_randomly(tables, desk, seat, hand, acts, chance, ply)
        if len(plies):
            plies[number, :] = ply
        turn(tables, desk, seat, ply, outcome)
    finish(tables, desk.table, outcome)


@compiled
def play_games(tables: Tables, desk: Desk, seeds: Ints, greedy: bool, acts: bool, outcomes: Ints) -> None:
    """Play a whole game from each seed, and fill in what came of each."""
    unwanted = np.zeros((0, PLY), np.int64)
    for game in range(len(seeds)):
        play_game(tables, desk, seeds[game], greedy, acts, unwanted)
        outcomes[game, :] = desk.outcome
