"""The sheets of card from which the bull's head is cut: where each net lies, and what is drawn on it.

::

    bleed   the art a little beyond the cut, so that no white edge shows
    art     faces and their marks
    tabs    paper again, each with the number of its pair
    numbers on the faces, where a tab of that number is glued underneath; a letter beside each net
    cut     whole lines: the outline of every net
    fold    dashed for mountains, dashed and dotted for valleys

Millimetres, the origin at the top left of the sheet's area, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from generator.drawing.display_list import Drawing, Group, Pen, Shape
from generator.drawing.inks import Palette, lab, mixed
from generator.drawing.lettering import lettered
from generator.errors import LayoutError
from generator.games.minotaurus.bull_head import bull_head
from generator.games.minotaurus.flat import box, overlap, sides, turned
from generator.games.minotaurus.model_art import Onto, body, marks
from generator.games.minotaurus.model_view import shape_of
from generator.games.minotaurus.solid import Edge, Face, edge
from generator.games.minotaurus.unfolding import Net, flattened, unfolded
from generator.games.minotaurus.vectors import Point

WIDTH_MM, HEIGHT_MM = 180.0, 239.0
"""Fits what A4 and Letter leave free between the bands of a sheet."""
BLEED_MM = 1.5
TAB_AIR_MM = 0.6
"""From a fold to the paper of its tab; between them the art runs on."""
MOUNTAIN, VALLEY = (2.4, 1.2), (2.4, 0.9, 0.3, 0.9)
NUMBER_MM, LETTER_MM = 2.1, 5.0
CUT_MM = 0.25
INK = "#1d1714"
DARK = 45.0
"""Lightness in CIE Lab below which lines are light."""


class Spot(Struct, frozen=True):
    """Where a net lies: its sheet from 1, the top left corner of the box around it, and its turn."""

    sheet: int
    x: float
    y: float
    clockwise_deg: float


SPOTS: Mapping[str, Spot] = {
    "face": Spot(1, 0, 0, 315),
    "cheek-right": Spot(2, 0, 138, 63),
    "cheek-left": Spot(2, 82, 166, 306),
    "nape-right": Spot(2, 112, 0, 132),
    "nape-left": Spot(3, 0, 152, 354),
    "throat": Spot(1, 0, 94, 225),
    "neck": Spot(3, 0, 0, 135),
    "plinth": Spot(3, 56, 102, 45),
    "ear-right": Spot(3, 136, 26, 123),
    "ear-left": Spot(2, 0, 76, 339),
    "horn-right": Spot(2, 0, 0, 192),
    "horn-left": Spot(2, 64, 78, 165),
}
"""Found once by trying; that nothing overlaps and all fits is checked whenever a sheet is drawn. The order of the parts
is that of the letters and of the assembly."""
LETTERS = "ABCDEFGHJKLM"
"""Of the nets, in their order; an I would look like a line to cut."""


class LaidNet(Struct, frozen=True):
    """A net on its sheet, y down.

    Attributes:
        net: the piece of card.
        letter: what the booklet calls it.
        place: takes a point of the net onto the sheet.
    """

    net: Net
    letter: str
    origin: Point
    angle: float

    def place(self, point: Point) -> Point:
        """Where a point of the net lies on the sheet."""
        x, y = turned((point[0], -point[1]), self.angle)
        return x + self.origin[0], y + self.origin[1]

    def polygon(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """A polygon of the net on the sheet."""
        return tuple(map(self.place, points))


@cache
def nets() -> Mapping[str, Net]:
    """The nets of the bull's head by part."""
    return {net.part: net for net in unfolded(bull_head())}


@cache
def laid_nets(sheet: int) -> tuple[LaidNet, ...]:
    """The nets of a sheet where they lie.

    Raises:
        LayoutError: two of them overlap, or one leaves the sheet.
    """
    laid = []
    for number, (part, spot) in enumerate(SPOTS.items()):
        if spot.sheet == sheet:
            net, angle = nets()[part], math.radians(spot.clockwise_deg)
            left, top, _, _ = box([turned((x, -y), angle) for x, y in net.points()])
            laid.append(LaidNet(net, LETTERS[number], (spot.x + MARGIN_MM - left, spot.y + MARGIN_MM - top), angle))
    for fault in sheet_faults(laid):
        raise LayoutError(f"sheet {sheet} of the model: {fault}")
    return tuple(laid)


MARGIN_MM = 3.0
"""Around the nets of a sheet, for the bleed."""


def sheet_faults(laid: Sequence[LaidNet]) -> Iterator[str]:
    """Nets that overlap or leave the sheet, in words."""
    shapes = [[one.polygon(polygon) for polygon in one.net.polygons()] for one in laid]
    for at, (one, polygons) in enumerate(zip(laid, shapes, strict=True)):
        left, top, right, bottom = box([point for polygon in polygons for point in polygon])
        if left < BLEED_MM or top < BLEED_MM or right > WIDTH_MM - BLEED_MM or bottom > HEIGHT_MM - BLEED_MM:
            yield f"{one.net.part} leaves the sheet"
        for other, others in zip(laid[at + 1 :], shapes[at + 1 :], strict=True):
            if any(overlap(a, b) for a in polygons for b in others):
                yield f"{one.net.part} and {other.net.part} overlap"


def sheet_drawing(component: str, sheet: int, palette: Palette) -> Drawing:
    """One sheet of the model."""
    laid = laid_nets(sheet)
    faces = {face.name: face for face in bull_head().faces}
    groups = (
        Group("bleed", tuple(shape for one in laid for shape in _bleed(one, faces, palette))),
        Group("tabs", tuple(shape for one in laid for shape in _tabs(one, palette))),
        Group("art", tuple(shape for one in laid for shape in _art(one, faces, palette))),
        Group("numbers", tuple(shape for one in laid for shape in _numbers(one, faces, palette))),
        Group("letters", tuple(_letter(one, laid, palette) for one in laid)),
        Group(
            "cut",
            (
                Group("edges", tuple(shape for one in laid for shape in _edges(one, palette))),
                Group("tab-edges", tuple(_tab_edges(one) for one in laid)),
            ),
        ),
        Group("fold", tuple(shape for one in laid for shape in _folds(one, palette))),
    )
    return Drawing(component, f"Sheet {sheet} of the bull's head", WIDTH_MM, HEIGHT_MM, 0.0, groups)


def _bleed(one: LaidNet, faces: Mapping[str, Face], palette: Palette) -> Iterator[Shape]:
    if palette.line_art:
        return
    for name, corners in one.net.faces.items():
        ink = body(faces[name], palette)
        yield Shape(Pen().polygon(*one.polygon(corners)).data, fill=ink, stroke=ink, width=2 * BLEED_MM)


def _tabs(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """The paper of the tabs, and their numbers."""
    inks = palette.inks
    for tab in one.net.tabs:
        a, b, c, d = one.polygon(tab.corners)
        share = TAB_AIR_MM / (math.dist(a, b) + 1e-9)
        inner = (_share(a, b, share), b, c, _share(d, c, share))
        yield Shape(Pen().polygon(*inner).data, fill="#ffffff", stroke="#ffffff", width=0.3)
        yield _number(tab.number, a, b, c, d, inks.outline)


def _number(number: int, a: Point, b: Point, c: Point, d: Point, ink: str) -> Shape:
    """The number of a tab whose corners run from the fold outwards and back, read with the fold at its foot."""
    x, y = (b[0] + c[0]) / 2, (b[1] + c[1]) / 2
    middle = ((a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4)
    del x, y
    depth = abs((d[0] - a[0]) * (b[1] - a[1]) - (d[1] - a[1]) * (b[0] - a[0])) / math.dist(a, d)
    return _turned_text(str(number), middle, math.atan2(d[1] - a[1], d[0] - a[0]), min(NUMBER_MM, depth * 0.6), ink)


def _turned_text(text: str, at: Point, angle: float, height: float, ink: str) -> Shape:
    pen = Pen()
    for command, numbers in lettered(text, height):
        x, y = turned(tuple(map(float, numbers.split(" "))), angle)  # type: ignore[arg-type]
        (pen.move if command == "M" else pen.line)(x + at[0], y + at[1])
    return Shape(pen.data, stroke=ink, width=height * 0.13)


def _art(one: LaidNet, faces: Mapping[str, Face], palette: Palette) -> Iterator[Shape]:
    solid = bull_head()
    for name, corners in one.net.faces.items():
        onto = Onto(flattened(solid, faces[name]), one.polygon(corners))
        yield Shape(Pen().polygon(*one.polygon(corners)).data, fill=body(faces[name], palette))
        for mark in marks(faces[name], palette):
            yield shape_of(mark, onto)


def _numbers(one: LaidNet, faces: Mapping[str, Face], palette: Palette) -> Iterator[Shape]:
    """On each face, beside the sides under which a tab is glued, the tab's number."""
    for name, side, number in one.net.bare:
        face, corners = faces[name], one.polygon(one.net.faces[name])
        here, there = next(found for found in face.sides if edge(*found) == side)
        a, b = corners[face.corners.index(here)], corners[face.corners.index(there)]
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        long, height = math.dist(a, b), 1.7
        inside = (math.sin(angle), -math.cos(angle))
        away = height * 0.5 + 0.9
        middle = (a[0] + b[0]) / 2 + inside[0] * away, (a[1] + b[1]) / 2 + inside[1] * away
        if long > 3:
            ground = body(face, palette)
            ink = mixed(ground, palette.inks.clay_light, 0.75) if dark(ground) else mixed(ground, INK, 0.6)
            yield _turned_text(str(number), middle, angle, height, ink)


def _letter(one: LaidNet, laid: Sequence[LaidNet], palette: Palette) -> Shape:
    """The net's letter, in the free place nearest to it."""
    taken = [other.polygon(polygon) for other in laid for polygon in other.net.polygons()]
    points = [point for polygon in one.net.polygons() for point in one.polygon(polygon)]
    left, top, right, bottom = box(points)
    middle = ((left + right) / 2, (top + bottom) / 2)
    spots = [
        (4.0 * x, 4.0 * y)
        for x in range(max(1, int(left / 4) - 2), min(int(WIDTH_MM / 4), int(right / 4) + 3))
        for y in range(max(1, int(top / 4) - 2), min(int(HEIGHT_MM / 4), int(bottom / 4) + 3))
    ]
    half = LETTER_MM * 0.75

    def far(spot: Point) -> float:
        return min(math.dist(spot, point) for point in points) + 0.2 * math.dist(spot, middle)

    for x, y in sorted(spots, key=far):
        square = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        if not any(overlap(square, polygon) for polygon in taken):
            taken.append(square)
            return Shape(_moved(one.letter, x, y), stroke=palette.inks.outline, width=0.55)
    raise LayoutError(f"no room for the letter of {one.net.part}")


def _moved(text: str, x: float, y: float) -> tuple[tuple[str, str], ...]:
    return _turned_text(text, (x, y), 0.0, LETTER_MM, "#000000").data


def lines_of(sheet: int) -> dict[str, list[float]]:
    """How long the lines of a sheet must be: as the edges of the solid are, whatever the nets look like.

    A fold is there for each edge within a net and for each tab; an edge to be cut for each side that a tab is glued to.
    """
    solid = bull_head()
    there = [net for part, net in nets().items() if SPOTS[part].sheet == sheet]
    folds = [side for net in there for side in (*net.folds, *(tab.side for tab in net.tabs))]
    edges = [side for net in there for _, side, _ in net.bare]
    return {"fold": [solid.length(*side) for side in folds], "edges": [solid.length(*side) for side in edges]}


def _edges(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """The outline where it is glued to a tab: sides that are neither folded nor bear one, light upon dark art."""
    faces = {face.name: face for face in bull_head().faces}
    tabbed = {(tab.face, tab.side) for tab in one.net.tabs}
    pens = {INK: Pen(), palette.inks.clay_light: Pen()}
    for name, corners in one.net.faces.items():
        pen = pens[palette.inks.clay_light if dark(body(faces[name], palette)) else INK]
        for side, (a, b) in zip(faces[name].sides, sides(one.polygon(corners)), strict=True):
            if edge(*side) not in one.net.folds and (name, edge(*side)) not in tabbed:
                pen.move(*a).line(*b)
    for ink, pen in pens.items():
        if pen.data:
            yield Shape(pen.data, stroke=ink, width=CUT_MM)


def _tab_edges(one: LaidNet) -> Shape:
    """The free sides of the tabs."""
    pen = Pen()
    for tab in one.net.tabs:
        a, b, c, d = one.polygon(tab.corners)
        pen.move(*a).line(*b).line(*c).line(*d)
    return Shape(pen.data, stroke=INK, width=CUT_MM)


def dark(ink: str) -> bool:
    """Whether a dark line would be lost upon an ink."""
    return lab(ink)[0] < DARK


def _folds(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """Mountains and valleys: inside of the net, and where a tab begins."""
    mountain, valley = Pen(), Pen()
    solid = bull_head()
    faces = {face.name: face for face in solid.faces}
    for side, angle in one.net.folds.items():
        a, b = _ends(one, faces, side)
        (mountain if angle > 0 else valley).move(*a).line(*b)
    for tab in one.net.tabs:
        a, _, _, d = one.polygon(tab.corners)
        (mountain if solid.fold_deg(tab.side) > 0 else valley).move(*a).line(*d)
    ink = palette.inks.outline if palette.line_art else palette.inks.clay_light
    for pen, dash in ((mountain, MOUNTAIN), (valley, VALLEY)):
        if pen.data:
            yield Shape(pen.data, stroke=ink, width=0.22, dash=dash, cap="butt")


def _ends(one: LaidNet, faces: Mapping[str, Face], side: Edge) -> tuple[Point, Point]:
    for name, corners in one.net.faces.items():
        if set(side) <= set(faces[name].corners):
            first, second = (corners[faces[name].corners.index(corner)] for corner in side)
            return one.place(first), one.place(second)
    raise KeyError(side)


def _share(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
