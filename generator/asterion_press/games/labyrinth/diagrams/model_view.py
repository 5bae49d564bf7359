"""A table as a model: the labyrinth stands on a slab of rock, its walls upright, the minotaur's bust in the middle.

The view is axonometric: the plane of the floors is shown through one affine map, in which tiles, symbols and shades lie
as on the table. What stands is drawn in that plane, too: a point at a height lies where it is seen, farther from the
viewer, by an amount in proportion to its height. Walls are drawn on a tile of 50 mm in the tile's own orientation, and
the drawing is moved as a whole. Order of painting:

::

    ground -> sides of the slab -> floors, each with what lies in the shade, and symbols -> counters
           -> faces of walls and bridges, tile by tile from the farthest -> tops of walls -> the bust

All walls are equally high. A ray from a top to the viewer only rises, so no wall hides any top.

::

       top  _____________       up     where a point 1 mm above the floor is seen
           /____________/|      face   of the wall, with courses and joints
           |____________|/      shade  on the floor, away from the light
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.bull_head import MIRRORED, Viewpoint, body, bull_head, faces_seen
from asterion_press.drawing.display_list import (
    Drawing,
    Group,
    Part,
    Patch,
    PathData,
    Pen,
    Point,
    Shape,
    Shown,
    Transform,
)
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, keyed_by_inks, mix_inks, palette, reink
from asterion_press.drawing.solid import Solid, Vector, dot, minus, plus, times, unit
from asterion_press.games.labyrinth.art.chambers import (
    FLOOR,
    LEAD,
    MIDDLE,
    TILE,
    WALL,
    ChamberShape,
    at,
    quarter_turned,
)
from asterion_press.games.labyrinth.art.masonry import GAP, Run, Sample, blocks, courses, mix, wall_runs
from asterion_press.games.labyrinth.art.tile import SPAN, court, deck
from asterion_press.games.labyrinth.art.tile_plan import PlannedChamber, TilePlan, plan_tile
from asterion_press.games.labyrinth.catalogue.position_records import Panel
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams.placed import COUNTER_SHARE, Cell, TableTile, TileDrawings, space
from asterion_press.games.labyrinth.diagrams.table import CUT
from asterion_press.games.labyrinth.engine.figures import cell_of, impaled_of
from asterion_press.geometry import Side, turned_point
from asterion_press.rulebook.text.figures import ScenePanel

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


STANDING = frozenset({"walls", "arch", "head"})
"""Groups of a tile's drawing that the model has standing instead."""
DETAILS = frozenset({"motif", "cracks"})
"""Groups that are not seen in the shade."""
SLAB = 8.0
"""Thickness of the slab."""
CARD = 1.5
"""Of that, the tile's own."""
COUNTER_HIGH = 1.3
ROUND_TILE = 8.0
"""Room around a tile for what stands at its sides."""
SHADE_INK = "#1c1226"
SHADE_SHARE, LINE_ART_SHARE = 0.42, 0.16
"""Shares of that ink in the shade, and in the shade of line art."""
BUST = 0.27
"""Scale of the bust, of which a tile has 50 units."""
BUST_AROUND_DEG = -24.0
"""Where the viewer stands, seen from the bust: the minotaur looks a little past him."""
BUST_UP_DEG = 30.0
"""Lower than for the walls, or his face would be hidden below his brow."""
BUST_LIGHT = unit((0.62, 0.42, 0.66))
"""As for the walls, from the viewer's left: in the bust's own space."""
BUST_SHADE = 0.28
"""Length of the bust's shade on the floor as a part of its height: so short that it stays in the court."""
EYE_SEEN = 0.55
"""An eye that looks farther away from the viewer is not drawn. Own choice."""
VIEW = slant(0)


class ModelTile(Struct, frozen=True):
    """A tile of the model.

    Attributes:
        laid: where it lies.
        built: its walls.
        lies: where its own space lies in the picture.
    """

    laid: TableTile
    built: BuiltTile
    lies: Transform


def floor_plane() -> Transform:
    """Return where the plane of the floors is seen, in units of which a tile has 50."""
    around, up = math.radians(AROUND_DEG), math.sin(math.radians(UP_DEG))
    return Transform(math.cos(around), math.sin(around) * up, -math.sin(around), math.cos(around) * up)


def extent(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of a model on the picture, in units of which a tile has 50."""
    plane, (ux, uy) = floor_plane(), VIEW.up
    corners = product(cells, (0, 1), (0, 1), (HEIGHT, -SLAB))
    points = [plane.apply((x + i) * TILE + z * ux, (y + j) * TILE + z * uy) for (x, y), i, j, z in corners]
    bust = plane.apply(MIDDLE + ux * 184 * BUST, MIDDLE + uy * 184 * BUST)  # the tips of its horns
    xs, ys = [x for x, _ in points], [y for _, y in (*points, bust)]
    return min(xs), min(ys), max(xs), max(ys)


def model_parts(
    table: Mapping[Cell, TableTile], impaled: Collection[tuple[str, int]], art: TileDrawings, onto: Transform
) -> Iterator[Part]:
    """Yield the model of a table.

    Args:
        table: the tiles by their cells.
        impaled: the paths whose prisoners are impaled, as tile and number of the path.
        art: the deck's.
        onto: where the plane of the floors lies in the picture.
    """
    inks = palette(art.theme, art.theme.inks.night)
    yield from _slab(table, inks, onto)
    tiles = []
    for laid in sorted(table.values(), key=lambda laid: (VIEW.depth(*laid.at), laid.at)):
        built = build_tile(_plan(art, laid.tile), laid.turns, inks, laid.tile)
        tiles.append(ModelTile(laid, built, onto @ space(laid)))
    by_cell = {tile.laid.at: tile for tile in tiles}
    for tile in tiles:
        whole = art.drawing(f"tile:{tile.laid.tile}")
        floor = _without(whole, "floor", STANDING | {"bridge", *SYMBOLS})
        yield Patch("floor", (Shown(floor, 0, 0, TILE),), tile.lies, CUT, title=floor.title)
        dark = _shaded(_without(floor, "dark", DETAILS), inks)
        yield Patch("shade", (Shown(dark, 0, 0, TILE),), tile.lies, CUT, through=_fallen(tile, by_cell))
        symbols = replace(whole, id=f"symbols-{whole.id}", groups=tuple(_named(whole.groups, SYMBOLS)))
        if symbols.groups:
            yield Patch("symbols", (Shown(symbols, 0, 0, TILE),), tile.lies)
    for tile in tiles:
        yield from _counters(tile, impaled, art, onto, raised=False)
    for tile in tiles:
        yield _standing("faces", "far", tile, tile.built.far)
        if tile.built.ways:
            yield from _ways(tile, art, inks)
            yield from _counters(tile, impaled, art, onto, raised=True)
            yield _standing("faces", "near", tile, tile.built.near)
    for tile in tiles:
        for number, (shapes, clip) in enumerate(tile.built.tops):
            tops = _standing("tops", f"tops-{number}", tile, shapes)
            ux, uy = slant(tile.laid.turns).up
            yield replace(tops, transform=tile.lies @ Transform(e=ux * HEIGHT, f=uy * HEIGHT), clip=clip)
    yield _bust(inks, onto)


def _standing(name: str, layer: str, tile: ModelTile, shapes: tuple[Shape, ...]) -> Patch:
    """Return what stands on a tile as a part; it is a drawing by itself, which is larger than the tile."""
    side = TILE + 2 * ROUND_TILE
    drawn = Group(name, shapes, Transform(e=ROUND_TILE, f=ROUND_TILE))
    drawing = Drawing(f"{layer}-{tile.laid.tile}-{tile.laid.turns}", "", side, side, 0.0, (drawn,))
    return Patch(name, (Shown(drawing, -ROUND_TILE, -ROUND_TILE, side),), tile.lies)


def model_panel(panel: Panel, art: TileDrawings) -> ScenePanel:
    """Return the model of the table in a panel of a figure."""
    lying = (TableTile(placed.tile, cell_of(panel, placed), placed.turns) for placed in panel.tiles)
    return model_of({laid.at: laid for laid in lying}, impaled_of(panel), art)


def model_of(table: Mapping[Cell, TableTile], impaled: Collection[tuple[str, int]], art: TileDrawings) -> ScenePanel:
    """Return the model of a table as a panel of its own size; see :func:`model_parts`."""
    left, top, right, bottom = extent(table)
    onto = Transform(e=-left, f=-top) @ floor_plane()
    return ScenePanel(tuple(model_parts(table, impaled, art, onto)), right - left, bottom - top)


# -- floors ------------------------------------------------------------------------------------------------------------


def _plan(art: TileDrawings, tile: str) -> TilePlan:
    """Return the plan of a tile; the minotaur's is his court."""
    if tile != MINOTAUR_ID:
        return plan_tile(art.tile(tile))
    return _court_plan(tuple(sorted({side for path in art.tile(tile).paths for side in path.exits})))


@cache
def _court_plan(exits: tuple[Side, ...]) -> TilePlan:
    return TilePlan((PlannedChamber(0, exits, court(exits), ()),), None)


def _without(drawing: Drawing, name: str, left_out: Collection[str], bridge: tuple[Shape, ...] = ()) -> Drawing:
    """Return a drawing without some of its groups and with another bridge, if one is given, under an id of its own."""

    def kept(items: Sequence[Shape | Group]) -> Iterator[Shape | Group]:
        for item in items:
            if isinstance(item, Shape):
                yield item
            elif item.name not in left_out:
                is_other = bridge and item.name == "bridge"
                yield replace(item, items=bridge if is_other else tuple(kept(item.items)))

    groups = tuple(group for group in kept(drawing.groups) if isinstance(group, Group))
    return replace(drawing, id=f"{name}-{drawing.id}", groups=groups)


def _named(groups: Iterable[Shape | Group], names: Collection[str]) -> Iterator[Group]:
    """Yield the groups of some names, wherever they are, as they lie."""
    for group in groups:
        if isinstance(group, Group):
            if group.name in names:
                yield group
            elif inner := tuple(_named(group.items, names)):
                yield replace(group, items=inner)


def _shaded(drawing: Drawing, inks: Palette) -> Drawing:
    """Return a drawing as it looks in the shade, under an id of its own."""
    share = LINE_ART_SHARE if inks.line_art else SHADE_SHARE
    return reink(drawing, "shaded", lambda ink: mix_inks(ink, SHADE_INK, share))


def _fallen(tile: ModelTile, tiles: Mapping[Cell, ModelTile]) -> PathData:
    """Return what of a tile lies in the shade of its walls and of its neighbours'."""
    pen, (x, y) = Pen(), tile.laid.at
    for piece in (*tile.built.shade, *(_bust_shade() if tile.laid.tile == MINOTAUR_ID else ())):
        pen.polygon(*piece)
    for dx, dy in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy):
        if (other := tiles.get((x + dx, y + dy))) is not None:
            turned = quarter_turned(-tile.laid.turns)
            onto = turned @ Transform(e=dx * TILE, f=dy * TILE) @ quarter_turned(other.laid.turns)
            for piece in other.built.spilt:
                fallen = [onto.apply(*point) for point in piece]
                if any(0 < x < TILE for x, _ in fallen) and any(0 < y < TILE for _, y in fallen):
                    pen.polygon(*fallen)
    return pen.data


def _ways(tile: ModelTile, art: TileDrawings, inks: Palette) -> Iterator[Patch]:
    """Yield ramps and deck of a bridge, and what of them lies in the shade."""
    whole = art.drawing(f"tile:{tile.laid.tile}")
    planks = deck(inks, tile.built.ways[0].bridge % 2)
    floor = _without(whole, "deck", STANDING | DETAILS | {"own", "ground"}, planks)
    shaded = _shaded(floor, inks)
    for way in tile.built.ways:
        yield Patch("way", (Shown(floor, 0, 0, TILE),), tile.lies @ way.onto, way.clip)
        yield Patch("shade", (Shown(shaded, 0, 0, TILE),), tile.lies @ way.onto, way.clip, through=way.shade)


def _counters(
    tile: ModelTile, impaled: Collection[tuple[str, int]], art: TileDrawings, onto: Transform, *, raised: bool
) -> Iterator[Patch]:
    """Yield a counter, thick as a token, on each prisoner of impaled paths, on the bridge or below."""
    drawing, inks, laid = art.drawing("symbol:counter"), art.theme.inks, tile.laid
    edge = _one_ink(drawing, mix_inks(inks.counter, inks.counter_mark, 0.4))
    for path in sorted(path for name, path in impaled if name == laid.tile):
        if art.is_bridge(laid.tile, path) != raised:
            continue
        for place in art.prisoners(laid.tile, path):
            (x, y), size = (place.x, place.y), place.size * COUNTER_SHARE
            if raised:
                x, y = next(way.onto.apply(x, y) for way in tile.built.ways if way.start <= way.along(x, y) <= way.end)
            x, y = turned_point(x, y, laid.turns, TILE)
            x, y = laid.at[0] * TILE + x - size / 2, laid.at[1] * TILE + y - size / 2
            shown = [Shown(edge, *VIEW.raised(x, y, COUNTER_HIGH * step / 4), size) for step in range(4)]
            yield Patch("counter", (*shown, Shown(drawing, *VIEW.raised(x, y, COUNTER_HIGH), size)), onto)


@keyed_by_inks
def _one_ink(drawing: Drawing, ink: str) -> Drawing:
    """Return the outline of a drawing, filled, under an id of its own."""
    return reink(drawing, "edge", lambda _: ink)


# -- the slab, its shade, and the bust ---------------------------------------------------------------------------------


def _slab(table: Mapping[Cell, TableTile], inks: Palette, onto: Transform) -> Iterator[Patch]:
    """Yield the two sides of the slab that are seen, and a line around all of its upper side."""
    ink = mix_inks(inks.inks.paper, inks.inks.outline, 0.25) if inks.line_art else inks.inks.night
    rim = Pen()
    for x, y in sorted(table, key=lambda cell: (VIEW.depth(*cell), cell)):
        for side in Side:
            if side.beyond((x, y)) in table:
                continue
            ends = [(x * TILE + px, y * TILE + py) for px, py in (turned_point(px, 0, side, TILE) for px in (0, TILE))]
            rim.move(*ends[0]).line(*ends[1])
            if side in {Side.S, Side.E}:
                rock = mix_inks(ink, "#000000", 0.3 if side is Side.E else 0)
                yield Patch("slab", tuple(_rock(ends[0], ends[1], rock, inks)), onto)
    floor = Pen()  # below the tiles, so that no light shines through between them
    for x, y in sorted(table):
        floor.rectangle(x * TILE, y * TILE, TILE, TILE)
    under = Shape(floor.data, fill=inks.inks.rock, stroke=inks.inks.rock, width=0.2)
    yield Patch("rim", (under, Shape(rim.data, stroke=inks.inks.outline, width=0.8)), onto)


def _rock(start: Point, end: Point, ink: str, inks: Palette) -> Iterator[Shape]:
    """Draw a side of the slab between two corners of its floor: the tile's edge, and rock below it."""
    (ax, ay), (bx, by) = start, end
    chance = SeededRandom(f"rock {ax:g} {ay:g} {bx:g} {by:g}")

    def point(share: float, depth: float) -> Point:
        return VIEW.raised(ax + (bx - ax) * share, ay + (by - ay) * share, -depth)

    card = mix_inks(inks.inks.stones[2], ink, 0.35)
    for deep, paint, width in ((SLAB, ink, 0.2), (CARD, card, 0.1)):
        rock = Pen().polygon(point(0, 0), point(1, 0), point(1, deep), point(0, deep))
        yield Shape(rock.data, fill=paint, stroke=paint, width=width)
    strata = Pen()
    for _ in range(9):
        share, depth, long = chance.between(0, 0.9), chance.between(CARD + 0.8, SLAB - 0.8), chance.between(0.04, 0.2)
        strata.move(*point(share, depth)).line(*point(min(1.0, share + long), depth + chance.between(-0.3, 0.3)))
    yield Shape(strata.data, stroke=mix_inks(ink, inks.inks.stones[0], 0.16), width=0.35)


def slab_shade(table: Mapping[Cell, TableTile], onto: Transform, ink: str) -> Patch:
    """Draw the shade of the slab on the ground."""
    lx, ly = (-length * SHADE_LONG / HEIGHT * (SLAB + 2) for length in VIEW.light)
    pen = Pen()
    for x, y in table:
        corners = [VIEW.raised((x + i) * TILE, (y + j) * TILE, -SLAB) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
        pen.polygon(*((px + lx, py + ly) for px, py in corners))
        for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
            pen.polygon(*clockwise([(px, py), (qx, qy), (qx + lx, qy + ly), (px + lx, py + ly)]))
    return Patch("slab-shade", (Shape(pen.data, fill=ink),), onto)


def _bust(inks: Palette, onto: Transform) -> Patch:
    """Draw the minotaur's bust in the middle of his court: head and horns, brighter than in black where light falls."""
    solid, view = bull_head(), Viewpoint(BUST_AROUND_DEG, BUST_UP_DEG)
    shapes: list[Shape] = []
    for face, _ in faces_seen(solid, view, {face.part for face in solid.faces}):
        lit = max(0.0, dot(solid.normal(face), BUST_LIGHT))
        ink = mix_inks(body(face, inks), inks.inks.outline, 0.5 * (1 - lit))
        ink = mix_inks(ink, inks.inks.clay_light, 0.4 * lit * lit)
        corners = (view.seen(corner) for corner in solid.polygon(face))
        shapes.append(
            Shape(Pen().polygon(*corners).data, fill=ink, stroke=mix_inks(ink, inks.inks.outline, 0.4), width=0.8)
        )
    for mirrored in ("", MIRRORED):
        shapes += _eye(solid, view, mirrored, inks)
    scale = BUST * math.hypot(onto.a, onto.b / math.sin(math.radians(UP_DEG)))
    return Patch("bust", tuple(shapes), Transform.placing(*onto.apply(MIDDLE, MIDDLE), scale=scale))


@cache
def _bust_shade() -> tuple[tuple[Point, ...], ...]:
    """Return what of the minotaur's tile lies in the shade of his bust, in pieces."""
    solid, around, (tx, ty) = bull_head(), math.radians(BUST_AROUND_DEG), VIEW.towards
    front = tx * math.cos(around) + ty * math.sin(around), ty * math.cos(around) - tx * math.sin(around)

    def fallen(corner: Vector) -> Point:
        x, y, z = times(corner, BUST)
        away = z * BUST_SHADE
        return (
            MIDDLE + front[0] * y - front[1] * x - VIEW.light[0] * away,
            MIDDLE + front[1] * y + front[0] * x - VIEW.light[1] * away,
        )

    return tuple(tuple(clockwise([fallen(corner) for corner in solid.polygon(face)])) for face in solid.faces)


def _eye(solid: Solid, view: Viewpoint, mirrored: str, inks: Palette) -> Iterator[Shape]:
    """Draw an eye along the fold between brow and cheekbone, if it is seen."""
    brow, cheek, eye, forehead = (solid.vertices[name + mirrored] for name in ("brow", "cheekbone", "eye", "forehead"))
    looks = next(solid.normal(face) for face in solid.faces if face.name == "socket" + mirrored)
    if dot(looks, view.towards) < EYE_SEEN:
        return

    def point(along: float, aside: float) -> Point:
        start = plus(times(brow, 1 - along), times(cheek, along))
        return view.seen(plus(start, times(minus(forehead if aside > 0 else eye, start), abs(aside))))

    white = ((0.08, 0.05), (0.3, 0.36), (0.62, 0.26), (0.85, 0.0), (0.5, -0.42), (0.2, -0.2))
    yield Shape(
        Pen().polygon(*(point(*at) for at in white)).data,
        fill=inks.inks.gold_light,
        stroke=inks.inks.outline,
        width=1.2,
    )
    yield Shape(Pen().circle(*point(0.45, 0.05), 4).data, fill=inks.inks.outline)
