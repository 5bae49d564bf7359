"""The eight signs of the players, each in a square of 10 x 10 units about the origin, y down.

Sun, wave, flame and leaf, dolphin, amphora, lily and shell tell the players apart without any colour, so each has a
silhouette of its own. They come from the frescoes, seals and pots of Crete; the drawings are our own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.curves import Knot, flipped, mirrored, smooth
from generator.drawing.display_list import Group, PathData, Pen, Shape, Transform
from generator.drawing.inks import Palette


@cache
def emblem(symbol: Symbol, palette: Palette) -> Group:
    """The sign in the emblem's ink, or as an outline in line art."""
    return Group("emblem", painted(symbol, palette.emblem, palette.deep, palette.trim if palette.line_art else None))


@cache
def painted(symbol: Symbol, ink: str, ground: str, outline: str | None) -> tuple[Shape, ...]:
    """The sign in one ink on its ground, with an outline if there is an ink for it."""
    return tuple(_SIGNS[symbol](ink, ground, outline))


@cache
def emblem_badge(symbol: Symbol, palette: Palette) -> Group:
    """The sign on a disc of the player's field."""
    ring = Shape(Pen().circle(0, 0, 4.9).data, fill=palette.field, stroke=palette.own, width=0.25)
    sign = painted(symbol, palette.emblem, palette.field, palette.trim if palette.line_art else None)
    return Group("emblem", (ring, Group("sign", sign, Transform.placing(0, 0, scale=0.72))))


def _filled(data: PathData, ink: str, outline: str | None) -> Shape:
    return Shape(data, fill=ink, stroke=outline, width=0.42 if outline else 0, even_odd=True)


def _sun(ink: str, ground: str, outline: str | None) -> list[Shape]:
    pen = Pen()
    for ray in range(12):
        angle, long = math.tau * ray / 12, 5.0 if ray % 2 == 0 else 4.25
        spread, inner = 0.2, 2.95
        pen.polygon(
            (inner * math.sin(angle - spread), -inner * math.cos(angle - spread)),
            (long * math.sin(angle), -long * math.cos(angle)),
            (inner * math.sin(angle + spread), -inner * math.cos(angle + spread)),
        )
    pen.circle(0, 0, 2.45)
    return [_filled(pen.data, ink, outline), Shape(Pen().circle(0, 0, 1.3).data, stroke=outline or ground, width=0.42)]


_CREST: tuple[Knot, ...] = (
    (-5.0, 3.0, 0), (-3.6, 1.6), (-3.0, -0.9), (-1.9, -3.3), (0.4, -4.6), (2.9, -4.1), (4.3, -2.2), (4.1, -0.3),
    (2.7, 0.8), (1.5, 0.1, 0), (2.5, -0.5), (2.6, -1.6), (1.7, -2.3), (0.4, -1.8), (0.1, -0.2), (0.9, 1.5), (2.6, 2.6),
    (5.0, 3.0, 0),
)  # fmt: skip


def _wave(ink: str, ground: str, outline: str | None) -> list[Shape]:
    del ground
    swell = Pen().move(-4.4, 4.5).curve(-2.9, 3.7, -1.6, 3.7, -0.1, 4.3).curve(1.4, 4.9, 2.9, 4.9, 4.4, 4.2).data
    return [_filled(smooth(_CREST), ink, outline), Shape(swell, stroke=outline or ink, width=0.5 if outline else 0.85)]


_FLAME: tuple[Knot, ...] = (
    (0.5, -5.0, 0), (1.5, -3.1), (3.0, -0.9), (3.5, 1.4), (2.9, 3.4), (1.2, 4.75), (-0.9, 4.8), (-2.8, 3.6),
    (-3.5, 1.5), (-3.1, -0.4), (-2.3, -1.9, 0), (-1.7, -0.6), (-1.1, -0.2, 0), (-0.7, -2.2), (0.5, -5.0, 0),
)  # fmt: skip
_TONGUE: tuple[Knot, ...] = (
    (0.6, -0.9, 0), (1.1, 0.6), (1.7, 2.0), (1.3, 3.4), (0.1, 4.0), (-1.2, 3.5), (-1.6, 2.2), (-1.1, 1.2, 0),
    (-0.5, 1.7), (-0.1, 1.6, 0), (0.0, 0.4),
)  # fmt: skip


def _flame(ink: str, ground: str, outline: str | None) -> list[Shape]:
    return [
        _filled(smooth(_FLAME[:-1]), ink, outline),
        Shape(smooth(_TONGUE), fill=ground, stroke=outline, width=0.3 if outline else 0),
    ]


def _leaf(ink: str, ground: str, outline: str | None) -> list[Shape]:
    blade = smooth(
        mirrored(((0, -5.0, 0), (1.4, -3.3), (2.9, -0.9), (2.7, 1.3), (1.3, 2.8), (0.28, 3.3, 0), (0.3, 4.9, 0)))
    )
    veins = Pen().move(0, -3.4).line(0, 3.3)
    for y in (-1.6, 0.1, 1.8):
        reach = 1.75 - abs(y) * 0.28
        veins.move(-reach, y - reach * 0.75).line(0, y).line(reach, y - reach * 0.75)
    return [_filled(blade, ink, outline), Shape(veins.data, stroke=outline or ground, width=0.36 if outline else 0.48)]


_DOLPHIN: tuple[Knot, ...] = (
    (-5.0, 1.9, 0), (-4.1, 0.5), (-3.5, -1.1), (-1.9, -2.9), (0.3, -3.5, 0), (1.2, -4.6), (2.7, -5.0, 0),
    (2.3, -4.0), (2.4, -2.9, 0), (3.7, -1.0), (3.8, 1.6, 0), (4.8, 2.5), (5.0, 4.2, 0), (3.4, 3.3, 0), (1.6, 4.0, 0),
    (1.8, 2.6), (2.7, 1.6, 0), (2.3, 0.5), (1.0, 0.0), (-0.4, 0.3, 0), (-0.3, 1.7), (-1.1, 3.1, 0), (-1.9, 2.0),
    (-2.2, 0.9, 0), (-3.4, 1.5), (-4.4, 2.4, 0),
)  # fmt: skip
_FLANK: tuple[Knot, ...] = ((-3.9, 0.9), (-2.1, -0.6), (-0.2, -1.5), (1.6, -1.1), (3.0, 0.6))


def _dolphin(ink: str, ground: str, outline: str | None) -> list[Shape]:
    eye = Pen().circle(-2.55, -1.25, 0.42).data
    return [
        _filled(smooth(_DOLPHIN), ink, outline),
        Shape(smooth(_FLANK, closed=False), stroke=outline or ground, width=0.36 if outline else 0.48),
        Shape(eye, fill=outline or ground),
    ]


_JAR: tuple[Knot, ...] = mirrored(
    (
        (0, -5.0, 0), (1.9, -5.0, 0), (1.9, -4.2, 0), (1.0, -3.9, 0), (0.95, -2.7), (2.3, -1.6), (2.9, 0.1), (2.2, 2.2),
        (0.85, 4.0, 0), (1.7, 4.3, 0), (1.7, 5.0, 0), (0, 5.0, 0),
    )
)  # fmt: skip
_EAR: tuple[Knot, ...] = (
    (0.9, -3.8, 0), (2.8, -4.1), (4.2, -3.0), (4.0, -1.2), (2.6, 0.1, 0), (2.4, -0.9, 0), (3.2, -1.6), (3.2, -2.6),
    (2.4, -3.1), (0.9, -2.9, 0),
)  # fmt: skip


def _amphora(ink: str, ground: str, outline: str | None) -> list[Shape]:
    bands = Pen().move(-2.55, -0.9).line(2.55, -0.9).move(-2.15, 1.9).line(2.15, 1.9)
    bands.move(-2.7, 1.0)
    for step in range(1, 7):
        bands.line(-2.7 + step * 0.9, 1.0 - step % 2)
    return [
        _filled(smooth(_EAR, flipped(_EAR)), ink, outline),
        _filled(smooth(_JAR), ink, outline),
        Shape(bands.data, stroke=outline or ground, width=0.32 if outline else 0.44, cap="butt"),
    ]


_BUD: tuple[Knot, ...] = mirrored(((0, -5.0, 0), (1.0, -3.3), (1.25, -1.4), (0.7, 0.8), (0, 2.2, 0)))
_PETAL: tuple[Knot, ...] = (
    (0.35, 2.5, 0), (1.2, 0.4), (1.9, -1.9), (3.3, -3.1), (4.7, -2.3), (4.9, -0.7), (3.8, 0.1), (3.0, -0.5, 0),
    (3.7, -0.7), (3.8, -1.4), (3.2, -1.4), (2.8, 0.2), (1.7, 2.3), (0.5, 3.3, 0),
)  # fmt: skip
_STALK: tuple[Knot, ...] = mirrored(
    ((0, 2.3, 0), (1.5, 2.5, 0), (1.5, 3.4, 0), (0.5, 3.5, 0), (0.9, 5.0, 0), (0, 5.0, 0))
)


def _lily(ink: str, ground: str, outline: str | None) -> list[Shape]:
    return [
        _filled(smooth(_PETAL, flipped(_PETAL)), ink, outline),
        _filled(smooth(_BUD), ink, outline),
        _filled(smooth(_STALK), ink, outline),
        Shape(Pen().move(-1.5, 2.4).line(1.5, 2.4).data, stroke=outline or ground, width=0.3 if outline else 0.4),
    ]


_FANS = 7
_HINGE = 4.2


def _rib(number: float, reach: float) -> tuple[float, float]:
    """A point on a ray (0 .. 7 from left to right) of the shell, a part `reach` of the way from its hinge."""
    angle = math.radians(-48 + 96 * number / _FANS)
    length = (9.2 - 2.6 * abs(number / _FANS - 0.5) ** 2 * 4) * reach
    return length * math.sin(angle), _HINGE - length * math.cos(angle)


def _shell(ink: str, ground: str, outline: str | None) -> list[Shape]:
    edge: list[Knot] = []
    ribs = Pen()
    for number in range(_FANS + 1):
        edge.append((*_rib(number, 0.94), 0))
        if number < _FANS:
            edge += [_rib(number + share, 1.0) for share in (0.25, 0.75)]
        if 0 < number < _FANS:
            ribs.move(*_rib(number, 0.3)).line(*_rib(number, 0.94))
    ears: list[Knot] = [(3.6, 1.6), (1.5, 3.2, 0), (2.1, 4.8, 0), (-2.1, 4.8, 0), (-1.5, 3.2, 0), (-3.6, 1.6)]
    return [
        _filled(smooth([*edge, *ears]), ink, outline),
        Shape(ribs.data, stroke=outline or ground, width=0.32 if outline else 0.46),
    ]


_SIGNS: dict[Symbol, Callable[[str, str, str | None], list[Shape]]] = {
    "sun": _sun,
    "wave": _wave,
    "flame": _flame,
    "leaf": _leaf,
    "dolphin": _dolphin,
    "amphora": _amphora,
    "lily": _lily,
    "shell": _shell,
}
