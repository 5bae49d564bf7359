"""The start page: in pictures, how the sheets of a game are printed, turned over and cut.

::

    (1)  front  -> turn ->  back     5 x A4, 200-300 g/m2, 100 %, a ruler of 100 mm
    (2)  cuts on a sheet, level ones first      the first cut, twice as large as life
    (3)  the last sheet, whose counters are cut off, into strips, then into squares
    (4)  the box, if there is one: cut out, folded, its lid put on

It has no words but the title, so it serves every language. Sheets on it are the real ones, smaller. Lengths in mm from
the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from generator.catalogue.headers import Head
from generator.catalogue.layouts import Marks
from generator.drawing.display_list import PathData, Pen, Shape, number
from generator.layout.box import Box
from generator.layout.grid import RULER_MM
from generator.layout.places import Honeycomb, Places
from generator.layout.sheet_setup import Flip, SheetSetup
from generator.layout.sheets import Face, Page
from generator.pdf.box import draw_steps
from generator.pdf.document import Document
from generator.pdf.forms import PrintedForm, define_form, ink_text, millimetre_space, path_text, trim_mm
from generator.pdf.reportlab_adapter import pdfmetrics, write_operators
from generator.pdf.sheets import layers_of, paint_page, ruler_from, title_font
from generator.units import PT_PER_MM, mm_from_pt, pt

INK, CUT_INK, PALE = "#1d1714", "#d0281c", "#b8b0a4"
CARD = "200–300 g/m²"
"""Card that home printers take. Source: data sheets of common inkjets."""
WIDE_MM = 186.0
"""Width of all that is drawn. Own choice: it fits A4 and Letter."""
TITLE_PT, TEXT_PT = 20.0, 12.0
LENS_MM = 30.0
"""Radius of the part of a sheet that is shown twice as large as life. Own choice."""

BOX_Y, BOX_MM = 238.0, 30.0
"""Upper end and height of the drawings of the box. Own choice: they end above the margin of Letter."""

Point = tuple[float, float]


class _Sketch(Struct):
    """A page that is being drawn."""

    canvas: Document
    high: float
    font: str
    marks: Marks
    names: Mapping[str, str]

    def stroke(self, data: PathData, ink: str = INK, width: float = 0.35, *, fill: bool = False) -> None:
        space = f"{millimetre_space(self.high)} 1 J 1 j"
        paint = f"{ink_text(ink)} rg {path_text(data)} f" if fill else f"{path_text(data)} S"
        write_operators(self.canvas, f"{space} {ink_text(ink)} RG {number(width)} w {paint} Q")

    def text(self, x: float, y: float, words: str, size: float = TEXT_PT, ink: str = INK) -> None:
        """Print words about x."""
        left = x - mm_from_pt(pdfmetrics.stringWidth(words, self.font, size)) / 2
        write_operators(self.canvas, f"q {ink_text(ink)} rg")
        self.canvas.setFont(self.font, size)
        self.canvas.drawString(pt(left), pt(self.high - y), words)
        write_operators(self.canvas, "Q")

    def step(self, x: float, y: float, count: int, radius: float = 4.2, ink: str = INK) -> None:
        """Draw the number of a step on a disc."""
        self.stroke(Pen().circle(x, y, radius).data, ink, fill=True)
        size = radius * 3.4
        self.text(x, y + radius * 0.42, str(count), size, "#ffffff")

    def arrow(self, start: Point, bend: Point, end: Point, ink: str = INK) -> None:
        """Draw a curved arrow that arrives from the side of its bend."""
        (x, y), (u, v) = end, bend
        far = max(1e-6, ((x - u) ** 2 + (y - v) ** 2) ** 0.5)
        along, across = ((x - u) / far, (y - v) / far), ((y - v) / far, (u - x) / far)
        tips = [(x - 3 * along[0] + side * across[0], y - 3 * along[1] + side * across[1]) for side in (1.5, -1.5)]
        self.stroke(Pen().move(*start).curve(*bend, *bend, x - 2 * along[0], y - 2 * along[1]).data, ink, 0.8)
        self.stroke(Pen().polygon(end, *tips).data, ink, fill=True)

    @contextmanager
    def window(self, x: float, y: float, scale: float) -> Iterator[None]:
        """Draw what follows smaller or larger, its top left corner at a point."""
        up = pt(self.high - y) - scale * pt(self.high)
        write_operators(self.canvas, f"q {scale:.6f} 0 0 {scale:.6f} {pt(x):.6f} {up:.6f} cm")
        yield
        write_operators(self.canvas, "Q")

    def sheet(self, page: Page, x: float, y: float, scale: float, cuts: PathData = ()) -> None:
        """Draw a sheet with its paper's edge and lines to cut along."""
        width, height = page.grid.paper.width_mm * scale, page.grid.paper.height_mm * scale
        self.stroke(Pen().rectangle(x + 1, y + 1, width, height).data, PALE, fill=True)
        self.stroke(Pen().rectangle(x, y, width, height).data, "#ffffff", fill=True)
        self.stroke(Pen().rectangle(x, y, width, height).data, PALE, 0.2)
        with self.window(x, y, scale):
            paint_page(self.canvas, page, self.marks, self.names)
            if cuts:
                self.stroke(cuts, CUT_INK, 0.5 / scale)


def print_start_page(
    head: Head,
    pages: Sequence[Page],
    forms: Mapping[str, PrintedForm],
    fonts: Path,
    laying: SheetSetup,
    box: Box | None = None,
) -> bytes:
    """Return the start page of an imposition as a PDF of one page.

    Args:
        head: of the game.
        pages: of the sheets, in printing order.
        forms: of every component that the pages show, by id.
        fonts: folder of the fonts.
        laying: of the pages.
        box: for the pieces, if one is made.
    """
    fronts = (page for page in pages if page.face is not Face.BACK)
    front = max(fronts, key=lambda page: (_marked(page), len(page.placements)))  # the first of the fullest
    back = next((page for page in pages if page.sheet == front.sheet and page.face is Face.BACK), None)
    last = next((page for page in reversed(pages) if page.also and page.face is Face.FRONT and _marked(page)), None)
    shown = [page for page in (front, back, last) if page is not None]
    paper, marks = front.grid.paper, laying.layout.marks
    size, title = (paper.width_mm, paper.height_mm), f"{head.full_title}, {paper.title}: 1, 2, 3"
    layers = layers_of(tuple(shown), marks)
    canvas = Document(size, title, "zxx", author=head.credits.design, layers=layers)
    names = {
        one: f"C{at}" for at, one in enumerate(dict.fromkeys(p.component for page in shown for p in page.placements))
    }
    for component, name in names.items():
        define_form(canvas, name, forms[component])
    sketch = _Sketch(canvas, paper.height_mm, title_font(fonts), marks, names)
    left = (paper.width_mm - WIDE_MM) / 2
    sketch.text(paper.width_mm / 2, 19, head.full_title, TITLE_PT)
    _draw_printing(sketch, left, 26, front, back, max(page.sheet for page in pages), laying)
    has_cuts = _marked(front) > 0 or isinstance(front.grid, Honeycomb)
    if has_cuts:
        _draw_cutting(sketch, left, 113, front)
    if last is not None:
        _draw_counters(sketch, left, 190, last)
    if box is not None:
        sketch.step(left + 86, BOX_Y + 5, 2 + has_cuts + (last is not None))
        for shape in draw_steps(box, (left + 94, BOX_Y, left + WIDE_MM, BOX_Y + BOX_MM)).items:
            if isinstance(shape, Shape):
                _paint(sketch, shape)
    canvas.showPage()
    return canvas.finish(Flip.NONE)


def _paint(sketch: _Sketch, shape: Shape) -> None:
    if shape.fill:
        sketch.stroke(shape.data, shape.fill, fill=True)
    if shape.stroke:
        sketch.stroke(shape.data, shape.stroke, shape.width)


def _marked(page: Page) -> int:
    return sum(one.marked for one in page.placements)


def _draw_printing(
    sketch: _Sketch, x: float, y: float, front: Page, back: Page | None, sheets: int, laying: SheetSetup
) -> None:
    """Draw the two sides of the first sheet, how it is turned over, how many there are, and the size."""
    paper = front.grid.paper
    scale = min(76 / paper.height_mm, 53 / paper.width_mm)
    wide = paper.width_mm * scale
    sketch.step(x + 4, y + 5, 1)
    sketch.sheet(front, x + 12, y, scale)
    if back is not None:
        sketch.sheet(back, x + 12 + wide + 14, y, scale)
        near, far = x + 12 + wide / 2, x + 26 + wide * 1.5
        if laying.flip is Flip.LONG_EDGE:
            sketch.arrow((near + 8, y + 80), (x + 19 + wide, y + 88), (far - 8, y + 80))
        elif laying.flip is Flip.SHORT_EDGE:
            sketch.arrow((x + 19 + wide, y + 12), (x + 9 + wide, y + 38), (x + 19 + wide, y + 64))
        else:
            sketch.text(x + 19 + wide, y + 40, "+", TITLE_PT)
    middle = x + 162
    sketch.text(middle, y + 12, f"{sheets} × {paper.title}", TITLE_PT)
    sketch.text(middle, y + 21, CARD)
    sketch.text(middle, y + 44, "100 %", 30)
    with sketch.window(middle - 22, y + 58, 0.44):
        sketch.stroke(ruler_from(0, 0), INK, 0.5)
    sketch.text(middle, y + 64, f"{RULER_MM:g} mm")


def _draw_cutting(sketch: _Sketch, x: float, y: float, page: Page) -> None:
    """Draw the cuts of a sheet in their order, and where the first one begins."""
    grid, paper = page.grid, page.grid.paper
    scale = 68 / paper.height_mm
    level, upright = _cuts(page)
    sketch.step(x + 4, y + 5, 2)
    sketch.sheet(page, x + 12, y, scale, (*level, *upright))
    sketch.step(x + 5, y + 20, 1, 2.4, CUT_INK)
    sketch.arrow((x + 9, y + 14), (x + 9, y + 20), (x + 9, y + 36), CUT_INK)
    right = x + 12 + paper.width_mm * scale
    sketch.step(x + 18, y + 72, 2, 2.4, CUT_INK)
    sketch.arrow((x + 23, y + 72), (x + 30, y + 72), (right - 8, y + 72), CUT_INK)
    is_comb = isinstance(grid, Honeycomb)
    if isinstance(grid, Places) and not is_comb:
        return
    first = min((one.y, one.x) for one in page.placements if one.marked or is_comb)
    middle = x + 112, y + 34
    circle = Pen().circle(*middle, LENS_MM).data
    space = millimetre_space(sketch.high)
    back = f"{1 / PT_PER_MM:.8f} 0 0 {-1 / PT_PER_MM:.8f} 0 {sketch.high:.6f} cm"
    write_operators(sketch.canvas, f"{space} {path_text(circle)} W n {back}")
    corner = first[1], first[0]
    with sketch.window(middle[0] - 2 * corner[0] - 8, middle[1] - 2 * corner[1] - 8, 2):
        paint_page(sketch.canvas, page, sketch.marks, sketch.names)
        cut = Pen().move(corner[0], corner[1]).line(corner[0] + 60, corner[1]).data
        sketch.stroke(level if is_comb else cut, CUT_INK, 0.5)
    write_operators(sketch.canvas, "Q")
    sketch.stroke(circle, INK, 0.8)
    at = x + 12 + corner[0] * scale, y + corner[1] * scale
    sketch.stroke(Pen().circle(*at, LENS_MM * scale / 2).data, INK, 0.5)
    sketch.stroke(
        Pen().move(at[0] + LENS_MM * scale / 2, at[1]).line(middle[0] - LENS_MM * 0.8, middle[1] - LENS_MM * 0.6).data
    )
    _draw_knife(sketch, middle[0] - 8 + grid.trim if is_comb else middle[0] + 18, middle[1] - 8)
    sketch.text(x + 166, y + 36, "200 %", TITLE_PT)


def _cuts(page: Page) -> tuple[PathData, PathData]:
    """Return the level and the upright cuts of what has crop marks; none goes through the border of the sheet.

    Those of a honeycomb go along its rows, up and down, and then from token to token.
    """
    if isinstance(page.grid, Honeycomb):
        return _honeycomb_cuts(page, page.grid)
    corners = [(one.x, one.y) for one in page.placements if one.marked]
    xs, ys = page.grid.cut_lines(corners)
    level, upright = Pen(), Pen()
    for y in ys:
        level.move(xs[0], y).line(xs[-1], y)
    for x in xs:
        upright.move(x, ys[0]).line(x, ys[-1])
    return level.data, upright.data


def _honeycomb_cuts(page: Page, grid: Honeycomb) -> tuple[PathData, PathData]:
    along, between = Pen(), Pen()
    for one in page.placements:
        left, middle, right = one.x, one.x + grid.trim / 2, one.x + grid.trim
        top, upper, lower, bottom = (one.y + grid.height * part for part in (0, 0.25, 0.75, 1))
        along.move(left, upper).line(middle, top).line(right, upper)
        along.move(left, lower).line(middle, bottom).line(right, lower)
        between.move(left, upper).line(left, lower).move(right, upper).line(right, lower)
    return along.data, between.data


def _draw_knife(sketch: _Sketch, x: float, y: float) -> None:
    """Draw a knife whose tip is at a point."""
    blade = ((x, y), (x + 9, y - 9), (x + 12, y - 6))
    handle = ((x + 8, y - 11), (x + 22, y - 25), (x + 27, y - 20), (x + 13, y - 6))
    sketch.stroke(Pen().polygon(*blade).data, "#8d8d8d", fill=True)
    sketch.stroke(Pen().polygon(*handle).data, INK, fill=True)


def _draw_counters(sketch: _Sketch, x: float, y: float, page: Page) -> None:
    """Draw the sheet that counters share, the cut that parts them from the others, their strips and the pieces."""
    paper = page.grid.paper
    scale = 68 / paper.height_mm
    lowest = max(one.y for one in page.placements if one.marked) + page.grid.height + page.grid.edge + page.grid.reach
    cut = Pen().move(8, lowest + 2).line(paper.width_mm - 8, lowest + 2).data
    sketch.step(x + 4, y + 5, 3)
    sketch.sheet(page, x + 12, y, scale, cut)
    counters = [one for one in page.placements if not one.marked]
    if not all(one.kept is not None and 0 in one.kept for one in counters):
        return  # they lie apart, for a punch
    name = sketch.names[counters[0].component]
    for row in range(4):
        _draw_strip(sketch, name, [(x + 84 + 9 * column, y + 2 + 9 * row) for column in range(4)])
    sketch.stroke(_dashes((x + 82, y + 2 + 9 * row, x + 122, y + 2 + 9 * row) for row in range(5)), CUT_INK, 0.5)
    sketch.arrow((x + 124, y + 20), (x + 128, y + 20), (x + 134, y + 20))
    strip = [(x + 138 + 9 * column, y + 8) for column in range(4)]
    _draw_strip(sketch, name, strip)
    sketch.stroke(_dashes((at, y + 6, at, y + 19) for at, _ in (*strip, (x + 174, 0))), CUT_INK, 0.5)
    _draw_strip(sketch, name, [(x + 136 + 12.5 * column, y + 26) for column in range(4)])
    _draw_scissors(sketch, x + 144, y + 43)


def _draw_strip(sketch: _Sketch, name: str, corners: Iterable[Point]) -> None:
    """Draw counters 9 mm wide, without bleed."""
    scale = 9 / trim_mm(sketch.canvas, name)[0]
    for x, y in corners:
        box = f"{pt(x):.6f} {pt(sketch.high - y - 9):.6f} {pt(9):.6f} {pt(9):.6f} re W n"
        a = scale * PT_PER_MM
        matrix = f"{a:.6f} 0 0 {-a:.6f} {pt(x):.6f} {pt(sketch.high - y):.6f} cm"
        write_operators(sketch.canvas, f"q {box} {matrix}")
        sketch.canvas.doForm(name)
        write_operators(sketch.canvas, "Q")


def _dashes(lines: Iterable[tuple[float, float, float, float]]) -> PathData:
    pen = Pen()
    for x0, y0, x1, y1 in lines:
        pen.move(x0, y0).line(x1, y1)
    return pen.data


def _draw_scissors(sketch: _Sketch, x: float, y: float) -> None:
    """Draw scissors that open to the right."""
    for side in (-1, 1):
        sketch.stroke(Pen().circle(x, y + 4 * side, 2.6).data, INK, 1.1)
        sketch.stroke(Pen().move(x + 2.2, y + 2.6 * side).line(x + 20, y - 3.4 * side).data, INK, 1.1)
