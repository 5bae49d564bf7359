"""The inline content of a rules text: words, emphasis, links, symbols and marks of footnotes, each with its place.

The Markdown parser knows the lines of a block, but not the columns within. It hands on the content of a paragraph,
heading or cell as the text of those lines without what makes the block: bullets, hashes, pipes. So each character of a
content is given its spot first, and a :class:`Trail` then finds the tokens in it, one after the other::

    - see [the *end*](#end)         a line of the file
      see [the *end*](#end)         the content: its characters stand in columns 3 to 23
           ^    ^       ^           link, em, destination: each sought after the one before
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.tree import SyntaxTreeNode

from generator.errors import Mistake, Place
from generator.rulebook.text.document import (
    Content,
    Inline,
    Known,
    LineBreak,
    NoteMark,
    Source,
    StyledText,
    Symbol,
    TextSpot,
)
from generator.rulebook.text.quotes import turn_content_quotes
from generator.rulebook.text.strings import PLACEHOLDER, fill_placeholders, placeholder_name
from generator.wording import suggestion

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

    def past_destination(self) -> TextSpot:
        """Go past the end of a link or picture; return the spot of its target."""
        end = max(self._at, self._raw.find("]", self._at))
        opening = DESTINATION.match(self._raw, end)
        start = opening.end() if opening else end
        self._at = start
        self.past(")" if opening else "]")
        return self.spot(start)


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of the words at hand."""

    bold: bool = False
    italic: bool = False
    link: str = ""

    def words(self, text: str, spot: TextSpot) -> StyledText:
        """Return words with this look."""
        return StyledText(text, spot.line, self.bold, self.italic, self.link, spot.column)


@dataclass(slots=True)
class InlineReader:
    """A reader of inline content that collects mistakes.

    Attributes:
        source: the text.
        known: names that the text may use.
        mistakes: that were found.
        marks: of footnotes, with their numbers from 1 on.
        links: their spots, and the ids of headings that they lead to.
        used: the placeholders that were filled.
        trail: through the content at hand.
    """

    source: Source
    known: Known
    mistakes: list[Mistake] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)
    links: list[tuple[TextSpot, str]] = field(default_factory=list)
    used: dict[str, TextSpot] = field(default_factory=dict)
    trail: Trail = field(default_factory=lambda: Trail("", [TextSpot(1, 1)]))

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
        return turn_content_quotes(tuple(self._inlines(self._entered(inline, line, spots), _Look())), self.known.quotes)

    def picture(self, inline: SyntaxTreeNode, line: int) -> tuple[Content, TextSpot, TextSpot]:
        """Return the caption of content that is one picture, the spot where it begins, and the spot of its target."""
        (image,) = self._entered(inline, line)
        opening = self.trail.spot(self.trail.past("!["))
        caption = turn_content_quotes(tuple(self._inlines(image.children, _Look())), self.known.quotes)
        return caption, opening, self.trail.past_destination()

    def alt_text(self, text: str, line: int) -> Content:
        """Return the alternative text that stands after the id of a figure, with its placeholders filled."""

        def report(message: str, index: int) -> None:
            self.report_at(self._below(text[index:].split("}}", 1)[0].split("\n", 1)[0], line), message)

        for found in PLACEHOLDER.finditer(text):
            self.used.setdefault(placeholder_name(found), self._below(found[0], line))
        return (
            (StyledText(fill_placeholders(text, self.known.placeholders, report, self.known.counts), line),)
            if text
            else ()
        )

    def _below(self, what: str, line: int) -> TextSpot:
        """Return where something stands first from a line on; that line if it stands nowhere."""
        for number, written in enumerate(self.source.lines[line - 1 :], line):
            if (column := written.find(what)) >= 0:
                return TextSpot(number, column + 1)
        return TextSpot(line, 1)

    def _entered(
        self, inline: SyntaxTreeNode, line: int, spots: list[TextSpot] | None = None
    ) -> Sequence[SyntaxTreeNode]:
        """Begin a trail through content, and return its tokens."""
        self.trail = Trail(inline.content, spots or self.source.spots(inline.content, line))
        self._refuse_html(inline.content)
        return inline.children

    def _refuse_html(self, raw: str) -> None:
        """Report tags in Markdown, which would be printed as text; `&lt;` begins none, nor `<` after a backslash."""
        last = {begin: raw.rfind(end) for begin, end in HTML_WITH_ENDS.items()}
        after = 0
        for found in re.finditer(r"(?<!\\)<", raw):
            at = found.start()
            if at < after or any(raw.startswith(begin, at) and at > end for begin, end in last.items()):
                continue  # within a tag, or without an end, which would be looked for as far as the end of the text
            if tag := HTML_TAG_RE.match(raw, at):
                self.report_at(self.trail.spot(at), f"HTML is not allowed: {tag[0]!r}")
                after = tag.end()

    def _inlines(self, nodes: Iterable[SyntaxTreeNode], look: _Look) -> Iterator[Inline]:
        for node in nodes:
            match node.type:
                case "text":
                    yield from self._words(node.content, look)
                case "text_special":
                    yield look.words(node.content, self.trail.spot(self.trail.past(node.markup)))
                case "softbreak" | "hardbreak" as kind:
                    spot = self.trail.spot(self.trail.past("\n"))
                    yield look.words("\n", spot) if kind == "softbreak" else LineBreak(*spot)
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
                    self.report_at(self.trail.spot(self.trail.past(node.markup)), refusal_message(kind))
                    self.trail.past(node.content)
                    self.trail.past(node.markup)

    def _words(self, text: str, look: _Look) -> Iterator[StyledText]:
        if not text:
            return
        start = self.trail.past(text)

        def report(message: str, index: int) -> None:
            self.report_at(self.trail.spot(start + index), message)

        for sign, message in MARKUP_LEFT.items():
            if sign in text:
                report(message, text.index(sign))
        for left in NOTE_LEFT.finditer(text):
            message = f"footnote {left[1]!r} has no text; write [^{left[1]}]: at the end of the section"
            report(message, left.start())
        for found in PLACEHOLDER.finditer(text):
            self.used.setdefault(placeholder_name(found), self.trail.spot(start + found.start()))
        yield look.words(
            fill_placeholders(text, self.known.placeholders, report, self.known.counts), self.trail.spot(start)
        )

    def _link(self, node: SyntaxTreeNode, look: _Look) -> Iterator[Inline]:
        target = unquote(str(node.attrs.get("href", "")))
        opening = self.trail.spot(self.trail.past("<" if node.markup == "autolink" else "["))
        yield from self._inlines(node.children, replace(look, link=target.removeprefix("#")))
        if node.markup == "autolink":
            destination = opening
            self.trail.past(">")
        else:
            destination = self.trail.past_destination()
        if target.startswith("#"):
            self.links.append((destination, target[1:]))
        else:
            message = f"a link to {target!r}; only ids of headings can be linked, as in [setup](#setup)"
            self.report_at(destination, message)

    def _symbol(self, node: SyntaxTreeNode) -> Iterator[Symbol]:
        source = str(node.attrs.get("src", ""))
        name = source.removeprefix("symbol:")
        spoken = "".join(" " if child.type == "softbreak" else str(child.content) for child in node.children)
        opening = self.trail.spot(self.trail.past("!["))
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
        if node.meta.get("label") is None:
            spot = self.trail.spot(self.trail.past("^["))
            message = "a footnote within the line; write [^name] here and [^name]: at the end of the section"
            self.report_at(spot, message)
            return
        name = str(node.meta["label"])
        spot = self.trail.spot(self.trail.past(f"[^{name}]"))
        if name in self.marks:
            self.report_at(spot, f"footnote {name!r} is marked a second time; write a note for each mark")
            return
        self.marks[name] = len(self.marks) + 1
        yield NoteMark(name, self.marks[name], *spot)


def refusal_message(kind: str) -> str:
    """Return the message about a kind of Markdown that has no place where it stands."""
    what = NAMES.get(kind, kind.replace("_", " "))
    return f"{what} cannot stand here; see templates/locales/README.md"
