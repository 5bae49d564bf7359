"""The frames of title pages: a border between two rules.

Lengths are points, y down, the origin at the frame's top left corner.
"""

from __future__ import annotations

from generator.drawing.display_list import Pen, Transform, transform_path
from generator.pdf.borders import Border, border_frame
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.styles import ACCENT

BAND = 11.5
"""Width of the band that holds the ornaments."""
RULE, INNER_RULE = 1.1, 0.6
GAP = 3.5
"""Between the band and the rules on either side of it."""
FRAME_WIDTH = BAND + 2 * GAP


def paint_frame(painter: Painter, frame: Border, width: float, height: float) -> None:
    """Paint a frame of that size."""
    painter.stroke(Pen().rectangle(0, 0, width, height).data, ACCENT, RULE)
    inner = Pen().rectangle(FRAME_WIDTH, FRAME_WIDTH, width - 2 * FRAME_WIDTH, height - 2 * FRAME_WIDTH)
    painter.stroke(inner.data, ACCENT, INNER_RULE)
    border = border_frame(frame, width - 2 * GAP, height - 2 * GAP, BAND, ACCENT)
    data = transform_path(border.data, Transform(e=GAP, f=GAP))
    if border.fill:
        painter.fill(data, border.fill)
    else:
        painter.stroke(data, ACCENT, border.width, cap=2)
