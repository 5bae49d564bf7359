"""Reading a file that a user named: a regular file of a bounded size, never a pipe that would be waited for."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from generator.bounds import FILE_BYTES
from generator.errors import InputError, Place


def read_bytes(path: Path, name: str | None = None, limit: int = FILE_BYTES) -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Raises:
        InputError: there is no such file, it is no regular file, it is too large or cannot be read.
    """
    shown = Place(name or str(path))
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise InputError.at(shown, "not a regular file")
            if status.st_size > limit:
                raise InputError.at(shown, f"{status.st_size} bytes; at most {limit} are read")
            raw = file.read(limit + 1)
            if len(raw) > limit:
                raise InputError.at(shown, f"grows while it is read; at most {limit} bytes are read")
            return raw
    except OSError as error:
        raise InputError.at(shown, f"cannot be read: {(error.strerror or str(error)).lower()}") from None
