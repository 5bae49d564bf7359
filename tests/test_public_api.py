"""The Python package `asterion_press`: what the documents show, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import asterion_press
import pytest
from click.testing import CliRunner

from generator.catalogue import library
from generator.cli.main import main

PROJECT = Path(__file__).resolve().parent.parent
EXAMPLES = re.findall(
    r"```python\n(.*?)```", (PROJECT / "docs/guides/python.md").read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_of_the_guide_run(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[number], f"example {number}", "exec"), {"__name__": "example"})


def test_every_public_name_is_described() -> None:
    names = [getattr(asterion_press, name) for name in asterion_press.__all__]
    page = (PROJECT / "docs/reference/python.md").read_text(encoding="utf-8")
    assert not [
        one.__name__ for one in names if not one.__doc__ or not re.search(rf":: {one.__name__}$", page, re.MULTILINE)
    ]


def test_a_project_is_printed_as_the_command_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(main, ["init", "doors", "--language", "en", "--language", "fr"]).exit_code == 0
    game = asterion_press.load(tmp_path / "doors")
    assert (game.id, game.kind, game.check()) == ("doors", "tokens", ())
    made = game.build("by-python")
    assert {"rules-fr.pdf", "sheets-letter.pdf", f"svg/{game.pieces[0]}.svg"} <= set(made.made)
    assert game.verify("by-python", rebuild=True).proved
    runner.invoke(main, ["build", "doors", "--out", "by-command"])
    same = [(tmp_path / folder / name).read_bytes() for name in made.made for folder in ("by-python", "by-command")]
    assert same[::2] == same[1::2]
    drawn = (tmp_path / "by-python" / f"svg/{game.pieces[0]}.svg").read_text(encoding="utf-8")
    paths = re.findall(r" d=\"([^\"]+)", drawn)
    assert paths
    assert paths == re.findall(r" d=\"([^\"]+)", game.draw(game.pieces[0]))
    assert library.project() is None


def test_a_position_is_scored_as_the_command_scores_it(tmp_path: Path) -> None:
    guide = (PROJECT / "docs/guides/pictures.md").read_text(encoding="utf-8")
    (position,) = re.findall(r"```yaml\n(.*?seats:.*?)```", guide, re.DOTALL)
    file = tmp_path / "position.yaml"
    file.write_text(position, encoding="utf-8")
    counted = asterion_press.load().score(file)
    assert CliRunner().invoke(main, ["play", "score", str(file)]).output == counted.explanation
    assert set(counted.winners) <= counted.points.keys()
    file.write_text(position.replace("game: asterion", "game: other"), encoding="utf-8")
    with pytest.raises(asterion_press.InputError, match=r"position\.yaml:1:7: a position of the game 'other'"):
        asterion_press.load().score(file)


def test_simulated_games_are_those_of_the_command() -> None:
    output = CliRunner().invoke(main, ["play", "simulate", "--games", "6", "--players", "3", "--seed", "4"]).output
    played = asterion_press.load().simulate(6, players=3, seed=4)
    assert f"impaled in a game          {played.impaled:8.2f}" in output
    assert f"points from impaling       {played.kills:8.2f}" in output
    assert f"wins of seat 3             {played.wins[2]:8.1%}" in output


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("asterio", "unknown game 'asterio'; did you mean 'asterion'"),
        ("no.yaml", "no.yaml: "),
        (".", "cannot be read: is a directory"),
    ],
)
def test_a_game_that_is_not_there_is_named(
    game: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(asterion_press.InputError, match=message):
        asterion_press.load(game)


def test_only_labyrinths_are_scored_and_simulated() -> None:
    game = asterion_press.load("minotaurus")
    with pytest.raises(asterion_press.InputError, match=r"minotaurus\.yaml:8:7: the game is of the kind 'horns'"):
        game.simulate()
    with pytest.raises(ValueError, match="1 or more"):
        asterion_press.load().simulate(0)
    with pytest.raises(KeyError):
        game.draw("Y99")


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    game = asterion_press.load()
    with pytest.raises(asterion_press.InputError, match="is missing"):
        game.verify(tmp_path)
    game.build(tmp_path / "a", parts=["check"])
    with pytest.raises(asterion_press.InputError, match="'minotaurus'"):
        asterion_press.load("minotaurus").verify(tmp_path / "a")
