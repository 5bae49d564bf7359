"""The commands that read finished files: verify and ink."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from generator.build.verify import PAGE, game_of, verified
from generator.catalogue import library
from generator.catalogue.ink_use import load_ink_use
from generator.catalogue.library import ShelfFile
from generator.cli.making import output_folder
from generator.cli.options import (
    FromShelf,
    catalogue_file,
    catalogue_here,
    catalogue_option,
    chosen_variant,
    examples,
    game_at_hand,
    say,
)
from generator.cli.progress import bar_over
from generator.errors import Place, PublishError
from generator.exports.verification import verify_export
from generator.games.report import json_text, table
from generator.publish import Manifest, OutputFolder, read_manifest
from generator.verify import Fault, Report, report_data, report_text
from generator.verify.files import EXPECTED, MANIFEST
from generator.verify.ink import ink_assumptions, ink_data, ink_headers, ink_rows, inks_of, pdfs_of


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
    found = game_at_hand(catalogue, game)
    return verified(folder, found, catalogue_file(catalogue, game), chosen_variant(), rebuild=rebuild)


def _of(folder: Path, manifest: Manifest, catalogue: Path | None, *, rebuild: bool) -> Report:
    """Read a folder back whose manifest could be read."""
    told = catalogue_file(catalogue) if catalogue else None
    here: ShelfFile | None = None
    if told is None and (own := catalogue_here()) is not None:
        here = catalogue_file(own)
    game, file, variant = game_of(manifest, Place(str(folder / MANIFEST)), told, here, chosen_variant())
    with _bar(manifest, rebuild=rebuild) as tell:
        if "export" in manifest.settings:
            return verify_export(folder, manifest, game, rebuild=rebuild, tell=tell)

        return verified(folder, game, file, variant, rebuild=rebuild, tell=tell)


def _bar(manifest: Manifest, *, rebuild: bool) -> AbstractContextManager[Callable[[str], object]]:
    """Return a bar over all files, and then over those made again; large files take longer than small ones."""
    sizes = {name: entry.size for name, entry in manifest.files.items()}
    return bar_over(sizes, sum(size for name, size in sizes.items() if rebuild or name.endswith(PAGE)))


@click.command(
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
    report = report_on(folder, catalogue, rebuild=rebuild)
    say(json_text(report_data(report)) if form == "json" else report_text(report))
    if report.faults:
        sys.exit(1)


USUAL_INK = "home-inkjet"


@click.command(
    epilog=examples(
        "asterion ink",
        "asterion ink --file sheets-a4.pdf --pages",
        "asterion build --theme ink-saver --grey --out pale && asterion ink pale",
    )
)
@click.argument("folder", required=False, metavar="[FOLDER|GAME]", type=click.Path(path_type=Path, file_okay=False))
@catalogue_option
@click.option("--file", "names", metavar="NAME", multiple=True, help="A file of the folder; default: every PDF.")
@click.option("--pages", is_flag=True, help="A line for each page, and not only for each file.")
@click.option(
    "--printer",
    type=FromShelf("printer", library.inks),
    default=USUAL_INK,
    show_default=True,
    help="What takes the ink.",
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def ink(
    folder: Path | None, catalogue: Path | None, names: tuple[str, ...], pages: bool, printer: str, form: str
) -> None:
    """Tell how much of each page is covered with ink, and about how many millilitres that is.

    The percentages are of the paper, margins and all; an ink that is half as strong everywhere counts as half covered.
    """
    game = None
    if folder is not None and str(folder) in library.games() and not folder.exists():
        folder, game = None, str(folder)
    variant = chosen_variant()
    place = output_folder(folder, catalogue_file(catalogue, game).id, variant.id if variant else "")
    file = library.inks()[printer]
    use = load_ink_use(file.path, file.name)
    output = OutputFolder(place)
    wanted = pdfs_of(output, tuple(dict.fromkeys(names)))
    with bar_over(dict.fromkeys(wanted, 1)) as tell:
        files = list(inks_of(output, use, wanted, tell))
    if form == "json":
        say(json_text(ink_data(files, use)))
        return
    say(table(ink_rows(files, use, pages=pages), ink_headers(pages=pages)) + "\n\n")
    say("".join(f"{line}\n" for line in ink_assumptions(use)))
