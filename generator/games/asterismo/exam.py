"""The exam of a game of tokens on hexagons: questions about trees and harvests, each answered by the engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.themes import Theme
from generator.catalogue.validation import validated
from generator.errors import AsterionError, InputError
from generator.games.asterismo.board import hexagons, written
from generator.games.asterismo.figures import CELLS_MM, PanelReader
from generator.games.asterismo.position_art import PositionPainter, ShownPosition
from generator.games.asterismo.records import Catalogue, Figure, HexExam, HexQuestion, HexWish
from generator.games.asterismo.rules import (
    EACH_COLOUR_FOR_TWO,
    ONE_COLOUR_FOR_THREE,
    HexPosition,
    alive,
    cells_of,
    fallen_by,
    goal_met,
    groups,
    harvest_of,
    legal_takes,
    outcome,
    refusal,
    without,
)
from generator.games.asterismo.setup import clear, share_out
from generator.games.exam import Exam, answer_text, exam_mistakes

if TYPE_CHECKING:
    from generator.rulebook.text.figures import Illustration


class Case(NamedTuple):
    """A question with the position that it is about: all tokens on the board, and the one that is taken, as a set."""

    view: ShownPosition
    take: int
    question: HexQuestion
    colours: tuple[str, ...]

    @property
    def position(self) -> HexPosition:
        """Return the position before the take."""
        tree = self.view.tree
        gone = self.view.gone
        return HexPosition((tree[0] | gone[0], tree[1] | gone[1], tree[2] | gone[2]), self.view.harvests)


def _names(cells: int) -> Iterable[str]:
    return (written(hexagon).upper() for hexagon in hexagons(cells))


def _shares(case: Case) -> int:
    pool = harvest_of((case.question.pool or 0, 0, 0))
    return sum(share_out(pool, case.question.players or 2)[(case.question.player or 1) - 1])


def _needs(case: Case) -> int:
    harvests = case.position.harvests
    held = harvests[(case.question.player or 1) - 1][case.colours.index(case.question.colour or "")]
    return max(0, (EACH_COLOUR_FOR_TWO if len(harvests) == 2 else ONE_COLOUR_FOR_THREE) - held)


FINDERS: dict[HexWish, Callable[[Case], bool | int | str | Iterable[str]]] = {
    "alive": lambda case: not case.view.ringed & ~alive(case.position.tree),
    "dead": lambda case: _names(cells_of(case.position.tree) & ~alive(case.position.tree)),
    "falls": lambda case: _names(fallen_by(case.position.tree, case.take)),
    "first": lambda case: (case.question.pool or 0) % (case.question.players or 2) + 1,
    "legal": lambda case: not refusal(case.position.tree, case.take),
    "left": lambda case: cells_of(clear(case.position.tree).tree).bit_count(),
    "living": lambda case: _names(alive(case.position.tree)),
    "needs": _needs,
    "outcome": lambda case: outcome(case.position) or "goes on",
    "pieces": lambda case: len(groups(cells_of(without(case.position.tree, case.take)))),
    "removed": lambda case: _names(clear(case.position.tree).removed),
    "rounds": lambda case: len(clear(case.position.tree).rounds),
    "shares": _shares,
    "takes": lambda case: _names(legal_takes(case.position.tree)),
    "won": lambda case: goal_met(case.position.harvests),
}
WITHOUT_FIGURE = {"first", "shares"}


class Examiner(NamedTuple):
    """The engine of a game, which answers questions.

    Attributes:
        catalogue: of the game.
        numbers: of its rules text.
    """

    catalogue: Catalogue
    numbers: Mapping[str, int | float | str]

    def view(self, reader: PanelReader, figure: Figure) -> tuple[ShownPosition, int]:
        """Return a position as an exam shows it, without what its take brings about, and the take as a set.

        Raises:
            InputError: mistakes in its hexagons and colours.
        """
        view = replace(reader.prove(figure.panels[0]).view, crossed=0)
        return view, view.gone[0] | view.gone[1] | view.gone[2]

    def answer(self, shown: tuple[ShownPosition, int] | None, question: HexQuestion) -> str:
        """Return the answer that the engine finds.

        Raises:
            AsterionError: the question makes no sense.
        """
        if question.find is None:
            if (number := self.numbers.get(question.number or "")) is None:
                raise AsterionError("a question needs figure and find, or a number of the rules")
            return answer_text(str(number))
        if shown is None and question.find not in WITHOUT_FIGURE:
            raise AsterionError(f"{question.find!r} is asked of no figure; name one")
        view, take = shown or (ShownPosition((0, 0, 0)), 0)
        return answer_text(FINDERS[question.find](Case(view, take, question, tuple(self.catalogue.colours))))


def prove_exam(file: ShelfFile, examiner: Examiner) -> Exam[HexQuestion, Figure]:
    """Return the exam of a game, all of its answers confirmed.

    Raises:
        InputError: mistakes of the file, and answers that the engine does not find.
    """
    document = read_document(file.path, file.name)
    exam, catalogue = validated(document, HexExam), examiner.catalogue
    shown = {
        name: examiner.view(PanelReader(document, ("figures", name, "panels", 0), tuple(catalogue.colours)), figure)
        for name, figure in exam.figures.items()
    }

    def find(question: HexQuestion) -> str:
        return examiner.answer(shown[question.figure] if question.figure else None, question)

    mistakes = list(exam_mistakes(document, exam.questions, exam.figures, find))
    if mistakes:
        raise InputError(mistakes)

    def draw(theme: Theme, names: Collection[str]) -> Mapping[str, Illustration]:
        from generator.rulebook.text.figures import SceneFigure, ScenePanel  # the booklet's typesetting

        painter = PositionPainter(catalogue, theme)
        cell = painter.layout.hexagon
        return {
            name: SceneFigure((ScenePanel(*painter.parts(view)),), cell, CELLS_MM)
            for name, (view, _) in shown.items()
            if name in names
        }

    return Exam(exam.questions, exam.figures, draw)
