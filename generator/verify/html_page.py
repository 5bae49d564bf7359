"""The proof of pages of HTML: they load nothing, can be read aloud, and say the same as their booklet.

A page is compared with the booklet of its language, if that lies beside it: both must say the same passages, from the
title down to the footnotes; of symbols and figures the alternative texts count. Sections that say of themselves that
they are not printed are counted apart. The rest is compared with
the frame that all pages have, and nothing in it may hide, add to or follow the text.

Source: HTML, 3.2.6 (ids are unique); WCAG 2.2, 1.1.1 (pictures have names), 1.3.1 (levels of headings), 3.1.1 (the
page's language).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from itertools import zip_longest

from generator.verify.documents import PdfProof
from generator.verify.page_frame import IMAGE, PLAIN_PATH, attributes_of, frame_faults, unknown_part, unspaced
from generator.verify.pdf import PdfFaultError, open_pdf, reading
from generator.verify.report import Notes
from generator.verify.tags import TagElement, TagsProof

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
FOREIGN = frozenset({"script", "iframe", "object", "embed", "base", "form", "audio", "video"})
"""Elements that run, load or send something; no page of rules has one."""
LEADING = frozenset({"href", "src", "srcset", "xlink:href", "action", "data", "poster", "formaction", "ping"})
HEADING = re.compile(r"h[1-6]")
RULING = "question"
"""The class of headings that are no part of the contents."""
OUTWARD = re.compile(r"@import|url\((?!['\"]?(?:data:|#))", re.IGNORECASE)
REFERENCE = re.compile(r"url\(['\"]?#([^)'\"]*)")
READ = frozenset({"header", "main", "footer"})
"""Parts of a page that say the same as the booklet."""
WITHIN = frozenset({"a", "b", "br", "em", "g", "path", "span", "strong", "sup", "svg", "use"})
"""Elements within a block of a page; all others begin a new block."""
SIGN = "doc-backlink"
"""The role of a footnote's number, which is none of its words."""
MARK = "doc-noteref"
"""The role of a footnote's mark, which the contents leave out."""
PARTS = [["svg", "a", "header", "nav", "main", *footer, "a"] for footer in (["footer"], [])]
"""The parts of a page, with an imprint or without."""
ARRANGED = (["drawn"], ["drawn wide", "drawn narrow"])
"""The drawings of a figure: one for all screens, or one for wide and one for narrow ones."""
END = "\0"
"""Between two blocks."""
INLINE = frozenset({"Span", "Link", "Reference", "Figure"})
"""Elements that stand in a line of a booklet."""
MOST = 5
"""Passages that are quoted in faults, at most."""
SHOWN = 60
"""Letters of a passage that are quoted, at most."""


class HtmlPage:
    """A page of HTML as it is read.

    Attributes:
        language: of the whole page.
        ids: how often each is given.
        references: ids that something leads to.
        headings: their levels, in order.
        entries: id and text of each entry of the contents.
        headed: id and text of each heading that the contents must list.
        title: text of the title.
        faults: codes and messages.
    """

    def __init__(self) -> None:
        self.language = ""
        self.ids: Counter[str] = Counter()
        self.references: list[str] = []
        self.headings: list[int] = []
        self.entries: list[tuple[str, str]] = []
        self.headed: list[tuple[str, str]] = []
        self.title = ""
        self.faults: list[tuple[str, str]] = []
        self._open: list[tuple[str, Mapping[str, str]]] = []
        self._within: defaultdict[str, int] = defaultdict(int)
        self._signs = self._marks = self._apart = 0
        self._top: list[str] = []
        self._drawn: list[str] = []
        self._texts: list[str] = []
        self._unprinted: list[str] = []
        self._current: list[str] = []
        self._alt_ids: list[str] = []

    @property
    def passages(self) -> Counter[str]:
        """Return the blocks of the page without spaces, and how often each stands there; pictures by their texts.

        Those in sections that are not printed are left out.
        """
        return _passages(self._texts)

    @property
    def unprinted(self) -> Counter[str]:
        """Return those in sections that are not printed."""
        return _passages(self._unprinted)

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
                self._add_data(unescape(data))
                continue
            if not end:
                self._start(tag, attributes_of(written), written)
            if tag == "style" and not end:
                at = max(at, text.find("</style>", at))
                self._check_style(text[found.end() : at])
            if end or (empty and tag not in VOID):
                self._end(tag)
        self._finish()

    def _start(self, tag: str, attributes: Mapping[str, str], written: str) -> None:
        self._check(tag, attributes, written)
        if tag == "html":
            self.language = attributes.get("lang", "")
        if HEADING.fullmatch(tag):
            self.headings.append(int(tag[1]))
        if HEADING.fullmatch(tag) or (tag == "a" and (self._within["nav"] or attributes.get("role") == SIGN)):
            self._current = []
        if len(self._open) == 2 and [opened for opened, _ in self._open] == ["html", "body"]:
            self._top.append(tag)
        if tag == "svg" and self._within["figure"] and not self._within["figcaption"]:
            self._drawn.append(attributes.get("class", ""))
        self._add_end(tag)
        if tag == "div" and self._open and self._open[-1][0] == "details" and self.headed and not self.headed[-1][0]:
            self.headed[-1] = attributes.get("id", ""), self.headed[-1][1]  # of a folded section, whose text has the id
        if attributes.get("role") == "img":
            self._add_text(attributes.get("aria-label", ""))
        if tag == "img":
            self._add_text(attributes.get("alt", ""))
            self._add_end(tag)
        if tag not in VOID:
            self._open.append((tag, attributes))
            self._within[tag] += 1
            self._signs += attributes.get("role") == SIGN
            self._marks += attributes.get("role") == MARK
            self._apart += _is_apart(tag, attributes)

    def _end(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            self.faults.append(("page-broken", f"</{tag[:20]}> ends what did not begin there"))
            return
        _, attributes = self._open.pop()
        self._within[tag] -= 1
        self._signs -= attributes.get("role") == SIGN
        self._marks -= attributes.get("role") == MARK
        self._add_end(tag)
        self._apart -= _is_apart(tag, attributes)
        if tag in {"a", "div"} or HEADING.fullmatch(tag):
            self._note_end(tag, attributes)

    def _note_end(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Note the text of a heading or an entry; check the number of a note, and the drawings of a figure."""
        if tag == "div":
            if attributes.get("role") == "img" and self._drawn not in ARRANGED:
                self.faults.append(("page-hidden", f"a figure is not shown on every screen: {self._drawn[:3]}"))
            self._drawn = []
            return
        said = unspaced("".join(self._current))
        if tag == "h1":
            self.title = said
        elif tag != "a":
            if self._within["main"] and attributes.get("class") != RULING:
                self.headed.append((attributes.get("id", ""), said))
        elif self._within["nav"]:
            self.entries.append((attributes.get("href", "").removeprefix("#"), said))
        elif attributes.get("role") == SIGN and not (self._open and said == self._open[-1][1].get("value")):
            self.faults.append(("page-adds", f"says {said[:SHOWN]!r} as the number of a note"))

    def _add_data(self, data: str) -> None:
        if self._within["svg"]:
            self.faults.append(("page-foreign", f"a picture holds text: {data[:SHOWN]!r}"))
        if self._within["nav"] and data.strip() and not (self._within["a"] or self._within["h2"]):
            self.faults.append(("page-contents", f"its contents say what leads nowhere: {data[:SHOWN]!r}"))
        self._add_text(data)

    def _add_text(self, text: str) -> None:
        """Note text of the page, or of the contents."""
        if not self._marks:
            self._current.append(text)
        if not self._signs and any(self._within[part] for part in READ):
            (self._unprinted if self._apart else self._texts).append(text)

    def _add_end(self, tag: str) -> None:
        """Note that a block begins or ends, unless the element stands within one."""
        if tag not in WITHIN:
            (self._unprinted if self._apart else self._texts).append(END)

    def _finish(self) -> None:
        """Check that all elements have ended and are in order, and that all links lead to something."""
        if self._open:
            self.faults.append(("page-broken", f"<{self._open[-1][0][:20]}> never ends"))
        if self._top not in PARTS:
            message = f"is made of {' '.join(self._top)[:SHOWN]}; it must be {' '.join(PARTS[0])}"
            self.faults.append(("page-frame", message))
        for name, count in self.ids.items():
            if count > 1:
                self.faults.append(("page-ids", f"{count} elements have the id {name[:40]!r}"))
        for name in dict.fromkeys(self.references):
            if name not in self.ids:
                self.faults.append(("page-link", f"something leads to {name[:40]!r}, which is nowhere in the page"))
        self._check_headings()

    def _check_headings(self) -> None:
        """Check that no level of headings is left out, and that the contents list them."""
        for before, level in zip([0, *self.headings], self.headings, strict=False):
            if level > before + 1:
                message = f"a heading of level {level} follows one of level {before or 'none'}"
                self.faults.append(("page-headings", message))
        if self.headings.count(1) != 1:
            self.faults.append(("page-headings", f"has {self.headings.count(1)} titles (h1); it must have one"))
        if self.entries != self.headed:
            pairs = zip_longest(self.entries, self.headed, fillvalue=("", "nothing"))
            entry, heading = next((one, other) for one, other in pairs if one != other)
            message = f"its contents say {entry[1][:SHOWN]!r} where the heading is {heading[1][:SHOWN]!r}"
            self.faults.append(("page-contents", message))

    def _check(self, tag: str, attributes: Mapping[str, str], written: str) -> None:
        """Check an element by itself, and note its id and the ids that it leads to."""
        self._check_known(tag, attributes, written)
        self._check_picture(tag, attributes)
        if "hidden" in attributes:
            self._check_hidden(attributes)
        if "popover" in attributes and attributes.get("class") != "picture":  # only pictures are seen while closed
            self.faults.append(("page-hidden", f"hides a <{tag[:20]}> that is no picture until it is opened"))
        if "id" in attributes:
            self.ids[attributes["id"]] += 1
        for name in ("aria-labelledby", "aria-describedby", "popovertarget"):
            self.references += attributes.get(name, "").split()
        for name, value in attributes.items():
            if name in LEADING and value.startswith("#"):
                self.references.append(value[1:])
            elif name in LEADING:
                if not ((tag == "link" and value.startswith("data:")) or (tag == "img" and re.fullmatch(IMAGE, value))):
                    self.faults.append(("page-leads-out", f"<{tag[:20]}> leads out of the page, to {value[:60]!r}"))
            elif "url(" in value:
                self._check_style(value)

    def _check_known(self, tag: str, attributes: Mapping[str, str], written: str) -> None:
        """Check that an element of the text may stand in a page of rules; those around it are part of the frame."""
        in_picture, in_contents = bool(self._within["svg"]), bool(self._within["nav"])
        if (
            tag in FOREIGN
            or (tag == "img" and not self._within["main"])
            or any(name.startswith("on") for name in attributes)
        ):
            self.faults.append(("page-foreign", f"<{tag[:20]}> runs or loads something; a page of ours does not"))
        elif not (in_picture or in_contents or any(self._within[part] for part in READ)):
            return
        elif unknown := unknown_part(tag, written, in_picture=in_picture, in_contents=in_contents):
            self.faults.append(("page-foreign", f"<{tag[:20]}{unknown[:SHOWN]}> has no place here in a page of ours"))
        elif tag == "h2" and self._within["nav"] and attributes.get("id") != "_contents":
            self.faults.append(("page-contents", "its contents have a heading of their own"))

    def _check_picture(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Check that a picture has an alternative text."""
        named = attributes.get("aria-label", "").strip() or attributes.get("aria-labelledby", "").strip()
        picture = tag == "svg" and not self._within["svg"] and "aria-hidden" not in attributes
        if tag == "img":
            named = attributes.get("alt", "").strip()
        if (picture or "img" in {tag, attributes.get("role")}) and not named:
            self.faults.append(("page-untold", f"a picture (<{tag[:20]}>) has no words for those who do not see it"))
        if tag == "div" and attributes.get("role") == "img":
            self._alt_ids.append(attributes.get("aria-labelledby", ""))

    def _check_hidden(self, attributes: Mapping[str, str]) -> None:
        """Check that only the alternative text of a picture is hidden, once, beside the picture."""
        name = attributes.get("id", "")
        if name and self._open and self._open[-1][0] == "figure" and self._alt_ids[-1:] == [name]:
            self._alt_ids.append("")
        else:
            self.faults.append(("page-hidden", "hides something that is not told for the picture beside it"))

    def _check_style(self, text: str) -> None:
        self.references += REFERENCE.findall(text)
        if found := OUTWARD.search(text):
            around = text[found.start() : found.start() + SHOWN]
            self.faults.append(("page-leads-out", f"its style loads something: {around!r}"))


def _is_apart(tag: str, attributes: Mapping[str, str]) -> bool:
    """Return True for a section that is not printed."""
    return tag == "details" and attributes.get("class", "").split()[-1:] == ["web"]


def _passages(texts: list[str]) -> Counter[str]:
    return Counter(filter(None, map(unspaced, "".join(texts).split(END))))


def prove_page(name: str, language: str, raw: bytes, passages: Sequence[str] | None, notes: Notes) -> None:
    """Check a page.

    Args:
        name: of the file.
        language: that it should be in.
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
    for code, message in (*page.faults, *frame_faults(text, page.title, page.passages)):
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
    own = f", {page.unprinted.total()} more that are not printed" if page.unprinted else ""
    notes.fact(name, f"{len(raw)} bytes, {len(page.headings)} headings, {read.total()} passages{held}{own}")


def read_passages(name: str, raw: bytes) -> list[str]:
    """Return the passages of a booklet that is checked elsewhere; none if it cannot be read."""
    with suppress(PdfFaultError), reading():
        quiet = PdfProof(name, open_pdf(raw), Notes(), size=len(raw))
        top = TagsProof(quiet, list(quiet.pages())).check()
        return list(passages_of(top)) if top else []
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
