"""The black counter that is laid on an impaled prisoner: a disc with the minotaur's horns, the origin top left."""

from __future__ import annotations

import math

from generator.drawing.curves import Knot, mirrored, smooth
from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from generator.drawing.inks import Palette

BLEED = 3.0
_HORNS: tuple[Knot, ...] = mirrored(
    (
        (0, -0.9), (0.9, -1.0), (2.1, -1.25), (2.75, -2.1), (2.65, -3.7, 0), (3.7, -2.5), (3.75, -0.9), (2.8, 0.25),
        (1.75, 0.65), (1.35, 1.9), (0.95, 3.2), (0, 3.6),
    )
)  # fmt: skip
_EARS = Pen().polygon((1.75, 0.75), (3.1, 1.35), (1.6, 1.6)).polygon((-1.75, 0.75), (-3.1, 1.35), (-1.6, 1.6)).data
_EYES = Pen().polygon((0.3, 1.15), (1.2, 0.5), (1.05, 1.25)).polygon((-0.3, 1.15), (-1.2, 0.5), (-1.05, 1.25)).data


def counter_drawing(diameter: float, palette: Palette, bleed: float = BLEED) -> Drawing:
    """The counter; its bleed is all black."""
    inks, half = palette.inks, diameter / 2
    rim = Pen()
    for step in range(24):
        angle = math.tau * step / 24
        rim.dot(4.95 * math.cos(angle), 4.95 * math.sin(angle))
    edge = inks.outline if palette.line_art else None
    art = (
        Shape(rim.data, stroke=inks.outline if palette.line_art else inks.counter_mark, width=0.34),
        Shape(smooth(_HORNS) + _EARS, fill=inks.counter_mark, stroke=edge, width=0.3 if edge else 0),
        Shape(_EYES, fill=inks.outline if palette.line_art else inks.counter),
    )
    disc = Shape(Pen().circle(half, half, half + bleed).data, fill=inks.counter)
    ring = (Shape(Pen().circle(half, half, half - 0.2).data, stroke=inks.outline, width=0.3),) if edge else ()
    groups = (
        Group("disc", (disc, *ring)),
        Group("horns", art, Transform.placing(half, half, scale=diameter / 12)),
    )
    return Drawing("counter", "Counter for an impaled prisoner", diameter, diameter, bleed, groups)
