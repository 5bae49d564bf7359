"""The setup of sheets: the edge along which they are turned over, and the correction for their printer.

A printer scales lengths, perhaps to a little less than 1, and shifts the back of a sheet against its front. A
:class:`Correction` holds both and maps the wanted place on paper to the place in the file::

    in the file:  c + (x + across - c) / width         c: the middle of the page, which keeps its place
    on paper:     x                                    `across`, `down` for backs only

All in mm from the top left corner of the page, as a reader of that side sees it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Margins, Paper
from asterion_press.catalogue.layouts import COMPACT, Layout
from asterion_press.geometry import Point

Factor = Annotated[float, Meta(ge=0.5, le=2)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
Shift = Annotated[float, Meta(ge=-100, le=100)]
Side = Annotated[float, Meta(gt=0, le=2000)]


class Flip(StrEnum):
    """The edge along which a sheet is turned over; `NONE`: each side is printed on a sheet of its own."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    NONE = "none"

    def turns_across(self, paper: Paper) -> bool:
        """Return whether left and right change places when a sheet is turned over so; else above and below do."""
        return (self is Flip.LONG_EDGE) == (paper.height_mm >= paper.width_mm)


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """A correction for the scale and the shift of a printer.

    Attributes:
        printer: its name; empty if it has none.
        width, height: the printed length of one millimetre across and down.
        across, down: by how much backs are moved.
        paper_mm: width and height of the paper on which it was measured, for which alone it holds; None for all.
    """

    printer: Annotated[str, Meta(max_length=40)] = ""
    width: Factor = 1.0
    height: Factor = 1.0
    across: Shift = 0.0
    down: Shift = 0.0
    paper_mm: tuple[Side, Side] | None = None

    @property
    def has_scale(self) -> bool:
        """Return whether it changes any size."""
        return (self.width, self.height) != (1.0, 1.0)

    @property
    def has_shift(self) -> bool:
        """Return whether it moves backs."""
        return (self.across, self.down) != (0.0, 0.0)

    def matrix(self, paper: Paper, *, back: bool) -> tuple[float, float, float, float]:
        """Return the map from paper to file: the factors of x and y, and what is then added to each, in mm."""
        across, down = (self.across, self.down) if back else (0.0, 0.0)
        x, y = paper.width_mm / 2, paper.height_mm / 2
        return 1 / self.width, 1 / self.height, x + (across - x) / self.width, y + (down - y) / self.height

    def to_file(self, x: float, y: float, paper: Paper, *, back: bool) -> Point:
        """Return the place in the file that is printed at (x, y)."""
        a, d, e, f = self.matrix(paper, back=back)
        return a * x + e, d * y + f

    def from_file(self, x: float, y: float, paper: Paper, *, back: bool) -> Point:
        """Return where what lies at (x, y) in the file comes out."""
        a, d, e, f = self.matrix(paper, back=back)
        return (x - e) / a, (y - f) / d

    def notes(self) -> tuple[str, str]:
        """Return the notes left and right of the ruler, in no language: B means a back, as in titles."""
        sized = f"{100 * self.width:.2f} x {100 * self.height:.2f} %" if self.has_scale else ""
        moved = f"B {self.across:+.2f}, {self.down:+.2f} mm" if self.has_shift else ""
        return ": ".join(filter(None, (self.printer, sized))), moved


class SheetSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The setup of sheets: layout, flip, correction, and free places.

    Attributes:
        flip: how they are turned over.
        layout: how pieces lie on a sheet, and with which marks.
        correction: for the printer, perhaps on one paper alone.
        skip: places that are left free: number of the sheet, and of the place on it, both from 1.
        moved: the shift of backs across and down that was requested instead of the printer's own.
        others: corrections for the printer on other papers.
    """

    flip: Flip = Flip.LONG_EDGE
    correction: Correction = Correction()
    layout: Layout = COMPACT
    skip: tuple[tuple[Number, Number], ...] = ()
    moved: tuple[Shift, Shift] | None = None
    others: tuple[Correction, ...] = ()

    def on(self, paper: Paper) -> SheetSetup:
        """Return the setup of sheets of a paper: without corrections that were measured on another one."""
        across, down = self.moved or (0.0, 0.0)
        fitting = (one for one in (self.correction, *self.others) if one.paper_mm in {None, paper.size})
        return replace(self, correction=next(fitting, Correction(across=across, down=down)), others=())

    def paper(self, paper: Paper) -> Paper:
        """Return the paper with the margins of the layout."""
        return paper if self.layout.margin_mm is None else replace(paper, margin_mm=self.layout.margin_mm)

    def room(self, paper: Paper, *, backs: bool = True) -> Paper:
        """Return the paper with margins so wide that everything stays printable after the correction.

        Args:
            paper: of the sheets.
            backs: whether anything is printed on their backs, which the correction moves.
        """
        bare, correction = self.paper(paper), self.correction
        if not (correction.has_shift or correction.has_scale):
            return bare
        margins, width, height = bare.margin_mm, bare.width_mm, bare.height_mm
        sides = (False, True) if backs else (False,)
        near = [correction.from_file(margins.left, margins.top, bare, back=back) for back in sides]
        far_x, far_y = width - margins.right, height - margins.bottom
        far = [correction.from_file(far_x, far_y, bare, back=back) for back in sides]
        inside = Margins(
            left=max(margins.left, *(x for x, _ in near)),
            top=max(margins.top, *(y for _, y in near)),
            right=max(margins.right, *(width - x for x, _ in far)),
            bottom=max(margins.bottom, *(height - y for _, y in far)),
        )
        return replace(bare, margin_mm=inside)

    @property
    def is_folded(self) -> bool:
        """Return whether fronts and backs lie on one side."""
        return self.layout.fold != "none"


PLAIN = SheetSetup()
"""The usual way."""
