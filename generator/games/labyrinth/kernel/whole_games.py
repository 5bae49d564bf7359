"""Whole games of bots, in compiled code."""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import PLY, Workspace, start
from generator.games.labyrinth.kernel.bots import KIND, play_randomly, play_with_foresight, shuffle
from generator.games.labyrinth.kernel.chance import seed_chance
from generator.games.labyrinth.kernel.game import KILLS, WATCHED, finish, turn, watch_end, watch_turn
from generator.games.labyrinth.kernel.greedy import play_greedily
from generator.games.labyrinth.kernel.numba_adapter import compiled, entry
from generator.games.labyrinth.kernel.tables import Ints, Tables
from generator.games.labyrinth.kernel.tree import play_by_tree

RANDOM, GREEDY, SEARCH, TREE = range(4)
"""Numbers of the bots, in the order of ``BOT_NAMES``; a test holds them together
(`test_bots_are_numbered_in_the_order_of_their_names`)."""


@compiled
def think(tables: Tables, work: Workspace, rooms: Workspace, number: int, bots: Ints, acts: int) -> None:
    """Write the ply of a bot to `work.ply`.

    Args:
        tables: the game.
        work: the position.
        rooms: other workspaces, in which bots try plies out; see `ROOMS`.
        number: the number of the ply, from 0.
        bots: by seat the settings of its bot.
        acts: the actions that this one takes, one bit for each kind.
    """
    hand = work.order[number]
    seat = tables.owner[hand]
    kind = bots[seat, KIND]
    if kind == RANDOM:
        play_randomly(tables, work, seat, hand, acts, work.chance, work.ply)
    elif kind == GREEDY:
        play_greedily(tables, work, seat, hand, acts, work.chance, work.ply)
    elif kind == SEARCH:
        play_with_foresight(tables, work, rooms[0], number, bots[seat], acts, work.chance, work.ply)
    else:
        play_by_tree(tables, work, rooms, number, bots[seat], acts, work.chance, work.ply)


@compiled
def play_game(
    tables: Tables,
    work: Workspace,
    rooms: Workspace,
    seed: int,
    bots: Ints,
    acts: Ints,
    deal: Ints,
    begun: Ints,
    plies: Ints,
    row: Ints,
) -> None:
    """Play a whole game from its seed; `work.order` and `work.outcome` tell what came of it.

    Args:
        tables: the game.
        work: where the games are played.
        rooms: other workspaces, in which bots try plies out; see `ROOMS`.
        seed: the game's own seed.
        bots: by seat the settings of its bot.
        acts: by seat the actions that the bot takes, one bit for each kind.
        deal: for each ply of the game the tile in hand; shuffled from the seed if empty.
        begun: plies that were played already, legal ones.
        plies: filled with the plies, unless it has no rows.
        row: filled with what is watched, unless it is empty; see ``game.py``.
    """
    seed_chance(work.chance, seed)
    if len(deal):
        work.order[: len(deal)] = deal
    else:
        shuffle(tables, work)
    start(tables, work)
    row[:] = 0
    for number in range(tables.tiles):
        seat = tables.owner[work.order[number]]
        if number < len(begun):
            work.ply[:] = begun[number]
        else:
            think(tables, work, rooms, number, bots, acts[seat])
        if len(plies):
            plies[number, :] = work.ply
        before = work.outcome[KILLS + seat]
        living = turn(tables, work, seat, work.ply, work.outcome)
        if len(row):
            watch_turn(tables, work, number, seat, living, work.outcome[KILLS + seat] - before, row)
    finish(tables, work.table, work.outcome)
    if len(row):
        watch_end(tables, work.table, row)


@entry
def play_games(
    tables: Tables,
    work: Workspace,
    rooms: Workspace,
    seeds: Ints,
    bots: Ints,
    acts: Ints,
    deal: Ints,
    begun: Ints,
    outcomes: Ints,
    plies: Ints,
    rows: Ints,
    orders: Ints,
) -> None:
    """Play a whole game from each seed; each of the last four is filled in for each game, unless it is empty.

    There is this one entry, since every entry is compiled with all bots in it.

    Args:
        tables: the game.
        work: where the games are played.
        rooms: other workspaces, in which bots try plies out; see `ROOMS`.
        seeds: the games' own seeds.
        bots: by seat the settings of its bot.
        acts: by seat the actions that the bot takes, one bit for each kind.
        deal: for each ply of the game the tile in hand; shuffled from the seed if empty.
        begun: plies that were played already, legal ones.
        outcomes: by game what came of it.
        plies: by game and number the plies.
        rows: by game what was watched.
        orders: by game and ply the tile in hand.
    """
    unwanted = np.zeros((0, PLY), np.int64)
    row = np.zeros(WATCHED if len(rows) else 0, np.int64)
    for game in range(len(seeds)):
        kept = plies[game] if len(plies) else unwanted
        play_game(tables, work, rooms, seeds[game], bots, acts, deal, begun, kept, row)
        if len(outcomes):
            outcomes[game, :] = work.outcome
        if len(rows):
            rows[game, :] = row
        if len(orders):
            for number in range(tables.tiles):
                orders[game, number] = work.order[number]
