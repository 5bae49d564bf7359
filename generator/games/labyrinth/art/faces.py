"""The faces of prisoners: 3 units wide and 3.5 high about their middle, with two eyes and a mouth."""

from __future__ import annotations

from typing import Literal, TypeAlias

from generator.drawing.display_list import Pen
from generator.drawing.freehand import Knot, mirrored, smooth_path
from generator.games.labyrinth.art.figure_parts import EDGE, Part, discs, filled, knots, stroke

Eyes: TypeAlias = Literal["open", "wide", "calm", "closed", "lined"]
Mouth: TypeAlias = Literal["smile", "calm", "grin", "lips"]

_HALF = knots("0,-1.75 1.1,-1.5 1.5,-0.4 1.42,0.45 0.95,1.35 0,1.75")
_EYES_APART = 0.68
_EYE = 0.02
"""Height of the eyes."""


def head_parts(wide: float, long: float) -> tuple[Part, ...]:
    """Return ears and face, so many times as wide and as long as usual."""
    face: list[Knot] = [(knot[0] * wide, knot[1] * long) for knot in _HALF]
    ears = discs("skin", 0.3, (1.5 * wide, 0.05), (-1.5 * wide, 0.05), line="edge")
    return ears, Part(smooth_path(mirrored(face)), "skin")


def cheeks(look: float, *, old: bool) -> Part:
    """Return red cheeks, or wrinkles."""
    if old:
        return stroke("shade", 0.16, "-1.25,0.4 -1,0.65", "1.25,0.4 1,0.65", "-0.5,-1.1 0.5,-1.1")
    return discs("blush", 0.32, (look / 2 - 0.95, 0.76), (look / 2 + 0.95, 0.76))


def nose(look: float) -> Part:
    """Return a nose that points to the side that the eyes look to."""
    side = 1 if look >= 0 else -1
    return stroke("shade", 0.22, f"0,0.15 {0.26 * side},0.6 {-0.06 * side},0.68").moved(look * 1.2, 0)


def eye_parts(kind: Eyes, look: float, *, grey: bool) -> tuple[Part, ...]:
    """Return eyes and brows; brows of grey hair are thick."""
    y, places = _EYE, (look - _EYES_APART, look + _EYES_APART)
    arcs = [f"{x - 0.4},{y - 0.7} {x},{y - 0.86} {x + 0.4},{y - 0.72}" for x in places]
    brows = stroke("hair", 0.32, *arcs) if grey else stroke("edge", 0.2, *arcs)
    if kind == "closed":
        smiling = [f"{x - 0.4},{y + 0.12} {x},{y - 0.16} {x + 0.4},{y + 0.12}" for x in places]
        return brows, stroke("edge", 0.26, *smiling)
    size, droop = 1.14 if kind == "wide" else 1.0, 0.14 if kind == "calm" else 0.0
    white = Pen()
    lids = []
    for x in places:
        white.ellipse(x, y, 0.48 * size, 0.4 * size)
        lids.append(f"{x - 0.52 * size},{y + 0.05} {x},{y - 0.4 * size + droop} {x + 0.52 * size},{y + 0.05}")
    if kind == "lined":
        lids += (f"{x - 0.45},{y + 0.25} {x},{y + 0.42} {x + 0.45},{y + 0.25}" for x in places)
        lids += (f"{look + side * 1.18},{y + 0.1} {look + side * 1.63},{y - 0.02}" for side in (-1, 1))
    pupils = discs("edge", 0.29 * size, *((x + look * 0.4, y + 0.04) for x in places))
    return brows, Part(white.data, "cloth", "", 0), pupils, stroke("edge", 0.2, *lids)


_MOUTHS: dict[Mouth, Part] = {
    "smile": stroke("edge", EDGE, "-0.46,-0.12 0,0.12 0.46,-0.12"),
    "calm": stroke("edge", EDGE, "-0.46,-0.02 0,0.02 0.46,-0.02"),
    "grin": filled("white", "-0.55,-0.14! 0,-0.04 0.55,-0.14! 0.3,0.32 -0.3,0.32", width=0.18),
    "lips": filled("clay", "-0.42,0! -0.15,-0.16 0,-0.08 0.15,-0.16 0.42,0! 0,0.24", width=0.14),
}


def mouth(kind: Mouth, look: float, long: float) -> Part:
    """Return the mouth of a face that is so many times as long as usual."""
    return _MOUTHS[kind].moved(look, 1.14 * long)
