"""Catalogues written for the text as it stands, so that nothing which was translated is lost; the glossary.

A passage that was rewritten keeps its translation, fuzzy, with its former text; one that is new is empty; what the text
has no more becomes obsolete, and comes back with its passage. Messages are found by their keys alone: no translation
goes over to another passage, however alike.

A glossary has the terms of a language by their English, and the words that its texts must not use.

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
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated

from msgspec import field

from asterion_press.catalogue import library
from asterion_press.catalogue.files import read_bytes
from asterion_press.catalogue.library import WORDS, glossary_file
from asterion_press.catalogue.po import Catalogue, Message, translation, write_catalogue
from asterion_press.catalogue.po import updated as updated_message
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.validation import Record, validated, visible
from asterion_press.errors import Mistake, Place
from asterion_press.rulebook.translation.composed import CURVED, list_faults
from asterion_press.rulebook.translation.language import Passage, Text, has_wide, pair_passages

NO_WORD = re.compile(r"[^\w{}()#−+-]+")
"""Punctuation; signs, placeholders and links count as words."""
KINDS = {
    "head": "on the title page",
    "heading": "heading",
    "paragraph": "paragraph",
    "item": "item of a list",
    "row": "row of a table; keep the bars",
    "quote": "paragraph of a block quote",
    "figure": "caption of a figure",
    "note": "footnote",
    "word": "word or message that the program prints",
}


def updated_catalogue(tag: str, name: str, text: Text, catalogue: Catalogue | None = None) -> str:
    """Return a catalogue for a text as it stands.

    Args:
        tag: of the language.
        name: of the text: a game, or ``words``.
        text: that is translated.
        catalogue: as it is; None for a new one.
    """
    messages = dict(catalogue.messages) if catalogue else {}
    obsolete = list(catalogue.obsolete) if catalogue else []
    notes = _notes(tag, name, text)
    keys = {passage.key for passage in text.passages}
    for one in obsolete[:]:
        if one.msgctxt in keys and one.msgctxt not in messages:
            messages[one.msgctxt] = one
            obsolete.remove(one)
    live = [
        updated_message(messages.get(passage.key), passage.key, passage.text, notes(passage))
        for passage in text.passages
        if passage.kind != "condition"
    ]
    gone = [message for key, message in messages.items() if key not in keys and message.msgstr]
    return write_catalogue(tag, live, [*gone, *obsolete], catalogue.header if catalogue else "")


def catalogue_of(tag: str, name: str, text: Text, translations: Mapping[str, str], *, fuzzy: bool) -> str:
    """Return a new catalogue with translations by key, which are fuzzy if they are to be looked at."""
    messages = {
        one.key: translation(one.key, one.text, translations[one.key], fuzzy=fuzzy)
        for one in text.passages
        if one.key in translations and (one.has_words or translations[one.key] != one.text)
    }
    return updated_catalogue(tag, name, text, Catalogue("", (), messages))


def accepted_catalogue(
    text: Text, catalogue: Catalogue, chosen: Callable[[Passage, Message], bool], *, same: bool
) -> tuple[Catalogue, int, list[Mistake]]:
    """Return a catalogue with translations taken as up to date, their number, and why others cannot be taken.

    Args:
        text: that is translated.
        catalogue: as it is.
        chosen: says whether a passage is meant, by its message as it is.
        same: take passages that are empty as translated by the words of the text, such as names; not those with
            quotation marks, which each language has of its own.
    """
    messages, count, refused = dict(catalogue.messages), 0, list[Mistake]()
    for pair in pair_passages(text, catalogue):
        if pair.english is None or pair.state == "translated":
            continue
        message = pair.message or translation(pair.english.key, pair.english.text)
        new = message.msgstr or (pair.english.text if same and not CURVED.search(pair.english.text) else "")
        if not new or not chosen(pair.english, message):
            continue
        if message.msgstr and (wrong := list_faults(pair.english, new, catalogue, text)):
            refused += wrong
        else:
            messages[pair.english.key] = one = translation(pair.english.key, pair.english.text, new)
            one.tcomment, count = message.tcomment, count + 1
    return Catalogue(catalogue.name, (), messages, catalogue.obsolete, catalogue.header), count, refused


def differs_in_punctuation(passage: Passage, message: Message) -> bool:
    """Return whether a passage has the same words and numbers as the text that its translation was made from."""
    before = (message.previous_msgid if message.fuzzy else None) or message.msgid
    return bool(before != passage.text) and NO_WORD.sub(" ", before).split() == NO_WORD.sub(" ", passage.text).split()


def _notes(tag: str, name: str, text: Text) -> Callable[[Passage], str]:
    """Return a function that returns the comment of a passage for translators."""
    terms: dict[str, Term] = load_glossary(tag).of_game(name)
    places = places_of_words() if name == WORDS else {}
    titles = {one.section: one.text for one in text.passages if one.kind == "heading"}
    page = f"rules-{library.model_language(name)}.html" if name != WORDS else ""

    def comment(passage: Passage) -> str:
        lines = [KINDS[passage.kind]]
        if passage.kind == "word":
            lines += [places[passage.name]] if passage.name in places else []
        elif passage.kind != "head":
            lines.append(f"section: {titles.get(passage.section, '')}")
        if not passage.has_words:
            lines.append("without words; leave it empty where it reads the same")
        if passage.kind == "figure":
            lines.append(f"picture: {page}#{passage.section}, figure {passage.name.removeprefix('figure-')}")
        lines += (f"term: {term}" for term in terms_in(passage.text, terms))
        return "\n".join(lines)

    return comment


def places_of_words() -> dict[str, str]:
    """Return where the words stand that the program prints, by key, as the README of the languages tells."""
    file = library.templates("locales", "README.md")
    text = read_bytes(file, file.name).decode("utf-8", "replace") if file.is_file() else ""
    rows = re.findall(r"^\| (`.*?`) \| (.*) \|$", text, re.MULTILINE)
    return {key: where for keys, where in rows for key in re.findall(r"`(\w+)`", keys)}


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
        typed: by game, phrases with a number or a word that no placeholder stands for, each with the reason; of
            English alone, in which a game that is listed types no others.
    """

    terms: dict[str, Term] = field(default_factory=dict)
    games: dict[str, dict[str, Term]] = field(default_factory=dict)
    style: tuple[Phrase, ...] = ()
    remarks: tuple[EnglishRemark, ...] = ()
    typed: dict[str, dict[str, Phrase]] = field(default_factory=dict)

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
    return _glossary_of_file(file.read(), file.name) if file.path.is_file() else Glossary()


@lru_cache(maxsize=32)  # each text asks for English, too
def _glossary_of_file(raw: bytes, name: str) -> Glossary:
    return validated(parse_document(raw, name), Glossary)


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
