"""A solid made of flat faces, and what must be true of it before it is worth cutting out of card.

A face lists its corners counterclockwise for who sees it from outside. An edge is where two faces meet, named by its
two corners; a closed solid has each edge in exactly two faces, once in either direction.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from generator.games.minotaurus.vectors import Point, Vector, cross, dot, mean, minus, normal, plus, times

FLAT_MM = 0.02
"""How far a corner may lie off the plane of its face. Own choice: a fifth of a knife's cut."""

Edge: TypeAlias = "tuple[str, str]"


def edge(one: str, other: str) -> Edge:
    """The edge between two corners, named the same from either end."""
    return (one, other) if one < other else (other, one)


class Face(Struct, frozen=True):
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
        """The sides in order, each from corner to corner."""
        return tuple(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))


class Solid(Struct, frozen=True, eq=False):
    """A closed solid; one object for each, so that what is asked often is remembered.

    Attributes:
        vertices: where each corner is, in mm.
        faces: all of them.
    """

    vertices: Mapping[str, Vector]
    faces: tuple[Face, ...]

    def polygon(self, face: Face) -> tuple[Vector, ...]:
        """The corners of a face in space."""
        return tuple(self.vertices[corner] for corner in face.corners)

    def normal(self, face: Face) -> Vector:
        """The direction in which a face looks."""
        return _normal(self, face)

    def length(self, one: str, other: str) -> float:
        """How far two corners are apart."""
        return math.dist(self.vertices[one], self.vertices[other])

    def meeting(self) -> dict[Edge, tuple[Face, ...]]:
        """The faces that meet in each edge."""
        return _meeting(self)

    def fold_deg(self, side: Edge) -> float:
        """By how much the card is folded along an edge: positive for a mountain, negative for a valley, 0 if flat."""
        one, other = self.meeting()[side]
        a, b = self.normal(one), self.normal(other)
        angle = math.degrees(math.atan2(math.hypot(*cross(a, b)), dot(a, b)))
        inside = mean(self.polygon(other))
        return angle if dot(minus(inside, self.vertices[side[0]]), a) < 0 else -angle

    def volume(self) -> float:
        """In cubic millimetres, by the divergence theorem; positive if the faces look outwards."""
        return math.fsum(dot(a, cross(b, c)) for a, b, c in self._triangles()) / 6

    def middle_of_card(self) -> Vector:
        """The centre of mass of the empty model: of its faces, since card weighs the same everywhere."""
        mass, moment = 0.0, (0.0, 0.0, 0.0)
        for a, b, c in self._triangles():
            area = math.hypot(*cross(minus(b, a), minus(c, a))) / 2
            mass, moment = mass + area, plus(moment, times(mean((a, b, c)), area))
        return times(moment, 1 / mass)

    def _triangles(self) -> Iterator[tuple[Vector, Vector, Vector]]:
        for face in self.faces:
            first, *others = self.polygon(face)
            yield from ((first, b, c) for b, c in itertools.pairwise(others))


@cache
def _normal(solid: Solid, face: Face) -> Vector:
    return normal(solid.polygon(face))


@cache
def _meeting(solid: Solid) -> dict[Edge, tuple[Face, ...]]:
    found: dict[Edge, tuple[Face, ...]] = {}
    for face in solid.faces:
        for side in face.sides:
            found[edge(*side)] = (*found.get(edge(*side), ()), face)
    return found


def faults(solid: Solid) -> Iterator[str]:
    """What keeps it from being a closed solid of flat faces, in words."""
    for face in solid.faces:
        corners, looks = solid.polygon(face), solid.normal(face)
        off = max(abs(dot(minus(corner, corners[0]), looks)) for corner in corners)
        if off > FLAT_MM:
            yield f"face {face.name!r} is not flat: a corner lies {off:.2f} mm off its plane"
        if not _convex(corners, looks):
            yield f"face {face.name!r} is not convex"
    walked = [side for face in solid.faces for side in face.sides]
    for side in sorted(set(walked)):
        if walked.count(side) > 1:
            yield f"side {'-'.join(side)} belongs to two faces that look opposite ways"
        if (side[1], side[0]) not in walked:
            yield f"side {'-'.join(side)} has no face on its other side: the solid is open there"
    if solid.volume() <= 0:
        yield "the faces look inwards"


def _convex(corners: tuple[Vector, ...], looks: Vector) -> bool:
    around = zip(corners, (*corners[1:], corners[0]), (*corners[2:], *corners[:2]), strict=True)
    return all(dot(cross(minus(b, a), minus(c, b)), looks) > 0 for a, b, c in around)


def stands_by(solid: Solid) -> float:
    """How far inside of the base the centre of mass lies, in mm; negative if the empty model falls over."""
    x, y, _ = solid.middle_of_card()
    ground = min(corner[2] for corner in solid.vertices.values())
    base = hull([(v[0], v[1]) for v in solid.vertices.values() if v[2] < ground + 1e-6])
    return min(
        ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / math.dist(a, b)
        for a, b in zip(base, (*base[1:], base[0]), strict=True)
    )


def hull(points: list[Point]) -> tuple[Point, ...]:
    """The convex hull, counterclockwise.

    Source: A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
    """

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in ordered:
            while len(chain) > 1 and _left_of(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return (*half(ordered), *half(ordered[::-1]))


def _left_of(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
