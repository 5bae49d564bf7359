"""Borders of title pages and boxes: a meander for labyrinths, horns for the bull's head, stars for the night sky.

A key of the meander of a Greek mosaic is three units high and repeats after four. Along each side the units are
stretched until a whole number of keys fits; the corner piece is always square.

Lengths are in whatever unit the caller counts in, y down, the origin at the top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from asterion_press.drawing.display_list import PathData, Pen, Shape, Transform, transform_path

Border: TypeAlias = Literal["meander", "horns", "stars"]
"""The ornament of a border."""
STEP = 1.3
"""From one ornament to the next, as a part of the band's width, before they are spread over a side."""

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


def border_frame(border: Border, width: float, height: float, band: float, ink: str) -> Shape:
    """Return a border around the inside of a rectangle, in a band of that width."""
    if border == "meander":
        return _keys(meander_frame(width, height, band), band, ink)
    middle, data = band / 2, list[PathData]()
    for length, corner in _sides(width, height):
        run = length - 2 * middle
        count = 2 * max(1, round(run / (STEP * band) / 2))
        places = (corner @ Transform(e=middle + run * number / count, f=middle) for number in range(count))
        data += _alternating(border, places, band)  # a large one in each corner
    return Shape(tuple(segment for path in data for segment in path), fill=ink)


def _sides(width: float, height: float) -> tuple[tuple[float, Transform], ...]:
    """Return the length of each side of a rectangle, and where it begins, clockwise from the top left corner."""
    return (
        (width, Transform()),
        (height, Transform(0, 1, -1, 0, width, 0)),
        (width, Transform(-1, 0, 0, -1, width, height)),
        (height, Transform(0, -1, 1, 0, 0, height)),
    )


def border_band(border: Border, length: float, band: float, ink: str) -> Shape:
    """Return a border from x = 0 to `length` in a band of that height; bands around a box join at its edges."""
    if border == "meander":
        return _keys(meander_band(length, band), band, ink)
    count = 2 * max(1, round(length / (STEP * band) / 2))
    places = (Transform(e=length * (number + 0.5) / count, f=band / 2) for number in range(count))
    return Shape(tuple(segment for path in _alternating(border, places, band) for segment in path), fill=ink)


def _keys(data: PathData, band: float, ink: str) -> Shape:
    return Shape(data, stroke=ink, width=LINE * band / UNITS, cap="square", join="miter")


def _alternating(border: Border, places: Iterator[Transform], band: float) -> Iterator[PathData]:
    """Yield ornaments at places, every second one small."""
    for number, place in enumerate(places):
        scaled = place @ Transform(band, 0, 0, band)
        yield ORNAMENTS[border](number % 2 == 0, scaled)


def meander_band(length: float, height: float) -> PathData:
    """Return keys from x = 0 to `length`, their base line at y = `height`; bands around a box join at its edges."""
    unit = height / UNITS
    count = max(1, round(length / (REPEAT * unit)))
    step, pen = length / (REPEAT * count), Pen()
    pen.move(0, height).line(length, height)
    for number in range(count):
        pen.lines(*(((REPEAT * number + 0.5 + u) * step, height - v * unit) for u, v in KEY))
    return pen.data


def meander_frame(width: float, height: float, side: float) -> PathData:
    """Return a frame of keys within a rectangle at the origin; `side` is the width of its band."""
    unit, pen = side / UNITS, Pen()
    pen.rectangle(0, 0, width, height)
    for length, at in _sides(width, height):
        run = length - (CORNER + UNITS) * unit
        count = max(1, round(run / (REPEAT * unit)))
        step = run / (REPEAT * count)
        for number in range(count):
            begin = CORNER * unit + REPEAT * number * step
            pen.lines(*(at.apply(begin + u * step, v * unit) for u, v in KEY))
        pen.lines(*(at.apply(length - u * unit, v * unit) for u, v in CORNER_KEY))
    return pen.data


def _star(large: bool, at: Transform) -> PathData:
    radius = 0.38 if large else 0.17
    reaches = (radius if point % 2 == 0 else radius * 0.3 for point in range(8))
    angles = (math.tau * point / 8 - math.pi / 2 for point in range(8))
    corners = zip(reaches, angles, strict=True)
    return Pen().polygon(*(at.apply(reach * math.cos(angle), reach * math.sin(angle)) for reach, angle in corners)).data


def _horns(large: bool, at: Transform) -> PathData:
    """Draw a pair of horns, or the round boss between two pairs."""
    # drawn a hundred times as large, as the coordinates of a path are rounded
    wide = at @ Transform(0.01, 0, 0, 0.01)
    if not large:
        return transform_path(Pen().circle(0, 0, 11.3).data, wide)
    pen = Pen().move(-38, -31).curve(-47, 40, 47, 40, 38, -31)
    return transform_path(pen.curve(26, 12, -26, 12, -38, -31).close().data, wide)


ORNAMENTS: dict[Border, Callable[[bool, Transform], PathData]] = {"stars": _star, "horns": _horns}
