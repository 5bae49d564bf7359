"""A rules text as the booklet sees it: blocks that hold runs of inline content, each knowing its place in the file.

::

    RulesText -- title    Heading
              |- blocks   Heading | Paragraph | Listing | Table | FigureBlock
              `- notes    name -> Note

    Inline = Words | Symbol | NoteMark | LineBreak

Text is plain Unicode here: nothing in it is markup any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from generator.rulebook.text.front_matter import NO_FRONT, LoadedFront
from generator.rulebook.text.source_map import Source, Spot

RULING_PREFIX = "ruling-"
"""Sections whose id begins so are a question with its answer."""


class _Placed:
    """What begins in a line and a column of the file; 1 is the first."""

    __slots__ = ()
    line: int
    column: int

    @property
    def spot(self) -> Spot:
        """Where it begins."""
        return Spot(self.line, self.column)


@dataclass(frozen=True, slots=True)
class Words(_Placed):
    """Text in one style; a line break of the file is kept as a line feed. `link` is the id of a heading, or empty."""

    text: str
    line: int
    bold: bool = False
    italic: bool = False
    link: str = ""
    column: int = 1


@dataclass(frozen=True, slots=True)
class Symbol(_Placed):
    """A small drawing in the line, with the words that are read aloud for it."""

    name: str
    spoken: str
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class NoteMark(_Placed):
    """The place that a footnote belongs to; numbers count from 1 in order of the marks."""

    name: str
    number: int
    line: int
    column: int = 1


@dataclass(frozen=True, slots=True)
class LineBreak(_Placed):
    """A new line within a paragraph."""

    line: int
    column: int = 1


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
    """A figure of ``templates/figures``, with its caption, and if its author told it, what it shows."""

    figure: str
    caption: Content
    line: int
    told: Content = ()


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
        source: the file, for places in messages.
        placeholders: those that were filled, with the place of the first use.
        front: what the title page says beside the title.
    """

    source: Source
    title: Heading
    blocks: tuple[Block, ...]
    notes: dict[str, Note]
    placeholders: dict[str, Spot]
    front: LoadedFront = NO_FRONT

    @property
    def file(self) -> str:
        """The file's name in messages."""
        return self.source.file


@dataclass(frozen=True, slots=True)
class Known:
    """What a rules text may name: placeholders with their values, figures and symbols."""

    placeholders: dict[str, str]
    figures: tuple[str, ...]
    symbols: tuple[str, ...]


def plain_text(content: Content) -> str:
    """The words of inline content on one line."""
    return " ".join("".join(part.text for part in content if isinstance(part, Words)).split())


def unlinked(content: Content) -> Content:
    """Content without marks of footnotes and without links."""
    parts = (part for part in content if not isinstance(part, NoteMark))
    return tuple(replace(part, link="") if isinstance(part, Words) else part for part in parts)


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
