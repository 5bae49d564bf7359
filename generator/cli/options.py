"""Options that commands have in common, the catalogue that they read, and functions that print."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator import stopping
from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.cli.values import PAPER, THEME, FromShelf, GameName, IdOrFile
from generator.wording import suggestion

if TYPE_CHECKING:
    from generator.games.game import Game

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_PAPERS = ("a4", "letter")
DEFAULT_THEME = "knossos"
DEFAULT_GAME = "asterion"
NO_PROJECT_HERE = f"working on {DEFAULT_GAME}, a shipped game: there is no project here"


class Command(click.Command):
    """A command whose help begins with examples."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_usage(ctx, formatter)
        self.format_epilog(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)


class CommandGroup(click.Group):
    """A group of commands; their helps and its own begin with examples."""

    command_class = Command
    format_help = Command.format_help

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and not self.get_command(ctx, args[0]):
            ctx.fail(f"no command {args[0]!r}; {suggestion(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


def command(
    name: str | None = None, *, epilog: str, cls: type[click.Command] = Command
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a function a command, with examples as its epilog."""
    return click.command(name, cls=cls, epilog=epilog)


def examples(*lines: str) -> str:
    """Return the examples below a command's help, left as they are written."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def format_option(*more: str) -> Callable[[F], F]:
    """Return the option ``--format``: text for people, JSON for programs, and what else a command can print."""
    forms = click.Choice(["text", "json", *more])
    return click.option("--format", "form", type=forms, default="text", show_default=True, help="How it is printed.")


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator for several options, which the help shows in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_GAME, _VARIANT, _TOLD = "generator.game", "generator.variant", "generator.told"
"""Keys under which a command's context keeps its game, the path of a catalogue or the id, its variant, and whether it
has said which project it works on."""


def _choose_game(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Remember the game of a command, and look for files in its project first.

    As GAME, an id comes before a file of that name; as ``--catalogue``, the file does.

    Raises:
        click.UsageError: two games are named.
    """
    if value is None:
        return
    if _GAME in ctx.meta:
        raise click.UsageError("give GAME or --catalogue, not both: GAME may be a catalogue, too")
    is_file_first = isinstance(param, click.Option)
    if str(value) in library.games() and not (is_file_first and os.path.lexists(value)):
        ctx.meta[_GAME] = str(value)
        library.enter_project(library.project())
    else:
        ctx.meta[_GAME] = Path(value)
        library.enter_project(Path(value).parent, Path(value))


def _remember(key: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def remember(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        ctx.meta[key] = value

    return remember


def _remembered(key: str) -> Any:
    ctx = click.get_current_context(silent=True)
    return ctx.meta.get(key) if ctx else None


def chosen_variant() -> ShelfFile | None:
    """Return the variant that the running command was given."""
    variant: ShelfFile | None = _remembered(_VARIANT)
    return variant


def chosen_catalogue() -> Path | None:
    """Return the catalogue that the running command was given as a file; None for an id, or if none was given."""
    game = _remembered(_GAME)
    return game if isinstance(game, Path) else None


def chosen_game() -> str | None:
    """Return the id of the game that the running command was given; None for a file, or if none was given."""
    game = _remembered(_GAME)
    return game if isinstance(game, str) else None


variant_option = click.option(
    "--variant",
    type=IdOrFile("variant", "variants", library.variants),
    callback=_remember(_VARIANT),
    expose_value=False,
    help="What differs from the catalogue: a shipped variant, or a .yaml file.",
)
catalogue_option = click.option(
    "--catalogue",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=_choose_game,
    expose_value=False,
    is_eager=True,
    hidden=True,
)
game_options = together(
    click.argument(
        "named_game",
        metavar="[GAME]",
        required=False,
        type=GameName(),
        callback=_choose_game,
        expose_value=False,
        is_eager=True,
    ),
    catalogue_option,
    variant_option,
)
"""The game of a command: an id or a catalogue. Default: the catalogue in the current folder, else the shipped game."""
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder for the files. Default: output/GAME, or output/GAME-VARIANT.",
)
theme_option = click.option(
    "--theme",
    type=THEME,
    help=f"How the tiles look. Default: as in the folder, else {DEFAULT_THEME}.",
)
grey_option = click.option(
    "--grey/--colour",
    default=None,
    help="Make every ink the grey that is as light. Default: as in the folder, else --colour.",
)
paper_option = click.option(
    "--paper",
    "papers",
    type=PAPER,
    multiple=True,
    default=DEFAULT_PAPERS,
    show_default=True,
    help="Paper of the sheets; may be given several times.",
)
language_option = click.option(
    "--language",
    "languages",
    type=FromShelf("language", library.all_languages),
    multiple=True,
    help="Language of the rules; may be given several times. Default: all there are.",
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(0, 512),
    default=0,
    hidden=True,
    help="Processes that make and prove the rules, the same bytes with any number. Default: one a core.",
)


strict_option = click.option(
    "--strict", is_flag=True, help="Refuse languages in which passages of the rules are outdated or missing."
)


making_options = together(
    grey_option,
    click.option("--unsound", is_flag=True, hidden=True, help="Print even a deck in which `check` finds errors."),
    click.option("--no-verify", is_flag=True, hidden=True, help="Do not read the files back before publishing them."),
    click.option("--force", is_flag=True, help="Replace files that were changed by hand, without asking."),
    click.option("-n", "--dry-run", is_flag=True, help="Say what would be made, and make nothing."),
    click.option("-q", "--quiet", is_flag=True, help="Print only mistakes."),
    click.option("-v", "--verbose", is_flag=True, help="Name every file."),
)


def say(text: str) -> None:
    """Write to standard output; :mod:`generator.streams` reports an error of it."""
    click.echo(text, nl=False)


def confirm(question: str) -> bool:
    """Ask a question on standard error, and go on only after a yes.

    Raises:
        Abort: the answer was no, or there was none.
        Stopped: a signal has come.
    """
    with stopping.at_once():
        return click.confirm(question, default=False, abort=True, err=True)


def ask_for(question: str, default: str, read: Callable[[str], Any]) -> Any:
    """Ask for a value until a valid one is entered.

    Raises:
        Abort: there was no answer.
        Stopped: a signal has come.
    """
    with stopping.at_once():
        return click.prompt(question, default=default, value_proc=read)


FOR_PROGRAMS = ("json", "csv", "ids")
"""The formats of output that programs read."""
LEVEL_INKS = {"error": "red", "warning": "yellow", "note": "cyan"}


def coloured(text: str) -> str:
    """Return the text of a check, each finding in the colour of its level."""

    def styled(line: str) -> str:
        level = re.match(r".*?:\d+:\d+: (error|warning|note): ", line)
        return click.style(line, fg=LEVEL_INKS[level[1]]) if level else line

    return "".join(map(styled, text.splitlines(keepends=True)))


def catalogue_file(game: str | None = None, variant: ShelfFile | None = None) -> ShelfFile:
    """Return the catalogue to read: the one that was named, the one here, or the shipped one.

    The shipped one is that of the game which the variant varies.

    Args:
        game: the id of a game, or its catalogue. Default: the one that the running command was given.
        variant: a variant. Default: the one that the running command was given.
    """
    catalogue = chosen_catalogue() if game is None else None if game in library.games() else Path(game)
    game = chosen_game() if game is None else game
    if catalogue is None and game is None:
        catalogue = project_catalogue()
    if catalogue is not None:
        return ShelfFile(_game_named_in(catalogue), catalogue, str(catalogue))
    if game is None and (variant := variant or chosen_variant()) is not None:
        varied = library.top_id(variant, "of")
        game = varied if varied in library.games() else None
    if game is None:
        _say_once(NO_PROJECT_HERE)
    return library.game_file(game or DEFAULT_GAME)


def project_catalogue() -> Path | None:
    """Return the catalogue of the project that a command stands in, and say so if it lies in a folder above."""
    catalogue = library.find_project()
    if catalogue is not None and catalogue.parent != Path():
        _say_once(f"working on {catalogue}")
    return catalogue


def _say_once(project: str) -> None:
    """Say on standard error which project a command works on, unless it is quiet or prints for programs."""
    ctx = click.get_current_context(silent=True)
    if ctx and not (ctx.meta.get(_TOLD) or ctx.params.get("quiet") or ctx.params.get("form") in FOR_PROGRAMS):
        ctx.meta[_TOLD] = True
        click.echo(project, err=True)


def base_folder() -> Path:
    """Return the folder in which `output` lies: that of the project that a command stands in, else the current one."""
    if chosen_catalogue() is not None or chosen_game() is not None:
        return Path()
    found = library.find_project()
    return Path() if found is None else found.parent


def _game_named_in(path: Path) -> str:
    """Return the game that a catalogue names; parse the whole file only if its `game` line is not plain."""
    file = ShelfFile("", path, str(path))
    if game := library.top_id(file, "game"):
        return game
    return str(_kinds().read_game(file).head.game)


def _kinds() -> ModuleType:
    """Return the module of all kinds of games, which a command without a catalogue does without."""
    from generator.games import kinds

    return kinds


def folder_or_game(named: Path | None) -> tuple[Path | None, str | None]:
    """Return an output folder, or else the game whose own is meant: its id, or the catalogue of its project."""
    if named is None or (str(named) in library.games() and not named.exists()):
        return None, None if named is None else str(named)
    catalogue = library.project_catalogue(named) if named.is_dir() else None
    if catalogue is None:
        return named, None
    library.enter_project(named, catalogue)
    click.get_current_context().meta.setdefault(_GAME, catalogue)
    return None, str(catalogue)


def game_at_hand(game: str | None = None) -> Game:
    """Return the game that a command is about, with its variant; `game` is the id of another one.

    Raises:
        InputError: mistakes in its files.
    """
    found: Game = _kinds().read_game(catalogue_file(game), chosen_variant())
    return found


def wrong_kind(game: Game, kind: str) -> click.ClickException:
    """Return the error for a command that does not work with this kind of game."""
    context = click.get_current_context()
    command = context.info_name
    theirs, ours = (_kinds().kind_called(name).about for name in (game.kind, kind))
    return click.UsageError(
        f"{command!r} is for games of {ours}; {game.head.game!r} has {theirs}; "
        "`asterion list games` lists the games and what they are made of"
    )


def _text_names() -> list[str]:
    from generator.rulebook.translation.language import text_names  # with all that compares texts

    return text_names()


class TextName(FromShelf):
    """A text that is translated; a project's folder stands for the rules of its game."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        folder = Path(str(value))
        if folder.is_dir() and (catalogue := library.project_catalogue(folder)) is not None:
            library.enter_project(folder, catalogue)
            return library.own_game()
        return super().convert(value, param, ctx)


game_option, hidden_game_option = (
    click.option(
        "--game",
        type=TextName("text", _text_names),
        multiple=True,
        is_eager=True,
        hidden=hidden,
        help="Only this game's text, a project's folder, or words; may be given several times.",
    )
    for hidden in (False, True)
)
