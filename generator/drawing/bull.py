"""The minotaur's head from the front, in the manner of black-figure pottery: a dark silhouette with incised lines.

Drawn 24 units wide from horn to horn, the origin between the eyes, x to the right, y down.
"""

from __future__ import annotations

import math
from functools import cache

from generator.drawing.curves import Knot, flipped, mirrored, smooth
from generator.drawing.display_list import Group, PathData, Pen, Shape, Transform
from generator.drawing.inks import Palette

_HORN: tuple[Knot, ...] = (
    (1.7, -5.3, 0), (4.6, -4.9), (7.5, -5.6), (9.5, -7.9), (9.6, -11.6, 0), (11.4, -9.2), (11.7, -6.0), (9.7, -2.9),
    (6.4, -1.7), (3.2, -2.2, 0),
)  # fmt: skip
_EAR: tuple[Knot, ...] = ((3.9, -1.6, 0), (6.2, -1.3), (9.3, 0.9, 0), (7.0, 2.0), (4.3, 1.2, 0))
_EAR_INNER: tuple[Knot, ...] = ((4.9, -0.4, 0), (6.5, -0.1), (8.1, 0.9, 0), (6.5, 1.1), (5.0, 0.7, 0))
_HEAD: tuple[Knot, ...] = mirrored(
    (
        (0, -6.3), (1.6, -6.2), (3.3, -5.1), (4.6, -3.0), (5.4, -0.7), (5.1, 1.3), (4.3, 3.2), (3.55, 5.4), (3.2, 7.0),
        (3.9, 8.4), (4.2, 10.2), (3.3, 12.1), (1.6, 13.0), (0, 13.1),
    )
)  # fmt: skip
_MUZZLE: tuple[Knot, ...] = mirrored(
    ((0, 7.2), (1.7, 7.2), (3.0, 7.8), (3.65, 9.1), (3.6, 10.5), (2.75, 11.9), (1.3, 12.55), (0, 12.6))
)
_EYE: tuple[Knot, ...] = ((1.4, 1.2, 0), (2.3, -0.25), (3.5, -0.55), (4.65, 0.0, 0), (3.8, 1.1), (2.6, 1.5))
_BROW: tuple[Knot, ...] = ((0.95, 0.7), (1.9, -1.05), (3.3, -1.65), (4.9, -1.1))
_NOSTRIL: tuple[Knot, ...] = ((0.75, 9.6, 0), (1.3, 8.6), (2.2, 8.5), (2.4, 9.3), (1.9, 9.7), (1.6, 9.3), (1.2, 9.5))


def labrys(ink: str, outline: str | None) -> tuple[Shape, ...]:
    """The double axe, 6 units high."""
    blade: tuple[Knot, ...] = (
        (0.1, -1.0, 0), (1.3, -1.3), (2.5, -2.5, 0), (3.05, -1.2), (3.05, 0.4), (2.5, 1.7, 0), (1.3, 0.5),
        (0.1, 0.2, 0),
    )  # fmt: skip
    haft = Pen().rectangle(-0.32, -2.7, 0.64, 5.8).circle(0, -2.75, 0.5).data
    line = 0.3 if outline else 0
    blades = Shape(smooth(blade, flipped(blade)), fill=ink, stroke=outline, width=line)
    return blades, Shape(haft, fill=ink, stroke=outline, width=line)


def _curl(x: float, y: float, radius: float, hand: int, turns: float = 1.6) -> list[Knot]:
    """A lock of hair: a spiral from the outside in."""
    steps = round(turns * 7)
    return [
        (
            x + hand * radius * (1 - 0.85 * step / steps) * math.cos(math.tau * turns * step / steps + 2.4),
            y + radius * (1 - 0.85 * step / steps) * math.sin(math.tau * turns * step / steps + 2.4),
        )
        for step in range(steps + 1)
    ]


_LOCKS = ((3.35, -2.35, 0.6), (1.0, -4.6, 0.85), (2.55, -3.4, 0.8), (0.95, -2.6, 0.8))


@cache
def _incised() -> PathData:
    """Lines scratched into the silhouette: brows, cheeks, bridge of the nose, curls of the forehead."""
    lines: list[list[Knot]] = []
    for hand in (1, -1):
        sides: list[tuple[Knot, ...]] = [
            _BROW,
            ((1.0, 2.2), (1.25, 3.8), (1.0, 5.4), (1.25, 6.6)),
            ((4.1, 2.3), (3.3, 3.7), (2.65, 5.4), (2.45, 6.6)),
            ((3.1, 2.6), (2.5, 3.8), (2.05, 5.2)),
            ((0.3, 10.7), (1.0, 11.3), (2.1, 11.0), (2.8, 10.2)),
        ]
        lines += [[(hand * knot[0], knot[1]) for knot in side] for side in sides]
        lines += [_curl(hand * x, y, radius, hand) for x, y, radius in _LOCKS]
    return smooth(*lines, closed=False)


@cache
def _horn_bands() -> PathData:
    pen = Pen()
    for x, y, tx, ty in ((4.1, -4.9, 4.3, -1.9), (5.1, -4.95, 5.6, -1.75), (6.1, -5.05, 7.0, -1.8)):
        pen.move(x, y).line(tx, ty).move(-x, y).line(-tx, ty)
    return pen.data


def _both(knots: tuple[Knot, ...]) -> PathData:
    return smooth(knots, flipped(knots))


@cache
def bull_head(palette: Palette) -> Group:
    """The head with horns, and the double axe between them."""
    inks, edge = palette.inks, palette.inks.outline
    cut = inks.outline if palette.line_art else inks.clay_light
    line = max(0.3, palette.line * 0.8)
    pupils = Pen().circle(3.0, 0.42, 0.68).circle(-3.0, 0.42, 0.68).data
    axe = Group("axe", labrys(inks.gold, edge), Transform.placing(0, -9.6, scale=1.0))
    return Group(
        "head",
        (
            axe,
            Shape(_both(_HORN), fill=inks.horn, stroke=edge, width=line),
            Shape(_horn_bands(), stroke=inks.gold_deep, width=0.3, cap="butt"),
            Shape(_both(_EAR), fill=inks.bull, stroke=edge, width=line),
            Shape(_both(_EAR_INNER), fill=inks.clay, stroke=edge, width=0.2),
            Shape(smooth(_HEAD), fill=inks.bull, stroke=edge, width=line),
            Shape(_incised(), stroke=cut, width=0.26),
            Shape(smooth(_MUZZLE), stroke=cut, width=0.26),
            Shape(_both(_EYE), fill=inks.horn, stroke=cut, width=0.2),
            Shape(pupils, fill=edge),
            Shape(_both(_NOSTRIL), fill=cut),
            Shape(Pen().arc(0, 11.3, 1.75, -35, 215).data, stroke=edge, width=1.0),
            Shape(Pen().arc(0, 11.3, 1.75, -35, 215).data, stroke=inks.gold, width=0.6),
        ),
    )
