"""Intervals against SciPy's values, against enumeration, and against what must hold."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("numba")

import numpy as np

from asterion_press.games.labyrinth.simulation import measures
from asterion_press.games.labyrinth.simulation.measures import Estimate, mean_of, ratio_parts, share_of

# Source of these values: SciPy 1.17.1, `stats.binomtest(...).proportion_ci(0.95, "wilson")` and `special.stdtrit`.
WILSON = [
    (0, 10, 0.0, 0.27753279986288926),
    (3, 10, 0.10779126740630102, 0.6032218525388546),
    (10, 10, 0.7224672001371109, 1.0),
    (812, 2000, 0.38467775459641207, 0.42768265029246344),
    (1, 9999, 1.7654439066842485e-05, 0.0005663255075055403),
]
STUDENT = {
    1: 12.706204736174694,
    2: 4.302652729749462,
    3: 3.1824463052837078,
    4: 2.7764451051977934,
    5: 2.5705818356363146,
    9: 2.262157162798205,
    29: 2.045229642132703,
    99: 1.9842169515864174,
    399: 1.965927295920882,
    9_999: 1.960201263621357,
    999_999: 1.9599663568164791,
}


@pytest.mark.parametrize(("successes", "games", "low", "high"), WILSON)
def test_a_share_has_wilsons_interval(successes: int, games: int, low: float, high: float) -> None:
    values = np.repeat([1.0, 0.0], [successes, games - successes])
    assert share_of(values) == pytest.approx((successes / games, low, high), abs=1e-12)


def test_wilsons_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    games, truths = 40, np.linspace(0.05, 0.95, 91)
    intervals = [share_of(np.repeat([1.0, 0.0], [n, games - n])) for n in range(games + 1)]
    covered = [
        sum(
            math.comb(games, n) * truth**n * (1 - truth) ** (games - n)
            for n, found in enumerate(intervals)
            if found.low <= truth <= found.high
        )
        for truth in truths
    ]
    assert np.mean(covered) == pytest.approx(measures.CONFIDENCE, abs=0.01)
    assert min(covered) > 0.88


def test_the_quantile_of_student_is_scipys() -> None:
    assert {free: measures.student(free) for free in STUDENT} == pytest.approx(STUDENT, rel=1e-12)


def test_a_mean_has_students_interval() -> None:
    values = np.random.default_rng(1).exponential(3.0, 30)
    half = STUDENT[29] * values.std(ddof=1) / 30**0.5
    assert mean_of(values) == pytest.approx((values.mean(), values.mean() - half, values.mean() + half), rel=1e-12)


def test_one_game_says_nothing_about_a_mean() -> None:
    assert not mean_of(np.array([4.0])).is_known
    assert not share_of(np.array([])).is_known


def test_a_ratio_has_the_interval_that_resampling_finds() -> None:
    """Bootstrap of whole games, as B. Efron, "Bootstrap methods", Annals of Statistics 7 (1979)."""
    rng = np.random.default_rng(2)
    uses = rng.poisson(1.5, 600).astype(float)
    points = uses * 2 + rng.normal(0, 1, 600) * np.sqrt(uses)
    found = mean_of(ratio_parts(points, uses))
    assert found.value == pytest.approx(points.sum() / uses.sum())
    picks = rng.integers(0, 600, (4000, 600))
    again = points[picks].sum(axis=1) / uses[picks].sum(axis=1)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(again, [0.025, 0.975])), abs=0.015)


def test_a_ratio_to_nothing_is_unknown() -> None:
    assert not mean_of(ratio_parts(np.zeros(9), np.zeros(9))).is_known


def test_common_random_numbers_narrow_what_goes_together() -> None:
    rng = np.random.default_rng(3)
    luck, one, other = rng.normal(size=(3, 20_000))
    assert measures.narrowing(one, other) == pytest.approx(1, abs=0.05)
    assert measures.narrowing(luck + one, luck + other) == pytest.approx(2, abs=0.1)  # half of the variance is common
    assert math.isnan(measures.narrowing(luck, luck))


def test_an_interval_excludes_what_lies_outside() -> None:
    assert Estimate(2, 1, 3).excludes(0)
    assert Estimate(-2, -3, -1).excludes(0)
    assert not Estimate(1, -1, 3).excludes(0)
    assert not Estimate(math.nan, math.nan, math.nan).excludes(0)
