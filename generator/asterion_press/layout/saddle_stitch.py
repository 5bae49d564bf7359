"""A booklet laid for folding: the two pages on each side of a sheet, and their places.

Sheets are printed on both sides, laid upon one another, stapled through the fold and folded. The outermost sheet is
the first; seen from its front, which is the outside of the folded booklet::

      sheet 1 front        sheet 1 back         sheet 2 front        sheet 2 back
    +---------+--------+ +---------+--------+ +---------+--------+ +---------+--------+
    |    8    :   1    | |    2    :   7    | |    6    :   3    | |    4    :   5    |
    +---------+--------+ +---------+--------+ +---------+--------+ +---------+--------+
           the fold

A booklet has four pages a sheet; what is left over at its end stays blank. Inner sheets stick out of a folded booklet
by their thickness (creep), so their pages move that much towards the fold.

Where half a sheet is smaller than a page, as half of Letter is narrower than A5, pages are made a little smaller.

A spread is a sheet on its side: millimetres, x to the right, y down, the origin at its top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from asterion_press.catalogue.equipment import Paper
from asterion_press.errors import LayoutError
from asterion_press.geometry import THICKEST_SHEET_MM, Point, Rect, Size
from asterion_press.layout.sheet_setup import Flip
from asterion_press.layout.sheets import Face

PAGE_MM = (148.0, 210.0)
"""Source: ISO 216, A5."""

PAGES_A_SHEET = 4
THICKNESS_MM = 0.1
"""Own choice: office paper of 80 g/m2 is sold as 0.10 to 0.11 mm thick."""
MOST_CREEP_MM = 5.0
"""Farthest that pages move towards the fold. Own choice: less than a third of the inner margin."""
LEAST_SCALE = 0.9
"""Pages are made smaller where a half of the sheet is, but not below this. Own choice: text of 10 pt is still 9 pt."""
LEAST_TRIM_MM = 10.0
"""A strip beyond the page that is narrower than this is left on: the booklet is that much larger. Own choice."""


class Fold(Struct, frozen=True):
    """The way in which a booklet is folded.

    Attributes:
        paper: id of the paper, of which each half is a page.
        flip: how the sheet, lying on its side, is turned over; usually along its short edge.
        thickness: of one sheet, in mm.
    """

    paper: str = "a4"
    flip: Flip = Flip.SHORT_EDGE
    thickness: float = THICKNESS_MM

    def words(self) -> list[str]:
        """Return the same as texts, as a manifest keeps it."""
        return [self.paper, self.flip.value, f"{self.thickness:g}"]


def parse_fold(words: Sequence[str]) -> Fold:
    """Return the fold from its texts: the inverse of :meth:`Fold.words`.

    Raises:
        ValueError: the texts are not those of a fold.
    """
    paper, flip, thickness = words
    fold = Fold(paper, Flip(flip), float(thickness))
    if not 0 <= fold.thickness <= THICKEST_SHEET_MM:
        raise ValueError(f"no paper is {thickness} mm thick")
    return fold


class SheetSide(Struct, frozen=True):
    """One side of a sheet.

    Attributes:
        sheet: counted from 1, the outermost.
        face: the front is the outside of the folded booklet.
        left, right: the pages, counted from 1; None for one that stays blank.
    """

    sheet: int
    face: Face
    left: int | None
    right: int | None


def sheets_for(pages: int) -> int:
    """Return the number of sheets of a booklet."""
    return -(-pages // PAGES_A_SHEET)


def sides_for(pages: int) -> tuple[SheetSide, ...]:
    """Return fronts and backs in the order of printing."""
    sheets = sheets_for(pages)
    last = PAGES_A_SHEET * sheets
    sides: list[SheetSide] = []
    for sheet in range(sheets):
        first = 2 * sheet + 1
        for face, left, right in ((Face.FRONT, last + 1 - first, first), (Face.BACK, first + 1, last - first)):
            sides.append(SheetSide(sheet + 1, face, *(page if page <= pages else None for page in (left, right))))
    return tuple(sides)


def creep(sheet: int, fold: Fold) -> float:
    """Return how far the pages of a sheet move towards the fold, in mm; those of the outermost sheet stay.

    Source: the printing trade's rule that each sheet pushes those within it out by its own thickness.
    """
    return (sheet - 1) * fold.thickness


class Leaf(Struct, frozen=True):
    """A page of the text.

    Attributes:
        width, height: in mm.
        blank: along each of its edges nothing is printed, in mm.
    """

    width: float
    height: float
    blank: float


class Spread(Struct, frozen=True):
    """The places of pages on a sheet on its side.

    Attributes:
        width, height: of the sheet.
        page: width and height of a page as it is placed.
        scale: of a page as it is placed; 1 for its true size.
        trim: left, top, right and bottom of what is left when the folded booklet is trimmed, opened again; the sheet's
            own edges where nothing is to be cut off.
    """

    width: float
    height: float
    page: Size
    scale: float
    trim: Rect

    @property
    def fold(self) -> float:
        """Return the x of the fold."""
        return self.width / 2

    def page_corner(self, *, right: bool, shift: float = 0.0) -> Point:
        """Return the top left corner of a page on the right or the left half, moved towards the fold by `shift`.

        On a half that is trimmed, pages begin at the fold; else they lie in the middle of their half.
        """
        half = (self.trim[2] - self.trim[0]) / 2
        inner = (half - self.page[0]) / 2 - shift
        x = self.fold + inner if right else self.fold - inner - self.page[0]
        return x, (self.height - self.page[1]) / 2


def spread_on(paper: Paper, leaf: Leaf, sheets: int = 1, fold: Fold | None = None) -> Spread:
    """Return the spread of a paper.

    Args:
        paper: of the sheets, each half of which is a page.
        leaf: a page of the text.
        sheets: of the booklet.
        fold: how it is folded; for the creep.

    Raises:
        LayoutError: pages and halves do not go together, or the creep takes too much of the inner margin.
    """
    height, width = sorted(paper.size)
    half = width / 2
    # the largest scale up to 1, in thousandths, at which all that is printed on a page lies where printers reach
    beside, above = margin_on_side(paper)
    free_x = (half / 2 - beside) / (leaf.width / 2 - leaf.blank)
    free_y = (height / 2 - above) / (leaf.height / 2 - leaf.blank)
    scale = math.floor(min(1.0, free_x, free_y) * 1000) / 1000
    if scale < LEAST_SCALE:
        raise LayoutError(
            f"half a sheet of {paper.title}, {half:g} x {height:g} mm, is too small for a page of {leaf.width:g} x "
            f"{leaf.height:g} mm, which would be printed at {scale:.0%}; fold A4, Letter or a larger paper",
            "height_mm",
        )
    fold = fold or Fold()
    if (most := creep(sheets, fold)) > MOST_CREEP_MM:
        raise LayoutError(
            f"the pages of the innermost of {sheets} sheets would move {most:.1f} mm towards the fold, at most "
            f"{MOST_CREEP_MM:g} mm are free; take thinner paper than {fold.thickness:g} mm"
        )
    across = leaf.width if half - leaf.width >= LEAST_TRIM_MM else half
    down = leaf.height if height - leaf.height >= LEAST_TRIM_MM else height
    trim = (half - across, (height - down) / 2, half + across, (height + down) / 2)
    return Spread(width, height, (leaf.width * scale, leaf.height * scale), scale, trim)


def margin_on_side(paper: Paper) -> Size:
    """Return the unprintable margins of a sheet on its side, in mm: left and right, top and bottom.

    A sheet may be turned either way for that, so the larger margin counts.
    """
    margins = paper.margin_mm
    upright = max(margins.left, margins.right), max(margins.top, margins.bottom)
    return upright[::-1] if paper.height_mm >= paper.width_mm else upright
