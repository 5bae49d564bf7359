"""The command ``asterion``: the only place that prints, asks and chooses an exit status.

Exit status 0: done; 1: a mistake in a file, or a fact of the machine, told in a line each; 2: a mistake in the
command's own words; 130, 143 or 129: stopped by Ctrl-C, `kill`, or a terminal that was closed. Anything else is a bug
and shows its traceback.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from generator import __version__, games
from generator.catalogue.files import entries_of
from generator.cli.options import examples
from generator.errors import AsterionError

COMMANDS = {
    "generator.cli.build": {
        "booklet": "Print the rules to be folded: two pages on each side of a sheet, in the order of a stapled",
        "box": "Print a tuck box that holds the pieces of the deck, and a setup card that goes in with them.",
        "build": "Make the whole game: pictures, sheets, rules and check report, read back and published as one set.",
        "draw": "Draw every tile, back and counter as SVG.",
        "rules": "Print the rules: booklets as PDF, and pages of HTML for the telephone at the table.",
        "sheets": "Print the sheets of tiles, backs and counters as PDF.",
    },
    "generator.cli.calibrate": {
        "calibrate": "Print a two-sided sheet that shows what a printer does to a page, and save what is read there.",
    },
    "generator.cli.deck": {
        "check": "Count what the game is made of and find what is wrong with it.",
        "games": "List the games on the shelf: what each is made of, in which languages its rules are, whose it is.",
        "layouts": "List the layouts of sheets: how each lays pieces, for which papers, and how many tiles of 50 mm a",
        "schema": "Print the JSON Schema of a catalogue, or of another kind of file, for editors and checkers.",
        "tiles": "List the pieces of a game, of a labyrinth every tile with its paths; of a variant, also where each",
    },
    "generator.cli.export": {
        "export": "Export a game for a virtual table, a print service or a cutting machine, into a folder of its own.",
    },
    "generator.cli.languages": {
        "languages": "List the languages with their coverage, or help to translate: see the commands below.",
    },
    "generator.cli.preview": {
        "gallery": "Write one HTML file that shows the deck: tiles, filters, charts, a comparison, and a table to try",
        "watch": "Show the deck in the browser while its catalogue is edited, until Ctrl-C.",
    },
    "generator.cli.verify": {
        "ink": "Tell how much of each page is covered with ink, and about how many millilitres that is.",
        "verify": "Read the files of a folder, or of a game's own folder, back and prove that they hold what they",
    },
}
"""The commands that are for all games, by module, with the beginnings of their help; games list theirs themselves."""


class Listed(NamedTuple):
    """A command that is imported when it runs: its module, and the beginning of its help for a list of commands."""

    module: str
    help: str


class Asterion(click.Group):
    """The commands of the press and of its games; a mistake is told in a line, and coloured where that is welcome."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_listed(COMMANDS), *_game_commands()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if command := super().get_command(ctx, cmd_name):
            return command
        if listed := _listed(COMMANDS).get(cmd_name) or _game_commands().get(cmd_name):
            found: click.Command = getattr(import_module(listed.module), cmd_name)
            return found
        return None

    def _stubs(self) -> list[click.Command]:
        """Return commands that know their help alone, by name; to ask the commands themselves would import them all."""
        listed = _listed(COMMANDS) | _game_commands()
        stubs = [*self.commands.values(), *(click.Command(name, help=one.help) for name, one in listed.items())]
        return sorted(stubs, key=lambda stub: str(stub.name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        stubs = self._stubs()
        width = formatter.width - 6 - max(len(str(stub.name)) for stub in stubs)  # as in click's own list
        with formatter.section("Commands"):
            formatter.write_dl([(str(stub.name), stub.get_short_help_str(width)) for stub in stubs])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        fitting = [stub for stub in self._stubs() if str(stub.name).startswith(incomplete)]
        items = [CompletionItem(stub.name, help=stub.get_short_help_str()) for stub in fitting]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

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


def _game_commands() -> dict[str, Listed]:
    """Return the commands that the packages of games list; no kind of game is imported for it."""
    there = [path.name for path in entries_of(Path(games.__file__).parent) if (path / "commands").is_dir()]
    lists = (import_module(f"{games.__name__}.{name}.commands").COMMANDS for name in there)
    return {name: one for commands in lists for name, one in _listed(commands).items()}


def _listed(commands: Mapping[str, Mapping[str, str]]) -> dict[str, Listed]:
    return {name: Listed(module, text) for module, texts in commands.items() for name, text in texts.items()}


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


@main.command(epilog=examples('eval "$(asterion completion bash)"', "asterion completion fish | source"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets a shell complete this command."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(main, {}, "asterion", "_ASTERION_COMPLETE").source())
