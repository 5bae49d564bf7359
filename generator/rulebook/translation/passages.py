"""The passages of a rules text, with the lines that they stand in, so that one can be exchanged and no other changes.

Lines of the file are told apart by how they begin, which is all the Markdown that ``templates/locales/README.md``
allows. A passage's text is on one line: what was wrapped in the file is unwrapped.

Source: CommonMark 0.31.2, 4 and 5, and GitHub Flavored Markdown 0.29, 4.10, as far as rules texts use them.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["head", "heading", "paragraph", "item", "row", "figure", "note", "word"]

FENCE = "---"
HEAD = "HEAD"
"""The section of what stands before the first heading; ids of headings have small letters."""
HEAD_LINE = re.compile(r"(\w+:[ ]+)(\S.*)")
HEADING = re.compile(r"(#{1,6}[ ]+)(.*?)([ ]*\{#([^{}]*)\}[ ]*|[ ]*)")
ITEM = re.compile(r"([ ]*(?:[-*+]|\d{1,9}[.)])[ ]+)(\S.*)")
INTERRUPTING_ITEM = re.compile(r"[ ]*(?:[-*+]|1[.)])[ ]+\S")
NOTE = re.compile(r"(\[\^([^\]\s]+)\]:[ ]+)(\S.*)")
ROW = re.compile(r"[ ]*\|.*")
DELIMITER = re.compile(r"[ ]*\|?[ ]*:?-+:?[ ]*(\|[ ]*:?-+:?[ ]*)*\|?[ ]*")
FIGURE = re.compile(r"!\[.*\]\(figure:([^()\s]*)(?:\s+\".*\")?\)")
MARKUP = re.compile(r"\{\{.*?\}\}|\]\([^()\s]*|\b[A-Z]\d*\b")
"""What of a passage is not for translators: placeholders, destinations, letters of panels and ids of tiles."""
WORDS = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")
DIGITS = 8


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage.

    Attributes:
        section: id of the heading that it stands under.
        kind: what it is.
        name: within its section, such as ``item-2``.
        text: on one line, without what makes the block.
        first, last: its lines, from 1; the last is included.
        prefix: what stands before the text in its first line: hashes, a bullet, the name of a note.
        suffix: what follows it: a heading's id.
    """

    section: str
    kind: Kind
    name: str
    text: str
    first: int
    last: int
    prefix: str = ""
    suffix: str = ""

    @property
    def key(self) -> str:
        """The passage's name in the whole text, such as ``setup/item-2``."""
        return f"{self.section}/{self.name}"

    @property
    def column(self) -> int:
        """Where the text begins in its first line, from 1."""
        return len(self.prefix) + 1

    @property
    def hash(self) -> str:
        """What the text is known by where it was translated."""
        return text_hash(self.text)

    @property
    def has_words(self) -> bool:
        """Whether there is anything to translate."""
        return has_words(self.text)


def text_hash(text: str) -> str:
    """The beginning of the sha256 of a passage's text, its spaces evened."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:DIGITS]


def has_words(text: str) -> bool:
    """Whether a text has more than placeholders, numbers, letters of panels and ids."""
    return bool(WORDS.search(MARKUP.sub(" ", text)))


def split_passages(text: str) -> list[Passage]:
    """All passages of a rules text, in its order."""
    return list(_Splitter(text.split("\n")).passages())


@dataclass(slots=True)
class _Splitter:
    """Walks the lines of a text; `at` is the index of the line at hand."""

    lines: Sequence[str]
    at: int = 0
    section: str = HEAD

    def passages(self) -> Iterator[Passage]:
        counts: Counter[str] = Counter()
        for kind, own, text, first, prefix, suffix in self._blocks():
            if kind == "heading":
                counts.clear()
            counts[kind] += 1
            name = own or (kind if kind == "heading" else f"{kind}-{counts[kind]}")
            yield Passage(self.section, kind, name, text, first + 1, self.at, prefix, suffix)

    def _blocks(self) -> Iterator[tuple[Kind, str, str, int, str, str]]:
        """Kind, own name, text, index of the first line, prefix and suffix; `at` is then behind the last line."""
        if self.lines and self.lines[0].rstrip() == FENCE and FENCE in map(str.rstrip, self.lines[1:]):
            yield from self._front()
        while self.at < len(self.lines):
            line, first = self.lines[self.at], self.at
            self.at += 1
            if not line.strip() or DELIMITER.fullmatch(line):
                continue
            if found := HEADING.fullmatch(line):
                self.section = found[4] or self.section
                yield "heading", "", found[2], first, found[1], found[3]
            elif ROW.fullmatch(line):
                indent = len(line) - len(line.lstrip())
                yield "row", "", line.strip(), first, line[:indent], ""
            elif found := NOTE.fullmatch(line):
                yield "note", f"note-{found[2]}", self._rest(found[3]), first, found[1], ""
            elif found := ITEM.fullmatch(line):
                yield "item", "", self._rest(found[2]), first, found[1], ""
            else:
                text = self._rest(line.lstrip())
                shown = FIGURE.fullmatch(text)
                kind: Kind = "figure" if shown else "paragraph"
                yield (
                    kind,
                    f"figure-{shown[1]}" if shown else "",
                    text,
                    first,
                    line[: len(line) - len(line.lstrip())],
                    "",
                )

    def _front(self) -> Iterator[tuple[Kind, str, str, int, str, str]]:
        self.at = 1
        while self.lines[self.at].rstrip() != FENCE:
            first = self.at
            self.at += 1
            if found := HEAD_LINE.fullmatch(self.lines[first].rstrip()):
                yield "head", found[1].rstrip(": "), plain_scalar(found[2]), first, found[1], ""
        self.at += 1

    def _rest(self, text: str) -> str:
        """A block's text with the lines that go on with it."""
        while self.at < len(self.lines) and not self._begins(self.lines[self.at]):
            text = unwrapped(text, self.lines[self.at])
            self.at += 1
        return text.rstrip()

    def _begins(self, line: str) -> bool:
        """Whether a line ends the block above it."""
        inside = self.at and ITEM.fullmatch(self.lines[self.at - 1])
        item = ITEM.fullmatch(line) if inside or _is_list(self.lines, self.at) else INTERRUPTING_ITEM.match(line)
        return not line.strip() or bool(item or HEADING.fullmatch(line) or NOTE.fullmatch(line) or ROW.fullmatch(line))


def _is_list(lines: Sequence[str], at: int) -> bool:
    """Whether the block above a line is an item of a list."""
    while at and lines[at - 1].strip():
        at -= 1
        if ITEM.fullmatch(lines[at]):
            return True
    return False


def plain_scalar(raw: str) -> str:
    """What a scalar of YAML says that is written on one line, in quotes or without."""
    if len(raw) > 1 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    return raw[1:-1] if len(raw) > 1 and raw[0] == raw[-1] == '"' and "\\" not in raw else raw


def unwrapped(text: str, line: str) -> str:
    """A text and the line that goes on with it, as one line; a break made by hand is kept."""
    if text.endswith(("\\", "  ")):
        return f"{text.rstrip(' ')}\n{line.strip()}" if text.endswith("\\") else f"{text.rstrip()}\\\n{line.strip()}"
    line = line.strip()
    return f"{text.rstrip()}{'' if _wide(text.rstrip()[-1:]) and _wide(line[:1]) else ' '}{line}"


def has_wide(text: str) -> bool:
    """Whether a text has Japanese or Chinese letters, so that it is not wrapped."""
    return any(map(_wide, text))


def _wide(character: str) -> bool:
    return (
        bool(character)
        and not "\uac00" <= character <= "\ud7a3"
        and unicodedata.east_asian_width(character) in {"W", "F"}
    )
