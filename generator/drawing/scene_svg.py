"""A scene printed as SVG: one file that stands alone.

What the scene shows several times, a counter or the coin of many tiles, is defined once and used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from generator.drawing.display_list import Drawing, Group, PathData, Shape, Transform
from generator.drawing.scene import Part, Patch, Scene, Shown
from generator.drawing.svg import FACTORY, Element, matrix, new_document, path_element, path_text, text_of

Items: TypeAlias = "tuple[Shape | Group, ...]"


def scene_text(scene: Scene) -> str:
    """Return a scene as the text of an SVG file."""
    document = new_document(f"scene-{scene.id}", scene.width, scene.height, scene.title, scene.description)
    shown = {item.drawing.id: item.drawing for item in _shown(scene.parts)}
    stock = _Stock(_repeated(shown.values()))
    for part in scene.parts:
        document.add(_part(part, stock))
    for drawing in shown.values():
        stock.define(_holding(FACTORY.g(id=_name(drawing)), drawing.groups, stock))
    for element in stock.defined:
        document.defs.add(element)
    return text_of(document)


def _shown(parts: Iterable[Part]) -> Iterator[Shown]:
    for part in parts:
        for item in part.items if isinstance(part, Patch) else (part,):
            if isinstance(item, Shown):
                yield item


def _repeated(drawings: Iterable[Drawing]) -> set[Items]:
    """Return what several groups consist of, wherever they lie."""
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
        self.defined: list[Element] = []
        self._names: dict[Items | tuple[PathData, str], str] = {}

    def define(self, element: Element) -> None:
        """Add a definition."""
        self.defined.append(element)

    def element(self, item: Shape | Group) -> Element:
        """Return a shape or a group, or a use of what the group consists of."""
        if isinstance(item, Shape):
            return path_element(item)
        if item.items not in self.repeated:
            return _holding(_placed(FACTORY.g(), item.transform), item.items, self)
        name = self._names.get(item.items)
        if name is None:
            group = _holding(FACTORY.g(), item.items, self)
            name = group["id"] = self._names[item.items] = f"{item.name}-{len(self._names) + 1}"
            self.define(group)
        return _use(name, item.transform)

    def clip(self, data: PathData, rule: Literal["evenodd", "nonzero"] = "evenodd") -> str:
        """Return the name of a clip path."""
        name = self._names.get((data, rule))
        if name is None:
            name = self._names[data, rule] = f"clip-{len(self._names) + 1}"
            clip = FACTORY.clipPath(id=name)
            clip.add(FACTORY.path(path_text(data), clip_rule=rule))
            self.define(clip)
        return name


def _part(part: Part, stock: _Stock) -> Element:
    if isinstance(part, Shown):
        return _use_of(part)
    group = _placed(FACTORY.g(), part.transform)
    if part.clip is not None:
        group["clip-path"] = f"url(#{stock.clip(part.clip)})"
    if part.title:
        group.set_desc(title=part.title)
    if part.through is None:
        return _holding(group, part.items, stock)
    through = FACTORY.g(clip_path=f"url(#{stock.clip(part.through, 'nonzero')})")
    group.add(_holding(through, part.items, stock))
    return group


def _holding(group: Element, items: Iterable[Shape | Group | Shown], stock: _Stock) -> Element:
    """Return the group after adding items to it."""
    for item in items:
        group.add(_use_of(item) if isinstance(item, Shown) else stock.element(item))
    return group


def _use_of(shown: Shown) -> Element:
    return _use(_name(shown.drawing), Transform.placing(shown.x, shown.y, scale=shown.height / shown.drawing.height))


def _name(drawing: Drawing) -> str:
    return f"drawing-{drawing.id}"


def _use(name: str, transform: Transform | None) -> Element:
    return _placed(FACTORY.use(f"#{name}"), transform)


def _placed(element: Element, transform: Transform | None) -> Element:
    """Return the element after moving it where the transform says."""
    if transform is not None and transform != Transform():
        element["transform"] = matrix(transform)
    return element
