"""A rules text as the booklet sees it: blocks that hold runs of inline content, each knowing its line in the file.

::

    RulesText -- title    Heading
              |- blocks   Heading | Paragraph | Listing | Table | FigureBlock
              `- notes    name -> Note

    Inline = Words | Symbol | NoteMark | LineBreak

Text is plain Unicode here: nothing in it is markup any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.errors import Place

RULING_PREFIX = "ruling-"
"""Sections whose id begins so are a question with its answer."""


@dataclass(frozen=True, slots=True)
class Words:
    """Text in one style; a line break of the file is kept as a line feed. `link` is the id of a heading, or empty."""

    text: str
    line: int
    bold: bool = False
    italic: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A small drawing in the line, with the words that are read aloud for it."""

    name: str
    spoken: str
    line: int


@dataclass(frozen=True, slots=True)
class NoteMark:
    """The place that a footnote belongs to; numbers count from 1 in order of the marks."""

    name: str
    number: int
    line: int


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A new line within a paragraph."""

    line: int


Inline: TypeAlias = "Words | Symbol | NoteMark | LineBreak"
Content: TypeAlias = "tuple[Inline, ...]"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` 1 is the title, 2 a section, 3 a part of a section."""

    level: int
    id: str
    content: Content
    line: int

    @property
    def text(self) -> str:
        """The words alone, for the outline and the running heads."""
        return plain_text(self.content)

    @property
    def is_ruling(self) -> bool:
        """Whether this is the question of a ruling."""
        return self.id.startswith(RULING_PREFIX)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    content: Content
    line: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `start` is the number of the first item, or None where the items have bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    line: int


Align: TypeAlias = Literal["left", "center", "right"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    cells: tuple[Content, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the header may be empty cells."""

    header: Row
    rows: tuple[Row, ...]
    aligns: tuple[Align, ...]
    line: int


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A figure of ``templates/figures``, with its caption."""

    figure: str
    caption: Content
    line: int


Block: TypeAlias = "Heading | Paragraph | Listing | Table | FigureBlock"


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote."""

    name: str
    number: int
    content: Content
    line: int


@dataclass(frozen=True, slots=True)
class RulesText:
    """A whole rules text.

    Attributes:
        file: its name in messages.
        placeholders: those that were filled, with the line of the first use.
    """

    file: str
    title: Heading
    blocks: tuple[Block, ...]
    notes: dict[str, Note]
    placeholders: dict[str, int]

    def place(self, line: int) -> Place:
        """The place of a line, for messages."""
        return Place(self.file, line, 1)


def plain_text(content: Content) -> str:
    """The words of inline content on one line."""
    return " ".join("".join(part.text for part in content if isinstance(part, Words)).split())


def contents_of(block: Block) -> Iterator[Content]:
    """All inline content of a block."""
    match block:
        case Heading(content=content) | Paragraph(content=content) | FigureBlock(caption=content):
            yield content
        case Listing(items=items):
            for item in items:
                for inner in item:
                    yield from contents_of(inner)
        case Table(header=header, rows=rows):
            for row in (header, *rows):
                yield from row.cells


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Every block, those within lists too, in the order of the text."""
    for block in blocks:
        yield block
        if isinstance(block, Listing):
            for item in block.items:
                yield from walk(item)
