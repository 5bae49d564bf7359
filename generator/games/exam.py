"""The exam of a game: questions about positions, each answered by its engine before a reader sees it.

::

    Exam -- figures    id -> Figure      positions, as in templates/figures     templates/exams/<game>.yaml
         `- questions  id -> Question    rule, figure, ask, find, ..., answer

A question says in words what it asks, and in keys of its kind of game what the engine has to find. A figure shows what
a player would see, and neither a verdict nor a claim. An answer that the engine does not find stops the build.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from generator.catalogue.strict_yaml import Document
from generator.catalogue.themes import Theme
from generator.catalogue.validation import Identifier, Record
from generator.errors import AsterionError, Mistake
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.rulebook.text.figures import Illustration

Words = Annotated[str, Meta(min_length=1)]


class Question(Record, frozen=True, kw_only=True):
    """A question with its answer.

    Attributes:
        rule: id of the heading of the rules text under which the answer is found.
        figure: the position that it is about; left out, it is about none.
        ask: the question, in English.
        choices: the answers that a reader chooses from, unless it is `yes` or `no`, a number or a list.
        answer: the answer; several words stand in the order of the alphabet, with commas between them.
        quiz: whether it is one of the questions at the end of the page of the rules.
        told: the figure in words, for a quiz of a kind of game whose figures cannot tell themselves.
    """

    rule: Identifier
    ask: Words
    answer: Words
    figure: Identifier | None = None
    choices: tuple[str, ...] = ()
    quiz: bool = False
    told: str = ""


Q = TypeVar("Q", bound=Question)
F = TypeVar("F", bound=Record)


class Exam(Struct, Generic[Q, F], frozen=True):
    """An exam whose answers the engine has found, too.

    Attributes:
        questions: by id, in their order.
        figures: by id.
        draw: draws some of the figures, by their ids, in a theme.
    """

    questions: Mapping[str, Q]
    figures: Mapping[str, F]
    draw: Callable[[Theme, Collection[str]], Mapping[str, Illustration]]


def answer_text(found: bool | int | str | Iterable[object]) -> str:
    """Return what an engine has found as an answer is written; a list without members is ``none``."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int | str):
        return str(found)
    return ", ".join(sorted(set(map(str, found)))) or "none"


def exam_mistakes(
    document: Document, questions: Mapping[str, Q], figures: Iterable[str], find: Callable[[Q], str]
) -> Iterator[Mistake]:
    """Yield questions about figures that are not there, answers that the engine does not find, and wrong choices.

    Args:
        document: the file of the exam.
        questions: by id.
        figures: ids of the figures.
        find: returns the answer of the engine; raises an AsterionError if a question makes no sense.
    """
    there = list(figures)
    for name, question in questions.items():
        at = ("questions", name)
        if question.figure is not None and question.figure not in there:
            message = f"no figure {question.figure!r}; {suggestion(question.figure, there)}"
            yield Mistake(document.value_place((*at, "figure")), message)
            continue
        try:
            found = find(question)
        except AsterionError as error:
            yield Mistake(document.value_place(at), str(error))
            continue
        if found != question.answer:
            yield Mistake(
                document.value_place((*at, "answer")), f"{question.answer!r} is claimed; the engine finds {found!r}"
            )
        elif question.choices and found not in question.choices:
            yield Mistake(document.value_place((*at, "choices")), f"the answer {found!r} is not among the choices")
