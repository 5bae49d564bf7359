"""The shipped texts keep the custom of their languages, and leave to the typesetter what is its part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tests.support.texts import texts

TEXTS = list(texts())
TYPED = re.compile(r"(?:\d|\}\})\*{0,2}\u00a0(?=[^\W\d_]|[%*!\[{])|(?<!\w)[^\W\d_]:\u00a0")
"""A no-break space after a number, or after the letter of a panel."""
AFTER = re.compile(r"(?<![.…])[.,;:。、，；：](?:\[\^[^\]\s]+\](?!:)|[†‡])")
"""The mark of a note behind a stop."""
BEFORE = re.compile(r"[†‡][.,;:。、]")
NOTES_BEFORE_STOPS = ("el", "es", "fr", "it", "ja", "pl", "pt", "ru", "uk", "zh-Hans")
"""Languages in which the mark of a note stands before the stop; in others it stands after it."""


def found(pattern: re.Pattern[str], those: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield every line in which a pattern is found, with its place."""
    for language, game, text in those:
        for line in text.split("\n"):
            if pattern.search(line):
                yield f"{language}, {game}: {line}"


def test_no_text_types_the_spaces_that_the_typesetter_makes() -> None:
    wrong = list(found(TYPED, TEXTS))
    assert not wrong, "\n".join(wrong)


def test_marks_of_notes_stand_on_the_side_of_the_stop_that_is_the_languages_custom() -> None:
    before = [one for one in TEXTS if one[0] in NOTES_BEFORE_STOPS]
    after = [one for one in TEXTS if one not in before]
    assert before
    assert after
    wrong = [*found(AFTER, before), *found(BEFORE, after)]
    assert not wrong, "\n".join(wrong)
