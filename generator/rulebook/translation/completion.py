"""Complete a text of a language with the passages that English has and it lacks, in English and marked as such.

So a new English passage stops no other language. The text of the language gives all lines that it has, English all
others, blank lines among them. Only sections that are as they were when they were last accepted are completed: in any
other one it is not certain which passage is missing, and the comparison with English tells the difference instead.
English stands here for the source language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from generator.catalogue import library
from generator.errors import Mistake, Place
from generator.rulebook.text.revisions import FIRST, read_raw, revision_of
from generator.rulebook.translation.language import PassagePair, State, Text, pair_passages, shown_passage
from generator.rulebook.translation.passages import Passage, section_ids, split_passages
from generator.rulebook.translation.sources import load_sources
from generator.rulebook.translation.splice import write_passage

HASH = re.compile(r"[0-9a-f]{8}")
DOUBLE = "“”„«»"
CURVED = re.compile(f"[{DOUBLE}‘’‚‹›]")
FIRST_CELL = re.compile(r"\|\s*")


class Gap(NamedTuple):
    """An English passage that has changed since it was translated, or is not translated.

    Attributes:
        place: of it.
        state: ``outdated``, ``missing`` or ``untranslated``.
        shown: its kind and its beginning.
    """

    place: Place
    state: State
    shown: str


def list_gaps(pairs: Iterable[PassagePair], english: Text) -> tuple[Gap, ...]:
    """Return those English passages of some pairs that are outdated, missing or untranslated in the other language."""
    return tuple(
        Gap(Place(english.file, pair.english.first, pair.english.column), pair.state, shown_passage(pair.english))
        for pair in pairs
        if pair.english is not None
        and pair.english.kind != "condition"
        and pair.state in {"outdated", "missing", "untranslated"}
    )


@dataclass(frozen=True, slots=True)
class CompletedText:
    """A text as it is printed.

    Attributes:
        text: with the passages of English that the language lacks.
        gaps: passages that are outdated or missing.
        origins: for each line the file and the line that it comes from; empty if nothing was missing.
    """

    text: str
    gaps: tuple[Gap, ...] = ()
    origins: tuple[tuple[str, int], ...] = ()

    @property
    def outdated(self) -> int:
        """Return how many passages follow an earlier English text."""
        return sum(gap.state == "outdated" for gap in self.gaps)

    @property
    def missing(self) -> int:
        """Return how many passages are not translated."""
        return len(self.gaps) - self.outdated

    def move(self, mistakes: Iterable[Mistake], name: str) -> list[Mistake]:
        """Return mistakes in the completed text, called `name` in messages, at the lines of the files it is made of."""
        moved = []
        for mistake in mistakes:
            place = mistake.place
            if self.origins and place.file == name and 0 < place.line <= len(self.origins):
                place = Place(*self.origins[place.line - 1], place.column)
            moved.append(Mistake(place, mistake.message))
        return moved


def complete_text(language: str, game: str, raw: str | None = None) -> CompletedText:
    """Return the text of a game in a language with what it lacks, and what of it is outdated or missing.

    Args:
        language: of the text.
        game: that it is about.
        raw: the text of its file, which is read if it is not given.

    Returns:
        The text as it is, without gaps, if it is an English source text, outdated as a whole, or was never accepted.

    Raises:
        InputError: mistakes in the sources of the language.
    """
    file = library.rules_file(language, game)
    raw = read_raw(file) if raw is None else raw
    model = library.model_language(game)
    if language == model:
        return _marked_where_begun(raw, file.name, language)
    if model not in library.languages(game):
        return CompletedText(raw)
    english = library.rules_file(model, game)
    sources = load_sources(language)
    sections = sources.texts.get(game, {}) if sources.revisions.get(game, FIRST) == revision_of(raw) else {}
    if not sections:  # written by hand, and never accepted
        return CompletedText(raw)
    recorded = tuple((section, tuple(hashes)) for section, hashes in sections.items())
    return _complete(raw, file.name, read_raw(english), english.name, model, recorded)


def _marked_where_begun(raw: str, name: str, tag: str) -> CompletedText:
    """Return a source text with marks where it is what a project was begun with, and so not in its language."""
    text = _english(raw.replace("\r\n", "\n"), name)
    if not (begun := begun_passages(text, tag)):
        return CompletedText(raw)
    own = {id(one): one for one in text.passages if one not in begun}
    gaps = tuple(Gap(Place(name, one.first, one.column), "untranslated", shown_passage(one)) for one in begun)
    lines, origins = zip(*merged_lines(text, text, own, lambda one: marked_lines(one, library.ENGLISH)), strict=True)
    return CompletedText("\n".join(lines), gaps, origins)


def begun_passages(text: Text, tag: str) -> list[Passage]:
    """Return the passages of a source text that are English though its language is not, as a project begins with them.

    The title is none of them.
    """
    passages = () if tag.partition("-")[0] == library.ENGLISH else text.passages
    return [one for one in passages if one.has_words and one.text in _beginnings()]


@cache
def _beginnings() -> frozenset[str]:
    texts = (read_raw(file) for file in library.beginnings())
    return frozenset(one.text for text in texts for one in split_passages(text) if one.prefix.strip() != "#")


@lru_cache(maxsize=64)
def _complete(
    raw: str, name: str, english_raw: str, english_name: str, tag: str, recorded: Sequence[tuple[str, Sequence[str]]]
) -> CompletedText:
    """Return the completed text; `recorded` are the hashes of its sources, by section."""
    if revision_of(raw) != revision_of(english_raw):
        return CompletedText(raw)
    raw, english_raw = raw.replace("\r\n", "\n"), english_raw.replace("\r\n", "\n")
    ids, hashes = section_ids(english_raw), dict(recorded)
    text = Text(name, raw, tuple(split_passages(raw, ids)), ids)
    english = _english(english_raw, english_name)
    pairs = pair_passages(text, english, hashes)
    gaps = list_gaps(pairs, english)
    if not _is_certain(text, pairs, hashes):
        return CompletedText(raw, tuple(one for one in gaps if one.state != "missing"))
    own = {id(pair.english): pair.other for pair in pairs if pair.other and not _is_english(pair)}
    if len(own) == len(text.passages) == len(english.passages):
        return CompletedText(raw, gaps)
    lines, origins = zip(*merged_lines(text, english, own, lambda one: marked_lines(one, tag)), strict=True)
    return CompletedText("\n".join(lines), gaps, origins)


def _is_english(pair: PassagePair) -> bool:
    """Return whether a text has an English passage that is not translated yet."""
    return pair.state == "untranslated" and bool(pair.english and pair.other and pair.other.text == pair.english.text)


def complete_with_english(text: Text, english: Text, pairs: Iterable[PassagePair]) -> Text:
    """Return a text of a language with the passages that it lacks in English, and without those that English dropped.

    Args:
        text: of the language; as it has no passage, all are English if it is empty.
        english: from which it is made.
        pairs: passages of both.
    """
    own = {id(pair.english): pair.other for pair in pairs if pair.other and pair.english}
    lines = merged_lines(text, english, own, lambda one: write_passage(one, one.text))
    ids = section_ids(english.text)
    merged = "\n".join(line for line, _ in lines)
    return Text(text.file, merged, tuple(split_passages(merged, ids)), ids)


@lru_cache(maxsize=8)
def _english(raw: str, name: str) -> Text:
    return Text(name, raw, tuple(split_passages(raw)))


def _is_certain(text: Text, pairs: Sequence[PassagePair], recorded: dict[str, Sequence[str]]) -> bool:
    """Return whether it is certain which passages are missing, and which English has dropped."""
    own = text.sections()
    as_accepted = {section for section, have in own.items() if len(recorded.get(section, ())) == len(have)}
    for pair in pairs:
        if pair.state == "leftover" and not HASH.fullmatch(pair.source):
            return False
        if pair.state == "missing" and pair.english is not None:
            section = pair.english.section
            if section in own and section not in as_accepted:
                return False
    own_headings, model_headings = (
        [one for one in passages if one is not None and one.kind == "heading"]
        for passages in ((pair.other for pair in pairs), (pair.english for pair in pairs))
    )
    if len(own_headings) == len(model_headings):
        return True
    return all("{#" in heading.suffix for heading in own_headings)  # others are matched by their order


def merged_lines(
    text: Text,
    english: Text,
    own: Mapping[int, Passage | None],
    write: Callable[[Passage], Sequence[str]],
) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the lines of a text that has all passages of English, each with the file and the line that it comes from.

    Args:
        text: of a language.
        english: whose order and blank lines count.
        own: passages of the text, by the identity of the English one.
        write: returns the lines of an English passage that the text has not.
    """
    lines, model = text.text.split("\n"), english.text.split("\n")
    done = 0
    for passage in english.passages:
        for number in range(done + 1, passage.first):
            yield model[number - 1], (english.file, number)
        if (other := own.get(id(passage))) is not None:
            for number in range(other.first, other.last + 1):
                yield lines[number - 1], (text.file, number)
        else:
            for line in write(passage):
                yield line, (english.file, passage.first)
        done = passage.last
    for number in range(done + 1, len(model) + 1):
        yield model[number - 1], (english.file, number)


def marked_lines(passage: Passage, tag: str) -> list[str]:
    """Return the lines of an English passage that says in which language it is, as ``[en]`` before its words."""
    if passage.kind == "condition" or not passage.has_words:
        return write_passage(passage, passage.text)
    mark = f"[{tag}] " if passage.kind == "head" else rf"\[{tag}\] "
    text, begin = _straight_quotes(passage), 0
    if passage.kind == "row" and (found := FIRST_CELL.match(text)):
        begin = found.end()
    elif passage.kind == "figure":
        begin = len("![")
    elif text.startswith("**"):  # a block quote that begins in bold is a warning
        begin = len("**")
    return write_passage(passage, text[:begin] + mark + text[begin:])


def _straight_quotes(passage: Passage) -> str:
    """Return a passage with quotation marks that become those of the language; what is told of a figure stays."""
    caption, bracket, rest = passage.text.partition("](figure:") if passage.kind == "figure" else (passage.text, "", "")
    return CURVED.sub(lambda found: '"' if found[0] in DOUBLE else "'", caption) + bracket + rest
