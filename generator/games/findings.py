"""Findings: what is wrong with a game, what is odd, what is worth knowing. They are returned, never raised."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from generator.errors import Place

UNDRAWABLE = "undrawable"
"""The code of what makes a drawing impossible, and so every print."""


class Level(StrEnum):
    """How bad a finding is. Only an error makes `check` fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(Struct, frozen=True):
    """One finding about a deck.

    Attributes:
        code: stable name of the kind of finding, such as ``sealed-feature``.
        level: how bad it is.
        message: one plain sentence.
        place: where in the catalogue it comes from.
    """

    code: str
    level: Level
    message: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: {self.level}: {self.message} [{self.code}]"


def in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings as they are told: errors first, then in the order of the file."""
    order = list(Level)
    return tuple(sorted(found, key=lambda finding: (order.index(finding.level), finding.place, finding.code)))
