"""Cut files as DXF: true millimetres, y up, circles and round corners as arcs, everything else as short lines.

Layers: CUT for the knife; FOLD to be scored; MARKS, what is printed for the machine's eye; SHEET, the edge
of the paper, to lay it by.
"""

from __future__ import annotations

import io
import math
from typing import Any

from generator.drawing.display_list import Transform
from generator.exports.cut_files import Cut, CutFiles, CutSheet
from generator.exports.ezdxf_adapter import ezdxf
from generator.exports.outlines import flattened

RED, GREEN, BLUE, BLACK = 1, 3, 5, 7
"""Colour numbers. Source: the AutoCAD colour index."""
MILLIMETRES = 4
"""Value of $INSUNITS. Source: DXF reference, header variables."""
VERSION = "R2000"
"""The oldest version with polylines of arcs and with units; cutting programs read it. Source: DXF reference."""
QUARTER_BULGE = math.tan(math.radians(90) / 4)
"""Bulge of a quarter circle: the tangent of a quarter of its angle. Source: DXF reference, LWPOLYLINE."""


class CutDxf(CutFiles):
    """DXF for a cutting machine."""

    name = "dxf"
    about = "cut files as DXF for cutting machines, and the sheets with registration marks that they belong to"

    def cut_file(self, sheet: CutSheet, title: str) -> bytes:  # noqa: ARG002 - the format has no room for titles
        document = ezdxf().new(VERSION, units=MILLIMETRES)
        for name, colour in (("CUT", RED), ("FOLD", GREEN), ("MARKS", BLACK), ("SHEET", BLUE)):
            document.layers.add(name, color=colour)
        space = document.modelspace()
        # ezdxf leaves the extents of an empty drawing and the limits of an A3 sheet in the header; programs that scale
        # to the extents then lose the cuts. Source: DXF reference, header variables.
        document.header["$EXTMIN"], document.header["$EXTMAX"] = (0.0, 0.0, 0.0), (sheet.width, sheet.height, 0.0)
        space.reset_extents((0.0, 0.0, 0.0), (sheet.width, sheet.height, 0.0))
        space.reset_limits((0.0, 0.0), (sheet.width, sheet.height))  # ezdxf writes these into the header itself
        edge = [(0.0, 0.0), (sheet.width, 0.0), (sheet.width, sheet.height), (0.0, sheet.height)]
        space.add_lwpolyline(edge, close=True, dxfattribs={"layer": "SHEET"})
        for cut in sheet.cuts:
            _add_cut(space, cut, sheet.height)
        for path in sheet.shared:
            _add_lines(space, path, Transform(), sheet.height, "CUT")
        for group in sheet.layout.marks.groups if sheet.layout.marks else ():
            for shape in group.items:
                _add_lines(space, shape.data, Transform(), sheet.height, "MARKS")  # type: ignore[union-attr]
        text = io.StringIO()
        document.write(text)
        return text.getvalue().encode()


def _add_cut(space: Any, cut: Cut, height: float) -> None:
    outline, x, y = cut.outline, cut.x, cut.y
    if outline.form == "circle":
        middle = x + outline.width / 2, height - y - outline.height / 2
        space.add_circle(middle, outline.width / 2, dxfattribs={"layer": "CUT"})
    elif outline.form == "rectangle":
        radius, left, right = outline.radius, x, x + outline.width
        low, high = height - y - outline.height, height - y
        # counter-clockwise from the lower left corner, so that the bulges of round corners turn outwards
        if radius:
            points = [
                (left + radius, low, 0.0), (right - radius, low, QUARTER_BULGE),
                (right, low + radius, 0.0), (right, high - radius, QUARTER_BULGE),
                (right - radius, high, 0.0), (left + radius, high, QUARTER_BULGE),
                (left, high - radius, 0.0), (left, low + radius, QUARTER_BULGE),
            ]  # fmt: skip
        else:
            points = [(left, low, 0.0), (right, low, 0.0), (right, high, 0.0), (left, high, 0.0)]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "CUT"})
    else:
        for path in outline.paths:
            _add_lines(space, path, Transform.placing(x, y), height, "CUT")
    for path in outline.folds:
        _add_lines(space, path, Transform.placing(x, y), height, "FOLD")


def _add_lines(space: Any, data: Any, transform: Transform, height: float, layer: str) -> None:
    for points, closed in flattened(data, transform):
        space.add_lwpolyline([(x, height - y) for x, y in points], close=closed, dxfattribs={"layer": layer})


TARGET = CutDxf()
