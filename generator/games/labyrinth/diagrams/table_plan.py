"""How large a picture of a table is, and what stands along its edges: coordinates, and a grid on the bare table.

Millimetres from the picture's top left corner, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.display_list import Pen, Shape, Transform
from generator.drawing.lettering import lettered, width_of
from generator.drawing.scene import Patch
from generator.games.labyrinth.diagrams.placed import INK, Cell
from generator.games.labyrinth.diagrams.scores import FIELD_HEIGHT, FIELD_WIDTH

LEAST_MM, STEP_MM = 1.0, 0.1
"""The least size of a tile, and the step in which sizes are tried: whole steps make matrices exact."""
MARGIN_MM = 2.0
"""Around the whole picture."""
BAND_SHARE, LEAST_BAND_MM = 0.44, 4.0
"""The band of coordinates as a part of a tile, and its least width."""
COORDINATE_SHARE, ARROWS_SHARE = 0.3, 0.6
"""The height of a coordinate, and its distance from the table, as parts of its band; nearer stand arrows."""
SIDE_AIR_MM = 0.8
CAPTION_MM = 7.0
GRID, SOFT = "#d3cbbe", "#6f645a"
GRID_LINE_MM = 0.15


class TablePlan(Struct, frozen=True):
    """Which cells are shown, and how large everything is.

    Attributes:
        columns: numbers of the columns.
        rows: numbers of the rows.
        cell: side of a cell.
        scores: scale of the scores.
        caption: height of the caption, 0 without one.
        inner: width within the margins.
    """

    columns: range
    rows: range
    cell: float
    scores: float
    caption: float
    inner: float = 0.0

    @property
    def band(self) -> float:
        """Above and below the table."""
        return max(LEAST_BAND_MM, BAND_SHARE * self.cell)

    @property
    def digits(self) -> float:
        """The height of a coordinate."""
        return COORDINATE_SHARE * self.band

    @property
    def side(self) -> float:
        """Beside the table, as wide as the longest coordinate of a row needs it."""
        longest = max(width_of(str(row), self.digits) for row in self.rows)
        return ARROWS_SHARE * self.band + longest + SIDE_AIR_MM

    @property
    def width(self) -> float:
        """Of the picture."""
        return round(self.inner + 2 * MARGIN_MM, 2)

    @property
    def height(self) -> float:
        """Of the picture."""
        return round(self.bottom + self.band + self.caption + FIELD_HEIGHT * self.scores + MARGIN_MM, 2)

    @property
    def left(self) -> float:
        """Of the table."""
        return round(MARGIN_MM + (self.inner - len(self.columns) * self.cell) / 2, 2)

    @property
    def top(self) -> float:
        """Of the table."""
        return round(MARGIN_MM + self.band, 2)

    @property
    def right(self) -> float:
        """Of the table."""
        return self.left + len(self.columns) * self.cell

    @property
    def bottom(self) -> float:
        """Of the table."""
        return self.top + len(self.rows) * self.cell


def plan_table(
    cells: Collection[Cell], seats: int, tile_mm: float, width: float, height: float, *, captioned: bool
) -> TablePlan | None:
    """The largest plan that fits, with tiles no larger than they are; None if tiles would vanish.

    Args:
        cells: all that must be seen.
        seats: how many have scores.
        tile_mm: the true size of a tile.
        width: of the room.
        height: of the room.
        captioned: whether there is a line of words below the table.
    """
    xs, ys = zip(*cells, strict=True)
    columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    room = width - 2 * MARGIN_MM
    scores = min(1.0, room / (FIELD_WIDTH * seats))
    for step in range(round(tile_mm / STEP_MM), round(LEAST_MM / STEP_MM) - 1, -1):
        plan = TablePlan(columns, rows, step * STEP_MM, scores, CAPTION_MM if captioned else 0.0)
        wide = len(columns) * plan.cell + 2 * plan.side
        if wide <= room and plan.height <= height:
            return replace(plan, inner=max(wide, FIELD_WIDTH * seats * scores))
    return None


def grid(plan: TablePlan) -> Patch:
    """The sides of all cells."""
    pen = Pen()
    for number in range(len(plan.columns) + 1):
        x = plan.left + number * plan.cell
        pen.move(x, plan.top).line(x, plan.bottom)
    for number in range(len(plan.rows) + 1):
        y = plan.top + number * plan.cell
        pen.move(plan.left, y).line(plan.right, y)
    return Patch("grid", (Shape(pen.data, stroke=GRID, width=GRID_LINE_MM),), Transform())


def coordinates(plan: TablePlan) -> Iterator[Patch]:
    """The numbers of columns and rows along all four edges, the minotaur's in a heavier line."""
    high, away = plan.digits, ARROWS_SHARE * plan.band
    for index, number in enumerate(plan.columns):
        x = plan.left + (index + 0.5) * plan.cell
        yield _coordinate(number, x, plan.top - away - high / 2, high)
        yield _coordinate(number, x, plan.bottom + away + high / 2, high)
    for index, number in enumerate(plan.rows):
        y, half = plan.top + (index + 0.5) * plan.cell, width_of(str(number), high) / 2
        yield _coordinate(number, plan.left - away - half, y, high)
        yield _coordinate(number, plan.right + away + half, y, high)


def _coordinate(number: int, x: float, y: float, high: float) -> Patch:
    ink, width = (INK, 0.22) if number == 0 else (SOFT, 0.13)
    word = Shape(lettered(str(number), high), stroke=ink, width=width * high)
    return Patch("coordinate", (word,), Transform(e=x, f=y))
