"""Options, the game that a command is about, and the print run of its project, ``print.yaml``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import PRINT_RUN, YAML, top_value
from asterion_press.cli.values import (
    BACK_OFFSET,
    LAYOUT,
    NO_PRINTER,
    PAPER,
    THEME,
    FromShelf,
    GameName,
    IdOrFile,
    OneOf,
    PrinterFile,
    Skipped,
)
from asterion_press.errors import Mistake, refuse, suggestion

if TYPE_CHECKING:
    from asterion_press.games.game import Game

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_PAPERS = ("a4", "letter")
DEFAULT_THEME = "knossos"
DEFAULT_GAME = "asterion"
NO_PROJECT_HERE = f"working on {DEFAULT_GAME}, a shipped game: there is no project here"
FLIPS = ("long-edge", "short-edge", "none")


class WithExamples(click.Command):
    """A command whose help begins with examples: the last section of its docstring."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        about, heading, lines = cleandoc(self.help or "").partition("\n\nExamples:\n")
        if heading:
            self.help, self.epilog = about, f"\b\nExamples:\n{indent(dedent(lines), '  ')}"

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_usage(ctx, formatter)
        self.format_epilog(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)


class CommandGroup(WithExamples, click.Group):
    """A group of commands; their helps and its own begin with examples."""

    command_class = WithExamples

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and not self.get_command(ctx, args[0]):
            ctx.fail(f"no command {args[0]!r}; {suggestion(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


command = partial(click.command, cls=WithExamples)
"""Makes a function a command."""


def format_option(*more: str) -> Callable[[F], F]:
    """Return the option ``--format``: text for people, JSON for programs, and what else a command can print."""
    forms = OneOf(["text", "json", *more])
    return click.option("--format", "form", type=forms, default="text", show_default=True, help="How it is printed.")


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator for several options, which the help shows in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_GAME, _VARIANT, _ANNOUNCED = "asterion_press.game", "asterion_press.variant", "asterion_press.announced"
"""Keys under which a command's context keeps its game, the path of a catalogue or the id, its variant, and whether it
has said which project it works on."""


def _choose_game(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Remember the game of a command, and look for files in its project first; an id comes before a file."""
    if value is None:
        return
    if value in library.games():
        ctx.meta[_GAME] = value
        library.enter_project(library.project())
    else:
        ctx.meta[_GAME] = Path(value)
        library.enter_project(Path(value).parent, Path(value))


def _choose_variant(ctx: click.Context, _: click.Parameter, value: ShelfFile | None) -> None:
    ctx.meta[_VARIANT] = value


def _remembered(key: str) -> Any:
    ctx = click.get_current_context(silent=True)
    return ctx.meta.get(key) if ctx else None


chosen_variant: Callable[[], ShelfFile | None] = partial(_remembered, _VARIANT)
"""Returns the variant that the running command was given."""
chosen_game: Callable[[], Path | str | None] = partial(_remembered, _GAME)
"""Returns the game that the running command was given: its catalogue or its id; None if none was."""


variant_option = click.option(
    "--variant",
    type=IdOrFile("variant", "variants", library.variants),
    callback=_choose_variant,
    expose_value=False,
    help="What differs from the catalogue: a shipped variant, or a .yaml file.",
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
    variant_option,
)
"""The game of a command: an id or a catalogue. Default: the catalogue in the current folder, else the shipped game."""

PRINTED: dict[str, Callable[[F], F]] = {
    "papers": click.option(
        "--paper",
        "papers",
        type=PAPER,
        multiple=True,
        default=DEFAULT_PAPERS,
        show_default=True,
        help="Paper of the sheets; may be given several times.",
    ),
    "languages": click.option(
        "--language",
        "languages",
        type=FromShelf("language", library.all_languages),
        multiple=True,
        help="Language of the rules; may be given several times. Default: all there are.",
    ),
    "theme": click.option(
        "--theme", type=THEME, help=f"How the tiles look. Default: as in the folder, else {DEFAULT_THEME}."
    ),
    "grey": click.option(
        "--grey/--colour",
        default=None,
        help="Make every ink the grey that is as light. Default: as in the folder, else --colour.",
    ),
    "layout": click.option(
        "--layout",
        type=LAYOUT,
        help="How pieces lie on a sheet, see `asterion list layouts`. Default: as in the folder, else compact.",
    ),
    "flip": click.option(
        "--flip",
        type=OneOf(FLIPS),
        help="Edge along which the printer turns sheets over; none: backs are not mirrored. Default: as in the folder, "
        "else long-edge.",
    ),
    "back_offset_mm": click.option(
        "--back-offset",
        "back_offset_mm",
        hidden=True,
        type=BACK_OFFSET,
        metavar="X,Y",
        help="Move backs by so many mm to the right and down, instead of what the printer's file says.",
    ),
    "printer": click.option(
        "--printer",
        type=PrinterFile(),
        help="Saved printer to correct for, see `asterion printer calibrate`, or none. Default: the one in use.",
    ),
    "skip": click.option(
        "--skip",
        hidden=True,
        type=Skipped(),
        metavar="3,7",
        help="Places of the first sheet to leave free, counted along rows; 2:5 is place 5 of sheet 2, none is none.",
    ),
}
"""How a game is printed: a row for each key of `print.yaml` (:class:`~asterion_press.catalogue.printers.PrintRun`), by
the same name, under which a command gets its value."""


def out_option(default: str) -> Callable[[F], F]:
    """Return the option ``--out`` of a command that makes a folder of files."""
    folder = click.Path(path_type=Path, file_okay=False)
    return click.option("--out", type=folder, metavar="FOLDER", help=f"Folder for the files. Default: {default}.")


strict_option = click.option(
    "--strict", is_flag=True, help="Refuse languages in which passages of the rules are outdated or missing."
)
publishing_options = together(
    click.option("--unsound", is_flag=True, hidden=True, help="Print even a deck in which `check` finds errors."),
    click.option("--force", is_flag=True, help="Replace files that were changed by hand, without asking."),
    click.option("-n", "--dry-run", is_flag=True, help="Say what would be made, and make nothing."),
    click.option("-q", "--quiet", is_flag=True, help="Print only mistakes."),
    click.option("-v", "--verbose", is_flag=True, help="Name every file."),
)


FOR_PROGRAMS = ("json", "csv", "ids")
"""The formats of output that programs read."""


def catalogue_file(game: str | None = None, variant: ShelfFile | None = None) -> ShelfFile:
    """Return the catalogue to read: the one that was named, the one here, or the shipped one.

    The shipped one is that of the game which the variant varies.

    Args:
        game: the id of a game, or its catalogue. Default: the one that the running command was given.
        variant: a variant. Default: the one that the running command was given.
    """
    named = chosen_game() if game is None else game if game in library.games() else Path(game)
    named = project_catalogue() if named is None else named
    if isinstance(named, Path):
        return ShelfFile(_game_named_in(named), named, str(named))
    if named is None and (variant := variant or chosen_variant()) is not None:
        varied = library.top_id(variant, "of")
        named = varied if varied in library.games() else None
    if named is None:
        _say_once(NO_PROJECT_HERE)
    return library.game_file(named or DEFAULT_GAME)


def project_catalogue() -> Path | None:
    """Return the catalogue of the project that a command stands in, and say so if it lies in a folder above."""
    catalogue = library.find_project()
    if catalogue is not None and catalogue.parent != Path():
        _say_once(f"working on {catalogue}")
    return catalogue


def _say_once(project: str) -> None:
    """Say on standard error which project a command works on, unless it is quiet or prints for programs."""
    ctx = click.get_current_context(silent=True)
    if ctx and not (ctx.meta.get(_ANNOUNCED) or ctx.params.get("quiet") or ctx.params.get("form") in FOR_PROGRAMS):
        ctx.meta[_ANNOUNCED] = True
        click.echo(project, err=True)


def base_folder() -> Path:
    """Return the folder in which `output` lies: that of the project that a command stands in, else the current one."""
    if chosen_game() is not None:
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
    from asterion_press.games import kinds

    return kinds


def folder_or_game(named: Path | None) -> tuple[Path | None, str | None]:
    """Return an output folder, or else the game whose own is meant: its id, or the catalogue of its project."""
    if named is None or (str(named) in library.games() and not named.exists()):
        return None, None if named is None else str(named)
    is_catalogue = named.suffix in YAML and not named.is_dir()
    catalogue = named if is_catalogue else library.project_catalogue(named) if named.is_dir() else None
    if catalogue is None:
        return named, None
    library.enter_project(catalogue.parent, catalogue)
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
    from asterion_press.rulebook.translation.language import text_names  # with all that compares texts

    return text_names()


class TextName(FromShelf):
    """A text that is translated; a project's folder stands for the rules of its game."""

    def read(self, word: str) -> Any:
        folder = Path(word)
        if folder.is_dir() and (catalogue := library.project_catalogue(folder)) is not None:
            library.enter_project(folder, catalogue)
            return library.own_game()
        return super().read(word)


TEXT = TextName("text", _text_names)
game_option = click.option(
    "--game",
    type=TEXT,
    multiple=True,
    is_eager=True,
    help="Only this game's text, a project's folder, or words; may be given several times.",
)


# -- print.yaml ------------------------------------------------------------------------------------------------------


def print_run_options(*names: str) -> dict[str, Any]:
    """Return the options that the project's `print.yaml` gives, and the running command was not given.

    The files that it names by their paths are found by their ids, too, from now on.

    Args:
        names: of the rows of :data:`PRINTED` that the command takes; without any all are read, whatever was given.

    Raises:
        InputError: mistakes in the file, and names of what is not there.
    """
    folder = library.project()
    if folder is None or not (folder / PRINT_RUN).is_file():
        return {}
    from asterion_press.catalogue.printers import load_print_run, value_place  # which read YAML; few builds need it

    file, context = ShelfFile("print", folder / PRINT_RUN, str(folder / PRINT_RUN)), click.get_current_context()
    run, rows = load_print_run(file), click.command()(together(*PRINTED.values())(lambda **_: None)).params
    found, mistakes = dict[str, Any](), list[Mistake]()

    def read(row: click.Parameter, value: object, *location: str | int) -> Any:
        """Return what an option makes of a value; files lie beside the print run."""
        try:
            made = row.type_cast_value(context, _beside(folder, value))
        except click.BadParameter as error:
            mistakes.append(Mistake(value_place(file, location), error.message))
            return ()
        for one in made if isinstance(made, tuple) else (made,):
            if isinstance(one, ShelfFile) and one is not NO_PRINTER and not one.path.is_file():
                mistakes.append(Mistake(value_place(file, location), f"there is no file {str(one.path)!r}"))
        return made

    for row in rows:
        name = str(row.name)
        value = getattr(run, name)
        if value is None or (names and (name not in names or is_given(name))):
            continue
        if row.multiple:
            found[name] = tuple(made for index, one in enumerate(value) for made in read(row, (one,), name, index))
        else:
            found[name] = read(row, value, name)
    (papers, *_) = rows
    fold, box = (
        one.id if paper and (one := next(iter(read(papers, (paper,), key, "paper")), None)) else None
        for key, paper in (("booklet", run.booklet.paper), ("box", run.box.paper))
    )
    there = library.languages(game) if (game := library.own_game()) else {}
    numbered = enumerate((run.languages or ()) if "languages" in found else ())
    mistakes += (
        Mistake(value_place(file, ("languages", index)), f"there are no rules in {one!r}; {suggestion(one, there)}")
        for index, one in numbered
        if one in found["languages"] and one not in there
    )
    refuse(mistakes)
    found["fold"] = (fold, run.booklet.flip, decimal(run.booklet.thickness_mm))
    found["box"] = (box, decimal(run.box.thickness_mm))
    return found


def is_given(name: str) -> bool:
    """Return whether the running command was given an option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def _beside(folder: Path, value: Any) -> Any:
    """Return a value with the names of files as they are called from here, not from the folder of the print run."""
    if isinstance(value, tuple):
        return tuple(_beside(folder, one) for one in value)
    return str(folder / value) if isinstance(value, str) and Path(value).suffix in YAML else value


def decimal(value: float | None) -> str | None:
    """Return a length of an option as a manifest keeps it."""
    return None if value is None else f"{value:g}"


def papers_for(layout: ShelfFile | None, papers: tuple[ShelfFile, ...]) -> tuple[ShelfFile, ...]:
    """Return the given papers, or else those of the layout.

    Raises:
        click.UsageError: two different papers have the same id, after which their sheets are called.
    """
    if layout is not None and not is_given("papers"):
        named, there = top_value(layout, "papers"), library.papers()
        if isinstance(named, list) and (known := [there[paper] for paper in named if paper in there]):
            return tuple(known)
    found = {paper.id: paper for paper in papers}
    for paper in papers:
        if found[paper.id] != paper:
            names = f"{paper.name} and {found[paper.id].name}"
            raise click.UsageError(f"{names} are both called {paper.id!r}; print one of them into another --out FOLDER")
    return tuple(found.values())
