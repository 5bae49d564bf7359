"""Games as other hands want them: virtual tables, print services, cutting machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from generator.build.build import previous_settings
from generator.catalogue import library
from generator.cli.making import carry_out, known_theme, output_folder, show_plan
from generator.cli.options import (
    FromShelf,
    Number,
    catalogue_file,
    catalogue_option,
    chosen_variant,
    examples,
    game_argument,
    say,
    theme_option,
)
from generator.exports.run import ExportRequest, plan
from generator.exports.run import export as run
from generator.exports.target import Option, Target, all_options, load_target, target_names
from generator.publish import OutputFolder
from generator.wording import enumerated


def _targets() -> tuple[str, ...]:
    return target_names()


class ExportCommand(click.Command):
    """The command with the options of all targets, which are asked for theirs only when somebody exports."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        return [*own[:-1], *(_option(option, names) for option, names in all_options().items()), own[-1]]


def _option(option: Option, targets_of: tuple[str, ...]) -> click.Option:
    """Return a target's option as the command's; the help names the targets that know it."""
    kinds: dict[str, click.ParamType[Any]] = {
        "text": click.STRING,
        "number": Number(option.least, option.most),
        "whole": click.IntRange(
            None if option.least is None else int(option.least), None if option.most is None else int(option.most)
        ),
        "choice": click.Choice(option.choices),
        "paper": FromShelf("paper", library.papers),
        "cutter": FromShelf("cutter", library.cutters),
        "language": FromShelf("language", library.all_languages),
        "file": click.Path(path_type=Path, dir_okay=False),
    }
    default = "" if option.default is None else f" Default: {_shown(option.default)}."
    about = f"{option.about}{default} ({', '.join(targets_of)})"
    return click.Option([f"--{option.name}"], type=kinds[option.kind], help=about, metavar=_metavar(option))


def _shown(value: str | float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _metavar(option: Option) -> str | None:
    return {"number": "NUMBER", "whole": "NUMBER", "file": "FILE", "text": "TEXT"}.get(option.kind)


@click.command(
    cls=ExportCommand,
    epilog=examples(
        "asterion export --list              what can be exported",
        "asterion export tts --base-url https://example.org/asterion/",
        "asterion export vassal",
        "asterion export png --dpi 600 --bleed 3",
        "asterion export dxf --cutter silhouette --paper a4 --corner-radius 2",
    ),
)
@click.argument("target", required=False, type=FromShelf("target", _targets))
@game_argument
@click.option("--list", "listed", is_flag=True, help="Name every target and what it makes, a line each.")
@catalogue_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder for the files. Default: output/GAME[-VARIANT]-TARGET.",
)
@theme_option
@click.option("--unsound", is_flag=True, help="Export even a deck in which `check` finds errors.")
@click.option("--force", is_flag=True, help="Replace files that were changed by hand, without asking.")
@click.option("-n", "--dry-run", is_flag=True, help="Say what would be made, and make nothing.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but mistakes.")
@click.option("-v", "--verbose", is_flag=True, help="Name every file.")
def export(target: str | None, game: str | None, listed: bool, **options: Any) -> None:
    """Export a game for a virtual table, a print service or a cutting machine, into a folder of its own.

    What can be said of one target alone has that target's name behind it.
    """
    if listed:
        width = max(map(len, target_names()))
        say("".join(f"{name:{width}}  {load_target(name).about}\n" for name in target_names()))
        return
    if target is None:
        raise click.UsageError(f"name a target: {enumerated(target_names())}; `asterion export --list` tells of each")
    _export(load_target(target), game, **options)


def _wishes(target: Target, told: dict[str, Any]) -> dict[str, Any]:
    """Return the values of the target's options, told or default; refuse those of other targets."""
    context = click.get_current_context()
    known = {option.name: option for option in target.options}
    for option, names in all_options().items():
        given = context.get_parameter_source(option.name.replace("-", "_")) is ParameterSource.COMMANDLINE
        if given and option.name not in known:
            raise click.UsageError(f"--{option.name} is for {enumerated(names)}; {target.name} has no such option")
    values = {name: told[name.replace("-", "_")] for name in known}
    return {name: known[name].default if value is None else value for name, value in values.items()}


def _export(
    target: Target, game: str | None, *, catalogue: Path | None, out: Path | None, theme: str | None, unsound: bool,
    force: bool, dry_run: bool, quiet: bool, verbose: bool, **told: Any,
) -> None:  # fmt: skip

    file, variant = catalogue_file(catalogue, game), chosen_variant()
    folder = OutputFolder(output_folder(out, file.id, variant.id if variant else "", target.name))
    look = library.theme_file(theme or known_theme(previous_settings(folder)))
    request = ExportRequest(target, file, variant, look, _wishes(target, told), unsound)
    if dry_run:
        show_plan(plan(request, folder, force=force), folder, quiet=quiet)
        return
    carry_out(run, request, folder, force=force, quiet=quiet, verbose=verbose)
