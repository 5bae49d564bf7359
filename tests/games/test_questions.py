"""Questions: each answer is what the engine finds, and what rules that were written a second time find, too."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.errors import refuse
from asterion_press.games.asterismo.board import read_hexagon
from asterion_press.games.game import Game, in_words
from asterion_press.games.kinds import read_game
from asterion_press.rulebook.text.markdown import load_markdown
from tests.support.asterion_by_hand import Dead, Table, actions, beginning, beside, impale, trapped
from tests.support.asterismo_by_hand import cleared_by_hand, lives, may_be_taken
from tests.support.refusals import refusal, shelved, spoilt
from tools import quiz_words

GAMES = ("asterion", "asterion-original", "asterismo", "minotaurus")
COLOURS = ("blue", "yellow", "red")
KNOSSOS = load_theme(ShelfFile("", library.theme_file("knossos").path, "knossos"))


@cache
def game(name: str) -> Game:
    return read_game(library.game_file(name))


def questions(name: str, file: ShelfFile | None = None, theme: Theme = KNOSSOS) -> Any:
    claimed = game(name).figures(file or library.figures()[name])
    refuse(one.mistake for some in claimed.wrong_answers.values() for one in some)
    return claimed.questions(theme)


def asking(name: str) -> dict[str, Any]:
    """The figures that ask, by id."""
    return {one: figure for one, figure in game(name).figures(library.figures()[name]).figures.items() if figure.ask}


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_finds_the_answers_of_all_questions(name: str) -> None:
    assert list(questions(name)) == list(asking(name))


@pytest.mark.parametrize("name", GAMES)
def test_each_question_names_a_heading_of_the_rules_text_and_stands_in_none(name: str) -> None:
    file = library.rules_file("en", name)
    text = load_markdown(file.path, file.name)
    assert [one.ask.rule for one in asking(name).values() if f"{{#{one.ask.rule}}}" not in text] == []
    claimed = game(name).figures(library.figures()[name])
    assert {*claimed.ids} & {*asking(name)} == set()
    assert {*claimed.illustrations(KNOSSOS)} & {*asking(name)} == set()


@pytest.mark.parametrize("name", ["asterismo", "minotaurus"])
def test_what_is_told_of_a_figure_is_what_it_shows(name: str) -> None:
    for figure in asking(name).values():
        assert figure.ask.told == quiz_words.tell(game(name), figure)


def refused(name: str, folder: Path, old: str, new: str) -> str:
    """The one line that the questions of a game are refused with after a change of its figures."""
    text = spoilt(library.figures()[name].path.read_text(encoding="utf-8"), (old, new))
    [line] = refusal(questions, name, shelved(folder, text, "figures.yaml"))
    return line


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_that_the_engine_does_not_find_is_a_mistake_at_its_place(name: str, tmp_path: Path) -> None:
    reported = refused(name, tmp_path, "      answer: 'yes'", "      answer: 'no'")
    before = library.figures()[name].path.read_text(encoding="utf-8").partition("      answer: 'yes'")[0]
    place = f"figures.yaml:{before.count(chr(10)) + 1}:15"
    asked = re.findall(r"(?m)^  ([\w-]+):$", before)[-1]
    assert reported == f"{place}: figure {asked!r}: answer: claimed no; the engine finds yes"
    changed = ShelfFile(name, tmp_path / "figures.yaml", "figures.yaml")
    assert game(name).figures(changed).ids, "the other figures are as true as before"


WRONG = {
    "counters lie elsewhere than the engine finds them before this turn: path 2 of Y10": (
        "asterion",
        "        impaled: [{tile: Y10, path: 2}]\n",
        "",
    ),
    "a figure that asks shows no claims, verdicts or threads": (
        "asterion",
        "        impaled: [{tile: Y10, path: 2}]\n",
        "        impaled: [{tile: Y10, path: 2}]\n        verdict: right\n",
    ),
    "no path None in the figure; name one": ("asterion", "      to: {tile: B15, path: 1}\n", ""),
    "unknown tile 'Y18'": (
        "asterion",
        "{tile: Y14, at: [0, -1], turns: 3, mark: new}",
        "{tile: Y18, at: [0, -1], mark: new}",
    ),
    "no token lies on a1": ("asterismo", "ringed: [e6]", "ringed: [a1]"),
    "nobody here is called 'C'": ("minotaurus", "      rival: B\n", "      rival: C\n"),
    "unknown piece 'X1L'": ("minotaurus", "up: [G1L, G2R]", "up: [X1L, G2R]"),
    "piece 'B4L' is there twice": ("minotaurus", "up: [G1L, G2R]", "up: [B4L, G2R]"),
    "a figure that asks shows `hands`": (
        "minotaurus",
        "    hands: {holds: {A: [[R1L, R3R]], B: [[R5L, R1R]]}}\n",
        "    points: 3\n",
    ),
}


@pytest.mark.parametrize("reported", WRONG)
def test_what_makes_no_sense_in_a_question_is_a_mistake(reported: str, tmp_path: Path) -> None:
    line = refused(WRONG[reported][0], tmp_path, *WRONG[reported][1:])
    assert line.startswith("figures.yaml:")
    assert reported in line


def test_what_is_claimed_is_said_alike_everywhere() -> None:
    values: tuple[object, ...] = (True, False, -1, "5/5", ("A", "B"), (), {"yellow": 1, "red": 0}, {})
    assert [in_words(value) for value in values] == (
        ["yes", "no", "-1", "5/5", "A, B", "none", "yellow 1, red 0", "none"]
    )


# -- rules that were written a second time -----------------------------------------------------------------------------


def table_of(panel: Any, tiles: dict[str, Any], table: Table, *, new: bool) -> tuple[Table, Dead]:
    """A panel as the judge's table; with `new` the tile that is placed lies there, too."""
    lying = [placed for placed in panel.tiles if placed.tile != "minotaur" and (new or placed.mark != "new")]
    dead = frozenset((path.tile, path.path - 1) for path in panel.impaled)
    return table | {placed.at: (tiles[placed.tile], placed.turns) for placed in lying}, dead


def is_legal(figure: Any, tiles: dict[str, Any], start: Table) -> bool:
    last = figure.panels[-1]
    before, dead = table_of(figure.panels[0], tiles, start, new=False)
    after, _ = table_of(last, tiles, start, new=True)
    if len(figure.panels) == 1:
        [new] = [placed for placed in last.tiles if placed.mark == "new"]
        return any(there in before for there in beside(new.at)) and not trapped(after, "any")
    colour = tiles[last.discards]["colour"]
    return any(same == after for same in actions(before, dead, colour, "any").values())


@pytest.mark.parametrize("name", ["asterion", "asterion-original"])
def test_a_judge_who_does_not_know_the_engine_finds_the_same_turns_legal_and_the_same_prisoners_impaled(
    name: str,
) -> None:
    tiles, start = beginning(json.loads(json.dumps(game(name).data())))
    judged = Counter[str]()
    for figure in asking(name).values():
        question = figure.ask
        if question.find == "legal":
            assert question.answer == ("yes" if is_legal(figure, tiles, start) else "no"), question.text
        elif question.find in {"impaled", "points"}:
            after, dead = table_of(figure.panels[-1], tiles, start, new=True)
            then, _ = impale(after, dead)
            fresh = sorted(tile for tile, _ in then - dead)
            if question.find == "impaled":
                assert question.answer == (", ".join(fresh) or "none"), question.text
            elif name == "asterion":
                [new] = [placed for placed in figure.panels[-1].tiles if placed.mark]
                points = sum(1 if tiles[tile]["colour"] != question.player else -1 for tile in fresh)
                is_own = tiles[new.tile]["colour"] == question.player
                assert question.answer == str(points if is_own else 0), question.text
        judged[question.find or ""] += 1
    assert judged["legal"] >= 2
    assert judged["impaled"] >= 1


def named(tokens: Any) -> str:
    return ", ".join(sorted(f"{'ABCDEFGHIJK'[x]}{y + 1}" for (x, y), _ in tokens)) or "none"


def found_by_hand(find: str, panel: Any, tokens: Any) -> str | None:
    alive = frozenset(token for token in tokens if lives(tokens, token[0]))
    match find:
        case "alive":
            return "yes" if read_hexagon(panel.ringed[0]) in dict(alive) else "no"
        case "legal":
            return "yes" if read_hexagon(panel.take) in dict(may_be_taken(tokens)) else "no"
    lists = {"dead": tokens - alive, "taken": tokens - cleared_by_hand(tokens)}
    return named(lists[find]) if find in lists else None


def test_a_second_writing_of_the_rules_finds_the_same_tokens_alive_free_and_taken_away() -> None:
    judged = 0
    for figure in asking("asterismo").values():
        panel = figure.panels[0]
        tokens = frozenset(
            (read_hexagon(word), COLOURS.index(colour)) for colour, words in panel.tokens.items() for word in words
        )
        if (found := found_by_hand(figure.ask.find, panel, tokens)) is not None:
            judged += 1
            assert figure.ask.answer == found, figure.ask.text
    assert judged == 7
