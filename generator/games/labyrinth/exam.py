"""The exam of a labyrinth: questions about tables, each answered by the engine.

A figure of an exam shows a table as players see it before they judge the last turn. A tile that is marked ``new`` was
just placed, legally or not, and nobody was impaled by it yet; two panels show a table before and after an action. The
counters must lie where the engine finds them before that turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.themes import Theme
from generator.catalogue.validation import validated
from generator.errors import AsterionError, InputError, Mistake
from generator.games.exam import Exam, answer_text, exam_mistakes
from generator.games.labyrinth.catalogue.exam_records import LabyrinthExam, LabyrinthQuestion, Wish
from generator.games.labyrinth.catalogue.position_records import (
    Figure,
    Figures,
    LoadedFigures,
    NamedPath,
    check_figures,
    check_panels,
)
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.legality import actors
from generator.games.labyrinth.engine.panels import action_of, holds, impaled_of, laid_of, marked, placements_of
from generator.games.labyrinth.engine.plies import Ply, hand_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import IllegalError, MalformedError, Rules, rules_of
from generator.games.labyrinth.engine.scoring import Chamber, chambers, escapes, final

if TYPE_CHECKING:
    from generator.rulebook.text.figures import Illustration


class Case(NamedTuple):
    """A question with the table that it is about; a table of nothing but the minotaur if it has no figure."""

    box: GameSet
    rules: Rules
    figure: Figure
    question: LabyrinthQuestion

    def ply(self) -> Ply | None:
        """Return the last turn that the figure shows, or None."""
        last = self.figure.panels[-1]
        if len(self.figure.panels) > 1:
            return action_of(last, self.figure.panels[0], last.discards or "")
        return next(iter(placements_of(last)), None)

    def before(self) -> Position:
        """Return the table before the last turn, that player to play."""
        panel, ply, question = self.figure.panels[0], self.ply(), self.question
        laid = laid_of(panel, *(placed.tile for placed in marked(panel, "new")))
        hand = hand_of(ply) if ply else ""
        own = self.box.piece(hand).tile.colour if hand else question.player or self.box.colours[0]
        lying = {self.box.piece(tile).tile.colour for tile, _ in laid.values()} | {own}
        seats = question.seats or [colour for colour in self.box.colours if colour in lying]
        first = sorted(seats, key=lambda colour: colour != own) if hand else seats
        piles = {own: [hand]} if hand else {}
        kills = question.kills
        return Position.arranged(self.box, self.rules, first, laid, impaled=impaled_of(panel), piles=piles, kills=kills)

    def after(self) -> tuple[Position, Turn | None]:
        """Return the table after the last turn, and what it brought.

        Raises:
            PlayError: a rule forbids it.
        """
        position, ply = self.before(), self.ply()
        if ply is None:
            return position, None
        position.check(ply)
        return position, position.push(ply)

    def turn(self) -> Turn:
        """Return the last turn.

        Raises:
            PlayError: there is none, or a rule forbids it.
        """
        turn = self.after()[1]
        if turn is None:
            raise MalformedError("the figure shows no turn; mark a tile as new, or show an action")
        return turn

    def chamber(self, path: NamedPath | None) -> Chamber:
        """Return the chamber of a path.

        Raises:
            MalformedError: the question names no path that lies there.
        """
        if path is not None:
            for chamber in chambers(self.after()[0].labyrinth):
                if holds(chamber, path.tile, path.path):
                    return chamber
        raise MalformedError(f"no path {path} in the figure; name one, as in `path: {{tile: Y04, path: 1}}`")

    @property
    def player(self) -> str:
        """Return the player that the question is about.

        Raises:
            MalformedError: it names none.
        """
        if self.question.player not in self.box.colours:
            raise MalformedError(f"no player {self.question.player!r}; one of {', '.join(self.box.colours)}")
        return self.question.player


def _legal(case: Case) -> bool:
    try:
        case.turn()
    except IllegalError:
        return False
    return True


def _points(case: Case) -> int:
    turn = case.turn()
    return turn.points if case.player == turn.seat else 0


def _impaled(case: Case) -> list[str]:
    before, (after, _) = case.before().labyrinth.impaled(), case.after()
    return [tile for tile, mask in after.labyrinth.impaled().items() if mask & ~before.get(tile, 0)]


def _acts(case: Case) -> list[str]:
    labyrinth = case.before().labyrinth
    return [piece.id for piece in actors(labyrinth, case.box.colours.index(case.player))]


def _escapes(case: Case) -> bool:
    chamber, path = case.chamber(case.question.path), case.question.path
    living = {(spot.tile, spot.path + 1) for spot in chamber.spots if spot.prisoners and not spot.impaled}
    return chamber.escapes and path is not None and (path.tile, path.path) in living


def _escaping(case: Case) -> Iterator[str]:
    for chamber in chambers(case.after()[0].labyrinth):
        for spot in chamber.spots if chamber.escapes else ():
            if spot.prisoners and not spot.impaled and spot.colour == case.player:
                yield spot.tile


def _winner(case: Case) -> str:
    winners = final(case.after()[0]).winners
    return winners[0] if len(winners) == 1 else "tie"


FINDERS: dict[Wish, Callable[[Case], bool | int | str | list[str] | Iterator[str]]] = {
    "acts": _acts,
    "coins": lambda case: case.chamber(case.question.path).coins,
    "coinless": lambda case: escapes(case.after()[0])[case.player].without_coins,
    "connected": lambda case: case.chamber(case.question.path) == case.chamber(case.question.to),
    "escaped": lambda case: final(case.after()[0]).escaped[case.player],
    "escapes": _escapes,
    "escaping": _escaping,
    "impaled": _impaled,
    "legal": _legal,
    "outside": lambda case: case.chamber(case.question.path).outside,
    "points": _points,
    "score": lambda case: final(case.after()[0]).scores[case.player],
    "treasure": lambda case: final(case.after()[0]).treasure[case.player],
    "winner": _winner,
}


class Examiner(NamedTuple):
    """The engine of a deck, which answers questions.

    Attributes:
        box: the tiles.
        rules: of the game.
        numbers: of its rules text.
    """

    box: GameSet
    rules: Rules
    numbers: Mapping[str, int | float | str]

    @classmethod
    def of(cls, deck: Deck, numbers: Mapping[str, int | float | str]) -> Examiner:
        """Return the examiner of a deck."""
        return cls(GameSet.of(deck), rules_of(deck.catalogue), numbers)

    def answer(self, figure: Figure | None, question: LabyrinthQuestion) -> str:
        """Return the answer that the engine finds.

        Raises:
            PlayError: the question makes no sense.
        """
        if figure is None or question.find is None:
            if (number := self.numbers.get(question.number or "")) is None:
                raise MalformedError("a question needs figure and find, or a number of the rules")
            return answer_text(str(number))
        rules = self.rules
        if question.gentler or question.earlier:
            rules = Rules(rules.edition, False if question.gentler else None, "seat" if question.earlier else None)
        return answer_text(FINDERS[question.find](Case(self.box, rules, figure, question)))


def figure_faults(box: GameSet, rules: Rules, figure: Figure) -> Iterator[str]:
    """Yield counters that do not lie where the engine finds them, and claims, of which an exam has none."""
    case = Case(box, rules, figure, LabyrinthQuestion(rule="none", ask="-", answer="-"))
    masks = case.before().labyrinth.impaled()
    found = {(tile, path) for tile, mask in masks.items() for path in range(mask.bit_length()) if mask >> path & 1}
    for panel in figure.panels:
        if panel.claims or panel.verdict or panel.thread:
            yield "an exam shows no claims, verdicts or threads"
        if set(impaled_of(panel)) != found:
            told = ", ".join(f"path {path + 1} of {tile}" for tile, path in sorted(found))
            yield f"counters lie elsewhere than the engine finds them before this turn: {told or 'nowhere'}"


def prove_exam(file: ShelfFile, deck: Deck, examiner: Examiner) -> Exam[LabyrinthQuestion, Figure]:
    """Return the exam of a deck, all of its answers confirmed.

    Raises:
        InputError: mistakes of the file, and answers that the engine does not find.
    """
    document = read_document(file.path, file.name)
    exam = validated(document, LabyrinthExam)
    loaded = LoadedFigures(Figures(exam.game, exam.figures), document)
    check_panels(loaded)
    check_figures(loaded, {tile.id: len(tile.paths) for tile in deck.all_tiles})
    mistakes: list[Mistake] = []
    for name, figure in exam.figures.items():
        place = document.value_place(("figures", name))
        try:
            mistakes += (Mistake(place, fault) for fault in figure_faults(examiner.box, examiner.rules, figure))
        except AsterionError as error:
            mistakes.append(Mistake(place, str(error)))

    def find(question: LabyrinthQuestion) -> str:
        return examiner.answer(exam.figures[question.figure] if question.figure else None, question)

    mistakes += exam_mistakes(document, exam.questions, exam.figures, find)
    if mistakes:
        raise InputError(mistakes)

    def draw(theme: Theme, names: Collection[str]) -> Mapping[str, Illustration]:
        from generator.games.labyrinth.figures import Positions  # with the booklet's typesetting

        figures = {name: figure for name, figure in exam.figures.items() if name in names}
        return Positions(LoadedFigures(Figures(exam.game, figures), document), deck).illustrations(theme)

    return Exam(exam.questions, exam.figures, draw)
