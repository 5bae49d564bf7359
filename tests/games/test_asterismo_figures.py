"""Figures of asterismo's rules: what they claim is what the engine finds, or nothing is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.main import main
from asterion_press.games.asterismo.rules import EACH_COLOUR_FOR_TWO
from asterion_press.games.game import Claimed
from asterion_press.games.kinds import read_game
from tests.support.refusals import refusal, shelved, spoilt
from tests.support.texts import text_in

SHIPPED = Path(library.root()) / "templates" / "figures" / "asterismo.yaml"


def proved(path: Path) -> Claimed:
    return read_game(library.game_file("asterismo")).figures(ShelfFile("asterismo", path, "figures.yaml"))


def messages_of(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    return refusal(proved, shelved(tmp_path, spoilt(SHIPPED.read_text(encoding="utf-8"), *changes)).path)


def test_the_closing_example_has_the_rulebooks_numbers() -> None:
    claims = proved(SHIPPED).claims
    assert (claims["figure.lost.needs"], claims["figure.lost.gets"]) == ("15", "14")
    assert (claims["figure.lost-end.gets"], claims["figure.lost-end.takes"]) == ("14", "0")


def test_the_problem_says_which_tokens_each_player_still_needs() -> None:
    """The colours are symbols in the text, so that they can be held against the harvests of the figure."""
    panel = SHIPPED.read_text(encoding="utf-8").partition("  problem:")[2]
    harvests = json.loads(panel.partition("harvests: ")[2].partition("\n")[0])
    held = [(name, has) for own in harvests for name, has in zip(("blue", "yellow", "red"), own, strict=True)]
    needed = [name for name, has in held for _ in range(has, EACH_COLOUR_FOR_TWO)]
    assert needed == ["yellow", "blue", "yellow"]
    reported = {}
    for language in library.languages("asterismo"):
        text = text_in(language, "asterismo")
        section = text.partition("{#problem}")[2].partition("{#variants}")[0]
        reported[language] = re.findall(r"\(symbol:(\w+)\)", section)
    assert reported
    assert {language: symbols for language, symbols in reported.items() if symbols != needed} == {}


FALSE = [
    ("claims: {dead: [f6]}", "claims: {alive: [f6]}", ["alive: f6; none"]),
    ("claims: {legal: true, falls: [], pieces: 1}", "claims: {legal: false}", ["legal: no; yes"]),
    ("falls: [h6], pieces: 1", "falls: [h6, g6]", ["falls: h6, g6; h6"]),
    ("falls: [], pieces: 2", "pieces: 1", ["pieces: 1; 2"]),
    ("rounds: 3, removed: 15", "rounds: 2, removed: 14", ["rounds: 2; 3", "removed: 14; 15"]),
    ("apart: 3, left: 48", "apart: 0, left: 51", ["apart: 0; 3", "left: 51; 48"]),
    ("claims: {won: true, needs: 15}", "claims: {won: false, needs: 15}", ["won: no; yes"]),
    ("most: 11, gets: 14, verdict: lost", "most: 12", ["most: 12; 11"]),
    ("most: 11, gets: 14, verdict: lost", "gets: 15, verdict: won", ["gets: 15; 14", "verdict: won; lost"]),
    ("takes: 4, wins: [e9, e10]", "wins: [e9]", ["wins: e9; e9, e10"]),
    ("line: [e9, h5, e10, h4]", "line: [h5, e9, e10, h4]", ["line: h5, e9, e10, h4; none"]),
    ("line: [e9, h5, e10, h4]", "line: [e9, h5, e10]", ["line: e9, h5, e10; none"]),
]


@pytest.mark.parametrize(("old", "new", "messages"), FALSE)
def test_a_claim_that_is_false_is_found(tmp_path: Path, old: str, new: str, messages: list[str]) -> None:
    reported = [line.split(": ", 2)[1:] for line in messages_of(tmp_path, (old, new))]
    wanted = [message.replace(": ", ": claimed ").replace("; ", "; the engine finds ") for message in messages]
    assert [message for _, message in reported] == wanted
    assert all(figure.startswith("figure '") for figure, _ in reported)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{blue: [f6, g6, f7]}", "{blue: [f6, g6, l7]}", "'l7' is no hexagon of the board; they are a1 to k11"),
        ("{blue: [f6, g6, f7]}", "{blue: [f6, g6, f6]}", "a token lies on f6 already"),
        ("{blue: [f6, g6, f7]}", "{green: [f6, g6, f7]}", "unknown colour 'green'"),
        ("{blue: [f6, g6, f7]}", "{blue: [g6, f7]}", "no token lies on f6"),
        ("take: i5", "take: k1", "no token lies on k1"),
        ("[[5, 6, 5], [5, 5, 7]]", "[[5, 6, 5]]", "needs: asterismo is for 2 or 3 players, not 1"),
        ("poured: 224", "poured: 224\n        tokens: {blue: [f6]}", "either tokens or what was poured from a seed"),
    ],
)
def test_what_cannot_be_shown_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert any(message in line for line in messages_of(tmp_path, (old, new)))


def test_all_mistakes_are_told_at_once_with_their_places(tmp_path: Path) -> None:
    reported = messages_of(
        tmp_path, ("alive: [f6]", "alive: [f6, f6]"), ("most: 11", "most: 9"), ("take: g6", "take: a1")
    )
    assert [line.split(": ")[0] for line in reported] == ["figures.yaml:30:15", "figures.yaml:65:35"]


def test_the_whole_game_is_built_and_proved_in_every_language(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    result = CliRunner().invoke(main, ["build", "asterismo", "--verbose", "--out", out])
    assert result.exit_code == 0, result.output
    made = sorted(path.name for path in Path(out).iterdir())
    assert {"rules-en.pdf", "rules-es.pdf", "rules-ja.pdf", "sheets-a4.pdf", "sheets-letter.pdf"} <= set(made)
    assert "63 tokens and 3 panels of the board" in result.stdout
