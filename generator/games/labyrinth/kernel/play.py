"""Whole games of bots in compiled code: from the same seed, ply by ply the same games as in ``bots.py``."""

from __future__ import annotations

import numpy as np

from generator.games.labyrinth.kernel.actions import PLY, Desk, start
from generator.games.labyrinth.kernel.bots import play_randomly, shuffle
from generator.games.labyrinth.kernel.chance import seed_chance
from generator.games.labyrinth.kernel.game import KILLS, finish, turn
from generator.games.labyrinth.kernel.greed import play_greedily
from generator.games.labyrinth.kernel.numba import compiled
from generator.games.labyrinth.kernel.search import play_with_foresight
from generator.games.labyrinth.kernel.tables import Ints, Tables
from generator.games.labyrinth.kernel.watch import WATCHED, watch_end, watch_turn

RANDOM, GREEDY, SEARCH = range(3)
"""Numbers of the bots, in the order of ``bot_names.BotName``; a test holds them together
(`test_bots_are_numbered_in_the_order_of_their_names`)."""


@compiled
def think(tables: Tables, desk: Desk, dream: Desk, number: int, bot: int, acts: bool) -> int:
    """Write the ply of a bot to `desk.ply`; the seat that plays it.

    Args:
        tables: the game.
        desk: the position.
        dream: room to think.
        number: the number of the ply, from 0.
        bot: who plays.
        acts: whether it acts too.
    """
    hand = desk.order[number]
    seat = tables.owner[hand]
    if bot == RANDOM:
        play_randomly(tables, desk, seat, hand, acts, desk.chance, desk.ply)
    elif bot == GREEDY:
        play_greedily(tables, desk, seat, hand, acts, desk.chance, desk.ply)
    else:
        play_with_foresight(tables, desk, dream, number, seat, hand, acts, desk.chance, desk.ply)
    return int(seat)


@compiled
def play_game(
    tables: Tables, desk: Desk, dream: Desk, seed: int, bots: Ints, acts: Ints, plies: Ints, row: Ints
) -> None:
    """Play a whole game from its seed; `desk.order` and `desk.outcome` tell what came of it.

    Args:
        tables: the game.
        desk: room to play.
        dream: room to think.
        seed: the game's own seed.
        bots: by seat who plays.
        acts: by seat whether the bot acts too.
        plies: filled with the plies, unless it has no rows.
        row: filled with what is watched, unless it is empty; see ``kernel_watch.py``.
    """
    seed_chance(desk.chance, seed)
    shuffle(tables, desk)
    start(tables, desk)
    row[:] = 0
    for number in range(tables.tiles):
        owner = tables.owner[desk.order[number]]
        seat = think(tables, desk, dream, number, bots[owner], acts[owner] != 0)
        if len(plies):
            plies[number, :] = desk.ply
        before = desk.outcome[KILLS + seat]
        living = turn(tables, desk, seat, desk.ply, desk.outcome)
        if len(row):
            watch_turn(tables, desk, number, seat, living, desk.outcome[KILLS + seat] - before, row)
    finish(tables, desk.table, desk.outcome)
    if len(row):
        watch_end(tables, desk.table, row)


@compiled
def play_games(
    tables: Tables,
    desk: Desk,
    dream: Desk,
    seeds: Ints,
    bots: Ints,
    acts: Ints,
    outcomes: Ints,
    plies: Ints,
    rows: Ints,
    orders: Ints,
) -> None:
    """Play a whole game from each seed; each of the last four is filled in for each game, unless it is empty.

    There is this one entry, since every entry is compiled with all bots in it.

    Args:
        tables: the game.
        desk: room to play.
        dream: room to think.
        seeds: the games' own seeds.
        bots: by seat who plays.
        acts: by seat whether the bot acts too.
        outcomes: by game what came of it.
        plies: by game and number the plies.
        rows: by game what was watched.
        orders: by game and ply the tile in hand.
    """
    unwanted = np.zeros((0, PLY), np.int64)
    row = np.zeros(WATCHED if len(rows) else 0, np.int64)
    for game in range(len(seeds)):
        play_game(tables, desk, dream, seeds[game], bots, acts, plies[game] if len(plies) else unwanted, row)
        if len(outcomes):
            outcomes[game, :] = desk.outcome
        if len(rows):
            rows[game, :] = row
        if len(orders):
            for number in range(tables.tiles):
                orders[game, number] = desk.order[number]
