"""Cutting machines: one file each in ``templates/cutters``, with what a machine must find on a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from generator.catalogue.examples import visible
from generator.catalogue.strict_yaml import read_document
from generator.catalogue.validation import Record, validated
from generator.errors import InputError

Mm = Annotated[float, Meta(gt=0, le=500)]


class RegistrationMarks(Record, frozen=True):
    """The marks at the corners of the sheet that the machine's sensor looks for, in mm.

    Attributes:
        style: a filled square top left and corners top right and bottom left, or four corners.
        inset_mm: from the paper's edge to the outer side of a mark.
        arm_mm: length of a corner's two lines.
        line_mm: how thick they are.
        square_mm: side of the filled square.
        clear_mm: what is kept free at each mark, from its outer corner along both sides.
    """

    style: Literal["square-and-two-corners", "four-corners"]
    inset_mm: Mm
    arm_mm: Mm
    line_mm: Annotated[float, Meta(ge=0.1, le=5)]
    square_mm: Mm
    clear_mm: Mm


class Area(Record, frozen=True):
    """Width and height in mm, upright.

    Attributes:
        width, height: in mm.
    """

    width: Mm
    height: Mm


class Cutter(Record, frozen=True):
    """A machine, or one of its manners.

    Attributes:
        marks: printed on the sheet; none if the machine's own program prints some, or needs none.
        area_mm: what it prints and cuts at most; the whole paper if left out.
        pictures: whether its program takes pictures of the sheets and prints them itself, instead of a PDF.
        source: where the numbers come from.
        title: as lists show it.
    """

    title: Annotated[str, visible(60)]
    source: Annotated[str, visible(400)]
    marks: RegistrationMarks | None = None
    area_mm: Area | None = None
    pictures: bool = False


def load_cutter(path: Path, name: str | None = None) -> Cutter:
    """Read one cutter.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(path, name)
    cutter = validated(document, Cutter)
    marks = cutter.marks
    if marks is not None and marks.clear_mm < max(marks.arm_mm, marks.square_mm):
        place = document.value_place(("marks", "clear_mm"))
        raise InputError.at(place, f"{marks.clear_mm:g} mm do not hold the mark; give at least its arm and its square")
    return cutter
