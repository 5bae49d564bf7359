"""The shipped texts: numbers, customs and letters of panels are right in every language, be they in digits or words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import read_document
from asterion_press.catalogue.words import words_of
from asterion_press.errors import Mistake
from asterion_press.rulebook.text.strings import AltTextWords
from asterion_press.rulebook.translation.language import Passage, split_passages
from asterion_press.rulebook.translation.update import load_glossary
from tests.support.texts import text_in, texts

LOCALES = Path(__file__).parents[2] / "templates" / "locales"
TEXTS = [one for one in texts() if one[0] != "en"]
MARKUP = re.compile(r"\{\{.*?\}\}|\]\([^()]*\)|\[\^\w+\]|(?<![A-Za-z])[A-Z]\d+")
"""What is no number of the text: placeholders, destinations, marks of notes, tiles' ids."""
GROUPED = re.compile(r"(?<=\d)[\u00a0\u202f,. ](?=\d{3}(?!\d))")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
ENGLISH = {
    "one": "1", "once": "1", "single": "1", "two": "2", "both": "2", "twice": "2", "second": "2", "other": "2",
    "three": "3", "third": "3", "four": "4", "quarter": "4", "fourth": "4", "five": "5", "fifth": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12", "sixteen": "16", "seventeen": "17",
    "twenty": "20", "forty": "40",
}  # fmt: skip
ALSO = {"quarter": ("90", "1"), "quarters": ("270",), "none": ("0",),
        "four-player": ("4",), "two-player": ("2",), "whole": ("1",), "half": ("2", "180"),
        "pair": ("2",), "more": ("2",), "full": ("4",)}  # fmt: skip
"""Words that another language may well say in figures: a quarter turn is one of 90 degrees, more than one are
two or more, and the full game of the rules is one of four players."""


def written(text: str) -> set[str]:
    """Numbers in figures, as English writes them."""
    return {found.replace(",", ".") for found in NUMBER.findall(GROUPED.sub("", MARKUP.sub(" ", text)))}


def meant(text: str) -> set[str]:
    """Numbers in figures and in words of an English text; one of anything may be counted anywhere."""
    words = re.findall(r"[a-z]+(?:-[a-z]+)?", MARKUP.sub(" ", text).lower())
    parts = {part for word in words for part in (word, *word.split("-"))}
    parts |= {part.removesuffix("s") for part in parts}
    said = {ENGLISH[part] for part in parts & set(ENGLISH)}
    return written(text) | said | {also for part in parts & set(ALSO) for also in ALSO[part]} | {"1"}


@cache
def english(game: str) -> dict[str, Passage]:
    return {one.key: one for one in split_passages((LOCALES / "en" / f"{game}.md").read_text(encoding="utf-8"))}


def test_every_number_is_that_of_english() -> None:
    assert TEXTS
    wrong = []
    for language, game, text in TEXTS:
        for passage in split_passages(text):
            original = english(game)[passage.key].text
            lacking, added = written(original) - written(passage.text), written(passage.text) - meant(original)
            if lacking or added:
                wrong.append(f"{language}/{game}, {passage.key}: lacks {lacking}, has {added}: {original}")
    assert not wrong, "\n".join(wrong)


def test_a_wrong_number_would_be_seen() -> None:
    original = "Draw {{deck.tiles}} of 12,345 tiles, Y04 aside, in a quarter turn; both wings."
    assert written(original) == {"12345"}
    assert meant(original) == {"12345", "4", "90", "2", "1"}
    assert written("Zieht 3 von 12\u202f345 Plättchen {{deck.tiles}} (Y04) [^note1]; 1,5") == {"3", "12345", "1.5"}


# numbers that English writes out in the rules of games without a list in the glossary: each has its reason here


LIST = Path(__file__).with_name("numbers_in_words.yaml")
ENGLISH_TEXTS = sorted(file for file in (LOCALES / "en").glob("*.md") if file.stem not in load_glossary("en").typed)
"""Those that the build does not hold to figures and rules."""
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
    data: Any = read_document(ShelfFile("", LIST, LIST.name)).data
    return dict(data)


@pytest.mark.parametrize("file", ENGLISH_TEXTS, ids=lambda file: file.stem)
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


# the shipped texts keep the custom of their languages, and leave to the typesetter what is its part


SHIPPED = list(texts())
TYPED = re.compile(r"(?:\d|\}\})\*{0,2}\u00a0(?=[^\W\d_]|[%*!\[{])|(?<!\w)[^\W\d_]:\u00a0")
"""A no-break space after a number, or after the letter of a panel."""
MARK = r"(?:[†‡§](?! )|\{\{ruling\.[\w-]+\}\})"
AFTER = re.compile(rf"(?<![.…])[.,;:。、，；：](?:\[\^[^\]\s]+\](?!:)|{MARK})")
"""The mark of a note behind a stop."""
BEFORE = re.compile(rf"{MARK}[.,;:。、]")
NOTES_BEFORE_STOPS = ("el", "es", "fr", "it", "ja", "pl", "pt", "ru", "uk", "zh-Hans")
"""Languages in which the mark of a note stands before the stop; in others it stands after it."""


def found(pattern: re.Pattern[str], those: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield every line in which a pattern is found, with its place."""
    for language, game, text in those:
        for line in text.split("\n"):
            if pattern.search(line):
                yield f"{language}, {game}: {line}"


def test_no_text_types_the_spaces_that_the_typesetter_makes() -> None:
    wrong = list(found(TYPED, SHIPPED))
    assert not wrong, "\n".join(wrong)


def test_marks_of_notes_stand_on_the_side_of_the_stop_that_is_the_languages_custom() -> None:
    before = [one for one in SHIPPED if one[0] in NOTES_BEFORE_STOPS]
    after = [one for one in SHIPPED if one not in before]
    assert before
    assert after
    wrong = [*found(AFTER, before), *found(BEFORE, after)]
    assert not wrong, "\n".join(wrong)


# letters of panels: those with which a language counts, below the figures, in captions and in what is told of them


LETTERED = {
    "asterion": {"placement": 2, "impaling": 2, "walk-impale-rotate": 3, "walk-swap": 2, "walk-move": 2},
    "asterion-original": {"placement": 2, "impaling": 2, "walk-impale": 2},
    "asterismo": {"alive": 3, "goals": 2, "takes": 3},
    "minotaurus": {"pairs": 4},
}
"""Figures whose captions speak of their panels, with the number of panels."""
LANGUAGES = sorted(library.all_languages())


def letters_of(language: str, report: Callable[[Mistake], None]) -> str:
    return AltTextWords(words_of(language), report).letters


def test_captions_name_the_panels_by_the_letters_below_them() -> None:
    mistakes: list[Mistake] = []
    wrong = []
    for language, (game, figures) in product(LANGUAGES, LETTERED.items()):
        letters = letters_of(language, mistakes.append)
        text = text_in(language, game)
        for figure, count in figures.items():
            captions = re.findall(rf"!\[((?:(?!!\[).)*?)\]\(figure:{figure}[ )\n]", text, re.DOTALL)
            for letter, caption in product(letters[:count], captions):
                if not re.search(rf"(?<!\w){letter}\s?[:：]", caption):
                    wrong.append(f"{language}, {game}, {figure}: no {letter} in {caption!r}")
    assert not [*wrong, *mistakes], "\n".join(map(str, [*wrong, *mistakes]))


def test_a_language_has_letters_of_its_own_and_latin_ones_after_the_last() -> None:
    mistakes: list[Mistake] = []
    assert letters_of("en", mistakes.append) == ascii_uppercase
    assert letters_of("el", mistakes.append) == "ΑΒΓΔΕΖΗΘ" + ascii_uppercase[8:]
    assert letters_of("ru", mistakes.append)[:4] == "АБВГ"
    assert letters_of("uk", mistakes.append)[:8] == "АБВГДЕЖИ", "Ґ, Є, З and others count nothing in Ukrainian lists"
