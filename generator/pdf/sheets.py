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

Everything that is not art lies in the bands that :mod:`~generator.layout.grid` keeps free. Lengths in mm from the
top left corner of the page. Each kind of marks lies on a layer of its own; a viewer lists layers by name and can switch
them off.

Source: ISO 32000-1, 8.11 (optional content), 14.6 (marked content), table 100 (what the catalog says of it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from generator import stopping
from generator.catalogue.headers import Head
from generator.catalogue.layouts import MARK_LAYERS, N_UP, Mark, Marks
from generator.drawing.display_list import PathData, Pen, number
from generator.layout.fixed_positions import Places
from generator.layout.grid import Grid
from generator.layout.sheet_setup import PLAIN, Correction, Flip, SheetSetup
from generator.layout.sheets import SHORT_GAP_MM, Face, Page
from generator.pdf.captions import print_captions
from generator.pdf.document import Box, Document
from generator.pdf.forms import (
    PrintedForm,
    dash_text,
    define_form,
    ink_text,
    millimetre_space,
    path_text,
    place_cut_form,
    place_form,
)
from generator.pdf.reportlab_adapter import Canvas, write_operators
from generator.units import pt

DASH_MM = (3.0, 1.5)
"""Dashes of a fold line. Own choice, as in paper models."""
UNCORRECTED = Correction()


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


def marks_on(page: Page, marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield the kinds of marks on a page, and the operators of each in a space of mm, y down."""
    for kind, mark, data in marks_of(page, marks):
        dash = f"{dash_text(DASH_MM)} " if kind == "fold" else ""
        ink = "0 G" if mark.colour == "#000000" else f"{ink_text(mark.colour)} RG"
        yield kind, f"{ink} {number(mark.width_mm)} w 0 J {dash}{path_text(data)} S"


def layers_of(pages: tuple[Page, ...], marks: Marks) -> dict[str, str]:
    """Return the layers that some pages need, with their names."""
    needed = {kind for page in pages if page.placements for kind, _ in marks_on(page, marks)}
    return {kind: name for kind, name in MARK_LAYERS.items() if kind in needed}


def crop_marks(page: Page, mark: Mark = N_UP.marks.crop) -> PathData:
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
def marks_at_cuts(box: Box, xs: tuple[float, ...], ys: tuple[float, ...], near: float, far: float) -> PathData:
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
    if grid.fold == "level":
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
        short_hash: of the catalogue; it stands beside the ruler of every page.
        version: of this program.
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
        (paper.width_mm, paper.height_mm),
        f"{head.full_title}, {paper.title}",
        version,
        language,
        author=head.credits.design,
        subject=f"{head.full_title}, {head.edition}, {short_hash}",
        keywords=f"{head.game}, {short_hash}",
        layers=layers_of(tuple(pages), marks),
    )
    shown = dict.fromkeys(placement.component for page in pages for placement in page.placements)
    names = {component: f"C{index}" for index, component in enumerate(shown)}
    for component, name in names.items():
        define_form(canvas, name, forms[component])
    for index, page in enumerate(pages):
        stopping.look()
        with _corrected(canvas, page, correction):
            paint_page(canvas, page, marks, names)
            if page.grid.captions and page.placements:  # a back that holds nothing stays white
                title, count = (page_title(page, head), page.title_face), f"{index + 1} / {len(pages)}"
                print_captions(canvas, page.grid, title, count, correction.notes(), short_hash, fonts)
        _boxes(canvas, page, correction)
        canvas.bookmarkPage(f"p{index}")
        canvas.addOutlineEntry(page.name, f"p{index}", 0)
        canvas.addPageLabel(index, prefix=page.number)
        canvas.showPage()
    return canvas.finish(Flip.NONE if laying.is_folded else laying.flip)


def paint_page(canvas: Document, page: Page, marks: Marks, names: Mapping[str, str]) -> None:
    """Paint the components and the marks of a page, none if it is blank; forms are named by ids of components."""
    height = page.grid.paper.height_mm
    for one in page.placements:
        if one.kept is None:
            place_form(canvas, names[one.component], one.x, one.y, height, one.turns)
        else:
            place_cut_form(canvas, names[one.component], (one.x, one.y), one.kept, height, one.turns)
    space = millimetre_space(height)
    for kind, operators in marks_on(page, marks) if page.placements else ():
        with canvas.on_layer(kind):
            write_operators(canvas, space, operators, "Q")


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


def _boxes(canvas: Document, page: Page, correction: Correction) -> None:
    """Set trim box and bleed box: the block of places without and with its outer bleed, where they lie in the file.

    A back that holds nothing is not moved: no room was reserved for that.
    """
    grid = page.grid
    back = page.face is Face.BACK and bool(page.placements)

    def box(inset: float) -> Box:
        return (
            *correction.to_file(grid.left + inset, grid.top + inset, grid.paper, back=back),
            *correction.to_file(grid.right - inset, grid.bottom - inset, grid.paper, back=back),
        )

    canvas.set_boxes(box(grid.edge), box(0))


def page_title(page: Page, head: Head) -> str:
    """Return the title of a page: game, sheet and side, and in a language also the names of its components."""
    return f"{head.full_title}  ·  {page.name}"
