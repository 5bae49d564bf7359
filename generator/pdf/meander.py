"""The meander of a Greek mosaic: a band that goes around a box, and a frame whose corners have a piece of their own.

A key is three units high and repeats after four. Along each side the units are stretched until a whole number of keys
fits; the corner piece is always square.
"""

from __future__ import annotations

from generator.drawing.display_list import PathData, Pen, Transform

UNITS, REPEAT = 3, 4
"""Height of a key, and the distance from one to the next, in units."""
CORNER = UNITS + 1
"""Units of a side, from its beginning, that the corner piece before it takes, with the gap behind it."""
LINE = 0.46
"""Width of the line, in units."""
KEY = ((0, 0), (0, 3), (3, 3), (3, 1), (1, 1), (1, 2), (2, 2))
"""A key: along the side, and away from its base line."""
CORNER_KEY = ((3, 0), (3, 3), (1, 3), (1, 1), (2, 1), (2, 2))
"""The piece in a corner: back from the corner along one side, and away from its base line; the other side closes it."""


def meander_band(length: float, height: float) -> PathData:
    """Return keys from x = 0 to `length`, their base line at y = `height`; bands around a box join at its edges."""
    unit = height / UNITS
    count = max(1, round(length / (REPEAT * unit)))
    step, pen = length / (REPEAT * count), Pen()
    pen.move(0, height).line(length, height)
    for number in range(count):
        _line(pen, [((REPEAT * number + 0.5 + u) * step, height - v * unit) for u, v in KEY])
    return pen.data


def meander_frame(width: float, height: float, side: float) -> PathData:
    """Return a frame of keys within a rectangle at the origin; `side` is the width of its band."""
    unit, pen = side / UNITS, Pen()
    pen.rectangle(0, 0, width, height)
    for length, at in (
        (width, Transform()),
        (height, Transform(0, 1, -1, 0, width, 0)),
        (width, Transform(-1, 0, 0, -1, width, height)),
        (height, Transform(0, -1, 1, 0, 0, height)),
    ):
        run = length - (CORNER + UNITS) * unit
        count = max(1, round(run / (REPEAT * unit)))
        step = run / (REPEAT * count)
        for number in range(count):
            begin = CORNER * unit + REPEAT * number * step
            _line(pen, [at.apply(begin + u * step, v * unit) for u, v in KEY])
        _line(pen, [at.apply(length - u * unit, v * unit) for u, v in CORNER_KEY])
    return pen.data


def _line(pen: Pen, points: list[tuple[float, float]]) -> None:
    pen.move(*points[0])
    for point in points[1:]:
        pen.line(*point)
