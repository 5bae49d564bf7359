"""What games tell of a deck: each metric's value with an interval, from games that the compiled kernel plays.

What is played is kept by game (:class:`Plays`), so that values can be worked out later, and two decks be compared game
by game: both play with the same seeds, from piles that were shuffled alike (common random numbers).

Intervals are for 95 %. Means have the normal one. The gap between seats is a maximum less a minimum, which chance alone
makes larger than it is, so it is corrected by its own bootstrap and has the basic bootstrap interval.

Sources: B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 10; A. Davison, D. Hinkley,
"Bootstrap Methods and their Application", 1997, section 5.2; of common random numbers A. M. Law, "Simulation Modeling
and Analysis", 5th edition, 2015, section 11.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from generator.games.labyrinth.catalogue.target_records import Metric
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.bots import game_seed, seats_for
from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.rules import BotName, Rules
from generator.games.labyrinth.kernel.api import Kernel, Outcomes

Numbers: TypeAlias = NDArray[np.float64]

NORMAL_95 = 1.959964
"""Source: the 97.5 % quantile of the normal distribution."""
RESAMPLES = 400
"""Bootstrap samples; own choice, more change the third digit of the gap's interval only."""
SINGLES = 4
"""Columns of plays that are not by seat."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Who plays, by which rules, from which seed.

    Attributes:
        rules: what is played by.
        players: how many; they have the first colours of the deck.
        bot: who plays all seats.
        actions: whether the bots act too; None means if the rules allow it.
        seed: games' own seeds follow from it and their numbers.
    """

    rules: Rules
    players: int
    bot: BotName
    actions: bool | None
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class Plays:
    """What came of games with one deck: one row a game.

    Attributes:
        rows: impaled, coins that pay by the outside, coins that pay by wings only, winners (one bit a seat), then by
            seat points from impaling, then treasure, then prisoners escaped.
    """

    rows: NDArray[np.int32]

    @property
    def games(self) -> int:
        """How many."""
        return len(self.rows)

    @property
    def seats(self) -> int:
        """How many played."""
        return int(self.rows.shape[1] - SINGLES) // 3

    def by_seat(self, part: int) -> Numbers:
        """Points from impaling (0), treasure (1) or prisoners escaped (2), a column a seat."""
        first = SINGLES + part * self.seats
        return self.rows[:, first : first + self.seats].astype(np.float64)

    @property
    def scores(self) -> Numbers:
        """All points, a column a seat."""
        return self.by_seat(0) + self.by_seat(1)

    @property
    def victory(self) -> Numbers:
        """Each seat's part of the victory: shared victories are divided among the winners."""
        won = _won(self.rows[:, 3], self.seats)
        parts: Numbers = won / won.sum(axis=1, keepdims=True)
        return parts

    @classmethod
    def joined(cls, parts: Sequence[Plays]) -> Plays:
        """The games of all parts, in their order."""
        return cls(np.concatenate([part.rows for part in parts]))


def _won(masks: NDArray[Any], seats: int) -> Numbers:
    """Winners as 0 and 1, a column a seat, from one bit a seat."""
    return (masks[:, None] >> np.arange(seats) & 1).astype(np.float64)


class Table:
    """A deck made ready to be played with under some conditions."""

    def __init__(self, deck: Deck, conditions: Conditions) -> None:
        box = Box.of(deck)
        self._conditions = conditions
        self._kernel = Kernel(box, conditions.rules, seats_for(box, conditions.players))

    def play(self, games: range) -> Plays:
        """The games with these numbers."""
        conditions = self._conditions
        seeds = [game_seed(conditions.seed, number) for number in games]
        return _kept(self._kernel.play(seeds, conditions.bot, actions=conditions.actions))


def _kept(outcomes: Outcomes) -> Plays:
    seats = outcomes.winners.shape[1]
    masks = (outcomes.winners << np.arange(seats)).sum(axis=1)
    singles = (outcomes.captured, outcomes.gate_coins, outcomes.wing_coins, masks)
    columns = (*(single[:, None] for single in singles), outcomes.kills, outcomes.treasure, outcomes.escaped)
    return Plays(np.concatenate(columns, axis=1).astype(np.int32))


# Metrics


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Gauge:
    """How a metric is read off games.

    Attributes:
        told: what it is, in words.
        per_game: one number a game, whose mean it is; None for the gap between seats.
    """

    told: str
    per_game: Callable[[Plays], Numbers] | None


def _single(column: int) -> Callable[[Plays], Numbers]:
    return lambda plays: plays.rows[:, column].astype(np.float64)


def _ties(plays: Plays) -> Numbers:
    return np.where(_won(plays.rows[:, 3], plays.seats).sum(axis=1) > 1, 100.0, 0.0)


def _margin(plays: Plays) -> Numbers:
    ranked = np.sort(plays.scores, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2], dtype=np.float64)


GAUGES: dict[Metric, Gauge] = {
    "impaled": Gauge("prisoners impaled", _single(0)),
    "coins_in_play": Gauge(
        "coins that pay at the end", lambda plays: plays.rows[:, 1:3].sum(axis=1).astype(np.float64)
    ),
    "coins_by_gate": Gauge("coins that pay by the outside", _single(1)),
    "coins_by_wings": Gauge("coins that pay by wings only", _single(2)),
    "escaped": Gauge("prisoners who escape", lambda plays: plays.by_seat(2).sum(axis=1)),
    "treasure": Gauge("treasure of a player", lambda plays: plays.by_seat(1).mean(axis=1)),
    "impaling": Gauge("points from impaling of a player", lambda plays: plays.by_seat(0).mean(axis=1)),
    "best_score": Gauge("points of the best player", lambda plays: plays.scores.max(axis=1)),
    "margin": Gauge("points between the best and the next", _margin),
    "ties": Gauge("shared victories, %", _ties),
    "first_seat": Gauge("victories of the first seat, %", lambda plays: 100.0 * plays.victory[:, 0]),
    "last_seat": Gauge("victories of the last seat, %", lambda plays: 100.0 * plays.victory[:, -1]),
    "seat_gap": Gauge("best less worst seat, % of victories", None),
}


def estimate(metric: Metric, plays: Plays) -> Estimate:
    """A metric's value over some games."""
    per_game = GAUGES[metric].per_game
    return _gap(plays) if per_game is None else mean_of(per_game(plays))


def difference(metric: Metric, plays: Plays, others: Plays) -> Estimate | None:
    """How much more the first plays have, game by game; None for the gap between seats.

    Both have the same seeds and as many games, so that chance which is common to them drops out.
    """
    per_game = GAUGES[metric].per_game
    return None if per_game is None else mean_of(per_game(plays) - per_game(others))


def mean_of(numbers: Numbers) -> Estimate:
    """The mean and its normal interval."""
    mean = float(numbers.mean())
    spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else 0.0
    half = NORMAL_95 * spread / len(numbers) ** 0.5
    return Estimate(mean, mean - half, mean + half)


def _gap(plays: Plays) -> Estimate:
    """The gap between the best and the worst seat, in points of per cent, corrected for what chance adds."""
    kinds = 1 << plays.seats
    won = _won(np.arange(kinds), plays.seats)
    parts = 100.0 * won / np.maximum(won.sum(axis=1, keepdims=True), 1.0)
    counts = np.bincount(plays.rows[:, 3], minlength=kinds)
    found = float(np.ptp(counts @ parts / plays.games))
    drawn = np.random.default_rng(plays.games).multinomial(plays.games, counts / plays.games, RESAMPLES)
    gaps = np.ptp(drawn @ parts / plays.games, axis=1)
    low, high = np.quantile(gaps, (0.025, 0.975))
    value = 2 * found - float(gaps.mean())
    return Estimate(max(0.0, value), max(0.0, 2 * found - float(high)), max(0.0, 2 * found - float(low)))
