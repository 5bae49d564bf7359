"""Games as other hands want them: virtual tables, print services, cutting machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.cli.build import carry_out, known_theme, output_folder, show_plan
from asterion_press.cli.options import (
    PRINTED,
    catalogue_file,
    chosen_variant,
    command,
    game_options,
    out_option,
    print_run_options,
    publishing_options,
)
from asterion_press.cli.values import CUTTER, PAPER, FromShelf, NamedValue, Number, OneOf
from asterion_press.exports.run import EXPORTS, ExportRequest, plan
from asterion_press.exports.run import export as run
from asterion_press.exports.target import Option, Target
from asterion_press.making.build import previous_settings
from asterion_press.publish import OutputFolder


def _type_of(option: Option) -> click.ParamType[Any]:
    """Return the type of the values of a target's option."""
    kinds: dict[str, click.ParamType[Any]] = {
        "text": click.STRING,
        "number": Number(option.least, option.most),
        "whole": click.IntRange(
            None if option.least is None else int(option.least), None if option.most is None else int(option.most)
        ),
        "choice": OneOf(option.choices),
        "paper": PAPER,
        "cutter": CUTTER,
        "language": FromShelf("language", library.all_languages),
        "file": click.Path(path_type=Path, dir_okay=False),
    }
    return kinds[option.kind]


@command()
@click.argument("target", metavar="EXPORT", type=FromShelf("export", lambda: EXPORTS))
@game_options
@out_option("output/GAME[-VARIANT]-EXPORT")
@PRINTED["theme"]
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the export, see `asterion list exports EXPORT`; may be given several times.",
)
@publishing_options
def export(
    target: str,
    out: Path | None,
    theme: ShelfFile | None,
    settings: tuple[str, ...],
    unsound: bool,
    force: bool,
    dry_run: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Export a game for a virtual table, a print service or a cutting machine, into a folder of its own.

    `asterion list exports` shows what each EXPORT makes, and `asterion list exports EXPORT` lists its settings.

    Examples:
        asterion list exports               what can be exported
        asterion list exports png           the settings of one export
        asterion export tts --set base-url=https://example.org/asterion/
        asterion export png --set dpi=600 --set bleed=3
        asterion export dxf --set cutter=silhouette --set paper=a4 --set corner-radius=2
    """
    made, file, variant = EXPORTS[target], catalogue_file(), chosen_variant()
    folder = OutputFolder(output_folder(out, file.id, variant.id if variant else "", made.name))
    look = theme or print_run_options("theme").get("theme") or known_theme(previous_settings(folder))
    request = ExportRequest(made, file, variant, look, _chosen_settings(made, settings), unsound)
    if dry_run:
        show_plan(plan(request, folder, force=force), folder, quiet=quiet)
        return
    carry_out(run, request, folder, force=force, quiet=quiet, verbose=verbose)


def _chosen_settings(target: Target, settings: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of the target's options, given by ``--set`` or default."""
    command = click.get_current_context().command
    by_set = next(param for param in command.params if param.name == "settings")
    setting = NamedValue("setting", {option.name: _type_of(option) for option in target.options})
    chosen = dict(setting.convert(one, by_set, click.get_current_context()) for one in settings)
    values = {option.name: chosen.get(option.name.replace("-", "_"), option.default) for option in target.options}
    return {name: value.id if isinstance(value, ShelfFile) else value for name, value in values.items()}
