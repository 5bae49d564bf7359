"""The command ``asterion``: the only place that prints, asks and chooses an exit status.

Exit status 0: done; 1: a mistake in a file, or a fact of the machine, one line each; 2: a mistake in the
command's own words; 130, 143 or 129: stopped by Ctrl-C, `kill`, or a terminal that was closed. Anything else is a bug
and shows its traceback.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from asterion_press import __version__, games
from asterion_press.catalogue import library
from asterion_press.catalogue.files import entries_of
from asterion_press.cli.options import CommandGroup
from asterion_press.cli.terminal import complain
from asterion_press.cli.values import OneOf
from asterion_press.errors import AsterionError, InputError

COMMANDS = {
    "build": "asterion_press.cli.build:build",
    "check": "asterion_press.cli.check:check",
    "export": "asterion_press.cli.export:export",
    "init": "asterion_press.cli.projects:init",
    "language": "asterion_press.cli.projects:language",
    "list": "asterion_press.cli.listing:list_files",
    "preview": "asterion_press.cli.preview:preview",
    "printer calibrate": "asterion_press.cli.printer:calibrate",
    "printer delete": "asterion_press.cli.printer:delete",
    "printer ink": "asterion_press.cli.printer:ink",
    "printer list": "asterion_press.cli.printer:list_printers",
    "printer show": "asterion_press.cli.printer:show",
    "printer use": "asterion_press.cli.printer:use",
    "verify": "asterion_press.cli.check:verify",
}
"""The commands for all games: the function of each. Each kind of game lists its own."""

GROUPS = {
    "play": """Play with the rules engines: replay and count games, let bots play, search for decks.

Examples:
    asterion play simulate --games 100
    asterion play score position.yaml
    asterion play study --players 2""",
    "printer": """Set sheets right for a printer, and see how much ink they take.

Examples:
    asterion printer calibrate
    asterion printer list
    asterion printer ink""",
}
"""Groups of commands, with their help."""


class Commands(CommandGroup):
    """A group that imports a command only when it runs, and reads the helps of the others in their source."""

    def __init__(self, *args: Any, words: str = "", **more: Any) -> None:
        """Hold the commands whose names begin with `words`."""
        super().__init__(*args, **more)
        self.words = words

    def list_commands(self, ctx: click.Context) -> list[str]:
        ours = (name.removeprefix(self.words) for name in all_commands() if name.startswith(self.words))
        return sorted({*super().list_commands(ctx), *(name.partition(" ")[0] for name in ours)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if command := super().get_command(ctx, cmd_name):
            return command
        name = self.words + cmd_name
        if name in GROUPS:
            return Commands(cmd_name, help=GROUPS[name], words=f"{name} ")
        if (place := all_commands().get(name)) is None:
            return None
        module, _, function = place.partition(":")
        found: click.Command = getattr(import_module(module), function)
        return found

    def _stubs(self, ctx: click.Context) -> list[click.Command]:
        """Return stubs of the commands, which have only a name and a help, by name; import no command."""
        own = {name: command.help for name, command in self.commands.items() if not command.hidden}
        there = [name for name in self.list_commands(ctx) if name in own or name not in self.commands]
        return [click.Command(name, help=own.get(name) or help_of(self.words + name)) for name in there]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        stubs = self._stubs(ctx)
        width = formatter.width - 6 - max(len(str(stub.name)) for stub in stubs)  # as in click's own list
        with formatter.section("Commands"):
            formatter.write_dl([(str(stub.name), stub.get_short_help_str(width)) for stub in stubs])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        fitting = [stub for stub in self._stubs(ctx) if str(stub.name).startswith(incomplete)]
        items = [CompletionItem(stub.name, help=stub.get_short_help_str()) for stub in fitting]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]


def help_of(name: str) -> str:
    """Return the help of a command or a group; it is read in the source, as importing a command takes long."""
    if name in GROUPS:
        return GROUPS[name]
    module, _, function = all_commands()[name].partition(":")
    spec = find_spec(module)
    source = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    found = (one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef) and one.name == function)
    return next((ast.get_docstring(one) or "" for one in found), "")


class Asterion(Commands):
    """All commands; each mistake is printed on one line, in colour if the terminal allows it."""

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":  # source: no-color.org
            ctx.color = False
        _enter_folder()
        try:
            return super().invoke(ctx)
        except EOFError as error:  # which click takes for an answer at a prompt, and only says "Aborted!"
            raise RuntimeError("a file or a stream ended too soon") from error
        except AsterionError as error:
            complain(error.lines())
            ctx.exit(error.exit_status)
        finally:
            library.enter(library.NO_PROJECT)


def _enter_folder() -> None:
    """Enter the project around the current folder, if there is one: its files come before the shipped ones."""
    foreign: list[Path] = []
    with suppress(InputError):  # reported by the command, if it needs the catalogue
        here = library.find_project(foreign)
        library.enter_project(None if here is None else here.parent, here)
    for file in foreign:
        remedy = f"name it to work on it, as in `asterion check {file.parent}`"
        click.echo(f"{file}: passed over, as it belongs to another user; {remedy}", err=True)


@cache
def all_commands() -> Mapping[str, str]:
    """Return all commands in the form of :data:`COMMANDS`, with those of the kinds of games.

    Only their lists are imported.
    """
    there = [path.name for path in entries_of(Path(games.__file__).parent) if (path / "commands").is_dir()]
    found = dict(COMMANDS)
    for name in there:
        found |= import_module(f"{games.__name__}.{name}.commands").COMMANDS
    return found


WELCOME = """\
asterion build            print Asterion: sheets, pictures, rules, into output/asterion
asterion list games       what else there is to print; `asterion build GAME` prints it
asterion init FOLDER      begin a game of your own, or a change of one that is there
asterion check            count what a game is made of, and find what is wrong with it
asterion preview --watch  see a deck in the browser while you edit it
asterion export EXPORT    for virtual tables, print services and cutting machines
asterion play --help      replay, count and simulate games
asterion --help           all commands; `asterion COMMAND --help` describes one
"""


@click.group(
    cls=Asterion,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="asterion")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Print and play Asterion: tiles, sheets of true size and rules booklets from one catalogue.

    Examples:
        asterion build                      the whole game: sheets, rules, pictures, check
        asterion build --paper a4           sheets on A4 only
        asterion check                      is the deck complete and sound?
        asterion verify                     read the printed files back
    """
    if ctx.invoked_subcommand is None:
        click.echo(WELCOME, nl=False)


@main.command(hidden=True)
@click.argument("shell", type=OneOf(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete this command.

    Examples:
        eval "$(asterion completion bash)"
        asterion completion fish | source
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(main, {}, "asterion", "_ASTERION_COMPLETE").source())
