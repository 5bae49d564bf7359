"""Passage for passage: whether a language's text has the blocks of English, and names in each what English names there.

So no paragraph, item, row, ruling or footnote of the rules can be lost or added in translation, and no number, symbol
or link can move into another passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from generator.errors import Mistake, Place
from generator.rulebook.text.document import RulesText
from generator.rulebook.translation.passages import Passage, passages_of

NAMED = re.compile(r"\{\{\s*(?P<placeholder>.*?)\s*\}\}|\(symbol:(?P<symbol>[^()\s]*)\)|\]\(#(?P<link>[^()\s]*)\)")


def counterpart_mistakes(text: RulesText, model: RulesText) -> Iterator[Mistake]:
    """Where passages of a text are not those of `model`, the English text; the same sections are taken for granted."""
    own, english = (list(passages_of("\n".join(source.source.lines))) for source in (text, model))
    for other, wanted in zip_longest(own, english):
        if other is not None and wanted is not None and other.key == wanted.key:
            yield from _naming_mistakes(other, wanted, text, model)
            continue
        first = min((one for one in (other, wanted) if one is not None), key=lambda one: one is other)
        yield _misfit(own, english, first.section, text, model)
        return


def _misfit(own: list[Passage], english: list[Passage], section: str, text: RulesText, model: RulesText) -> Mistake:
    """The first passage of a section that is another one than in English."""
    have, wanted = ([one for one in passages if one.section == section] for passages in (own, english))
    last = have[0] if have else own[0]
    for other, right in zip_longest(have, wanted):
        if right is None and other is not None:
            there = f"section {section!r} has ended in {model.file}"
            return Mistake(_place(text, other), f"a passage too many, {other.name}; {there}")
        if other is None and right is not None:
            message = f"{right.name} is missing after this in section {section!r}; it stands in {_at(model, right)}"
            return Mistake(_place(text, last), message)
        if other is not None and right is not None:
            if other.name != right.name:
                message = f"{other.name} stands where {right.name} should stand, as in {_at(model, right)}"
                return Mistake(_place(text, other), message)
            last = other
    return Mistake(_place(text, last), f"section {section!r} is not that of {model.file}")


def _naming_mistakes(other: Passage, wanted: Passage, text: RulesText, model: RulesText) -> Iterator[Mistake]:
    have, right = _named(other), _named(wanted)
    for shown in right.keys() - have.keys():
        yield Mistake(_place(text, other), f"{shown} is missing in this passage; it stands in {_at(model, wanted)}")
    for shown in have.keys() - right.keys():
        place = _written_at(text, other, have[shown])
        yield Mistake(place, f"{shown} does not stand in this passage in {_at(model, wanted)}")


def _named(passage: Passage) -> dict[str, str]:
    """What a passage names, in the words of messages, and as it is written."""
    found = NAMED.finditer(passage.text)
    return {f"{match.lastgroup} {match[str(match.lastgroup)]!r}": match[0] for match in found}


def _written_at(text: RulesText, passage: Passage, what: str) -> Place:
    for line in range(passage.first, passage.last + 1):
        if what in text.source.written(line):
            return text.source.place(line, what)
    return _place(text, passage)


def _place(text: RulesText, passage: Passage) -> Place:
    return Place(text.file, passage.first, passage.column)


def _at(model: RulesText, passage: Passage) -> str:
    return f"{model.file}:{passage.first}"
