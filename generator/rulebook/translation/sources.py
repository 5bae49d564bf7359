"""The sources of a language: the English passage that each of its passages was made from, by its hash.

The format of the file stands in :mod:`~generator.rulebook.translation.language`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, TypeAlias

from msgspec import Meta, field

from generator.catalogue.examples import matching
from generator.catalogue.files import read_bytes
from generator.catalogue.strict_yaml import parse_document
from generator.catalogue.translation_sources import sources_file
from generator.catalogue.validation import Record, validated
from generator.rulebook.text.revisions import FIRST, revision_of
from generator.rulebook.translation.passages import Passage

WORDS = "words"
"""Name of the words of rules, beside the games."""
WORD_PARTS = ("words", "colours")
"""The parts of their file with words by key."""
SOURCES_WIDTH = 118
Hash = Annotated[
    str,
    matching(
        r"^([0-9a-f]{8}|untranslated(-[0-9a-f]{8}){0,2}|fuzzy)$",
        "is no hash of a passage; `asterion language accept` writes them",
        "untranslated",
    ),
]
Section: TypeAlias = "tuple[Hash, ...]"
Revision: TypeAlias = "Annotated[int, Meta(ge=1)]"
HEADER = """\
# Which English passage each passage of this language was made from, by its hash.
# Written by `asterion language accept`; do not edit by hand.
"""


class Sources(Record, frozen=True):
    """The English passages that a language was made from, by their hashes.

    Attributes:
        words, colours: hashes of the English words, by key.
        revisions: of the texts that were made from a later revision than the first, by game.
        texts: by game and section, a hash for each passage.
    """

    words: dict[str, Hash] = field(default_factory=dict)
    colours: dict[str, Hash] = field(default_factory=dict)
    revisions: dict[str, Revision] = field(default_factory=dict)
    texts: dict[str, dict[str, Section]] = field(default_factory=dict)

    def hashes(self) -> Iterator[str]:
        """Yield what is recorded of all words and passages."""
        yield from self.words.values()
        yield from self.colours.values()
        for sections in self.texts.values():
            for hashes in sections.values():
                yield from hashes


def load_sources(language: str) -> Sources:
    """Return the sources of a language; empty if it has none yet.

    Raises:
        InputError: every mistake in the file.
    """
    file = sources_file(language)
    return _read_sources(read_bytes(file.path, file.name), file.name) if file.path.is_file() else Sources()


@lru_cache(maxsize=64)
def _read_sources(raw: bytes, name: str) -> Sources:
    """Return the sources that a file holds, read once for all that ask."""
    return validated(parse_document(raw, name), Sources)


def record_sources(
    sources: Sources, entries: Mapping[str, Iterable[tuple[Passage, str]]], made: Mapping[str, str]
) -> Sources:
    """Return the sources with new hashes of some texts; those of the others stay.

    Args:
        sources: as they were.
        entries: by text, its passages with their hashes.
        made: the texts of the files, which say their revisions.
    """
    texts, revisions = dict(sources.texts), dict(sources.revisions)
    for name in entries.keys() - {WORDS}:
        revisions[name] = revision_of(made[name])
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
    later = {name: revision for name, revision in sorted(revisions.items()) if revision > FIRST}
    return Sources(**words, revisions=later, texts=dict(sorted(texts.items())))


def write_sources(sources: Sources) -> str:
    """Return the text of the file."""
    lines = []
    for part in WORD_PARTS:
        entries = getattr(sources, part)
        lines.append(f"{part}:" if entries else f"{part}: {{}}")
        lines += (f"  {key}: {entry}" for key, entry in sorted(entries.items()))
    if sources.revisions:
        lines += ("revisions:", *(f"  {game}: {revision}" for game, revision in sources.revisions.items()))
    lines.append("texts:" if sources.texts else "texts: {}")
    for game, sections in sources.texts.items():
        lines.append(f"  {game}:")
        for section, hashes in sections.items():
            listed = f"    {section}: [{', '.join(hashes)}]"
            lines += textwrap.wrap(listed, SOURCES_WIDTH, subsequent_indent="      ", break_on_hyphens=False)
    return HEADER + "".join(f"{line}\n" for line in lines)
