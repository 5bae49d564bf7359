"""Intervals against SciPy's own, against enumeration, and against what must hold."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("numba")

import numpy as np
import pytest
from scipy import stats

from generator.games.labyrinth.simulation.intervals import (
    CONFIDENCE,
    Estimate,
    mean_of,
    narrowing,
    ratio_parts,
    share_of,
)


@pytest.mark.parametrize(("successes", "games"), [(0, 10), (3, 10), (10, 10), (812, 2000), (1, 9999)])
def test_a_share_has_wilsons_interval(successes: int, games: int) -> None:
    values = np.repeat([1.0, 0.0], [successes, games - successes])
    expected = stats.binomtest(successes, games).proportion_ci(CONFIDENCE, method="wilson")
    assert share_of(values) == pytest.approx((successes / games, expected.low, expected.high), abs=1e-12)


def test_wilsons_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    games, truths = 40, np.linspace(0.05, 0.95, 91)
    intervals = [share_of(np.repeat([1.0, 0.0], [n, games - n])) for n in range(games + 1)]
    covered = [
        sum(stats.binom.pmf(n, games, truth) for n, found in enumerate(intervals) if found.low <= truth <= found.high)
        for truth in truths
    ]
    assert np.mean(covered) == pytest.approx(CONFIDENCE, abs=0.01)
    assert min(covered) > 0.88


def test_a_mean_has_students_interval() -> None:
    values = np.random.default_rng(1).exponential(3.0, 25)
    expected = stats.ttest_1samp(values, 0).confidence_interval(CONFIDENCE)
    assert mean_of(values) == pytest.approx((values.mean(), expected.low, expected.high))


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
    assert narrowing(one, other) == pytest.approx(1, abs=0.05)
    assert narrowing(luck + one, luck + other) == pytest.approx(2, abs=0.1)  # half of the variance is common
    assert math.isnan(narrowing(luck, luck))


def test_an_interval_excludes_what_lies_outside() -> None:
    assert Estimate(2, 1, 3).excludes(0)
    assert Estimate(-2, -3, -1).excludes(0)
    assert not Estimate(1, -1, 3).excludes(0)
    assert not Estimate(math.nan, math.nan, math.nan).excludes(0)
