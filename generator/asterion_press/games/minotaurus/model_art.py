"""The bull's head painted, face by face, and seen from some side.

An ornament is drawn once, ``templates/art/bull-*.svg``, in a frame that looks at the head from some side, and
projected onto the faces that look back. So its lines run on across folds and cuts. Marks come out in the plane of their
face, as :func:`flattened` lays it: the nets turn them with the face, a view of the solid projects them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from asterion_press.drawing.art import Art, ArtShape, art_called
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
from asterion_press.drawing.freehand import straightened
from asterion_press.drawing.inks import Palette, keyed_by_inks, mix_inks
from asterion_press.drawing.solid import (
    Point,
    Solid,
    SolidFace,
    Vector,
    area_of,
    between,
    clip_polygon,
    clip_polyline,
    cross,
    dot,
    flattened,
    mean,
    minus,
    times,
    unit,
)

FRONT = (
    "crown forehead bridge nose snout-front temple temple* socket socket* nose-side nose-side* nose-wing nose-wing* "
    "nostril nostril* muzzle muzzle*"
)
BACK = "mane back withers withers* nape-side nape-side* crest crest* scruff scruff*"


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
        ornament: its drawing.
        origin: the middle of the ornament, in space.
        right, down: the directions of its x and y.
        faces: names of the faces that bear it, with spaces between them.
    """

    ornament: str
    origin: Vector
    right: Vector
    down: Vector
    faces: str

    def seen(self, point: Vector) -> Point:
        """Return where a point in space is seen."""
        there = minus(point, self.origin)
        return dot(there, self.right), dot(there, self.down)


@keyed_by_inks
def marks_by_face(palette: Palette) -> dict[str, list[Mark]]:
    """Return what is painted on each face, in the order of painting, by its name."""
    solid, colours = bull_head(), palette.inks
    inks = {
        "incised": colours.clay_light,
        "edge": colours.outline,
        "gold": colours.gold_deep if palette.line_art else colours.gold,
        "horn": colours.horn,
        "ground": colours.clay if not palette.line_art else colours.paper,
        "iris": colours.clay if not palette.line_art else colours.floor_shade,
    }
    found = {face.name: list(_own_marks(solid, face, palette)) for face in solid.faces}
    for frame in _frames(solid):
        looking = [face for face in solid.faces if face.name in frame.faces.split()]
        for stroke, face in itertools.product(_strokes(art_called(frame.ornament, palette.art)), looking):
            found[face.name] += _projected(solid, face, frame, stroke, inks)
    return found


def _strokes(ornament: Art) -> Iterator[Mark]:
    """Yield the lines and areas of an ornament, which is drawn in tenths of the head's units, in millimetres."""
    for one in ornament:
        assert isinstance(one, ArtShape), "an ornament has no groups"
        for points, closed in straightened(one.shape.data, Transform.placing(0, 0, scale=SCALE / 10)):
            yield Mark(tuple(points), closed, one.fill, one.line, one.shape.width * SCALE / 10)


def _frames(solid: Solid) -> Iterator[Frame]:
    """Yield the frame of every ornament."""
    right, ahead, low = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)
    left = times(right, -1)
    down = unit(minus(on_face(0, 1, 0), on_face(0, 0, 0)))
    yield Frame("bull-face", times(on_face(0, 0, 0), SCALE), left, down, FRONT)
    for suffix in ("", MIRRORED):
        yield _eye_frame(solid, suffix)
        faces = f"cheek{suffix} jowl{suffix} snout{suffix} jaw{suffix} neck-top{suffix}"
        yield Frame("bull-cheek", solid.vertices["jaw" + suffix], ahead, low, faces)
    breast = next(face for face in solid.faces if face.name == "chest")
    down = _downwards(cross(solid.normal(breast), right))
    yield Frame("bull-chest", mean(solid.polygon(breast)), left, down, "chest")
    yield Frame("bull-mane", (0.0, 0.0, 0.0), right, low, BACK)


def _downwards(way: Vector) -> Vector:
    """Return a direction or the opposite one, whichever looks down, of length 1."""
    return unit(way if way[2] < 0 else times(way, -1))


def _eye_frame(solid: Solid, suffix: str) -> Frame:
    """Return the frame of an eye, on the fold between the socket and the lid, looking out as both do; x to the nose."""
    face = {one.name: solid.normal(one) for one in solid.faces}
    out = unit(mean((face["socket" + suffix], face["lid" + suffix])))
    ahead = minus(solid.vertices["bridge" + suffix], solid.vertices["brow" + suffix])
    right = unit(minus(ahead, times(out, dot(ahead, out))))
    around = ("brow", "cheekbone", "brow", "eye", "cheekbone", "forehead")
    middle = mean(solid.vertices[name + suffix] for name in around)
    faces = f"socket{suffix} lid{suffix} temple{suffix} nose-side{suffix}"
    return Frame("bull-eye", middle, right, _downwards(cross(right, out)), faces)


def _projected(solid: Solid, face: SolidFace, frame: Frame, stroke: Mark, inks: dict[str, str]) -> Iterator[Mark]:
    """Yield what of an ornament falls onto a face."""
    window = [frame.seen(corner) for corner in solid.polygon(face)]
    onto = plane_map(window, flattened(solid, face))
    if area_of(window) <= 0:
        window.reverse()  # counterclockwise, as clipping wants it
    fill, ink = inks.get(stroke.fill, ""), inks.get(stroke.ink, "")
    if stroke.closed:
        area = clip_polygon(stroke.points, window)
        if fill and len(area) > 2:
            yield Mark(tuple(map(onto, area)), fill=fill)
    if ink:
        for line in clip_polyline([*stroke.points, stroke.points[0]] if stroke.closed else stroke.points, window, 1e-6):
            yield Mark(tuple(map(onto, line)), closed=False, ink=ink, width=stroke.width)


def plane_map(seen: Sequence[Point], flat: Sequence[Point]) -> Callable[[Point], Point]:
    """Return the affine map that takes the first three corners of a face from one plane to another."""
    (ax, ay), (bx, by), (cx, cy) = seen[:3]
    a, b, c = flat[:3]
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def onto(point: Point) -> Point:
        x, y = point[0] - ax, point[1] - ay
        s, t = (x * (cy - ay) - y * (cx - ax)) / turn, ((bx - ax) * y - (by - ay) * x) / turn
        return a[0] + s * (b[0] - a[0]) + t * (c[0] - a[0]), a[1] + s * (b[1] - a[1]) + t * (c[1] - a[1])

    return onto


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
        yield Mark(tuple(between(corner, middle, 0.36) for corner in flat), True, inks.clay, inks.outline, 0.25)
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
            onto = plane_map(flattened(solid, face), corners)
            marks = [shape_of(mark, onto, dark, inks.outline) for mark in marks_by_face(palette)[face.name]]
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
