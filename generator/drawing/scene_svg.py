"""A scene printed as SVG: one file that stands alone.

What the scene shows several times, a counter or the coin of many tiles, is defined once and used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape

from generator.drawing.display import Drawing, Group, PathData, Shape, Transform
from generator.drawing.scene import Part, Patch, Scene, Shown
from generator.drawing.svg import file_text, path_text, shape_text

Items: TypeAlias = "tuple[Shape | Group, ...]"


def scene_text(scene: Scene) -> str:
    """The scene as the text of an SVG file."""
    shown = {item.drawing.id: item.drawing for item in _shown(scene.parts)}
    stock = _Stock(_repeated(shown.values()))
    parts = [_part(part, stock) for part in scene.parts]
    for drawing in shown.values():
        groups = "".join([stock.element(group) for group in drawing.groups])
        stock.defined.append(f'<g id="{_name(drawing)}">{groups}</g>')
    elements = ["<defs>", *stock.defined, "</defs>", *parts]
    return file_text(f"scene-{scene.id}", scene.width, scene.height, elements, scene.title, scene.description)


def _shown(parts: Iterable[Part]) -> Iterator[Shown]:
    for part in parts:
        for item in part.items if isinstance(part, Patch) else (part,):
            if isinstance(item, Shown):
                yield item


def _repeated(drawings: Iterable[Drawing]) -> set[Items]:
    """What several groups consist of, wherever they lie."""
    counts = Counter[Items]()
    waiting = [group for drawing in drawings for group in drawing.groups]
    while waiting:
        group = waiting.pop()
        counts[group.items] += 1
        waiting += [item for item in group.items if isinstance(item, Group)]
    return {items for items, count in counts.items() if count > 1}


class _Stock:
    """What a file defines once and uses several times.

    Attributes:
        repeated: what deserves that.
        defined: the definitions so far, each after those that it uses.
    """

    def __init__(self, repeated: set[Items]) -> None:
        self.repeated = repeated
        self.defined: list[str] = []
        self._names: dict[Items | tuple[PathData, str], str] = {}

    def element(self, item: Shape | Group) -> str:
        """A shape or a group, or a use of what the group consists of."""
        if isinstance(item, Shape):
            return shape_text(item)
        if item.items not in self.repeated:
            return f"<g{_transform(item.transform)}>{self._inner(item)}</g>"
        name = self._names.get(item.items)
        if name is None:
            inner = self._inner(item)
            name = self._names[item.items] = f"{item.name}-{len(self._names) + 1}"
            self.defined.append(f'<g id="{name}">{inner}</g>')
        return _use(name, item.transform)

    def _inner(self, group: Group) -> str:
        return "".join([self.element(item) for item in group.items])

    def clip(self, data: PathData, rule: Literal["evenodd", "nonzero"] = "evenodd") -> str:
        """The name of a clip path."""
        name = self._names.get((data, rule))
        if name is None:
            name = self._names[data, rule] = f"clip-{len(self._names) + 1}"
            self.defined.append(f'<clipPath id="{name}"><path d="{path_text(data)}" clip-rule="{rule}" /></clipPath>')
        return name


def _part(part: Part, stock: _Stock) -> str:
    if isinstance(part, Shown):
        return _shown_text(part)
    clip = f' clip-path="url(#{stock.clip(part.clip)})"' if part.clip is not None else ""
    title = f"<title>{escape(part.title)}</title>" if part.title else ""
    items = "".join([_shown_text(item) if isinstance(item, Shown) else stock.element(item) for item in part.items])
    if part.through is not None:
        items = f'<g clip-path="url(#{stock.clip(part.through, "nonzero")})">{items}</g>'
    return f"<g{_transform(part.transform)}{clip}>{title}{items}</g>"


def _shown_text(shown: Shown) -> str:
    return _use(_name(shown.drawing), Transform.placing(shown.x, shown.y, scale=shown.height / shown.drawing.height))


def _name(drawing: Drawing) -> str:
    return f"drawing-{drawing.id}"


def _use(name: str, transform: Transform | None) -> str:
    return f'<use xlink:href="#{name}"{_transform(transform)} />'


def _transform(transform: Transform | None) -> str:
    return "" if transform is None or transform == Transform() else f' transform="matrix({transform.text})"'
