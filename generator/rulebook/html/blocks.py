"""Blocks of a rules text as HTML: sections with their footnotes, headings that are anchors, lists, tables, figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.rulebook.html.inlines import InlineWriter, mark_id, note_id
from generator.rulebook.html.markup import Html, element, joined
from generator.rulebook.html.svg import PREFIX
from generator.rulebook.html.tables import table_html
from generator.rulebook.text.alt_text import Telling, alternative
from generator.rulebook.text.document import (
    Block,
    FigureBlock,
    Heading,
    Listing,
    Note,
    NoteMark,
    Paragraph,
    RulesText,
    Table,
    contents_of,
    unlinked,
)
from generator.rulebook.text.figures import Illustration
from generator.rulebook.typeset.page_breaks import SECTION_LEVEL


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
    telling: Telling
    figures: Mapping[str, Illustration]
    pictures: tuple[Html, ...]
    figure_word: str
    _heading: str = ""
    _number: int = 0

    def sections(self) -> Html:
        """The whole text below its title."""
        self._heading, self._number = self.text.title.id, 0
        return joined(self._section(blocks) for blocks in _sections(self.text.blocks))

    def contents(self) -> Html:
        """The contents: sections, and within each its parts; rulings are left out."""
        entries: list[tuple[Heading, list[Heading]]] = []
        for heading in self.text.blocks:
            if isinstance(heading, Heading) and not heading.is_ruling:
                if heading.level == SECTION_LEVEL or not entries:
                    entries.append((heading, []))
                else:
                    entries[-1][1].append(heading)
        return element("ol", joined(self._entry(*entry) for entry in entries))

    def _entry(self, heading: Heading, parts: list[Heading]) -> Html:
        inner = element("ol", joined(self._entry(part, []) for part in parts)) if parts else ""
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
        return element("section", joined(parts), self._notes(blocks))

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
        items = joined(element("li", self._item(item)) for item in listing.items)
        if listing.start is None:
            return element("ul", items, class_=kind)
        return element("ol", items, class_=kind, start=listing.start if listing.start != 1 else None)

    def _item(self, item: tuple[Block, ...]) -> Html:
        """What stands in an item; text alone needs no paragraph."""
        if len(item) == 1 and isinstance(item[0], Paragraph):
            return self.writer.html(item[0].content)
        return joined(map(self._block, item))

    def _figure(self, block: FigureBlock) -> Html:
        self._number += 1
        told, caption = f"{PREFIX}told{self._number}", f"{PREFIX}caption{self._number}"
        words = alternative(self.figures[block.figure], block, self.telling)
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
        return element("ol", joined(map(self._note, notes)), class_="notes") if notes else Html()

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
