"""The symbols that lie in the labyrinth: prisoner, coin and wing, each 10 x 10 units about the origin, y down.

Three silhouettes: a captive in a ring of the player's ink, a knurled disc, a wing that stands free.
"""

from __future__ import annotations

import math
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Group, PathData, Pen, Shape, Transform
from generator.drawing.emblems import labrys, painted
from generator.drawing.freehand import Knot, flipped, mirrored, smooth_path
from generator.drawing.inks import Palette, mix_inks
from generator.games.labyrinth.catalogue.symbol_table import SYMBOLS

_FACE = Pen().ellipse(0, -2.5, 0.82, 1.02).data
_HAIR = smooth_path(
    mirrored(((0, -4.0), (0.95, -3.7), (1.34, -2.8), (1.3, -1.9), (1.72, -1.1), (1.2, -0.75), (0, -0.9)))
)
_FRINGE = smooth_path(mirrored(((0, -3.75), (0.75, -3.5), (1.0, -2.5), (0.72, -2.85), (0.35, -3.05), (0, -2.95))))
_EYES = Pen().circle(0.34, -2.45, 0.15).circle(-0.34, -2.45, 0.15).data
_NECK = Pen().rectangle(-0.33, -1.9, 0.66, 0.8).data
_TUNIC = smooth_path(
    mirrored(
        ((0, -1.05), (0.6, -1.3), (1.6, -1.15, 0), (1.32, -0.3), (0.92, 0.6), (1.35, 1.7), (2.05, 2.75, 0), (0, 3.0))
    )
)
_ARM: tuple[Knot, ...] = ((1.3, -0.8), (2.35, -0.7), (2.95, -1.6), (2.75, -3.55))
_ARMS = smooth_path(_ARM, flipped(_ARM), closed=False)
_LEG: tuple[Knot, ...] = ((0.66, 2.7, 0), (0.7, 4.15, 0), (1.3, 4.25, 0))
_LEGS = smooth_path(_LEG, flipped(_LEG), closed=False)
_CUFFS = Pen().move(2.3, -2.75).line(3.4, -2.8).move(-2.3, -2.75).line(-3.4, -2.8).data
_CHAINS = Pen().dots((3.75, -2.62), (4.2, -2.3), (4.5, -1.85), (-3.75, -2.62), (-4.2, -2.3), (-4.5, -1.85)).data
_BELT = Pen().move(-0.92, 0.66).line(0.92, 0.66).data


def symbol_figure(kind: str, sign: Symbol | None, palette: Palette) -> Group:
    """Return the drawing of a kind of symbol by the function that the table names.

    Args:
        kind: its name in the table.
        sign: of the player's colour; None for those that look the same in every colour.
        palette: of the colour.
    """
    drawn: Group = globals()[SYMBOLS[kind].drawing](sign, palette)
    return drawn


@cache
def prisoner(symbol: Symbol, palette: Palette) -> Group:
    """Draw a captive with shackled arms on a medallion whose ring has the player's ink."""
    return Group("prisoner", (*_medallion(palette), *_captive(symbol, palette)))


def _medallion(palette: Palette) -> tuple[Shape, ...]:
    inks = palette.inks
    ticks = Pen()
    for step in range(12):
        angle = math.tau * (step + 0.5) / 12
        sin, cos = math.sin(angle), math.cos(angle)
        ticks.move(4.05 * sin, 4.05 * cos).line(4.75 * sin, 4.75 * cos)
    ring = Pen().circle(0, 0, 4.42).data
    return (
        Shape(ring, fill=inks.cloth, stroke=inks.outline, width=1.16),
        Shape(ring, stroke=palette.own, width=0.82),
        Shape(ticks.data, stroke=mix_inks(palette.own, inks.outline, 0.35), width=0.16, cap="butt"),
    )


def _captive(symbol: Symbol, palette: Palette) -> tuple[Shape | Group, ...]:
    inks = palette.inks
    sign = painted(symbol, inks.cloth, palette.own, None)
    edge, limb = inks.outline, _ARMS + _LEGS
    return (
        Shape(limb, stroke=inks.cloth, width=1.75),
        Shape(limb, stroke=edge, width=1.24),
        Shape(_HAIR, fill=edge, stroke=inks.cloth, width=0.3),
        Shape(limb, stroke=inks.skin, width=0.82),
        Shape(_NECK + _FACE, fill=inks.skin),
        Shape(_FRINGE + _EYES, fill=edge),
        Shape(_TUNIC, fill=palette.own, stroke=edge, width=0.26),
        Shape(_BELT, stroke=edge, width=0.36, cap="butt"),
        Shape(_CUFFS, stroke=edge, width=0.7, cap="butt"),
        Shape(_CHAINS, stroke=edge, width=0.5),
        Group("sign", sign, Transform.placing(0, 1.85, scale=0.17)),
    )


@cache
def coin(_sign: Symbol | None, palette: Palette) -> Group:
    """Draw a gold coin with a knurled edge and the double axe of Crete."""
    inks = palette.inks
    knurls, dots = Pen(), Pen()
    edge: list[tuple[float, float]] = []
    for step in range(48):
        angle, radius = math.tau * step / 48, 5.0 if step % 2 else 4.62
        edge.append((radius * math.cos(angle), radius * math.sin(angle)))
    knurls.polygon(*edge)
    for step in range(24):
        angle = math.tau * step / 24
        dots.dot(3.86 * math.cos(angle), 3.86 * math.sin(angle))
    line = 0.3 if palette.line_art else 0
    return Group(
        "coin",
        (
            Shape(knurls.data, fill=inks.knurl, stroke=inks.outline, width=0.2),
            Shape(Pen().circle(0, 0, 4.5).data, fill=inks.gold, stroke=inks.outline if line else None, width=line),
            Shape(Pen().arc(0, 0, 4.2, 150, 300).data, stroke=inks.gold_light, width=0.3),
            Shape(dots.data, stroke=inks.gold_deep, width=0.4),
            Shape(Pen().circle(0, 0, 3.4).data, fill=inks.gold_light, stroke=inks.gold_deep, width=0.2),
            *labrys(inks.gold_deep, None),
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


@cache
def wing(_sign: Symbol | None, palette: Palette) -> Group:
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
