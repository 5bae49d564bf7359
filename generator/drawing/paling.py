"""Drawings in pale inks, as a background to something that matters more."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.display_list import Drawing, Group, Shape
from generator.drawing.inks import mixed

PAPER = "#ffffff"
SHARE = 0.62
"""How much of the paper is in each ink: in grey, too, what is pale can be told from what is not, and still be read."""


def paled(drawing: Drawing) -> Drawing:
    """The same drawing with every ink made pale, under an id of its own."""
    return replace(drawing, id=f"pale-{drawing.id}", groups=tuple(map(_group, drawing.groups)))


def _group(group: Group) -> Group:
    return replace(
        group, items=tuple(_group(item) if isinstance(item, Group) else _shape(item) for item in group.items)
    )


def _shape(shape: Shape) -> Shape:
    return replace(shape, fill=_pale(shape.fill), stroke=_pale(shape.stroke))


def _pale(ink: str | None) -> str | None:
    return mixed(ink, PAPER, SHARE) if ink else ink
