r"""Places on a sheet that form no grid: those that are given in mm, and a honeycomb.

Places in mm are labels on a sheet, or holes that a die cuts into card. A piece takes the place of its own size; a
smaller one does not, for what is cut beforehand cannot be cut to size.

Hexagons lie in a honeycomb: they stand on a corner and share their edges, so that one cut parts two of them.

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

from generator.catalogue.equipment import Paper
from generator.catalogue.layouts import CaptionsAt, Layout
from generator.errors import LayoutError
from generator.layout.grid import Bleeds, distinct, marks_reach, reserved_room, usable_area
from generator.layout.sheet_setup import Flip

SAME_MM = 0.05
"""Largest difference between the sizes of pieces and places. Own choice: half of what a die is off by."""


class PatternError(LayoutError):
    """An error in the places of a layout; `location` is a key of the layout's file."""

    def __init__(self, message: str, *location: str | int) -> None:
        super().__init__(message)
        self.at = location


class Places(Struct, frozen=True):
    """Places of one size, anywhere on a side.

    Attributes:
        corners: the top left corner of each trim, in mm from the paper's.
        trim, height: of each trim, in mm.
        own: bleed that the pieces have, in mm.
        paper: the sheet.
        reach: how far marks stand out of the block.
        captions: whether title and ruler are printed.
        round: whether the places are.
    """

    corners: tuple[tuple[float, float], ...]
    trim: float
    height: float
    own: float
    paper: Paper
    reach: float
    captions: bool
    round: bool = False
    fold: str = "none"
    captions_at: CaptionsAt = "ends"

    @property
    def places(self) -> int:
        """Return the number of components that a side holds."""
        return len(self.corners)

    @property
    def edge(self) -> float:
        """Return the art beyond the trims that lie furthest out, in mm; the printer may leave less of it."""
        margins, paper = self.paper.margin_mm, self.paper
        xs, ys = zip(*self.corners, strict=True)
        free = (
            min(xs) - margins.left,
            min(ys) - margins.top,
            paper.width_mm - margins.right - max(xs) - self.trim,
            paper.height_mm - margins.bottom - max(ys) - self.height,
        )
        least: float = min(self.own, *free)
        return max(0.0, least)

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

    def trim_corner(self, index: int) -> tuple[float, float]:
        """Return the top left corner of the trim of a place, in the order of the layout's file."""
        return self.corners[index]

    def folded_corner(self, index: int) -> tuple[float, float]:
        """Raise an error: nothing is folded here."""
        raise LookupError(index)

    def cut_lines(self, corners: Iterable[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the edges of what lies at these corners."""
        taken = list(corners)
        xs = [x + far for x, _ in taken for far in (0, self.trim)]
        return distinct(xs), distinct(y + far for _, y in taken for far in (0, self.height))

    def kept_bleeds(
        self, corners: Collection[tuple[float, float]], own: float
    ) -> Mapping[tuple[float, float], tuple[float, ...]]:
        """Return what is kept of the bleed at each corner: half of the way to a neighbour, as far as printers reach."""
        return {(x, y): self._kept(x, y, corners, own) for x, y in corners}

    def _kept(self, x: float, y: float, corners: Iterable[tuple[float, float]], own: float) -> Bleeds:
        margins, paper = self.paper.margin_mm, self.paper
        left, top = min(own, x - margins.left), min(own, y - margins.top)
        right = min(own, paper.width_mm - margins.right - x - self.trim)
        bottom = min(own, paper.height_mm - margins.bottom - y - self.height)
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
        if flip is Flip.NONE:
            return self
        width, height = self.paper.width_mm, self.paper.height_mm
        if (flip is Flip.LONG_EDGE) == (height >= width):
            return replace(self, corners=tuple((width - x - self.trim, y) for x, y in self.corners))
        return replace(self, corners=tuple((x, height - y - self.height) for x, y in self.corners))

    def behind(self, index: int, flip: Flip) -> int:  # noqa: ARG002 - places keep their numbers
        """Return the number of the place behind a place."""
        return index


def places_on(
    paper: Paper, layout: Layout, size: tuple[float, float], bleed: float, what: str, over: Flip | None = None
) -> Places:
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
        there = ", ".join(_size(die.size) for die in layout.positions)
        message = f"no place is {_size(size)}, as each of the {what} is; there are places of {there}"
        raise PatternError(f"{message}; add some, or choose what is printed with --tiles", "positions")
    (number, *_), (width, height) = fitting, size
    die = layout.positions[number]
    corners = tuple((x + (die.size[0] - width) / 2, y + (die.size[1] - height) / 2) for x, y in die.at)
    round_ = die.shape == "round"
    found = Places(corners, width, height, bleed, paper, marks_reach(layout), layout.captions, round_)
    _check_reachable(found, layout, number, "place")
    if over is not None:
        _check_reachable(found.turned_over(over), layout, number, "the back of place")
    return found


def _size(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g} mm"


def _check_reachable(places: Places, layout: Layout, number: int, what: str) -> None:
    """Check that printers reach every place, and that there is room for what is written.

    Raises:
        PatternError: they do not, or there is none.
    """
    paper, margins = places.paper, places.paper.margin_mm
    far_x, far_y = paper.width_mm - margins.right - places.trim, paper.height_mm - margins.bottom - places.height
    for index, (x, y) in enumerate(places.corners):
        if not (margins.left - 1e-6 <= x <= far_x + 1e-6 and margins.top - 1e-6 <= y <= far_y + 1e-6):
            message = f"{what} {index + 1} lies where printers do not reach on {paper.title}"
            raise PatternError(f"{message}; set margin_mm if yours does", "positions", number, "at", index)
    side, band = reserved_room(layout)
    beside = min(places.left - margins.left, paper.width_mm - margins.right - places.right)
    over = min(places.top - margins.top, paper.height_mm - margins.bottom - places.bottom)
    if beside < side - 1e-6 or over < band - 1e-6:
        needed = "title, ruler and marks need" if layout.captions else "marks need"
        message = f"{needed} {side:g} mm beside the places and {band:g} mm above and below them"
        raise PatternError(f"{message}; leave out captions and marks", "positions", number, "at")


SixBleeds: TypeAlias = tuple[float, float, float, float, float, float]
"""The bleed that is kept beyond each side of a hexagon, clockwise from the upper right one, in mm."""

NORMALS = tuple((math.cos(math.radians(angle)), math.sin(math.radians(angle))) for angle in range(-60, 300, 60))
"""From the middle of a hexagon to the middle of each side, y down."""


class Honeycomb(Places, frozen=True):
    """Places of hexagons that stand on a corner."""

    def kept_bleeds(self, corners: Collection[tuple[float, float]], own: float) -> dict[tuple[float, float], SixBleeds]:
        """Return what is kept of the bleed at each corner: half of the way to whatever lies beyond each side."""
        return {at: self._kept_at(at, corners, own) for at in corners}

    def _kept_at(self, at: tuple[float, float], corners: Collection[tuple[float, float]], own: float) -> SixBleeds:
        kept = [own] * 6
        beside = self.height / 2 + 2 * own  # along a side: its length, and the bleeds at its ends
        for x, y in corners:
            across, down = x - at[0], y - at[1]
            for side, (u, v) in enumerate(NORMALS):
                gap = across * u + down * v - self.trim
                if -1e-6 < gap < 2 * own and abs(down * u - across * v) < beside:
                    kept[side] = min(kept[side], max(0.0, gap / 2))
        one, two, three, four, five, six = kept
        return one, two, three, four, five, six


def honeycomb_on(
    paper: Paper, layout: Layout, size: tuple[float, float], bleed: float, groups: Sequence[int]
) -> Honeycomb | None:
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
    reach = marks_reach(layout)
    return Honeycomb(corners, trim, height, outer, paper, reach, layout.captions, captions_at=layout.captions_at)


def shown_hexagon(width: float, height: float, kept: Sequence[float]) -> tuple[tuple[float, float], ...]:
    """Return the corners of what is shown of a hexagon with its bleeds, in mm from its trim's top left corner.

    They lie where the lines of neighbouring sides meet, so two hexagons that share an edge meet beyond it, too.
    """
    corners = []
    for side, (u, v) in enumerate(NORMALS):
        (p, q), after = NORMALS[(side + 1) % 6], (side + 1) % 6
        near, far, area = width / 2 + kept[side], width / 2 + kept[after], u * q - v * p
        corners.append((width / 2 + (near * q - far * v) / area, height / 2 + (far * u - near * p) / area))
    return tuple(corners)
