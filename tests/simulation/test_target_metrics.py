"""What games tell of a deck: the metrics, counted again from games of the readable engine, and their intervals."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from generator.games.labyrinth.catalogue.target_records import Metric
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.bots import game_seed, random_game
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.record import replay
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.engine.scoring import chambers

pytest.importorskip("numba")

from generator.games.labyrinth.simulation.games import SINGLES, Conditions, SearchResults
from generator.games.labyrinth.simulation.intervals import Estimate, normal_mean_of
from generator.games.labyrinth.simulation.measures import TARGET_METRICS, difference, estimate
from generator.games.labyrinth.simulation.portions import Portion, play_games

GAMES = 24


def played(deck: Deck, games: range) -> SearchResults:
    conditions = Conditions(Rules(), 3, "random", None, 5)
    (rows,) = play_games(Portion(conditions.party(deck), conditions.seed, games))
    return SearchResults(rows)


@pytest.fixture(scope="module")
def results(deck: Deck) -> SearchResults:
    return played(deck, range(GAMES))


def by_hand(deck: Deck) -> dict[str, float]:
    """The means over the same games, from the readable engine."""
    box, sums = GameSet.of(deck), dict.fromkeys(get_args(Metric), 0.0)
    for index in range(GAMES):
        game = random_game(box, Rules(), 3, game_seed(5, index))
        counted = game.final
        assert counted is not None
        scores = sorted(counted.scores.values())
        paying = [c for c in chambers(replay(game, box).labyrinth) if c.escapes and c.living]
        sums["impaled"] += counted.captured
        sums["coins_in_play"] += sum(c.coins for c in paying)
        sums["coins_by_gate"] += sum(c.coins for c in paying if c.outside)
        sums["coins_by_wings"] += sum(c.coins for c in paying if not c.outside)
        sums["escaped"] += sum(counted.escaped.values())
        sums["treasure"] += sum(counted.treasure.values()) / 3
        sums["impaling"] += sum(counted.kills.values()) / 3
        sums["best_score"] += scores[-1]
        sums["margin"] += scores[-1] - scores[-2]
        sums["ties"] += 100 * (len(counted.winners) > 1)
        for name, seat in (("first_seat", game.seats[0]), ("last_seat", game.seats[-1])):
            sums[name] += 100 * (seat in counted.winners) / len(counted.winners)
    return {metric: total / GAMES for metric, total in sums.items()}


def test_every_metric_is_what_the_readable_engine_counts(deck: Deck, results: SearchResults) -> None:
    expected = by_hand(deck)
    assert set(TARGET_METRICS) == set(get_args(Metric))
    for metric in TARGET_METRICS:
        if metric != "seat_gap":
            assert estimate(metric, results).value == pytest.approx(expected[metric]), metric


def test_games_can_be_played_in_parts(deck: Deck, results: SearchResults) -> None:
    late, early = played(deck, range(10, GAMES)), played(deck, range(10))
    assert (SearchResults.joined([early, late]).rows == results.rows).all()


def test_the_difference_from_oneself_is_nothing(results: SearchResults) -> None:
    for metric in TARGET_METRICS:
        found = difference(metric, results, results)
        assert found == (None if metric == "seat_gap" else Estimate(0, 0, 0))


def test_an_interval_holds_the_mean_as_often_as_it_says() -> None:
    chance = np.random.default_rng(1)
    held = [(e := normal_mean_of(chance.normal(5.0, 2.0, 60))).low <= 5.0 <= e.high for _ in range(1000)]
    assert 920 <= sum(held) <= 970


def winners(counts: list[int], seats: int) -> SearchResults:
    """Games of which each seat wins so many alone."""
    rows = np.zeros((sum(counts), len(SINGLES) + 3 * seats), np.int32)
    rows[:, 3] = np.repeat([1 << seat for seat in range(seats)], counts)
    return SearchResults(rows)


def test_the_gap_between_seats_is_corrected_for_chance() -> None:
    """Seats that win equally often by chance still differ in any sample; the correction takes most of that away."""
    chance = np.random.default_rng(2)
    samples = [winners(list(chance.multinomial(200, [0.25] * 4)), 4) for _ in range(200)]
    raw = np.mean([np.ptp(100 * sample.victory.mean(axis=0)) for sample in samples])
    corrected = np.mean([estimate("seat_gap", sample).value for sample in samples])
    assert raw > 5
    assert corrected < raw / 1.5


def test_a_real_gap_lies_in_its_interval() -> None:
    found = estimate("seat_gap", winners([1800, 2200, 2800, 3200], 4))
    assert found.low < 14 < found.high
    assert found.value == pytest.approx(14, abs=0.5)


def test_a_shared_victory_is_divided() -> None:
    rows = np.zeros((4, len(SINGLES) + 6), np.int32)
    rows[:, 3] = [0b01, 0b11, 0b11, 0b10]
    shared = SearchResults(rows)
    assert shared.victory.tolist() == [[1, 0], [0.5, 0.5], [0.5, 0.5], [0, 1]]
    assert estimate("ties", shared).value == 50
    assert estimate("seat_gap", shared).value == 0
