"""Numbers that are written in rules texts: those of English, in every language, be they digits or words there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from generator.rulebook.translation.passages import Passage, split_passages
from tests.support.texts import texts

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
