"""What games tell of a deck: the metrics, counted again from games of the readable engine, and their intervals."""

from __future__ import annotations

from collections import defaultdict
from typing import get_args

import numpy as np
import pytest

from asterion_press.games.labyrinth.catalogue.target_records import Metric
from asterion_press.games.labyrinth.engine.bots import game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Move, Rotate, Swap
from asterion_press.games.labyrinth.engine.record import replay
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import chambers

pytest.importorskip("numba")

from asterion_press.games.labyrinth.kernel.rules import ESCAPED, RICH, WINNERS
from asterion_press.games.labyrinth.simulation.games import Games, Party
from asterion_press.games.labyrinth.simulation.measures import METRICS, SPREADS, Account, Estimate, aimed_at, difference
from tests.support.played import lucky, played_by, unplayed

GAMES = 24
SPREAD = {"seat_gap", "design_worth"}
ACTIONS = {"rotate_used": Rotate, "swap_used": Swap, "move_used": Move}


def played(box: GameSet, games: range) -> Games:
    return played_by(Party.of(box, Rules(), 3, "random"), games, 5)


@pytest.fixture(scope="module")
def games(box: GameSet) -> Games:
    return played(box, range(GAMES))


def by_hand(box: GameSet) -> dict[str, float]:
    """The means over the same games, from the readable engine."""
    sums: defaultdict[str, float] = defaultdict(float)
    for index in range(GAMES):
        game = random_game(box, Rules(), 3, game_seed(5, index))
        counted = game.final
        assert counted is not None
        scores = sorted(counted.scores.values())
        paying = [c for c in chambers(replay(game, box).labyrinth) if c.escapes and c.living]
        sums["impaled"] += counted.captured
        sums["coins_in_play"] += sum(c.coins for c in paying)
        sums["coins_by_gate"] += sum(c.coins for c in paying if c.exits)
        sums["coins_by_wings"] += sum(c.coins for c in paying if not c.exits)
        sums["escaped"] += sum(counted.escaped.values())
        sums["escaped_with_coin"] += sum(sum(c.living.values()) for c in paying if c.coins)
        sums["escaped_without_coin"] += sum(sum(c.living.values()) for c in paying if not c.coins)
        sums["treasure"] += sum(counted.treasure.values()) / 3
        sums["impaling"] += sum(counted.kills.values()) / 3
        sums["best_score"] += scores[-1]
        sums["margin"] += scores[-1] - scores[-2]
        sums["ties_before"] += 100 * (scores[-1] == scores[-2])
        sums["ties"] += 100 * (len(counted.winners) > 1)
        for metric, kind in ACTIONS.items():
            sums[metric] += 100 * any(isinstance(turn.ply, kind) for turn in game.turns)
        for name, seat in (("first_seat", game.seats[0]), ("last_seat", game.seats[-1])):
            sums[name] += 100 * (seat in counted.winners) / len(counted.winners)
    ratio = sums["escaped_with_coin"] / sums["escaped_without_coin"]
    return {"escaped_ratio": ratio} | {metric: total / GAMES for metric, total in sums.items()}


def test_every_metric_is_what_the_readable_engine_counts(box: GameSet, games: Games) -> None:
    expected = by_hand(box)
    assert set(expected) | SPREAD == set(get_args(Metric))
    for metric in get_args(Metric):
        if metric not in SPREAD:
            assert aimed_at(metric, games).value == pytest.approx(expected[metric]), metric


def test_a_target_is_counted_as_a_study_counts_it(games: Games) -> None:
    account = Account.of(games)
    keys: dict[Metric, str] = {metric: metric for metric in get_args(Metric) if metric in account.estimates}
    keys |= {"move_used": "actions.move.games", "first_seat": "seats.1.wins", "last_seat": "seats.3.wins"}
    assert len(keys) > 15
    for metric, key in keys.items():
        scale = 1 if METRICS[metric].form == "number" else 100
        assert aimed_at(metric, games) == pytest.approx([scale * number for number in account.estimate(key)])


def test_games_can_be_played_in_parts(box: GameSet, games: Games) -> None:
    whole = Games.joined([played(box, range(10)), played(box, range(10, GAMES))])
    assert (whole.rows == games.rows).all()
    assert (whole.orders == games.orders).all()


def test_the_difference_from_oneself_is_nothing(games: Games) -> None:
    for metric in get_args(Metric):
        found = difference(metric, games, games)
        assert found == (None if metric in SPREAD else Estimate(0, 0, 0))


def winners(box: GameSet, counts: list[int]) -> Games:
    """Games of which each seat wins so many alone."""
    return unplayed(box, len(counts), {WINNERS: np.repeat([1 << seat for seat in range(len(counts))], counts)})


def test_the_gap_between_seats_is_corrected_for_chance(box: GameSet) -> None:
    """Seats that win equally often by chance still differ in any sample; the correction takes most of that away."""
    chance = np.random.default_rng(2)
    samples = [winners(box, list(chance.multinomial(200, [0.25] * 4))) for _ in range(200)]
    raw = np.mean([np.ptp(100 * sample.victory.mean(axis=0)) for sample in samples])
    corrected = np.mean([aimed_at("seat_gap", sample).value for sample in samples])
    assert raw > 5
    assert corrected < raw / 1.5


def test_a_real_gap_lies_in_its_interval(box: GameSet) -> None:
    found = aimed_at("seat_gap", winners(box, [1800, 2200, 2800, 3200]))
    assert found.low < 14 < found.high
    assert found.value == pytest.approx(14, abs=0.5)


def test_the_widest_worth_of_a_design_is_corrected_for_chance(box: GameSet) -> None:
    """Designs that are worth nothing still differ in any sample; the correction takes a good part of that away."""
    samples = [lucky(box, 100, {}, seed) for seed in range(12)]
    raw = [SPREADS["deviation"](METRICS["design_worth"].of("", sample).values.mean(axis=0)) for sample in samples]
    corrected = [aimed_at("design_worth", sample).value for sample in samples]
    assert 100 * np.mean(raw) > 6
    assert np.mean(corrected) < 100 * np.mean(raw) / 1.3


def test_the_widest_worth_is_that_of_the_design_farthest_from_the_mean(box: GameSet) -> None:
    games = lucky(box, 2000, {"crossroads": -1.8}, 1)
    account = Account.of(games)
    worths = {name: 100 * account.estimate(f"designs.{name}.wins").value for name in account.by("designs")}
    found, mean = aimed_at("design_worth", games), np.mean(list(worths.values()))
    assert min(worths, key=lambda name: worths[name]) == "crossroads"
    assert mean - worths["crossroads"] > 8
    assert found.low < mean - worths["crossroads"] < found.high
    assert found.value == pytest.approx(mean - worths["crossroads"], abs=1)


def test_a_ratio_is_one_of_sums_and_known_if_nobody_escapes_without_a_coin(box: GameSet) -> None:
    games = winners(box, [2, 2])
    games.rows[:, RICH] = [9, 1, 0, 0]
    games.rows[:, ESCAPED] = [9, 1, 0, 0]
    assert aimed_at("escaped_ratio", games).value == pytest.approx(10)
    games.rows[:, ESCAPED + 1] = [0, 0, 5, 0]
    assert aimed_at("escaped_ratio", games).value == pytest.approx(2)


def test_a_shared_victory_is_divided(box: GameSet) -> None:
    shared = winners(box, [4, 0])
    shared.rows[:, WINNERS] = [0b01, 0b11, 0b11, 0b10]
    assert shared.victory.tolist() == [[1, 0], [0.5, 0.5], [0.5, 0.5], [0, 1]]
    assert aimed_at("ties", shared).value == 50
    assert aimed_at("seat_gap", shared).value == 0
