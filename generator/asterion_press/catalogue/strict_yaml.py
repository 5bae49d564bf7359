"""A YAML file as data and nothing else.

PyYAML by itself keeps the last of two equal keys, turns ``no`` into False and ``1:30`` into 90, expands aliases
without limit and lets a tag build any type. Here a file is read as a stream of events: scalars stay
text, keys are unique, and tags, anchors, aliases, merge keys and second documents are mistakes. Nothing recurses, so
depth and size are bounded before anything is built.

Source: YAML 1.1 event model as in PyYAML; the limits are the project's safety rules.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Protocol, TypeAlias

import yaml
from msgspec import Struct

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import ShelfFile, read_bytes
from asterion_press.errors import (
    FORBIDDEN,
    MISTAKES,
    MISTAKES_SHOWN,
    InputError,
    Mistake,
    Place,
    forbidden_in_line,
    named,
    refusal_of,
)

Data: TypeAlias = "str | list[Data] | dict[str, Data]"
Location: TypeAlias = "tuple[str | int, ...]"
Source: TypeAlias = Path | ShelfFile
"""A file: by its path alone, or one of a shelf, which messages call by its name."""
Spot: TypeAlias = tuple[int, int]
"""Line and column, both counted from 1; 0 for the whole file."""


_BLOCKS = ("|", ">")
"""Styles of texts that stand on lines of their own; the breaks at the end belong to how they are written."""

_BREAKS = "\r\n"
"""Ends of lines, as editors count them. Source: YAML 1.1, 5.4 "Line Break Characters"; its others are refused."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Document(Struct, frozen=True):
    """A file that was read.

    Attributes:
        file: its name as the user gave it.
        data: text, lists and mappings; the top of a document is always a mapping.
        sha256: hexadecimal digest of the bytes.
    """

    file: str
    data: dict[str, Data]
    sha256: str
    _values: dict[Location, Spot]
    _keys: dict[Location, Spot]

    def value_place(self, location: Location) -> Place:
        """Return the place of the value at `location`, or of the closest value around it that is in the file."""
        for length in range(len(location), -1, -1):
            if (spot := self._values.get(location[:length])) is not None:
                return Place(self.file, *spot)
        return Place(self.file)

    def key_place(self, location: Location) -> Place:
        """Return the place of the key at the end of `location`; for an entry of a list, of the entry itself."""
        spot = self._keys.get(location)
        return Place(self.file, *spot) if spot else self.value_place(location)


def joint_digest(*digests: str) -> str:
    """Return the sha256 of what several files make together, from those of each."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def read_document(file: Source) -> Document:
    """Read one YAML file, called in messages as the shelf has it, or by its path.

    Raises:
        InputError: every mistake in the file's form; a syntax error ends the reading where it stands.
    """
    path, name = (file.path, file.name) if isinstance(file, ShelfFile) else (file, str(file))
    return parse_document(read_bytes(path, name), name)


def parse_document(raw: bytes, name: str) -> Document:
    """Read a document from bytes, as :func:`read_document` does from a file."""
    text = decoded(raw, name)
    lines = _lines(text)
    builder = _Builder(name, lines)
    with suppress(_ReadingEndsError):
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                builder.take(event)
        except yaml.MarkedYAMLError as error:
            builder.mistakes.append(_syntax(error, lines, name))
    if builder.mistakes:
        raise InputError(builder.mistakes)
    if not isinstance(builder.top, dict):
        raise InputError([_no_keys(text, name)])
    return Document(name, builder.top, hashlib.sha256(raw).hexdigest(), builder.values, builder.keys)


def decoded(raw: bytes, name: str) -> str:
    """Return a file as text that has no character which hides or garbles it.

    Raises:
        InputError: every such character, or bytes that are no text.
    """
    if looks_like_utf16(raw):
        raise InputError.at(Place(name, 1, 1), "UTF-16, not UTF-8; save the file as UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _place_after(error.object[: error.start].decode(), name)
        raise InputError.at(place, "not UTF-8; save the file as UTF-8") from None
    if message := foreign(text):
        raise InputError.at(Place(name, 1, 1), message)
    forbidden = ((found.start(), refusal_of(found[0])) for found in FORBIDDEN.finditer(text))
    found = islice(chain(forbidden, merge_marks(text)), MISTAKES_SHOWN)
    if mistakes := [Mistake(_place_after(text[:start], name), message) for start, message in found]:
        raise InputError(mistakes)
    return text


def _place_after(before: str, name: str) -> Place:
    breaks = sum(map(before.count, _BREAKS)) - before.count("\r\n")
    return Place(name, breaks + 1, len(before) - max(map(before.rfind, _BREAKS)))


def _lines(text: str) -> list[str]:
    return re.split("\r\n|[\r\n]", text)


def _hidden(found: re.Match[str], name: str, line: int) -> Mistake:
    message = f"{found[1]!r} is a comment, which '#' begins; put it in quotes"
    return Mistake(Place(name, line, found.start(1) + 1), message)


def _syntax(error: yaml.MarkedYAMLError, lines: list[str], name: str) -> Mistake:
    """Return why and where the text is no YAML."""
    begun, ended = error.context_mark, error.problem_mark
    is_open = any(part in (error.problem or "") for part in _UNCLOSED)
    cut_off = is_open or "node content" in (error.problem or "")
    for number in range(min(ended.line, len(lines) - 1), -1, -1) if ended and cut_off else ():
        if found := _HIDDEN.match(lines[number]):
            return _hidden(found, name, number + 1)
    unclosed = begun and ended and ended.line > begun.line and is_open
    mark = begun if unclosed else ended or begun
    line, column = (mark.line, mark.column) if mark else (0, 0)
    line, column, message = explained(error.problem or "", lines, line, column)
    return Mistake(Place(name, line + 1, column + 1), message)


def _no_keys(text: str, name: str) -> Mistake:
    """Return the message for a text without keys: its first character that is not YAML, or that keys are missing."""
    lines = _lines(text)
    first = next((number for number, line in enumerate(lines) if line.strip() and line[0] != "#"), 0)
    line, column, message = explained("", lines, first, 0)
    if message == explained("", [], 0, 0)[2]:
        return Mistake(Place(name, 1, 1), "the file must hold keys with values, as in `title: Asterion`")
    return Mistake(Place(name, line + 1, column + 1), message)


class _ReadingEndsError(Exception):
    """Reading ends here: the rest of the file would not be bounded."""


class _Mark(Protocol):
    """A place as both parsers of PyYAML give it, counted from 0."""

    line: int
    column: int


class _Open(Struct):
    """A list or mapping that has begun; `key` is the key that waits for its value."""

    value: list[Data] | dict[str, Data]
    location: Location
    key: str | None = None


class _Builder(Struct):
    """Turns events into data, collecting mistakes instead of stopping at the first."""

    name: str
    lines: list[str]
    top: Data | None = None
    values: dict[Location, Spot] = {}
    keys: dict[Location, Spot] = {}
    mistakes: list[Mistake] = []
    open: list[_Open] = []
    documents: int = 0
    count: int = 0

    def report(self, mark: _Mark | None, message: str) -> None:
        self.mistakes.append(Mistake(Place(self.name, *_spot(mark)), message))
        if len(self.mistakes) > MISTAKES:
            raise _ReadingEndsError

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent):
            self._begin(event, {})
        elif isinstance(event, yaml.SequenceStartEvent):
            self._begin(event, [])
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self.open.pop()
        elif isinstance(event, yaml.AliasEvent):
            self.report(event.start_mark, f"aliases (*{event.anchor}) are not allowed; write the value out")
            self._node(f"*{event.anchor}", event.start_mark)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.report(event.start_mark, "a second document (---) in one file; write one file each")
                raise _ReadingEndsError

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        """Take a scalar: the text of a key or of a value."""
        self._check_value(event)
        text = event.value.rstrip("\n") if event.style in _BLOCKS else event.value
        text = unicodedata.normalize("NFC", text)  # one letter for its parts, as fonts have most of them
        for message in _scalar_faults(text):
            self.report(event.start_mark, message)
        if not text and not event.style and (hidden := self._hidden_ink(event.start_mark)):
            self.mistakes.append(hidden)
        self._node(text, event.start_mark)

    def _hidden_ink(self, mark: _Mark | None) -> Mistake | None:
        """Return the mistake of a value that is empty, if an ink without quotes follows it on its line."""
        found = _COMMENTED.match(self.lines[mark.line], mark.column) if mark and mark.line < len(self.lines) else None
        return _hidden(found, self.name, mark.line + 1) if mark and found else None

    def _node(self, text: str, mark: _Mark | None) -> None:
        """Take a text as a key or a value, whichever is next."""
        holder = self.open[-1] if self.open else None
        if holder is not None and isinstance(holder.value, dict) and holder.key is None:
            self._key(holder, holder.value, text, mark)
        else:
            self._place_value(text, mark)

    def _key(self, holder: _Open, mapping: dict[str, Data], key: str, mark: _Mark | None) -> None:
        """Take the key of the next value of a mapping."""
        if key == "<<":
            self.report(mark, "merge keys (<<) are not allowed; write the values out")
        elif key in mapping:
            first = self.keys[(*holder.location, key)]
            self.report(mark, f"key {key!r} appears twice; it stands in line {first[0]} already")
        holder.key = key
        self.keys.setdefault((*holder.location, key), _spot(mark))

    def _begin(self, event: yaml.CollectionStartEvent, value: list[Data] | dict[str, Data]) -> None:
        """Take the beginning of a list or of a mapping."""
        self._check_value(event)
        holder = self.open[-1] if self.open else None
        if holder is not None and isinstance(holder.value, dict) and holder.key is None:
            self.report(event.start_mark, "a key must be plain text")
            raise _ReadingEndsError
        location = self._place_value(value, event.start_mark)
        self.open.append(_Open(value, location))
        if len(self.open) > bounds.DEPTH:
            self.report(event.start_mark, f"nested deeper than {bounds.DEPTH}")
            raise _ReadingEndsError

    def _check_value(self, event: yaml.NodeEvent) -> None:
        """Count a value, and report an anchor or a tag that stands before it."""
        self.count += 1
        if self.count > bounds.VALUES:
            self.report(event.start_mark, f"more than {bounds.VALUES} values")
            raise _ReadingEndsError
        if event.anchor:
            self.report(event.start_mark, f"anchors (&{event.anchor}) are not allowed; write the value out")
        if tag := getattr(event, "tag", None):
            self.report(event.start_mark, f"tags ({tag}) are not allowed; a catalogue is data")

    def _place_value(self, value: Data, mark: _Mark | None) -> Location:
        """Put a value into the list or the mapping that is open; return its location."""
        location: Location = ()
        if not self.open:
            self.top = value
        else:
            holder = self.open[-1]
            if isinstance(holder.value, list):
                location = (*holder.location, len(holder.value))
                holder.value.append(value)
            else:
                location = (*holder.location, holder.key or "")
                holder.value.setdefault(holder.key or "", value)
                holder.key = None
        self.values.setdefault(location, _spot(mark))
        return location


def _spot(mark: _Mark | None) -> Spot:
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)


def _scalar_faults(value: str) -> Iterator[str]:
    if len(value) > bounds.VALUE_CHARACTERS:
        yield f"{len(value)} characters in one value; at most {bounds.VALUE_CHARACTERS}"
    elif character := forbidden_in_line(value):
        yield refusal_of(character)


LOOK = "check indentation, quotes and brackets here and just above"

_MERGE_MARK = re.compile(r"^(<{7}|>{7}|\|{7})( .*)?$|^={7}$", re.MULTILINE)
"""A line that Git leaves in a file where two changes collide. Source: git-merge(1), "How conflicts are presented"."""
_POINTER = "version https://git-lfs.github.com/spec/"
"""Source: the specification of Git LFS, docs/spec.md."""
_PAGE = re.compile(r"\s*<(!doctype|html|head|\?xml|!--)", re.IGNORECASE)

_SIGNS = frozenset(":,[]{}#-")
"""Signs of YAML that keyboards of other scripts write as other characters."""

_PROBLEMS = (
    ("mapping values are not allowed", f"a colon that begins no value; put text that holds ': ' in quotes, or {LOOK}"),
    ("could not find expected ':'", f"a key without a colon; write ': ' after it, or {LOOK}"),
    ("or ']'", "a list that is not closed; write ',' between its entries and ']' at its end"),
    ("or '}'", "braces that are not closed; write ',' between their keys and '}' at their end"),
    ("unexpected end of stream", "quotes that are not closed; end them with the mark that they begin with"),
    ("cannot start any token", "a sign that begins no value; put the value in quotes"),
    ("sequence entries are not allowed", "an entry of a list ('- ') where none may stand; begin a new line for it"),
    ("'-' indicator", f"a line among the entries of a list that does not begin with '- '; {LOOK}"),
    ("escape", "a backslash that begins no escape; put the text in single quotes"),
    ("hexdecimal number", "a backslash that begins no escape; put the text in single quotes"),
    ("document start", f"what does not go on from the lines above; {LOOK}"),
    ("document indicator", "a line of '---' or '...' within quotes or brackets; close them before it"),
    ("directive", "a line that begins with '%'; put the value in quotes"),
    ("expected key", f"a line that is indented otherwise than the lines that it belongs to; {LOOK}"),
    ("block end", f"a line that is indented otherwise than the lines that it belongs to; {LOOK}"),
)
"""Parts of messages of libyaml and PyYAML, and the messages that replace them."""


_INK = r"\s*(#(?:[0-9A-Fa-f]{3}){1,2})\b"
_COMMENTED = re.compile(_INK)
_HIDDEN = re.compile(rf"""(?:[^'"#]|'[^']*'|"[^"]*")*(?:[\[{{,]|[:-]\s){_INK}""")
"""A line up to an ink without quotes."""
_UNCLOSED = ("or ']'", "or '}'", "unexpected end of stream")
"""Parts of messages that quotes or brackets are open still; then where they begin is to be told."""


def foreign(text: str) -> str:
    """Return which format a text has instead of YAML, with the remedy; empty if that is unknown."""
    if text.startswith(_POINTER):
        return "a pointer of Git LFS, not the file itself; run `git lfs pull`"
    if _PAGE.match(text):
        return "a page of HTML or XML, not the file itself; download the file as it is (raw)"
    return ""


def looks_like_utf16(raw: bytes) -> bool:
    """Return whether bytes are text in UTF-16: each second one of the beginning is zero."""
    head = raw[:200]
    return raw[:2] in (b"\xff\xfe", b"\xfe\xff") or head.count(0) * 3 > len(head)


def merge_marks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position of each mark of an unfinished merge, and its message."""
    if "<<<<<<<" in text or ">>>>>>>" in text:
        for found in _MERGE_MARK.finditer(text):
            yield found.start(), f"a mark of an unfinished merge, {found[0][:7]!r}; keep one side and delete the marks"


def explained(problem: str, lines: list[str], line: int, column: int) -> tuple[int, int, str]:
    """Return where a text stops being YAML, and why.

    Args:
        problem: what the parser says.
        lines: of the text.
        line: where it says so, counted from 0.
        column: likewise.
    """
    for number in (line, line - 1):
        text = lines[number] if 0 <= number < len(lines) else ""
        blank = len(text) - len(text.lstrip())
        at = column if number == line and text[column : column + 1] == "\t" else text.find("\t", 0, blank)
        if at >= 0:
            return number, at, "a tab (U+0009 CHARACTER TABULATION); indent with spaces"
        for at, character in enumerate(text):
            if not character.isascii() and (meant := unicodedata.normalize("NFKC", character)) in _SIGNS:
                return number, at, f"{named(character)} is no {meant!r}; write {meant!r}, or put the text in quotes"
    message = next((message for part, message in _PROBLEMS if part in problem), f"no YAML; {LOOK}")
    return line, column, message


ENTRIES = ("colours", "designs")
"""Mappings that are written with a line for each entry."""


def kept_lines(document: Document) -> list[str]:
    """Return the lines that say the same as a catalogue's document."""
    written, lines = partial(json.dumps, ensure_ascii=False), list[str]()
    for key, value in document.data.items():
        if key in ENTRIES and isinstance(value, dict):
            lines += [f"{key}:", *(f"  {name}: {written(entry)}" for name, entry in value.items())]
        else:
            lines.append(f"{key}: {written(value)}")
    return lines
