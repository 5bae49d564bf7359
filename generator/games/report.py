"""What `asterion check` and `asterion tiles` say of a game, for kinds that have no words of their own for it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from generator.games.findings import Finding, Level

if TYPE_CHECKING:
    from generator.games.game import Game


def table(rows: list[list[object]], headers: list[str]) -> str:
    """Rows as an aligned table with a rule under the headings."""
    from tabulate import tabulate

    return str(tabulate(rows, headers=headers, tablefmt="simple", disable_numparse=False, floatfmt=".2f"))


def json_text(data: dict[str, Any]) -> str:
    """Plain data as JSON, indented, ending in a line break."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def csv_text(rows: list[list[object]], headers: list[str]) -> str:
    """Rows as comma-separated values under their headings. Source: RFC 4180, with line feeds."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([headers, *rows])
    return buffer.getvalue()


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
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
    """The last line: sound or not, and how many findings of each level."""
    counts = {level: sum(finding.level is level for finding in found) for level in Level}
    said = ", ".join(f"{n} {level}{'s' * (n != 1)}" for level, n in counts.items() if n)
    if counts[Level.ERROR]:
        return f"not sound: {said}"
    return f"sound{': ' + said if said else ', nothing to report'}"


def check_text(game: Game, found: Sequence[Finding]) -> str:
    """What the game is made of as a table, and every finding on a line."""
    headers, rows = game.composition()
    head = game.head
    heading = f"{head.full_title}, {head.edition} edition: {game.summary()} ({game.short_hash})"
    return "\n".join([heading, "", table(rows, headers), "", *map(str, found), verdict(found), ""])


def check_data(game: Game, found: Sequence[Finding]) -> dict[str, Any]:
    """The same as plain data."""
    headers, rows = game.composition()
    return {
        "game": game.head.game,
        "kind": game.kind,
        "edition": game.head.edition,
        "catalogue_sha256": game.document.sha256,
        "sound": not any(finding.level is Level.ERROR for finding in found),
        "composition": [dict(zip(headers, row, strict=True)) for row in rows],
        "findings": [finding_data(finding) for finding in found],
    }
