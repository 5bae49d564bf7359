"""Parts of the prisoners' figures: paths with the names of their inks, written as texts.

An outline is written as its points, ``x,y`` and blanks between them; it passes smoothly through a point, and has a
corner at one that ends in ``!``. A length of 1 is a millimetre on a symbol of 10 mm; x to the right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from generator.drawing.display_list import PathData, Pen, Shape, Transform, transform_path
from generator.drawing.freehand import Knot, mirrored, smooth_path

EDGE = 0.24
"""Width of the outlines of figures."""


class Part(NamedTuple):
    """A path, filled, outlined or both.

    Attributes:
        data: the path.
        fill: name of its ink; empty for a line.
        line: name of the ink of its outline; empty for none.
        width: of the outline.
    """

    data: PathData
    fill: str = ""
    line: str = "edge"
    width: float = EDGE

    def moved(self, x: float, y: float) -> Part:
        """Return the same part with its origin at (x, y)."""
        return self._replace(data=transform_path(self.data, Transform.placing(x, y)))

    def inked(self, inks: Mapping[str, str]) -> Shape:
        """Return the shape in inks by their names."""
        fill, line = (inks[name] if name else None for name in (self.fill, self.line))
        return Shape(self.data, fill=fill, stroke=line, width=self.width if line else 0)


def knots(text: str) -> list[Knot]:
    """Return the points of an outline."""
    found: list[Knot] = []
    for word in text.split():
        x, y = (float(number) for number in word.rstrip("!").split(","))
        found.append((x, y, 0) if word.endswith("!") else (x, y))
    return found


def filled(fill: str, *outlines: str, line: str = "edge", width: float = EDGE) -> Part:
    """Return closed outlines, filled with an ink."""
    return Part(smooth_path(*map(knots, outlines)), fill, line, width)


def even(fill: str, half: str, line: str = "edge", width: float = EDGE) -> Part:
    """Return an outline that is the same on both sides of the middle, given its half from top to bottom."""
    return Part(smooth_path(mirrored(knots(half))), fill, line, width)


def stroke(line: str, width: float, *lines: str) -> Part:
    """Return open lines."""
    return Part(smooth_path(*map(knots, lines), closed=False), "", line, width)


def edged(line: str, width: float, *lines: str) -> tuple[Part, Part]:
    """Return open lines with a dark edge on both sides."""
    return stroke("edge", width + 0.34, *lines), stroke(line, width, *lines)


def discs(fill: str, radius: float, *middles: tuple[float, float], line: str = "", width: float = EDGE) -> Part:
    """Return discs of one size."""
    pen = Pen()
    for x, y in middles:
        pen.circle(x, y, radius)
    return Part(pen.data, fill, line, width)


def tufts(
    x: float, y: float, rx: float, ry: float, count: int, depth: float, begin: float = 0.0, end: float = 360.0
) -> list[Knot]:
    """Return an outline of round tufts along an ellipse, from an angle to another (0 east, growing clockwise)."""
    found: list[Knot] = []
    step = (end - begin) / count
    for number in range(count):
        for share, reach in ((0.0, 1.0), (0.5, 1 + depth)):
            angle = math.radians(begin + step * (number + share))
            at = x + rx * reach * math.cos(angle), y + ry * reach * math.sin(angle)
            found.append((*at, 0) if share == 0 else at)
    if end - begin < 360:
        found.append((x + rx * math.cos(math.radians(end)), y + ry * math.sin(math.radians(end)), 0))
    return found


def woolly(fill: str, *outline: Knot, line: str = "edge", width: float = EDGE) -> Part:
    """Return a closed outline with tufts, filled with an ink."""
    return Part(smooth_path(outline), fill, line, width)
