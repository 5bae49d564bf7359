"""The command ``asterion``: the only place that prints, asks and chooses an exit status.

Exit status 0: done; 1: a mistake in a file, or a fact of the machine, told in a line each; 2: a mistake in the
command's own words; 130, 143 or 129: stopped by Ctrl-C, `kill`, or a terminal that was closed. Anything else is a bug
and shows its traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from generator import __version__
from generator.build.order import USUAL, Part
from generator.catalogue import library
from generator.cli.build import make, make_update
from generator.cli.messages import closed, judged, learn_english
from generator.cli.options import (
    DeckName,
    F,
    FromShelf,
    catalogue_option,
    coloured,
    examples,
    game_argument,
    game_at_hand,
    jobs_option,
    language_option,
    making_options,
    out_option,
    paper_option,
    say,
    texts_options,
    theme_option,
)
from generator.cli.sheet_options import laid, laying_options, tiles_option
from generator.errors import AsterionError


def _schemas() -> tuple[str, ...]:
    from generator.games.schemas import models

    return tuple(sorted(models()))


ELSEWHERE = {
    name: f"generator.cli.{name}"
    for name in (
        *("booklet", "box", "calibrate", "designs", "diff", "export", "games", "ink", "languages", "layouts", "play"),
        *("score", "setup", "simulate", "study"),
    )
} | {"design": "generator.cli.search", "gallery": "generator.cli.preview", "watch": "generator.cli.preview"}
"""Commands that are loaded when they are asked for, and the module of each."""


RULES_FORMATS = {
    "pdf": frozenset({Part.RULES}),
    "html": frozenset({Part.WEB}),
    "all": frozenset({Part.RULES, Part.WEB}),
}
"""What the rules are made as, and the parts of a build that each is."""


class Asterion(click.Group):
    """Tells mistakes in a line each, instead of a traceback; colours them only where that is welcome."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in ELSEWHERE:
            command: click.Command = getattr(import_module(ELSEWHERE[cmd_name]), cmd_name)
            return command
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":  # source: no-color.org
            ctx.color = False
        try:
            return super().invoke(ctx)
        except EOFError as error:  # which click takes for an answer at a prompt, and only says "Aborted!"
            raise RuntimeError("a file or a stream ended too soon") from error
        except AsterionError as error:
            for line in error.lines():
                click.secho(line, fg="red", err=True)
            ctx.exit(error.exit_status)


@click.group(
    cls=Asterion,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples(
        "asterion build                      the whole game: sheets, rules, pictures, check",
        "asterion build --paper a4           sheets on A4 only",
        "asterion check                      is the deck complete and sound?",
        "asterion verify                     read the printed files back",
    ),
)
@click.version_option(__version__, prog_name="asterion")
def main() -> None:
    """Print and play Asterion: tiles, sheets of true size and rules booklets from one catalogue."""
    learn_english()


@main.command(
    epilog=examples(
        "asterion build",
        "asterion build --paper a3 --paper tabloid --language es",
        "asterion build --catalogue mine.yaml --out ~/prints/mine --theme ink-saver",
        "asterion build --tiles Y03,R11               two tiles anew, into output/asterion-reprint",
    )
)
@game_argument
@catalogue_option
@out_option
@paper_option
@language_option
@theme_option
@laying_options
@tiles_option
@click.option(
    "--only", "parts", type=click.Choice([part.value for part in Part]), multiple=True, help="Make only these kinds."
)
@click.option("--box", is_flag=True, help="Print a tuck box and a setup card, too; `asterion box` tells how thick.")
@click.option(
    "--only-changed",
    metavar="SINCE",
    type=DeckName(),
    help="Print only what a deck that you have lacks: a folder that was built, a catalogue, a game or a variant.",
)
@jobs_option
@making_options
def build(game: str | None, parts: tuple[str, ...], box: bool, only_changed: str | None, **options: Any) -> None:
    """Make the whole game: pictures, sheets, rules and check report, read back and published as one set.

    With --only-changed, print the sheets that make the deck SINCE the new one, and say which old tiles to take out.
    """
    if only_changed is None and not options["tiles"]:
        wanted = frozenset(map(Part, parts)) or USUAL
        make(game, wanted | {Part.BOX} if box else wanted, **laid(options))
        return
    if box:
        raise click.UsageError("a box is printed for a whole deck; leave out --box")
    if only_changed and options["tiles"]:
        raise click.UsageError("--only-changed finds out itself what is printed; leave out --tiles")
    if parts or options["languages"]:
        what = "--tiles" if options["tiles"] else "--only-changed"
        raise click.UsageError(f"{what} prints sheets of tiles alone; leave out --only and --language")
    if only_changed is None:
        make(game, frozenset({Part.SHEETS}), **laid(options))
        return
    options.pop("tiles")
    make_update(game, only_changed, **laid(options))


def titles_option(about: str) -> Callable[[F], F]:
    """The language of titles and names, for commands that print no rules."""
    return click.option("--language", "titles", type=FromShelf("language", library.all_languages), help=about)


@main.command(epilog=examples("asterion draw", "asterion draw --theme ink-saver --out drawings"))
@game_argument
@catalogue_option
@out_option
@titles_option("Language of the names in the pictures. Default: as in the folder, else English.")
@theme_option
@making_options
def draw(game: str | None, **options: Any) -> None:
    """Draw every tile, back and counter as SVG.

    What else lies in the folder stays as it is, in its own languages; after a change of the catalogue or the look it
    is renewed, so that a folder never shows two decks.
    """
    make(game, frozenset({Part.SVG}), **options)


@main.command(epilog=examples("asterion sheets --language de", "asterion sheets --layout tight --flip short-edge"))
@game_argument
@catalogue_option
@out_option
@paper_option
@titles_option("Language of the sheets' titles. Default: none; titles are a number and a letter.")
@theme_option
@laying_options
@tiles_option
@making_options
def sheets(game: str | None, **options: Any) -> None:
    """Print the sheets of tiles, backs and counters as PDF.

    What else lies in the folder stays as it is, in its own languages; after a change of the catalogue or the look it
    is renewed, so that a folder never shows two decks.
    """
    make(game, frozenset({Part.SHEETS}), **laid(options))


@main.command(epilog=examples("asterion rules", "asterion rules --language ja --format html"))
@texts_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(RULES_FORMATS)),
    default="all",
    show_default=True,
    help="Booklets as PDF, pages for the browser as HTML, or both.",
)
@making_options
def rules(game: str | None, form: str, **options: Any) -> None:
    """Print the rules: booklets as PDF, and pages of HTML for the telephone at the table.

    What else lies in the folder stays as it is, in its own languages; after a change of the catalogue or the look it
    is renewed, so that a folder never shows two decks.
    """
    make(game, RULES_FORMATS[form], **options)


@main.command(
    epilog=examples("asterion tiles", "asterion tiles minotaurus", "asterion tiles --format json > deck.json")
)
@game_argument
@catalogue_option
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def tiles(game: str | None, catalogue: Path | None, form: str) -> None:
    """List the pieces of a game, of a labyrinth every tile with its paths; of a variant, also where each comes from."""
    from generator.games.report import csv_text, json_text, table

    found = game_at_hand(catalogue, game)
    if form == "json":
        say(json_text(found.data()))
    elif form == "csv":
        say(csv_text(found.rows(), found.headers()))
    else:
        say(table(found.rows(), found.headers()) + "\n")


@main.command(
    epilog=examples("asterion check", "asterion check minotaurus", "asterion check --catalogue mine.yaml --format json")
)
@game_argument
@catalogue_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def check(game: str | None, catalogue: Path | None, form: str) -> None:
    """Count what the game is made of and find what is wrong with it. Exit status 1 if there is an error."""
    from generator.build.lettering import letter_findings
    from generator.games.report import in_order, json_text

    found = game_at_hand(catalogue, game)
    told = in_order((*found.findings(), *letter_findings(found)))
    data = found.check_data(told)
    say(json_text(data) if form == "json" else coloured(judged(found.check_text(told), told)))
    if not data["sound"]:
        sys.exit(1)


@main.command(
    epilog=examples(
        "asterion verify",
        "asterion verify --rebuild                     is every file, to the byte, what its inputs make?",
        "asterion verify ~/prints/mine --catalogue mine.yaml",
    )
)
@click.argument("folder", required=False, metavar="[FOLDER|GAME]", type=click.Path(path_type=Path))
@catalogue_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--rebuild", is_flag=True, help="Make every file again from its inputs, too, and compare the bytes.")
def verify(folder: Path | None, catalogue: Path | None, form: str, *, rebuild: bool) -> None:
    """Read the files of a folder, or of a game's own folder, back and prove that they hold what they promise.

    The folder's manifest says which game, variant or export it holds; --catalogue names a file that is not at hand.
    """
    from generator.cli.verify import report_on
    from generator.games.report import json_text
    from generator.verify import report_data, report_text

    report = report_on(folder, catalogue, rebuild=rebuild)
    verdict = "faults" if report.faults else "proved"
    told = report_text(report)
    say(json_text(report_data(report)) if form == "json" else closed(told, verdict, faults=len(report.faults)))
    if report.faults:
        sys.exit(1)


@main.command(epilog=examples("asterion schema", "asterion schema paper > paper.schema.json"))
@click.argument("kind", default="catalogue", type=FromShelf("schema", _schemas))
@click.option("--list", "listed", is_flag=True, help="Name every kind of file that has a schema, a line each.")
def schema(kind: str, listed: bool) -> None:
    """Print the JSON Schema of a catalogue, or of another kind of file, for editors and checkers."""
    from generator.games.schemas import schema_text

    say("".join(f"{name}\n" for name in _schemas()) if listed else schema_text(kind))


@main.command(epilog=examples('eval "$(asterion completion bash)"', "asterion completion fish | source"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete this command."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(main, {}, "asterion", "_ASTERION_COMPLETE").source())


def run() -> None:
    """Run the command as a process, for console scripts that were installed when they still began here."""
    from generator.__main__ import run as run_process

    run_process()
