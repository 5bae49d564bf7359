"""The tags of a PDF: every mark on its pages is text of some element or an artifact, and pages break where they may.

::

    page 3 -- sequence 7  <---->  element P        each knows the other: by the page's own list, and by the tree
           |- sequence 8  <---->  element Figure   with an alternative text
           `- /Artifact                            a rule, a page number

Source: ISO 32000-1, 14.7 and 14.8; ISO 14289-1:2014, 7.1 (all content), 7.3 (figures), 7.4 (headings), 7.5 (tables),
7.9 (notes), 7.18 (links). Our own rule: no line of a paragraph stands alone on a page, and no heading at its foot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pikepdf
from msgspec import Struct, field

from generator.verify.documents import PdfPage, PdfProof
from generator.verify.pdf import PdfFaultError, as_dictionary, as_list

MAX_ELEMENTS = 200_000
MAX_DEPTH = 60
MIN_LINES = 2
"""The fewest lines of a paragraph on each of the pages that it stands on."""
PARAGRAPHS = frozenset({"P", "LBody", "Caption"})
HEADING = re.compile(r"H([1-6])")
KIDS = {
    "L": {"LI", "L", "Caption"}, "LI": {"Lbl", "LBody"}, "TOC": {"TOCI", "TOC", "Caption"},
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"}, "TR": {"TH", "TD"},
}  # fmt: skip
"""The elements that may stand within an element. Source: ISO 32000-1, tables 333, 336 and 337."""
BLOCKS = frozenset({"P", "LBody", "Caption", "Figure", "TR", "TOCI"})
"""Elements that pages are filled with; those within them belong to them."""
PARENTS = {"LI": {"L"}, "LBody": {"LI"}, "TOCI": {"TOC"}, "TR": {"Table", "THead", "TBody", "TFoot"},
         "TH": {"TR"}, "TD": {"TR"}}  # fmt: skip


class TagElement(Struct):
    """An element of the tree.

    Attributes:
        kind: its type.
        alt: its alternative text, or the text that it stands for.
        thing: its dictionary.
        kids: elements, and the text of sequences, in reading order.
        sequences: its own ones: index of the page, and number.
    """

    kind: str
    alt: str
    thing: Any
    kids: list[TagElement | str] = field(default_factory=list)
    sequences: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return everything that is read of it: where there are words instead of it, those."""
        return self.alt or "".join(kid if isinstance(kid, str) else kid.text for kid in self.kids)

    def walk(self) -> Iterator[TagElement]:
        """Yield it and everything within it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, TagElement):
                yield from kid.walk()


class TagsProof(Struct):
    """The proof of a file's tree.

    Attributes:
        proof: of the file.
        pages: all of them, read.
    """

    proof: PdfProof
    pages: Sequence[PdfPage]
    _numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    _owners: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    _linked: set[tuple[int, int]] = field(default_factory=set)
    _count: int = 0

    def check(self) -> TagElement | None:
        """Check the tree; return it, None if there is none.

        Raises:
            PdfFaultError: it cannot be read.
        """
        root = self.proof.pdf.Root
        self._numbers = {page.obj.objgen: index for index, page in enumerate(self.proof.pdf.pages)}
        if not bool(as_dictionary(root.get("/MarkInfo")).get("/Marked", False)):
            self.proof.fault("untagged", "does not say that it is tagged (/MarkInfo)")
        if not bool(as_dictionary(root.get("/ViewerPreferences")).get("/DisplayDocTitle", False)):
            self.proof.fault("untagged", "does not ask that its title be shown instead of its name")
        tree = as_dictionary(root.get("/StructTreeRoot"))
        tops = [self._element(kid, 0) for kid in as_list(tree.get("/K"))]
        if len(tops) != 1:
            self.proof.fault("untagged", f"has {len(tops)} trees of elements; it must have one")
            return None
        elements = list(tops[0].walk())
        self._check_pages(tree)
        self._check_headings(elements)
        ids = [str(element.thing.get("/ID", "")) for element in elements if element.kind == "Note"]
        if len(set(ids)) < len(ids) or "" in ids:
            self.proof.fault("note-id", "two notes cannot be told from one another (/ID)")
        for code, message, number in bad_breaks(list(self._stretches(tops[0]))):
            self.proof.fault(code, message, number)
        for element in elements:
            self._check_element(element)
        return tops[0]

    def _element(self, thing: Any, depth: int) -> TagElement:
        self._count += 1
        if depth > MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise PdfFaultError("its tree of elements is beyond all bounds")
        told = str(thing.get("/Alt", "")).strip() or str(thing.get("/ActualText", ""))
        element = TagElement(str(thing.get("/S", "")).lstrip("/"), told, thing)
        for kid in as_list(thing.get("/K")):
            if isinstance(kid, int):
                element.kids.append(self._sequence(element, thing.get("/Pg"), kid))
            elif kid.get("/Type") == "/MCR":
                element.kids.append(self._sequence(element, kid.get("/Pg", thing.get("/Pg")), int(kid.MCID)))
            elif kid.get("/Type") == "/OBJR":
                if element.kind == "Link":
                    self._linked.add(tuple(kid.Obj.objgen))
            else:
                element.kids.append(self._element(kid, depth + 1))
        return element

    def _sequence(self, element: TagElement, page: Any, number: int) -> str:
        """Return the text of a sequence, which from now on belongs to an element."""
        index = self._numbers.get(tuple(as_dictionary(page).objgen))
        texts = self.pages[index].content.marked if index is not None else {}
        if index is None or number not in texts:
            self.proof.fault("tag-nowhere", f"an element has the sequence {number}, which is on no page", None)
            return ""
        if (index, number) in self._owners:
            self.proof.fault("tag-twice", f"sequence {number} belongs to two elements", index + 1)
        self._owners[index, number] = tuple(element.thing.objgen)
        element.sequences.append((index, number))
        return texts[number]

    def _check_pages(self, tree: Any) -> None:
        """Check that everything on a page belongs to an element, and that the page's own list says to which."""
        numbers = as_list(as_dictionary(tree.get("/ParentTree")).get("/Nums"))
        lists = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=False))
        for index, page in enumerate(self.pages):
            holder = self.proof.pdf.pages[index].obj
            if page.content.unmarked:
                message = f"{page.content.unmarked} things are painted that are neither text nor ornament"
                self.proof.fault("content-untagged", message, page.number)
            owners = as_list(lists.get(int(holder.get("/StructParents", -1))))
            for number in page.content.marked:
                owner = self._owners.get((index, number))
                listed = tuple(owners[number].objgen) if number < len(owners) else None
                if owner is None or owner != listed:
                    self.proof.fault(
                        "tag-astray", f"sequence {number} and the tree do not know each other", page.number
                    )
            self._check_links(holder, lists, page.number)

    def _check_links(self, holder: Any, lists: dict[int, Any], number: int) -> None:
        links = as_list(holder.get("/Annots"))
        if links and str(holder.get("/Tabs")) != "/S":
            self.proof.fault("link-untagged", "its links are not visited in reading order (/Tabs)", number)
        for link in links:
            owner = as_dictionary(lists.get(int(link.get("/StructParent", -1))))
            if tuple(link.objgen) not in self._linked or str(owner.get("/S")) != "/Link":
                self.proof.fault("link-untagged", "a link belongs to no element", number)
            if not str(link.get("/Contents", "")).strip():
                self.proof.fault("link-untagged", "a link has no words that tell of it", number)

    def _check_headings(self, elements: Sequence[TagElement]) -> None:
        last = 0
        for element in elements:
            if (found := HEADING.fullmatch(element.kind)) is None:
                continue
            level = int(found[1])
            if level > last + 1:
                message = f"the heading {element.text[:40]!r} is of level {level}, the one before of {last or 'none'}"
                self.proof.fault("heading-level", message)
            last = level

    def _stretches(self, top: TagElement) -> Iterator[Stretch]:
        """Yield the parts of elements on pages, in reading order; footnotes are left out."""
        for number, element in enumerate(_blocks(top)):
            found: dict[int, tuple[set[float], list[str]]] = {}
            for page, sequence in _sequences(element):
                lines, texts = found.setdefault(page, (set(), []))
                lines |= self.pages[page].content.lines[sequence]
                texts.append(self.pages[page].content.marked[sequence])
            for page, (lines, texts) in found.items():
                yield Stretch(element.kind, number, self.pages[page].number, len(lines), "".join(texts))

    def _check_element(self, element: TagElement) -> None:
        """Check an element by itself."""
        kids = [kid for kid in element.kids if isinstance(kid, TagElement)]
        allowed = KIDS.get(element.kind)
        for kid in kids:
            if (allowed and kid.kind not in allowed) or element.kind not in PARENTS.get(kid.kind, {element.kind}):
                self.proof.fault(
                    "tag-misplaced", f"an element {kid.kind[:20]} stands in an element {element.kind[:20]}"
                )
        if element.kind == "Figure" and not element.alt:
            self.proof.fault("figure-untold", "a figure has no alternative text (/Alt)")
        attributes = (one for one in as_list(element.thing.get("/A")) if isinstance(one, pikepdf.Dictionary))
        if element.kind == "TH" and not any("/Scope" in one for one in attributes):
            self.proof.fault(
                "table-header", f"the header cell {element.text[:40]!r} does not say what it heads (/Scope)"
            )
        if element.kind == "Table":
            widths = {len(row.kids) for row in element.walk() if row.kind == "TR"}
            if len(widths) != 1:
                self.proof.fault("table-rows", f"a table has rows of {sorted(widths)} cells; all must have as many")


def _blocks(element: TagElement) -> Iterator[TagElement]:
    """Yield the elements that hold text or a picture themselves, in reading order; notes are left out."""
    is_filled = all(isinstance(kid, str) or kid.kind not in {"P", "L"} for kid in element.kids)
    if is_filled and (element.kind in BLOCKS or HEADING.fullmatch(element.kind)):
        yield element
    elif element.kind != "Note":
        for kid in element.kids:
            if isinstance(kid, TagElement):
                yield from _blocks(kid)


def _sequences(element: TagElement) -> Iterator[tuple[int, int]]:
    """Yield page and number of each sequence of an element; those of notes are left out."""
    yield from element.sequences
    for kid in element.kids:
        if isinstance(kid, TagElement) and kid.kind != "Note":
            yield from _sequences(kid)


class Stretch(Struct, frozen=True):
    """A part of an element that stands on one page.

    Attributes:
        kind: the element's type.
        element: its number; a paragraph on two pages has two stretches.
        page: from 1.
        lines: how many lines of text.
        text: its words.
    """

    kind: str
    element: int
    page: int
    lines: int
    text: str


def bad_breaks(stretches: Sequence[Stretch]) -> Iterator[tuple[str, str, int]]:
    """Yield code, message and page of each page break that leaves a line or a heading alone.

    Args:
        stretches: of paragraphs, list items and headings, in reading order; footnotes are not among them.
    """
    pages: dict[int, list[Stretch]] = {}
    for stretch in stretches:
        pages.setdefault(stretch.element, []).append(stretch)
    for parts in pages.values():
        if parts[0].kind in PARAGRAPHS and len(parts) > 1:
            first, last = parts[0], parts[-1]
            if first.lines < MIN_LINES:
                yield "orphan", f"only the first line of a paragraph stands here: {first.text[:40]!r}", first.page
            if last.lines < MIN_LINES:
                yield "widow", f"only the last line of a paragraph stands here: {last.text[:40]!r}", last.page
    for stretch, following in pairwise(stretches):
        if stretch.kind.startswith("H") and following.page != stretch.page:
            yield "heading-at-foot", f"the heading {stretch.text[:40]!r} stands at the foot of the page", stretch.page
