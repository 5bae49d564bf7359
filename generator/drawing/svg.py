"""A display list printed as SVG, through svgwrite.

Width and height are in millimetres and the viewBox has the same numbers, so that every program shows true size. What
bleeds lies outside of the viewBox and shows only in programs that are told to show it.

svgwrite's own validation is off: the proof reads every file back and is stricter.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias
from xml.etree import ElementTree as ET

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.path import Path

from generator import stopping
from generator.drawing.display_list import Drawing, Group, PathData, Shape, Transform, number

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
KEPT_SHAPES = 512
"""So many shapes are remembered: those of the last few tiles, which have most of their shapes in common."""
FACTORY = svgwrite.Drawing(debug=False)
"""Makes elements without svgwrite's own validation."""
Element: TypeAlias = BaseElement


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
    """Return a shape as an element; it may be added to several files, and nobody may change it."""
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
    return "".join([command + numbers for command, numbers in data])


def _named_group(group: Group, names: dict[str, int]) -> Element:
    """Return a group with all that it holds; `names` counts each name, as an id has to be the only one of its file."""
    count = names[group.name] = names.get(group.name, 0) + 1
    element = FACTORY.g(id=group.name if count == 1 else f"{group.name}-{count}")
    if group.transform is not None:
        element["transform"] = matrix(group.transform)
    for item in group.items:
        element.add(_named_group(item, names) if isinstance(item, Group) else path_element(item))
    return element
