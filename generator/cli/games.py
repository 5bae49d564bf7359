"""The command that lists the shelf of games."""

from __future__ import annotations

from typing import Any

import click

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.cli.messages import said
from generator.cli.options import examples, say


@click.command(epilog=examples("asterion games", "asterion games --format json"))
@click.option("--format", "form", type=click.Choice(["table", "json", "ids"]), default="table", show_default=True)
def games(form: str) -> None:
    """List the games on the shelf: what each is made of, in which languages its rules are, whose it is."""
    from generator.games.report import json_text, table

    if form == "ids":
        say("".join(f"{game}\n" for game in library.games()))
        return
    listed = [_listed(game, file) for game, file in library.games().items()]
    if form == "json":
        say(json_text({"games": listed}))
        return
    rows: list[list[object]] = [[*entry.values()] for entry in listed]
    for row in rows:
        row[-2] = " ".join(row[-2])  # type: ignore[arg-type]
    say(table(rows, [said(f"head_{key.replace(' ', '_')}") for key in listed[0]]) + "\n")


def _listed(game: str, file: ShelfFile) -> dict[str, Any]:
    from generator.games.kinds import read_game

    found = read_game(file)
    head = found.head
    return {
        "game": game,
        "title": head.full_title,
        "edition": head.edition,
        "pieces": found.summary(),
        "languages": list(library.languages(game)),
        "designed by": head.credits.design,
    }
