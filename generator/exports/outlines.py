"""Where the knife goes around a piece: along its drawing's own cut lines, a circle, or a rectangle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from generator.drawing.display import Drawing, PathData, Pen, Transform
from generator.errors import LayoutError
from generator.exports.flattening import moved
from generator.exports.ground import CUT, shapes_in
from generator.games.game import Game


class Outline(Struct, frozen=True):
    """A cut, in mm from the top left corner of the piece's trim.

    Attributes:
        form: a rectangle, a circle, or something else.
        width, height: of the trim.
        radius: of a rectangle's corners.
        paths: the cut as paths, whatever its form.
    """

    form: Literal["rectangle", "circle", "path"]
    width: float
    height: float
    radius: float
    paths: tuple[PathData, ...]


def outline_of(game: Game, drawing: Drawing, radius: float = 0.0) -> Outline:
    """How a component is cut out; `radius` rounds the corners of rectangles.

    Raises:
        LayoutError: the radius is larger than half of a side.
    """
    width, height = drawing.width, drawing.height
    if game.is_round(drawing.id):
        return Outline("circle", width, height, 0.0, (Pen().circle(width / 2, height / 2, width / 2).data,))
    cuts = [group for group in drawing.groups if group.name == CUT]
    if cuts:
        paths = tuple(placed_path(shape.data, transform) for shape, transform in shapes_in(cuts))
        return Outline("path", width, height, 0.0, paths)
    if radius > min(width, height) / 2:
        most = min(width, height) / 2
        raise LayoutError(f"corners of {radius:g} mm do not fit a piece of {width:g} x {height:g} mm; at most {most:g}")
    return Outline("rectangle", width, height, radius, (_rectangle(width, height, radius),))


def _rectangle(width: float, height: float, radius: float) -> PathData:
    if not radius:
        return Pen().rectangle(0, 0, width, height).data
    right, bottom = width - radius, height - radius
    pen = Pen().arc(right, radius, radius, -90, 0).arc(right, bottom, radius, 0, 90, move=False)
    return (
        pen.arc(radius, bottom, radius, 90, 180, move=False)
        .arc(radius, radius, radius, 180, 270, move=False)
        .close()
        .data
    )


def placed_path(data: PathData, transform: Transform) -> PathData:
    """The path in its holder's coordinates."""
    pen = Pen()
    for command, text in data:
        numbers = [float(word) for word in text.split()]
        points = [moved(transform, point) for point in zip(numbers[::2], numbers[1::2], strict=True)]
        if command == "Z":
            pen.close()
        elif command == "C":
            pen.curve(*points[0], *points[1], *points[2])
        else:
            (pen.move if command == "M" else pen.line)(*points[0])
    return pen.data
