"""Standard input, output and error, made usable even if they are closed or cannot be written.

A missing stream becomes the null device: a build needs no reader, and a file that is opened later must not get the
stream's number. If standard output cannot be written, one line reports it. If standard error cannot be written, the
text is dropped.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from asterion_press.errors import AsterionError, reason_of


class StreamError(AsterionError):
    """Standard input cannot be read, or standard output cannot be written."""


class _Input(io.FileIO):
    """Standard input."""

    def readinto(self, buffer: Any) -> int | None:
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise StreamError(f"standard input cannot be read: {reason_of(error)}") from None


class _Output(io.FileIO):
    """Standard output.

    A reader that closes the pipe ends the command silently, as is usual; so its error is passed on.
    """

    _is_reported = False

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            if self._is_reported:  # buffered text is written once more at exit
                return memoryview(data).nbytes
            self._is_reported = True
            raise StreamError(f"standard output cannot be written: {reason_of(error)}") from None


class _Errors(io.FileIO):
    """Standard error, whose own errors are dropped."""

    def write(self, data: Any) -> int:
        with suppress(OSError):
            return super().write(data)
        return memoryview(data).nbytes


def prepare() -> None:
    """Replace the three streams by ones that the command can rely on."""
    for number in (0, 1, 2):
        _open_if_closed(number)
    if sys.stdin is None or not sys.stdin.isatty():
        encoding, errors = (sys.stdin.encoding, sys.stdin.errors) if sys.stdin else ("utf-8", None)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Input(0, "rb", closefd=False)), encoding, errors)
    sys.stdout = _guarded(sys.stdout, _Output(1, "wb", closefd=False))
    sys.stderr = _guarded(sys.stderr, _Errors(2, "wb", closefd=False))


def _open_if_closed(number: int) -> None:
    """Open a standard stream to nowhere if whoever started the program has closed it."""
    try:
        os.fstat(number)
    except OSError:
        null = os.open(os.devnull, os.O_RDWR)  # the system gives the lowest number that is free
        if null != number:
            os.dup2(null, number)
            os.close(null)
        os.set_inheritable(number, True)


def _guarded(stream: TextIO | None, raw: io.FileIO) -> TextIO:
    """Return the stream upon a guarded file, with the letters that it has, and signs for those that it lacks."""
    if os.name != "posix" and raw.isatty():  # Windows writes to a terminal by other means than files
        return stream or sys.__stdout__ or io.StringIO()
    encoding = stream.encoding if stream else "utf-8"
    errors = stream.errors if stream else None
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding,
        "backslashreplace" if errors in {None, "strict"} else errors,
        line_buffering=bool(stream and getattr(stream, "line_buffering", False)) or raw.fileno() == 2,
        write_through=bool(stream and getattr(stream, "write_through", False)),
    )
