"""Shapes whose place on a piece matters, measured in the PDF: where their sides should run, and where lines do run.

A form is played back in its own space, millimetres from the trim's top left corner. Every straight line of it counts,
stroked or the edge of something filled, in either direction.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from generator.layout.batches import Outline
from generator.verify.content_stream import UNIT, Walker
from generator.verify.expected import ROUNDED

TOLERANCE = 2 * ROUNDED
"""Corners and the matrix before them are both written to 0.01 mm."""
End = tuple[float, float]


def missing_outlines(form: Any, outlines: tuple[Outline, ...]) -> list[Outline]:
    """The shapes of which a side is not found at its place.

    Raises:
        PdfFaultError: the form cannot be read.
    """
    lines: dict[tuple[int, int], list[tuple[End, End]]] = defaultdict(list)
    for stroke in Walker(UNIT, {}).walk(form).strokes:
        one, other = (stroke.x0, stroke.y0), (stroke.x1, stroke.y1)
        lines[_near(one)].append((one, other))
        lines[_near(other)].append((other, one))
    return [outline for outline in outlines if not all(_is_there(side, lines) for side in _sides(outline))]


def _sides(outline: Outline) -> list[tuple[End, End]]:
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def _near(point: End) -> tuple[int, int]:
    """The millimetre that a point lies in."""
    return round(point[0]), round(point[1])


def _is_there(side: tuple[End, End], lines: dict[tuple[int, int], list[tuple[End, End]]]) -> bool:
    (x, y), _ = side
    corners = {(round(x + dx), round(y + dy)) for dx in (-TOLERANCE, TOLERANCE) for dy in (-TOLERANCE, TOLERANCE)}
    return any(_equal(side, line) for corner in corners for line in lines.get(corner, ()))


def _equal(side: tuple[End, End], line: tuple[End, End]) -> bool:
    pairs = zip((*side[0], *side[1]), (*line[0], *line[1]), strict=True)
    return all(abs(wanted - found) <= TOLERANCE for wanted, found in pairs)
