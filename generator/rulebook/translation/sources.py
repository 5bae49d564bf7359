"""``sources.yaml`` beside the texts of a language: the hash of the English passage that each passage was made from.

::

    messages: {proved: 5e6f7a8b}
    words: {contents: 1f3a5c7e, figure: untranslated}
    colours: {yellow: 9b2d4f60}
    texts:
      asterion:
        setup: [0a1b2c3d, untranslated]      # by section, in the order of this language's text

So the texts stay readable, and a passage that English has changed since is known without its history. The commands
write the file; nobody edits it by hand.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, TypeAlias

from msgspec import field

from generator.catalogue import library
from generator.catalogue.examples import matching
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.rulebook.translation.passages import Passage

WIDTH = 118
Hash = Annotated[
    str,
    matching(
        r"^([0-9a-f]{8}|untranslated)$",
        "is no hash of a passage; `asterion languages accept` writes them",
        "untranslated",
    ),
]
Section: TypeAlias = "tuple[Hash, ...]"

WORDS, MESSAGES = "words", "messages"
"""What the words of the press, and the messages of the command, are called beside the games."""
WORD_PARTS = {WORDS: ("words", "colours"), MESSAGES: ("messages",)}
"""What their files hold by key."""

HEADER = """\
# Which English passage each passage of this language was made from, by its hash.
# Written by `asterion languages accept`; do not edit by hand.
"""


class Sources(Record, frozen=True):
    """What a language was made from.

    Attributes:
        messages, words, colours: hashes of the English messages and words, by key.
        texts: by game and section, a hash for each passage.
    """

    messages: dict[str, Hash] = field(default_factory=dict)
    words: dict[str, Hash] = field(default_factory=dict)
    colours: dict[str, Hash] = field(default_factory=dict)
    texts: dict[str, dict[str, Section]] = field(default_factory=dict)


def load_sources(language: str) -> Sources:
    """The sources of a language; empty if it has none yet.

    Raises:
        InputError: every mistake in the file.
    """
    file = library.sources_file(language)
    if not file.path.is_file():
        return Sources()
    return validated(read_document(file.path, file.name), Sources)


def record_sources(sources: Sources, entries: Mapping[str, Iterable[tuple[Passage, str]]]) -> Sources:
    """The sources with what is to be written down of some texts; of the others they say what they said.

    Args:
        sources: as they were.
        entries: by text, its passages with their hashes.
    """
    texts = {name: _by_section(found) for name, found in entries.items() if name not in WORD_PARTS}
    words = {
        part: {one.name: source for one, source in entries[name] if one.section == part}
        if name in entries
        else getattr(sources, part)
        for name, parts in WORD_PARTS.items()
        for part in parts
    }
    return Sources(**words, texts=dict(sorted({**sources.texts, **texts}.items())))


def _by_section(entries: Iterable[tuple[Passage, str]]) -> dict[str, Section]:
    found: dict[str, list[str]] = {}
    for passage, source in sorted(entries, key=lambda entry: entry[0].first):
        found.setdefault(passage.section, []).append(source)
    return {section: tuple(hashes) for section, hashes in found.items()}


def write_sources(sources: Sources) -> str:
    """The file's text."""
    return HEADER + "".join(f"{line}\n" for line in _lines(sources))


def _lines(sources: Sources) -> Iterator[str]:
    for part in ("messages", "words", "colours"):
        entries = getattr(sources, part)
        yield f"{part}:" if entries else f"{part}: {{}}"
        yield from (f"  {key}: {entry}" for key, entry in sorted(entries.items()))
    yield "texts:" if sources.texts else "texts: {}"
    for game, sections in sources.texts.items():
        yield f"  {game}:"
        for section, hashes in sections.items():
            listed = f"    {section}: [{', '.join(hashes)}]"
            yield from textwrap.wrap(listed, WIDTH, subsequent_indent="      ", break_on_hyphens=False)
