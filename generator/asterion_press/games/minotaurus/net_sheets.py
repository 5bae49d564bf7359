"""The sheets of card from which the bull's head is cut: where each net lies, and what is drawn on it.

::

    bleed   the art a little beyond the cut, so that no white edge shows
    art     faces and their marks
    tabs    paper again, each with the number of its pair
    numbers on the faces, where a tab of that number is glued underneath; a letter beside each net
    cut     whole lines: the outline of every net
    fold    dashed for mountains, dashed and dotted for valleys

Millimetres, the origin at the top left of the sheet's area, y down.

A net is a part's faces laid flat along its hinges, with tabs on one side of every glued edge. Every edge of the head is
either a fold inside of a net or a glued pair: two sides of equal length, one of which bears a tab with the pair's
number. Flat coordinates of nets are millimetres with y pointing up, faces seen from outside, so corners run
counterclockwise. The nets are data, ``nets.json``, as the head is always the same
(`test_the_nets_of_the_head_are_found_again`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from asterion_press.drawing.bull_head import body, bull_head
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform, transform_path
from asterion_press.drawing.inks import Palette, lab, make_readable
from asterion_press.drawing.lettering import letter_path
from asterion_press.drawing.solid import (
    Edge,
    Point,
    SolidFace,
    between,
    edge,
    flattened,
    overlap,
)
from asterion_press.errors import LayoutError
from asterion_press.games.minotaurus.model_art import marks_by_face, plane_map, shape_of
from asterion_press.geometry import bounding_box

WIDTH_MM, HEIGHT_MM = 180.0, 239.0
"""Fits what A4 and Letter leave free between the bands of a sheet."""
ROOM_LEFT_MM = 80.0
"""The nets of the last sheet lie left of this. The rest of it stays free for the layers of the ring."""
BLEED_MM = 1.5
TAB_AIR_MM = 0.6
"""From a fold to the paper of its tab; between them the art runs on."""
MARGIN_MM = 2.0
"""Around the nets of a sheet, for the bleed."""
MOUNTAIN, VALLEY = (2.4, 1.2), (2.4, 0.9, 0.3, 0.9)
NUMBER_MM, LETTER_MM = 2.1, 5.0
GRID_MM = 4.0
"""Between the places that are tried for a letter."""
AIR_MM = 0.5
"""Around a number on a face with ornaments. Own choice."""
NUMBERS_LEAST = 7.0
"""Contrast of numbers on faces. Source: WCAG 2.2, 1.4.6: they are small."""
CUT_MM = 0.25
INK = "#1a1a1a"
DARK = 45.0
"""Lightness in CIE Lab below which lines are light."""


class Tab(Struct, frozen=True):
    """A tab to glue under the face on the other side of its edge.

    Attributes:
        number: of the glued pair.
        face: that it is attached to.
        side: the edge.
        corners: counterclockwise, the first two on the edge.
    """

    number: int
    face: str
    side: Edge
    corners: tuple[Point, ...]


class ModelNet(Struct, frozen=True):
    """A piece of card, laid flat.

    Attributes:
        part: its name.
        faces: the corners of each face, by the face's name.
        folds: the edges that are folded, with the angle in degrees: positive for a mountain, negative for a valley.
        tabs: what is glued under something else.
        bare: the sides under which a tab is glued: face, edge and number.
    """

    part: str
    faces: Mapping[str, tuple[Point, ...]]
    folds: tuple[tuple[Edge, float], ...]
    tabs: tuple[Tab, ...]
    bare: tuple[tuple[str, Edge, int], ...]

    def points(self) -> list[Point]:
        """Return every corner of faces and tabs."""
        return [point for polygon in self.polygons() for point in polygon]

    def polygons(self) -> Iterator[tuple[Point, ...]]:
        """Yield faces, then tabs."""
        yield from self.faces.values()
        yield from (tab.corners for tab in self.tabs)


@cache
def nets() -> Mapping[str, ModelNet]:
    """Return the nets of the bull's head by part."""
    data = Path(__file__).with_name("nets.json").read_bytes()
    return {net.part: net for net in msgspec.json.decode(data, type=list[ModelNet])}


class NetPlace(Struct, frozen=True):
    """The place of a net: its sheet from 1, the top left corner of the box around it, and its turn."""

    sheet: int
    x: float
    y: float
    clockwise_deg: float


SPOTS: Mapping[str, NetPlace] = {
    "face": NetPlace(3, 2, 0, 180),
    "cheek-right": NetPlace(2, 110, 149, 265),
    "cheek-left": NetPlace(2, 93, 79, 295),
    "nape-right": NetPlace(2, 118, 1, 315),
    "nape-left": NetPlace(1, 99, 178, 140),
    "throat": NetPlace(1, 0, 0, 205),
    "neck": NetPlace(1, 64, 0, 90),
    "plinth": NetPlace(2, 0, 0, 315),
    "ear-right": NetPlace(3, 9, 195, 40),
    "ear-left": NetPlace(1, 8, 80, 340),
    "horn-right": NetPlace(2, 0, 127, 280),
    "horn-left": NetPlace(1, 0, 115, 340),
}
"""Found once by trying; that nothing overlaps and all fits is checked whenever a sheet is drawn. The order of the parts
is that of the letters and of the assembly."""
SHEETS = max(spot.sheet for spot in SPOTS.values())
"""Sheets of card that hold the nets."""
LETTERS = "ABCDEFGHJKLM"
"""Of the nets, in their order; an I would look like a line to cut."""


class LaidNet(Struct, frozen=True):
    """A net on its sheet, y down.

    Attributes:
        net: the piece of card.
        letter: what the booklet calls it.
        at: where its points lie on the sheet.
    """

    net: ModelNet
    letter: str
    at: Transform

    def polygon(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Return a polygon of the net on the sheet."""
        return tuple(self.at.apply(*point) for point in points)

    def polygons(self) -> list[tuple[Point, ...]]:
        """Return its faces and tabs on the sheet."""
        return [*map(self.polygon, self.net.polygons())]

    def side(self, face: str, side: Edge) -> tuple[Point, ...]:
        """Return both ends of a side of a face on the sheet."""
        corners = faces()[face].corners
        return self.polygon(self.net.faces[face][corners.index(corner)] for corner in side)


@cache
def faces() -> Mapping[str, SolidFace]:
    """Return the faces of the bull's head by name."""
    return {face.name: face for face in bull_head().faces}


@cache
def laid_nets(sheet: int) -> tuple[LaidNet, ...]:
    """Return the nets of a sheet where they lie.

    Raises:
        LayoutError: two of them overlap, or one leaves the sheet or lies where the ring does.
    """
    laid = []
    for letter, (part, spot) in zip(LETTERS, SPOTS.items(), strict=True):
        if spot.sheet == sheet:
            net, angle = nets()[part], math.radians(spot.clockwise_deg)
            cos, sin = math.cos(angle), math.sin(angle)
            turned = LaidNet(net, letter, Transform(cos, sin, sin, -cos))
            left, top, _, _ = bounding_box(turned.polygon(net.points()))
            at = replace(turned.at, e=spot.x + MARGIN_MM - left, f=spot.y + MARGIN_MM - top)
            laid.append(replace(turned, at=at))
    for fault in sheet_faults(laid, sheet_width(sheet)):
        raise LayoutError(f"sheet {sheet} of the model: {fault}")
    return tuple(laid)


def sheet_width(sheet: int) -> float:
    """Return the width of a sheet on which nets may lie, in mm."""
    return ROOM_LEFT_MM if sheet == SHEETS else WIDTH_MM


def sheet_faults(laid: Sequence[LaidNet], width: float) -> Iterator[str]:
    """Name the nets that overlap or leave the part of a sheet that is so many mm wide."""
    for one in laid:
        left, top, right, bottom = bounding_box(one.polygon(one.net.points()))
        if left < BLEED_MM or top < BLEED_MM or right > width - BLEED_MM or bottom > HEIGHT_MM - BLEED_MM:
            yield f"{one.net.part} leaves the sheet"
    for one, other in combinations(laid, 2):
        if any(overlap(a, b) for a, b in product(one.polygons(), other.polygons())):
            yield f"{one.net.part} and {other.net.part} overlap"


def draw_sheet(component: str, sheet: int, palette: Palette) -> Drawing:
    """Draw one sheet of the model."""
    laid = laid_nets(sheet)

    def layer(name: str, draw: Callable[[LaidNet, Palette], Iterator[Shape]]) -> Group:
        return Group(name, tuple(shape for one in laid for shape in draw(one, palette)))

    ink, letters = palette.inks.outline, []
    for one in laid:
        spot = letter_spot(one, laid, sheet_width(sheet))
        letters.append(replace(_turned_text(one.letter, spot, 0.0, LETTER_MM, ink), width=0.55))
    groups = (
        layer("bleed", _draw_bleed),
        layer("tabs", _draw_tabs),
        layer("art", _draw_art),
        layer("numbers", _draw_numbers),
        Group("letters", tuple(letters)),
        Group("cut", (layer("edges", _draw_edges), layer("tab-edges", _draw_tab_edges))),
        layer("fold", _draw_folds),
    )
    return Drawing(component, f"Sheet {sheet} of the bull's head", WIDTH_MM, HEIGHT_MM, 0.0, groups)


def _draw_bleed(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    for name, corners in one.net.faces.items() if not palette.line_art else ():
        ink = body(faces()[name], palette)
        yield Shape(Pen().polygon(*one.polygon(corners)).data, fill=ink, stroke=ink, width=2 * BLEED_MM)


def _draw_tabs(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """Draw the paper of the tabs, and their numbers, which are read with the fold at their foot."""
    for tab in one.net.tabs:
        a, b, c, d = one.polygon(tab.corners)
        share = TAB_AIR_MM / (math.dist(a, b) + 1e-9)
        inner = (between(a, b, share), b, c, between(d, c, share))
        yield Shape(Pen().polygon(*inner).data, fill="#ffffff", stroke="#ffffff", width=0.3)
        middle = ((a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4)
        depth = abs((d[0] - a[0]) * (b[1] - a[1]) - (d[1] - a[1]) * (b[0] - a[0])) / math.dist(a, d)
        angle, height = math.atan2(d[1] - a[1], d[0] - a[0]), min(NUMBER_MM, depth * 0.6)
        yield _turned_text(str(tab.number), middle, angle, height, palette.inks.outline)


def _turned_text(text: str, at: Point, angle: float, height: float, ink: str) -> Shape:
    """Return a text about a point, turned by an angle in radians."""
    place = Transform.placing(*at, angle_deg=math.degrees(angle))
    return Shape(transform_path(letter_path(text, height), place), stroke=ink, width=height * 0.13)


def _draw_art(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    for name, corners in one.net.faces.items():
        face, laid = faces()[name], one.polygon(corners)
        yield Shape(Pen().polygon(*laid).data, fill=body(face, palette))
        onto = plane_map(flattened(bull_head(), face), laid)
        yield from (shape_of(mark, onto) for mark in marks_by_face(palette)[name])


def _draw_numbers(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """Draw on each face, beside the sides under which a tab is glued, the tab's number."""
    for name, side, number in one.net.bare:
        face = faces()[name]
        a, b = one.side(name, next(walked for walked in face.sides if edge(*walked) == side))
        angle, away = math.atan2(b[1] - a[1], b[0] - a[0]), NUMBER_MM * 0.5 + 0.9
        middle = (a[0] + b[0]) / 2 + math.sin(angle) * away, (a[1] + b[1]) / 2 - math.cos(angle) * away
        if math.dist(a, b) > 3:
            ground = body(face, palette)
            ink = make_readable(palette.inks.clay_light if is_dark(ground) else INK, ground, NUMBERS_LEAST)
            text = _turned_text(str(number), middle, angle, NUMBER_MM, ink)
            if marks_by_face(palette)[name]:  # no ornament runs through a number
                yield replace(text, stroke=ground, width=text.width + 2 * AIR_MM)
            yield text


def letter_spot(one: LaidNet, laid: Sequence[LaidNet], width: float) -> Point:
    """Return the middle of a net's letter: the free point of a grid that is nearest to the net.

    A point is free if no net covers a square about it. It is as near as the nearest corner of a face or tab, and a
    little nearer the closer it lies to the middle of the net. Other letters are not looked at: they lie beside their
    own nets.

    Args:
        one: the net.
        laid: all nets of its sheet.
        width: of the part of the sheet, from the left, that is theirs.

    Raises:
        LayoutError: no point is free.
    """
    corners = one.polygon(one.net.points())
    left, top, right, bottom = bounding_box(corners)
    middle = (left + right) / 2, (top + bottom) / 2

    def distance(spot: Point) -> float:
        return min(math.dist(spot, corner) for corner in corners) + 0.2 * math.dist(spot, middle)

    taken, half = [polygon for other in laid for polygon in other.polygons()], LETTER_MM * 0.75
    for x, y in sorted(product(_grid_lines(left, right, width), _grid_lines(top, bottom, HEIGHT_MM)), key=distance):
        square = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        if not any(overlap(square, polygon) for polygon in taken):
            return x, y
    raise LayoutError(f"no room for the letter of {one.net.part}")


def _grid_lines(low: float, high: float, end: float) -> list[float]:
    """Return the lines of the grid from a little before `low` to a little beyond `high`, but within 0 and `end`."""
    first, last = int(low / GRID_MM) - 2, int(high / GRID_MM) + 2
    return [GRID_MM * line for line in range(max(1, first), min(int(end / GRID_MM) - 1, last) + 1)]


def line_lengths(sheet: int) -> dict[str, list[float]]:
    """Return how long the lines of a sheet must be: as the edges of the solid are, whatever the nets look like.

    A fold is there for each edge within a net and for each tab; an edge to be cut for each side that a tab is glued to.
    """
    solid = bull_head()
    there = [net for part, net in nets().items() if SPOTS[part].sheet == sheet]
    folds = [side for net in there for side in (*(side for side, _ in net.folds), *(tab.side for tab in net.tabs))]
    edges = [side for net in there for _, side, _ in net.bare]
    return {"fold": [solid.length(*side) for side in folds], "edges": [solid.length(*side) for side in edges]}


def _draw_edges(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """Draw the outline where it is glued to a tab, light upon dark art."""
    glued = {(name, side) for name, side, _ in one.net.bare}
    pens = {INK: Pen(), palette.inks.clay_light: Pen()}
    for name in one.net.faces:
        pen = pens[palette.inks.clay_light if is_dark(body(faces()[name], palette)) else INK]
        for side in faces()[name].sides:
            if (name, edge(*side)) in glued:
                pen.lines(*one.side(name, side))
    for ink, pen in pens.items():
        if pen.data:
            yield Shape(pen.data, stroke=ink, width=CUT_MM)


def _draw_tab_edges(one: LaidNet, _: Palette) -> Iterator[Shape]:
    """Draw the free sides of tabs."""
    pen = Pen()
    for tab in one.net.tabs:
        pen.lines(*one.polygon(tab.corners))
    yield Shape(pen.data, stroke=INK, width=CUT_MM)


def is_dark(ink: str) -> bool:
    """Check whether a dark line would be lost upon an ink."""
    return lab(ink)[0] < DARK


def _draw_folds(one: LaidNet, palette: Palette) -> Iterator[Shape]:
    """Draw mountains and valleys: inside of the net, and where a tab begins."""
    mountain, valley = Pen(), Pen()
    for side, angle in one.net.folds:
        name = next(name for name in one.net.faces if set(side) <= set(faces()[name].corners))
        (mountain if angle > 0 else valley).lines(*one.side(name, side))
    for tab in one.net.tabs:
        a, _, _, d = one.polygon(tab.corners)
        (mountain if bull_head().fold_deg(tab.side) > 0 else valley).lines(a, d)
    ink = palette.inks.outline if palette.line_art else palette.inks.clay_light
    for pen, dash in ((mountain, MOUNTAIN), (valley, VALLEY)):
        if pen.data:
            yield Shape(pen.data, stroke=ink, width=0.22, dash=dash, cap="butt")
