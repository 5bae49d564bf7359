"""The structure of a tagged PDF: a tree of elements for screen readers and for reading on narrow screens.

::

    Document
      |- Sect -- H2                     an element: a standard type, its kids in reading order
      |       |- P -- sequence 4, page 3        what is painted from one mark to the next
      |       |     `- Link -- sequence 5, page 3
      |       |            `- annotation 0
      |       `- Figure (alt: "...")
      ...
    Artifact: running heads, page numbers, rules: painted, but not read

Elements are made in reading order, whenever and on whatever page their content is painted. Everything that is painted
after :meth:`Structure.mark` belongs to what was marked, up to the next mark. Elements that got nothing are left out.

Source: ISO 32000-1, 14.6 (marked content), 14.7 (logical structure), 14.8 (tagged PDF); ISO 14289-1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from asterion_press.geometry import Rect
from asterion_press.pdf import reportlab_adapter as rl

Tag: TypeAlias = Literal[
    "Document", "Sect", "Div", "H1", "H2", "H3", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Figure",
    "BlockQuote", "Caption", "TOC", "TOCI", "Reference", "Link", "Note", "Span",
]  # fmt: skip
"""The standard types that are used. Source: ISO 32000-1, 14.8.4."""
EMPTY_KEPT = frozenset({"TH", "TD"})
"""Cells stay although they are empty, or the others of their row would move."""


class Artifact(Struct, frozen=True):
    """Content that is painted and not read; `opening` begins it in a content stream."""

    opening: str


ESCAPED = re.compile(rb"[()\\]")
ORNAMENT = Artifact("/Artifact <</Type/Layout>> BDC")
"""Rules and ornamental pictures."""
HEADER = Artifact("/Artifact <</Type/Pagination/Subtype/Header>> BDC")
FOOTER = Artifact("/Artifact <</Type/Pagination/Subtype/Footer>> BDC")


class _Sequence(Struct, frozen=True):
    """Content of a page, by its number there."""

    page: int
    number: int


class _Annotation(Struct, frozen=True):
    """An annotation of a page."""

    page: int
    link: rl.PDFObject


class Element(Struct, eq=False):
    """A part of the text.

    Attributes:
        tag: its type.
        alt: alternative text.
        instead: replacement text.
        attributes: of the type's owner, as PDF writes them, such as ``/O/Table/Scope/Column``.
        id: a name that no other element has.
        kids: in reading order.
    """

    tag: Tag
    alt: str = ""
    attributes: str = ""
    id: str = ""
    instead: str = ""
    kids: list[Element | _Sequence | _Annotation] = []

    def add(self, tag: Tag, alt: str = "", attributes: str = "", instead: str = "") -> Element:
        """Add a new kid after the others."""
        element = Element(tag, alt, attributes, instead=instead)
        self.kids.append(element)
        return element

    @property
    def is_empty(self) -> bool:
        """Return whether nothing in it was painted."""
        return self.tag not in EMPTY_KEPT and all(isinstance(kid, Element) and kid.is_empty for kid in self.kids)


class Structure:
    """The marks in the pages of a canvas, and in the end the tree beside them.

    Attributes:
        root: the tree.
    """

    def __init__(self, canvas: rl.Canvas, root: Element) -> None:
        self.canvas, self.root = canvas, root
        self._open: Element | Artifact | None = None
        self._begun = 0
        self._page = 0
        self._marked: list[Element] = []
        self._owners: list[list[Element] | Element] = []

    @property
    def current(self) -> Element | Artifact | None:
        """Return the element or artifact that content is painted for at the moment."""
        return self._open

    def mark(self, owner: Element | Artifact | None) -> None:
        """Begin content of an element, or content that is no part of the text."""
        if owner is self._open:
            return
        if self._open is not None:  # end it; if nothing was painted in it, take its mark back
            if len(lines := rl.operators_of(self.canvas)) > self._begun:
                lines.append("EMC")
            else:
                lines.pop()
                if isinstance(self._open, Element):
                    self._marked.pop()
                    self._open.kids.pop()
        if isinstance(owner, Artifact):
            rl.write_operators(self.canvas, owner.opening)
        elif owner is not None:
            number = len(self._marked)
            rl.write_operators(self.canvas, f"/{owner.tag} <</MCID {number}>> BDC")
            self._marked.append(owner)
            owner.kids.append(_Sequence(self._page, number))
        self._open, self._begun = owner, len(rl.operators_of(self.canvas))

    def link(self, owner: Element, text: str, target: str, rect: Rect) -> None:
        """Add a link: a rectangle of the page, in points from its lower left corner, that leads to a destination.

        Args:
            owner: a Link.
            text: of the link.
            target: name of the destination.
            rect: left, bottom, right, top.
        """
        self.mark(None)
        key = self._key(owner)
        link = rl.add_link(self.canvas, f"L{key}", rect, target, Contents=rl.PDFString(text), StructParent=key)
        owner.kids.append(_Annotation(self._page, link))

    def end_page(self) -> None:
        """End the page, and record the key by which the owners of its parts are found."""
        self.mark(None)
        self.canvas.showPage()
        page = rl.document_of(self.canvas).Pages.pages[-1]
        rl.add_entries(page, Tabs="/S")
        if self._marked:
            rl.add_entries(page, StructParents=self._key(self._marked))
        self._marked = []
        self._page += 1

    def _key(self, owner: list[Element] | Element) -> int:
        """Return the number by which the owner of a page or an annotation is found."""
        self._owners.append(owner)
        return len(self._owners) - 1

    def finish(self) -> None:
        """Add the tree to the file; called once, when all pages have ended."""
        document = rl.document_of(self.canvas)
        root = _Root(self.root, list(document.Pages.pages), self._owners)
        rl.add_entries(document.Catalog, StructTreeRoot=root, MarkInfo=rl.PDFDictionary({"Marked": "true"}))


class _Root(rl.PDFObject):
    """The root of the tree, with objects for all elements.

    Args:
        top: the element that holds all others.
        pages: of the file, as ReportLab has them.
        owners: of the sequences of each page, and of each annotation, by their keys.
    """

    __RefOnly__ = 1

    def __init__(self, top: Element, pages: list[Any], owners: list[list[Element] | Element]) -> None:
        self._top, self._pages, self._owners = top, pages, owners
        self._nodes: dict[int, _Node] = {}

    def node(self, element: Element, parent: rl.PDFObject | None = None) -> _Node:
        """Return the object of an element; it is made from above, as the tree is written downwards."""
        if id(element) not in self._nodes:
            assert parent is not None, f"an element {element.tag} stands nowhere in the tree"
            self._nodes[id(element)] = _Node(self, element, parent)
        return self._nodes[id(element)]

    def page(self, number: int, document: Any) -> str:
        return _reference(self._pages[number], document)

    def format(self, document: Any) -> bytes:
        top = self.node(self._top, self)
        self._grow(top)
        owners = []
        for key, owner in enumerate(self._owners):
            if isinstance(owner, Element):
                owners.append(f"{key} {_reference(self.node(owner), document)}")
            else:
                listed = " ".join(_reference(self.node(element), document) for element in owner)
                owners.append(f"{key} [{listed}]")
        top_reference = _reference(top, document)
        ids = sorted((node.element.id, _reference(node, document)) for node in self._nodes.values() if node.element.id)
        named = f"/IDTree<</Names[{' '.join(f'({name}) {place}' for name, place in ids)}]>>" if ids else ""
        return (
            f"<</Type/StructTreeRoot/K {top_reference}/ParentTree<</Nums[{' '.join(owners)}]>>"
            f"/ParentTreeNextKey {len(owners)}{named}>>"
        ).encode("ascii")

    def _grow(self, node: _Node) -> None:
        for kid in node.element.kids:
            if isinstance(kid, Element) and not kid.is_empty:
                self._grow(self.node(kid, node))


class _Node(rl.PDFObject):
    """An element as it is written in the file."""

    __RefOnly__ = 1

    def __init__(self, root: _Root, element: Element, parent: rl.PDFObject) -> None:
        self._root, self.element, self._parent = root, element, parent

    def format(self, document: Any) -> bytes:
        element = self.element
        page = next((kid.page for kid in element.kids if isinstance(kid, _Sequence)), None)
        kids = list(self._kids(page, document))
        parts = [f"<</S/{element.tag}/P {_reference(self._parent, document)}"]
        if page is not None:
            parts.append(f"/Pg {self._root.page(page, document)}")
        if kids:
            parts.append(f"/K {kids[0]}" if len(kids) == 1 else f"/K[{' '.join(kids)}]")
        if element.attributes:
            parts.append(f"/A<<{element.attributes}>>")
        if element.id:
            parts.append(f"/ID({element.id})")
        text = "".join(parts).encode("ascii")
        # ReportLab takes eight bytes for a Greek letter, and misspells a soft hyphen
        shortest = min(_spelled(element.alt), rl.PDFString(element.alt).format(document), key=len)
        alt = b"/Alt" + shortest if element.alt else b""
        instead = b"/ActualText" + _spelled(element.instead) if element.instead else b""
        return text + alt + instead + b">>"

    def _kids(self, page: int | None, document: Any) -> Iterator[str]:
        """Yield the kids of an element as PDF writes them: elements, marked content and links."""
        for kid in self.element.kids:
            match kid:
                case Element():
                    if not kid.is_empty:
                        yield _reference(self._root.node(kid), document)
                case _Sequence() if kid.page == page:
                    yield str(kid.number)
                case _Sequence():
                    yield f"<</Type/MCR/Pg {self._root.page(kid.page, document)}/MCID {kid.number}>>"
                case _Annotation():
                    where = self._root.page(kid.page, document)
                    yield f"<</Type/OBJR/Pg {where}/Obj {_reference(kid.link, document)}>>"


def _spelled(text: str) -> bytes:
    """Return a text string in UTF-16. Source: ISO 32000-1, 7.3.4.2 (what is escaped in a literal string)."""
    raw = b"\xfe\xff" + text.encode("utf-16-be")
    return b"(" + ESCAPED.sub(rb"\\\g<0>", raw).replace(b"\r", rb"\r") + b")"


def _reference(thing: rl.PDFObject, document: Any) -> str:
    """Return the number of an object in the file, as ``12 0 R``."""
    text: bytes = document.Reference(thing).format(document)
    return text.decode("ascii")
