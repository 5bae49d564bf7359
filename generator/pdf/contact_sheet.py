"""Contact sheets: many small tiles with captions in a grid on a paper, as a PDF of pages or as one SVG a page.

::

    title block, first page only
    heading of section A          heading of section B       each cell: a line for a heading above the tile,
    [tile] [tile] [tile]          [tile] [tile]              the tile, two lines for captions below
    caption caption caption       caption caption
    [tile] [tile]  ...                                       a section goes on in the next row
    legend

The tiles are as large as they can be for everything to lie on one page, at most of true size; if that would make them
smaller than `LEAST_MM`, they go on over several pages. All in mm, from the top left corner of the paper.

A page is one drawing, which both formats print, and lines of text. The PDF has them as text, in embedded fonts; the SVG
as outlines, so that it looks the same wherever it is opened.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from math import fsum
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.catalogue.equipment import Paper
from generator.drawing.display_list import Drawing, Group, Shape
from generator.drawing.svg import svg_text
from generator.errors import LayoutError
from generator.pdf.document import Document
from generator.pdf.fonts import Font, Style, load_typeface, runs_advance, text_operators, trace_runs
from generator.pdf.forms import define_form, ink_text, place_form
from generator.pdf.reportlab_adapter import Canvas, write_operators
from generator.units import mm_from_pt, pt

Anchor: TypeAlias = Literal["start", "middle", "end"]
Family: TypeAlias = str
"""One of ``templates/fonts``."""
LEAST_MM = 16.0
"""Smallest tile that shows what it holds: its symbols are 3 mm. Own choice, looked at on paper."""
GAP = 0.17
"""Between neighbouring tiles, as a part of a tile's side: more than the art goes beyond the trim."""
ABOVE, BELOW = 0.19, 0.27
"""Room for a heading and for captions, as parts of a tile's side. Own choice."""
AIRY = 1.12
"""By how much rows may move apart to fill a page. Own choice."""
TITLE_MM = 19.0
LEGEND_MM = 8.0


class Cell(Struct, frozen=True):
    """A place for a tile.

    Attributes:
        item: number of what lies there, counted over all sections.
        section: number of its section.
        begins: whether it is the section's first.
        x, y: top left corner of the tile, in mm.
        room: tiles of the section from here to the end of its row, itself among them.
    """

    item: int
    section: int
    begins: bool
    x: float
    y: float
    room: int


class ContactSheet(Struct, frozen=True):
    """Pages of cells.

    Attributes:
        paper: the sheet.
        tile: side of a tile, in mm.
        pitch: from one tile to the next in a row, in mm.
        leading: from one row to the next, in mm.
        pages: the cells of each page.
    """

    paper: Paper
    tile: float
    pitch: float
    leading: float
    pages: tuple[tuple[Cell, ...], ...]


def contact_sheet(paper: Paper, sections: Sequence[int], largest: float) -> ContactSheet:
    """Lay out so many tiles in each section.

    Args:
        paper: the sheet.
        sections: how many tiles each section has.
        largest: true size of a tile, in mm.

    Raises:
        LayoutError: not even one tile fits.
    """
    margins = paper.margin_mm
    width = paper.width_mm - margins.left - margins.right
    height = paper.height_mm - margins.top - margins.bottom - LEGEND_MM

    def side(columns: int) -> float:
        return min(width / columns / (1 + GAP), largest)

    def rows_in(height: float, columns: int) -> int:
        return math.floor(height / (side(columns) * (1 + ABOVE + BELOW)) + 1e-9)

    owners = [section for section, size in enumerate(sections) for _ in range(size)]
    count = len(owners)
    fitting = [columns for columns in range(1, 100) if width / columns / (1 + GAP) >= min(LEAST_MM, largest)]
    if not fitting or rows_in(height - TITLE_MM, fitting[-1]) < 1:
        raise LayoutError(
            f"a tile of {LEAST_MM:g} mm with its captions does not fit {paper.title}: {width:g} x {height:g} mm are "
            "free; choose a larger paper"
        )
    columns = next((n for n in fitting if n * rows_in(height - TITLE_MM, n) >= count), fitting[-1])
    tile, pitch = side(columns), width / columns
    others = columns * rows_in(height / AIRY, columns)
    starts = [0, *range(columns * rows_in(height - TITLE_MM, columns), count, max(others, columns))]
    rows = math.ceil((starts[1] if len(starts) > 1 else max(1, count)) / columns)
    leading = tile * (1 + ABOVE + BELOW)
    leading = max(leading, min(leading * AIRY, (height - TITLE_MM) / rows))
    left = margins.left + (pitch - tile) / 2
    pages = []
    for number, (first, last) in enumerate(zip(starts, [*starts[1:], count], strict=True)):
        top = margins.top + tile * ABOVE + (0 if number else TITLE_MM)
        corners = [(left + at % columns * pitch, top + at // columns * leading) for at in range(last - first)]
        cells = []
        for at, (x, y) in enumerate(corners):
            item, section = first + at, owners[first + at]
            rest = owners[item : item + columns - at % columns]
            begins = item == 0 or owners[item - 1] != section
            cells.append(Cell(item, section, begins, x, y, rest.count(section)))
        pages.append(tuple(cells))
    return ContactSheet(paper, tile, pitch, leading, tuple(pages))


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
    return mm_from_pt(runs_advance(load_typeface(fonts, family).printable_runs(text, style)) * size_pt / 1000)


def print_contact_sheet(pages: Sequence[SheetPage], title: str, fonts: Path) -> bytes:
    """Return all pages as one PDF."""
    first = pages[0].art
    canvas = Document((first.width, first.height), title)
    for number, page in enumerate(pages):
        define_form(canvas, f"S{number}", page.art)
        place_form(canvas, f"S{number}", 0, 0, page.art.height)
        for line in page.lines:
            write_line(canvas, line, page.art.height, fonts)
        canvas.showPage()
    return canvas.finish(archived=False)


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
    width = mm_from_pt(runs_advance(runs) * line.size_pt / 1000)
    return runs, line.x - {"start": 0.0, "middle": width / 2, "end": width}[line.anchor]
