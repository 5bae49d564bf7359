"""Names that a catalogue says of a game, as a language writes them: with its own quotation marks and apostrophes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.catalogue.words import Typography

QUOTES = frozenset("\"'“”„‟‘‚‛«»‹›「」『』《》〈〉")
"""Marks that some language quotes with; the apostrophe ’ belongs to words and is left alone."""
NAMES = "credits."
"""Placeholders that begin so are names, which a catalogue says in no language."""

_INNER = re.compile(r"(?<!\w)'([^'\"]+)'(?!\w)")
"""Words in single quotes, which stand beside no letter."""
_BEFORE_OPENING = frozenset("([{-–—/")
_PLAIN = ("“”",)
"""The marks of a language that names none of its own."""


def names_written(table: Mapping[str, str], typography: Typography) -> dict[str, str]:
    """Return a table of placeholders with the names in it as a language writes them."""
    return {name: quoted(value, typography) if name.startswith(NAMES) else value for name, value in table.items()}


def quoted(text: str, typography: Typography) -> str:
    """Return a text with the quotation marks of a language, with apostrophes and with primes: 5'6" is 5′6″."""
    pairs = typography.quotes or _PLAIN
    inner = pairs[min(1, len(pairs) - 1)]
    foreign = QUOTES - frozenset("".join(pairs))
    text = _INNER.sub(lambda found: f"{inner[0]}{found[1]}{inner[1]}", text)
    written, open_quotes = "", 0
    for index, character in enumerate(text):
        before, after = text[:index][-1:], text[index + 1 : index + 2]
        if character not in foreign:
            written += character
        elif character == "'":
            written += "′" if before.isdigit() and not after.isalpha() else "’"
        elif character == '"' and before.isdigit() and not open_quotes:
            written += "″"
        elif not before or before.isspace() or before in _BEFORE_OPENING:
            written += pairs[0][0]
            open_quotes += 1
        else:
            written += pairs[0][1]
            open_quotes = max(0, open_quotes - 1)
    return written
