"""SVG within a page: drawings as shared symbols, and figures painted with the strokes of the booklet's painter.

Of the 64 tiles' 1.1 MB of paths two thirds are the same figures, floors and emblems in other places, so what several
drawings share is written once and used by reference::

    <g id="a12">…</g>                                  a group that several drawings use
    <symbol id="t3" viewBox="0 0 5000 5000">…</symbol>   a drawing

Paths are written in hundredths of a millimetre, relative to the point before, so that the symbol of a tile of 50 mm has
the view box ``0 0 5000 5000``; paints are classes. Nothing is lost: the display list has no finer numbers.

Figures are painted in points, y down; numbers within a part of a scene are hundredths of its unit. A drawing that a
figure shows becomes a :class:`Use`, as the name of its symbol is known only when all figures of a page are.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from asterion_press.drawing.display_list import Drawing, Group, Part, PathData, Pen, Shape, Shown, Transform
from asterion_press.drawing.display_list import number as length
from asterion_press.pdf.fonts import trace_text
from asterion_press.rulebook.html.markup import Html
from asterion_press.rulebook.typeset.line_breaks import Glyphs, Line

UNITS = 100
"""Units of a symbol in a millimetre: as fine as display lists are."""
LEAST_SHARED = 60
"""Characters from which on a piece is worth a reference. Own choice: a reference takes about 25."""
PREFIX = "_"
"""Beginning of all ids that are not of the text; the text's own never begin so."""
ROUND = "round"
"""Ends and corners of strokes unless they say otherwise; the style sheet of the page says so once."""

Piece: TypeAlias = Shape | tuple[Shape | Group, ...]
"""A part that can be shared: a shape, or the content of a group, wherever the group lies."""
Look: TypeAlias = tuple[float, float, int]
Paint: TypeAlias = tuple[str | None, str | None, float, str, str, bool]


class SvgSymbols:
    """The symbols of a page. Equal drawings are one symbol.

    Args:
        drawings: on the page.
        prefix: of all ids, where the page has others.
    """

    def __init__(self, drawings: Iterable[Drawing], prefix: str = "") -> None:
        self._prefix = prefix
        self._drawings = list(drawings)  # alive as long as numbers speak of their pieces
        self._numbers: dict[Shape | tuple[tuple[object, ...], ...], int] = {}
        self._number_by_id: dict[int, int] = {}
        self._uses: Counter[int] = Counter()
        self._shared: dict[int, str] = {}
        self._paints: dict[Paint, str] = {}
        self._written: list[str] = []
        self._symbols: dict[Look, str] = {}
        different = {self._look(drawing): drawing for drawing in self._drawings}
        for drawing in different.values():
            self._count(drawing.groups)
        symbols: list[str] = []
        for drawing in different.values():
            width, height = round(drawing.width * UNITS), round(drawing.height * UNITS)
            name = self._symbols[self._look(drawing)] = f"{prefix}t{len(self._symbols)}"
            content = "".join(self._items(drawing.groups))
            symbols.append(f'<symbol id="{name}" viewBox="0 0 {width} {height}">{content}</symbol>')
        self.symbols = Html("".join([*self._written, *symbols]))
        self.styles = "".join(f".{name}{{{_paint_css(paint)}}}" for paint, name in self._paints.items())

    def id_of(self, drawing: Drawing) -> str:
        """Return the id of a drawing's symbol."""
        return self._symbols[self._look(drawing)]

    def _look(self, drawing: Drawing) -> Look:
        """Return all that can be seen of a drawing."""
        return drawing.width, drawing.height, self._number(drawing.groups)

    def _number(self, piece: Piece) -> int:
        """Return a number that equal pieces share; comparing paths takes long and is done once for each shape."""
        found = self._number_by_id.get(id(piece))
        if found is None:
            key = piece if isinstance(piece, Shape) else tuple(map(self._key, piece))
            found = self._number_by_id[id(piece)] = self._numbers.setdefault(key, len(self._numbers))
        return found

    def _key(self, item: Shape | Group) -> tuple[object, ...]:
        """Return what makes an item of a group differ from others."""
        if isinstance(item, Group):
            return item.name, item.transform, self._number(item.items)
        return (self._number(item),)

    def _count(self, items: Iterable[Shape | Group]) -> None:
        """Count uses; what a shared piece holds is counted once."""
        for item in items:
            number = self._number(item.items if isinstance(item, Group) else item)
            self._uses[number] += 1
            if isinstance(item, Group) and self._uses[number] == 1:
                self._count(item.items)

    def _items(self, items: Iterable[Shape | Group]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Shape):
                yield self._piece(item, "")
            elif t := item.transform:
                turned = " ".join(t.text.split(" ")[:4])  # to 0.0001, as SVG files and PDF have it
                moved = f"{round(t.e * UNITS)} {round(t.f * UNITS)}"
                yield self._piece(item.items, f' transform="matrix({turned} {moved})"')
            else:
                yield self._piece(item.items, "")

    def _piece(self, piece: Piece, transform: str) -> str:
        number = self._number(piece)
        if number in self._shared:
            return f'<use href="#{self._shared[number]}"{transform}/>'
        if isinstance(piece, Shape):
            paint = (piece.fill, piece.stroke, piece.width, piece.cap, piece.join, piece.even_odd)
            paint_name = self._paints.setdefault(paint, f"{self._prefix}k{len(self._paints)}")
            text = f'<path class="{paint_name}" d="{relative_path(piece.data)}"/>'
        else:
            text = "".join(self._items(piece))
        if self._uses[number] == 1 or len(text) < LEAST_SHARED:
            return f"<g{transform}>{text}</g>" if transform else text
        name = self._shared[number] = f"{self._prefix}a{len(self._shared)}"
        self._written.append(f'<g id="{name}">{text}</g>')
        return f'<use href="#{name}"{transform}/>'


def _paint_css(paint: Paint) -> str:
    """Return a paint as CSS; round ends and joins are left out, as the page sets them once."""
    fill, stroke, width, cap, join, even_odd = paint
    rules = [f"fill:{fill or 'none'}"]
    if stroke:
        rules.append(f"stroke:{stroke};stroke-width:{length(width * UNITS)}")
        rules += [f"stroke-linecap:{cap}"] if cap != ROUND else []
        rules += [f"stroke-linejoin:{join}"] if join != ROUND else []
    if even_odd:
        rules.append("fill-rule:evenodd")
    return ";".join(rules)


@lru_cache(maxsize=1 << 14)
def relative_path(path: PathData) -> str:
    """Return path data in hundredths of a millimetre, each command relative to the point before.

    Source: SVG 2, 9.3: lower-case commands; a minus sign ends a number.
    """
    written: list[str] = []
    x = y = start_x = start_y = 0
    for command, points in path:
        if command == "Z":
            written.append("z")
            x, y = start_x, start_y
            continue
        steps = [value - (y if index % 2 else x) for index, value in enumerate(points)]
        x, y = points[-2:]
        if command == "M":
            start_x, start_y = x, y
        written.append(command.lower() + " ".join(map(str, steps)).replace(" -", "-"))
    return "".join(written)


class Use(Struct, frozen=True):
    """A drawing shown in the space at hand, in hundredths: its corner, width and height."""

    drawing: Drawing
    x: int
    y: int
    width: int
    height: int


class SvgPainter:
    """A :class:`~asterion_press.rulebook.text.figures.FigurePainter` that writes SVG.

    Attributes:
        pieces: markup, and drawings that are shown.
        defined: clip paths and names of tiles, by ids that are hashes of them, so that equal ones are one.
    """

    def __init__(self) -> None:
        self.pieces: list[str | Use] = []
        self.defined: dict[str, str] = {}

    def parts(self, parts: Iterable[Part], x: float, y: float, unit: float) -> None:
        for part in parts:
            if isinstance(part, Shown):
                self._enter(Transform(), x, y, unit)
                self._item(part)
            else:
                clip = part.clip
                if len(part.items) == 1 and isinstance(shown := part.items[0], Shown):
                    width = shown.height * shown.drawing.width / shown.drawing.height
                    if clip == Pen().rectangle(shown.x, shown.y, width, shown.height).data:
                        clip = None  # the trim of a drawing, and its symbol shows no more than that anyway
                self._enter(part.transform, x, y, unit, "" if clip is None else self._clip(clip, "evenodd"))
                if part.through is not None:
                    self.pieces.append(f"<g{self._clip(part.through, 'nonzero')}>")
                for item in part.items:
                    self._item(item)
                if part.through is not None:
                    self._leave()
            self._leave()

    def _leave(self) -> None:
        self.pieces.append("</g>")

    def line(self, line: Line, x: float, baseline: float) -> None:
        for place, piece in line.pieces:
            if isinstance(piece, Glyphs):
                self._enter(Transform(), x + place, baseline - piece.rise, 1)
                data = relative_path(trace_text(piece.font, piece.text, 0, 0, piece.size))
                name = self._defined("n", f'<path id="{{}}" d="{data}"/>')
                self.pieces.append(f'<use href="#{name}" fill="{piece.ink}"/>')
                self._leave()

    def _enter(self, transform: Transform, x: float, y: float, unit: float, clip: str = "") -> None:
        """Begin a space in which a hundredth of a unit is 1."""
        t, scale = transform, unit / UNITS
        matrix = (t.a * scale, t.b * scale, t.c * scale, t.d * scale, x + t.e * unit, y + t.f * unit)
        self.pieces.append(f'<g transform="matrix({" ".join(map(_short, matrix))})"{clip}>')

    def _item(self, item: Shape | Group | Shown) -> None:
        if isinstance(item, Shown):
            width = item.height * item.drawing.width / item.drawing.height
            self.pieces.append(
                Use(item.drawing, *(round(value * UNITS) for value in (item.x, item.y, width, item.height)))
            )
        elif isinstance(item, Group):
            t = item.transform or Transform()
            matrix = " ".join(map(_short, (t.a, t.b, t.c, t.d, t.e * UNITS, t.f * UNITS)))
            self.pieces.append("<g>" if t == Transform() else f'<g transform="matrix({matrix})">')
            for inner in item.items:
                self._item(inner)
            self._leave()
        else:
            self.pieces.append(_shape_element(item))

    def _clip(self, data: PathData, rule: str) -> str:
        """Return a reference to a clip path."""
        path = f'<path d="{relative_path(data)}" clip-rule="{rule}"/>'
        name = self._defined("c", f'<clipPath id="{{}}">{path}</clipPath>')
        return f' clip-path="url(#{name})"'

    def _defined(self, kind: str, markup: str) -> str:
        """Define markup once, under a name that is its hash."""
        name = f"{PREFIX}{kind}{hashlib.sha256(markup.encode()).hexdigest()[:10]}"
        self.defined[name] = markup.format(name)
        return name


def _shape_element(shape: Shape) -> str:
    """Return a shape in hundredths; ends and corners are round, and nothing is filled, unless it says so."""
    attributes = [f'd="{relative_path(shape.data)}"']
    if shape.fill:
        attributes.append(f'fill="{shape.fill}"')
    if shape.even_odd:
        attributes.append('fill-rule="evenodd"')
    if shape.stroke:
        attributes.append(f'stroke="{shape.stroke}" stroke-width="{_short(shape.width * UNITS)}"')
        attributes += [f'stroke-linecap="{shape.cap}"'] if shape.cap != ROUND else []
        attributes += [f'stroke-linejoin="{shape.join}"'] if shape.join != ROUND else []
        dash = " ".join(_short(part * UNITS) for part in shape.dash)
        attributes += [f'stroke-dasharray="{dash}"'] if dash else []
    return f"<path {' '.join(attributes)}/>"


def _short(value: float) -> str:
    """Return a number with six digits, which is a hundredth of a pixel on the widest screen."""
    text = f"{value + 0.0:.6g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
