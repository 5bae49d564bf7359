"""Captions of a sheet: its title, the number of the page, the ruler and notes beside it.

::

    title                                    page n of m
      the block, its crop marks around it
    note        |----|----|  100 mm          note

They stand above and below the block. At the sides of a sheet they stand as if its left side were its upper end. Lengths
in mm.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import fsum
from pathlib import Path

from msgspec import Struct

from generator.catalogue import library
from generator.drawing.display_list import PathData, Pen, number
from generator.errors import LayoutError
from generator.layout.fixed_positions import Places
from generator.layout.grid import RULER_LABEL_MM, RULER_MM, SIDE_MM, Grid
from generator.pdf.fonts import load_font, load_typeface, text_operators
from generator.pdf.forms import millimetre_space, path_text
from generator.pdf.reportlab_adapter import Canvas, pdfmetrics, write_operators
from generator.units import mm_from_pt, pt

RULER_WIDTH_MM = 0.2
"""Source: 0.15 to 0.25 mm is what print shops ask for; a thinner mark vanished in one."""
TITLE_ABOVE_MM = 1.5
"""Distance from the crop marks up to the title's base line. Own choice."""
RULER_BELOW_MM = 2.5
"""Distance from the crop marks down to the ruler. Own choice."""
LABEL_GAP_MM = 1.7
"""From the ruler to its label, which is 9.3 mm wide. Own choice: both are less than the room that is kept for it."""
TITLE_PT = 8.0
TITLE_AIR_MM = 4.0
"""Least distance from the title to the page number. Own choice."""
TITLE_FONT = library.TITLE_FACE
NOTE_PT = 6.0
NOTE_AIR_MM = 2.0
"""Size of the notes beside the ruler, and their least distance from it. Own choice."""


class CaptionFrame(Struct, frozen=True):
    """A sheet as the reader of its captions sees it: upright, or with its left side up.

    Attributes:
        title: what the paper is called.
        width, height: of the sheet, in mm.
        left, right: margins, in mm.
        top, bottom: base line of the title and line of the ruler, in mm from the upper edge.
    """

    title: str
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


def caption_frame(grid: Grid | Places) -> CaptionFrame:
    """Return the frame of a sheet's captions."""
    paper, margins = grid.paper, grid.paper.margin_mm
    above, below = grid.reach + TITLE_ABOVE_MM, grid.reach + RULER_BELOW_MM
    if grid.captions_at == "ends":
        size, ends = (paper.width_mm, paper.height_mm), (grid.top - above, grid.bottom + below)
        return CaptionFrame(paper.title, *size, margins.left, margins.right, *ends)
    size, ends = (paper.height_mm, paper.width_mm), (grid.left - above, grid.right + below)
    return CaptionFrame(paper.title, *size, margins.bottom, margins.top, *ends)


def print_captions(
    canvas: Canvas,
    grid: Grid | Places,
    title: tuple[str, str],
    count: str,
    notes: tuple[str, str],
    mark: str,
    fonts: Path,
) -> None:
    """Print the captions of a page.

    Args:
        canvas: of the page.
        grid: its places.
        title: and the font that it begins with, one of ``templates/fonts``; empty for the usual one.
        count: the number of the page.
        notes: left and right of the ruler.
        mark: before the ruler, such as a hash.
        fonts: folder of the fonts.

    Raises:
        LayoutError: a text is too long.
        TypesettingError: the title has a letter that no font has.
    """
    frame = caption_frame(grid)
    turn = "1 0 0 1 0 0" if grid.captions_at == "ends" else f"0 1 -1 0 {pt(grid.paper.width_mm):.6f} 0"
    write_operators(canvas, f"q {turn} cm")
    _print_title(canvas, frame, *title, count, fonts)
    _print_ruler(canvas, frame, title[1], fonts)
    _print_notes(canvas, frame, notes, mark, fonts)
    write_operators(canvas, "Q")


def ruler_from(left: float, y: float) -> PathData:
    """Return a ruler that begins at a point, with a mark every 10 mm, the ends and the middle longer."""
    pen = Pen().move(left, y).line(left + RULER_MM, y)
    for mm in range(0, int(RULER_MM) + 1, 10):
        length = 1.8 if mm % 50 == 0 else 1.0
        pen.move(left + mm, y).line(left + mm, y - length)
    return pen.data


def _print_title(canvas: Canvas, frame: CaptionFrame, title: str, font_name: str, count: str, fonts: Path) -> None:
    face = title_font(fonts, font_name or TITLE_FONT)
    typeface = load_typeface(fonts, face.rpartition("-")[0])
    runs = typeface.printable_runs(title, "regular", "title")
    parts = [*((title_font(fonts, font.name), text) for font, text in runs), (face, count)]
    needed = fsum(mm_from_pt(pdfmetrics.stringWidth(text, name, TITLE_PT)) for name, text in parts)
    free = frame.width - frame.left - frame.right - 2 * SIDE_MM - TITLE_AIR_MM
    if needed > free:  # it would be printed over other text
        raise LayoutError(
            f"the title {title!r} and its page number need {needed:.1f} mm, {free:.1f} mm are free on {frame.title}; "
            "choose a wider paper or shorter names"
        )
    top, x = pt(frame.height - frame.top), pt(frame.left + SIDE_MM)
    for font, text in runs:
        if font.mark_offsets(text):
            begins = list(accumulate((font.width(character) * TITLE_PT / 1000 for character in text), initial=0.0))
            shown = text_operators(canvas, font, TITLE_PT, text, begins[:-1])
            write_operators(canvas, f"BT 1 0 0 1 {x:.3f} {top:.3f} Tm", *shown, "ET")
        else:
            canvas.setFont(font.name, TITLE_PT)
            canvas.drawString(x, top, text)
        x += pdfmetrics.stringWidth(text, font.name, TITLE_PT)
    canvas.setFont(face, TITLE_PT)
    canvas.drawRightString(pt(frame.width - frame.right - SIDE_MM), top, count)


def _print_ruler(canvas: Canvas, frame: CaptionFrame, font_name: str, fonts: Path) -> None:
    left = (frame.width - RULER_MM) / 2
    canvas.setFont(title_font(fonts, font_name or TITLE_FONT), TITLE_PT)
    canvas.drawString(pt(left + RULER_MM + LABEL_GAP_MM), pt(frame.height - frame.bottom), f"{RULER_MM:g} mm")
    space = millimetre_space(frame.height)
    line = path_text(ruler_from(left, frame.bottom))
    write_operators(canvas, space, f"0 G {number(RULER_WIDTH_MM)} w 0 J", f"{line} S", "Q")


def _print_notes(canvas: Canvas, frame: CaptionFrame, notes: tuple[str, str], mark: str, fonts: Path) -> None:
    """Print a note, a mark that stands before the ruler, and a note right of the ruler."""
    face, start = title_font(fonts), (frame.width - RULER_MM) / 2
    before = start - NOTE_AIR_MM
    edges = frame.left, frame.width - frame.right
    free = (
        before - edges[0] - _width(mark, face) - NOTE_AIR_MM,
        edges[1] - start - RULER_MM - RULER_LABEL_MM - NOTE_AIR_MM,
    )
    for text, room in zip(notes, free, strict=True):
        if text and (needed := _width(text, face)) > room:
            raise LayoutError(
                f"{text!r} needs {needed:.1f} mm beside the ruler, {room:.1f} mm are free on {frame.title}; "
                "choose a wider paper"
            )
    y = pt(frame.height - frame.bottom)
    canvas.setFont(face, NOTE_PT)
    canvas.drawString(pt(edges[0]), y, notes[0])
    canvas.drawRightString(pt(before), y, mark)
    canvas.drawRightString(pt(edges[1]), y, notes[1])


def _width(text: str, face: str) -> float:
    return mm_from_pt(pdfmetrics.stringWidth(text, face, NOTE_PT))


@cache
def title_font(fonts: Path, face: str = TITLE_FONT) -> str:
    """Register a face for titles and return its name; they are short and need no kerning."""
    font = load_font(fonts, face.rpartition("-")[0])
    pdfmetrics.registerFont(font.truetype)
    return font.name
