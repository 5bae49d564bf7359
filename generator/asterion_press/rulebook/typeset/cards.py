"""Cards: for the players, in pictures or with the summary of the rules, and the setup card for the box.

::

    +---------------------+     a head: a sign on each side of a title
    | [sun] Yellow  [pri] |     rows: pictures, and words of the rules beside or above them, both as large as they fit
    +---------------------+
    | (1) place  [tiles]  |
    | swap                |
    | [tiles] -> [tiles]  |
    +---------------------+

Player cards are cut apart by straight cuts. What does not fit one side stands on the back, in the order of the turn.
The setup card has the section of the rules about symbols on its front, and that about the setup on its back; it is as
many times as wide and as high as the pieces lie in their box, so that folded along its marks it lies upon them.
Footnotes and links stay in the booklet.

Lengths are points from the top left corner of a card, but for those that end in ``_MM``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from math import fsum
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import N_UP
from asterion_press.catalogue.words import LoadedWords
from asterion_press.drawing.display_list import Pen
from asterion_press.errors import InputError, LayoutError, TypesettingError
from asterion_press.geometry import Size, mm_from_pt, pt
from asterion_press.layout.grid import Grid, usable_area
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf.document import Document
from asterion_press.pdf.sheets import marks_at_cuts
from asterion_press.pdf.tags import ORNAMENT, Element
from asterion_press.rulebook.text.document import (
    Block,
    BlockQuote,
    FigureBlock,
    Heading,
    Listing,
    Paragraph,
    PictureBlock,
    RulesText,
    StyledText,
    TableBlock,
    begins_bold,
    contents_of,
    plain_text,
    strip_links,
)
from asterion_press.rulebook.text.figures import (
    SEAL_RADIUS,
    CardRow,
    FigurePlan,
    PlayerCard,
    SceneFigure,
    Subject,
    alt_text_of,
    arrange_panels,
    paint_seal,
)
from asterion_press.rulebook.text.strings import AltTextWords, localise_names
from asterion_press.rulebook.typeset.blocks import Composed, Flow, Slab, first_fitting, stack
from asterion_press.rulebook.typeset.booklet import typesetter_for
from asterion_press.rulebook.typeset.composed_pages import (
    GROUND,
    LETTERS,
    PaintPage,
    SetBox,
    one_column,
    paint_rows,
    shown_by,
    spread_mistakes,
)
from asterion_press.rulebook.typeset.painting import Painter
from asterion_press.rulebook.typeset.styles import (
    ACCENT,
    INK,
    MEASURE,
    Styles,
    TextStyle,
    composed_styles_for,
    scaled_styles,
    styles_for,
)

COLUMNS = 2
WIDE_MM, HIGH_MM = 92.0, 126.0
"""Size of a player card, and its height where two rows are on a page: four of them and their crop marks fit A4 and
Letter, and a card lies in the box. Own choice."""
MARKS_MM, MARK_WIDTH_MM, FOLD_DASH_MM = (1.0, 5.0), 0.2, (1.0, 0.75)
"""Ends of the marks beyond the cards; their width, and the dashes of those of folds."""
WIDE, EDGE, HEAD, ROUND = pt(WIDE_MM), pt(2.5), pt(11.0), pt(2.2)
SIGN, SIGN_AIR = pt(8.6), pt(2)
NAME_PT = 15.0, 9.0
"""The largest and the smallest type of a card's title. Own choice."""
PLACE = "its place on a player card"
INSIDE, GAP, MOST_GAP, BESIDE = pt(4.4), pt(1.8), pt(8), pt(3)
"""Distance of what stands on a card from its edge; of rows from one another, at least and at most; of words from the
pictures beside them."""
CELLS_MM = (26.0, 24.0, 22.0, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0)
"""Sizes of a piece in pictures that are tried: on tiles of 15 mm symbols can be distinguished. Own choice."""
SHARES = [step / 5 for step in range(6)]
"""Of the reduction of pictures that are tried."""
BESIDE_MM = 17.0
"""The largest size of a piece in pictures beside words."""
LARGEST, STEP, STEPS = 0.94, 0.06, 4
"""Scales of the type of composed pages that are tried: 9 pt to 7 pt in Latin letters. Own choice."""
SECTIONS = ("symbols", "setup")
"""Ids of the headings of the sections on the front and on the back of a setup card; a text may lack one."""
MARGIN_MM, FRAME_MM, FRAME_WIDTH_MM = 4.0, 1.8, 0.35
ONE_FORM_BELOW = 0.5
"""Tiles on cards have one form each: a page of cards is to be small."""
SETUP_LARGEST, SETUP_SMALLEST = 0.86, 0.66
"""Scales of the booklet's type on a setup card: 9 pt and 7 pt. Own choice."""


class Fit(Struct, frozen=True):
    """The largest size at which the rows of a side fit it.

    Attributes:
        scale: of the type.
        share: of the reduction of pictures.
        gap: between the rows.
    """

    scale: float
    share: float
    gap: float


class CardPrinter(Struct, dict=True):
    """A printer of the cards of a game in one language.

    Attributes:
        text: the rules.
        subject: the game that they are the rules of.
        words: of the language.
        fonts: the folder of the fonts.
    """

    text: RulesText
    subject: Subject
    words: LoadedWords
    fonts: Path

    def __post_init__(self) -> None:
        table = localise_names(self.subject.table, self.words.words.typography)
        self._typesetter = typesetter_for(self.text, self.words, self.subject, self.fonts, table)
        self._telling = AltTextWords(self.words, self._typesetter.mistakes.append)

    def pictured(self, cards: Sequence[PlayerCard], paper: Paper) -> bytes:
        """Return player cards as the bytes of a PDF: the turn in pictures, each in its player's colour.

        Raises:
            TypesettingError: what cannot be printed, or is too long for its place.
        """
        fits = [self._fit(rows, pt(HIGH_MM)) for rows in cards[0].sides]
        sides: list[list[PaintPage]] = [[] for _ in fits]
        for card in cards:
            name, signs = self._telling.colour(card.colour), (f"emblem-{card.colour}", f"prisoner-{card.colour}")
            title = Heading(1, "", (StyledText(name[:1].upper() + name[1:], 1),), 1)
            for side, rows, fit in zip(sides, card.sides, fits, strict=True):
                side.append(partial(self._paint_card, card, title, signs, pt(HIGH_MM), rows, fit))
        return self._print(", ".join(self._telling.colour(card.colour) for card in cards), sides, paper, 2)

    def summary(self, paper: Paper) -> bytes:
        """Return player cards as the bytes of a PDF, all alike: the summary of the rules, and figures.

        Raises:
            TypesettingError: what cannot be printed, or is too long for a card.
        """
        spreads = self.subject.spreads_for(self.text)
        assert spreads is not None, "other texts have no cards"
        card, pages, summary = spreads.spreads.card, spreads.spreads.pages, spreads.spreads.summary
        assert card is not None
        if wrong := spread_mistakes(spreads, self.text):
            raise TypesettingError(wrong)
        page = next((page for page in pages if page.band == summary), pages[-1])
        words = CardRow(words=((summary or "", -1),))
        rows = tuple(self._figure_row(name) for name in card.figures)
        look = PlayerCard("", page.ink, page.ink, GROUND, LETTERS, ((words,), rows) if card.back else ((words, *rows),))
        signs = (page.sign, page.sign) if page.sign else ()
        high = 2 * pt(HIGH_MM) / card.rows
        paints = []
        for rows in look.sides:
            title = self.text.title if rows[0].words else None
            paint = partial(self._paint_card, look, title, signs, high, rows, self._fit(rows, high))
            paints.append([paint] * (COLUMNS * card.rows))
        return self._print(self.text.headings[summary or ""].text, paints, paper, card.rows)

    def setup(self, paper: Paper, unit: Size) -> bytes:
        """Return the setup card as the bytes of a PDF: its front and its back, one behind the other.

        Args:
            paper: to print on.
            unit: width and height, in mm, of a folded card.

        Raises:
            TypesettingError: what cannot be printed.
            LayoutError: what the card says does not fit the paper.
        """
        root, styles = Element("Document"), styles_for(self.words.words.line_breaking)
        sections = [section for name in SECTIONS if (section := section_of(self.text, name))]
        headings = [replace(first, level=2) for first, *_ in sections if isinstance(first, Heading)]
        sides = [
            self._flow(root, styles).set_column([heading, *section[1:]], MEASURE)
            for heading, section in zip(headings, sections, strict=True)
        ]
        self._typesetter.refuse()
        columns, rows, scale = _format(unit, max(stack(slabs)[1] for slabs in sides), paper)
        size = columns * unit[0], rows * unit[1]

        def paint(slabs: list[Slab], painter: Painter) -> None:
            places, high = stack(slabs)
            above = max(pt(MARGIN_MM), (pt(size[1]) - high * scale) / 2)
            with painter.space((pt(size[0]) - MEASURE * scale) / 2, above, scale):
                for y, slab in places:
                    slab.paint(painter, 0.0, y)
            frame = Pen().rectangle(FRAME_MM, FRAME_MM, size[0] - 2 * FRAME_MM, size[1] - 2 * FRAME_MM).data
            painter.mark(ORNAMENT)
            painter.shape(frame, ink=ACCENT, width=FRAME_WIDTH_MM, unit=pt(1))

        titles = " / ".join(heading.text for heading in headings)
        cards = [[partial(paint, slabs)] for slabs in sides]
        return self._print_on(paper, (columns, rows), unit, titles, cards, root, folded=True, sides=len(cards))

    def _print(self, title: str, sides: Sequence[Sequence[PaintPage]], paper: Paper, rows: int) -> bytes:
        """Return player cards in so many rows on a page, fronts and backs by turns."""
        high, count = 2 * HIGH_MM / rows, COLUMNS * rows
        pages = [side[start : start + count] for start in range(0, len(sides[0]), count) for side in sides]
        root = Element("Document")
        return self._print_on(paper, (COLUMNS, rows), (WIDE_MM, high), title, pages, root, sides=len(sides))

    def _print_on(
        self, paper: Paper, places: tuple[int, int], unit: Size, title: str,
        pages: Sequence[Sequence[PaintPage]], root: Element, *, folded: bool = False, sides: int,
    ) -> bytes:  # fmt: skip
        """Return pages of cards in the middle of a paper, each painted from its own corner.

        Args:
            paper: to print on.
            places: columns and rows of a page.
            unit: width and height of a place, in mm.
            title: of the file, behind that of the game.
            pages: functions that paint a card.
            root: holds what is read.
            folded: whether what lies between the places are folds, and a page is one card.
            sides: how many pages are one sheet of paper, turned over about its long edge.
        """
        (columns, rows), (wide, high), size = places, unit, paper.size
        left, top = (size[0] - columns * wide) / 2, (size[1] - rows * high) / 2
        grid = Grid(paper, N_UP, wide, high, columns, rows, 0, 0, left, top)
        box = grid.left, grid.top, grid.right, grid.bottom
        author, title = self.subject.head.credits.design, f"{self.text.title.text}: {title}"
        canvas = Document(size, title, self.words.tag, author=author, root=root)
        canvas.set_boxes(box)
        painter = Painter(
            pt(paper.height_mm), self.subject.forms, ONE_FORM_BELOW, canvas=canvas, drawing=self.subject.drawing
        )
        corners = [grid.trim_corner(number) for number in range(grid.places)]
        xs, ys = grid.cut_lines(corners)
        lines = [((xs[::columns], ys[::rows]), ()), ((xs[1:-1], ys[1:-1]), FOLD_DASH_MM)]
        for number, cards in enumerate(pages):
            for place, paint in enumerate(cards):
                x, y = corners[place ^ (number % sides and not folded)]  # a back lies in the other column
                with painter.space(pt(x), pt(y)):
                    paint(painter)
            painter.mark(ORNAMENT)
            for cuts, dash in lines if folded else [((xs, ys), ())]:
                marks = marks_at_cuts(box, *cuts, *MARKS_MM)
                painter.shape(marks, ink="#000000", width=MARK_WIDTH_MM, unit=pt(1), dash=dash, cap=0)
            canvas.structure.end_page()
        self._typesetter.refuse()
        return canvas.finish(Flip.LONG_EDGE if sides > 1 else Flip.NONE)

    def _flow(self, home: Element, styles: Styles, composed: Composed | None = None) -> Flow:
        typesetter, telling, text = self._typesetter, self._telling, replace(self.text, blocks=(), notes={})
        return Flow(text, typesetter, styles, self.subject, telling, home, composed=composed, raised=1)

    # -- player cards --

    def _fit(self, rows: Sequence[CardRow], high: float) -> Fit:
        """Return the largest size at which rows fit a side so high; reports words that are too long."""
        gap = GAP if rows[0].words else 2 * GAP  # pictures alone are told apart by the space between them
        room = high - 2 * EDGE - HEAD * bool(rows[0].words) - (len(rows) + 1) * gap
        for scale in (LARGEST - STEP * step for step in range(STEPS + 1)):
            boxes = self._boxes(rows, scale, Element("Sect"))
            share, left = first_fitting(SHARES, partial(_height, boxes), room)
            if left >= 0:
                break
        else:
            line = next((block.line for row in rows for block in self._blocks(row)), self.text.title.line)
            message = f"a side of a player card is {mm_from_pt(-left):.1f} mm too full in the smallest type"
            self._typesetter.report(line, f"{message}{self._typesetter.passage(line)}; write it shorter")
        self._typesetter.refuse()
        return Fit(scale, share, min(MOST_GAP, gap + left / (len(rows) + 1)))

    def _boxes(
        self, rows: Sequence[CardRow], scale: float, home: Element, look: PlayerCard | None = None
    ) -> list[SetBox]:
        """Return rows as boxes, words in type of a scale."""
        styles = scaled_styles(composed_styles_for(self.words.words.line_breaking), scale)
        composed = Composed(INK, 0.0)
        if look:
            composed = Composed(INK if look.colour else look.ink, 0.0, steps=(look.ink, look.letters))
        flow = self._flow(home, styles, composed)
        return [self._box(row, flow, home) for row in rows]

    def _box(self, row: CardRow, flow: Flow, home: Element) -> SetBox:
        wide, blocks = WIDE - 2 * INSIDE, self._blocks(row)
        if not row.pictures:
            return one_column(INSIDE, wide, flow.set_column(blocks, wide))
        sizes = [(one.width / row.cell, one.height / row.cell) for one in row.pictures]
        measure = fsum(columns for columns, _ in sizes) * pt(BESIDE_MM) if row.beside else wide
        plans = (arrange_panels(sizes, [one], measure, labelled=False, one_row=True) for one in CELLS_MM)
        plan = min(filter(None, plans), key=lambda plan: plan.places[-1].line, default=None)
        if plan is None:
            raise InputError.at(self.text.source.place(self.text.title.line), "a picture is too wide for a player card")
        if not row.beside:
            return one_column(INSIDE, wide, [*flow.set_column(blocks, wide), self._shown(row, plan, home)])
        words = flow.set_column(blocks, wide - measure - BESIDE)
        shown = INSIDE + wide - measure, [self._shown(row, plan, home, stack(words)[1])]
        return SetBox(INSIDE, wide, ((INSIDE, words), shown))

    def _shown(self, row: CardRow, plan: FigurePlan, home: Element, beside: float = 0.0) -> Slab:
        """Return the pictures of a row as a slab, at the lower end of words that stand beside it, so high."""
        words = " ".join(plain_text(one) for block in self._blocks(row) for one in contents_of(block))
        element = home.add("Figure", row.told(self._telling) if row.told else words)
        least = pt(CELLS_MM[-1]) / plan.cell

        def slab(share: float) -> Slab:
            planned = plan.smaller(1 - share * (1 - least))
            left = min(place.x for place in planned.places)
            right = max(place.x + place.width for place in planned.places)
            aside, down = (plan.width - right) * row.beside, max(0.0, beside - planned.height)

            def paint(painter: Painter, x: float, y: float) -> None:
                x, y = x + aside, y + down
                element.attributes = painter.box(x + left, y, x + right, y + planned.height)
                painter.mark(element)
                for picture, place in zip(row.pictures, planned.places, strict=True):
                    corner = x + place.x, y + place.y
                    painter.parts(picture.parts, *corner, planned.cell / row.cell)
                    if picture.verdict:
                        at = corner[0] + place.width - SEAL_RADIUS, corner[1] + SEAL_RADIUS
                        paint_seal(painter, picture.verdict, *at)

            return Slab(planned.height, paint, GAP, shrunk=slab)

        return slab(0.0)

    def _paint_card(
        self, look: PlayerCard, title: Heading | None, signs: tuple[str, ...], high: float, rows: Sequence[CardRow],
        fit: Fit, painter: Painter,
    ) -> None:  # fmt: skip
        """Paint a side of a player card: its ground, the line around it, its head if it has a title, and its rows."""
        element = painter.structure.root.add("Sect")
        painter.mark(ORNAMENT)
        wide, top = WIDE - 2 * EDGE, EDGE + HEAD * bool(title)
        whole = Pen().rounded_rectangle(EDGE, EDGE, wide, high - 2 * EDGE, ROUND).data
        painter.shape(whole, look.ground)
        if title:
            painter.shape(Pen().rounded_rectangle(EDGE, EDGE, wide, HEAD, ROUND).data, look.ink)
        painter.shape(whole, ink=look.edge, width=pt(0.7))
        if title:
            middle = EDGE + HEAD / 2
            for sign, x in zip(signs, (EDGE + SIGN_AIR, WIDE - EDGE - SIGN_AIR - SIGN), strict=False):
                painter.form(painter.drawing(f"symbol:{sign}"), x, middle - SIGN / 2, SIGN)
            style = TextStyle(NAME_PT[0], NAME_PT[0], face="heading", bold=True, ink=look.letters, hyphens=False)
            least, room = NAME_PT[1] / NAME_PT[0], wide - 2 * SIGN - 4 * SIGN_AIR
            name = self._typesetter.fitted(title.text, style, room, PLACE, title.line, least)
            painter.mark(element.add("H1"))
            painter.line(name, (WIDE - name.width) / 2, middle + 0.33 * NAME_PT[0])
        boxes = ([box] for box in self._boxes(rows, fit.scale, element, look))
        paint_rows(painter, boxes, top + fit.gap, fit.gap, fit.share)

    def _blocks(self, row: CardRow) -> list[Block]:
        """Return the words of a row."""
        return [block for name, part in row.words for block in part_of(self.text, name, part)]

    def _figure_row(self, name: str) -> CardRow:
        """Return the panels of a figure of the rules as the pictures of a row."""
        figure = self.subject.figures[name]
        blocks = (block for block in self.text.blocks if isinstance(block, FigureBlock))
        block = next(block for block in blocks if block.figure == shown_by(name))
        if not isinstance(figure, SceneFigure):
            raise InputError.at(self.text.source.place(block.line), f"figure {name!r} is none for a player card")
        return CardRow(figure.panels, figure.cell, told=partial(alt_text_of, figure, block))


def _height(boxes: Sequence[SetBox], share: float) -> float:
    return fsum(box.height(share) for box in boxes)


def section_of(text: RulesText, name: str) -> list[Block]:
    """Return the section of that id: its heading and its blocks, subsections included, without figures and links."""
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
    return blocks


def part_of(text: RulesText, name: str, part: int) -> list[Block]:
    """Return a part of the section of that id, without subsections: one ends with each item of its list.

    Steps have no heading. A negative part is all but the heading and advice. A text may lack the section.
    """
    heading, *blocks = section_of(text, name) or [text.title]
    blocks = list(takewhile(lambda block: not isinstance(block, Heading), blocks))
    if part < 0:
        return [one for one in blocks if not isinstance(one, BlockQuote) or begins_bold(one.blocks[0])]
    steps = any(isinstance(block, Listing) and block.start for block in blocks)
    parts: list[list[Block]] = [[heading] if blocks and not steps else []]
    for block in blocks:
        if not isinstance(block, Listing):
            parts[-1].append(block)
            continue
        for number, item in enumerate(block.items):
            parts[-1].append(replace(block, items=(item,), start=block.start and block.start + number))
            parts.append([])
    return parts[part] if part < len(parts) else []


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


def _format(unit: Size, high: float, paper: Paper) -> tuple[int, int, float]:
    """Return columns and rows of units of the smallest card that holds the text, and the scale of its type.

    Raises:
        LayoutError: none that the paper holds does.
    """
    room = usable_area(paper, MARKS_MM[1], MARKS_MM[1])
    most = [max(1, int(side / one)) for side, one in zip(room, unit, strict=True)]
    found = []
    for columns in range(1, 1 + most[0]):
        for rows in range(1, 1 + most[1]):
            wide, tall = (columns * unit[0] - 2 * MARGIN_MM), (rows * unit[1] - 2 * MARGIN_MM)
            scale = min(SETUP_LARGEST, wide / mm_from_pt(MEASURE), tall / mm_from_pt(high))
            if scale >= SETUP_SMALLEST:
                found.append((columns * rows, abs(wide - tall), columns, rows, scale))
    if not found:
        needed = f"{mm_from_pt(MEASURE) * SETUP_SMALLEST:.0f} x {mm_from_pt(high) * SETUP_SMALLEST:.0f} mm"
        raise LayoutError(
            f"what the setup card says takes {needed} in the smallest type, more than {paper.title} has room for; "
            "choose a larger paper",
            "height_mm",
        )
    return min(found)[2:]
