"""Scenes and single paths painted onto a page of the PDF.

Callers count points from the page's top left corner, y down; here they become PDF's, y up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from generator.drawing.display_list import Drawing, Group, Part, PathData, Shape, Shown, Transform, number
from generator.pdf.forms import (
    CAPS,
    JOINS,
    PrintedForm,
    dash_text,
    define_form,
    group_operators,
    ink_text,
    make_form,
    path_text,
    place_form,
    trim_mm,
)
from generator.pdf.reportlab_adapter import Canvas, write_operators
from generator.units import PT_PER_MM, mm_from_pt


@dataclass(slots=True)
class ScenePainter:
    """A painter of scenes and paths on one page after the other.

    Attributes:
        canvas: ReportLab's.
        height: of the page, pt.
        make_form: turns a drawing into a form.
    """

    canvas: Canvas
    height: float
    make_form: Callable[[Drawing], PrintedForm] = field(default=make_form, kw_only=True)
    _forms: dict[str, str] = field(default_factory=dict, init=False)

    def parts(self, parts: Iterable[Part], x: float, y: float, unit: float) -> None:
        """Paint parts of a scene whose origin lies at (x, y), its unit `unit` pt long."""
        for part in parts:
            if isinstance(part, Shown):
                self.form(part.drawing, x + part.x * unit, y + part.y * unit, part.height * unit)
                continue
            self.enter(x, y, unit, part.transform)
            if part.clip is not None:
                self.clip(part.clip)
            if part.through is not None:
                self.clip(part.through, holes=False)
            for item in part.items:
                self._item(item)
            self.leave()

    def _item(self, item: Shape | Group | Shown) -> None:
        match item:
            case Shown():
                self.show(item)
            case Group():
                write_operators(self.canvas, *group_operators(item))
            case Shape(data=data):
                if item.fill:
                    self.fill(data, item.fill, even_odd=item.even_odd)
                if item.stroke:
                    self.stroke(data, item.stroke, item.width, item.dash, cap=CAPS[item.cap], join=JOINS[item.join])

    def form(self, drawing: Drawing, x: float, y: float, height: float, turns: int = 0) -> None:
        """Paint a drawing with the top left corner of its trim at (x, y), in the given height."""
        form = self._form(drawing)
        scale = height / PT_PER_MM / trim_mm(self.canvas, form)[1]
        place_form(self.canvas, form, mm_from_pt(x), mm_from_pt(y), mm_from_pt(self.height), turns, scale)

    def show(self, shown: Shown) -> None:
        """Paint a drawing at its place in the space at hand, whose dashes its form would inherit."""
        form = self._form(shown.drawing)
        scale = shown.height / trim_mm(self.canvas, form)[1]
        write_operators(self.canvas, f"q {scale:.6f} 0 0 {scale:.6f} {number(shown.x)} {number(shown.y)} cm [] 0 d")
        self.canvas.doForm(form)
        write_operators(self.canvas, "Q")

    def _form(self, drawing: Drawing) -> str:
        form = self._forms.get(drawing.id)
        if form is None:
            form = self._forms[drawing.id] = f"D{len(self._forms)}"
            define_form(self.canvas, form, self.make_form(drawing))
        return form

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: str) -> None:
        """Draw a straight line."""
        top, bottom = self.height - y1, self.height - y2
        write_operators(
            self.canvas,
            f"q {ink_text(ink)} RG {width:g} w 0 J {x1:.3f} {top:.3f} m {x2:.3f} {bottom:.3f} l S Q",
        )

    def enter(self, x: float, y: float, unit: float, transform: Transform | None = None) -> None:
        """Begin a space of its own: its origin at (x, y), y down, its unit `unit` pt; :meth:`leave` ends it.

        A transform, in those units, says where in that space a space within it lies, which then is the one at hand.
        """
        t = Transform(unit, 0, 0, -unit, x, self.height - y) @ (transform or Transform())
        numbers = (t.a, t.b, t.c, t.d, t.e, t.f)
        text = " ".join(f"{value + 0.0:.6f}".rstrip("0").rstrip(".") for value in numbers)
        write_operators(self.canvas, f"q {text} cm")

    def leave(self) -> None:
        """End the last space."""
        write_operators(self.canvas, "Q")

    def fill(self, data: PathData, ink: str, *, even_odd: bool = False) -> None:
        """Fill a path in the space at hand."""
        write_operators(self.canvas, f"{ink_text(ink)} rg {path_text(data)} f{'*' * even_odd}")

    def stroke(
        self, data: PathData, ink: str, width: float, dash: Sequence[float] = (), *, cap: int = 1, join: int = 1
    ) -> None:
        """Draw along a path in the space at hand, with round joins and round ends unless told otherwise."""
        pen = f"{ink_text(ink)} RG {width:g} w {cap} J {join} j {dash_text(dash)}"
        write_operators(self.canvas, f"{pen} {path_text(data)} S")

    def clip(self, data: PathData, *, holes: bool = True) -> None:
        """Show only what lies within the path from here to the end of the space; overlaps are holes, or not."""
        write_operators(self.canvas, f"{path_text(data)} {'W*' if holes else 'W'} n")
