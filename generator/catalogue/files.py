"""Reading a file that a user named: a regular file of a bounded size, never a pipe, which could block."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from generator.bounds import FILE_BYTES, LINE_BYTES
from generator.errors import InputError, Place


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
    return f"cannot be read: {(error.strerror or str(error)).lower()}"


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
