"""The examples of the English rules show every rule that the engines play by: another rule would not do."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.catalogue.words import words_of
from generator.cli.main import main
from generator.errors import InputError
from generator.games.game import Game
from generator.games.kinds import read_game
from generator.games.labyrinth import other_rules
from generator.games.labyrinth.engine import rules as labyrinth_rules
from generator.games.labyrinth.engine.rules import Rules
from generator.games.teaching import (
    Examples,
    Otherwise,
    RulesOfPlay,
    Teaching,
    changed,
    find_examples,
    package_of,
    teach,
)
from generator.making.rules import RulesReader, reader_of
from generator.rulebook.text.document import RulesText

GAMES = ("asterion", "asterion-original", "asterismo", "minotaurus")
MOST_REASONS = 6
"""Rules of one game that need no example."""


@cache
def game(name: str) -> Game:
    return read_game(library.game_file(name))


@cache
def reader(name: str) -> RulesReader:
    return reader_of(game(name))


def english(name: str) -> RulesText:
    return reader(name).read("en").text


def figures(name: str) -> ShelfFile:
    return library.figures()[name]


@cache
def play(name: str) -> RulesOfPlay:
    found = game(name).rules_of_play()
    assert found
    return found


@cache
def taught(name: str) -> Teaching:
    return teach(game(name), play(name), figures(name), english(name))


def shown(teaching: Teaching) -> dict[str, tuple[str, ...]]:
    return {one.id: one.shown_by for one in teaching.taught}


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_shown_by_an_example_of_the_english_text(name: str) -> None:
    teaching = taught(name)
    assert {one for one, examples in shown(teaching).items() if not examples} == set()
    assert teaching.unasked == ()
    assert teaching.is_sound


def test_the_rules_can_be_otherwise_in_many_ways_and_few_need_no_example() -> None:
    ways = {(one.rule.sentence, one.other.sentence) for name in GAMES for one in taught(name).taught}
    assert ways
    for name in GAMES:
        rules = taught(name).rules
        assert len({rule.id for rule in rules}) == len(rules)
        assert all(bool(rule.others) != bool(rule.reason) for rule in rules)
        assert sum(bool(rule.reason) for rule in rules) <= MOST_REASONS


EDITIONS = {
    "asterion": {"actions": False, "score_impaled": False, "tie_break": "all"},
    "asterion-original": {"actions": True, "score_impaled": True, "tie_break": "coinless"},
}
"""What each edition would be by a rule of the other one."""


def test_the_editions_differ_in_the_rules_that_are_compared() -> None:
    revised, original = Rules("revised"), Rules("original")
    for name, told in (("asterion", original), ("asterion-original", revised)):
        assert EDITIONS[name] == {
            "actions": told.acts,
            "score_impaled": told.scores_impaled,
            "tie_break": told.breaks_tie,
        }
    assert {*EDITIONS["asterion"], "outside"} == set(labyrinth_rules.OPTIONS), "`outside` is the same in both"


@pytest.mark.parametrize(("name", "option"), [(name, option) for name in EDITIONS for option in EDITIONS[name]])
def test_each_rule_in_which_the_editions_differ_has_an_example_in_both(name: str, option: str) -> None:
    claimed = game(name).figures(figures(name))
    examples = Examples(english(name), claimed, claimed.document)
    other = Otherwise("as in the other edition", {"rules_of": other_rules.agreed(**{option: EDITIONS[name][option]})})
    assert examples.noticing(game(name), figures(name), other)


def test_a_number_shows_a_rule_only_where_the_text_prints_it() -> None:
    """The original edition shows who is impaled in figures that claim 0 points, but only an answer says so."""
    assert shown(taught("asterion-original"))["impale.points.1"] == ("ruling-a5",)
    assert "impaling" in shown(taught("asterion"))["impale.points.2"]


def without_section(name: str, heading: str) -> RulesText:
    raw = library.rules_file("en", name).path.read_text(encoding="utf-8")
    cut = re.sub(rf"(?ms)^### [^\n]*\{{#{heading}\}}\n.*?(?=^#)", "", raw)
    assert cut != raw
    return reader(name).read_text(cut, "rules.md", words_of("en")).text


def test_a_question_that_is_taken_out_leaves_its_rule_without_an_example() -> None:
    teaching = teach(game("asterion"), play("asterion"), figures("asterion"), without_section("asterion", "ruling-a18"))
    assert [one for one, examples in shown(teaching).items() if not examples] == ["act.change.1"]
    (finding,) = teaching.unasked
    assert finding.message == "'ruling-a18' is the position of a question, but no heading of rules.md has this id"
    assert finding.place.file == "templates/figures/asterion.yaml"
    assert not teaching.is_sound


def test_a_figure_that_is_taken_out_leaves_its_rules_without_an_example() -> None:
    text = library.rules_file("en", "minotaurus").path.read_text(encoding="utf-8")
    cut = re.sub(r"(?s)!\[[^\]]*\]\(figure:pairs\s.*?\n\n", "", text)
    assert cut != text
    left = reader("minotaurus").read_text(cut, "rules.md", words_of("en")).text
    teaching = teach(game("minotaurus"), play("minotaurus"), figures("minotaurus"), left)
    gone = {one for one, by in shown(taught("minotaurus")).items() if by == ("pairs",)}
    assert gone == {"pair.horns.1", "pair.colour.1"}
    assert {one for one, by in shown(teaching).items() if not by} == gone


@pytest.mark.parametrize("name", GAMES)
def test_proposed_figures_are_true(name: str) -> None:
    proposed = tuple(play(name).proposed())
    assert proposed
    assert play(name).first_untrue(proposed) is None
    assert proposed == tuple(play(name).proposed())


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("asterion", ("place.touch.1", "act.change.1", "impale.own.1", "swap.own.1", "move.group.1", "win.tie.1")),
        ("asterion-original", ("impale.all.1", "act.never.1")),
        ("asterismo", ("alive.own.1", "take.falls.1", "take.apart.1", "goal.two.2", "goal.three.3")),
        ("minotaurus", ("pair.horns.1", "pair.one.1", "challenge.both.1", "simplified.reply.1", "pass.only.2")),
    ],
)
def test_a_figure_that_is_found_can_be_pasted_and_shows_the_rule(
    name: str, ids: tuple[str, ...], tmp_path: Path
) -> None:
    missing = [one for one in taught(name).taught if one.id in ids]
    found = find_examples(game(name), play(name), missing)
    assert set(found) == set(ids)
    path = tmp_path / "figures.yaml"
    setup = "  setup: {panels: [{tiles: [{tile: minotaur, at: [0, 0]}]}]}\n" if name.startswith("asterion") else ""
    for one in missing:
        path.write_text(f"game: {name}\nfigures:\n{setup}{found[one.id]}", encoding="utf-8")
        pasted = ShelfFile(name, path, "figures.yaml")
        game(name).figures(pasted)
        with changed(package_of(game(name)), one.other.changes), pytest.raises(InputError):
            game(name).figures(pasted)


def read_changed(change: dict[str, object]) -> int:
    with changed("generator.games.labyrinth", change):
        return labyrinth_rules.POINTS_OWN


def test_a_change_ends_with_its_block() -> None:
    before = labyrinth_rules.POINTS_OWN
    assert read_changed({"POINTS_OWN": 7}) == 7
    assert before == labyrinth_rules.POINTS_OWN
    with pytest.raises(LookupError, match=r"no module of generator[.]games[.]labyrinth knows 'POINT'"):
        read_changed({"POINTS_OWN": 7, "POINT": 8})
    assert before == labyrinth_rules.POINTS_OWN


def test_the_command_lists_rules_and_the_examples_that_show_them() -> None:
    run = CliRunner()
    sound = run.invoke(main, ["check", "asterion-original", "--teach"])
    assert sound.exit_code == 0
    assert re.search(r"(?m)^outside\.hole\.1 +not: a hole is not outside +ruling-a7$", sound.output)
    assert re.search(r"(?m)^hand\.secret .* not shown: the engine knows all hands", sound.output)
    data = json.loads(run.invoke(main, ["check", "asterion-original", "--teach", "--format", "json"]).output)
    assert data["sound"]
    assert data["rules"][0]["others"][0]["shown_by"] == ["ruling-corner"]


def test_a_question_taken_out_of_a_copy_makes_the_command_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner()
    assert run.invoke(main, ["init", "--from", "asterion-original", "--language", "en", "copy"]).exit_code == 0
    rules = tmp_path / "copy/rules/en.md"
    text = rules.read_text(encoding="utf-8")
    question = "### May I turn or move a tile on the table? {#ruling-actions}\n"
    assert question in text
    rules.write_text(text.replace(question, ""), encoding="utf-8")
    told = run.invoke(main, ["check", "copy", "--teach"])
    assert told.exit_code == 1
    assert "act.never.1: no example shows that it is not: a tile may pay for an action\n" in told.output
    assert "this figure would:\n  act-never:\n    panels:\n" in told.output
    assert re.search(
        r"(?m)^copy/figures.yaml:\d+:3: error: 'ruling-actions' is the position of a question", told.output
    )
    assert told.output.endswith("30 of 31 other rules are shown to be wrong; 4 rules need no example\n")


def test_the_command_refuses_what_it_cannot_teach(tmp_path: Path) -> None:
    run = CliRunner()
    path = tmp_path / "tokens.yaml"
    path.write_text(
        "kind: tokens\ngame: heroes\ntitle: Heroes\nedition: first\nsize_mm: 30\n"
        "credits: {design: Nobody, publisher: nobody, artwork: our own}\n"
        "colours:\n  yellow: {symbol: sun, ink: '#d9a520'}\ntokens:\n  one: {count: 3, value: 1}\n",
        encoding="utf-8",
    )
    told = run.invoke(main, ["check", str(path), "--teach"])
    assert told.exit_code == 2
    assert "'heroes' is no such game" in told.output
