"""Printers: what a person read off a calibration sheet, kept for one user of one machine, a file for each printer.

The files are read as strictly as a catalogue is.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from generator.catalogue.equipment import Length
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


class Readings(Record, frozen=True):
    """The scale and the shift of one printer, read off one paper.

    Attributes:
        width, height: the printed length of one millimetre across and down: 0.99 if 100 mm become 99 mm.
        back_mm: the shift that corrects its drift between the two sides.
        paper_mm: width and height of the paper, for which alone this holds; without it, as in older files, for all.
    """

    width: Scale
    height: Scale
    back_mm: Offsets
    paper_mm: tuple[Length, Length] | None = None


class Printer(Readings, frozen=True):
    """A printer: its readings on the paper on which it was calibrated last, and on others.

    Attributes:
        others: its readings on other papers.
    """

    others: tuple[Readings, ...] = ()

    @property
    def readings(self) -> tuple[Readings, ...]:
        """Return the readings on all papers."""
        return self, *self.others


def load_printer(file: ShelfFile) -> Printer:
    """Read one printer.

    Raises:
        InputError: every mistake in the file.
    """
    return validated(read_document(file.path, file.name), Printer)


def printer_text(printer: Printer) -> str:
    """Return the file of a printer."""
    lines = [
        "# Read off a sheet that `asterion printer calibrate` printed.",
        f"width: {printer.width:.5f}   # what comes out of 1 mm across",
        f"height: {printer.height:.5f}   # what comes out of 1 mm down",
        f"back_mm: {_shown(printer.back_mm)}   # by which backs are moved",
    ]
    if printer.paper_mm:
        lines.append(f"paper_mm: [{printer.paper_mm[0]:g}, {printer.paper_mm[1]:g}]   # of the sheet")
    lines += ["others:"] if printer.others else []
    for one in printer.others:
        paper = f", paper_mm: [{one.paper_mm[0]:g}, {one.paper_mm[1]:g}]" if one.paper_mm else ""
        lines.append(f"- {{width: {one.width:.5f}, height: {one.height:.5f}, back_mm: {_shown(one.back_mm)}{paper}}}")
    return "".join(f"{line}\n" for line in lines)


def _shown(back: Offsets) -> str:
    return f"{{across: {back.across:.2f}, down: {back.down:.2f}}}"
