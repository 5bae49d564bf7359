"""What `asterion check` and `asterion tiles` say of a game, for kinds that have no words of their own for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.deck.findings import Finding, Level
from generator.deck.report import finding_data, table, verdict
from generator.games.game import Game


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
