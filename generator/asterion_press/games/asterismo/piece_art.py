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

Pictures of positions show the tree on its hexagons, with marks upon it and the harvests in rows below: on the whole
board with its letters and numbers, or on the hexagons about the tokens alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, Part, Patch, Pen, Point, Shape, Transform, steps_of
from asterion_press.drawing.emblems import painted
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, mix_inks, palette
from asterion_press.drawing.lettering import letter_path, width_of
from asterion_press.drawing.solid import between, clip_polygon, clip_polyline
from asterion_press.games.asterismo.board import (
    BOARD,
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
    Hexagon,
    distance,
    hexagon_around,
    hexagons,
    set_of,
    touching,
)
from asterion_press.games.asterismo.records import Catalogue, Sign
from asterion_press.games.asterismo.rules import Harvest, Tree, cells_of
from asterion_press.geometry import bounding_box

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


def draw_board(component: str, title: str, layout: BoardLayout, palette: Palette, *, turned: bool = True) -> Drawing:
    """Draw the board in one piece with the line to cut along, turned to the right, as it lies on upright paper."""
    parts = board_art(layout, palette, box_between(layout, 0.0, layout.width))
    wide, high = (layout.height, layout.width) if turned else (layout.width, layout.height)
    art = Group("board", parts, Transform.placing(wide, 0, angle_deg=90) if turned else Transform())
    edge = Pen().rectangle(0, 0, wide, high).data
    cut = Group("cut", (Shape(edge, stroke=palette.inks.outline, width=2 * CUT_MM, join="miter"),))
    return Drawing(component, title, wide, high, 0.0, (art, cut))


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


MARGIN_MM = 1.2
ROW_MM = 19.0
"""From one player's harvest to the next."""
ICON_MM = 12.0
ALONE = 0.62
"""Scale of harvests that are shown without a board."""
LABEL_MM = 6.5
GHOST_DASH = (1.6, 1.3)
EMBLEM_MM = 50.0


class ShownPosition(Struct, frozen=True):
    """A position and the marks upon it, as a picture shows them.

    Attributes:
        tree: the tokens.
        ringed: hexagons whose tokens the caption mentions.
        gone: tokens that have been taken away, shown as outlines.
        crossed: hexagons whose tokens are dead or have fallen.
        harvests: of each player, shown below; none if they do not matter.
        turn: whose turn it is, from 0, marked beside the harvest; None if nobody's.
        whole: whether all of the board is shown, with its frame.
        labelled: whether the outermost hexagons of a part bear the letters and numbers that stand around the whole.
        bare: whether no hexagons are shown about the tokens.
    """

    tree: Tree
    ringed: int = 0
    gone: Tree = (0, 0, 0)
    crossed: int = 0
    harvests: tuple[Harvest, ...] = ()
    turn: int | None = None
    whole: bool = False
    labelled: bool = False
    bare: bool = False


class PositionPainter(Struct, frozen=True, dict=True):
    """A painter of positions with the pieces of one catalogue in one theme."""

    catalogue: Catalogue
    theme: Theme

    @cached_property
    def layout(self) -> BoardLayout:
        """Return the measures of the board."""
        return BoardLayout(self.catalogue.board.hexagon_mm)

    @cached_property
    def _sky(self) -> Palette:
        return palette(self.theme, self.catalogue.board.ink)

    @cached_property
    def _inks(self) -> tuple[Palette, ...]:
        return tuple(palette(self.theme, colour.ink) for colour in self.catalogue.colours.values())

    def parts(self, view: ShownPosition) -> tuple[tuple[Part, ...], float, float]:
        """Return the parts of a picture, and its width and height."""
        if not (view.whole or cells_of(view.tree) | cells_of(view.gone)):
            rows, width, height = self._harvests(view)
            small = Transform.placing(0, 0, scale=ALONE)
            return (Patch("harvests", rows, small),), width * ALONE, height * ALONE
        if view.whole:
            ground = board_art(self.layout, self._sky, box_between(self.layout, 0.0, self.layout.width))
            left, top, width, height = 0.0, 0.0, self.layout.width, self.layout.height
        else:
            lying = cells_of(view.tree) | cells_of(view.gone) | view.ringed | view.crossed
            # The hexagons with tokens, and what touches them.
            shown = lying if view.bare else (lying | touching(lying)) & BOARD
            corners = [corner for hexagon in hexagons(shown) for corner in self.layout.corners(hexagon)]
            left, top, right, bottom = bounding_box(corners)
            width, height = right - left + 2 * MARGIN_MM, bottom - top + 2 * MARGIN_MM
            left, top = left - MARGIN_MM, top - MARGIN_MM
            labels = dict(_labels(shown & ~cells_of(view.tree))) if view.labelled else {}
            ground = (Group("hexagons", (*self.hexagons(shown, set_of(labels)), *self._labels_art(labels))),)
        rows, wide, high = self._harvests(view)
        aside = max(0.0, (wide - width) / 2) if view.harvests else 0.0
        there = Transform.placing(aside - left, -top)
        found = Patch("board", ground, there), Patch("tokens", tuple(self.tokens(view)), there)
        if not view.harvests:
            return found, width, height
        width = max(width, wide)
        harvests = Patch("harvests", rows, Transform.placing((width - wide) / 2, height + 3))
        return (*found, harvests), width, height + 3 + high

    # -- the ground --

    def _labels_art(self, labels: dict[Hexagon, str]) -> Iterator[Shape]:
        """Draw letters and numbers on hexagons."""
        ink = self._sky.inks.outline if self._sky.line_art else mix_inks(self._sky.own, self._sky.inks.paper, 0.8)
        for hexagon, text in labels.items():
            x, y = self.layout.middle(hexagon)
            data = letter_path(text, LABEL_MM, left=x - width_of(text, LABEL_MM) / 2, middle=y)
            yield Shape(data, stroke=ink, width=0.8)

    def hexagons(self, shown: int, starless: int = 0) -> Iterator[Shape]:
        """Draw some hexagons of the board, with a star each unless they are `starless`."""
        layout, sky = self.layout, self._sky
        if sky.line_art:
            lines = Pen()
            for hexagon in hexagons(shown):
                lines.polygon(*layout.corners(hexagon))
            yield Shape(lines.data, stroke=sky.inks.mortar, width=0.35)
            return
        rim, stars = Pen(), Pen()
        for hexagon in hexagons(shown):
            rim.polygon(*layout.corners(hexagon, -0.9))
        for hexagon in hexagons(shown & ~starless):
            stars.polygon(*star_points(*layout.middle(hexagon), layout.hexagon * 0.1, layout.hexagon * 0.03, 4))
        yield Shape(rim.data, fill=mix_inks(sky.own, sky.inks.paper, 0.3))
        for hexagon in hexagons(shown):
            ink = mix_inks(sky.own, sky.inks.outline, 0.5 * distance(hexagon, CENTRE) / FARTHEST)
            yield Shape(Pen().polygon(*layout.corners(hexagon, 0.3)).data, fill=ink)
        yield Shape(stars.data, fill=mix_inks(sky.own, sky.inks.gold_light, 0.6))

    # -- the tokens --

    def tokens(self, view: ShownPosition) -> Iterator[Group]:
        """Draw the tokens of a position, and the marks on them."""
        width = self.catalogue.tokens.width_mm
        high = token_height(width)
        signs = [colour.sign for colour in self.catalogue.colours.values()]
        for sign, own, lying, gone in zip(signs, self._inks, view.tree, view.gone, strict=True):
            token = token_groups(sign, own, width, 0)
            for hexagon in hexagons(lying):
                x, y = self.layout.middle(hexagon)
                yield Group("token", token, Transform.placing(x - width / 2, y - high / 2))
            for hexagon in hexagons(gone):
                yield self._ghost(hexagon, own, sign)
        inks, reach = self._sky.inks, width * 0.36
        for hexagon in hexagons(view.crossed):
            x, y = self.layout.middle(hexagon)
            lines = Pen().move(x - reach, y - reach).line(x + reach, y + reach)
            lines.move(x + reach, y - reach).line(x - reach, y + reach)
            strokes = ((inks.outline, 3.0), (inks.paper, 1.6))
            yield Group("cross", tuple(Shape(lines.data, stroke=ink, width=wide) for ink, wide in strokes))
        inner = inks.paper if self._sky.line_art else inks.gold_light
        for hexagon in hexagons(view.ringed):
            outline = Pen().polygon(*self.layout.corners(hexagon, -0.2)).data
            strokes = ((inks.outline, 2.6), (inner, 1.5))
            ring = (Shape(outline, stroke=ink, width=wide, join="miter") for ink, wide in strokes)
            yield Group("ring", tuple(ring))

    def _ghost(self, hexagon: Hexagon, inks: Palette, sign: Sign) -> Group:
        """Draw a token that is gone."""
        if inks.line_art:
            ground, ink = inks.inks.paper, inks.own
        else:
            ground = mix_inks(self._sky.own, self._sky.inks.outline, 0.5 * distance(hexagon, CENTRE) / FARTHEST)
            ink = mix_inks(inks.own, inks.inks.paper, 0.25)
        (x, y), width = self.layout.middle(hexagon), self.catalogue.tokens.width_mm
        radius = token_height(width) / 2
        outline = Pen().polygon(*hexagon_around(x, y, radius * 0.93)).data
        body = Shape(outline, fill=ground, stroke=ink, width=0.6, join="miter", dash=GHOST_DASH)
        emblem = painted(sign, inks, ground, ground, ink)
        return Group("gone", (body, Group("emblem", emblem, Transform.placing(x, y, scale=radius * 2 * SIGN / 10))))

    # -- the harvests --

    def _harvests(self, view: ShownPosition) -> tuple[tuple[Group, ...], float, float]:
        """Return a row for each player, his number and how many tokens of each colour he has; width and height."""
        ink, start, step = self._sky.inks.outline, 26.0, 34.0
        signs, rows = [colour.sign for colour in self.catalogue.colours.values()], []
        for player, harvest in enumerate(view.harvests):
            y = ROW_MM * (player + 0.5)
            x, name = 11.0, str(player + 1)
            digit = letter_path(name, 6.5, left=x - width_of(name, 6.5) / 2, middle=y)
            ring = Shape(Pen().circle(x, y, 6.4).data, stroke=ink, width=0.7)
            items: list[Shape | Group] = [ring, Shape(digit, stroke=ink, width=0.9)]
            if view.turn == player:
                arrow = Pen().polygon((x - 9.6, y - 2.4), (x - 7.0, y), (x - 9.6, y + 2.4)).data
                items.append(Shape(arrow, fill=ink))
            for colour, (count, inks, sign) in enumerate(zip(harvest, self._inks, signs, strict=True)):
                x = start + step * colour
                place = Transform.placing(x, y - token_height(ICON_MM) / 2)
                items.append(Group("token", token_groups(sign, inks, ICON_MM, 0), place))
                number = letter_path(str(count), 7.0, left=x + ICON_MM + 2.6, middle=y)
                items.append(Shape(number, stroke=ink, width=0.9))
            rows.append(Group("harvest", tuple(items)))
        return tuple(rows), start + 2 * step + ICON_MM + 2.6 + width_of("10", 7.0) + 2, ROW_MM * len(view.harvests)


def _labels(empty: int) -> Iterator[tuple[Hexagon, str]]:
    """Yield a number on the first of the empty hexagons of each row, and a letter on that of each column."""
    rows: dict[int, Hexagon] = {}
    columns: dict[int, Hexagon] = {}
    for column, row in hexagons(empty):
        rows.setdefault(row, (column, row))
        columns.setdefault(column, (column, row))
    for here in dict.fromkeys((*rows.values(), *columns.values())):
        column, row = here
        yield here, COLUMNS[column] * (columns[column] == here) + str(row + 1) * (rows[row] == here)


EMBLEM_TOKENS: tuple[tuple[Hexagon, int], ...] = (
    ((6, 5), 0), ((5, 6), 0), ((6, 6), 0), ((4, 6), 1), ((4, 5), 1), ((3, 6), 1), ((5, 4), 2), ((6, 4), 2), ((6, 3), 2),
)  # fmt: skip
"""A tree about the centre's star: a triangle of each colour."""


def draw_emblem(component: str, title: str, catalogue: Catalogue, theme: Theme) -> Drawing:
    """Draw the picture of the title page: a small tree in the night sky, in a square."""
    painter = PositionPainter(catalogue, theme)
    layout, sky = painter.layout, palette(theme, catalogue.board.ink)
    trees = tuple(set_of(at for at, colour in EMBLEM_TOKENS if colour == own) for own in range(3))
    scale = EMBLEM_MM / (layout.hexagon * 4.9)
    x, y = layout.middle(CENTRE)
    middles = {hexagon: layout.middle(hexagon) for hexagon in hexagons(BOARD)}
    near = [at for at, (hx, hy) in middles.items() if max(abs(hx - x), abs(hy - y)) < layout.hexagon * 3.6]
    ground = Shape(Pen().rectangle(0, 0, EMBLEM_MM, EMBLEM_MM).data, fill=sky.inks.paper)
    view = ShownPosition(trees)
    items: tuple[Shape | Group, ...] = (*painter.hexagons(set_of(near)), *painter.tokens(view))
    there = Transform.placing(EMBLEM_MM / 2 - x * scale, EMBLEM_MM / 2 - y * scale, scale=scale)
    return Drawing(component, title, EMBLEM_MM, EMBLEM_MM, 0.0, (Group("sky", (ground,)), Group("tree", items, there)))
