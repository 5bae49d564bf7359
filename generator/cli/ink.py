"""The command that tells how much ink the printed files take."""

from __future__ import annotations

from pathlib import Path

import click

from generator.catalogue import library
from generator.cli.build import output_folder
from generator.cli.options import FromShelf, catalogue_file, catalogue_option, chosen_variant, examples, say
from generator.cli.progress import bar_over

USUAL = "home-inkjet"


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
    "--printer", type=FromShelf("printer", library.inks), default=USUAL, show_default=True, help="What takes the ink."
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def ink(
    folder: Path | None, catalogue: Path | None, names: tuple[str, ...], pages: bool, printer: str, form: str
) -> None:
    """Tell how much of each page is covered with ink, and about how many millilitres that is.

    The percentages are of the paper, margins and all; an ink that is half as strong everywhere counts as half covered.
    """
    from generator.build.ink import ink_assumptions, ink_data, ink_headers, ink_rows, inks_of, pdfs_of
    from generator.catalogue.ink_use import load_ink_use
    from generator.games.report import json_text, table
    from generator.publish import OutputFolder

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
