"""Make, print and mark exams, from the root of the checkout: ``python -m tools.exam make|print|mark GAME ...``.

``make GAME`` searches the positions, in half a minute, and writes ``templates/exams/GAME.yaml``. ``print GAME FOLDER``
writes what a reader gets: in FOLDER ``exam-GAME.md`` with its pictures, and ``exam-GAME-in-words.md``, the same with
positions in words; beside it ``FOLDER-answers.txt`` for the marker. ``mark GAME SHEET`` compares a sheet of lines
``number: answer`` with the file and prints what is wrong, and the mark in percent.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue import library
from generator.catalogue.themes import load_theme
from generator.games.asterismo.game import HexGame
from generator.games.exam import Exam, Question
from generator.games.game import Game
from generator.games.kinds import read_game
from generator.games.labyrinth.game import LabyrinthGame
from generator.games.minotaurus.game import HornsGame
from tools.exam import hexes, horns, labyrinth, words
from tools.exam.files import exam_text, read_sheet, same_answer
from tools.exam.pictures import figure_png

EXAMS = Path(__file__).resolve().parents[2] / "templates" / "exams"
QUIZ = {
    "asterion": """
        place-trap place-between bridge connected impaled-several points-lost actors rotate-walled-in escape-wings tie
    """,
    "asterion-original": """
        place-trap place-between bridge connected impaled-several escape-one-wing escape-wings escaping tie
    """,
    "asterismo": "alive-any dead-two-colours dead-list pour-apart won-two take take-falls take-apart",
    "minotaurus": """
        pair-unequal take-second challenge challenge-nothing-shared rivals won-own lost-rival reply simple-ask
    """,
}
"""The questions at the end of the pages of rules."""
HEAD = """# Exam: {title}

Answer these {count} questions from the booklet of the rules alone. Write an answer sheet: a text file with one line
for each question, its number, a colon and the answer, such as

    1: yes
    2: 3
    3: Y04, B12

An answer is yes or no, a number, one of the choices that are named, or a list with commas; an empty list is written
none. A picture shows all that matters for its question. Footnotes and the answers under “Questions and answers” are
part of the rules.

{notes}
"""


def make(game: Game) -> None:
    """Write the file of an exam."""
    figures: dict[str, Struct] = {}
    questions: dict[str, Question] = {}
    for name, figure, question in _made(game):
        if figure is not None:
            figures[name] = figure
        chosen = name in QUIZ[game.head.game].split()
        told = words.tell(game, figure) if chosen and figure is not None and game.kind != "labyrinth" else ""
        told = " ".join(line.removeprefix("- ") for line in told.splitlines())
        figure_id = name if figure is not None else None
        questions[name] = replace(question, figure=figure_id, quiz=chosen, told=told)
    text = exam_text(game.head.game, "exam" if game.kind == "labyrinth" else f"{game.kind}-exam", figures, questions)
    (EXAMS / f"{game.head.game}.yaml").write_text(text, encoding="utf-8")


def _made(game: Game) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(game, LabyrinthGame):
        return labyrinth.make_exam(game)
    if isinstance(game, HornsGame):
        return horns.make_exam(game)
    if isinstance(game, HexGame):
        return hexes.make_exam(game)
    raise SystemExit(f"no exam is made for games of the kind {game.kind}")


def print_exam(game: Game, exam: Exam[Any, Any], folder: Path) -> None:
    """Write an exam for a reader, and its answers beside the folder."""
    theme = load_theme(library.theme_file("knossos").path, "knossos")
    pictures = exam.draw(theme, exam.figures)
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for name in exam.figures:
        (folder / "figures" / f"{name}.png").write_bytes(figure_png(pictures[name], library.fonts_folder()))
    title, count = game.head.full_title, len(exam.questions)
    for in_words in (False, True):
        text = HEAD.format(title=title, count=count, notes=words.notes(game, in_words=in_words))
        for number, question in enumerate(exam.questions.values(), 1):
            text += f"## {number}\n\n"
            if (name := question.figure) is not None:
                told = words.tell(game, exam.figures[name]) if in_words else f"![](figures/{name}.png)"
                text += f"{told}\n\n"
            text += f"{question.ask}{_choices(question)}\n\n"
        name = f"exam-{game.head.game}{'-in-words' if in_words else ''}.md"
        (folder / name).write_text(text, encoding="utf-8")
    answers = (f"{number}: {question.answer}\n" for number, question in enumerate(exam.questions.values(), 1))
    folder.with_name(f"{folder.name}-answers.txt").write_text("".join(answers), encoding="utf-8")


def _choices(question: Question) -> str:
    return f" ({', '.join(question.choices)})" if question.choices else ""


def mark(exam: Exam[Any, Any], sheet: str) -> str:
    """Return what is wrong on a sheet, and its mark in percent."""
    given, lines, right = read_sheet(sheet), [], 0
    for number, (name, question) in enumerate(exam.questions.items(), 1):
        if same_answer(given.get(number, "?"), question.answer):
            right += 1
        else:
            told = given.get(number, "nothing")
            lines.append(f"{number} ({name}, #{question.rule}): {told!r} was answered, right is {question.answer!r}")
    lines.append(f"{right} of {len(exam.questions)} right: {100 * right / len(exam.questions):.1f} %")
    return "\n".join(lines)


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["make", name]:
            make(read_game(library.game_file(name)))
        case ["print", name, folder]:
            game = read_game(library.game_file(name))
            print_exam(game, game.exam(library.of_games("exams")[name]), Path(folder))
        case ["mark", name, sheet]:
            text = Path(sheet).read_text(encoding="utf-8")
            print(mark(read_game(library.game_file(name)).exam(library.of_games("exams")[name]), text))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
