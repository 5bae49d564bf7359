"""Measures of games: one number a game and measure, so that means have intervals and decks are compared in pairs.

Studies and searches have one table of metrics, `METRICS`. A study tells `COURSE`, the part of it that is about whole
games, and more by seat, by kind of ply and by design (:class:`Account`); a search reads the metrics of its targets.

Drawing a design early: a pile is shuffled, so the place at which a tile is drawn is chance and has no other cause in
common with the victory. The difference between the victories of those who drew it in the first half of their pile and
of those who drew it in the second half is what drawing it early brings, instead of any other tile. Each seat is
compared with itself, as seats differ anyhow. For each game one number: the mean, over all tiles of the design, of
(victory - the seat's mean) / p if drawn early and - (victory - the seat's mean) / (1 - p) if drawn late, with p the
chance to be drawn early. Its mean over games is the difference, its spread over games gives the interval, however seats
of one game depend on each other.

The gap between seats is a maximum less a minimum, and the worth of the design that is farthest from the mean a maximum,
too. Chance alone makes both larger than they are, so they are corrected by their own bootstrap and have the basic
bootstrap interval. The correction takes less than half of what chance adds if there is no spread at all. Of 100 games
chance alone leaves a worth of some five points, so a search counts this metric in its last, fresh games only.

Games are independent of one another and alike, so a mean over games has an interval after Student; a share, of games or
of victories, has one after Wilson, which stays within 0 and 1. All are two-sided, at `CONFIDENCE`.

Sources: D. G. Horvitz, D. J. Thompson, "A generalization of sampling without replacement from a finite universe",
Journal of the American Statistical Association 47 (1952). B. Efron, R. Tibshirani, "An Introduction to the Bootstrap",
1993, chapter 10; A. Davison, D. Hinkley, "Bootstrap Methods and their Application", 1997, section 5.2; of common random
numbers A. M. Law, "Simulation Modeling and Analysis", 5th edition, 2015, section 11.2.
E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
Statistical Association 22 (1927); recommended by L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a
binomial proportion", Statistical Science 16 (2001). Ratios: W. G. Cochran, "Sampling Techniques", 3rd edition (1977),
chapter 6. Student's quantile: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.7 and 25.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from math import atan, cos, isnan, pi, sqrt, tan
from statistics import NormalDist
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from asterion_press.games.labyrinth.catalogue.target_records import Metric
from asterion_press.games.labyrinth.kernel import rules as kernel_rules
from asterion_press.games.labyrinth.simulation.games import Floats, Games, Ints, Party

# Figures

CONFIDENCE = 0.95
NORMAL = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Quantile of the normal distribution at that confidence."""


class Estimate(NamedTuple):
    """A figure and its interval; all three are NaN where nothing can be said."""

    value: float
    low: float
    high: float

    @property
    def is_known(self) -> bool:
        """Return whether there is a figure at all."""
        return not isnan(self.value)

    @property
    def half(self) -> float:
        """Return half the interval's length."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Return whether the interval lies to one side of a value."""
        return self.low > value or self.high < value


UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"))


@cache
def student(free: int) -> float:
    """Return the quantile of Student's distribution, two-sided, with so many degrees of freedom.

    With ``t = sqrt(free) tan(a)`` the density is that of ``cos(a) ** (free - 1)``. It is summed at the nodes of Gauss
    and Legendre, as far as there is anything, and Newton's steps lead from the normal quantile to this one.
    """
    nodes, weights = np.polynomial.legendre.leggauss(64)

    def area(end: float) -> float:
        sines = np.sin(end * (nodes + 1) / 2)
        return end / 2 * float(weights @ np.exp((free - 1) / 2 * np.log1p(-sines * sines)))

    wanted, angle = CONFIDENCE * area(min(pi / 2, 9 / sqrt(free))), atan(NORMAL / sqrt(free))
    for _ in range(8):
        angle += (wanted - area(angle)) / cos(angle) ** (free - 1)
    return sqrt(free) * tan(angle)


def mean_of(values: Floats) -> Estimate:
    """Return the mean of one number a game, with Student's interval; unknown for fewer than two games."""
    count = len(values)
    if count < 2 or not np.isfinite(values).all():
        return UNKNOWN
    mean = float(values.mean())
    half = student(count - 1) * float(values.std(ddof=1)) / sqrt(count)
    return Estimate(mean, mean - half, mean + half)


def share_of(values: Floats) -> Estimate:
    """Return the mean of one number from 0 to 1 a game, with Wilson's interval.

    Wilson's interval is that of numbers which are 0 or 1. A share of a victory may lie between, and then varies less,
    so that the interval is a little wider than it need be.
    """
    return wilson(float(values.mean()), len(values)) if len(values) else UNKNOWN


def wilson(share: float, count: float) -> Estimate:
    """Return a share of so many games with its interval."""
    z2 = NORMAL**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = (z2 * (share * (1 - share) / count + z2 / (4 * count * count))) ** 0.5 / (1 + z2 / count)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def ratio_parts(above: Floats, below: Floats) -> Floats:
    """Return one number a game whose mean is the ratio of two sums, and whose spread is the ratio's (linearisation).

    NaN for all games if the lower sum is 0.
    """
    if not below.sum():
        return np.full(len(below), np.nan)
    ratio = above.sum() / below.sum()
    parts: Floats = ratio + (above - ratio * below) / below.mean()
    return parts


def narrowing(one: Floats, other: Floats) -> float:
    """Return how many times as many games it would take without common random numbers to be as sure of a difference.

    1 or less means that the common numbers did not help; NaN if nothing varies.
    """
    apart, paired = one.var(ddof=1) + other.var(ddof=1), (one - other).var(ddof=1)
    return float(apart / paired) if paired > 0 else float("nan")


# What is counted

Form: TypeAlias = Literal["number", "share", "part", "gap", "deviation"]
"""All but numbers are shown in per cent; a share is mostly 0 or 1 in each game, a part anything between. A gap is the
greatest of several shares less the least, a deviation how far one of several parts is from their mean at most."""

KINDS = ("place", "rotate", "swap", "move")
"""Kinds of plies, in the order of the kernel's numbers."""
RESAMPLES = 400
"""Bootstrap samples; own choice, more change the third digit of the gap's interval only."""
SPREADS: dict[Form, Callable[[Floats], Floats]] = {
    "gap": lambda means: np.ptp(means, axis=-1),
    "deviation": lambda means: np.abs(means - means.mean(axis=-1, keepdims=True)).max(axis=-1),
}
"""By form the spread of the means in the last dimension."""


class Measure(Struct, frozen=True, eq=False):
    """A quantity that is counted in each game.

    Attributes:
        key: its name in the data, such as ``seats.1.wins``.
        title: its name for people.
        form: how it is shown.
        values: one number a game; of a spread a column for each seat or design.
    """

    key: str
    title: str
    form: Form
    values: Floats

    def estimate(self) -> Estimate:
        """Return its mean, or the spread of its columns' means, with an interval."""
        if self.form in SPREADS:
            return spread_of(self.values, SPREADS[self.form])
        return share_of(self.values) if self.form == "share" else mean_of(self.values)


def spread_of(values: Floats, spread: Callable[[Floats], Floats]) -> Estimate:
    """Return the spread of the means of some columns, corrected for what chance adds, with its interval."""
    games, chance = len(values), np.random.default_rng(len(values))
    drawn = (np.bincount(chance.integers(games, size=games), minlength=games) for _ in range(RESAMPLES))
    found = float(spread(values.mean(axis=0)))
    spreads = spread(np.stack([np.einsum("g,gc->c", times, values) for times in drawn]) / games)
    low, high = np.quantile(spreads, (0.025, 0.975))
    return Estimate(*(max(0.0, 2 * found - float(other)) for other in (spreads.mean(), high, low)))


class Quantity(NamedTuple):
    """A row of the table of metrics: what is counted in each game.

    Attributes:
        title: its name for people.
        form: how it is shown.
        per_game: counts it; one number a game, or one a column for a spread.
    """

    title: str
    form: Form
    per_game: Callable[[Games], Ints | Floats]

    def of(self, key: str, games: Games) -> Measure:
        """Return the measure of some games."""
        return Measure(key, self.title, self.form, np.asarray(self.per_game(games), np.float64))


def _column(number: int) -> Callable[[Games], Ints]:
    return lambda games: games.rows[:, number]


def _used(kind: int) -> Callable[[Games], Ints]:
    return lambda games: games.of_kinds(kernel_rules.USES)[:, kind].sum(axis=1) > 0


def margins(games: Games) -> Floats:
    """Return by game the points between the best seat and the next one, 0 for a tie."""
    ranked = np.sort(games.scores, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2], np.float64)


def _without_coin(games: Games) -> Ints:
    without: Ints = games.escaped.sum(axis=1) - games.with_coin
    return without


def _coin_ratio(games: Games) -> Floats:
    """Return numbers whose mean is the ratio of the sums; if nobody escapes without a coin, as if one had, once."""
    without = _without_coin(games).astype(np.float64)
    return ratio_parts(
        games.with_coin.astype(np.float64), without if without.any() else np.full(len(without), 1 / len(without))
    )


def _worths(games: Games) -> Floats:
    """Return by game and design what drawing it early brings, a column of 0 if no design can be drawn early or late."""
    worths = [measure.values for measure in design_measures(games) if measure.form == "part"]
    return np.stack(worths or [np.zeros(len(games))], axis=1)


COURSE: dict[str, Quantity] = {
    "impaled": Quantity("prisoners impaled", "number", lambda games: games.captured),
    "impaled_own": Quantity("of these by their own player", "number", _column(kernel_rules.OWN)),
    "escaped": Quantity("prisoners escaped", "number", lambda games: games.escaped.sum(axis=1)),
    "escaped_gate": Quantity("escaped by the gate", "number", _column(kernel_rules.GATE)),
    "escaped_wings": Quantity("escaped by wings", "number", _column(kernel_rules.FLY)),
    "escaped_with_coin": Quantity("escaped with a coin", "number", lambda games: games.with_coin),
    "escaped_without_coin": Quantity("escaped without a coin", "number", _without_coin),
    "escaped_ratio": Quantity("escaped with a coin for each without", "number", _coin_ratio),
    "coins_by_gate": Quantity("coins escaping by the gate", "number", lambda games: games.gate_coins),
    "coins_by_wings": Quantity("coins escaping by wings only", "number", lambda games: games.wing_coins),
    "score": Quantity("points of a player", "number", lambda games: games.scores.mean(axis=1)),
    "treasure": Quantity("treasure of a player", "number", lambda games: games.treasure.mean(axis=1)),
    "impaling": Quantity("impaling of a player", "number", lambda games: games.kills.mean(axis=1)),
    "best_score": Quantity("points of the winner", "number", lambda games: games.scores.max(axis=1)),
    "margin": Quantity("margin of the winner", "number", margins),
    "ties_before": Quantity("ties before the tie-break", "share", lambda games: margins(games) == 0),
    "ties": Quantity("shared victories", "share", lambda games: games.winners.sum(axis=1) > 1),
    "lead_changes": Quantity("changes of the lead", "number", _column(kernel_rules.CHANGES)),
    "settled": Quantity(
        "of the game until the lead settles", "part", lambda g: g.rows[:, kernel_rules.SETTLED] / g.orders.shape[1]
    ),
    "plies": Quantity("plies", "number", lambda games: np.full(len(games), games.orders.shape[1])),
    "laid": Quantity("tiles laid at the end", "number", _column(kernel_rules.LAID)),
    "longer_side": Quantity("longer side of the labyrinth, cells", "number", lambda games: extents(games).max(axis=1)),
    "shorter_side": Quantity("shorter side", "number", lambda games: extents(games).min(axis=1)),
    "seat_gap": Quantity("victories of the best seat less the worst", "gap", lambda games: games.victory),
    "design_worth": Quantity("worth of a design, farthest from the mean", "deviation", _worths),
}
"""The metrics of the course and the end of a game, all seats together: what a study tells first."""

METRICS: dict[str, Quantity] = COURSE | {
    "coins_in_play": Quantity("coins that pay at the end", "number", lambda games: games.gate_coins + games.wing_coins),
    "first_seat": Quantity("victories of the first seat", "share", lambda games: games.victory[:, 0]),
    "last_seat": Quantity("victories of the last seat", "share", lambda games: games.victory[:, -1]),
    "rotate_used": Quantity("games with a rotation", "share", _used(KINDS.index("rotate"))),
    "swap_used": Quantity("games with a swap", "share", _used(KINDS.index("swap"))),
    "move_used": Quantity("games with a move", "share", _used(KINDS.index("move"))),
}
"""All metrics: the measures of a study (`COURSE`), what it tells by seat and by kind of ply, and what only targets aim
at (`Metric`)."""


def extents(games: Games) -> Floats:
    """Return by game the labyrinth's width and height in cells."""
    return games.rows[:, [kernel_rules.WIDTH, kernel_rules.HEIGHT]].astype(np.float64)


def _measure(key: str, title: str, form: Form, values: Floats | Ints) -> Measure:
    return Measure(key, title, form, np.asarray(values, np.float64))


def seat_measures(games: Games) -> Iterator[Measure]:
    """Yield for each seat, by its number from 1, its share of victories and its scores."""
    rows: tuple[tuple[str, str, Form, Floats | Ints], ...] = (
        ("wins", "victories", "share", games.victory),
        ("score", "points", "number", games.scores),
        ("treasure", "treasure", "number", games.treasure),
        ("impaling", "impaling", "number", games.kills),
        ("escaped", "escaped", "number", games.escaped),
    )
    for number in range(games.seats):
        for key, what, form, values in rows:
            yield _measure(f"seats.{number + 1}.{key}", f"{what} of seat {number + 1}", form, values[:, number])


def action_measures(games: Games) -> Iterator[Measure]:
    """Yield for each kind of ply how often a player uses it, in how many games it occurs, and what it brings."""
    uses, gains = games.of_kinds(kernel_rules.USES).sum(axis=2), games.of_kinds(kernel_rules.GAINS).sum(axis=2)
    for number, kind in enumerate(KINDS):
        used, gained = uses[:, number].astype(np.float64), gains[:, number].astype(np.float64)
        yield _measure(f"actions.{kind}.uses", f"{kind}: uses by a player", "number", used / games.seats)
        yield _measure(f"actions.{kind}.games", f"{kind}: games with it", "share", used > 0)
        yield _measure(f"actions.{kind}.points", f"{kind}: points a use", "number", ratio_parts(gained, used))


# Designs drawn early


def design_measures(games: Games) -> Iterator[Measure]:
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
            yield Measure(f"designs.{design}.wins", f"{design} early: victories", "part", wins)
            yield Measure(f"designs.{design}.points", f"{design} early: points", "number", points)


def _mean_of_tiles(results: Floats, signs: list[tuple[int, Floats]]) -> Floats:
    """Return by game the mean over the tiles of a design, each with its seat and signs."""
    centred = results - results.mean(axis=0)
    return sum((centred[:, seat] * sign for seat, sign in signs), np.zeros(len(results))) / len(signs)


# Accounts


class Account(Struct, frozen=True, eq=False):
    """The measures of the games of one party.

    Attributes:
        games: what was played.
        measures: by key; those of whole games have the keys of `COURSE`.
        estimates: by measure its mean with an interval.
        unsettled: by measure that moves with the budget of the bot its means, from the smallest budget to the largest.
    """

    games: Games
    measures: dict[str, Measure]
    estimates: dict[str, Estimate]
    unsettled: dict[str, tuple[Estimate, ...]] = {}

    @classmethod
    def of(cls, games: Games) -> Account:
        """Count everything in games."""
        course = (quantity.of(key, games) for key, quantity in COURSE.items())
        every = chain(course, seat_measures(games), action_measures(games), design_measures(games))
        measures = {measure.key: measure for measure in every}
        return cls(games, measures, {key: measure.estimate() for key, measure in measures.items()})

    @property
    def party(self) -> Party:
        """Return the party that played."""
        return self.games.party

    @property
    def course(self) -> list[Measure]:
        """Return the measures of whole games."""
        return [self.measures[key] for key in COURSE]

    def by(self, what: str) -> dict[str, list[Measure]]:
        """Return the measures of each of the ``seats`` (by number from 1), ``actions`` or ``designs``."""
        groups: dict[str, list[Measure]] = {}
        for key, measure in self.measures.items():
            if key.startswith(f"{what}."):
                groups.setdefault(key.partition(".")[2].rpartition(".")[0], []).append(measure)
        return groups

    def estimate(self, key: str) -> Estimate:
        """Return the mean of the measure with that key; unknown if it has not settled."""
        return UNKNOWN if key in self.unsettled else self.estimates[key]

    def settle(self, smaller: Sequence[Account]) -> None:
        """Note which measures have not settled.

        A measure has not settled if its difference from the last smaller budget has an interval that excludes 0.

        Args:
            smaller: the same party's accounts with smaller budgets of its bot, the smallest first.
        """
        moved = [key for key, found in compare_accounts(self, smaller[-1]).items() if found.gap.excludes(0)]
        for key in moved:
            self.unsettled[key] = tuple(account.estimates[key] for account in (*smaller, self))

    def ranked_designs(self) -> list[str]:
        """Return the designs, those first that bring most victories if they are drawn early."""
        return sorted(self.by("designs"), key=lambda name: self.estimates[f"designs.{name}.wins"].value, reverse=True)


class MeasureDifference(Struct, frozen=True):
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
    """Return the differences of all measures that both have, by key, but for spreads, which no single game has.

    Game i of both was played from the same seed. While the decks and the plies are alike, so are the piles and the
    draws; the difference of two such games varies less than that of any two.
    """
    theirs = other.measures
    return {
        key: MeasureDifference(
            measure.title,
            measure.form,
            mine.estimate(key),
            other.estimate(key),
            mean_of(measure.values - theirs[key].values),
            narrowing(measure.values, theirs[key].values),
        )
        for key, measure in mine.measures.items()
        if key in theirs and measure.form not in SPREADS
    }


# Targets


def scale_of(form: Form) -> float:
    """Return what a figure is multiplied by to be shown: all but numbers are shown in per cent."""
    return 1.0 if form == "number" else 100.0


def aimed_at(metric: Metric, games: Games) -> Estimate:
    """Return a metric over some games, in the units of targets."""
    measure = METRICS[metric].of(metric, games)
    return Estimate(*(scale_of(measure.form) * number for number in measure.estimate()))


def difference(metric: Metric, games: Games, others: Games) -> Estimate | None:
    """Return how much more the first games have, in the units of targets; None for a spread.

    Both have the same seeds and as many games, so that chance which is common to them drops out.
    """
    mine, other = (METRICS[metric].of(metric, some) for some in (games, others))
    if mine.form in SPREADS:
        return None
    return Estimate(*(scale_of(mine.form) * number for number in mean_of(mine.values - other.values)))
