"""The bull's head painted, face by face, and seen from some side.

An ornament is drawn once, in a frame that looks at the head from some side, and projected onto the faces that look
back. So its lines run on across folds and cuts. Marks come out in the plane of their face, as :func:`flattened` lays
it: the nets turn them with the face, a view of the solid projects them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from asterion_press.drawing.bull_head import (
    LIGHT,
    MIRRORED,
    SCALE,
    Viewpoint,
    body,
    bull_head,
    darkness,
    faces_seen,
    on_face,
)
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from asterion_press.drawing.freehand import Knot, flipped, mirrored, point_on, spans
from asterion_press.drawing.inks import Palette, keyed_by_inks, mix_inks
from asterion_press.drawing.solid import (
    Point,
    Solid,
    SolidFace,
    Vector,
    between,
    clip_line,
    clip_polygon,
    cross,
    dot,
    flattened,
    mean,
    minus,
    sides,
    times,
    unit,
)

FRONT = ("temple", "socket", "nose-side", "nose-wing", "nostril", "muzzle")
MIDDLE = ("crown", "forehead", "bridge", "nose", "snout-front")
BACK = ("withers", "nape-side", "crest", "scruff")
EYE = ("socket", "lid", "temple", "nose-side")
CHEEK = ("cheek", "jowl", "snout", "jaw", "neck-top")


class Mark(Struct, frozen=True):
    """A line or an area of an ornament, or on a face, in the face's plane, mm.

    Attributes:
        points: its corners.
        closed: whether it is an area.
        fill: ink inside, as ``#rrggbb`` or, of an ornament, by its name; or empty.
        ink: of its line, likewise.
        width: of the line.
    """

    points: tuple[Point, ...]
    closed: bool = True
    fill: str = ""
    ink: str = ""
    width: float = 0.0


class Frame(Struct, frozen=True):
    """A plane that ornaments are drawn in before they are projected at right angles to it.

    Attributes:
        origin: the middle of the ornament, in space.
        right, down: the directions of its x and y.
        faces: names of the faces that bear it.
    """

    origin: Vector
    right: Vector
    down: Vector
    faces: tuple[str, ...]

    def seen(self, point: Vector) -> Point:
        """Return where a point in space is seen."""
        there = minus(point, self.origin)
        return dot(there, self.right), dot(there, self.down)


def marks_on(face: SolidFace, palette: Palette) -> tuple[Mark, ...]:
    """Return what is painted on a face, in the order of painting."""
    return _all_marks(palette)[face.name]


@keyed_by_inks
def _all_marks(palette: Palette) -> dict[str, tuple[Mark, ...]]:
    solid, colours = bull_head(), palette.inks
    inks = {
        "incised": colours.clay_light,
        "edge": colours.outline,
        "gold": colours.gold_deep if palette.line_art else colours.gold,
        "horn": colours.horn,
        "ground": colours.clay if not palette.line_art else colours.paper,
        "iris": colours.clay if not palette.line_art else colours.floor_shade,
    }
    found: dict[str, list[Mark]] = {face.name: list(_own_marks(solid, face, palette)) for face in solid.faces}
    for frame, strokes in _frames(solid):
        looking = [face for face in solid.faces if face.name in frame.faces]
        for stroke in strokes:
            for face in looking:
                found[face.name] += _projected(solid, face, frame, stroke, inks)
    return {name: tuple(held) for name, held in found.items()}


def _frames(solid: Solid) -> Iterator[tuple[Frame, list[Mark]]]:
    """Yield every ornament with the frame that it is drawn in."""
    down = unit(minus(on_face(0, 1, 0), on_face(0, 0, 0)))
    yield Frame(times(on_face(0, 0, 0), SCALE), (-1.0, 0.0, 0.0), down, (*MIDDLE, *_twice(FRONT))), [*front()]
    for suffix in ("", MIRRORED):
        yield _eye_frame(solid, suffix), [*eye()]
        jaw = solid.vertices["jaw" + suffix]
        yield (
            Frame(jaw, (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), tuple(name + suffix for name in CHEEK)),
            [*cheek()],
        )
    breast = next(face for face in solid.faces if face.name == "chest")
    slope = unit(cross(solid.normal(breast), (1.0, 0.0, 0.0)))
    slope = slope if slope[2] < 0 else times(slope, -1)
    yield Frame(mean(solid.polygon(breast)), (-1.0, 0.0, 0.0), slope, ("chest",)), [*chest()]
    yield (
        Frame((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0), ("mane", "back", *_twice(BACK))),
        [*back()],
    )


def _eye_frame(solid: Solid, suffix: str) -> Frame:
    """Return the frame of an eye, on the fold between the socket and the lid, looking out as both do; x to the nose."""
    face = {one.name: solid.normal(one) for one in solid.faces}
    out = unit(mean((face["socket" + suffix], face["lid" + suffix])))
    ahead = minus(solid.vertices["bridge" + suffix], solid.vertices["brow" + suffix])
    right = unit(minus(ahead, times(out, dot(ahead, out))))
    down = cross(right, out)
    down = down if down[2] < 0 else times(down, -1)
    middle = mean(
        solid.vertices[name + suffix] for name in ("brow", "cheekbone", "brow", "eye", "cheekbone", "forehead")
    )
    return Frame(middle, right, down, tuple(name + suffix for name in EYE))


def _twice(names: Sequence[str]) -> tuple[str, ...]:
    return (*names, *(name + MIRRORED for name in names))


def _projected(solid: Solid, face: SolidFace, frame: Frame, stroke: Mark, inks: dict[str, str]) -> Iterator[Mark]:
    """Yield what of an ornament falls onto a face."""
    window = [frame.seen(corner) for corner in solid.polygon(face)]
    onto = PlaneMap(window, flattened(solid, face))
    if math.fsum(a[0] * b[1] - b[0] * a[1] for a, b in sides(window)) <= 0:
        window.reverse()  # counterclockwise, as clipping wants it
    points = [(x * SCALE, y * SCALE) for x, y in stroke.points]
    fill, ink = inks.get(stroke.fill, ""), inks.get(stroke.ink, "")
    if stroke.closed:
        area = clip_polygon(points, window)
        if fill and len(area) > 2:
            yield Mark(tuple(map(onto, area)), fill=fill)
    if ink:
        for line in _lines_within(points, window, closed=stroke.closed):
            yield Mark(tuple(map(onto, line)), closed=False, ink=ink, width=stroke.width * SCALE)


def _lines_within(points: Sequence[Point], window: Sequence[Point], *, closed: bool) -> Iterator[list[Point]]:
    """Yield the parts of a line that show in a window, each in one go."""
    line: list[Point] = []
    for a, b in sides(points) if closed else itertools.pairwise(points):
        part = clip_line(a, b, window)
        if part is None or (line and math.dist(line[-1], part[0]) > 1e-6):
            if len(line) > 1:
                yield line
            line = []
        if part is not None:
            line = [*line, part[1]] if line else [*part]
    if len(line) > 1:
        yield line


class PlaneMap:
    """The affine map that takes the first three corners of a face from one plane to another."""

    def __init__(self, seen: Sequence[Point], flat: Sequence[Point]) -> None:
        (self.x, self.y), b, c = seen[:3]
        self.u, self.v = (b[0] - self.x, b[1] - self.y), (c[0] - self.x, c[1] - self.y)
        self.turn = self.u[0] * self.v[1] - self.u[1] * self.v[0]
        self.flat = flat

    def __call__(self, point: Point) -> Point:
        x, y = point[0] - self.x, point[1] - self.y
        s, t = (x * self.v[1] - y * self.v[0]) / self.turn, (self.u[0] * y - self.u[1] * x) / self.turn
        a, b, c = self.flat[:3]
        return (
            a[0] + s * (b[0] - a[0]) + t * (c[0] - a[0]),
            a[1] + s * (b[1] - a[1]) + t * (c[1] - a[1]),
        )


# -- what a face bears by itself ---------------------------------------------------------------------------------------


def _own_marks(solid: Solid, face: SolidFace, palette: Palette) -> Iterator[Mark]:
    """Yield bands on the horns, the inside of an ear, the meander of the plinth."""
    name, inks = face.name.removesuffix(MIRRORED), palette.inks
    flat = flattened(solid, face)
    if name.startswith("horn-1"):
        for low, high in ((0.06, 0.2), (0.27, 0.32)):
            yield _band(face, flat, low, high, inks.gold, inks.gold_deep)
    elif name.startswith("horn-2"):
        yield _band(face, flat, 0.9, 1.0, inks.gold, inks.gold_deep)
    elif name == "ear-front":
        middle = (math.fsum(x for x, _ in flat) / 3, math.fsum(y for _, y in flat) / 3)
        inner = tuple((x + (middle[0] - x) * 0.36, y + (middle[1] - y) * 0.36) for x, y in flat)
        yield Mark(inner, True, inks.clay, inks.outline, 0.25)
    elif face.part == "plinth" and name != "base":
        yield from _meander(solid, face, flat, palette)


def _band(face: SolidFace, flat: Sequence[Point], low: float, high: float, fill: str, ink: str) -> Mark:
    """Return a band around a horn: the same shares of both edges that run along it."""
    tails = [corner.removeprefix("horn-") for corner in face.corners]
    rings = [int(tail[0]) if tail[0].isdigit() else 0 for tail in tails]  # bends between a corner and the head
    root = next(at for at, ring in enumerate(rings) if ring == rings[(at + 1) % 4] == min(rings))
    a, b, c, d = (flat[(root + step) % 4] for step in range(4))
    left, right = [between(a, d, share) for share in (low, high)], [between(b, c, share) for share in (low, high)]
    return Mark((left[0], right[0], right[1], left[1]), True, fill, ink, 0.2)


_KEY = ((0.0, 0.0), (0.0, 1.0), (0.74, 1.0), (0.74, 0.34), (0.38, 0.34), (0.38, 0.68))
"""One key of the meander, as in :mod:`asterion_press.drawing.emblems`."""


def _meander(solid: Solid, face: SolidFace, flat: Sequence[Point], palette: Palette) -> Iterator[Mark]:
    """Yield a meander between two lines along a wall of the plinth."""
    foot = next(at for at, side in enumerate(face.sides) if all(corner.startswith("foot") for corner in side))
    a, b, c, d = (flat[(foot + step) % 4] for step in range(4))
    ink = palette.inks.gold_light if not palette.line_art else palette.inks.outline

    def at(along: float, up: float) -> Point:
        return between(between(a, b, along), between(d, c, along), up)

    for up in (0.14, 0.86):
        yield Mark((at(0, up), at(1, up)), closed=False, ink=ink, width=0.6)
    count = max(2, round(math.dist(a, b) / (solid.length(face.corners[foot - 1], face.corners[foot]) * 0.75)))
    for key in range(count):
        line = tuple(at((key + 0.1 + u * 0.98) / count, 0.28 + 0.44 * v) for u, v in _KEY)
        yield Mark(line, closed=False, ink=ink, width=0.75)


PALE = 0.55
"""The share of white in parts that are not the subject of a figure."""


PORTRAIT_MM = 120.0
INSIDE = "#e8e2d6"
"""Bare card, as it shows where the head is still open."""


def draw_view(
    solid: Solid, view: Viewpoint, palette: Palette, parts: Collection[str] = (), painted: Collection[str] = ()
) -> Group:
    """Draw the solid, its faces darker where less light falls on them.

    Args:
        solid: the bull's head.
        view: from where.
        palette: of the theme.
        parts: those that are there; empty for all.
        painted: those that are painted; the others are pale. Empty for all.
    """
    every = {face.part for face in solid.faces}
    inks = palette.inks
    groups = []
    for face, outside in faces_seen(solid, view, parts or every):
        corners = [view.seen(corner) for corner in solid.polygon(face)]
        ground = Pen().polygon(*corners).data
        if not outside:
            light = (1 + dot(solid.normal(face), LIGHT)) / 2
            fill = mix_inks(INSIDE, inks.outline, 0.25 * light)
            groups.append(Group("inside", (Shape(ground, fill=fill, stroke=inks.mortar, width=0.2),)))
            continue
        dark = darkness(solid.normal(face), palette)
        fill = mix_inks(body(face, palette), inks.outline, dark)
        edge = inks.clay_light if palette.line_art else mix_inks(fill, inks.clay_light, 0.35)
        marks: list[Shape] = []
        if face.part in (painted or every):
            onto = PlaneMap(flattened(solid, face), corners)
            marks = [shape_of(mark, onto, dark, inks.outline) for mark in marks_on(face, palette)]
        else:
            fill, edge = mix_inks(fill, "#ffffff", PALE), mix_inks(edge, "#ffffff", 0.85)
        groups.append(Group("face", (Shape(ground, fill=fill, stroke=edge, width=0.2), *marks)))
    return Group("view", tuple(groups))


def shape_of(mark: Mark, onto: Callable[[Point], Point], dark: float = 0.0, shade: str = "#000000") -> Shape:
    """Return a mark as a shape wherever its face lies, darker by a share."""
    pen = Pen().lines(*map(onto, mark.points))
    data = pen.close().data if mark.closed else pen.data
    fill, ink = (mix_inks(one, shade, dark) if one else None for one in (mark.fill, mark.ink))
    return Shape(data, fill=fill, stroke=ink, width=mark.width)


def draw_portrait(component: str, palette: Palette) -> Drawing:
    """Draw the head before rays, as on a title page: square."""
    inks, middle = palette.inks, PORTRAIT_MM / 2
    rays = Pen()
    for ray in range(48):
        angle = math.tau * ray / 48
        cos, sin = math.cos(angle), math.sin(angle)
        reach = middle / max(abs(cos), abs(sin))
        rays.move(middle + 40 * cos, middle + 40 * sin).line(middle + reach * cos, middle + reach * sin)
    ground = (
        Shape(Pen().rectangle(0, 0, PORTRAIT_MM, PORTRAIT_MM).data, fill=inks.clay),
        Shape(rays.data, stroke=inks.clay_light if not palette.line_art else inks.floor_joint, width=0.5),
        Shape(
            Pen().circle(middle, middle, 46).data,
            fill=mix_inks(inks.clay, inks.paper, 0.25),
            stroke=inks.clay_light,
            width=0.6,
        ),
    )
    view = Viewpoint(-28, 14)
    head = Group("head", (draw_view(bull_head(), view, palette),), Transform.placing(middle, 104, scale=0.5))
    return Drawing(component, "The bull's head", PORTRAIT_MM, PORTRAIT_MM, 0.0, (Group("ground", ground), head))


# -- ornaments ---------------------------------------------------------------------------------------------------------

STEPS = 6
"""Straight pieces that stand for a curve from one knot to the next; none is longer than 2 mm."""


def curve(knots: Sequence[Knot], *, closed: bool = False) -> tuple[Point, ...]:
    """Return points along the curve through knots, as :mod:`asterion_press.drawing.freehand` draws it."""
    found: list[Point] = []
    for handles, straight in spans(knots, closed=closed):
        found += [handles[0]] if straight else [point_on(handles, step / STEPS) for step in range(STEPS)]
    return tuple(found if closed else [*found, (knots[-1][0], knots[-1][1])])


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


def rosette(x: float, y: float, radius: float) -> Iterator[Mark]:
    """Draw eight petals about a heart, on a disc."""
    yield Mark(circle(x, y, radius), fill="ground", ink="gold", width=0.5)
    for petal in range(8):
        angle = math.tau * petal / 8
        knots: list[Knot] = []
        for along, aside in ((0.2, 0.0), (0.55, 0.2), (0.82, 0.17), (0.92, 0.0), (0.82, -0.17), (0.55, -0.2)):
            u, v = along * radius, aside * radius
            knots.append((x + u * math.cos(angle) - v * math.sin(angle), y + u * math.sin(angle) + v * math.cos(angle)))
        yield Mark(curve(knots, closed=True), fill="horn", ink="edge", width=0.2)
    yield Mark(circle(x, y, radius * 0.24), fill="gold", ink="edge", width=0.25)


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


def front() -> Iterator[Mark]:
    """Draw the face, seen along the bridge of the nose; the origin lies at the poll."""
    for hand in (1, -1):
        for x, y, radius in _CURLS:
            yield Mark(_spiral(hand * x, y, radius, hand), closed=False, ink="incised", width=0.5)
        for line in (_BROW, *_BRIDGE):
            yield Mark(curve([(hand * knot[0], knot[1]) for knot in line]), closed=False, ink="incised", width=0.5)
        nostril = _NOSTRIL if hand > 0 else flipped(_NOSTRIL)
        yield Mark(curve(nostril, closed=True), fill="edge", ink="edge", width=0.3)
        for y, x in ((87, 9), (90, 11), (93, 8.5), (90, 4.5), (87, 3)):
            yield Mark(circle(hand * x, y, 0.55, 8), fill="edge")
    yield from rosette(0, 20, 10.5)


def eye() -> Iterator[Mark]:
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
    yield Mark(curve([(x * 1.18, y * 1.28) for x, y, *_ in almond], closed=True), fill="edge")
    yield Mark(curve(almond, closed=True), fill="horn", ink="gold", width=0.45)
    yield Mark(circle(0.6, -0.2, 3.9), fill="iris", ink="edge", width=0.3)
    yield Mark(circle(0.6, -0.2, 2.2), fill="edge")
    yield Mark(circle(-0.6, -1.5, 0.8, 12), fill="horn")
    for lift in (8.2, 10.6):
        brow = curve([(-9.0, 3.5 - lift), (-3.5, -1.6 - lift), (3.0, -2.4 - lift), (9.5, 1.6 - lift)])
        yield Mark(brow, closed=False, ink="incised", width=0.5)
    tear = curve([(9.5, 5.0), (13.5, 9.0), (15.0, 14.0)])
    yield Mark(tear, closed=False, ink="incised", width=0.5)


def cheek() -> Iterator[Mark]:
    """Draw a cheek, seen from the side; the origin lies at the corner of the jaw, x runs forward."""
    for lines in (
        ((4, -26), (9, -17), (7, -8), (10, 0)),
        ((9, -27), (14, -18), (12, -8), (16, 0)),
        ((30, -8), (40, -10), (52, -7)),
    ):
        yield Mark(curve([(float(x), float(y)) for x, y in lines]), closed=False, ink="incised", width=0.5)


def chest() -> Iterator[Mark]:
    """Draw a double axe on a disc, seen from the front; the origin lies in the middle of the chest."""
    yield Mark(circle(0, 0, 12.5, 40), fill="ground", ink="gold", width=0.6)
    yield Mark(circle(0, 0, 11.0, 40), closed=True, ink="gold", width=0.3)
    blade: list[Knot] = [
        (0.3, -2.6, 0), (3.8, -3.6), (7.2, -7.0, 0), (8.6, -3.4), (8.6, 1.2), (7.2, 4.9, 0), (3.8, 1.5), (0.3, 0.6, 0),
    ]  # fmt: skip
    for knots in (blade, flipped(blade)):
        yield Mark(curve(knots, closed=True), fill="gold", ink="edge", width=0.3)
    haft = mirrored(((0, -9.2), (0.8, -8.6), (0.75, 0.0), (0.9, 8.8, 0), (0, 9.2)))
    yield Mark(curve(haft, closed=True), fill="gold", ink="edge", width=0.3)


def back() -> Iterator[Mark]:
    """Draw locks of the mane, one below the other, seen from behind; the origin lies on the table."""
    for row in range(7):
        y = -118.0 + 15.5 * row
        for hand in (1, -1):
            yield Mark(_spiral(hand * 6.2, y, 5.4, hand), closed=False, ink="incised", width=0.55)
            yield Mark(_spiral(hand * 15.8, y + 7.5, 4.2, hand), closed=False, ink="incised", width=0.5)
