"""Sheets for cutting machines: what lies where, with marks that the machine finds, and room kept around them.

::

    i = inset        +------------------------+      The block of pieces is centred. It lies between the upper and the
    c = kept clear   |  i  c          c   i   |      lower marks, or between the left and the right ones, whichever
                     |  ##  - title -   --+   |      holds more; where a machine has no marks, on its whole area.
                     |  ##  +-------+     |   |
                     |      | block |         |      ``plain`` has the very pages of `asterion build`.
                     |  |   +-------+         |
                     |  +--  |ruler|    (--+) |
                     +------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.cutters import Cutter, RegistrationMarks
from generator.catalogue.papers import Margins, Paper
from generator.drawing.display_list import Drawing, Group, Pen, Shape
from generator.errors import LayoutError
from generator.games.game import Game
from generator.layout.batches import Lot, lot_grid
from generator.layout.grid import BAND_MM, SIDE_MM
from generator.layout.sheets import Page, Placement, impose, lot_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKS = "registration-marks"
"""Id of the component that is placed on every front."""
INK = "#000000"


class Layout(Struct, frozen=True):
    """All sheets of a game for one machine and paper.

    Attributes:
        paper: the sheet; the machine's area, if it has one.
        pages: fronts and backs in turn.
        left_out: lots that do not fit, with the reason.
        marks: the drawing of the registration marks, as large as the paper; None if there are none.
    """

    paper: Paper
    pages: tuple[Page, ...]
    left_out: tuple[str, ...]
    marks: Drawing | None


def layout_of(game: Game, paper: Paper, cutter: Cutter) -> Layout:
    """The sheets of a game.

    Raises:
        LayoutError: nothing of it fits.
    """
    if cutter.marks is None and cutter.area_mm is None:
        return Layout(paper, impose(game.lots(paper), paper), (), None)
    sheet, rooms = _rooms(paper, cutter)
    pages: list[Page] = []
    left_out = []
    for lot in game.lots(paper):
        try:
            pages += _pages(lot, sheet, rooms, len(pages) // 2 + 1)
        except LayoutError:
            size = f"{lot.width:g} x {lot.height:g} mm"
            left_out.append(f"{lot.kind} of {size} do not fit {cutter.title!r} on {paper.title}; cut them by hand")
    if not pages:
        raise LayoutError(f"nothing of {game.head.game!r} fits {cutter.title!r} on {paper.title}; try another --paper")
    marks = marks_drawing(cutter.marks, sheet) if cutter.marks else None
    return Layout(sheet, tuple(_with_marks(pages) if marks else pages), tuple(left_out), marks)


def _rooms(paper: Paper, cutter: Cutter) -> tuple[Paper, list[tuple[float, float]]]:
    """The sheet, its margins so that titles stay off the marks, and the areas of which a block may fill one."""
    if cutter.marks is None:
        area = cutter.area_mm
        assert area is not None
        sheet = replace(
            paper, title=cutter.title, width_mm=area.width, height_mm=area.height, margin_mm=Margins(0, 0, 0, 0)
        )
        return sheet, [(area.width, area.height)]
    near, far = cutter.marks.inset_mm, cutter.marks.inset_mm + cutter.marks.clear_mm
    width, height = paper.width_mm, paper.height_mm
    sides = max(0.0, far - SIDE_MM)
    sheet = replace(paper, margin_mm=replace(paper.margin_mm, left=sides, right=sides))
    band = max(near, BAND_MM + min(paper.margin_mm.top, paper.margin_mm.bottom))
    return sheet, [(width - 2 * near, height - 2 * far), (width - 2 * far, height - 2 * band)]


def _pages(lot: Lot, sheet: Paper, rooms: Sequence[tuple[float, float]], first: int) -> tuple[Page, ...]:
    """The pages of a lot in the area that holds most of it.

    Raises:
        LayoutError: it fits none.
    """
    grids = []
    for room in rooms:
        try:
            grids.append(lot_grid(lot, sheet, room=room))
        except LayoutError as error:
            problem = error
    if not grids:
        raise problem
    grid = max(grids, key=lambda one: one.places)
    return lot_pages(replace(lot, marked=False), grid, first)


def _with_marks(pages: Sequence[Page]) -> Iterator[Page]:
    """Marks on every front, and on no back: the machine sees one side."""
    for index, page in enumerate(pages):
        is_front = index % 2 == 0
        yield replace(page, placements=(*page.placements, Placement(MARKS, 0.0, 0.0))) if is_front else page


def marks_drawing(marks: RegistrationMarks, paper: Paper) -> Drawing:
    """The marks on a sheet of that size."""
    right, bottom = paper.width_mm - marks.inset_mm, paper.height_mm - marks.inset_mm
    left = top = marks.inset_mm
    corners = [(right, top, -1, 1), (left, bottom, 1, -1)]
    shapes = []
    if marks.style == "four-corners":
        corners += [(left, top, 1, 1), (right, bottom, -1, -1)]
    else:
        shapes.append(Shape(Pen().rectangle(left, top, marks.square_mm, marks.square_mm).data, fill=INK))
    shapes += [_corner(marks, *corner) for corner in corners]
    return Drawing(MARKS, "Registration marks", paper.width_mm, paper.height_mm, 0.0, (Group("marks", tuple(shapes)),))


def _corner(marks: RegistrationMarks, x: float, y: float, inward_x: int, inward_y: int) -> Shape:
    """Two lines from the outer corner (x, y) inwards, as one filled area."""
    arm_x, arm_y = marks.arm_mm * inward_x, marks.arm_mm * inward_y
    line_x, line_y = marks.line_mm * inward_x, marks.line_mm * inward_y
    pen = Pen().polygon(
        (x, y),
        (x + arm_x, y),
        (x + arm_x, y + line_y),
        (x + line_x, y + line_y),
        (x + line_x, y + arm_y),
        (x, y + arm_y),
    )
    return Shape(pen.data, fill=INK)
