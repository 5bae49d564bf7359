"""Tables as HTML: headers that say what they are headers of, and a frame in which a wide table scrolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.gallery.markup import Html, element, joined
from generator.press.booklet.document import Content, Row, Table
from generator.press.booklet.tables import column_align, is_picture
from generator.web.inlines import InlineWriter


def table_html(table: Table, writer: InlineWriter, label: str) -> Html:
    """A table; `label` is the id of the heading above it, which is its frame's name for who comes there by keys."""
    aligns = [column_align(table, column) for column in range(len(table.aligns))]
    head = element("thead", _head(table.header, aligns, writer)) if any(table.header.cells) else ""
    body = element("tbody", joined(_rows(table, aligns, writer)))
    frame = {"class_": "scroll", "role": "group", "aria_labelledby": label, "tabindex": "0"}
    return element("div", element("table", head, body), **frame)


def _head(row: Row, aligns: Sequence[str], writer: InlineWriter) -> Html:
    cells = (
        element("th", writer.html(content), scope="col", class_=_class(align, content)) if content else element("td")
        for content, align in zip(row.cells, aligns, strict=True)
    )
    return element("tr", *cells)


def _rows(table: Table, aligns: Sequence[str], writer: InlineWriter) -> Iterator[Html]:
    """The rows; one whose first cell is empty goes on with the row above, whose header is the header of both."""
    for number, row in enumerate(table.rows):
        cells = []
        for column, (content, align) in enumerate(zip(row.cells, aligns, strict=True)):
            shown = {"class_": _class(align, content)}
            if column == 0 and not content and number:
                continue
            if column == 0 and content:
                spanned = _spanned(table, number)
                shown |= {"scope": "row" if spanned == 1 else "rowgroup", "rowspan": str(spanned)}
                cells.append(element("th", writer.html(content), **_told(shown)))
            else:
                cells.append(element("td", writer.html(content), **_told(shown)))
        yield element("tr", *cells)


def _spanned(table: Table, number: int) -> int:
    """How many rows the header of a row stands for."""
    following = (row.cells[0] for row in table.rows[number + 1 :])
    count = 1
    for first in following:
        if first:
            break
        count += 1
    return count


def _told(attributes: dict[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in attributes.items() if value and (name, value) != ("rowspan", "1")}


def _class(align: str, content: Content) -> str | None:
    """How a cell stands, and whether it is a picture."""
    names = [align] if align != "left" else []
    names += ["signs"] if is_picture(content) else []
    return " ".join(names) or None
