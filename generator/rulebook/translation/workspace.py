"""A language on the desk: its words, its texts, what they were made from, and how all of it stands against English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ENGLISH, UNTRANSLATED, ShelfFile
from generator.catalogue.messages import load_messages, message_mistakes
from generator.catalogue.strict_yaml import Document
from generator.catalogue.words import words_of
from generator.errors import InputError, Place
from generator.rulebook.translation.passages import Passage, passages_of
from generator.rulebook.translation.sources import MESSAGES, WORD_PARTS, WORDS, Sources, load_sources, recorded
from generator.rulebook.translation.status import Pair, Text, paired


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
            texts[game] = Text(rules.name, text, tuple(passages_of(text)))
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


def pairs_of(language: Language, english: Language) -> dict[str, list[Pair]]:
    """Every passage of a language beside that of English, by text; texts that it has not begun are left out."""
    return {
        name: _word_pairs(language, english, name)
        if name in WORD_PARTS
        else paired(text, english.texts[name], dict(language.sources.texts.get(name, {})))
        for name, text in language.texts.items()
        if name in english.texts
    }


def _word_pairs(language: Language, english: Language, name: str) -> list[Pair]:
    own = {passage.key: passage for passage in language.texts[name].passages}
    model = {passage.key: passage for passage in english.texts[name].passages}
    sources = {part: getattr(language.sources, part) for part in WORD_PARTS[name]}
    recorded = {f"{part}/{key}": hash_ for part, found in sources.items() for key, hash_ in found.items()}
    return [Pair(model.get(key), own.get(key), recorded.get(key, "")) for key in {**model, **own}]


def accepted(
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
    for name, found in pairs_of(language, english).items():
        for pair in found:
            if pair.other is None:
                continue
            state, source = pair.state, pair.source or UNTRANSLATED
            if pair.english is not None and (state == "translated" or not pair.english.has_words):
                source = pair.english.hash
            elif pair.english is not None and chosen(name, pair) and (same or state != "untranslated"):
                source, count = pair.english.hash, count + 1
            entries.setdefault(name, []).append((pair.other, source))
    return recorded(language.sources, entries), count


def coverage(pairs: list[Pair]) -> tuple[int, int]:
    """How many passages of a text are translated and up to date, and how many there are to translate."""
    wanted = [pair for pair in pairs if pair.english is not None and pair.english.has_words]
    return sum(pair.state == "translated" for pair in wanted), len(wanted)
