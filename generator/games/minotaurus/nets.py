"""The nets of the bull's head: each part's faces laid flat along its hinges, tabs on one side of every glued edge.

Every edge of the head is either a fold inside of a net or a glued pair: two sides of equal length, one of which bears
a tab with the pair's number. Flat coordinates are millimetres with y pointing up, faces seen from outside, so corners
run counterclockwise. The nets are data, ``nets.json``, as the head is always the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from generator.drawing.solid import Edge, Point, Solid, SolidFace, cross, dot, minus, unit


class Tab(Struct, frozen=True):
    """A tab to glue under the face on the other side of its edge.

    Attributes:
        number: of the glued pair.
        face: that it is attached to.
        side: the edge.
        corners: counterclockwise, the first two on the edge.
    """

    number: int
    face: str
    side: Edge
    corners: tuple[Point, ...]


class ModelNet(Struct, frozen=True):
    """A piece of card, laid flat.

    Attributes:
        part: its name.
        faces: the corners of each face, by the face's name.
        folds: the edges that are folded, with the angle in degrees: positive for a mountain, negative for a valley.
        tabs: what is glued under something else.
        bare: the sides under which a tab is glued: face, edge and number.
    """

    part: str
    faces: Mapping[str, tuple[Point, ...]]
    folds: tuple[tuple[Edge, float], ...]
    tabs: tuple[Tab, ...]
    bare: tuple[tuple[str, Edge, int], ...]

    def points(self) -> list[Point]:
        """Return every corner of faces and tabs."""
        return [point for polygon in self.polygons() for point in polygon]

    def polygons(self) -> Iterator[tuple[Point, ...]]:
        """Yield faces, then tabs."""
        yield from self.faces.values()
        yield from (tab.corners for tab in self.tabs)


@cache
def nets() -> Mapping[str, ModelNet]:
    """Return the nets of the bull's head by part."""
    data = Path(__file__).with_name("nets.json").read_bytes()
    return {net.part: net for net in msgspec.json.decode(data, type=list[ModelNet])}


@cache
def flattened(solid: Solid, face: SolidFace) -> tuple[Point, ...]:
    """Return a face in a plane of its own: its first corner at the origin, its first side along x."""
    corners = solid.polygon(face)
    along = unit(minus(corners[1], corners[0]))
    up = cross(solid.normal(face), along)
    return tuple((dot(minus(corner, corners[0]), along), dot(minus(corner, corners[0]), up)) for corner in corners)
