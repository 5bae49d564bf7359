"""Where the knife goes around a piece: along its drawing's own cut lines, a circle, or a rectangle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform
from generator.errors import LayoutError
from generator.exports.flattening import moved
from generator.exports.ground import CUT, shapes_in
from generator.games.game import Game
from generator.geometry import QUARTER_TURNS

FOLD = "fold"
"""Name of the group that tells where a piece is folded."""


class Outline(Struct, frozen=True):
    """A cut, in mm from the top left corner of the piece's trim.

    Attributes:
        form: a rectangle, a circle, or something else.
        width, height: of the trim.
        radius: of a rectangle's corners.
        paths: the cut as paths, whatever its form.
        folds: where the piece is folded.
    """

    form: Literal["rectangle", "circle", "path"]
    width: float
    height: float
    radius: float
    paths: tuple[PathData, ...]
    folds: tuple[PathData, ...] = ()

    @property
    def turns(self) -> int:
        """By how many equal turns the piece comes to lie upon itself, or is laid beside others."""
        if self.form == "circle":
            return 0
        commands = ["".join(command for command, _ in path) for path in self.paths]
        return 6 if self.form == "path" and commands == ["MLLLLLZ"] else QUARTER_TURNS


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
        folds = _paths([group for group in drawing.groups if group.name == FOLD])
        return Outline("path", width, height, 0.0, _paths(cuts), folds)
    if radius > min(width, height) / 2:
        most = min(width, height) / 2
        raise LayoutError(f"corners of {radius:g} mm do not fit a piece of {width:g} x {height:g} mm; at most {most:g}")
    return Outline("rectangle", width, height, radius, (_rectangle(width, height, radius),))


def _paths(groups: list[Group]) -> tuple[PathData, ...]:
    return tuple(placed_path(shape.data, transform) for shape, transform in shapes_in(groups))


def cut_out(game: Game, drawing: Drawing) -> Drawing | None:
    """A piece's outline in black, for pictures that show nothing else; None if it is a rectangle or many parts."""
    outline = outline_of(game, drawing)
    if outline.form == "rectangle" or len(outline.paths) != 1:
        return None
    (path,) = outline.paths
    black = Group("outline", (Shape(path, fill="#000000", even_odd=True),))
    return Drawing(drawing.id, drawing.title, drawing.width, drawing.height, 0.0, (black,))


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
