"""A rules text read from Markdown. What is not listed in ``templates/locales/README.md`` is a mistake.

HTML is off; a tag is refused rather than printed as text. All mistakes of a text are collected and raised together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.footnote import footnote_plugin

from generator.catalogue.files import read_bytes
from generator.errors import InputError, Mistake, Place, TypesettingError
from generator.press.booklet.document import (
    Align,
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
    Row,
    RulesText,
    Symbol,
    Table,
    Words,
)
from generator.press.booklet.placeholders import PLACEHOLDER, filled
from generator.wording import suggestion

MAX_BYTES = 1 << 20
MARK = "\ufeff"
"""What some editors write at the beginning of a file."""
HEADING_ID = re.compile(r"^(.*?)\s*\{#([^{}]*)\}\s*$", re.DOTALL)
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NOTE_DEFINITION = re.compile(r"^\[\^([^\]\s]+)\]:", re.MULTILINE)
NOTE_LEFT = re.compile(r"\[\^([^\]\s]+)\]")
MARKUP_LEFT = {
    "**": "a '**' that begins or ends no bold text; mend its other end, or write \\* for a star",
    "~~": "'~~' cannot strike words out; take it away, or write \\~ for a tilde",
    "](": "'](' makes no link or picture here; see templates/locales/README.md, or write \\] for a bracket",
}
"""Signs that Markdown left in the text, and what to tell of them."""
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


@dataclass(frozen=True, slots=True)
class Known:
    """What a rules text may name: placeholders with their values, figures and symbols."""

    placeholders: dict[str, str]
    figures: tuple[str, ...]
    symbols: tuple[str, ...]


def read_rules(path: Path, known: Known, name: str | None = None) -> RulesText:
    """Read a rules text, called `name` in messages.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
        TypesettingError: every mistake in the text.
    """
    shown = name or str(path)
    raw = read_bytes(path, shown, MAX_BYTES)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        sound = raw[: error.start].decode("utf-8").removeprefix(MARK)
        place = Place(shown, sound.count("\n") + 1, len(sound) - sound.rfind("\n"))
        raise InputError.at(place, "not UTF-8; save the file as UTF-8") from None
    return parse_rules(text.removeprefix(MARK), known, shown)


def parse_rules(text: str, known: Known, name: str) -> RulesText:
    """As :func:`read_rules`, of text at hand.

    Raises:
        TypesettingError: every mistake in the text.
    """
    reader = _Reader(name, known, text.splitlines())
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").use(footnote_plugin)
    parser.disable("text_join")  # so that what was written with a backslash can be told from markup
    tree = SyntaxTreeNode(parser.parse(text))
    blocks = list(reader.blocks(tree.children, top=True))
    title = reader.title(blocks)
    for line, note in _definitions(text):
        if note not in reader.notes:
            reader.report(line, f"footnote {note!r} is marked nowhere in the text")
    reader.check_links()
    if reader.mistakes:
        raise TypesettingError(reader.mistakes)
    return RulesText(name, title, tuple(blocks[1:]), reader.notes, reader.used)


def _definitions(text: str) -> Iterator[tuple[int, str]]:
    for found in NOTE_DEFINITION.finditer(text):
        yield text.count("\n", 0, found.start()) + 1, found[1]


@dataclass(frozen=True, slots=True)
class _Look:
    """How the words at hand look."""

    bold: bool = False
    italic: bool = False
    link: str = ""


@dataclass(slots=True)
class _Reader:
    """Walks the tree of one text, collecting mistakes; `source` are the lines of the text."""

    name: str
    known: Known
    source: list[str]
    mistakes: list[Mistake] = field(default_factory=list)
    notes: dict[str, Note] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    links: list[tuple[int, str]] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    line: int = 1

    def report(self, line: int, message: str, what: str = "") -> None:
        """Note a mistake in a line, at the column of `what`, or of the line's beginning where that is not known."""
        written = self.source[line - 1] if line <= len(self.source) else ""
        column = max(0, written.find(what)) if what else 0
        self.mistakes.append(Mistake(Place(self.name, line, column + 1), message))

    # Blocks

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
                case "table" if top:
                    yield self._table(node)
                case "footnote_block" if top:
                    self._notes(node)
                case kind:
                    self._refuse(kind)

    def title(self, blocks: list[Block]) -> Heading:
        first = blocks[0] if blocks else None
        if not isinstance(first, Heading) or first.level != 1:
            self.report(1, "the text must begin with its title, as in '# Asterion {#asterion}'")
            return Heading(1, "", (), 1)
        for block in blocks[1:]:
            if isinstance(block, Heading) and block.level == 1:
                self.report(block.line, "a second title; sections begin with '##'")
        return first

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        level, line = int(node.tag[1:]), self.line
        if level > 3:
            self.report(line, f"a heading of level {level}; '###' is the lowest")
        content = self._content(node)
        last = content[-1] if content else None
        found = HEADING_ID.match(last.text) if isinstance(last, Words) else None
        if found is None or not isinstance(last, Words):
            self.report(line, "heading without an id; write it at the end of the line, as in '## Setup {#setup}'")
            return Heading(level, "", content, line)
        self._take_id(found[2], line)
        if not found[1].strip() and len(content) == 1:
            self.report(line, f"heading {found[2]!r} has no words")
        kept = (Words(found[1], last.line, last.bold, last.italic),) if found[1] else ()
        return Heading(level, found[2], (*content[:-1], *kept), line)

    def _take_id(self, heading_id: str, line: int) -> None:
        if not ID.fullmatch(heading_id):
            self.report(
                line, f"{heading_id!r} is no id; write lower-case letters, digits and hyphens, as in end-of-game"
            )
        elif heading_id in self.ids:
            self.report(line, f"id {heading_id!r} belongs to the heading in line {self.ids[heading_id]} already")
        self.ids.setdefault(heading_id, line)

    def _paragraph(self, node: SyntaxTreeNode) -> Paragraph | FigureBlock:
        line = self.line
        inline = node.children[0]
        if len(inline.children) == 1 and (image := inline.children[0]).type == "image":
            source = str(image.attrs.get("src", ""))
            if source.startswith("figure:"):
                return self._figure(image, source.removeprefix("figure:"), line)
        return Paragraph(self._content(node), line)

    def _figure(self, image: SyntaxTreeNode, figure: str, line: int) -> FigureBlock:
        if figure not in self.known.figures:
            self.report(line, f"unknown figure {figure!r}; {suggestion(figure, self.known.figures)}")
        caption = tuple(self._inlines(image.children, _Look()))
        if not caption:
            self.report(line, f"figure {figure!r} has no caption; write it between the brackets")
        return FigureBlock(figure, caption, line)

    def _listing(self, node: SyntaxTreeNode) -> Listing:
        line = self.line
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        items = tuple(tuple(self.blocks(item.children)) for item in node.children)
        for block in (block for item in items for block in item):
            if isinstance(block, FigureBlock):
                self.report(block.line, f"figure {block.figure!r} stands in a list; it must stand between paragraphs")
        return Listing(items, start, line)

    def _table(self, node: SyntaxTreeNode) -> Table:
        line = self.line
        rows = [self._row(row) for part in node.children for row in part.children]
        heads = node.children[0].children[0].children
        aligns = tuple(_align(str(cell.attrs.get("style", ""))) for cell in heads)
        return Table(rows[0], tuple(rows[1:]), aligns, line)

    def _row(self, node: SyntaxTreeNode) -> Row:
        self.line = node.map[0] + 1 if node.map else self.line
        line = self.line
        return Row(tuple(self._content(cell) for cell in node.children), line)

    def _notes(self, node: SyntaxTreeNode) -> None:
        for footnote in node.children:
            name = str(footnote.meta["label"])
            parts: list[Inline] = []
            line = 0
            for block in self.blocks(child for child in footnote.children if child.type != "footnote_anchor"):
                line = line or block.line
                if not isinstance(block, Paragraph):
                    self.report(block.line, f"footnote {name!r} may hold text only")
                    continue
                parts.extend([LineBreak(block.line), *block.content] if parts else block.content)
            if any(isinstance(part, NoteMark) for part in parts):
                self.report(line, f"footnote {name!r} has a footnote itself; write one note")
            self.notes[name] = Note(name, self.marks.get(name, 0), tuple(parts), line)

    # Inline content

    def _content(self, node: SyntaxTreeNode) -> Content:
        inline = node.children[0] if node.children else None
        if inline is None:
            return ()
        self._refuse_html(inline.content)
        return tuple(self._inlines(inline.children, _Look()))

    def _refuse_html(self, raw: str) -> None:
        """Report tags in Markdown, which would be printed as text; `&lt;` begins none, nor `<` after a backslash."""
        for found in re.finditer(r"(?<!\\)<", raw):
            if tag := HTML_TAG_RE.match(raw, found.start()):
                self.report(self.line + raw.count("\n", 0, found.start()), f"HTML is not allowed: {tag[0]!r}", tag[0])

    def _inlines(self, nodes: Iterable[SyntaxTreeNode], look: _Look) -> Iterator[Inline]:
        for node in nodes:
            match node.type:
                case "text":
                    self._refuse_markup(node.content)
                    yield from self._words(node.content, look)
                case "text_special":
                    yield Words(node.content, self.line, look.bold, look.italic, look.link)
                case "softbreak" | "hardbreak" as kind:
                    soft = Words("\n", self.line, look.bold, look.italic, look.link)
                    yield soft if kind == "softbreak" else LineBreak(self.line)
                    self.line += 1
                case "em" | "strong" as kind:
                    inner = replace(look, italic=True) if kind == "em" else replace(look, bold=True)
                    yield from self._inlines(node.children, inner)
                case "link":
                    yield from self._link(node, look)
                case "image":
                    yield from self._symbol(node)
                case "footnote_ref":
                    yield from self._mark(node)
                case kind if kind != "footnote_anchor":
                    self._refuse(kind)

    def _refuse(self, kind: str) -> None:
        what = NAMES.get(kind, kind.replace("_", " "))
        self.report(self.line, f"{what} cannot stand here; see templates/locales/README.md")

    def _refuse_markup(self, text: str) -> None:
        """Report signs that were meant as markup, which would be printed as they stand."""
        for sign, message in MARKUP_LEFT.items():
            if sign in text:
                self.report(self.line, message, sign)

    def _words(self, text: str, look: _Look) -> Iterator[Words]:
        if not text:
            return
        for left in NOTE_LEFT.finditer(text):
            self.report(self.line, f"footnote {left[1]!r} has no text; write [^{left[1]}]: at the end of the section")
        line = self.line
        for found in PLACEHOLDER.finditer(text):
            self.used.setdefault(found[1].strip(), line)
        value = filled(text, self.known.placeholders, lambda message: self.report(line, message))
        yield Words(value, line, look.bold, look.italic, look.link)

    def _link(self, node: SyntaxTreeNode, look: _Look) -> Iterator[Inline]:
        target = str(node.attrs.get("href", ""))
        if target.startswith("#"):
            self.links.append((self.line, target[1:]))
        else:
            self.report(self.line, f"a link to {target!r}; only ids of headings can be linked, as in [setup](#setup)")
        yield from self._inlines(node.children, replace(look, link=target.removeprefix("#")))

    def check_links(self) -> None:
        for line, target in self.links:
            if target not in self.ids:
                self.report(line, f"a link to the unknown heading {target!r}; {suggestion(target, self.ids)}")

    def _symbol(self, node: SyntaxTreeNode) -> Iterator[Symbol]:
        source = str(node.attrs.get("src", ""))
        name = source.removeprefix("symbol:")
        spoken = "".join(str(child.content) for child in node.children)
        if source.startswith("figure:"):
            self.report(self.line, "a figure must stand alone in its paragraph")
        elif not source.startswith("symbol:"):
            self.report(self.line, f"a picture {source!r}; write figure:<id> or symbol:<name>")
        elif name not in self.known.symbols:
            self.report(self.line, f"unknown symbol {name!r}; {suggestion(name, self.known.symbols)}")
        else:
            yield Symbol(name, spoken, self.line)

    def _mark(self, node: SyntaxTreeNode) -> Iterator[NoteMark]:
        name = str(node.meta["label"])
        if name in self.marks:
            self.report(self.line, f"footnote {name!r} is marked a second time; write a note for each mark")
            return
        self.marks[name] = len(self.marks) + 1
        yield NoteMark(name, self.marks[name], self.line)


def _align(style: str) -> Align:
    found = style.removeprefix("text-align:")
    return cast("Align", found) if found in {"left", "center", "right"} else "left"
