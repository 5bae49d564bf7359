"""The ornaments of the bull's head as lines and areas in the plane of a frame: x to the right, y down, millimetres.

They are our own, after black-figure pottery and the stone rhyton of Knossos: incised brows and curls, an almond eye, a
rosette of eight petals on the forehead, a double axe on the chest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.drawing.freehand import Knot, flipped, mirrored
from generator.drawing.solid import Point

STEPS = 6
"""Straight pieces that stand for a curve from one knot to the next; none is longer than 2 mm."""


class OrnamentStroke(Struct, frozen=True):
    """A line or an area of an ornament.

    Attributes:
        points: its corners.
        closed: whether it is an area.
        fill: name of the ink inside, or empty.
        ink: name of the ink of its line, or empty.
        width: of the line, in mm.
    """

    points: tuple[Point, ...]
    closed: bool = True
    fill: str = ""
    ink: str = ""
    width: float = 0.0


def curve(knots: Sequence[Knot], *, closed: bool = False) -> tuple[Point, ...]:
    """Return points along the curve through knots, as :mod:`generator.drawing.freehand` draws it."""
    count = len(knots)
    found: list[Point] = []
    for at in range(count if closed else count - 1):
        a, b = knots[at], knots[(at + 1) % count]
        if len(a) == 3 and len(b) == 3:
            found.append((a[0], a[1]))
            continue
        (px, py), (qx, qy) = _handle(knots, at, closed), _handle(knots, (at + 1) % count, closed)
        for step in range(STEPS):
            s = step / STEPS
            r = 1 - s
            weights = r**3, 3 * r * r * s, 3 * r * s * s, s**3
            xs, ys = (a[0], a[0] + px, b[0] - qx, b[0]), (a[1], a[1] + py, b[1] - qy, b[1])
            found.append((_sum(weights, xs), _sum(weights, ys)))
    return tuple(found if closed else [*found, (knots[-1][0], knots[-1][1])])


def _sum(weights: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(weight * value for weight, value in zip(weights, values, strict=True))


def _handle(knots: Sequence[Knot], at: int, closed: bool) -> Point:
    if len(knots[at]) == 3 or (not closed and at in {0, len(knots) - 1}):
        return 0.0, 0.0
    before, after = knots[at - 1], knots[(at + 1) % len(knots)]
    return (after[0] - before[0]) / 6, (after[1] - before[1]) / 6


def circle(x: float, y: float, radius: float, count: int = 28) -> tuple[Point, ...]:
    """Return points around a circle."""
    angles = (math.tau * step / count for step in range(count))
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def _spiral(x: float, y: float, radius: float, hand: int, start: float = 2.4) -> tuple[Point, ...]:
    """Return a curl: a spiral of one turn and a half from the outside in."""
    steps = 26
    shares = (step / steps for step in range(steps + 1))
    return tuple(
        (
            x + hand * radius * (1 - 0.86 * share) * math.cos(math.tau * 1.6 * share + start),
            y + radius * (1 - 0.86 * share) * math.sin(math.tau * 1.6 * share + start),
        )
        for share in shares
    )


def rosette(x: float, y: float, radius: float) -> Iterator[OrnamentStroke]:
    """Draw eight petals about a heart, on a disc."""
    yield OrnamentStroke(circle(x, y, radius), fill="ground", ink="gold", width=0.5)
    for petal in range(8):
        angle = math.tau * petal / 8
        knots: list[Knot] = []
        for along, aside in ((0.2, 0.0), (0.55, 0.2), (0.82, 0.17), (0.92, 0.0), (0.82, -0.17), (0.55, -0.2)):
            u, v = along * radius, aside * radius
            knots.append((x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle)))
        yield OrnamentStroke(curve(knots, closed=True), fill="horn", ink="edge", width=0.2)
    yield OrnamentStroke(circle(x, y, radius * 0.24), fill="gold", ink="edge", width=0.25)


_BROW: tuple[Knot, ...] = ((10, 47), (17, 40), (26, 33), (38, 30))
_BRIDGE: tuple[tuple[Knot, ...], ...] = (
    ((8, 46), (9.5, 58), (8, 70), (9, 80)),
    ((12, 50), (13.5, 60), (11.5, 71), (12.5, 80)),
)
_NOSTRIL: tuple[Knot, ...] = (
    (13.5, 99, 0),
    (16.5, 95.2),
    (20.5, 95.8),
    (21.2, 98.6),
    (18.6, 99.6),
    (17.3, 97.6),
    (15.6, 98.2),
)
_CURLS = ((5.5, 3.8, 4.2), (14.5, 5.0, 4.0), (19.5, 14.0, 4.2), (21.0, 24.0, 3.8), (13.0, 33.0, 4.0), (4.6, 37.0, 3.6))


def front() -> Iterator[OrnamentStroke]:
    """Draw the face, seen along the bridge of the nose; the origin lies at the poll."""
    for hand in (1, -1):
        for x, y, radius in _CURLS:
            yield OrnamentStroke(_spiral(hand * x, y, radius, hand), closed=False, ink="incised", width=0.5)
        for line in (_BROW, *_BRIDGE):
            yield OrnamentStroke(
                curve([(hand * knot[0], knot[1]) for knot in line]), closed=False, ink="incised", width=0.5
            )
        nostril = _NOSTRIL if hand > 0 else flipped(_NOSTRIL)
        yield OrnamentStroke(curve(nostril, closed=True), fill="edge", ink="edge", width=0.3)
        for y, x in ((87, 9), (90, 11), (93, 8.5), (90, 4.5), (87, 3)):
            yield OrnamentStroke(circle(hand * x, y, 0.55, 8), fill="edge")
    yield from rosette(0, 20, 10.5)


def eye() -> Iterator[OrnamentStroke]:
    """Draw an eye, seen at right angles to the lids; the origin lies in its middle, x runs forward."""
    almond: tuple[Knot, ...] = (
        (-9.5, 1.5, 0),
        (-5.0, -3.2),
        (1.5, -4.6),
        (7.5, -1.4),
        (9.5, 2.6, 0),
        (3.0, 4.4),
        (-4.0, 4.0),
    )
    yield OrnamentStroke(curve([(x * 1.18, y * 1.28) for x, y, *_ in almond], closed=True), fill="edge")
    yield OrnamentStroke(curve(almond, closed=True), fill="horn", ink="gold", width=0.45)
    yield OrnamentStroke(circle(0.6, -0.2, 3.9), fill="iris", ink="edge", width=0.3)
    yield OrnamentStroke(circle(0.6, -0.2, 2.2), fill="edge")
    yield OrnamentStroke(circle(-0.6, -1.5, 0.8, 12), fill="horn")
    for lift in (8.2, 10.6):
        brow = curve([(-9.0, 3.5 - lift), (-3.5, -1.6 - lift), (3.0, -2.4 - lift), (9.5, 1.6 - lift)])
        yield OrnamentStroke(brow, closed=False, ink="incised", width=0.5)
    tear = curve([(9.5, 5.0), (13.5, 9.0), (15.0, 14.0)])
    yield OrnamentStroke(tear, closed=False, ink="incised", width=0.5)


def cheek() -> Iterator[OrnamentStroke]:
    """Draw a cheek, seen from the side; the origin lies at the corner of the jaw, x runs forward."""
    for lines in (
        ((4, -26), (9, -17), (7, -8), (10, 0)),
        ((9, -27), (14, -18), (12, -8), (16, 0)),
        ((30, -8), (40, -10), (52, -7)),
    ):
        yield OrnamentStroke(curve([(float(x), float(y)) for x, y in lines]), closed=False, ink="incised", width=0.5)


def chest() -> Iterator[OrnamentStroke]:
    """Draw a double axe on a disc, seen from the front; the origin lies in the middle of the chest."""
    yield OrnamentStroke(circle(0, 0, 12.5, 40), fill="ground", ink="gold", width=0.6)
    yield OrnamentStroke(circle(0, 0, 11.0, 40), closed=True, ink="gold", width=0.3)
    blade: list[Knot] = [
        (0.3, -2.6, 0), (3.8, -3.6), (7.2, -7.0, 0), (8.6, -3.4), (8.6, 1.2), (7.2, 4.9, 0), (3.8, 1.5), (0.3, 0.6, 0),
    ]  # fmt: skip
    for knots in (blade, flipped(blade)):
        yield OrnamentStroke(curve(knots, closed=True), fill="gold", ink="edge", width=0.3)
    haft = mirrored(((0, -9.2), (0.8, -8.6), (0.75, 0.0), (0.9, 8.8, 0), (0, 9.2)))
    yield OrnamentStroke(curve(haft, closed=True), fill="gold", ink="edge", width=0.3)


def back() -> Iterator[OrnamentStroke]:
    """Draw locks of the mane, one below the other, seen from behind; the origin lies on the table."""
    for row in range(7):
        y = -118.0 + 15.5 * row
        for hand in (1, -1):
            yield OrnamentStroke(_spiral(hand * 6.2, y, 5.4, hand), closed=False, ink="incised", width=0.55)
            yield OrnamentStroke(_spiral(hand * 15.8, y + 7.5, 4.2, hand), closed=False, ink="incised", width=0.5)
