"""Printers: what a person read off a calibration sheet, kept for one user of one machine, a file for each printer.

The files are read as strictly as a catalogue is.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from generator.catalogue.library import ShelfFile
from generator.catalogue.printer_shelf import MOST_MM
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated

Scale = Annotated[float, Meta(ge=0.9, le=1.1)]
Offset = Annotated[float, Meta(ge=-MOST_MM, le=MOST_MM)]


class Offsets(Record, frozen=True):
    """The shift that brings backs behind their fronts, in mm as a reader of the back sees it.

    Attributes:
        across: to the right.
        down: downwards.
    """

    across: Offset
    down: Offset


class Printer(Record, frozen=True):
    """The scale and the shift of one printer.

    Attributes:
        width, height: the printed length of one millimetre across and down: 0.99 if 100 mm become 99 mm.
        back_mm: the shift that corrects its drift between the two sides.
    """

    width: Scale
    height: Scale
    back_mm: Offsets


def load_printer(file: ShelfFile) -> Printer:
    """Read one printer.

    Raises:
        InputError: every mistake in the file.
    """
    return validated(read_document(file.path, file.name), Printer)


def printer_text(printer: Printer) -> str:
    """Return the file of a printer."""
    back = printer.back_mm
    return (
        "# Read off a sheet that `asterion printer calibrate` printed.\n"
        f"width: {printer.width:.5f}   # what comes out of 1 mm across\n"
        f"height: {printer.height:.5f}   # what comes out of 1 mm down\n"
        f"back_mm: {{across: {back.across:.2f}, down: {back.down:.2f}}}   # by which backs are moved\n"
    )
