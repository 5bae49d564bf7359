"""Composed pages: boxes in rows below a coloured band, as ``templates/spreads`` says, filled with a text's passages.

::

    +------------------------+
    | band: chapter     sign |   the band: the heading of a section
    +-----------+------------+
    | box       | box        |   a row: as high as its highest box
    +-----------+------------+
    | box: words  |  figure  |   room that is left goes between the rows
    +------------------------+

Figures become smaller together, as little as is needed, and no smaller than the page allows. A page that is too full
even so is a mistake. Lengths are points, y down from the page's top.

The pages name headings of a rules text, in its order, and symbols of its game. Sections that only the page for the
browser has are left out of what is printed. So nothing that is printed may need them: no link leads there, and neither
a footnote nor the number of a figure counts what stands there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from math import fsum
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from asterion_press.catalogue.spreads import Box, LoadedSpreads, Page
from asterion_press.catalogue.strict_yaml import Location
from asterion_press.drawing.display_list import Pen
from asterion_press.errors import Mistake, enumerated, suggestion
from asterion_press.geometry import mm_from_pt, pt
from asterion_press.pdf.tags import HEADER, ORNAMENT, Element
from asterion_press.rulebook.text.document import (
    SECTION_LEVEL,
    Block,
    FigureBlock,
    Heading,
    NoteMark,
    RulesText,
    StyledText,
    contents_of,
)
from asterion_press.rulebook.typeset.blocks import NOTE_GAP, Composed, Flow, Slab, first_fitting, paint_notes, stack
from asterion_press.rulebook.typeset.painting import Painter
from asterion_press.rulebook.typeset.shaper import heading_target
from asterion_press.rulebook.typeset.styles import PAGE_HEIGHT, PAGE_WIDTH

PaintPage: TypeAlias = Callable[[Painter], None]
SIDE, TOP, BOTTOM = pt(11), pt(10.4), pt(10.6)
"""Margins: what home printers leave white."""
BAND, BAND_GAP = pt(11.5), pt(3.2)
ROWS = TOP + BAND + BAND_GAP
"""Where the first row begins."""
NUMBER = pt(9)
"""Room for the number of the page, at the right end of the band."""
ROW_GAP, MOST_ROW_GAP = pt(2.2), pt(7)
COLUMN_GAP = pt(4.5)
ROOM = pt(3.2)
"""Between the edge of a box that has a ground, and what stands in it."""
LETTERS, GROUND, EDGE = "#ffffff", "#f7f1e4", "#d9cbb0"
ROUND = pt(2)
STEPS = 16
"""Sizes of figures that are tried between the largest and the smallest."""
WIDE = PAGE_WIDTH - 2 * SIDE
LEAST = pt(15)
"""Width of the narrowest column."""


class SetBox(Struct, frozen=True):
    """A box whose words are set: columns of slabs, each with its left edge.

    Attributes:
        x, width: of the box.
        columns: of what stands in it.
        heading: id of the heading whose passages stand in it.
        ground: whether it stands on a ground of its own.
    """

    x: float
    width: float
    columns: tuple[tuple[float, Sequence[Slab]], ...]
    heading: str = ""
    ground: bool = False

    @property
    def room(self) -> float:
        """Return the room around what stands in it."""
        return ROOM if self.ground else 0.0

    def height(self, share: float) -> float:
        """Return its height if figures are reduced by a share of what they may be."""
        return max((stack(slabs, share)[1] for _, slabs in self.columns), default=0.0) + 2 * self.room


class PageComposer(Struct):
    """A composer of the pages of one text.

    Attributes:
        text: the rules, with what is not printed.
        spreads: the pages.
        flow: sets the passages that are printed.
        _times: how often each block is set, by its line.
    """

    text: RulesText
    spreads: LoadedSpreads
    flow: Flow
    _passages: dict[str, list[Block]] = {}
    _times: Counter[int] = field(default_factory=Counter)

    def pages(self) -> Iterator[PaintPage]:
        """Yield the painters of the pages; reports what does not fit."""
        if wrong := [*spread_mistakes(self.spreads, self.text), *self._narrow()]:
            self.flow.typesetter.mistakes += wrong
            return
        self._passages = _cut(self.flow.text, list(self.spreads.places()))
        for number, page in enumerate(self.spreads.spreads.pages, 2):
            yield self._page(page, number)
        for block in self.flow.text.blocks:
            if (times := self._times[block.line]) != 1:
                where = f"{times} times on the pages" if times else "on none of the pages"
                self.flow.typesetter.report(block.line, f"this stands {where} that {self.spreads.document.file} tells")

    def _narrow(self) -> Iterator[Mistake]:
        """Yield the boxes that have too narrow a column."""
        for number, page in enumerate(self.spreads.spreads.pages):
            for row, boxes in enumerate(page.rows):
                for column, (box, _, width) in enumerate(_placed(boxes)):
                    if (narrow := min(_columns(box, width))) < LEAST:
                        place = self.spreads.document.value_place(("pages", number, "rows", row, column))
                        message = (
                            f"a column of {mm_from_pt(narrow):.1f} mm; the narrowest has {mm_from_pt(LEAST):.0f} mm"
                        )
                        yield Mistake(place, message)

    def _page(self, page: Page, number: int) -> PaintPage:
        """Return the painter of a page, with the sizes of figures and the space between rows that it needs."""
        heading = self._passages[page.band].pop(0)
        assert isinstance(heading, Heading)
        self._times[heading.line] += 1
        element = self.flow.heading_apart(heading)
        rows = [[self._box(page, *placed) for placed in _placed(row)] for row in page.rows]
        slabs = [slab for row in rows for box in row for _, column in box.columns for slab in column]
        notes = [self.flow.notes[name] for slab in slabs for name in slab.notes]
        footnotes = fsum(note.height for note in notes) + (NOTE_GAP if notes else 0.0)
        gaps = len(rows) - 1
        share, left = first_fitting(
            (step / STEPS for step in range(STEPS + 1)),
            lambda share: fsum(max(box.height(share) for box in row) for row in rows),
            PAGE_HEIGHT - BOTTOM - ROWS - footnotes - gaps * ROW_GAP,
        )
        if left < 0:
            self._report(number, [max(row, key=lambda box: box.height(share)) for row in rows], share, -left)
        gap = ROW_GAP + min(MOST_ROW_GAP - ROW_GAP, max(0.0, left) / gaps) if gaps else ROW_GAP
        headings = [heading, *(slab.heading for slab in slabs if slab.heading)]

        def paint(painter: Painter) -> None:
            for one in headings:
                painter.canvas.addOutlineEntry(one.text, heading_target(one.id), level=one.level - 2, closed=True)
            self._paint_band(page, heading, element, number, painter)
            paint_rows(painter, rows, ROWS, gap, share)
            if notes:
                paint_notes(painter, notes, self.flow.styles, SIDE, PAGE_HEIGHT - BOTTOM)

        return paint

    def _box(self, page: Page, box: Box, x: float, width: float) -> SetBox:
        """Return a box with its words set; figures at a side are taken out of the words."""
        self.flow.composed = Composed(page.ink, pt(page.smallest_mm), box.one_row)
        blocks = self._passages[box.heading]
        if box.part:
            blocks = [block for block in blocks if isinstance(block, FigureBlock) == (box.part == "figures")]
        self._times.update(block.line for block in blocks)
        left = x + (ROOM if box.ground else 0.0)
        figures = [block for block in blocks if isinstance(block, FigureBlock)] if box.figure else []
        measure, *others = _columns(box, width)
        if figures:
            beside, words = others[0], [block for block in blocks if not isinstance(block, FigureBlock)]
            first = left + (beside + COLUMN_GAP) * (box.figure == "left"), self.flow.set_column(words, measure)
            other = left + (measure + COLUMN_GAP) * (box.figure == "right"), self.flow.set_column(figures, beside)
            return SetBox(x, width, (first, other), box.heading, box.ground)
        balanced = _balanced(self.flow.set_column(blocks, measure), box.columns)
        places = (left + place * (measure + COLUMN_GAP) for place in range(len(balanced)))
        return SetBox(x, width, tuple(zip(places, balanced, strict=True)), box.heading, box.ground)

    def _report(self, number: int, highest: Sequence[SetBox], share: float, excess: float) -> None:
        """Report a page that is too full, at the highest box of all; only the highest of each row matter."""
        largest = max(highest, key=lambda box: box.height(share))
        typesetter, named = self.flow.typesetter, self._passages[largest.heading]
        line = named[0].line if named else self.text.title.line
        lines = max(1, round(excess / self.flow.styles.body.leading + 0.5))
        message = f"page {number} is {mm_from_pt(excess):.1f} mm too full, about {lines} lines"
        decides = enumerated(dict.fromkeys(repr(box.heading) for box in highest))
        remedy = f"write what is highest in its rows shorter: {decides}"
        typesetter.report(line, f"{message}{typesetter.passage(line)}; {remedy}")

    def _paint_band(self, page: Page, heading: Heading, element: Element, number: int, painter: Painter) -> None:
        """Paint the band at the head of a page, with its heading, its sign and its number."""
        styles = self.flow.styles
        painter.mark(ORNAMENT)
        painter.shape(Pen().rounded_rectangle(SIDE, TOP, WIDE, BAND, ROUND).data, page.ink)
        size, middle = BAND * 0.72, TOP + BAND / 2
        folio = self.flow.typesetter.plain(str(number), replace(styles.folio, ink=LETTERS))
        if page.sign:
            drawing = painter.drawing(f"symbol:{page.sign}")
            painter.form(drawing, SIDE + WIDE - size - NUMBER, middle - size / 2, size)
        painter.destination(heading_target(heading.id), 0)
        painter.mark(element)
        style = replace(styles.section, ink=LETTERS, size=styles.section.size * 1.1, bold=True)
        room = WIDE - size - NUMBER - 20
        line = self.flow.typesetter.fitted(heading.text, style, room, "the head of its page", heading.line)
        painter.line(line, SIDE + 10, middle + 0.34 * styles.section.size * 1.1)
        painter.mark(HEADER)
        painter.line(folio, SIDE + WIDE - 8 - folio.width, middle + 0.34 * styles.folio.size)


def one_column(x: float, width: float, slabs: Sequence[Slab]) -> SetBox:
    """Return a box without a ground, as wide as what stands in it."""
    return SetBox(x, width, ((x, slabs),))


def across(shares: Sequence[float], x: float, wide: float, gap: float) -> Iterator[tuple[float, float]]:
    """Yield the left edge and the width of each of some boxes side by side, which share a width from x on."""
    room, whole = wide - gap * (len(shares) - 1), fsum(shares)
    for share in shares:
        width = room * share / whole
        yield x, width
        x += width + gap


def _placed(row: Sequence[Box]) -> Iterator[tuple[Box, float, float]]:
    """Yield the boxes of a row, each with its left edge and its width."""
    for box, (x, width) in zip(row, across([box.share for box in row], SIDE, WIDE, COLUMN_GAP), strict=True):
        yield box, x, width


def paint_rows(painter: Painter, rows: Iterable[Sequence[SetBox]], y: float, gap: float, share: float = 0.0) -> None:
    """Paint rows of boxes one below the other, the first from y on; each is as high as its highest box."""
    for row in rows:
        high = max(box.height(share) for box in row)
        for box in row:
            if box.ground:
                painter.mark(ORNAMENT)
                frame = Pen().rounded_rectangle(box.x, y, box.width, high, ROUND).data
                painter.shape(frame, GROUND)
                painter.shape(frame, ink=EDGE, width=0.6)
            for x, slabs in box.columns:
                for top, slab in stack(slabs, share)[0]:
                    slab.paint(painter, x, y + box.room + top)
        y += high + gap


def _columns(box: Box, width: float) -> list[float]:
    """Return the widths of the columns of a box: those of its words, or that of its words and that of its figures."""
    wide = width - 2 * (ROOM if box.ground else 0.0)
    if box.figure:
        beside = box.figure_share * wide
        return [wide - beside - COLUMN_GAP, beside]
    return [(wide - COLUMN_GAP * (box.columns - 1)) / box.columns] * box.columns


def _cut(text: RulesText, named: Sequence[str]) -> dict[str, list[Block]]:
    """Return the blocks of a text by the named headings that stand before them."""
    found: dict[str, list[Block]] = {name: [] for name in named}
    at = named[0]
    for block in text.blocks:
        if isinstance(block, Heading) and block.id in found:
            at = block.id
        found[at].append(block)
    return found


def _balanced(slabs: list[Slab], count: int) -> list[list[Slab]]:
    """Return slabs in columns of about the same height; no paragraph is broken, and no heading ends a column."""
    columns: list[list[Slab]] = []
    rest = slabs
    for left in range(count, 1, -1):
        goal = stack(rest)[1] / left
        parts = (at for at in range(1, len(rest)) if not rest[at].continues and not rest[at].kept)
        breaks = [at for at in parts if not rest[at - 1].heading]
        at = min(breaks, key=lambda at: abs(stack(rest[:at])[1] - goal), default=len(rest))
        columns.append(rest[:at])
        rest = rest[at:]
    return [*columns, rest]


def printed_part(text: RulesText, spreads: LoadedSpreads) -> RulesText:
    """Return a text without the sections that only the page for the browser has."""
    return replace(text, blocks=tuple(block for block, section in _by_section(text, spreads) if not section))


def _by_section(text: RulesText, spreads: LoadedSpreads) -> Iterator[tuple[Block, str]]:
    """Yield the blocks of a text, each with the id of the section for the browser that it stands in, or nothing."""
    apart, section = {section.heading for section in spreads.spreads.web}, ""
    for block in text.blocks:
        if isinstance(block, Heading) and block.level == SECTION_LEVEL:
            section = block.id if block.id in apart else ""
        yield block, section


def spread_mistakes(spreads: LoadedSpreads, text: RulesText) -> list[Mistake]:
    """Return what of composed pages does not fit a text: signs and headings that it lacks, or has in another order.

    Pages that no text uses are not held against the game: one's own game may lack what the shipped pages show.
    """
    document, last = spreads.document, -1
    found = [
        Mistake(document.value_place(location), f"{what} {name!r}{where}; {suggestion(name, known)}")
        for location, what, where, name, known in _names(spreads, text)
        if name and name not in known
    ]
    found += _web_mistakes(spreads, text)
    if spreads.spreads.card is not None and spreads.spreads.summary is None:
        message = "cards hold the summary, and the file names none; add summary"
        found.append(Mistake(document.value_place(("card",)), message))
    ids = list(text.headings)
    for name, location in spreads.places().items():
        index = ids.index(name) if name in ids else last
        if index < last:
            message = f"heading {name!r} stands before {ids[last]!r} in {text.file}; name them in that order"
            found.append(Mistake(document.value_place(location), message))
        last = max(last, index)
    first = next(iter(printed_part(text, spreads).headings.values()), None)
    if not found and first and first.id != next(iter(spreads.places())):
        message = f"{document.file} has no place for the section {first.id!r}, with which the text begins"
        found.append(Mistake(text.source.place(first.line), message))
    return found


def shown_by(name: str) -> str:
    """Return the id of the figure of a text that shows what a figure made for cards shows."""
    return name.removeprefix("card-")


def _names(spreads: LoadedSpreads, text: RulesText) -> Iterator[tuple[Location, str, str, str, Collection[str]]]:
    """Yield the names in a file of pages: where, of what, where that should be, the name, and what there is."""
    composed, there = spreads.spreads, f" in {text.file}"
    headings = text.headings
    for number, page in enumerate(composed.pages):
        yield ("pages", number, "sign"), "unknown symbol", "", page.sign, spreads.symbols
    for number, section in enumerate(composed.web):
        yield ("web", number, "sign"), "unknown symbol", "", section.sign, spreads.symbols
        sections = [name for name, heading in headings.items() if heading.level == SECTION_LEVEL]
        yield ("web", number, "heading"), "no section", there, section.heading, sections
    yield ("summary",), "no heading", there, composed.summary or "", headings
    for number, name in enumerate(composed.card.figures if composed.card else ()):
        figures = [block.figure for block in text.blocks if isinstance(block, FigureBlock)]
        yield ("card", "figures", number), "no figure", there, shown_by(name), figures
    for name, location in spreads.places().items():
        yield location, "no heading", there, name, headings


def _web_mistakes(spreads: LoadedSpreads, text: RulesText) -> Iterator[Mistake]:
    """Yield what the pages show of sections for the browser, and what is printed and needs one."""
    apart = {block.id for block, section in _by_section(text, spreads) if isinstance(block, Heading) and section}
    places, figures = spreads.places(), 0
    for block, section in _by_section(text, spreads):
        message, place, parts = "", text.source.place(block.line), list(chain.from_iterable(contents_of(block)))
        if section:
            figures += isinstance(block, FigureBlock)
            if isinstance(block, Heading) and block.id in places:
                fault = f"{block.id!r} stands in the section {section!r}, which `web` leaves out of the pages"
                yield Mistake(spreads.document.value_place(places[block.id]), fault)
            if any(isinstance(part, NoteMark) for part in parts):
                message = f"a footnote in the section {section!r}, which is not printed; write it into the text"
        elif isinstance(block, FigureBlock) and figures and text.refers_to(block.figure):
            message = "its number counts figures that are not printed; let the sections of `web` stand behind it"
        if message:
            yield Mistake(place, message)
        for part in parts if not section else ():
            if isinstance(part, StyledText) and part.link in apart:
                fault = f"leads to {part.link!r}, which is not printed; leave out the link"
                yield Mistake(text.source.place(part.line), fault)
