"""The typography of a language: its quotation marks and apostrophes, and the way in which it writes numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.catalogue.words import LoadedWords, Typography
from generator.errors import Mistake
from generator.rulebook.text.document import Known, RulesText, StyledText

APOSTROPHE = "'"
QUOTES = frozenset("\"'“”„‟‘‚‛«»‹›「」『』《》〈〉")
"""Quotation marks of all languages; the apostrophe ’ belongs to words and is left alone."""
NAMES = "credits."
"""Placeholders that begin so are names, which are written in no particular language."""
_INNER = re.compile(r"(?<!\w)'([^'\"]+)'(?!\w)")
"""Words in single quotes, which stand beside no letter."""
_BEFORE_OPENING = frozenset("([{-–—/")
_PLAIN = ("“”",)
"""The marks of a language that names none of its own."""
NUMBER = re.compile(r"([-−]?)(\d+)(\.\d+)?")
FACTS = ("catalogue.", "credits.", "version")
"""Placeholders that begin so are names, even if they look like numbers."""
GROUP = 5
"""Digits from which on a number is written in groups of three. Source: ISO 80000-1, 7.3.1, allows four to stand."""


def check_quotes(text: RulesText, words: LoadedWords) -> Iterator[Mistake]:
    """Yield a mistake for each quotation mark that the language does not use."""
    pairs = words.words.typography.quotes
    if pairs is None:
        return
    wrong = QUOTES - frozenset("".join(pairs))
    right = " or ".join(f"{pair[0]}…{pair[1]}" for pair in pairs)
    for part in (part for content in text.contents() for part in content if isinstance(part, StyledText)):
        for found in (character for character in part.text if character in wrong):
            place = text.source.place(part.line, found, part.column)
            also = "; write ’ for an apostrophe" if found == APOSTROPHE else ""
            yield Mistake(place, f"{found} is no quotation mark of {words.words.language}; write {right}{also}")


def localise_known(known: Known, words: LoadedWords) -> Known:
    """Return what a text may name, written as in its language, and the names of the fonts."""
    families = words.words.listed(words.words.fonts.names())
    typography = words.words.typography
    table = localise_names(localise_numbers(known.placeholders, typography), typography)
    return replace(known, placeholders=table | {"fonts.families": families})


def localise_numbers(table: Mapping[str, str], typography: Typography) -> dict[str, str]:
    """Return a table of placeholders with its numbers as the language writes them: 52.5 as ``52,5``."""
    return {
        name: value if name.startswith(FACTS) else localise_number(value, typography) for name, value in table.items()
    }


def localise_number(value: str, typography: Typography) -> str:
    """Return a number as the language writes it, and any other text as it is."""
    found = NUMBER.fullmatch(value)
    if found is None:
        return value
    sign, whole, fraction = found.groups(default="")
    if len(whole) >= GROUP:
        whole = f"{int(whole):,}".replace(",", typography.thousands.replace(" ", "\u202f"))
    return sign + whole + fraction.replace(".", typography.decimal)


def localise_names(table: Mapping[str, str], typography: Typography) -> dict[str, str]:
    """Return a table of placeholders with the names in it as a language writes them."""
    return {
        name: localise_quotes(value, typography) if name.startswith(NAMES) else value for name, value in table.items()
    }


def localise_quotes(text: str, typography: Typography) -> str:
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
