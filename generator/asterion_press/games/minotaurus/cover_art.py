"""The picture on the title page and on the lid: the bull's head on its table at dusk, the ring at a horn.

All of it is the game's own: the head as it is built, the ring in its true size, pieces as they are printed. Lengths are
millimetres of the model, seen from :data:`VIEW`; the origin of the picture lies where the middle of the head stands.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from asterion_press.drawing.bull_head import LIGHT, MIRRORED, Viewpoint, bull_head, faces_seen
from asterion_press.drawing.display_list import (
    Drawing,
    Patch,
    PathData,
    Pen,
    Scene,
    Shape,
    Shown,
    Transform,
    moved,
    transform_path,
)
from asterion_press.drawing.inks import Palette, mix_inks, reink
from asterion_press.drawing.solid import Point, Vector, area_of, cross, minus, plus, times, unit
from asterion_press.games.minotaurus.model_art import draw_view
from asterion_press.geometry import bounding_box

VIEW = Viewpoint(-28, 21)
HIGH_MM, BELOW_MM = 266.0, 64.0
"""Height of the picture, and from where the head stands down to its edge."""
ASIDE = 0.03
"""How far left of the middle the head stands, as a part of the width: the ring comes from the right."""
TABLE, THICK_MM = 0.455, 8.0
"""Radius of the round table as a part of the picture's width; thickness of its top."""
LINES_MM = (4.5, 6.5)
"""From the edge of the table to the lines on it."""
STEP_MM, FRONT_MM, CLEAR_MM = 3.5, 70.0, 66.0
"""Room between pieces; from the middle of the head to that of the front row; and what stays free about the head."""
ROWS, COLUMNS = (-2, -1, 0, 1), 5
"""Rows of pieces, counted from the front row; columns to each side."""
SHADE, SHADE_LONG = 0.32, 0.55
"""Share of dark ink in the shade, and its length as a part of what the light makes."""
RING_HIGH_MM, RING_DROP_MM = 4.0, 20.0
"""Thickness of the ring; from the tip of the horn down to the ring's plane."""
RING_LIES: Vector = unit((-0.22, 0.25, 0.95))
"""What is at right angles to the ring over the horn."""
FLIGHT: tuple[tuple[float, float, Vector], ...] = ((0.3, 0.3, (-0.75, 0.3, 0.6)), (0.66, 0.62, (-0.5, 0.35, 0.8)))
"""Where the ring was before: shares of its way and of its ink in that of the sky, and how it lay."""
HAND: Vector = (-300.0, 40.0, 60.0)
RISE_MM = 70.0
"""How much higher than the straight line to the horn the ring flies in the middle of its way."""
SUN_MM, SUN_UP_MM, RAYS = 86.0, 106.0, 60
DUSK = ((260.0, 0.64), (212.0, 0.46), (168.0, 0.28), (128.0, 0.12))
"""Rings of the sky: their radius, and the share of rock's dark ink."""


def draw_cover(
    pieces: Sequence[Drawing], ring: Drawing, ring_mm: tuple[float, float], palette: Palette, aspect: float
) -> Scene:
    """Draw the scene.

    Args:
        pieces: the back of a piece, and the left and the right half of a pair.
        ring: the template of the ring.
        ring_mm: inner and outer diameter of the ring.
        palette: of the theme.
        aspect: width for a height of 1.
    """
    width = round(HIGH_MM * aspect, 2)
    middle = Transform(e=width * (0.5 - ASIDE), f=HIGH_MM - BELOW_MM)
    frame = Pen().rectangle(-middle.e, -middle.f, width, HIGH_MM).data
    thrown = ThrownRing(ring, ring_mm, palette)
    solid, silhouette = bull_head(), Pen()
    for face, _ in faces_seen(solid, VIEW, {face.part for face in solid.faces}):
        silhouette.polygon(*map(VIEW.seen, solid.polygon(face)))
    outline = Shape(silhouette.data, stroke=palette.inks.outline, width=2.0)  # the head covers its inner half
    head = Patch("head", (outline, draw_view(solid, VIEW, palette)))
    parts = (
        Patch("sky", tuple(_sky(palette, frame)), Transform(), frame),
        Patch("flight", tuple(thrown.flight()), Transform(), frame),
        Patch("table", tuple(_table(palette, TABLE * width)), Transform(), frame),
        *_pieces(pieces, palette, TABLE * width),
        *thrown.over_horn(near=False),
        head,
        *thrown.over_horn(near=True),
        Patch("frame", (Shape(frame, stroke=palette.inks.outline, width=1.2, join="miter"),)),
    )
    return Scene("cover", "", "", width, HIGH_MM, tuple(moved(part, middle) for part in parts))


def plane_at(origin: Vector, right: Vector, down: Vector) -> Transform:
    """Return where a plane in space is seen, given by two directions of length 1 in it."""
    (a, b), (c, d), (e, f) = VIEW.seen(right), VIEW.seen(down), VIEW.seen(origin)
    return Transform(a, b, c, d, e, f)


# -- the sky and the table ---------------------------------------------------------------------------------------------


def _sky(palette: Palette, frame: PathData) -> Iterator[Shape]:
    """Draw rings of dusk around the sun, which stands behind the head, and its rays."""
    inks, (x, y) = palette.inks, (0.0, -SUN_UP_MM)
    line = inks.mortar if palette.line_art else None
    yield Shape(frame, fill=inks.paper if palette.line_art else mix_inks(inks.clay, inks.rock, 0.8))
    for radius, share in DUSK:
        fill = inks.paper if palette.line_art else mix_inks(inks.clay, inks.rock, share)
        yield Shape(Pen().circle(x, y, radius).data, fill=fill, stroke=line, width=0.6)
    rays = Pen()
    for ray in range(RAYS):
        angle = math.tau * (ray + 0.5) / RAYS
        cos, sin, far = math.cos(angle), math.sin(angle), SUN_MM + (30 if ray % 2 else 58)
        rays.move(x + (SUN_MM + 5) * cos, y + (SUN_MM + 5) * sin).line(x + far * cos, y + far * sin)
    yield Shape(rays.data, stroke=line or mix_inks(inks.clay_light, inks.clay, 0.3), width=1.0)
    sun = inks.paper if palette.line_art else mix_inks(inks.clay_light, inks.gold_light, 0.3)
    yield Shape(Pen().circle(x, y, SUN_MM).data, fill=sun, stroke=line or inks.gold_light, width=1.2)


def _table(palette: Palette, radius: float) -> Iterator[Shape]:
    """Draw a round table with the shade of the head upon it."""
    inks, flat = palette.inks, VIEW.towards[2]
    top = inks.paper if palette.line_art else mix_inks(inks.stones[1], inks.clay_dark, 0.2)
    rim = inks.paper if palette.line_art else mix_inks(top, inks.outline, 0.45)
    thick = THICK_MM * math.hypot(VIEW.towards[0], VIEW.towards[1])
    side = Pen().move(-radius, 0).line(-radius, thick)
    side.curve(-radius, thick + flat * radius * 4 / 3, radius, thick + flat * radius * 4 / 3, radius, thick)
    yield Shape(side.line(radius, 0).close().data, fill=rim, stroke=inks.outline, width=0.8)
    yield Shape(Pen().ellipse(0, 0, radius, radius * flat).data, fill=top, stroke=inks.outline, width=0.8)
    rings = Pen()
    for inset in LINES_MM:
        rings.ellipse(0, 0, radius - inset, (radius - inset) * flat)
    yield Shape(rings.data, stroke=mix_inks(top, inks.outline, 0.5), width=0.8)
    dark = mix_inks(top, inks.outline, 0.08 if palette.line_art else SHADE)
    shade = Pen()
    for points in _shade():
        shade.polygon(*(VIEW.seen((x, y, 0.0)) for x, y in points))
    yield Shape(shade.data, fill=dark)


def _shade() -> Iterator[list[Point]]:
    """Yield what of the table lies in the shade of the head, in pieces, all one way round so that they join."""
    solid = bull_head()

    def fallen(corner: Vector) -> Point:
        away = corner[2] / LIGHT[2] * SHADE_LONG
        return corner[0] - LIGHT[0] * away, corner[1] - LIGHT[1] * away

    for face in solid.faces:
        points = [fallen(corner) for corner in solid.polygon(face)]
        yield points if area_of(points) > 0 else points[::-1]


def _pieces(pieces: Sequence[Drawing], palette: Palette, radius: float) -> Iterator[Patch]:
    """Yield pieces face down in rows about the head, and a pair turned up before it."""
    back, left, right = pieces
    size = back.width
    step, edge = size + STEP_MM, radius - LINES_MM[-1]
    trim = Pen().rectangle(0, 0, size, size).data
    line = Shape(trim, stroke=palette.inks.outline, width=1.2, join="miter")
    shaded = reink(back, "shaded", lambda ink: mix_inks(ink, palette.inks.outline, SHADE))
    shade = [] if palette.line_art else [*_shade()]
    for row, column in itertools.product(ROWS, range(-COLUMNS, COLUMNS + 1)):
        x, y = column * step, FRONT_MM + row * step
        corners = [(x + i * size / 2, y + j * size / 2) for i in (-1, 1) for j in (-1, 1)]
        if max(math.hypot(*corner) for corner in corners) > edge or (row < 0 and abs(x) < CLEAR_MM):
            continue
        shown = {(0, 1): left, (0, 0): right}.get((row, column), back)  # the bull's right is the reader's left
        x += STEP_MM * (0.5 if shown is right else -0.5 if shown is left else 0)  # the halves of a pair touch
        at = plane_at((x + size / 2, y - size / 2, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
        yield Patch("piece", (Shown(shown, 0, 0, size), line), at, trim)
        fallen = Pen()
        for points in shade:
            own = [(x + size / 2 - px, py - y + size / 2) for px, py in points]
            near, above, far, below = bounding_box(own)
            if near < size and far > 0 and above < size and below > 0:
                fallen.polygon(*own)
        if fallen.data and shown is back:
            yield Patch("shade", (Shown(shaded, 0, 0, size),), at, trim, through=fallen.data)


# -- the ring ----------------------------------------------------------------------------------------------------------


class ThrownRing(Struct, frozen=True):
    """The ring on its way from a hand over the tip of the horn that the viewer has to the right.

    Attributes:
        drawing: its template.
        size: its inner and outer diameter.
        palette: of the theme.
    """

    drawing: Drawing
    size: tuple[float, float]
    palette: Palette

    @property
    def _band(self) -> PathData:
        inner, outer = self.size
        return Pen().circle(outer / 2, outer / 2, outer / 2).circle(outer / 2, outer / 2, inner / 2).data

    def _plane(self, middle: Vector, lies: Vector, lift: float = 0.0) -> Transform:
        """Return where the plane of the ring is seen, its template's corner at the origin; x runs level."""
        up = unit(lies)
        right = unit(cross(up, VIEW.towards))
        down = cross(right, up)
        half = self.size[1] / 2
        corner = minus(minus(middle, times(right, half)), times(down, half))
        return plane_at(plus(corner, times(up, lift)), right, down)

    @property
    def _lands(self) -> Vector:
        x, y, z = bull_head().vertices["tip" + MIRRORED]
        return x, y, z - RING_DROP_MM

    def _on_way(self, share: float) -> Vector:
        """Return where the ring is at a share of its way."""
        straight = plus(times(HAND, 1 - share), times(self._lands, share))
        return plus(straight, (0.0, 0.0, 4 * RISE_MM * share * (1 - share)))

    def flight(self) -> Iterator[Shape]:
        """Draw the way of the ring as a dotted line, and where it was before."""
        inks = self.palette.inks
        ink = inks.mortar if self.palette.line_art else inks.gold_light
        way = Pen().lines(*(VIEW.seen(self._on_way(step / 24)) for step in range(25)))
        yield Shape(way.data, stroke=ink, width=1.6, dash=(0.0, 6.0))
        for share, strength, lies in FLIGHT:
            at = self._plane(self._on_way(share), lies)
            sky = inks.paper if self.palette.line_art else mix_inks(inks.clay, inks.rock, 0.3)
            gold, edge = mix_inks(sky, inks.gold, strength), mix_inks(sky, inks.outline, 0.6 * strength)
            yield Shape(transform_path(self._band, at), fill=gold, stroke=edge, width=0.8, even_odd=True)

    def over_horn(self, *, near: bool) -> Iterator[Patch]:
        """Yield the half of the ring that is nearer to the viewer than the horn, or the other one."""
        at, size = self._plane(self._lands, RING_LIES), self.size[1]
        half = Pen().rectangle(-1, size / 2 if near else -1, size + 2, size / 2 + 1).data
        dark = mix_inks(self.palette.inks.gold, self.palette.inks.outline, 0.55)
        for step in range(4):
            under = self._plane(self._lands, RING_LIES, (step - 4) * RING_HIGH_MM / 4)
            side = Shape(self._band, fill=dark, stroke=dark, width=0.8, even_odd=True)
            yield Patch("ring", (side,), under, half)
        edge = Shape(self._band, stroke=self.palette.inks.outline, width=1.0)
        yield Patch("ring", (Shown(self.drawing, 0, 0, size),), at, self._band, through=half)
        yield Patch("ring", (edge,), at, half)
