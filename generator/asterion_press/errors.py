"""The errors of the program, as one tree.

::

    AsterionError            a user's mistake or a fact of the machine; one line each, exit status 1
    |-- InputError           mistakes in files: each with file:line:column, all of them at once
    |-- LayoutError          components that do not fit, with the numbers; the caller adds the place
    |-- TypesettingError     text that cannot be printed: a missing glyph, an overflow
    |-- PublishError         the output folder cannot be written, or holds somebody else's work
    |-- MissingExtraError    a package of an optional extra is not installed
    `-- VerifyError          the printed files do not hold what they promise

Anything that is not an :class:`AsterionError` is a bug and shows its traceback. Findings of a check are returned,
never raised.
"""

from __future__ import annotations

import errno
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from string import ascii_uppercase
from typing import TypeVar

from asterion_press import __version__

T = TypeVar("T")

MISTAKES = 1000
"""Mistakes that are looked for in one reading."""
MISTAKES_SHOWN = 50
"""Most mistakes that are listed; the rest are counted. Source: the project's safety rules."""

LONGEST_MESSAGE = 500
"""Most characters of a message that are shown: the beginning of a long value is enough to recognise it."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a file: its name as the user knows it, line and column both counted from 1 (0: the whole file).

    In a table the line is a row, and the column is written as spreadsheets do: ``pieces.csv:12:D``.
    """

    file: str
    line: int = 0
    column: int = 0
    is_cell: bool = False

    def __str__(self) -> str:
        column = column_letters(self.column) if self.is_cell else self.column
        return f"{self.file}:{self.line}:{column}" if self.line else self.file


def column_letters(number: int) -> str:
    """Return the letters of a column of a spreadsheet, counted from 1: A to Z, then AA."""
    before, last = divmod(number - 1, len(ascii_uppercase))
    return (column_letters(before) if before else "") + ascii_uppercase[last]


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """One mistake in a file: where, and one plain sentence that says what is wrong and what would be right."""

    place: Place
    message: str

    def __str__(self) -> str:
        message = self.message
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE - 60]} … {message[-50:]}"
        return f"{self.place}: {message}"


class AsterionError(Exception):
    """The base class of all errors that are shown to the user, one line for each fact."""

    exit_status = 1

    def lines(self) -> list[str]:
        """Return the lines to show, without trailing line breaks."""
        return [str(self)]


class InputError(AsterionError):
    """One or more mistakes in the files that were read.

    Attributes:
        mistakes: each once, in the order of their places; the first that were found, if there are very many.
        remedy: advice about all of them, printed last; may be empty.
        more: whether there are mistakes beyond these.
    """

    def __init__(self, mistakes: Iterable[Mistake], remedy: str = "") -> None:
        found = iter(mistakes)
        self.mistakes = tuple(sorted(set(islice(found, MISTAKES))))
        self.more = next(found, None) is not None
        self.remedy = remedy
        super().__init__("\n".join(self.lines()))

    @classmethod
    def at(cls, place: Place, message: str) -> InputError:
        """Return the error that consists of one mistake."""
        return cls([Mistake(place, message)])

    def lines(self) -> list[str]:
        lines = limited([str(mistake) for mistake in self.mistakes], "mistake", more=self.more)
        return [*lines, self.remedy] if self.remedy else lines


def gathered(mistakes: list[Mistake], read: Callable[[], T]) -> T | None:
    """Return what is read; add the mistakes in it to those of others and return None if there are any."""
    try:
        return read()
    except InputError as error:
        mistakes += error.mistakes
        return None


def refuse(mistakes: Iterable[Mistake]) -> None:
    """Raise mistakes that are found one by one, all at once; nothing if there are none.

    Raises:
        InputError: there are some; those beyond `MISTAKES` are not looked for.
    """
    found = iter(mistakes)
    if (first := next(found, None)) is not None:
        raise InputError(chain((first,), found))


class LayoutError(AsterionError):
    """Components do not fit the paper; the message holds the numbers.

    Attributes:
        location: the key of the paper's file that says what is too small; empty if it is not the paper.
    """

    def __init__(self, message: str, *location: str | int) -> None:
        self.location = location
        super().__init__(message)


class TypesettingError(InputError):
    """Text that cannot be printed as it stands: a missing glyph, an unknown placeholder, an overflow."""


class PublishError(AsterionError):
    """The output folder cannot be written, is in use, or holds work that is not ours to replace."""


class MissingExtraError(AsterionError):
    """A package of an optional extra is not installed, or cannot be loaded.

    Attributes:
        extra: what the program calls the packages that belong together; a key of `optional-dependencies`.
    """

    def __init__(self, fault: str, extra: str, instead: str = "") -> None:
        """Say what is missing.

        Args:
            fault: what is wrong with which package.
            extra: that brings it.
            instead: what can be done without; empty if nothing.
        """
        self.extra = extra
        shown = f"{fault}; the extra {extra!r} brings it: {install_words(extra)}"
        super().__init__(f"{shown}; or {instead}" if instead else shown)


def install_words(extra: str) -> str:
    """Return the commands that install an extra: in a clone what its lock file says, elsewhere from the wheel's file.

    No command asks an index for the package by its name, which is not registered to this project.
    """
    python, lock = shlex.quote(sys.executable), Path(__file__).resolve().parents[2] / f"constraints-{extra}.txt"
    if lock.is_file():
        return f"{python} -m pip install --require-hashes --only-binary :all: -r {shlex.quote(str(lock))}"
    wheel = f"'./asterion_press-{__version__}-py3-none-any.whl[{extra}]'"
    return f"{python} -m pip install {wheel}, or uvx --from {wheel} asterion, where the wheel's file lies"


@contextmanager
def from_extra(extra: str, instead: str = "") -> Iterator[None]:
    """Import packages of an optional extra within this.

    Args:
        extra: that brings them.
        instead: what can be done without; empty if nothing.

    Raises:
        MissingExtraError: one of them is not installed, or cannot be loaded.
    """
    try:
        yield
    except ImportError as error:
        package = (error.name or extra).partition(".")[0]
        if package == "asterion_press" or _machine_lines(error):
            raise  # a bug, or a limit of the machine, which is reported as such
        why = "is not installed" if isinstance(error, ModuleNotFoundError) else f"cannot be loaded: {error}"
        raise MissingExtraError(f"{package} {why}", extra, instead) from error


@contextmanager
def without_ssl() -> Iterator[None]:
    """Hide `ssl` from libraries that load it at their import for addresses, none of which they open here.

    What Python itself made without it is forgotten at the end, so that a program that uses this package finds HTTPS.
    """
    if "ssl" in sys.modules:
        yield
        return
    known = set(sys.modules)
    sys.modules["ssl"] = None  # type: ignore[assignment]  # the import system's "not there"
    try:
        yield
    finally:
        del sys.modules["ssl"]
        for package, name in (("http", "client"), ("urllib", "request")):
            if f"{package}.{name}" in sys.modules.keys() - known:
                del sys.modules[f"{package}.{name}"]
                delattr(sys.modules[package], name)


class VerifyError(AsterionError):
    """A printed file does not hold what it promises; one line a fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.lines()))

    def lines(self) -> list[str]:
        return limited(list(self.faults), "fault")


_STATES = (
    *("EACCES", "EAGAIN", "EBADF", "EDQUOT", "EFBIG", "EIO", "EMFILE", "ENFILE"),
    *("ENODEV", "ENOLCK", "ENOMEM", "ENOSPC", "ENXIO", "EPERM", "EROFS", "ESTALE"),
)
_FACTS = frozenset(getattr(errno, name) for name in _STATES if hasattr(errno, name))
"""Answers of a system because of its state or its limits. Other answers, such as "no such file", may be ours to
prevent, and a bug if they reach the command's entry."""
_MEMORY = "there is not enough memory; close other programs, or raise the limit (ulimit -v)"
_NO_MEMORY = ("cannot allocate memory", "failed to map segment")
"""Messages of Python's importer for a library that does not fit into memory. Source: glibc, dlopen."""


def fact_lines(error: BaseException) -> list[str]:
    """Return the lines that report an error which ends the command; none for a bug, which shows its traceback.

    A limit of the machine is recognised by the error alone. :class:`UnicodeError` and :class:`RecursionError` are not:
    only the code that reads a text can say whether the text or the program is at fault, so it reports them.
    """
    if isinstance(error, AsterionError):
        return error.lines()
    if shown := _machine_lines(error):
        return shown
    if _is_of_packages(error):
        return [f"a package cannot be loaded: {error}; see that its folder can be read, or install asterion-press anew"]
    return []


def reason_of(error: OSError) -> str:
    """Return why the system refused, in small letters."""
    return (error.strerror or str(error)).lower()


def _machine_lines(error: BaseException) -> list[str]:
    """Return the lines that report a state or a limit of the machine; none for any other error."""
    if isinstance(error, MemoryError) or any(words in str(error).lower() for words in _NO_MEMORY):
        return [_MEMORY]
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return ["the system allows no more threads; close other programs, or raise the limits (ulimit -u, ulimit -v)"]
    if isinstance(error, OSError) and error.errno in _FACTS:
        why = reason_of(error)
        return [f"{error.filename}: {why}" if isinstance(error.filename, str) else why]
    return []


def _is_of_packages(error: BaseException) -> bool:
    """Return whether an installed package, or its metadata, cannot be read."""
    if isinstance(error, ImportError):
        return bool(error.name) and not str(error.name).startswith("asterion_press")
    return type(error).__module__.startswith(("importlib.metadata", "importlib_metadata"))


def limited(lines: list[str], what: str, *, more: bool = False) -> list[str]:
    """Return the first lines and the count of the rest, as a minimum if the search stopped early."""
    hidden = len(lines) - MISTAKES_SHOWN
    if hidden <= 0:
        return lines
    least = "at least " if more else ""
    return [*lines[:MISTAKES_SHOWN], f"and {least}{hidden} more {what}{'s' * (hidden != 1)}"]
