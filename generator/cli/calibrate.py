"""The command that finds out what a printer does to a page, and remembers it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator import __version__
from generator.build.printer_profiles import (
    delete_printer,
    printer_read,
    said_on_calibration,
    save_printer,
    use_printer,
)
from generator.build.request import SheetOptions
from generator.build.sheet_laying import laying_with
from generator.catalogue import library
from generator.catalogue.papers import load_paper
from generator.catalogue.printer_shelf import NOBODY, READ_ACROSS_MM, READ_DOWN_MM, printer_file, printers, used_printer
from generator.catalogue.printers import load_printer, printer_text
from generator.cli.making import print_advice
from generator.cli.options import FromShelf, ask_for, examples, say
from generator.cli.sheet_options import FLIPS, Lengths, PrinterName, back_offset
from generator.layout.sheet_setup import Flip
from generator.pdf.calibration import print_calibration
from generator.publish.atomic_file import is_there, publish_file

PRECISE = (READ_ACROSS_MM, READ_DOWN_MM)
_SIZE = Lengths("159.6,219.8", 100, 300)


@click.command(
    epilog=examples(
        "asterion calibrate                                       print the sheet, read it, then:",
        "asterion calibrate --printer hall --offset 1.3,-0.4 --size 159.6,219.8",
        "asterion calibrate --printer hall                        print it again: now all must be right",
        "asterion calibrate --list                                whose readings are kept",
    )
)
@click.option("--paper", type=FromShelf("paper", library.papers), default="a4", show_default=True, help="Paper.")
@click.option(
    "--flip", type=click.Choice(FLIPS[:2]), default=FLIPS[0], show_default=True, help="How the printer turns sheets."
)
@click.option(
    "--language",
    type=FromShelf("language", library.all_languages),
    default="en",
    show_default=True,
    help="Language of what the sheet says.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="The sheet's file.")
@click.option("--force", is_flag=True, help="Replace the sheet's file.")
@click.option("--printer", metavar="NAME", help="Printer to save, or to print the sheet for.")
@click.option("--offset", type=back_offset, metavar="X,Y", help="What the scales X and Y read, in mm.")
@click.option("--size", type=_SIZE, metavar="W,H", help="How long the lines W and H are, in mm.")
@click.option("--save", is_flag=True, help="Ask for the readings that are not given, and save them.")
@click.option("--list", "listed", is_flag=True, help="List the printers that were saved.")
@click.option("--show", type=PrinterName(), metavar="NAME", help="Show what was saved of a printer.")
@click.option("--use", type=PrinterName(), metavar="NAME", help="Use a printer from now on; none for none.")
@click.option("--delete", type=PrinterName(), metavar="NAME", help="Forget a printer.")
def calibrate(
    paper: str,
    flip: str,
    language: str,
    out: Path | None,
    force: bool,
    printer: str | None,
    offset: tuple[float, float] | None,
    size: tuple[float, float] | None,
    save: bool,
    listed: bool,
    show: str | None,
    use: str | None,
    delete: str | None,
) -> None:
    """Print a two-sided sheet that shows what a printer does to a page, and save what is read there.

    The readings are kept for you on this machine and used from then on for all sheets; these say so themselves.
    """
    if sum(map(bool, (listed, show, use, delete, save or offset or size))) > 1:
        raise click.UsageError("list, show, use, delete or save: one at a time")
    if listed:
        say(_listed())
    elif show:
        say(printer_text(load_printer(printer_file(_some(show, "--show")))))
    elif delete:
        delete_printer(_some(delete, "--delete"))
        say(f"forgotten: {delete}\n")
    elif use:
        use_printer(use)
        say(f"used from now on: {use}\n")
    elif save or offset or size:
        _save(printer, offset, size, ask=save)
    else:
        _print(paper, flip, language, out, printer, force=force)


def _some(name: str, option: str) -> str:
    if name == NOBODY:
        raise click.UsageError(f"{option} needs the name of a printer, see --list")
    return name


def _listed() -> str:
    used, lines = used_printer(), []
    for file in printers().values():
        found = load_printer(file)
        back = found.back_mm
        what = f"backs {back.across:+.2f}, {back.down:+.2f} mm; {100 * found.width:.2f} x {100 * found.height:.2f} %"
        told = f"{file.id:<20}  {what}"
        lines.append(f"{told}; used" if used and used.id == file.id else told)
    return "".join(f"{line}\n" for line in lines or ["no printers yet: `asterion calibrate` prints the sheet to read"])


def _save(
    printer: str | None, offset: tuple[float, float] | None, size: tuple[float, float] | None, *, ask: bool
) -> None:
    if printer is None:
        raise click.UsageError("say whose readings these are, with --printer NAME")
    if ask and not sys.stdin.isatty():
        raise click.UsageError("--save asks for readings, and nobody is there; give --offset X,Y and --size W,H")
    if ask and offset is None:
        offset = ask_for("X,Y in mm", "0,0", lambda text: back_offset.convert(text, None, None))
    if ask and size is None:
        ideal = f"{PRECISE[0]:g},{PRECISE[1]:g}"
        size = ask_for("W,H in mm", ideal, lambda text: _SIZE.convert(text, None, None))
    where = save_printer(printer, printer_read(offset or (0.0, 0.0), size or PRECISE))
    say(f"saved, and used from now on for all sheets: {where}\n")


def _print(paper_id: str, flip: str, language: str, out: Path | None, printer: str | None, *, force: bool) -> None:
    file = library.paper_file(paper_id)
    known = printer_file(printer) if printer not in {None, NOBODY} else None
    correction = laying_with(SheetOptions(printer=known)).correction
    paper = load_paper(file.path, file.name)
    data = print_calibration(
        paper, Flip(flip), correction, __version__, library.fonts_folder(), said_on_calibration(language)
    )
    path = out or Path(f"calibration-{paper_id}{f'-{known.id}' if known else ''}.pdf")
    if not is_there(path, data):
        publish_file(path, data, force=force)
    say(f"{path}: {print_advice(flip)}\n")
