"""Puts set lines, rules and drawings onto a page of the PDF.

Everything above this module counts points from the page's top left corner, y down; here they become PDF's, y up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from generator.drawing.display import Drawing, PathData
from generator.press.booklet.items import MARK_TARGET, NOTE_TARGET, Glyphs, Line, Picture
from generator.press.fonts import text_operators
from generator.press.paint import define_form, ink_text, path_text, place_form, placing_matrix, trim_mm
from generator.press.reportlab_door import Canvas, write
from generator.units import PT_PER_MM, mm_from_pt


@dataclass(slots=True)
class Painter:
    """Paints on one page after the other.

    Attributes:
        canvas: ReportLab's.
        height: of the page, pt.
        drawing: what can be placed, by name; each becomes a form at its first use.
    """

    canvas: Canvas
    height: float
    drawing: Callable[[str], Drawing]
    _forms: dict[str, str] = field(default_factory=dict)

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
        self.form(f"symbol:{picture.name}", x, bottom - picture.height, picture.height)
        write(self.canvas, "EMC")

    def form(self, name: str, x: float, y: float, height: float, turns: int = 0) -> None:
        """A drawing with the top left corner of its trim at (x, y), as high as told."""
        form = self._form(name)
        scale = height / PT_PER_MM / trim_mm(self.canvas, form)[1]
        place_form(self.canvas, form, mm_from_pt(x), mm_from_pt(y), mm_from_pt(self.height), turns, scale)

    def own_form(self, name: str, height: float) -> None:
        """A drawing at the origin of the space at hand, `height` of its units high."""
        form = self._form(name)
        scale = height / trim_mm(self.canvas, form)[1]
        write(self.canvas, f"q {scale:.6f} 0 0 {scale:.6f} 0 0 cm")
        self.canvas.doForm(form)
        write(self.canvas, "Q")

    def _form(self, name: str) -> str:
        form = self._forms.get(name)
        if form is None:
            form = self._forms[name] = f"D{len(self._forms)}"
            define_form(self.canvas, form, self.drawing(name))
        return form

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: str) -> None:
        """A straight line."""
        top, bottom = self.height - y1, self.height - y2
        write(
            self.canvas,
            f"q {ink_text(ink)} RG {width:g} w 0 J {x1:.3f} {top:.3f} m {x2:.3f} {bottom:.3f} l S Q",
        )

    def enter(self, x: float, y: float, unit: float, turns: int = 0, size: float = 0.0) -> None:
        """Begin a space of its own: its origin at (x, y), y down, its unit `unit` pt; :meth:`leave` ends it.

        A square of that space with side `size` is turned in its place.
        """
        scale = unit / PT_PER_MM
        page = mm_from_pt(self.height)
        write(self.canvas, f"q {placing_matrix((size, size), mm_from_pt(x), mm_from_pt(y), page, turns, scale)} cm")

    def leave(self) -> None:
        """End the last space."""
        write(self.canvas, "Q")

    def fill(self, data: PathData, ink: str) -> None:
        """Fill a path in the space at hand."""
        write(self.canvas, f"{ink_text(ink)} rg {path_text(data)} f")

    def stroke(self, data: PathData, ink: str, width: float, dash: Sequence[float] = (), *, cap: int = 1) -> None:
        """Draw along a path in the space at hand, with round joins, and round ends unless `cap` says otherwise."""
        lengths = " ".join(f"{length:g}" for length in dash)
        write(self.canvas, f"{ink_text(ink)} RG {width:g} w {cap} J 1 j [{lengths}] 0 d {path_text(data)} S")

    def clip(self, data: PathData) -> None:
        """Show only what lies within the path from here to the end of the space; overlaps are holes."""
        write(self.canvas, f"{path_text(data)} W* n")

    def link(self, target: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """A clickable rectangle that leads to a destination."""
        self.canvas.linkRect("", target, (x1, self.height - y2, x2, self.height - y1), thickness=0)

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
