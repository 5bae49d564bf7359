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

from generator.drawing.bull_head import MIRRORED, SCALE, bull_head, on_face
from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from generator.drawing.inks import Palette, keyed_by_inks, mix_inks
from generator.drawing.solid import (
    Point,
    Solid,
    SolidFace,
    Vector,
    between,
    clip_line,
    clip_polygon,
    cross,
    dot,
    mean,
    minus,
    sides,
    times,
    unit,
)
from generator.drawing.solid_view import LIGHT, Viewpoint, body, darkness, faces_seen
from generator.games.minotaurus import ornaments
from generator.games.minotaurus.nets import flattened
from generator.games.minotaurus.ornaments import OrnamentStroke

FRONT = ("temple", "socket", "nose-side", "nose-wing", "nostril", "muzzle")
MIDDLE = ("crown", "forehead", "bridge", "nose", "snout-front")
BACK = ("withers", "nape-side", "crest", "scruff")
EYE = ("socket", "lid", "temple", "nose-side")
CHEEK = ("cheek", "jowl", "snout", "jaw", "neck-top")


class FaceMark(Struct, frozen=True):
    """A line or an area on a face, in the face's plane, mm.

    Attributes:
        points: its corners.
        closed: whether it is an area.
        fill: ink as ``#rrggbb``, or None.
        ink: of its line, or None.
        width: of the line.
    """

    points: tuple[Point, ...]
    closed: bool
    fill: str | None
    ink: str | None
    width: float


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


def marks_on(face: SolidFace, palette: Palette) -> tuple[FaceMark, ...]:
    """Return what is painted on a face, in the order of painting."""
    return _all_marks(palette)[face.name]


@keyed_by_inks
def _all_marks(palette: Palette) -> dict[str, tuple[FaceMark, ...]]:
    solid, colours = bull_head(), palette.inks
    inks = {
        "incised": colours.clay_light,
        "edge": colours.outline,
        "gold": colours.gold_deep if palette.line_art else colours.gold,
        "horn": colours.horn,
        "ground": colours.clay if not palette.line_art else colours.paper,
        "iris": colours.clay if not palette.line_art else colours.floor_shade,
    }
    found: dict[str, list[FaceMark]] = {face.name: list(_own_marks(solid, face, palette)) for face in solid.faces}
    for frame, strokes in _frames(solid):
        looking = [face for face in solid.faces if face.name in frame.faces]
        for stroke in strokes:
            for face in looking:
                found[face.name] += _projected(solid, face, frame, stroke, inks)
    return {name: tuple(held) for name, held in found.items()}


def _frames(solid: Solid) -> Iterator[tuple[Frame, list[OrnamentStroke]]]:
    """Yield every ornament with the frame that it is drawn in."""
    down = unit(minus(on_face(0, 1, 0), on_face(0, 0, 0)))
    yield Frame(times(on_face(0, 0, 0), SCALE), (-1.0, 0.0, 0.0), down, (*MIDDLE, *_twice(FRONT))), [*ornaments.front()]
    for suffix in ("", MIRRORED):
        yield _eye_frame(solid, suffix), [*ornaments.eye()]
        jaw = solid.vertices["jaw" + suffix]
        yield (
            Frame(jaw, (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), tuple(name + suffix for name in CHEEK)),
            [*ornaments.cheek()],
        )
    chest = next(face for face in solid.faces if face.name == "chest")
    slope = unit(cross(solid.normal(chest), (1.0, 0.0, 0.0)))
    slope = slope if slope[2] < 0 else times(slope, -1)
    yield Frame(mean(solid.polygon(chest)), (-1.0, 0.0, 0.0), slope, ("chest",)), [*ornaments.chest()]
    yield (
        Frame((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0), ("mane", "back", *_twice(BACK))),
        [*ornaments.back()],
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


def _projected(
    solid: Solid, face: SolidFace, frame: Frame, stroke: OrnamentStroke, inks: dict[str, str]
) -> Iterator[FaceMark]:
    """Yield what of an ornament falls onto a face."""
    window = [frame.seen(corner) for corner in solid.polygon(face)]
    onto = PlaneMap(window, flattened(solid, face))
    if math.fsum(a[0] * b[1] - b[0] * a[1] for a, b in sides(window)) <= 0:
        window.reverse()  # counterclockwise, as clipping wants it
    points = [(x * SCALE, y * SCALE) for x, y in stroke.points]
    fill, ink = inks.get(stroke.fill), inks.get(stroke.ink)
    if stroke.closed:
        area = clip_polygon(points, window)
        if fill and len(area) > 2:
            yield FaceMark(tuple(map(onto, area)), True, fill, None, 0.0)
    if ink:
        for line in _lines_within(points, window, closed=stroke.closed):
            yield FaceMark(tuple(map(onto, line)), False, None, ink, stroke.width * SCALE)


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


def _own_marks(solid: Solid, face: SolidFace, palette: Palette) -> Iterator[FaceMark]:
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
        yield FaceMark(inner, True, inks.clay, inks.outline, 0.25)
    elif face.part == "plinth" and name != "base":
        yield from _meander(solid, face, flat, palette)


def _band(face: SolidFace, flat: Sequence[Point], low: float, high: float, fill: str, ink: str) -> FaceMark:
    """Return a band around a horn: the same shares of both edges that run along it."""
    tails = [corner.removeprefix("horn-") for corner in face.corners]
    rings = [int(tail[0]) if tail[0].isdigit() else 0 for tail in tails]  # bends between a corner and the head
    root = next(at for at, ring in enumerate(rings) if ring == rings[(at + 1) % 4] == min(rings))
    a, b, c, d = (flat[(root + step) % 4] for step in range(4))
    left, right = [between(a, d, share) for share in (low, high)], [between(b, c, share) for share in (low, high)]
    return FaceMark((left[0], right[0], right[1], left[1]), True, fill, ink, 0.2)


_KEY = ((0.0, 0.0), (0.0, 1.0), (0.74, 1.0), (0.74, 0.34), (0.38, 0.34), (0.38, 0.68))
"""One key of the meander, as in :mod:`generator.drawing.emblems`."""


def _meander(solid: Solid, face: SolidFace, flat: Sequence[Point], palette: Palette) -> Iterator[FaceMark]:
    """Yield a meander between two lines along a wall of the plinth."""
    foot = next(at for at, side in enumerate(face.sides) if all(corner.startswith("foot") for corner in side))
    a, b, c, d = (flat[(foot + step) % 4] for step in range(4))
    ink = palette.inks.gold_light if not palette.line_art else palette.inks.outline

    def at(along: float, up: float) -> Point:
        return between(between(a, b, along), between(d, c, along), up)

    for up in (0.14, 0.86):
        yield FaceMark((at(0, up), at(1, up)), False, None, ink, 0.6)
    count = max(2, round(math.dist(a, b) / (solid.length(face.corners[foot - 1], face.corners[foot]) * 0.75)))
    for key in range(count):
        line = tuple(at((key + 0.1 + u * 0.98) / count, 0.28 + 0.44 * v) for u, v in _KEY)
        yield FaceMark(line, False, None, ink, 0.75)


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


def shape_of(mark: FaceMark, onto: Callable[[Point], Point], dark: float = 0.0, shade: str = "#000000") -> Shape:
    """Return a mark as a shape wherever its face lies, darker by a share."""
    points = [onto(point) for point in mark.points]
    pen = Pen().move(*points[0])
    for point in points[1:]:
        pen.line(*point)
    data = pen.close().data if mark.closed else pen.data
    fill, ink = (None if one is None else mix_inks(one, shade, dark) for one in (mark.fill, mark.ink))
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
