"""The ornaments of components: the players' eight signs, the bull's head, the double axe, and rings of keys.

A sign stands in a square of 10 x 10 units about the origin, y down. Sun, wave, flame and leaf, dolphin, amphora, lily
and shell tell the players apart without any colour, so each has a silhouette of its own. They come from the frescoes,
seals and pots of Crete; the drawings are our own.

The bull's head is seen from the front, in the manner of black-figure pottery: a dark silhouette with incised lines. It
is 24 units wide from horn to horn, the origin between the eyes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Group, PathData, Pen, Shape, Transform
from generator.drawing.freehand import Knot, flipped, mirrored, smooth_path
from generator.drawing.inks import Palette, keyed_by_inks


@keyed_by_inks
def emblem(symbol: Symbol, palette: Palette) -> Group:
    """Draw a sign in the emblem's ink, or as an outline in line art."""
    return Group("emblem", painted(symbol, palette.emblem, palette.deep, palette.trim if palette.line_art else None))


@keyed_by_inks
def painted(symbol: Symbol, ink: str, ground: str, outline: str | None) -> tuple[Shape, ...]:
    """Draw a sign in one ink on its ground, outlined if an outline ink is given."""
    return tuple(_SIGNS[symbol](ink, ground, outline))


@keyed_by_inks
def emblem_badge(symbol: Symbol, palette: Palette) -> Group:
    """Draw a sign on a disc of the player's field."""
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
    return [
        _filled(smooth_path(_CREST), ink, outline),
        Shape(swell, stroke=outline or ink, width=0.5 if outline else 0.85),
    ]


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
        _filled(smooth_path(_FLAME[:-1]), ink, outline),
        Shape(smooth_path(_TONGUE), fill=ground, stroke=outline, width=0.3 if outline else 0),
    ]


def _leaf(ink: str, ground: str, outline: str | None) -> list[Shape]:
    blade = smooth_path(
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
        _filled(smooth_path(_DOLPHIN), ink, outline),
        Shape(smooth_path(_FLANK, closed=False), stroke=outline or ground, width=0.36 if outline else 0.48),
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
        _filled(smooth_path(_EAR, flipped(_EAR)), ink, outline),
        _filled(smooth_path(_JAR), ink, outline),
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
        _filled(smooth_path(_PETAL, flipped(_PETAL)), ink, outline),
        _filled(smooth_path(_BUD), ink, outline),
        _filled(smooth_path(_STALK), ink, outline),
        Shape(Pen().move(-1.5, 2.4).line(1.5, 2.4).data, stroke=outline or ground, width=0.3 if outline else 0.4),
    ]


_FANS = 7
_HINGE = 4.2


def _rib(number: float, reach: float) -> tuple[float, float]:
    """Return a point on a ray (0 .. 7 from left to right) of the shell, a part `reach` of the way from its hinge."""
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
        _filled(smooth_path([*edge, *ears]), ink, outline),
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


_HORN: tuple[Knot, ...] = (
    (1.7, -5.3, 0), (4.6, -4.9), (7.5, -5.6), (9.5, -7.9), (9.6, -11.6, 0), (11.4, -9.2), (11.7, -6.0), (9.7, -2.9),
    (6.4, -1.7), (3.2, -2.2, 0),
)  # fmt: skip
_BULL_EAR: tuple[Knot, ...] = ((3.9, -1.6, 0), (6.2, -1.3), (9.3, 0.9, 0), (7.0, 2.0), (4.3, 1.2, 0))
_BULL_EAR_INNER: tuple[Knot, ...] = ((4.9, -0.4, 0), (6.5, -0.1), (8.1, 0.9, 0), (6.5, 1.1), (5.0, 0.7, 0))
_HEAD: tuple[Knot, ...] = mirrored(
    (
        (0, -6.3), (1.6, -6.2), (3.3, -5.1), (4.6, -3.0), (5.4, -0.7), (5.1, 1.3), (4.3, 3.2), (3.55, 5.4), (3.2, 7.0),
        (3.9, 8.4), (4.2, 10.2), (3.3, 12.1), (1.6, 13.0), (0, 13.1),
    )
)  # fmt: skip
_MUZZLE: tuple[Knot, ...] = mirrored(
    ((0, 7.2), (1.7, 7.2), (3.0, 7.8), (3.65, 9.1), (3.6, 10.5), (2.75, 11.9), (1.3, 12.55), (0, 12.6))
)
_EYE: tuple[Knot, ...] = ((1.4, 1.2, 0), (2.3, -0.25), (3.5, -0.55), (4.65, 0.0, 0), (3.8, 1.1), (2.6, 1.5))
_BROW: tuple[Knot, ...] = ((0.95, 0.7), (1.9, -1.05), (3.3, -1.65), (4.9, -1.1))
_NOSTRIL: tuple[Knot, ...] = ((0.75, 9.6, 0), (1.3, 8.6), (2.2, 8.5), (2.4, 9.3), (1.9, 9.7), (1.6, 9.3), (1.2, 9.5))


def labrys(ink: str, outline: str | None) -> tuple[Shape, ...]:
    """Draw the double axe, 6 units high."""
    blade: tuple[Knot, ...] = (
        (0.1, -1.0, 0), (1.3, -1.3), (2.5, -2.5, 0), (3.05, -1.2), (3.05, 0.4), (2.5, 1.7, 0), (1.3, 0.5),
        (0.1, 0.2, 0),
    )  # fmt: skip
    haft = Pen().rectangle(-0.32, -2.7, 0.64, 5.8).circle(0, -2.75, 0.5).data
    line = 0.3 if outline else 0
    blades = Shape(smooth_path(blade, flipped(blade)), fill=ink, stroke=outline, width=line)
    return blades, Shape(haft, fill=ink, stroke=outline, width=line)


def _curl(x: float, y: float, radius: float, hand: int, turns: float = 1.6) -> list[Knot]:
    """Return a lock of hair: a spiral from the outside in."""
    steps = round(turns * 7)
    return [
        (
            x + hand * radius * (1 - 0.85 * step / steps) * math.cos(math.tau * turns * step / steps + 2.4),
            y + radius * (1 - 0.85 * step / steps) * math.sin(math.tau * turns * step / steps + 2.4),
        )
        for step in range(steps + 1)
    ]


_LOCKS = ((3.35, -2.35, 0.6), (1.0, -4.6, 0.85), (2.55, -3.4, 0.8), (0.95, -2.6, 0.8))


@cache
def _incised() -> PathData:
    """Draw the lines scratched into the silhouette: brows, cheeks, bridge of the nose, curls of the forehead."""
    lines: list[list[Knot]] = []
    for hand in (1, -1):
        sides: list[tuple[Knot, ...]] = [
            _BROW,
            ((1.0, 2.2), (1.25, 3.8), (1.0, 5.4), (1.25, 6.6)),
            ((4.1, 2.3), (3.3, 3.7), (2.65, 5.4), (2.45, 6.6)),
            ((3.1, 2.6), (2.5, 3.8), (2.05, 5.2)),
            ((0.3, 10.7), (1.0, 11.3), (2.1, 11.0), (2.8, 10.2)),
        ]
        lines += [[(hand * knot[0], knot[1]) for knot in side] for side in sides]
        lines += [_curl(hand * x, y, radius, hand) for x, y, radius in _LOCKS]
    return smooth_path(*lines, closed=False)


@cache
def _horn_bands() -> PathData:
    pen = Pen()
    for x, y, tx, ty in ((4.1, -4.9, 4.3, -1.9), (5.1, -4.95, 5.6, -1.75), (6.1, -5.05, 7.0, -1.8)):
        pen.move(x, y).line(tx, ty).move(-x, y).line(-tx, ty)
    return pen.data


def _both(knots: tuple[Knot, ...]) -> PathData:
    return smooth_path(knots, flipped(knots))


@keyed_by_inks
def bull_head(palette: Palette) -> Group:
    """Draw the head with horns, and the double axe between them."""
    inks, edge = palette.inks, palette.inks.outline
    cut = inks.outline if palette.line_art else inks.clay_light
    line = max(0.3, palette.line * 0.8)
    pupils = Pen().circle(3.0, 0.42, 0.68).circle(-3.0, 0.42, 0.68).data
    axe = Group("axe", labrys(inks.gold, edge), Transform.placing(0, -9.6, scale=1.0))
    return Group(
        "head",
        (
            axe,
            Shape(_both(_HORN), fill=inks.horn, stroke=edge, width=line),
            Shape(_horn_bands(), stroke=inks.gold_deep, width=0.3, cap="butt"),
            Shape(_both(_BULL_EAR), fill=inks.bull, stroke=edge, width=line),
            Shape(_both(_BULL_EAR_INNER), fill=inks.clay, stroke=edge, width=0.2),
            Shape(smooth_path(_HEAD), fill=inks.bull, stroke=edge, width=line),
            Shape(_incised(), stroke=cut, width=0.26),
            Shape(smooth_path(_MUZZLE), stroke=cut, width=0.26),
            Shape(_both(_EYE), fill=inks.horn, stroke=cut, width=0.2),
            Shape(pupils, fill=edge),
            Shape(_both(_NOSTRIL), fill=cut),
            Shape(Pen().arc(0, 11.3, 1.75, -35, 215).data, stroke=edge, width=1.0),
            Shape(Pen().arc(0, 11.3, 1.75, -35, 215).data, stroke=inks.gold, width=0.6),
        ),
    )


_HOOK = ((0.0, 0.0), (0.0, 1.0), (0.74, 1.0), (0.74, 0.34), (0.38, 0.34), (0.38, 0.68))
"""One key of the meander: share of its width along the ring, share of its height outwards."""


def key_ring(x: float, y: float, inner: float, outer: float, count: int) -> PathData:
    """Draw a meander of `count` keys between two radii, as lines to be stroked."""
    pen = Pen()
    for key in range(count):
        for index, (u, v) in enumerate(_HOOK):
            angle, radius = math.tau * (key + u) / count, inner + (outer - inner) * v
            (pen.line if index else pen.move)(x + radius * math.cos(angle), y + radius * math.sin(angle))
    pen.circle(x, y, inner)
    return pen.data


def tesserae(x: float, y: float, radius: float, depth: float, count: int, *, odd: bool = False) -> PathData:
    """Draw every other stone of a ring of small stones, from `radius` inwards by `depth`."""
    pen = Pen()
    for stone in range(count):
        start, end = (math.tau * (2 * stone + odd + side) / (2 * count) for side in (0.06, 0.94))
        corners = ((start, radius), (end, radius), (end, radius - depth), (start, radius - depth))
        pen.polygon(*((x + r * math.cos(angle), y + r * math.sin(angle)) for angle, r in corners))
    return pen.data
