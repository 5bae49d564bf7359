"""Player cards that hold the summary of the rules: its words, and figures of the rules below them; all cards alike.

::

    +---------------------+
    | head: sign, title   |
    | the words of the    |   as large as they fit
    | summary             |
    | figure  |  figure   |   in what room is left
    +---------------------+

Lengths are mm from the top left corner of the page, but for sizes of type.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.catalogue.papers import Paper
from generator.catalogue.spreads import LoadedSpreads, Page, SummaryCard
from generator.catalogue.words import LoadedWords
from generator.drawing.display_list import Pen
from generator.errors import TypesettingError
from generator.pdf.forms import FormCache
from generator.pdf.reportlab_adapter import write_operators
from generator.pdf.tags import ORNAMENT, Element
from generator.rulebook.text.document import FigureBlock, Heading, RulesText
from generator.rulebook.text.figures import FigureWords, Subject, alt_text_of
from generator.rulebook.text.spreads import spread_mistakes
from generator.rulebook.text.strings import AltTextWords, localise_names
from generator.rulebook.typeset.blocks import Composed, Flow, first_fitting, stack
from generator.rulebook.typeset.booklet import typesetter_for
from generator.rulebook.typeset.card import section_of
from generator.rulebook.typeset.card_pages import (
    COLUMNS,
    EDGE_MM,
    HEAD_MM,
    HIGH_MM,
    WIDE_MM,
    CardPlace,
    paint_ground,
    paint_shape,
    print_card_pages,
)
from generator.rulebook.typeset.composed_pages import GROUND, LETTERS
from generator.rulebook.typeset.line_breaks import Line
from generator.rulebook.typeset.page_breaks import Slab
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter
from generator.rulebook.typeset.styles import MEASURE, RULE, TextStyle, composed_styles_for, scaled_styles
from generator.units import mm_from_pt, pt

LARGEST, STEP, STEPS = 0.94, 0.03, 8
"""Scales of the type of composed pages that are tried: 9 pt to 7 pt in Latin letters. Own choice."""
INSIDE_MM, GAP_MM, ROOM_MM = 5.0, 2.0, 1.2
"""Distance of the words from the card's edge; of figures from the words, from one another, and from their frames."""
FIGURE_MM = 20.0
"""Least height of figures. Own choice."""
SYMBOL_MM, TITLE_PT = 9.4, 15.0


def print_summary_cards(
    text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, paper: Paper, version: str, forms: FormCache
) -> bytes:  # fmt: skip
    """Return the player cards of one language as the bytes of a PDF.

    Args:
        text: the rules, of the revision of the composed pages.
        subject: the game that they are the rules of, whose composed pages say how its cards are made.
        words: of the language.
        fonts: the folder of the fonts.
        paper: to print on.
        version: of this program.
        forms: of drawings that cards in other languages have shown already.

    Raises:
        TypesettingError: what cannot be printed, or is too long for a card.
    """
    spreads = subject.spreads_for(text)
    assert spreads is not None, "other texts have no cards"
    assert spreads.spreads.card is not None
    card = spreads.spreads.card
    if wrong := spread_mistakes(spreads, text):
        raise TypesettingError(wrong)
    table = localise_names(subject.table, words.words.typography)
    typesetter = typesetter_for(text, words, subject, fonts, table)
    cards = _Summary(text, spreads, card, subject, words, typesetter)
    painted = [partial(cards.paint, cards.scale())] * (COLUMNS * card.rows)
    title = f"{text.title.text}: {cards.summary.text}"
    return print_card_pages(painted, title, subject, words, typesetter, paper, version, forms, card.rows)


@dataclass(frozen=True, slots=True)
class _Summary:
    """The summary of one text, which becomes cards."""

    text: RulesText
    spreads: LoadedSpreads
    card: SummaryCard
    subject: Subject
    words: LoadedWords
    typesetter: Typesetter

    @property
    def summary(self) -> Heading:
        """Return the heading of the summary."""
        name = self.spreads.spreads.summary
        return next(one for one in self.text.blocks if isinstance(one, Heading) and one.id == name)

    def scale(self) -> float:
        """Return the largest scale at which the words leave room for the figures; report words that never do."""
        room = 2 * HIGH_MM / self.card.rows - 2 * EDGE_MM - HEAD_MM - 2 * GAP_MM
        room -= (FIGURE_MM + GAP_MM) * bool(self.card.figures)
        scale, left = first_fitting((LARGEST - STEP * step for step in range(STEPS + 1)), self._high, room)
        if self.typesetter.mistakes:
            raise TypesettingError(self.typesetter.mistakes)
        if left < 0:
            line = self.summary.line
            message = f"the summary is {-left:.1f} mm too high for a player card in the smallest type"
            self.typesetter.report(line, f"{message}{self.typesetter.passage(line)}; write it shorter")
        return scale

    def _high(self, scale: float) -> float:
        """Return the height of the words in mm."""
        return mm_from_pt(stack(self._slabs(scale, Element("Sect")))[1])

    def _slabs(self, scale: float, element: Element) -> list[Slab]:
        """Return the words, set in type of that scale."""
        section = section_of(self.text, self.summary.id)
        styles = scaled_styles(composed_styles_for(self.words.words.line_breaking), scale)
        flow = Flow(
            section, self.typesetter, styles, self.subject.figures, ("", ""), {}, self._telling, element,
            raised=1, composed=Composed(self._page.ink, 0.0),
        )  # fmt: skip
        return flow.column(section.blocks[1:], pt(WIDE_MM - 2 * INSIDE_MM))

    @property
    def _telling(self) -> AltTextWords:
        return AltTextWords(self.words, self.typesetter.mistakes.append)

    @property
    def _page(self) -> Page:
        """Return the page of the summary, whose ink and sign are those of the cards."""
        pages = self.spreads.spreads.pages
        return next((page for page in pages if page.band == self.spreads.spreads.summary), pages[-1])

    def paint(self, scale: float, painter: Painter, place: CardPlace) -> None:
        """Paint a card."""
        paint_ground(painter, place, self._page.ink, self._page.ink, GROUND)
        self._paint_head(painter, place)
        left, y = place.x + INSIDE_MM, place.y + EDGE_MM + HEAD_MM + GAP_MM
        places, high = stack(self._slabs(scale, place.element))
        for top, slab in places:
            slab.paint(painter, pt(left), pt(y) + top)
        if self.card.figures:
            y += mm_from_pt(high) + GAP_MM
            self._paint_figures(painter, place, y, place.y + place.high - EDGE_MM - GAP_MM - y)

    def _paint_head(self, painter: Painter, place: CardPlace) -> None:
        """Paint the title of the game between two signs."""
        middle, sign = place.y + EDGE_MM + HEAD_MM / 2, self._page.sign
        for x in (place.x + EDGE_MM + 2, place.x + WIDE_MM - EDGE_MM - 2 - SYMBOL_MM) if sign else ():
            painter.form(painter.drawing(f"symbol:{sign}"), pt(x), pt(middle - SYMBOL_MM / 2), pt(SYMBOL_MM))
        style = TextStyle(TITLE_PT, TITLE_PT, face="heading", bold=True, ink=LETTERS, align="left", hyphens=False)
        room = pt(WIDE_MM - 2 * EDGE_MM - 2 * SYMBOL_MM - 8)
        title = self.text.title
        line = self.typesetter.fitted(title.text, style, room, "the head of a player card", title.line)
        painter.mark(place.element.add("H1"))
        painter.line(line, pt(place.x + WIDE_MM / 2) - line.width / 2, pt(middle) + 0.33 * TITLE_PT)

    def _paint_figures(self, painter: Painter, place: CardPlace, y: float, high: float) -> None:
        """Paint the figures side by side, each as large as its frame allows."""
        shown = {block.figure: block for block in self.text.blocks if isinstance(block, FigureBlock)}
        names = self.card.figures
        wide = (WIDE_MM - 2 * INSIDE_MM - (len(names) - 1) * GAP_MM) / len(names)
        for number, name in enumerate(names):
            x, figure = place.x + INSIDE_MM + number * (wide + GAP_MM), self.subject.figures[name]
            frame = Pen().rounded_rectangle(x, y, wide, high, 1.2).data
            painter.mark(ORNAMENT)
            paint_shape(painter, frame, fill="#ffffff", ink=RULE, width=0.25)
            if (plan := figure.plan(MEASURE)) is None:
                self.typesetter.report(shown[name].line, f"figure {name!r} does not fit a player card")
                continue
            left, right = min(one.x for one in plan.places), max(one.x + one.width for one in plan.places)
            bottom = max(one.y + one.height for one in plan.places)
            scale = min(pt(wide - 2 * ROOM_MM) / (right - left), pt(high - 2 * ROOM_MM) / bottom)
            at = pt(x + wide / 2) - scale * (left + right) / 2, pt(y + high / 2) - scale * bottom / 2
            alt = alt_text_of(figure, shown[name], self._telling)
            box = painter.box(pt(x), pt(y), pt(x + wide), pt(y + high))
            painter.mark(place.element.add("Figure", alt, box))
            write_operators(
                painter.canvas, f"q {scale:.4f} 0 0 {scale:.4f} {at[0]:.4f} {painter.height - at[1]:.4f} cm"
            )
            page, painter.height = painter.height, 0.0
            figure.paint(painter, plan, FigureWords((_NOTHING,) * len(plan.places), {}), 0.0, 0.0)
            painter.height = page
            write_operators(painter.canvas, "Q")


_NOTHING = Line((), 0.0)
