"""How often random setups can be won: many seeds, poured and solved, and how sure the share is.

A setup that the solver leaves undecided may be either, so there are two shares: of those that can be won for certain,
and of those that cannot be lost for certain. The interval is Wilson's, from the lower end of the first to the upper end
of the second, at `CONFIDENCE`.

Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
Statistical Association 22 (1927).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import NamedTuple

from generator.games.asterismo.clearing import starting_position
from generator.games.asterismo.setup_deal import poured
from generator.games.asterismo.solving import STEPS, Solution, Verdict, solved

CONFIDENCE = 0.95


class Odds(NamedTuple):
    """How many setups there were, and what became of them."""

    won: int
    lost: int
    undecided: int

    @property
    def setups(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares setups can be won: undecided ones count against the first and for the second."""
        return wilson(self.won, self.setups)[0], wilson(self.won + self.undecided, self.setups)[1]


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval of a share; all of 0 to 1 if nothing has been tried."""
    if not trials:
        return 0.0, 1.0
    z2 = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2
    share = hits / trials
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = (z2 * (share * (1 - share) / trials + z2 / (4 * trials * trials))) ** 0.5 / (1 + z2 / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def solved_setups(players: int, seeds: Sequence[int], steps: int = STEPS) -> Iterator[Solution]:
    """What the solver says of the setup of each seed, in order."""
    for seed in seeds:
        yield solved(starting_position(poured(seed), players), steps)


def odds_of(verdicts: Sequence[Verdict]) -> Odds:
    """Verdicts, counted."""
    counts = Counter(verdicts)
    return Odds(counts["won"], counts["lost"], counts["undecided"])
