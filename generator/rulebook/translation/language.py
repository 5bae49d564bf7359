"""A language with its words, texts and sources, and the status of each passage against English.

A passage that reads otherwise than in English is translated. ``sources.yaml`` beside the texts says from which English,
by the hash of that passage::

    words: {contents: 1f3a5c7e, figure: untranslated-77c0de01}
    colours: {yellow: 9b2d4f60}
    texts:
      asterion:
        setup: [0a1b2c3d, untranslated-5be1f00d]      # by section, in the order of this language's text

So the texts stay readable, and a passage that English has changed since is known without its history. The commands
write the file; do not edit it by hand. ``untranslated`` marks what a language was begun with: the hash of English, and
behind it that of the text, where this was taken from another language. ``fuzzy`` marks what a PO file was not sure of.
Passages are matched by these hashes, in order, so that a passage which English inserts, drops or changes moves nothing
else. The status is translated, unaccepted, outdated, untranslated, missing or left over.

English stands here for the source language: in a project without English rules it is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter
from typing import Literal, TypeAlias

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ShelfFile
from generator.catalogue.strict_yaml import parse_document
from generator.catalogue.translation_sources import UNTRANSLATED
from generator.catalogue.words import words_of
from generator.errors import InputError, Place
from generator.rulebook.text.revisions import FIRST, place_of_revision, revision_of
from generator.rulebook.translation.passages import Passage, section_ids, split_passages
from generator.rulebook.translation.sources import (
    WORD_PARTS,
    WORDS,
    Sources,
    load_sources,
    record_sources,
)

FUZZY = "fuzzy"
"""Stands for the hash of a passage whose translation a PO file marks as doubtful."""
State: TypeAlias = Literal["translated", "unaccepted", "outdated", "untranslated", "missing", "leftover"]
SHOWN = 40
"""Number of characters of a passage that are shown."""


@dataclass(frozen=True, slots=True)
class Text:
    """A rules text with its passages.

    Attributes:
        file: its name in messages.
        text: the whole file.
        passages: in order.
        model_ids: ids of the headings of the text that it is a translation of.
    """

    file: str
    text: str
    passages: tuple[Passage, ...]
    model_ids: tuple[str, ...] = ()

    def sections(self) -> dict[str, list[Passage]]:
        """Return the passages by section."""
        return {section: list(found) for section, found in groupby(self.passages, attrgetter("section"))}


@dataclass(frozen=True, slots=True)
class PassagePair:
    """An English passage and its translation, or one without the other.

    Attributes:
        english: None if English no longer has it.
        other: None if it is missing.
        source: the hash that was recorded for the translation; empty if none was.
    """

    english: Passage | None
    other: Passage | None
    source: str = ""

    @property
    def state(self) -> State:
        """Return the status of the translation."""
        if self.other is None:
            return "missing"
        if self.english is None:
            return "leftover"
        if not self.english.has_words or self.source == self.english.hash:
            return "translated"
        begun = self.source.startswith(UNTRANSLATED)
        made_from, _, taken = self.source.removeprefix(UNTRANSLATED).removeprefix("-").partition("-")
        if self.other.text == self.english.text or (begun and self.other.hash == (taken or made_from)):
            return "untranslated"
        if made_from in {"", self.english.hash}:
            return "translated"
        return "unaccepted" if made_from == FUZZY else "outdated"

    @property
    def record(self) -> str:
        """Return what the sources say of the passage, if it is left as it is."""
        if self.english is None:
            return self.source or UNTRANSLATED
        if self.state == "translated":
            return self.english.hash
        return self.source or f"{UNTRANSLATED}-{self.english.hash}"


def pair_passages(text: Text, english: Text, recorded: dict[str, Sequence[str]]) -> list[PassagePair]:
    """Return every passage of either text, in the order of the language's; missing ones follow those before them."""
    own, model = text.sections(), english.sections()
    pairs: list[PassagePair] = []
    for section, wanted in model.items():
        have, hashes = own.get(section, []), recorded.get(section, ())
        if len(hashes) != len(have):  # the section has changed since: passages are matched by what they are
            known = {passage.hash for passage in wanted} & set(hashes)
            for passage, other in _match_kinds(have, wanted):
                source = passage.hash if other and passage and passage.hash in known else ""
                pairs.append(PassagePair(passage, other, source))
            continue
        sources = {id(passage): source for passage, source in zip(have, hashes, strict=True)}
        matcher = SequenceMatcher(None, list(hashes), [passage.hash for passage in wanted], autojunk=False)
        for _, start, end, model_start, model_end in matcher.get_opcodes():
            for passage, other in _match_kinds(have[start:end], wanted[model_start:model_end]):
                pairs.append(PassagePair(passage, other, sources[id(other)] if other else ""))
    for section, have in own.items():
        if section not in model:
            hashes = recorded.get(section, ())
            hashes = hashes if len(hashes) == len(have) else [""] * len(have)
            pairs += [PassagePair(None, passage, source) for passage, source in zip(have, hashes, strict=True)]
    return pairs


def _match_kinds(own: list[Passage], model: list[Passage]) -> Iterator[tuple[Passage | None, Passage | None]]:
    """Yield passages paired in order, as far as their kinds are the same; English first."""
    matcher = SequenceMatcher(None, list(map(_kind, own)), list(map(_kind, model)), autojunk=False)
    for _, start, end, model_start, model_end in matcher.get_opcodes():
        if [*map(_kind, own[start:end])] == [*map(_kind, model[model_start:model_end])]:
            yield from zip(model[model_start:model_end], own[start:end], strict=True)
        else:
            yield from ((None, other) for other in own[start:end])
            yield from ((english, None) for english in model[model_start:model_end])


def _kind(passage: Passage) -> str:
    """Return what a passage has in common with its translation; figures, notes and keys are matched by name."""
    return passage.name if passage.kind in {"figure", "note", "head"} else passage.kind


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """A task about a passage, with its place."""

    place: Place
    state: State
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.state}: {self.message}"


def list_remarks(pairs: Iterable[PassagePair], text: Text, english: Text, name: str = "English") -> Iterator[Remark]:
    """Yield what is left to do, in the order of the language's text.

    Args:
        pairs: passages of both texts.
        text: of the language.
        english: from which it is made.
        name: of the source language.
    """
    last = Place(text.file, 1, 1)
    for pair in pairs:
        there = Place(english.file, pair.english.first, pair.english.column) if pair.english else None
        if pair.other is not None:
            last = Place(text.file, pair.other.first, pair.other.column)
        match pair.state:
            case "missing":
                yield Remark(last, "missing", f"after this, {shown_passage(pair.english)}, which stands at {there}")
            case "leftover":
                yield Remark(
                    last, "leftover", f"{shown_passage(pair.other)} has nothing in {english.file}; take it out"
                )
            case "outdated":
                yield Remark(last, "outdated", f"{name} has changed, at {there}: {shown_passage(pair.english)}")
            case "untranslated":
                yield Remark(last, "untranslated", f"{name} still, at {there}: {shown_passage(pair.english)}")
            case "unaccepted":
                yield Remark(last, "unaccepted", "fuzzy in a PO file; mend it, or `asterion language accept` it")


def shown_passage(passage: Passage | None) -> str:
    """Return the kind of a passage and its beginning; nothing for none."""
    if passage is None:
        return ""
    text = passage.text if len(passage.text) <= SHOWN else f"{passage.text[: SHOWN - 2]} …"
    return f"the {passage.kind} {text!r}"


@dataclass(frozen=True, slots=True)
class Language:
    """A language with its words, texts and sources.

    Attributes:
        tag: such as ``pt-BR``.
        name: of the language, in itself.
        texts: by game; words of rules under ``words``.
        sources: from which they were made.
    """

    tag: str
    name: str
    texts: Mapping[str, Text]
    sources: Sources


def source_language() -> str:
    """Return the language from which the others are made: English, or that of the project at hand."""
    own = library.own_game()
    return library.ENGLISH if own is None else library.model_language(own)


def text_names() -> list[str]:
    """Return the names of what is translated: words, and the rules of each game, or of the project's own."""
    return [WORDS, *([own] if (own := library.own_game()) else library.games())]


def load_language(tag: str, games: Sequence[str] | None = None) -> Language:
    """Read the words and texts of a language: those of the project at hand, or the shipped ones.

    Args:
        tag: of the language.
        games: whose texts are read; all by default.

    Raises:
        InputError: mistakes in its words or sources, or a text that is not UTF-8.
    """
    name = words_of(tag).words.language  # checks the words
    games = text_names()[1:] if games is None else games
    in_project = library.own_game() is not None
    words = library.own_words_file(tag) if in_project else library.words_file(tag)
    texts = {} if words is None else {WORDS: _words_text(words)}
    for game in games:
        if (rules := library.languages(game).get(tag)) is not None:
            text, model = _read(rules), library.model_language(game)
            ids = () if tag == model else section_ids(_read(library.rules_file(model, game)))
            texts[game] = Text(rules.name, text, tuple(split_passages(text, ids)), ids)
    return Language(tag, name, texts, load_sources(tag))


def load_model(tag: str, games: Sequence[str] | None = None) -> Language:
    """Read the language from which another one, `tag`, is made, with the texts of some games, or of all.

    In a project, words of a language without shipped ones are made from the shipped English ones.

    Raises:
        InputError: mistakes in its words or sources, or a text that is not UTF-8.
    """
    model = load_language(source_language(), games)
    words = library.words_file(tag)
    if library.own_game() is not None and (words == library.own_words_file(tag) or not words.path.is_file()):
        model = replace(model, texts={**model.texts, WORDS: _words_text(library.words_file(library.ENGLISH))})
    return model


def _words_text(file: ShelfFile) -> Text:
    return words_text(_read(file), file.name)


def words_text(text: str, name: str) -> Text:
    """Return the words and names of colours of a words.yaml, called `name` in messages, as passages.

    Raises:
        InputError: it is no YAML.
    """
    document = parse_document(text.encode(), name)
    passages = []
    for part in WORD_PARTS:
        found = document.data.get(part)
        for key, word in found.items() if isinstance(found, dict) else ():
            place = document.value_place((part, key))
            passages.append(Passage(part, "word", key, str(word), place.line, place.line, " " * (place.column - 1)))
    return Text(name, text, tuple(passages))


def _read(file: ShelfFile) -> str:
    try:
        return read_bytes(file.path, file.name).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError.at(Place(file.name), "not UTF-8; save the file as UTF-8") from None


def pair_texts(language: Language, english: Language) -> dict[str, list[PassagePair]]:
    """Return every passage of a language beside that of English, by text.

    Texts that it has not begun are left out, and those that are outdated as a whole.
    """
    found = {}
    outdated = outdated_texts(language, english)
    for name, text in language.texts.items():
        if name not in english.texts or name in outdated:
            continue
        if name == WORDS:
            own, model = ({one.key: one for one in source.passages} for source in (text, english.texts[name]))
            parts = {part: getattr(language.sources, part) for part in WORD_PARTS}
            recorded = {f"{part}/{key}": source for part, sources in parts.items() for key, source in sources.items()}
            found[name] = [PassagePair(model.get(key), own.get(key), recorded.get(key, "")) for key in {**model, **own}]
        else:
            recorded_of = language.sources.revisions.get(name, FIRST)
            is_of_this = recorded_of == revision_of(text.text)  # a text that is carried over is another one
            sections: dict[str, Sequence[str]] = dict(language.sources.texts.get(name, {})) if is_of_this else {}
            found[name] = pair_passages(text, english.texts[name], sections)
    return found


def outdated_texts(language: Language, english: Language) -> dict[str, Remark]:
    """Return a remark for each text of a language that is of an earlier revision than the English one."""
    found = {}
    for name in language.texts.keys() & english.texts.keys():
        own, model = language.texts[name], english.texts[name]
        have, wanted = (revision_of(one.text) for one in (own, model))
        if have < wanted:
            count = sum(passage.has_words for passage in own.passages)
            message = (
                f"revision {have} with {count} passages; {model.file} has revision {wanted}: translate that as a "
                f"whole, then write `revision: {wanted}` in the head and `asterion language accept` it"
            )
            found[name] = Remark(place_of_revision(own.text, own.file), "outdated", message)
    return dict(sorted(found.items()))


def raw_texts(texts: Mapping[str, Text]) -> dict[str, str]:
    """Return the texts of the files."""
    return {name: text.text for name, text in texts.items()}


def accept_passages(
    language: Language, english: Language, chosen: Callable[[str, PassagePair], bool], *, same: bool = False
) -> tuple[Sources, int]:
    """Return the sources with passages taken as up to date, and the number of those that were not before.

    Args:
        language: of the passages.
        english: from which they are made.
        chosen: says whether a passage of a text is meant.
        same: take passages as translated that read as in English.
    """
    count = 0
    entries: dict[str, list[tuple[Passage, str]]] = {}
    for name, found in pair_texts(language, english).items():
        for pair in found:
            if pair.other is None:
                continue
            source = pair.record
            if pair.english is None or pair.state == "translated":
                pass
            elif chosen(name, pair) and (same or pair.state != "untranslated"):
                source, count = pair.english.hash, count + 1
            entries.setdefault(name, []).append((pair.other, source))
    return record_sources(language.sources, entries, raw_texts(language.texts)), count
