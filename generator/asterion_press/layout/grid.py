r"""The places on one side of a sheet: a grid, places that are given in mm, or a honeycomb.

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

A layout may keep less bleed, put a gutter between neighbours, have title and ruler at the sides, where they leave room
for another row, or fold the block: of a block that is folded along a level line the upper half are fronts and the lower
half the backs, upside down and as if in a mirror.

Places in mm are labels on a sheet, or holes that a die cuts into card. A piece takes the place of its own size; a
smaller one does not, for what is cut beforehand cannot be cut to size. Hexagons lie in a honeycomb: they stand on a
corner and share their edges, so that one cut parts two of them.

::

      / \ / \ / \          every second row is moved by half a width;
     | 1 | 2 | 3 |         its sides, clockwise: upper right, right, lower right, lower left, left, upper left
      \ / \ / \ / \
       | 4 | 5 | 6 |       colours that fill whole rows stand apart by their bleeds,
        \ / \ / \ /        so that no token has a neighbour of another colour
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import N_UP, OUTER_MARKS, Layout
from asterion_press.errors import LayoutError
from asterion_press.geometry import Point, Rect, Size
from asterion_press.layout.sheet_setup import Flip

Bleeds: TypeAlias = Rect
"""The bleed that is kept to the left, above, to the right and below, in mm."""

BAND_MM = 10.0
"""Height kept free above and below the block for titles, ruler and crop marks. Own choice: a line of 8 pt and marks."""

SIDE_MM = 5.0
"""Width kept free left and right of the block for crop marks. Own choice: a mark of 4 mm and 1 mm of air."""

RULER_MM = 100.0
"""Length of the ruler below the block. Source: what makers ask for to see whether a printer scaled the page."""

CENTRED_MM = 1e-6
"""A block that is off the middle by less is in the middle."""

RULER_LABEL_MM = 12.0
"""Room for the ruler's label on its right."""


class Pattern(Struct, frozen=True):
    """Places of one size on a side of a sheet.

    Attributes:
        paper: the sheet.
        layout: their gutter and fold, and the marks and captions that stand outside of them.
        trim, height: width and height of each trim, in mm.
    """

    paper: Paper
    layout: Layout
    trim: float
    height: float

    @property
    def reach(self) -> float:
        """Return how far marks and captions stand out of the block, in mm."""
        return marks_reach(self.layout)

    def free_around(self, x: float, y: float) -> Bleeds:
        """Return how far the sides of the trim at (x, y) are from where printers do not reach."""
        paper, margins = self.paper, self.paper.margin_mm
        right, bottom = paper.width_mm - margins.right, paper.height_mm - margins.bottom
        return x - margins.left, y - margins.top, right - x - self.trim, bottom - y - self.height

    def behind(self, x: float, y: float, flip: Flip) -> Point:
        """Return the corner of the trim that lies behind the one at (x, y), on the other side or beyond the fold."""
        mirrored = self.paper.width_mm - x - self.trim, self.paper.height_mm - y - self.height
        across = flip.turns_across(self.paper)
        if self.layout.fold != "none":
            across = self.layout.fold == "upright"
        elif flip is Flip.NONE:
            return x, y
        return (mirrored[0], y) if across else (x, mirrored[1])

    def cut_lines(self, corners: Iterable[Point]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return where the knife goes around what lies at these corners: x of upright cuts, y of level ones."""
        xs, ys = zip(*corners, strict=True)
        upright = distinct(x + far for x in xs for far in (0, self.trim))
        return upright, distinct(y + far for y in ys for far in (0, self.height))


class Grid(Pattern, frozen=True):
    """Equal places in rows and columns.

    Attributes:
        columns, rows: how many places.
        bleed: art beyond the trim towards a neighbour, in mm.
        edge: art beyond the trim at the edges of the block, in mm; at least `bleed`.
        left, top: the top left corner of the block, outer bleed included, in mm from the paper's.
    """

    columns: int
    rows: int
    bleed: float
    edge: float
    left: float
    top: float

    @property
    def pitch(self) -> float:
        """Return the distance of a trim from the next in a row, in mm."""
        return self.trim + 2 * self.bleed + self.layout.gutter_mm.across

    @property
    def leading(self) -> float:
        """Return the distance of a trim from the next in a column, in mm."""
        return self.height + 2 * self.bleed + self.layout.gutter_mm.down

    @property
    def places(self) -> int:
        """Return the number of components that a side holds; if it is folded, the number of fronts."""
        return self.columns * self.rows // (1 if self.layout.fold == "none" else 2)

    @property
    def right(self) -> float:
        """Return the right edge of the block, bleed included."""
        return self.left + self.columns * self.pitch + (2 * (self.edge - self.bleed) - self.layout.gutter_mm.across)

    @property
    def bottom(self) -> float:
        """Return the lower edge of the block, bleed included."""
        return self.top + self.rows * self.leading + (2 * (self.edge - self.bleed) - self.layout.gutter_mm.down)

    @property
    def across(self) -> int:
        """Return the number of places in a row of fronts."""
        return self.columns // 2 if self.layout.fold == "upright" else self.columns

    def trim_corner(self, index: int) -> Point:
        """Return the top left corner of the trim of a place; places are counted along rows from the top left."""
        row, column = divmod(index, self.across)
        return self.left + column * self.pitch + self.edge, self.top + row * self.leading + self.edge

    def _cell_of(self, x: float, y: float) -> tuple[int, int]:
        shift = 1e-6 + self.bleed - self.edge
        return math.floor((x - self.left + shift) / self.pitch), math.floor((y - self.top + shift) / self.leading)

    def kept_bleeds(self, corners: Collection[Point], own: float) -> dict[Point, Bleeds]:
        """Return what is kept of a bleed of `own` mm at each corner, if anything is lost at all."""
        if min(self.bleed, self.edge) >= own:
            return {}
        cells = {self._cell_of(x, y): (x, y) for x, y in corners}

        def kept(column: int, row: int) -> float:
            return self.bleed if (column, row) in cells else min(own, self.edge)

        def beside(column: int, row: int, step: int) -> float:
            """Return what is kept left or right; around a corner it may not reach a piece diagonally opposite."""
            for far in (row - 1, row + 1):
                if (column + step, far) in cells and (column, far) not in cells:
                    return self.bleed
            return kept(column + step, row)

        return {at: (beside(c, r, -1), kept(c, r - 1), beside(c, r, 1), kept(c, r + 1)) for (c, r), at in cells.items()}

    def turned_over(self, flip: Flip) -> Grid:
        """Return the places of the other side; a block in the middle is the same from behind."""
        if flip is Flip.NONE:
            return self
        left, top = self.left, self.top
        if flip.turns_across(self.paper):
            left = self.paper.width_mm - self.right
        else:
            top = self.paper.height_mm - self.bottom
        moved = max(abs(left - self.left), abs(top - self.top)) > CENTRED_MM
        return replace(self, left=left, top=top) if moved else self


def distinct(values: Iterable[float]) -> tuple[float, ...]:
    """Return values in order, each once but for rounding."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 1e-6:
            found.append(value)
    return tuple(found)


def grid_on(
    paper: Paper,
    trim: float,
    bleed: float,
    wanted: int | None = None,
    what: str = "tile",
    *,
    tall: float | None = None,
    room: Size | None = None,
    layout: Layout = N_UP,
) -> Grid:
    """Return as many places as the paper and the layout hold, centred on the paper.

    Args:
        paper: the sheet.
        trim: side of a place's trim, in mm; its width, if it is no square.
        bleed: art beyond the trim on each side, in mm.
        wanted: if fewer places than the paper holds are wanted, they form a block that is about square.
        what: is laid there, for messages.
        tall: height of a place's trim, in mm, if it is no square.
        room: width and height of the centred area for the block, in mm, if that is not what titles and ruler leave.
        layout: what bleed and gutter there are, how many places at most, and whether there is a fold.

    Raises:
        LayoutError: not even one place fits; the message says what is needed and what there is.
    """
    width, height = room or usable_area(paper, *reserved_room(layout))
    tall = trim if tall is None else tall
    outer = min(bleed, layout.outer_bleed_mm) if layout.outer_bleed_mm is not None else bleed
    inner, gutter = min(outer, layout.bleed_mm) if layout.bleed_mm is not None else outer, layout.gutter_mm
    pitch, leading = trim + 2 * inner + gutter.across, tall + 2 * inner + gutter.down
    less_x, less_y = 2 * (outer - inner) - gutter.across, 2 * (outer - inner) - gutter.down
    columns, rows = math.floor((width - less_x) / pitch + 1e-9), math.floor((height - less_y) / leading + 1e-9)
    columns, rows = min(columns, layout.columns or columns), min(rows, layout.rows or rows)
    halves = 1 + (layout.fold == "upright"), 1 + (layout.fold == "level")
    columns, rows = columns - columns % halves[0], rows - rows % halves[1]
    if columns < 1 or rows < 1:
        with_fold = "" if layout.fold == "none" else ", and as much again beyond the fold,"
        raise LayoutError(
            f"a place of {_size(trim + 2 * outer, tall + 2 * outer)} ({_size(trim, tall)} trim and twice {outer:g} mm "
            f"bleed){with_fold} does not fit {paper.title}: {width:g} x {height:g} mm are free for components; "
            f"choose a larger paper or a smaller {what}",
            "width_mm" if columns < 1 else "height_mm",
        )
    if layout.captions and room is None:
        _check_ruler(paper, layout, width, height - 2 * SIDE_MM)
    if wanted is not None and wanted < columns * rows and layout.fold == "none":
        columns = min(columns, max(math.ceil(math.sqrt(wanted)), math.ceil(wanted / rows)))
        rows = min(rows, math.ceil(wanted / columns))
    left = (paper.width_mm - (columns * pitch + less_x)) / 2
    top = (paper.height_mm - (rows * leading + less_y)) / 2
    return Grid(paper, layout, trim, tall, columns, rows, inner, outer, left, top)


def _check_ruler(paper: Paper, layout: Layout, width: float, height: float) -> None:
    """Check that the ruler fits the width or the height that is free for it.

    Raises:
        LayoutError: it does not.
    """
    along, direction = (width, "width") if layout.captions_at == "ends" else (height, "height")
    if along < RULER_MM + RULER_LABEL_MM:
        raise LayoutError(
            f"the ruler of {RULER_MM:g} mm and its label of {RULER_LABEL_MM:g} mm do not fit {paper.title}: "
            f"{along:g} mm are free in {direction}; choose a wider paper",
            f"{direction}_mm",
        )


def _size(width: float, height: float) -> str:
    return f"{width:g} mm" if width == height else f"{width:g} x {height:g} mm"


def marks_reach(layout: Layout) -> float:
    """Return how far marks and captions stand out of a block, in mm."""
    marks = [mark for kind in OUTER_MARKS if (mark := getattr(layout.marks, kind)).sides != "none"]
    least = [SIDE_MM] * (layout.captions and layout.captions_at == "ends")
    return max(least + [mark.gap_mm + mark.length_mm for mark in marks], default=0.0)


def reserved_room(layout: Layout) -> Size:
    """Return the width kept free beside a block, and the height above and below it, in mm."""
    reach = marks_reach(layout)
    band = reach + (BAND_MM - SIDE_MM) * layout.captions
    return (reach, band) if layout.captions_at == "ends" else (band, reach)


def usable_area(paper: Paper, side: float = SIDE_MM, band: float = BAND_MM) -> Size:
    """Return width and height, in mm, of the centred area in which a block of places may lie."""
    margins = paper.margin_mm
    width = paper.width_mm - 2 * max(margins.left, margins.right) - 2 * side
    height = paper.height_mm - 2 * max(margins.top, margins.bottom) - 2 * band
    return width, height


SAME_MM = 0.05
"""Largest difference between the sizes of pieces and places. Own choice: half of what a die is off by."""


class PatternError(LayoutError):
    """An error in the places of a layout; its location is a key of the layout's file."""


class Places(Pattern, frozen=True):
    """Places of one size, anywhere on a side.

    Attributes:
        corners: the top left corner of each trim, in mm from the paper's.
        own: bleed that the pieces have, in mm.
        round: whether the places are.
    """

    corners: tuple[Point, ...]
    own: float
    round: bool = False

    @property
    def places(self) -> int:
        """Return the number of components that a side holds."""
        return len(self.corners)

    @property
    def edge(self) -> float:
        """Return the art beyond the trims that lie furthest out, in mm; the printer may leave less of it."""
        return max(0.0, min(self.own, *(min(self.free_around(*at)) for at in self.corners)))

    @property
    def left(self) -> float:
        """Return the left edge of all places, bleed included."""
        return min(x for x, _ in self.corners) - self.edge

    @property
    def top(self) -> float:
        """Return the upper edge."""
        return min(y for _, y in self.corners) - self.edge

    @property
    def right(self) -> float:
        """Return the right edge."""
        return max(x for x, _ in self.corners) + self.trim + self.edge

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return max(y for _, y in self.corners) + self.height + self.edge

    def trim_corner(self, index: int) -> Point:
        """Return the top left corner of the trim of a place, in the order of the layout's file."""
        return self.corners[index]

    def kept_bleeds(self, corners: Collection[Point], own: float) -> Mapping[Point, tuple[float, ...]]:
        """Return what is kept of the bleed at each corner: half of the way to a neighbour, as far as printers reach."""
        return {at: self._kept(*at, corners, own) for at in corners}

    def _kept(self, x: float, y: float, corners: Collection[Point], own: float) -> tuple[float, ...]:
        """Return how far the bleed of a place is shown beyond each side: half of each gap to a neighbour at most."""
        left, top, right, bottom = (min(own, free) for free in self.free_around(x, y))
        for u, v in corners:
            gap_x, gap_y = abs(u - x) - self.trim, abs(v - y) - self.height
            if gap_x > -1e-6 and gap_y < 2 * own:
                half = max(0.0, gap_x / 2)
                left, right = (min(left, half), right) if u < x else (left, min(right, half))
            if gap_y > -1e-6 and gap_x < 2 * own:
                half = max(0.0, gap_y / 2)
                top, bottom = (min(top, half), bottom) if v < y else (top, min(bottom, half))
        return left, top, right, bottom

    def turned_over(self, flip: Flip) -> Places:
        """Return the places as they lie on the other side, in the same order."""
        return replace(self, corners=tuple(self.behind(x, y, flip) for x, y in self.corners))


def places_on(paper: Paper, layout: Layout, size: Size, bleed: float, what: str, over: Flip | None = None) -> Places:
    """Return the places of a layout that pieces of a size take.

    Args:
        paper: the sheet.
        layout: with the places.
        size: of the pieces, in mm.
        bleed: of the pieces, in mm.
        what: the pieces are, in the plural.
        over: how the sheet is turned over, if the pieces have backs.

    Raises:
        PatternError: there are none, or they lie where they cannot be printed.
    """
    fitting = [
        index
        for index, die in enumerate(layout.positions)
        if all(abs(one - other) <= SAME_MM for one, other in zip(die.size, size, strict=True))
    ]
    if not fitting:
        there = ", ".join(_die_size(die.size) for die in layout.positions)
        message = f"no place is {_die_size(size)}, as each of the {what} is; there are places of {there}"
        raise PatternError(f"{message}; add some, or choose what is printed with --tiles", "positions")
    (number, *_), (width, height) = fitting, size
    die = layout.positions[number]
    corners = tuple((x + (die.size[0] - width) / 2, y + (die.size[1] - height) / 2) for x, y in die.at)
    found = Places(paper, layout, width, height, corners, bleed, die.shape == "round")
    _check_reachable(found, number, "place")
    if over is not None:
        _check_reachable(found.turned_over(over), number, "the back of place")
    return found


def _die_size(size: Size) -> str:
    return f"{size[0]:g} x {size[1]:g} mm"


def _check_reachable(places: Places, number: int, what: str) -> None:
    """Check that printers reach every place, and that there is room for what is written.

    Raises:
        PatternError: they do not, or there is none.
    """
    free = [places.free_around(*at) for at in places.corners]
    for index, around in enumerate(free):
        if min(around) < -1e-6:
            message = f"{what} {index + 1} lies where printers do not reach on {places.paper.title}"
            raise PatternError(f"{message}; set margin_mm if yours does", "positions", number, "at", index)
    side, band = reserved_room(places.layout)
    left, top, right, bottom = (min(sides) - places.edge for sides in zip(*free, strict=True))
    if min(left, right) < side - 1e-6 or min(top, bottom) < band - 1e-6:
        needed = "title, ruler and marks need" if places.layout.captions else "marks need"
        message = f"{needed} {side:g} mm beside the places and {band:g} mm above and below them"
        raise PatternError(f"{message}; leave out captions and marks", "positions", number, "at")


NORMALS = tuple((math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in range(-60, 300, 60))
"""From the middle of a hexagon to the middle of each side, y down."""


class Honeycomb(Places, frozen=True):
    """Places of hexagons that stand on a corner; of each, six bleeds are kept, clockwise from the upper right one."""

    def _kept(self, x: float, y: float, corners: Collection[Point], own: float) -> tuple[float, ...]:
        """Return how far the bleed of a place is shown beyond each side: half of each gap to a neighbour at most."""
        kept = [own] * 6
        beside = self.height / 2 + 2 * own  # along a side: its length, and the bleeds at its ends
        for other_x, other_y in corners:
            across, down = other_x - x, other_y - y
            for side, (u, v) in enumerate(NORMALS):
                gap = across * u + down * v - self.trim
                if -1e-6 < gap < 2 * own and abs(down * u - across * v) < beside:
                    kept[side] = min(kept[side], max(0.0, gap / 2))
        return tuple(kept)


def honeycomb_on(paper: Paper, layout: Layout, size: Size, bleed: float, groups: Sequence[int]) -> Honeycomb | None:
    """Return a honeycomb that is as wide as whole rows of each group allow and as high as the paper; None for no room.

    Args:
        paper: the sheet.
        layout: for what it reserves and how many places there may be.
        size: width and height of the hexagons, in mm.
        bleed: of the hexagons, in mm.
        groups: how many alike lie there, in their order.
    """
    (trim, height), (wide, high) = size, usable_area(paper, *reserved_room(layout))
    leading = 0.75 * height
    outer = bleed if layout.outer_bleed_mm is None else min(bleed, layout.outer_bleed_mm)
    most = min(math.floor((wide - 2 * outer) / trim - 0.5 + 1e-9), layout.columns or 100)
    rows = min(math.floor((high - 2 * outer - height) / leading + 1 + 1e-9), layout.rows or 100)
    if most < 1 or rows < 1:
        return None
    apart = 4 * outer / math.sqrt(3)  # from one upper corner to the next, for two bleeds between sides that slope
    columns, breaks = most, set[int]()
    for fewer in range(most, 0, -1):
        ends = [sum(groups[: number + 1]) // fewer for number in range(len(groups) - 1)]
        spread = rows - math.ceil(apart * len(ends) / leading)
        if all(count % fewer == 0 for count in groups) and sum(groups) <= fewer * spread:
            columns, rows, breaks = fewer, spread, set(ends)
            break
    left = (paper.width_mm - (columns + 0.5 * (rows > 1)) * trim) / 2
    tops = [leading * row + apart * sum(end <= row for end in breaks) for row in range(rows)]
    top = (paper.height_mm - tops[-1] - height) / 2
    corners = tuple(
        (left + trim * (column + row % 2 / 2), top + tops[row]) for row in range(rows) for column in range(columns)
    )
    return Honeycomb(paper, layout, trim, height, corners, outer)


def shown_hexagon(width: float, height: float, kept: Sequence[float]) -> tuple[Point, ...]:
    """Return the corners of what is shown of a hexagon with its bleeds, in mm from its trim's top left corner.

    They lie where the lines of neighbouring sides meet, so two hexagons that share an edge meet beyond it, too.
    """
    corners = []
    for side, (u, v) in enumerate(NORMALS):
        (p, q), after = NORMALS[(side + 1) % 6], (side + 1) % 6
        near, far, area = width / 2 + kept[side], width / 2 + kept[after], u * q - v * p
        corners.append((width / 2 + (near * q - far * v) / area, height / 2 + (far * u - near * p) / area))
    return tuple(corners)
