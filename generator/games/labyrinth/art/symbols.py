"""The symbols that lie in the labyrinth: prisoner, coin and wing, each 10 x 10 units about the origin, y down.

Three silhouettes: a person in a ring of the player's ink, an octagon of gold, a wing that stands free.
"""

from __future__ import annotations

import math
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Group, PathData, Pen, Shape, Transform
from generator.drawing.emblems import labrys
from generator.drawing.freehand import Knot, smooth_path
from generator.drawing.inks import Palette, keyed_by_inks
from generator.games.labyrinth.art.prisoners import prisoner  # noqa: F401 - the table names it
from generator.games.labyrinth.catalogue.symbol_table import SYMBOLS


def symbol_figure(kind: str, sign: Symbol | None, palette: Palette, who: int = 0) -> Group:
    """Return the drawing of a kind of symbol by the function that the table names.

    Args:
        kind: its name in the table.
        sign: of the player's colour; None for those that look the same in every colour.
        palette: of the colour.
        who: place in the cast, for those that are people.
    """
    drawn: Group = globals()[SYMBOLS[kind].drawing](sign, palette, who)
    return drawn


def _octagon(reach: float) -> PathData:
    """Return an octagon whose sides lie `reach` from its middle, one side above."""
    corners = [math.tau * (step + 0.5) / 8 for step in range(8)]
    radius = reach / math.cos(math.pi / 8)
    return Pen().polygon(*((radius * math.cos(angle), radius * math.sin(angle)) for angle in corners)).data


@keyed_by_inks
def coin(_sign: Symbol | None, palette: Palette, _who: int) -> Group:
    """Draw a gold coin of eight sides with the double axe of Crete."""
    inks = palette.inks
    studs = Pen()
    for step in range(8):
        angle = math.tau * (step + 0.5) / 8
        studs.dot(4.0 * math.cos(angle), 4.0 * math.sin(angle))
    inner = inks.outline if palette.line_art else None
    return Group(
        "coin",
        (
            Shape(_octagon(4.5), fill=inks.knurl, stroke=inks.outline, width=0.2),
            Shape(_octagon(4.1), fill=inks.gold, stroke=inner, width=0.2 if inner else 0),
            Shape(studs.data, stroke=inks.gold_deep, width=0.5),
            Shape(_octagon(3.3), fill=inks.gold_light, stroke=inks.gold_deep, width=0.26),
            Group("axe", labrys(inks.gold_deep, None), Transform.placing(0, -0.15, scale=1.04)),
        ),
    )


def _feather(root: tuple[float, float], angle_deg: float, length: float, width: float) -> list[Knot]:
    """Return a feather from its root towards an angle (0 right, growing clockwise), rounded at its tip."""
    sin, cos = math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))

    def point(along: float, aside: float) -> tuple[float, float]:
        return root[0] + along * cos - aside * sin, root[1] + along * sin + aside * cos

    half = width / 2
    return [
        (*point(0, half * 0.7), 0), point(length * 0.8, half * 0.9), point(length, -0.1 * half),
        point(length * 0.72, -half), (*point(0, -half * 0.7), 0),
    ]  # fmt: skip


_ROWS = (
    # feathers, first and last root along the arm (0 shoulder .. 1 wrist), first and last angle, lengths, width
    (7, 0.1, 1.0, 88.0, 2.0, 4.3, 7.4, 1.8),
    (5, 0.2, 0.95, 78.0, 9.0, 2.4, 4.4, 1.8),
)


def _arm(share: float) -> tuple[float, float]:
    """Return a point on the wing's arm, from the shoulder at the lower left up to the wrist."""
    u = 1 - share
    x = u * u * -3.5 + 2 * u * share * -4.6 + share * share * -2.2
    y = u * u * 1.0 + 2 * u * share * -3.6 + share * share * -3.6
    return x, y


@cache
def _feather_rows() -> tuple[tuple[PathData, ...], ...]:
    rows = []
    for count, first, last, start, end, short, long, width in _ROWS:
        feathers = []
        for index in range(count):
            share = index / (count - 1)
            root = _arm(first + (last - first) * share)
            feathers.append(
                smooth_path(_feather(root, start + (end - start) * share, short + (long - short) * share**1.3, width))
            )
        rows.append(tuple(feathers))
    return tuple(rows)


@keyed_by_inks
def wing(_sign: Symbol | None, palette: Palette, _who: int) -> Group:
    """Draw one great white wing, spread, in rows of feathers."""
    inks = palette.inks
    rows = _feather_rows()
    arm = smooth_path([_arm(step / 3) for step in range(4)], closed=False)
    edge = inks.outline
    shapes = [Shape(arm, stroke=edge, width=2.7)]
    for row, ink, line in zip(rows, (inks.feather, inks.feather_shade), (0.5, 0.34), strict=True):
        shapes += [Shape(feather, fill=ink, stroke=edge, width=line) for feather in row]
    shapes.append(Shape(arm, stroke=edge, width=2.3))
    shapes.append(Shape(arm, stroke=inks.feather, width=1.75))
    centred = Transform.placing(-0.25, -0.27, scale=0.93)
    return Group("wing", (Group("plumage", tuple(shapes), centred),))
