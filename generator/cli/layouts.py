"""The command that lists the layouts of sheets."""

from __future__ import annotations

import click

from generator.catalogue.library import ShelfFile
from generator.catalogue.library import layouts as shelved
from generator.cli.options import ShelvedFile, examples, say
from generator.errors import LayoutError


@click.command(epilog=examples("asterion layouts", "asterion layouts --show scissors > mine.yaml"))
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "--show",
    type=ShelvedFile("layout", shelved),
    metavar="NAME|FILE",
    help="Print a layout's file, to change a copy of it.",
)
def layouts(form: str, show: ShelfFile | None) -> None:
    """List the layouts of sheets: how each lays pieces, for which papers, and how many tiles of 50 mm a page holds.

    A file of your own does as well; `asterion schema layout` tells what may stand in it.
    """
    from generator.catalogue.files import read_bytes
    from generator.games.report import json_text, table

    if show is not None:
        say(read_bytes(show.path, show.name).decode("utf-8", "replace"))
        return
    rows = [_row(file) for file in shelved().values()]
    if form == "json":
        say(json_text({"layouts": rows}))
        return
    say(table([list(row.values()) for row in rows], list(rows[0])) + "\n")


def _row(file: ShelfFile) -> dict[str, object]:
    from generator.catalogue.layouts import load_layout

    layout = load_layout(file.path, file.name)
    counts = {paper: _count(file, paper) for paper in ("a4", "letter")}
    fitting = {f"on {paper}": "" if count is None else count for paper, count in counts.items()}
    return {"layout": file.id, "what it does": layout.title, "papers": ", ".join(layout.papers) or "all", **fitting}


def _count(file: ShelfFile, paper_id: str) -> int | None:
    """How many tiles of 50 mm with a bleed of 3 mm, and backs, a page of that paper holds."""
    from generator.catalogue.layouts import load_layout
    from generator.catalogue.library import paper_file
    from generator.catalogue.papers import load_paper
    from generator.layout.batches import Lot, Piece, lot_pattern

    layout, paper = load_layout(file.path, file.name), paper_file(paper_id)
    if layout.papers and paper_id not in layout.papers:
        return None
    lot = Lot("tiles", 50, 50, 3, (Piece("a", "a tile", back="b"),))
    try:
        return lot_pattern(lot, load_paper(paper.path, paper.name), layout).places
    except LayoutError:
        return None
