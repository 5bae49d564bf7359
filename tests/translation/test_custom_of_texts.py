"""The shipped texts keep the custom of their languages, and leave to the typesetter what is its part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

LOCALES = Path(__file__).parents[2] / "templates" / "locales"
TEXTS = sorted(file for file in LOCALES.glob("*/*.md") if file.name != "glossary.md")
TYPED = re.compile(r"(?:\d|\}\})\*{0,2}\u00a0(?=[^\W\d_]|[%*!\[{])|(?<!\w)[^\W\d_]:\u00a0")
"""A no-break space after a number, or after the letter of a panel."""
AFTER = re.compile(r"(?<![.…])[.,;:。、，；：](?:\[\^[^\]\s]+\](?!:)|[†‡])")
"""The mark of a note behind a stop."""
BEFORE = re.compile(r"[†‡][.,;:。、]")
NOTES_BEFORE_STOPS = ("el", "es", "fr", "it", "ja", "pl", "pt", "ru", "uk", "zh-Hans")
"""Languages in which the mark of a note stands before the stop; in others it stands after it."""


def found(pattern: re.Pattern[str], files: Iterable[Path]) -> Iterator[str]:
    """Yield every line in which a pattern is found, with its place."""
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if pattern.search(line):
                yield f"{file.parent.name}/{file.name}:{number}: {line}"


def test_no_text_types_the_spaces_that_the_typesetter_makes() -> None:
    wrong = list(found(TYPED, TEXTS))
    assert not wrong, "\n".join(wrong)


def test_marks_of_notes_stand_on_the_side_of_the_stop_that_is_the_languages_custom() -> None:
    before = [file for file in TEXTS if file.parent.name in NOTES_BEFORE_STOPS]
    after = [file for file in TEXTS if file not in before]
    assert before
    assert after
    wrong = [*found(AFTER, before), *found(BEFORE, after)]
    assert not wrong, "\n".join(wrong)
