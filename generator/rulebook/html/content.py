"""The content of a rules text as HTML: sections with headings, lists, tables, figures and notes, and what is in them.

Headings are anchors, headers of tables say what they are headers of, a wide table scrolls in a frame of its own, and
every character of the text is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, takewhile

from generator.catalogue.words import Words as LanguageWords
from generator.rulebook.html.inline_svg import PREFIX
from generator.rulebook.html.markup import Html, element, join_markup
from generator.rulebook.text.document import (
    Block,
    Content,
    FigureBlock,
    Heading,
    Inline,
    LineBreak,
    Listing,
    Note,
    NoteMark,
    Paragraph,
    RulesText,
    Symbol,
    Table,
    Words,
    contents_of,
    plain_text,
    unlinked,
)
from generator.rulebook.text.figures import Illustration
from generator.rulebook.text.strings import AltTextWords, alt_text_of
from generator.rulebook.typeset.page_breaks import SECTION_LEVEL
from generator.rulebook.typeset.spacing import apply_spacing
from generator.rulebook.typeset.tables import UNBROKEN, column_align, is_picture

HYPHENATED = re.compile(r"(\S*\w-\w\S*)")
"""A word with a hyphen that is written."""


def note_id(number: int) -> str:
    """The id of a footnote."""
    return f"{PREFIX}note{number}"


def mark_id(number: int) -> str:
    """The id of the place that a footnote belongs to."""
    return f"{PREFIX}mark{number}"


@dataclass(frozen=True, slots=True)
class InlineWriter:
    """Writes inline content of one language.

    Attributes:
        words: of the language.
        symbol: the markup of a symbol, by its name and what is read aloud.
    """

    words: LanguageWords
    symbol: Callable[[str, str], Html]

    @property
    def cjk(self) -> bool:
        """Whether the language is written without spaces."""
        return self.words.cjk

    def html(self, content: Content) -> Html:
        """Content as HTML."""
        parts = apply_spacing(content, self.words.typography, cjk=self.cjk)
        return join_markup(self._run(link, list(run)) for link, run in groupby(parts, _link))

    def _run(self, link: str, run: list[Inline]) -> Html:
        """What leads to the same place, or nowhere."""
        inner = join_markup(self._parts(run))
        return element("a", inner, href=f"#{link}") if link else inner

    def _parts(self, run: list[Inline]) -> Iterator[Html]:
        for look, parts in groupby(run, _look):
            if look is not None:
                yield self._words(_joined(parts))
                continue
            for part in parts:
                match part:
                    case Symbol():
                        yield self.symbol(part.name, part.spoken)
                    case NoteMark():
                        yield _mark(part)
                    case LineBreak():
                        yield Html("<br>")

    def _words(self, words: Words) -> Html:
        text = self._text(words.text)
        text = element("em", text) if words.italic else text
        return element("strong", text) if words.bold else text

    def _text(self, text: str) -> Html:
        """Text, in which a hyphenated word is kept on a line where the language does not break at hyphens."""
        if self.words.typography.hyphen_breaks:
            return Html(escape(text, quote=False))
        parts = enumerate(HYPHENATED.split(text))
        return join_markup(element("span", part, class_="whole") if odd % 2 else part for odd, part in parts)


def _link(part: Inline) -> str:
    """Where words lead to, or nothing."""
    return part.link if isinstance(part, Words) else ""


def _look(part: Inline) -> tuple[bool, bool] | None:
    return (part.bold, part.italic) if isinstance(part, Words) else None


def _joined(parts: Iterable[Inline]) -> Words:
    """Words of one look as one."""
    words = [part for part in parts if isinstance(part, Words)]
    first = words[0]
    return Words("".join(part.text for part in words), first.line, first.bold, first.italic, first.link)


def _mark(mark: NoteMark) -> Html:
    """The number of a footnote, which leads to it."""
    link = element("a", mark.number, href=f"#{note_id(mark.number)}", id=mark_id(mark.number), role="doc-noteref")
    return element("sup", link)


def table_html(table: Table, writer: InlineWriter, label: str) -> Html:
    """A table; `label` is the id of the heading above it, which is its frame's name for who comes there by keys."""
    writing = _Writing(table, writer, [column_align(table, column) for column in range(len(table.aligns))])
    head = element("thead", writing.head()) if any(table.header.cells) else ""
    inner = element("table", head, element("tbody", join_markup(writing.rows())))
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
        return element("tr", join_markup(self._cell("th" if cell else "td", cell, at, "col") for at, cell in cells))

    def rows(self) -> Iterator[Html]:
        """The rows; one whose first cell is empty goes on with the row above, whose header is the header of both."""
        for number, row in enumerate(self.table.rows):
            first, *others = row.cells
            begun = self._first(first, number) if first or number == 0 else ""
            yield element("tr", begun, join_markup(self._cell("td", cell, at) for at, cell in enumerate(others, 1)))

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


@dataclass(slots=True)
class BlockWriter:
    """Writes the blocks of one text.

    Attributes:
        text: the rules.
        writer: for what stands in the blocks.
        telling: the language's words for what figures show.
        figures: by id.
        pictures: the markup of each figure, in the order of the text.
        figure_word: what figures are called, such as ``Figure``.
    """

    text: RulesText
    writer: InlineWriter
    telling: AltTextWords
    figures: Mapping[str, Illustration]
    pictures: tuple[Html, ...]
    figure_word: str
    _heading: str = ""
    _number: int = 0

    def sections(self) -> Html:
        """The whole text below its title."""
        self._heading, self._number = self.text.title.id, 0
        return join_markup(self._section(blocks) for blocks in _sections(self.text.blocks))

    def contents(self) -> Html:
        """The contents: sections, and within each its parts; rulings are left out."""
        entries: list[tuple[Heading, list[Heading]]] = []
        for heading in self.text.blocks:
            if isinstance(heading, Heading) and not heading.is_ruling:
                if heading.level == SECTION_LEVEL or not entries:
                    entries.append((heading, []))
                else:
                    entries[-1][1].append(heading)
        return element("ol", join_markup(self._entry(*entry) for entry in entries))

    def _entry(self, heading: Heading, parts: list[Heading]) -> Html:
        inner = element("ol", join_markup(self._entry(part, []) for part in parts)) if parts else ""
        link = element("a", self.writer.html(unlinked(heading.content)), href=f"#{heading.id}")
        return element("li", link, inner)

    def _section(self, blocks: list[Block]) -> Html:
        ruling = False
        parts: list[Html] = []
        for block in blocks:
            if isinstance(block, Heading):
                ruling = block.is_ruling
                self._heading = block.id
            parts.append(self._block(block, ruling=ruling))
        return element("section", join_markup(parts), self._notes(blocks))

    def _block(self, block: Block, *, ruling: bool = False) -> Html:
        kind = "answer" if ruling else None
        match block:
            case Heading():
                look = "question" if block.is_ruling else None
                return element(f"h{block.level}", self.writer.html(block.content), id=block.id, class_=look)
            case Paragraph():
                return element("p", self.writer.html(block.content), class_=kind)
            case Listing():
                return self._listing(block, kind)
            case Table():
                return table_html(block, self.writer, self._heading)
            case FigureBlock():
                return self._figure(block)

    def _listing(self, listing: Listing, kind: str | None) -> Html:
        items = join_markup(element("li", self._item(item)) for item in listing.items)
        if listing.start is None:
            return element("ul", items, class_=kind)
        return element("ol", items, class_=kind, start=listing.start if listing.start != 1 else None)

    def _item(self, item: tuple[Block, ...]) -> Html:
        """What stands in an item; text alone needs no paragraph."""
        if len(item) == 1 and isinstance(item[0], Paragraph):
            return self.writer.html(item[0].content)
        return join_markup(map(self._block, item))

    def _figure(self, block: FigureBlock) -> Html:
        self._number += 1
        told, caption = f"{PREFIX}told{self._number}", f"{PREFIX}caption{self._number}"
        words = alt_text_of(self.figures[block.figure], block, self.telling)
        picture = element(
            "div", self.pictures[self._number - 1], class_="picture", role="img", aria_labelledby=told
        )  # fmt: skip
        number = element("b", f"{self.figure_word} {self._number}")
        below = element("figcaption", number, " ", self.writer.html(block.caption), id=caption)
        return element("figure", picture, element("p", words, id=told, hidden=""), below)

    def _notes(self, blocks: list[Block]) -> Html:
        """The footnotes that are marked in some blocks, in the order of their marks."""
        marks = (
            part
            for block in blocks
            for content in contents_of(block)
            for part in content
            if isinstance(part, NoteMark)
        )  # fmt: skip
        notes = [self.text.notes[mark.name] for mark in marks]
        return element("ol", join_markup(map(self._note, notes)), class_="notes") if notes else Html()

    def _note(self, note: Note) -> Html:
        """A footnote; its number leads back to its mark."""
        back = element("a", note.number, href=f"#{mark_id(note.number)}", role="doc-backlink")
        return element("li", back, " ", self.writer.html(note.content), id=note_id(note.number), value=note.number)


def _sections(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    """The blocks of each section; what stands before the first is one, too."""
    section: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == SECTION_LEVEL and section:
            yield section
            section = []
        section.append(block)
    if section:
        yield section
