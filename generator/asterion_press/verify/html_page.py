"""The proof of pages of HTML: they load nothing, and say the same as their booklet.

What can break it are the words of a text, of a figure, of a title and of notes, which a page and a booklet each set by
itself; names, links and styles that hold signs of HTML; and inks and pictures of a project's own. A page is compared
with the booklet of its language, if that lies beside it: both must say the same passages, from the title down to the
footnotes; of symbols and figures the alternative texts count. Sections that say of themselves that they are not printed
are counted apart. What stands around the text only the program can break, which the suite proves, with axe.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape

from asterion_press.verify.documents import PdfProof, TagElement, read_tags
from asterion_press.verify.files import Notes
from asterion_press.verify.pdf import PdfFaultError, open_pdf, reading

MAX_PAGE = 64 << 20
"""The largest page of a shipped game has some 900,000 bytes; pictures of a project may be large."""
MOST_TOKENS = 200_000
"""Elements and texts of a page; the largest has some 16,000 without its plain paths."""
MOST_DEEP = 60
DOCTYPE = "<!doctype html>"
VOID = frozenset({"meta", "link", "br", "img"})
"""Elements without an end. Source: HTML, 13.1.2."""
TOKEN = re.compile(r'<(/?)([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z][a-zA-Z:-]*="[^"<>]*")*)(/?)>|([^<>]+)')
"""An element's begin or end, or text."""
ATTRIBUTE = re.compile(r' ([a-zA-Z:-]+)="([^"]*)"')
PLAIN_PATH = re.compile(r'<path(?: (?:class|d|fill|stroke|stroke-[a-z]+|fill-rule|clip-rule)="[^"<>()]*")*/>')
"""Most of a page's elements, which say and load nothing. They are left out before it is read."""
UNSPOKEN = "\u00ad\u200b\u2060"
"""Marks that are not seen."""
FOREIGN = frozenset({"script", "iframe", "object", "embed", "base", "form", "audio", "video"})
"""Elements that run, load or send something; no page of rules has one."""
LEADING = frozenset({"href", "src", "srcset", "xlink:href", "action", "data", "poster", "formaction", "ping"})
DATA_LINKS = {"link": "data:", "img": "data:image/png;base64,"}
"""Elements that bring along what they show, and how that begins."""
OUTWARD = re.compile(r"@import|url\((?!['\"]?(?:data:|#))", re.IGNORECASE)
READ = frozenset({"header", "main", "footer"})
"""Parts of a page that say the same as the booklet."""
WITHIN = frozenset({"a", "b", "br", "em", "g", "path", "span", "strong", "sup", "svg", "use"})
"""Elements within a block of a page; all others begin a new block."""
SIGN = "doc-backlink"
"""The role of a footnote's number, which is none of its words."""
ELSEWHERE, PRINTED, UNPRINTED = range(3)
"""Where a text of a page stands: around the rules, in them, or in a section that says that it is not printed."""
END = "\0"
"""Between two blocks."""
INLINE = frozenset({"Span", "Link", "Reference", "Figure"})
"""Elements that stand in a line of a booklet."""
MOST = 5
"""Passages that are quoted in faults, at most."""
SHOWN = 60
"""Letters of a passage that are quoted, at most."""


def unspaced(text: str) -> str:
    """Return text without spaces and without marks that are not seen."""
    return "".join(text.split()).translate(dict.fromkeys(map(ord, UNSPOKEN)))


class HtmlPage:
    """A page of HTML as it is read.

    Attributes:
        faults: codes and messages.
    """

    def __init__(self) -> None:
        self.faults: list[tuple[str, str]] = []
        self._open: list[tuple[str, int]] = [("", ELSEWHERE)]
        self._texts: tuple[list[str], ...] = ([], [], [])

    def passages(self, place: int) -> Counter[str]:
        """Return the blocks of a place without spaces, and how often each is there; pictures by their texts."""
        return Counter(filter(None, map(unspaced, "".join(self._texts[place]).split(END))))

    def read(self, text: str) -> None:
        """Read a page in the form in which this program writes pages.

        Source: HTML, 13.1, of which these pages use elements with quoted attributes, and text that is escaped.
        """
        at, count = len(DOCTYPE) if text.startswith(DOCTYPE) else 0, 0
        while at < len(text):
            found = TOKEN.match(text, at)
            count += 1
            if found is None or count > MOST_TOKENS or len(self._open) > MOST_DEEP:
                self.faults.append(("page-broken", f"{text[at : at + SHOWN]!r} is not written as a page of ours is"))
                return
            at = found.end()
            end, tag, written, empty, data = found.groups()
            if data is not None:
                self._texts[self._open[-1][1]].append(unescape(data))
                continue
            if not end:
                self._start(tag, {name: unescape(value) for name, value in ATTRIBUTE.findall(written)})
            if tag == "style" and not end:
                at = max(at, text.find("</style>", at))
                self._check_style(text[found.end() : at])
            if end or (empty and tag not in VOID):
                self._end(tag)
        if len(self._open) > 1:
            self.faults.append(("page-broken", f"<{self._open[-1][0][:20]}> never ends"))

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Check an element that begins, and note where its words belong."""
        self._check(tag, attributes)
        place = PRINTED if tag in READ else self._open[-1][1]
        if tag == "details" and attributes.get("class", "").split()[-1:] == ["web"]:
            place = UNPRINTED
        self._end_block(tag)
        if "img" in {tag, attributes.get("role")}:
            self._texts[place].append(attributes.get("alt" if tag == "img" else "aria-label", ""))
        if tag == "img":
            self._end_block(tag)
        if tag not in VOID:
            self._open.append((tag, ELSEWHERE if attributes.get("role") == SIGN else place))

    def _end(self, tag: str) -> None:
        if self._open[-1][0] != tag:
            self.faults.append(("page-broken", f"</{tag[:20]}> ends what did not begin there"))
            return
        self._open.pop()
        self._end_block(tag)

    def _end_block(self, tag: str) -> None:
        """Note that a block begins or ends, unless the element stands within one."""
        if tag not in WITHIN:
            for texts in self._texts:
                texts.append(END)

    def _check(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Check that an element runs nothing, and leads to nothing that is not in the page."""
        if tag in FOREIGN or any(name.startswith("on") for name in attributes):
            self.faults.append(("page-foreign", f"<{tag[:20]}> runs or loads something; a page of ours does not"))
        for name, value in attributes.items():
            if name in LEADING and not value.startswith(("#", DATA_LINKS.get(tag, "#"))):
                self.faults.append(("page-leads-out", f"<{tag[:20]}> leads out of the page, to {value[:60]!r}"))
            if "url(" in value:
                self._check_style(value)

    def _check_style(self, text: str) -> None:
        if found := OUTWARD.search(text):
            around = text[found.start() : found.start() + SHOWN]
            self.faults.append(("page-leads-out", f"its style loads something: {around!r}"))


def prove_page(name: str, raw: bytes, passages: Sequence[str] | None, notes: Notes) -> None:
    """Check a page.

    Args:
        name: of the file.
        raw: its bytes.
        passages: of the booklet of the language; None if there is none.
        notes: for faults and facts.
    """
    if len(raw) > MAX_PAGE:
        notes.fault(name, "page-size", f"has {len(raw)} bytes; at most {MAX_PAGE} are read")
        return
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        notes.fault(name, "page-broken", "is not UTF-8")
        return
    page = HtmlPage()
    page.read(PLAIN_PATH.sub("", text))
    for code, message in page.faults:
        notes.fault(name, code, message)
    read = page.passages(PRINTED)
    note = ""
    if passages is not None:
        wanted = Counter(map(unspaced, passages))
        for code, what, difference in (
            ("page-lacks", "lacks what its booklet says", wanted - read),
            ("page-adds", "says what its booklet does not", read - wanted),
        ):
            for passage in list(difference)[:MOST]:
                notes.fault(name, code, f"{what}: {passage[:SHOWN]!r}")
        note = ", as in its booklet"
    unprinted = page.passages(UNPRINTED).total()
    own = f", {unprinted} more that are not printed" if unprinted else ""
    notes.fact(name, f"{len(raw)} bytes, {read.total()} passages{note}{own}")


def read_passages(name: str, raw: bytes) -> list[str]:
    """Return the passages of a booklet that is checked elsewhere; none if it cannot be read."""
    with suppress(PdfFaultError), reading():
        quiet = PdfProof(name, open_pdf(raw), Notes(), size=len(raw))
        return list(passages_of(read_tags(quiet.pdf, list(quiet.pages()))))
    return []


def passages_of(element: TagElement) -> Iterator[str]:
    """Yield the passages of a booklet: all but its contents, and the signs of items and notes."""
    parts = [kid for kid in element.kids if isinstance(kid, str) or kid.kind != "Lbl"]
    kids = [kid for kid in parts if isinstance(kid, TagElement)]
    if any(kid.kind == "TOC" for kid in kids):
        return
    if not element.alt and not all(kid.kind in INLINE for kid in kids):
        for kid in kids:
            yield from passages_of(kid)
        return
    text = element.alt or "".join(part if isinstance(part, str) else part.text for part in parts)
    if text.strip():
        yield text
