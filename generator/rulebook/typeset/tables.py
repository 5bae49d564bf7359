"""Tables: columns as wide as their contents ask, rows as slabs, light rules between them.

A row whose first cell is empty goes on with the row above: no rule and no page break separates them. Where a
page begins within a table, its header is repeated. A cell that holds nothing but symbols shows them large, and a column
of numbers is centred. A table that is wider than the text area
is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum

from msgspec.structs import replace as restyled

from generator.pdf.tags import ORNAMENT, Artifact, Element
from generator.rulebook.text.document import (
    Align,
    Content,
    NoteMark,
    Row,
    StyledText,
    Symbol,
    TableBlock,
    TextSpot,
    plain_text,
)
from generator.rulebook.typeset.line_breaks import Box, Glyphs, Item, Line, Penalty, move_line
from generator.rulebook.typeset.page_breaks import NEVER, Slab
from generator.rulebook.typeset.painting import Painter
from generator.rulebook.typeset.shaper import Typesetter
from generator.rulebook.typeset.styles import ACCENT, RULE, Styles, TextStyle

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


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell that is set."""

    lines: tuple[Line, ...]
    leading: float
    size: float


@dataclass(frozen=True, slots=True)
class _Narrowest:
    """The least width of a cell: that of a word, or of pictures, named by what is read aloud for them."""

    width: float
    text: str
    spot: TextSpot


@dataclass(frozen=True, slots=True)
class _Standing:
    """The place of a row in its table."""

    number: int
    head: bool
    last: bool
    joined_above: bool
    joined_below: bool


def table_slabs(
    table: TableBlock, typesetter: Typesetter, styles: Styles, measure: float, element: Element
) -> list[Slab]:
    """Return the rows of a table, which become kids of its element; an empty header is left out."""
    widths = column_widths(table, typesetter, styles, measure)
    if not widths:
        return []
    left = (measure - fsum(widths) - CELL_GAP * (len(widths) - 1)) / 2 if fsum(widths) < measure * 0.8 else 0.0
    rows = list(_rows(table, styles))
    aligns = [column_align(table, column) for column in range(len(widths))]

    def set_cells(contents: Sequence[Content], style: TextStyle) -> list[_Cell]:
        return [
            _set_cell(content, typesetter, restyled(style, align=align), width)
            for content, align, width in zip(contents, aligns, widths, strict=True)
        ]

    slabs: list[Slab] = []
    again: Slab | None = None
    for number, (row, style) in enumerate(rows):
        cells = set_cells(row.cells, style)
        place = _Standing(
            number,
            style is styles.cell_head,
            number == len(rows) - 1,
            _goes_on(rows, number),
            _goes_on(rows, number + 1),
        )
        line, tagged = element.add("TR"), list[Element]()
        for column, content in enumerate(row.cells):  # those on top or at the left are headers of their column or row
            if content and (place.head or column == 0):
                scope = "Column" if place.head else "Row"
                tagged.append(line.add("TH", attributes=f"/O/Table/Scope/{scope}"))
            else:
                tagged.append(line.add("TD"))
        slabs.append(replace(_row_slab(cells, tagged, widths, left, place, row.line), again=again))
        if place.head:  # seen where a page begins within the table, but heard only once; so are its notes
            bare = [tuple(part for part in one if not isinstance(part, NoteMark)) for one in row.cells]
            again = _row_slab(set_cells(bare, style), [ORNAMENT] * len(bare), widths, left, place, row.line)
    return slabs


def _goes_on(rows: Sequence[tuple[Row, TextStyle]], number: int) -> bool:
    """Return whether a row goes on with the row above."""
    return 0 < number < len(rows) and not rows[number][0].cells[0]


def column_align(table: TableBlock, column: int) -> Align:
    """Return the alignment of a column: as the text says, but numbers and sums alone are centred."""
    cells = [plain_text(row.cells[column]) for row in table.rows]
    numbers = any(cells) and all(NUMBER.fullmatch(cell) for cell in cells if cell)
    return "center" if numbers and table.aligns[column] == "left" else table.aligns[column]


def _rows(table: TableBlock, styles: Styles) -> Iterator[tuple[Row, TextStyle]]:
    if any(table.header.cells):
        yield table.header, styles.cell_head
    for row in table.rows:
        yield row, styles.cell


def column_widths(table: TableBlock, typesetter: Typesetter, styles: Styles, measure: float) -> list[float]:
    """Return the width of each column, or nothing if the table is too wide, which is reported."""
    columns = len(table.aligns)
    room = measure - CELL_GAP * (columns - 1)
    most, least = [0.0] * columns, [0.0] * columns
    widest = _Narrowest(0.0, "", TextSpot(table.line, 1))
    for row, style in _rows(table, styles):
        for column, content in enumerate(row.cells):
            natural, narrowest = _cell_widths(content, typesetter, style)
            most[column] = max(most[column], natural)
            least[column] = max(least[column], narrowest.width)
            widest = narrowest if narrowest.width > widest.width else widest
    if fsum(least) > room:
        wide = f"a table that is {(sum(least) - room) * 25.4 / 72:.1f} mm too wide for the page"
        message = f"{wide}; what is widest and cannot be broken is {widest.text!r} in this row"
        typesetter.report(widest.spot.line, message, widest.text, widest.spot.column)
        return []
    if fsum(most) <= room:
        return most
    # What is left after every column has its least width goes to those that want more, by how much they want.
    wants = [max(0.0, natural - narrowest) ** 0.7 for natural, narrowest in zip(most, least, strict=True)]
    spare = room - fsum(least)
    total = fsum(wants) or 1.0
    return [narrowest + spare * want / total for narrowest, want in zip(least, wants, strict=True)]


def _cell_widths(content: Content, typesetter: Typesetter, style: TextStyle) -> tuple[float, _Narrowest]:
    """Return the width of a cell on one line, and its widest part that cannot be broken."""
    if not content:
        return 0.0, _Narrowest(0.0, "", TextSpot(0, 1))
    spot = content[0].spot
    if is_picture(content):
        drawn = _pictures(content, typesetter, style)
        spoken = " ".join(part.spoken for part in content if isinstance(part, Symbol))
        return drawn.width, _Narrowest(drawn.width, spoken, spot)
    lines = typesetter.lines(content, restyled(style, align="left"), WIDTH_LIMIT)
    natural = max(line.width for line in lines) + 0.5
    longest = _longest(typesetter.items(content, style), spot)
    unbroken = UNBROKEN * style.size if typesetter.cjk else 0.0
    return natural, replace(longest, width=max(longest.width + 0.5, min(natural, unbroken)))


def _longest(items: Sequence[Item], spot: TextSpot) -> _Narrowest:
    """Return the longest part of a paragraph without a place to break."""
    longest, width, text = _Narrowest(0.0, "", spot), 0.0, ""
    for item in items:
        if isinstance(item, Box):
            width += item.width
            text += item.piece.text if isinstance(item.piece, Glyphs) else ""
        elif not (isinstance(item, Penalty) and item.cost >= NO_BREAK):
            longest = _Narrowest(width, text, spot) if width > longest.width else longest
            width, text = 0.0, ""
    return longest


def is_picture(content: Content) -> bool:
    """Return whether a cell holds nothing but symbols."""
    return any(isinstance(part, Symbol) for part in content) and all(
        isinstance(part, Symbol) or (isinstance(part, StyledText) and not part.text.strip()) for part in content
    )


def _pictures(content: Content, typesetter: Typesetter, style: TextStyle) -> Line:
    symbols = tuple(part if isinstance(part, Symbol) else StyledText(" ", part.line) for part in content)
    return typesetter.lines(symbols, restyled(style, size=style.size * SYMBOL_SCALE, align="left"), WIDTH_LIMIT)[0]


def _set_cell(content: Content, typesetter: Typesetter, style: TextStyle, width: float) -> _Cell:
    if is_picture(content):
        line = _pictures(content, typesetter, style)
        shift = {"center": (width - line.width) / 2, "right": width - line.width}.get(style.align, 0.0)
        return _Cell((move_line(line, shift),), style.leading * SYMBOL_SCALE * 0.98, style.size * SYMBOL_SCALE)
    lines = typesetter.lines(content, style, width) if content else []
    return _Cell(tuple(lines), style.leading, style.size)


def _row_slab(
    cells: list[_Cell],
    elements: Sequence[Element | Artifact],
    widths: list[float],
    left: float,
    place: _Standing,
    line: int,
) -> Slab:
    above, below = (PADDING / 3 if joined else PADDING for joined in (place.joined_above, place.joined_below))
    height = max(len(cell.lines) * cell.leading for cell in cells) + above + below
    right = left + fsum(widths) + CELL_GAP * (len(widths) - 1)

    def paint(painter: Painter, x: float, y: float) -> None:
        column = x + left
        for cell, element, width in zip(cells, elements, widths, strict=True):
            painter.mark(element)
            spare = height - above - below - len(cell.lines) * cell.leading
            top = y + above + (0.0 if place.head else spare / 2)
            for index, text in enumerate(cell.lines):
                painter.line(text, column, top + index * cell.leading + (cell.leading + 0.58 * cell.size) / 2)
            column += width + CELL_GAP
        painter.mark(ORNAMENT)
        strong = place.head or place.last
        if place.number == 0 and not place.head:
            painter.rule(x + left, y, x + right, y, 0.7, ACCENT)
        if not place.joined_below:
            painter.rule(
                x + left, y + height, x + right, y + height, 0.7 if strong else 0.35, ACCENT if strong else RULE
            )

    notes = tuple(note for cell in cells for text in cell.lines for note in text.notes)
    kept = place.number < 2 or place.last or place.joined_above
    return Slab(height, paint, notes=notes, break_cost=NEVER if kept else 400.0, line=line)
