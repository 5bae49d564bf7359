"""The blocks of a rules text as a column of slabs, ready to be cut into pages; and footnotes, at the foot of theirs.

A *slab* lies across the text area and is never cut: a line, a row of a table, a figure.

Columns of a table are as wide as their contents ask. A row whose first cell is empty goes on with the row above: no
rule and no page break separates them. Where a page begins within a table, its header is repeated. A cell that holds
nothing but symbols shows them large, and a column of numbers is centred. A table that is wider than the text area is a
mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.display_list import Pen
from asterion_press.geometry import mm_from_pt, pt
from asterion_press.pdf.tags import ORNAMENT, Artifact, Element, Tag
from asterion_press.rulebook.text.document import (
    SECTION_LEVEL,
    Align,
    Block,
    BlockQuote,
    Content,
    FigureBlock,
    Heading,
    Listing,
    Note,
    NoteMark,
    Paragraph,
    PictureBlock,
    Row,
    RulesText,
    StyledText,
    Symbol,
    TableBlock,
    TextSpot,
    begins_bold,
    figures_of,
    plain_text,
)
from asterion_press.rulebook.text.figures import FigureWords, Subject, alt_text_of
from asterion_press.rulebook.text.strings import AltTextWords
from asterion_press.rulebook.typeset.line_breaks import Box, Glyphs, Line, Penalty, Unbroken, move_line
from asterion_press.rulebook.typeset.painting import Painter
from asterion_press.rulebook.typeset.shaper import Typesetter, heading_target, mark_target, note_target
from asterion_press.rulebook.typeset.styles import ACCENT, MEASURE, RULE, Styles, TextStyle

LIST_INDENT = 15.0
QUOTE_INDENT, QUOTE_GAP = 18.0, 7.0
"""Indent of a block quote on both sides, and the space above it."""
BULLET = "•"
CAPTION_SHARE = 0.94
"""Width of a caption, as a part of the measure."""
CAPTION_GAP = 3.5
PICTURE_GAP = 9.0
"""Space below a picture."""
SMALLEST_CELL, SMALLEST_SCALE, LARGEST_SCALE = pt(17), 0.64, 1.3
"""Least size of a figure that is reduced to fit its page: of its cells, and as a part of its own best size; and its
largest on a composed page that has room.

Own choice: some millimetres less than are best to read keep a figure on the page of the rule that it shows.
"""
HEADINGS: dict[int, Tag] = {1: "H1", 2: "H2", 3: "H3"}
RUN_IN_GAP = 3.5
"""Space above a paragraph that begins with a term in bold, and above one after it that does not."""
PARAGRAPH_GAP = 4.0
"""Space between paragraphs of composed pages."""
DAGGERS = ("†", "‡", "§")
"""A paragraph that begins with one explains the mark, in small type."""
NOTE_BAR, NOTE_ROOM = 2.4, 5.0
NOTE_GROUND, WARNING_GROUND, WARNING = "#f3ebd9", "#f8e4dc", "#a3201d"
NOTE_INDENT = 10.0
NOTE_GAP = 13.0
"""Space between the text and the first footnote, with its rule."""
CELL_GAP = 10.0
PADDING = 2.6
SYMBOL_SCALE = 1.75
"""Scale of symbols that have a cell for themselves."""
WIDTH_LIMIT = 1e5
UNBROKEN = 6.2
"""A cell of Japanese that is shorter than this, in em, is not broken."""
NO_BREAK = 1000.0
"""Least penalty at which a word of a table is not broken."""
NUMBER = re.compile(r"[+\-−]?\d+([.,]\d+)?%?( \+ \d+)*")


class Slab(Struct, frozen=True):
    """A part of the column that is never cut.

    Attributes:
        height: in pt.
        paint: draws it with its top left corner at (x, y), y down from the page's top.
        before: space above it, which vanishes at the head of a page.
        notes: the footnotes marked in it.
        kept: whether it stands on the page of the slab above it.
        heading: the heading, if the slab is one.
        line: of the text, for messages.
        shrunk: returns the slab with a share (0 to 1) of the largest reduction of its height; or None.
        continues: whether it continues the slab above: a line of a paragraph, an item of a list.
        again: the header of its table, which is repeated above it where it begins a page.
    """

    height: float
    paint: Callable[[Painter, float, float], None]
    before: float = 0.0
    notes: tuple[str, ...] = ()
    kept: bool = False
    heading: Heading | None = None
    line: int = 0
    shrunk: Callable[[float], Slab] | None = None
    continues: bool = False
    again: Slab | None = None


class NoteText(Struct, frozen=True):
    """A footnote that is set, with its element and that of its number."""

    note: Note
    lines: tuple[Line, ...]
    mark: Line
    height: float
    element: Element
    sign: Element


def paint_notes(painter: Painter, notes: list[NoteText], styles: Styles, x: float, bottom: float) -> None:
    """Paint footnotes that end at `bottom`."""
    y = bottom - fsum(note.height for note in notes)
    painter.mark(ORNAMENT)
    painter.rule(x, y - 5.5, x + 44, y - 5.5, 0.5, ACCENT)
    for note in notes:
        painter.destination(note_target(note.note.number), y)
        painter.mark(note.sign)
        painter.line(note.mark, x, y + baseline_of(styles.note))
        painter.mark(note.element)
        paint_lines(painter, note.lines, styles.note, x + NOTE_INDENT, y)
        y += note.height


def baseline_of(style: TextStyle) -> float:
    """Return the distance from a line's top to its baseline."""
    return (style.leading + 0.6 * style.size) / 2 + 0.06 * style.size


def paint_lines(painter: Painter, lines: list[Line] | tuple[Line, ...], style: TextStyle, x: float, y: float) -> None:
    """Paint lines one below the other, the top of the first at y."""
    for index, line in enumerate(lines):
        painter.line(line, x, y + index * style.leading + baseline_of(style))


class Composed(Struct, frozen=True):
    """The manner of a composed page.

    Attributes:
        ink: of headings and notes.
        smallest_cell: least size of a piece in a figure, in pt.
        one_row: whether the panels of a figure stand in one row.
        steps: inks of the discs on which the numbers of steps stand, and of these; None for numbers as in a text.
    """

    ink: str
    smallest_cell: float
    one_row: bool = False
    steps: tuple[str, str] | None = None


class Flow(Struct, dict=True):
    """The blocks of a text on their way to slabs.

    Attributes:
        subject: the game, with its figures and pictures.
        alt_words: words for the alternative texts of figures.
        body: the element of the text; each section becomes a kid of it.
        figure_word: what stands before the number of a figure, such as ``Figure``, and behind it.
        raised: number of levels by which headings are raised, where the text has no title.
        measure: width of the column at hand; at first, that of the footnotes.
        notes: the footnotes, set.
        composed: how the blocks of a composed page look; None for running text.
    """

    text: RulesText
    typesetter: Typesetter
    styles: Styles
    subject: Subject
    alt_words: AltTextWords
    body: Element
    figure_word: tuple[str, str] = ("", "")
    measure: float = MEASURE
    composed: Composed | None = None
    raised: int = 0
    notes: dict[str, NoteText] = {}

    def __post_init__(self) -> None:
        self._numbered = figures_of(self.text)
        self._section = self.body
        style, number_style = self.styles.note, replace(self.styles.note, ink=ACCENT)
        for name, note in self.text.notes.items():
            lines = tuple(self.typesetter.lines(note.content, style, self.measure - NOTE_INDENT))
            spot, target = TextSpot(note.line, 1), mark_target(note.number)
            number = self.typesetter.glyphs(str(note.number), number_style, spot, target)
            mark = Line(tuple((0.0, glyphs) for glyphs in number), 0.0)
            element = Element("Note", id=f"note-{note.number}")
            height = len(lines) * style.leading + 1.5
            self.notes[name] = NoteText(note, lines, mark, height, element, element.add("Lbl"))

    def set_column(self, blocks: Iterable[Block], measure: float) -> list[Slab]:
        """Set blocks in a column of that width, in the order of the text; tag their sections and footnotes."""
        self.measure = measure
        slabs: list[Slab] = []
        before: Block | None = None
        ruling = False
        for block in blocks:
            if isinstance(block, Heading):
                ruling = block.is_ruling
                if block.level == SECTION_LEVEL:
                    self._section = self.body.add("Sect")
            new = list(self._slabs_of(block, before, ruling=ruling))
            slabs.extend(new)
            self._section.kids += [self.notes[name].element for slab in new for name in slab.notes]
            before = block
        return slabs

    def heading_apart(self, heading: Heading) -> Element:
        """Begin a section whose heading is painted apart from the column; return the element of the heading."""
        self._section = self.body.add("Sect")
        return self._section.add(HEADINGS[heading.level - self.raised])

    def _slabs_of(self, block: Block, before: Block | None, *, ruling: bool) -> Iterator[Slab]:
        below = self.composed is not None and isinstance(before, Heading)
        match block:
            case Heading():
                yield self._heading(block, before)
            case Paragraph():
                yield from self._running(block, before, ruling=ruling)
            case Listing():
                yield from self._listing(block, self.measure, 0.0, self._section, ruling=ruling)
            case BlockQuote():
                yield from self._quote(block)
            case TableBlock():
                element = self._section.add("Table")
                for row, slab in enumerate(table_slabs(block, self.typesetter, self.styles, self.measure, element)):
                    yield slab if row else replace(slab, before=3.0 if below else 8.0, kept=False)
            case FigureBlock():
                yield from self._figure(block, 5.0 if below else 11.0)
            case PictureBlock():
                yield self._picture(block)

    def _heading(self, heading: Heading, before: Block | None) -> Slab:
        if heading.is_ruling:
            style, space = self.styles.question, 7.0
        elif heading.level == SECTION_LEVEL and not self.composed:
            style, space = self.styles.section, 22.0
        else:
            style, space = self.styles.part, 13.0
        if isinstance(before, Heading):
            space *= 0.45
        if self.composed:
            style = replace(style, ink=self.composed.ink)
        measure = self.measure
        lines = self.typesetter.lines(heading.content, style, measure)
        height = len(lines) * style.leading
        extra = 7.0 if heading.level == 2 and not self.composed else 2.0 if not heading.is_ruling else 0.5
        notes = tuple(note for line in lines for note in line.notes)
        element = self._section.add(HEADINGS[heading.level - self.raised])

        def paint(painter: Painter, x: float, y: float) -> None:
            painter.destination(heading_target(heading.id), y)
            painter.mark(element)
            paint_lines(painter, lines, style, x, y)
            if heading.level == 2 and not self.composed:
                painter.mark(ORNAMENT)
                rule = y + height + 1.6
                painter.rule(x, rule, x + 30, rule, 1.4, ACCENT)
                painter.rule(x + 30, rule, x + measure, rule, 0.35, RULE)

        return Slab(height + extra, paint, space, notes, heading=heading, line=heading.line)

    def _running(self, paragraph: Paragraph, before: Block | None, *, ruling: bool) -> Iterator[Slab]:
        apart_by_term = begins_bold(paragraph) or begins_bold(before)
        begins = apart_by_term or not isinstance(before, Paragraph | FigureBlock | PictureBlock)
        styles = self.styles
        first, following = (styles.answer_first, styles.answer) if ruling else (styles.first, styles.body)
        style = first if begins else following
        apart = 0.0 if isinstance(before, Heading | Paragraph | FigureBlock | PictureBlock) else 6.0
        space = RUN_IN_GAP if apart_by_term and isinstance(before, Paragraph | FigureBlock) else apart
        if self.composed:  # no indents, but space
            explains = plain_text(paragraph.content[:1]).startswith(DAGGERS)
            style = styles.note if explains else replace(style, indent=0)
            gaps: dict[type, float] = {Paragraph: PARAGRAPH_GAP, FigureBlock: CAPTION_GAP + 2.5}
            space = max(space, gaps.get(type(before), 0.0))
        return self.paragraph(paragraph.content, style, self.measure, 0.0, self._section.add("P"), before=space)

    def paragraph(
        self, content: Content, style: TextStyle, measure: float, left: float, element: Element, *, before: float
    ) -> Iterator[Slab]:
        """Yield running text of an element as one slab a line."""
        lines = self.typesetter.lines(content, style, measure)
        for index, line in enumerate(lines):

            def paint(painter: Painter, x: float, y: float, line: Line = line) -> None:
                painter.mark(element)
                painter.line(line, x + left, y + baseline_of(style))

            parted = index in {1, len(lines) - 1} or lines[index - 1].hyphenated  # a line alone, or a word
            space, kept = (0.0, parted) if index else (before, False)
            yield Slab(style.leading, paint, space, line.notes, kept, line=content[0].line, continues=index > 0)

    def _listing(self, listing: Listing, measure: float, left: float, home: Element, *, ruling: bool) -> Iterator[Slab]:
        numbering = "Disc" if listing.start is None else "Decimal"
        all_items = home.add("L", attributes=f"/O/List/ListNumbering/{numbering}")
        style, left = self.styles.answer_first if ruling else self.styles.item, left + LIST_INDENT
        is_steps = listing.start is not None
        disc, digit = (is_steps and self.composed and self.composed.steps) or ("", ACCENT)
        flush, ink = replace(style, indent=0), replace(style, ink=digit, bold=is_steps)
        for number, item in enumerate(listing.items):
            label = BULLET if listing.start is None else f"{listing.start + number}{'' if disc else '.'}"
            mark = self.typesetter.plain(label, ink, listing.line)
            element = all_items.add("LI")
            sign, body = element.add("Lbl"), element.add("LBody")
            looks = (flush, 2.0 if number else 4.0), (flush, 0.0)
            slabs = self._within(item, measure - LIST_INDENT, left, body, *looks, ruling=ruling)
            if slabs:
                slabs[0] = _with_mark(slabs[0], mark, style, left - mark.width - (7 if disc else 5), sign, disc)
                slabs[0] = replace(slabs[0], continues=number > 0)
            yield from slabs

    def _within(
        self, blocks: Sequence[Block], measure: float, left: float, home: Element, *looks: tuple[TextStyle, float],
        ruling: bool = True,
    ) -> list[Slab]:  # fmt: skip
        """Return paragraphs and lists within an item or a quote.

        Args:
            blocks: what stands there.
            measure: width of the column.
            left: of it, from the left edge of the text.
            home: the element that they become kids of; an item of a list is its only paragraph.
            looks: of a paragraph that comes first, and of others: style, and space above.
            ruling: whether lists are as small as answers are.
        """
        slabs: list[Slab] = []
        for number, block in enumerate(blocks):
            if isinstance(block, Listing):
                slabs += self._listing(block, measure, left, home, ruling=ruling)
            elif isinstance(block, Paragraph):
                element = home if home.tag == "LBody" and len(blocks) == 1 else home.add("P")
                style, before = looks[number > 0]
                slabs += self.paragraph(block.content, style, measure, left, element, before=before)
        return slabs

    def _quote(self, quote: BlockQuote) -> Iterable[Slab]:
        """Return a block quote: smaller, indented on both sides, with space around it; or a note upon a ground."""
        home, measure = self._section.add("BlockQuote"), self.measure - 2 * QUOTE_INDENT
        if self.composed:
            return [self._boxed_quote(quote, home, self.composed)]
        looks = (self.styles.answer_first, QUOTE_GAP), (self.styles.answer, 0.0)
        return self._within(quote.blocks, measure, QUOTE_INDENT, home, *looks)

    def _boxed_quote(self, quote: BlockQuote, home: Element, composed: Composed) -> Slab:
        """Return a block quote as one slab on a tinted ground, with a bar at its left.

        If it begins in bold, the ground and the bar have the colours of a warning.
        """
        warns = begins_bold(quote.blocks[0])
        measure, style = self.measure, replace(self.styles.answer_first, indent=0, hanging=False)
        wide = measure - NOTE_BAR - 2 * NOTE_ROOM
        slabs = self._within(quote.blocks, wide, 0.0, home, (style, 0.0), (style, PARAGRAPH_GAP))
        places, height = stack(slabs)
        height += 2 * NOTE_ROOM

        def paint(painter: Painter, x: float, y: float) -> None:
            painter.mark(ORNAMENT)
            painter.enter(x, y, 1)
            painter.fill(Pen().rectangle(0, 0, measure, height).data, WARNING_GROUND if warns else NOTE_GROUND)
            painter.fill(Pen().rectangle(0, 0, NOTE_BAR, height).data, WARNING if warns else composed.ink)
            painter.leave()
            for top, slab in places:
                slab.paint(painter, x + NOTE_BAR + NOTE_ROOM, y + NOTE_ROOM + top)

        notes = tuple(note for slab in slabs for note in slab.notes)
        return Slab(height + 2, paint, 5.0, notes, line=quote.line)

    def _figure(self, block: FigureBlock, before: float) -> list[Slab]:
        place, near = self._numbered[block.line]
        figure, measure = self.subject.figures[block.figure], self.measure
        composed, style = self.composed, self.styles.caption
        plan = figure.plan(measure, one_row=composed is not None and composed.one_row)
        if plan is None:
            message = f"figure {block.figure!r} does not fit the page, not even with cells of 12 mm"
            self.typesetter.report(block.line, message)
            return []
        count, plain = len(plan.places), self.typesetter.plain
        letters = self.alt_words.letters[:count]  # a single panel has none
        words = FigureWords(
            tuple(plain(one, self.styles.part, block.line) if count > 1 else NOTHING for one in letters),
            {tile: plain(tile, self.styles.tile_name, block.line) for tile in sorted(figure.names & near)},
            {one: plain(self.alt_words.words.forms(one)[0], self.styles.label, block.line) for one in figure.labels},
        )
        gap = "\u3000" if self.typesetter.cjk else "\u00a0 "
        number = StyledText(str(place).join(self.figure_word), block.line, bold=True)
        is_numbered = not composed or self.text.refers_to(block.figure)
        lead = (number, StyledText(gap, block.line)) if is_numbered else ()
        caption = self._caption((*lead, *block.caption))
        notes = tuple(note for line in caption for note in line.notes)
        below = (CAPTION_GAP + len(caption) * style.leading if caption else 0.0) + (2 if composed else 9)
        smallest = composed.smallest_cell if composed else SMALLEST_CELL
        least = min(1.0, max(smallest / plan.cell, 0.0 if composed else SMALLEST_SCALE))
        wide = max(one.x + one.width for one in plan.places) - min(one.x for one in plan.places)
        most = max(1.0, min(LARGEST_SCALE, measure / wide)) if composed else 1.0
        both = self._section.add("Div")
        shown, caption_tag = both.add("Figure", alt_text_of(figure, block, self.alt_words)), both.add("Caption")

        def slab(share: float) -> Slab:
            planned = plan.smaller(most - share * (most - least))
            if composed and (other := figure.plan(measure, planned.height, one_row=composed.one_row)):
                planned = max(planned, other, key=lambda one: one.cell)  # in rows that are fuller

            def paint(painter: Painter, x: float, y: float) -> None:
                shown.attributes = painter.box(x, y, x + planned.width, y + planned.height)
                painter.mark(shown)
                figure.paint(painter, planned, words, x, y)
                painter.mark(caption_tag)
                left = x + measure * (1 - CAPTION_SHARE) / 2
                paint_lines(painter, caption, style, left, y + planned.height + CAPTION_GAP)

            shrunk = slab if least < most else None
            return Slab(planned.height + below, paint, before, notes, line=block.line, shrunk=shrunk)

        return [slab(0.0)]

    def _picture(self, block: PictureBlock) -> Slab:
        """Return a picture in the middle of the measure."""
        picture, element = self.subject.pictures[block.file], self._section.add("Figure", block.alt)
        measure = self.measure

        def paint(painter: Painter, x: float, y: float) -> None:
            left = x + (measure - picture.width) / 2
            element.attributes = painter.box(left, y, left + picture.width, y + picture.height)
            painter.mark(element)
            painter.image(picture.png, left, y, picture.width, picture.height)

        return Slab(picture.height + PICTURE_GAP, paint, 11.0, line=block.line)

    def _caption(self, content: Content) -> list[Line]:
        """Return a caption in lines of equal length: in the narrowest measure that takes no more lines."""
        style, widest = self.styles.caption, self.measure * CAPTION_SHARE
        caption = Unbroken(self.typesetter.items(content, style))
        lines = self.typesetter.broken(caption, content, style, widest)
        count, narrow, wide = len(lines), widest * 0.4, widest
        while count > 1 and wide - narrow > 6:
            middle = (narrow + wide) / 2
            tried = caption.lines(middle, style.align)
            if len(tried) > count or any(line.overfull for line in tried):
                narrow = middle
            else:
                lines, wide = tried, middle
        return [move_line(line, (widest - wide) / 2) for line in lines]


NOTHING = Line((), 0.0)


def stack(slabs: Sequence[Slab], share: float = 0.0) -> tuple[list[tuple[float, Slab]], float]:
    """Return slabs one below the other, with the tops of each, and their height together.

    Args:
        slabs: of a column.
        share: of the largest reduction of each figure, 0 to 1.
    """
    y, places = 0.0, []
    for number, given in enumerate(slabs):
        slab = given.shrunk(share) if share and given.shrunk else given
        y += slab.before if number else 0.0
        places.append((y, slab))
        y += slab.height
    return places, y


def first_fitting(sizes: Iterable[float], height: Callable[[float], float], room: float) -> tuple[float, float]:
    """Return the first size at which a height fits the room, else the last, and what of the room is left, or lacks."""
    for size in sizes:
        if (left := room - height(size)) >= 0:
            break
    return size, left


def _with_mark(slab: Slab, mark: Line, style: TextStyle, left: float, sign: Element, disc: str) -> Slab:
    """Return a slab after the bullet or number of its item, an element of its own, upon a disc if that has an ink."""

    def paint(painter: Painter, x: float, y: float) -> None:
        baseline = y + baseline_of(style)
        if disc:
            painter.mark(ORNAMENT)
            middle, radius = x + left + mark.width / 2, 0.68 * style.size
            painter.shape(Pen().circle(middle, baseline - 0.31 * style.size, radius).data, disc)
        painter.mark(sign)
        painter.line(mark, x + left, baseline)
        slab.paint(painter, x, y)

    return replace(slab, paint=paint)


def table_slabs(
    table: TableBlock, typesetter: Typesetter, styles: Styles, measure: float, element: Element
) -> list[Slab]:
    """Return the rows of a table, which become kids of its element; an empty header is left out."""
    heads = [(table.header, styles.cell_head)] if any(table.header.cells) else []
    rows = [*heads, *((row, styles.cell) for row in table.rows)]
    widths = _column_widths(rows, typesetter, measure, table.line)
    if not widths:
        return []
    left = (measure - fsum(widths) - CELL_GAP * (len(widths) - 1)) / 2 if fsum(widths) < measure * 0.8 else 0.0
    right = left + fsum(widths) + CELL_GAP * (len(widths) - 1)
    aligns = [column_align(table, column) for column in range(len(widths))]
    joined = [False, *(not row.cells[0] for row, _ in rows[1:]), False]  # to the row above

    def slab(number: int, contents: Sequence[Content], elements: Sequence[Element | Artifact]) -> Slab:
        row, style = rows[number]
        cells = [
            _set_cell(content, typesetter, replace(style, align=align), width)
            for content, align, width in zip(contents, aligns, widths, strict=True)
        ]
        is_head, is_last = number < len(heads), number == len(rows) - 1
        above, below = (PADDING / 3 if goes_on else PADDING for goes_on in joined[number : number + 2])
        height = max(len(lines) * look.leading for lines, look in cells) + above + below

        def paint(painter: Painter, x: float, y: float) -> None:
            column = x + left
            for (lines, look), tagged, width in zip(cells, elements, widths, strict=True):
                painter.mark(tagged)
                spare = height - above - below - len(lines) * look.leading
                top = y + above + (0.0 if is_head else spare / 2)
                for index, line in enumerate(lines):
                    painter.line(line, column, top + index * look.leading + (look.leading + 0.58 * look.size) / 2)
                column += width + CELL_GAP
            painter.mark(ORNAMENT)
            if number == 0 and not is_head:
                painter.rule(x + left, y, x + right, y, 0.7, ACCENT)
            if not joined[number + 1]:
                strength, ink = (0.7, ACCENT) if is_head or is_last else (0.35, RULE)
                painter.rule(x + left, y + height, x + right, y + height, strength, ink)

        notes = tuple(note for lines, _ in cells for line in lines for note in line.notes)
        return Slab(height, paint, notes=notes, kept=number < 2 or is_last or joined[number], line=row.line)

    slabs: list[Slab] = []
    again: Slab | None = None
    for number, (row, _) in enumerate(rows):
        line, is_head = element.add("TR"), number < len(heads)
        scope = f"/O/Table/Scope/{'Column' if is_head else 'Row'}"
        tagged = [  # those on top or at the left are headers of their column or row
            line.add("TH", attributes=scope) if content and (is_head or column == 0) else line.add("TD")
            for column, content in enumerate(row.cells)
        ]
        slabs.append(replace(slab(number, row.cells, tagged), again=again))
        if is_head:  # seen where a page begins within the table, but heard only once; so are its notes
            bare = [tuple(part for part in one if not isinstance(part, NoteMark)) for one in row.cells]
            again = slab(number, bare, [ORNAMENT] * len(bare))
    return slabs


def column_align(table: TableBlock, column: int) -> Align:
    """Return the alignment of a column: as the text says, but numbers and sums alone are centred."""
    cells = [plain_text(row.cells[column]) for row in table.rows]
    numbers = any(cells) and all(NUMBER.fullmatch(cell) for cell in cells if cell)
    return "center" if numbers and table.aligns[column] == "left" else table.aligns[column]


def _column_widths(
    rows: Sequence[tuple[Row, TextStyle]], typesetter: Typesetter, measure: float, line: int
) -> list[float]:
    """Return the width of each column, or nothing if the table is too wide, which is reported."""
    columns = len(rows[0][0].cells)
    room = measure - CELL_GAP * (columns - 1)
    most, least = [0.0] * columns, [0.0] * columns
    widest, words, spot = 0.0, "", TextSpot(line, 1)
    for row, style in rows:
        for column, content in enumerate(row.cells):
            natural, narrowest, text = _cell_widths(content, typesetter, style)
            most[column], least[column] = max(most[column], natural), max(least[column], narrowest)
            if narrowest > widest:
                widest, words, spot = narrowest, text, content[0].spot
    if fsum(least) > room:
        wide = f"a table that is {mm_from_pt(sum(least) - room):.1f} mm too wide for the page"
        message = f"{wide}; what is widest and cannot be broken is {words!r} in this row"
        typesetter.report(spot.line, message, words, spot.column)
        return []
    if fsum(most) <= room:
        return most
    # What is left after every column has its least width goes to those that want more, by how much they want.
    wants = [max(0.0, natural - narrowest) ** 0.7 for natural, narrowest in zip(most, least, strict=True)]
    spare = room - fsum(least)
    total = fsum(wants) or 1.0
    return [narrowest + spare * want / total for narrowest, want in zip(least, wants, strict=True)]


def _cell_widths(content: Content, typesetter: Typesetter, style: TextStyle) -> tuple[float, float, str]:
    """Return the width of a cell on one line, that of its widest part that cannot be broken, and that part."""
    if not content:
        return 0.0, 0.0, ""
    if is_picture(content):  # named by what is read aloud for it
        drawn = _pictures(content, typesetter, style).width
        return drawn, drawn, " ".join(part.spoken for part in content if isinstance(part, Symbol))
    lines = typesetter.lines(content, replace(style, align="left"), WIDTH_LIMIT)
    natural = max(line.width for line in lines) + 0.5
    longest = width = 0.0
    found = text = ""
    for item in typesetter.items(content, style):
        if isinstance(item, Box):
            width += item.width
            text += item.piece.text if isinstance(item.piece, Glyphs) else ""
        elif not (isinstance(item, Penalty) and item.cost >= NO_BREAK):
            longest, found = max((longest, found), (width, text), key=lambda one: one[0])
            width, text = 0.0, ""
    unbroken = UNBROKEN * style.size if typesetter.cjk else 0.0
    return natural, max(longest + 0.5, min(natural, unbroken)), found


def is_picture(content: Content) -> bool:
    """Return whether a cell holds nothing but symbols."""
    return any(isinstance(part, Symbol) for part in content) and all(
        isinstance(part, Symbol) or (isinstance(part, StyledText) and not part.text.strip()) for part in content
    )


def _pictures(content: Content, typesetter: Typesetter, style: TextStyle) -> Line:
    symbols = tuple(part if isinstance(part, Symbol) else StyledText(" ", part.line) for part in content)
    return typesetter.lines(symbols, replace(style, size=style.size * SYMBOL_SCALE, align="left"), WIDTH_LIMIT)[0]


def _set_cell(content: Content, typesetter: Typesetter, style: TextStyle, width: float) -> tuple[list[Line], TextStyle]:
    """Return the lines of a cell, and how they look."""
    if not is_picture(content):
        return typesetter.lines(content, style, width) if content else [], style
    line, large = _pictures(content, typesetter, style), SYMBOL_SCALE
    shift = {"center": (width - line.width) / 2, "right": width - line.width}.get(style.align, 0.0)
    return [move_line(line, shift)], replace(style, size=style.size * large, leading=style.leading * large * 0.98)
