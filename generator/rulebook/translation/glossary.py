"""The glossary of a language: its terms by their English, and the words that its texts must not use.

::

    terms:                          # of all games
      dead end: {term: beco, gender: m, not: [beco sem saída], remark: it has but one exit}
    games:                          # of one game
      minotaurus:
        piece: {term: peça}
    style: [The player is addressed as “tu”.]
    remarks:                        # on the English text, for its editor
      - {where: asterion setup, remark: May two take the same colour?}

A word under ``not`` stands for itself, in small letters or capitals; with a star behind it, for all words that begin
so. In Japanese and Chinese, which part no words, it may stand anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import field

from generator.catalogue.examples import visible
from generator.catalogue.library import glossary_file
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.errors import Mistake, Place
from generator.rulebook.translation.passages import has_wide

Phrase = Annotated[str, visible(400)]
NO_WORDS = re.compile(r"\{\{[^{}\n]*\}\}|\]\([^()\s]*|\{#[^{}\n]*\}")
"""Placeholders, targets of links and figures, and ids."""
ANNOTATION = re.compile(r"(?<!\s)\s*\([^()\n]*\)")
"""Words that tell two terms apart, as in ``game (one played)``."""


class Term(Record, frozen=True):
    """A term of a language.

    Attributes:
        term: the word, or words.
        gender: of it, as dictionaries abbreviate that.
        forbidden: words that must not stand in its place.
        remark: for translators.
    """

    term: Phrase
    gender: Annotated[str, visible(8)] = ""
    forbidden: tuple[Phrase, ...] = field(default=(), name="not")
    remark: Phrase = ""

    def __str__(self) -> str:
        gender = f" ({self.gender})" if self.gender else ""
        others = f"; not {', '.join(self.forbidden)}" if self.forbidden else ""
        return f"{self.term}{gender}{others}"


class EnglishRemark(Record, frozen=True):
    """A translator's remark on the English text.

    Attributes:
        where: the text, and the id of a heading in it.
        remark: for the editor of English.
    """

    where: Phrase
    remark: Phrase


class Glossary(Record, frozen=True):
    """The glossary of one language.

    Attributes:
        terms: of all games, by their English.
        games: terms of one game, by its id.
        style: advice to translators.
        remarks: on the English text.
    """

    terms: dict[str, Term] = field(default_factory=dict)
    games: dict[str, dict[str, Term]] = field(default_factory=dict)
    style: tuple[Phrase, ...] = ()
    remarks: tuple[EnglishRemark, ...] = ()

    def of_game(self, game: str) -> dict[str, Term]:
        """Return the terms of a game, by their English; those of its own come first."""
        own = self.games.get(game, {})
        return own | {key: term for key, term in self.terms.items() if key not in own}


def load_glossary(language: str) -> Glossary:
    """Return the glossary of a language; an empty one if it has none.

    Raises:
        InputError: every mistake in the file.
    """
    file = glossary_file(language)
    return validated(read_document(file.path, file.name), Glossary) if file.path.is_file() else Glossary()


def terms_in(passage: str, terms: Mapping[str, Term]) -> list[str]:
    """Return those of some terms whose English stands in a passage, each with its translation; longer ones first."""
    found, passage = [], NO_WORDS.sub(" ", passage)
    small = passage.lower()
    for english in sorted(terms, key=len, reverse=True):
        word = ANNOTATION.sub("", english)
        if word.lower() not in small:  # which most are not, and patterns take long
            continue
        passage, count = re.subn(rf"\b{re.escape(word)}(?:s|es)?\b", "", passage, flags=re.IGNORECASE)
        if count:
            found.append(f"{english}: {terms[english]}")
    return found


def forbidden_words(text: str, name: str, glossary: Glossary, game: str) -> Iterator[Mistake]:
    """Yield each word of a game's text, called `name` in messages, that a glossary forbids, with line and column."""
    terms = [term for term in glossary.of_game(game).values() if term.forbidden]
    patterns = [(term, _pattern(word)) for term in terms for word in term.forbidden]
    if not patterns:
        return
    words = NO_WORDS.sub(lambda found: " " * len(found[0]), text)
    for term, pattern in patterns:
        for found in pattern.finditer(words):
            line, column = words.count("\n", 0, found.start()) + 1, found.start() - words.rfind("\n", 0, found.start())
            message = f"{found[0]!r} is not the term for it; the glossary has {term.term!r}"
            yield Mistake(Place(name, line, column), message)


def _pattern(word: str) -> re.Pattern[str]:
    """Return what finds a forbidden word."""
    written = re.escape(word.removesuffix("*")).replace(r"\ ", r"\s+")
    if has_wide(word):
        return re.compile(written)
    end = r"\w*" if word.endswith("*") else r"(?!\w)"
    return re.compile(rf"(?<!\w){written}{end}", re.IGNORECASE)
