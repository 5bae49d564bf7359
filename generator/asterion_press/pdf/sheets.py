"""Printed sheets: the pages of an imposition, with marks, titles and a ruler.

::

    title                                    page n of m
    (+)  |  |      |  |  (+)        crop marks point along each cut, outside of the bleed;
      --+-----------------+--       rings with crosses stand at the corners of the block
        |  components     |
      - | - - - - - - - - | -       the fold goes through the middle
        |                 |
      --+-----------------+--       lines to cut along lie on the trim itself
    (+)  |  |      |  |  (+)
    |----|----|----  100 mm

Captions stand above and below the block; at the sides of a sheet they stand as if its left side were its upper end.
Everything that is not art lies in the bands that :mod:`~asterion_press.layout.grid` keeps free. Lengths in mm from the
top left corner of the page. Each kind of marks lies on a layer of its own; a viewer lists layers by name and can switch
them off.

Source: ISO 32000-1, 8.11 (optional content), 14.6 (marked content), table 100 (what the catalog says of it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from itertools import accumulate
from math import fsum
from pathlib import Path

from msgspec import Struct

from asterion_press import stopping
from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.headers import Head
from asterion_press.catalogue.layouts import MARK_LAYERS, Mark, Marks
from asterion_press.drawing.display_list import PathData, Pen, number
from asterion_press.errors import LayoutError
from asterion_press.geometry import Rect, mm_from_pt, pt
from asterion_press.layout.grid import RULER_LABEL_MM, RULER_MM, SIDE_MM, Grid, Places
from asterion_press.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from asterion_press.layout.sheets import SHORT_GAP_MM, Face, Page
from asterion_press.pdf.document import Document
from asterion_press.pdf.fonts import load_font, load_typeface, text_operators
from asterion_press.pdf.forms import (
    PrintedForm,
    colour_operator,
    dash_text,
    define_form,
    line_width,
    millimetre_space,
    path_text,
    place_form,
)
from asterion_press.pdf.reportlab_adapter import Canvas, pdfmetrics, write_operators

DASH_MM = (3.0, 1.5)
"""Dashes of a fold line. Own choice, as in paper models."""
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


def marks_of(page: Page, marks: Marks) -> Iterator[tuple[str, Mark, PathData]]:
    """Yield the kinds of marks on a page, how each is drawn, and its lines in mm, y down."""
    for kind in MARK_LAYERS:
        mark: Mark = getattr(marks, kind)
        sides = {Face.FRONT: "fronts", Face.BACK: "backs", Face.FOLDED: mark.sides}
        data: PathData = ()
        if mark.sides == "none" or mark.sides not in {"both", sides[page.face]}:
            continue
        if kind == "crop":
            data = crop_marks(page, mark)
        elif kind == "registration":
            data = registration_marks(page.grid, mark)
        elif kind == "fold" and page.face is Face.FOLDED:
            data = fold_line(page)
        elif kind == "cut":
            data = cutting_lines(page)
        if data:
            yield kind, mark, data


def marks_on(page: Page, marks: Marks, unit: float = 1.0) -> Iterator[tuple[str, str]]:
    """Yield the kinds of marks on a page, and the operators of each in a space of mm, y down."""
    for kind, mark, data in marks_of(page, marks):
        dash = f"{dash_text(DASH_MM)} " if kind == "fold" else ""
        ink = colour_operator(mark.colour, "RG")
        yield kind, f"{ink} {line_width(mark.width_mm, unit)} w 0 J {dash}{path_text(data)} S"


def layers_of(pages: Sequence[Page], marks: Marks) -> dict[str, str]:
    """Return the layers that some pages need, with their names."""
    needed = {kind for page in pages if page.placements for kind, _ in marks_on(page, marks)}
    return {kind: name for kind, name in MARK_LAYERS.items() if kind in needed}


def crop_marks(page: Page, mark: Mark) -> PathData:
    """Return short lines outside of the block that point along each cut of the components on the page.

    If other components share the page, the marks stand at the rows of those that have marks.
    """
    grid = page.grid
    corners = [(one.x, one.y) for one in page.placements if one.marked]
    if not corners:
        return ()
    top, bottom = grid.top, grid.bottom
    if len(corners) < len(page.placements):
        ends = [y for _, y in corners]
        top, bottom = min(ends) - grid.edge, max(ends) + grid.height + grid.edge
    near, far = mark.gap_mm, mark.gap_mm + mark.length_mm
    if far > grid.reach:
        near, far = min(near, SHORT_GAP_MM), grid.reach
    return marks_at_cuts((grid.left, top, grid.right, bottom), *grid.cut_lines(corners), near, far)


@cache
def marks_at_cuts(box: Rect, xs: tuple[float, ...], ys: tuple[float, ...], near: float, far: float) -> PathData:
    """Return lines at both ends of upright and of level cuts, from `near` to `far` beyond a box; all in mm."""
    left, top, right, bottom = box
    pen = Pen()
    for x in xs:
        pen.move(x, top - far).line(x, top - near)
        pen.move(x, bottom + near).line(x, bottom + far)
    for y in ys:
        pen.move(left - far, y).line(left - near, y)
        pen.move(right + near, y).line(right + far, y)
    return pen.data


def registration_marks(grid: Grid | Places, mark: Mark) -> PathData:
    """Return a ring and a cross outside of each corner of the block."""
    away, half = mark.gap_mm + mark.length_mm / 2, mark.length_mm / 2
    pen = Pen()
    for y in (grid.top - away, grid.bottom + away):
        for x in (grid.left - away, grid.right + away):
            pen.move(x - half, y).line(x + half, y).move(x, y - half).line(x, y + half)
            pen.circle(x, y, half / 2)
    return pen.data


def fold_line(page: Page) -> PathData:
    """Return the line through the middle, from one end of the crop marks to the other."""
    grid = page.grid
    x, y = grid.paper.width_mm / 2, grid.paper.height_mm / 2
    if grid.layout.fold == "level":
        return Pen().move(grid.left - grid.reach, y).line(grid.right + grid.reach, y).data
    return Pen().move(x, grid.top - grid.reach).line(x, grid.bottom + grid.reach).data


def cutting_lines(page: Page) -> PathData:
    """Return the trims, squares or circles, of all components on the page; an edge that two share is drawn once."""
    grid = page.grid
    pen = Pen()
    seen: set[tuple[float, ...]] = set()
    for one in (one for one in page.placements if one.marked):
        x, y, right, bottom = one.x, one.y, one.x + grid.trim, one.y + grid.height
        if one.round or (isinstance(grid, Places) and grid.round):
            pen.circle(x + grid.trim / 2, y + grid.height / 2, grid.trim / 2)
            continue
        for edge in ((x, y, right, y), (right, y, right, bottom), (x, bottom, right, bottom), (x, y, x, bottom)):
            key = tuple(round(value, 3) for value in edge)
            if key not in seen:
                seen.add(key)
                pen.move(*edge[:2]).line(*edge[2:])
    return pen.data


def print_sheets(
    head: Head,
    pages: Sequence[Page],
    forms: Mapping[str, PrintedForm],
    short_hash: str,
    fonts: Path,
    laying: SheetSetup = PLAIN,
    language: str = "en",
) -> bytes:
    """Return a PDF of all pages of one imposition.

    Args:
        head: of the game, for title and designer.
        pages: in printing order.
        forms: of every component that the pages show, by id.
        short_hash: of the catalogue; it stands beside the ruler of every page.
        fonts: folder of the fonts.
        laying: of the pages, for their marks, with the correction of the printer, by which everything on a page is
            moved and scaled.
        language: of the titles.

    Raises:
        LayoutError: a title is too long for its page.
        TypesettingError: a title has a letter that no font has.
    """
    paper = pages[0].grid.paper
    marks, correction = laying.layout.marks, laying.correction
    canvas = Document(
        paper.size,
        f"{head.full_title}, {paper.title}",
        language,
        author=head.credits.design,
        subject=f"{head.full_title}, {head.edition}, {short_hash}",
        keywords=f"{head.game}, {short_hash}",
        layers=layers_of(pages, marks),
    )
    names = define_forms(canvas, pages, forms)
    for index, page in enumerate(pages):
        stopping.look()
        space = corrected_space(correction, paper, back=page.face is Face.BACK)
        with nullcontext() if correction == Correction() else canvas.saved(space):
            paint_page(canvas, page, marks, names.__getitem__)
            if page.grid.layout.captions and page.placements:  # a back that holds nothing stays white
                title, count = (page_title(page, head), page.title_face), f"{index + 1} / {len(pages)}"
                print_captions(canvas, page.grid, title, count, correction.notes(), short_hash, fonts)
        _boxes(canvas, page, correction)
        canvas.bookmarkPage(f"p{index}")
        canvas.addOutlineEntry(page.name, f"p{index}", 0)
        canvas.addPageLabel(index, prefix=page.number)
        canvas.showPage()
    return canvas.finish(Flip.NONE if laying.is_folded else laying.flip)


def paint_page(canvas: Document, page: Page, marks: Marks, name: Callable[[str], str], unit: float = 1.0) -> None:
    """Paint the components and the marks of a page, none if it is blank, where a mm is so many mm long.

    `name` returns that of a component's form.
    """
    height = page.grid.paper.height_mm
    for one in page.placements:
        place_form(canvas, name(one.component), one.x, one.y, height, one.turns, kept=one.kept)
    space = millimetre_space(height)
    for kind, operators in marks_on(page, marks, unit) if page.placements else ():
        with canvas.on_layer(kind):
            write_operators(canvas, space, operators, "Q")


def define_forms(canvas: Canvas, pages: Sequence[Page], forms: Mapping[str, PrintedForm]) -> dict[str, str]:
    """Put the forms of all components on some pages into the file, and return their names, by ids of components."""
    shown = dict.fromkeys(one.component for page in pages for one in page.placements)
    names = {component: f"C{index}" for index, component in enumerate(shown)}
    for component, name in names.items():
        define_form(canvas, name, forms[component])
    return names


def corrected_space(correction: Correction, paper: Paper, *, back: bool) -> str:
    """Return the operators that move and scale a page as a correction asks."""
    a, d, e, f = correction.matrix(paper, back=back)
    up = paper.height_mm  # the same turned over: y up
    return f"{a:z.8f} 0 0 {d:z.8f} {pt(e):z.6f} {pt(up - f - d * up):z.6f} cm"


def _boxes(canvas: Document, page: Page, correction: Correction) -> None:
    """Set trim box and bleed box: the block of places without and with its outer bleed, where they lie in the file.

    A back that holds nothing is not moved: no room was reserved for that.
    """
    grid = page.grid
    back = page.face is Face.BACK and bool(page.placements)

    def box(inset: float) -> Rect:
        return (
            *correction.to_file(grid.left + inset, grid.top + inset, grid.paper, back=back),
            *correction.to_file(grid.right - inset, grid.bottom - inset, grid.paper, back=back),
        )

    canvas.set_boxes(box(grid.edge), box(0))


def page_title(page: Page, head: Head) -> str:
    """Return the title of a page: game, sheet and side, and in a language also the names of its components."""
    return f"{head.full_title}  ·  {page.name}"


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
    if grid.layout.captions_at == "ends":
        top, bottom = grid.top - above, grid.bottom + below
        return CaptionFrame(paper.title, *paper.size, margins.left, margins.right, top, bottom)
    top, bottom = grid.left - above, grid.right + below
    return CaptionFrame(paper.title, *paper.size[::-1], margins.bottom, margins.top, top, bottom)


def print_captions(
    canvas: Document,
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
    turn = "1 0 0 1 0 0" if grid.layout.captions_at == "ends" else f"0 1 -1 0 {pt(grid.paper.width_mm):z.6f} 0"
    with canvas.saved(f"{turn} cm"):
        _print_title(canvas, frame, *title, count, fonts)
        _print_ruler(canvas, frame, title[1], fonts)
        _print_notes(canvas, frame, notes, mark, fonts)


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
    needed = fsum(width_mm(text, name, TITLE_PT) for name, text in parts)
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
            write_operators(canvas, f"BT 1 0 0 1 {x:z.3f} {top:z.3f} Tm", *shown, "ET")
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
        before - edges[0] - width_mm(mark, face, NOTE_PT) - NOTE_AIR_MM,
        edges[1] - start - RULER_MM - RULER_LABEL_MM - NOTE_AIR_MM,
    )
    for text, room in zip(notes, free, strict=True):
        if text and (needed := width_mm(text, face, NOTE_PT)) > room:
            raise LayoutError(
                f"{text!r} needs {needed:.1f} mm beside the ruler, {room:.1f} mm are free on {frame.title}; "
                "choose a wider paper"
            )
    y = pt(frame.height - frame.bottom)
    canvas.setFont(face, NOTE_PT)
    canvas.drawString(pt(edges[0]), y, notes[0])
    canvas.drawRightString(pt(before), y, mark)
    canvas.drawRightString(pt(edges[1]), y, notes[1])


def width_mm(text: str, face: str, size: float) -> float:
    """Return the width of a text in a registered face, in mm."""
    return mm_from_pt(pdfmetrics.stringWidth(text, face, size))


@cache
def title_font(fonts: Path, face: str = TITLE_FONT) -> str:
    """Register a face for titles and return its name; they are short and need no kerning."""
    font = load_font(fonts, face.rpartition("-")[0])
    pdfmetrics.registerFont(font.truetype)
    return font.name
