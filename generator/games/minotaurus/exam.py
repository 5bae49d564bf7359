"""The exam of a game of horns: questions about the pairs of some players, each answered by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import Document, read_document
from generator.catalogue.validation import validated
from generator.errors import InputError, Mistake
from generator.games.exam import answer_text, exam_mistakes
from generator.games.minotaurus.records import Hands, HornsCatalogue, HornsExam, HornsQuestion, HornsWish
from generator.games.minotaurus.rules import (
    Challenge,
    HornPair,
    HornPiece,
    HornsPosition,
    IllegalTurnError,
    Match,
    Pass,
    challenges,
    exchange_horn,
    is_pair,
    pair_of,
    play,
    points,
    winners,
)


class Case(NamedTuple):
    """A question with the pairs that it is about."""

    pieces: Mapping[str, HornPiece]
    hands: Hands
    question: HornsQuestion

    @property
    def names(self) -> list[str]:
        """Return the players clockwise."""
        return list(self.hands.holds)

    @property
    def position(self) -> HornsPosition:
        """Return the position, the player to play; the pieces turned up lie in the first two places."""
        held = {piece for pairs in self.hands.holds.values() for pair in pairs for piece in pair}
        others = (name for name in self.pieces if name not in {*held, *self.hands.up})
        table = [*self.hands.up, *(name for name, _ in zip(others, range(self.hands.lying), strict=False))]
        pairs = [
            [pair_of(*(self.pieces[piece] for piece in pair)) for pair in held] for held in self.hands.holds.values()
        ]
        return HornsPosition(
            tuple(self.pieces[name] for name in table),
            tuple({pair.colour: pair for pair in held} for held in pairs),
            self.seat(self.question.player) if self.question.player else 0,
            self.question.simplified,
        )

    def seat(self, name: str | None) -> int:
        """Return the seat of a player.

        Raises:
            IllegalTurnError: nobody is called so.
        """
        if name not in self.names:
            raise IllegalTurnError("place", f"nobody here is called {name!r}; one of {', '.join(self.names)}")
        return self.names.index(name)

    def pair(self, name: str | None, position: HornsPosition | None = None) -> HornPair:
        """Return the pair of a player in the colour of the question.

        Raises:
            IllegalTurnError: there is none.
        """
        held = (position or self.position).pairs[self.seat(name)]
        if (pair := held.get(self.question.colour or "")) is None:
            raise IllegalTurnError("colour", f"{name} has no pair in {self.question.colour}")
        return pair

    def may(self, turn: Match | Pass) -> bool:
        """Check whether a turn is legal."""
        try:
            play(self.position, turn)
        except IllegalTurnError:
            return False
        return True


def _challenges(case: Case) -> bool:
    asked, rival = case.question, case.seat(case.question.rival)
    return any(
        (seat, colour) == (rival, asked.colour) and asked.value in {None, value}
        for seat, colour, value in challenges(case.position)
    )


def _wanted(case: Case) -> Iterator[int]:
    rival = case.seat(case.question.rival)
    for seat, colour, value in challenges(case.position):
        if (seat, colour) == (rival, case.question.colour):
            yield value


def _after(case: Case) -> str:
    asked = case.question
    succeeded = asked.player in asked.succeeds, asked.rival in asked.succeeds
    turn = Challenge(case.seat(asked.rival), asked.colour or "", asked.value or 0, succeeded, asked.takes)
    pair = case.pair(asked.of or asked.player, play(case.position, turn))
    return f"{pair.left}/{pair.right}"


def _replies(case: Case) -> Iterator[int]:
    own, held = case.pair(case.question.player), case.pair(case.question.rival)
    for value in (own.left, own.right):
        if exchange_horn(held, own, value, simplified=case.question.simplified):
            yield value


def _winner(case: Case) -> str:
    tosses = {
        case.seat(name): [number < landed for number in range(3)] for name, landed in case.question.tosses.items()
    }
    seats = winners(points(case.position), tosses)
    return case.names[seats[0]] if len(seats) == 1 else "tie"


FINDERS: dict[HornsWish, Callable[[Case], bool | int | str | list[str] | Iterator[object]]] = {
    "after": _after,
    "challenges": _challenges,
    "next": lambda case: case.names[case.position.next_seat],
    "over": lambda case: case.position.is_over,
    "pair": lambda case: is_pair(*(case.pieces[piece] for piece in case.hands.up)),
    "passes": lambda case: case.may(Pass()),
    "points": lambda case: points(case.position)[case.seat(case.question.player)],
    "replies": _replies,
    "resolved": lambda case: case.pair(case.question.player).resolved,
    "rivals": lambda case: [case.names[seat] for seat, _, _ in challenges(case.position)],
    "takes": lambda case: case.may(Match(0, 1, take=True)),
    "wanted": _wanted,
    "winner": _winner,
}


class Examiner(NamedTuple):
    """The engine of a game, which answers questions.

    Attributes:
        catalogue: of the game.
        pieces: by id.
        numbers: of its rules text.
    """

    catalogue: HornsCatalogue
    pieces: Mapping[str, HornPiece]
    numbers: Mapping[str, int | float | str]

    def answer(self, hands: Hands | None, question: HornsQuestion) -> str:
        """Return the answer that the engine finds.

        Raises:
            IllegalTurnError: the question makes no sense.
        """
        if question.find == "in-play":
            values = [
                value for table in self.catalogue.tables if table.players == question.players for value in table.values
            ]
            return answer_text((piece := self.pieces.get(question.piece or "")) is not None and piece.value in values)
        if hands is None or question.find is None:
            if (number := self.numbers.get(question.number or "")) is None:
                raise IllegalTurnError("place", "a question needs figure and find, or a number of the rules")
            return answer_text(str(number))
        return answer_text(FINDERS[question.find](Case(self.pieces, hands, question)))


def prove_exam(file: ShelfFile, examiner: Examiner) -> HornsExam:
    """Return the exam of a game, all of its answers confirmed.

    Raises:
        InputError: mistakes of the file, and answers that the engine does not find.
    """
    document = read_document(file.path, file.name)
    exam = validated(document, HornsExam)
    mistakes = list(_figure_mistakes(document, exam, examiner))
    if mistakes:
        raise InputError(mistakes)

    def find(question: HornsQuestion) -> str:
        return examiner.answer(exam.figures[question.figure] if question.figure else None, question)

    mistakes = list(exam_mistakes(document, exam.questions, exam.figures, find))
    if mistakes:
        raise InputError(mistakes)
    return exam


def _figure_mistakes(document: Document, exam: HornsExam, examiner: Examiner) -> Iterator[Mistake]:
    """Yield unknown pieces, those that are there twice, and pairs that are none."""
    for name, hands in exam.figures.items():
        place = document.value_place(("figures", name))
        pairs = [pair for held in hands.holds.values() for pair in held]
        seen: set[str] = set()
        for piece in (*(piece for pair in pairs for piece in pair), *hands.up):
            if piece not in examiner.pieces:
                yield Mistake(place, f"unknown piece {piece!r}; letter of a colour, value, L or R, as in B3L")
            elif piece in seen:
                yield Mistake(place, f"piece {piece!r} is there twice")
            seen.add(piece)
        for pair in pairs:
            if seen <= examiner.pieces.keys() and not is_pair(*(examiner.pieces[piece] for piece in pair)):
                yield Mistake(place, f"{pair[0]} and {pair[1]} are no left and right horn of a colour")
