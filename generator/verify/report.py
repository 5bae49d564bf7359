"""The report of a proof: faults, and facts that were seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct, field

from generator.errors import MISTAKES_SHOWN

FAULTS_KEPT = 200
"""Faults kept for one file, so that one that is wholly wrong does not bury the others. The rest is counted."""


class Fault(Struct, frozen=True):
    """A difference between a file and its promise.

    Attributes:
        file: name within the folder.
        page: counted from 1; None if it concerns the whole file.
        code: short and stable, for programs and tests.
        message: one plain sentence with the numbers.
    """

    file: str
    page: int | None
    code: str
    message: str

    def __str__(self) -> str:
        where = self.file if self.page is None else f"{self.file}, page {self.page}"
        return f"{where}: {self.message} [{self.code}]"


class Fact(Struct, frozen=True):
    """A fact that was seen in one file, in a few words."""

    file: str
    text: str


class Report(Struct, frozen=True):
    """The outcome of a proof: `faults` is empty if everything is as promised."""

    faults: tuple[Fault, ...]
    facts: tuple[Fact, ...]

    @property
    def proved(self) -> bool:
        """Return whether the proof found no fault."""
        return not self.faults

    def lines(self) -> list[str]:
        """Return a line for each of the first fifty faults."""
        shown = [str(fault) for fault in self.faults[:MISTAKES_SHOWN]]
        hidden = len(self.faults) - len(shown)
        return [*shown, f"and {hidden} more faults"] if hidden else shown


class Notes(Struct):
    """Faults and facts as the checks find them."""

    faults: list[Fault] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    _per_file: Counter[str] = field(default_factory=Counter)

    def fault(self, file: str, code: str, message: str, page: int | None = None) -> None:
        """Keep a fault, unless its file has too many already."""
        self._per_file[file] += 1
        if self._per_file[file] <= FAULTS_KEPT:
            self.faults.append(Fault(file, page, code, message))

    def fact(self, file: str, text: str) -> None:
        """Keep a fact."""
        self.facts.append(Fact(file, text))

    def take_over(self, other: Notes) -> None:
        """Add faults and facts of other files."""
        self.faults += other.faults
        self.facts += other.facts
        self._per_file += other._per_file

    def is_full(self, file: str) -> bool:
        """Return whether further faults of the file would only be counted."""
        return self._per_file[file] >= FAULTS_KEPT

    def report(self) -> Report:
        """Return everything that was found."""
        hidden = [
            Fault(file, None, "more", f"{count - FAULTS_KEPT} more faults are not listed")
            for file, count in self._per_file.items()
            if count > FAULTS_KEPT
        ]
        return Report((*self.faults, *hidden), tuple(self.facts))


def report_text(report: Report) -> str:
    """Return the facts as an aligned list, the faults on a line each, and the verdict as the last line."""
    width = max((len(fact.file) for fact in report.facts), default=0)
    lines = [f"{fact.file:<{width}}  {fact.text}" for fact in report.facts]
    if report.faults:
        lines += ["", *report.lines()]
    return "\n".join([*lines, "", verdict(report), ""])


def verdict(report: Report) -> str:
    """Return ``proved``, or how many faults there are."""
    count = len(report.faults)
    return f"{count} fault{'s' * (count != 1)}" if count else "proved"


def report_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "format": 1,
        "proved": report.proved,
        "faults": [
            {"file": fault.file, "page": fault.page, "code": fault.code, "message": fault.message}
            for fault in report.faults
        ],
        "facts": [{"file": fact.file, "text": fact.text} for fact in report.facts],
    }
