"""A tuck box printed: a sheet for each part of it, with its folds and cuts, and a ruler."""

from __future__ import annotations

import io

from generator.drawing.display import PathData, Pen, Shape, Transform
from generator.drawing.scene import Part, Patch
from generator.imposition.grid import RULER_MM
from generator.imposition.tuck_box import Net, TuckBox, placed_at
from generator.press.archive import archived
from generator.press.box_art import LINE_INK, LINE_MM, BoxArt, on_page, painted_net
from generator.press.brush import Brush
from generator.press.contact_sheet import Line, write_line
from generator.press.reportlab_door import Canvas
from generator.units import PT_PER_MM, pt

DASH_MM = (2.0, 1.2)
TITLE_PT = 8.0
RULER_ABOVE_MM = 2.5
"""From the foot of what printers reach up to the ruler."""


def print_box(box: TuckBox, art: BoxArt, what: str, short_hash: str, version: str) -> bytes:
    """The sheets of a box as the bytes of a PDF; one after the other for each of several boxes.

    Args:
        box: that fits its paper.
        art: what it shows.
        what: goes in, such as ``65 tiles``.
        short_hash: of the catalogue.
        version: of this program.

    Raises:
        TypesettingError: no face has the letters of the title.
    """
    buffer = io.BytesIO()
    paper = box.paper
    canvas = Canvas(buffer, pagesize=(pt(paper.width_mm), pt(paper.height_mm)), invariant=1, lang="en")
    canvas.setTitle(f"{art.title}: box on {paper.title}")
    canvas.setSubject(f"a box for {what} of {box.stack.thickness:g} mm, catalogue {short_hash}")
    canvas.setCreator(f"asterion-press {version}")
    brush = Brush(canvas, pt(paper.height_mm))
    pages = [(number, net) for number in range(1, box.boxes + 1) for net in enumerate(box.nets, 1)]
    for number, (part, net) in pages:
        brush.parts((*_sheet(box, net, art), _ruler(box)), 0, 0, PT_PER_MM)
        told = [f"{art.title}  ·  box for {what} of {box.stack.thickness:g} mm"]
        told += [f"box {number} of {box.boxes}"] if box.boxes > 1 else []
        told += [f"part {part} of {len(box.nets)}"] if len(box.nets) > 1 else []
        told.append(f"inside {box.width:g} × {box.depth:g} × {box.height:g} mm")
        _titles(canvas, box, "  ·  ".join(told), short_hash, art)
        canvas.showPage()
    archived(canvas, "en")
    canvas.save()
    return buffer.getvalue()


def _sheet(box: TuckBox, net: Net, art: BoxArt) -> tuple[Part, ...]:
    (e, f), (x, y) = placed_at(box, net, (0, 0)), placed_at(box, net, (1, 0))
    at = Transform(x - e, y - f, f - y, x - e, e, f)
    lines = (
        Shape(_lines(box, net, net.cuts()), stroke=LINE_INK, width=LINE_MM, cap="round"),
        Shape(_lines(box, net, net.folds()), stroke=LINE_INK, width=LINE_MM, cap="butt", dash=DASH_MM),
    )
    return (*on_page(painted_net(net, art), at), Patch("lines", lines, Transform()))


def _lines(box: TuckBox, net: Net, segments: tuple[tuple[tuple[float, float], tuple[float, float]], ...]) -> PathData:
    pen = Pen()
    for begin, end in segments:
        pen.move(*placed_at(box, net, begin)).line(*placed_at(box, net, end))
    return pen.data


def _foot(box: TuckBox) -> tuple[float, float]:
    """Left end and height of the ruler."""
    paper = box.paper
    return paper.margin_mm.left, paper.height_mm - paper.margin_mm.bottom - RULER_ABOVE_MM


def _ruler(box: TuckBox) -> Patch:
    left, y = _foot(box)
    pen = Pen().move(left, y).line(left + RULER_MM, y)
    for mm in range(0, int(RULER_MM) + 1, 10):
        pen.move(left + mm, y).line(left + mm, y - (1.8 if mm % 50 == 0 else 1.0))
    return Patch("ruler", (Shape(pen.data, stroke="#000000", width=LINE_MM, cap="butt"),), Transform())


def _titles(canvas: Canvas, box: TuckBox, told: str, short_hash: str, art: BoxArt) -> None:
    left, y = _foot(box)
    right, height = box.paper.width_mm - box.paper.margin_mm.right, box.paper.height_mm
    for line in (
        Line(told, left, y - 4.5, TITLE_PT),
        Line(short_hash, right, y - 4.5, TITLE_PT, anchor="end"),
        Line(f"{RULER_MM:g} mm", left + RULER_MM + 2, y, TITLE_PT),
        Line("cut ———   fold – – –   glue /////", right, y, TITLE_PT, anchor="end"),
    ):
        write_line(canvas, line, height, art.fonts)
