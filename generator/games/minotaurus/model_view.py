"""Views of the solid: orthographic, the far faces painted first, each lit a little.

Source of the order: M. Newell, R. Newell and T. Sancha's painter's algorithm without its tests; faces that look away
are left out, which leaves few that hide one another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator

from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from generator.drawing.inks import Palette, mix_inks
from generator.games.minotaurus.bull_head import bull_head
from generator.games.minotaurus.model_art import FaceMark, PlaneMap, body, marks_on
from generator.games.minotaurus.nets import flattened
from generator.games.minotaurus.solid import Point, Solid, SolidFace, Vector, cross, dot, mean, unit

LIGHT: Vector = unit((-0.45, 0.6, 0.9))
DARKEST = 0.42
"""The share of shade on a face that looks away from the light. Own choice."""
PALE = 0.55
"""The share of white in parts that are not the subject of a figure."""


PORTRAIT_MM = 120.0
INSIDE = "#e8e2d6"
"""Bare card, as it shows where the head is still open."""


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
        light = (1 + dot(solid.normal(face), LIGHT)) / 2
        if not outside:
            fill = mix_inks(INSIDE, inks.outline, 0.25 * light)
            groups.append(Group("inside", (Shape(ground, fill=fill, stroke=inks.mortar, width=0.2),)))
            continue
        dark = 0.0 if palette.line_art else DARKEST * (1 - light)
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
