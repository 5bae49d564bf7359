"""The player cards: four on a page, cut apart by straight cuts, each in its player's colour; nearly all in pictures.

::

    +--------+--------+      [sun] Yellow      head: sign and name of the colour, a prisoner of it
    | yellow |  blue  |      1  place / discard
    +--------+--------+         rotate, swap, move
    |  red   | green  |      2  impale      3  draw
    +--------+--------+      score

The words are headings of the rules. They are set as large as their place allows; one that does not even fit in the
smallest type is a mistake. Lengths are mm from the top left corner of the page, but for sizes of type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.catalogue.papers import Paper
from generator.catalogue.words import LoadedWords
from generator.drawing.coarse import coarse
from generator.drawing.display_list import Drawing, Pen, Transform, transform_path
from generator.pdf.forms import FormCache, PrintedForm, make_form
from generator.pdf.reportlab_adapter import write_operators
from generator.pdf.tags import ORNAMENT
from generator.rulebook.text.document import Heading, Listing, Paragraph, RulesText, plain_text
from generator.rulebook.text.figures import SEAL_RADIUS, Subject, paint_seal
from generator.rulebook.text.player_cards import CardPanel, PlayerCard
from generator.rulebook.text.strings import AltTextWords, localise_names
from generator.rulebook.typeset.booklet import typesetter_for
from generator.rulebook.typeset.card_pages import (
    EDGE_MM,
    HEAD_MM,
    WIDE_MM,
    CardPlace,
    paint_ground,
    paint_shape,
    print_card_pages,
)
from generator.rulebook.typeset.line_breaks import Line
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter
from generator.rulebook.typeset.styles import INK, RULE, TextStyle
from generator.units import pt

INSIDE_MM, GAP_MM, CAPTION_MM = 4.6, 1.6, 4.4
"""Distance of the pictures from the card's edge, and from one another; height of the words above them."""
SYMBOL_MM, DISC_MM, FRAME_MM = 9.4, 1.9, 0.25
NAME_PT = (15.0, 9.0)
CAPTION_PT = (8.6, 5.8)
"""The largest and the smallest type of the colour's name, and of a heading. Own choice."""
TURN = "play"
"""Id of the section whose list tells the turn."""


def coarse_form(drawing: Drawing) -> PrintedForm:
    """Turn a drawing into the form that cards show, where tiles are a quarter of their size."""
    return make_form(coarse(drawing))


def print_player_cards(
    cards: Sequence[PlayerCard], text: RulesText, subject: Subject, words: LoadedWords, fonts: Path, paper: Paper,
    version: str, forms: FormCache,
) -> bytes:  # fmt: skip
    """Return the player cards of one language as the bytes of a PDF.

    Args:
        cards: of all players.
        text: the rules.
        subject: the game that they are the rules of.
        words: of the language.
        fonts: the folder of the fonts.
        paper: to print on.
        version: of this program.
        forms: of drawings that cards in other languages have shown already.

    Raises:
        TypesettingError: what cannot be printed, or is too long for its place.
    """
    table = localise_names(subject.table, words.words.typography)
    typesetter = typesetter_for(text, words, subject, fonts, table)
    telling = AltTextWords(words, typesetter.mistakes.append)
    title = f"{text.title.text}: {', '.join(telling.colour(card.colour) for card in cards)}"
    painted = [partial(_paint_card, card, text, typesetter, telling) for card in cards]
    return print_card_pages(painted, title, subject, words, typesetter, paper, version, forms)


def _paint_card(
    card: PlayerCard, text: RulesText, typesetter: Typesetter, telling: AltTextWords, painter: Painter, place: CardPlace
) -> None:
    _Card(card, text, typesetter, telling, painter, place).paint()


@dataclass(frozen=True, slots=True)
class _Card:
    """A card that is being painted.

    Attributes:
        card: what it shows.
        text: the rules.
        typesetter: sets its words.
        telling: words for the alternative texts of its pictures.
        painter: of the page.
        place: of the card.
    """

    card: PlayerCard
    text: RulesText
    typesetter: Typesetter
    telling: AltTextWords
    painter: Painter
    place: CardPlace

    def paint(self) -> None:
        """Paint the card."""
        painter, card, place = self.painter, self.card, self.place
        x, y = place.x, place.y
        paint_ground(painter, place, card.ink, card.edge, card.ground)
        middle = y + EDGE_MM + HEAD_MM / 2
        for symbol, at in (("emblem", x + EDGE_MM + 2), ("prisoner", x + WIDE_MM - EDGE_MM - 2 - SYMBOL_MM)):
            drawing = painter.drawing(f"symbol:{symbol}-{card.colour}")
            painter.form(drawing, pt(at), pt(middle - SYMBOL_MM / 2), pt(SYMBOL_MM))
        name = self.telling.colour(card.colour)
        inner = WIDE_MM - 2 * EDGE_MM - 2 * SYMBOL_MM - 8
        line = self._fitted(name[:1].upper() + name[1:], NAME_PT, inner, card.letters, 1)
        painter.mark(place.element.add("H1"))
        painter.line(line, pt(x + WIDE_MM / 2) - line.width / 2, pt(middle) + 0.33 * NAME_PT[0])
        top = y + EDGE_MM + HEAD_MM + GAP_MM
        rows = len(card.rows)
        row_high = (y + place.high - EDGE_MM - GAP_MM - top - (rows - 1) * GAP_MM) / rows
        for row in card.rows:
            self._row(row, x, top, row_high)
            top += row_high + GAP_MM

    def _row(self, row: Sequence[CardPanel], x: float, y: float, high: float) -> None:
        """Paint a row of pictures; words run on over the pictures behind theirs that have none."""
        room = WIDE_MM - 2 * INSIDE_MM - (len(row) - 1) * GAP_MM
        left = x + INSIDE_MM
        places = []
        for panel in row:
            places.append((left, panel.share * room))
            left += panel.share * room + GAP_MM
        for number, (panel, (at, wide)) in enumerate(zip(row, places, strict=True)):
            following = (one for one in range(number + 1, len(row)) if row[one].heading or row[one].step)
            reach = places[next(following, len(row)) - 1]
            self._words(panel, at, y, reach[0] + reach[1] - at)
            self._picture(panel, at, y + CAPTION_MM, wide, high - CAPTION_MM)

    def _words(self, panel: CardPanel, x: float, y: float, wide: float) -> None:
        """Paint the number of a step and the heading above a picture."""
        painter, disc = self.painter, 0.0
        middle = y + CAPTION_MM / 2 - 0.2
        if panel.step or panel.joined:
            painter.mark(ORNAMENT)
            paint_shape(self.painter, Pen().circle(x + DISC_MM, middle, DISC_MM).data, fill=self.card.ink)
            disc = 2 * DISC_MM + 1
        if panel.joined:
            slash = Pen().move(x + DISC_MM - 0.6, middle + 1.1).line(x + DISC_MM + 0.6, middle - 1.1).data
            paint_shape(self.painter, slash, ink=self.card.letters, width=0.45)
        heading = next((one for one in self._headings() if one.id == panel.heading), None)
        element = self.place.element.add("H2" if heading else "P")
        if panel.step:
            painter.mark(element)
            style = TextStyle(8.6, 10, bold=True, ink=self.card.letters, align="left", hyphens=False)
            digit = self.typesetter.plain(str(panel.step), style)
            painter.line(digit, pt(x + DISC_MM) - digit.width / 2, pt(middle) + 2.9)
        if heading:
            painter.mark(element)
            line = self._fitted(heading.text, CAPTION_PT, wide - disc, INK, heading.line)
            painter.line(line, pt(x + disc), pt(middle) + 2.8)

    def _picture(self, panel: CardPanel, x: float, y: float, wide: float, high: float) -> None:
        """Paint a picture as large as its frame allows."""
        painter, picture = self.painter, panel.picture
        alt = panel.describe(self.telling) if panel.describe else self._told(panel.item)
        painter.mark(ORNAMENT)
        frame = Pen().rounded_rectangle(x, y, wide, high, 1.2).data
        paint_shape(painter, frame, fill="#ffffff")
        element = self.place.element.add("Figure", alt, painter.box(pt(x), pt(y), pt(x + wide), pt(y + high)))
        painter.mark(element)
        write_operators(painter.canvas, "q")
        painter.clip(transform_path(frame, Transform(pt(1), 0, 0, -pt(1), 0, painter.height)))
        unit = min(wide / picture.width, high / picture.height)
        left, top = x + (wide - picture.width * unit) / 2, y + (high - picture.height * unit) / 2
        painter.parts(picture.parts, pt(left), pt(top), pt(unit))
        write_operators(painter.canvas, "Q")
        painter.mark(ORNAMENT)
        paint_shape(painter, frame, ink=RULE, width=FRAME_MM)
        if picture.verdict:
            paint_seal(painter, picture.verdict, pt(x + wide) - SEAL_RADIUS - 1, pt(y) + SEAL_RADIUS + 1)

    def _fitted(self, words: str, sizes: tuple[float, float], wide: float, ink: str, line: int) -> Line:
        """Return words as large as they fit; report those that do not fit in the smallest type."""
        largest, smallest = sizes
        style = TextStyle(largest, largest * 1.2, bold=True, ink=ink, align="left", hyphens=False)
        return self.typesetter.fitted(words, style, pt(wide), "its place on a player card", line, smallest / largest)

    def _headings(self) -> list[Heading]:
        return [block for block in self.text.blocks if isinstance(block, Heading)]

    def _told(self, item: int) -> str:
        """Return an item of the list that tells the turn."""
        section = ""
        for block in self.text.blocks:
            if isinstance(block, Heading):
                section = block.id
            if section == TURN and isinstance(block, Listing) and len(block.items) > item:
                return " ".join(plain_text(one.content) for one in block.items[item] if isinstance(one, Paragraph))
        return self.text.title.text
