"""Numbers that English writes out in the rules: each is listed with its reason, as nothing else holds it.

Numbers of the deck, of figures and of the rules that the engine plays by are placeholders. A number that is written as
a word or in digits is held by the list alone: ``numbers_in_words.yaml``, by the word behind it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from generator.catalogue.strict_yaml import read_document
from tests.translation.test_numbers import ENGLISH, LOCALES

LIST = Path(__file__).with_name("numbers_in_words.yaml")
TEXTS = sorted(file for file in (LOCALES / "en").glob("*.md") if file.stem != "glossary")
LEFT_OUT = re.compile(
    r"\{\{.*?\}\}|\]\([^()]*\)|\[\^[\w-]+\]:?|(?<![A-Za-z0-9])[A-Z][0-9]+[A-Z]?\b|^\d+\.\s|\{#.*?\}|[*_]|^> ",
    re.MULTILINE,
)
"""Placeholders, destinations, marks of notes, ids of tiles and pieces, numbers of lists, ids of headings, emphasis."""
WORDS = {*ENGLISH, "half", "halves", "clockwise", "anticlockwise", "quarters"} - {"other", "second", "single", "once"}
TOKEN = re.compile(r"[0-9]+(?:[.,/][0-9]+)*|[A-Za-z]+(?:’[a-z]+)?")
OPEN = {"one", "both"}
"""Words that stand for a thing more often than for a number, and that no rule hangs on: as readers see."""


def numbers_said(text: str) -> list[tuple[int, str]]:
    """Return the lines and numbers of a text that are written out, each with the word behind it."""
    body = re.sub(r"\A---\n.*?\n---\n", lambda head: "\n" * head[0].count("\n"), text, flags=re.DOTALL)
    body = LEFT_OUT.sub(lambda found: " " + "\n" * found[0].count("\n"), body)
    tokens = list(TOKEN.finditer(body))
    said = []
    for token, behind in zip(tokens, [*tokens[1:], None], strict=True):
        word = token[0].lower()
        if (word in WORDS and word not in OPEN) or word[0].isdigit():
            following = f" {behind[0].lower()}" if behind else ""
            said.append((body.count("\n", 0, token.start()) + 1, word + following))
    return said


def listed() -> dict[str, list[str]]:
    """Return the numbers that may be written out, by the reason."""
    data: Any = read_document(LIST, LIST.name).data
    return dict(data)


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_every_number_written_out_in_english_is_listed_with_a_reason(file: Path) -> None:
    known = {said for numbers in listed().values() for said in numbers}
    wrong = [f"{file.name}:{line}: {said}" for line, said in numbers_said(file.read_text("utf-8")) if said not in known]
    assert not wrong, "use a placeholder, or add these to the list with a reason:\n" + "\n".join(wrong)


def test_a_number_that_is_wrong_or_new_is_not_listed() -> None:
    known = {said for numbers in listed().values() for said in numbers}
    for wrong in ("A prisoner with three wings flies.", "Play goes clockwise.", "Score 2 points for each."):
        assert any(said not in known for _, said in numbers_said(wrong)), wrong


def test_nothing_is_listed_twice() -> None:
    every = [said for numbers in listed().values() for said in numbers]
    assert len(every) == len(set(every))
