"""Matches of bots: fair by construction, the same for any number of jobs, and ratings that are true of made-up ones."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation.executors import in_turn
from asterion_press.games.labyrinth.simulation.games import Party, watch_games
from asterion_press.games.labyrinth.simulation.measures import Estimate
from asterion_press.games.labyrinth.simulation.victories import Pairing, pairs_of, play_pairing, ratings
from tests.support.project_commands import good, run

MATCH = "play match random greedy search --players 2 --games 30"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_against_itself_wins_its_share_of_every_deal(box: GameSet, players: int) -> None:
    one, other = (Party.of(box, Rules(), players, bot) for bot in ("search:rounds=1", "search"))
    found = play_pairing(one, other, 10, 1, in_turn(watch_games))
    assert found.games == 10 * players
    assert found.wins.value == pytest.approx(1 / players)


@pytest.mark.parametrize(("players", "stronger"), [(2, 4.0), (3, 4.0), (4, 9.0)])
def test_ratings_are_those_of_the_strengths_that_make_the_victories(players: int, stronger: float) -> None:
    strengths = {"a": 1.0, "b": stronger, "c": stronger**2}
    pairings = [
        Pairing(one, other, 1_000_000, Estimate(share, share, share))
        for one, other in pairs_of(tuple(strengths))
        for share in [strengths[one] / (strengths[one] + (players - 1) * strengths[other])]
    ]
    found = ratings(pairings, players)
    step = {4.0: 240.8, 9.0: 381.7}[stronger]  # 400 log10
    assert found == pytest.approx({"a": 0.0, "b": step, "c": 2 * step}, abs=0.2)


def test_a_bot_that_always_wins_has_a_rating() -> None:
    [weak, strong] = ratings([Pairing("strong", "weak", 40, Estimate(1.0, 0.9, 1.0))], 2).items()
    assert weak == ("weak", 0.0)
    assert 600 < strong[1] < 900


def test_the_table_and_the_data_say_the_same() -> None:
    table, data = good(MATCH), json.loads(good(MATCH, "--format", "json"))
    [match] = data["matches"]
    pairs = [(pair["one"], pair["others"]) for pair in match["pairs"]]
    assert pairs == [("greedy", "random"), ("search", "random"), ("search", "greedy")]
    for pair in match["pairs"]:
        wins = pair["wins"]
        assert pair["games"] == 30
        assert 0 <= wins["low"] <= wins["value"] <= wins["high"] <= 1
        half = 50 * (wins["high"] - wins["low"])
        row = [pair["one"], pair["others"], f"{100 * wins['value']:.1f}", "±", f"{half:.1f}", "30"]
        assert row in [line.split() for line in table.splitlines()]
    assert match["elo"]["random"] == 0 < match["elo"]["greedy"] < match["elo"]["search"]


def test_the_same_seed_gives_the_same_match_for_any_number_of_jobs() -> None:
    assert good(MATCH, "--jobs", 1) == good(MATCH, "--jobs", 3) != good(MATCH, "--seed", 2)


WRONG = {
    "greedy": "name two bots or more, each once",
    "greedy search greedy": "name two bots or more, each once",
    "greedy tree:nods=3": "the bot 'tree' takes no 'nods=3'; it takes nodes=NUMBER, ms=NUMBER, without=ACTION",
    "greedy deep": "unknown bot 'deep'",
}


@pytest.mark.parametrize("bots", WRONG)
def test_a_match_says_which_bots_it_wants(bots: str) -> None:
    result = run(f"play match {bots}")
    assert result.exit_code == 2
    assert WRONG[bots] in result.stderr
