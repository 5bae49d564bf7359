"""Drawings that a designer changes without Python: an SVG file each in ``templates/art``, or in ``art`` of a project.

Coordinates are those of the shipped file's viewBox. The class of a shape is the name of its ink: of what it is filled
with, or of its line if it is filled with nothing; a second class names the ink of an outline. Inks are those of a
theme, such as ``gold-deep``, and those that the kind of drawing has beside them, such as ``hair``. ``data-line-art`` is
the width of a line in themes of line art. A group with a class is a part that the program knows.

Source: SVG 2, 8.5 (transforms) and 10 (shapes).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict, replace

from asterion_press.catalogue import bounds, library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.foreign_svg import SVG, SvgReader
from asterion_press.catalogue.themes import ArtFile, Inks, Look, art_file, load_theme
from asterion_press.drawing.display_list import Group, PathData, Segment, Shape, Transform, svg_steps
from asterion_press.drawing.display_list import point as hundredths
from asterion_press.errors import Mistake, Place, gathered, refuse, suggestion

INKS = frozenset(name.replace("_", "-") for name in Inks.__struct_fields__) - {"stones", "skins", "hairs"}
SQUARE = (-5.0, -5.0, 10.0, 10.0)
ORNAMENT = frozenset({"incised", "edge", "gold", "horn", "ground", "iris"})
BEYOND = 0.25
"""A shape may reach beyond its viewBox by so large a part of it, its handles included. Own choice."""


class ArtKind(NamedTuple):
    """What drawings have in common: viewBox, names of inks, and of groups."""

    view: tuple[float, ...]
    inks: frozenset[str]
    groups: frozenset[str] = frozenset()


KINDS = {
    "motif": ArtKind(SQUARE, frozenset({"motif", "field"})),
    "sign": ArtKind(SQUARE, frozenset({"sign", "drawn", "ground", "incised", "outline"})),
    "prisoner": ArtKind(
        SQUARE,
        INKS | {"own", "deep", "pale", "skin", "shade", "blush", "shine", "hair", "strand", "straw", "crust", "grey"},
        frozenset({"hair", "bust", "face", "carried", "hand", "sign"}),
    ),
    "coin": ArtKind(SQUARE, INKS),
    "wing": ArtKind(SQUARE, INKS, frozenset({"plumage"})),
    "bull": ArtKind((-13.0, -14.0, 26.0, 28.0), INKS | {"rim", "incised"}),
    "half": ArtKind((0.0, 0.0, 45.0, 45.0), INKS | {"rim", "incised", "iris", "jewel"}),
    "goods": ArtKind(SQUARE, INKS),
    "rosette": ArtKind((-50.0, -50.0, 100.0, 100.0), frozenset({"ground", "horn", "gold", "rim"})),
    "bull-face": ArtKind((-400.0, -100.0, 800.0, 1200.0), ORNAMENT),
    "bull-eye": ArtKind((-150.0, -150.0, 300.0, 300.0), ORNAMENT),
    "bull-cheek": ArtKind((-50.0, -350.0, 700.0, 450.0), ORNAMENT),
    "bull-chest": ArtKind((-150.0, -150.0, 300.0, 300.0), ORNAMENT),
    "bull-mane": ArtKind((-300.0, -1300.0, 600.0, 1300.0), ORNAMENT),
}
"""By name, or by its first word."""


class ArtShape(Struct, frozen=True):
    """A path with the names of its inks, empty for none; `thin` is the width of its line in line art."""

    shape: Shape
    fill: str
    line: str
    thin: float


class ArtGroup(Struct, frozen=True):
    """Shapes in a space of their own."""

    name: str
    items: Art
    transform: Transform


Art: TypeAlias = "tuple[ArtShape | ArtGroup, ...]"


def paint(art: Art, inks: Mapping[str, str | None], *, line_art: bool, rim: float = 0.0) -> tuple[Shape | Group, ...]:
    """Return a drawing in inks by their names, of which None paints nothing; lines of the ink `rim` have that width."""
    found: list[Shape | Group] = []
    for item in art:
        if isinstance(item, ArtGroup):
            inner = paint(item.items, inks, line_art=line_art, rim=rim)
            found.append(Group(item.name, inner, item.transform))
        else:
            width = rim if item.line == "rim" else item.thin if line_art else item.shape.width
            line = inks[item.line] if item.line and width else None
            fill = inks[item.fill] if item.fill else None
            found.append(replace(item.shape, fill=fill, stroke=line, width=width if line else 0))
    return tuple(found)


def named_inks(inks: Inks) -> dict[str, str]:
    """Return the inks of a theme by the names that drawings have for them."""
    return {name.replace("_", "-"): ink for name, ink in asdict(inks).items() if isinstance(ink, str)}


def art_called(name: str, own: Iterable[ArtFile]) -> Art:
    """Return a drawing: the project's own, else the shipped one.

    Raises:
        InputError: mistakes in its file.
    """
    return _read(next((file for file in own if file.id == name), None) or _shipped(name))


@cache
def _shipped(name: str) -> ArtFile:
    return art_file(_shipped_files(library.root())[name])


@cache
def _shipped_files(_root: Path) -> dict[str, ShelfFile]:
    """Return the shipped drawings; the folder that they are below is the key of the memory alone."""
    return library.shipped_art()


def load_look(theme: ShelfFile) -> Look:
    """Read a theme and the project's own drawings.

    Raises:
        InputError: every mistake in them.
    """
    found = load_theme(theme)
    mistakes, there = list[Mistake](), library.shipped_art()
    for file in found.art:
        if file.id in there or file.id.startswith("motif-"):
            gathered(mistakes, partial(_read, file))
        else:
            message = f"no drawing is called {file.id!r}; {suggestion(file.id, there)}"
            mistakes.append(Mistake(Place(file.name), message))
    refuse(mistakes)
    return found


@lru_cache(maxsize=256)
def _read(file: ArtFile) -> Art:
    return _ArtReader(file.name, KINDS.get(file.id) or KINDS[file.id.partition("-")[0]]).read(file.raw)


# -- reading -----------------------------------------------------------------------------------------------------------

ASIDE = frozenset({"title", "desc", "metadata", "style", "defs"})
"""Elements that are no part of the drawing, as all are that are not SVG."""
PAINT = frozenset({"fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"})
"""What elements inherit."""

CAPS: Mapping[str, Literal["butt", "round", "square"]] = {"butt": "butt", "round": "round", "square": "square"}
JOINS: Mapping[str, Literal["miter", "round", "bevel"]] = {"miter": "miter", "round": "round", "bevel": "bevel"}


class _Element(NamedTuple):
    """An open element.

    Attributes:
        paint: what its kids inherit.
        space: where they lie in the group with a class that is around them.
        whole: where that group lies in the drawing.
        aside: whether they are no part of the drawing.
        group: itself without its items, if it is a group with a class.
    """

    paint: Mapping[str, str]
    space: Transform = Transform()
    whole: Transform = Transform()
    aside: bool = False
    group: ArtGroup | None = None


class _ArtReader(SvgReader):
    """A reading of one drawing."""

    def __init__(self, name: str, kind: ArtKind) -> None:
        super().__init__(name)
        self._kind, self._points = kind, 0
        self._elements = [_Element({})]
        self._items: list[list[ArtShape | ArtGroup]] = [[]]
        self._mistakes: list[Mistake] = []

    def read(self, raw: bytes) -> Art:
        """Return the drawing.

        Raises:
            InputError: every mistake in it.
        """
        self.size_of(raw)
        refuse(self._mistakes)
        return tuple(self._items[0])

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Read an element; what is wrong with it is a mistake at its place."""
        around, (namespace, _, kind) = self._elements[-1], tag.rpartition(" ")
        styles = (one.partition(":") for one in attributes.get("style", "").split(";"))
        own = {**attributes, **{name.strip(): value.strip() for name, _, value in styles}}
        element = around._replace(
            paint={**around.paint, **{name: value for name, value in own.items() if name in PAINT}},
            aside=around.aside or namespace != SVG or kind in ASIDE,
            group=None,
        )
        try:
            if not element.aside:
                space = around.space @ _transform(own.get("transform", ""))
                element = self._read_element(kind, own, element._replace(space=space))
        except (ValueError, ArithmeticError) as error:
            self._mistakes.append(Mistake(self.place, str(error)))
        self._elements.append(element)

    def end(self) -> None:
        """Close an element, and a group with all that it holds."""
        if (group := self._elements.pop().group) is not None:
            items = tuple(self._items.pop())
            self._items[-1].append(replace(group, items=items))

    def _read_element(self, kind: str, own: Mapping[str, str], element: _Element) -> _Element:
        """Read a shape, or return a group as its kids see it.

        Raises:
            ValueError: a mistake.
        """
        names = own.get("class", "").split()
        if kind == "svg" and len(self._elements) == 1:
            if own.get("viewBox", "").replace(",", " ").split() != (view := [f"{side:g}" for side in self._kind.view]):
                raise ValueError(f"its viewBox is to be {' '.join(view)!r}, as that of the shipped drawing")
        elif kind == "g" and names:
            _check_names(names[:1], self._kind.groups)
            self._items.append([])
            group, whole = ArtGroup(names[0], (), element.space), element.whole @ element.space
            return element._replace(space=Transform(), whole=whole, group=group)
        elif kind != "g":
            self._items[-1].append(self._shape(_path_text(kind, own), names, element, own.get("data-line-art")))
        return element

    def _shape(self, text: str, names: list[str], element: _Element, thin: str | None) -> ArtShape:
        """Return a shape with the names of its inks."""
        paint = element.paint
        filled, lined = paint.get("fill") != "none", paint.get("stroke", "none") != "none"
        if not (filled or lined):
            raise ValueError("has neither a fill nor a stroke")
        inks = [*(names or [""]), *(["outline"] if filled and lined and len(names) < 2 else [])]
        _check_names(inks, self._kind.inks)
        space = element.space
        grown = math.sqrt(abs(space.a * space.d - space.b * space.c))
        width = grown * _length(paint.get("stroke-width", "1")) if lined else 0.0
        shape = Shape(
            self._path(text, element),
            width=width,
            cap=CAPS.get(paint.get("stroke-linecap", ""), "butt"),
            join=JOINS.get(paint.get("stroke-linejoin", ""), "miter"),
            even_odd=paint.get("fill-rule") == "evenodd",
        )
        fill, line = inks[0] if filled else "", inks[filled] if lined else ""
        return ArtShape(shape, fill, line, width if thin is None else _length(thin))

    def _path(self, text: str, element: _Element) -> PathData:
        """Return a path where it lies in its group."""
        found, whole, space = list[Segment](), element.whole, element.space
        left, top, wide, high = self._kind.view
        is_whole = whole == Transform()
        for command, points in svg_steps(text):
            self._points += len(points)
            if self._points > bounds.ART_POINTS:
                self._refuse(f"has more than {bounds.ART_POINTS} points, handles included; make it simpler")
            places = [space.apply(point.real, point.imag) for point in points]
            for x, y in places if is_whole else [whole.apply(*place) for place in places]:
                if not (abs((x - left) / wide - 0.5) < 0.5 + BEYOND and abs((y - top) / high - 0.5) < 0.5 + BEYOND):
                    raise ValueError(f"reaches {x:.4g} {y:.4g}, far out of the viewBox")
            found.append((command, tuple(chain.from_iterable(hundredths(*place) for place in places))))
        return tuple(found)


def _check_names(names: Iterable[str], known: frozenset[str]) -> None:
    for name in names:
        if name not in known:
            message = f"unknown class {name[:40]!r}" if name else "has no class, which names its ink"
            raise ValueError(f"{message}; {suggestion(name, sorted(known))}")


def _number(text: str) -> float:
    try:
        return float(text.removesuffix("px"))
    except ValueError:
        raise ValueError(f"{text[:40]!r} is no number") from None


def _length(text: str) -> float:
    """Return a length in the drawing's own units."""
    length = _number(text)
    if not 0 <= length < 100:
        raise ValueError(f"{text[:40]!r} is no width of a line")
    return length


def _transform(text: str) -> Transform:
    """Return what a `transform` does."""
    found = Transform()
    *calls, rest = text.split(")")
    for name, _, arguments in (call.partition("(") for call in (*calls, *filter(str.strip, [rest]))):
        match name.strip(", \t\r\n"), [_number(one) for one in arguments.replace(",", " ").split()]:
            case "matrix", [a, b, c, d, e, f]:
                found @= Transform(a, b, c, d, e, f)
            case "translate", [x, *down] if len(down) < 2:
                found @= Transform(e=x, f=math.fsum(down))
            case "scale", [x, *down] if len(down) < 2:
                found @= Transform(a=x, d=down[0] if down else x)
            case "rotate", [angle, *at] if len(at) in {0, 2}:
                x, y = at or (0.0, 0.0)
                found @= Transform.placing(x, y, angle_deg=angle) @ Transform(e=-x, f=-y)
            case _:
                raise ValueError(f"its transform has {name.strip()[:40]!r}; write matrix, translate, scale or rotate")
    return found


def _path_text(kind: str, own: Mapping[str, str]) -> str:
    """Return a shape as the commands of a path."""

    def side(name: str) -> float:
        return _number(own.get(name, "0"))

    match kind:
        case "path":
            return own.get("d", "")
        case "polyline" | "polygon":
            return f"M{own.get('points', '')}{'Z' if kind == 'polygon' else ''}"
        case "line":
            return f"M{side('x1')} {side('y1')} {side('x2')} {side('y2')}"
        case "rect" if not {"rx", "ry"} & own.keys():
            return f"M{side('x')} {side('y')}h{side('width')}v{side('height')}h{-side('width')}z"
        case "circle" | "ellipse":
            x, y, rx, ry = (side(name) for name in ("cx", "cy", *(("r", "r") if kind == "circle" else ("rx", "ry"))))
            ends = (x, y + ry), (x - rx, y), (x, y - ry), (x + rx, y)
            return f"M{x + rx} {y}{''.join(f'A{rx} {ry} 0 0 1 {u} {v}' for u, v in ends)}Z"
    raise ValueError(f"{kind[:40]!r} is no shape that is read; make a path of it")
