"""Matches of bots: which one wins more, and by how much.

In a pairing, one bot sits among others of another kind, in each seat in turn and with the same deals, so that neither
the seat nor the deal favours it.

A rating is Elo's, fitted to all pairings at once: the chance to win is proportional to a strength, so that 400 points
are ten times the chance. Half a victory of each side is added to each pairing, as a bot that never loses would have no
rating.

A share's interval is Wilson's, of as many games as would vary so much if they were independent.

Sources: A. E. Elo, "The Rating of Chessplayers", 1978; R. L. Plackett, "The analysis of permutations", Applied
Statistics 24 (1975); fitted as in D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", The Annals of
Statistics 32 (2004); L. Kish, "Survey Sampling", 1965, section 8.2, on effective numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log10

import numpy as np

from generator.games.labyrinth.engine.bot_names import BotName
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.simulation.games import Floats, Party
from generator.games.labyrinth.simulation.intervals import Estimate, wilson
from generator.games.labyrinth.simulation.portions import GamesExecutor, study_games

ROUNDS_OF_FITTING = 500
"""More change no rating by a point."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of one bot among others.

    Attributes:
        one: the bot that sits alone.
        other: the bot of all other seats.
        games: how many were played.
        wins: the lone bot's share of the victories, shared ones in parts.
    """

    one: BotName
    other: BotName
    games: int
    wins: Estimate


def play_pairing(
    box: GameSet,
    rules: Rules,
    players: int,
    pair: tuple[BotName, BotName],
    deals: int,
    seed: int,
    executor: GamesExecutor,
    *,
    acts: bool = True,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Pairing:
    """Play each deal once with the lone bot in each seat.

    Args:
        box: the tiles of the game.
        rules: the rules of the game.
        players: how many.
        pair: the bot that sits alone, and the bot of all other seats.
        deals: how many; each is played as often as there are seats.
        seed: deals and games follow from it.
        executor: plays portions of games.
        acts: whether the bots act, if the rules allow it.
        on_progress: called with the number of games of each portion that is done.

    Raises:
        MalformedError: too few or too many players, or an unknown bot.
    """
    one, other = pair
    shares = []
    for seat in range(players):
        bots = tuple(one if place == seat else other for place in range(players))
        party = Party.of(box, rules, players, bots, acts=acts)
        shares.append(study_games(party, seed, deals, executor, on_progress).victory[:, seat])
    return Pairing(one, other, deals * players, _share_of(np.stack(shares)))


def _share_of(shares: Floats) -> Estimate:
    """Return a bot's share of victories, from its shares by seat and deal."""
    share, variance = float(shares.mean()), float(shares.mean(axis=0).var(ddof=1)) / shares.shape[1]
    count = share * (1 - share) / variance if variance and 0 < share < 1 else shares.size
    return wilson(share, count)


def pairs_of(bots: Sequence[BotName]) -> list[tuple[BotName, BotName]]:
    """Return every pair of bots, the later one first."""
    return [(one, other) for other, one in combinations(bots, 2)]


def ratings(pairings: Sequence[Pairing], players: int) -> dict[BotName, float]:
    """Return the Elo of each bot, that of the weakest 0."""
    strength = {bot: 1.0 for pairing in pairings for bot in (pairing.other, pairing.one)}
    for _ in range(ROUNDS_OF_FITTING):
        won, expected = dict.fromkeys(strength, 0.0), dict.fromkeys(strength, 0.0)
        for pairing in pairings:
            games, mine = pairing.games + 1, pairing.wins.value * pairing.games + 0.5
            both = strength[pairing.one] + (players - 1) * strength[pairing.other]
            won[pairing.one] += mine
            won[pairing.other] += games - mine
            expected[pairing.one] += games / both
            expected[pairing.other] += games * (players - 1) / both
        strength = {bot: won[bot] / expected[bot] for bot in strength}
    weakest = min(strength.values())
    return {bot: 400 * log10(one / weakest) for bot, one in strength.items()}
