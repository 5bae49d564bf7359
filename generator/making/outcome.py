"""The outcome of a build, and the reports of its progress."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

READING_BACK = "reading back"
"""The step that makes no file."""


class Progress(Protocol):
    """Follow a build step by step, to show it to a user."""

    def begin(self, effort: int) -> None:
        """Receive the effort of the whole build."""

    def step(self, what: str, effort: int) -> None:
        """Begin the next step: `what` is the file that it makes, `effort` how much work it is."""

    def end(self) -> None:
        """End, when all is made or something went wrong."""


class Silence:
    """Show nothing of a build."""

    def begin(self, effort: int) -> None:
        """Say nothing."""

    def step(self, what: str, effort: int) -> None:
        """Say nothing."""

    def end(self) -> None:
        """Say nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a build.

    Attributes:
        folder: where the files are.
        made: names of the files that were made anew.
        kept: names of the files that were already right.
        removed: names of files of the last build that are gone.
        proof: what reading back found, as text; empty if nothing was read back.
        notes: findings of the check that did not stop the build.
    """

    folder: Path
    made: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    proof: str = ""
    notes: tuple[str, ...] = ()
