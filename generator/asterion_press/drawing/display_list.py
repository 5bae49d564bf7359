"""The display list: the look of a component or a scene, independent of where it is printed.

A :class:`Drawing` holds groups, a group holds shapes and groups, a shape is one path with one fill and one stroke.
Coordinates are millimetres, x to the right, y down, the origin at the top left corner of the trim; what bleeds lies
outside of 0 .. size. Numbers are rounded and formatted here, once, to 0.01 mm; both printers copy the text, so that
SVG and PDF hold the same digits.

Only four commands exist: M x y, L x y, C x1 y1 x2 y2 x y, Z. Both SVG and PDF have exactly these.

::

    Scene -- parts -- Patch    shapes, groups and shown drawings in a space of its own, turned, clipped
                  `-- Shown    a drawing as it is: a counter on a prisoner, a sign beside a number

A tile is drawn once and shown as often as it lies in a scene. Lengths of a scene are in whatever unit its maker counts
in; the printer says how long that unit is. A figure of the booklet is printed at a place on a page; a :class:`Scene`
also has a size in mm and stands alone.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Segment: TypeAlias = tuple[str, tuple[int, ...]]
"""A command letter and its coordinates in hundredths of a millimetre, such as ``("L", (1250, 300))``."""

PathData: TypeAlias = tuple[Segment, ...]
Point: TypeAlias = tuple[float, float]
LIMIT_MM = 10_000.0
"""No coordinate of a component lies further out; what does is a mistake in the drawing."""

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""Length of the handles of a cubic curve that stands for a quarter circle of radius 1.

Source: M. Goldapp, "Approximation of circular arcs by cubic polynomials", 1991; the radius is off by 0.027 % at most.
"""


@cache
def _text_of(hundredths: int) -> str:
    """Return hundredths as decimal text; drawings repeat few numbers many times."""
    return f"{hundredths / 100:g}"  # six digits, which is what 9999.99 has


def point(x: float, y: float) -> tuple[int, int]:
    """Return a point in hundredths of a millimetre.

    Raises:
        ValueError: a coordinate is not finite, or larger than any component.
    """
    if -LIMIT_MM < x < LIMIT_MM and -LIMIT_MM < y < LIMIT_MM:
        return round(x * 100), round(y * 100)
    raise ValueError(f"coordinate {x!r} or {y!r} is not a length on a tile")


def number(value: float) -> str:
    """Return a length as text, rounded to 0.01, without trailing zeros.

    Raises:
        ValueError: the value is not finite, or larger than any component.
    """
    return _text_of(point(value, 0)[0])


def numbers(hundredths: tuple[int, ...]) -> str:
    """Return the coordinates of a segment as text."""
    return " ".join(map(_text_of, hundredths))


class Pen:
    """A recorder of a path. Every method returns the pen, so that calls can be chained; :attr:`data` ends the path."""

    __slots__ = ("_segments",)

    def __init__(self) -> None:
        self._segments: list[Segment] = []

    @property
    def data(self) -> PathData:
        """Return the recorded path."""
        return tuple(self._segments)

    def move(self, x: float, y: float) -> Pen:
        """Begin a new subpath at (x, y)."""
        self._segments.append(("M", point(x, y)))
        return self

    def line(self, x: float, y: float) -> Pen:
        """Draw a straight line to (x, y)."""
        self._segments.append(("L", point(x, y)))
        return self

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> Pen:
        """Draw a cubic Bezier curve to (x, y) with the handles (x1, y1) and (x2, y2)."""
        self._segments.append(("C", (*point(x1, y1), *point(x2, y2), *point(x, y))))
        return self

    def close(self) -> Pen:
        """Close the subpath."""
        self._segments.append(("Z", ()))
        return self

    def lines(self, *points: Point) -> Pen:
        """Begin a new subpath that leads from point to point."""
        (x, y), *others = points
        self._segments.append(("M", point(x, y)))
        self._segments += [("L", point(x, y)) for x, y in others]
        return self

    def polygon(self, *points: Point) -> Pen:
        """Draw a closed polygon."""
        return self.lines(*points).close()

    def rectangle(self, x: float, y: float, width: float, height: float) -> Pen:
        """Draw a closed rectangle from its top left corner."""
        return self.polygon((x, y), (x + width, y), (x + width, y + height), (x, y + height))

    def rounded_rectangle(self, x: float, y: float, width: float, height: float, radius: float) -> Pen:
        """Draw a closed rectangle with round corners from its top left corner."""
        right, low = x + width - radius, y + height - radius
        corners = (right, y + radius, -90), (right, low, 0), (x + radius, low, 90), (x + radius, y + radius, 180)
        for number, (u, v, start) in enumerate(corners):
            self.arc(u, v, radius, start, start + 90, move=not number)
        return self.close()

    def circle(self, x: float, y: float, radius: float) -> Pen:
        """Draw a closed circle about (x, y)."""
        return self.ellipse(x, y, radius, radius)

    def ellipse(self, x: float, y: float, rx: float, ry: float) -> Pen:
        """Draw a closed ellipse about (x, y)."""
        kx, ky = KAPPA * rx, KAPPA * ry
        self.move(x + rx, y)
        self.curve(x + rx, y + ky, x + kx, y + ry, x, y + ry)
        self.curve(x - kx, y + ry, x - rx, y + ky, x - rx, y)
        self.curve(x - rx, y - ky, x - kx, y - ry, x, y - ry)
        self.curve(x + kx, y - ry, x + rx, y - ky, x + rx, y)
        return self.close()

    def dot(self, x: float, y: float) -> Pen:
        """Draw a line of 0.01 mm: with round ends, a dot as wide as the stroke, for two commands."""
        return self.move(x, y).line(x + 0.01, y)

    def arc(self, x: float, y: float, radius: float, start_deg: float, end_deg: float, *, move: bool = True) -> Pen:
        """Draw a circular arc about (x, y); angles in degrees, 0 east, growing clockwise (y is down).

        With `move` false the arc goes on from the current point, joined by a line if that is elsewhere.
        """
        steps = max(1, math.ceil(abs(end_deg - start_deg) / 90 - 1e-9))
        step = math.radians(end_deg - start_deg) / steps
        handle = 4 / 3 * math.tan(step / 4) * radius
        angle = math.radians(start_deg)
        cos, sin = math.cos(angle), math.sin(angle)
        (self.move if move else self.line)(x + radius * cos, y + radius * sin)
        for _ in range(steps):
            angle += step
            c, s = math.cos(angle), math.sin(angle)
            self.curve(
                x + radius * cos - handle * sin,
                y + radius * sin + handle * cos,
                x + radius * c + handle * s,
                y + radius * s - handle * c,
                x + radius * c,
                y + radius * s,
            )
            cos, sin = c, s
        return self


NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
TOKEN = re.compile(rf"({NUMBER})|([A-Za-z])|[^\s,]", re.ASCII)
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""Numbers after each command of a path. Source: SVG 2, 9.3, and its appendix B.2.4 for arcs by their centre."""
Steps: TypeAlias = Iterator[tuple[str, list[complex]]]
"""Commands of a display list with their points, x and y as a complex number."""


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path, each with its numbers."""
    command, numbers = "", list[float]()
    for at, (number, letter) in enumerate(TOKEN.findall(text)):
        if number and command not in {"", "Z", "z"}:
            numbers.append(float(number))
        elif numbers or letter.upper() not in COUNTS:
            place = [token.start() for token in TOKEN.finditer(text)][at]
            raise ValueError(f"its path cannot be read at {text[place:][:20]!r}")
        else:
            command = letter
        if len(numbers) == COUNTS[command.upper()]:
            yield command, numbers
            command, numbers = {"M": "L", "m": "l"}.get(command, command), []
    if numbers:
        raise ValueError(f"its path ends within {command!r}")


def svg_steps(text: str) -> Steps:
    """Yield a path of any SVG file in the commands of a display list.

    Raises:
        ValueError: it cannot be read.
    """
    here = start = handle = 0j
    before = ""
    for command, numbers in _commands(text):
        kind, origin = command.upper(), here if command.islower() else 0j
        if not before and kind != "M":
            raise ValueError(f"its path begins with {command!r}; it has to begin with 'M'")
        if kind in "HV":
            along = numbers[0] + (origin.real if kind == "H" else origin.imag)
            points = [complex(along, here.imag) if kind == "H" else complex(here.real, along)]
        else:
            lengths = numbers[5:] if kind == "A" else numbers
            points = [origin + complex(x, y) for x, y in zip(lengths[::2], lengths[1::2], strict=True)]
        if kind in "CSQT":
            if kind in "ST":
                points.insert(0, 2 * here - handle if before in {"S": "CS", "T": "QT"}[kind] else here)
            handle = points[-2]
            if kind in "QT":
                points = [here + (handle - here) * 2 / 3, points[-1] + (handle - points[-1]) * 2 / 3, points[-1]]
            yield "C", points
        elif kind == "A":
            yield from _arc(here, points[-1], *numbers[:5])
        elif kind == "Z":
            points = [start]
            yield "Z", []
        else:
            yield ("M" if kind == "M" else "L"), points
        here, before = points[-1], kind
        start = here if kind == "M" else start


def _arc(a: complex, b: complex, rx: float, ry: float, turn: float, large: float, sweep: float) -> Steps:
    """Yield an arc from `a` to `b` as curves; its ellipse is a circle of radius 1, stretched and turned."""
    if a == b or not (rx and ry):
        yield "L", [b]
        return
    rx, ry, axis = abs(rx), abs(ry), cmath.rect(1, math.radians(turn))
    begin, end = (complex((point / axis).real / rx, (point / axis).imag / ry) for point in (a, b))
    chord = end - begin
    rise = math.sqrt(max(0.0, 1 - abs(chord) ** 2 / 4)) * (1 if bool(large) != bool(sweep) else -1)
    middle = (begin + end) / 2 + rise * 1j * chord / abs(chord)
    way = cmath.phase((end - middle) / (begin - middle))
    way += math.tau * ((way < 0 and bool(sweep)) - (way > 0 and not sweep))
    count = max(1, math.ceil(abs(way) / (math.pi / 2) - 1e-9))
    step, handle = cmath.rect(1, way / count), 4j / 3 * math.tan(way / count / 4)
    here = begin - middle
    for number in range(1, count + 1):
        there = here * step
        points = [middle + one for one in (here * (1 + handle), there * (1 - handle), there)]
        placed = [axis * complex(one.real * rx, one.imag * ry) for one in points]
        yield "C", placed if number < count else [*placed[:2], b]
        here = there


class Shape(Struct, frozen=True):
    """One path with its paint.

    Attributes:
        data: the path.
        fill: ink as ``#rrggbb``, or None.
        stroke: ink as ``#rrggbb``, or None.
        width: of the stroke, in mm.
        cap: how open ends look.
        join: how corners look.
        even_odd: whether overlaps of the path's own parts are holes.
        dash: lengths of strokes and gaps in turn, in mm; empty for a whole line.
    """

    data: PathData
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    cap: Literal["butt", "round", "square"] = "round"
    join: Literal["miter", "round", "bevel"] = "round"
    even_odd: bool = False
    dash: tuple[float, ...] = ()


class Transform(Struct, frozen=True):
    """An affine map from a group's coordinates to its holder's: ``x' = a x + c y + e, y' = b x + d y + f``."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def placing(cls, x: float, y: float, *, scale: float = 1.0, angle_deg: float = 0.0) -> Transform:
        """Return the transform that scales, then turns clockwise, then moves the origin to (x, y)."""
        cos, sin = math.cos(math.radians(angle_deg)) * scale, math.sin(math.radians(angle_deg)) * scale
        return cls(cos, sin, -sin, cos, x, y)

    def apply(self, x: float, y: float) -> Point:
        """Return where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def __matmul__(self, inner: Transform) -> Transform:
        """Return the transform that first does `inner`, then this one."""
        a, b, c, d = self.a, self.b, self.c, self.d
        (ia, ib), (ic, id_) = (inner.a, inner.b), (inner.c, inner.d)
        return Transform(
            a * ia + c * ib, b * ia + d * ib, a * ic + c * id_, b * ic + d * id_, *self.apply(inner.e, inner.f)
        )

    @property
    def text(self) -> str:
        """Return the six numbers as both printers write them; the matrix to 0.0001, the origin to 0.01."""
        matrix = " ".join(f"{value:z.4f}".rstrip("0").rstrip(".") for value in (self.a, self.b, self.c, self.d))
        return f"{matrix} {number(self.e)} {number(self.f)}"


def steps_of(data: PathData) -> Iterator[tuple[str, list[Point]]]:
    """Yield each command of a path with its points, handles of curves included."""
    for command, hundredths in data:
        lengths = [value / 100 for value in hundredths]
        yield command, list(zip(lengths[::2], lengths[1::2], strict=True))


def transform_path(data: PathData, at: Transform) -> PathData:
    """Return a path in the coordinates of its holder."""
    return tuple(
        [
            (command, tuple([value for x, y in points for value in point(*at.apply(x, y))]))
            for command, points in steps_of(data)
        ]
    )


class Group(Struct, frozen=True):
    """Shapes and groups that belong together.

    Attributes:
        name: what a person would call it, such as ``floor``; kebab-case.
        items: painted in this order.
        transform: where it lies, or None for its holder's own coordinates.
    """

    name: str
    items: tuple[Shape | Group, ...]
    transform: Transform | None = None


class Drawing(Struct, frozen=True):
    """A component as it is printed.

    Attributes:
        id: the component's id, such as ``Y07`` or ``back-yellow``.
        title: what it is, in a few words, for those who cannot see it.
        width: of the trim, in mm.
        height: of the trim, in mm.
        bleed: how far the art goes beyond the trim on each side, in mm.
        groups: painted in this order.
    """

    id: str
    title: str
    width: float
    height: float
    bleed: float
    groups: tuple[Group, ...]


class Shown(Struct, frozen=True):
    """A drawing with the top left corner of its trim at (x, y), upright, scaled to a height."""

    drawing: Drawing
    x: float
    y: float
    height: float


class Patch(Struct, frozen=True):
    """A part of a scene in a space of its own.

    Attributes:
        name: what a person would call it, such as ``thread``; kebab-case.
        items: painted in this order.
        transform: where the space lies in the scene's; the scene's own space unless said.
        clip: what of the items shows, in the patch's space; overlaps of the path's own parts are holes. None for all.
        through: a second clip, whose parts may overlap: what shows through any of them. None for all.
        title: what it is, for those who cannot see it and those who point at it.
    """

    name: str
    items: tuple[Shape | Group | Shown, ...]
    transform: Transform = Transform()
    clip: PathData | None = None
    title: str = ""
    through: PathData | None = None


Part: TypeAlias = "Patch | Shown"


class Scene(Struct, frozen=True):
    """A picture that stands alone.

    Attributes:
        id: a word of our own making, such as ``table``.
        title: what it is, in a few words.
        description: the same at length, for those who cannot see it.
        width: in mm.
        height: in mm.
        parts: painted in this order, in mm from the top left corner.
    """

    id: str
    title: str
    description: str
    width: float
    height: float
    parts: tuple[Part, ...]


def moved(part: Part, at: Transform) -> Part:
    """Return a part of one scene as a part of another; a drawing that is shown may be scaled and moved, not turned."""
    if isinstance(part, Shown):
        return Shown(part.drawing, *at.apply(part.x, part.y), part.height * at.a)
    return replace(part, transform=at @ part.transform)


def placed(group: Group, x: float, y: float, scale: float = 1.0, angle_deg: float = 0.0) -> Group:
    """Return a shared group at a place of its own: scaled, turned clockwise, its origin at (x, y)."""
    return Group(group.name, group.items, Transform.placing(x, y, scale=scale, angle_deg=angle_deg))


def changed(groups: Iterable[Group], change: Callable[[Shape], Shape | None]) -> Iterator[Group]:
    """Yield groups with each of their shapes changed, or left out if that gives None; without groups that are empty."""
    for group in groups:
        items: list[Shape | Group] = []
        for item in group.items:
            items += changed((item,), change) if isinstance(item, Group) else filter(None, (change(item),))
        if items:
            yield replace(group, items=tuple(items))
