"""Drawings for places where they are shown at a quarter of their size or less: fewer digits, no thin lines."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from generator.drawing.display_list import Drawing, Group, PathData, Segment, Shape

STEPS = 250
"""Coordinates are rounded to the height divided by this: on a tile shown at 12 mm, to 0.05 mm. Own choice."""
THIN = 140
"""Strokes thinner than the height divided by this are left out: on a tile shown at 12 mm, 0.09 mm. Own choice."""


def coarse(drawing: Drawing) -> Drawing:
    """Return a drawing without what cannot be seen of it where it is shown small."""
    step, thin = max(1, round(100 * drawing.height / STEPS)), drawing.height / THIN
    return replace(drawing, groups=tuple(_coarse_groups(drawing.groups, step, thin)))


def _coarse_groups(groups: tuple[Group, ...], step: int, thin: float) -> Iterator[Group]:
    for group in groups:
        items: list[Group | Shape] = []
        for item in group.items:
            if isinstance(item, Group):
                items += _coarse_groups((item,), step, thin)
            elif item.fill or item.width >= thin:
                stroke = item.stroke if item.width >= thin else None
                items.append(replace(item, data=tuple(_coarse_path(item.data, step)), stroke=stroke))
        if items:
            yield replace(group, items=tuple(items))


def _coarse_path(data: PathData, step: int) -> Iterator[Segment]:
    """Yield the segments of a path at multiples of a step, in hundredths of a mm; those of no length are left out."""
    here: tuple[int, ...] = ()
    for command, hundredths in data:
        there = tuple(round(value / step) * step for value in hundredths)
        if command == "M" or set(zip(there[::2], there[1::2], strict=True)) != {here}:
            yield command, there
        here = there[-2:] or here
