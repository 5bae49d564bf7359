"""A display list printed as SVG, through svgwrite.

Width and height are in millimetres and the viewBox has the same numbers, so that every program shows true size. What
bleeds lies outside of the viewBox and shows only in programs that are told to show it.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

import svgwrite
from svgwrite.base import BaseElement

from generator.drawing.display import Drawing, Group, PathData, Shape, number

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


def svg_text(drawing: Drawing) -> str:
    """The drawing as the text of an SVG file."""
    width, height = number(drawing.width), number(drawing.height)
    document = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, profile="full"
    )
    document["id"] = f"component-{drawing.id}"
    document["stroke-linecap"] = document["stroke-linejoin"] = "round"
    document.set_desc(title=drawing.title)
    names: dict[str, int] = {}
    for group in drawing.groups:
        document.add(_group(document, group, names))
    return DECLARATION + tostring(document.get_xml(), encoding="unicode") + "\n"


def _group(document: svgwrite.Drawing, group: Group, names: dict[str, int]) -> BaseElement:
    names[group.name] = names.get(group.name, 0) + 1
    count = names[group.name]
    element = document.g(id=group.name if count == 1 else f"{group.name}-{count}", debug=False)
    if group.transform is not None:
        element["transform"] = f"matrix({group.transform.text})"
    for item in group.items:
        element.add(_group(document, item, names) if isinstance(item, Group) else _path(item))
    return element


class _PlainPath(BaseElement):  # type: ignore[misc]  # svgwrite has no types
    """A path whose attributes are text already, so that svgwrite has nothing to look up, convert or sort.

    Half of the time of writing a drawing went there: svgwrite's own path builds its commands from numbers.
    """

    elementname = "path"

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes

    def get_xml(self) -> Element:
        return Element(self.elementname, self.attributes)


def _path(shape: Shape) -> BaseElement:
    attributes = {"d": path_text(shape.data), "fill": shape.fill or "none"}
    if shape.even_odd:
        attributes["fill-rule"] = "evenodd"
    if shape.stroke:
        attributes["stroke"] = shape.stroke
        attributes["stroke-width"] = number(shape.width)
        if shape.cap != "round":
            attributes["stroke-linecap"] = shape.cap
        if shape.join != "round":
            attributes["stroke-linejoin"] = shape.join
    return _PlainPath(attributes)


def path_text(data: PathData) -> str:
    """Path data as SVG writes it."""
    return "".join([command + numbers for command, numbers in data])
