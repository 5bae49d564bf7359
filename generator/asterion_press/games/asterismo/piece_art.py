"""The printed pieces: tokens and their signs, and the board, in one piece and in panels for small papers.

A sheet from a star atlas: a rhombus of night sky with a star on every hexagon, deeper towards the rim, letters and
numbers around it, and a tree of stars in each free corner. Drawings of our own. Millimetres as in `board.py`.
The art is layers of areas and lines, which are cut into pages::

    +-------------------+--+     a panel, its joint (dashed), and right of it the strip
    |                   :##|     on which the next panel is glued, edge on the dashed line
    +-------------------+--+

Half a diamond stands at each end of a joint on either panel; glued right, they are whole diamonds. The strip bears the
letter of the panel that lies upon it, and a map of all panels with its own filled.

Tokens are hexagons that stand on a corner like those of the board, alike on both sides; their millimetres count from
the top left corner of the rectangle around one. A token is cut along its own outline, drawn as a hairline; its colour
goes on beyond that by the bleed. Sun, moon and star tell the colours apart without colour: each has a silhouette of its
own, ``templates/art/sign-*.svg``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from asterion_press.drawing.display_list import Drawing, Group, Pen, Point, Shape, Transform, steps_of
from asterion_press.drawing.emblems import painted
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, mix_inks
from asterion_press.drawing.lettering import letter_path
from asterion_press.drawing.solid import between, clip_polygon, clip_polyline
from asterion_press.games.asterismo.board import (
    CENTRE,
    COLUMNS,
    EDGE_MM,
    HEXAGONS,
    PANELS,
    SIDE_MM,
    SIZE,
    STRIP_MM,
    BoardLayout,
    BoardPanel,
    distance,
    hexagon_around,
)
from asterion_press.games.asterismo.records import Sign

BLEED_MM = 1.5
CUT_MM = 0.15
"""Width of a line to cut along. Source: rules for printing, 0.15 mm or more."""
RIM = 0.86
"""Size of the rim, as a share of the hexagon."""
DISC = 0.66
SIGN = 0.5


def token_height(width: float) -> float:
    """Return the distance of the upper and the lower corner of a hexagon that is so wide."""
    return width * 2 / math.sqrt(3)


def draw_token(token_id: str, title: str, sign: Sign, width: float, palette: Palette) -> Drawing:
    """Draw a token, front or back."""
    height = token_height(width)
    ink = palette.inks.mortar if palette.line_art else palette.inks.outline
    edge = Pen().polygon(*hexagon_around(width / 2, height / 2, height / 2)).data
    cut = Shape(edge, stroke=ink, width=CUT_MM, join="miter")
    groups = (*token_groups(sign, palette, width), Group("cut", (cut,)))
    return Drawing(token_id, title, width, height, BLEED_MM, groups)


def token_groups(sign: Sign, palette: Palette, width: float, bleed: float = BLEED_MM) -> tuple[Group, ...]:
    """Return the art of a token, without the line to cut along."""
    x, radius = width / 2, token_height(width) / 2
    beyond = bleed * 2 / math.sqrt(3)
    disc = Pen().circle(x, radius, radius * DISC).data
    rim = Pen().polygon(*hexagon_around(x, radius, radius * RIM)).data
    if palette.line_art:
        body: tuple[Shape, ...] = (
            Shape(Pen().polygon(*hexagon_around(x, radius, radius)).data, fill=palette.inks.paper),
            Shape(rim, stroke=palette.own, width=width * 0.045, join="miter"),
        )
    else:
        body = (
            Shape(Pen().polygon(*hexagon_around(x, radius, radius + beyond)).data, fill=palette.own),
            Shape(rim, stroke=palette.emblem, width=width * 0.022, join="miter"),
            Shape(disc, fill=palette.deep),
        )
    ink = palette.inks.paper if palette.line_art else mix_inks(palette.own, palette.inks.paper, 0.9)
    outline = mix_inks(palette.own, palette.inks.outline, 0.3) if palette.line_art else None
    art = painted(sign, palette, ink, palette.deep, outline)
    place = Transform.placing(x, radius, scale=radius * 2 * SIGN / 10)
    return Group("token", body), Group("emblem", art, place)


def star_points(x: float, y: float, outer: float, inner: float, points: int = 5) -> list[tuple[float, float]]:
    """Return the corners of a star about (x, y), the first straight up."""
    corners = []
    for step in range(2 * points):
        angle, radius = math.pi * step / points, inner if step % 2 else outer
        corners.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return corners


# -- the board ---------------------------------------------------------------------------------------------------------

LETTER_MM = 3.4
FRAME_MM = 2.6
"""From the edge of the frame to the line within it."""
FARTHEST = SIZE - 1
"""From the centre to the two sharp corners of the rhombus."""
FINE_MM, THIN_MM = 0.25, 0.4
UNDERLAP_MM = 1.0
"""Width of the art below the next panel, so that no white shows where it is glued a little off."""
DIAMOND_MM = 1.6
HATCH_MM = 6.0
LINE_MM = 0.2
DASH_MM, GAP_MM = 2.0, 1.5
MAP_MM = (2.2, 4.2)
"""Width and height of a panel on the map."""


ClipBox: TypeAlias = tuple[Point, Point, Point, Point]
"""The corners of an upright rectangle that art is cut off at, so that a page holds its part of the board."""


class Layer(NamedTuple):
    """Areas or lines of one ink. Lines have a width, areas none."""

    name: str
    ink: str
    lines: Iterable[Sequence[Point]]
    width: float = 0.0

    def clipped(self, box: ClipBox) -> Shape | None:
        """Return the part inside a box."""
        pen = Pen()
        for points in self.lines:
            if self.width:
                for line in clip_polyline(points, box):
                    pen.lines(*line)
            elif len(area := clip_polygon(points, box)) > 2:
                pen.polygon(*area)
        if not pen.data:
            return None
        return Shape(pen.data, stroke=self.ink, width=self.width) if self.width else Shape(pen.data, fill=self.ink)


def board_art(layout: BoardLayout, palette: Palette, box: ClipBox) -> tuple[Group, ...]:
    """Return the board's art inside a box, as groups in the frame's coordinates."""
    shapes = ((layer.name, layer.clipped(box)) for layer in _layers(layout, palette))
    return tuple(Group(name, (shape,)) for name, shape in shapes if shape is not None)


def _layers(layout: BoardLayout, palette: Palette) -> Iterator[Layer]:
    """Yield the board from the ground up."""
    inks = palette.inks
    line = inks.outline if palette.line_art else inks.gold_deep
    if not palette.line_art:
        yield Layer("ground", inks.paper, (_rectangle(layout, -1),))
    frame = (_rectangle(layout, FRAME_MM), _rectangle(layout, FRAME_MM + 1.1))
    yield Layer("frame", line, (_closed(frame[0]),), THIN_MM)
    yield Layer("frame", line, (_closed(frame[1]),), FINE_MM)
    twigs = inks.mortar if palette.line_art else inks.floor_joint
    yield Layer("constellation", twigs, _branches(layout), THIN_MM)
    yield Layer("constellation", line, _tree_stars(layout))
    yield from _grid(layout, palette)
    yield Layer("coordinates", inks.outline, _coordinates(layout), THIN_MM)


def _grid(layout: BoardLayout, palette: Palette) -> Iterator[Layer]:
    """Yield the hexagons and their stars."""
    inks, own = palette.inks, palette.own
    if palette.line_art:
        yield Layer("hexagons", inks.mortar, [_closed(layout.corners(hexagon)) for hexagon in HEXAGONS], FINE_MM)
        yield Layer("stars", inks.mortar, _stars(layout, 0.55))
        return
    yield Layer("rim", inks.gold_deep, tuple(layout.corners(hexagon, -1.5) for hexagon in HEXAGONS))
    yield Layer("rim", inks.gold, tuple(layout.corners(hexagon, -1.1) for hexagon in HEXAGONS))
    yield Layer("rim", mix_inks(own, inks.paper, 0.25), tuple(layout.corners(hexagon) for hexagon in HEXAGONS))
    for ring in range(FARTHEST + 1):
        those = tuple(layout.corners(hexagon, 0.2) for hexagon in HEXAGONS if distance(hexagon, CENTRE) == ring)
        yield Layer("sky", mix_inks(own, inks.outline, 0.5 * ring / FARTHEST), those)
    yield Layer("dust", mix_inks(own, inks.paper, 0.45), _dust(layout))
    yield Layer("stars", inks.gold_light, _stars(layout, 1.0))


def _stars(layout: BoardLayout, size: float) -> Iterator[tuple[Point, ...]]:
    """Yield a star of four points on every hexagon, of eight in the centre."""
    chance = SeededRandom("asterismo stars")
    for hexagon in HEXAGONS:
        x, y = layout.middle(hexagon)
        if hexagon == CENTRE:
            yield tuple(star_points(x, y, layout.hexagon * 0.3 * size, layout.hexagon * 0.075 * size, 8))
        else:
            radius = layout.hexagon * chance.between(0.06, 0.13) * size
            yield tuple(star_points(x, y, radius, radius * 0.27, 4))


def _dust(layout: BoardLayout) -> Iterator[tuple[Point, ...]]:
    """Yield small stars here and there, none on another."""
    chance = SeededRandom("asterismo dust")
    for hexagon in HEXAGONS:
        for _ in range(3):
            angle, reach, radius = math.tau * chance.unit(), chance.between(0.22, 0.42), chance.between(0.15, 0.34)
            x, y = layout.middle(hexagon)
            far = layout.hexagon * reach
            yield hexagon_around(x + far * math.cos(angle), y + far * math.sin(angle), radius)


TREE: tuple[Point, ...] = (
    (0.73, 0.59), (0.62, 0.44), (0.43, 0.30), (0.29, 0.17), (0.47, 0.15), (0.70, 0.31), (0.65, 0.15), (0.81, 0.18),
    (0.88, 0.38), (0.97, 0.27), (0.85, 0.73),
)  # fmt: skip
"""The stars of a tree, as shares of the free corner's width and height, from its upper left."""
TWIGS = ((10, 0), (0, 1), (1, 2), (2, 3), (2, 4), (1, 5), (5, 6), (5, 7), (5, 8), (8, 9))


def _tree(layout: BoardLayout, *, turned: bool) -> list[Point]:
    """Return the stars of one tree: in the upper right corner, or, turned by half a turn, in the lower left."""
    left, width = layout.middle((SIZE - 1, 0))[0] + layout.hexagon * 0.9, layout.hexagon * (SIZE - 2.2) / 2
    top, height = EDGE_MM + 2, layout.row * (SIZE - 1)
    points = [(left + x * width, top + y * height * 0.8) for x, y in TREE]
    return [(layout.width - x, layout.height - y) for x, y in points] if turned else points


def _branches(layout: BoardLayout) -> Iterator[tuple[Point, ...]]:
    for turned in (False, True):
        tree = _tree(layout, turned=turned)
        for one, other in ((tree[begin], tree[end]) for begin, end in TWIGS):
            away = 3.2 / math.dist(one, other)
            yield between(one, other, away), between(other, one, away)


def _tree_stars(layout: BoardLayout) -> Iterator[tuple[Point, ...]]:
    for turned in (False, True):
        for number, (x, y) in enumerate(_tree(layout, turned=turned)):
            radius = (2.6, 1.7, 2.1)[number % 3]
            yield tuple(star_points(x, y, radius, radius * 0.3, 4 if number % 3 else 8))


def _coordinates(layout: BoardLayout) -> Iterator[tuple[Point, ...]]:
    """Yield letters above the first row and below the last, numbers at both ends of each row."""
    for column in range(SIZE):
        for row, away in ((0, -1), (SIZE - 1, 1)):
            x, y = layout.middle((column, row))
            yield from _strokes(COLUMNS[column], x, y + away * (layout.side + EDGE_MM * 0.37))
    for row in range(SIZE):
        for column, away in ((0, -1), (SIZE - 1, 1)):
            x, y = layout.middle((column, row))
            yield from _strokes(str(row + 1), x + away * (layout.hexagon / 2 + SIDE_MM * 0.4), y)


def _strokes(text: str, x: float, y: float) -> Iterator[tuple[Point, ...]]:
    """Yield a word about a point as lines."""
    line: list[Point] = []
    for command, [(dx, dy)] in steps_of(letter_path(text, LETTER_MM)):
        if command == "M" and line:
            yield tuple(line)
            line = []
        line.append((x + dx, y + dy))
    if line:
        yield tuple(line)


def _rectangle(layout: BoardLayout, inset: float) -> tuple[Point, ...]:
    right, bottom = layout.width - inset, layout.height - inset
    return (inset, inset), (right, inset), (right, bottom), (inset, bottom)


def _closed(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return (*points, points[0])


def box_between(layout: BoardLayout, left: float, right: float) -> ClipBox:
    """Return the box that the board is cut off at, from one upright line to another."""
    return (right, 0.0), (right, layout.height), (left, layout.height), (left, 0.0)


def draw_board(component: str, title: str, layout: BoardLayout, palette: Palette) -> Drawing:
    """Draw the board in one piece, turned to the right, as it lies on upright paper, with the line to cut along."""
    parts = board_art(layout, palette, box_between(layout, 0.0, layout.width))
    art = Group("board", parts, Transform.placing(layout.height, 0, angle_deg=90))
    edge = Pen().rectangle(0, 0, layout.height, layout.width).data
    cut = Group("cut", (Shape(edge, stroke=palette.inks.outline, width=2 * CUT_MM, join="miter"),))
    return Drawing(component, title, layout.height, layout.width, 0.0, (art, cut))


# -- panels ------------------------------------------------------------------------------------------------------------


def draw_panel(component: str, title: str, layout: BoardLayout, panel: BoardPanel, palette: Palette) -> Drawing:
    """Draw one panel, with its strip at the right."""
    ink, last, width = palette.inks.outline, panel.is_last, panel.right - panel.left
    box = box_between(layout, panel.left, panel.right + (0.0 if last else UNDERLAP_MM))
    there, diamonds = Transform.placing(-panel.left, 0), Pen()
    for half in half_diamonds(layout, panel):
        diamonds.polygon(*half)
    groups = [
        Group("board", board_art(layout, palette, box), there),
        Group("joint", (Shape(diamonds.data, fill=ink),), there),
    ]
    if not last:
        dashes, y = Pen(), 0.0
        while y < layout.height:
            dashes.lines((width, y), (width, min(y + DASH_MM, layout.height)))
            y += DASH_MM + GAP_MM
        groups.append(Group("glue", _strip(layout, width, palette)))
        groups.append(Group("joint", (Shape(dashes.data, stroke=ink, width=LINE_MM, cap="butt"),)))
    beside = Transform.placing(width + STRIP_MM / 2, layout.height / 2)
    groups.append(Group("map", _map(layout, panel, palette), beside))
    # of a line along the trim, the outer half is cut off by the form's box
    edge = Pen().rectangle(0, 0, width if last else width + STRIP_MM, layout.height).data
    groups.append(Group("cut", (Shape(edge, stroke=ink, width=2 * CUT_MM, join="miter"),)))
    return Drawing(component, title, layout.panel_width, layout.height, 0.0, tuple(groups))


def half_diamonds(layout: BoardLayout, panel: BoardPanel) -> Iterator[tuple[Point, ...]]:
    """Yield the corners of the halves of diamonds at both ends of a panel's joints, in the frame's coordinates."""
    half = DIAMOND_MM
    for y in (FRAME_MM + 0.55, layout.height - FRAME_MM - 0.55):
        if panel.number:
            yield (panel.left, y - half), (panel.left + half, y), (panel.left, y + half)
        if not panel.is_last:
            yield (panel.right, y - half), (panel.right, y + half), (panel.right - half, y)


def promised_outlines(layout: BoardLayout, panel: BoardPanel) -> tuple[tuple[Point, ...], ...]:
    """Return what must be found on a panel in its place: the line to cut along, half diamonds, all whole hexagons.

    In mm from the panel's left edge, which is its joint with the panel before: so panels that keep to this join up.
    """
    right, low = panel.right - panel.left + (0.0 if panel.is_last else STRIP_MM), layout.height
    edge = ((0.0, 0.0), (right, 0.0), (right, low), (0.0, low))
    halves = (tuple((x - panel.left, y) for x, y in half) for half in half_diamonds(layout, panel))
    return edge, *halves, *layout.whole_within(panel.left, panel.right)


def _strip(layout: BoardLayout, left: float, palette: Palette) -> tuple[Shape, ...]:
    """Return hatching from edge to edge, except about the map."""
    pen, first, last = Pen(), left + UNDERLAP_MM + 0.6, left + STRIP_MM - 0.6
    y, middle = HATCH_MM, layout.height / 2
    while y + (last - first) < layout.height - 1:
        if abs(y + (last - first) / 2 - middle) > 24:
            pen.move(first, y + (last - first)).line(last, y)
        y += HATCH_MM
    return (Shape(pen.data, stroke=palette.inks.mortar, width=LINE_MM),)


def _map(layout: BoardLayout, panel: BoardPanel, palette: Palette) -> tuple[Shape, ...]:
    """Return the panels side by side with this one filled, its letter above and that of the next one below."""
    ink, (wide, high) = palette.inks.outline, MAP_MM
    others, own = Pen(), Pen()
    for number in range(PANELS):
        pen = own if number == panel.number else others
        pen.rectangle((number - PANELS / 2) * wide, -high / 2, wide, high)
    shapes = [
        Shape(others.data, stroke=ink, width=LINE_MM, join="miter"),
        Shape(own.data, fill=ink, stroke=ink, width=LINE_MM, join="miter"),
        Shape(letter_path(panel.letter, 5.0, middle=-8.0), stroke=ink, width=0.5),
    ]
    if not panel.is_last:
        following = layout.panels[panel.number + 1].letter
        shapes.append(Shape(letter_path(following, 5.0, middle=11.0), stroke=ink, width=0.5))
        arrow = Pen().move(-2.6, 5.8).line(2.2, 5.8).move(0.9, 4.6).line(2.2, 5.8).line(0.9, 7.0)
        shapes.append(Shape(arrow.data, stroke=ink, width=0.4))
    return tuple(shapes)
