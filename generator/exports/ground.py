"""How far art is drawn beyond the cut, and what is drawn too near to it.

Both are read off the display list, so that no target has to trust the size of a drawing's bleed::

    +-- bleed ------------------+    reach: the ground, one filled area, goes at least so far
    |  +-- trim: the knife --+  |
    |  |  +-- safe zone --+  |  |    a sign within the trim has to stay within the safe zone,
    |  |  |               |  |  |    as a cut may be off by that much
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from generator.drawing.display_list import Drawing, Group, PathData, Shape, Transform
from generator.exports.flattening import Point, lines_of, moved

CUT = "cut"
"""Name of the group that tells the knife where to go; never part of a picture."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in mm."""


def art(drawing: Drawing, bleed: float | None = None) -> Drawing:
    """The drawing without its cut lines, and with another bleed if one is given."""
    groups = tuple(group for group in drawing.groups if group.name != CUT)
    return replace(drawing, groups=groups, bleed=drawing.bleed if bleed is None else bleed)


def shapes_in(items: Iterable[Group | Shape], within: Transform | None = None) -> Iterator[tuple[Shape, Transform]]:
    """Every shape, with where its own coordinates lie in the drawing's."""
    outer = within or Transform()
    for item in items:
        if isinstance(item, Shape):
            yield item, outer
        else:
            yield from shapes_in(item.items, joined(outer, item.transform) if item.transform else outer)


def joined(outer: Transform, inner: Transform) -> Transform:
    """First the inner, then the outer."""
    a, b, c, d, e, f = outer.a, outer.b, outer.c, outer.d, outer.e, outer.f
    return Transform(
        a * inner.a + c * inner.b,
        b * inner.a + d * inner.b,
        a * inner.c + c * inner.d,
        b * inner.c + d * inner.d,
        a * inner.e + c * inner.f + e,
        b * inner.e + d * inner.f + f,
    )


def points_of(data: PathData, transform: Transform) -> list[Point]:
    """Every point of a path, handles of curves included."""
    found = []
    for _, text in data:
        numbers = [float(word) for word in text.split()]
        found += [moved(transform, point) for point in zip(numbers[::2], numbers[1::2], strict=True)]
    return found


def reach(drawing: Drawing, *, is_round: bool = False) -> float:
    """How far the ground goes beyond the trim on every side, in mm; negative if it stays within.

    The ground is one filled rectangle, or for a round piece one filled circle about its middle.
    """
    found = [-math.inf]
    for shape, transform in shapes_in(art(drawing).groups):
        if shape.fill:
            points = points_of(shape.data, transform)
            commands = "".join(command for command, _ in shape.data)
            if commands == "MLLLZ":
                found.append(_rectangle_reach(points, drawing))
            elif is_round and commands == "MCCCCZ":
                found.append(_disc_reach(points, drawing))
    return max(found)


def _rectangle_reach(points: list[Point], drawing: Drawing) -> float:
    left, top, right, bottom = box_of(points)
    if not all(min(abs(x - left), abs(x - right)) + min(abs(y - top), abs(y - bottom)) < 0.01 for x, y in points):
        return -math.inf
    return min(-left, -top, right - drawing.width, bottom - drawing.height)


def _disc_reach(points: list[Point], drawing: Drawing) -> float:
    """Of a circle as a pen records it: the ends of its four curves are its outermost points."""
    middle = drawing.width / 2, drawing.height / 2
    return min(math.dist(point, middle) for point in points[::3]) - max(drawing.width, drawing.height) / 2


def box_of(points: Iterable[Point]) -> Box:
    """The rectangle around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def unsafe(drawing: Drawing, safe: float) -> dict[str, float]:
    """Signs that a cut which is off by `safe` mm would touch: how near each comes to the cut, by its group's name.

    A sign is a group with a place of its own that lies wholly within the trim; what crosses the trim is ground, which
    may be cut anywhere.
    """
    found: dict[str, float] = {}
    for name, box in _signs(art(drawing).groups, Transform()):
        left, top, right, bottom = box
        near = min(left, top, drawing.width - right, drawing.height - bottom)
        if 0 <= near < safe - 0.005:
            found[name] = min(near, found.get(name, math.inf))
    return found


def _signs(items: Iterable[Group | Shape], outer: Transform) -> Iterator[tuple[str, Box]]:
    """Groups that are placed and hold no placed ones, with the rectangle around each."""
    for item in items:
        if isinstance(item, Group):
            here = joined(outer, item.transform) if item.transform else outer
            inner = list(_signs(item.items, here))
            if inner:
                yield from inner
            elif item.transform and (points := _inked_points(item.items, here)):
                yield item.name, box_of(points)


def _inked_points(items: Iterable[Group | Shape], outer: Transform) -> list[Point]:
    found = []
    for shape, transform in shapes_in(items, outer):
        half = shape.width / 2 * math.hypot(transform.a, transform.b) if shape.stroke else 0.0
        for x, y in (point for chain, _ in lines_of(shape.data, transform) for point in chain):
            found += [(x - half, y - half), (x + half, y + half)]
    return found
