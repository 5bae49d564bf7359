"""Pictures of positions: the tree on its hexagons, marks upon it, and the harvests in rows below.

A picture shows the whole board with its letters and numbers, or only the hexagons about the tokens. Units are the
millimetres of the printed pieces, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, Part, Patch, Pen, Shape, Transform
from asterion_press.drawing.emblems import painted
from asterion_press.drawing.inks import Palette, mix_inks, palette
from asterion_press.drawing.lettering import letter_path, width_of
from asterion_press.games.asterismo.board import (
    BOARD,
    CENTRE,
    COLUMNS,
    BoardLayout,
    Hexagon,
    distance,
    hexagon_around,
    hexagons,
    set_of,
    touching,
)
from asterion_press.games.asterismo.piece_art import (
    FARTHEST,
    SIGN,
    board_art,
    box_between,
    star_points,
    token_groups,
    token_height,
)
from asterion_press.games.asterismo.records import Catalogue, Sign
from asterion_press.games.asterismo.rules import Harvest, Tree, cells_of
from asterion_press.geometry import bounding_box

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
            shown = (
                lying if view.bare else (lying | touching(lying)) & BOARD
            )  # the hexagons with tokens, and what touches them
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
