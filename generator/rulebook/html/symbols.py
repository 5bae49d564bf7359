"""Drawings as symbols of one page: what many tiles share is written once and used by reference.

Of the 64 tiles' 1.1 MB of paths two thirds are the same figures, floors and emblems in other places. Paths are written
in hundredths of a millimetre, relative to the point before, so that the symbol of a tile of 50 mm has the view box
``0 0 5000 5000``; paints are classes. Nothing is lost: the display list has no finer numbers.

::

    <g id="a12">…</g>                                  a group that several drawings use
    <symbol id="t3" viewBox="0 0 5000 5000">…</symbol>   a drawing
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from generator.drawing.display_list import Drawing, Group, PathData, Shape, Transform
from generator.drawing.display_list import number as length
from generator.rulebook.html.markup import Html

UNITS = 100
"""Units of a symbol in a millimetre: as fine as display lists are."""
LEAST_SHARED = 60
"""Characters from which on a piece is worth a reference. Own choice: a reference takes about 25."""

Piece: TypeAlias = Shape | tuple[Shape | Group, ...]
"""What can be shared: a shape, or what a group holds, wherever the group lies."""
Look: TypeAlias = tuple[float, float, int]
Paint: TypeAlias = tuple[str | None, str | None, float, str, str, bool]


class Artwork:
    """The symbols of a page. Equal drawings are one symbol.

    Args:
        drawings: what the page shows.
        prefix: what all ids begin with, where the page has others.
    """

    def __init__(self, drawings: Iterable[Drawing], prefix: str = "") -> None:
        self._prefix = prefix
        self._drawings = list(drawings)  # alive as long as numbers speak of their pieces
        self._numbers: dict[Piece, int] = {}
        self._number_by_id: dict[int, int] = {}
        self._uses: Counter[int] = Counter()
        self._shared: dict[int, str] = {}
        self._paints: dict[Paint, str] = {}
        self._written: list[str] = []
        self._symbols: dict[Look, str] = {}
        different = {self._look(drawing): drawing for drawing in self._drawings}
        for drawing in different.values():
            self._count(drawing.groups)
        symbols = [self._symbol(drawing) for drawing in different.values()]
        self.symbols = Html("".join([*self._written, *symbols]))
        self.styles = "".join(f".{name}{{{_declared(paint)}}}" for paint, name in self._paints.items())

    def id_of(self, drawing: Drawing) -> str:
        """The id of a drawing's symbol."""
        return self._symbols[self._look(drawing)]

    def _look(self, drawing: Drawing) -> Look:
        """All that can be seen of a drawing."""
        return drawing.width, drawing.height, self._number(drawing.groups)

    def _number(self, piece: Piece) -> int:
        """A number that equal pieces share. Looking all through a piece takes long and is done once for each object."""
        found = self._number_by_id.get(id(piece))
        if found is None:
            found = self._number_by_id[id(piece)] = self._numbers.setdefault(piece, len(self._numbers))
        return found

    def _count(self, items: Iterable[Shape | Group]) -> None:
        """Count uses; what a shared piece holds is counted once."""
        for item in items:
            number = self._number(item.items if isinstance(item, Group) else item)
            self._uses[number] += 1
            if isinstance(item, Group) and self._uses[number] == 1:
                self._count(item.items)

    def _symbol(self, drawing: Drawing) -> str:
        width, height = round(drawing.width * UNITS), round(drawing.height * UNITS)
        name = self._symbols[self._look(drawing)] = f"{self._prefix}t{len(self._symbols)}"
        opened = f'<symbol id="{name}" viewBox="0 0 {width} {height}">'
        return f"{opened}{''.join(self._items(drawing.groups))}</symbol>"

    def _items(self, items: Iterable[Shape | Group]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Shape):
                yield self._piece(item, "")
            else:
                transform = f' transform="matrix({_moved(item.transform)})"' if item.transform else ""
                yield self._piece(item.items, transform)

    def _piece(self, piece: Piece, transform: str) -> str:
        number = self._number(piece)
        if number in self._shared:
            return f'<use href="#{self._shared[number]}"{transform}/>'
        text = self._text(piece)
        if self._uses[number] == 1 or len(text) < LEAST_SHARED:
            return f"<g{transform}>{text}</g>" if transform else text
        name = self._shared[number] = f"{self._prefix}a{len(self._shared)}"
        self._written.append(f'<g id="{name}">{text}</g>')
        return f'<use href="#{name}"{transform}/>'

    def _text(self, piece: Piece) -> str:
        if not isinstance(piece, Shape):
            return "".join(self._items(piece))
        paint = (piece.fill, piece.stroke, piece.width, piece.cap, piece.join, piece.even_odd)
        name = self._paints.setdefault(paint, f"{self._prefix}k{len(self._paints)}")
        return f'<path class="{name}" d="{relative(piece.data)}"/>'


def _moved(transform: Transform) -> str:
    """A transform in the symbol's units; the matrix to 0.0001, as both printers have it."""
    a, b, c, d = transform.text.split(" ")[:4]
    return f"{a} {b} {c} {d} {round(transform.e * UNITS)} {round(transform.f * UNITS)}"


def _declared(paint: Paint) -> str:
    """A paint as CSS. Ends and joins are round unless it says otherwise; the page sets that once."""
    fill, stroke, width, cap, join, even_odd = paint
    declared = [f"fill:{fill or 'none'}"]
    if stroke:
        declared.append(f"stroke:{stroke};stroke-width:{length(width * UNITS)}")
        declared += [f"stroke-linecap:{cap}"] if cap != "round" else []
        declared += [f"stroke-linejoin:{join}"] if join != "round" else []
    if even_odd:
        declared.append("fill-rule:evenodd")
    return ";".join(declared)


@lru_cache(maxsize=1 << 14)
def relative(path: PathData) -> str:
    """Path data in hundredths of a millimetre, each command relative to the point before.

    Source: SVG 2, 9.3: lower-case commands; a minus sign ends a number.
    """
    written: list[str] = []
    x = y = start_x = start_y = 0
    for command, numbers in path:
        if command == "Z":
            written.append("z")
            x, y = start_x, start_y
            continue
        points = [round(float(text) * UNITS) for text in numbers.split()]
        steps = [value - (y if index % 2 else x) for index, value in enumerate(points)]
        x, y = points[-2:]
        if command == "M":
            start_x, start_y = x, y
        written.append(command.lower() + " ".join(map(str, steps)).replace(" -", "-"))
    return "".join(written)
