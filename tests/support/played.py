"""Games that bots play for tests of studies, and their accounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.bots import Bots
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.kernel.api import Kernel
from asterion_press.games.labyrinth.kernel.rules import PLAYED, SCORES, WATCHED, WINNERS, Ints
from asterion_press.games.labyrinth.simulation.games import Games, Party, Portion, watch_games
from asterion_press.games.labyrinth.simulation.measures import Account


def played_by(party: Party, games: int | range, seed: int = 1) -> Games:
    """Play the games with these numbers."""
    return Games(party, *watch_games(Portion(party, seed, range(games) if isinstance(games, int) else games)))


def rows_of(kernel: Kernel, seeds: Sequence[int], bot: Bots = "random", **begun: Ints) -> Ints:
    """Play the games of these seeds; by game and number the plies, as rows of the kernel.

    Args:
        kernel: plays.
        seeds: of the games.
        bot: of all seats, or of each.
        begun: the tile in hand for each ply, as `deal`, and the rows of plies that were played already, as `begun`.
    """
    rows = np.zeros((len(seeds), len(kernel.tiles), PLAYED), np.int64)
    kernel._play(np.array(seeds), *kernel._players(bot, None), plies=rows, **begun)
    return rows


def unplayed(box: GameSet, seats: int, columns: Mapping[int, Any], orders: Ints | None = None) -> Games:
    """Games that nobody played, whose rows have these numbers from some columns on."""
    count = len(next(iter(columns.values())))
    rows = np.zeros((count, WATCHED), np.int32)
    for first, numbers in columns.items():
        values = np.asarray(numbers).reshape(count, -1)
        rows[:, first : first + values.shape[1]] = values
    return Games(
        Party.of(box, Rules(), seats, "random"), rows, np.zeros((count, 0), np.int8) if orders is None else orders
    )


def lucky(box: GameSet, count: int, luck: Mapping[str, float], seed: int = 5) -> Games:
    """Games that nobody played: each seat's points are chance, plus a design's luck if the seat drew it early."""
    played = played_by(Party.of(box, Rules(), 4, "random"), count, seed)
    drawn, scores = played.drawn_at(), np.random.default_rng(seed).normal(10, 3, (count, 4))
    for tile, (seat, design) in enumerate(played.tiles()):
        scores[:, seat] += luck.get(design, 0.0) * (drawn[:, tile] < 8)
    columns = {SCORES: np.rint(1000 * scores), WINNERS: 1 << scores.argmax(axis=1)}
    return unplayed(box, 4, columns, played.orders)


def counted(
    box: GameSet, players: int, games: int, bot: BotName = "greedy", *, seed: int = 1, acts: bool = True
) -> Account:
    """Play games, and count everything in them."""
    return Account.of(played_by(Party.of(box, Rules(), players, bot, acts=acts), games, seed))
