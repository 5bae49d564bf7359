"""The command ``asterion``: the only place that prints, asks and chooses an exit status.

Exit status 0: done; 1: a mistake in a file, or a fact of the machine, told in a line each; 2: a mistake in the
command's own words. Anything else is a bug and shows its traceback.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from generator import __version__
from generator.catalogue import shelf
from generator.catalogue.files import read_bytes
from generator.catalogue.shelf import ShelfFile
from generator.errors import AsterionError, PublishError
from generator.production.order import Order, Part
from generator.wording import plural, suggestion

if TYPE_CHECKING:
    from generator.catalogue.loading import LoadedCatalogue
    from generator.deck.tiles import Deck
    from generator.production.run import Outcome

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_PAPERS = ("a4", "letter")
DEFAULT_THEME = "knossos"
DEFAULT_GAME = "asterion"


class FromShelf(click.ParamType[str]):
    """The name of something that is a file on the shelf: a paper, a theme, a language, a game."""

    def __init__(self, kind: str, there: Callable[[], Iterable[str]]) -> None:
        self.name = kind
        self.there = there

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        choices = list(self.there())
        if value not in choices:
            self.fail(f"unknown {self.name} {value!r}; {suggestion(value, choices)}", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        return [CompletionItem(choice) for choice in self.there() if choice.startswith(incomplete)]


def _schemas() -> tuple[str, ...]:
    from generator.catalogue.schemas import KINDS

    return KINDS


def _examples(*lines: str) -> str:
    """The examples below a command's help, left as they are written."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class Asterion(click.Group):
    """Tells mistakes in a line each, instead of a traceback; colours them only where that is welcome."""

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":  # source: no-color.org
            ctx.color = False
        try:
            return super().invoke(ctx)
        except AsterionError as error:
            for line in error.lines():
                click.secho(line, fg="red", err=True)
            ctx.exit(error.exit_status)


@click.group(
    cls=Asterion,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_examples(
        "asterion build                      the whole game: sheets, rules, pictures, check",
        "asterion build --paper a4           sheets on A4 only",
        "asterion check                      is the deck complete and sound?",
        "asterion verify                     read the printed files back",
    ),
)
@click.version_option(__version__, prog_name="asterion")
def main() -> None:
    """Print and play Asterion: tiles, sheets of true size and rules booklets from one catalogue."""


catalogue_option = click.option(
    "--catalogue",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Catalogue of the deck. Default: tiles.yaml here, else the shipped one.",
)
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder for the files. Default: output/GAME.",
)
theme_option = click.option(
    "--theme",
    type=FromShelf("theme", shelf.themes),
    help=f"How the tiles look. Default: as in the folder, else {DEFAULT_THEME}.",
)
paper_option = click.option(
    "--paper",
    "papers",
    type=FromShelf("paper", shelf.papers),
    multiple=True,
    default=DEFAULT_PAPERS,
    show_default=True,
    help="Paper of the sheets; may be given several times.",
)
language_option = click.option(
    "--language",
    "languages",
    type=FromShelf("language", shelf.all_languages),
    multiple=True,
    help="Language of the rules; may be given several times. Default: all there are.",
)


def _together(*options: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


making_options = _together(
    click.option("--unsound", is_flag=True, help="Print even a deck in which `check` finds errors."),
    click.option("--no-verify", is_flag=True, help="Do not read the files back before publishing them."),
    click.option("--force", is_flag=True, help="Replace files that were changed by hand, without asking."),
    click.option("-n", "--dry-run", is_flag=True, help="Say what would be made, and make nothing."),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing but mistakes."),
    click.option("-v", "--verbose", is_flag=True, help="Name every file."),
)


@main.command(
    epilog=_examples(
        "asterion build",
        "asterion build --paper a3 --paper tabloid --language es",
        "asterion build --catalogue mine.yaml --out ~/prints/mine --theme ink-saver",
    )
)
@click.argument("game", required=False, type=FromShelf("game", shelf.games))
@catalogue_option
@out_option
@paper_option
@language_option
@theme_option
@click.option(
    "--only", "parts", type=click.Choice([part.value for part in Part]), multiple=True, help="Make only these kinds."
)
@making_options
def build(game: str | None, parts: tuple[str, ...], **options: Any) -> None:
    """Make the whole game: pictures, sheets, rules and check report, read back and published as one set."""
    _make(game, frozenset(map(Part, parts)) or frozenset(Part), **options)


@main.command(epilog=_examples("asterion draw", "asterion draw --theme ink-saver --out drawings"))
@catalogue_option
@out_option
@theme_option
@making_options
def draw(**options: Any) -> None:
    """Draw every tile, back and counter as SVG.

    What else an earlier build left in the folder is renewed with it, so that a folder never shows two decks.
    """
    _make(None, frozenset({Part.SVG}), **options)


@main.command(epilog=_examples("asterion sheets --paper letter", "asterion sheets --theme ink-saver"))
@catalogue_option
@out_option
@paper_option
@theme_option
@making_options
def sheets(**options: Any) -> None:
    """Print the sheets of tiles, backs and counters as PDF.

    What else an earlier build left in the folder is renewed with it, so that a folder never shows two decks.
    """
    _make(None, frozenset({Part.SHEETS}), **options)


@main.command(epilog=_examples("asterion rules", "asterion rules --language ja"))
@catalogue_option
@out_option
@language_option
@theme_option
@making_options
def rules(**options: Any) -> None:
    """Print the rules booklets as PDF.

    What else an earlier build left in the folder is renewed with it, so that a folder never shows two decks.
    """
    _make(None, frozenset({Part.RULES}), **options)


@main.command(epilog=_examples("asterion tiles", "asterion tiles --format json > deck.json"))
@catalogue_option
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def tiles(catalogue: Path | None, form: str) -> None:
    """List the deck: every tile with its paths and what they hold."""
    from generator.deck.report import TILES_HEADERS, csv_text, json_text, table, tiles_data, tiles_rows

    _, deck = _loaded(catalogue)
    if form == "json":
        _say(json_text(tiles_data(deck)))
    elif form == "csv":
        _say(csv_text(tiles_rows(deck), TILES_HEADERS))
    else:
        _say(table(tiles_rows(deck), TILES_HEADERS) + "\n")


@main.command(epilog=_examples("asterion check", "asterion check --catalogue mine.yaml --format json"))
@catalogue_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def check(catalogue: Path | None, form: str) -> None:
    """Count what the deck is made of and find what is wrong with it. Exit status 1 if there is an error."""
    from generator.deck.report import check_data, check_text, json_text
    from generator.production.findings import all_findings

    loaded, deck = _loaded(catalogue)
    found = all_findings(deck, loaded)
    data = check_data(deck, loaded, found)
    _say(json_text(data) if form == "json" else _coloured(check_text(deck, loaded, found)))
    if not data["sound"]:
        sys.exit(1)


@main.command(epilog=_examples("asterion verify", "asterion verify ~/prints/mine --catalogue mine.yaml"))
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@catalogue_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def verify(folder: Path | None, catalogue: Path | None, form: str) -> None:
    """Read the files of a folder back and prove that they hold what they promise."""
    from generator.deck.report import json_text
    from generator.production.proving import proof_of
    from generator.proof import report_data, report_text

    loaded, deck = _loaded(catalogue)
    report = proof_of(folder or _folder(None, loaded.catalogue.game), loaded, deck)
    _say(json_text(report_data(report)) if form == "json" else report_text(report))
    if report.faults:
        sys.exit(1)


@main.command(epilog=_examples("asterion schema", "asterion schema paper > paper.schema.json"))
@click.argument("kind", default="catalogue", type=FromShelf("schema", _schemas))
def schema(kind: str) -> None:
    """Print the JSON Schema of a catalogue, or of another kind of file, for editors and checkers."""
    from generator.catalogue.schemas import schema_text

    _say(schema_text(kind))


@main.command(epilog=_examples('eval "$(asterion completion bash)"', "asterion completion fish | source"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete this command."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(main, {}, "asterion", "_ASTERION_COMPLETE").source())


def _say(text: str) -> None:
    """Write to standard output, and tell plainly if that is full."""
    try:
        click.echo(text, nl=False)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PublishError(f"standard output cannot be written: {(error.strerror or str(error)).lower()}") from None


LEVEL_INKS = {"error": "red", "warning": "yellow", "note": "cyan"}


def _coloured(text: str) -> str:
    """The text of a check, each finding in the colour of its level."""

    def styled(line: str) -> str:
        level = re.match(r".*?:\d+:\d+: (error|warning|note): ", line)
        return click.style(line, fg=LEVEL_INKS[level[1]]) if level else line

    return "".join(map(styled, text.splitlines(keepends=True)))


def _catalogue_file(catalogue: Path | None, game: str | None = None) -> ShelfFile:
    """The catalogue to read: the file that was named, the game that was named, what lies here, or the shipped one."""
    here = Path("tiles.yaml")
    if catalogue is not None and game is not None:
        raise click.UsageError("give GAME or --catalogue, not both: a catalogue names its game itself")
    if catalogue is None and game is None and os.path.lexists(here):
        catalogue = here
    if catalogue is not None:
        return ShelfFile(_game_named_in(catalogue), catalogue, str(catalogue))
    return shelf.game_file(game or DEFAULT_GAME)


def _game_named_in(path: Path) -> str:
    """The game that a catalogue names: at a glance if that is plain, else by reading all of it."""
    text = read_bytes(path, str(path)).decode("utf-8-sig", "replace")
    found = re.findall(r"^game:[ \t]*([a-z0-9]+(?:-[a-z0-9]+)*)[ \t]*\r?$", text, re.MULTILINE)
    if len(found) == 1:
        return str(found[0])
    from generator.catalogue.loading import load_catalogue

    return load_catalogue(path, str(path)).catalogue.game


def _loaded(catalogue: Path | None) -> tuple[LoadedCatalogue, Deck]:
    from generator.catalogue.loading import load_catalogue
    from generator.deck.tiles import deck_of

    file = _catalogue_file(catalogue)
    loaded = load_catalogue(file.path, file.name)
    return loaded, deck_of(loaded.catalogue)


def _folder(out: Path | None, game: str) -> Path:
    return out or Path("output") / game


def _make(
    game: str | None,
    parts: frozenset[Part],
    *,
    catalogue: Path | None,
    out: Path | None,
    theme: str | None,
    papers: tuple[str, ...] = DEFAULT_PAPERS,
    languages: tuple[str, ...] = (),
    unsound: bool,
    no_verify: bool,
    force: bool,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Order a build, watch it and say what came out."""
    file = _catalogue_file(catalogue, game)
    folder = _folder(out, file.id)
    order = Order(
        game=file.id,
        catalogue=file,
        theme=shelf.theme_file(theme or _theme_of(folder)),
        papers=tuple(shelf.paper_file(paper) for paper in dict.fromkeys(papers)),
        languages=tuple(dict.fromkeys(languages)) or tuple(shelf.languages(file.id)),
        parts=parts,
        unsound=unsound,
        verify=not no_verify,
    )
    if dry_run:
        _foretell(order, folder, force=force, quiet=quiet)
        return
    from generator.production.run import build as run

    signal.signal(signal.SIGTERM, _stop)
    outcome = run(order, folder, _watcher(quiet), force=force or _may_replace(folder))
    if not quiet:
        _tell(outcome, verbose)


def _theme_of(folder: Path) -> str:
    """The theme of the files that lie there, so that a part made alone looks like the rest."""
    from generator.publishing import OutputFolder

    previous = OutputFolder(folder).previous
    theme = previous.settings.get("theme") if previous else None
    return theme if isinstance(theme, str) and theme in shelf.themes() else DEFAULT_THEME


def _foretell(order: Order, folder: Path, *, force: bool, quiet: bool) -> None:
    """Say what a build would do."""
    from generator.production.run import plan

    steps = list(plan(order, folder, force=force))
    if quiet:
        return
    for name, what in steps:
        click.echo(f"{what:8}{folder / name}")
    counts = {verb: sum(what == verb for _, what in steps) for verb in ("make", "keep", "remove")}
    click.echo(f"{plural(counts['make'], 'file')} to make, {counts['keep']} to keep, {counts['remove']} to remove")


def _stop(*_: object) -> None:
    """Leave as after Ctrl-C, so that nothing lies about."""
    raise KeyboardInterrupt


def _may_replace(folder: Path) -> bool:
    """Ask whether files that were changed by hand may go, where somebody can answer."""
    from generator.publishing import OutputFolder

    changed = OutputFolder(folder).changed_by_hand() if sys.stdin.isatty() and sys.stderr.isatty() else []
    if not changed:
        return False
    click.echo(f"changed by hand since they were made: {', '.join(changed)}", err=True)
    return click.confirm("replace them?", default=False, abort=True, err=True)


def _watcher(quiet: bool) -> Any:
    if quiet or not sys.stderr.isatty():
        return None
    from generator.cli_progress import Bar

    return Bar()


def _tell(outcome: Outcome, verbose: bool) -> None:
    for note in outcome.notes:
        click.secho(note, fg="yellow", err=True)
    if verbose:
        for verb, names in (("made", outcome.made), ("kept", outcome.kept), ("removed", outcome.removed)):
            for name in names:
                click.echo(f"{verb:8}{outcome.folder / name}")
    if outcome.proof and outcome.made:
        click.echo(outcome.proof.rstrip())
    if not outcome.made and not outcome.removed:
        click.echo(f"nothing to do: the {plural(len(outcome.kept), 'file')} in {outcome.folder} are as they should be")
    else:
        counts = [f"{plural(len(outcome.made), 'file')} made", f"{len(outcome.kept)} unchanged"]
        counts += [f"{len(outcome.removed)} removed"] if outcome.removed else []
        click.echo(f"{', '.join(counts)}: {outcome.folder}")
