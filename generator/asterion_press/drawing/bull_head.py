"""The bull's head of the game as a solid: a bust on a plinth, after the stone rhyton of Knossos, in flat faces.

Millimetres: x to the bull's own right, y where the bull looks, z up from the table. A vertex of the right half, x > 0,
has a name such as ``brow``; its mirror image is ``brow*``.

The face is drawn in its own frame: `t` down from the poll along the bridge of the nose, `w` inwards from it. Horns are
pyramids cut twice by planes; a cut through lines that meet in a point makes flat faces, however the horn is bent.
Own shape, own sizes.

Views are orthographic, the far faces painted first, each lit a little. Source of the order: M. Newell, R. Newell and
T. Sancha's painter's algorithm without its tests; faces that look away are left out, which leaves few that hide one
another.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from asterion_press.drawing.inks import Palette, mix_inks
from asterion_press.drawing.solid import (
    Edge,
    Point,
    Solid,
    SolidFace,
    Vector,
    between,
    cross,
    dot,
    edge,
    mean,
    minus,
    plus,
    times,
    unit,
)

MIRRORED = "*"
POLL = (-2.0, 138.0)
"""Upper end of the bridge of the nose, between the horns: y and z."""
PITCH_DEG = 50.0
"""Angle by which the face looks down."""
PLINTH_MM = 16.0
SCALE = 0.88
"""From the numbers below to millimetres: so large that three sheets of card hold all nets, on A4 and on Letter."""
HORN_RINGS = 2


def on_face(x: float, t: float, w: float) -> Vector:
    """Return a point of the face from its own frame."""
    cos, sin = math.cos(math.radians(PITCH_DEG)), math.sin(math.radians(PITCH_DEG))
    return x, POLL[0] + t * cos - w * sin, POLL[1] - t * sin - w * cos


_HEAD: dict[str, Vector] = {
    "poll": on_face(18, 0, 0),
    "crown": (18, -32, 131),
    "brow": on_face(37, 23, 5),
    "forehead": on_face(20, 40, -3),
    "bridge": on_face(14, 82, -1),
    "nose": on_face(17, 104, 1),
    "lip": on_face(15, 112, 15),
    "chin": on_face(14, 104, 36),
    "nostril": on_face(25, 100, 13),
    "mouth": on_face(22, 85, 32),
    "cheekbone": on_face(30, 58, 12),
    "eye": on_face(42, 38, 28),
    "jaw": (32, -12, 56),
    "throat": (19, 12, 38),
    "horn-low": (43, -13, 105),
    "horn-back": (37, -34, 112),
    "ear": (42, -32, 88),
    "nape": (27, -52, 78),
}
_PLINTH: tuple[tuple[float, float], ...] = ((23, 44), (49, 18), (49, -28), (27, -57))

_HORN_ROOT = ("poll", "brow", "horn-low", "horn-back", "crown")
"""The hole in the head that a horn closes, clockwise from outside."""
_HORN_AIMS: tuple[tuple[Vector, float], ...] = (((0.90, 0.06, 0.43), 0.42), ((0.60, 0.14, 0.79), 0.46))
"""For each bend: where its lines meet, as a direction from the middle of the last ring, and how far towards that the
next ring is cut."""
_HORN_LONG = (88.0, 76.0)
_HORN_TIP: Vector = (0.20, 0.24, 0.95)
_HORN_TIP_LONG = 48.0
_EAR_TIP: Vector = (80.0, -22.0, 80.0)

_HALF = """
    face temple: poll forehead brow
    cheek socket: forehead cheekbone brow
    cheek lid: brow cheekbone eye
    cheek cheek: brow eye horn-low
    face nose-side: forehead bridge cheekbone
    cheek nose-wing: bridge nostril cheekbone
    face nostril: bridge nose nostril
    face muzzle: nose lip nostril
    face lip: lip chin nostril
    cheek mouth: nostril chin mouth
    cheek snout: cheekbone nostril mouth
    cheek jowl: cheekbone mouth eye
    cheek jaw: eye mouth jaw
    face chin-side: mouth chin throat
    cheek gullet: mouth throat jaw
    nape behind: horn-low ear horn-back
    nape neck-top: eye jaw ear
    nape nape-side: horn-back ear nape
    nape crest: crown horn-back nape
    nape scruff: ear jaw nape
    neck shoulder: jaw top-1 top-2
    throat breast: jaw throat top-1
    throat brisket: throat top-0 top-1
    neck back-side: jaw top-2 nape
    neck withers: nape top-2 top-3
    plinth wall-1: top-0 top-1 foot-1 foot-0
    plinth wall-2: top-1 top-2 foot-2 foot-1
    plinth wall-3: top-2 top-3 foot-3 foot-2
    ear ear-front: eye horn-low ear-tip
    ear ear-back: horn-low ear ear-tip
    ear ear-under: ear eye ear-tip
"""
"""The faces with x > 0, each behind the piece of card that it is cut from. Corners may be written either way round: the
right one is found by walking over the solid."""
_MIDDLE = """
    face crown: poll crown
    face forehead: poll forehead
    face bridge: forehead bridge
    face nose: bridge nose
    face snout-front: nose lip
    face lip-front: lip chin
    face chin: chin throat
    throat chest: throat top-0
    neck mane: crown nape
    neck back: nape top-3
    plinth front: top-0 foot-0
    plinth rear: top-3 foot-3
"""
"""The faces in the middle: two corners, and their mirror images."""

MIDDLE_PARTS = ("face", "throat", "neck", "plinth")
"""Pieces of card that are there once; the others are there for the right and for the left."""


ROOM_MM = 4.0
"""Least width of the ring's own band, and what its hole must leave free around a horn, in diameter. Own choice."""
STEP_MM = 1.0


@cache
def bull_head() -> Solid:
    """Return the whole head with its plinth."""
    half = dict(_HEAD)
    for number, (x, y) in enumerate(_PLINTH):
        half[f"top-{number}"], half[f"foot-{number}"] = (x, y, PLINTH_MM), (x, y, 0.0)
    half["ear-tip"] = _EAR_TIP
    ring = [half[root] for root in _HORN_ROOT]
    for bend, ((direction, share), long) in enumerate(zip(_HORN_AIMS, _HORN_LONG, strict=True), start=1):
        middle, looks = mean(ring), unit(direction)
        apex = plus(middle, times(looks, long))
        following = _HORN_AIMS[bend][0] if bend < len(_HORN_AIMS) else _HORN_TIP
        across = unit(plus(looks, unit(following)))
        through = plus(middle, times(looks, long * share))
        ring = [_cut(corner, apex, through, across) for corner in ring]
        half |= {f"horn-{bend}-{number}": corner for number, corner in enumerate(ring)}
    half["tip"] = plus(mean(ring), times(unit(_HORN_TIP), _HORN_TIP_LONG))
    half = {name: times(corner, SCALE) for name, corner in half.items()}
    vertices = half | {one + MIRRORED: (-x, y, z) for one, (x, y, z) in half.items()}
    return Solid(vertices, _oriented(vertices, list(_faces())))


def _cut(start: Vector, end: Vector, through: Vector, across: Vector) -> Vector:
    """Return the point where a line meets the plane through a point at right angles to `across`."""
    way = minus(end, start)
    return plus(start, times(way, dot(minus(through, start), across) / dot(way, across)))


def _faces() -> Iterator[SolidFace]:
    """Yield every face, its corners in order, but perhaps the wrong way round."""
    for line in _HALF.strip().splitlines():
        part, name, *corners = line.replace(":", "").split()
        yield from _both(part, name, corners)
    for number, here in enumerate(_HORN_ROOT):
        following = (number + 1) % len(_HORN_ROOT)
        rings = [(here, _HORN_ROOT[following])]
        rings += [(f"horn-{bend}-{number}", f"horn-{bend}-{following}") for bend in range(1, HORN_RINGS + 1)]
        for bend, (low, high) in enumerate(itertools.pairwise(rings), start=1):
            yield from _both("horn", f"horn-{bend}-{number}", [*low, *reversed(high)])
        yield from _both("horn", f"horn-tip-{number}", [*rings[-1], "tip"])
    for line in _MIDDLE.strip().splitlines():
        part, name, one, other = line.replace(":", "").split()
        yield SolidFace(name, part, (one, one + MIRRORED, other + MIRRORED, other))
    foot = [f"foot-{number}" for number in range(len(_PLINTH))]
    yield SolidFace("base", "plinth", (*foot, *(corner + MIRRORED for corner in reversed(foot))))


def _both(part: str, name: str, corners: Sequence[str]) -> Iterator[SolidFace]:
    """Yield a face of the right half and its mirror image."""
    for mark, hand in (("", "-right"), (MIRRORED, "-left")):
        piece = part if part in MIDDLE_PARTS else part + hand
        yield SolidFace(name + mark, piece, tuple(corner + mark for corner in corners))


def _oriented(vertices: dict[str, Vector], faces: list[SolidFace]) -> tuple[SolidFace, ...]:
    """Return the faces with their corners counterclockwise from outside.

    Neighbours walk their common edge in opposite directions; of the two ways, the right one has a positive volume.
    """
    beside: dict[Edge, list[int]] = {}
    for number, face in enumerate(faces):
        for side in face.sides:
            beside.setdefault(edge(*side), []).append(number)
    found, todo, seen = list(faces), [0], {0}
    while todo:
        for side in found[todo.pop()].sides:
            for there in beside[edge(*side)]:
                if there not in seen:
                    if side in found[there].sides:
                        found[there] = _turned_over(found[there])
                    seen.add(there)
                    todo.append(there)
    inwards = Solid(vertices, tuple(found)).volume() < 0
    return tuple(map(_turned_over, found) if inwards else found)


def _turned_over(face: SolidFace) -> SolidFace:
    return replace(face, corners=face.corners[::-1])


# -- the ring over a horn ----------------------------------------------------------------------------------------------


def ring_fall_mm(inner_mm: float, outer_mm: float) -> float:
    """Return how far below the tip of a horn a level ring can lie, in mm; 0 if it does not go over the tip.

    A level ring can lie at a height if there is a circle that holds all of a horn above that height, while nothing else
    of the head reaches so high within the ring's own width.
    """
    solid = bull_head()
    top = max(corner[2] for corner in solid.vertices.values())
    fallen = 0.0
    while fallen + STEP_MM < top:
        right, left = _parts_above(solid, top - fallen - STEP_MM)
        middle, radius = enclosing_circle(right)
        if 2 * radius > inner_mm - ROOM_MM or any(math.dist(middle, point) < outer_mm / 2 for point in left):
            break
        fallen += STEP_MM
    return fallen


def _parts_above(solid: Solid, height: float) -> tuple[list[Point], list[Point]]:
    """Return the part of the solid above a height, seen from above: corners and cuts to the right and to the left."""
    points: set[Point] = set()
    for side in solid.meeting():
        a, b = (solid.vertices[corner] for corner in side)
        points |= {(corner[0], corner[1]) for corner in (a, b) if corner[2] >= height}
        if (a[2] < height) != (b[2] < height):
            share = (height - a[2]) / (b[2] - a[2])
            points.add(between(a[:2], b[:2], share))
    return [point for point in points if point[0] >= 0], [point for point in points if point[0] < 0]


def enclosing_circle(points: Sequence[Point]) -> tuple[Point, float]:
    """Return middle and radius of a circle that holds all points, at most a hundredth larger than the smallest.

    Source: M. Badoiu and K. Clarkson, "Smaller core-sets for balls", 2003: walk towards the farthest, ever less.
    """
    x, y = math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)
    for step in range(1, 101):
        u, v = max(points, key=lambda point: math.dist(point, (x, y)))
        x, y = x + (u - x) / (step + 1), y + (v - y) / (step + 1)
    return (x, y), max(math.dist(point, (x, y)) for point in points)


# -- seen from some side -----------------------------------------------------------------------------------------------

MUZZLE = ("snout-front", "lip-front", "muzzle", "lip", "mouth", "chin-side", "chin", "nostril")
"""Faces of the bull's head that are of another ink."""
LIGHT: Vector = unit((-0.45, 0.6, 0.9))
DARKEST = 0.42
"""The share of shade on a face that looks away from the light. Own choice."""


def darkness(normal: Vector, palette: Palette) -> float:
    """Return the share of shade on a face; none in line art."""
    return 0.0 if palette.line_art else DARKEST * (1 - dot(normal, LIGHT)) / 2


class Viewpoint:
    """A place to look from: degrees around from the front, to the right, and up from the table."""

    def __init__(self, around_deg: float, up_deg: float) -> None:
        a, u = math.radians(around_deg), math.radians(up_deg)
        self.towards: Vector = (math.sin(a) * math.cos(u), math.cos(a) * math.cos(u), math.sin(u))
        self.right: Vector = unit(cross((0.0, 0.0, 1.0), self.towards)) if abs(up_deg) < 89 else (-1.0, 0.0, 0.0)
        self.up: Vector = cross(self.towards, self.right)

    def seen(self, point: Vector) -> Point:
        """Return where a point is seen: x to the right, y down."""
        return dot(point, self.right), -dot(point, self.up)


def faces_seen(solid: Solid, view: Viewpoint, parts: Collection[str]) -> Iterator[tuple[SolidFace, bool]]:
    """Yield faces of some parts, the farthest first, with whether they show their outside; insides if it is open."""
    there = [face for face in solid.faces if face.part in parts]
    whole = len(there) == len(solid.faces)
    found = [(face, dot(solid.normal(face), view.towards) > 1e-6) for face in there]
    looking = [(face, outside) for face, outside in found if outside or not whole]
    yield from sorted(looking, key=lambda one: (one[1], dot(mean(solid.polygon(one[0])), view.towards)))


def body(face: SolidFace, palette: Palette) -> str:
    """Return the ink of a face of the bull's head."""
    inks, name = palette.inks, face.name.removesuffix(MIRRORED)
    if name.startswith("horn-tip"):
        return inks.gold
    if name.startswith("horn"):
        return inks.horn
    if name in MUZZLE:
        return mix_inks(inks.clay_dark, inks.bull, 0.25)
    if face.part == "plinth":
        return inks.paper if name == "base" else inks.clay
    return mix_inks(inks.bull, inks.clay_dark, 0.22)
