"""A language with its words, texts and sources, and the status of each passage against English.

The status is translated, unaccepted, outdated, untranslated, missing or left over. Passages are matched by the hashes
of the English ones that they were made from, in order, so that a passage which English inserts, drops or changes moves
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter
from typing import Literal, TypeAlias

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ENGLISH, UNTRANSLATED, ShelfFile
from generator.catalogue.messages import load_messages, message_mistakes
from generator.catalogue.strict_yaml import Document
from generator.catalogue.words import words_of
from generator.errors import InputError, Place
from generator.rulebook.translation.passages import Passage, split_passages
from generator.rulebook.translation.sources import MESSAGES, WORD_PARTS, WORDS, Sources, load_sources, record_sources

State: TypeAlias = Literal["translated", "unaccepted", "outdated", "untranslated", "missing", "leftover"]
STATES: tuple[State, ...] = ("translated", "unaccepted", "outdated", "untranslated", "missing", "leftover")

SHOWN = 40
"""So many characters of a passage are shown."""


@dataclass(frozen=True, slots=True)
class Text:
    """A rules text with its passages.

    Attributes:
        file: its name in messages.
        text: the whole file.
        passages: in order.
    """

    file: str
    text: str
    passages: tuple[Passage, ...]

    def sections(self) -> dict[str, list[Passage]]:
        """The passages by section."""
        return {section: list(found) for section, found in groupby(self.passages, attrgetter("section"))}


@dataclass(frozen=True, slots=True)
class Pair:
    """An English passage and its translation, or one without the other.

    Attributes:
        english: None if English has it no more.
        other: None if it is missing.
        source: the hash that was recorded for the translation; empty if none was.
    """

    english: Passage | None
    other: Passage | None
    source: str = ""

    @property
    def state(self) -> State:
        """How the translation stands."""
        if self.other is None:
            return "missing"
        if self.english is None:
            return "leftover"
        if not self.english.has_words or self.source == self.english.hash:
            return "translated"
        if self.other.text == self.english.text:
            return "untranslated"
        return "unaccepted" if self.source in {"", UNTRANSLATED} else "outdated"


def pair_passages(text: Text, english: Text, recorded: dict[str, Sequence[str]]) -> list[Pair]:
    """Every passage of either text, in the order of the language's, what is missing after what stands before it."""
    own, model = text.sections(), english.sections()
    pairs: list[Pair] = []
    for section in model:
        pairs += _section_pairs(own.get(section, []), model[section], recorded.get(section, ()))
    for section, passages in own.items():
        if section not in model:
            hashes = recorded.get(section, ())
            sources = hashes if len(hashes) == len(passages) else [""] * len(passages)
            pairs += [Pair(None, passage, source) for passage, source in zip(passages, sources, strict=True)]
    return pairs


def _section_pairs(own: list[Passage], model: list[Passage], recorded: Sequence[str]) -> list[Pair]:
    if len(recorded) == len(own):
        return _by_hash(own, model, recorded)
    known = {passage.hash for passage in model} & set(recorded)
    return [
        Pair(english, other, english.hash if other and english and english.hash in known else "")
        for english, other in _by_kind(own, model)
    ]


def _by_hash(own: list[Passage], model: list[Passage], recorded: Sequence[str]) -> list[Pair]:
    """Pairs of a section whose passages are those that were recorded."""
    sources = {id(passage): source for passage, source in zip(own, recorded, strict=True)}
    matcher = SequenceMatcher(None, list(recorded), [passage.hash for passage in model], autojunk=False)
    pairs: list[Pair] = []
    for _, start, end, model_start, model_end in matcher.get_opcodes():
        for english, other in _by_kind(own[start:end], model[model_start:model_end]):
            pairs.append(Pair(english, other, sources[id(other)] if other else ""))
    return pairs


def _by_kind(own: list[Passage], model: list[Passage]) -> Iterator[tuple[Passage | None, Passage | None]]:
    """Passages paired in order, as far as their kinds are the same; English first."""
    matcher = SequenceMatcher(None, list(map(_kind, own)), list(map(_kind, model)), autojunk=False)
    for _, start, end, model_start, model_end in matcher.get_opcodes():
        if [*map(_kind, own[start:end])] == [*map(_kind, model[model_start:model_end])]:
            yield from zip(model[model_start:model_end], own[start:end], strict=True)
        else:
            yield from ((None, other) for other in own[start:end])
            yield from ((english, None) for english in model[model_start:model_end])


def _kind(passage: Passage) -> str:
    """What a passage must have in common with its translation: figures, notes and keys are the same ones."""
    return passage.name if passage.kind in {"figure", "note", "head"} else passage.kind


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """What is to be done about a passage, and where."""

    place: Place
    state: State
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.state}: {self.message}"


def list_remarks(pairs: Iterable[Pair], text: Text, english: Text) -> Iterator[Remark]:
    """What is not as it should be, in the order of the language's text."""
    last = Place(text.file, 1, 1)
    for pair in pairs:
        there = Place(english.file, pair.english.first, pair.english.column) if pair.english else None
        if pair.other is not None:
            last = Place(text.file, pair.other.first, pair.other.column)
        match pair.state:
            case "missing":
                yield Remark(last, "missing", f"after this, {_shown(pair.english)}, which stands at {there}")
            case "leftover":
                yield Remark(last, "leftover", f"{_shown(pair.other)} has nothing in {english.file}; take it out")
            case "outdated":
                yield Remark(last, "outdated", f"English has changed, at {there}: {_shown(pair.english)}")
            case "untranslated":
                yield Remark(last, "untranslated", f"English still, at {there}: {_shown(pair.english)}")
            case "unaccepted":
                yield Remark(last, "unaccepted", f"translated from {there}? say so with `asterion languages accept`")


def _shown(passage: Passage | None) -> str:
    if passage is None:
        return ""
    text = passage.text if len(passage.text) <= SHOWN else f"{passage.text[: SHOWN - 2]} …"
    return f"the {passage.kind} {text!r}"


@dataclass(frozen=True, slots=True)
class Language:
    """All of a language.

    Attributes:
        tag: such as ``pt-BR``.
        name: what it calls itself.
        texts: by game, and the words of the press under ``words``, the messages of the command under ``messages``.
        sources: what they were made from.
    """

    tag: str
    name: str
    texts: Mapping[str, Text]
    sources: Sources


def load_language(tag: str) -> Language:
    """Read the words and all texts of a language.

    Raises:
        InputError: mistakes in its words or sources, or a text that is not UTF-8.
    """
    words = library.words_file(tag)
    loaded = words_of(tag)
    parts = {part: getattr(loaded.words, part) for part in WORD_PARTS[WORDS]}
    texts = {WORDS: Text(words.name, _read(words), _word_passages(parts, loaded.document))}
    if (file := library.messages_file(tag)).path.is_file():
        said = load_messages(file.path, file.name)
        texts[MESSAGES] = Text(file.name, _read(file), _word_passages({MESSAGES: said.messages}, said.document))
    for game in library.games():
        if (rules := library.languages(game).get(tag)) is not None:
            text = _read(rules)
            texts[game] = Text(rules.name, text, tuple(split_passages(text)))
    return Language(tag, loaded.words.language, texts, load_sources(tag))


def check_messages(tag: str) -> None:
    """See that every message of a language can be said, with the values that English has in it.

    Raises:
        InputError: every mistake in them.
    """
    file, model = library.messages_file(tag), library.messages_file(ENGLISH)
    if file.path.is_file():
        own, english = load_messages(file.path, file.name), load_messages(model.path, model.name)
        if mistakes := list(message_mistakes(own, english, _read(file))):
            raise InputError(mistakes)


def _word_passages(parts: Mapping[str, Mapping[str, str]], document: Document) -> tuple[Passage, ...]:
    """The words of a file as passages, by part and key."""
    places = {(part, key): document.value_place((part, key)) for part, words in parts.items() for key in words}
    return tuple(
        Passage(part, "word", key, parts[part][key], place.line, place.line, " " * (place.column - 1))
        for (part, key), place in places.items()
    )


def _read(file: ShelfFile) -> str:
    try:
        return read_bytes(file.path, file.name).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError.at(Place(file.name), "not UTF-8; save the file as UTF-8") from None


def pair_texts(language: Language, english: Language) -> dict[str, list[Pair]]:
    """Every passage of a language beside that of English, by text; texts that it has not begun are left out."""
    return {
        name: _word_pairs(language, english, name)
        if name in WORD_PARTS
        else pair_passages(text, english.texts[name], dict(language.sources.texts.get(name, {})))
        for name, text in language.texts.items()
        if name in english.texts
    }


def _word_pairs(language: Language, english: Language, name: str) -> list[Pair]:
    own = {passage.key: passage for passage in language.texts[name].passages}
    model = {passage.key: passage for passage in english.texts[name].passages}
    sources = {part: getattr(language.sources, part) for part in WORD_PARTS[name]}
    recorded = {f"{part}/{key}": hash_ for part, found in sources.items() for key, hash_ in found.items()}
    return [Pair(model.get(key), own.get(key), recorded.get(key, "")) for key in {**model, **own}]


def accept_passages(
    language: Language, english: Language, chosen: Callable[[str, Pair], bool], *, same: bool = False
) -> tuple[Sources, int]:
    """The sources with passages taken as up to date, and how many were not before.

    Args:
        language: whose passages.
        english: what they are made from.
        chosen: whether a passage of a text is meant.
        same: take passages as translated that read as in English.
    """
    count = 0
    entries: dict[str, list[tuple[Passage, str]]] = {name: [] for name in WORD_PARTS}
    for name, found in pair_texts(language, english).items():
        for pair in found:
            if pair.other is None:
                continue
            state, source = pair.state, pair.source or UNTRANSLATED
            if pair.english is not None and (state == "translated" or not pair.english.has_words):
                source = pair.english.hash
            elif pair.english is not None and chosen(name, pair) and (same or state != "untranslated"):
                source, count = pair.english.hash, count + 1
            entries.setdefault(name, []).append((pair.other, source))
    return record_sources(language.sources, entries), count


def count_translated(pairs: list[Pair]) -> tuple[int, int]:
    """How many passages of a text are translated and up to date, and how many there are to translate."""
    wanted = [pair for pair in pairs if pair.english is not None and pair.english.has_words]
    return sum(pair.state == "translated" for pair in wanted), len(wanted)
