"""Puts set lines, rules and drawings onto a page of the PDF.

Everything above this module counts points from the page's top left corner, y down; here they become PDF's, y up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.drawing.display import Drawing
from generator.press.booklet.items import MARK_TARGET, NOTE_TARGET, Glyphs, Line, Picture
from generator.press.brush import Brush
from generator.press.fonts import text_operators
from generator.press.paint import ink_text
from generator.press.reportlab_door import write

PRINTED = 4
"""The flag of an annotation that is printed, and hidden nowhere. Source: ISO 32000-1, 12.5.3."""


@dataclass(slots=True)
class Painter(Brush):
    """A brush that also knows text and links.

    Attributes:
        drawing: what a text can show, by name.
    """

    drawing: Callable[[str], Drawing]

    def line(self, line: Line, x: float, baseline: float) -> None:
        """A set line with its left end at x."""
        shown: list[str] = []
        ink = ""
        for run in _runs(line):
            first = run[0][1]
            if first.ink != ink:
                ink = first.ink
                shown.append(f"{ink_text(ink)} rg")
            shown.append(f"1 0 0 1 {x + run[0][0]:.3f} {self.height - baseline + first.rise:.3f} Tm")
            shown.extend(text_operators(self.canvas, first.font, first.size, *_joined(run)))
            self._links(run, x, baseline)
        if shown:
            write(self.canvas, "BT", *shown, "ET")
        for place, piece in line.pieces:
            if isinstance(piece, Picture):
                self.picture(piece, x + place, baseline + piece.drop)

    def _links(self, run: list[tuple[float, Glyphs]], x: float, baseline: float) -> None:
        first, (last_place, last) = run[0][1], run[-1]
        if first.link:
            if first.link.startswith(NOTE_TARGET):
                self.destination(MARK_TARGET + first.link.removeprefix(NOTE_TARGET), baseline - 2 * first.size)
            y = baseline - first.rise
            end = x + last_place + sum(last.advances)
            self.link(first.link, x + run[0][0], y - 0.8 * first.size, end, y + 0.3 * first.size)

    def picture(self, picture: Picture, x: float, bottom: float) -> None:
        """A symbol of the text with its lower left corner at (x, bottom), read aloud by its words."""
        write(self.canvas, f"/Span <</Alt {_text_string(picture.spoken)}>> BDC")
        self.form(self.drawing(f"symbol:{picture.name}"), x, bottom - picture.height, picture.height)
        write(self.canvas, "EMC")

    def link(self, target: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A clickable rectangle that leads to a destination."""
        self.canvas.linkRect("", target, (x1, self.height - y2, x2, self.height - y1), thickness=0, F=PRINTED)

    def destination(self, name: str, y: float) -> None:
        """A place that links lead to."""
        self.canvas.bookmarkHorizontal(name, 0, self.height - max(0.0, y - 12))


def _runs(line: Line) -> Iterable[list[tuple[float, Glyphs]]]:
    """Pieces that one text operator can show: neighbours of one font, size, ink, rise and link."""
    run: list[tuple[float, Glyphs]] = []
    look: tuple[object, ...] = ()
    for place, piece in line.pieces:
        if not isinstance(piece, Glyphs):
            if run:
                yield run
            run, look = [], ()
            continue
        here = (piece.font, piece.size, piece.ink, piece.rise, piece.link)
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


def _text_string(text: str) -> str:
    """A text string as PDF writes it, in UTF-16. Source: ISO 32000-1, 7.9.2.2."""
    raw = b"\xfe\xff" + text.encode("utf-16-be")
    return f"<{raw.hex()}>"
