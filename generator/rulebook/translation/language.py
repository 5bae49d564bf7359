"""A language with its words, texts and sources, and the status of each passage against English.

``sources.yaml`` beside the texts holds the hash of the English passage that each passage was made from::

    words: {contents: 1f3a5c7e, figure: untranslated}
    colours: {yellow: 9b2d4f60}
    texts:
      asterion:
        setup: [0a1b2c3d, untranslated]      # by section, in the order of this language's text

So the texts stay readable, and a passage that English has changed since is known without its history. The commands
write the file; do not edit it by hand. Passages are matched by these hashes, in order, so that a passage which English
inserts, drops or changes moves nothing else. The status is translated, unaccepted, outdated, untranslated, missing or
left over.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Literal, TypeAlias

from msgspec import field

from generator.catalogue import library
from generator.catalogue.examples import matching
from generator.catalogue.files import read_bytes
from generator.catalogue.library import UNTRANSLATED, ShelfFile
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.catalogue.words import words_of
from generator.errors import InputError, Place
from generator.rulebook.translation.passages import Passage, section_ids, split_passages, write_scalar

SOURCES_WIDTH = 118
Hash = Annotated[
    str,
    matching(
        r"^([0-9a-f]{8}|untranslated)$",
        "is no hash of a passage; `asterion language accept` writes them",
        "untranslated",
    ),
]
Section: TypeAlias = "tuple[Hash, ...]"

WORDS = "words"
"""Name of the words of rules, beside the games."""
WORD_PARTS = ("words", "colours")
"""The parts of their file with words by key."""

HEADER = """\
# Which English passage each passage of this language was made from, by its hash.
# Written by `asterion language accept`; do not edit by hand.
"""
State: TypeAlias = Literal["translated", "unaccepted", "outdated", "untranslated", "missing", "leftover"]
SHOWN = 40
"""Number of characters of a passage that are shown."""
GLOSSARY = """\
# Glossary

One term per thing, in every text. Notes on style below.

| English | {name} | remark |
|---|---|---|
{rows}
"""
TERMS = (
    "tile", "labyrinth tile", "minotaur tile", "counter", "deck", "hand", "prisoner", "coin, treasure", "wing",
    "emblem", "path", "exit", "dead end", "bridge", "chamber", "connected to", "outside", "living, impaled",
    "to impale", "turn (of a player)", "quarter turn", "direction of a tile", "to draw", "to discard", "to place",
    "to act, action", "to rotate, to swap, to move", "free side", "side by side", "gap", "to trap the minotaur",
    "to escape", "points, to score", "tie", "sample game", "variant", "crop marks",
)  # fmt: skip
"""Terms of the shipped rules that want one word each."""
QUOTES = {
    **dict.fromkeys(("bg", "cs", "et", "hr", "is", "lt", "mk", "sk", "sl", "sr"), "„“, ‚‘"),
    **dict.fromkeys(("fi", "sv"), "””, ’’"),
    **dict.fromkeys(("nb", "nn", "no"), "«», ‘’"),
    **dict.fromkeys(("be", "uk"), "«», „“"),
    "hu": "„”, »«",
    "ro": "„”, «»",
    "zh": "「」, 『』",
}
"""Quotation marks of languages that do not have those of English. Source: Unicode CLDR, delimiters."""
SCRIPT_LETTERS = 4
"""A part of a tag with so many letters names a script. Source: BCP 47, 2.2.3."""
FROM_RIGHT_LANGUAGES = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
FROM_RIGHT_SCRIPTS = frozenset(["adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"])
"""Languages, and scripts named in a tag, that are written from right to left. Source: Unicode CLDR, scriptMetadata."""


class Sources(Record, frozen=True):
    """The English passages that a language was made from, by their hashes.

    Attributes:
        words, colours: hashes of the English words, by key.
        texts: by game and section, a hash for each passage.
    """

    words: dict[str, Hash] = field(default_factory=dict)
    colours: dict[str, Hash] = field(default_factory=dict)
    texts: dict[str, dict[str, Section]] = field(default_factory=dict)


def load_sources(language: str) -> Sources:
    """Return the sources of a language; empty if it has none yet.

    Raises:
        InputError: every mistake in the file.
    """
    file = library.sources_file(language)
    if not file.path.is_file():
        return Sources()
    return validated(read_document(file.path, file.name), Sources)


def record_sources(sources: Sources, entries: Mapping[str, Iterable[tuple[Passage, str]]]) -> Sources:
    """Return the sources with new hashes of some texts; those of the others stay.

    Args:
        sources: as they were.
        entries: by text, its passages with their hashes.
    """
    texts = dict(sources.texts)
    for name in entries.keys() - {WORDS}:
        sections: dict[str, list[str]] = {}
        for passage, source in sorted(entries[name], key=lambda entry: entry[0].first):
            sections.setdefault(passage.section, []).append(source)
        texts[name] = {section: tuple(hashes) for section, hashes in sections.items()}
    words = {
        part: {one.name: source for one, source in entries[WORDS] if one.section == part}
        if WORDS in entries
        else getattr(sources, part)
        for part in WORD_PARTS
    }
    return Sources(**words, texts=dict(sorted(texts.items())))


def write_sources(sources: Sources) -> str:
    """Return the text of the file."""
    lines = []
    for part in WORD_PARTS:
        entries = getattr(sources, part)
        lines.append(f"{part}:" if entries else f"{part}: {{}}")
        lines += (f"  {key}: {entry}" for key, entry in sorted(entries.items()))
    lines.append("texts:" if sources.texts else "texts: {}")
    for game, sections in sources.texts.items():
        lines.append(f"  {game}:")
        for section, hashes in sections.items():
            listed = f"    {section}: [{', '.join(hashes)}]"
            lines += textwrap.wrap(listed, SOURCES_WIDTH, subsequent_indent="      ", break_on_hyphens=False)
    return HEADER + "".join(f"{line}\n" for line in lines)


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
        if self.other.text == self.english.text:
            return "untranslated"
        return "unaccepted" if self.source in {"", UNTRANSLATED} else "outdated"


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


def list_remarks(pairs: Iterable[PassagePair], text: Text, english: Text) -> Iterator[Remark]:
    """Yield what is left to do, in the order of the language's text."""
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
                yield Remark(last, "unaccepted", f"translated from {there}? say so with `asterion language accept`")


def _shown(passage: Passage | None) -> str:
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


def load_language(tag: str) -> Language:
    """Read the words and all texts of a language.

    Raises:
        InputError: mistakes in its words or sources, or a text that is not UTF-8.
    """
    words = library.words_file(tag)
    loaded = words_of(tag)
    passages = []
    for part in WORD_PARTS:
        for key, word in getattr(loaded.words, part).items():
            place = loaded.document.value_place((part, key))
            passages.append(Passage(part, "word", key, word, place.line, place.line, " " * (place.column - 1)))
    texts = {WORDS: Text(words.name, _read(words), tuple(passages))}
    for game in library.games():
        if (rules := library.languages(game).get(tag)) is not None:
            text, model = _read(rules), library.model_language(game)
            ids = () if tag == model else section_ids(_read(library.rules_file(model, game)))
            texts[game] = Text(rules.name, text, tuple(split_passages(text, ids)), ids)
    return Language(tag, loaded.words.language, texts, load_sources(tag))


def _read(file: ShelfFile) -> str:
    try:
        return read_bytes(file.path, file.name).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError.at(Place(file.name), "not UTF-8; save the file as UTF-8") from None


def pair_texts(language: Language, english: Language) -> dict[str, list[PassagePair]]:
    """Return every passage of a language beside that of English, by text; texts that it has not begun are left out."""
    found = {}
    for name, text in language.texts.items():
        if name == WORDS:
            own, model = ({one.key: one for one in source.passages} for source in (text, english.texts[name]))
            parts = {part: getattr(language.sources, part) for part in WORD_PARTS}
            recorded = {f"{part}/{key}": source for part, sources in parts.items() for key, source in sources.items()}
            found[name] = [PassagePair(model.get(key), own.get(key), recorded.get(key, "")) for key in {**model, **own}]
        elif name in english.texts:
            found[name] = pair_passages(text, english.texts[name], dict(language.sources.texts.get(name, {})))
    return found


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
    entries: dict[str, list[tuple[Passage, str]]] = {WORDS: []}
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


def coverage_of(language: Language, english: Language) -> dict[str, list[int]]:
    """Return by text how many passages are translated and up to date, and how many are to be translated."""
    if language.tag == library.ENGLISH:
        counts = {name: sum(passage.has_words for passage in text.passages) for name, text in language.texts.items()}
        return {name: [count, count] for name, count in counts.items()}
    return {name: list(count_translated(pairs)) for name, pairs in pair_texts(language, english).items()}


def count_translated(pairs: list[PassagePair]) -> tuple[int, int]:
    """Return how many passages of a text are translated and up to date, and how many are to be translated."""
    wanted = [pair for pair in pairs if pair.english is not None and pair.english.has_words]
    return sum(pair.state == "translated" for pair in wanted), len(wanted)


def is_right_to_left(tag: str) -> bool:
    """Return whether a tag is of a language written from right to left, as ``he`` and ``pa-Arab`` are."""
    language, *others = tag.lower().split("-")
    script = next((part for part in others if len(part) == SCRIPT_LETTERS), "")
    return script in FROM_RIGHT_SCRIPTS if script else language in FROM_RIGHT_LANGUAGES


def new_files(tag: str, name: str, english: Language, games: list[str], *, words: bool) -> dict[str, str]:
    """Return the files of a new language, by their names in its folder.

    Args:
        tag: of the language.
        name: of the language, in itself.
        english: from which it is made.
        games: with texts to begin.
        words: whether its words are begun, too; else they are there already.
    """
    files = {f"{game}.md": english.texts[game].text for game in games}
    if words:
        files["words.yaml"] = _new_words(tag, name, english.texts[WORDS].text)
        files["glossary.md"] = GLOSSARY.format(name=name, rows="\n".join(f"| {term} | | |" for term in TERMS))
    return files


def _new_words(tag: str, name: str, english: str) -> str:
    """Return the words of English with the language's name and quotes, and with hyphens if pyphen has a dictionary."""
    import pyphen

    text = re.sub(r"^language: .*$", f"language: {write_scalar(name)}", english, flags=re.MULTILINE)
    if quotes := QUOTES.get(tag.partition("-")[0]):
        text = re.sub(r"quotes: \[[^]]*\]", f"quotes: [{quotes}]", text)
    found: str | None = pyphen.language_fallback(tag.replace("-", "_"))
    found = found or next((one for one in sorted(pyphen.LANGUAGES) if one.partition("_")[0] == tag), None)
    return re.sub(r"^hyphenation: .*\n", f"hyphenation: {found}\n" if found else "", text, flags=re.MULTILINE)


def new_sources(sources: Sources, english: Language, games: list[str], *, words: bool) -> str:
    """Return the file of sources with the new texts, all of them untranslated.

    Words are always to be looked at; passages of a rules text that have no words stay as they are in English.
    """
    entries = {
        name: [
            (passage, UNTRANSLATED if passage.has_words or passage.kind == "word" else passage.hash)
            for passage in english.texts[name].passages
        ]
        for name in (*games, *([WORDS] if words else ()))
    }
    return write_sources(record_sources(sources, entries))
