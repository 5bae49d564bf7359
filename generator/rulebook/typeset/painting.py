"""Puts set lines, rules and drawings onto a page of the PDF.

Everything above this module counts points from the page's top left corner, y down; here they become PDF's, y up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from math import fsum

from generator.drawing.display_list import Drawing
from generator.pdf.fonts import text_operators
from generator.pdf.forms import ink_text
from generator.pdf.reportlab import write
from generator.pdf.scene_painter import ScenePainter
from generator.pdf.tags import Artifact, Element, Structure
from generator.rulebook.typeset.line_breaks import MARK_TARGET, NOTE_TARGET, Glyphs, Line, Picture, Piece

SOFT_HYPHEN = "\u00ad"
"""What a hyphen means that is there because a line ends. Source: ISO 32000-1, 14.8.2.2.3."""


@dataclass(slots=True)
class Painter(ScenePainter):
    """A brush that also knows text and links.

    Attributes:
        drawing: what a text can show, by name.
        structure: whose everything is that is painted.
    """

    drawing: Callable[[str], Drawing]
    structure: Structure
    _last_link: tuple[Element, str, Element] = field(default_factory=lambda: (Element("P"), "", Element("Link")))

    def mark(self, whose: Element | Artifact) -> None:
        """What is painted from here on belongs to an element of the text, or is no part of it."""
        self.structure.mark(whose)

    def line(self, line: Line, x: float, baseline: float) -> None:
        """A set line with its left end at x. Its links and symbols are elements within the one that is marked."""
        whose = self.structure.current
        for owner, pieces in groupby(line.pieces, _owner):
            if isinstance(owner, float) or owner:
                self.structure.mark(None)  # an element within it follows what was painted so far
            if isinstance(owner, float):
                self._picture(list(pieces), whose, x, baseline)
            elif owner and isinstance(whose, Element):
                self._linked(list(pieces), whose, x, baseline, line)
            else:
                self._text(list(pieces), x, baseline, line)
            self.structure.mark(whose)

    def _text(self, pieces: list[tuple[float, Piece]], x: float, baseline: float, line: Line) -> None:
        """Pieces of a line; the hyphen of a word that is broken at its end is marked as none of the word."""
        broken = line.hyphenated and pieces[-1] is line.pieces[-1]
        self._glyphs(pieces[:-1] if broken else pieces, x, baseline)
        if broken:
            whose = self.structure.current
            if isinstance(whose, Element):
                self.structure.mark(None)
                self.structure.mark(whose.add("Span", instead=SOFT_HYPHEN))
            self._glyphs(pieces[-1:], x, baseline)
            self.structure.mark(whose)

    def _glyphs(self, pieces: list[tuple[float, Piece]], x: float, baseline: float) -> None:
        shown: list[str] = []
        ink = ""
        for run in _runs(pieces):
            first = run[0][1]
            if first.ink != ink:
                ink = first.ink
                shown.append(f"{ink_text(ink)} rg")
            shown.append(f"1 0 0 1 {x + run[0][0]:.3f} {self.height - baseline + first.rise:.3f} Tm")
            shown.extend(text_operators(self.canvas, first.font, first.size, *_joined(run)))
        if shown:
            write(self.canvas, "BT", *shown, "ET")

    def _linked(self, pieces: list[tuple[float, Piece]], whose: Element, x: float, baseline: float, line: Line) -> None:
        """Text of one link; it is one with the link at the end of the line before, if that leads to the same place."""
        (start, first), (last_place, last) = pieces[0], pieces[-1]
        assert isinstance(first, Glyphs)
        assert isinstance(last, Glyphs)
        if first.link.startswith(NOTE_TARGET):
            self.destination(MARK_TARGET + first.link.removeprefix(NOTE_TARGET), baseline - 2 * first.size)
        link = self._link_of(whose, first.link)
        self.structure.mark(link)
        self._text(pieces, x, baseline, line)
        text = "".join(piece.text for _, piece in pieces if isinstance(piece, Glyphs)).strip()
        y, end = baseline - first.rise, x + last_place + fsum(last.advances)
        self.link(link, text, first.link, x + start, y - 0.8 * first.size, end, y + 0.3 * first.size)

    def _link_of(self, whose: Element, target: str) -> Element:
        before, led, link = self._last_link
        if before is whose and led == target and whose.kids and whose.kids[-1] is link:
            return link
        home = whose.add("Reference") if target.startswith(NOTE_TARGET) else whose
        link = home.add("Link")
        self._last_link = whose, target, link
        return link

    def _picture(
        self, pieces: list[tuple[float, Piece]], whose: Element | Artifact | None, x: float, baseline: float
    ) -> None:
        """A symbol of the text, read aloud by its words."""
        for place, picture in pieces:
            assert isinstance(picture, Picture)
            left, bottom = x + place, baseline + picture.drop
            if isinstance(whose, Element):
                box = self.box(left, bottom - picture.height, left + picture.width, bottom)
                self.structure.mark(whose.add("Figure", picture.spoken, box))
            self.form(self.drawing(f"symbol:{picture.name}"), left, bottom - picture.height, picture.height)

    def box(self, x1: float, y1: float, x2: float, y2: float) -> str:
        """The attributes that say where on the page a figure is."""
        return f"/O/Layout/BBox[{x1:.1f} {self.height - y2:.1f} {x2:.1f} {self.height - y1:.1f}]"

    def link(self, whose: Element, text: str, target: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A clickable rectangle of a Link that leads to a destination; `text` is told of it."""
        self.structure.link(whose, text, target, (x1, self.height - y2, x2, self.height - y1))

    def destination(self, name: str, y: float) -> None:
        """A place that links lead to."""
        self.canvas.bookmarkHorizontal(name, 0, self.height - max(0.0, y - 12))


def _owner(placed: tuple[float, Piece]) -> str | float:
    """What neighbours have in common that belong to one element: where a link leads; each picture is for itself."""
    place, piece = placed
    return piece.link if isinstance(piece, Glyphs) else float(place)


def _runs(pieces: Iterable[tuple[float, Piece]]) -> Iterable[list[tuple[float, Glyphs]]]:
    """Pieces that one text operator can show: neighbours of one font, size, ink and rise."""
    run: list[tuple[float, Glyphs]] = []
    look: tuple[object, ...] = ()
    for place, piece in pieces:
        if not isinstance(piece, Glyphs):
            continue
        here = (piece.font, piece.size, piece.ink, piece.rise)
        if run and here != look:
            yield run
            run = []
        run.append((place, piece))
        look = here
    if run:
        yield run


def _joined(run: list[tuple[float, Glyphs]]) -> tuple[str, list[float]]:
    """The text of a run and the place of each character from the run's first."""
    origin = run[0][0]
    positions: list[float] = []
    for place, glyphs in run:
        pen = place - origin
        for advance in glyphs.advances:
            positions.append(pen)
            pen += advance
    return "".join(glyphs.text for _, glyphs in run), positions
