"""Tables as HTML: headers that say what they are headers of, and a frame in which a wide table scrolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from generator.rulebook.html.inlines import InlineWriter
from generator.rulebook.html.markup import Html, element, joined
from generator.rulebook.text.document import Content, Table, plain_text
from generator.rulebook.typeset.tables import UNBROKEN, column_align, is_picture


def table_html(table: Table, writer: InlineWriter, label: str) -> Html:
    """A table; `label` is the id of the heading above it, which is its frame's name for who comes there by keys."""
    writing = _Writing(table, writer, [column_align(table, column) for column in range(len(table.aligns))])
    head = element("thead", writing.head()) if any(table.header.cells) else ""
    inner = element("table", head, element("tbody", joined(writing.rows())))
    return element("div", inner, class_="scroll", role="group", aria_labelledby=label, tabindex="0")


@dataclass(frozen=True, slots=True)
class _Writing:
    """One table, and how each of its columns stands."""

    table: Table
    writer: InlineWriter
    aligns: Sequence[str]

    def head(self) -> Html:
        """The header of each column that has one."""
        cells = enumerate(self.table.header.cells)
        return element("tr", joined(self._cell("th" if cell else "td", cell, at, "col") for at, cell in cells))

    def rows(self) -> Iterator[Html]:
        """The rows; one whose first cell is empty goes on with the row above, whose header is the header of both."""
        for number, row in enumerate(self.table.rows):
            first, *others = row.cells
            begun = self._first(first, number) if first or number == 0 else ""
            yield element("tr", begun, joined(self._cell("td", cell, at) for at, cell in enumerate(others, 1)))

    def _first(self, content: Content, number: int) -> Html:
        if not content:
            return self._cell("td", content, 0)
        rows = self._spanned(number)
        return self._cell("th", content, 0, "row" if rows == 1 else "rowgroup", rows)

    def _spanned(self, number: int) -> int:
        """How many rows the header of a row stands for."""
        below = (row.cells[0] for row in self.table.rows[number + 1 :])
        return 1 + sum(1 for _ in takewhile(lambda first: not first, below))

    def _cell(self, tag: str, content: Content, column: int, scope: str = "", rows: int = 1) -> Html:
        told = {"scope": scope or None} if tag == "th" else {}
        span = str(rows) if rows > 1 else None
        return element(tag, self.writer.html(content), **told, rowspan=span, class_=self._class(content, column))

    def _class(self, content: Content, column: int) -> str | None:
        """How a cell stands, whether it is a picture, and whether it is too short to be broken."""
        names = [align] if (align := self.aligns[column]) != "left" else []
        names += ["signs"] if is_picture(content) else []
        names += ["whole"] if self.writer.cjk and 0 < len(plain_text(content)) < UNBROKEN else []
        return " ".join(names) or None
