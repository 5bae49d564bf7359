"""The reader of rules texts in Markdown. All that is not listed in ``templates/locales/README.md`` is a mistake.

HTML is off; a tag is refused rather than printed as text. All mistakes of a text are collected and raised together.

Passages between conditions are printed for some decks only, as a number of the deck says::

    {{if deck.walls}}

    A path that meets a wall ends there.

    {{else}}

    Every side of every tile has an exit.

    {{end}}

Those after ``{{if}}`` are printed if the number is not 0, those after ``{{else}}``, which may be left out, if it is.
Source: our own choice, after the templates of many programs.

The content of a block is read in a second step: words, emphasis, links, symbols and marks of footnotes, each with its
place. The Markdown parser knows the lines of a block, but not the columns within. It hands on the content of a
paragraph, heading or cell as the text of those lines without what makes the block: bullets, hashes, pipes. So each
character of a content is given its spot first, and a :class:`Trail` then finds the tokens in it, one after the other::

    - see [the *end*](#end)         a line of the file
      see [the *end*](#end)         the content: its characters stand in columns 3 to 23
           ^    ^       ^           link, em, destination: each sought after the one before
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, zip_longest
from pathlib import Path
from typing import cast
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.footnote import footnote_plugin
from msgspec import Struct, field
from msgspec.structs import replace

from asterion_press.catalogue import bounds
from asterion_press.catalogue.files import read_bytes
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.validation import validated
from asterion_press.errors import (
    MISTAKES_SHOWN,
    InputError,
    Mistake,
    Place,
    TypesettingError,
    forbidden_places,
    refusal_of,
    suggestion,
)
from asterion_press.rulebook.text.document import (
    FENCE,
    LINE_BREAK,
    NO_FRONT,
    Align,
    Block,
    BlockQuote,
    Content,
    FigureBlock,
    Front,
    Heading,
    Inline,
    Known,
    LineBreak,
    Listing,
    LoadedFront,
    Note,
    NoteMark,
    Paragraph,
    PictureBlock,
    Row,
    RulesText,
    Source,
    StyledText,
    Symbol,
    TableBlock,
    TextSpot,
    plain_text,
)
from asterion_press.rulebook.text.strings import PLACEHOLDER, figure_numbers, fill_placeholders, placeholder_name
from asterion_press.rulebook.text.typography import turn_content_quotes

NOTE_LEFT = re.compile(r"\[\^([^\[\]\s]+)\]")
MARKUP_LEFT = {
    "**": "a '**' that begins or ends no bold text; mend its other end, or write \\* for a star",
    "~~": "'~~' cannot strike words out; take it away, or write \\~ for a tilde",
    "==": "'==' cannot mark words; take it away, or write \\= for an equals sign",
    "](": "'](' makes no link or picture here; see templates/locales/README.md, or write \\] for a bracket",
}
"""Signs that Markdown left in the text, and the messages about them."""
HTML_WITH_ENDS = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>", "<!": ">"}
"""Beginnings and ends of comments and similar HTML. Source: CommonMark, 6.6 "Raw HTML"."""
PICTURES = "pictures/"
"""The folder of a project's own pictures, as texts name it."""
DESTINATION = re.compile(r"\]\(\s*<?")
"""The signs between the words of a link and its target."""
NAMES = {
    "blockquote": "a block quote",
    "bullet_list": "a list",
    "ordered_list": "a list",
    "code_block": "an indented code block",
    "code_inline": "code",
    "fence": "a code block",
    "hr": "a rule",
    "heading": "a heading",
    "table": "a table",
}


class Trail:
    """A position in a content, moved along from token to token."""

    def __init__(self, raw: str, spots: Sequence[TextSpot]) -> None:
        self._raw = raw
        self._spots = spots
        self._at = 0

    def spot(self, index: int | None = None) -> TextSpot:
        """Return the spot of a character, by default of the one at the position."""
        index = self._at if index is None else index
        return self._spots[min(index, len(self._spots) - 1)]

    def past(self, sign: str) -> int:
        """Go past the next `sign`; return its index, or the position if there is none."""
        found = self._raw.find(sign, self._at)
        if found < 0:
            return self._at
        self._at = found + len(sign)
        return found

    def spot_past(self, sign: str) -> TextSpot:
        """Go past the next `sign`; return its spot."""
        return self.spot(self.past(sign))

    def past_destination(self) -> TextSpot:
        """Go past the end of a link or picture; return the spot of its target."""
        end = max(self._at, self._raw.find("]", self._at))
        opening = DESTINATION.match(self._raw, end)
        start = opening.end() if opening else end
        self._at = start
        self.past(")" if opening else "]")
        return self.spot(start)


PLAIN = StyledText("", 1)
"""The look of words without emphasis, outside of links."""


class MarkdownReader(Struct):
    """A walk through the tree of one text, its blocks and what is in them, which collects mistakes.

    Attributes:
        source: the text.
        known: names that the text may use.
        mistakes: that were found.
        marks: of footnotes, with their numbers from 1 on.
        links: their spots, and the ids of headings that they lead to.
        used: the placeholders that were filled.
        trail: through the content at hand.
        notes: the footnotes.
        ids: of headings, with their lines.
        headings: words of each as they are written, with the id that it gives.
        line: of the block at hand.
    """

    source: Source
    known: Known
    mistakes: list[Mistake] = []
    marks: dict[str, int] = {}
    links: list[tuple[TextSpot, str]] = []
    used: dict[str, TextSpot] = {}
    trail: Trail = field(default_factory=lambda: Trail("", [TextSpot(1, 1)]))
    notes: dict[str, Note] = {}
    ids: dict[str, int] = {}
    headings: list[tuple[str, str]] = []
    line: int = 1

    def report(self, line: int, message: str, what: str = "") -> None:
        """Note a mistake in a line, at `what`, or where the line begins if it is about all of it."""
        self.mistakes.append(Mistake(self.source.place(line, what), message))

    def report_at(self, spot: TextSpot, message: str) -> None:
        """Note a mistake at a spot."""
        self.mistakes.append(Mistake(Place(self.source.file, *spot), message))

    def content(self, node: SyntaxTreeNode, line: int, spots: list[TextSpot] | None = None) -> Content:
        """Return the content of a block, whose characters stand at `spots`, by default from its line on."""
        inline = node.children[0] if node.children else None
        if inline is None:
            return ()
        return turn_content_quotes(tuple(self._inlines(self._entered(inline, line, spots), PLAIN)), self.known.quotes)

    def picture(self, inline: SyntaxTreeNode, line: int) -> tuple[Content, TextSpot, TextSpot]:
        """Return the caption of content that is one picture, the spot where it begins, and the spot of its target."""
        (image,) = self._entered(inline, line)
        opening = self.trail.spot_past("![")
        caption = turn_content_quotes(tuple(self._inlines(image.children, PLAIN)), self.known.quotes)
        return caption, opening, self.trail.past_destination()

    def alt_text(self, text: str, line: int) -> Content:
        """Return the alternative text that stands after the id of a figure, with its placeholders filled."""

        def spot_of(index: int) -> TextSpot:
            """Return where the placeholder stands first from the line on: an index into `text` is no column of it."""
            until, braces, _ = text[index:].partition("}}")
            what = f"{until}{braces}".partition("\n")[0]
            found = ((number, written.find(what)) for number, written in enumerate(self.source.lines[line - 1 :], line))
            return next((TextSpot(number, at + 1) for number, at in found if at >= 0), TextSpot(line, 1))

        return (StyledText(self._filled(text, spot_of), line),) if text else ()

    def _filled(self, text: str, spot_of: Callable[[int], TextSpot]) -> str:
        """Return a text with its placeholders filled; `spot_of` returns the spot of one of its characters."""

        def report(message: str, index: int) -> None:
            self.report_at(spot_of(index), message)

        for found in PLACEHOLDER.finditer(text):
            self.used.setdefault(placeholder_name(found), spot_of(found.start()))
        return fill_placeholders(text, self.known.placeholders, report, self.known.counts)

    def _entered(
        self, inline: SyntaxTreeNode, line: int, spots: list[TextSpot] | None = None
    ) -> Sequence[SyntaxTreeNode]:
        """Begin a trail through content, and return its tokens."""
        self.trail = Trail(inline.content, spots or self.source.spots(inline.content, line))
        self._report_html(inline.content)
        return inline.children

    def _report_html(self, raw: str) -> None:
        """Report HTML in a text, tags and comments, which would be printed as they stand.

        `&lt;` begins none, nor does `<` after a backslash.
        """
        last_ends = {begin: raw.rfind(end) for begin, end in HTML_WITH_ENDS.items()}
        after = 0
        for found in re.finditer(r"(?<!\\)<", raw):
            at = found.start()
            if at < after or any(raw.startswith(begin, at) and at > end for begin, end in last_ends.items()):
                continue  # within a tag, or without an end, which would be looked for in all the rest each time
            if tag := HTML_TAG_RE.match(raw, at):
                self.report_at(self.trail.spot(at), f"HTML is not allowed: {tag[0]!r}")
                after = tag.end()

    def _inlines(self, nodes: Iterable[SyntaxTreeNode], look: StyledText) -> Iterator[Inline]:
        """Yield inline content: words, links, symbols, marks of notes and breaks."""
        for node in nodes:
            match node.type:
                case "text":
                    yield from self._words(node.content, look)
                case "text_special":
                    yield _with_look(look, node.content, self.trail.spot_past(node.markup))
                case "softbreak" | "hardbreak" as kind:
                    spot = self.trail.spot_past("\n")
                    yield _with_look(look, "\n", spot) if kind == "softbreak" else LineBreak(*spot)
                case "em" | "strong" as kind:
                    self.trail.past(node.markup)
                    inner = replace(look, italic=True) if kind == "em" else replace(look, bold=True)
                    yield from self._inlines(node.children, inner)
                    self.trail.past(node.markup)
                case "link":
                    yield from self._link(node, look)
                case "image":
                    yield from self._symbol(node)
                case "footnote_ref":
                    yield from self._mark(node)
                case kind if kind != "footnote_anchor":
                    self.report_at(self.trail.spot_past(node.markup), refusal_message(kind))
                    self.trail.past(node.content)
                    self.trail.past(node.markup)

    def _words(self, text: str, look: StyledText) -> Iterator[StyledText]:
        """Yield words with their look and place."""
        if not text:
            return
        start = self.trail.past(text)

        def spot_of(index: int) -> TextSpot:
            return self.trail.spot(start + index)

        for sign, message in MARKUP_LEFT.items():
            if sign in text:
                self.report_at(spot_of(text.index(sign)), message)
        for left in NOTE_LEFT.finditer(text):
            message = f"footnote {left[1]!r} has no text; write [^{left[1]}]: at the end of the section"
            self.report_at(spot_of(left.start()), message)
        yield _with_look(look, self._filled(text, spot_of), spot_of(0))

    def _link(self, node: SyntaxTreeNode, look: StyledText) -> Iterator[Inline]:
        """Yield the words of a link to a heading."""
        target = unquote(str(node.attrs.get("href", "")))
        opening = self.trail.spot_past("<" if node.markup == "autolink" else "[")
        is_gone = target[1:] in self.known.gone
        yield from self._inlines(node.children, replace(look, link="" if is_gone else target.removeprefix("#")))
        if node.markup == "autolink":
            destination = opening
            self.trail.past(">")
        else:
            destination = self.trail.past_destination()
        if is_gone:
            return
        if target.startswith("#"):
            self.links.append((destination, target[1:]))
        else:
            message = f"a link to {target!r}; only ids of headings can be linked, as in [setup](#setup)"
            self.report_at(destination, message)

    def _symbol(self, node: SyntaxTreeNode) -> Iterator[Symbol]:
        """Yield a symbol, or report that there is none of that name."""
        source = str(node.attrs.get("src", ""))
        name = source.removeprefix("symbol:")
        spoken = "".join(" " if child.type == "softbreak" else str(child.content) for child in node.children)
        opening = self.trail.spot_past("![")
        for child in node.children:
            self.trail.past(child.markup or child.content)
        destination = self.trail.past_destination()
        if source.startswith("figure:"):
            self.report_at(opening, "a figure must stand alone in its paragraph")
        elif source.startswith(PICTURES):
            self.report_at(opening, "a picture must stand alone in its paragraph")
        elif not source.startswith("symbol:"):
            remedy = f"write figure:<id>, symbol:<name>, or {PICTURES}<file> for one of the project's own"
            self.report_at(destination, f"a picture {source!r}; {remedy}")
        elif name not in self.known.symbols:
            self.report_at(destination, f"unknown symbol {name!r}; {suggestion(name, self.known.symbols)}")
        else:
            yield Symbol(name, spoken, *opening)

    def _mark(self, node: SyntaxTreeNode) -> Iterator[NoteMark]:
        """Yield the mark of a footnote."""
        if node.meta.get("label") is None:
            spot = self.trail.spot_past("^[")
            message = "a footnote within the line; write [^name] here and [^name]: at the end of the section"
            self.report_at(spot, message)
            return
        name = str(node.meta["label"])
        spot = self.trail.spot_past(f"[^{name}]")
        if name in self.marks:
            self.report_at(spot, f"footnote {name!r} is marked a second time; write a note for each mark")
            return
        self.marks[name] = len(self.marks) + 1
        yield NoteMark(name, self.marks[name], *spot)

    def blocks(self, nodes: Iterable[SyntaxTreeNode], *, top: bool = False) -> Iterator[Block]:
        for node in nodes:
            if node.map:
                self.line = node.map[0] + 1
            match node.type:
                case "paragraph":
                    yield self._paragraph(node)
                case "heading" if top:
                    yield self._heading(node)
                case "bullet_list" | "ordered_list":
                    yield self._listing(node)
                case "blockquote" if top:
                    yield self._quote(node)
                case "table" if top:
                    yield self._table(node)
                case "footnote_block" if top:
                    self._notes(node)
                case kind:
                    self.report(self.line, refusal_message(kind), node.markup)

    def with_ids(self, blocks: Iterable[Block], model_ids: Sequence[str]) -> list[Block]:
        """Return the blocks with an id for each heading."""
        read = list(blocks)
        ids = iter(derive_ids(self.headings, model_ids))
        found = [replace(block, id=next(ids)) if isinstance(block, Heading) else block for block in read]
        for heading in (block for block in found if isinstance(block, Heading)):
            self.ids.setdefault(heading.id, heading.line)
        return found

    def title(self, blocks: list[Block]) -> Heading:
        first = blocks[0] if blocks else None
        if not isinstance(first, Heading) or first.level != 1:
            self.report(1, "the text must begin with its title, as in '# Asterion'")
            return Heading(1, "", (), 1)
        for block in blocks[1:]:
            if isinstance(block, Heading) and block.level == 1:
                self.report(block.line, "a second title; sections begin with '##'")
        return first

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        """Return a heading with its id."""
        level, line = int(node.tag[1:]), self.line
        if level > 3:
            self.report(line, f"a heading of level {level}; '###' is the lowest")
        content = self.content(node, self.line)
        last = content[-1] if content else None
        found = HEADING_ID.match(last.text) if isinstance(last, StyledText) else None
        raw = node.children[0].content if node.children else ""
        self.headings.append((raw if found is None else raw.rpartition("{#")[0], found[2] if found else ""))
        if found is None or not isinstance(last, StyledText):
            if not content:
                self.report(line, "a heading without words; write some, or take the signs away")
            return Heading(level, "", content, line)
        mark = f"{{#{found[2]}}}"
        if not ID.fullmatch(found[2]):
            remedy = "write lower-case letters, digits and hyphens, as in end-of-game"
            self.report(line, f"{found[2]!r} is no id; {remedy}", mark)
        elif found[2] in self.ids:
            message = f"id {found[2]!r} belongs to the heading in line {self.ids[found[2]]} already"
            self.report(line, message, mark)
        self.ids.setdefault(found[2], line)
        if not found[1].strip() and len(content) == 1:
            self.report(line, f"heading {found[2]!r} has no words")
        kept = (replace(last, text=found[1], link=""),) if found[1] else ()
        return Heading(level, "", (*content[:-1], *kept), line)

    def _paragraph(self, node: SyntaxTreeNode) -> Paragraph | FigureBlock | PictureBlock:
        """Return a paragraph, or the figure or picture that stands alone in one."""
        line = self.line
        inline = node.children[0]
        if len(inline.children) == 1 and (image := inline.children[0]).type == "image":
            source = unquote(str(image.attrs.get("src", "")))
            if source.startswith(PICTURES):
                return self._picture(image, inline, source)
            if source.startswith("figure:"):
                figure, there = source.removeprefix("figure:"), self.known.figures
                caption, opening, shown = self.picture(inline, line)
                if figure not in there:
                    self.report_at(shown, f"unknown figure {figure!r}; {suggestion(figure, there)}")
                if not caption:
                    self.report_at(opening, f"figure {figure!r} has no caption; write it between the brackets")
                alt = self.alt_text(str(image.attrs.get("title", "")), line)
                return FigureBlock(figure, caption, line, alt)
        for number, written in enumerate(inline.content.split("\n"), line):
            for sign, message in OF_OTHERS.items():
                if found := sign.match(written.lstrip()):
                    self.report(number, message, found[0])
        return Paragraph(self.content(node, line), line)

    def _picture(self, image: SyntaxTreeNode, inline: SyntaxTreeNode, source: str) -> PictureBlock:
        """Return a picture of the rules, or report why it cannot be shown."""
        line, name = self.line, source.removeprefix(PICTURES)
        alternative, opening, shown = self.picture(inline, line)
        there = self.known.pictures
        if name not in there:
            remedy = (
                suggestion(name, there) if there else "put PNG, JPEG and SVG files into the project's folder 'pictures'"
            )
            self.report_at(shown, f"unknown picture {name!r}; {remedy}")
        if not plain_text(alternative):
            message = f"picture {name!r} has no words for those who do not see it; write them between the brackets"
            self.report_at(opening, message)
        if "title" in image.attrs:
            self.report_at(shown, f"words behind {source!r}; write what is told of it between the brackets")
        return PictureBlock(name, plain_text(alternative), line)

    def _listing(self, node: SyntaxTreeNode) -> Listing:
        line = self.line
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        items = tuple(tuple(self.blocks(item.children)) for item in node.children)
        self._refuse_figures((block for item in items for block in item), "a list")
        return Listing(items, start, line)

    def _quote(self, node: SyntaxTreeNode) -> BlockQuote:
        line = self.line
        blocks = tuple(self.blocks(node.children))
        self._refuse_figures(blocks, "a block quote")
        return BlockQuote(blocks, line)

    def _refuse_figures(self, blocks: Iterable[Block], within: str) -> None:
        for block in blocks:
            if isinstance(block, FigureBlock | PictureBlock):
                what = f"figure {block.figure!r}" if isinstance(block, FigureBlock) else f"picture {block.file!r}"
                message = f"{what} stands in {within}; it must stand between paragraphs"
                self.report(block.line, message, "![")

    def _table(self, node: SyntaxTreeNode) -> TableBlock:
        """Return a table."""
        line, aligns = self.line, list[Align]()
        for cell in node.children[0].children[0].children:
            align = str(cell.attrs.get("style", "")).removeprefix("text-align:")
            aligns.append(cast("Align", align) if align in {"center", "right"} else "left")
        rows: list[Row] = []
        for row in (row for part in node.children for row in part.children):
            self.line = row.map[0] + 1 if row.map else self.line
            cells = zip_longest(row.children, self.source.cells(self.line))
            contents: list[Content] = []
            for cell, spots in cells:
                if cell:
                    contents.append(self.content(cell, self.line, spots))
                elif len(spots) > 1:
                    message = f"a cell more than the {len(aligns)} of the table's head"
                    self.report_at(spots[0], f"{message}; give it one, or write \\| for a pipe")
            rows.append(Row(tuple(contents), self.line))
        return TableBlock(rows[0], tuple(rows[1:]), tuple(aligns), line)

    def _notes(self, node: SyntaxTreeNode) -> None:
        """Read the footnotes of a text."""
        for footnote in node.children:
            if footnote.meta["label"] is None:
                continue  # a note within the line; its mark is refused
            name = str(footnote.meta["label"])
            parts: list[Inline] = []
            line = 0
            for block in self.blocks(child for child in footnote.children if child.type != "footnote_anchor"):
                line = line or block.line
                if not isinstance(block, Paragraph):
                    self.report(block.line, f"footnote {name!r} may hold text only")
                    continue
                parts.extend([LineBreak(block.line), *block.content] if parts else block.content)
            for mark in (part for part in parts if isinstance(part, NoteMark)):
                self.report_at(mark.spot, f"footnote {name!r} has a footnote itself; write one note")
            self.notes[name] = Note(name, self.marks.get(name, 0), tuple(parts), line)


def _with_look(look: StyledText, text: str, spot: TextSpot) -> StyledText:
    """Return words that look as others do."""
    return replace(look, text=text, line=spot.line, column=spot.column)


def refusal_message(kind: str) -> str:
    """Return the message about a kind of Markdown that has no place where it stands."""
    what = NAMES.get(kind, kind.replace("_", " "))
    return f"{what} cannot stand here; see templates/locales/README.md"


MARK = "\ufeff"
"""The byte order mark that some editors write at the beginning of a file."""
HEADING_ID = re.compile(r"^(.*?)(?<!\s)\s*\{#([^{}]*)\}\s*$", re.DOTALL)
BLOCKS = frozenset({"paragraph_open", "heading_open", "tr_open"})
"""Tokens that begin what is set by itself; items and quotes hold paragraphs."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BRACED_VALUE = re.compile(r"(\w+: +)(\{\{[^']*)")
OF_OTHERS = {
    re.compile(pattern): message
    for pattern, message in {
        r"\[[ xX]?\](?=\s|$)": "a box to tick is none here; write a list without it, or \\[ for a bracket",
        r":(?=\s)": "a list of definitions is none here; write '- **word**: what it is', or \\: for a colon",
        r"\[![A-Za-z]+\]": "a kind of block quotes is none here; write the word as the others, in bold",
        r":::": "a box around text is none here; write a block quote, '> words'",
        r"\[\[?_?(?i:toc)_?\]\]?": "the table of contents is made without it; take it away",
        r"(?=[:\s-]*\|)(?=[|:\s]*-)[|:\s-]+$": "no table: the dashes have another number of cells than the line above",
    }.items()
}
"""Beginnings of lines that other programs read as markup, and the messages about them."""
NOTE_DEFINITION = re.compile(r" {0,3}\[\^([^\]\s]+)\]:")
CONDITION = re.compile(r"\{\{\s*(if(?=[\s}])|(?:else|end)(?=\s*\}))([^{}]*)\}\}")
AFTER = {"if": ("end",), "else": ("if",), "end": ("if", "else")}
"""The words that each word may follow; a text begins as if after ``end``."""
MISPLACED = {
    "if": "a condition within another; write {{end}} before it",
    "else": "{{else}} without an {{if …}} of its own; write that before it, or take it out",
    "end": "{{end}} without an {{if …}} of its own; write that before it, or take it out",
}
NO_WORDS = re.compile(r"\{\{[^{}]*\}\}|!\[[^\[\]]*\]\([^()]*\)|\]\([^()]*\)|\[\^[^\[\]]*\]|&#?\w+;|['’]")
"""Parts of a heading that are no words of its id: what the game may change, pictures, targets, notes, apostrophes."""
SPARE_ID = "section"
"""Id of a heading without letters and digits."""


def load_markdown(path: Path, name: str) -> str:
    """Return the text of a file that is called `name` in messages.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    raw = read_bytes(path, name, bounds.RULES_BYTES)
    try:
        return raw.decode("utf-8").removeprefix(MARK)
    except UnicodeDecodeError as error:
        sound = raw[: error.start].decode("utf-8").removeprefix(MARK)
        place = Place(name, sound.count("\n") + 1, len(sound) - sound.rfind("\n"))
        raise InputError.at(place, "not UTF-8; save the file as UTF-8") from None


def read_rules(text: str, known: Known, name: str, model_ids: Sequence[str] = ()) -> tuple[RulesText, list[Mistake]]:
    """Read a rules text as far as its mistakes allow.

    Args:
        text: as it is written.
        known: names that it may use.
        name: of its file, in messages.
        model_ids: ids of the headings of the text that it is a translation of.

    Returns:
        The text without what could not be read, and every mistake in it.

    Raises:
        TypesettingError: the text has marks of an unfinished merge, so that it is two texts in one, or mistakes in its
            conditions, so that nobody knows what is printed, or more blocks than the bounds allow.
    """
    text = LINE_BREAK.sub("\n", unicodedata.normalize("NFC", text))  # one letter for its parts, as fonts have most
    if merges := list(_merge_marks(text, name)):
        raise TypesettingError(merges)
    lines, mistakes = _without_forbidden(text.split("\n"), name)
    front, wrong = _take_front(lines, name)
    mistakes += wrong
    source = Source(name, tuple(lines))
    printed = blank_unprinted(source, known.placeholders)
    numbered = replace(known, placeholders=figure_numbers(printed, known.figures) | known.placeholders)
    reader = MarkdownReader(source, numbered)
    parser = new_parser()
    parser.disable("text_join")  # so that escaped characters can be distinguished from markup
    tokens = parser.parse(printed)
    begun = [token.map for token in tokens if token.map and token.type in BLOCKS]
    if len(begun) > bounds.BLOCKS:
        message = f"more than {bounds.BLOCKS} paragraphs, headings, items and rows; make them fewer, or the text two"
        raise TypesettingError([Mistake(source.place(begun[bounds.BLOCKS][0] + 1), message)])
    tree = SyntaxTreeNode(tokens)
    blocks = reader.with_ids(reader.blocks(tree.children, top=True), model_ids)
    title = reader.title(blocks)
    for line, written in enumerate(printed.split("\n"), 1):
        found = NOTE_DEFINITION.match(written)
        if found and found[1] not in reader.notes:
            reader.report(line, f"footnote {found[1]!r} is marked nowhere in the text")
    for spot, target in reader.links:
        if target not in reader.ids:
            reader.report_at(spot, f"a link to the unknown heading {target!r}; {suggestion(target, reader.ids)}")
    rules = RulesText(source, title, tuple(blocks[1:]), reader.notes, reader.used, front)
    return rules, mistakes + reader.mistakes


def new_parser() -> MarkdownIt:
    """Return a parser of CommonMark with tables and footnotes, and without HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").use(footnote_plugin)


def _merge_marks(text: str, name: str) -> Iterator[Mistake]:
    """Yield each mark of an unfinished merge."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            message = f"a mark of an unfinished merge, {line[:7]!r}; keep one side and delete the marks"
            yield Mistake(Place(name, number, 1), message)


def _without_forbidden(lines: Sequence[str], name: str) -> tuple[list[str], list[Mistake]]:
    """Return lines with a space for each character that may stand in none, and a mistake for each of the first."""
    letters, mistakes = [list(line) for line in lines], list[Mistake]()
    for number, at in ((number, at) for number, line in enumerate(lines) for at in forbidden_places(line)):
        if len(mistakes) < MISTAKES_SHOWN:
            mistakes.append(Mistake(Place(name, number + 1, at + 1), refusal_of(lines[number][at])))
        letters[number][at] = " "
    return list(map("".join, letters)), mistakes


def _take_front(lines: list[str], name: str) -> tuple[LoadedFront, list[Mistake]]:
    """Empty the lines of a text's head, and return what it says and the mistakes in it; `name` is the text's."""
    if not (count := front_end(lines)):
        return NO_FRONT, []
    head, mistakes = lines[1 : count - 1], list[Mistake]()
    lines[:count] = [""] * count
    for number, line in enumerate(head):
        if value := BRACED_VALUE.fullmatch(line.rstrip()):  # YAML would take it for a mapping
            head[number] = f"{value[1]}'{value[2]}'"
            place = Place(name, number + 2, value.end(1) + 1)
            mistakes.append(Mistake(place, f"a value that begins with a placeholder needs quotes: {head[number]}"))
    try:
        document = parse_document("\n".join(["", *head]).encode("utf-8", "surrogatepass"), name)
        return LoadedFront(validated(document, Front), document), mistakes
    except InputError as error:
        return NO_FRONT, [*mistakes, *error.mistakes]


def front_end(lines: Sequence[str]) -> int:
    """Return the number of lines of a text's head with its fences; 0 for a text without a head."""
    if lines[0].rstrip() != FENCE:
        return 0
    return next((number for number, line in enumerate(lines[1:], 2) if line.rstrip() == FENCE), 0)


def blank_unprinted(source: Source, table: Mapping[str, str]) -> str:
    """Return a text with empty lines for those that are not printed and for those of conditions.

    Args:
        source: the text.
        table: values of placeholders.

    Raises:
        TypesettingError: every mistake in the conditions.
    """
    lines, mistakes = list(source.lines), list[Mistake]()
    word, begin, printed = "end", Place(source.file), True
    place = begin

    def report(message: str, _: int = 0) -> None:
        mistakes.append(Mistake(place, message))

    for index, line in enumerate(source.lines):
        found = CONDITION.search(line)
        if found or not printed:
            lines[index] = ""
        if found is None:
            continue
        last, (word, name) = word, found.groups("")
        place = Place(source.file, index + 1, found.start() + 1)
        if (source.written(index) + source.written(index + 2)).strip() or found[0] != line.rstrip():
            report(f"{found[0]} beside other words; write it in a line of its own, between empty lines")
        if last not in AFTER[word]:
            report(MISPLACED[word])
        if word == "if":
            begin, printed = place, fill_placeholders(f"{{{{{name.strip()}}}}}", table, report) not in {"", "0"}
        else:
            printed = word == "end" or not printed
    if word != "end":
        mistakes.append(Mistake(begin, "a condition without an end; write {{end}} after its last passage"))
    if mistakes:
        raise TypesettingError(mistakes)
    return "\n".join(lines)


def derive_ids(headings: Sequence[tuple[str, str]], model: Sequence[str] = ()) -> list[str]:
    """Return the id of each heading of a text.

    A heading without an id gets that of the heading of the model which has its place among those that no id of the text
    names. Where there is no such heading, it gets its own words, as in ``how-to-play``, and a number if another heading
    has that id.

    Args:
        headings: the words of each as they are written, and the id that is written behind them, or an empty text.
        model: the ids of the text that this one is a translation of.
    """
    taken = {given for _, given in headings if given}
    left = iter([one for one in model if one not in taken])
    found: list[str] = []
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(2))
    for words, given in headings:
        own = given or next(left, "")
        if not own:
            begin = slug_of(words)
            own = next(one for one in chain([begin], (f"{begin}-{n}" for n in numbers[begin])) if one not in taken)
        taken.add(own)
        found.append(own)
    return found


def slug_of(words: str) -> str:
    """Return the words of a heading in small letters with hyphens between them; letters of any script stay."""
    words = NO_WORDS.sub(lambda found: "" if found[0] in "'’" else " ", unicodedata.normalize("NFC", words)).lower()
    kept = (one if unicodedata.category(one)[0] in "LNM" else " " for one in words)
    return "-".join("".join(kept).split()) or SPARE_ID
