"""Exams: each answer is what the engine finds, and what rules that were written a second time find, too."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.errors import InputError
from generator.games.asterismo.board import read_hexagon
from generator.games.game import Game
from generator.games.kinds import read_game
from generator.rulebook.text.markdown import load_markdown
from tests.support.asterion_by_hand import Dead, Table, actions, beginning, beside, impale, trapped
from tests.support.hexes_by_hand import cleared_by_hand, lives, may_be_taken
from tools.exam import hexes, horns
from tools.exam.__main__ import mark, print_exam
from tools.exam.files import exam_text, read_sheet, same_answer

GAMES = ("asterion", "asterion-original", "asterismo", "minotaurus")
RULES = {
    "asterion": "setup play placing terms scoring-impaled actions rotate swap move scoring ties variants",
    "asterion-original": "symbols setup play placing terms scoring-impaled scoring ways ties",
    "asterismo": "object material terms setup turn end",
    "minotaurus": "setup turn match challenge end simplified",
}
COLOURS = ("blue", "yellow", "red")


def game(name: str) -> Game:
    return read_game(library.game_file(name))


def exam(name: str) -> Any:
    return game(name).exam(library.of_games("exams")[name])


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_finds_the_answers_of_all_questions(name: str) -> None:
    assert exam(name).questions


@pytest.mark.parametrize("name", GAMES)
def test_yes_is_right_about_as_often_as_no(name: str) -> None:
    counts = Counter(question.answer for question in exam(name).questions.values())
    assert counts["yes"]
    assert abs(counts["yes"] - counts["no"]) <= 2


@pytest.mark.parametrize("name", GAMES)
def test_each_rule_has_a_question_and_a_heading_of_the_rules_text(name: str) -> None:
    asked = {question.rule for question in exam(name).questions.values()}
    assert asked == set(RULES[name].split())
    file = library.rules_file("en", name)
    text = load_markdown(file.path, file.name)
    assert [rule for rule in asked if f"{{#{rule}}}" not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_that_the_engine_does_not_find_is_a_mistake_at_its_place(name: str, tmp_path: Path) -> None:
    lines = library.of_games("exams")[name].path.read_text(encoding="utf-8").splitlines()
    number = lines.index("    answer: 'yes'")
    lines[number] = "    answer: 'no'"
    spoiled = tmp_path / "exam.yaml"
    spoiled.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        game(name).exam(ShelfFile(name, spoiled, "exam.yaml"))
    [told] = raised.value.lines()
    assert told == f"exam.yaml:{number + 1}:13: 'no' is claimed; the engine finds 'yes'"


def test_a_figure_that_is_not_there_and_counters_that_lie_wrong_are_mistakes(tmp_path: Path) -> None:
    text = library.of_games("exams")["asterion"].path.read_text(encoding="utf-8")
    spoiled = tmp_path / "exam.yaml"
    spoiled.write_text(text.replace("figure: bridge", "figure: brigde"), encoding="utf-8")
    with pytest.raises(InputError, match="no figure 'brigde'; did you mean 'bridge'"):
        game("asterion").exam(ShelfFile("asterion", spoiled, "exam.yaml"))
    spoiled.write_text(text.replace("        impaled: [{tile: B02, path: 1}]\n", "", 1), encoding="utf-8")
    with pytest.raises(InputError, match=r"counters lie elsewhere .*: path 1 of B02"):
        game("asterion").exam(ShelfFile("asterion", spoiled, "exam.yaml"))


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
    made, judged = exam(name), Counter[str]()
    for question in made.questions.values():
        figure = made.figures.get(question.figure)
        if question.find == "legal":
            assert question.answer == ("yes" if is_legal(figure, tiles, start) else "no"), question.ask
        elif question.find in {"impaled", "points"}:
            after, dead = table_of(figure.panels[-1], tiles, start, new=True)
            then, _ = impale(after, dead)
            fresh = sorted(tile for tile, _ in then - dead)
            if question.find == "impaled":
                assert question.answer == (", ".join(fresh) or "none"), question.ask
            elif name == "asterion" and not question.gentler and figure.panels[-1].discards is None:
                [new] = [placed for placed in figure.panels[-1].tiles if placed.mark]
                points = sum(1 if tiles[tile]["colour"] != question.player else -1 for tile in fresh)
                is_own = tiles[new.tile]["colour"] == question.player
                assert question.answer == str(points if is_own else 0), question.ask
        judged[question.find or ""] += 1
    assert judged["legal"] >= 7
    assert judged["impaled"] >= 2


def named(tokens: Any) -> str:
    return ", ".join(sorted(f"{'ABCDEFGHIJK'[x]}{y + 1}" for (x, y), _ in tokens)) or "none"


def found_by_hand(find: str, panel: Any, tokens: Any) -> str | None:
    alive = frozenset(token for token in tokens if lives(tokens, token[0]))
    match find:
        case "alive":
            return "yes" if read_hexagon(panel.ringed[0]) in dict(alive) else "no"
        case "legal":
            return "yes" if read_hexagon(panel.take) in dict(may_be_taken(tokens)) else "no"
        case "left":
            return str(len(cleared_by_hand(tokens)))
    lists = {"dead": tokens - alive, "living": alive, "takes": may_be_taken(tokens)}
    lists["removed"] = tokens - cleared_by_hand(tokens)
    return named(lists[find]) if find in lists else None


def test_a_second_writing_of_the_rules_finds_the_same_tokens_alive_free_and_taken_away() -> None:
    made, judged = exam("asterismo"), 0
    for question in made.questions.values():
        if question.figure is not None:
            panel = made.figures[question.figure].panels[0]
            tokens = frozenset(
                (read_hexagon(word), COLOURS.index(colour)) for colour, words in panel.tokens.items() for word in words
            )
            if (found := found_by_hand(question.find, panel, tokens)) is not None:
                judged += 1
                assert question.answer == found, question.ask
    assert judged >= 20


# -- the tool ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "maker", "schema"), [("asterismo", hexes, "hexes"), ("minotaurus", horns, "horns")])
def test_the_tool_makes_the_same_exam_again(name: str, maker: Any, schema: str) -> None:
    made = exam(name)
    again = list(maker.make_exam(game(name)))
    assert [question.ask for _, _, question in again] == [question.ask for question in made.questions.values()]
    assert {one: figure for one, figure, _ in again if figure is not None} == dict(made.figures)
    text = exam_text(name, f"{schema}-exam", made.figures, made.questions)
    assert text == library.of_games("exams")[name].path.read_text(encoding="utf-8")


def test_a_reader_gets_every_question_twice_and_no_answer(tmp_path: Path) -> None:
    made = exam("minotaurus")
    print_exam(game("minotaurus"), made, tmp_path / "exam")
    seen, told = (
        (tmp_path / "exam" / f"exam-minotaurus{ending}.md").read_text(encoding="utf-8") for ending in ("", "-in-words")
    )
    for question in made.questions.values():
        assert question.ask in seen
        assert question.ask in told
    assert seen.count("](figures/") == sum(question.figure is not None for question in made.questions.values())
    assert "a blue left horn of value" in told
    assert not list((tmp_path / "exam").glob("*answers*"))
    sheet = (tmp_path / "exam-answers.txt").read_text(encoding="utf-8")
    assert mark(made, sheet) == "40 of 40 right: 100.0 %"


def test_a_sheet_is_marked_line_by_line() -> None:
    made = exam("asterismo")
    right = {number: question.answer for number, question in enumerate(made.questions.values(), 1)}
    sheet = "".join(f"{number}: {answer}\n" for number, answer in right.items() if number not in {3, 7})
    told = mark(made, sheet + "7: nonsense\nSome remark.\n").splitlines()
    assert [line.partition(" ")[0] for line in told] == ["3", "7", "38"]
    assert told[-1] == "38 of 40 right: 95.0 %"


def test_answers_may_be_written_in_several_ways() -> None:
    assert read_sheet("1: yes\n 2. no\n**3:** Y04, B12\nnothing\n") == {1: "yes", 2: "no", 3: "Y04, B12"}
    assert same_answer("b12 and Y04.", "B12, Y04")
    assert same_answer("−1", "-1")
    assert same_answer("None", "none")
    assert not same_answer("B12", "B12, Y04")
    assert not same_answer("3/1", "1/3")
    assert not same_answer("", "0")
