"""The tags of a booklet: its text in reading order, and where its pages break.

::

    page 3 -- sequence 7  <----  element P        the tree names the sequences of the page
           |- sequence 8  <----  element Figure   with an alternative text
           `- /Artifact                           a rule, a page number

A text can break a page where our own rule forbids it: no line of a paragraph stands alone on a page, and no heading at
its foot. That the tree itself is as PDF/UA wants it, veraPDF's engine proves in the suite.

Source: ISO 32000-1, 14.7 and 14.8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pikepdf
from msgspec import Struct, field

from generator.verify.documents import PdfPage
from generator.verify.pdf import PdfFaultError, as_dictionary, as_list

MAX_ELEMENTS = 200_000
MAX_DEPTH = 60
MIN_LINES = 2
"""The fewest lines of a paragraph on each of the pages that it stands on."""
PARAGRAPHS = frozenset({"P", "LBody", "Caption"})
HEADING = re.compile(r"H([1-6])")
BLOCKS = frozenset({"P", "LBody", "Caption", "Figure", "TR", "TOCI"})
"""Elements that pages are filled with; those within them belong to them."""


class TagElement(Struct):
    """An element of the tree.

    Attributes:
        kind: its type.
        alt: its alternative text, or the text that it stands for.
        kids: elements, and the text of sequences, in reading order.
        sequences: its own ones: index of the page, and number.
    """

    kind: str
    alt: str
    kids: list[TagElement | str] = field(default_factory=list)
    sequences: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return everything that is read of it: where there are words instead of it, those."""
        return self.alt or "".join(kid if isinstance(kid, str) else kid.text for kid in self.kids)


def read_tags(pdf: pikepdf.Pdf, pages: Sequence[PdfPage]) -> TagElement:
    """Return the top of a file's tree.

    Raises:
        PdfFaultError: it has none, or it cannot be read.
    """
    numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    left = iter(range(MAX_ELEMENTS))

    def sequence(element: TagElement, page: Any, number: int) -> str:
        index = numbers.get(tuple(as_dictionary(page).objgen))
        texts = pages[index].content.marked if index is not None else {}
        if index is None or number not in texts:
            raise PdfFaultError(f"an element of its tree has the sequence {number}, which is on no page")
        element.sequences.append((index, number))
        return texts[number]

    def read(thing: Any, depth: int) -> TagElement:
        if depth > MAX_DEPTH or next(left, None) is None:
            raise PdfFaultError("its tree of elements is beyond all bounds")
        told = str(thing.get("/Alt", "")).strip() or str(thing.get("/ActualText", ""))
        element = TagElement(str(thing.get("/S", "")).lstrip("/"), told)
        for kid in as_list(thing.get("/K")):
            if isinstance(kid, int):
                element.kids.append(sequence(element, thing.get("/Pg"), kid))
            elif kid.get("/Type") == "/MCR":
                element.kids.append(sequence(element, kid.get("/Pg", thing.get("/Pg")), int(kid.MCID)))
            elif kid.get("/Type") != "/OBJR":
                element.kids.append(read(kid, depth + 1))
        return element

    tops = [read(kid, 0) for kid in as_list(as_dictionary(pdf.Root.get("/StructTreeRoot")).get("/K"))]
    if len(tops) != 1:
        raise PdfFaultError(f"it has {len(tops)} trees of elements; it must have one")
    return tops[0]


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


def stretches_of(top: TagElement, pages: Sequence[PdfPage]) -> Iterator[Stretch]:
    """Yield the parts of elements on pages, in reading order; footnotes are left out."""
    for number, element in enumerate(_blocks(top)):
        found: dict[int, tuple[set[float], list[str]]] = {}
        for page, sequence in _sequences(element):
            lines, texts = found.setdefault(page, (set(), []))
            lines |= pages[page].content.lines[sequence]
            texts.append(pages[page].content.marked[sequence])
        for page, (lines, texts) in found.items():
            yield Stretch(element.kind, number, pages[page].number, len(lines), "".join(texts))


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
