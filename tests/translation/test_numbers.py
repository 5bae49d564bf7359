"""The shipped texts: numbers, customs and letters of panels are right in every language, be they in digits or words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from string import ascii_uppercase

from asterion_press.catalogue import library
from asterion_press.catalogue.words import words_of
from asterion_press.errors import Mistake
from asterion_press.rulebook.text.strings import AltTextWords
from asterion_press.rulebook.translation.language import Passage, split_passages
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
    output = {ENGLISH[part] for part in parts & set(ENGLISH)}
    return written(text) | output | {also for part in parts & set(ALSO) for also in ALSO[part]} | {"1"}


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
    "asterion": {"placement": 2, "impaling": 2, "walk-impale-rotate": 2, "walk-swap": 2},
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
