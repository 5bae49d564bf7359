"""Vectors, solids made of flat faces, and convex polygons in the plane.

In space x is to the bull's right, y to its front, z up, in millimetres. A face lists its corners counterclockwise as
they are seen from outside. An edge is where two faces meet, named by its two corners; a closed solid has each edge in
exactly two faces, once in either direction.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

from msgspec import Struct

from asterion_press.geometry import bounding_box

Vector: TypeAlias = "tuple[float, float, float]"
Point: TypeAlias = "tuple[float, float]"
Edge: TypeAlias = "tuple[str, str]"
Corner = TypeVar("Corner")


def plus(a: Vector, b: Vector) -> Vector:
    """Return the sum."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vector, b: Vector) -> Vector:
    """Return the difference."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def times(a: Vector, factor: float) -> Vector:
    """Return a vector, longer by a factor."""
    return a[0] * factor, a[1] * factor, a[2] * factor


def dot(a: Vector, b: Vector) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a: Vector) -> Vector:
    """Return the same direction, of length 1.

    Raises:
        ValueError: the vector has no direction.
    """
    length = math.hypot(*a)
    if length < 1e-9:
        raise ValueError(f"{a} has no direction")
    return times(a, 1 / length)


def mean(points: Iterable[Vector]) -> Vector:
    """Return the middle of points."""
    there = list(points)
    x, y, z = map(math.fsum, zip(*there, strict=True))
    return times((x, y, z), 1 / len(there))


def edge(one: str, other: str) -> Edge:
    """Return the edge between two corners, named the same from either end."""
    return (one, other) if one < other else (other, one)


class SolidFace(Struct, frozen=True):
    """One flat, convex face.

    Attributes:
        name: what a person would call it, such as ``forehead``.
        part: the piece of card that it is cut from.
        corners: names of vertices, counterclockwise from outside.
    """

    name: str
    part: str
    corners: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """Return the sides in order, each from corner to corner."""
        return tuple(sides(self.corners))


class Solid(Struct, frozen=True, eq=False):
    """A closed solid; it equals only itself, so that what is asked often can be remembered.

    Attributes:
        vertices: where each corner is, in mm.
        faces: all of them.
    """

    vertices: Mapping[str, Vector]
    faces: tuple[SolidFace, ...]

    def polygon(self, face: SolidFace) -> tuple[Vector, ...]:
        """Return the corners of a face in space."""
        return tuple(self.vertices[corner] for corner in face.corners)

    @cache  # noqa: B019 - there are few solids, and they live as long as the program
    def normal(self, face: SolidFace) -> Vector:
        """Return the outward normal of a face.

        Source: M. Newell's method, as in I. Sutherland et al., "A characterization of ten hidden-surface algorithms",
        1974.
        """
        x = y = z = 0.0
        for a, b in sides(self.polygon(face)):
            x += (a[1] - b[1]) * (a[2] + b[2])
            y += (a[2] - b[2]) * (a[0] + b[0])
            z += (a[0] - b[0]) * (a[1] + b[1])
        return unit((x, y, z))

    def length(self, one: str, other: str) -> float:
        """Return the distance of two corners."""
        return math.dist(self.vertices[one], self.vertices[other])

    @cache  # noqa: B019 - as above
    def meeting(self) -> dict[Edge, tuple[SolidFace, ...]]:
        """Return the faces that meet in each edge."""
        found: dict[Edge, tuple[SolidFace, ...]] = {}
        for face in self.faces:
            for side in face.sides:
                found[edge(*side)] = (*found.get(edge(*side), ()), face)
        return found

    def fold_deg(self, side: Edge) -> float:
        """Return the angle of the fold along an edge: positive for a mountain, negative for a valley, 0 if flat."""
        one, other = self.meeting()[side]
        a, b = self.normal(one), self.normal(other)
        angle = math.degrees(math.atan2(math.hypot(*cross(a, b)), dot(a, b)))
        inside = mean(self.polygon(other))
        return angle if dot(minus(inside, self.vertices[side[0]]), a) < 0 else -angle

    def volume(self) -> float:
        """Return the volume in cubic millimetres, by the divergence theorem; positive if the faces look outwards."""
        triangles = (
            (first, b, c) for first, *others in map(self.polygon, self.faces) for b, c in itertools.pairwise(others)
        )
        return math.fsum(dot(a, cross(b, c)) for a, b, c in triangles) / 6


@cache
def flattened(solid: Solid, face: SolidFace) -> tuple[Point, ...]:
    """Return a face in a plane of its own: its first corner at the origin, its first side along x."""
    corners = solid.polygon(face)
    along = unit(minus(corners[1], corners[0]))
    up = cross(solid.normal(face), along)
    return tuple((dot(minus(corner, corners[0]), along), dot(minus(corner, corners[0]), up)) for corner in corners)


def overlap(one: Sequence[Point], other: Sequence[Point], touching: float = 0.0) -> bool:
    """Check whether two convex polygons share more than `touching` mm in every direction.

    Source: the separating axis theorem; for convex polygons the normals of their sides suffice.
    """
    left, low, right, high = bounding_box(one)
    u, v, w, z = bounding_box(other)
    if left >= w or u >= right or low >= z or v >= high:
        return False
    for polygon in (one, other):
        for (ax, ay), (bx, by) in sides(polygon):
            long = math.hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / long, (ax - bx) / long
            first, second = [x * nx + y * ny for x, y in one], [x * nx + y * ny for x, y in other]
            if min(max(first), max(second)) - max(min(first), min(second)) <= touching:
                return False
    return True


def sides(corners: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """Yield the sides of a polygon, each from corner to corner."""
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def area_of(polygon: Sequence[Point]) -> float:
    """Return the area; it is negative if the corners run clockwise where y points up."""
    return math.fsum(a[0] * b[1] - b[0] * a[1] for a, b in sides(polygon)) / 2


def distance_left(side: tuple[Point, Point], point: Point) -> float:
    """Return how far a point lies to the left of a side; negative to its right."""
    (ax, ay), (bx, by) = side
    return ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / math.hypot(bx - ax, by - ay)


def turned(point: Point, angle: float) -> Point:
    """Return a point turned about the origin by an angle in radians, counterclockwise where y points up."""
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def between(a: Point, b: Point, share: float) -> Point:
    """Return the point at a share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def clip_polygon(points: Sequence[Point], polygon: Sequence[Point]) -> list[Point]:
    """Clip a polygon to a counterclockwise convex one.

    Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", 1974.
    """
    kept = list(points)
    for side in sides(polygon):
        before, kept = kept, []
        for a, b in sides(before) if before else ():
            da, db = distance_left(side, a), distance_left(side, b)
            if da >= 0:
                kept.append(a)
            if (da < 0) != (db < 0):
                kept.append(between(a, b, da / (da - db)))
    return kept


def clip_line(a: Point, b: Point, polygon: Sequence[Point]) -> tuple[Point, Point] | None:
    """Clip a line to a counterclockwise convex polygon.

    Source: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping", 1978.
    """
    low, high = 0.0, 1.0
    for side in sides(polygon):
        da, db = distance_left(side, a), distance_left(side, b)
        if da < 0 and db < 0:
            return None
        if da < 0:
            low = max(low, da / (da - db))
        elif db < 0:
            high = min(high, da / (da - db))
    if low >= high:
        return None
    return between(a, b, low), between(a, b, high)


def clip_polyline(points: Sequence[Point], polygon: Sequence[Point], slack: float = 0.0) -> Iterator[list[Point]]:
    """Yield the parts of a line from point to point that lie in a counterclockwise convex polygon.

    Those that meet are one; `slack` is how far apart ends may be computed that meet.
    """
    line: list[Point] = []
    for a, b in itertools.pairwise(points):
        part = clip_line(a, b, polygon)
        if part and line and math.dist(line[-1], part[0]) <= slack:
            line.append(part[1])
            continue
        if line:
            yield line
        line = [*part] if part else []
    if line:
        yield line
