"""Whether what a correction moves and scales stays where printers reach."""

from __future__ import annotations

from generator.errors import LayoutError
from generator.imposition.grid import BAND_MM, SIDE_MM, Grid
from generator.imposition.laying import Correction


def see_reach(grid: Grid, correction: Correction, *, back: bool) -> None:
    """See that a page with its marks, titles and ruler stays in the printable area.

    Raises:
        LayoutError: it does not; the message says by how much.
    """
    paper, margins = grid.paper, grid.paper.margin_mm
    left, right = margins.left + SIDE_MM, paper.width_mm - margins.right - SIDE_MM  # the titles
    left, right = min(left, grid.left - SIDE_MM), max(right, grid.right + SIDE_MM)
    x0, y0 = correction.sent(left, grid.top - BAND_MM, paper, back=back)
    x1, y1 = correction.sent(right, grid.bottom + BAND_MM, paper, back=back)
    beyond = max(
        margins.left - x0, margins.top - y0, x1 - paper.width_mm + margins.right, y1 - paper.height_mm + margins.bottom
    )
    if beyond > 1e-6:
        what = "the backs, moved" if back and correction.moves else "the sheets, scaled"
        raise LayoutError(
            f"{what} for the printer, reach {beyond:.2f} mm beyond what printers reach on {paper.title}; "
            "choose a larger paper, or less of an offset"
        )
