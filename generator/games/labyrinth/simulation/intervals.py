"""Estimates: a figure and its interval.

Games are independent of one another and alike, so a mean over games has an interval after Student; a share, of games or
of victories, has one after Wilson, which stays within 0 and 1. All are two-sided, at `CONFIDENCE`.

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
Statistical Association 22 (1927); recommended by L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a
binomial proportion", Statistical Science 16 (2001). Ratios: W. G. Cochran, "Sampling Techniques", 3rd edition (1977),
chapter 6. Common random numbers: A. M. Law, "Simulation Modeling and Analysis", 5th edition (2015), section 11.2. The
quantiles are SciPy's.
"""

from __future__ import annotations

from math import isnan
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

from generator.games.labyrinth.simulation.games import Floats

CONFIDENCE = 0.95
_UPPER = (1 + CONFIDENCE) / 2


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


def mean_of(values: Floats) -> Estimate:
    """Return the mean of one number a game, with Student's interval; unknown for fewer than two games."""
    count = len(values)
    if count < 2 or not np.isfinite(values).all():
        return UNKNOWN
    mean = float(values.mean())
    half = float(stdtrit(count - 1, _UPPER) * values.std(ddof=1) / count**0.5)
    return Estimate(mean, mean - half, mean + half)


def share_of(values: Floats) -> Estimate:
    """Return the mean of one number from 0 to 1 a game, with Wilson's interval.

    Wilson's interval is that of numbers which are 0 or 1. A share of a victory may lie between, and then varies less,
    so that the interval is a little wider than it need be.
    """
    return wilson(float(values.mean()), len(values)) if len(values) else UNKNOWN


def wilson(share: float, count: float) -> Estimate:
    """Return a share of so many games with its interval."""
    z2 = float(ndtri(_UPPER)) ** 2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = (z2 * (share * (1 - share) / count + z2 / (4 * count * count))) ** 0.5 / (1 + z2 / count)
    return Estimate(share, min(share, middle - half), max(share, middle + half))


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
