"""Measures of games: one number a game and measure, so that means have intervals and decks are compared in pairs.

A study has the measures of :class:`Account`; a search the metrics of its targets, see `TARGET_METRICS`. Both read the
same results of games (:class:`~generator.games.labyrinth.simulation.games.Results`).

Drawing a design early: a pile is shuffled, so the place at which a tile is drawn is chance and has no other cause in
common with the victory. The difference between the victories of those who drew it in the first half of their pile and
of those who drew it in the second half is what drawing it early brings, instead of any other tile. Each seat is
compared with itself, as seats differ anyhow. For each game one number: the mean, over all tiles of the design, of
(victory - the seat's mean) / p if drawn early and - (victory - the seat's mean) / (1 - p) if drawn late, with p the
chance to be drawn early. Its mean over games is the difference, its spread over games gives the interval, however seats
of one game depend on each other.

The gap between seats is a maximum less a minimum, which chance alone makes larger than it is, so it is corrected by its
own bootstrap and has the basic bootstrap interval.

Sources: D. G. Horvitz, D. J. Thompson, "A generalization of sampling without replacement from a finite universe",
Journal of the American Statistical Association 47 (1952). B. Efron, R. Tibshirani, "An Introduction to the Bootstrap",
1993, chapter 10; A. Davison, D. Hinkley, "Bootstrap Methods and their Application", 1997, section 5.2; of common random
numbers A. M. Law, "Simulation Modeling and Analysis", 5th edition, 2015, section 11.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from generator.games.labyrinth.catalogue.target_records import Metric
from generator.games.labyrinth.kernel import game as kernel_game
from generator.games.labyrinth.simulation.games import Floats, Games, Ints, Party, Results, SearchResults
from generator.games.labyrinth.simulation.intervals import (
    Estimate,
    mean_of,
    narrowing,
    normal_mean_of,
    ratio_parts,
    share_of,
)

Form: TypeAlias = Literal["number", "share", "part"]
"""Shares and parts are shown in per cent; a share is mostly 0 or 1 in each game, a part anything between."""

KINDS = ("place", "rotate", "swap", "move")
"""Kinds of plies, in the order of the kernel's numbers."""
RESAMPLES = 400
"""Bootstrap samples; own choice, more change the third digit of the gap's interval only."""


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """A quantity that is counted in each game.

    Attributes:
        key: its name in the data, such as ``seats.1.wins``.
        title: its name for people.
        form: how it is shown.
        values: one number a game.
    """

    key: str
    title: str
    form: Form
    values: Floats

    def estimate(self) -> Estimate:
        """Return its mean, with an interval."""
        return share_of(self.values) if self.form == "share" else mean_of(self.values)


def course_measures(games: Games) -> Iterator[Measure]:
    """Yield the measures of the course and the end of a game, all seats together."""
    column = games.rows.astype(np.float64)
    yield _number("impaled", "prisoners impaled", games.captured)
    yield _number("impaled_own", "of these by their own player", column[:, kernel_game.OWN])
    yield _number("escaped", "prisoners escaped", games.escaped.sum(axis=1))
    yield _number("escaped_gate", "by the gate", column[:, kernel_game.GATE])
    yield _number("escaped_wings", "by wings", column[:, kernel_game.FLY])
    yield _number("coins_gate", "coins escaping by the gate", games.gate_coins)
    yield _number("coins_wings", "coins escaping by wings", games.wing_coins)
    yield _number("score", "points of a player", games.scores.mean(axis=1))
    yield _number("treasure", "from treasure", games.treasure.mean(axis=1))
    yield _number("impaling", "from impaling", games.kills.mean(axis=1))
    yield _number("best", "points of the winner", games.scores.max(axis=1))
    yield _number("margin", "margin of the winner", margins(games))
    yield _share("ties", "ties before the tie-break", margins(games) == 0)
    yield _share("shared", "shared victories", games.winners.sum(axis=1) > 1)
    yield _number("lead_changes", "changes of the lead", column[:, kernel_game.CHANGES])
    settled = column[:, kernel_game.SETTLED] / games.orders.shape[1]
    yield Measure("settled", "of the game until the lead settles", "part", settled)
    yield _number("plies", "plies", np.full(len(games), games.orders.shape[1]))
    yield _number("laid", "tiles laid at the end", column[:, kernel_game.LAID])
    yield _number("longer_side", "longer side of the labyrinth, cells", extents(games).max(axis=1))
    yield _number("shorter_side", "shorter side", extents(games).min(axis=1))


def _number(key: str, title: str, values: Floats) -> Measure:
    return Measure(key, title, "number", np.asarray(values, np.float64))


def _share(key: str, title: str, values: Floats | np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Measure:
    return Measure(key, title, "share", np.asarray(values, np.float64))


def margins(games: Results) -> Floats:
    """Return by game the points between the best seat and the next one, 0 for a tie."""
    ranked = np.sort(games.scores, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2], np.float64)


def extents(games: Games) -> Floats:
    """Return by game the labyrinth's width and height in cells."""
    return games.rows[:, [kernel_game.WIDTH, kernel_game.HEIGHT]].astype(np.float64)


def seat_measures(games: Games) -> Iterator[tuple[str, Measure]]:
    """Yield for each seat, by its number from 1, its share of victories and its scores."""
    for number in range(len(games.party.seats)):
        name = str(number + 1)
        yield name, _share(f"seats.{name}.wins", f"victories of seat {name}", games.victory[:, number])
        yield name, _number(f"seats.{name}.score", f"points of seat {name}", games.scores[:, number])
        yield name, _number(f"seats.{name}.treasure", f"treasure of seat {name}", games.treasure[:, number])
        yield name, _number(f"seats.{name}.impaling", f"impaling of seat {name}", games.kills[:, number])
        yield name, _number(f"seats.{name}.escaped", f"escaped of seat {name}", games.escaped[:, number])


def action_measures(games: Games) -> Iterator[tuple[str, Measure]]:
    """Yield for each kind of ply how often a player uses it, in how many games it occurs, and what it brings."""
    uses, gains = games.of_kinds(kernel_game.USES).sum(axis=2), games.of_kinds(kernel_game.GAINS).sum(axis=2)
    for number, kind in enumerate(KINDS):
        used, gained = uses[:, number].astype(np.float64), gains[:, number].astype(np.float64)
        yield kind, _number(f"actions.{kind}.uses", f"{kind}: uses by a player", used / len(games.party.seats))
        yield kind, _share(f"actions.{kind}.games", f"{kind}: games with it", used > 0)
        yield kind, _number(f"actions.{kind}.points", f"{kind}: points a use", ratio_parts(gained, used))


# Designs drawn early


def design_measures(games: Games) -> Iterator[tuple[str, Measure]]:
    """Yield for each design, in the order of the deck, what drawing it early brings: share of victories, and points."""
    drawn, tiles, sizes = games.drawn_at(), games.tiles(), games.party.pile_sizes()
    for design in dict.fromkeys(design for _, design in tiles):
        mine = [(tile, seat) for tile, (seat, whose) in enumerate(tiles) if whose == design and sizes[seat] > 1]
        if mine:
            signs = []  # by game 1 / p if the tile was drawn early, - 1 / (1 - p) if late
            for tile, seat in mine:
                size, early = sizes[seat], sizes[seat] // 2
                signs.append((seat, np.where(drawn[:, tile] < early, size / early, -size / (size - early))))
            wins, points = _mean_of_tiles(games.victory, signs), _mean_of_tiles(games.scores, signs)
            yield design, Measure(f"designs.{design}.wins", f"{design} early: victories", "part", wins)
            yield design, Measure(f"designs.{design}.points", f"{design} early: points", "number", points)


def _mean_of_tiles(results: Floats, signs: list[tuple[int, Floats]]) -> Floats:
    """Return by game the mean over the tiles of a design, each with its seat and signs."""
    centred = results - results.mean(axis=0)
    whole: Floats = sum((centred[:, seat] * sign for seat, sign in signs), np.zeros(len(results)))
    return whole / len(signs)


# Accounts


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """The measures of the games of one party.

    Attributes:
        games: what was played.
        course: measures of whole games.
        seats, actions, designs: by seat (its number from 1), kind of ply and design its measures.
        estimates: by measure its mean with an interval.
    """

    games: Games
    course: tuple[Measure, ...]
    seats: dict[str, tuple[Measure, ...]]
    actions: dict[str, tuple[Measure, ...]]
    designs: dict[str, tuple[Measure, ...]]
    estimates: dict[str, Estimate] = field(default_factory=dict)

    @classmethod
    def of(cls, games: Games) -> Account:
        """Count everything in games."""

        def grouped(found: Iterable[tuple[str, Measure]]) -> dict[str, tuple[Measure, ...]]:
            groups: dict[str, tuple[Measure, ...]] = {}
            for name, measure in found:
                groups[name] = (*groups.get(name, ()), measure)
            return groups

        seats, actions, designs = (grouped(by(games)) for by in (seat_measures, action_measures, design_measures))
        account = cls(games, tuple(course_measures(games)), seats, actions, designs)
        account.estimates.update((key, measure.estimate()) for key, measure in account.measures().items())
        return account

    @property
    def party(self) -> Party:
        """Return the party that played."""
        return self.games.party

    def measures(self) -> dict[str, Measure]:
        """Return every measure by its key."""
        groups = (self.seats, self.actions, self.designs)
        whole = [*self.course, *(measure for group in groups for some in group.values() for measure in some)]
        return {measure.key: measure for measure in whole}

    def estimate(self, key: str) -> Estimate:
        """Return the mean of the measure with that key."""
        return self.estimates[key]

    def ranked_designs(self) -> list[str]:
        """Return the designs, those first that bring most victories if they are drawn early."""
        return sorted(self.designs, key=lambda name: self.estimate(f"designs.{name}.wins").value, reverse=True)


@dataclass(frozen=True, slots=True)
class MeasureDifference:
    """One measure of two decks, this one and another.

    Attributes:
        title, form: as of the measure.
        mine, other: its means.
        gap: this deck's less the other's, game by game.
        narrowing: how many times as many games it would take without common random numbers.
    """

    title: str
    form: Form
    mine: Estimate
    other: Estimate
    gap: Estimate
    narrowing: float


def compare_accounts(mine: Account, other: Account) -> dict[str, MeasureDifference]:
    """Return the differences of all measures that both have, by key.

    Game i of both was played from the same seed. While the decks and the plies are alike, so are the piles and the
    draws; the difference of two such games varies less than that of any two.
    """
    theirs = other.measures()
    return {
        key: MeasureDifference(
            measure.title,
            measure.form,
            mine.estimate(key),
            other.estimate(key),
            mean_of(measure.values - theirs[key].values),
            narrowing(measure.values, theirs[key].values),
        )
        for key, measure in mine.measures().items()
        if key in theirs
    }


# Metrics of targets


class TargetMetric(NamedTuple):
    """A metric that a file of targets may ask for.

    Attributes:
        title: its name for people.
        per_game: one number a game, whose mean it is; None for the gap between seats.

    A metric is not the measure of a study with the same name: the metric `ties` is the measure `shared`.
    """

    title: str
    per_game: Callable[[Results], Ints | Floats] | None


TARGET_METRICS: dict[Metric, TargetMetric] = {
    "impaled": TargetMetric("prisoners impaled", lambda games: games.captured),
    "coins_in_play": TargetMetric("coins that pay at the end", lambda games: games.gate_coins + games.wing_coins),
    "coins_by_gate": TargetMetric("coins that pay by the outside", lambda games: games.gate_coins),
    "coins_by_wings": TargetMetric("coins that pay by wings only", lambda games: games.wing_coins),
    "escaped": TargetMetric("prisoners who escape", lambda games: games.escaped.sum(axis=1)),
    "treasure": TargetMetric("treasure of a player", lambda games: games.treasure.mean(axis=1)),
    "impaling": TargetMetric("points from impaling of a player", lambda games: games.kills.mean(axis=1)),
    "best_score": TargetMetric("points of the best player", lambda games: games.scores.max(axis=1)),
    "margin": TargetMetric("points between the best and the next", margins),
    "ties": TargetMetric("shared victories, %", lambda games: 100.0 * (games.winners.sum(axis=1) > 1)),
    "first_seat": TargetMetric("victories of the first seat, %", lambda games: 100.0 * games.victory[:, 0]),
    "last_seat": TargetMetric("victories of the last seat, %", lambda games: 100.0 * games.victory[:, -1]),
    "seat_gap": TargetMetric("best less worst seat, % of victories", None),
}


def estimate(metric: Metric, results: SearchResults) -> Estimate:
    """Return a metric's value over some games, with its normal interval."""
    per_game = TARGET_METRICS[metric].per_game
    return _seat_gap(results) if per_game is None else normal_mean_of(np.asarray(per_game(results), np.float64))


def difference(metric: Metric, results: SearchResults, others: SearchResults) -> Estimate | None:
    """Return how much more the first games have, game by game; None for the gap between seats.

    Both have the same seeds and as many games, so that chance which is common to them drops out.
    """
    per_game = TARGET_METRICS[metric].per_game
    if per_game is None:
        return None
    return normal_mean_of(np.asarray(per_game(results), np.float64) - np.asarray(per_game(others), np.float64))


def _seat_gap(results: SearchResults) -> Estimate:
    """Return the gap between the best and the worst seat, in points of per cent, corrected for what chance adds."""
    kinds, games = 1 << results.seats, len(results)
    won = (np.arange(kinds)[:, None] >> np.arange(results.seats) & 1).astype(np.float64)
    parts = 100.0 * won / np.maximum(won.sum(axis=1, keepdims=True), 1.0)
    counts = np.bincount(results.rows[:, results.column("winners")], minlength=kinds)
    found = float(np.ptp(counts @ parts / games))
    drawn = np.random.default_rng(games).multinomial(games, counts / games, RESAMPLES)
    gaps = np.ptp(drawn @ parts / games, axis=1)
    low, high = np.quantile(gaps, (0.025, 0.975))
    value = 2 * found - float(gaps.mean())
    return Estimate(max(0.0, value), max(0.0, 2 * found - float(high)), max(0.0, 2 * found - float(low)))
