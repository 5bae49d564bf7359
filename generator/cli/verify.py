"""The command that reads finished files back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import click

from generator.catalogue import library
from generator.cli.making import output_folder
from generator.cli.options import (
    catalogue_file,
    chosen_catalogue,
    chosen_game,
    chosen_variant,
    command,
    examples,
    folder_or_game,
    format_option,
    game_at_hand,
    game_options,
    say,
    strict_option,
    together,
)
from generator.cli.print_run import print_run_options
from generator.cli.progress import bar_over
from generator.cli.values import CUTTER, PAPER, THEME
from generator.errors import InputError, Place, PublishError
from generator.exports.verification import verify_export
from generator.games.report import json_text
from generator.making.verify import PAGE, game_of, verified
from generator.publish import Manifest, read_manifest
from generator.verify import Fault, Report, report_data, report_text
from generator.verify.files import EXPECTED, MANIFEST


def report_on(folder: Path | None, *, rebuild: bool, strict: bool = False) -> Report:
    """Read a folder back as the build or the export that its manifest names.

    Args:
        folder: the folder, or the id of a game; None for the folder of the current game.
        rebuild: make every file again, too.
        strict: whether outdated and missing passages of rules are faults.

    Raises:
        InputError: the game of the folder cannot be found, or has mistakes.
        UsageError: a file was named, not a folder.
    """
    folder, game = folder_or_game(folder)
    if folder is None:
        found = game_at_hand(game)
        folder = output_folder(None, found.head.game, found.variant)
    if folder.is_file():
        raise click.UsageError(f"{str(folder)!r} is a file; {EXPECTED}")
    try:
        manifest = read_manifest(folder)
    except (PublishError, OSError):
        return _of_a_build(folder, game, rebuild=rebuild, strict=strict)  # which reports what is wrong with it
    if manifest is None:
        what = "is missing" if folder.is_dir() else "is missing, as the folder is"
        return Report((Fault(MANIFEST, None, "manifest-missing", f"{what}; {EXPECTED}"),), ())
    return _of(folder, manifest, game, rebuild=rebuild, strict=strict)


def _of_a_build(folder: Path, game: str | None, *, rebuild: bool, strict: bool) -> Report:
    found = game_at_hand(game)
    return verified(folder, found, catalogue_file(game), chosen_variant(), rebuild=rebuild, strict=strict)


def _of(folder: Path, manifest: Manifest, game: str | None, *, rebuild: bool, strict: bool) -> Report:
    """Read a folder with a valid manifest back."""
    named = game is not None or chosen_catalogue() is not None or chosen_game() is not None
    told = catalogue_file(game) if named else None
    here = catalogue_file() if not named and library.find_project() is not None else None
    found, file, variant = game_of(manifest, Place(str(folder / MANIFEST)), told, here, chosen_variant())
    is_export = "export" in manifest.settings
    with _bar(manifest, rebuild=rebuild or is_export) as tell:
        if is_export:
            return verify_export(folder, manifest, found, tell=tell)
        return verified(folder, found, file, variant, rebuild=rebuild, strict=strict, tell=tell)


def _bar(manifest: Manifest, *, rebuild: bool) -> AbstractContextManager[Callable[[str], object]]:
    """Return a bar over all files, and then over those made again; large files take longer than small ones."""
    sizes = {name: entry.size for name, entry in manifest.files.items()}
    return bar_over(sizes, sum(size for name, size in sizes.items() if rebuild or name.endswith(PAGE)))


named_files = together(
    *(
        click.option(f"--{kind.name}", type=kind, multiple=True, expose_value=False, hidden=True)
        for kind in (PAPER, THEME, CUTTER)
    )
)
"""Files that a build or an export was given by their paths; named again, they are found by their ids."""


@command(
    epilog=examples(
        "asterion verify",
        "asterion verify --rebuild                     is every file, to the byte, what its inputs make?",
        "asterion verify ~/prints/mine mine.yaml",
    )
)
@click.argument("folder", required=False, metavar="[FOLDER|GAME]", type=click.Path(path_type=Path))
@game_options
@format_option()
@named_files
@click.option("--rebuild", is_flag=True, help="Make every file again, and compare the bytes; of an export always.")
@strict_option
def verify(folder: Path | None, form: str, *, rebuild: bool, strict: bool) -> None:
    """Read the files of a folder, or of a game's own folder, back and prove that they hold what they promise.

    The folder's manifest says which game, variant or export it holds; GAME names a catalogue that is not at hand.
    """
    with suppress(InputError):  # so that its files are known; what is wrong with it is for `asterion check` to say
        print_run_options()
    report = report_on(folder, rebuild=rebuild, strict=strict)
    say(json_text(report_data(report)) if form == "json" else report_text(report))
    if report.faults:
        sys.exit(1)
