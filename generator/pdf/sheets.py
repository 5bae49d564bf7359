"""Printed sheets: the pages of an imposition, with crop marks, titles and a ruler.

::

    title                                    page n of m
      |  |      |  |                    crop marks, outside of the bleed
    --+-----------------+--
      |  components     |
    --+-----------------+--
      |  |      |  |
    |----|----|----  100 mm

Everything that is not art lies in the bands that :mod:`~generator.layout.grid` keeps free. Lengths in mm from the
top left corner of the page.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import accumulate
from math import fsum
from pathlib import Path

from generator import stopping
from generator.catalogue import library
from generator.catalogue.headers import Head
from generator.catalogue.layouts import Marks
from generator.drawing.display_list import PathData, Pen, number
from generator.errors import LayoutError
from generator.layout.fixed_positions import Places
from generator.layout.grid import RULER_LABEL_MM, RULER_MM, SIDE_MM, Grid
from generator.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from generator.layout.sheets import Face, Page
from generator.pdf.document_info import mark_as_pdfa, set_print_settings
from generator.pdf.fonts import load_font, load_typeface, text_operators
from generator.pdf.forms import PrintedForm, define_form, path_text, place_cut_form, place_form
from generator.pdf.marks import LayeredCanvas, layers_of, marks_on, on_layer
from generator.pdf.reportlab_adapter import Canvas, pdfmetrics, write_operators
from generator.units import PT_PER_MM, mm_from_pt, pt

RULER_WIDTH_MM = 0.2
"""Source: 0.15 to 0.25 mm is what print shops ask for; a thinner mark vanished in one."""
TITLE_ABOVE_MM = 1.5
"""Distance from the crop marks up to the title's base line. Own choice."""
RULER_BELOW_MM = 2.5
"""Distance from the crop marks down to the ruler. Own choice."""
TITLE_PT = 8.0
TITLE_AIR_MM = 4.0
"""Least distance from the title to the page number. Own choice."""
TITLE_FONT = library.TITLE_FACE
NOTE_PT = 6.0
NOTE_AIR_MM = 2.0
"""Size of the notes beside the ruler, and their least distance from it. Own choice."""
UNCORRECTED = Correction()


def print_sheets(
    head: Head,
    pages: Sequence[Page],
    forms: Mapping[str, PrintedForm],
    short_hash: str,
    version: str,
    fonts: Path,
    laying: SheetSetup = PLAIN,
    language: str = "en",
) -> bytes:
    """Return a PDF of all pages of one imposition.

    Args:
        head: of the game, for title and designer.
        pages: in printing order.
        forms: of every component that the pages show, by id.
        short_hash: of the catalogue; it stands on every page.
        version: of this program.
        fonts: folder of the fonts.
        laying: of the pages, for their marks, with the correction of the printer, by which everything on a page is
            moved and scaled.
        language: of the titles.

    Raises:
        LayoutError: a title is too long for its page.
        TypesettingError: a title has a letter that no font has.
    """
    buffer = io.BytesIO()
    paper = pages[0].grid.paper
    marks, correction = laying.layout.marks, laying.correction
    size = pt(paper.width_mm), pt(paper.height_mm)
    canvas = LayeredCanvas(buffer, pagesize=size, invariant=1, lang=language, layers=layers_of(tuple(pages), marks))
    canvas.setTitle(f"{head.full_title}, {paper.title}")
    canvas.setAuthor(head.credits.design)
    canvas.setSubject(f"{head.full_title}, {head.edition}, {short_hash}")
    canvas.setCreator(f"asterion-press {version}")
    canvas.setKeywords(f"{head.game}, {short_hash}")
    shown = dict.fromkeys(placement.component for page in pages for placement in page.placements)
    names = {component: f"C{index}" for index, component in enumerate(shown)}
    for component, name in names.items():
        define_form(canvas, name, forms[component])
    for index, page in enumerate(pages):
        stopping.look()
        with _corrected(canvas, page, correction):
            _print_page(canvas, page, marks, names, head, f"{index + 1} / {len(pages)}", short_hash, fonts)
            if page.grid.captions:
                _notes(canvas, page.grid, correction, fonts)
        _boxes(canvas, page, correction)
        canvas.bookmarkPage(f"p{index}")
        canvas.addOutlineEntry(page.name, f"p{index}", 0)
        canvas.addPageLabel(index, prefix=page.number)
        canvas.showPage()
    mark_as_pdfa(canvas, language)
    set_print_settings(canvas, Flip.NONE if laying.is_folded else laying.flip)
    canvas.save()
    return buffer.getvalue()


def _print_page(
    canvas: Canvas,
    page: Page,
    marks: Marks,
    names: Mapping[str, str],
    head: Head,
    count: str,
    short_hash: str,
    fonts: Path,
) -> None:
    grid = page.grid
    height = grid.paper.height_mm
    for one in page.placements:
        if one.kept is None:
            place_form(canvas, names[one.component], one.x, one.y, height, one.turns)
        else:
            place_cut_form(canvas, names[one.component], (one.x, one.y), one.kept, height, one.turns)
    space = f"q {PT_PER_MM:.6f} 0 0 {-PT_PER_MM:.6f} 0 {pt(height):.6f} cm"
    for kind, operators in marks_on(page, marks):
        with on_layer(canvas, kind):
            write_operators(canvas, space, operators, "Q")
    if grid.captions:
        write_operators(canvas, space, f"0 G {number(RULER_WIDTH_MM)} w 0 J", f"{path_text(ruler(grid))} S", "Q")
        _titles(canvas, page, head, count, short_hash, fonts)


@contextmanager
def _corrected(canvas: Canvas, page: Page, correction: Correction) -> Iterator[None]:
    """Move and scale what is printed inside by the correction of the printer."""
    if correction == UNCORRECTED:
        yield
        return
    paper = page.grid.paper
    a, d, e, f = correction.matrix(paper, back=page.face is Face.BACK)
    up = paper.height_mm  # the same turned over: y up
    write_operators(canvas, f"q {a:.8f} 0 0 {d:.8f} {pt(e):.6f} {pt(up - f - d * up):.6f} cm")
    yield
    write_operators(canvas, "Q")


def _notes(canvas: Canvas, grid: Grid | Places, correction: Correction, fonts: Path) -> None:
    """Print the correction of the printer left and right of the ruler."""
    left, right = correction.notes()
    if not (left or right):
        return
    face = title_font(fonts)
    start, y = _ruler_corner(grid)
    margins, width = grid.paper.margin_mm, grid.paper.width_mm
    edges = margins.left, width - margins.right
    free = start - edges[0] - NOTE_AIR_MM, edges[1] - start - RULER_MM - RULER_LABEL_MM - NOTE_AIR_MM
    for text, room in zip((left, right), free, strict=True):
        if text and (needed := mm_from_pt(pdfmetrics.stringWidth(text, face, NOTE_PT))) > room:
            raise LayoutError(
                f"{text!r} needs {needed:.1f} mm beside the ruler, {room:.1f} mm are free on {grid.paper.title}; "
                "choose a wider paper"
            )
    canvas.setFont(face, NOTE_PT)
    canvas.drawString(pt(edges[0]), pt(grid.paper.height_mm - y), left)
    canvas.drawRightString(pt(edges[1]), pt(grid.paper.height_mm - y), right)


def _boxes(canvas: Canvas, page: Page, correction: Correction) -> None:
    """Set trim box and bleed box: the block of places without and with its outer bleed, where they lie in the file."""
    grid = page.grid
    height, back = grid.paper.height_mm, page.face is Face.BACK

    def box(inset: float) -> tuple[float, float, float, float]:
        left, top = correction.to_file(grid.left + inset, grid.top + inset, grid.paper, back=back)
        right, bottom = correction.to_file(grid.right - inset, grid.bottom - inset, grid.paper, back=back)
        return pt(left), pt(height - bottom), pt(right), pt(height - top)

    canvas.setBleedBox(box(0))
    canvas.setTrimBox(box(grid.edge))
    canvas.setCropBox((0, 0, pt(grid.paper.width_mm), pt(height)))


def ruler(grid: Grid | Places) -> PathData:
    """Return the ruler of a sheet, in the middle below the block."""
    return ruler_from(*_ruler_corner(grid))


def ruler_from(left: float, y: float) -> PathData:
    """Return a ruler that begins at a point, with a mark every 10 mm, the ends and the middle longer."""
    pen = Pen().move(left, y).line(left + RULER_MM, y)
    for mm in range(0, int(RULER_MM) + 1, 10):
        length = 1.8 if mm % 50 == 0 else 1.0
        pen.move(left + mm, y).line(left + mm, y - length)
    return pen.data


def _ruler_corner(grid: Grid | Places) -> tuple[float, float]:
    return (grid.paper.width_mm - RULER_MM) / 2, grid.bottom + grid.reach + RULER_BELOW_MM


def page_title(page: Page, head: Head) -> str:
    """Return the title of a page: game, sheet and side, and in a language also the names of its components."""
    return f"{head.full_title}  ·  {page.name}"


def _titles(canvas: Canvas, page: Page, head: Head, count: str, short_hash: str, fonts: Path) -> None:
    grid = page.grid
    title, right = page_title(page, head), f"{short_hash}  ·  {count}"
    face = title_font(fonts, page.title_face or TITLE_FONT)
    typeface = load_typeface(fonts, face.rpartition("-")[0])
    runs = typeface.printable_runs(title, "regular", "title")
    paper, margins = grid.paper, grid.paper.margin_mm
    parts = [*((title_font(fonts, font.name), text) for font, text in runs), (face, right)]
    needed = fsum(mm_from_pt(pdfmetrics.stringWidth(text, name, TITLE_PT)) for name, text in parts)
    free = paper.width_mm - margins.left - margins.right - 2 * SIDE_MM - TITLE_AIR_MM
    if needed > free:  # it would be printed over other text
        raise LayoutError(
            f"the title {title!r} and its page number need {needed:.1f} mm, {free:.1f} mm are free on {paper.title}; "
            "choose a wider paper or shorter names"
        )
    up = paper.height_mm
    top = pt(up - grid.top + grid.reach + TITLE_ABOVE_MM)
    x = pt(margins.left + SIDE_MM)
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
    canvas.drawRightString(pt(grid.paper.width_mm - margins.right - SIDE_MM), top, right)
    left, y = _ruler_corner(grid)
    canvas.drawString(pt(left + RULER_MM + 2), pt(up - y), f"{RULER_MM:g} mm")


@cache
def title_font(fonts: Path, face: str = TITLE_FONT) -> str:
    """Register a face for titles and return its name; they are short and need no kerning."""
    font = load_font(fonts, face.rpartition("-")[0])
    pdfmetrics.registerFont(font.truetype)
    return font.name
