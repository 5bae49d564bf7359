"""Whether a tagged PDF can be heard: every mark on its pages is text of some element, or is no text at all.

::

    page 3 -- sequence 7  <---->  element P        each knows the other: by the page's own list, and by the tree
           |- sequence 8  <---->  element Figure   with words for those who do not see it
           `- /Artifact                            a rule, a page number

Source: ISO 32000-1, 14.7 and 14.8; ISO 14289-1:2014, 7.1 (all content), 7.3 (figures), 7.4 (headings), 7.5 (tables),
7.9 (notes), 7.18 (links).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from msgspec import Struct, field

from generator.verify.documents import PageSeen, PdfProof
from generator.verify.page_breaks import Stretch, bad_breaks
from generator.verify.pdf import PdfFaultError, as_dictionary, as_list

MAX_ELEMENTS = 200_000
MAX_DEPTH = 60
HEADING = re.compile(r"H([1-6])")
KIDS = {
    "L": {"LI", "L", "Caption"}, "LI": {"Lbl", "LBody"}, "TOC": {"TOCI", "TOC", "Caption"},
    "Table": {"TR", "THead", "TBody", "TFoot", "Caption"}, "TR": {"TH", "TD"},
}  # fmt: skip
"""What stands within what. Source: ISO 32000-1, tables 333, 336 and 337."""
BLOCKS = frozenset({"P", "LBody", "Caption", "Figure", "TR", "TOCI"})
"""Elements that pages are filled with; those within them belong to them."""
HOMES = {"LI": {"L"}, "LBody": {"LI"}, "TOCI": {"TOC"}, "TR": {"Table", "THead", "TBody", "TFoot"},
         "TH": {"TR"}, "TD": {"TR"}}  # fmt: skip


class Element(Struct):
    """An element of the tree.

    Attributes:
        kind: its type.
        alt: what is read instead of it, or the text that it stands for.
        thing: its dictionary.
        kids: elements, and the text of sequences, in reading order.
        sequences: its own ones: index of the page, and number.
    """

    kind: str
    alt: str
    thing: Any
    kids: list[Element | str] = field(default_factory=list)
    sequences: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Everything that is read of it, where there are words instead of it, those."""
        return self.alt or "".join(kid if isinstance(kid, str) else kid.text for kid in self.kids)

    def walk(self) -> Iterator[Element]:
        """It and everything within it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Element):
                yield from kid.walk()


class TagsProof(Struct):
    """The proof of a file's tree.

    Attributes:
        proof: of the file.
        pages: all of them, read.
    """

    proof: PdfProof
    pages: Sequence[PageSeen]
    _numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    _owners: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    _linked: set[tuple[int, int]] = field(default_factory=set)
    _count: int = 0

    def go(self) -> Element | None:
        """Judge the tree; returns it, None if there is none.

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
        self._judge_pages(tree)
        self._judge_headings(elements)
        self._judge_notes(elements)
        for code, message, number in bad_breaks(list(self._stretches(tops[0]))):
            self.proof.fault(code, message, number)
        for element in elements:
            self._judge(element)
        return tops[0]

    def _element(self, thing: Any, depth: int) -> Element:
        self._count += 1
        if depth > MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise PdfFaultError("its tree of elements is beyond all bounds")
        told = str(thing.get("/Alt", "")).strip() or str(thing.get("/ActualText", ""))
        element = Element(str(thing.get("/S", "")).lstrip("/"), told, thing)
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

    def _sequence(self, element: Element, page: Any, number: int) -> str:
        """The text of a sequence, which from now on belongs to an element."""
        index = self._numbers.get(tuple(as_dictionary(page).objgen))
        texts = self.pages[index].seen.marked if index is not None else {}
        if index is None or number not in texts:
            self.proof.fault("tag-nowhere", f"an element has the sequence {number}, which is on no page", None)
            return ""
        if (index, number) in self._owners:
            self.proof.fault("tag-twice", f"sequence {number} belongs to two elements", index + 1)
        self._owners[index, number] = tuple(element.thing.objgen)
        element.sequences.append((index, number))
        return texts[number]

    def _judge_pages(self, tree: Any) -> None:
        """What is on each page belongs to something, and the page's own list says to what."""
        numbers = as_list(as_dictionary(tree.get("/ParentTree")).get("/Nums"))
        lists = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=False))
        for index, page in enumerate(self.pages):
            holder = self.proof.pdf.pages[index].obj
            if page.seen.loose:
                message = f"{page.seen.loose} things are painted that are neither text nor ornament"
                self.proof.fault("content-untagged", message, page.number)
            owners = as_list(lists.get(int(holder.get("/StructParents", -1))))
            for number in page.seen.marked:
                owner = self._owners.get((index, number))
                listed = tuple(owners[number].objgen) if number < len(owners) else None
                if owner is None or owner != listed:
                    self.proof.fault(
                        "tag-astray", f"sequence {number} and the tree do not know each other", page.number
                    )
            self._judge_links(holder, lists, page.number)

    def _judge_links(self, holder: Any, lists: dict[int, Any], number: int) -> None:
        links = as_list(holder.get("/Annots"))
        if links and str(holder.get("/Tabs")) != "/S":
            self.proof.fault("link-untagged", "its links are not visited in reading order (/Tabs)", number)
        for link in links:
            owner = as_dictionary(lists.get(int(link.get("/StructParent", -1))))
            if tuple(link.objgen) not in self._linked or str(owner.get("/S")) != "/Link":
                self.proof.fault("link-untagged", "a link belongs to no element", number)
            if not str(link.get("/Contents", "")).strip():
                self.proof.fault("link-untagged", "a link has no words that tell of it", number)

    def _judge_headings(self, elements: Sequence[Element]) -> None:
        last = 0
        for element in elements:
            if (found := HEADING.fullmatch(element.kind)) is None:
                continue
            level = int(found[1])
            if level > last + 1:
                message = f"the heading {element.text[:40]!r} is of level {level}, the one before of {last or 'none'}"
                self.proof.fault("heading-level", message)
            last = level

    def _stretches(self, top: Element) -> Iterator[Stretch]:
        """What stands where, in reading order; footnotes stand where their marks are, and are left out."""
        for number, element in enumerate(blocks(top)):
            found: dict[int, tuple[set[float], list[str]]] = {}
            for page, sequence in element_sequences(element):
                lines, texts = found.setdefault(page, (set(), []))
                lines |= self.pages[page].seen.lines[sequence]
                texts.append(self.pages[page].seen.marked[sequence])
            for page, (lines, texts) in found.items():
                yield Stretch(element.kind, number, self.pages[page].number, len(lines), "".join(texts))

    def _judge_notes(self, elements: Sequence[Element]) -> None:
        ids = [str(element.thing.get("/ID", "")) for element in elements if element.kind == "Note"]
        if len(set(ids)) < len(ids) or "" in ids:
            self.proof.fault("note-id", "two notes cannot be told from one another (/ID)")

    def _judge(self, element: Element) -> None:
        """What holds for an element by itself."""
        kids = [kid for kid in element.kids if isinstance(kid, Element)]
        allowed = KIDS.get(element.kind)
        for kid in kids:
            if (allowed and kid.kind not in allowed) or element.kind not in HOMES.get(kid.kind, {element.kind}):
                self.proof.fault(
                    "tag-misplaced", f"an element {kid.kind[:20]} stands in an element {element.kind[:20]}"
                )
        if element.kind == "Figure" and not element.alt:
            self.proof.fault("figure-untold", "a figure has no words for those who do not see it (/Alt)")
        if element.kind == "TH" and not any("/Scope" in one for one in _owned(element.thing)):
            self.proof.fault(
                "table-header", f"the header cell {element.text[:40]!r} does not say what it heads (/Scope)"
            )
        if element.kind == "Table":
            widths = {len(row.kids) for row in element.walk() if row.kind == "TR"}
            if len(widths) != 1:
                self.proof.fault("table-rows", f"a table has rows of {sorted(widths)} cells; all must have as many")


def blocks(element: Element) -> Iterator[Element]:
    """The elements that hold text or a picture themselves, in reading order; notes are left out."""
    if element.kind in BLOCKS or HEADING.fullmatch(element.kind):
        yield element
    elif element.kind != "Note":
        for kid in element.kids:
            if isinstance(kid, Element):
                yield from blocks(kid)


def element_sequences(element: Element) -> Iterator[tuple[int, int]]:
    """Pages and numbers of all sequences of an element; those of notes are left out."""
    yield from element.sequences
    for kid in element.kids:
        if isinstance(kid, Element) and kid.kind != "Note":
            yield from element_sequences(kid)


def _owned(thing: Any) -> Iterator[Any]:
    """The attributes of an element, by owner."""
    for one in as_list(thing.get("/A")):
        if isinstance(one, pikepdf.Dictionary):
            yield one
