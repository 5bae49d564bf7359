"""Figures painted as SVG: the same strokes that the booklet's painter puts on paper, written as elements.

Figures are painted in points, y down. Within a part of a scene numbers are hundredths of its unit, which is as fine as
display lists are, so that paths are whole numbers. A drawing that is shown becomes a :class:`Use`, as the name of its
symbol is known only when all figures of a page are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from generator.drawing.scene import Part, Patch, Shown
from generator.pdf.contact_sheet import outlines
from generator.rulebook.html.symbols import UNITS, relative
from generator.rulebook.typeset.items import Glyphs, Line

CAPS: dict[int, Literal["butt", "round", "square"]] = {0: "butt", 1: "round", 2: "square"}
JOINS: dict[int, Literal["miter", "round", "bevel"]] = {0: "miter", 1: "round", 2: "bevel"}
"""What PDF's numbers for the ends and corners of a stroke are called in SVG. Source: ISO 32000-1, 8.4.3."""
PREFIX = "_"
"""What ids begin with that are none of the text's own, whose ids never begin so."""
ROUND = "round"
"""How strokes end and turn unless told otherwise; the page's style sheet says so once."""


class Use(Struct, frozen=True):
    """A drawing shown in the space at hand, in hundredths: its corner, width and height."""

    drawing: Drawing
    x: int
    y: int
    width: int
    height: int


class SvgPainter:
    """Writes what is painted; what :class:`~generator.rulebook.text.figures.FigurePainter` asks for.

    Attributes:
        pieces: markup, and drawings that are shown.
        defined: clip paths and names of tiles by their ids, which tell what they hold, so that equal ones are one.
    """

    def __init__(self) -> None:
        self.pieces: list[str | Use] = []
        self.defined: dict[str, str] = {}

    def parts(self, parts: Iterable[Part], x: float, y: float, unit: float) -> None:
        for part in parts:
            if isinstance(part, Shown):
                self._enter(Transform(), x, y, unit)
                self._show(part)
                self.leave()
            else:
                self._patch(part, x, y, unit)

    def enter(self, x: float, y: float, unit: float) -> None:
        self._enter(Transform(), x, y, unit)

    def leave(self) -> None:
        self.pieces.append("</g>")

    def fill(self, data: PathData, ink: str, *, even_odd: bool = False) -> None:
        self._shape(Shape(data, fill=ink, even_odd=even_odd))

    def stroke(
        self, data: PathData, ink: str, width: float, dash: Sequence[float] = (), *, cap: int = 1, join: int = 1
    ) -> None:
        self._shape(Shape(data, stroke=ink, width=width, dash=tuple(dash), cap=CAPS[cap], join=JOINS[join]))

    def line(self, line: Line, x: float, baseline: float) -> None:
        for place, piece in line.pieces:
            if isinstance(piece, Glyphs):
                self._enter(Transform(), x + place, baseline - piece.rise, 1)
                data = relative(outlines(piece.font, piece.text, 0, 0, piece.size))
                name = self._defined("n", f'<path id="{{}}" d="{data}"/>')
                self.pieces.append(f'<use href="#{name}" fill="{piece.ink}"/>')
                self.leave()

    def _enter(self, transform: Transform, x: float, y: float, unit: float, clip: str = "") -> None:
        """Begin a space in which a hundredth of a unit is 1."""
        t, scale = transform, unit / UNITS
        matrix = (t.a * scale, t.b * scale, t.c * scale, t.d * scale, x + t.e * unit, y + t.f * unit)
        self.pieces.append(f'<g transform="matrix({" ".join(map(_short, matrix))})"{clip}>')

    def _patch(self, patch: Patch, x: float, y: float, unit: float) -> None:
        clip = "" if patch.clip is None or _clips_itself(patch) else self._clip(patch.clip, "evenodd")
        self._enter(patch.transform, x, y, unit, clip)
        if patch.through is not None:
            self.pieces.append(f"<g{self._clip(patch.through, 'nonzero')}>")
        for item in patch.items:
            if isinstance(item, Shown):
                self._show(item)
            elif isinstance(item, Group):
                self._group(item)
            else:
                self._shape(item)
        if patch.through is not None:
            self.leave()
        self.leave()

    def _clip(self, data: PathData, rule: str) -> str:
        """A reference to a clip path."""
        path = f'<path d="{relative(data)}" clip-rule="{rule}"/>'
        name = self._defined("c", f'<clipPath id="{{}}">{path}</clipPath>')
        return f' clip-path="url(#{name})"'

    def _defined(self, kind: str, markup: str) -> str:
        """Markup that is defined once, as its name tells what it is."""
        name = f"{PREFIX}{kind}{hashlib.sha256(markup.encode()).hexdigest()[:10]}"
        self.defined[name] = markup.format(name)
        return name

    def _show(self, shown: Shown) -> None:
        width = shown.height * shown.drawing.width / shown.drawing.height
        box = (round(value * UNITS) for value in (shown.x, shown.y, width, shown.height))
        self.pieces.append(Use(shown.drawing, *box))

    def _group(self, group: Group) -> None:
        t = group.transform or Transform()
        matrix = (t.a, t.b, t.c, t.d, t.e * UNITS, t.f * UNITS)
        self.pieces.append("<g>" if t == Transform() else f'<g transform="matrix({" ".join(map(_short, matrix))})">')
        for item in group.items:
            if isinstance(item, Group):
                self._group(item)
            else:
                self._shape(item)
        self.leave()

    def _shape(self, shape: Shape) -> None:
        self.pieces.append(shape_element(shape))


def shape_element(shape: Shape) -> str:
    """A shape in hundredths; ends and corners are round, and nothing is filled, unless it says so."""
    told = [f'd="{relative(shape.data)}"']
    if shape.fill:
        told.append(f'fill="{shape.fill}"')
    if shape.even_odd:
        told.append('fill-rule="evenodd"')
    if shape.stroke:
        told.append(f'stroke="{shape.stroke}" stroke-width="{_short(shape.width * UNITS)}"')
        told += [f'stroke-linecap="{shape.cap}"'] if shape.cap != ROUND else []
        told += [f'stroke-linejoin="{shape.join}"'] if shape.join != ROUND else []
        told += [f'stroke-dasharray="{" ".join(_short(part * UNITS) for part in shape.dash)}"'] if shape.dash else []
    return f"<path {' '.join(told)}/>"


def _clips_itself(patch: Patch) -> bool:
    """Whether a patch is one drawing that is cut along its trim; a symbol shows no more than that anyway."""
    if len(patch.items) != 1 or not isinstance(shown := patch.items[0], Shown):
        return False
    width = shown.height * shown.drawing.width / shown.drawing.height
    return patch.clip == Pen().rectangle(shown.x, shown.y, width, shown.height).data


def _short(value: float) -> str:
    """A number with six digits, which is a hundredth of a pixel on the widest screen."""
    text = f"{value + 0.0:.6g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
