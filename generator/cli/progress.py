"""A bar that grows with the work, shown only to a person at a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

PATIENCE_S = 1.0
"""Work that is over sooner shows no bar."""


class Bar:
    """Implements the build's :class:`~generator.making.artefacts.Progress` with click's bar."""

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
