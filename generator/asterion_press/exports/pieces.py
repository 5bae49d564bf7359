"""The pieces of a game, one by one and in piles as they lie on a virtual table; where the knife goes around each.

::

    deck    pieces of one lot with the same back, which hides them: the tiles of a colour
    heap    equal pieces whose two faces are the same, or that have no back: the counters
    single  a piece that is there once: the minotaur
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Paper, sound_papers
from asterion_press.drawing.display_list import (
    Drawing,
    Group,
    PathData,
    Pen,
    Shape,
    Transform,
    transform_path,
)
from asterion_press.errors import LayoutError
from asterion_press.geometry import QUARTER_TURNS
from asterion_press.layout.sheets import Lot, Piece

if TYPE_CHECKING:
    from asterion_press.games.game import Game
    from asterion_press.making.naming import Names

PilePlacement: TypeAlias = Literal["deck", "heap", "single"]


class Item(Struct, frozen=True):
    """A piece and its lot."""

    lot: Lot
    piece: Piece


class Pile(Struct, frozen=True):
    """Pieces that lie together.

    Attributes:
        id: of the deck's back, or of the piece; unique in a game.
        name: for people, such as ``yellow`` or ``counters``.
        placement: how they lie.
        lot: of the pieces.
        pieces: in the order of printing.
    """

    id: str
    name: str
    placement: PilePlacement
    lot: Lot
    pieces: tuple[Piece, ...]

    @property
    def count(self) -> int:
        """Return the number of pieces, copies included."""
        return sum(piece.copies for piece in self.pieces)


@cache
def largest_paper() -> Paper:
    """Return the largest paper, on which a board that small papers show in panels lies in one piece."""
    return max(sound_papers().values(), key=lambda paper: (paper.width_mm * paper.height_mm, paper.title))


def items_of(game: Game) -> Iterator[Item]:
    """Yield every piece that a game prints, in the order of printing."""
    for lot in game.lots(largest_paper()):
        for piece in lot.pieces:
            if piece.copies:
                yield Item(lot, piece)


def lots_of(game: Game) -> tuple[Lot, ...]:
    """Return the lots that hold any piece to print, in the order of printing."""
    return tuple(dict.fromkeys(item.lot for item in items_of(game)))


def folder_name(kind: str) -> str:
    """Return a lot's kind as the name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-") or "pieces"


def pieces_table(game: Game, folder_of: dict[str, str]) -> str:
    """Return a table with commas: how often each piece is needed and which back it has; kinds are named by folder."""
    lines = ["kind,piece,copies,back"]
    for item in items_of(game):
        kind = folder_of.get(item.lot.kind, folder_name(item.lot.kind))
        lines.append(f"{kind},{item.piece.id},{item.piece.copies},{item.piece.back}")
    return "\n".join(lines) + "\n"


def piles_of(game: Game, names: Names | None = None) -> tuple[Pile, ...]:
    """Return every piece of a game in its pile, in the order of printing, named in a language if names are given."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items_of(game):
        hidden = item.piece.back not in {"", item.piece.id}
        groups.setdefault((item.lot.kind, item.piece.back if hidden else item.piece.id), []).append(item)
    piles = []
    for (kind, identifier), items in groups.items():
        lot, pieces = items[0].lot, tuple(item.piece for item in items)
        count = sum(piece.copies for piece in pieces)
        hidden = pieces[0].back not in {"", pieces[0].id}
        placement: PilePlacement = "single" if count == 1 else "deck" if hidden else "heap"
        labels = {piece.label for piece in pieces}
        label = labels.pop() if len(labels) == 1 else ""
        name = pieces[0].id if placement == "single" else label or kind
        if names is not None:
            pieces = tuple(replace(piece, name=names.pieces.get(piece.id, piece.name)) for piece in pieces)
            name = pieces[0].name if placement == "single" else names.groups.get(name, name)
        piles.append(Pile(identifier, name, placement, lot, pieces))
    return tuple(piles)


# -- outlines ----------------------------------------------------------------------------------------------------------

CUT = "cut"
"""Name of the group that holds the lines of the knife; never part of a picture."""
FOLD = "fold"
"""Name of the group that holds the lines along which a piece is folded."""
Line: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""A straight line from one point to another, in hundredths of a millimetre."""
SAME = 1.5
"""So near are lines that one cut makes both, in hundredths of a millimetre, to which each was rounded."""


class Outline(Struct, frozen=True):
    """The cut around a piece, in mm from the top left corner of its trim.

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
        """Return the number of equal turns that map the piece onto itself or align it with others; 0 for a circle."""
        if self.form == "circle":
            return 0
        commands = ["".join(command for command, _ in path) for path in self.paths]
        return 6 if self.form == "path" and commands == ["MLLLLLZ"] else QUARTER_TURNS


def outline_of(game: Game, drawing: Drawing, radius: float = 0.0) -> Outline:
    """Return a component's own cut lines, or a circle, or a rectangle whose corners are rounded by `radius`.

    Raises:
        LayoutError: the radius is larger than half of a side.
    """
    width, height = drawing.width, drawing.height
    if game.is_round(drawing.id):
        return Outline("circle", width, height, 0.0, (Pen().circle(width / 2, height / 2, width / 2).data,))
    cuts, folds = (
        tuple(
            transform_path(shape.data, transform)
            for shape, transform in shapes_in([group for group in drawing.groups if group.name == name])
        )
        for name in (CUT, FOLD)
    )
    if cuts:
        return Outline("path", width, height, 0.0, cuts, folds)
    if radius > min(width, height) / 2:
        most = min(width, height) / 2
        raise LayoutError(f"corners of {radius:g} mm do not fit a piece of {width:g} x {height:g} mm; at most {most:g}")
    pen = Pen()
    if radius:
        pen.rounded_rectangle(0, 0, width, height, radius)
    else:
        pen.rectangle(0, 0, width, height)
    return Outline("rectangle", width, height, radius, (pen.data,))


def cut_once(paths: Sequence[PathData]) -> tuple[list[int], list[PathData]]:
    """Find the paths of a sheet that have a straight edge in common with another one, or twice.

    Returns:
        Their places among `paths`, and what is cut instead of them: straight lines as long as they go, each once, and
        their curves.
    """
    parts = [_parts(path) for path in paths]
    edges = sorted((line, place) for place, (lines, _) in enumerate(parts) for line in lines)
    shared: set[int] = set()
    active: list[tuple[Line, int]] = []
    for line, place in edges:
        active = [one for one in active if one[0][1][0] >= line[0][0] - SAME]
        for other, owner in active:
            if _common(line, other) > SAME:
                shared |= {place, owner}
        active.append((line, place))
    lines = [line for line, place in edges if place in shared]
    while (longer := _joined(lines)) != lines:  # a line that has grown may reach one that was looked at before
        lines = longer
    places = sorted(shared)
    return places, [*((("M", a), ("L", b)) for a, b in lines), *(one for place in places for one in parts[place][1])]


def _joined(lines: list[Line]) -> list[Line]:
    """Return sorted lines, of which those that go on in the same direction, or lie upon each other, are one."""
    done, active = list[Line](), list[Line]()
    for line in lines:
        done += [one for one in active if one[1][0] < line[0][0] - SAME]
        active = [one for one in active if one[1][0] >= line[0][0] - SAME]
        place = next((at for at, one in enumerate(active) if _common(line, one) >= -SAME), len(active))
        ends = sorted((*line, *chain.from_iterable(active[place : place + 1])))
        active[place : place + 1] = [(ends[0], ends[-1])]
    return sorted(done + active)


def _common(one: Line, other: Line) -> float:
    """Return how long two lines lie upon each other; below zero is the gap between them, endless if they are apart."""
    (x0, y0), (x1, y1) = long = max(one, other, key=lambda line: math.dist(*line))
    length = math.dist(*long)
    away = [(x - x0, y - y0) for x, y in (other if long is one else one)]
    if any(abs(dx * (y1 - y0) - dy * (x1 - x0)) > SAME * length for dx, dy in away):
        return -math.inf
    first, last = sorted((dx * (x1 - x0) + dy * (y1 - y0)) / length for dx, dy in away)
    return min(length, last) - max(0.0, first)


def _parts(path: PathData) -> tuple[list[Line], list[PathData]]:
    """Return the straight lines of a path, each from its left or upper end, and its curves."""
    lines: list[Line] = []
    curves: list[PathData] = []
    start = here = tuple[int, ...]()
    for command, numbers in path:
        end = start if command == "Z" else numbers[-2:]
        if command == "M":
            start = end
        elif command == "C":
            curves.append((("M", here), (command, numbers)))
        elif math.dist(here, end) > SAME:
            lines.append((min(here, end), max(here, end)))
        here = end
    return lines, curves


def silhouette(game: Game, drawing: Drawing) -> Drawing | None:
    """Draw a piece's outline in black, for pictures that show nothing else; None for a rectangle or many parts."""
    outline = outline_of(game, drawing)
    if outline.form == "rectangle" or len(outline.paths) != 1:
        return None
    (path,) = outline.paths
    black = Group("outline", (Shape(path, fill="#000000", even_odd=True),))
    return Drawing(drawing.id, drawing.title, drawing.width, drawing.height, 0.0, (black,))


def without_cuts(drawing: Drawing, bleed: float | None = None) -> Drawing:
    """Return a drawing without its cut lines, and with another bleed if one is given."""
    groups = tuple(group for group in drawing.groups if group.name != CUT)
    return replace(drawing, groups=groups, bleed=drawing.bleed if bleed is None else bleed)


# -- display lists -----------------------------------------------------------------------------------------------------


def shapes_in(items: Iterable[Group | Shape], within: Transform | None = None) -> Iterator[tuple[Shape, Transform]]:
    """Yield every shape, with the transform from its own coordinates to the drawing's."""
    outer = within or Transform()
    for item in items:
        if isinstance(item, Shape):
            yield item, outer
        else:
            yield from shapes_in(item.items, outer @ item.transform if item.transform else outer)
