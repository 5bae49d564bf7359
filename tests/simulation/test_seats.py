"""Rules that would level the seats."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np

from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.kernel.rules import SCORES, TIE
from asterion_press.games.labyrinth.simulation.games import Floats, Games, Party
from asterion_press.games.labyrinth.simulation.study_report import seats_data, seats_text
from asterion_press.games.labyrinth.simulation.victories import (
    HEAD_START,
    MOST_HALVES,
    PLAYS,
    SEAT_RULES,
    measure_rules,
    party_for,
    victories,
)
from tests.support.played import played_by, unplayed


def played(box: GameSet, rules: Rules, players: int = 4, games: int = 400) -> Games:
    return played_by(Party.of(box, rules, players, "random"), games, 5)


def games_with(box: GameSet, scores: Any, escaped: Any) -> Games:
    """Games that nobody played, with these points and prisoners escaped."""
    return unplayed(box, len(scores[0]), {SCORES: scores, TIE: escaped})


def test_victories_are_counted_as_the_engine_counts_them(box: GameSet) -> None:
    games = played(box, Rules(edition="original"))
    assert (games.winners.sum(axis=1) > 1).any()
    assert (victories(games, "shared") == games.victory).all()


def test_a_tie_for_the_earlier_seat_is_counted_as_the_engine_counts_it(box: GameSet) -> None:
    games = played(box, Rules(edition="original", tie_break="seat"))
    assert (victories(games, "shared") == games.victory).all()
    assert (games.winners.sum(axis=1) == 1).all()


def test_who_wins_of_equal_points(box: GameSet) -> None:
    games = games_with(box, [[5, 7, 7], [7, 7, 7], [6, 7, 5]], [[9, 2, 3], [1, 4, 4], [9, 0, 9]])
    assert victories(games, "shared").tolist() == [[0, 0, 1], [0, 0.5, 0.5], [0, 1, 0]]
    assert victories(games, "earlier seat").tolist() == [[0, 0, 1], [0, 1, 0], [0, 1, 0]]
    assert victories(games, "shared", [3, 1, 0]).tolist() == [[0, 1, 0], [1, 0, 0], [1, 0, 0]]
    assert victories(games, "shared", [2, 0, 0]).tolist() == [[0, 0, 1], [1, 0, 0], [1, 0, 0]]

    negative = games_with(box, [[-3, -1], [-2, -2]], [[9, 0], [0, 1]])
    assert victories(negative, "shared").tolist() == [[0, 1], [0, 1]]


def unfair(box: GameSet, advantage: float, games: int = 6000) -> Games:
    """Games in which the last of two seats has more luck, by so many points."""
    rng = np.random.default_rng(8)
    scores: Floats = np.rint(rng.normal(0, 4, (games, 2)) + np.array([0, advantage]))
    return games_with(box, scores.astype(int), np.zeros((games, 2), int))


@pytest.mark.parametrize(("advantage", "halves"), [(1.0, 2), (2.0, 4)])
def test_the_best_head_start_makes_good_what_a_seat_lacks(box: GameSet, advantage: float, halves: int) -> None:
    games = unfair(box, advantage)
    found = {rule.rule.name: rule for rule in measure_rules({play: {"random": games} for play in PLAYS})}
    start = found["head_start"]
    assert abs(start.head_start[0] - halves / 2) <= 0.5
    assert start.head_start[1] == 0
    assert start.gap < 0.03 < found["as_it_is"].gap
    assert start.words == f"head start in points: {start.head_start[0]:g}, 0"


def test_what_cannot_be_made_good_is_told_as_it_is(box: GameSet) -> None:
    games = unfair(box, 20)
    [start] = [r for r in measure_rules({p: {"random": games} for p in PLAYS}) if r.rule is HEAD_START]
    assert start.head_start == (MOST_HALVES / 2, 0.0)
    assert start.gap > 0.3


def test_each_rule_is_told_for_each_bot(box: GameSet) -> None:
    parties = {bot: Party.of(box, Rules(), 3, bot) for bot in ("random", "greedy")}
    games = {play: {bot: played_by(party_for(play, some), 60) for bot, some in parties.items()} for play in PLAYS}
    found = measure_rules(games)
    assert [rule.rule for rule in found] == list(SEAT_RULES)
    assert (found[0].shares["greedy"][0].value, found[4].shares["greedy"][0].value) == (
        games["round", None]["greedy"].victory[:, 0].mean(),
        games["rotating", None]["greedy"].victory[:, 0].mean(),
    )
    for rule in found:
        for shares in rule.shares.values():
            assert sum(share.value for share in shares) == pytest.approx(1)
    text = seats_text(3, found)
    assert all(rule.words in text for rule in found)
    data = json.loads(json.dumps(seats_data(3, found), allow_nan=False))
    assert [rule["rule"] for rule in data["rules"]] == [rule.name for rule in SEAT_RULES]
