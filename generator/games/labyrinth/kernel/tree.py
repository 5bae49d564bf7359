"""The bot `tree`, in compiled code: information-set Monte-Carlo tree search, and the exact end.

The bot imagines many games. Each begins with a new deal of the tiles that it has not seen. Down to the edge of the tree
every player takes the ply that upper confidence bounds recommend among a few candidates; then all play on greedily,
acting too if they may, for `ROUNDS_AHEAD` rounds in all. What the table is worth to each player then is noted along the
way. The bot plays the ply that was tried most.

A *choice* of the tree is a position on the table together with the tile in the hand of the player to move. It is made
when the ply that leads to it was tried `TRIES_BEFORE` times. The bot's own choice has the `PLACEMENTS` and `ACTIONS`
that give the greatest lead at once; those of later plies have fewer, as the bot `search` finds them.

A table is worth points from impaling, and treasure as if the game ended then, taken at a weight that grows to 1, since
what is in sight may still be lost: in games of this bot, the best linear forecast of the final lead gives treasure in
sight the weight 0.3 to 0.6 in the first third of the game, 0.6 to 0.8 in the second and 0.85 near the end, and points
from impaling always 1. At the end of the game a victory is worth `VICTORY_POINTS` more.

The last ply of a game is played exactly, and so is the last round where it can be solved (``endings.py``).

Sources: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012); P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the
Multiarmed Bandit Problem", Machine Learning 47 (2002). All numbers are our own choice, made by matches.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from generator.games.labyrinth.kernel.actions import PLY, Workspace
from generator.games.labyrinth.kernel.bots import NODES, candidates, hide, imagine, rounds_later
from generator.games.labyrinth.kernel.chance import draw
from generator.games.labyrinth.kernel.endings import list_plies, play_exactly
from generator.games.labyrinth.kernel.game import KILLS, TREASURE, WINNERS, finish, turn
from generator.games.labyrinth.kernel.greedy import play_greedily
from generator.games.labyrinth.kernel.labyrinth import lift, note_dead
from generator.games.labyrinth.kernel.numba_adapter import compiled
from generator.games.labyrinth.kernel.tables import MOST_SEATS, MOST_TILES, Ints, Tables

PLACEMENTS, ACTIONS = 24, 12
"""Candidates of the bot's own choice."""
LATER_PLACEMENTS, LATER_ACTIONS = 6, 2
"""Candidates of a later choice."""
ROUNDS_AHEAD = 2
TRIES_BEFORE = 8
EXPLORING = 3.0
"""Weight of what is not known yet, in points for each opponent."""
TREASURE_AT_FIRST = 0.3
VICTORY_POINTS = 4.0

Floats: TypeAlias = Any
"""An array of floating-point numbers."""


@compiled
def _first_plies(work: Workspace, first: int, stop: int, most: int, chance: Ints) -> Ints:
    """Return the noted plies with the greatest values, equal ones in drawn order."""
    worse = np.empty(stop - first)
    for number in range(first, stop):
        worse[number - first] = draw(chance) - work.living[number]
    chosen = np.empty((min(most, stop - first), PLY), np.int64)
    for rank in range(len(chosen)):
        best = np.argmin(worse)
        chosen[rank, :] = work.plies[first + best]
        worse[best] = np.inf
    return chosen


@compiled
def _own_candidates(tables: Tables, work: Workspace, number: int, acts: int, chance: Ints) -> Ints:
    """Return the plies to consider: those that give the greatest lead at once."""
    hand = work.order[number]
    placed, count = list_plies(tables, work, tables.owner[hand], hand, acts, False)
    placements = _first_plies(work, 0, placed, PLACEMENTS, chance)
    return np.concatenate((placements, _first_plies(work, placed, count, ACTIONS, chance)))


@compiled
def _value_table(tables: Tables, outcome: Ints, left: int, worth: Floats) -> None:
    """Fill in by seat the lead, over all opponents together, that the table is worth.

    Args:
        tables: the game.
        outcome: what the game would come to if it ended now.
        left: how many plies are left.
        worth: filled.
    """
    weight = 1.0 - (1.0 - TREASURE_AT_FIRST) * left / tables.tiles
    total, winners = 0.0, 0
    for seat in range(tables.seats):
        winners += outcome[WINNERS] >> seat & 1
    for seat in range(tables.seats):
        worth[seat] = outcome[KILLS + seat] + weight * outcome[TREASURE + seat]
        if left == 0 and outcome[WINNERS] >> seat & 1:
            worth[seat] += VICTORY_POINTS / winners
        total += worth[seat]
    for seat in range(tables.seats):
        worth[seat] = worth[seat] * tables.seats - total


@compiled
def _best_bound(first: int, stop: int, tries: Ints, sums: Floats, visits: int, width: float) -> int:
    """Return the ply with the greatest upper confidence bound, or the first that was not tried."""
    best, top = first, -1e300
    log = np.log(visits + 1.0)
    for child in range(first, stop):
        if tries[child] == 0:
            return child
        bound = sums[child] / tries[child] + width * np.sqrt(log / tries[child])
        if bound > top:
            best, top = child, bound
    return best


@compiled
def _most_tried(tries: Ints, sums: Floats, count: int) -> int:
    """Return which of the first plies was tried most; of equal ones the best."""
    best = 0
    for child in range(count):
        if tries[child] > tries[best] or (tries[child] == tries[best] and sums[child] > sums[best]):
            best = child
    return best


@compiled
def _play_on(
    tables: Tables, room: Workspace, order: Ints, place: int, end: int, acts: int, chance: Ints, worth: Floats
) -> None:
    """Play on greedily, and fill in by seat what the table is worth."""
    for number in range(place, end):
        hand = order[number]
        play_greedily(tables, room, tables.owner[hand], hand, acts, chance, room.ply)
        turn(tables, room, tables.owner[hand], room.ply, room.outcome)
    finish(tables, room.table, room.outcome)
    _value_table(tables, room.outcome, tables.tiles - end, worth)


@compiled
def _search_tree(
    tables: Tables, work: Workspace, room: Workspace, root: Ints, number: int, nodes: int, acts: int, chance: Ints
) -> int:
    """Return which of the plies is best.

    Args:
        tables: the game.
        work: the position.
        room: a workspace to imagine games in.
        root: the candidates.
        number: of the ply.
        nodes: how many plies are imagined.
        acts: the actions that the players take, one bit for each kind.
        chance: deals, and breaks ties of values.
    """
    order = work.order.copy()
    hide(tables, order, number + 1)
    end = rounds_later(tables, order, number, ROUNDS_AHEAD)
    games = max(len(root), nodes // (end - number))
    # Choices by number: their plies stand in a block; those after one ply are a list, by the tile in hand.
    most = games // TRIES_BEFORE + 1
    first, size, visits = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    tile, another = np.zeros(most, np.int64), np.full(most, -1)
    space = len(root) + most * (LATER_PLACEMENTS + LATER_ACTIONS)
    plies, leads_to = np.empty((space, PLY), np.int64), np.full(space, -1)
    tries, sums = np.zeros(space, np.int64), np.zeros(space)
    plies[: len(root)], size[0] = root, len(root)
    choices, used = 1, len(root)
    way, worth = np.empty(MOST_TILES, np.int64), np.empty(MOST_SEATS)
    width = EXPLORING * (tables.seats - 1)
    note_dead(tables, work.table)
    for _ in range(games):
        imagine(tables, order, number + 1, end, chance)
        lift(tables, work.table, room.table, -1, -1)
        room.outcome[:] = work.outcome
        choice, place = 0, number
        while choice >= 0:
            child = _best_bound(first[choice], first[choice] + size[choice], tries, sums, visits[choice], width)
            visits[choice] += 1
            turn(tables, room, tables.owner[order[place]], plies[child], room.outcome)
            way[place] = child
            place += 1
            choice = -1
            if place < end and tries[child] >= TRIES_BEFORE:
                choice = leads_to[child]
                while choice >= 0 and tile[choice] != order[place]:
                    choice = another[choice]
                if choice < 0 and choices < most:
                    hand, seat = order[place], tables.owner[order[place]]
                    found = candidates(tables, room, seat, hand, acts, LATER_PLACEMENTS, LATER_ACTIONS, chance)
                    choice, choices = choices, choices + 1
                    tile[choice], another[choice], leads_to[child] = hand, leads_to[child], choice
                    first[choice], size[choice] = used, len(found)
                    plies[used : used + len(found)] = found
                    used += len(found)
        _play_on(tables, room, order, place, end, acts, chance, worth)
        for played in range(number, place):
            tries[way[played]] += 1
            sums[way[played]] += worth[tables.owner[order[played]]]
    return _most_tried(tries, sums, len(root))


@compiled
def play_by_tree(
    tables: Tables, work: Workspace, rooms: Workspace, number: int, settings: Ints, acts: int, chance: Ints, ply: Ints
) -> None:
    """Write the ply of the bot `tree`.

    Args:
        tables: the game.
        work: the position.
        rooms: other workspaces, in which plies are tried out; see `ROOMS`.
        number: of the ply.
        settings: the bot with its budget.
        acts: the actions that the players take, one bit for each kind.
        chance: deals what nobody has seen, and decides between equal plies.
        ply: filled.
    """
    if play_exactly(tables, work, rooms, number, acts, ply):
        return
    root = _own_candidates(tables, work, number, acts, chance)
    best = _search_tree(tables, work, rooms[0], root, number, settings[NODES], acts, chance) if len(root) > 1 else 0
    ply[:] = root[best]
