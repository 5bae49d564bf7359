"""Sheets of a box: the lid and the tray, each with its art, its folds and cuts, a ruler, and how the box is made.

A legend at the foot explains the lines: in a language, or without words by small pictures of scissors, a fold, a drop.
"""

from __future__ import annotations

from msgspec import Struct

from generator.drawing.display_list import Part, Patch, Pen, Shape, Transform, moved
from generator.layout.box import Box, Net, point_on_sheet
from generator.layout.grid import RULER_MM
from generator.layout.sheet_setup import Flip
from generator.pdf.box_art import LINE_INK, BoxArt, paint_net
from generator.pdf.box_steps import draw_steps
from generator.pdf.captions import ruler_from
from generator.pdf.contact_sheet import TextLine, write_line
from generator.pdf.document import Document
from generator.pdf.reportlab_adapter import Canvas
from generator.pdf.scene_painter import ScenePainter
from generator.units import PT_PER_MM, pt

LINE_MM = 0.2
DASH_MM = (2.0, 1.2)
TITLE_PT = 8.0
RULER_ABOVE_MM = 2.5
"""Distance from the bottom margin of the paper up to the ruler."""
STEPS_ABOVE_MM = 9.0
"""Distance from the ruler up to the drawing of how the box is made."""
ICON_MM = 3.6
"""Width of a picture in the legend."""
SAMPLE_MM = 9.0
"""Length of the line beside it."""
ICON_AIR_MM, SAMPLE_AIR_MM = 1.2, 4.0
"""Space between the picture and its line, and before the next picture."""
LEGEND_MM = 0.25
"""Width of the legend's lines: not that of the box's lines, by which the proof knows them."""


class BoxWords(Struct, frozen=True):
    """The words on a sheet in a language: names of the parts, and of the lines."""

    language: str
    decimal: str
    part: str
    inside: str
    cut: str
    fold: str
    glue: str


def print_box(box: Box, art: BoxArt, short_hash: str, version: str, words: BoxWords | None = None) -> bytes:
    """Return the sheets of a box as the bytes of a PDF; the lid, then the tray.

    Args:
        box: to print; it fits its paper.
        art: printed on it.
        short_hash: of the catalogue.
        version: of this program.
        words: of the titles; None for sheets without words.

    Raises:
        TypesettingError: no face has the letters of the title.
    """
    paper = box.paper
    language = words.language if words else "en"
    subject = f"{art.goods[0].told} {box.stack.thickness:g} mm, {short_hash}"
    size = paper.width_mm, paper.height_mm
    canvas = Document(size, f"{art.title}, {paper.title}", version, language, subject=subject)
    brush = ScenePainter(canvas, pt(paper.height_mm))
    ruler = Patch("ruler", (Shape(ruler_from(*_foot(box)), stroke="#000000", width=LINE_MM, cap="butt"),), Transform())
    for part, net in enumerate(box.nets, 1):
        brush.parts((*_sheet(box, net, art), ruler, _making(box, net)), 0, 0, PT_PER_MM)
        if words is None:
            brush.parts((_legend(box),), 0, 0, PT_PER_MM)
        _titles(canvas, box, _sheet_title(box, art, part, words), short_hash, art, words)
        canvas.showPage()
    return canvas.finish(Flip.NONE)


def _sheet(box: Box, net: Net, art: BoxArt) -> tuple[Part, ...]:
    """Return a net where it lies on its sheet, with its art and its lines."""
    e, f = point_on_sheet(box, net, (0, 0))
    at = Transform(e=e, f=f)
    cuts, folds = Pen(), Pen()
    for pen, segments in ((cuts, net.cuts()), (folds, net.folds())):
        for begin, end in segments:
            pen.move(*point_on_sheet(box, net, begin)).line(*point_on_sheet(box, net, end))
    lines = (
        Shape(cuts.data, stroke=LINE_INK, width=LINE_MM, cap="round"),
        Shape(folds.data, stroke=LINE_INK, width=LINE_MM, cap="butt", dash=DASH_MM),
    )
    return (*(moved(part, at) for part in paint_net(net, art)), Patch("lines", lines, Transform()))


def _foot(box: Box) -> tuple[float, float]:
    """Return the left end and the height of the ruler."""
    paper = box.paper
    return paper.margin_mm.left, paper.height_mm - paper.margin_mm.bottom - RULER_ABOVE_MM


def _making(box: Box, net: Net) -> Patch:
    """Return the drawing of how the box is made, between the net and the foot of the sheet."""
    margin = box.paper.margin_mm
    above, below = point_on_sheet(box, net, (0, net.box[3]))[1], _foot(box)[1] - STEPS_ABOVE_MM
    room = margin.left, above + 3, box.paper.width_mm - margin.right, below
    return draw_steps(box, room)


def _sheet_title(box: Box, art: BoxArt, part: int, words: BoxWords | None) -> str:
    """Return the title of a sheet: what lies in stacks, the number of the part, the size inside."""
    size = f"{box.width:g} × {box.depth:g} × {box.height:g} mm"
    thick, goods = f"{box.stack.thickness:g} mm", art.goods[0].told
    number = f"{part} / {len(box.nets)}"
    if words is None:
        return "  ·  ".join((art.title, f"{goods} {thick}", number, size))
    text = "  ·  ".join((goods, thick, f"{words.part} {number}", f"{words.inside}: {size}"))
    return f"{art.title}  ·  {text.replace('.', words.decimal)}"


def _legend(box: Box) -> Patch:
    """Return the legend without words: scissors and a cut, a fold and its dashes, a drop of glue and its hatching."""
    right, y = box.paper.width_mm - box.paper.margin_mm.right, _foot(box)[1] - 1.2
    step = ICON_MM + ICON_AIR_MM + SAMPLE_MM + SAMPLE_AIR_MM
    behind_icon = ICON_MM + ICON_AIR_MM
    icons, lines, dashes, hatch = Pen(), Pen(), Pen(), Pen()
    cut, fold, glue = (right - number * step + SAMPLE_AIR_MM for number in (3, 2, 1))
    for side in (-1, 1):  # scissors, open to the right, about the line that they cut
        icons.circle(cut + 0.7, y + side * 0.85, 0.6).move(cut + 1.2, y + side * 0.5)
        icons.line(cut + ICON_MM, y - side * 0.75)
    # card folded backwards, seen from its edge
    icons.move(fold, y + 1.1).line(fold + ICON_MM / 2, y - 0.9).line(fold + ICON_MM, y + 1.1)
    middle = glue + ICON_MM / 2  # a drop
    icons.move(middle, y - 1.5).curve(middle + 0.3, y - 0.7, middle + 1, y - 0.2, middle + 1, y + 0.5)
    icons.curve(middle + 1, y + 1.8, middle - 1, y + 1.8, middle - 1, y + 0.5)
    icons.curve(middle - 1, y - 0.2, middle - 0.3, y - 0.7, middle, y - 1.5).close()
    for pen, x in ((lines, cut), (dashes, fold)):
        pen.move(x + behind_icon, y).line(x + behind_icon + SAMPLE_MM, y)
    for line in range(5):
        start = glue + behind_icon + line * (SAMPLE_MM - 2) / 4
        hatch.move(start, y + 1).line(start + 2, y - 1)
    shapes = (
        Shape(icons.data, stroke="#000000", width=LEGEND_MM),
        Shape(lines.data, stroke="#000000", width=LEGEND_MM, cap="butt"),
        Shape(dashes.data, stroke="#000000", width=LEGEND_MM, cap="butt", dash=DASH_MM),
        Shape(hatch.data, stroke="#000000", width=LEGEND_MM, cap="butt"),
    )
    return Patch("legend", shapes, Transform())


def _titles(canvas: Canvas, box: Box, told: str, short_hash: str, art: BoxArt, words: BoxWords | None) -> None:
    left, y = _foot(box)
    right, height = box.paper.width_mm - box.paper.margin_mm.right, box.paper.height_mm
    lines = [
        TextLine(told, left, y - 4.5, TITLE_PT, family=art.family),
        TextLine(short_hash, right, y - 4.5, TITLE_PT, anchor="end"),
        TextLine(f"{RULER_MM:g} mm", left + RULER_MM + 2, y, TITLE_PT),
    ]
    if words is not None:
        meant = f"{words.cut} ———   {words.fold} – – –   {words.glue} /////"
        lines.append(TextLine(meant, right, y, TITLE_PT, anchor="end", family=art.family))
    for line in lines:
        write_line(canvas, line, height, art.fonts)
