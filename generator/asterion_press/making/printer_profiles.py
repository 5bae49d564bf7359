"""This user's printers kept on disk: saved, chosen, deleted."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
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
from asterion_press.catalogue.printers import Offsets, Printer, load_printer, printer_text
from asterion_press.catalogue.words import words_of
from asterion_press.errors import InputError, Place
from asterion_press.making.naming import title_face
from asterion_press.pdf.cjk_breaks import KINSOKU
from asterion_press.pdf.printer_pages import CalibrationWords
from asterion_press.publish.atomic_file import publish_file, remove_file
from asterion_press.publish.location import make_folder

ELSEWHERE = "see that your folder of settings can be written"


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
            message = f"{letter} reads {found:g} mm instead of {length:g} mm; print the sheet in actual size (100 %)"
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
    make_folder(folder, str(folder), ELSEWHERE)
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
    remove_file(file.path, file.name, ELSEWHERE)


OF_THE_SHEET = "calibration_"
"""Prefix of the keys of its words."""


def said_on_calibration(language: str) -> CalibrationWords:
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
