"""`asterion play setup`: positions from seeds, takes that follow, verdicts of the solver, how often setups are won."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asterion_press.cli.main import main
from asterion_press.games.asterismo.rules import HexPosition, IllegalTakeError, goal_met, outcome, replay
from asterion_press.games.asterismo.setup import Odds, pour, starting_position, wilson
from asterion_press.games.asterismo.solver import solve

YELLOW = "g3 h3 d4 g4 h4 f6 h6 i6 f7 h7 i7 e9 g9 c10 d10"


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, ["play", "setup", *words])


def printed(*words: str) -> str:
    result = asked(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str) -> str:
    result = asked(*words)
    assert result.exit_code == 2, result.output
    return result.stderr.splitlines()[-1]


def test_a_seed_gives_the_same_position_for_ever(golden: Callable[[str, str], None]) -> None:
    golden("asterismo-seed-4.txt", printed("asterismo", "--seed", "4"))
    golden("asterismo-seed-4.txt", printed("--seed", "4"))


def test_json_says_what_the_words_say() -> None:
    data = json.loads(printed("--seed", "4", "--format", "json"))
    assert data["tokens"]["yellow"] == YELLOW.split()
    assert data["harvests"] == [{"blue": 3, "yellow": 3, "red": 2}, {"blue": 2, "yellow": 3, "red": 2}]
    assert (data["turn"], len(data["takes"]), data["outcome"]) == (2, 24, None)
    assert [len(dead) for dead in data["removed"]["rounds"]] == [8, 3, 2, 1, 1]


def test_the_line_that_the_solver_tells_wins_take_by_take() -> None:
    solution = json.loads(printed("--seed", "4", "--solve", "--format", "json"))["solution"]
    assert solution["verdict"] == "won"
    end = json.loads(printed("--seed", "4", "--takes", ",".join(solution["line"]), "--format", "json"))
    assert end["outcome"] == "won"
    assert all(min(harvest.values()) >= 5 for harvest in end["harvests"])
    before = json.loads(printed("--seed", "4", "--takes", " ".join(solution["line"][:-1]), "--format", "json"))
    assert before["outcome"] is None
    reported = printed("--seed", "4", "--solve").splitlines()[-1]
    assert reported.startswith(f"can be won in {len(solution['line'])} takes")
    assert [word.split(":")[1] for word in reported.split(": ", 1)[1].split()] == solution["line"]


def test_what_cannot_be_won_and_what_is_not_known_are_told_apart() -> None:
    assert "cannot be won, whatever the players do" in printed("--seed", "1", "--solve")
    assert "undecided after 3 steps; allow more with --steps" in printed("--seed", "4", "--solve", "--steps", "3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seed", "4", "--takes", "e4"), "take 1, e4 may not be taken: e3, d4, d5 would fall"),
        (("--seed", "4", "--takes", "g5 g5"), "take 2, g5 may not be taken: no token lies there"),
        (("--seed", "4", "--takes", "g5,z3"), "'z3' is no hexagon of the board; they are a1 to k11"),
        (("asterion",), "'setup' is for games of tokens in three colours on a board of hexagons; 'asterion' has"),
        (("--steps", "5"), "--steps is about the solver; add --solve or --odds N"),
        (("--odds", "5", "--solve"), "--odds is about many setups; leave out --takes, --solve and --draw"),
        (("--players", "4"), "Invalid value for '--players'"),
        (("--theme", "knossos"), "--theme is about a picture; add --draw FILE"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words: tuple[str, ...], message: str) -> None:
    assert message in refused(*words)


def test_odds_count_the_same_setups_that_can_be_looked_at_one_by_one() -> None:
    data = json.loads(printed("--odds", "4", "--seed", "3", "--steps", "150", "--format", "json"))
    verdicts = [solve(starting_position(pour(seed), 2), 150).verdict for seed in range(3, 7)]
    assert [data[name] for name in ("won", "lost", "undecided")] == [
        verdicts.count(name) for name in ("won", "lost", "undecided")
    ]
    assert "4 setups for 2 players, seeds 3 to 6: " in printed("--odds", "4", "--seed", "3", "--steps", "150")


def test_the_interval_is_wilsons_and_undecided_setups_widen_it_on_both_sides() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)  # Newcombe 1998, table I, method 3
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)  # the same
    sure, unsure = Odds(70, 30, 0).interval, Odds(60, 30, 10).interval
    assert unsure[0] < sure[0] < sure[1] == unsure[1]


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_picture_shows_the_position(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"setup.{ending}"
    reported = printed("--seed", "4", "--players", "3", "--draw", str(file), "--theme", "ink-saver")
    assert f"{file}: the setup of seed 4 for 3 players\n" in reported
    head = file.read_bytes()
    assert head.startswith(b"%PDF" if ending == "pdf" else b"<?xml")
    if ending == "svg":
        assert "player 1: 5 tokens" in head.decode()


# -- goals and the end, by hand --


@pytest.mark.parametrize(
    ("harvests", "won"),
    [
        (((5, 5, 5), (5, 5, 5)), True),
        (((5, 5, 5), (5, 5, 4)), False),
        (((9, 9, 3), (5, 5, 5)), False),
        (((10, 0, 0), (0, 10, 0), (0, 0, 10)), True),
        (((10, 0, 0), (10, 0, 0), (0, 0, 10)), True),
        (((10, 0, 0), (0, 10, 0), (9, 9, 9)), False),
        (((7, 7, 7), (7, 7, 7), (7, 7, 7)), False),
    ],
)
def test_the_goal_for_two_is_five_of_each_colour_and_for_three_ten_of_one(
    harvests: tuple[tuple[int, int, int], ...], won: bool
) -> None:
    assert goal_met(harvests) is won
    assert outcome(HexPosition((0, 0, 0), harvests)) == ("won" if won else "lost")


def test_nobody_takes_when_the_game_is_won() -> None:
    position = starting_position(pour(4), 2)
    line = solve(position).line
    end = replay(position, line)
    assert outcome(end) == "won"
    with pytest.raises(IllegalTakeError, match=f"take {len(line) + 1}, e3: the game has been won before"):
        replay(position, [*line, "e3"])
