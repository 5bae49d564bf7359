"""Pages that help to print: the calibration sheet of a printer, and the start page of a game.

The start page shows in pictures how the sheets of a game are printed, turned over and cut. It has no words but the
title, so it serves every language; sheets on it are the real ones, smaller::

    (1)  front  -> turn ->  back     5 x A4, 200-300 g/m2, 100 %, a ruler of 100 mm
         sheets whose back is blank, beside those that have one
    (2)  cuts on a sheet: strips first, then pieces; a honeycomb has no straight cut, its strips go up and down
    (3)  the last sheet, whose counters are cut off, into strips, then into squares
    (4)  sheets of which a board or a model is glued, and what comes of them
    (5)  all that belongs to the game; the box, if there is one: cut out, folded, its lid put on

The calibration sheet has two sides, from which a person reads what a printer does to a page::

    |----|----|----|----|----|     front: whole millimetres, numbered as they are to be typed
       |    |    ^    |    |       back, seen against the light: lines of 2.9 mm, numbered -5 to 5; 0 bears the arrow

The whole number nearest to the arrow, and as many tenths as the line of the back says that goes on a line of the front:
that is by how much backs must be moved. The same trick reads lengths to a tenth of a millimetre: the far end of a
line of known length is a comb of 0.9 mm, each tooth numbered with the length that it means if it meets a line of a
ruler whose zero lies at the near end.

The back is drawn as it must appear to a reader who looks through the front, and then mirrored as a whole; so its
numbers read right through the paper, too. Lengths in mm from the top left corner of the front.

Source: the scale is that of Pierre Vernier, "La construction, l'usage et les propriétés du quadrant nouveau", 1631;
lines of 2.9 instead of 0.9 mm are the extended vernier of measuring tools, easier to read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import groupby, product
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.headers import Head
from asterion_press.catalogue.layouts import Marks
from asterion_press.catalogue.printer_shelf import READ_ACROSS_MM, READ_DOWN_MM
from asterion_press.drawing.display_list import Drawing, PathData, Pen, number
from asterion_press.geometry import PT_PER_MM, Point, Rect, mm_from_pt, pt
from asterion_press.layout.box import Box
from asterion_press.layout.grid import RULER_MM, Honeycomb, usable_area
from asterion_press.layout.sheet_setup import Correction, Flip, SheetSetup
from asterion_press.layout.sheets import Face, Page, Placement
from asterion_press.pdf.box import Goods, draw_steps, goods_in_rows, picture_goods
from asterion_press.pdf.cjk_breaks import Kinsoku, is_wide
from asterion_press.pdf.document import Document
from asterion_press.pdf.forms import (
    FormCache,
    ScenePainter,
    colour_operator,
    millimetre_space,
    path_text,
    place_form,
)
from asterion_press.pdf.reportlab_adapter import write_operators
from asterion_press.pdf.sheets import (
    corrected_space,
    layers_of,
    paint_page,
    ruler_from,
    title_font,
    width_mm,
)

Axis = Literal["across", "down"]
LINE_MM = 0.15
"""The thinnest line that prints safely; coincidence is seen best on thin lines."""
FAR_MM = 25
"""Millimetres of the front on each side of 0: the comb's 14.5, and 10 mm of drift. Own choice."""
TOOTH_MM = 2.9
TOOTH_OF_LENGTH_MM = 0.9
TEXT_PT, SMALL_PT, LETTER_PT, TITLE_PT = 9.0, 7.0, 13.0, 13.0
LEADING_MM = 4.4
WIDTH_MM, ASKEW_MM = 140.0, 105.0
"""Widths of the text at the head and the foot, which stays clear of the scales. Own choice."""
INDENT_MM = 4.5
EXAMPLE_MM, EXAMPLE_LENGTH_MM = -0.7, 159.6
"""The readings that are drawn as examples; the first is that of the words."""
OFFSET_SCALE, LENGTH_SCALE = 4.8, 5.8
"""How much larger than life they are drawn. Own choice."""
COMMAND = "asterion printer calibrate --printer NAME --offset X,Y --size W,H"
IDEAL = f"0,0 / {READ_ACROSS_MM:g},{READ_DOWN_MM:g}"


class CalibrationWords(Struct, frozen=True):
    """The words on the sheet.

    Attributes:
        language: a tag.
        face: with its letters.
        rules: of line breaks between letters; None if lines break between words only.
        texts: by key, with values between doubled braces.
    """

    language: str
    face: str
    rules: Kinsoku | None
    texts: Mapping[str, str]

    def text(self, key: str, **values: str) -> str:
        """Return a text with its values."""
        return re.sub(r"\{\{(\w+)\}\}", lambda name: values[name[1]], self.texts[key])


class _Sheet(Struct):
    """A page that is being printed.

    Attributes:
        high: its height, in mm.
        font: of numbers, and of words in no language.
    """

    canvas: Document
    high: float
    font: str

    def write(self, x: float, y: float, words: str, size: float, font: str) -> None:
        """Print words that begin at x on the base line y."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(pt(x), pt(self.high - y), words)

    def centre(self, x: float, y: float, words: str, size: float = SMALL_PT, font: str = "") -> None:
        """Print words about x, on the base line y."""
        font = font or self.font
        self.write(x - width_mm(words, font, size) / 2, y, words, size, font)


class _Scale(Struct):
    """A scale of a sheet that is being drawn.

    Attributes:
        x, y: its zero.
        unit: length of a millimetre of the scale.
    """

    axis: Axis
    x: float
    y: float
    unit: float = 1.0
    pen: Pen = field(default_factory=Pen)

    def at(self, along: float, beside: float) -> Point:
        """Return a point so far along the scale, and so far beside it on the side of the front."""
        along *= self.unit
        return (self.x + along, self.y - beside) if self.axis == "across" else (self.x - beside, self.y + along)

    def tick(self, along: float, near: float, far: float) -> None:
        """Draw a line across the scale."""
        self.pen.lines(self.at(along, near), self.at(along, far))


class _CalibrationSheet(_Sheet):
    """A side of the calibration sheet.

    Attributes:
        face: of the words.
    """

    paper: Paper
    flip: Flip
    words: CalibrationWords
    face: str

    @property
    def middle(self) -> Point:
        return self.paper.width_mm / 2, self.high / 2

    def stroke(self, pen: Pen, width: float = LINE_MM, grey: float = 0) -> None:
        write_operators(self.canvas, millimetre_space(self.high))
        write_operators(self.canvas, f"{number(grey)} G {number(width)} w 0 J {path_text(pen.data)} S Q")

    def _scale(self, axis: Axis) -> tuple[_Scale, int]:
        """Return a scale, and 1 if the numbers to type grow to the right or downwards, else -1.

        A back that is seen through the front too far to the right must be moved to the right, as it is seen from the
        back, if left and right change places; else to the left.
        """
        x, y = self.middle
        grows = 1 if self.flip.turns_across(self.paper) is (axis == "across") else -1
        return _Scale(axis, x - 10, y - 42 if axis == "across" else y + 12), grows

    def _number(self, scale: _Scale, along: float, beside: float, words: str, size: float = SMALL_PT) -> None:
        x, y = scale.at(along, beside)
        self.centre(x, y + mm_from_pt(size) / 3, words, size)

    def draw_millimetres(self, axis: Axis) -> None:
        """Draw the scale of a front: whole millimetres, numbered as they are to be typed."""
        scale, grows = self._scale(axis)
        scale.pen.lines(scale.at(-FAR_MM, 0), scale.at(FAR_MM, 0))
        for mm in range(-FAR_MM, FAR_MM + 1):
            scale.tick(mm, 0, 5.5 if mm % 5 == 0 else 3.5)
            if mm % 5 == 0:
                self._number(scale, mm, 7.8, f"{mm * grows:+d}" if mm else "0")
        self.stroke(scale.pen)
        self._number(scale, -FAR_MM - 5, 2, "X" if axis == "across" else "Y", LETTER_PT)

    def draw_comb(self, axis: Axis) -> None:
        """Draw the scale of a back: an arrow at 0 with the teeth beside it."""
        scale, grows = self._scale(axis)
        for tooth in range(-5, 6):
            along = tooth * TOOTH_MM
            if tooth:
                scale.tick(along, 0, -4)
            self._number(scale, along, -6.4, f"{tooth * grows:+d}" if tooth else "0")
        scale.pen.polygon(scale.at(-0.8, -4), scale.at(0, 0), scale.at(0.8, -4))
        self.stroke(scale.pen)

    def draw_crosses(self, *, ring: bool) -> None:
        """Draw crosses near the corners, or rings about them; they show whether the paper went in askew."""
        (x, y), (wide, high) = self.middle, usable_area(self.paper, 5, 5)
        pen = Pen()
        for cy, cx in product((y - high / 2, y + high / 2), (x - wide / 2, x + wide / 2)):
            if ring:
                pen.circle(cx, cy, 2)
            else:
                pen.move(cx - 3.5, cy).line(cx + 3.5, cy).move(cx, cy - 3.5).line(cx, cy + 3.5)
        self.stroke(pen)

    def draw_length(self, axis: Axis, length: float) -> None:
        """Draw a line of known length, whose far end is a comb from which the length by a ruler is read."""
        x, y = self.middle
        side = 1 if axis == "across" else -1  # teeth upwards, and to the right
        scale = _Scale(axis, x - 92, y + 92) if axis == "across" else _Scale(axis, x + 82, y - length / 2)
        scale.pen.lines(scale.at(0, 0), scale.at(length + 10 * TOOTH_OF_LENGTH_MM, 0))
        scale.tick(0, -3, 6.5 * side)
        self._number(scale, 0, 8.6 * side, "0")
        for tooth in range(-10, 11):
            along = length + tooth * TOOTH_OF_LENGTH_MM
            scale.tick(along, 0, side * (6.5 if tooth % 10 == 0 else 5.0 if tooth % 5 == 0 else 3.5))
            if tooth % 10 == 0:
                self._number(scale, along, side * (8.6 if axis == "across" else 9.5), f"{length + tooth / 10:g}")
        self.stroke(scale.pen)
        self._number(scale, length / 2, 4 * side, "W" if axis == "across" else "H", LETTER_PT)

    def draw_offset(self) -> None:
        """Draw enlarged how an offset is read; lines of the back are grey.

        The arrow of the back lies between -1 and 0 of the front, and its line +3 on a line of the front.
        """
        x, y = self.middle[0] + 8, self.middle[1] + 3
        scale, back, eye = _Scale("across", x + 3 * OFFSET_SCALE, y, OFFSET_SCALE), Pen(), Pen()
        scale.pen.lines(scale.at(-3, 0), scale.at(9, 0))
        for mm in range(-3, 10):
            scale.tick(mm, 0, 7 if mm % 5 == 0 else 5)
            if mm in {-1, 0, 5}:
                self.centre(*scale.at(mm, 8.5), f"{mm:+d}" if mm else "0")
        for tooth in range(4):
            along = EXAMPLE_MM + tooth * TOOTH_MM
            left, foot = scale.at(along, -6)
            if tooth:
                back.lines(scale.at(along, 0), (left, foot))
            else:
                back.polygon((left - 1.4, foot), scale.at(along, 0), (left + 1.4, foot))
            self.centre(*scale.at(along, -9.2), f"{tooth:+d}" if tooth else "0")
        for along, beside in ((-1, 9.3), (8, 0), (8, -8.3)):
            eye.circle(*scale.at(along, beside), 2.4)
        self.stroke(scale.pen)
        self.stroke(back, 0.3, 0.5)
        self.stroke(eye, 0.35)
        self.centre(*scale.at(3, -17), f"-1 + 0.3 = {EXAMPLE_MM:g}", LETTER_PT)

    def draw_length_read(self) -> None:
        """Draw enlarged how a length is read, the end of a line that is 159.6 mm long below a ruler, which is grey.

        The line's tooth for 159.6 meets a line of the ruler.
        """
        start, share = 154, EXAMPLE_LENGTH_MM / READ_ACROSS_MM
        x, y = self.middle[0] + 8 - start * LENGTH_SCALE, self.middle[1] + 62
        scale, ruler = _Scale("across", x, y, LENGTH_SCALE), Pen()
        scale.pen.lines(scale.at(start, 0), scale.at(start + 10, 0))
        ruler.lines(*(scale.at(start + mm, beside) for mm, beside in ((0, 17), (0, 6), (10, 6), (10, 17))))
        for mm in range(start + 1, start + 10):
            ruler.lines(scale.at(mm, 6), scale.at(mm, 11 if mm % 5 == 0 else 9))
            if mm % 5 == 0:
                self.centre(*scale.at(mm, 12.5), f"{mm}")
        for tooth in range(-6, 3):
            scale.tick(share * (READ_ACROSS_MM + tooth * TOOTH_OF_LENGTH_MM), 0, 6)
        met = share * (READ_ACROSS_MM - 4 * TOOTH_OF_LENGTH_MM)
        self.stroke(scale.pen)
        self.stroke(ruler, 0.3, 0.5)
        self.stroke(Pen().circle(*scale.at(met, 6), 2.4), 0.35)
        self.centre(*scale.at(met, -5.5), f"{EXAMPLE_LENGTH_MM:g}", LETTER_PT)
        self.centre(*scale.at(EXAMPLE_LENGTH_MM, -3.5), f"{READ_ACROSS_MM:g}")

    def print_words(self, correction: Correction) -> None:
        """Print the title and the steps, or what to do with a printer that is known."""
        words, (x, y) = self.words, self.middle
        left, top = x - 80, self.paper.margin_mm.top + 6
        self.write(left, top, words.text("front", paper=self.paper.title), TITLE_PT, self.face)
        line = top + 7
        if correction != Correction():
            size = {"across": f"{READ_ACROSS_MM:g}", "down": f"{READ_DOWN_MM:g}"}
            for text in (words.text("known", printer=correction.printer, **size), words.text("else")):
                line = self._paragraph(left, line, text)
        else:
            edge = "long_edge" if self.flip is Flip.LONG_EDGE else "short_edge"
            steps = [*map(words.text, (edge, "light", "ruler")), words.text("save", command=COMMAND, ideal=IDEAL)]
            for step, text in enumerate(steps, 1):
                self.write(left, line, f"{step}.", TEXT_PT, self.face)
                line = self._paragraph(left + INDENT_MM, line, text)
        self._paragraph(left, y + 112, words.text("askew"), ASKEW_MM)

    def _paragraph(self, left: float, y: float, text: str, width: float = WIDTH_MM) -> float:
        """Print a text in as many lines as it needs, from the base line y on; return the base line after it."""

        def width_of(line: str) -> float:
            return width_mm(line, self.face, TEXT_PT)

        for line in break_lines(text, width, width_of, rules=self.words.rules):
            self.write(left, y, line, TEXT_PT, self.face)
            y += LEADING_MM
        return y


def print_calibration(paper: Paper, flip: Flip, correction: Correction, fonts: Path, words: CalibrationWords) -> bytes:
    """Return the sheet for one paper.

    Args:
        paper: the sheet.
        flip: the way in which it is turned over; not :attr:`Flip.NONE`.
        correction: of a printer that is known already, to check it; none to measure.
        fonts: folder of the fonts.
        words: its words.

    Returns:
        A PDF of two pages.
    """
    width, height = map(pt, paper.size)
    canvas = Document(paper.size, words.text("front", paper=paper.title), words.language)
    face = title_font(fonts, words.face)
    sheet = _CalibrationSheet(canvas, paper.height_mm, title_font(fonts), paper, flip, words, face)
    with canvas.saved(corrected_space(correction, paper, back=False)):
        sheet.print_words(correction)
        sheet.draw_crosses(ring=True)
        sheet.draw_millimetres("across")
        sheet.draw_millimetres("down")
        sheet.draw_length("across", READ_ACROSS_MM)
        sheet.draw_length("down", READ_DOWN_MM)
        if correction == Correction():
            sheet.draw_offset()
            sheet.draw_length_read()
    canvas.showPage()
    mirror = f"-1 0 0 1 {width:z.6f} 0" if flip.turns_across(paper) else f"1 0 0 -1 0 {height:z.6f}"
    with canvas.saved(corrected_space(correction, paper, back=True)):
        label = words.text("back", paper=paper.title)
        sheet.centre(sheet.middle[0], paper.margin_mm.top + 6, label, TEXT_PT, face)
        with canvas.saved(f"{mirror} cm"):
            sheet.draw_crosses(ring=False)
            sheet.draw_comb("across")
            sheet.draw_comb("down")
    canvas.showPage()
    return canvas.finish(flip, archived=False)


def break_lines(text: str, width: float, width_of: Callable[[str], float], *, rules: Kinsoku | None) -> Iterator[str]:
    """Yield a text broken into lines.

    Args:
        text: without breaks.
        width: of a line at most, in mm, if no single word is longer.
        width_of: returns the width of a line, in mm.
        rules: of line breaks between letters; None if between words only.
    """
    line = ""
    for piece in _pieces(text, rules):
        if line and width_of((line + piece).rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _pieces(text: str, rules: Kinsoku | None) -> Iterator[str]:
    """Yield what is not broken: words with the space behind them, or wide letters with the marks that they hold."""
    piece = ""
    for word in re.findall(r"\S+\s*", text):
        letters = [token for wide, run in groupby(word, is_wide) for token in (run if wide else ["".join(run)])]
        for token in letters if rules else [word]:
            if piece and (rules is None or piece[-1].isspace() or rules.may_part(piece[-1], token[0])):
                yield piece
                piece = ""
            piece += token
    yield piece


INK, CUT_INK, PALE = "#1a1a1a", "#d0281c", "#b0b0b0"
CARD = "200–300 g/m²"
"""Card that home printers take. Source: data sheets of common inkjets."""
WIDE_MM = 186.0
"""Width of all that is drawn. Own choice: it fits A4 and Letter."""
START_TITLE_PT, START_TEXT_PT = 20.0, 12.0
START_TOP_MM, START_FOOT_MM, ROW_GAP_MM = 26.0, 12.0, 7.0
"""Above and below the rows, and between them at least."""
PRINT_MM, CUT_MM, PARTS_MM, GOODS_MM, BOX_MM = 57.0, 57.0, 44.0, 25.0, 31.0
"""Heights of the rows; where there is room, they grow, by :data:`GROWTH` at most."""
GROWTH = 1.3
NUMBER_MM = 12.0
"""Room for the number of a step."""


Step: TypeAlias = Callable[[Rect], float]
"""Draws a step in some room: left, top, right, bottom; returns where the next one may begin."""


class _Sketch(_Sheet):
    """A start page."""

    marks: Marks
    brush: ScenePainter
    drawing: Callable[[str], Drawing]

    def name(self, component: str, scale: float) -> str:
        """Return the name of the form of a component that is shown at a scale."""
        return self.brush.define(self.drawing(component), scale * PT_PER_MM)

    def stroke(self, data: PathData, ink: str = INK, width: float = 0.35, *, fill: bool = False) -> None:
        space = f"{millimetre_space(self.high)} 1 J 1 j"
        paint = f"{colour_operator(ink, 'rg')} {path_text(data)} f" if fill else f"{path_text(data)} S"
        write_operators(self.canvas, f"{space} {colour_operator(ink, 'RG')} {number(width)} w {paint} Q")

    def text(self, x: float, y: float, words: str, size: float = START_TEXT_PT, ink: str = INK) -> None:
        """Print words about x."""
        with self.canvas.saved(colour_operator(ink, "rg")):
            self.centre(x, y, words, size)

    def step(self, x: float, y: float, count: int, radius: float = 4.2, ink: str = INK) -> None:
        """Draw the number of a step on a disc."""
        self.stroke(Pen().circle(x, y, radius).data, ink, fill=True)
        self.text(x, y + radius * 0.42, str(count), radius * 3.4, "#ffffff")

    def arrow(self, start: Point, bend: Point, end: Point, ink: str = INK) -> None:
        """Draw a curved arrow that arrives from the side of its bend."""
        (x, y), (u, v) = end, bend
        far = max(1e-6, ((x - u) ** 2 + (y - v) ** 2) ** 0.5)
        along, across = ((x - u) / far, (y - v) / far), ((y - v) / far, (u - x) / far)
        tips = [(x - 3 * along[0] + side * across[0], y - 3 * along[1] + side * across[1]) for side in (1.5, -1.5)]
        self.stroke(Pen().move(*start).curve(*bend, *bend, x - 2 * along[0], y - 2 * along[1]).data, ink, 0.8)
        self.stroke(Pen().polygon(end, *tips).data, ink, fill=True)

    def window(self, x: float, y: float, scale: float) -> AbstractContextManager[None]:
        """Draw what follows smaller or larger, its top left corner at a point."""
        up = pt(self.high - y) - scale * pt(self.high)
        return self.canvas.saved(f"{scale:.6f} 0 0 {scale:.6f} {pt(x):z.6f} {up:z.6f} cm")

    def sheet(self, page: Page, x: float, y: float, scale: float, cuts: PathData = ()) -> None:
        """Draw a sheet with its paper's edge and lines to cut along."""
        width, height = page.grid.paper.width_mm * scale, page.grid.paper.height_mm * scale
        self.stroke(Pen().rectangle(x + 1, y + 1, width, height).data, PALE, fill=True)
        self.stroke(Pen().rectangle(x, y, width, height).data, "#ffffff", fill=True)
        self.stroke(Pen().rectangle(x, y, width, height).data, PALE, 0.2)
        with self.window(x, y, scale):
            forms = partial(self.name, scale=scale)
            paint_page(self.canvas, page, self.marks, forms, scale)
            if cuts:
                self.stroke(cuts, CUT_INK, 0.5 / scale)


def print_start_page(
    head: Head,
    pages: Sequence[Page],
    drawing: Callable[[str], Drawing],
    fonts: Path,
    laying: SheetSetup,
    goods: Sequence[Goods],
    box: Box | None,
) -> bytes:
    """Return the start page of an imposition as a PDF of one page.

    Args:
        head: of the game.
        pages: of the sheets, in printing order.
        drawing: returns that of a component.
        fonts: folder of the fonts.
        laying: of the pages.
        goods: all that belongs to the game.
        box: for the pieces, if one is made.
    """
    fronts = [page for page in pages if page.face is not Face.BACK]
    backs = {page.sheet: page for page in pages if page.face is Face.BACK}
    blank = {sheet for sheet, page in backs.items() if not page.placements}
    runs = [list(run) for _, run in groupby(fronts, key=lambda page: page.sheet in blank)]
    firsts = [max(run, key=_fullness) for run in runs]  # the first of the fullest
    front = max(firsts, key=_fullness)
    last = next((page for page in reversed(pages) if page.also and page.face is Face.FRONT and _marked(page)), None)
    made = [replace(one, beside=None) for one in goods if one.glued]
    parts = {component for one in made for component in one.glued}
    glued = [page for page in fronts if parts.intersection(at.component for at in page.placements)]
    shown = [*firsts, *filter(None, [last]), *glued, *(backs[page.sheet] for page in firsts if page.sheet in backs)]
    paper, marks = front.grid.paper, laying.layout.marks
    title, layers = f"{head.full_title}, {paper.title}: 1, 2, 3", layers_of(shown, marks)
    canvas = Document(paper.size, title, "zxx", author=head.credits.design, layers=layers)
    brush = ScenePainter(canvas, pt(paper.height_mm), FormCache())
    sketch = _Sketch(canvas, paper.height_mm, title_font(fonts), marks, brush, drawing)
    sketch.text(paper.width_mm / 2, 19, head.full_title, START_TITLE_PT)
    sides = [
        ("–".join(dict.fromkeys(f"{run[at].sheet}" for at in (0, -1))), one, backs.get(one.sheet))
        for run, one in zip(runs, firsts, strict=True)
    ]
    rows: list[tuple[float, list[Step]]] = [
        (PRINT_MM, [partial(_draw_printing, sketch, sides, fronts[-1].sheet, laying)])
    ]
    if _marked(front) or isinstance(front.grid, Honeycomb):
        rows.append((CUT_MM, [partial(_draw_cutting, sketch, front, _cuts(front), front.placements)]))
    steps: list[Step] = []
    if last:
        counters = [one for one in last.placements if not one.marked]
        joined = all(one.kept is not None and 0 in one.kept for one in counters)  # else they lie apart, for a punch
        steps.append(partial(_draw_cutting, sketch, last, _cut_below(last), counters if joined else ()))
    steps += [partial(_draw_gluing, sketch, glued, made)] if glued else []
    rows += [(PARTS_MM, steps)] if steps else []
    rows.append((GOODS_MM * bool(goods) + BOX_MM * bool(box), [partial(_draw_goods, sketch, goods, box)]))
    free = paper.height_mm - START_TOP_MM - START_FOOT_MM - ROW_GAP_MM * (len(rows) - 1)
    growth = min(GROWTH, free / math.fsum(high for high, _ in rows))
    y, number, far = START_TOP_MM, 0, (paper.width_mm + WIDE_MM) / 2
    for high, steps in rows:
        x = far - WIDE_MM
        for step in steps:
            number += 1
            sketch.step(x + 4, y + 5, number)
            x = step((x + NUMBER_MM, y, far, y + high * growth))
        y += high * growth + ROW_GAP_MM
    canvas.showPage()
    return canvas.finish(Flip.NONE)


def _marked(page: Page) -> int:
    return sum(one.marked for one in page.placements)


def _fullness(page: Page) -> tuple[int, int]:
    return _marked(page), len(page.placements)


def _draw_printing(
    sketch: _Sketch, sides: Sequence[tuple[str, Page, Page | None]], sheets: int, laying: SheetSetup, room: Rect
) -> float:
    """Draw the two sides of a sheet, how it is turned over, and those of one whose back is blank; sheets, and size."""
    x, y, right, bottom = room
    paper, column = sides[0][1].grid.paper, (right - x - 50) / len(sides)
    scale = min((bottom - y - 8) / paper.height_mm, (column - 14) / 2 / paper.width_mm)
    wide, tall = paper.width_mm * scale, paper.height_mm * scale
    for at, (label, front, back) in enumerate(sides):
        gap = x + at * column + wide + 5
        sketch.sheet(front, gap - wide - 5, y, scale)
        sketch.text(gap - 5 - wide * 0.7, y + tall + 7, label)
        if back is None:
            continue
        sketch.sheet(back, gap + 5, y, scale)
        if not back.placements:
            sketch.text(gap + 5 + wide / 2, y + tall / 2 + 4, "Ø", 30, PALE)
        elif laying.flip is Flip.LONG_EDGE:
            sketch.arrow((gap - wide / 4, y + tall + 2.5), (gap, y + tall + 8), (gap + wide / 4, y + tall + 2.5))
        elif laying.flip is Flip.SHORT_EDGE:
            sketch.arrow((gap, y + tall * 0.2), (gap - 8, y + tall / 2), (gap, y + tall * 0.8))
        else:
            sketch.text(gap, y + tall / 2, "+", START_TITLE_PT)
    middle = right - 22
    sketch.text(middle, y + 8, f"{sheets} × {paper.title}", START_TITLE_PT)
    sketch.text(middle, y + 16, CARD)
    sketch.text(middle, y + 34, "100 %", 30)
    with sketch.window(middle - 22, y + 45, 0.44):
        sketch.stroke(ruler_from(0, 0), INK, 0.5)
    sketch.text(middle, y + 51, f"{RULER_MM:g} mm")
    return right


def _cuts(page: Page) -> PathData:
    """Return the cuts of what has crop marks, none through the border of the sheet; those along rows of a honeycomb."""
    grid, pen = page.grid, Pen()
    if isinstance(grid, Honeycomb):
        for one in page.placements:
            for sides in ((0.25, 0), (0.75, 1)):
                level, tip = (one.y + grid.height * part for part in sides)
                pen.lines((one.x, level), (one.x + grid.trim / 2, tip), (one.x + grid.trim, level))
        return pen.data
    xs, ys = grid.cut_lines([(one.x, one.y) for one in page.placements if one.marked])
    for y in ys:
        pen.lines((xs[0], y), (xs[-1], y))
    for x in xs:
        pen.lines((x, ys[0]), (x, ys[-1]))
    return pen.data


def _cut_below(page: Page) -> PathData:
    """Return the cut between what has crop marks and the counters below."""
    grid = page.grid
    y = max(one.y for one in page.placements if one.marked) + grid.height + grid.edge + grid.reach + 2
    return Pen().lines((8, y), (grid.paper.width_mm - 8, y)).data


def _draw_cutting(sketch: _Sketch, page: Page, cuts: PathData, lying: Sequence[Placement], room: Rect) -> float:
    """Draw the cuts of a sheet, and some pieces that are cut into strips, of a honeycomb up and down, then apart."""
    x, y, right, bottom = room
    scale = (bottom - y) / page.grid.paper.height_mm
    sketch.sheet(page, x, y, scale, cuts)
    x += page.grid.paper.width_mm * scale + 12
    if not lying:
        return x
    shown, hexagonal = sketch.drawing(lying[0].component), isinstance(page.grid, Honeycomb)
    wide, high = shown.width, shown.height
    scale = min((bottom - y) / (4.2 * high), (right - x - 30) / (9.3 * wide))
    names = [sketch.name(one.component, min(1.0, scale)) for one in lying[:16]]
    rise, notch, shift = (0.75 * high, 0.25 * high, wide / 2) if hexagonal else (high, 0.0, 0.0)
    level, upright, far, kept = Pen(), Pen(), 4.5 * wide + 22 / scale, (0.0,) * (6 if hexagonal else 4)
    rows = [(shift * (row % 2), rise * row, wide) for row in range(5)]
    with sketch.window(x + 8, y, scale):
        for row, (left, top, pitch) in enumerate([*rows[:4], (far, high / 2, wide), (far, 2 * high, 1.2 * wide)]):
            for column in range(4):
                name = names[(row % 4 * 4 + column) % len(names)]
                place_form(sketch.canvas, name, left + pitch * column, top, sketch.high, kept=kept)
        for row, (left, top, _) in enumerate(rows):
            level.lines(*((left + wide * step / 2, top + notch * (step % 2 == 0)) for step in range(-1, 10)))
            upright.lines((far + wide * row, high / 2), (far + wide * row, 1.5 * high))
        sketch.stroke(level.data + upright.data, CUT_INK, 0.5 / scale)
    far, high = x + 8 + far * scale, high * scale
    sketch.arrow((far - 18, y + high), (far - 14, y + high), (far - 8, y + high))
    _draw_scissors(sketch, far + wide * scale, y + 3 * high + 8)
    return right


def _draw_scissors(sketch: _Sketch, x: float, y: float) -> None:
    """Draw scissors that open to the right."""
    for side in (-1, 1):
        sketch.stroke(Pen().circle(x, y + 4 * side, 2.6).data, INK, 1.1)
        sketch.stroke(Pen().move(x + 2.2, y + 2.6 * side).line(x + 20, y - 3.4 * side).data, INK, 1.1)


def _draw_gluing(sketch: _Sketch, pages: Sequence[Page], made: Sequence[Goods], room: Rect) -> float:
    """Draw the sheets of which something is glued, and what comes of them."""
    x, y, right, bottom = room
    paper = pages[0].grid.paper
    high = min(bottom - y, (right - x - 12) / (len(pages) + len(made)))
    for page in pages:
        sketch.sheet(page, x, y, high / paper.height_mm)
        x += high * paper.width_mm / paper.height_mm + 3
    sketch.arrow((x, y + high / 2), (x + 4, y + high / 2), (x + 10, y + high / 2))
    return _draw_goods(sketch, made, None, (x + 12, y, right, bottom))


def _draw_goods(sketch: _Sketch, goods: Sequence[Goods], box: Box | None, room: Rect) -> float:
    """Draw all that belongs to the game, and the box."""
    x, y, right, bottom = room
    foot = bottom - BOX_MM if box else bottom
    side = min(foot - y - 9, (right - x) / max(1, len(goods)) * 0.75)
    for one, middle, top in goods_in_rows(goods, (x, y, right, foot), 1):
        sketch.brush.parts(picture_goods(one, middle, top, side), 0, 0, PT_PER_MM)
        sketch.text(middle, top + side + 6, one.count_text)
    sketch.brush.parts([draw_steps(box, (x, foot, right, bottom))] if box else (), 0, 0, PT_PER_MM)
    return right
