"""The commands about printers: calibration, saved printers, and the ink that a game takes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.catalogue import library
from generator.catalogue.equipment import load_ink_use, load_paper, sound_papers
from generator.catalogue.library import ShelfFile
from generator.catalogue.printer_shelf import NOBODY, READ_ACROSS_MM, READ_DOWN_MM, printer_file, printers, used_printer
from generator.catalogue.printers import Readings, load_printer, printer_text
from generator.cli.making import output_folder, print_advice
from generator.cli.options import (
    ask_for,
    catalogue_file,
    chosen_variant,
    command,
    examples,
    folder_or_game,
    format_option,
    game_options,
    say,
)
from generator.cli.progress import bar_over
from generator.cli.sheet_options import FLIPS, NO_PRINTER, Lengths, PrinterFile, back_offset
from generator.cli.values import PAPER, FromShelf, IdOrFile
from generator.games.report import json_text, table
from generator.layout.sheet_setup import Flip
from generator.making.printer_profiles import (
    delete_printer,
    printer_read,
    said_on_calibration,
    save_printer,
    use_printer,
)
from generator.making.request import SheetOptions
from generator.making.sheet_laying import laying_with
from generator.pdf.printer_pages import print_calibration
from generator.publish import OutputFolder
from generator.publish.atomic_file import is_there, publish_file
from generator.verify.ink import ink_assumptions, ink_data, ink_headers, ink_rows, inks_of, pdfs_of

PRECISE = (READ_ACROSS_MM, READ_DOWN_MM)
_SIZE = Lengths("159.6,219.8", 100, 300)


@command(
    epilog=examples(
        "asterion printer calibrate                                       print the sheet, read it, then:",
        "asterion printer calibrate --printer hall --offset 1.3,-0.4 --size 159.6,219.8",
        "asterion printer calibrate --printer hall                        print it again: now all must be right",
    )
)
@click.option("--paper", type=PAPER, default="a4", show_default=True, help="Paper of the sheet.")
@click.option(
    "--flip", type=click.Choice(FLIPS[:2]), default=FLIPS[0], show_default=True, help="How the printer turns sheets."
)
@click.option(
    "--language",
    type=FromShelf("language", library.all_languages),
    default="en",
    show_default=True,
    help="Language of the sheet.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="The sheet's file.")
@click.option("--force", is_flag=True, help="Replace the sheet's file.")
@click.option("--printer", metavar="NAME|FILE", help="Printer to save, or to print the sheet for.")
@click.option("--offset", type=back_offset, metavar="X,Y", help="What the scales X and Y read, in mm.")
@click.option("--size", type=_SIZE, metavar="W,H", help="How long the lines W and H are, in mm.")
@click.option("--save", is_flag=True, help="Ask for the readings that are not given, and save them.")
def calibrate(
    paper: ShelfFile,
    flip: str,
    language: str,
    out: Path | None,
    force: bool,
    printer: str | None,
    offset: tuple[float, float] | None,
    size: tuple[float, float] | None,
    save: bool,
) -> None:
    """Print a two-sided sheet that shows how a printer distorts a page, and save the readings.

    The readings are saved for your user on this machine, for the printer and the paper. All sheets printed on that
    paper from then on use them, and say so.
    """
    if save or offset or size:
        _save(paper, printer, offset, size, ask=save)
    else:
        _print(paper, flip, language, out, printer, force=force)


@command("list", epilog=examples("asterion printer list"))
def list_printers() -> None:
    """List the saved printers."""
    used, lines = used_printer(), []
    for file in printers().values():
        for found in load_printer(file).readings:
            back = found.back_mm
            told = f"{file.id:<20}  backs {back.across:+.2f}, {back.down:+.2f} mm; {100 * found.width:.2f} x "
            told += f"{100 * found.height:.2f} %; on {_paper_of(found)}"
            lines.append(f"{told}; used" if used and used.id == file.id else told)
    none = "no printers yet: `asterion printer calibrate` prints the sheet to read"
    say("".join(f"{line}\n" for line in lines or [none]))


def _paper_of(readings: Readings) -> str:
    """Return for which paper readings hold."""
    size = readings.paper_mm
    titles = [one.title for one in sound_papers().values() if (one.width_mm, one.height_mm) == size]
    return titles[0] if titles else f"{size[0]:g} x {size[1]:g} mm" if size else "any paper"


saved_printer = click.argument("printer", type=FromShelf("printer", lambda: [*printers(), NOBODY]))


@command(epilog=examples("asterion printer show hall"))
@saved_printer
def show(printer: str) -> None:
    """Show the readings of a saved printer."""
    say(printer_text(load_printer(printer_file(_saved(printer)))))


@command(epilog=examples("asterion printer use hall", "asterion printer use none"))
@saved_printer
def use(printer: str) -> None:
    """Use a saved printer for all sheets from now on, or `none`."""
    use_printer(printer)
    say(f"used from now on: {printer}\n")


@command(epilog=examples("asterion printer delete hall"))
@saved_printer
def delete(printer: str) -> None:
    """Delete a saved printer."""
    delete_printer(_saved(printer))
    say(f"forgotten: {printer}\n")


def _saved(printer: str) -> str:
    if printer == NOBODY:
        raise click.UsageError("name a printer that was saved; `asterion printer list` names them")
    return printer


def _save(
    paper: ShelfFile,
    printer: str | None,
    offset: tuple[float, float] | None,
    size: tuple[float, float] | None,
    *,
    ask: bool,
) -> None:
    if printer is None:
        raise click.UsageError("say whose readings these are, with --printer NAME")
    if ask and not sys.stdin.isatty():
        raise click.UsageError("--save asks for readings, which needs a terminal; give --offset X,Y and --size W,H")
    if ask and offset is None:
        offset = ask_for("X,Y in mm", "0,0", lambda text: back_offset.convert(text, None, None))
    if ask and size is None:
        ideal = f"{PRECISE[0]:g},{PRECISE[1]:g}"
        size = ask_for("W,H in mm", ideal, lambda text: _SIZE.convert(text, None, None))
    sheet = load_paper(paper.path, paper.name)
    where = save_printer(printer, printer_read(sheet, offset or (0.0, 0.0), size or PRECISE))
    say(f"saved, and used from now on for all sheets on {sheet.title}: {where}\n")


def _print(file: ShelfFile, flip: str, language: str, out: Path | None, printer: str | None, *, force: bool) -> None:
    known = None if printer is None else PrinterFile().convert(printer, None, None)
    paper = load_paper(file.path, file.name)
    correction = laying_with(SheetOptions(printer=None if known is NO_PRINTER else known)).on(paper).correction
    data = print_calibration(paper, Flip(flip), correction, library.fonts_folder(), said_on_calibration(language))
    path = out or Path(f"calibration-{file.id}{f'-{known.id}' if known else ''}.pdf")
    if not is_there(path, data):
        publish_file(path, data, force=force)
    say(f"{path}: {print_advice(flip)}\n")


USUAL_INK = "home-inkjet"


@command(
    epilog=examples(
        "asterion printer ink",
        "asterion printer ink --file sheets-a4.pdf --pages",
        "asterion build --theme ink-saver --grey --out pale && asterion printer ink pale",
    )
)
@click.argument("folder", required=False, metavar="[FOLDER|GAME]", type=click.Path(path_type=Path, file_okay=False))
@game_options
@click.option("--file", "names", metavar="NAME", multiple=True, help="A PDF; default: all of one language.")
@click.option("--pages", is_flag=True, help="A line for each page, and not only for each file.")
@click.option(
    "--ink",
    "kind",
    type=IdOrFile("kind of printer", "ink", library.inks),
    default=USUAL_INK,
    show_default=True,
    help="Kind of printer, see `asterion list inks`.",
)
@format_option()
def ink(folder: Path | None, names: tuple[str, ...], pages: bool, kind: ShelfFile, form: str) -> None:
    """Measure how much of each page is covered with ink, and estimate the millilitres.

    Each file is told for itself. Texts are measured in one language, English if it is there; --file names others.
    The percentages are of the paper, margins and all; an ink that is half as strong everywhere counts as half covered.
    """
    folder, game = folder_or_game(folder)
    variant = chosen_variant()
    place = output_folder(folder, catalogue_file(game).id, variant.id if variant else "")
    ink_use = load_ink_use(kind.path, kind.name)
    output = OutputFolder(place)
    wanted = pdfs_of(output, tuple(dict.fromkeys(names)))
    with bar_over(dict.fromkeys(wanted, 1)) as tell:
        files = list(inks_of(output, ink_use, wanted, tell))
    if form == "json":
        say(json_text(ink_data(files, ink_use)))
        return
    say(table(ink_rows(files, ink_use, pages=pages), ink_headers(pages=pages)) + "\n\n")
    say("".join(f"{line}\n" for line in ink_assumptions(ink_use)))
