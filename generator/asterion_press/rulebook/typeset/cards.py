"""Cards: for the players, in pictures or with the summary of the rules, and the setup card for the box.

::

    +---------------------+     a head: a sign on each side of a title
    | [sun] Yellow  [pri] |     rows of boxes: pictures below headings of the rules, or the words of the summary, as
    +---------------------+     large as they fit, over figures
    |  1 place  | discard |
    |  rotate | swap | .. |
    +---------------------+

Player cards are cut apart by straight cuts. The setup card has the section of the rules about symbols on its front, and
that about the setup on its back; it is as many times as wide and as high as the pieces lie in their box, so that folded
along its marks it lies upon them. Figures, footnotes and links stay in the booklet.

Lengths are points from the top left corner of a card, but for those that end in ``_MM``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import N_UP
from asterion_press.catalogue.words import LoadedWords
from asterion_press.drawing.display_list import Drawing, Pen, coarse
from asterion_press.errors import LayoutError, TypesettingError
from asterion_press.geometry import Rect, Size, mm_from_pt, pt
from asterion_press.layout.grid import Grid, usable_area
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf.document import Document
from asterion_press.pdf.forms import FormCache, PrintedForm, make_form
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
    TableBlock,
    plain_text,
    strip_links,
)
from asterion_press.rulebook.text.figures import (
    SEAL_RADIUS,
    CardPanel,
    FigureWords,
    PlayerCard,
    Subject,
    alt_text_of,
    paint_seal,
)
from asterion_press.rulebook.text.strings import AltTextWords, localise_names
from asterion_press.rulebook.typeset.blocks import NOTHING, Composed, Flow, Slab, first_fitting, stack
from asterion_press.rulebook.typeset.booklet import typesetter_for
from asterion_press.rulebook.typeset.composed_pages import (
    GROUND,
    LETTERS,
    PaintPage,
    SetBox,
    across,
    one_column,
    paint_rows,
    spread_mistakes,
)
from asterion_press.rulebook.typeset.painting import Painter
from asterion_press.rulebook.typeset.styles import (
    ACCENT,
    INK,
    MEASURE,
    RULE,
    Face,
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
WIDE, EDGE, HEAD, ROUND = pt(WIDE_MM), pt(2.5), pt(12.5), pt(2.2)
SIGN, SIGN_AIR = pt(9.4), pt(2)
NAME_PT, CAPTION_PT = (15.0, 9.0), (8.6, 5.8)
"""The largest and the smallest type of a card's title, and of a heading. Own choice."""
PLACE = "its place on a player card"
INSIDE, GAP, CAPTION, DISC = pt(4.6), pt(1.6), pt(4.4), pt(1.9)
"""Distance of pictures from the card's edge, and from one another; height of the words above them, and half of that of
the number of a step."""
TURN = "play"
"""Id of the section whose list tells the turn."""
SUMMARY_INSIDE, SUMMARY_GAP, ROOM = pt(5), pt(2), pt(1.2)
"""Distance of the words of a summary from the card's edge; of figures from the words and from one another, and from
their frames."""
FIGURE = pt(14)
"""Least height of figures below a summary. Own choice."""
LARGEST, STEP, STEPS = 0.94, 0.03, 8
"""Scales of the type of composed pages that are tried: 9 pt to 7 pt in Latin letters. Own choice."""
SECTIONS = ("symbols", "setup")
"""Ids of the headings of the sections on the front and on the back of a setup card; a text may lack one."""
MARGIN_MM, FRAME_MM, FRAME_WIDTH_MM = 4.0, 1.8, 0.35
SETUP_LARGEST, SETUP_SMALLEST = 0.86, 0.66
"""Scales of the booklet's type on a setup card: 9 pt and 7 pt. Own choice."""


def coarse_form(drawing: Drawing) -> PrintedForm:
    """Turn a drawing into the form that cards show, where tiles are a quarter of their size."""
    return make_form(coarse(drawing))


class CardPrinter(Struct, dict=True):
    """A printer of the cards of a game in one language.

    Attributes:
        text: the rules.
        subject: the game that they are the rules of.
        words: of the language.
        fonts: the folder of the fonts.
        forms: of drawings that cards in other languages have shown already.
    """

    text: RulesText
    subject: Subject
    words: LoadedWords
    fonts: Path
    forms: FormCache = field(default_factory=FormCache)

    def __post_init__(self) -> None:
        table = localise_names(self.subject.table, self.words.words.typography)
        self._typesetter = typesetter_for(self.text, self.words, self.subject, self.fonts, table)
        self._telling = AltTextWords(self.words, self._typesetter.mistakes.append)

    def pictured(self, cards: Sequence[PlayerCard], paper: Paper) -> bytes:
        """Return player cards as the bytes of a PDF: nearly all in pictures, each in its player's colour.

        Raises:
            TypesettingError: what cannot be printed, or is too long for its place.
        """
        painted = []
        for card in cards:
            name, signs = self._telling.colour(card.colour), (f"emblem-{card.colour}", f"prisoner-{card.colour}")
            title, rows = name[:1].upper() + name[1:], partial(self._pictures, card)
            painted.append(partial(self._paint_card, card, title, 1, "text", signs, pt(HIGH_MM), GAP, rows))
        return self._print(", ".join(self._telling.colour(card.colour) for card in cards), painted, paper, 2)

    def summary(self, paper: Paper) -> bytes:
        """Return player cards as the bytes of a PDF, all alike: the summary of the rules, and figures below it.

        Raises:
            TypesettingError: what cannot be printed, or is too long for a card.
        """
        text, typesetter = self.text, self._typesetter
        spreads = self.subject.spreads_for(text)
        assert spreads is not None, "other texts have no cards"
        card, pages = spreads.spreads.card, spreads.spreads.pages
        assert card is not None
        if wrong := spread_mistakes(spreads, text):
            raise TypesettingError(wrong)
        page = next((page for page in pages if page.band == spreads.spreads.summary), pages[-1])
        section = section_of(text, spreads.spreads.summary or "")
        heading = section.blocks[0]
        assert isinstance(heading, Heading)
        high, wide = 2 * pt(HIGH_MM) / card.rows, WIDE - 2 * SUMMARY_INSIDE
        room = high - 2 * EDGE - HEAD - 2 * SUMMARY_GAP

        def words(scale: float, element: Element) -> SetBox:
            styles = scaled_styles(composed_styles_for(self.words.words.line_breaking), scale)
            flow = self._flow(section, styles, element, Composed(page.ink, 0.0))
            return one_column(SUMMARY_INSIDE, wide, flow.column(section.blocks[1:], wide))

        def rows(element: Element) -> Iterator[list[SetBox]]:
            set_words = words(scale, element)
            yield [set_words]
            rest = room - set_words.height(0.0) - SUMMARY_GAP
            places = across([1] * len(card.figures), SUMMARY_INSIDE, wide, SUMMARY_GAP)
            figures = [
                one_column(x, width, [Slab(rest, partial(self._figure, name, element, width, rest))])
                for name, (x, width) in zip(card.figures, places, strict=True)
            ]
            if figures:
                yield figures

        scales = (LARGEST - STEP * step for step in range(STEPS + 1))
        kept = (FIGURE + SUMMARY_GAP) * bool(card.figures)
        scale, left = first_fitting(scales, lambda scale: words(scale, Element("Sect")).height(0.0), room - kept)
        typesetter.refuse()
        if left < 0:
            message = f"the summary is {mm_from_pt(-left):.1f} mm too high for a player card in the smallest type"
            typesetter.report(heading.line, f"{message}{typesetter.passage(heading.line)}; write it shorter")
        look = PlayerCard("", page.ink, page.ink, GROUND, LETTERS, ())
        signs = (page.sign, page.sign) if page.sign else ()
        title = text.title
        paint = partial(self._paint_card, look, title.text, title.line, "heading", signs, high, SUMMARY_GAP, rows)
        return self._print(heading.text, [paint] * (COLUMNS * card.rows), paper, card.rows)

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
        sections = [section for name in SECTIONS if (section := section_of(self.text, name)).blocks]
        sides = [self._flow(section, styles, root).column(section.blocks, MEASURE) for section in sections]
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

        titles = " / ".join(first.text for section in sections if isinstance(first := section.blocks[0], Heading))
        cards = [[partial(paint, slabs)] for slabs in sides]
        return self._print_on(paper, (columns, rows), unit, titles, cards, root, folded=True)

    def _print(self, title: str, cards: Sequence[PaintPage], paper: Paper, rows: int) -> bytes:
        """Return player cards in so many rows on a page."""
        high, count = 2 * HIGH_MM / rows, COLUMNS * rows
        pages = [cards[start : start + count] for start in range(0, len(cards), count)]
        return self._print_on(paper, (COLUMNS, rows), (WIDE_MM, high), title, pages, Element("Document"))

    def _print_on(
        self, paper: Paper, places: tuple[int, int], unit: Size, title: str,
        pages: Sequence[Sequence[PaintPage]], root: Element, *, folded: bool = False,
    ) -> bytes:  # fmt: skip
        """Return pages of cards in the middle of a paper, each painted from its own corner.

        Args:
            paper: to print on.
            places: columns and rows of a page.
            unit: width and height of a place, in mm.
            title: of the file, behind that of the game.
            pages: functions that paint a card.
            root: holds what is read.
            folded: whether what lies between the places are folds.
        """
        (columns, rows), (wide, high), size = places, unit, paper.size
        left, top = (size[0] - columns * wide) / 2, (size[1] - rows * high) / 2
        grid = Grid(paper, N_UP, wide, high, columns, rows, 0, 0, left, top)
        box = grid.left, grid.top, grid.right, grid.bottom
        author, title = self.subject.head.credits.design, f"{self.text.title.text}: {title}"
        canvas = Document(size, title, self.words.tag, author=author, root=root)
        canvas.set_boxes(box)
        painter = Painter(pt(paper.height_mm), self.forms.form, canvas=canvas, drawing=self.subject.drawing)
        corners = [grid.trim_corner(number) for number in range(grid.places)]
        xs, ys = grid.cut_lines(corners)
        lines = [((xs[::columns], ys[::rows]), ()), ((xs[1:-1], ys[1:-1]), FOLD_DASH_MM)]
        for cards in pages:
            for (x, y), paint in zip(corners, cards, strict=False):
                with painter.space(pt(x), pt(y)):
                    paint(painter)
            painter.mark(ORNAMENT)
            for cuts, dash in lines if folded else [((xs, ys), ())]:
                marks = marks_at_cuts(box, *cuts, *MARKS_MM)
                painter.shape(marks, ink="#000000", width=MARK_WIDTH_MM, unit=pt(1), dash=dash, cap=0)
            canvas.structure.end_page()
        self._typesetter.refuse()
        return canvas.finish(Flip.LONG_EDGE if folded and len(pages) > 1 else Flip.NONE)

    def _flow(self, section: RulesText, styles: Styles, home: Element, composed: Composed | None = None) -> Flow:
        typesetter, telling = self._typesetter, self._telling
        return Flow(section, typesetter, styles, self.subject, telling, home, composed=composed, raised=1)

    def _paint_card(
        self, look: PlayerCard, title: str, line: int, face: Face, signs: tuple[str, ...], high: float, gap: float,
        rows: Callable[[Element], Iterator[list[SetBox]]], painter: Painter,
    ) -> None:  # fmt: skip
        """Paint a player card: its ground, the line around it, its head, and the boxes below."""
        element = painter.structure.root.add("Sect")
        painter.mark(ORNAMENT)
        wide, middle = WIDE - 2 * EDGE, EDGE + HEAD / 2
        whole = Pen().rounded_rectangle(EDGE, EDGE, wide, high - 2 * EDGE, ROUND).data
        painter.shape(whole, look.ground)
        painter.shape(Pen().rounded_rectangle(EDGE, EDGE, wide, HEAD, ROUND).data, look.ink)
        painter.shape(whole, ink=look.edge, width=pt(0.7))
        for sign, x in zip(signs, (EDGE + SIGN_AIR, WIDE - EDGE - SIGN_AIR - SIGN), strict=False):
            painter.form(painter.drawing(f"symbol:{sign}"), x, middle - SIGN / 2, SIGN)
        style = TextStyle(NAME_PT[0], NAME_PT[0], face=face, bold=True, ink=look.letters, hyphens=False)
        least, room = NAME_PT[1] / NAME_PT[0], wide - 2 * SIGN - 4 * SIGN_AIR
        name = self._typesetter.fitted(title, style, room, PLACE, line, least)
        painter.mark(element.add("H1"))
        painter.line(name, (WIDE - name.width) / 2, middle + 0.33 * NAME_PT[0])
        paint_rows(painter, rows(element), EDGE + HEAD + gap, gap)

    def _pictures(self, card: PlayerCard, element: Element) -> Iterator[list[SetBox]]:
        """Yield the rows of pictures of a card; words run on over the pictures behind theirs that have none."""
        count = len(card.rows)
        high = (pt(HIGH_MM) - 2 * EDGE - HEAD - (count + 1) * GAP) / count
        for row in card.rows:
            places = list(across([panel.share for panel in row], INSIDE, WIDE - 2 * INSIDE, GAP))
            boxes = []
            for number, (panel, (x, wide)) in enumerate(zip(row, places, strict=True)):
                following = (one for one in range(number + 1, len(row)) if row[one].heading or row[one].step)
                last, width = places[next(following, len(row)) - 1]
                paint = partial(self._panel, card, panel, element, wide, high, last + width - x)
                boxes.append(one_column(x, wide, [Slab(high, paint)]))
            yield boxes

    def _panel(
        self, card: PlayerCard, panel: CardPanel, home: Element, wide: float, high: float, room: float,
        painter: Painter, x: float, y: float,
    ) -> None:  # fmt: skip
        """Paint a picture as large as its frame allows; above it the number of a step, and a heading."""
        middle, disc, picture = y + CAPTION / 2 - pt(0.2), 0.0, panel.picture
        if panel.step or panel.joined:
            painter.mark(ORNAMENT)
            painter.shape(Pen().circle(x + DISC, middle, DISC).data, card.ink)
            disc = 2 * DISC + pt(1)
        if panel.joined:
            side, rise = pt(0.6), pt(1.1)
            slash = Pen().move(x + DISC - side, middle + rise).line(x + DISC + side, middle - rise).data
            painter.shape(slash, ink=card.letters, width=pt(0.45))
        heading = self.text.headings.get(panel.heading)
        style = TextStyle(CAPTION_PT[0], CAPTION_PT[0], bold=True, ink=card.letters, hyphens=False)
        painter.mark(home.add("H2" if heading else "P"))
        if panel.step:
            digit = self._typesetter.plain(str(panel.step), style)
            painter.line(digit, x + DISC - digit.width / 2, middle + 2.9)
        if heading:
            style, least = replace(style, ink=INK), CAPTION_PT[1] / CAPTION_PT[0]
            words = self._typesetter.fitted(heading.text, style, room - disc, PLACE, heading.line, least)
            painter.line(words, x + disc, middle + 2.8)
        alt, tall = panel.describe(self._telling) if panel.describe else self._described(panel.item), high - CAPTION
        unit = min(wide / picture.width, tall / picture.height)
        left, top = (wide - picture.width * unit) / 2, (tall - picture.height * unit) / 2
        self._framed(
            painter, home, alt, (x, y + CAPTION, wide, tall), lambda: painter.parts(picture.parts, left, top, unit)
        )
        if picture.verdict:
            paint_seal(painter, picture.verdict, x + wide - SEAL_RADIUS - 1, y + CAPTION + SEAL_RADIUS + 1)

    def _described(self, item: int) -> str:
        """Return an item of the list that tells the turn."""
        for block in section_of(self.text, TURN).blocks:
            if isinstance(block, Listing) and len(block.items) > item:
                return " ".join(plain_text(one.content) for one in block.items[item] if isinstance(one, Paragraph))
        return self.text.title.text

    def _figure(self, name: str, home: Element, wide: float, high: float, painter: Painter, x: float, y: float) -> None:
        """Paint a figure of the rules as large as its frame allows."""
        blocks = (block for block in self.text.blocks if isinstance(block, FigureBlock))
        block, figure = next(block for block in blocks if block.figure == name), self.subject.figures[name]
        if (plan := figure.plan(MEASURE)) is None:
            self._typesetter.report(block.line, f"figure {name!r} does not fit a player card")
            return
        left, right = min(one.x for one in plan.places), max(one.x + one.width for one in plan.places)
        bottom = max(one.y + one.height for one in plan.places)
        scale = min((wide - 2 * ROOM) / (right - left), (high - 2 * ROOM) / bottom)

        def paint() -> None:
            with painter.space(wide / 2 - scale * (left + right) / 2, high / 2 - scale * bottom / 2, scale):
                figure.paint(painter, plan, FigureWords((NOTHING,) * len(plan.places), {}), 0.0, 0.0)

        self._framed(painter, home, alt_text_of(figure, block, self._telling), (x, y, wide, high), paint)

    def _framed(
        self, painter: Painter, home: Element, alt: str, frame: Rect,
        paint: Callable[[], None],
    ) -> None:  # fmt: skip
        """Paint a picture in a frame, from whose corner `paint` counts."""
        x, y, wide, high = frame
        shape = Pen().rounded_rectangle(x, y, wide, high, pt(1.2)).data
        painter.mark(ORNAMENT)
        painter.shape(shape, "#ffffff")
        painter.mark(home.add("Figure", alt, painter.box(x, y, x + wide, y + high)))
        with painter.space(x, y):
            painter.clip(Pen().rounded_rectangle(0, -high, wide, high, pt(1.2)).data)
            paint()
        painter.mark(ORNAMENT)
        painter.shape(shape, ink=RULE, width=pt(0.25))


def section_of(text: RulesText, name: str) -> RulesText:
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
