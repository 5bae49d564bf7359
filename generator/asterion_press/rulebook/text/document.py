"""The document of a rules text: blocks that hold runs of inline content, each knowing its place in the file.

::

    RulesText -- front    what the title page says, from the head of the file
              |- title    Heading
              |- blocks   Heading | Paragraph | Listing | BlockQuote | TableBlock | FigureBlock | PictureBlock
              `- notes    name -> Note

    Inline = StyledText | Symbol | NoteMark | LineBreak

Text is plain Unicode here: nothing in it is markup any more. Lines and columns are counted from 1, columns in
characters.

A placeholder may have plural forms behind its name, by the categories of Unicode's CLDR, with ``#`` for the number::

    {{deck.wings: one # wing; other # wings}}
    {{deck.wings: one # крыло; few # крыла; many # крыльев}}

So another deck's numbers read right. Which category a number has, Babel knows, from CLDR's plural rules for cardinals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from asterion_press.catalogue.strict_yaml import Document
from asterion_press.catalogue.validation import Record, visible
from asterion_press.errors import Place, enumerated, plural, suggestion

if TYPE_CHECKING:
    from babel.plural import PluralRule

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
TRIED = range(1001)
"""Whole numbers whose categories a language needs; decks have none beyond."""


class Counts(NamedTuple):
    """The numbers of a deck, and the language that counts them.

    Attributes:
        language: its tag.
        numbers: as digits, by the names of placeholders; of others no form is known.
        words: the forms of those that are words, by the names of placeholders.
    """

    language: str = ""
    numbers: Mapping[str, str] = {}
    words: Mapping[str, tuple[str, ...]] = {}

    def form(self, name: str, forms: str, value: str) -> tuple[str, str]:
        """Return the form for the number of a placeholder, and what is wrong with the forms, or nothing.

        Args:
            name: of the placeholder.
            forms: as they are written behind it.
            value: the number as the language writes it.
        """
        if (number := forms.strip()).isdecimal():
            words = self.words.get(name, ()) if self.language else (value,) * int(number)
            if 0 < int(number) <= len(words):
                return words[int(number) - 1], ""
            return "", f"{name!r} has {plural(len(words), 'form')}; {number!r} is none of them"
        parts = (form.strip().partition(" ") for form in forms.split(";"))
        by_category = {category: words.strip() for category, _, words in parts}
        if wrong := [one for one in by_category if one not in CATEGORIES]:
            return "", f"unknown plural form {wrong[0]!r} of {name!r}; {suggestion(wrong[0], CATEGORIES)}"
        if not self.language:  # of a text that is read for its structure alone
            return list(by_category.values())[-1].replace("#", value), ""
        needed = needed_categories(self.language)
        if lacking := [one for one in needed if one not in by_category]:
            there = f"{self.language} counts by {enumerated(needed)}"
            return "", f"plural form {lacking[0]!r} of {name!r} is missing; {there}"
        if (count := self.numbers.get(name)) is None:
            return "", f"{name!r} is no number, so it has no plural forms; write {{{{{name}}}}}"
        category = _rule(self.language)(abs(Decimal(count.replace("−", "-"))))
        return by_category.get(category, by_category[needed[-1]]).replace(
            "#", value
        ), ""  # of a fraction it may be missing


NO_COUNTS = Counts()


@cache
def needed_categories(language: str) -> tuple[str, ...]:
    """Return the categories of whole numbers in a language, in CLDR's order."""
    rule = _rule(language)
    found = {rule(number) for number in TRIED}
    return tuple(category for category in CATEGORIES if category in found)


@cache
def _rule(language: str) -> PluralRule:
    """Return the plural rule of a language; of one that CLDR does not know, that of English."""
    from babel.localedata import exists, load

    names = (language.replace("-", "_"), language.partition("-")[0], "en")
    known = (load(name, merge_inherited=False) for name in names if exists(name))  # what is inherited takes 40 ms
    found: PluralRule = next(data["plural_form"] for data in known if "plural_form" in data)
    return found


LINE_BREAK = re.compile("\r\n?|\n")
"""The end of a line. Source: CommonMark 0.31.2, 2.1; other characters that Python counts as such do not."""
HASHES = re.compile(r" {0,3}#{1,6}")
"""Source: CommonMark 0.31.2, 4.2, ATX headings."""
FENCE = "---"
SECTION_LEVEL = 2
RULING_PREFIX = "ruling-"
"""Sections whose id begins so are a question with its answer."""
Align: TypeAlias = Literal["left", "center", "right"]
WORD = re.compile(r"[A-Za-z0-9]+")
"""Ids are words of these letters, also between Japanese ones."""


class TextSpot(NamedTuple):
    """A line of a text, and a column in it."""

    line: int
    column: int


class Source(Struct, frozen=True):
    """The text of a file, as its author sees it.

    Attributes:
        file: its name in messages.
        lines: of the text; none where places are not looked up.
    """

    file: str
    lines: tuple[str, ...] = ()

    def written(self, line: int) -> str:
        """Return the text of a line; empty if there is no such line."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""

    def place(self, line: int, what: str = "", column: int = 1) -> Place:
        """Return the place of `what` from a column on; if it is not there, of that column, but behind the indent."""
        written = self.written(line)
        found = written.find(what, column - 1) if what else -1
        indent = len(written) - len(written.lstrip())
        return Place(self.file, line, found + 1 if found >= 0 else max(column, indent + 1))

    def spots(self, content: str, line: int) -> list[TextSpot]:
        """Return the spots of the characters of a paragraph or heading that begins in a line, and of its end."""
        spots: list[TextSpot] = []
        for number, part in enumerate(content.split("\n"), line):
            written = self.written(number)
            if written.rstrip().endswith(part.strip()):
                shift = len(written.rstrip()) - len(part.rstrip())
            else:  # a heading that ends in hashes, too
                hashes = HASHES.match(written)
                shift = max(0, written.find(part.strip(), hashes.end() if hashes else 0))
            spots += [TextSpot(number, max(0, shift + index) + 1) for index in range(len(part) + 1)]
        return spots

    def cells(self, line: int) -> Iterator[list[TextSpot]]:
        """Yield for each cell of a table's row the spots of its characters and of its end; an escaped pipe is text.

        Source: GitHub Flavored Markdown 0.29, 4.10, as markdown-it reads it.
        """
        written = self.written(line)
        cells: list[list[int]] = [[]]
        for index, character in enumerate(written):
            if character != "|":
                cells[-1].append(index)
            elif index and written[index - 1] == "\\":
                cells[-1][-1] = index
            else:
                cells.append([])
        if not "".join(written[index] for index in cells[0]).strip():
            del cells[0]  # what stands before the first pipe
        for cell in cells:
            while cell and written[cell[0]].isspace():
                del cell[0]
            yield [TextSpot(line, index + 1) for index in [*cell, cell[-1] + 1 if cell else 0]]


Text = Annotated[str, visible(200)]


class Front(Record, frozen=True):
    """The facts on the title page beside the title; those that are left out are not printed.

    Attributes:
        subtitle: below the title.
        players: number of players.
        duration: of a game.
        age: of the youngest players.
        notice: whose edition this is, at the foot of the title page, instead of the publisher.
        edition: in place of the language's word for the catalogue's edition.
        revision: of the text; not printed; composed pages are made for one.
    """

    subtitle: Text | None = None
    players: Text | None = None
    duration: Text | None = None
    age: Text | None = None
    notice: Text | None = None
    edition: Text | None = None
    revision: Annotated[int, Meta(ge=1)] = 1

    def texts(self) -> dict[str, str | None]:
        """Return what is printed, by key."""
        return {key: value for key, value in asdict(self).items() if key != "revision"}


class LoadedFront(Struct, frozen=True):
    """The head of a text, and the document that it was read from; None for a text without a head."""

    front: Front = Front()
    document: Document | None = None

    def word(self, key: str) -> str:
        """Return the value of a key; empty if the key is missing."""
        return self.front.texts()[key] or ""


NO_FRONT = LoadedFront()


class _Placed:
    """A part that begins in a line and a column of the file, both from 1."""

    __slots__ = ()
    line: int
    column: int

    @property
    def spot(self) -> TextSpot:
        """Return where it begins."""
        return TextSpot(self.line, self.column)


class StyledText(_Placed, Struct, frozen=True):
    """Text in one style; a line break of the file is kept as a line feed. `link` is the id of a heading, or empty."""

    text: str
    line: int
    bold: bool = False
    italic: bool = False
    link: str = ""
    column: int = 1


class Symbol(_Placed, Struct, frozen=True):
    """A small drawing in the line, with the words that are read aloud for it."""

    name: str
    spoken: str
    line: int
    column: int = 1


class NoteMark(_Placed, Struct, frozen=True):
    """The mark of a footnote; numbers count from 1 in order of the marks."""

    name: str
    number: int
    line: int
    column: int = 1


class LineBreak(_Placed, Struct, frozen=True):
    """A new line within a paragraph."""

    line: int
    column: int = 1


Inline: TypeAlias = "StyledText | Symbol | NoteMark | LineBreak"
Content: TypeAlias = "tuple[Inline, ...]"


class Heading(Struct, frozen=True):
    """A heading; `level` 1 is the title, 2 a section, 3 a part of a section. `id` is given or derived."""

    level: int
    id: str
    content: Content
    line: int

    @property
    def text(self) -> str:
        """Return the words alone, for the outline and the running heads."""
        return plain_text(self.content)

    @property
    def is_ruling(self) -> bool:
        """Return whether this is the question of a ruling."""
        return self.id.startswith(RULING_PREFIX)


class Paragraph(Struct, frozen=True):
    """Running text."""

    content: Content
    line: int


class Listing(Struct, frozen=True):
    """A list; `start` is the number of the first item, or None where the items have bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    line: int


class BlockQuote(Struct, frozen=True):
    """Paragraphs and lists that are set apart."""

    blocks: tuple[Block, ...]
    line: int


class Row(Struct, frozen=True):
    """One row of a table."""

    cells: tuple[Content, ...]
    line: int


class TableBlock(Struct, frozen=True):
    """A table; the header may be empty cells."""

    header: Row
    rows: tuple[Row, ...]
    aligns: tuple[Align, ...]
    line: int


class FigureBlock(Struct, frozen=True):
    """A figure of ``templates/figures``, with its caption and, if its author wrote one, an alternative text."""

    figure: str
    caption: Content
    line: int
    alt: Content = ()


class PictureBlock(Struct, frozen=True):
    """A picture of the project, with the words that are read aloud for it."""

    file: str
    alt: str
    line: int


Block: TypeAlias = "Heading | Paragraph | Listing | BlockQuote | TableBlock | FigureBlock | PictureBlock"


class Note(Struct, frozen=True):
    """A footnote."""

    name: str
    number: int
    content: Content
    line: int


class Standing(Struct, frozen=True):
    """The standing of a translation: what of it is not as English is, which stands here for the source language.

    Attributes:
        outdated: number of passages that English has changed since they were translated.
        missing: number of passages that are printed in English.
        model: tag of the language with which those are marked, or several tags with brackets between them.
        words: number of words around the text that are printed in it, too.
    """

    outdated: int = 0
    missing: int = 0
    model: str = ""
    words: int = 0


class RulesText(Struct, frozen=True):
    """A whole rules text.

    Attributes:
        source: the file, for places in messages.
        placeholders: those that were filled, with the place of the first use.
        front: the head of the text.
        standing: what of a translation is not up to date.
    """

    source: Source
    title: Heading
    blocks: tuple[Block, ...]
    notes: dict[str, Note]
    placeholders: dict[str, TextSpot]
    front: LoadedFront = NO_FRONT
    standing: Standing = Standing()

    @property
    def file(self) -> str:
        """Return the file's name in messages."""
        return self.source.file

    @property
    def headings(self) -> dict[str, Heading]:
        """Return all headings but the title, by their ids."""
        return {block.id: block for block in self.blocks if isinstance(block, Heading)}

    def ids(self) -> list[str]:
        """Return the ids of all headings, that of the title first."""
        return [self.title.id, *self.headings]

    def refers_to(self, figure: str) -> bool:
        """Return True if the text names the number of a figure."""
        return f"figure.{figure}.number" in self.placeholders

    def contents(self) -> Iterator[Content]:
        """Yield all inline content: of the title, of the blocks, of the footnotes."""
        yield self.title.content
        for block in self.blocks:
            yield from contents_of(block)
        for note in self.notes.values():
            yield note.content


class Known(Struct, frozen=True):
    """The names that a rules text may use: placeholders with their values, figures and symbols.

    Attributes:
        quotes: pairs of marks that straight quotes become; none leaves them as they are.
        pictures: names of files in the project's folder of pictures.
        counts: the numbers that may have plural forms.
        gone: ids of headings that are left out; a link to one is none.
    """

    placeholders: dict[str, str]
    figures: tuple[str, ...]
    symbols: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    counts: Counts = NO_COUNTS
    gone: frozenset[str] = frozenset()


def plain_text(content: Content) -> str:
    """Return the words of inline content on one line."""
    return " ".join("".join(part.text for part in content if isinstance(part, StyledText)).split())


def strip_links(content: Content) -> Content:
    """Return content without marks of footnotes and without links."""
    parts = (part for part in content if not isinstance(part, NoteMark))
    return tuple(replace(part, link="") if isinstance(part, StyledText) else part for part in parts)


def contents_of(block: Block) -> Iterator[Content]:
    """Yield all inline content of a block."""
    for one in walk((block,)):
        match one:
            case Heading(content=content) | Paragraph(content=content) | FigureBlock(caption=content):
                yield content
            case TableBlock(header=header, rows=rows):
                for row in (header, *rows):
                    yield from row.cells


def begins_bold(block: Block | None) -> bool:
    """Return whether a paragraph begins with a term that it explains, or with a warning."""
    first = block.content[0] if isinstance(block, Paragraph) else None
    return isinstance(first, StyledText) and first.bold


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Yield every block, those within lists and block quotes too, in the order of the text."""
    for block in blocks:
        yield block
        if isinstance(block, Listing):
            for item in block.items:
                yield from walk(item)
        elif isinstance(block, BlockQuote):
            yield from walk(block.blocks)


def figures_of(text: RulesText) -> dict[int, tuple[int, frozenset[str]]]:
    """Return by its line the number of each figure, and the words near it.

    Those are the words of its caption and of the text around it up to a figure or a heading.
    """
    gap: set[str] = set()
    last: set[str] | None = None
    found: dict[int, set[str]] = {}
    for block in text.blocks:
        words = {word for content in contents_of(block) for word in WORD.findall(plain_text(content))}
        if isinstance(block, Heading):
            gap, last = set(), None
        elif isinstance(block, FigureBlock):
            last = found[block.line] = gap | words
            gap = set()
        else:
            gap |= words
            if last is not None:
                last |= words
    return {line: (number, frozenset(words)) for number, (line, words) in enumerate(found.items(), 1)}
