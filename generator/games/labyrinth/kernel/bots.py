"""Shuffling and the bots `random` and `search`, in compiled code.

From the same seed the same numbers are drawn in the same order as in ``engine/bots.py``, so the games are the same, ply
by ply. The bot `search` tries plies out in a second
workspace, `imagined`, so that nothing of the game itself is touched.
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import (
    MOVE,
    PLACE,
    PLY,
    ROTATE,
    SWAP,
    Workspace,
    can_be_acted_on,
    can_lie_at,
    can_rotate,
    can_swap,
    looks_like_an_earlier_turn,
)
from generator.games.labyrinth.kernel.chance import choose, draw
from generator.games.labyrinth.kernel.game import SCORES, finish, points_of, turn
from generator.games.labyrinth.kernel.greedy import (
    ALL_TURNS,
    gainful_actions,
    key_of,
    play_greedily,
    potential_around,
    value_placement,
    write,
)
from generator.games.labyrinth.kernel.labyrinth import lift, look_around, note_dead, sum_around, traps
from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import MOST_TILES, Ints, Tables

TRIES_ACTION, ATTEMPTS = 0.25, 4
"""As in ``engine/bots.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""
PLACEMENTS, ACTIONS, LEAST_GAIN = 16, 8, 1
"""As in ``engine/bots.py``, too."""

SETTINGS = 4
KIND, ROUNDS, DEALS, NODES = range(SETTINGS)
"""A bot as a row of integers: its number in `BOT_NAMES`, and its budget; see ``engine/bot_names.py``."""


@compiled
def shuffle(tables: Tables, work: Workspace) -> None:
    """Shuffle every pile, and note for each ply the tile in hand: a pile is sorted by a drawn number for each tile."""
    tiles, drawn = tables.unshuffled.copy(), np.empty(MOST_TILES)
    for place in range(tables.tiles):
        drawn[place] = draw(work.chance)
    for seat in range(tables.seats):
        first = tables.piles[seat]
        for place in range(first + 1, tables.piles[seat + 1]):
            tile, number, hole = tiles[place], drawn[place], place
            while hole > first and drawn[hole - 1] > number:
                tiles[hole], drawn[hole] = tiles[hole - 1], drawn[hole - 1]
                hole -= 1
            tiles[hole], drawn[hole] = tile, number
    for number in range(tables.tiles):
        work.order[number] = tiles[tables.turn_at[number]]


# random


@compiled
def _try_rotation(tables: Tables, work: Workspace, count: int, chance: Ints, ply: Ints) -> bool:
    tile = work.actors[choose(chance, count)]
    write(ply, ROTATE, tile, -1, -1, choose(chance, ALL_TURNS))
    return can_rotate(tables, work, ply)


@compiled
def _try_swap(tables: Tables, work: Workspace, seat: int, count: int, chance: Ints, ply: Ints) -> bool:
    one = work.actors[choose(chance, count)]
    other = work.actors[choose(chance, count)]
    write(ply, SWAP, min(one, other), max(one, other), -1, -1)
    return can_swap(tables, work, seat, ply)


@compiled
def _try_move(tables: Tables, work: Workspace, count: int, chance: Ints, ply: Ints) -> bool:
    tile = work.actors[choose(chance, count)]
    lift(tables, work.table, work.rest, tile, -1)
    cell = work.rest.border[choose(chance, work.rest.border_size)]
    turns = choose(chance, ALL_TURNS)
    write(ply, MOVE, tile, -1, cell, turns)
    return can_lie_at(tables, work, tile, turns, cell)


@compiled
def _random_action(tables: Tables, work: Workspace, seat: int, acts: int, chance: Ints, ply: Ints) -> bool:
    """Draw an action; whether one was found."""
    note_dead(tables, work.table)
    count = 0
    for tile in range(tables.piles[seat], tables.piles[seat + 1]):
        if can_be_acted_on(tables, work.table, seat, tile):
            work.actors[count] = tile
            count += 1
    kind = ROTATE + choose(chance, 3)
    found = False
    for _ in range(ATTEMPTS if count and acts >> kind & 1 else 0):
        if kind == ROTATE:
            found = _try_rotation(tables, work, count, chance, ply)
        elif kind == SWAP:
            found = _try_swap(tables, work, seat, count, chance, ply)
        else:
            found = _try_move(tables, work, count, chance, ply)
        if found:
            break
    return found


@compiled
def play_randomly(tables: Tables, work: Workspace, seat: int, hand: int, acts: int, chance: Ints, ply: Ints) -> None:
    """Write the ply of the bot `random`."""
    if acts and draw(chance) < TRIES_ACTION and _random_action(tables, work, seat, acts, chance, ply):
        return
    table = work.table
    while True:
        cell = table.border[choose(chance, table.border_size)]
        turns = choose(chance, ALL_TURNS)
        if not traps(tables, table, work.trial, hand, turns, cell):
            write(ply, PLACE, hand, -1, cell, turns)
            return


# search


@compiled
def _list_placements(tables: Tables, work: Workspace, seat: int, hand: int) -> int:
    """Note in `keys` every placement that looks different, and in `living` the lead that it gives at once."""
    lab, count = work.table, 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        before = potential_around(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, potential, legal = value_placement(tables, lab, seat, ALL_TURNS * hand + turns, around)
            if not legal or looks_like_an_earlier_turn(tables, hand, turns, 0):
                continue
            if tables.unbounded and traps(tables, lab, work.trial, hand, turns, cell):
                continue
            work.keys[count] = cell * ALL_TURNS + turns
            work.living[count] = points * (tables.seats - 1) + potential - before
            count += 1
    return count


@compiled
def _first_ranks(work: Workspace, count: int, most: int, chance: Ints) -> Ints:
    """Return the numbers of the noted plies with the greatest values, equal ones in drawn order.

    Args:
        work: holds for each ply its key, and its value in `living`.
        count: how many plies are noted.
        most: how many are wanted.
        chance: draws one number for each ply, in the order of the keys.
    """
    drawn = np.empty(count)
    for number in np.argsort(work.keys[:count]):
        drawn[number] = draw(chance)
    wanted = min(most, count)
    chosen = np.empty(wanted, np.int64)
    for rank in range(wanted):
        best = -1
        for number in range(count):
            better = best < 0 or work.living[number] > work.living[best]
            if better or (work.living[number] == work.living[best] and drawn[number] < drawn[best]):
                best = number
        chosen[rank] = best
        drawn[best], work.living[best] = 2.0, -(1 << 40)  # not again
    return chosen


@compiled
def candidates(
    tables: Tables, work: Workspace, seat: int, hand: int, acts: int, placements: int, actions: int, chance: Ints
) -> Ints:
    """Return the plies to consider, best first: at most so many placements, then at most so many actions that gain."""
    count = _list_placements(tables, work, seat, hand)
    placed = work.keys[_first_ranks(work, count, placements, chance)]
    found = gainful_actions(tables, work, seat, LEAST_GAIN, acts) if acts else 0
    for number in range(found):
        work.keys[number] = key_of(work, work.plies[number])
        work.living[number] = points_of(tables, work.living[number], seat)
    acting = _first_ranks(work, found, actions, chance)
    plies = np.empty((len(placed) + len(acting), PLY), np.int64)
    for rank in range(len(placed)):
        write(plies[rank], PLACE, hand, -1, placed[rank] // ALL_TURNS, placed[rank] % ALL_TURNS)
    for rank in range(len(acting)):
        plies[len(placed) + rank, :] = work.plies[acting[rank]]
    return plies


@compiled
def _next_turn(tables: Tables, order: Ints, number: int) -> int:
    """Return the number of the player's next ply after that one; one more than the last if there is none."""
    seat = tables.owner[order[number]]
    following = number + 1
    while following < tables.tiles and tables.owner[order[following]] != seat:
        following += 1
    return following


@compiled
def rounds_later(tables: Tables, order: Ints, number: int, rounds: int) -> int:
    """Return the number of the player's ply so many rounds after that one; one more than the last if there is none."""
    for _ in range(rounds):
        if number < tables.tiles:
            number = _next_turn(tables, order, number)
    return number


@compiled
def hide(tables: Tables, order: Ints, first: int) -> None:
    """Sort the tiles that are drawn from ply `first` on, each player's among themselves: nobody has seen them yet."""
    for place in range(first, tables.tiles):
        for other in range(place + 1, tables.tiles):
            if order[other] < order[place] and tables.owner[order[other]] == tables.owner[order[place]]:
                order[place], order[other] = order[other], order[place]


@compiled
def imagine(tables: Tables, order: Ints, first: int, end: int, chance: Ints) -> None:
    """Deal the tiles anew that nobody has seen yet, as far as they are drawn before `end`."""
    for place in range(first, end):
        seat, left = tables.owner[order[place]], 0
        for other in range(place, tables.tiles):
            left += tables.owner[order[other]] == seat
        skipped, other = choose(chance, left), place
        while skipped or tables.owner[order[other]] != seat:
            skipped -= tables.owner[order[other]] == seat
            other += 1
        order[place], order[other] = order[other], order[place]


@compiled
def _lead_after(
    tables: Tables, work: Workspace, imagined: Workspace, seat: int, ply: Ints, hands: Ints, chance: Ints
) -> int:
    """Return the lead over all opponents together after a ply and their greedy answers, if the game ended then."""
    lift(tables, work.table, imagined.table, -1, -1)
    imagined.outcome[:] = work.outcome
    turn(tables, imagined, seat, ply, imagined.outcome)
    for hand in hands:
        play_greedily(tables, imagined, tables.owner[hand], hand, 0, chance, imagined.ply)
        turn(tables, imagined, tables.owner[hand], imagined.ply, imagined.outcome)
    finish(tables, imagined.table, imagined.outcome)
    lead = imagined.outcome[SCORES + seat] * tables.seats
    for whose in range(tables.seats):
        lead -= imagined.outcome[SCORES + whose]
    return int(lead)


@compiled
def play_with_foresight(
    tables: Tables,
    work: Workspace,
    imagined: Workspace,
    number: int,
    settings: Ints,
    acts: int,
    chance: Ints,
    ply: Ints,
) -> None:
    """Write the ply of the bot `search`; `number` is the ply's."""
    hand = work.order[number]
    seat = tables.owner[hand]
    plies = candidates(tables, work, seat, hand, acts, PLACEMENTS, ACTIONS, chance)
    leads = np.zeros(len(plies), np.int64)
    order = work.order.copy()
    hide(tables, order, number + 1)
    end = rounds_later(tables, order, number, settings[ROUNDS])
    note_dead(tables, work.table)
    for _ in range(settings[DEALS] if len(plies) > 1 else 0):
        imagine(tables, order, number + 1, end, chance)
        for rank in range(len(plies)):
            leads[rank] += _lead_after(tables, work, imagined, seat, plies[rank], order[number + 1 : end], chance)
    ply[:] = plies[np.argmax(leads)]
