"""The frames of title pages: a meander for labyrinths, horns for the bull's head, stars for the night sky.

Lengths are points, y down, the origin at the frame's top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from generator.drawing.display_list import PathData, Pen, Transform, transform_path
from generator.pdf.meander import LINE, UNITS, meander_frame
from generator.rulebook.text.figures import Frame
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.styles import ACCENT

BAND = 11.5
"""Width of the band that holds the ornaments."""
STEP = 15.0
"""From one ornament to the next, before they are spread over a side."""
RULE, INNER_RULE = 1.1, 0.6
GAP = 3.5
"""Between the band and the rules on either side of it."""
FRAME_WIDTH = BAND + 2 * GAP


def paint_frame(painter: Painter, frame: Frame, width: float, height: float) -> None:
    """Paint a frame of that size."""
    painter.stroke(Pen().rectangle(0, 0, width, height).data, ACCENT, RULE)
    inner = Pen().rectangle(FRAME_WIDTH, FRAME_WIDTH, width - 2 * FRAME_WIDTH, height - 2 * FRAME_WIDTH)
    painter.stroke(inner.data, ACCENT, INNER_RULE)
    if frame == "meander":
        keys = meander_frame(width - 2 * GAP, height - 2 * GAP, BAND)
        moved = transform_path(keys, Transform(e=GAP, f=GAP))
        painter.stroke(moved, ACCENT, LINE * BAND / UNITS, cap=2)
    else:
        painter.fill(tuple(segment for data in _ornaments(ORNAMENTS[frame], width, height) for segment in data), ACCENT)


def _ornaments(ornament: Callable[[bool], PathData], width: float, height: float) -> Iterator[PathData]:
    """Yield ornaments along all sides, every second one small, with a large one in each corner."""
    middle = FRAME_WIDTH / 2
    for length, corner in (
        (width, Transform()),
        (height, Transform(0, 1, -1, 0, width, 0)),
        (width, Transform(-1, 0, 0, -1, width, height)),
        (height, Transform(0, -1, 1, 0, 0, height)),
    ):
        run = length - 2 * middle
        count = 2 * round(run / STEP / 2)
        for number in range(count):
            place = corner @ Transform(e=middle + run * number / count, f=middle)
            yield transform_path(ornament(number % 2 == 0), place)


def _star(large: bool) -> PathData:
    radius = 4.4 if large else 2.0
    points = (
        ((radius if point % 2 == 0 else radius * 0.3) * math.cos(math.tau * point / 8 - math.pi / 2),
         (radius if point % 2 == 0 else radius * 0.3) * math.sin(math.tau * point / 8 - math.pi / 2))
        for point in range(8)
    )  # fmt: skip
    return Pen().polygon(*points).data


def _horns(large: bool) -> PathData:
    """Draw a pair of horns, or the round boss between two pairs."""
    if not large:
        return Pen().circle(0, 0, 1.3).data
    pen = Pen().move(-4.4, -3.6).curve(-5.4, 4.6, 5.4, 4.6, 4.4, -3.6)
    return pen.curve(3.0, 1.4, -3.0, 1.4, -4.4, -3.6).close().data


ORNAMENTS: dict[Frame, Callable[[bool], PathData]] = {"stars": _star, "horns": _horns}
