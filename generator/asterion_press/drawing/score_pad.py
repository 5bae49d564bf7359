"""The score pad: a table to write points into, twice on a page, in signs alone.

::

    +------+--------+--------+
    | mark | column | column |   a column for each player: signs of a colour, or room for a name
    +------+--------+--------+
    | sign |        |        |   a row for each kind of points, with its signs
    | sum  |        |        |
    +------+--------+--------+

No word stands on it, so one file serves all languages. A game says what its columns and rows are. Lengths are mm from
the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Literal

from msgspec import Struct

from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from asterion_press.drawing.inks import Palette, mix_inks
from asterion_press.drawing.lettering import letter_path

WIDE, MOST = 180.0, 239.0
"""Width of the page's contents, and the most height: they fit A4 and Letter. Source: the recipe of a kind of game."""
LABEL, HEAD, GAP = 27.0, 17.0, 12.0
"""Width of the signs of the rows, height of those of the columns; the gap between the two tables of a page."""
ROUND, THIN, THICK = 2.5, 0.25, 0.8
SIGN, BETWEEN = 0.72, 1.2
"""Size of a sign as a part of its row, but for :data:`LARGEST`; the gap between signs."""
LARGEST = 12.0
SUM = ((7.0, -7.0), (7.0, -8.5), (-6.0, -8.5), (1.2, 0.0), (-6.0, 8.5), (7.0, 8.5), (7.0, 7.0))
"""Corners of the sign of a sum, in sixteenths of its height."""


class PadColumn(Struct, frozen=True):
    """A column for the points of one player.

    Attributes:
        ground: ink at its head.
        signs: at its head; none leave room for a name.
    """

    ground: str
    signs: tuple[Drawing, ...] = ()


class PadRow(Struct, frozen=True):
    """A row of points of one kind.

    Attributes:
        high: its height.
        signs: at its left end; of a sum, none.
        kind: `signed` has room for points won above points lost, `sum` is the sum of the rows above.
        letter: what rows of the same signs are told apart by.
        boxes: circles to tick, in each column.
    """

    high: float
    signs: tuple[Drawing, ...] = ()
    kind: Literal["plain", "signed", "sum"] = "plain"
    letter: str = ""
    boxes: int = 0


def pad_drawing(mark: Drawing, columns: Sequence[PadColumn], rows: Sequence[PadRow], inks: Palette) -> Drawing:
    """Draw a page with two equal tables, one below the other.

    Args:
        mark: the sign of the game, in the corner of each table.
        columns: of the players.
        rows: from above.
        inks: of lines and grounds.
    """
    high = HEAD + fsum(row.high for row in rows)
    table = Group("table", tuple(_table(mark, columns, rows, inks, high)))
    lower = Group("table", table.items, Transform.placing(0, high + GAP))
    middle = high + GAP / 2
    cut = Pen().move(0, middle).line(6, middle).move(WIDE - 6, middle).line(WIDE, middle).data
    ticks = Group("marks", (Shape(cut, stroke="#000000", width=0.2, cap="butt"),))
    return Drawing("score-pad", "Σ", WIDE, 2 * high + GAP, THICK / 2, (table, lower, ticks))


def _table(
    mark: Drawing, columns: Sequence[PadColumn], rows: Sequence[PadRow], inks: Palette, high: float
) -> Iterator[Shape | Group]:
    """Yield the parts of one table: the grounds of its columns and rows, and upon them the lines."""
    column_width = (WIDE - LABEL) / len(columns)
    outline = inks.inks.outline
    yield Shape(Pen().rounded_rectangle(0, 0, WIDE, high, ROUND).data, fill="#ffffff")
    yield Shape(_ground((0, HEAD), (ROUND, ROUND, 180), (LABEL, 0), (LABEL, HEAD)), fill=inks.field)
    yield _sign(mark, LABEL / 2, HEAD / 2, LARGEST * 1.1)
    for number, column in enumerate(columns):
        left, right = LABEL + number * column_width, LABEL + number * column_width + column_width
        last = (right - ROUND, ROUND, -90) if number == len(columns) - 1 else (right, 0)
        yield Shape(_ground((left, HEAD), (left, 0), last, (right, HEAD)), fill=column.ground)
        yield from _signs(column.signs, left + column_width / 2, HEAD / 2, LARGEST, column_width - 3)
    y = HEAD
    grid, boxes = Pen(), Pen().rounded_rectangle(0, 0, WIDE, high, ROUND).data
    for row in rows:
        yield from _row(row, y, column_width, len(columns), inks, last=row is rows[-1])
        if row.kind == "sum":
            boxes += Pen().rectangle(0, y, WIDE, row.high).data
        grid.move(0, y).line(WIDE, y)
        y += row.high
    for number in range(len(columns)):
        grid.move(LABEL + number * column_width, 0).line(LABEL + number * column_width, high)
    yield Shape(grid.data, stroke=mix_inks(outline, "#ffffff", 0.45), width=THIN, cap="butt")
    yield Shape(Pen().move(0, HEAD).line(WIDE, HEAD).data, stroke=inks.inks.gold, width=1.2, cap="butt")
    yield Shape(boxes, stroke=outline, width=THICK, join="miter")


def _row(row: PadRow, y: float, wide: float, columns: int, inks: Palette, *, last: bool) -> Iterator[Shape | Group]:
    """Yield the ground of a row, its signs, and what stands in its columns."""
    grey, middle = mix_inks(inks.inks.outline, "#ffffff", 0.6), y + row.high / 2
    ground = inks.inks.gold if row.kind == "sum" else inks.inks.floor
    pale = mix_inks(ground, "#ffffff", 0.45)
    low = y + row.high
    yield Shape(_ground((0, y), (LABEL, y), (LABEL, low), (ROUND, low - ROUND, 90) if last else (0, low)), fill=pale)
    if row.kind == "sum":
        yield Shape(Pen().rectangle(LABEL, y, WIDE - LABEL, row.high).data, fill=mix_inks(ground, "#ffffff", 0.8))
        scale = row.high * 0.62 / 17
        corners = [(LABEL / 2 + scale * u, middle + scale * v) for u, v in SUM]
        yield Shape(Pen().lines(*corners).data, stroke=inks.inks.outline, width=0.9, cap="square", join="miter")
    if row.letter:
        path = letter_path(row.letter, 3.4, left=LABEL - 6.0, middle=middle)
        yield Shape(path, stroke=inks.inks.outline, width=0.5)
    room = LABEL - (8.0 if row.letter else 0.0)
    yield from _signs(row.signs, room / 2, middle, min(LARGEST, row.high * SIGN), room - 3)
    for number in range(columns):
        left = LABEL + number * wide
        if row.kind == "signed":
            for half, sign in enumerate("+-"):
                at = y + row.high * (1 + 2 * half) / 4
                yield Shape(letter_path(sign, 3.2, left=left + 2.0, middle=at), stroke=grey, width=0.45)
            dotted = Pen().move(left + 1.5, middle).line(left + wide - 1.5, middle).data
            yield Shape(dotted, stroke=grey, width=THIN, dash=(0.8, 0.8), cap="butt")
        if row.boxes:
            pitch = min(8.0, (wide - 6) / row.boxes)
            first = left + wide / 2 - pitch * (row.boxes - 1) / 2
            circles = Pen()
            for box in range(row.boxes):
                circles.circle(first + box * pitch, middle, min(2.4, pitch * 0.38))
            yield Shape(circles.data, stroke=grey, width=0.35)


def _signs(signs: Sequence[Drawing], x: float, y: float, size: float, room: float) -> Iterator[Group]:
    """Yield signs side by side about (x, y), smaller than `size` where they need more than `room`."""
    size = min(size, room / max(1, len(signs)) - BETWEEN)
    first = x - (size + BETWEEN) * (len(signs) - 1) / 2
    for number, sign in enumerate(signs):
        yield _sign(sign, first + number * (size + BETWEEN), y, size)


def _sign(sign: Drawing, x: float, y: float, size: float) -> Group:
    scale = size / sign.height
    return Group("sign", sign.groups, Transform.placing(x - sign.width * scale / 2, y - size / 2, scale=scale))


def _ground(*corners: tuple[float, ...]) -> PathData:
    """Draw a ground from corner to corner; a round one is given as the middle of its arc and the angle of its start."""
    pen = Pen().move(*corners[0])
    for x, y, *start in corners[1:]:
        if start:
            pen.arc(x, y, ROUND, start[0], start[0] + 90, move=False)
        else:
            pen.line(x, y)
    return pen.close().data
