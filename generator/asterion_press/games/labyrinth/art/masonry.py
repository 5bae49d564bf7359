"""A chamber in stone: layers of flat ink, walls of single blocks, and the flags that pave the floor.

Each layer is the same set of centre lines, stroked with another width; only the blocks of the walls and the joints of
the floor are drawn one by one. The middle line of a wall is the floor's outline moved out by half a wall. It is found
as *runs*: samples along each spine and around each room, cut off where another part of the same chamber comes closer.
Blocks are laid along runs. Millimetres on a tile of 50 mm; own choice of sizes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from asterion_press.drawing.display_list import Group, PathData, Pen, Point, Segment, Shape, Transform, point, steps_of
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, keyed_by_inks
from asterion_press.games.labyrinth.art.chambers import (
    BEYOND,
    FLOOR,
    LEAD,
    MIDDLE,
    TILE,
    WALL,
    ChamberShape,
    Room,
    Spine,
    turn_path,
)
from asterion_press.geometry import Side

BLOCK = 3.5
"""Mean length of a block."""
GAP = 0.26
WALL_LINE = 0.45
"""Width of the dark line outside of a wall, in line art, too: it is what makes the labyrinth there."""
FOOT = 0.42
"""Width of the dark foot on either side of a wall, which makes its crown rise in every turn of the tile."""
CROWN = WALL / 2 - FOOT
"""Half of the width of a wall's crown."""
BEND = 0.3
"""Runs that meet at a smaller angle, in radians, go on without a corner stone."""

STRAIGHT = 0.06
"""Blocks that bulge less have four corners, the others six."""
LEAST_RUN = 0.5
"""Shorter stretches of wall are nothing but the error of the cut."""
CRACKS_FROM = 6.0
"""Nearer to a side than this, all floors are the same."""
KERB_FROM = 6.9
"""Rooms hardly wider than a corridor have no kerb."""
TOUCH = 0.02
"""Walls of a room and its corridor that are nearer than this touch only; then the room's is built."""
MEET = 0.9
"""Ends of runs that are nearer meet."""

Sample: TypeAlias = tuple[float, float, float, float]
"""x, y, and the unit vector that points away from the floor."""
Samples: TypeAlias = tuple[Sample, ...]


class Run(Struct, frozen=True, eq=False):
    """A stretch of a wall's middle line, and how far each sample lies from the next."""

    samples: Samples
    steps: tuple[float, ...]

    @classmethod
    def through(cls, samples: Samples) -> Run:
        """Return the run through samples."""
        return cls(samples, tuple(math.dist(a[:2], b[:2]) for a, b in itertools.pairwise(samples)))


class _Reach(Struct, frozen=True):
    """The parts of a chamber that a sample may not come near, each with its radius."""

    points: tuple[tuple[Point, ...], ...]
    rooms: tuple[Room, ...]
    beyond: float

    def clearance(self, x: float, y: float, *, spine: int = -1, room: int = -1) -> float:
        """Return how far (x, y) lies outside of every part but its own."""
        least = 99.0
        for index, other in enumerate(self.rooms):
            if index != room:
                least = min(least, other.distance(x, y) - other.radius - self.beyond)
        if least < -1:
            return least
        for index, points in enumerate(self.points):
            if index != spine:
                square = min([(x - px) * (x - px) + (y - py) * (y - py) for px, py in points])
                least = min(least, math.sqrt(square) - FLOOR - self.beyond)
        return least


@cache
def wall_runs(shape: ChamberShape, beyond: float = WALL / 2) -> tuple[Run, ...]:
    """Return the floor's outline moved out by `beyond`, in pieces."""
    reach = _Reach(tuple(_to_the_sides(spine) for spine in shape.spines), shape.rooms, beyond)
    runs: list[Samples] = []
    for index, spine in enumerate(shape.spines):
        for hand in (1, -1):
            samples = list(_offset(spine.points, hand, FLOOR + beyond))
            runs += _cut(samples, [reach.clearance(x, y, spine=index) for x, y, _, _ in samples])
    for index, room in enumerate(shape.rooms):
        samples = list(_around(room, beyond))
        around = _cut(samples, [reach.clearance(x, y, room=index) + TOUCH for x, y, _, _ in samples])
        if len(around) > 1 and math.dist(around[0][0][:2], around[-1][-1][:2]) < 1e-6:
            around = [around[-1] + around[0][1:], *around[1:-1]]  # the last run goes on where the first begins
        runs += around
    return tuple(run for samples in runs if math.fsum((run := Run.through(samples)).steps) > LEAST_RUN)


def _to_the_sides(spine: Spine) -> tuple[Point, ...]:
    """Return every other sample of a spine, and points on as far as the sides: no room's wall stands in an exit."""
    points = _thinned(spine.points)
    ends = [where[-1] for _, where in steps_of(spine.data)]
    beyond = []
    for (x, y), (far_x, far_y) in ((points[0], ends[0]), (points[-1], ends[-1])):
        if math.dist((x, y), (far_x, far_y)) > LEAD:
            ux, uy = _unit(far_x - x, far_y - y)
            beyond += [(x + ux * depth, y + uy * depth) for depth in (LEAD / 2, LEAD)]
    return (*points, *beyond)


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return every other point and the last: near enough to measure distances from."""
    return (*points[:-1:2], points[-1])


def _offset(points: Sequence[Point], hand: int, distance: float) -> Iterator[Sample]:
    last = len(points) - 1
    for index, (x, y) in enumerate(points):
        tx, ty = _tangent(points, index, last)
        nx, ny = -ty * hand, tx * hand
        yield x + nx * distance, y + ny * distance, nx, ny


def _tangent(points: Sequence[Point], index: int, last: int) -> Point:
    """Return the unit vector along the samples, by differences of second order, one-sided at both ends."""
    if 0 < index < last or last < 2:
        (ax, ay), (bx, by) = points[max(0, index - 1)], points[min(last, index + 1)]
        return _unit(bx - ax, by - ay)
    step = 1 if index == 0 else -1
    (ax, ay), (bx, by), (cx, cy) = points[index], points[index + step], points[index + 2 * step]
    return _unit((4 * bx - 3 * ax - cx) * step, (4 * by - 3 * ay - cy) * step)


def _around(room: Room, beyond: float) -> Iterator[Sample]:
    """Yield samples around a room, the first again at the end."""
    radius = room.radius + beyond
    heading = math.atan2(room.y2 - room.y1, room.x2 - room.x1)
    straight = math.dist((room.x1, room.y1), (room.x2, room.y2))
    steps = max(6, math.ceil(math.pi * radius / 1.3))
    ends = ((room.x2, room.y2), (room.x1, room.y1))
    for half, (x, y) in enumerate(ends):
        start = heading - math.pi / 2 + half * math.pi
        for step in range(steps + (straight > 0)):
            angle = start + math.pi * step / steps
            nx, ny = math.cos(angle), math.sin(angle)
            yield x + nx * radius, y + ny * radius, nx, ny
        if straight:
            nx, ny = math.cos(start + math.pi), math.sin(start + math.pi)
            bx, by = ends[1 - half]
            beside = max(2, math.ceil(straight / 1.3))
            for share in (step / beside for step in range(1, beside)):
                yield x + (bx - x) * share + nx * radius, y + (by - y) * share + ny * radius, nx, ny
    nx, ny = math.cos(heading - math.pi / 2), math.sin(heading - math.pi / 2)
    yield room.x2 + nx * radius, room.y2 + ny * radius, nx, ny


def _cut(samples: Sequence[Sample], clearances: Sequence[float]) -> list[Samples]:
    """Return the stretches whose clearance is positive, with their ends where it is nought."""
    runs: list[Samples] = []
    current: list[Sample] = []
    for index, sample in enumerate(samples):
        clear = clearances[index]
        if index and (clear > 0) != (clearances[index - 1] > 0):
            share = clearances[index - 1] / (clearances[index - 1] - clear)
            current.append(mix(samples[index - 1], sample, share))
            if clear <= 0:
                runs.append(tuple(current))
                current = []
        if clear > 0:
            current.append(sample)
    return [*runs, tuple(current)] if current else runs


def mix(a: Sample, b: Sample, share: float) -> Sample:
    """Return the sample at a share of the way from one to another."""
    x, y, nx, ny = (here * (1 - share) + there * share for here, there in zip(a, b, strict=True))
    return x, y, nx, ny


def blocks(runs: Sequence[Run], chance: SeededRandom) -> tuple[PathData, PathData, PathData]:
    """Draw what tells the blocks of runs apart: the light ones, the dark ones, and the joints between all of them."""
    light, dark, joints = list[Segment](), list[Segment](), list[Segment]()
    tones = (light, dark, list[Segment]())  # the last ones stay as bare as the crown
    for run in runs:
        ends = _joints(run, chance)
        for x, y, nx, ny in ends:
            joints += Pen().move(x - nx * CROWN, y - ny * CROWN).line(x + nx * CROWN, y + ny * CROWN).data
        for start, end in itertools.pairwise(ends):
            tones[int(chance.unit() * TONES)].extend(_block(start, end))
    return tuple(light), tuple(dark), tuple(joints)


def _joints(run: Run, chance: SeededRandom) -> list[Sample]:
    """Return where one block ends and the next begins: spread over the run, each a little off its place."""
    samples, steps = run.samples, run.steps
    total = math.fsum(steps)
    count = max(1, round(total / BLOCK))
    joints = [samples[0]]
    index, walked = 0, 0.0
    for joint in range(1, count):
        distance = total * (joint + chance.between(-0.27, 0.27)) / count
        while walked + steps[index] < distance:
            walked += steps[index]
            index += 1
        joints.append(mix(samples[index], samples[index + 1], (distance - walked) / steps[index]))
    return [*joints, samples[-1]]


def _block(start: Sample, end: Sample) -> PathData:
    """Draw a stone between two samples of a wall, with a corner in the middle where the wall bends."""
    ax, ay, anx, any_ = start
    bx, by, bnx, bny = end
    dx, dy = bx - ax, by - ay
    cx, cy, mx, my = (ax + bx) / 2, (ay + by) / 2, (anx + bnx) / 2, (any_ + bny) / 2
    bulge = (dx * (bnx - anx) + dy * (bny - any_)) / 8
    anx, any_, bnx, bny = anx * CROWN, any_ * CROWN, bnx * CROWN, bny * CROWN
    near = ("L", point(bx - bnx, by - bny)), ("L", point(ax - anx, ay - any_)), ("Z", ())
    far = ("M", point(ax + anx, ay + any_)), ("L", point(bx + bnx, by + bny))
    if abs(bulge) < STRAIGHT:
        return (*far, *near)
    outer, inner = bulge + CROWN, bulge - CROWN
    crown = ("L", point(cx + mx * outer, cy + my * outer))
    sole = ("L", point(cx + mx * inner, cy + my * inner))
    return far[0], crown, far[1], near[0], sole, *near[1:]


@cache
def courses(shape: ChamberShape) -> tuple[Run, ...]:
    """Return the runs of a chamber's walls, cut back for a corner stone where two of them meet at an angle."""
    runs = wall_runs(shape)
    ends = [(run, at, run.samples[at]) for run in runs for at in (0, -1)]

    def cut_back(run: Run, at: int) -> float:
        end = run.samples[at]
        for other, there, (x, y, nx, ny) in ends:
            if (other, there) != (run, at) and math.dist(end[:2], (x, y)) < MEET:
                angle = math.acos(max(-1.0, min(1.0, end[2] * nx + end[3] * ny)))
                return CROWN * math.tan(min(angle, math.pi / 2) / 2) if angle > BEND else 0.0
        return 0.0

    shortened = (_shortened(run, cut_back(run, 0), cut_back(run, -1)) for run in runs)
    return tuple(run for run in shortened if run.steps)


def _shortened(run: Run, start: float, end: float) -> Run:
    """Return a run without its first `start` and its last `end` mm."""
    last = math.fsum(run.steps) - end
    if not start and not end:
        return run
    kept, walked = list[Sample](), 0.0
    for (a, b), step in zip(itertools.pairwise(run.samples), run.steps, strict=True):
        low, high = max(start, walked), min(last, walked + step)
        if low < high:
            kept = kept or [mix(a, b, (low - walked) / step)]
            kept.append(mix(a, b, (high - walked) / step))
        walked += step
    return Run.through(tuple(kept))


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


@cache
def flag_joints(shape: ChamberShape) -> PathData:
    """Draw the joints between flags: two lines along each corridor, staggered lines across, rings in rooms."""
    pen = Pen()
    for index, spine in enumerate(shape.spines):
        bare = _Reach(tuple(_thinned(other.points) for other in shape.spines[:index]), shape.rooms, -0.6)
        mouths = _Reach(tuple(_branch(other, spine) for other in shape.spines[index + 1 :]), (), -1.2)
        for hand in (1, -1):
            samples = list(_offset(spine.points, hand, FLOOR / 3))
            for run in _cut(samples, [bare.clearance(x, y) for x, y, _, _ in samples]):
                pen.lines(*((x, y) for x, y, _, _ in (run[0], *run[2:-1:3], run[-1])))
        middle = list(_offset(spine.points, 1, 0))
        for low, high, phase in ((-FLOOR, -FLOOR / 3, 0), (-FLOOR / 3, FLOOR / 3, 2), (FLOOR / 3, FLOOR, 4)):
            for x, y, nx, ny in middle[phase or 5 :: 5]:
                a, b = (x + nx * low, y + ny * low), (x + nx * high, y + ny * high)
                at = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                if bare.clearance(*at) > 0.4 and mouths.clearance(*at) > 0:
                    pen.move(*a).line(*b)
    aisles = _Reach(tuple(_thinned(spine.points) for spine in shape.spines), (), -0.6)
    for room in shape.rooms:
        if room.radius >= KERB_FROM:
            _rings(pen, room, aisles)
    return pen.data


def _branch(branch: Spine, trunk: Spine) -> tuple[Point, ...]:
    """Return the points of a spine that lie off the middle of another, which it leaves."""
    return tuple(one for one in branch.points if min(math.dist(one, other) for other in trunk.points) > FLOOR / 2)


def _rings(pen: Pen, room: Room, aisles: _Reach) -> None:
    """Draw a kerb a little inside of a room, and joints from it to the wall."""
    inner = Room(room.x1, room.y1, room.x2, room.y2, room.radius - 1.9)
    samples = list(_around(inner, 0))
    if (room.x1, room.y1) == (room.x2, room.y2):
        pen.circle(room.x1, room.y1, inner.radius)
    else:
        pen.polygon(*((x, y) for x, y, _, _ in samples[:-1]))
    for x, y, nx, ny in samples[1::2]:
        if aisles.clearance(x + nx * 1.2, y + ny * 1.2) > 0:
            pen.move(x, y).line(x + nx * 1.9, y + ny * 1.9)


def cracks(shape: ChamberShape, chance: SeededRandom) -> PathData:
    """Draw fine cracks across the flags, one or two along each corridor."""
    pen = Pen()
    for spine in shape.spines:
        for _ in range(1 + (len(spine.points) > 30)):
            x, y = spine.points[int(chance.unit() * len(spine.points))]
            x, y = x + chance.between(-4, 4), y + chance.between(-4, 4)
            heading = chance.between(0, math.tau)
            if not CRACKS_FROM < min(x, y) <= max(x, y) < TILE - CRACKS_FROM:
                continue
            pen.move(x, y)
            for _ in range(3):
                heading += chance.between(-0.9, 0.9)
                x, y = x + 0.9 * math.cos(heading), y + 0.9 * math.sin(heading)
                pen.line(x, y)
    return pen.data


@cache
def threshold() -> PathData:
    """Draw the joints of the flags at the exit N, the same on every tile."""
    pen = Pen()
    for x in (MIDDLE - FLOOR / 3, MIDDLE + FLOOR / 3):
        pen.move(x, -BEYOND).line(x, LEAD)
    return pen.move(MIDDLE - FLOOR, LEAD).line(MIDDLE + FLOOR, LEAD).data


SHADE = 0.9
"""Width of the shade along the foot of a wall; alike on both sides, since tiles are turned in play."""
WORN = 2.2
"""Half of the width that feet have worn light."""
TONES = 3


def sweep_floor(shape: ChamberShape, beyond: float, ink: str) -> tuple[Shape, ...]:
    """Draw the floor grown by `beyond` (shrunk if that is negative), in one ink."""
    layers: dict[float, PathData] = {}
    for room in shape.rooms:
        layers[room.radius] = layers.get(room.radius, ()) + room.line
    ways = tuple(segment for spine in shape.spines for segment in spine.data)
    paints = [Shape(ways, stroke=ink, width=2 * (FLOOR + beyond), cap="butt")] if ways else []
    return (*paints, *(Shape(data, stroke=ink, width=2 * (radius + beyond)) for radius, data in layers.items()))


@keyed_by_inks
def _under_blocks(shape: ChamberShape, palette: Palette) -> tuple[Shape, ...]:
    """Draw a wall's outline, its dark foot, and its crown: whatever the blocks leave bare is stone."""
    inks = palette.inks
    return (
        *sweep_floor(shape, WALL + WALL_LINE, inks.outline),
        *sweep_floor(shape, WALL, inks.mortar),
        *sweep_floor(shape, WALL - FOOT, inks.stones[1]),
    )


def walls(shape: ChamberShape, palette: Palette, chance: SeededRandom) -> Group:
    """Draw the walls of a chamber, as blocks of three tones."""
    light, dark, joints = blocks(courses(shape), chance)
    inks = palette.inks
    paints = [Shape(data, fill=ink) for data, ink in ((light, inks.stones[0]), (dark, inks.stones[2])) if data]
    lines = Shape(joints, stroke=inks.mortar, width=GAP, cap="butt")
    return Group("walls", (*_under_blocks(shape, palette), *paints, lines))


@keyed_by_inks
def floor(shape: ChamberShape, exits: tuple[Side, ...], palette: Palette) -> Group:
    """Draw the floor of a chamber: its outline, shade, flags and worn middle."""
    inks = palette.inks
    layers = sweep_floor(shape, FOOT, inks.mortar) + sweep_floor(shape, WALL_LINE / 2, inks.outline)
    layers += sweep_floor(shape, 0, inks.floor_shade)
    layers += sweep_floor(shape, -SHADE, inks.floor) + sweep_floor(shape, WORN - FLOOR, inks.floor_worn)
    joints = flag_joints(shape)
    for side in exits:
        joints += turn_path(threshold(), side)
    return Group("floor", (*layers, Shape(joints, stroke=inks.floor_joint, width=0.22, cap="butt")))


HEAPS = 8


@keyed_by_inks
def rubble(palette: Palette, number: int) -> Group:
    """Draw a heap of fallen blocks at the end of an empty dead end, about the origin, the wall above it.

    Args:
        palette: of the tile.
        number: 0 to HEAPS - 1.
    """
    chance, inks = SeededRandom(f"rubble-{number}"), palette.inks
    fallen = []
    for index in range(7):
        row, place = divmod(index, 4)
        x = (place - 1.5 + row / 2) * 2.1 + chance.between(-0.5, 0.5)
        y = row * 1.9 - abs(x) * 0.35 + chance.between(-0.4, 0.4)
        size = chance.between(0.8, 1.15) * (1.15 - row * 0.3)
        fallen.append((y, x, size, chance.between(-40, 40), int(chance.unit() * TONES)))
    shapes: list[Shape | Group] = []
    for y, x, size, angle, tone in sorted(fallen):
        block = Pen().polygon((-1.15, -0.8), (0.9, -0.95), (1.2, 0.6), (0.7, 0.9), (-1.05, 0.75)).data
        ridge = Pen().move(-1.05, 0.1).line(0.75, 0.2).line(1.1, -0.2).move(0.75, 0.2).line(0.7, 0.9).data
        drawn = (
            Shape(block, fill=inks.stones[tone], stroke=inks.outline, width=palette.line * 0.62 / size),
            Shape(ridge, stroke=inks.mortar, width=0.2 / size),
        )
        shapes.append(Group("block", drawn, Transform.placing(x, y - 1, scale=size, angle_deg=angle)))
    return Group("rubble", tuple(shapes))
