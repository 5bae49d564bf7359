"""The command that studies a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from asterion_press.catalogue import library
from asterion_press.cli.main import main

pytest.importorskip("numba")

from asterion_press.games.labyrinth.kernel.api import prepare


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["play", "study", *words])


def data(*words: str) -> Any:
    result = run("--format", "json", *words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def other_deck() -> str:
    """The shipped deck with a coin on the crossroads."""
    text = (library.root() / "tiles.yaml").read_text(encoding="utf-8")
    changed = text.replace("{exits: NESW, prisoners: 1}", "{exits: NESW, prisoners: 1, coins: 1}", 1)
    assert changed != text
    Path("other.yaml").write_text(changed, encoding="utf-8")
    return "other.yaml"


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
    Path("broken.yaml").write_text("game: asterion\nnonsense: 1\n", encoding="utf-8")
    for words in (("broken.yaml",), ("--against", "broken.yaml")):
        result = run(*words)
        assert result.exit_code == 1
        assert "broken.yaml:2:1: unknown key 'nonsense'" in result.stderr


def test_more_players_than_colours_are_refused() -> None:
    text = (library.root() / "tiles.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("  red:", "  green:"))]
    Path("two.yaml").write_text("\n".join(lines), encoding="utf-8")
    result = run("two.yaml", "--games", "2")
    assert (result.exit_code, "4 players cannot play" in result.stderr) == (1, True)


@pytest.mark.parametrize("name", ["report.html", "report.PDF"])
def test_a_report_is_written_once_and_not_over_other_work(name: str) -> None:
    words = ("--games", "20", "--bot", "random", "--report", name)
    first = run(*words)
    assert first.exit_code == 0, first.stderr
    data = Path(name).read_bytes()
    assert data.startswith(b"<!doctype html>" if name.endswith("html") else b"%PDF")
    assert run(*words).exit_code == 0  # the same bytes are there already
    refused = run(*words, "--seed", "2")
    assert (refused.exit_code, Path(name).read_bytes()) == (1, data)
    assert run(*words, "--seed", "2", "--force").exit_code == 0
    assert Path(name).read_bytes() != data


def test_a_report_of_another_kind_is_refused() -> None:
    result = run("--report", "report.docx")
    assert result.exit_code == 2
    assert "end its name in .html or .pdf" in result.stderr


def test_another_deck_may_be_a_variant_and_is_not_varied_itself() -> None:
    words = ("--games", "20", "--bot", "random", "--rule", "actions=no", "--variant", "original", "--against")
    found = data(*words, "asterion")
    assert found["deck"] != found["against"]["deck"]
    text = run(*words, "asterion").stdout
    assert "templates/variants/original.yaml upon tiles.yaml less asterion, game by game" in text


def test_rules_that_level_the_seats_are_measured_with_every_bot() -> None:
    found = data("--seats", "--games", "12", "--players", "2")
    [two] = found["seats"]
    assert {*two["rules"][0]["shares"]} == {"random", "greedy", "search"}
    assert (
        "equal points: the earlier seat" in run("--seats", "--games", "12", "--players", "2", "--bot", "random").stdout
    )
    refused = run("--seats", "--report", "seats.html")
    assert (refused.exit_code, "--seats measures one deck" in refused.stderr) == (2, True)
