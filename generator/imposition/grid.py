"""The grid of places on one side of a sheet.

::

    +--------------------------- paper ---------------------------+
    |  margin: no printer is asked to reach it                    |
    |    +------------------- printable area ----------------+    |
    |    |  title band                                       |    |
    |    |    +-bleed-+-bleed-+-bleed-+   pitch = trim +     |    |
    |    |    | +---+ | +---+ | +---+ |     2 x bleed        |    |
    |    |    | |trim | |   | | |   | |                      |    |
    |    |    | +---+ | +---+ | +---+ |   the block is       |    |
    |    |    +-------+-------+-------+   centred, so that   |    |
    |    |  ruler band                    a flip maps it     |    |
    |    +------------------------------- onto itself -------+    |
    +-------------------------------------------------------------+

All in mm, from the top left corner of the paper. Crop marks lie outside of the block, in the bands and beside it.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from msgspec import Struct

from generator.catalogue.papers import Paper
from generator.errors import LayoutError

BAND_MM = 10.0
"""Height kept free above and below the block for titles, ruler and crop marks. Own choice: a line of 8 pt and marks."""

SIDE_MM = 5.0
"""Width kept free left and right of the block for crop marks. Own choice: a mark of 4 mm and 1 mm of air."""


RULER_MM = 100.0
"""Length of the ruler below the block. Source: what makers ask for to see whether a printer scaled the page."""

RULER_LABEL_MM = 12.0
"""Room for the ruler's label on its right."""


class Grid(Struct, frozen=True):
    """Equal places in rows and columns.

    Attributes:
        columns, rows: how many places.
        trim: side of the trim, in mm; its width, if it is no square.
        bleed: art beyond the trim on each side, in mm.
        left, top: the top left corner of the block, bleed included, in mm from the paper's.
        paper: the sheet.
        tall: height of the trim, in mm, if it is no square.
    """

    columns: int
    rows: int
    trim: float
    bleed: float
    left: float
    top: float
    paper: Paper
    tall: float | None = None

    @property
    def height(self) -> float:
        """Of the trim, in mm."""
        return self.trim if self.tall is None else self.tall

    @property
    def pitch(self) -> float:
        """From one trim to the next in a row, in mm."""
        return self.trim + 2 * self.bleed

    @property
    def leading(self) -> float:
        """From one trim to the next in a column, in mm."""
        return self.height + 2 * self.bleed

    @property
    def places(self) -> int:
        """How many components a side holds."""
        return self.columns * self.rows

    @property
    def right(self) -> float:
        """The right edge of the block, bleed included."""
        return self.left + self.columns * self.pitch

    @property
    def bottom(self) -> float:
        """The lower edge of the block, bleed included."""
        return self.top + self.rows * self.leading

    def trim_corner(self, index: int) -> tuple[float, float]:
        """The top left corner of the trim of a place; places are counted along rows from the top left."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.pitch + self.bleed, self.top + row * self.leading + self.bleed

    def place_of(self, x: float, y: float) -> int:
        """The place whose trim has its top left corner at (x, y): the inverse of :meth:`trim_corner`."""
        column = math.floor((x - self.left) / self.pitch + 1e-6)
        row = math.floor((y - self.top) / self.leading + 1e-6)
        return row * self.columns + column

    def cut_lines(self, used: Collection[int]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where the knife goes around the places in use: the x of the upright cuts and the y of the level cuts."""
        columns, rows = {place % self.columns for place in used}, {place // self.columns for place in used}
        across, down = (self.bleed, self.bleed + self.trim), (self.bleed, self.bleed + self.height)
        xs = [self.left + column * self.pitch + edge for column in sorted(columns) for edge in across]
        ys = [self.top + row * self.leading + edge for row in sorted(rows) for edge in down]
        return tuple(xs), tuple(ys)


def grid_on(
    paper: Paper,
    trim: float,
    bleed: float,
    wanted: int | None = None,
    what: str = "tile",
    *,
    tall: float | None = None,
    room: tuple[float, float] | None = None,
) -> Grid:
    """As many places as the paper holds, centred on it.

    Args:
        paper: the sheet.
        trim: side of a place's trim, in mm; its width, if it is no square.
        bleed: art beyond the trim on each side, in mm.
        wanted: if fewer places than the paper holds are wanted, they form a block that is about square.
        what: is laid there, for messages.
        tall: height of a place's trim, in mm, if it is no square.
        room: width and height of the centred area for the block, in mm, if that is not what titles and ruler leave.

    Raises:
        LayoutError: not even one place fits; the message says what is needed and what there is.
    """
    width, height = room or usable(paper)
    tall = trim if tall is None else tall
    pitch, leading = trim + 2 * bleed, tall + 2 * bleed
    columns, rows = math.floor(width / pitch + 1e-9), math.floor(height / leading + 1e-9)
    if columns < 1 or rows < 1:
        raise LayoutError(
            f"a place of {_size(pitch, leading)} ({_size(trim, tall)} trim and twice {bleed:g} mm bleed) does not fit "
            f"{paper.title}: {width:g} x {height:g} mm are free for components; "
            f"choose a larger paper or a smaller {what}",
            "width_mm" if columns < 1 else "height_mm",
        )
    if room is None and width < RULER_MM + RULER_LABEL_MM:
        raise LayoutError(
            f"the ruler of {RULER_MM:g} mm and its label of {RULER_LABEL_MM:g} mm do not fit {paper.title}: "
            f"{width:g} mm are free in width; choose a wider paper",
            "width_mm",
        )
    if wanted is not None and wanted < columns * rows:
        columns = min(columns, max(math.ceil(math.sqrt(wanted)), math.ceil(wanted / rows)))
        rows = min(rows, math.ceil(wanted / columns))
    left = (paper.width_mm - columns * pitch) / 2
    top = (paper.height_mm - rows * leading) / 2
    return Grid(columns, rows, trim, bleed, left, top, paper, None if tall == trim else tall)


def _size(width: float, height: float) -> str:
    return f"{width:g} mm" if width == height else f"{width:g} x {height:g} mm"


def usable(paper: Paper) -> tuple[float, float]:
    """Width and height, in mm, of the centred area in which a block of places may lie."""
    margins = paper.margin_mm
    width = paper.width_mm - 2 * max(margins.left, margins.right) - 2 * SIDE_MM
    height = paper.height_mm - 2 * max(margins.top, margins.bottom) - 2 * BAND_MM
    return width, height
