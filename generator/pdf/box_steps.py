"""The drawing of how a box is made: a net cut out, its walls folded up, and the lid above the tray.

It is seen at a slant from above. The panels are those of the box, folded by the angles of each step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from generator.drawing.display_list import Patch, Pen, Shape, Transform
from generator.layout.box import Box, BoxPanel, Net, Point, Solid

INK, CARD, GLUE = "#000000", "#ffffff", "#d9d2c8"
LINE_MM = 0.25
"""Not the width of the box's lines, by which the proof knows them."""
HALF_DEG = 70.0
"""How far walls and tabs are folded in the second step."""
AROUND, UP = math.cos(math.radians(30)), math.sin(math.radians(30))
LIFT = 0.5
"""Height of the lid above the tray, as a part of the tray's width."""
MOST_MM = 40.0
"""Height of the drawing at most."""
AIR_MM, ARROW_MM = 10.0, 5.0


class Face(Struct, frozen=True):
    """A panel as it is seen: its corners, and whether it is glued."""

    corners: list[Point]
    glued: bool


class _Plane(Struct, frozen=True):
    """The plane of a panel in space: where the net's origin comes to lie, its right and down, and its inside."""

    origin: Solid
    right: Solid
    down: Solid
    inside: Solid

    def at(self, point: Point) -> Solid:
        return _sum((self.origin, 1), (self.right, point[0]), (self.down, point[1]))

    def hinged(self, panel: BoxPanel, degrees: float) -> _Plane:
        """Return the plane of a panel that is folded about its hinge."""
        (x0, y0), (x1, _) = panel.hinge
        left, top, right, bottom = panel.box
        upright = x0 == x1
        way = math.copysign(1, (left + right) / 2 - x0 if upright else (top + bottom) / 2 - y0)
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        outwards = self.right if upright else self.down
        beyond = _sum((outwards, cos), (self.inside, sin * way))
        inside = _sum((self.inside, cos), (outwards, -sin * way))
        across = (beyond, self.down) if upright else (self.right, beyond)
        origin = _sum((self.at((x0, y0)), 1), (across[0], -x0), (across[1], -y0))
        return _Plane(origin, *across, inside)


def draw_steps(box: Box, room: tuple[float, float, float, float]) -> Patch:
    """Return the three steps side by side in the middle of a rectangle: left, top, right, bottom."""
    left, top, right, bottom = room
    lid, tray = box.nets
    lifted = box.height + LIFT * box.width
    steps = [
        list(_faces(tray, 0)),
        list(_faces(tray, HALF_DEG)),
        [*_faces(tray, 90), *_faces(lid, -90, lifted)],
    ]
    spans = [_span(step) for step in steps]
    wide, high = math.fsum(x1 - x0 for x0, _, x1, _ in spans), max(y1 - y0 for _, y0, _, y1 in spans)
    scale = min(min(MOST_MM, bottom - top) / high, (right - left - 2 * AIR_MM) / wide)
    x, middle = (left + right - wide * scale) / 2 - AIR_MM, (top + bottom) / 2
    shapes: list[Shape] = []
    arrows = Pen()
    for number, (step, (x0, y0, x1, y1)) in enumerate(zip(steps, spans, strict=True)):
        if number:
            _arrow(arrows, x - AIR_MM / 2 - ARROW_MM / 2, middle, ARROW_MM, 0)
        at = Transform.placing(x - x0 * scale, middle - (y0 + y1) / 2 * scale, scale=scale)
        for face in step:
            outline = Pen().polygon(*(at.apply(*corner) for corner in face.corners)).data
            shapes.append(Shape(outline, fill=GLUE if face.glued else CARD, stroke=INK, width=LINE_MM))
        x += (x1 - x0) * scale + AIR_MM
    _arrow(arrows, x - AIR_MM + ARROW_MM, middle - ARROW_MM / 2, 0, ARROW_MM)
    return Patch("steps", (*shapes, Shape(arrows.data, stroke=INK, width=2 * LINE_MM)), Transform())


def _arrow(pen: Pen, x: float, y: float, dx: float, dy: float) -> None:
    """Draw an arrow to the right or downwards."""
    pen.move(x, y).line(x + dx, y + dy)
    back = 0.35
    pen.move(x + dx * (1 - back) - dy * back, y + dy * (1 - back) - dx * back).line(x + dx, y + dy)
    pen.line(x + dx * (1 - back) + dy * back, y + dy * (1 - back) + dx * back)


def _faces(net: Net, degrees: float, height: float = 0.0) -> Iterator[Face]:
    """Yield the panels of a net, folded by an angle, far ones first; its base lies at that height about the origin."""
    _, _, width, depth = net.panels[0].box
    planes = {net.panels[0].name: _Plane((-width / 2, -depth / 2, height), (1, 0, 0), (0, 1, 0), (0, 0, 1))}
    for panel in net.panels[1:]:
        planes[panel.name] = planes[panel.parent].hinged(panel, degrees)
    solid = {panel.name: [planes[panel.name].at(point) for point in panel.outline] for panel in net.panels}
    near = {name: math.fsum(x + y for x, y, _ in corners) / len(corners) for name, corners in solid.items()}
    for panel in net.panels:
        if panel.glue and degrees:  # upon the wall behind it, or behind the wall before it
            near[panel.name] = near[panel.glue] + math.copysign(0.01, -near[panel.glue])
    for panel in sorted(net.panels, key=lambda panel: near[panel.name]):
        corners = [((x - y) * AROUND, (x + y) * UP - z * AROUND) for x, y, z in solid[panel.name]]
        yield Face(corners, bool(panel.glue))


def _span(faces: list[Face]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom."""
    xs, ys = zip(*(corner for face in faces for corner in face.corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _sum(*parts: tuple[Solid, float]) -> Solid:
    x, y, z = (math.fsum(vector[axis] * factor for vector, factor in parts) for axis in range(3))
    return x, y, z
