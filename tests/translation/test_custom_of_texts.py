"""The shipped texts keep the custom of their languages, and leave to the typesetter what is its part."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LOCALES = Path(__file__).parents[2] / "templates" / "locales"
TEXTS = sorted(file for file in LOCALES.glob("*/*.md") if file.name != "glossary.md")
TYPED = re.compile(r"(?:\d|\}\})\*{0,2}\u00a0(?=[^\W\d_]|[%*!\[{])|(?<!\w)[^\W\d_]:\u00a0")
"""A no-break space after a number, or after the letter of a panel."""
AFTER = re.compile(r"(?<![.…])[.,;:。、，；：](?:\[\^[^\]\s]+\](?!:)|[†‡])")
"""The mark of a note behind a stop."""
NOTES_BEFORE_STOPS = ("el", "es", "fr", "it", "ja", "pl", "pt", "ru", "uk", "zh-Hans")
"""Languages in which the mark of a note stands before the stop; in others it stands after it."""


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_text_types_the_spaces_that_the_typesetter_makes(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if TYPED.search(line)] == []


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_marks_of_notes_stand_on_the_side_of_the_stop_that_is_the_languages_custom(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    after = [line for line in lines if AFTER.search(line)]
    if file.parent.name in NOTES_BEFORE_STOPS:
        assert after == []
    else:
        assert [line for line in lines if re.search(r"[†‡][.,;:。、]", line)] == []
