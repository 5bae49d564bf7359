"""Findings about a game, those that any kind may have, and texts of findings and lists: tables, JSON, CSV, the verdict.

A finding says what is wrong, what is odd, or what is worth knowing. Findings are returned, never raised.

What two colours may never share is a mistake: nothing can be printed. Inks that look alike are a warning. A broken
promise is an error, which `--unsound` overrules.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from asterion_press.catalogue.strict_yaml import Document
from asterion_press.drawing.inks import LEAST_DISTANCE, PAPER, distance
from asterion_press.errors import Mistake, Place, plural

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


ON_PAPER = {"the paper": PAPER}
"""What every game is printed upon."""


def shared_values(
    document: Document, kind: str, records: Mapping[str, Any], key: str, remedy: str, noun: str = ""
) -> Iterator[Mistake]:
    """Yield each value of a key that two records of a kind have.

    Those whose value a variant has written come last: they are to blame.

    Args:
        document: the catalogue.
        kind: under which the records stand in the file, such as ``colours``.
        records: by id.
        key: whose values belong to one record alone.
        remedy: ends the message.
        noun: what messages call a record, with a space behind it.
    """
    places = {name: document.value_place((kind, name, key)) for name in records}
    seen: dict[Any, str] = {}
    for name in sorted(records, key=lambda name: places[name].file != document.file):
        value = getattr(records[name], key)
        if (owner := seen.setdefault(value, name)) != name:
            there = f", at {places[owner]}" if places[owner].file != places[name].file else ""
            yield Mistake(places[name], f"{key} {value!r} belongs to {noun}{owner!r} already{there}; {remedy}")


def colour_mistakes(document: Document, colours: Mapping[str, Any], *keys: str) -> Iterator[Mistake]:
    """Yield each value of the keys, such as letter, symbol and ink, that two colours have."""
    for key in keys:
        yield from shared_values(document, "colours", colours, key, "each colour needs its own")


def similar_inks(
    document: Document, colours: Mapping[str, Any], grounds: Mapping[str, str] = ON_PAPER
) -> Iterator[Finding]:
    """Yield inks of colours that look much like those of others, or like the nearest of the grounds beside them."""
    others: dict[str, str] = {}
    for name, colour in colours.items():
        nearest = min(grounds.items(), key=lambda ground: distance(colour.ink, ground[1]))
        for other, ink in (*others.items(), nearest):
            if (apart := distance(colour.ink, ink)) < LEAST_DISTANCE:
                message = (
                    f"the ink {colour.ink} of {name} can hardly be told from {other}, {ink}: {apart:.1f} apart in CIE "
                    f"Lab, at least {LEAST_DISTANCE:g} are wanted; choose a lighter, a darker or another ink"
                )
                place = document.value_place(("colours", name, "ink"))
                yield Finding("similar-inks", Level.WARNING, message, place)
        others[name] = colour.ink


def broken_promise(
    there: int, promised: int | None, place: Place, whose: str, what: str, remedy: str
) -> Iterator[Finding]:
    """Yield a finding if a count is not what the file promises.

    Args:
        there: how many there are.
        promised: how many there should be; None for no promise.
        place: of the promise.
        whose: what has them, such as `the game`.
        what: one of them is called.
        remedy: what may be changed instead of the promise.
    """
    if promised not in {None, there}:
        message = f"{whose} has {plural(there, what)}, the file promises {promised}; change {remedy}, or the promise"
        yield Finding("broken-promise", Level.ERROR, message, place)


def table(rows: Sequence[Sequence[object]], headers: Sequence[str], widths: list[int] | None = None) -> str:
    """Return rows as an aligned table with a rule under the headings; cells are wrapped to the widths of columns."""
    from tabulate import tabulate

    return str(
        tabulate(rows, headers=headers, tablefmt="simple", floatfmt=".2f", maxcolwidths=widths, break_on_hyphens=False)
    )


def json_text(data: dict[str, Any]) -> str:
    """Return plain data as JSON, indented, ending in a line break."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def csv_text(rows: Sequence[Sequence[object]], headers: Sequence[str]) -> str:
    """Return rows as comma-separated values under their headings. Source: RFC 4180, with line feeds."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([headers, *rows])
    return buffer.getvalue()


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain data."""
    where = {"file": finding.place.file, "line": finding.place.line, "column": finding.place.column}
    return {"code": finding.code, "level": finding.level.value, "message": finding.message, **where}


def verdict(found: Sequence[Finding]) -> str:
    """Return the last line: sound or not, and how many findings of each level."""
    counts = {level: sum(finding.level is level for finding in found) for level in Level}
    listed = ", ".join(f"{n} {level}{'s' * (n != 1)}" for level, n in counts.items() if n)
    if counts[Level.ERROR]:
        return f"not sound: {listed}"
    return f"sound{': ' + listed if listed else ', nothing to report'}"
