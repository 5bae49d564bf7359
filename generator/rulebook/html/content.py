"""The content of a rules text as HTML: sections with headings, lists, tables, figures and notes, and what is in them.

Headings are anchors, headers of tables say what they are headers of, a wide table scrolls in a frame of its own, and
every character of the text is escaped.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import chain, groupby, pairwise, takewhile

from generator.catalogue.spreads import ChapterBand, LoadedSpreads
from generator.catalogue.words import Words as LanguageWords
from generator.pdf.cjk_breaks import COUNTED
from generator.pdf.pictures import Picture
from generator.rulebook.html.inline_svg import PREFIX
from generator.rulebook.html.markup import Html, element, join_markup
from generator.rulebook.text.document import (
    SECTION_LEVEL,
    Block,
    BlockQuote,
    Content,
    FigureBlock,
    Heading,
    Inline,
    LineBreak,
    Listing,
    NoteMark,
    Paragraph,
    PictureBlock,
    RulesText,
    StyledText,
    Symbol,
    TableBlock,
    begins_bold,
    contents_of,
    plain_text,
    strip_links,
)
from generator.rulebook.text.figures import Illustration, alt_text_of
from generator.rulebook.text.strings import AltTextWords
from generator.rulebook.typeset.blocks import UNBROKEN, column_align, is_picture
from generator.rulebook.typeset.spacing import apply_spacing

PX_PER_PT = 1.84
"""Size of the project's pictures: that of figures, whose text is as wide as a booklet's, at a text of 17 pixels."""
HYPHENATED = re.compile(r"(?<!\S)(\S*\w-\w\S*)")
"""A word with a hyphen that is written."""
NUMBERED = re.compile(f"({COUNTED.pattern})")
"""A number of Japanese or Chinese with what it counts."""


def note_id(number: int) -> str:
    """Return the id of a footnote."""
    return f"{PREFIX}note{number}"


def mark_id(number: int) -> str:
    """Return the id of the place that a footnote belongs to."""
    return f"{PREFIX}mark{number}"


@dataclass(frozen=True, slots=True)
class InlineWriter:
    """Inline content of one language, written as HTML.

    Attributes:
        words: of the language.
        symbol: returns the markup of a symbol, given its name and the words that are read aloud.
    """

    words: LanguageWords
    symbol: Callable[[str, str], Html]

    def html(self, content: Content) -> Html:
        """Return content as HTML."""
        found = []
        parts = apply_spacing(content, self.words.typography, cjk=self.words.cjk)
        for link, run in groupby(parts, lambda part: part.link if isinstance(part, StyledText) else ""):
            inner = join_markup(self._parts(run))
            found.append(element("a", inner, href=f"#{link}") if link else inner)
        return join_markup(found)

    @property
    def _special(self) -> tuple[re.Pattern[str], str]:
        """Return what a browser must not break as it would, and its class: a number of Japanese, a hyphenated word."""
        if self.words.cjk:
            return NUMBERED, "whole"
        return HYPHENATED, "hard" if self.words.typography.hyphen_breaks else "whole"

    def _parts(self, run: Iterable[Inline]) -> Iterator[Html]:
        for look, parts in groupby(
            run, lambda part: (part.bold, part.italic) if isinstance(part, StyledText) else None
        ):
            if look is not None:
                written = "".join(part.text for part in parts if isinstance(part, StyledText))
                special, name = self._special
                cut = enumerate(Html(escape(one, quote=False)) for one in special.split(written))
                text = join_markup(element("span", one, class_=name) if odd % 2 else one for odd, one in cut)
                text = element("em", text) if look[1] else text
                yield element("strong", text) if look[0] else text
                continue
            for part in parts:
                match part:
                    case Symbol():
                        yield self.symbol(part.name, part.spoken)
                    case NoteMark(number=number):
                        to_note = {"href": f"#{note_id(number)}", "id": mark_id(number), "role": "doc-noteref"}
                        yield element("sup", element("a", number, **to_note))
                    case LineBreak():
                        yield Html("<br>")


def table_html(table: TableBlock, writer: InlineWriter, label: str) -> Html:
    """Return a table in a frame that scrolls, whose name is the heading with the id `label`.

    A row whose first cell is empty goes on with the row above, whose header is the header of both.
    """
    aligns = [column_align(table, column) for column in range(len(table.aligns))]

    def cell(tag: str, content: Content, column: int, scope: str | None = None, rows: int = 1) -> Html:
        names: list[str] = [aligns[column]] if aligns[column] != "left" else []
        names += ["signs"] if is_picture(content) else []
        names += ["whole"] if writer.words.cjk and 0 < len(plain_text(content)) < UNBROKEN else []
        span = rows if rows > 1 else None
        return element(tag, writer.html(content), scope=scope, rowspan=span, class_=" ".join(names) or None)

    body = []
    for number, row in enumerate(table.rows):
        first, *others = row.cells
        begun = cell("td", first, 0) if number == 0 else Html()
        if first:
            rows = 1 + sum(1 for _ in takewhile(lambda below: not below.cells[0], table.rows[number + 1 :]))
            begun = cell("th", first, 0, "row" if rows == 1 else "rowgroup", rows)
        body.append(element("tr", begun, *(cell("td", other, column) for column, other in enumerate(others, 1))))
    titles = [cell("th", one, at, "col") if one else cell("td", one, at) for at, one in enumerate(table.header.cells)]
    head = element("thead", element("tr", *titles)) if any(table.header.cells) else ""
    inner = element("table", head, element("tbody", *body))
    return element("div", inner, class_="scroll", role="group", aria_labelledby=label, tabindex="0")


NOTHING = Html()


@dataclass(slots=True)
class BlockWriter:
    """The blocks of one text, written as HTML.

    Attributes:
        text: the rules.
        writer: of the content of the blocks.
        alt_words: words for the alternative texts of figures.
        figures: by id.
        pictures: the markup of each figure, in the order of the text.
        figure_word: what stands before the number of a figure, such as ``Figure``, and behind it.
        own_pictures: of the project, by their files.
        spreads: composed pages that the text is made for. Its summary stands first, the other sections are folded under
            bands, and so are the parts of those that are not printed, one of them open; None leaves all as it is.
    """

    text: RulesText
    writer: InlineWriter
    alt_words: AltTextWords
    figures: Mapping[str, Illustration]
    pictures: tuple[Html, ...]
    figure_word: tuple[str, str]
    own_pictures: Mapping[str, Picture] = field(default_factory=dict)
    spreads: LoadedSpreads | None = None
    _heading: str = ""
    _numbers: dict[int, int] = field(init=False)
    _summary: str | None = field(init=False)
    _bands: Mapping[str, ChapterBand] = field(init=False)
    _web: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        figures = (block for block in self.text.blocks if isinstance(block, FigureBlock))
        self._numbers = {block.line: number for number, block in enumerate(figures, 1)}
        spreads = self.spreads
        self._summary = spreads.spreads.summary if spreads else None
        self._bands = spreads.bands() if spreads else {}
        self._web = frozenset(section.heading for section in spreads.spreads.web) if spreads else frozenset()

    def sections(self) -> Html:
        """Return the whole text below its title; what stands before the first section is a section, too."""
        self._heading = self.text.title.id
        return join_markup(map(self._section, self._sections()))

    def contents(self, *more: Html) -> Html:
        """Return the contents: sections, and within each its parts, rulings left out; and `more` entries at the end."""
        entries: list[tuple[Heading, list[Heading]]] = []
        for heading in chain.from_iterable(self._sections()):
            if isinstance(heading, Heading) and not heading.is_ruling:
                if heading.level == SECTION_LEVEL or not entries:
                    entries.append((heading, []))
                else:
                    entries[-1][1].append(heading)
        return element("ol", join_markup(self._entry(*entry) for entry in entries), *more)

    def _sections(self) -> list[list[Block]]:
        """Return the sections as they stand on the page: the summary first."""
        sections: list[list[Block]] = []
        for block in self.text.blocks:
            if not sections or (isinstance(block, Heading) and block.level == SECTION_LEVEL):
                sections.append([])
            sections[-1].append(block)
        return sorted(sections, key=self._is_folded)

    def _is_folded(self, blocks: list[Block]) -> bool:
        """Return True for a section that is folded, since the page begins with a summary."""
        return self._summary is not None and isinstance(blocks[0], Heading) and blocks[0].id != self._summary

    def _entry(self, heading: Heading, parts: list[Heading]) -> Html:
        inner = element("ol", join_markup(self._entry(part, []) for part in parts)) if parts else ""
        link = element("a", self.writer.html(strip_links(heading.content)), href=f"#{heading.id}")
        return element("li", link, inner)

    def _section(self, blocks: list[Block]) -> Html:
        heading = blocks[0]
        if not isinstance(heading, Heading):
            return element("section", self._blocks(blocks), self._notes(blocks))
        look = f"c{self._bands[heading.id].ink.removeprefix('#')}" if heading.id in self._bands else ""
        if heading.id in self._web:
            cuts = [at for at, block in enumerate(blocks) if at == 0 or isinstance(block, Heading)]
            first, *others = (blocks[at:end] for at, end in pairwise([*cuts, len(blocks)]))
            parts = join_markup(self._folded(part, name=f"{PREFIX}parts-{heading.id}") for part in others)
            return self._folded(first, parts, class_=f"{look} web".lstrip())
        notes = self._notes(blocks)
        if self._is_folded(blocks):
            return self._folded(blocks, notes, class_=look or None)
        return element("section", self._blocks(blocks), notes, class_=look or None)

    def _folded(self, blocks: list[Block], behind: Html = NOTHING, **attributes: str | None) -> Html:
        """Return blocks folded under the first of them, a heading; a link to it opens them, as its id lies within."""
        heading, *others = blocks
        assert isinstance(heading, Heading)
        self._heading = heading.id
        title = element(f"h{heading.level}", self._words(heading), self._sign(heading))
        inner = element("div", self._blocks(others), behind, id=heading.id)
        return element("details", element("summary", title), inner, **attributes)

    def _words(self, heading: Heading) -> Html:
        """Return the words of a heading as one piece of its band, which sets its pieces apart."""
        words = self.writer.html(heading.content)
        return element("span", words) if "<" in words else words

    def _sign(self, heading: Heading) -> Html:
        band = self._bands.get(heading.id)
        return self.writer.symbol(band.sign, "") if band and band.sign and heading.level == SECTION_LEVEL else NOTHING

    def _blocks(self, blocks: list[Block]) -> Html:
        ruling = False
        parts: list[Html] = []
        for block in blocks:
            if isinstance(block, Heading):
                ruling = block.is_ruling
                self._heading = block.id
            parts.append(self._block(block, ruling=ruling))
        return join_markup(parts)

    def _block(self, block: Block, *, ruling: bool = False) -> Html:
        kind = "answer" if ruling else None
        match block:
            case Heading():
                look = "question" if block.is_ruling else None
                title = self._words(block) if block.level == SECTION_LEVEL else self.writer.html(block.content)
                return element(f"h{block.level}", title, self._sign(block), id=block.id, class_=look)
            case Paragraph():
                return element("p", self.writer.html(block.content), class_=kind)
            case Listing(items=items, start=start):
                listed = join_markup(
                    element("li", self.writer.html(item[0].content))  # text alone needs no paragraph
                    if len(item) == 1 and isinstance(item[0], Paragraph)
                    else element("li", *map(self._block, item))
                    for item in items
                )
                if start is None:
                    return element("ul", listed, class_=kind)
                return element("ol", listed, class_=kind, start=start if start != 1 else None)
            case BlockQuote(blocks=blocks):
                return element(
                    "blockquote", *map(self._block, blocks), class_="warning" if begins_bold(blocks[0]) else None
                )
            case TableBlock():
                return table_html(block, self.writer, self._heading)
            case FigureBlock():
                return self._figure(block)
            case PictureBlock():
                return self._picture(block)

    def _figure(self, block: FigureBlock) -> Html:
        place = self._numbers[block.line]
        told = f"{PREFIX}told{place}"
        words = alt_text_of(self.figures[block.figure], block, self.alt_words)
        markup = self.pictures[place - 1]
        picture = element("div", markup, role="img", aria_labelledby=told)
        large = f"{PREFIX}large{place}"  # a popover that is seen when it is closed, too; opened, it fills the window
        label = str(place).join(self.figure_word)
        lens = element("button", popovertarget=large, aria_label=label)
        shown = element("div", picture, lens, class_="picture", id=large, popover="auto")
        is_numbered = not self.spreads or self.text.refers_to(block.figure)
        number = (element("b", label), " ") if is_numbered else ()
        below = element("figcaption", *number, self.writer.html(block.caption))
        return element("figure", shown, element("p", words, id=told, hidden=""), below)

    def _picture(self, block: PictureBlock) -> Html:
        picture = self.own_pictures[block.file]
        source = f"data:image/png;base64,{b64encode(picture.png).decode()}"
        size = {"width": round(picture.width * PX_PER_PT), "height": round(picture.height * PX_PER_PT)}
        image = element("img", src=source, alt=block.alt, **size).removesuffix("</img>")
        return element("figure", Html(image))

    def _notes(self, blocks: list[Block]) -> Html:
        """Return the footnotes that are marked in some blocks, each with a link back to its mark."""
        notes = []
        for part in (part for block in blocks for content in contents_of(block) for part in content):
            if isinstance(part, NoteMark):
                note = self.text.notes[part.name]
                back = element("a", note.number, href=f"#{mark_id(note.number)}", role="doc-backlink")
                text = self.writer.html(note.content)
                notes.append(element("li", back, " ", text, id=note_id(note.number), value=note.number))
        return element("ol", *notes, class_="notes") if notes else Html()
