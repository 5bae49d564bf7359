"""Solids made of flat faces, and vectors in space: millimetres, x to the bull's right, y to its front, z up.

A face lists its corners counterclockwise as they are seen from outside. An edge is where two faces meet, named by its
two corners; a closed solid has each edge in exactly two faces, once in either direction.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from msgspec import Struct

Vector: TypeAlias = "tuple[float, float, float]"
Point: TypeAlias = "tuple[float, float]"
Edge: TypeAlias = "tuple[str, str]"


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
    return times(
        (math.fsum(p[0] for p in there), math.fsum(p[1] for p in there), math.fsum(p[2] for p in there)), 1 / len(there)
    )


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
        return tuple(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))


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

    def normal(self, face: SolidFace) -> Vector:
        """Return the outward normal of a face."""
        return _normal(self, face)

    def length(self, one: str, other: str) -> float:
        """Return the distance of two corners."""
        return math.dist(self.vertices[one], self.vertices[other])

    def meeting(self) -> dict[Edge, tuple[SolidFace, ...]]:
        """Return the faces that meet in each edge."""
        return _meeting(self)

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
def _normal(solid: Solid, face: SolidFace) -> Vector:
    """Return the outward normal of a face.

    Source: M. Newell's method, as in I. Sutherland et al., "A characterization of ten hidden-surface algorithms", 1974.
    """
    corners = solid.polygon(face)
    x = y = z = 0.0
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        x += (a[1] - b[1]) * (a[2] + b[2])
        y += (a[2] - b[2]) * (a[0] + b[0])
        z += (a[0] - b[0]) * (a[1] + b[1])
    return unit((x, y, z))


@cache
def _meeting(solid: Solid) -> dict[Edge, tuple[SolidFace, ...]]:
    found: dict[Edge, tuple[SolidFace, ...]] = {}
    for face in solid.faces:
        for side in face.sides:
            found[edge(*side)] = (*found.get(edge(*side), ()), face)
    return found
