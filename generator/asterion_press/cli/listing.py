"""The command that lists the files of a kind, or prints one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.layouts import Layout, load_layout
from asterion_press.catalogue.strict_yaml import read_document
from asterion_press.cli.options import TEXT, command, format_option, game_at_hand, variant_option
from asterion_press.cli.terminal import column_widths, say
from asterion_press.cli.values import GameName, OneOf, completions
from asterion_press.errors import LayoutError, suggestion
from asterion_press.exports.run import EXPORTS
from asterion_press.exports.target import Option
from asterion_press.games.kinds import models, read_game, schema_text
from asterion_press.games.report import csv_text, json_text, table
from asterion_press.layout.sheets import Lot, Piece, lot_pattern
from asterion_press.rulebook.translation.language import coverage_of, load_language, load_source

FILES: dict[str, Callable[[], dict[str, ShelfFile]]] = {
    "art": library.art,
    "cutters": library.cutters,
    "games": library.games,
    "inks": library.inks,
    "layouts": library.layouts,
    "papers": library.papers,
    "services": library.services,
    "targets": library.targets,
    "themes": library.themes,
    "variants": library.variants,
}
"""Kinds of things that are a file each, found by id."""
NAMES: dict[str, Callable[[], Iterable[str]]] = {
    **FILES,
    "exports": lambda: EXPORTS,
    "languages": tuple,
    "schemas": lambda: sorted(models()),
    "tiles": library.games,
}
"""All kinds that can be listed, with the names that may follow each."""


class Name(click.ParamType[str]):
    """An id of the kind that precedes it on the command line."""

    name = "id"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return completions(NAMES.get(ctx.params.get("kind", ""), tuple)(), incomplete)


@command("list")
@click.argument("kind", metavar="KIND", type=OneOf(sorted(NAMES)))
@click.argument("name", required=False, type=Name())
@variant_option
@format_option("csv", "ids")
def list_files(kind: str, name: str | None, form: str) -> None:
    """List games, pieces, layouts, papers, languages and other files, or print one of these files.

    Of tiles, NAME is the game whose pieces are listed, or its catalogue; of languages a project or a game, whose text
    is counted. Else it is the id of a file, which is printed, so that a copy of it can be changed. Schemas are for
    editors and checkers of such files.

    Examples:
        asterion list games
        asterion list tiles minotaurus                 the pieces of a game; --format json or csv
        asterion list layouts scissors > mine.yaml     a copy to change
        asterion list art sign-sun > art/sign-sun.svg  a drawing to change
        asterion list exports png                      the settings of an export
        asterion list schemas paper > paper.schema.json
    """
    if kind == "tiles":
        _list_tiles(name, form)
    elif kind == "exports" and name in EXPORTS:
        _print_rows(kind, list(map(_setting_row, EXPORTS[name].options)), form)
    elif name is None or kind == "languages":
        text = None if name is None else TEXT.convert(name, None, click.get_current_context())
        _print_rows(kind, _rows_of(kind, text), form)
    elif name not in (there := list(NAMES[kind]())):
        raise click.UsageError(f"unknown {kind.removesuffix('s')} {name!r}; {suggestion(name, there)}")
    elif kind == "schemas":
        say(schema_text(name))
    else:
        file = FILES[kind]()[name]
        if not file.read():  # a project's own that the shell has just made, for the copy that is asked for
            library.enter(library.NO_PROJECT)
            file = FILES[kind]().get(name, file)
        say(file.read().decode("utf-8", "replace"))


def _list_tiles(game: str | None, form: str) -> None:
    """Print the pieces of a game, of a labyrinth each tile with its paths; of a variant, also where each is written."""
    found = game_at_hand(None if game is None else GameName().convert(game, None, click.get_current_context()))
    if form == "ids":
        raise click.UsageError("--format ids is for what has ids; give text, json or csv")
    if form == "json":
        say(json_text(found.data()))
    else:
        _print_table(found.rows(), found.headers(), form)


def _print_table(rows: list[list[object]], headers: list[str], form: str) -> None:
    """Print rows as CSV, or as a table that keeps to the terminal."""
    is_csv = form == "csv"
    say(csv_text(rows, headers) if is_csv else table(rows, headers, column_widths(rows, headers)) + "\n")


def _setting_row(option: Option) -> dict[str, Any]:
    """Return a setting of an export as a row."""
    bounds = [f"{one:g}" for one in (option.least, option.most) if one is not None]
    values = ", ".join(option.choices) or " to ".join(bounds) or option.kind
    return {"setting": option.name, "values": values, "default": option.default or "", "what it does": option.about}


def _print_rows(kind: str, rows: list[dict[str, Any]], form: str) -> None:
    """Print rows that have the same keys, the first of which is an id."""
    if form == "json":
        say(json_text({kind: rows}))
        return
    flat = [_flat(row) for row in rows]
    headers = list(dict.fromkeys(key for row in flat for key in row))
    cells = [[row.get(key, "") for key in headers] for row in flat]
    if form == "ids":
        say("".join(f"{row[0]}\n" for row in cells))
    else:
        _print_table(cells, headers, form)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with a cell for each value: words one after the other, a coverage as a percentage for each text."""
    cells: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            cells |= {text: f"{100 * done // wanted if wanted else 100} %" for text, (done, wanted) in value.items()}
        else:
            cells[key] = " ".join(value) if isinstance(value, list) else value
    return cells


def _rows_of(kind: str, text: str | None) -> list[dict[str, Any]]:
    """Return what is listed of a kind, a row for each thing; of languages how far they are, in one text or in all."""
    if kind in {"schemas", "art"}:
        return [{kind.removesuffix("s"): name} for name in NAMES[kind]()]
    if kind == "exports":
        return [{"export": name, "what it makes": made.about} for name, made in EXPORTS.items()]
    if kind == "languages":
        own = library.own_game()
        found = map(load_language, library.all_languages() if own is None else library.languages(own))
        shipped = load_source(library.ENGLISH) if own is None else None
        covered = ((one, coverage_of(one, shipped or load_source(one.tag))) for one in found)
        shown = ((one, {name: counts[name] for name in counts if text in {name, None}}) for one, counts in covered)
        return [{"language": one.tag, "name": one.name, "covered": counts} for one, counts in shown]
    row = {"games": _game_row, "layouts": _layout_row, "targets": _targets_row}.get(kind, _title_row)
    return [row(file) for file in FILES[kind]().values()]


def _title_row(file: ShelfFile) -> dict[str, Any]:
    """Return the id and the title of a file."""
    return {"id": file.id, "title": str(read_document(file).data.get("title", ""))}


def _game_row(file: ShelfFile) -> dict[str, Any]:
    """Return the row of a game."""
    found = read_game(file)
    head = found.head
    return {
        "game": file.id,
        "title": head.full_title,
        "edition": head.edition,
        "pieces": found.summary(),
        "languages": list(library.languages(file.id)),
        "designed by": head.credits.design,
    }


def _targets_row(file: ShelfFile) -> dict[str, Any]:
    from asterion_press.games.labyrinth.catalogue.target_records import load_targets

    metrics = [target.metric for target in load_targets(file).targets.targets]
    return {"targets": file.id, "of a search for": metrics}


def _layout_row(file: ShelfFile) -> dict[str, Any]:
    layout = load_layout(file)
    counts = {paper: _places(layout, paper) for paper in ("a4", "letter")}
    fitting = {f"on {paper}": "" if count is None else count for paper, count in counts.items()}
    return {"layout": file.id, "what it does": layout.title, "papers": ", ".join(layout.papers) or "all", **fitting}


MANY = 1000
"""Tiles that are laid to count the places of a page: so many that a place more saves a sheet. Own choice."""


def _places(layout: Layout, paper_id: str) -> int | None:
    """Return how many tiles of 50 mm with a bleed of 3 mm a page holds; None if the layout is not for that paper."""
    paper = library.paper_file(paper_id)
    if layout.papers and paper_id not in layout.papers:
        return None
    lot = Lot("tiles", 50, 50, 3, (Piece("a", "a tile", MANY, "b"),))
    try:
        return lot_pattern(lot, load_paper(paper), layout).places
    except LayoutError:
        return None
