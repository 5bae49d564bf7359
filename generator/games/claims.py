"""What a figure asks, and the answer that the engine of its game must find before a reader sees it.

A question is a figure with `ask:`. It shows what a player would see, neither a verdict nor a claim, and stands in the
quiz at the end of the page of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from generator.catalogue.strict_yaml import Document
from generator.catalogue.validation import Identifier, Record
from generator.errors import AsterionError, InputError, Mistake, refuse

Answer: TypeAlias = bool | int | str | Iterable[object]
"""What an engine finds."""
Words = Annotated[str, Meta(min_length=1)]


class Ask(Record, frozen=True, kw_only=True):
    """A question about what a figure shows.

    Attributes:
        rule: id of the heading of the rules text under which the answer is found.
        text: the question, in English.
        told: the figure in words, for a kind of game whose figures cannot tell themselves.
        answer: `yes` or `no`, a number, or words in the order of the alphabet with commas between them.
    """

    rule: Identifier
    text: Words
    answer: Words
    told: str = ""


def answer_text(found: Answer) -> str:
    """Return what an engine has found as an answer is written; a list without members is ``none``."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int | str):
        return str(found)
    return ", ".join(sorted(set(map(str, found)))) or "none"


def check_answers(document: Document, asking: Mapping[str, Any], find: Callable[[str, Any], Answer]) -> None:
    """Hold the answers of figures that ask against the engine.

    Args:
        document: the file of the figures.
        asking: the figures, by id.
        find: returns the answer of the engine, given the id of a figure and the figure.

    Raises:
        InputError: every answer that the engine does not find, and every question that makes no sense.
    """
    mistakes: list[Mistake] = []
    for name, figure in asking.items():
        at = ("figures", name, "ask")
        try:
            found = answer_text(find(name, figure))
        except InputError as error:
            mistakes += error.mistakes
            continue
        except AsterionError as error:
            mistakes.append(Mistake(document.value_place(at), str(error)))
            continue
        if found != figure.ask.answer:
            message = f"claimed {figure.ask.answer!r}; the engine finds {found!r}"
            mistakes.append(Mistake(document.value_place((*at, "answer")), message))
    refuse(mistakes)
