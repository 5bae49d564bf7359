"""The command that studies a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.support import project_commands
from tests.support.project_commands import shipped, written

pytest.importorskip("numba")

from asterion_press.games.labyrinth.kernel.api import prepare


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    prepare()


def run(*words: str) -> Result:
    return project_commands.run("play study", *words)


def bad(*words: str, status: int = 1) -> str:
    return project_commands.bad("play study", *words, status=status)


def data(*words: str) -> Any:
    return json.loads(project_commands.good("play study --format json", *words))


def other_deck() -> str:
    """The shipped deck with a coin on the crossroads."""
    coin = ("{exits: NESW, prisoners: 1}", "{exits: NESW, prisoners: 1, coins: 1}")
    return written("other.yaml", shipped(coin))


def test_every_party_is_studied() -> None:
    found = data("--games", "20", "--players", "2", "--players", "3", "--bot", "random", "--bot", "greedy")
    parties = [(party["bots"][0], party["players"], party["games"]) for party in found["parties"]]
    assert parties == [("random", 2, 20), ("random", 3, 20), ("greedy", 2, 20), ("greedy", 3, 20)]
    assert found["confidence"] == 0.95


def test_the_table_tells_what_the_data_say() -> None:
    text = run("--games", "30").stdout
    impaled = data("--games", "30")["parties"][0]["measures"]["impaled"]
    [line] = [line for line in text.splitlines() if line.startswith("prisoners impaled")]
    assert line.split()[2:] == [f"{impaled['mean']:.2f}", f"{impaled['low']:.2f}", "to", f"{impaled['high']:.2f}"]


def test_any_number_of_jobs_tells_the_same() -> None:
    one, two, three, each_core = (run("--games", "150", "--jobs", jobs).stdout for jobs in "1230")
    assert one == two == three == each_core != run("--games", "150", "--seed", "2").stdout


def test_without_actions_nobody_acts() -> None:
    [party] = data("--games", "20", "--rule", "actions=no")["parties"]
    assert party["by_action"]["place"]["uses"]["mean"] == 16
    assert not party["acts"]


def test_another_edition_has_other_games() -> None:
    found = data("--games", "20", "--rule", "edition=original")
    assert found["edition"] == "original"
    assert found["parties"][0]["measures"]["impaling"]["mean"] == 0


def test_two_decks_are_compared() -> None:
    found = data("--games", "60", "--against", other_deck(), "--bot", "random", "--rule", "actions=no")
    [gaps] = found["against"]["differences"]
    assert gaps["impaled"]["difference"] == {"mean": 0, "low": 0, "high": 0}
    assert gaps["treasure"]["difference"]["high"] < 0
    assert gaps["treasure"]["mine"] == found["parties"][0]["measures"]["treasure"]
    assert gaps["treasure"]["other"] == found["against"]["parties"][0]["measures"]["treasure"]
    assert found["against"]["deck"] != found["deck"]
    text = run("--games", "60", "--against", "other.yaml", "--bot", "random", "--rule", "actions=no").stdout
    assert "tiles.yaml less other.yaml" in text


def test_a_broken_catalogue_is_told_with_its_place() -> None:
    written("broken.yaml", "game: asterion\nnonsense: 1\n")
    for words in (("broken.yaml",), ("--against", "broken.yaml")):
        assert "broken.yaml:2:1: unknown key 'nonsense'" in bad(*words)


def test_more_players_than_colours_are_refused() -> None:
    lines = [line for line in shipped().splitlines() if not line.startswith(("  red:", "  green:"))]
    assert "4 players cannot play" in bad(written("two.yaml", "\n".join(lines)), "--games", "2")


@pytest.mark.parametrize("name", ["report.html", "report.PDF"])
def test_a_report_is_written_once_and_not_over_other_work(name: str) -> None:
    words = ("--games", "20", "--bot", "random", "--report", name)
    project_commands.good("play study", *words)
    data = Path(name).read_bytes()
    assert data.startswith(b"<!doctype html>" if name.endswith("html") else b"%PDF")
    assert run(*words).exit_code == 0  # the same bytes are there already
    bad(*words, "--seed", "2")
    assert Path(name).read_bytes() == data
    assert run(*words, "--seed", "2", "--force").exit_code == 0
    assert Path(name).read_bytes() != data


def test_a_report_of_another_kind_is_refused() -> None:
    assert "end its name in .html or .pdf" in bad("--report", "report.docx", status=2)


def test_another_deck_may_be_a_variant_and_is_not_varied_itself() -> None:
    words = ("--games", "20", "--bot", "random", "--rule", "actions=no", "--variant", "original", "--against")
    found = data(*words, "asterion")
    assert found["deck"] != found["against"]["deck"]
    text = run(*words, "asterion").stdout
    assert "templates/variants/original.yaml upon tiles.yaml less asterion, game by game" in text


def test_rules_that_level_the_seats_are_measured_with_every_bot() -> None:
    words = ("--seats", "--games", "12", "--players", "2")
    [two] = data(*words)["seats"]
    assert {*two["rules"][0]["shares"]} == {"random", "greedy", "search"}
    assert "equal points: the earlier seat" in run(*words, "--bot", "random").stdout
    assert "--seats measures one deck" in bad("--seats", "--report", "seats.html", status=2)
