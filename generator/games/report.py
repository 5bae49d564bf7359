"""Findings about a game, and texts of findings and lists: tables, JSON, CSV, the verdict.

A finding says what is wrong, what is odd, or what is worth knowing. Findings are returned, never raised.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from generator.errors import Place

UNDRAWABLE = "undrawable"
"""The code of what makes a drawing impossible, and so every print."""


class Level(StrEnum):
    """The severity of a finding. Only an error makes `check` fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(Struct, frozen=True):
    """One finding about a game.

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


def sort_findings(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order of printing: errors first, then in the order of the file."""
    order = list(Level)
    return tuple(sorted(found, key=lambda finding: (order.index(finding.level), finding.place, finding.code)))


def table(rows: list[list[object]], headers: list[str], widths: list[int] | None = None) -> str:
    """Return rows as an aligned table with a rule under the headings; cells are wrapped to the widths of columns."""
    from tabulate import tabulate

    return str(
        tabulate(rows, headers=headers, tablefmt="simple", floatfmt=".2f", maxcolwidths=widths, break_on_hyphens=False)
    )


def json_text(data: dict[str, Any]) -> str:
    """Return plain data as JSON, indented, ending in a line break."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def csv_text(rows: list[list[object]], headers: list[str]) -> str:
    """Return rows as comma-separated values under their headings. Source: RFC 4180, with line feeds."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([headers, *rows])
    return buffer.getvalue()


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain data."""
    place = finding.place
    return {
        "code": finding.code,
        "level": finding.level.value,
        "message": finding.message,
        "file": place.file,
        "line": place.line,
        "column": place.column,
    }


def verdict(found: Sequence[Finding]) -> str:
    """Return the last line: sound or not, and how many findings of each level."""
    counts = {level: sum(finding.level is level for finding in found) for level in Level}
    said = ", ".join(f"{n} {level}{'s' * (n != 1)}" for level, n in counts.items() if n)
    if counts[Level.ERROR]:
        return f"not sound: {said}"
    return f"sound{': ' + said if said else ', nothing to report'}"
