"""The print run of a project, ``print.yaml``: how its game is printed, where a command does not say otherwise."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from generator.catalogue.examples import visible
from generator.catalogue.library import ShelfFile
from generator.catalogue.printer_shelf import MOST_MM
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.errors import Place
from generator.units import THICKEST_PIECE_MM, THICKEST_SHEET_MM, THINNEST_PIECE_MM

Name = Annotated[str, visible(100)]
Offset = Annotated[float, Meta(ge=-MOST_MM, le=MOST_MM)]
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
    return validated(read_document(file.path, file.name), PrintRun)


def value_place(file: ShelfFile, location: tuple[str | int, ...]) -> Place:
    """Return the place of a value of a print run."""
    return read_document(file.path, file.name).value_place(location)
