"""The quiz at the end of a page of rules: questions about positions, whose answers the engine of the game has found."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.words import LoadedWords, QuizText
from generator.errors import Mistake
from generator.rulebook.text.figures import Illustration, Subject
from generator.wording import suggestion

LANGUAGE = "en"
"""The language of the questions in the file of the figures."""


class QuizQuestion(Struct, frozen=True):
    """A question of a quiz.

    Attributes:
        name: id of the figure that asks.
        rule: id of the heading under which the answer is found.
        text: the question, and its figure in words.
        answer: what the engine finds: a number, `yes`, `no`, colours, or names of pieces with commas between them.
        figure: the position, or None.
    """

    name: str
    rule: str
    text: QuizText
    answer: str
    figure: Illustration | None


def quiz_questions(subject: Subject, words: LoadedWords, report: Callable[[Mistake], None]) -> tuple[QuizQuestion, ...]:
    """Return the questions of a game in the words of a language; none if the language lacks one of them.

    Args:
        subject: the game.
        words: of the language.
        report: is called with each question of the language that the game does not ask.
    """
    if words.words.quiz is None:
        return ()
    game, asked = subject.head.game, {question.name: question for question in subject.quiz}
    own = words.words.quiz.questions.get(game, {})
    for name in own:
        if name not in asked:
            place = words.document.key_place(("quiz", "questions", game, name))
            report(Mistake(place, f"no question {name!r} in the quiz of {game}; {suggestion(name, list(asked))}"))
    if words.tag == LANGUAGE:
        return subject.quiz
    told = [replace(question, text=own[name]) for name, question in asked.items() if name in own]
    return tuple(told) if len(told) == len(asked) else ()
