"""What a language's custom asks of its text: its own quotation marks, its own way to write numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.catalogue.words import LoadedWords, Typography
from generator.errors import Mistake
from generator.rulebook.text.document import Content, Known, RulesText, Words, contents_of
from generator.rulebook.text.facts import QUOTES, names_written

APOSTROPHE = "'"
NUMBER = re.compile(r"([-−]?)(\d+)(\.\d+)?")
FACTS = ("catalogue.", "credits.", "version")
"""Placeholders that begin so are names, even if they look like numbers."""
GROUP = 5
"""Digits from which on a number is written in groups of three. Source: ISO 80000-1, 7.3.1, allows four to stand."""


def custom_mistakes(text: RulesText, words: LoadedWords) -> Iterator[Mistake]:
    """Quotation marks that the language does not use."""
    pairs = words.words.typography.quotes
    if pairs is None:
        return
    wrong = QUOTES - frozenset("".join(pairs))
    right = " or ".join(f"{pair[0]}…{pair[1]}" for pair in pairs)
    for content in _contents(text):
        for part in content:
            for found in (character for character in _text(part) if character in wrong):
                place = text.source.place(part.line, found, part.column)
                also = "; write ’ for an apostrophe" if found == APOSTROPHE else ""
                yield Mistake(place, f"{found} is no quotation mark of {words.words.language}; write {right}{also}")


def _contents(text: RulesText) -> Iterator[Content]:
    yield text.title.content
    for block in text.blocks:
        yield from contents_of(block)
    for note in text.notes.values():
        yield note.content


def _text(part: object) -> str:
    return part.text if isinstance(part, Words) else ""


def known_in(known: Known, words: LoadedWords) -> Known:
    """What a text may name, as its language writes it, and what only the language knows: its fonts."""
    families = words.words.listed(words.words.fonts.names())
    typography = words.words.typography
    table = names_written(numbers_written(known.placeholders, typography), typography)
    return replace(known, placeholders=table | {"fonts.families": families})


def numbers_written(table: Mapping[str, str], typography: Typography) -> dict[str, str]:
    """A table of placeholders with its numbers as the language writes them: 52.5 as ``52,5``."""
    return {
        name: value if name.startswith(FACTS) else number_written(value, typography) for name, value in table.items()
    }


def number_written(value: str, typography: Typography) -> str:
    """A number as the language writes it; what is no number is left as it is."""
    found = NUMBER.fullmatch(value)
    if found is None:
        return value
    sign, whole, fraction = found.groups(default="")
    if len(whole) >= GROUP:
        whole = f"{int(whole):,}".replace(",", typography.thousands.replace(" ", "\u202f"))
    return sign + whole + fraction.replace(".", typography.decimal)
