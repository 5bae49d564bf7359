"""A language on the desk: its words, its texts, what they were made from, and how all of it stands against English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.catalogue import shelf
from generator.catalogue.files import read_bytes
from generator.catalogue.shelf import UNTRANSLATED, ShelfFile
from generator.catalogue.words import load_words
from generator.errors import InputError, Place
from generator.locales.passages import Passage, passages_of
from generator.locales.sources import Sources, load_sources
from generator.locales.standing import Pair, Text, paired

ENGLISH = "en"
"""The language that all others are made from."""
WORDS = "words"
"""What the words of the press are called beside the games."""
WORD_PARTS = ("words", "colours")


@dataclass(frozen=True, slots=True)
class Language:
    """All of a language.

    Attributes:
        tag: such as ``pt-BR``.
        name: what it calls itself.
        texts: by game, and the words of the press under ``words``.
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
    words = shelf.words_file(tag)
    loaded = load_words(words.path, tag, words.name)
    passages = []
    for part in WORD_PARTS:
        for key, value in getattr(loaded.words, part).items():
            place = loaded.document.value_place((part, key))
            passages.append(Passage(part, "word", key, value, place.line, place.line, " " * (place.column - 1)))
    texts = {WORDS: Text(words.name, _read(words), tuple(passages))}
    for game in shelf.games():
        if (file := shelf.languages(game).get(tag)) is not None:
            text = _read(file)
            texts[game] = Text(file.name, text, tuple(passages_of(text)))
    return Language(tag, loaded.words.language, texts, load_sources(tag))


def _read(file: ShelfFile) -> str:
    try:
        return read_bytes(file.path, file.name).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError.at(Place(file.name), "not UTF-8; save the file as UTF-8") from None


def pairs_of(language: Language, english: Language) -> dict[str, list[Pair]]:
    """Every passage of a language beside that of English, by text; texts that it has not begun are left out."""
    return {
        name: _word_pairs(language, english)
        if name == WORDS
        else paired(text, english.texts[name], dict(language.sources.texts.get(name, {})))
        for name, text in language.texts.items()
        if name in english.texts
    }


def _word_pairs(language: Language, english: Language) -> list[Pair]:
    own = {passage.key: passage for passage in language.texts[WORDS].passages}
    model = {passage.key: passage for passage in english.texts[WORDS].passages}
    recorded = {f"{part}/{key}": hash_ for part in WORD_PARTS for key, hash_ in getattr(language.sources, part).items()}
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
    pairs = pairs_of(language, english)
    recorded: dict[str, list[tuple[Passage, str]]] = {}
    for name, found in pairs.items():
        for pair in found:
            if pair.other is None:
                continue
            state, source = pair.state, pair.source or UNTRANSLATED
            if pair.english is not None and (state == "translated" or not pair.english.has_words):
                source = pair.english.hash
            elif pair.english is not None and chosen(name, pair) and (same or state != "untranslated"):
                source, count = pair.english.hash, count + 1
            recorded.setdefault(name, []).append((pair.other, source))
    texts = {name: _by_section(entries) for name, entries in recorded.items() if name != WORDS}
    words = recorded.get(WORDS, [])
    kept = {name: sections for name, sections in language.sources.texts.items() if name not in texts}
    return Sources(_by_key(words, "words"), _by_key(words, "colours"), dict(sorted({**kept, **texts}.items()))), count


def _by_section(entries: list[tuple[Passage, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for passage, source in sorted(entries, key=lambda entry: entry[0].first):
        found.setdefault(passage.section, []).append(source)
    return {section: tuple(hashes) for section, hashes in found.items()}


def _by_key(entries: list[tuple[Passage, str]], part: str) -> dict[str, str]:
    return {passage.name: source for passage, source in entries if passage.section == part}


def coverage(pairs: list[Pair]) -> tuple[int, int]:
    """How many passages of a text are translated and up to date, and how many there are to translate."""
    wanted = [pair for pair in pairs if pair.english is not None and pair.english.has_words]
    return sum(pair.state == "translated" for pair in wanted), len(wanted)
