"""Pages of HTML read back: that they hold all that they show, can be heard, and say what their booklet says.

A page is held against the booklet of its language, if that lies beside it: both must say the same passages, from the
title down to the footnotes, symbols and figures by what is told for them.

Source: HTML, 3.2.6 (ids are unique); WCAG 2.2, 1.1.1 (pictures have names), 1.3.1 (levels of headings), 3.1.1 (the
page's language).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html.parser import HTMLParser

from generator.proof.documents import PdfProof
from generator.proof.pdf import PdfFaultError, open_pdf, reading
from generator.proof.report import Notes
from generator.proof.tagging import Element, TagsProof

VOID = frozenset({"meta", "link", "br", "hr", "img", "input", "wbr", "base", "source", "col", "embed", "area", "track"})
"""Elements without an end. Source: HTML, 13.1.2."""
FOREIGN = frozenset({"script", "iframe", "object", "embed", "base", "form", "img", "audio", "video"})
"""What no page of ours has: what runs, loads or sends something."""
LEADING = frozenset({"href", "src", "srcset", "xlink:href", "action", "data", "poster", "formaction", "ping"})
HEADING = re.compile(r"h([1-6])")
PLAIN_PATH = re.compile(r"""<path(?: (?:class|d|fill|fill-rule|clip-rule|stroke|stroke-[a-z]+)="[^"<>&(]*")*/>""")
"""Most of a page's elements: paths that say nothing but how they look. They are left out before it is parsed."""
OUTWARD = re.compile(r"@import|url\((?!['\"]?(?:data:|#))", re.IGNORECASE)
REFERENCE = re.compile(r"url\(['\"]?#([^)'\"]*)")
UNSPOKEN = "\u00ad\u200b\u2060"
READ = frozenset({"header", "main", "footer"})
"""Parts of a page that say what the booklet says."""
WITHIN = frozenset({"a", "b", "br", "em", "g", "path", "span", "strong", "sup", "svg", "use"})
"""What stands within a block of a page; all else begins another one."""
SIGN = "doc-backlink"
"""The role of a footnote's number, which is none of its words."""
END = "\0"
"""Between two blocks."""
INLINE = frozenset({"Span", "Link", "Reference", "Figure"})
"""What stands in a line of a booklet."""
MOST = 5
"""So many passages are told of."""
SHOWN = 60
"""So much of a passage is told of."""


class PageSeen(HTMLParser):
    """What a page says and names.

    Attributes:
        language: of the whole page.
        ids: how often each is given.
        references: ids that something leads to.
        headings: their levels, in order.
        faults: codes and messages of what is wrong with the page by itself.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.language = ""
        self.ids: Counter[str] = Counter()
        self.references: list[str] = []
        self.headings: list[int] = []
        self.faults: list[tuple[str, str]] = []
        self._open: list[str] = []
        self._signs: list[bool] = []
        self._said: list[str] = []

    @property
    def passages(self) -> Counter[str]:
        """What is read in the page, block by block, without spaces; of pictures, what is told for them."""
        return Counter(filter(None, map(unspaced, "".join(self._said).split(END))))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self._judge(tag, told)
        if tag == "html":
            self.language = told.get("lang", "")
        if found := HEADING.fullmatch(tag):
            self.headings.append(int(found[1]))
        self._said.append("" if tag in WITHIN else END)
        if told.get("role") == "img" and self._heard:
            self._said.append(told.get("aria-label", ""))
        if tag not in VOID:
            self._open.append(tag)
            self._signs.append(told.get("role") == SIGN)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(("page-broken", f"</{tag[:20]}> ends what did not begin there"))
            return
        self._signs.pop()
        self._said.append("" if tag in WITHIN else END)

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["style"]:
            self._style(data)
        elif self._heard:
            self._said.append(data)

    @property
    def _heard(self) -> bool:
        """Whether what stands here is part of the text."""
        return not any(self._signs) and not READ.isdisjoint(self._open)

    def finish(self) -> None:
        """See that all has ended, and that what something leads to is there."""
        self.close()
        if self._open:
            self.faults.append(("page-broken", f"<{self._open[-1][:20]}> never ends"))
        for name, count in self.ids.items():
            if count > 1:
                self.faults.append(("page-ids", f"{count} elements have the id {name[:40]!r}"))
        for name in dict.fromkeys(self.references):
            if name not in self.ids:
                self.faults.append(("page-link", f"something leads to {name[:40]!r}, which is nowhere in the page"))
        for before, level in zip([0, *self.headings], self.headings, strict=False):
            if level > before + 1:
                message = f"a heading of level {level} follows one of level {before or 'none'}"
                self.faults.append(("page-headings", message))
        if self.headings.count(1) != 1:
            self.faults.append(("page-headings", f"has {self.headings.count(1)} titles (h1); it must have one"))

    def _judge(self, tag: str, told: dict[str, str]) -> None:
        if tag in FOREIGN or any(name.startswith("on") for name in told):
            self.faults.append(("page-foreign", f"<{tag[:20]}> runs or loads something; a page of ours does not"))
        if "id" in told:
            self.ids[told["id"]] += 1
        for name in ("aria-labelledby", "aria-describedby"):
            self.references += told.get(name, "").split()
        for name, value in told.items():
            if name in LEADING:
                self._leading(tag, value)
            elif "url(" in value:
                self._style(value)
        named = told.get("aria-label", "").strip() or told.get("aria-labelledby", "").strip()
        picture = tag == "svg" and "svg" not in self._open and "aria-hidden" not in told
        if (picture or told.get("role") == "img") and not named:
            self.faults.append(("page-untold", f"a picture (<{tag[:20]}>) has no words for those who do not see it"))

    def _leading(self, tag: str, value: str) -> None:
        if value.startswith("#"):
            self.references.append(value[1:])
        elif not (tag == "link" and value.startswith("data:")):
            self.faults.append(("page-leads-out", f"<{tag[:20]}> leads out of the page, to {value[:60]!r}"))

    def _style(self, text: str) -> None:
        self.references += REFERENCE.findall(text)
        if found := OUTWARD.search(text):
            around = text[found.start() : found.start() + SHOWN]
            self.faults.append(("page-leads-out", f"its style loads something: {around!r}"))


def prove_page(name: str, language: str, raw: bytes, passages: Sequence[str] | None, notes: Notes) -> None:
    """Judge a page.

    Args:
        name: of the file.
        language: that it should be in.
        raw: its bytes.
        passages: what the booklet of the language says; None if there is none.
        notes: for faults and facts.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        notes.fault(name, "page-broken", "is not UTF-8")
        return
    page = PageSeen()
    page.feed(PLAIN_PATH.sub("", text))
    page.finish()
    for code, message in page.faults:
        notes.fault(name, code, message)
    if page.language != language:
        notes.fault(name, "page-language", f"says that it is in {page.language[:20]!r}; it should be in {language!r}")
    read = page.passages
    held = ""
    if passages is not None:
        wanted = Counter(map(unspaced, passages))
        for code, what, difference in (
            ("page-lacks", "lacks what its booklet says", wanted - read),
            ("page-adds", "says what its booklet does not", read - wanted),
        ):
            for passage in list(difference)[:MOST]:
                notes.fault(name, code, f"{what}: {passage[:SHOWN]!r}")
        held = ", as in its booklet"
    notes.fact(name, f"{len(raw)} bytes, {len(page.headings)} headings, {read.total()} passages{held}")


def said_by(name: str, raw: bytes) -> list[str]:
    """The passages of a booklet that is judged elsewhere; none if it cannot be read."""
    with suppress(PdfFaultError), reading():
        quiet = PdfProof(name, open_pdf(raw), Notes(), size=len(raw))
        top = TagsProof(quiet, list(quiet.pages())).go()
        return list(passages_of(top)) if top else []
    return []


def passages_of(element: Element) -> Iterator[str]:
    """What a booklet says, passage by passage: all but its contents, and the signs of items and notes."""
    parts = [kid for kid in element.kids if isinstance(kid, str) or kid.kind != "Lbl"]
    kids = [kid for kid in parts if isinstance(kid, Element)]
    if any(kid.kind == "TOC" for kid in kids):
        return
    if not element.alt and not all(kid.kind in INLINE for kid in kids):
        for kid in kids:
            yield from passages_of(kid)
        return
    text = element.alt or "".join(part if isinstance(part, str) else part.text for part in parts)
    if text.strip():
        yield text


def unspaced(text: str) -> str:
    """Text without spaces and without marks that are not seen."""
    return "".join(text.split()).translate(dict.fromkeys(map(ord, UNSPOKEN)))
