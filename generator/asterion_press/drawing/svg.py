"""A drawing or a scene printed as SVG, through svgwrite, and an SVG as pixels, through resvg.

Width and height are in millimetres and the viewBox has the same numbers, so that every program shows true size. What
bleeds lies outside of the viewBox and shows only in programs that are told to show it. What a scene shows several
times, a counter or the coin of many tiles, is defined once and used.

svgwrite's own validation is off: the proof reads every file back and is stricter.

resvg is in the optional extra `picture`; nothing else imports it. It reads no fonts of the system, no settings and no
other file, and the PNG of a drawing holds nothing but pixels and how large they are.
"""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path as PathOnDisk
from typing import Any, Literal, TypeAlias
from xml.etree import ElementTree as ET

from PIL import Image

from asterion_press import stopping
from asterion_press.drawing.display_list import (
    Drawing,
    Group,
    Part,
    Patch,
    PathData,
    Scene,
    Shape,
    Shown,
    Transform,
    number,
    numbers,
)
from asterion_press.errors import LayoutError, from_extra, without_ssl
from asterion_press.geometry import MM_PER_INCH

with without_ssl():
    import svgwrite
    from svgwrite.base import BaseElement
    from svgwrite.path import Path

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
KEPT_SHAPES = 512
"""So many shapes are remembered: those of the last few tiles, which have most of their shapes in common."""
FACTORY = svgwrite.Drawing(debug=False)
"""Makes elements without svgwrite's own validation."""
Element: TypeAlias = BaseElement
Items: TypeAlias = "tuple[Shape | Group, ...]"
MOST_PIXELS = 100_000_000
"""Pixels take four bytes each while they are drawn. Own choice: 400 MB."""


def svg_text(drawing: Drawing) -> str:
    """Return a drawing as the text of an SVG file."""
    stopping.look()
    document = new_document(f"component-{drawing.id}", drawing.width, drawing.height, drawing.title)
    names: dict[str, int] = {}
    for group in drawing.groups:
        document.add(_named_group(group, names))
    return text_of(document)


def new_document(name: str, width_mm: float, height_mm: float, title: str, description: str = "") -> svgwrite.Drawing:
    """Return an SVG file of that size in which nothing is painted yet."""
    width, height = number(width_mm), number(height_mm)
    document = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, profile="full"
    )
    document["id"] = name
    document["stroke-linecap"] = document["stroke-linejoin"] = "round"
    document.set_desc(title=title, desc=description or None)
    return document


def text_of(document: svgwrite.Drawing) -> str:
    """Return the text of an SVG file."""
    return f"{DECLARATION}{ET.tostring(document.get_xml(), encoding='unicode')}\n"


class _WrittenPath(Path):  # type: ignore[misc]  # svgwrite has no types
    """A path that svgwrite turns into XML once, however many files or groups it stands in."""

    _written: ET.Element | None = None

    def get_xml(self) -> ET.Element:
        if self._written is None:
            self._written = super().get_xml()
        return self._written


@lru_cache(KEPT_SHAPES)
def path_element(shape: Shape) -> Element:
    """Return a shape as an element; it may stand in several files and must not be changed."""
    path = _WrittenPath(path_text(shape.data), factory=FACTORY, fill=shape.fill or "none")
    if shape.even_odd:
        path["fill-rule"] = "evenodd"
    if shape.stroke:
        path["stroke"] = shape.stroke
        path["stroke-width"] = number(shape.width)
        if shape.cap != "round":
            path["stroke-linecap"] = shape.cap
        if shape.join != "round":
            path["stroke-linejoin"] = shape.join
        if shape.dash:
            path["stroke-dasharray"] = " ".join(map(number, shape.dash))
    return path


def matrix(transform: Transform) -> str:
    """Return a transform as SVG writes it."""
    return f"matrix({transform.text})"


def path_text(data: PathData) -> str:
    """Return path data as SVG writes it."""
    return "".join([command + numbers(hundredths) for command, hundredths in data])


def _named_group(group: Group, names: dict[str, int]) -> Element:
    """Return a group with all that it holds; `names` counts each name, as an id has to be the only one of its file."""
    count = names[group.name] = names.get(group.name, 0) + 1
    element = FACTORY.g(id=group.name if count == 1 else f"{group.name}-{count}")
    if group.transform is not None:
        element["transform"] = matrix(group.transform)
    for item in group.items:
        element.add(_named_group(item, names) if isinstance(item, Group) else path_element(item))
    return element


def scene_text(scene: Scene) -> str:
    """Return a scene as the text of an SVG file."""
    document = new_document(f"scene-{scene.id}", scene.width, scene.height, scene.title, scene.description)
    items = (item for part in scene.parts for item in (part.items if isinstance(part, Patch) else (part,)))
    shown = {item.drawing.id: item.drawing for item in items if isinstance(item, Shown)}
    counts = Counter[Items]()  # of what groups consist of, wherever they lie
    waiting = [group for drawing in shown.values() for group in drawing.groups]
    while waiting:
        group = waiting.pop()
        counts[group.items] += 1
        waiting += [item for item in group.items if isinstance(item, Group)]
    stock = _Stock({items for items, count in counts.items() if count > 1})
    for part in scene.parts:
        document.add(stock.part(part))
    for drawing in shown.values():
        stock.defined.append(stock.fill(FACTORY.g(id=_name(drawing)), drawing.groups))
    for element in stock.defined:
        document.defs.add(element)
    return text_of(document)


class _Stock:
    """The definitions of a file, each used several times.

    Attributes:
        repeated: what several groups consist of.
        defined: the definitions so far, each after those that it uses.
    """

    def __init__(self, repeated: set[Items]) -> None:
        self.repeated = repeated
        self.defined: list[Element] = []
        self._names: dict[Items | tuple[PathData, str], str] = {}

    def part(self, part: Part) -> Element:
        """Return a part of a scene."""
        if isinstance(part, Shown):
            return self.element(part)
        group = _placed(FACTORY.g(), part.transform)
        if part.clip is not None:
            group["clip-path"] = f"url(#{self.clip(part.clip)})"
        if part.title:
            group.set_desc(title=part.title)
        if part.through is None:
            return self.fill(group, part.items)
        through = FACTORY.g(clip_path=f"url(#{self.clip(part.through, 'nonzero')})")
        group.add(self.fill(through, part.items))
        return group

    def fill(self, group: Element, items: Iterable[Shape | Group | Shown]) -> Element:
        """Return the group after adding items to it."""
        for item in items:
            group.add(self.element(item))
        return group

    def element(self, item: Shape | Group | Shown) -> Element:
        """Return a shape or a group, or a use of a drawing or of what the group consists of."""
        if isinstance(item, Shape):
            return path_element(item)
        if isinstance(item, Shown):
            at = Transform.placing(item.x, item.y, scale=item.height / item.drawing.height)
            return _placed(FACTORY.use(f"#{_name(item.drawing)}"), at)
        if item.items not in self.repeated:
            return self.fill(_placed(FACTORY.g(), item.transform), item.items)
        name = self._names.get(item.items)
        if name is None:
            group = self.fill(FACTORY.g(), item.items)
            name = group["id"] = self._names[item.items] = f"{item.name}-{len(self._names) + 1}"
            self.defined.append(group)
        return _placed(FACTORY.use(f"#{name}"), item.transform)

    def clip(self, data: PathData, rule: Literal["evenodd", "nonzero"] = "evenodd") -> str:
        """Return the name of a clip path."""
        name = self._names.get((data, rule))
        if name is None:
            name = self._names[data, rule] = f"clip-{len(self._names) + 1}"
            clip = FACTORY.clipPath(id=name)
            clip.add(FACTORY.path(path_text(data), clip_rule=rule))
            self.defined.append(clip)
        return name


def _name(drawing: Drawing) -> str:
    return f"drawing-{drawing.id}"


def _placed(element: Element, transform: Transform | None) -> Element:
    """Return the element after moving it where the transform says."""
    if transform is not None and transform != Transform():
        element["transform"] = matrix(transform)
    return element


def _pixels(instead: str, svg: str, width: int, **fonts: Any) -> bytes:
    """Return the PNG file of an SVG file that is `width` pixels wide, on white.

    Raises:
        MissingExtraError: the renderer is not installed; `instead` says what can be done without.
    """
    with from_extra("picture", instead):
        import resvg_py
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, dpi=96, background="#ffffff", skip_system_fonts=True, **fonts
        )
    )


def svg_pixels(svg: str, width: int, fonts: PathOnDisk) -> bytes:
    """Return the PNG file of an SVG file that is `width` pixels wide, on white; its text is set in fonts of a folder.

    Raises:
        MissingExtraError: the renderer is not installed.
        ValueError: the file cannot be drawn.
    """
    families = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), "Alegreya")
    return _pixels("save the picture as PNG", svg, width, font_dirs=[str(fonts)], **families)


def png_bytes(svg: str, width_mm: float, height_mm: float, dpi: int) -> bytes:
    """Return the PNG file of an SVG file of that size.

    Raises:
        MissingExtraError: the renderer is not installed.
        LayoutError: there would be too many pixels.
    """
    width, height = (round(length / MM_PER_INCH * dpi) for length in (width_mm, height_mm))
    if width * height > MOST_PIXELS:
        raise LayoutError(f"{width} x {height} pixels at {dpi} dpi are too many; draw .svg or .pdf")
    png, found = _pixels("draw .svg or .pdf", svg, width), io.BytesIO()
    with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):  # it is our own
        Image.open(io.BytesIO(png)).save(found, "PNG", dpi=(dpi, dpi))
    return found.getvalue()
