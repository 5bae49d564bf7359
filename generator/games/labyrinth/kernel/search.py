"""The bot `search` of ``search.py`` in compiled code: from the same draws the same plies.

It thinks on a second desk, the *dream*, so that nothing of the game itself is touched.
"""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import PLACE, PLY, Desk
from generator.games.labyrinth.kernel.chance import choose, draw
from generator.games.labyrinth.kernel.game import SCORES, finish, points_of, turn
from generator.games.labyrinth.kernel.greed import ALL_TURNS, gainful_actions, key_of, lost, play_greedily, worth, write
from generator.games.labyrinth.kernel.labyrinth import bury, lift, look_around, sum_around, traps
from generator.games.labyrinth.kernel.numba import compiled
from generator.games.labyrinth.kernel.tables import Ints, Tables

PLACEMENTS, ACTIONS, WORLDS, LEAST_GAIN = 16, 8, 2, 1
"""As in ``search.py``; a test holds them together (`test_both_bots_have_the_same_numbers`)."""


@compiled
def _looks_like_an_earlier_turn(tables: Tables, tile: int, turns: int) -> bool:
    for earlier in range(turns):
        if tables.look[ALL_TURNS * tile + earlier, 0] == tables.look[ALL_TURNS * tile + turns, 0]:
            return True
    return False


@compiled
def _list_placements(tables: Tables, desk: Desk, seat: int, hand: int) -> int:
    """Note in `keys` every placement that looks different, and in `living` the lead that it gives at once."""
    lab, count = desk.table, 0
    for number in range(lab.border_size):
        cell = lab.border[number]
        around = look_around(lab, cell)
        sum_around(lab)
        before = lost(tables, lab, seat)
        for turns in range(ALL_TURNS):
            points, potential, legal = worth(tables, lab, seat, ALL_TURNS * hand + turns, around)
            if not legal or _looks_like_an_earlier_turn(tables, hand, turns):
                continue
            if tables.unbounded and traps(tables, lab, desk.trial, hand, turns, cell):
                continue
            desk.keys[count] = cell * ALL_TURNS + turns
            desk.living[count] = points * (tables.seats - 1) + potential - before
            count += 1
    return count


@compiled
def _first_ranks(desk: Desk, count: int, most: int, chance: Ints) -> Ints:
    """The numbers of the noted plies with the greatest values, equal ones in drawn order.

    Args:
        desk: holds for each ply its key, and its value in `living`.
        count: how many plies are noted.
        most: how many are wanted.
        chance: draws one number for each ply, in the order of the keys.
    """
    drawn = np.empty(count)
    for number in np.argsort(desk.keys[:count]):
        drawn[number] = draw(chance)
    wanted = min(most, count)
    chosen = np.empty(wanted, np.int64)
    for rank in range(wanted):
        best = -1
        for number in range(count):
            better = best < 0 or desk.living[number] > desk.living[best]
            if better or (desk.living[number] == desk.living[best] and drawn[number] < drawn[best]):
                best = number
        chosen[rank] = best
        drawn[best], desk.living[best] = 2.0, -(1 << 40)  # not again
    return chosen


@compiled
def _candidates(tables: Tables, desk: Desk, seat: int, hand: int, acts: bool, chance: Ints) -> Ints:
    """The plies that are worth a thought, best first: placements, then actions."""
    count = _list_placements(tables, desk, seat, hand)
    placed = desk.keys[_first_ranks(desk, count, PLACEMENTS, chance)]
    found = gainful_actions(tables, desk, seat, LEAST_GAIN) if acts else 0
    for number in range(found):
        desk.keys[number] = key_of(desk, desk.plies[number])
        desk.living[number] = points_of(tables, desk.living[number], seat)
    acting = _first_ranks(desk, found, ACTIONS, chance)
    plies = np.empty((len(placed) + len(acting), PLY), np.int64)
    for rank in range(len(placed)):
        write(plies[rank], PLACE, hand, -1, placed[rank] // ALL_TURNS, placed[rank] % ALL_TURNS)
    for rank in range(len(acting)):
        plies[len(placed) + rank, :] = desk.plies[acting[rank]]
    return plies


@compiled
def _next_turn(tables: Tables, order: Ints, number: int) -> int:
    """The number of the player's next ply after that one; of the last and one more if there is none."""
    seat = tables.owner[order[number]]
    following = number + 1
    while following < tables.tiles and tables.owner[order[following]] != seat:
        following += 1
    return following


@compiled
def _imagine(tables: Tables, order: Ints, first: int, end: int, chance: Ints) -> None:
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
def _lead_after(tables: Tables, desk: Desk, dream: Desk, seat: int, ply: Ints, hands: Ints, chance: Ints) -> int:
    """The lead over all opponents together after a ply and their greedy answers, if the game ended then."""
    lift(tables, desk.table, dream.table, -1, -1)
    dream.outcome[:] = desk.outcome
    turn(tables, dream, seat, ply, dream.outcome)
    for hand in hands:
        play_greedily(tables, dream, tables.owner[hand], hand, False, chance, dream.ply)
        turn(tables, dream, tables.owner[hand], dream.ply, dream.outcome)
    finish(tables, dream.table, dream.outcome)
    lead = dream.outcome[SCORES + seat] * tables.seats
    for whose in range(tables.seats):
        lead -= dream.outcome[SCORES + whose]
    return int(lead)


@compiled
def play_with_foresight(
    tables: Tables, desk: Desk, dream: Desk, number: int, seat: int, hand: int, acts: bool, chance: Ints, ply: Ints
) -> None:
    """Write the ply of the bot `search`; `number` is the ply's."""
    plies = _candidates(tables, desk, seat, hand, acts, chance)
    leads = np.zeros(len(plies), np.int64)
    order = desk.order.copy()
    end = _next_turn(tables, order, number)
    bury(tables, desk.table)
    for _ in range(WORLDS if len(plies) > 1 else 0):
        _imagine(tables, order, number + 1, end, chance)
        for rank in range(len(plies)):
            leads[rank] += _lead_after(tables, desk, dream, seat, plies[rank], order[number + 1 : end], chance)
    ply[:] = plies[np.argmax(leads)]
