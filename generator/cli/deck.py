"""The commands that list and check: tiles, check, games, layouts and schema."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from generator.build.lettering import letter_findings
from generator.catalogue import library
from generator.catalogue.files import read_bytes
from generator.catalogue.layouts import load_layout
from generator.catalogue.library import ShelfFile
from generator.catalogue.papers import load_paper
from generator.cli.options import (
    FromShelf,
    ShelvedFile,
    catalogue_option,
    coloured,
    examples,
    game_argument,
    game_at_hand,
    say,
)
from generator.errors import LayoutError
from generator.games.kinds import models, read_game, schema_text
from generator.games.report import csv_text, json_text, sort_findings, table
from generator.layout.sheets import Lot, Piece, lot_pattern


@click.command(
    epilog=examples("asterion tiles", "asterion tiles minotaurus", "asterion tiles --format json > deck.json")
)
@game_argument
@catalogue_option
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def tiles(game: str | None, catalogue: Path | None, form: str) -> None:
    """List the pieces of a game, of a labyrinth every tile with its paths; of a variant, also where each comes from."""
    found = game_at_hand(catalogue, game)
    if form == "json":
        say(json_text(found.data()))
    elif form == "csv":
        say(csv_text(found.rows(), found.headers()))
    else:
        say(table(found.rows(), found.headers()) + "\n")


@click.command(
    epilog=examples("asterion check", "asterion check minotaurus", "asterion check --catalogue mine.yaml --format json")
)
@game_argument
@catalogue_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def check(game: str | None, catalogue: Path | None, form: str) -> None:
    """Count what the game is made of and find what is wrong with it. Exit status 1 if there is an error."""
    found = game_at_hand(catalogue, game)
    told = sort_findings((*found.findings(), *letter_findings(found)))
    data = found.check_data(told)
    say(json_text(data) if form == "json" else coloured(found.check_text(told)))
    if not data["sound"]:
        sys.exit(1)


@click.command(epilog=examples("asterion games", "asterion games --format json"))
@click.option("--format", "form", type=click.Choice(["table", "json", "ids"]), default="table", show_default=True)
def games(form: str) -> None:
    """List the games on the shelf: what each is made of, in which languages its rules are, whose it is."""
    if form == "ids":
        say("".join(f"{game}\n" for game in library.games()))
        return
    listed = [_game_row(game, file) for game, file in library.games().items()]
    if form == "json":
        say(json_text({"games": listed}))
        return
    rows: list[list[object]] = [[*entry.values()] for entry in listed]
    for row in rows:
        row[-2] = " ".join(row[-2])  # type: ignore[arg-type]
    say(table(rows, list(listed[0])) + "\n")


def _game_row(game: str, file: ShelfFile) -> dict[str, Any]:
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


@click.command(epilog=examples("asterion layouts", "asterion layouts --show scissors > mine.yaml"))
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "--show",
    type=ShelvedFile("layout", library.layouts),
    metavar="NAME|FILE",
    help="Print a layout's file, to change a copy of it.",
)
def layouts(form: str, show: ShelfFile | None) -> None:
    """List the layouts of sheets: how each lays pieces, for which papers, and how many tiles of 50 mm a page holds.

    A file of your own does as well; `asterion schema layout` tells what may stand in it.
    """
    if show is not None:
        say(read_bytes(show.path, show.name).decode("utf-8", "replace"))
        return
    rows = [_layout_row(file) for file in library.layouts().values()]
    if form == "json":
        say(json_text({"layouts": rows}))
        return
    say(table([list(row.values()) for row in rows], list(rows[0])) + "\n")


def _layout_row(file: ShelfFile) -> dict[str, object]:
    layout = load_layout(file.path, file.name)
    counts = {paper: _places(file, paper) for paper in ("a4", "letter")}
    fitting = {f"on {paper}": "" if count is None else count for paper, count in counts.items()}
    return {"layout": file.id, "what it does": layout.title, "papers": ", ".join(layout.papers) or "all", **fitting}


def _places(file: ShelfFile, paper_id: str) -> int | None:
    """Return how many tiles of 50 mm with a bleed of 3 mm a page holds; None if the layout is not for that paper."""
    layout, paper = load_layout(file.path, file.name), library.paper_file(paper_id)
    if layout.papers and paper_id not in layout.papers:
        return None
    lot = Lot("tiles", 50, 50, 3, (Piece("a", "a tile", back="b"),))
    try:
        return lot_pattern(lot, load_paper(paper.path, paper.name), layout).places
    except LayoutError:
        return None


def _schemas() -> tuple[str, ...]:
    return tuple(sorted(models()))


@click.command(epilog=examples("asterion schema", "asterion schema paper > paper.schema.json"))
@click.argument("kind", default="catalogue", type=FromShelf("schema", _schemas))
@click.option("--list", "listed", is_flag=True, help="Name every kind of file that has a schema, a line each.")
def schema(kind: str, listed: bool) -> None:
    """Print the JSON Schema of a catalogue, or of another kind of file, for editors and checkers."""
    say("".join(f"{name}\n" for name in _schemas()) if listed else schema_text(kind))
