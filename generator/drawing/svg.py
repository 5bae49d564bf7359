"""A display list printed as SVG, through svgwrite.

Width and height are in millimetres and the viewBox has the same numbers, so that every program shows true size. What
bleeds lies outside of the viewBox and shows only in programs that are told to show it.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, fromstring, tostring

import svgwrite
from svgwrite.base import BaseElement

from generator import stopping
from generator.drawing.display import Drawing, Group, PathData, Shape, number

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


def svg_text(drawing: Drawing) -> str:
    """The drawing as the text of an SVG file."""
    stopping.look()
    names: dict[str, int] = {}
    groups = [_Group(group, names).text for group in drawing.groups]
    return file_text(f"component-{drawing.id}", drawing.width, drawing.height, groups, drawing.title)


def file_text(
    name: str, width_mm: float, height_mm: float, elements: Iterable[str], title: str, description: str = ""
) -> str:
    """An SVG file of that size around some elements."""
    width, height = number(width_mm), number(height_mm)
    document = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, profile="full"
    )
    document["id"] = name
    document["stroke-linecap"] = document["stroke-linejoin"] = "round"
    document.set_desc(title=title, desc=description or None)
    opened, end, _ = tostring(document.get_xml(), encoding="unicode").rpartition("</svg>")
    return "".join([DECLARATION, opened, *elements, end, "\n"])


def shape_text(shape: Shape) -> str:
    """The element of a shape."""
    return _Path(shape).text


class _Written(BaseElement):  # type: ignore[misc]  # svgwrite has no types
    """An element that is text already, so that svgwrite has nothing to look up, convert, sort or escape.

    Two thirds of the time of writing a drawing went there. Nothing needs to be escaped: numbers, inks, and names in
    kebab-case. A test holds the text against what svgwrite writes of the same elements.
    """

    elementname = "g"
    text: str

    def get_xml(self) -> Element:
        return fromstring(self.text)  # noqa: S314 - our own text of a moment ago


class _Group(_Written):
    """A group with all that it holds; `names` counts how often each name was given, as an id has to be the only one."""

    def __init__(self, group: Group, names: dict[str, int]) -> None:
        count = names[group.name] = names.get(group.name, 0) + 1
        name = group.name if count == 1 else f"{group.name}-{count}"
        transform = f' transform="matrix({group.transform.text})"' if group.transform is not None else ""
        inner = [(_Group(item, names) if isinstance(item, Group) else _Path(item)).text for item in group.items]
        end = f">{''.join(inner)}</g>" if inner else " />"
        self.text = f'<g id="{name}"{transform}{end}'


class _Path(_Written):
    """A path."""

    def __init__(self, shape: Shape) -> None:
        pieces = [f'<path d="{path_text(shape.data)}" fill="{shape.fill or "none"}"']
        if shape.even_odd:
            pieces.append(' fill-rule="evenodd"')
        if shape.stroke:
            pieces.append(f' stroke="{shape.stroke}" stroke-width="{number(shape.width)}"')
            if shape.cap != "round":
                pieces.append(f' stroke-linecap="{shape.cap}"')
            if shape.join != "round":
                pieces.append(f' stroke-linejoin="{shape.join}"')
            if shape.dash:
                pieces.append(f' stroke-dasharray="{" ".join(map(number, shape.dash))}"')
        pieces.append(" />")
        self.text = "".join(pieces)


def path_text(data: PathData) -> str:
    """Path data as SVG writes it."""
    return "".join([command + numbers for command, numbers in data])
