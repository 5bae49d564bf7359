r"""A honeycomb: hexagons that stand on a corner and share their edges, so that one cut parts two of them.

::

      / \ / \ / \          every second row is moved by half a width;
     | 1 | 2 | 3 |         its sides, clockwise: upper right, right, lower right, lower left, left, upper left
      \ / \ / \ / \
       | 4 | 5 | 6 |       colours that fill whole rows stand apart by their bleeds,
        \ / \ / \ /        so that no token has a neighbour of another colour
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TypeAlias

from generator.catalogue.equipment import Paper
from generator.catalogue.layouts import Layout
from generator.layout.fixed_positions import Places
from generator.layout.grid import marks_reach, reserved_room, usable_area

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
