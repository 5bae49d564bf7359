"""Which folder `asterion verify` reads, and of which game and kind it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.catalogue import library
from generator.cli.build import output_folder
from generator.cli.options import catalogue_file, catalogue_here, chosen_variant, game_at_hand
from generator.cli.progress import bar_over
from generator.errors import Place, PublishError

if TYPE_CHECKING:
    from generator.catalogue.library import ShelfFile
    from generator.publish import Manifest
    from generator.verify import Report


def report_on(folder: Path | None, catalogue: Path | None, *, rebuild: bool) -> Report:
    """Read a folder back for what its manifest says that it is.

    Args:
        folder: that was named, or the id of a game; None: that of the game at hand.
        catalogue: that was named.
        rebuild: make every file again, too.

    Raises:
        InputError: the game that the folder was made of is not at hand, or has mistakes.
        UsageError: a file was named, not a folder.
    """
    from generator.publish import read_manifest
    from generator.verify import Fault, Report
    from generator.verify.files import EXPECTED, MANIFEST

    game = None
    if folder is not None and str(folder) in library.games() and not folder.exists():
        folder, game = None, str(folder)
    if folder is None:
        found = game_at_hand(catalogue, game)
        folder = output_folder(None, found.head.game, found.variant)
    if folder.is_file():
        raise click.UsageError(f"{str(folder)!r} is a file; {EXPECTED}")
    try:
        manifest = read_manifest(folder)
    except (PublishError, OSError):
        return _of_a_build(folder, catalogue, game, rebuild=rebuild)  # which tells what is wrong with it
    if manifest is None:
        what = "is missing" if folder.is_dir() else "is missing, as the folder is"
        return Report((Fault(MANIFEST, None, "manifest-missing", f"{what}; {EXPECTED}"),), ())
    return _of(folder, manifest, catalogue, rebuild=rebuild)


def _of_a_build(folder: Path, catalogue: Path | None, game: str | None, *, rebuild: bool) -> Report:
    from generator.build.rebuild import verified

    found = game_at_hand(catalogue, game)
    return verified(folder, found, catalogue_file(catalogue, game), chosen_variant(), rebuild=rebuild)


def _of(folder: Path, manifest: Manifest, catalogue: Path | None, *, rebuild: bool) -> Report:
    """Read a folder back whose manifest could be read."""
    from generator.build.at_hand import game_of
    from generator.verify.files import MANIFEST

    told = catalogue_file(catalogue) if catalogue else None
    here: ShelfFile | None = None
    if told is None and (own := catalogue_here()) is not None:
        here = catalogue_file(own)
    game, file, variant = game_of(manifest, Place(str(folder / MANIFEST)), told, here, chosen_variant())
    with _bar(manifest, rebuild=rebuild) as tell:
        if "export" in manifest.settings:
            from generator.exports.verification import verify_export

            return verify_export(folder, manifest, game, rebuild=rebuild, tell=tell)
        from generator.build.rebuild import verified

        return verified(folder, game, file, variant, rebuild=rebuild, tell=tell)


def _bar(manifest: Manifest, *, rebuild: bool) -> AbstractContextManager[Callable[[str], object]]:
    """Return a bar over all files, and then over those made again; large files take longer than small ones."""
    from generator.build.rebuild import PAGE

    sizes = {name: entry.size for name, entry in manifest.files.items()}
    return bar_over(sizes, sum(size for name, size in sizes.items() if rebuild or name.endswith(PAGE)))
