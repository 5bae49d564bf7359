"""What a person at a terminal sees: texts, mistakes with their source lines, questions, and a bar that grows."""

from __future__ import annotations

import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from asterion_press import stopping
from asterion_press.catalogue import library
from asterion_press.catalogue.files import read_bytes
from asterion_press.errors import MISTAKES, InputError

LEVEL_INKS = {"error": "red", "note": "cyan"}
"""Colours of the words that say how bad something is; the others are yellow."""
BEFORE, SHOWN = 60, 100
"""Characters of a source line that are shown before a mistake, and at most."""
NARROWEST = 8
"""Characters that a column of a table keeps however narrow the terminal is."""
PADDING = 2
"""Blanks that tabulate keeps beside the heading of a column."""
PATIENCE_S = 1.0
"""Work that is over sooner shows no bar."""


def say(text: str) -> None:
    """Write to standard output; :mod:`asterion_press.cli.streams` reports an error of it."""
    click.echo(text, nl=False)


def warn(text: str) -> None:
    """Write a warning to standard error."""
    click.echo(f"{click.style('warning', fg='yellow')}: {text}", err=True)


def coloured(text: str) -> str:
    """Return findings with the word behind each place in the colour of its level, and the first errors with sources."""
    known: dict[str, list[str]] = {}
    shown, errors = list[str](), 0
    for line in text.splitlines(keepends=True):
        found = re.match(r"(.*?(?::\d+:\d+)?: )(\w+)(: .*\n?)", line)
        if not found:
            shown.append(line)
            continue
        shown.append(f"{found[1]}{click.style(found[2], fg=LEVEL_INKS.get(found[2], 'yellow'))}{found[3]}")
        if found[2] == "error" and errors < MISTAKES:
            errors += 1
            shown += [f"{one}\n" for one in source_lines(line, known)]
    return "".join(shown)


def complain(lines: Iterable[str]) -> None:
    """Write mistakes to standard error, the place of each or what has none in red, with its source line."""
    known: dict[str, list[str]] = {}
    for line in lines:
        place = re.match(r"\S.*?(:\d+:\w+)?: ", line)
        end = place.end() if place else len(line)
        click.echo(click.style(line[:end], fg="red") + line[end:], err=True)
        for one in source_lines(line, known):
            click.echo(one, err=True)


def source_lines(message: str, known: dict[str, list[str]]) -> list[str]:
    """Return the line of a file that a message is about and a caret below its column; nothing if it cannot be shown.

    Args:
        message: that begins with file, line and column.
        known: the lines of files that were read already, by name; new ones are added.
    """
    found = re.match(r"(.+?\.(?:yaml|yml|md|po)):(\d+):(\d+): ", message)
    if not found:
        return []
    name, number, column = found[1], int(found[2]), int(found[3])
    if name not in known:
        known[name] = []
        for path in (Path(name), library.root() / name):
            with suppress(InputError, OSError, ValueError):
                known[name] = re.split(r"\r\n?|\n", read_bytes(path, name).decode())
                break
    if not 0 < number <= len(known[name]) or not 0 < column <= len(line := known[name][number - 1]) + 1:
        return []
    first = max(0, column - 1 - BEFORE)
    shown = "".join(one if one.isprintable() else " " for one in line[first : first + SHOWN])
    before = " " * _width(shown[: column - 1 - first])
    return [f"{number:>5} | {shown}", f"      | {before}{click.style('^', fg='red')}"]


def column_widths(rows: list[list[object]], headers: list[str]) -> list[int] | None:
    """Return how wide the columns of a table may be in this terminal; None if it is wide enough, or nobody looks."""
    if not sys.stdout.isatty():
        return None
    least = [_width(header) + PADDING for header in headers]
    wanted = [max(_width(str(cell)) for cell in column) for column in zip(headers, *rows, strict=True)]
    room, most = shutil.get_terminal_size().columns - 2 * (len(wanted) - 1), max(wanted)
    while most > NARROWEST and sum(max(low, min(one, most)) for low, one in zip(least, wanted, strict=True)) > room:
        most -= 1
    return None if most == max(wanted) else [max(low, min(one, most)) for low, one in zip(least, wanted, strict=True)]


def _width(text: str) -> int:
    """Return how many places of a terminal a text takes."""
    return sum(1 + (unicodedata.east_asian_width(one) in "WF") for one in text)


def confirm(question: str) -> bool:
    """Ask a question on standard error, and go on only after a yes.

    Raises:
        Abort: the answer was no, or there was none.
        Stopped: a signal has come.
    """
    with stopping.at_once():
        return click.confirm(question, default=False, abort=True, err=True)


def may_replace(file: Path) -> bool:
    """Ask whether an existing file may be replaced; return False if there is no terminal."""
    return file.exists() and sys.stdin.isatty() and sys.stderr.isatty() and confirm(f"replace {file}?")


class Bar:
    """Implements the build's `Progress` with click's bar, for a person at a terminal."""

    def __init__(self, *, eta: bool = False) -> None:
        """Show nothing yet.

        Args:
            eta: whether to show the remaining time, which is right only if equal efforts take equal times.
        """
        self._eta = eta
        self._bar: Any = None
        self._effort = self._done = self._current = 0
        self._begun = time.monotonic()

    def begin(self, effort: int) -> None:
        """Set the effort of the whole work."""
        self._effort = effort

    def step(self, what: str, effort: int) -> None:
        """Count the step before as done, and show the bar once the work has taken a while."""
        if self._bar is None and sys.stderr.isatty() and time.monotonic() - self._begun > PATIENCE_S:
            self._bar = click.progressbar(
                length=self._effort,
                file=sys.stderr,
                item_show_func=lambda item: str(item or ""),
                show_eta=self._eta,
            )
            self._bar.__enter__()
            self._bar.update(self._done)
        if self._bar is not None:
            self._bar.update(self._current, what)
        self._done += self._current
        self._current = effort

    def end(self) -> None:
        """Count the last step as done, and leave the terminal as it was."""
        if self._bar is not None:
            self._bar.update(self._current)
            self._bar.__exit__(None, None, None)
            self._bar = None


@contextmanager
def bar_over(efforts: Mapping[str, int], again: int = 0) -> Iterator[Callable[[str], object]]:
    """Give a function to call with the name of each file when work on it begins.

    Args:
        efforts: how much work each file is, by its name.
        again: the effort of files that come a second time.
    """
    bar = Bar()
    bar.begin(sum(efforts.values()) + again)
    try:
        yield lambda name: bar.step(name, efforts.get(name, 0))
    finally:
        bar.end()
