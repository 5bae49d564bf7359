"""Shared pictures put to their places: by quarter turns of the path itself, or by a group's transform."""

from __future__ import annotations

from functools import cache

from generator.drawing.display_list import Group, PathData, Transform, pair
from generator.geometry import QUARTER_TURNS, turned_point

TILE = 50.0
"""Units on a side of a tile's drawing, whatever its size in millimetres."""


@cache
def turned_data(data: PathData, turns: int) -> PathData:
    """A path turned clockwise by quarter turns about the middle of the tile, digit for digit."""
    if turns % QUARTER_TURNS == 0:
        return data
    return tuple([(command, _turned_text(text, turns)) for command, text in data])


def _turned_text(text: str, turns: int) -> str:
    numbers = iter(map(float, text.split()))
    return " ".join([pair(*turned_point(x, y, turns, TILE)) for x, y in zip(numbers, numbers, strict=True)])


def placed(group: Group, x: float, y: float, scale: float = 1.0, angle_deg: float = 0.0) -> Group:
    """A shared picture at a place of its own."""
    return Group(group.name, group.items, Transform.placing(x, y, scale=scale, angle_deg=angle_deg))
