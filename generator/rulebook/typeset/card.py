"""The setup card for the box: the sections of the rules about symbols, on its front, and about the setup, on its back.

Figures, footnotes and links stay in the booklet. It is as many times as
wide and as high as the pieces lie in their box, so that folded along its marks it lies upon them.
"""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from pathlib import Path

from generator.catalogue.papers import Paper
from generator.catalogue.words import LoadedWords
from generator.drawing.display_list import Pen
from generator.errors import LayoutError, TypesettingError
from generator.layout.sheet_setup import Flip
from generator.pdf.document import Document
from generator.pdf.reportlab_adapter import write_operators
from generator.pdf.sheets import marks_at_cuts
from generator.pdf.tags import ORNAMENT, Element
from generator.rulebook.text.document import (
    Block,
    BlockQuote,
    FigureBlock,
    Heading,
    Listing,
    Paragraph,
    PictureBlock,
    RulesText,
    TableBlock,
    strip_links,
)
from generator.rulebook.text.figures import Subject
from generator.rulebook.text.strings import AltTextWords, localise_names
from generator.rulebook.typeset.blocks import Flow
from generator.rulebook.typeset.booklet import typesetter_for
from generator.rulebook.typeset.card_pages import MARK_WIDTH_MM, MARKS_MM, paint_shape
from generator.rulebook.typeset.page_breaks import Slab
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.styles import ACCENT, MEASURE, styles_for
from generator.units import mm_from_pt, pt

SECTIONS = ("symbols", "setup")
"""Ids of the headings of the sections on the front and on the back; a text may lack one."""
MARGIN_MM = 4.0
LARGEST, SMALLEST = 0.86, 0.66
"""Scales of the booklet's type: 9 pt and 7 pt. Own choice."""
FRAME_MM, FRAME_WIDTH_MM = 1.8, 0.35
FOLD_DASH_MM = (1, 0.75)


def card_sections(text: RulesText) -> list[RulesText]:
    """Return the sections on each side of the card, as texts of their own."""
    return [section for name in SECTIONS if (section := section_of(text, name)).blocks]


def print_card(
    text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, paper: Paper, unit: tuple[float, float],
    version: str,
) -> bytes:  # fmt: skip
    """Return the card as the bytes of a PDF: its front and its back, one behind the other.

    Args:
        text: the rules.
        subject: the game that they are the rules of.
        words: of the language.
        fonts: the folder of the fonts.
        paper: to print on.
        unit: width and height, in mm, of a folded card.
        version: of this program.

    Raises:
        TypesettingError: what cannot be printed.
        LayoutError: what the card says does not fit the paper.
    """
    root = Element("Document")
    sections = card_sections(text)
    titles = (first.text for section in sections if isinstance(first := section.blocks[0], Heading))
    sides = [_slabs(section, subject, words, fonts, root) for section in sections]
    high = max(_height(slabs) for slabs in sides)
    columns, rows, scale = _format(unit, high, paper)
    size = columns * unit[0], rows * unit[1]
    width, height = paper.width_mm, paper.height_mm
    left, top = (width - size[0]) / 2, (height - size[1]) / 2
    title = f"{text.title.text}: {' / '.join(titles)}"
    canvas = Document((width, height), title, version, words.tag, author=subject.head.credits.design, root=root)
    box = left, top, left + size[0], top + size[1]
    canvas.set_boxes(box)
    structure = canvas.structure
    painter = Painter(canvas, 0.0, subject.drawing, structure, make_form=subject.forms.form)
    for slabs in sides:
        inner = (size[0] - mm_from_pt(MEASURE) * scale) / 2
        above = max(MARGIN_MM, (size[1] - mm_from_pt(_height(slabs)) * scale) / 2)
        write_operators(
            canvas, f"q {scale:.4f} 0 0 {scale:.4f} {pt(left + inner):.4f} {pt(height - top - above):.4f} cm"
        )
        y = -slabs[0].before
        for slab in slabs:
            y += slab.before
            slab.paint(painter, 0.0, y)
            y += slab.height
        structure.mark(None)
        write_operators(canvas, "Q")
        structure.mark(ORNAMENT)
        painter.height = pt(height)
        frame = Pen().rectangle(left + FRAME_MM, top + FRAME_MM, size[0] - 2 * FRAME_MM, size[1] - 2 * FRAME_MM)
        paint_shape(painter, frame.data, ink=ACCENT, width=FRAME_WIDTH_MM)
        xs = tuple(left + unit[0] * index for index in range(columns + 1))
        ys = tuple(top + unit[1] * index for index in range(rows + 1))
        for lines, dash in (((xs[::columns], ys[::rows]), ()), ((xs[1:-1], ys[1:-1]), FOLD_DASH_MM)):
            marks = marks_at_cuts(box, *lines, *MARKS_MM)
            paint_shape(painter, marks, ink="#000000", width=MARK_WIDTH_MM, dash=dash, cap=0)
        painter.height = 0.0
        structure.end_page()
    return canvas.finish(Flip.LONG_EDGE if len(sides) > 1 else Flip.NONE)


def section_of(text: RulesText, name: str) -> RulesText:
    """Return the section of that id: its heading and its blocks, subsections included."""
    blocks: list[Block] = []
    level = 0
    for block in text.blocks:
        if isinstance(block, Heading):
            if level and block.level <= level:
                break
            if block.id == name:
                level = block.level
        if level and not isinstance(block, FigureBlock | PictureBlock):
            blocks.append(_plain(block))
    if blocks and isinstance(blocks[0], Heading):
        blocks[0] = replace(blocks[0], level=2)
    return replace(text, blocks=tuple(blocks), notes={})


def _plain(block: Block) -> Block:
    """Return a block without marks of footnotes and without links."""
    match block:
        case Heading() | Paragraph():
            return replace(block, content=strip_links(block.content))
        case Listing():
            items = tuple(tuple(_plain(part) for part in item) for item in block.items)
            return replace(block, items=items)
        case BlockQuote():
            return replace(block, blocks=tuple(map(_plain, block.blocks)))
        case TableBlock():
            rows = (replace(row, cells=tuple(map(strip_links, row.cells))) for row in block.rows)
            return replace(block, rows=tuple(rows))
        case _:
            return block


def _slabs(section: RulesText, subject: Subject, words: LoadedWords, fonts: Path, root: Element) -> list[Slab]:
    table = localise_names(subject.table, words.words.typography)
    typesetter = typesetter_for(section, words, subject, fonts, table)
    styles = styles_for(words.words.line_breaking)
    alt_words = AltTextWords(words, typesetter.mistakes.append)
    slabs = Flow(section, typesetter, styles, subject.figures, ("", ""), {}, alt_words, root, raised=1).slabs()
    if typesetter.mistakes:
        raise TypesettingError(typesetter.mistakes)
    return slabs


def _height(slabs: list[Slab]) -> float:
    """Return the height of a side in pt; the space above the first slab vanishes."""
    return fsum(slab.height + slab.before for slab in slabs) - slabs[0].before


def _format(unit: tuple[float, float], high: float, paper: Paper) -> tuple[int, int, float]:
    """Return columns and rows of units of the smallest card that holds the text, and the scale of its type.

    Raises:
        LayoutError: none that the paper holds does.
    """
    margin = paper.margin_mm
    room = paper.width_mm - 2 * max(margin.left, margin.right), paper.height_mm - 2 * max(margin.top, margin.bottom)
    beyond = 2 * MARKS_MM[1]
    found = []
    for columns in range(1, 1 + max(1, int((room[0] - beyond) / unit[0]))):
        for rows in range(1, 1 + max(1, int((room[1] - beyond) / unit[1]))):
            wide, tall = (columns * unit[0] - 2 * MARGIN_MM), (rows * unit[1] - 2 * MARGIN_MM)
            scale = min(LARGEST, wide / mm_from_pt(MEASURE), tall / mm_from_pt(high))
            if scale >= SMALLEST:
                found.append((columns * rows, abs(wide - tall), columns, rows, scale))
    if not found:
        needed = f"{mm_from_pt(MEASURE) * SMALLEST:.0f} x {mm_from_pt(high) * SMALLEST:.0f} mm"
        raise LayoutError(
            f"what the setup card says takes {needed} in the smallest type, more than {paper.title} has room for; "
            "choose a larger paper",
            "height_mm",
        )
    _, _, columns, rows, scale = min(found)
    return columns, rows, scale
