"""Printers, and the print run of a project.

What a person read off a calibration sheet is kept for one user of one machine, a file for each printer. A project's
``print.yaml`` says how its game is printed, where a command does not say otherwise. Both are read as strictly as a
catalogue is.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from asterion_press.catalogue.equipment import Length
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.printer_shelf import MOST_MM
from asterion_press.catalogue.strict_yaml import read_document
from asterion_press.catalogue.validation import Record, validated, visible
from asterion_press.errors import Place
from asterion_press.geometry import THICKEST_PIECE_MM, THICKEST_SHEET_MM, THINNEST_PIECE_MM

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
    return validated(read_document(file), Printer)


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


Name = Annotated[str, visible(100)]
Flip: TypeAlias = Literal["long-edge", "short-edge", "none"]


class BookletRun(Record, frozen=True):
    """The fold of booklets.

    Attributes:
        paper: that is folded.
        flip: how the printer turns a sheet over.
        thickness_mm: of a sheet; 0 leaves the creep alone.
    """

    paper: Name | None = None
    flip: Literal["long-edge", "short-edge"] | None = None
    thickness_mm: Annotated[float, Meta(ge=0, le=THICKEST_SHEET_MM)] | None = None


class BoxRun(Record, frozen=True):
    """The paper of the box, and the pieces that it holds.

    Attributes:
        paper: of the box.
        thickness_mm: of a piece, card and paper together.
    """

    paper: Name | None = None
    thickness_mm: Annotated[float, Meta(ge=THINNEST_PIECE_MM, le=THICKEST_PIECE_MM)] | None = None


class PrintRun(Record, frozen=True):
    """The print settings of a game; a key that is left out is as in the output folder, or else the default.

    A paper, a theme, a layout and a printer are named by their ids, or by .yaml files relative to this one.

    Attributes:
        papers: of the sheets.
        theme: how the pieces look.
        languages: of the rules.
        grey: whether every ink is made the grey that is as light.
        layout: how pieces lie on a sheet.
        printer: the printer to make up for, one that was calibrated; ``none`` for none.
        flip: the edge along which sheets are turned over; ``none``: backs are not mirrored.
        back_offset_mm: how far backs are moved to the right and down, instead of what the printer's file says.
        skip: places of the first sheet that are left free, as in ``3,7``; ``2:5`` is place 5 of sheet 2.
        booklet: how booklets are folded.
        box: what the box is made for.
    """

    papers: Annotated[tuple[Name, ...], Meta(min_length=1)] | None = None
    theme: Name | None = None
    languages: Annotated[tuple[Name, ...], Meta(min_length=1)] | None = None
    grey: bool | None = None
    layout: Name | None = None
    printer: Name | None = None
    flip: Flip | None = None
    back_offset_mm: tuple[Offset, Offset] | None = None
    skip: Name | None = None
    booklet: BookletRun = BookletRun()
    box: BoxRun = BoxRun()


def load_print_run(file: ShelfFile) -> PrintRun:
    """Read a print run.

    Raises:
        InputError: every mistake in the file.
    """
    return validated(read_document(file), PrintRun)


def value_place(file: ShelfFile, location: tuple[str | int, ...]) -> Place:
    """Return the place of a value of a print run."""
    return read_document(file).value_place(location)
