"""Walls that stand on a tile, seen at a slant: their visible faces, their tops, and the shadows that they cast.

The view is axonometric, so that every level plane is seen through one affine map. Here a point at a height lies where
it is seen, in the plane of the floor: farther from the viewer, by an amount in proportion to its height. So all is
drawn on a tile of 50 mm in the tile's own orientation, and whoever shows the tile moves its drawing as a whole.

All walls are equally high. A ray from a top to the viewer only rises, so no wall hides any top: faces are painted from
the farthest to the nearest, and then all tops.

::

       top  _____________       up     where a point 1 mm above the floor is seen
           /____________/|      face   of the wall, with courses and joints
           |____________|/      shade  on the floor, away from the light
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from asterion_press.drawing.display_list import PathData, Pen, Point, Shape, Transform
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, keyed_by_inks, mix_inks
from asterion_press.games.labyrinth.art.chambers import FLOOR, LEAD, MIDDLE, TILE, WALL, ChamberShape, at
from asterion_press.games.labyrinth.art.masonry import GAP, Run, Sample, blocks, courses, mix, wall_runs
from asterion_press.games.labyrinth.art.tile import SPAN
from asterion_press.games.labyrinth.art.tile_plan import TilePlan
from asterion_press.geometry import Side

HEIGHT = 5.2
"""Of every wall."""
AROUND_DEG, UP_DEG = 36.0, 46.0
"""Where the viewer stands: so far around from the south towards the east, and so far up from the floor."""
LIGHT_DEG = 205.0
"""Where the light comes from, as an angle on the picture: 0 from the right, 90 from below."""
SHADE_LONG = 3.8
"""Length of a wall's shade on the floor."""
STRIP = 5.0
"""Longer stretches of wall are painted in pieces, which can be put in order."""
COURSES = 3
"""Rows of stones in a face."""
SEAM = 0.06
"""Walls go on so far beyond the tile's sides, so that no light shines through between neighbours."""
STRAIGHT = 0.015
"""The sine of the largest angle between two steps that are one straight line."""
MEET = 2.5
"""Ends of walls that are nearer than this meet."""
FACE_SHADES = (0.02, 0.18, 0.38, 0.56)
"""Shares of outline ink in faces, from those that look at the light to those that look away."""
TOP_LIGHT = 0.3
"""The share of paper in the stones of tops."""

BRIDGE = FLOOR + WALL
"""From the middle of the upper corridor to the outer face of its walls."""
DECK = 3.9
"""Height of a bridge's deck, to which a ramp leads up on either side; the walls rise above it as its parapets."""
ARCH_HALF, ARCH_HIGH, ARCH_RING = 6.3, 4.1, 1.1


class Slant(Struct, frozen=True):
    """The view of a tile as it lies, in the tile's own orientation.

    Attributes:
        towards: the direction on the floor in which the viewer stands.
        up: where a point 1 mm above the origin is seen.
        light: the direction on the floor from which the light comes.
    """

    towards: Point
    up: Point
    light: Point

    def depth(self, x: float, y: float) -> float:
        """Return how near to the viewer a point of the floor is."""
        return x * self.towards[0] + y * self.towards[1]

    def raised(self, x: float, y: float, height: float) -> Point:
        """Return where a point above the floor is seen."""
        return x + self.up[0] * height, y + self.up[1] * height


@cache
def slant(turns: int) -> Slant:
    """Return the view of a tile that lies turned clockwise."""
    around, turn = math.radians(AROUND_DEG), math.radians(-90 * turns)
    light = math.radians(LIGHT_DEG) - around

    def own(x: float, y: float) -> Point:
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)

    towards = own(math.sin(around), math.cos(around))
    lift = -1 / math.tan(math.radians(UP_DEG))
    return Slant(towards, (towards[0] * lift, towards[1] * lift), own(math.cos(light), math.sin(light)))


Face: TypeAlias = tuple[Sample, ...]
"""A stretch of a wall's face: samples of its foot, whose vectors point out of the wall."""


class BuiltTile(Struct, frozen=True):
    """The walls of a tile as they stand.

    Attributes:
        far: faces, the farthest first; of a tile with a bridge, those before which its deck lies.
        near: the other faces of a tile with a bridge.
        tops: of all walls, as they lie on the floor; with each what of it shows, or None for all.
        shade: pieces of floor in the shade of walls; they may overlap.
        spilt: those that reach beyond the tile, in smaller pieces.
        ways: of a tile with a bridge, its two ramps and its deck.
    """

    far: tuple[Shape, ...]
    near: tuple[Shape, ...]
    tops: tuple[tuple[tuple[Shape, ...], PathData | None], ...]
    shade: tuple[tuple[Point, ...], ...]
    spilt: tuple[tuple[Point, ...], ...]
    ways: tuple[RaisedWay, ...]


class RaisedWay(Struct, frozen=True):
    """A piece of the upper corridor's floor, level or not.

    Attributes:
        bridge: the side where the upper corridor begins.
        start, end: how far from there the piece reaches.
        onto: where its points are seen.
        clip: the piece, as it lies on the tile.
        shade: what of it lies in the shade.
    """

    bridge: Side
    start: float
    end: float
    onto: Transform
    clip: PathData
    shade: PathData

    def along(self, x: float, y: float) -> float:
        """Return how far a point of the tile lies along the upper corridor."""
        return x if self.bridge % 2 else y


@keyed_by_inks
def build_tile(plan: TilePlan, turns: int, palette: Palette, seed: str) -> BuiltTile:
    """Build the walls of a tile that lies turned.

    A bridge parts its tile: first comes all that is behind it, then the inside of its far wall, its ramps and its deck,
    the outside of its near wall with the arch, and all that is before it.

    Args:
        plan: of the tile.
        turns: clockwise quarter turns.
        palette: of its theme; walls look alike in every colour.
        seed: where the variation of stones begins.
    """
    view, chance = slant(turns), SeededRandom(seed)
    faces: list[tuple[int, float, Face]] = []
    tops: list[tuple[tuple[Shape, ...], PathData | None]] = []
    shade, spilt = list[tuple[Point, ...]](), list[tuple[Point, ...]]()
    for chamber in plan.chambers:
        outlines = _outlines(chamber.shape, chamber.exits)
        under = plan.upper not in {None, chamber}
        for face in _looking(outlines, view.towards):
            x, y, _, _ = _middle(face)
            layer = 0
            if plan.bridge is not None:
                across = ((y if plan.bridge % 2 else x) - MIDDLE) * _hand(plan.bridge, view)
                if under and abs(across) < BRIDGE:
                    continue
                layer = (1 if across < 0 else 2) if chamber is plan.upper else (0 if across < 0 else 3)
            faces.append((layer, view.depth(x, y), face))
        away = -view.light[0], -view.light[1]
        shade += [_shade(face, away) for face in _looking(outlines, away, math.inf)]
        fallen = [_shade(face, away) for face in _looking(outlines, away)]
        spilt += [piece for piece in fallen if not 0 <= min(map(min, piece)) <= max(map(max, piece)) <= TILE]
        clip = _beside_bridge(plan.bridge) if under and plan.bridge is not None else None
        tops.append((_tops(chamber.shape, chamber.exits, palette, chance), clip))
    faces.sort(key=lambda one: one[:2])
    drawn: list[list[Shape]] = [[], [], [], []]
    for layer, _, face in faces:
        drawn[layer] += _face(face, view, palette, chance)
    ways: tuple[RaisedWay, ...] = ()
    if plan.bridge is not None:
        drawn[2] += _arch(plan.bridge, view, palette)
        ways = tuple(_raised_ways(plan.bridge, view))
    return BuiltTile((*drawn[0], *drawn[1]), (*drawn[2], *drawn[3]), tuple(tops), tuple(shade), tuple(spilt), ways)


# -- faces, and the shades of walls ------------------------------------------------------------------------------------


@cache
def _outlines(shape: ChamberShape, exits: tuple[Side, ...]) -> tuple[Face, ...]:
    """Return both faces of a chamber's walls all along, as far as the tile's sides, and the ends of the walls there."""
    found: list[Face] = []
    for beyond, hand in ((0.0, -1), (WALL, 1)):
        runs = _met(_led_out(wall_runs(shape, beyond), exits, beyond))
        found += [tuple((x, y, nx * hand, ny * hand) for x, y, nx, ny in _thinned(run)) for run in runs]
    for side, hand in itertools.product(exits, (1, -1)):
        nx, ny = side.step
        ends = (at(side, hand * across, -SEAM) for across in (FLOOR, FLOOR + WALL))
        found.append(tuple((x, y, float(nx), float(ny)) for x, y in ends))
    return tuple(found)


def _thinned(run: Face) -> Face:
    """Return a run without the samples between which it is straight."""
    kept = [run[0]]
    for here, after in itertools.pairwise(run[1:]):
        (ax, ay), (bx, by) = (here[0] - kept[-1][0], here[1] - kept[-1][1]), (after[0] - here[0], after[1] - here[1])
        if abs(ax * by - ay * bx) > STRAIGHT * math.hypot(ax, ay) * math.hypot(bx, by) or ax * bx + ay * by < 0:
            kept.append(here)
    return (*kept, run[-1])


def _led_out(runs: Sequence[Run], exits: tuple[Side, ...], beyond: float) -> list[Face]:
    """Return runs `beyond` the floor, each led on to the tile's side where it ends before an exit."""
    led = [list(run.samples) for run in runs]
    for side, hand in itertools.product(exits, (1, -1)):
        x, y = at(side, hand * (FLOOR + beyond), -SEAM)
        nx, ny = at(side, hand, 0)[0] - at(side, 0, 0)[0], at(side, hand, 0)[1] - at(side, 0, 0)[1]
        _, index, end = min((math.dist(run[end][:2], (x, y)), i, end) for i, run in enumerate(led) for end in (0, -1))
        led[index].insert(len(led[index]) if end else 0, (x, y, nx, ny))
    return [tuple(run) for run in led]


def _met(runs: Sequence[Face]) -> list[Face]:
    """Return runs whose ends lie in one point where they meet: each with the nearest end of another run."""
    ends = [(run[end], index, end) for index, run in enumerate(runs) for end in (0, -1)]
    pairs = sorted(
        (math.dist(a[0][:2], b[0][:2]), a, b)
        for a, b in itertools.combinations(ends, 2)
        if a[1] != b[1] or len(runs) == 1
    )
    moved, free = [list(run) for run in runs], {end[1:] for end in ends}
    for away, (one, *first), (other, *second) in pairs:
        if away < MEET and {tuple(first), tuple(second)} <= free:
            free -= {tuple(first), tuple(second)}
            x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            for (index, end), (_, _, nx, ny) in ((first, one), (second, other)):
                moved[index][end] = x, y, nx, ny
    return [tuple(run) for run in moved]


def _looking(outlines: Sequence[Face], direction: Point, longest: float = STRIP) -> Iterator[Face]:
    """Yield the stretches of faces that look in a direction, each short enough to be put in order."""
    for outline in outlines:
        face: list[Sample] = []
        walked = 0.0
        for a, b in _steps(outline, longest):
            looks = (a[2] + b[2]) * direction[0] + (a[3] + b[3]) * direction[1] > 0
            step = math.dist(a[:2], b[:2])
            if face and (not looks or walked + step > longest):
                yield tuple(face)
                face, walked = [], 0.0
            if looks:
                face = [*(face or [a]), b]
                walked += step
        if face:
            yield tuple(face)


def _steps(outline: Face, longest: float) -> Iterator[tuple[Sample, Sample]]:
    """Yield an outline in steps that are not too long."""
    for a, b in itertools.pairwise(outline):
        count = math.ceil(math.dist(a[:2], b[:2]) / longest) or 1
        yield from itertools.pairwise([a, *(mix(a, b, step / count) for step in range(1, count)), b])


def _middle(face: Face) -> Sample:
    """Return a point between the ends of a face, and the direction in which the face looks there."""
    (ax, ay, *_), (bx, by, *_) = face[0], face[-1]
    _, _, nx, ny = face[len(face) // 2]
    return (ax + bx) / 2, (ay + by) / 2, nx, ny


def _face(face: Face, view: Slant, palette: Palette, chance: SeededRandom) -> Iterator[Shape]:
    """Draw a stretch of a face: its shade, its courses, and a joint in each."""
    _, _, nx, ny = _middle(face)
    away = (1 - nx * view.light[0] - ny * view.light[1]) / 2  # 0 if it looks at the light
    shade = FACE_SHADES[min(len(FACE_SHADES) - 1, int(away * len(FACE_SHADES)))]
    ink = mix_inks(palette.inks.stones[1], palette.inks.outline, shade)
    foot = [sample[:2] for sample in face]
    edge = (view.raised(x, y, HEIGHT) for x, y in reversed(foot))
    yield Shape(Pen().polygon(*foot, *edge).data, fill=ink, stroke=ink, width=0.25)
    pen = Pen()
    for course in range(COURSES):
        low, high = HEIGHT * course / COURSES, HEIGHT * (course + 1) / COURSES
        pen.lines(*(view.raised(x, y, low) for x, y in foot))
        share = chance.unit() * (len(foot) - 1)
        (ax, ay), (bx, by) = foot[int(share)], foot[int(share) + 1]
        x, y = ax + (bx - ax) * (share % 1), ay + (by - ay) * (share % 1)
        pen.move(*view.raised(x, y, low)).line(*view.raised(x, y, high))
    yield Shape(pen.data, stroke=mix_inks(ink, palette.inks.outline, 0.3), width=0.22, cap="butt")


def _shade(face: Face, away: Point) -> tuple[Point, ...]:
    """Return what lies in the shade of a stretch of wall, clockwise."""
    foot = [sample[:2] for sample in face]
    return tuple(clockwise([*foot, *((x + away[0] * SHADE_LONG, y + away[1] * SHADE_LONG) for x, y in reversed(foot))]))


def clockwise(points: list[Point]) -> list[Point]:
    """Return the corners of a polygon clockwise, so that it covers more together with others that are."""
    area = math.fsum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True))
    return points if area > 0 else points[::-1]


# -- tops --------------------------------------------------------------------------------------------------------------


def _tops(shape: ChamberShape, exits: tuple[Side, ...], palette: Palette, chance: SeededRandom) -> tuple[Shape, ...]:
    """Draw the tops of a chamber's walls, as they lie on the floor."""
    inks, ribbon = palette.inks, _ribbon(shape, exits)
    light, dark, joints = blocks(courses(shape), chance)
    top = [mix_inks(stone, inks.paper, TOP_LIGHT) for stone in inks.stones]
    return (
        Shape(ribbon, stroke=inks.outline, width=WALL + palette.line, cap="butt", join="miter"),
        Shape(ribbon, stroke=top[1], width=WALL, cap="butt", join="miter"),
        *(Shape(data, fill=ink) for data, ink in ((light, top[0]), (dark, top[2])) if data),
        Shape(joints, stroke=inks.mortar, width=GAP, cap="butt"),
    )


@cache
def _ribbon(shape: ChamberShape, exits: tuple[Side, ...]) -> PathData:
    """Draw the middle lines of a chamber's walls, in one go where they meet."""
    waiting = [[sample[:2] for sample in _thinned(run)] for run in _met(_led_out(wall_runs(shape), exits, WALL / 2))]
    pen = Pen()
    while waiting:
        line = waiting.pop(0)
        for end in (False, True):
            while found := next((other for other in waiting if line[-1] in {other[0], other[-1]}), None):
                waiting.remove(found)
                line += (found if found[0] == line[-1] else found[::-1])[1:]
            if not end:
                line.reverse()
        if math.dist(line[0], line[-1]) < 1e-6:
            pen.polygon(*line[:-1])
        else:
            pen.lines(*line)
    return pen.data


# -- bridges -----------------------------------------------------------------------------------------------------------


def _hand(bridge: Side, view: Slant) -> int:
    """Return on which side of the upper corridor the viewer stands, as the sign of the distance from its middle."""
    return 1 if view.towards[bridge % 2] > 0 else -1


def _point(bridge: Side, across: float, along: float) -> Point:
    """Return a point of the tile by its distances from the upper corridor's middle line and beginning."""
    return (along, MIDDLE + across) if bridge % 2 else (MIDDLE + across, along)


def _beside_bridge(bridge: Side) -> PathData:
    """Return the tile without the strip that the bridge covers, for a clip in which overlaps are holes."""
    pen = Pen().rectangle(-1, -1, TILE + 2, TILE + 2)
    return pen.polygon(*_stretch(bridge, -BRIDGE, BRIDGE, -1, TILE + 1)).data


def _stretch(bridge: Side, left: float, right: float, start: float, end: float) -> tuple[Point, Point, Point, Point]:
    a, b = _point(bridge, left, start), _point(bridge, right, start)
    return a, b, _point(bridge, right, end), _point(bridge, left, end)


def _raised_ways(bridge: Side, view: Slant) -> Iterator[RaisedWay]:
    """Yield the ramps and the deck of a bridge, which do not hide each other."""
    top, end = MIDDLE - SPAN, TILE - LEAD
    heights = (LEAD, 0.0), (top, DECK), (TILE - top, DECK), (end, 0.0)
    ux, uy = view.up
    wall = FLOOR if view.light[bridge % 2] > 0 else -FLOOR
    for (start, low), (stop, high) in itertools.pairwise(heights):
        slope = (high - low) / (stop - start)
        level = low - slope * start
        grown = (1 + ux * slope * (bridge % 2), uy * slope * (bridge % 2))
        other = (ux * slope * (1 - bridge % 2), 1 + uy * slope * (1 - bridge % 2))
        ends = ((start - STRIP, low), (start, low), (stop, high), (stop + STRIP, high))
        corners = [_point(bridge, wall, along) for along, _ in ends]
        for along, height in reversed(ends):
            x, y = _point(bridge, wall, along)
            long = -SHADE_LONG * (HEIGHT - height) / HEIGHT
            corners.append((x + view.light[0] * long, y + view.light[1] * long))
        yield RaisedWay(
            bridge,
            start,
            stop,
            Transform(*grown, *other, ux * level, uy * level),
            Pen().polygon(*_stretch(bridge, 0.3 - FLOOR, FLOOR - 0.3, start - 0.05, stop + 0.05)).data,
            Pen().polygon(*corners).data,
        )


def _arch(bridge: Side, view: Slant, palette: Palette) -> Iterator[Shape]:
    """Draw the arch through which the lower corridor comes out from under the bridge."""
    inks, across = palette.inks, BRIDGE * _hand(bridge, view)

    def point(angle: float, inset: float) -> Point:
        x, y = _point(bridge, across, MIDDLE - (ARCH_HALF - inset) * math.cos(angle))
        return view.raised(x, y, (ARCH_HIGH - inset) * math.sin(angle))

    angles = [math.pi * step / 16 for step in range(17)]
    ring, mouth = ([point(angle, inset) for angle in angles] for inset in (0.0, ARCH_RING))
    joints = Pen()
    for angle in angles[1:-1:2]:
        joints.move(*point(angle, 0)).line(*point(angle, ARCH_RING))
    yield Shape(Pen().polygon(*ring).data, fill=inks.stones[0], stroke=inks.outline, width=0.25)
    yield Shape(joints.data, stroke=inks.mortar, width=0.22, cap="butt")
    yield Shape(Pen().polygon(*mouth).data, fill=inks.depth)
