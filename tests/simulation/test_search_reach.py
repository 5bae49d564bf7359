"""What a search says of all sets that it tried: how far they come, and what each target costs the others."""

from __future__ import annotations

from typing import Any

import pytest

from asterion_press.games.labyrinth.catalogue.target_records import Target, Targets

pytest.importorskip("numba")
pytest.importorskip("optuna")

from asterion_press.games.labyrinth.simulation.search import OutcomeReport, SearchOutcome, TriedSet, judge

NONE: Any = None
TARGETS = (
    Target("impaled", (20.0, 24.0), 1.0, 2.0),
    Target("design_worth", (0.0, 4.0), 1.0),  # counts in no race
    Target("treasure", 8.0, 1.0),
    Target("ties", (0.0, 2.0), 1.0),
)
VALUES = [(12.0, 8.0, 5.0), (14.0, 5.0, 1.0), (21.0, 3.0, 4.0), (10.0, 8.0, 2.0)]


def test_a_target_costs_what_the_others_lose_in_the_sets_that_meet_it() -> None:
    raced = [TARGETS[0], *TARGETS[2:]]
    tried = [TriedSet((), (), 16, values, *judge(values, raced)) for values in VALUES]
    assert [one.loss for one in tried] == [2 * 64 + 9, 2 * 36 + 9, 25 + 4, 2 * 100]
    outcome = SearchOutcome((), NONE, tuple(tried), 64)
    report = OutcomeReport(outcome, NONE, NONE, Targets(targets=TARGETS))
    assert report._reached() == [
        ["impaled", "20 to 24", "10.00", "13.00", "21.00", 1, "29.0"],  # 25 + 4, where another set has both others
        ["treasure", "8", "3.00", "6.50", "8.00", 2, "133.0"],  # 2 * 64 + 9 instead of 4
        ["ties", "0 to 2", "1.00", "3.00", "5.00", 2, "56.0"],  # 2 * 36 + 9 instead of 25
    ]


def test_what_no_set_meets_has_no_cost() -> None:
    target = Target("impaled", 30.0, 1.0)
    tried = TriedSet((), (), 16, (12.0,), *judge((12.0,), [target]))
    outcome = SearchOutcome((), NONE, (tried,), 16)
    report = OutcomeReport(outcome, NONE, NONE, Targets(targets=(target,)))
    assert report._reached() == [["impaled", "30", "12.00", "12.00", "12.00", 0, "-"]]
