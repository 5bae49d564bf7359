"""The commands about printers: calibration, saved printers, and the ink that a game takes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_ink_use, load_paper, sound_papers
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.library import ENGLISH
from asterion_press.catalogue.printer_shelf import (
    NAME_LENGTH,
    NOBODY,
    READ_ACROSS_MM,
    READ_DOWN_MM,
    is_name,
    printer_file,
    printers,
    profiles_folder,
    used_printer,
)
from asterion_press.catalogue.printers import Offsets, Printer, Readings, load_printer, printer_text
from asterion_press.catalogue.words import words_of
from asterion_press.cli.build import output_folder, print_advice
from asterion_press.cli.options import (
    FLIPS,
    catalogue_file,
    chosen_variant,
    command,
    folder_or_game,
    format_option,
    game_options,
)
from asterion_press.cli.terminal import bar_over, column_widths, say
from asterion_press.cli.values import BACK_OFFSET, NO_PRINTER, PAPER, FromShelf, IdOrFile, Lengths, OneOf, PrinterFile
from asterion_press.errors import InputError, Place
from asterion_press.games.report import json_text, table
from asterion_press.layout.sheet_setup import Flip
from asterion_press.making.naming import title_face
from asterion_press.making.request import SheetOptions
from asterion_press.making.sheet_laying import laying_with
from asterion_press.pdf.cjk_breaks import KINSOKU
from asterion_press.pdf.printer_pages import CalibrationWords, print_calibration
from asterion_press.publish import OutputFolder
from asterion_press.publish.atomic_file import is_there, publish_file, remove_file
from asterion_press.publish.location import make_folder
from asterion_press.verify.ink import INK_HEADERS, ink_assumptions, ink_data, ink_rows, inks_of, pdfs_of

PRECISE = (READ_ACROSS_MM, READ_DOWN_MM)
_SIZE = Lengths("159.6,219.8", 100, 300)


@command()
@click.option("--paper", type=PAPER, default="a4", show_default=True, help="Paper of the sheet.")
@click.option(
    "--flip", type=OneOf(FLIPS[:2]), default=FLIPS[0], show_default=True, help="How the printer turns sheets."
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
@click.option("--offset", type=BACK_OFFSET, metavar="X,Y", help="What the scales X and Y read, in mm.")
@click.option("--size", type=_SIZE, metavar="W,H", help="How long the lines W and H are, in mm.")
def calibrate(
    paper: ShelfFile,
    printer: str | None,
    offset: tuple[float, float] | None,
    size: tuple[float, float] | None,
    **sheet: Any,
) -> None:
    """Print a two-sided sheet that shows how a printer distorts a page, and save the readings.

    The readings are saved for your user on this machine, for the printer and the paper. All sheets printed on that
    paper from then on use them, and say so.

    Examples:
        asterion printer calibrate                                       print the sheet, read it, then:
        asterion printer calibrate --printer hall --offset 1.3,-0.4 --size 159.6,219.8
        asterion printer calibrate --printer hall                        print it again: now all must be right
    """
    if not (offset or size):
        _print(paper, printer, **sheet)
        return
    if printer is None:
        raise click.UsageError("say whose readings these are, with --printer NAME")
    measured = load_paper(paper)
    where = save_printer(printer, printer_read(measured, offset or (0.0, 0.0), size or PRECISE))
    say(f"saved, and used from now on for all sheets on {measured.title}: {where}\n")


@command("list")
def list_printers() -> None:
    """List the saved printers.

    Examples:
        asterion printer list
    """
    used, lines = used_printer(), []
    for file in printers().values():
        for found in load_printer(file).readings:
            back = found.back_mm
            row = f"{file.id:<20}  backs {back.across:+.2f}, {back.down:+.2f} mm; {100 * found.width:.2f} x "
            row += f"{100 * found.height:.2f} %; on {_paper_of(found)}"
            lines.append(f"{row}; used" if used and used.id == file.id else row)
    none = "no printers yet: `asterion printer calibrate` prints the sheet to read"
    say("".join(f"{line}\n" for line in lines or [none]))


def _paper_of(readings: Readings) -> str:
    """Return for which paper readings hold."""
    size = readings.paper_mm
    titles = [one.title for one in sound_papers().values() if (one.width_mm, one.height_mm) == size]
    return titles[0] if titles else f"{size[0]:g} x {size[1]:g} mm" if size else "any paper"


saved_printer = click.argument("printer", type=FromShelf("printer", lambda: [*printers(), NOBODY]))


@command()
@saved_printer
def show(printer: str) -> None:
    """Show the readings of a saved printer.

    Examples:
        asterion printer show hall
    """
    say(printer_text(load_printer(printer_file(_saved(printer)))))


@command()
@saved_printer
def use(printer: str) -> None:
    """Use a saved printer for all sheets from now on, or `none`.

    Examples:
        asterion printer use hall
        asterion printer use none
    """
    use_printer(printer)
    say(f"used from now on: {printer}\n")


@command()
@saved_printer
def delete(printer: str) -> None:
    """Delete a saved printer.

    Examples:
        asterion printer delete hall
    """
    delete_printer(_saved(printer))
    say(f"forgotten: {printer}\n")


def _saved(printer: str) -> str:
    if printer == NOBODY:
        raise click.UsageError("name a printer that was saved; `asterion printer list` names them")
    return printer


def _print(file: ShelfFile, printer: str | None, *, flip: str, language: str, out: Path | None, force: bool) -> None:
    """Write the page with which a printer is measured, and say how to print it."""
    known = None if printer is None else PrinterFile().convert(printer, None, None)
    paper = load_paper(file)
    correction = laying_with(SheetOptions(printer=None if known is NO_PRINTER else known)).on(paper).correction
    data = print_calibration(paper, Flip(flip), correction, library.fonts_folder(), calibration_words(language))
    path = out or Path(f"calibration-{file.id}{f'-{known.id}' if known else ''}.pdf")
    if not is_there(path, data):
        publish_file(path, data, force=force)
    say(f"{path}: {print_advice(flip)}\n")


USUAL_INK = "home-inkjet"


@command()
@click.argument("folder", required=False, metavar="[FOLDER|GAME]", type=click.Path(path_type=Path, file_okay=False))
@game_options
@click.option("--file", "names", metavar="NAME", multiple=True, help="A PDF; default: all of one language.")
@click.option(
    "--ink",
    "kind",
    type=IdOrFile("kind of printer", "ink", library.inks),
    default=USUAL_INK,
    show_default=True,
    help="Kind of printer, see `asterion list inks`.",
)
@format_option()
def ink(folder: Path | None, names: tuple[str, ...], kind: ShelfFile, form: str) -> None:
    """Measure how much of each page is covered with ink, and estimate the millilitres.

    Each file is told for itself. Texts are measured in one language, English if it is there; --file names others.
    The percentages are of the paper, margins and all; an ink that is half as strong everywhere counts as half covered.

    Examples:
        asterion printer ink
        asterion printer ink --file sheets-a4.pdf
        asterion build --theme ink-saver --grey --out pale && asterion printer ink pale
    """
    folder, game = folder_or_game(folder)
    variant = chosen_variant()
    place = output_folder(folder, catalogue_file(game).id, variant.id if variant else "")
    ink_use = load_ink_use(kind)
    output = OutputFolder(place)
    wanted = pdfs_of(output, tuple(dict.fromkeys(names)))
    with bar_over(dict.fromkeys(wanted, 1)) as tell:
        files = list(inks_of(output, ink_use, wanted, tell))
    if form == "json":
        say(json_text(ink_data(files, ink_use)))
        return
    rows = ink_rows(files, ink_use)
    say(table(rows, INK_HEADERS, column_widths(rows, INK_HEADERS)) + "\n\n")
    say("".join(f"{line}\n" for line in ink_assumptions(ink_use)))


# -- the folder of settings -------------------------------------------------------------------------------------------

SETTINGS = "see that your folder of settings can be written"


def printer_read(paper: Paper, back: tuple[float, float], size: tuple[float, float]) -> Printer:
    """Return the printer on which a calibration sheet reads so.

    Args:
        paper: of the sheet.
        back: what the scales X and Y say, in mm.
        size: how long the lines W and H are, in mm.

    Raises:
        InputError: a length is far from what any printer does.
    """
    width, height = size[0] / READ_ACROSS_MM, size[1] / READ_DOWN_MM
    for letter, found, length in (("W", size[0], READ_ACROSS_MM), ("H", size[1], READ_DOWN_MM)):
        if not 0.9 <= found / length <= 1.1:
            message = f"{letter} reads {found:g} mm instead of {length:g} mm; print the sheet at actual size (100 %)"
            raise InputError.at(Place("--size"), message)
    shift, paper_mm = Offsets(round(back[0], 2), round(back[1], 2)), (paper.width_mm, paper.height_mm)
    return Printer(round(width, 5), round(height, 5), shift, paper_mm)


def save_printer(name: str, printer: Printer) -> str:
    """Keep a printer with what was read of it on other papers, and use it from now on; returns where.

    Raises:
        InputError: no printer can be called so.
        PublishError: it cannot be written.
    """
    if not is_name(name):
        what = (
            f"{name[:40]!r} is no name of a printer; write at most {NAME_LENGTH} lower-case letters, digits and hyphens"
        )
        raise InputError.at(Place("--printer"), what)
    folder = profiles_folder() / "printers"
    with suppress(InputError, KeyError):  # a damaged file is replaced
        known = load_printer(printers()[name]).readings
        printer = replace(printer, others=tuple(one for one in known if one.paper_mm not in {None, printer.paper_mm}))
    make_folder(folder, str(folder), SETTINGS)
    path = folder / f"{name}.yaml"
    publish_file(path, printer_text(printer).encode(), force=True)
    use_printer(name)
    return str(path)


def use_printer(name: str) -> None:
    """Use a printer from now on, or none.

    Raises:
        InputError: there is no such printer.
        PublishError: the choice cannot be written.
    """
    if name != NOBODY:
        printer_file(name)
    used = profiles_folder() / "printers.yaml"
    if name == NOBODY and not used.exists():
        return
    publish_file(used, f"used: {name}\n".encode(), force=True)


def delete_printer(name: str) -> None:
    """Forget a printer; if it was used, none is used from now on.

    Raises:
        InputError: there is no such printer.
        PublishError: it cannot be deleted.
    """
    file, used = printer_file(name), used_printer()
    if used is not None and used.id == name:
        use_printer(NOBODY)
    remove_file(file.path, file.name, SETTINGS)


OF_THE_SHEET = "calibration_"
"""Prefix of the keys of its words."""


def calibration_words(language: str) -> CalibrationWords:
    """Return the texts of the sheet; what the language lacks is in English.

    Raises:
        InputError: mistakes in the words of the language.
    """
    words = words_of(language)
    texts = words_of(ENGLISH).words.words | words.words.words
    return CalibrationWords(
        language=language,
        face=title_face(words).id,
        rules=KINSOKU.get(words.words.line_breaking),
        texts={key.removeprefix(OF_THE_SHEET): text for key, text in texts.items() if key.startswith(OF_THE_SHEET)},
    )
