"""Contact sheets: small tiles with captions, as a PDF of pages or as one SVG a page.

A page is one drawing, which both print, and lines of text. The PDF has them as text, in embedded fonts; the SVG as
outlines, so that it looks the same wherever it is opened.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import accumulate
from math import fsum
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape
from generator.drawing.svg import svg_text
from generator.pdf.fonts import Font, Style, load_typeface, text_operators
from generator.pdf.forms import define_form, ink_text, place_form
from generator.pdf.reportlab_adapter import Canvas, write_operators
from generator.units import mm_from_pt, pt

Anchor: TypeAlias = Literal["start", "middle", "end"]
Family: TypeAlias = str
"""One of ``templates/fonts``."""


class TextLine(Struct, frozen=True):
    """A line of text.

    Attributes:
        text: of the line.
        x, y: of its base line where it is anchored, in mm from the page's top left corner.
        size_pt: of the type.
        style: of the type.
        family: of the type.
        ink: as ``#rrggbb``.
        anchor: the end of the line, or its middle, that lies at x.
    """

    text: str
    x: float
    y: float
    size_pt: float
    style: Style = "regular"
    family: Family = "Alegreya"
    ink: str = "#000000"
    anchor: Anchor = "start"


class SheetPage(Struct, frozen=True):
    """One page: a drawing, and lines of text on it."""

    art: Drawing
    lines: tuple[TextLine, ...]


def text_width(text: str, size_pt: float, style: Style, fonts: Path, family: Family = "Alegreya") -> float:
    """Return the width of a line, in mm."""
    return _runs_width(load_typeface(fonts, family).printable_runs(text, style), size_pt)


def _runs_width(runs: Sequence[tuple[Font, str]], size_pt: float) -> float:
    return mm_from_pt(fsum(advance for font, text in runs for advance in font.advances(text)) * size_pt / 1000)


def print_contact_sheet(pages: Sequence[SheetPage], title: str, version: str, fonts: Path) -> bytes:
    """Return all pages as one PDF."""
    buffer = io.BytesIO()
    first = pages[0].art
    canvas = Canvas(buffer, pagesize=(pt(first.width), pt(first.height)), invariant=1, lang="en")
    canvas.setTitle(title)
    canvas.setCreator(f"asterion-press {version}")
    for number, page in enumerate(pages):
        define_form(canvas, f"S{number}", page.art)
        place_form(canvas, f"S{number}", 0, 0, page.art.height)
        for line in page.lines:
            write_line(canvas, line, page.art.height, fonts)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def write_line(canvas: Canvas, line: TextLine, height: float, fonts: Path) -> None:
    """Write a line on a page of that height, in mm."""
    runs, x = _runs_and_start(line, fonts)
    write_operators(canvas, f"{ink_text(line.ink)} rg")
    for font, text in runs:
        advances = [advance * line.size_pt / 1000 for advance in font.advances(text)]
        begins = list(accumulate(advances, initial=0.0))[: len(text)]
        shown = text_operators(canvas, font, line.size_pt, text, begins)
        write_operators(canvas, f"BT 1 0 0 1 {pt(x):.3f} {pt(height - line.y):.3f} Tm", *shown, "ET")
        x += mm_from_pt(fsum(advances))


def draw_contact_sheet(page: SheetPage, fonts: Path) -> str:
    """Return one page as SVG."""
    words = []
    for line in page.lines:
        runs, x = _runs_and_start(line, fonts)
        words.append(Shape(trace_runs(runs, x, line.y, mm_from_pt(line.size_pt)), fill=line.ink))
    return svg_text(replace(page.art, groups=(*page.art.groups, Group("words", tuple(words)))))


def _runs_and_start(line: TextLine, fonts: Path) -> tuple[list[tuple[Font, str]], float]:
    runs = load_typeface(fonts, line.family).printable_runs(line.text, line.style)
    width = _runs_width(runs, line.size_pt)
    return runs, line.x - {"start": 0.0, "middle": width / 2, "end": width}[line.anchor]


def trace_runs(runs: Sequence[tuple[Font, str]], x: float, y: float, size: float) -> PathData:
    """Return the outlines of runs of text, one after the other from (x, y) on their base line, in mm."""
    data: PathData = ()
    for font, text in runs:
        data += trace_text(font, text, x, y, size)
        x += fsum(font.advances(text)) * size / 1000
    return data


def trace_text(font: Font, text: str, x: float, y: float, size: float) -> PathData:
    """Return the outlines of kerned text that begins at (x, y) on its base line, in mm."""
    pen, marks = Pen(), font.mark_offsets(text)
    for index, (character, advance) in enumerate(zip(text, font.advances(text), strict=True)):
        right, up = marks.get(index, (0.0, 0.0))
        tracer = _Tracer(pen, x + right * size / 1000, y - up * size / 1000, size / font.units)
        for method, points in font.outline(character):
            getattr(tracer, method)(*points)
        x += advance * size / 1000
    return pen.data


class _Tracer:
    """A pen that takes a glyph's outline in the font's units, y up, and records it in mm, y down.

    Its methods have the names of fonttools' pens.
    """

    def __init__(self, pen: Pen, x: float, y: float, scale: float) -> None:
        self._pen, self._x, self._y, self._scale = pen, x, y, scale
        self._at = (x, y)

    def _point(self, point: tuple[float, float]) -> tuple[float, float]:
        return self._x + point[0] * self._scale, self._y - point[1] * self._scale

    def moveTo(self, point: Any) -> None:
        self._at = self._point(point)
        self._pen.move(*self._at)

    def lineTo(self, point: Any) -> None:
        self._at = self._point(point)
        self._pen.line(*self._at)

    def curveTo(self, one: Any, two: Any, point: Any) -> None:
        self._at = self._point(point)
        self._pen.curve(*self._point(one), *self._point(two), *self._at)

    def qCurveTo(self, handle: Any, point: Any) -> None:
        """Add a curve with one handle; each of a cubic's handles is two thirds of the way to it."""
        (x, y), (hx, hy), end = self._at, self._point(handle), self._point(point)
        one = x + (hx - x) * 2 / 3, y + (hy - y) * 2 / 3
        two = end[0] + (hx - end[0]) * 2 / 3, end[1] + (hy - end[1]) * 2 / 3
        self._pen.curve(*one, *two, *end)
        self._at = end

    def closePath(self) -> None:
        self._pen.close()
