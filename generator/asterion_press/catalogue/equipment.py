"""What others make and sell: papers, cutting machines, print services and the ink that printers take.

Each has one file in ``templates/papers``, ``cutters``, ``services`` or ``ink``; the file's stem is its id.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Literal

from msgspec import Meta

from asterion_press.catalogue import library
from asterion_press.catalogue.strict_yaml import Source, read_document
from asterion_press.catalogue.validation import Record, matching, validated, visible
from asterion_press.errors import InputError, Mistake, refuse
from asterion_press.geometry import MM_PER_INCH, Size

Length = Annotated[float, Meta(gt=0, le=2000)]
Margin = Annotated[float, Meta(ge=0, le=200)]


class Margins(Record, frozen=True):
    """The strips along the edges that printers may not reach, in mm.

    Attributes:
        left, right, top, bottom: in mm.
    """

    left: Margin
    right: Margin
    top: Margin
    bottom: Margin


class Paper(Record, frozen=True):
    """A sheet of paper, upright.

    Attributes:
        width_mm: short side as it is fed, left to right.
        height_mm: top to bottom.
        margin_mm: what no printer is asked to reach.
        source: where the numbers come from.
        title: as lists show it.
    """

    title: Annotated[str, visible(40)]
    width_mm: Length
    height_mm: Length
    margin_mm: Margins
    source: Annotated[str, visible(400)]

    @property
    def size(self) -> Size:
        """Return width and height, in mm."""
        return self.width_mm, self.height_mm


def load_paper(file: Source) -> Paper:
    """Read one paper.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(file)
    paper = validated(document, Paper)
    margins = paper.margin_mm
    if margins.left + margins.right >= paper.width_mm or margins.top + margins.bottom >= paper.height_mm:
        place = document.value_place(("margin_mm",))
        raise InputError.at(place, f"the margins leave nothing of {paper.width_mm:g} x {paper.height_mm:g} mm")
    return paper


def sound_papers() -> dict[str, Paper]:
    """Return all papers by id, without those that have mistakes: who asks for one of them is told."""
    found = dict[str, Paper]()
    for file in library.papers().values():
        with suppress(InputError):
            found[file.id] = load_paper(file)
    return found


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


def load_cutter(file: Source) -> Cutter:
    """Read one cutter.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(file)
    cutter = validated(document, Cutter)
    marks = cutter.marks
    if marks is not None and marks.clear_mm < max(marks.arm_mm, marks.square_mm):
        place = document.value_place(("marks", "clear_mm"))
        raise InputError.at(place, f"{marks.clear_mm:g} mm do not hold the mark; give at least its arm and its square")
    return cutter


Pixels = Annotated[int, Meta(ge=1, le=10_000)]


class Product(Record, frozen=True):
    """One square product of a service, in pixels of the service's resolution.

    Attributes:
        name: as the service calls it.
        pixels: side of the picture, bleed included.
        bleed: beyond the trim on each side.
        safe: from the picture's edge to the safe zone.
    """

    name: Annotated[
        str,
        matching(
            r"^[A-Za-z0-9]+$",
            "is no name of a product; write letters and digits, as in SquareCard",
            "SquareCard",
            max_length=40,
        ),
    ]
    pixels: Pixels
    bleed: Annotated[float, Meta(ge=0, le=1000)]
    safe: Annotated[int, Meta(ge=0, le=1000)]


class Service(Record, frozen=True):
    """A print service.

    Attributes:
        dpi: pixels an inch.
        products: the first one is taken of those that fit equally well.
        source: where the numbers come from.
        title: as lists show it.
    """

    title: Annotated[str, visible(60)]
    dpi: Annotated[int, Meta(ge=72, le=2400)]
    products: Annotated[tuple[Product, ...], Meta(min_length=1)]
    source: Annotated[str, visible(400)]

    def trim_mm(self, product: Product) -> float:
        """Side of a product when it is cut."""
        return (product.pixels - 2 * product.bleed) / self.dpi * MM_PER_INCH

    def safe_mm(self, product: Product) -> float:
        """Return the distance that signs must keep from the cut."""
        return (product.safe - product.bleed) / self.dpi * MM_PER_INCH


def load_service(file: Source) -> Service:
    """Read one service.

    Raises:
        InputError: every mistake in the file.
    """
    document = read_document(file)
    service = validated(document, Service)
    refuse(
        Mistake(
            document.value_place(("products", index, "safe")),
            f"{one.safe} is not between the bleed, {one.bleed:g}, and the middle, {one.pixels / 2:g}",
        )
        for index, one in enumerate(service.products)
        if not one.bleed <= one.safe < one.pixels / 2
    )
    return service


Volume = Annotated[float, Meta(gt=0, le=1000)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Volumes(Record, frozen=True):
    """Millilitres of each ink for a square metre of solid ink.

    Attributes:
        cyan, magenta, yellow, black: millilitres of this ink.
    """

    cyan: Volume
    magenta: Volume
    yellow: Volume
    black: Volume


class InkUse(Record, frozen=True):
    """The ink use of a kind of printer.

    Attributes:
        black_share: how much of what cyan, magenta and yellow have in common is printed with black instead.
        source: where the numbers come from.
        title: as lists show it.
        ml_per_m2: millilitres that a square metre of solid ink takes.
    """

    title: Annotated[str, visible(60)]
    ml_per_m2: Volumes
    black_share: Share
    source: Annotated[str, visible(600)]


def load_ink_use(file: Source) -> InkUse:
    """Read one kind of printer.

    Raises:
        InputError: every mistake in the file.
    """
    return validated(read_document(file), InkUse)
