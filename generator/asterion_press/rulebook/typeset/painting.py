"""Set lines, links and symbols painted onto a page of the PDF.

Callers count points from the page's top left corner, y down; here they become PDF's, y up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from math import fsum

from msgspec import field

from asterion_press.drawing.display_list import Drawing, PathData
from asterion_press.geometry import Point
from asterion_press.pdf.document import Document
from asterion_press.pdf.fonts import text_operators
from asterion_press.pdf.forms import ScenePainter, colour_operator
from asterion_press.pdf.reportlab_adapter import draw_image, write_operators
from asterion_press.pdf.tags import Artifact, Element, Structure
from asterion_press.rulebook.typeset.line_breaks import MARK_TARGET, NOTE_TARGET, Glyphs, Line, Picture, PlacedPiece

SOFT_HYPHEN = "\u00ad"
"""The meaning of a hyphen at the end of a line within a word. Source: ISO 32000-1, 14.8.2.2.3."""


class Painter(ScenePainter, kw_only=True):
    """A painter that also paints text and links.

    Attributes:
        drawing: returns the drawing of a name.
        _page: scale of the space at hand, and where its lower left corner lies on the page.
    """

    canvas: Document
    drawing: Callable[[str], Drawing]
    _page: tuple[float, float, float] = (1.0, 0.0, 0.0)
    _last_link: tuple[Element, str, Element] = field(default_factory=lambda: (Element("P"), "", Element("Link")))

    @property
    def structure(self) -> Structure:
        """Return the elements that the painted content belongs to."""
        return self.canvas.structure

    @contextmanager
    def space(self, x: float, y: float, scale: float = 1.0) -> Iterator[None]:
        """Paint what follows from (x, y) on, in points of that scale; what is alike there has the same bytes."""
        (factor, left, bottom), height, owner = self._page, self.height, self.structure.current
        self.mark(None)
        write_operators(self.canvas, f"q {scale:.4f} 0 0 {scale:.4f} {x:z.4f} {height - y:z.4f} cm")
        self._page, self.height = (factor * scale, left + factor * x, bottom + factor * (height - y)), 0.0
        self._enlarge(scale, scale)
        self.mark(owner)
        yield
        self.mark(None)
        self._page, self.height = (factor, left, bottom), height
        self._units.pop()
        write_operators(self.canvas, "Q")
        self.mark(owner)

    def shape(
        self, data: PathData, fill: str = "", ink: str = "", width: float = 0.0, unit: float = 1.0,
        dash: Sequence[float] = (), cap: int = 1,
    ) -> None:  # fmt: skip
        """Fill a path and draw along it, in units of so many points from the top left corner of the space at hand."""
        self.enter(0, 0, unit)
        if fill:
            self.fill(data, fill)
        if ink:
            self.stroke(data, ink, width, dash, cap=cap)
        self.leave()

    def _on_page(self, x: float, y: float) -> Point:
        """Return where a point of the space at hand lies, from the lower left corner of the page."""
        factor, left, bottom = self._page
        return left + factor * x, bottom + factor * (self.height - y)

    def mark(self, owner: Element | Artifact | None) -> None:
        """Begin content of an element of the text, or of an artifact; None ends it."""
        self.structure.mark(owner)

    def line(self, line: Line, x: float, baseline: float) -> None:
        """Paint a set line with its left end at x. Its links and symbols are elements within the one that is marked."""
        owner = self.structure.current
        for target, pieces in groupby(line.pieces, _link_target):
            if isinstance(owner, Element) and (isinstance(target, float) or target):
                self.mark(None)  # an element within it follows what was painted so far
            if isinstance(target, float):
                self._picture(list(pieces), owner, x, baseline)
            elif target and isinstance(owner, Element):
                self._linked(list(pieces), owner, x, baseline, line)
            else:
                self._text(list(pieces), x, baseline, line)
            self.mark(owner)

    def _text(self, pieces: list[PlacedPiece], x: float, baseline: float, line: Line) -> None:
        """Paint pieces of a line; a hyphen at its end is marked as no part of the broken word."""
        broken = line.hyphenated and pieces[-1] is line.pieces[-1]
        self._glyphs(pieces[:-1] if broken else pieces, x, baseline)
        if broken:
            owner = self.structure.current
            if isinstance(owner, Element):
                self.mark(None)
                self.mark(owner.add("Span", instead=SOFT_HYPHEN))
            self._glyphs(pieces[-1:], x, baseline)
            self.mark(owner)

    def _glyphs(self, pieces: list[PlacedPiece], x: float, baseline: float) -> None:
        """Write the operators that show the glyphs among pieces of a line; symbols are passed over."""
        operators: list[str] = []
        ink = ""
        # one text operator shows neighbours of one font, size, ink and rise
        shapes = ((place, piece) for place, piece in pieces if isinstance(piece, Glyphs))
        for _, neighbours in groupby(shapes, lambda one: (one[1].font, one[1].size, one[1].ink, one[1].rise)):
            run = list(neighbours)
            origin, first = run[0]
            if first.ink != ink:
                ink = first.ink
                operators.append(colour_operator(ink, "rg"))
            operators.append(f"1 0 0 1 {x + origin:z.3f} {self.height - baseline + first.rise:z.3f} Tm")
            positions: list[float] = []  # of each character from the run's first
            for place, glyphs in run:
                pen = place - origin
                for advance in glyphs.advances:
                    positions.append(pen)
                    pen += advance
            text = "".join(glyphs.text for _, glyphs in run)
            operators.extend(text_operators(self.canvas, first.font, first.size, text, positions))
        if operators:
            write_operators(self.canvas, "BT", *operators, "ET")

    def _linked(self, pieces: list[PlacedPiece], owner: Element, x: float, baseline: float, line: Line) -> None:
        """Paint text of one link; it continues the link at the end of the line before, if that has the same target."""
        (start, first), (last_place, last) = pieces[0], pieces[-1]
        assert isinstance(first, Glyphs)
        assert isinstance(last, Glyphs)
        if first.link.startswith(NOTE_TARGET):
            self.destination(MARK_TARGET + first.link.removeprefix(NOTE_TARGET), baseline - 2 * first.size)
        before, led, link = self._last_link
        if not (before is owner and led == first.link and owner.kids and owner.kids[-1] is link):
            link = (owner.add("Reference") if first.link.startswith(NOTE_TARGET) else owner).add("Link")
            self._last_link = owner, first.link, link
        self.mark(link)
        self._text(pieces, x, baseline, line)
        text = "".join(piece.text for _, piece in pieces if isinstance(piece, Glyphs)).strip()
        y, end = baseline - first.rise, x + last_place + fsum(last.advances)
        self.link(link, text, first.link, x + start, y - 0.8 * first.size, end, y + 0.3 * first.size)

    def _picture(self, pieces: list[PlacedPiece], owner: Element | Artifact | None, x: float, baseline: float) -> None:
        """Paint symbols of the text, which are read aloud by their words."""
        for place, picture in pieces:
            assert isinstance(picture, Picture)
            left, bottom = x + place, baseline + picture.drop
            if isinstance(owner, Element):
                box = self.box(left, bottom - picture.height, left + picture.width, bottom)
                self.mark(owner.add("Figure", picture.spoken, box))
            self.form(self.drawing(f"symbol:{picture.name}"), left, bottom - picture.height, picture.height)

    def image(self, png: bytes, x: float, y: float, width: float, height: float) -> None:
        """Paint the pixels of a PNG file with their top left corner at (x, y)."""
        draw_image(self.canvas, png, x, self.height - y - height, width, height)

    def box(self, x1: float, y1: float, x2: float, y2: float) -> str:
        """Return the attributes for the place of a figure on the page."""
        (left, bottom), (right, top) = self._on_page(x1, y2), self._on_page(x2, y1)
        return f"/O/Layout/BBox[{left:.1f} {bottom:.1f} {right:.1f} {top:.1f}]"

    def link(self, owner: Element, text: str, target: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """Add a clickable rectangle of a Link that leads to a destination; `text` is its description."""
        self.structure.link(owner, text, target, (*self._on_page(x1, y2), *self._on_page(x2, y1)))

    def destination(self, name: str, y: float) -> None:
        """Add a destination of links."""
        self.canvas.bookmarkHorizontal(name, 0, self._on_page(0, max(0.0, y - 12))[1])


def _link_target(placed: PlacedPiece) -> str | float:
    """Return the target of a link, which neighbours share that belong to one element; each picture is for itself."""
    place, piece = placed
    return piece.link if isinstance(piece, Glyphs) else float(place)
