"""The errors of the program, as one tree, and the phrases that their messages share.

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
import re
import shlex
import sys
import unicodedata
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
    *("ENODEV", "ENOLCK", "ENOMEM", "ENOSPC", "ENOSYS", "ENXIO", "EPERM", "EROFS", "ESTALE"),
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


# -- characters by name, and phrases -----------------------------------------------------------------------------------

MARKS_ON_A_LETTER = 4
"""Combining marks that a letter may bear: no language that is printed needs more than three, and each is painted."""
CHOICES = 24
"""Choices that a message lists."""
COMPARED = 100
"""Choices that are compared with a mistyped word to find the one that was meant."""
MINUS = "\u2212"
"""The sign before a number below zero in print."""

BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that reorder the text around them and so can hide what a file says. Source: UAX #9, CVE-2021-42574."""

_MARK = "[\u0300-\u036f]"
_ONE_TOO_MANY = rf"{_MARK}(?<={_MARK}{{{MARKS_ON_A_LETTER + 1}}})(?<!{_MARK}{{{MARKS_ON_A_LETTER + 2}}})"
FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff{''.join(sorted(BIDI_CONTROLS))}]|{_ONE_TOO_MANY}"
)
"""Characters that no file may hold, not even in comments.

Source: YAML 1.1, 5.1 "Character Set", and the above; that line and paragraph separators and a byte order mark within
the file are among them is our own choice."""

_CONTROLS = (
    *("NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE"),
    *("BELL", "BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN"),
    *("SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE"),
    *("DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL"),
    *("END OF MEDIUM", "SUBSTITUTE", "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE"),
    *("INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE"),
)
"""Names of U+0000 to U+001F, which Python does not know. Source: Unicode Character Database, NameAliases.txt."""
_NAMELESS = {"Cc": "CONTROL", "Cs": "SURROGATE", "Co": "PRIVATE USE", "Cn": "NO CHARACTER"}

_SHAPES = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝАВЕКМНОРСТУХІЈЅαγικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‐‑‒–—−“”„‘’",
    'abekmhopctyxijsdhlqwABEKMHOPCTYXIJSayikvopuxABEZHIKMNOPTYX------"""\'\'',
)
"""Letters of other scripts, dashes and quotes that are drawn like a character of ASCII. Own choice after UTS #39."""
_LONGEST_WORD = 200
"""Characters of a word that are searched for look-alikes."""

_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and a symbol that are drawn as nothing. Source: the Unicode charts of Hangul and Braille."""

MARKUP = re.compile(r"\{\{[^{}:\n]*(?=:|\}\})|\]\([^()\s]*|\b[A-Z]\d*\b")
"""Parts of a passage that are not translated: placeholders, targets of links, letters of panels and ids of tiles."""
LETTERED = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")


def named(character: str) -> str:
    """Return the number and the name of a character, such as ``U+0007 BELL``."""
    number = ord(character)
    known = _CONTROLS[number] if number < len(_CONTROLS) else unicodedata.name(character, "")
    return f"U+{number:04X} {known or _NAMELESS.get(unicodedata.category(character), 'WITHOUT A NAME')}"


def refusal_of(character: str) -> str:
    """Return the message for a character that is not allowed."""
    if character in "\n\r\x85\u2028\u2029":
        return f"a line break ({named(character)}) within the text; write it on one line"
    if character == "\t":
        return f"a tab ({named(character)}) within the text; write a space"
    if unicodedata.combining(character):
        return f"more than {MARKS_ON_A_LETTER} marks on one letter; delete some"
    return f"forbidden character {named(character)}; delete it"


def forbidden_in_line(text: str) -> str:
    """Return the first character that may not stand in a text of one line; an empty text if there is none."""
    return next((text[at] for at in forbidden_places(text)), "")


def forbidden_places(text: str) -> Iterator[int]:
    """Yield the places, from 0, of characters that may not stand in a text of one line."""
    if not text.isprintable():
        wrong = {character for character in set(text) if _is_forbidden(character)}
        yield from (at for at, character in enumerate(text) if character in wrong)
    if not text.isascii():  # most texts are, and each value of a file comes by here
        yield from (found.start() for found in re.finditer(_ONE_TOO_MANY, text))


def _is_forbidden(character: str) -> bool:
    if character in BIDI_CONTROLS or character == "\ufeff":
        return True
    return unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def shows_something(text: str) -> bool:
    """Return whether some character of a text can be seen by itself: no space, joiner or lone accent."""
    return any(unicodedata.category(one)[0] not in "ZCM" and one not in _UNSEEN for one in text)


def look_alike(word: str) -> str:
    """Return the end of a message about a word of ASCII that names its first character of another kind, if any."""
    for character in word[:_LONGEST_WORD]:
        if character.isascii():
            continue
        meant = unicodedata.normalize("NFKC", character).translate(_SHAPES)
        if meant.isascii() and meant.isprintable():
            return f"; it holds {named(character)}, which looks like {meant!r}"
        return f"; it holds {named(character)}"
    return ""


def has_words(text: str) -> bool:
    """Return whether a text has more than placeholders, numbers, letters of panels and ids."""
    return bool(LETTERED.search(MARKUP.sub(" ", text)))


def suggestion(word: str, choices: Iterable[str]) -> str:
    """Return the remedy of a message: the closest match, if any, and the list of choices."""
    import difflib

    there = list(choices)
    shown = there if len(there) <= CHOICES else [*there[:CHOICES], f"{len(there) - CHOICES} more"]
    listed = f"one of {', '.join(shown)}" if there else "nothing may stand here"
    folded = {choice.casefold(): choice for choice in there[:COMPARED]}
    close = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    odd = look_alike(word)
    return f"did you mean {folded[close[0]]!r}? {listed}{odd}" if close else f"{listed}{odd}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun, such as ``1 tile`` and ``2 tiles``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def sum_of(addends: Iterable[int]) -> str:
    """Return a sum as players write it down, such as ``1 + 1 + 4 + 4``; ``0`` without addends (A3)."""
    return " + ".join(map(str, addends)) or "0"


def enumerated(words: Iterable[str]) -> str:
    """Return words as a sentence lists them, such as ``yellow, blue and red``; ``nothing`` if there are none."""
    listed = list(words)
    others, last = listed[:-1], listed[-1] if listed else "nothing"
    return f"{', '.join(others)} and {last}" if others else last
