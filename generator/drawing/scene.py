"""The scene: several drawings and marks upon them, as one display list that every printer prints.

::

    Scene -- parts -- Patch    shapes, groups and shown drawings in a space of its own, turned, clipped
                  `-- Shown    a drawing as it is: a counter on a prisoner, a sign beside a number

A tile is drawn once and shown as often as it lies there. Lengths of a scene are in whatever unit its maker counts in, x
to the right, y down; who prints it says how long that unit is. A figure of the booklet is printed at a place on a page;
a :class:`Scene` also has a size in mm and stands alone.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.display_list import Drawing, Group, PathData, Shape, Transform


class Shown(Struct, frozen=True):
    """A drawing with the top left corner of its trim at (x, y), as high as told, upright."""

    drawing: Drawing
    x: float
    y: float
    height: float


class Patch(Struct, frozen=True):
    """A part of a scene in a space of its own.

    Attributes:
        name: what a person would call it, such as ``thread``; kebab-case.
        items: painted in this order.
        transform: where the space lies in the scene's.
        clip: what of the items shows, in the patch's space; overlaps of the path's own parts are holes. None for all.
        through: a second clip, whose parts may overlap: what shows through any of them. None for all.
        title: what it is, for those who cannot see it and those who point at it.
    """

    name: str
    items: tuple[Shape | Group | Shown, ...]
    transform: Transform
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


def moved(part: Part, x: float, y: float, scale: float) -> Part:
    """A part of one scene as a part of another, in which the first one's origin lies at (x, y)."""
    if isinstance(part, Shown):
        return Shown(part.drawing, x + part.x * scale, y + part.y * scale, part.height * scale)
    t = part.transform
    there = Transform(t.a * scale, t.b * scale, t.c * scale, t.d * scale, x + t.e * scale, y + t.f * scale)
    return replace(part, transform=there)
