"""Fronts and backs of the pieces: half of a bull's head with one horn; rings and a rosette that tell nothing.

A left and a right piece of any values, laid side by side, make one head: every line meets the joint at one height.
The art is drawn for the right piece, whose left side is the joint, and mirrored for the left one. Millimetres on a
piece of 45 mm, the origin at the top left of the trim.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed, transformed
from generator.drawing.emblems import emblem, key_ring, painted, tesserae
from generator.drawing.freehand import Knot, smooth
from generator.drawing.inks import Palette, lab, mixed
from generator.drawing.lettering import lettered
from generator.games.minotaurus.ornaments import rosette
from generator.games.minotaurus.pieces import Horn
from generator.games.minotaurus.vectors import Point

PIECE = 45.0
"""The size that all is drawn at; pieces of another size are scaled as a whole."""
BLEED_MM = 3.0
BEYOND = 3.3
"""How far the art goes over the trim: past the bleed, so that rounding leaves no hair of paper."""
HALO = 20.5
HALO_Y = 25.0
"""The middle of the halo on the joint."""

_HEAD: tuple[Knot, ...] = (
    (-BEYOND, 12.4, 0), (0.0, 12.4, 0), (3.6, 12.5), (6.9, 14.2), (9.5, 17.4), (10.9, 21.2), (10.3, 25.0), (8.8, 28.6),
    (7.4, 32.0), (6.9, 34.6), (8.3, 36.8), (8.8, 39.0), (7.0, 41.0), (3.6, 42.0), (0.0, 42.1, 0), (-BEYOND, 42.1, 0),
)  # fmt: skip
_MUZZLE: tuple[Knot, ...] = (
    (-BEYOND, 34.3, 0), (0.0, 34.3, 0), (3.6, 34.3), (6.6, 35.7), (7.9, 37.7), (7.6, 39.6), (5.8, 40.9), (2.9, 41.4),
    (0.0, 41.5, 0), (-BEYOND, 41.5, 0),
)  # fmt: skip
_EAR: tuple[Knot, ...] = ((9.6, 18.2, 0), (13.6, 18.9), (18.0, 21.0), (21.8, 24.6, 0), (16.6, 25.2), (11.2, 22.4, 0))
_EAR_INNER: tuple[Knot, ...] = ((11.6, 20.2, 0), (14.6, 20.6), (19.6, 23.6, 0), (15.6, 23.6), (12.2, 21.8, 0))
_HORN_BELOW = ((8.6, 17.2), (16.5, 18.6), (26.8, 16.2), (31.2, 3.6))
_HORN_ABOVE = ((5.0, 12.4), (13.5, 14.2), (23.4, 11.8), (31.2, 3.6))
"""Both edges of the horn from its root to its tip, as the handles of a cubic curve."""
_EYE: tuple[Knot, ...] = ((3.4, 23.2, 0), (5.2, 20.6), (7.8, 19.9), (9.9, 21.0, 0), (8.6, 23.2), (6.0, 24.2))
_NOSTRIL: tuple[Knot, ...] = (
    (2.0, 38.4, 0),
    (3.2, 36.6),
    (5.2, 36.4),
    (5.8, 37.8),
    (4.7, 38.5),
    (4.1, 37.6),
    (3.1, 38.0),
)
_INCISED: tuple[tuple[Knot, ...], ...] = (
    ((2.2, 22.2), (4.2, 18.9), (7.4, 17.6), (10.0, 18.4)),
    ((2.6, 21.0), (4.4, 17.6), (7.2, 16.3)),
    ((2.3, 25.2), (3.1, 28.2), (2.5, 31.0), (3.0, 33.4)),
    ((9.0, 25.6), (7.3, 28.0), (6.0, 31.2), (5.6, 33.6)),
    ((7.0, 25.8), (5.6, 28.0), (4.6, 30.6)),
)
LIGHT_FIELD = 60.0
"""Lightness in CIE Lab from which on a pale sign would be lost."""
_VALUE_AT: Point = (36.2, 31.0)
_VALUE_RADIUS = 6.6
_EMBLEM_AT: Point = (37.6, 8.0)


def front_drawing(
    piece_id: str, title: str, value: int, horn: Horn, symbol: Symbol, palette: Palette, size: float
) -> Drawing:
    """The front of a piece."""
    right = horn is Horn.RIGHT
    half = _half(value, palette)
    mirror = None if right else Transform(-1, 0, 0, 1, PIECE, 0)
    groups = (
        Group("ground", _ground(palette)),
        Group("half", half, mirror),
        Group("sign", (_sign(symbol, right, palette),)),
        Group("value", tuple(_value(value, right, palette))),
    )
    return Drawing(piece_id, title, size, size, BLEED_MM, _scaled(groups, size))


def _scaled(groups: tuple[Group, ...], size: float) -> tuple[Group, ...]:
    return groups if size == PIECE else (Group("piece", groups, Transform.placing(0, 0, scale=size / PIECE)),)


def _ground(palette: Palette) -> tuple[Shape, ...]:
    return (Shape(Pen().rectangle(-BEYOND, -BEYOND, PIECE + 2 * BEYOND, PIECE + 2 * BEYOND).data, fill=palette.field),)


@cache
def _half(value: int, palette: Palette) -> tuple[Shape | Group, ...]:
    """The right half of the head on its halo."""
    return (Group("halo", _halo(palette)), Group("head", (*_horn(value, palette), *_head(palette))))


def _halo(palette: Palette) -> tuple[Shape, ...]:
    """Rays around a disc, whole circles once two pieces meet; nothing goes further over the joint than the bleed."""
    line = palette.line if palette.line_art else 0.36
    rays = Pen()
    for ray in range(-17, 18):
        angle = math.radians(5 * ray)
        reach = 60.0
        for far in (
            HALO_Y / max(1e-9, -math.sin(angle)) if ray < 0 else 1e9,
            (PIECE - HALO_Y) / max(1e-9, math.sin(angle)) if ray > 0 else 1e9,
        ):
            reach = min(reach, far + BEYOND)
        reach = min(reach, (PIECE + BEYOND) / math.cos(angle))
        start = HALO + (1.6 if ray % 2 else 3.2)
        if reach > start:
            rays.move(start * math.cos(angle), HALO_Y + start * math.sin(angle))
            rays.line(reach * math.cos(angle), HALO_Y + reach * math.sin(angle))
    disc = _over_joint(HALO)
    return (
        Shape(rays.data, stroke=palette.pattern, width=line, cap="butt"),
        Shape(
            disc,
            fill=mixed(palette.field, palette.inks.paper, 0.2),
            stroke=palette.own if palette.line_art else palette.pattern,
            width=line,
        ),
        Shape(_over_joint(HALO - 1.2), stroke=palette.own if palette.line_art else palette.pattern, width=line),
    )


def _over_joint(radius: float) -> PathData:
    """A half disc that runs straight over the joint."""
    pen = Pen().move(-BEYOND, HALO_Y - radius).arc(0, HALO_Y, radius, -90, 90, move=False)
    return pen.line(-BEYOND, HALO_Y + radius).data


def _horn(value: int, palette: Palette) -> Iterator[Shape]:
    """The horn with as many rings as the piece is worth."""
    inks = palette.inks
    line = max(0.35, palette.line)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _HORN_BELOW
    (ex, ey), (fx, fy), (gx, gy), _ = _HORN_ABOVE
    outline = Pen().move(ax, ay).curve(bx, by, cx, cy, dx, dy).curve(gx, gy, fx, fy, ex, ey).close().data
    yield Shape(outline, fill=inks.horn, stroke=inks.outline, width=line, join="round")
    for ring in range(value):
        share = 0.2 + 0.125 * ring
        yield Shape(
            _ring(share, 0.062),
            fill=inks.gold if not palette.line_art else palette.own,
            stroke=inks.outline,
            width=0.25,
        )


def _ring(share: float, wide: float) -> PathData:
    points = [_on(_HORN_BELOW, share + wide * step / 3) for step in range(4)]
    points += [_on(_HORN_ABOVE, share + wide * (3 - step) / 3) for step in range(4)]
    return Pen().polygon(*points).data


def _on(handles: tuple[Point, ...], share: float) -> Point:
    rest = 1 - share
    weights = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
    x, y = (
        math.fsum(weight * handle[axis] for weight, handle in zip(weights, handles, strict=True)) for axis in (0, 1)
    )
    return x, y


def _head(palette: Palette) -> Iterator[Shape]:
    inks = palette.inks
    line = max(0.35, palette.line)
    cut = inks.outline if palette.line_art else inks.clay_light
    yield Shape(smooth(_EAR), fill=inks.bull, stroke=inks.outline, width=line)
    yield Shape(smooth(_EAR_INNER), fill=inks.clay, stroke=inks.outline, width=0.25)
    yield Shape(smooth(_HEAD), fill=inks.bull, stroke=inks.outline, width=line)
    yield Shape(smooth(*_INCISED, closed=False), stroke=cut, width=0.34)
    yield Shape(smooth(_MUZZLE), fill=inks.clay_dark, stroke=cut, width=0.3)
    yield Shape(smooth(_NOSTRIL), fill=inks.outline)
    yield Shape(smooth(_EYE), fill=inks.horn, stroke=cut, width=0.3)
    yield Shape(Pen().circle(6.9, 21.9, 1.55).data, fill=inks.clay if not palette.line_art else inks.outline)
    yield Shape(Pen().circle(6.9, 21.9, 0.95).data, fill=inks.outline)
    grounds = {"ground": inks.clay, "gold": inks.gold, "horn": inks.horn, "edge": inks.outline}
    for stroke in rosette(0, 17.2, 2.9):
        data = Pen().polygon(*stroke.points).data
        ink = inks.outline if palette.line_art else grounds[stroke.ink]
        yield Shape(data, fill=grounds[stroke.fill], stroke=ink, width=0.2)
    nose_ring = Pen().arc(0, 40.3, 2.7, 0, 180).data
    yield Shape(nose_ring, stroke=inks.outline, width=1.3)
    yield Shape(nose_ring, stroke=inks.gold, width=0.8)


def _sign(symbol: Symbol, right: bool, palette: Palette) -> Group:
    """The colour's sign, dark on light fields."""
    x, y = _sided(_EMBLEM_AT, right)
    sign = emblem(symbol, palette)
    if not palette.line_art and lab(palette.field)[0] > LIGHT_FIELD:
        sign = Group("emblem", painted(symbol, mixed(palette.own, palette.inks.outline, 0.72), palette.field, None))
    return placed(sign, x, y, 0.95)


def _sided(point: Point, right: bool) -> Point:
    return (point[0], point[1]) if right else (PIECE - point[0], point[1])


def _value(value: int, right: bool, palette: Palette) -> Iterator[Shape]:
    """The value as a digit in a roundel, and as pips below it."""
    inks = palette.inks
    x, y = _sided(_VALUE_AT, right)
    ring = palette.own if palette.line_art else inks.gold
    yield Shape(Pen().circle(x, y, _VALUE_RADIUS).data, fill=inks.cloth, stroke=inks.outline, width=1.25)
    yield Shape(Pen().circle(x, y, _VALUE_RADIUS).data, stroke=ring, width=0.8)
    digit = transformed(lettered(str(value), 7.6), Transform(e=x, f=y))
    yield Shape(digit, stroke=inks.outline, width=1.35)
    for pip in range(value):
        at = x + (pip - (value - 1) / 2) * 2.7, y + _VALUE_RADIUS + 3.1
        yield Shape(Pen().circle(*at, 0.95).data, fill=inks.cloth, stroke=inks.outline, width=0.3)


def back_drawing(component: str, title: str, palette: Palette, size: float) -> Drawing:
    """The back of every piece: the same after each quarter turn, and the same for all."""
    inks, middle = palette.inks, PIECE / 2
    art = palette.line_art
    line = palette.line if art else 0.5
    ink = inks.outline if art else inks.gold
    quarter = Group("quarter", tuple(_back_quarter(palette, ink, line)))
    turns = tuple(
        Group("turn", (quarter,), Transform.placing(middle, middle, angle_deg=90 * turn)) for turn in range(4)
    )
    rings = (
        Shape(Pen().circle(middle, middle, 18.4).data, fill=palette.deep, stroke=ink, width=line),
        Shape(key_ring(middle, middle, 14.9, 17.4, 28), stroke=ink, width=line, cap="butt", join="miter"),
        Shape(Pen().circle(middle, middle, 13.7).data, fill=inks.clay, stroke=ink, width=line),
        Shape(
            tesserae(middle, middle, 13.0, 1.1, 24),
            fill=inks.horn,
            stroke=ink if art else None,
            width=0.2 if art else 0,
        ),
        Shape(Pen().circle(middle, middle, 11.2).data, fill=palette.field, stroke=ink, width=line),
    )
    flower = []
    for stroke in rosette(middle, middle, 10.4):
        fill = {"ground": palette.deep, "horn": inks.horn, "gold": inks.gold}[stroke.fill]
        flower.append(
            Shape(Pen().polygon(*stroke.points).data, fill=fill, stroke=inks.outline if art else None, width=0.3)
        )
    groups = (Group("ground", _ground(palette)), *turns, Group("rings", rings), Group("rosette", tuple(flower)))
    return Drawing(component, title, size, size, BLEED_MM, _scaled(groups, size))


def _back_quarter(palette: Palette, ink: str, line: float) -> Iterator[Shape]:
    """A corner: quarters of rings about it, and a dot. The origin is the middle of the piece."""
    for radius in (5.6, 7.4):
        beyond = math.degrees(math.asin(BEYOND / radius))
        yield Shape(
            Pen().arc(-PIECE / 2, -PIECE / 2, radius, -beyond, 90 + beyond).data, stroke=ink, width=line, cap="butt"
        )
    yield Shape(
        Pen().circle(-PIECE / 2 + 2.6, -PIECE / 2 + 2.6, 1.5).data, fill=palette.inks.clay, stroke=ink, width=line
    )
