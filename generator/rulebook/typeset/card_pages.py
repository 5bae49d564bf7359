"""Cards on a page, two in a row, cut apart by straight cuts; and what all of them look like.

Lengths are mm from the top left corner of the page, but for sizes of type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.catalogue.papers import Paper
from generator.catalogue.words import LoadedWords
from generator.drawing.display_list import PathData, Pen
from generator.errors import TypesettingError
from generator.layout.sheet_setup import Flip
from generator.pdf.document import Document
from generator.pdf.forms import FormCache
from generator.pdf.reportlab_adapter import write_operators
from generator.pdf.sheets import marks_at_cuts
from generator.pdf.tags import ORNAMENT, Element
from generator.rulebook.text.figures import Subject
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter
from generator.units import pt

COLUMNS = 2
WIDE_MM, HIGH_MM = 92.0, 126.0
"""Size of a card, and its height where two rows are on a page: four of them and their crop marks fit A4 and Letter, and
a card lies in the box. Own choice."""
EDGE_MM, HEAD_MM, ROUND_MM = 2.5, 12.5, 2.2
MARKS_MM, MARK_WIDTH_MM = (1.0, 5.0), 0.2
"""Ends of the marks, in mm from the cards; and their width."""


@dataclass(frozen=True, slots=True)
class CardPlace:
    """The place of a card.

    Attributes:
        x, y: its corner, before it is moved.
        high: its height.
        element: holds what is read of it.
    """

    x: float
    y: float
    high: float
    element: Element


PaintCard = Callable[[Painter, CardPlace], None]


def print_card_pages(
    cards: Sequence[PaintCard], title: str, subject: Subject, words: LoadedWords, typesetter: Typesetter, paper: Paper,
    version: str, forms: FormCache, rows: int = 2,
) -> bytes:  # fmt: skip
    """Return cards as the bytes of a PDF.

    Args:
        cards: functions that paint one each.
        title: of the file.
        subject: the game.
        words: of the language.
        typesetter: knows the mistakes.
        paper: to print on.
        version: of this program.
        forms: of drawings that cards in other languages have shown already.
        rows: of cards on a page.

    Raises:
        TypesettingError: what cannot be printed, or is too long for its place.
    """
    high = 2 * HIGH_MM / rows
    left, top = (paper.width_mm - COLUMNS * WIDE_MM) / 2, (paper.height_mm - rows * high) / 2
    size, root = (paper.width_mm, paper.height_mm), Element("Document")
    canvas = Document(size, title, version, words.tag, author=subject.head.credits.design, root=root)
    box = left, top, size[0] - left, size[1] - top
    canvas.set_boxes(box)
    structure = canvas.structure
    painter = Painter(canvas, pt(paper.height_mm), subject.drawing, structure, make_form=forms.form)
    count = COLUMNS * rows
    for start in range(0, len(cards), count):
        for number, paint in enumerate(cards[start : start + count]):
            # cards are painted in one place and moved: what they have in common stands in the same bytes, and deflates
            right, down = painter.moved = pt(number % COLUMNS * WIDE_MM), pt(number // COLUMNS * high)
            write_operators(canvas, f"q 1 0 0 1 {right:.4f} {-down:.4f} cm")
            paint(painter, CardPlace(left, top, high, root.add("Sect")))
            structure.mark(None)
            write_operators(canvas, "Q")
        painter.moved = 0.0, 0.0
        painter.mark(ORNAMENT)
        xs = tuple(left + index * WIDE_MM for index in range(COLUMNS + 1))
        ys = tuple(top + index * high for index in range(rows + 1))
        paint_shape(painter, marks_at_cuts(box, xs, ys, *MARKS_MM), ink="#000000", width=MARK_WIDTH_MM, cap=0)
        structure.end_page()
    if typesetter.mistakes:
        raise TypesettingError(typesetter.mistakes)
    return canvas.finish(Flip.NONE)


def paint_ground(painter: Painter, place: CardPlace, ink: str, edge: str, ground: str) -> None:
    """Paint the ground of a card, its head and the line around it."""
    painter.mark(ORNAMENT)
    left, top, wide = place.x + EDGE_MM, place.y + EDGE_MM, WIDE_MM - 2 * EDGE_MM
    whole = Pen().rounded_rectangle(left, top, wide, place.high - 2 * EDGE_MM, ROUND_MM).data
    paint_shape(painter, whole, fill=ground)
    paint_shape(painter, Pen().rounded_rectangle(left, top, wide, HEAD_MM, ROUND_MM).data, fill=ink)
    paint_shape(painter, whole, ink=edge, width=0.7)


def paint_shape(
    painter: Painter, data: PathData, fill: str = "", ink: str = "", width: float = 0.0, dash: Sequence[float] = (),
    cap: int = 1,
) -> None:  # fmt: skip
    """Paint a path in mm."""
    painter.enter(0, 0, pt(1))
    if fill:
        painter.fill(data, fill)
    if ink:
        painter.stroke(data, ink, width, dash, cap=cap)
    painter.leave()
