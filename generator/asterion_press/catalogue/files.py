"""Reading a file that a user named: a regular file of a bounded size, never a pipe, which could block.

JSON from untrusted sources is read within bounds, and mistakes are told in the program's own words. Source: RFC 8259;
names are unique within an object (RFC 8259, 4).
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from asterion_press.catalogue import bounds
from asterion_press.catalogue.bounds import FILE_BYTES, LINE_BYTES
from asterion_press.errors import InputError, Place, reason_of


def read_bytes(path: Path, name: str | None = None, limit: int = FILE_BYTES) -> bytes:
    """Return the bytes of a regular file of at most `limit` bytes.

    Raises:
        InputError: there is no such file, it is no regular file, it is too large or cannot be read.
    """
    shown = name or str(path)
    with opened(path, shown) as file:
        size = os.fstat(file.fileno()).st_size
        raw = file.read(limit + 1) if size <= limit else b""
    if size > limit or len(raw) > limit:
        raise InputError.at(Place(shown), f"{max(size, len(raw))} bytes; at most {limit} are read")
    return raw


@contextmanager
def opened(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open a regular file, called `name` in messages, to be read within a `with` statement.

    Raises:
        InputError: there is no such file, it is no regular file, or it cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise InputError.at(Place(name), "not a regular file")
            yield file
    except OSError as error:
        raise InputError.at(Place(name), unreadable(error)) from None


def unreadable(error: OSError) -> str:
    """Return why a file or a folder cannot be read."""
    return f"cannot be read: {reason_of(error)}"


def read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that hold something, with their numbers; no more than one is kept.

    Raises:
        InputError: a line is longer than `bounds.LINE_BYTES`, or no UTF-8.
    """
    for number in count(1):
        raw = file.readline(LINE_BYTES + 1)
        if not raw:
            return
        if len(raw) > LINE_BYTES:
            raise InputError.at(Place(name, number, 1), f"a line of more than {LINE_BYTES} bytes; none longer is read")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            column = len(raw[: error.start].decode("utf-8")) + 1
            raise InputError.at(Place(name, number, column), "not UTF-8; save the file as UTF-8") from None
        if text.strip():
            yield number, text


def entries_of(folder: Path, ending: str = "") -> list[Path]:
    """Return the entries of a folder with that ending, sorted by name without it; none if the folder does not exist.

    ``Path.glob`` treats an unreadable folder as empty, as if no files were shipped.

    Raises:
        InputError: the folder is there and cannot be read.
    """
    try:
        found = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise InputError.at(Place(str(folder)), unreadable(error)) from None
    named = [path for path in found if path.name.endswith(ending)]
    return sorted(named, key=lambda path: path.name.removesuffix(ending))


def lies_within(path: Path, folder: Path) -> bool:
    """Return whether a file lies in a folder or below, whatever links lead there, in a circle, too."""
    real, within = (Path(os.path.realpath(one)) for one in (path, folder))
    return real.is_relative_to(within)


SHOWN = 40
KINDS: Mapping[type, str] = {str: "a text", int: "a whole number", dict: "an object", list: "a list"}


def read_json(raw: str | bytes) -> object:
    """Return what a text of JSON says, as plain data.

    Raises:
        ValueError: it is no JSON, says a name twice, or is beyond all measure; the message says which, and where.
    """
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8")
        if sum(map(text.count, ",[{")) > bounds.MANIFEST_PARTS:
            raise ValueError(f"it has more than {bounds.MANIFEST_PARTS} parts")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse, parse_int=_number)
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8, from byte {error.start} on") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"it is no JSON from line {error.lineno}, column {error.colno} on") from None
    except RecursionError:
        raise ValueError("its lists and objects are nested too deep") from None


def object_with(value: object, where: str, parts: Mapping[str, type]) -> dict[str, Any]:
    """Return an object that has all of these parts, no others, and each of its kind.

    Args:
        value: plain data.
        where: what it should be, for messages, such as ``the manifest``.
        parts: the kind of each, one of :data:`KINDS`.

    Raises:
        ValueError: it is another thing; the message says what.
    """
    if not isinstance(value, dict):
        raise ValueError(f"{shortly(value)} stands where {where} should, which is an object")  # noqa: TRY004 - of a file
    for name in value:
        if name not in parts:
            raise ValueError(f"{where} has the unknown key {shortly(name)}")
    for name, kind in parts.items():
        if name not in value:
            raise ValueError(f"the key {name!r} of {where} is missing")
        if type(value[name]) is not kind:
            raise ValueError(f"{name!r} of {where} is {shortly(value[name])}; it must be {KINDS[kind]}")
    return value


def shortly(value: object) -> str:
    """Return a value as a message may show it."""
    text = ascii(value) if not repr(value).isprintable() else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs of an object of JSON, each key of which is there once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ValueError(f"{shortly(twice)} stands there twice")
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _number(text: str) -> int:
    if len(text) > SHOWN:
        raise ValueError(f"a number has {len(text)} digits")
    return int(text)


PICTURES = (".svg", ".png", ".jpg", ".jpeg")
"""Endings of pictures, in small letters."""
LIMITS = {
    ".md": bounds.RULES_BYTES,
    ".po": bounds.PO_BYTES,
    **dict.fromkeys(PICTURES, bounds.PICTURE_BYTES),
    ".svg": bounds.SVG_BYTES,
}
"""How many bytes are read of a file at most, by its ending."""


@dataclass(frozen=True, slots=True)
class ShelfFile:
    """A file with its id, its path, and its name in messages.

    Attributes:
        id: the file's stem, or for a language the folder's name.
        path: where it is.
        name: how messages call it, such as ``templates/papers/a4.yaml``.
    """

    id: str
    path: Path
    name: str

    @property
    def limit(self) -> int:
        """Return how many bytes are read of it at most, whoever reads it."""
        return LIMITS.get(self.path.suffix.lower(), FILE_BYTES)

    def read(self) -> bytes:
        """Return its bytes.

        Raises:
            InputError: it cannot be read, or has too many.
        """
        return read_bytes(self.path, self.name, self.limit)
