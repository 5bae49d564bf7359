"""The picture on the title page and on the lid: a game under way on the tilted board, and the night above it.

The tokens lie as they do after a setup and some turns; the last one that was picked rises. In the sky stands the tree
of stars that the corners of the board show. Units are those of the picture, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import (
    Drawing,
    Part,
    Patch,
    PathData,
    Pen,
    Point,
    Scene,
    Shape,
    Shown,
    Transform,
)
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, mix_inks, palette
from asterion_press.games.asterismo.board import (
    BOARD,
    CENTRE,
    HEXAGONS,
    SIZE,
    Hexagon,
    bit,
    distance,
    hexagon_around,
    hexagons,
)
from asterion_press.games.asterismo.piece_art import (
    TREE,
    TWIGS,
    PositionPainter,
    star_points,
    token_groups,
    token_height,
)
from asterion_press.games.asterismo.records import Catalogue
from asterion_press.games.asterismo.rules import Tree, colour_at, legal_takes, without
from asterion_press.games.asterismo.setup import clear, pour

HIGH = 350.0
SEED, TURNS = 7, 8
"""The setup that is shown, and how many tokens have been picked of it."""
FLAT = 0.56
"""Height of the board as it is seen, for a depth of 1."""
TURN_DEG = -30.0
"""So the long diagonal of the board lies level."""
WIDE, MOST = 0.95, 1.35
"""Length of that diagonal: as a part of the picture's width, and of its height at most."""
BELOW = 26.0
"""From the board to the edge of the picture."""
SLAB, TOKEN_HIGH, LIFTED = 9.0, 6.0, 92.0
"""Thickness of the board and of a token; height of the token that rises."""
GLOW = ((430.0, 0.1), (345.0, 0.22), (262.0, 0.36), (182.0, 0.52))
"""Light above the board: radius, and share of light."""
STARS = 150
MOON = (0.13, 0.17, 21.0)
"""The moon: shares of width and height, and radius."""
TREE_HIGH, TREE_WIDE = 0.62, 0.5
"""Size of the tree of stars, as parts of the height."""


def draw_cover(catalogue: Catalogue, theme: Theme, aspect: float) -> Scene:
    """Draw the scene; `aspect` is its width for a height of 1."""
    width = round(HIGH * aspect, 2)
    frame = Pen().rectangle(0, 0, width, HIGH).data
    sky = palette(theme, catalogue.board.ink)
    table = TiltedBoard.of(catalogue, theme, width)
    line = Shape(frame, stroke=sky.inks.outline, width=1.4, join="miter")
    parts = (
        Patch("sky", tuple(_sky(sky, table.middle, width, frame)), Transform(), frame),
        Patch("tree", tuple(_tree(sky, table.middle)), Transform(), frame),
        *table.board(),
        *table.tokens(),
        Patch("frame", (line,)),
    )
    return Scene("cover", "", "", width, HIGH, parts)


def under_way() -> tuple[Tree, Hexagon, int]:
    """Return the position that is shown; where the last token was picked, and its colour."""
    tree = clear(pour(SEED)).tree
    taken, colour = CENTRE, 0
    for turn in range(TURNS):  # the outermost, so that the tree becomes slender; the last one at the left, by itself
        free = list(hexagons(legal_takes(tree)))
        taken = min(free, key=sum) if turn == TURNS - 1 else max(free, key=lambda one: (distance(one, CENTRE), one))
        colour = colour_at(tree, bit(taken))
        tree = without(tree, bit(taken))
    return tree, taken, colour


# -- the sky -----------------------------------------------------------------------------------------------------------


def _sky(sky: Palette, middle: Point, width: float, frame: PathData) -> Iterator[Shape]:
    """Draw the night, lighter above the board, with stars and the moon."""
    inks, (x, y) = sky.inks, middle
    dark = mix_inks(sky.own, inks.outline, 0.4)
    light = mix_inks(sky.own, inks.feather_shade, 0.27)
    yield Shape(frame, fill=inks.paper if sky.line_art else dark)
    for radius, share in () if sky.line_art else GLOW:
        yield Shape(Pen().ellipse(x, y, radius * 1.25, radius).data, fill=mix_inks(dark, light, share))
    small, large = Pen(), Pen()
    chance = SeededRandom("asterismo sky")
    for number in range(STARS):
        at = chance.unit() * width, chance.unit() * HIGH
        if number % 9:
            small.polygon(*hexagon_around(*at, chance.between(0.5, 1.1)))
        else:
            radius = chance.between(2.4, 4.2)
            large.polygon(*star_points(*at, radius, radius * 0.24, 4))
    ink = inks.mortar if sky.line_art else mix_inks(sky.own, inks.paper, 0.6)
    yield Shape(small.data, fill=ink)
    yield Shape(large.data, fill=inks.mortar if sky.line_art else inks.gold_light)
    mx, my, radius = MOON[0] * width, MOON[1] * HIGH, MOON[2]
    moon = crescent((mx, my, radius), (mx + radius * 0.5, my - radius * 0.28, radius * 0.84))
    yield Shape(moon, fill=inks.gold_light, stroke=inks.outline if sky.line_art else None, width=0.9)


def _tree(sky: Palette, middle: Point) -> Iterator[Shape]:
    """Draw the tree of stars that the board's corners show, its root behind the board."""
    inks = sky.inks
    root, twigs, stars = TREE[-1], Pen(), Pen()
    places = [
        (middle[0] + (x - root[0] + 0.26) * HIGH * TREE_WIDE * 1.6, middle[1] + (y - root[1]) * HIGH * TREE_HIGH * 1.5)
        for x, y in TREE
    ]
    for one, other in TWIGS:
        twigs.move(*places[one]).line(*places[other])
    for number, (x, y) in enumerate(places):
        radius = (9.0, 6.0, 7.5)[number % 3]
        stars.polygon(*star_points(x, y, radius, radius * 0.3, 4 if number % 3 else 8))
    yield Shape(twigs.data, stroke=inks.mortar if sky.line_art else mix_inks(sky.own, inks.gold_light, 0.55), width=1.2)
    yield Shape(stars.data, fill=inks.gold_light, stroke=inks.outline if sky.line_art else None, width=0.7)


def crescent(disc: tuple[float, float, float], shadow: tuple[float, float, float]) -> PathData:
    """Return a disc less another one that overlaps its edge; each is x, y and radius."""
    (x, y, radius), (sx, sy, dark) = disc, shadow
    apart, towards = math.dist((x, y), (sx, sy)), math.degrees(math.atan2(sy - y, sx - x))
    half = math.degrees(math.acos((radius**2 + apart**2 - dark**2) / (2 * radius * apart)))
    within = math.degrees(math.acos((dark**2 + apart**2 - radius**2) / (2 * dark * apart)))
    pen = Pen().arc(x, y, radius, towards + half, towards + 360 - half)
    return pen.arc(sx, sy, dark, towards + 180 + within, towards + 180 - within, move=False).close().data


# -- the board ---------------------------------------------------------------------------------------------------------


class TiltedBoard(Struct, frozen=True):
    """The board as it is seen from aside, with its tokens.

    Attributes:
        painter: of positions.
        middle: where the centre is seen.
        scale: of the board.
    """

    painter: PositionPainter
    middle: Point
    scale: float

    @classmethod
    def of(cls, catalogue: Catalogue, theme: Theme, width: float) -> TiltedBoard:
        """Return the board as large as it fits a picture of that width."""
        painter = PositionPainter(catalogue, theme)
        side = painter.layout.hexagon * SIZE
        scale = min(WIDE * width, MOST * HIGH) / (side * math.sqrt(3))
        return cls(painter, (width / 2, HIGH - BELOW - SLAB - side * scale * FLAT / 2), scale)

    @property
    def _sky(self) -> Palette:
        return palette(self.painter.theme, self.painter.catalogue.board.ink)

    def _plane(self, lift: float = 0.0) -> Transform:
        """Return where the plane of the board is seen, or one that lies higher."""
        x, y = self.painter.layout.middle(CENTRE)
        turned = Transform.placing(0, 0, scale=self.scale, angle_deg=TURN_DEG) @ Transform(e=-x, f=-y)
        return Transform(1, 0, 0, FLAT, self.middle[0], self.middle[1] - lift) @ turned

    def board(self) -> Iterator[Part]:
        """Yield the board: its side, its golden rim, its hexagons."""
        sky, layout = self._sky, self.painter.layout
        inks = sky.inks
        rim = Pen()
        for hexagon in HEXAGONS:
            if distance(hexagon, CENTRE) > 2:
                rim.polygon(*layout.corners(hexagon, -2.6))
        side = inks.floor_joint if sky.line_art else mix_inks(inks.gold_deep, inks.outline, 0.3)
        for step in range(4):
            yield Patch("side", (Shape(rim.data, fill=side),), self._plane(-SLAB * (4 - step) / 4))
        top = Shape(rim.data, fill=inks.paper if sky.line_art else inks.gold, stroke=inks.outline, width=0.5)
        yield Patch("rim", (top,), self._plane())
        yield Patch("hexagons", tuple(self.painter.hexagons(BOARD)), self._plane())

    def tokens(self) -> Iterator[Part]:
        """Yield the tokens, the farthest first, then the one that rises from its place."""
        catalogue, theme, layout = self.painter.catalogue, self.painter.theme, self.painter.layout
        wide, high = catalogue.tokens.width_mm, token_height(catalogue.tokens.width_mm)
        inks = [palette(theme, colour.ink) for colour in catalogue.colours.values()]
        drawings = [
            Drawing(f"lying-{name}", f"{name} token", wide, high, 0.0, token_groups(colour.sign, own, wide, 0))
            for (name, colour), own in zip(catalogue.colours.items(), inks, strict=True)
        ]
        tree, taken, picked = under_way()
        lying = [(token, colour) for colour, own in enumerate(tree) for token in hexagons(own)]
        seen = self._plane()
        trim = Pen().polygon(*hexagon_around(wide / 2, high / 2, high / 2)).data
        for token, colour in sorted(lying, key=lambda one: seen.apply(*layout.middle(one[0]))[1]):
            yield from self._token(drawings[colour], inks[colour], layout.middle(token), trim)
        yield from self._rising(drawings[picked], inks[picked], seen.apply(*layout.middle(taken)), trim)

    def _rising(self, drawing: Drawing, own: Palette, place: Point, trim: PathData) -> Iterator[Part]:
        """Yield a ray, and at its upper end the token that rises from its place, larger and in a light."""
        (x, y), wide, high = place, drawing.width, drawing.height
        ray = Shape(Pen().move(x, y).line(x, y - LIFTED).data, stroke=own.own, width=1.6, dash=(0.0, 5.0))
        yield Patch("ray", (ray,))
        size = 1.25 * self.scale
        at = Transform.placing(x - wide * size / 2, y - LIFTED - high * size / 2, scale=size)
        halo = Pen().polygon(*star_points(wide / 2, high / 2, wide * 1.25, wide * 0.62, 12)).data
        glow = self._sky.inks.paper if own.line_art else mix_inks(self._sky.own, self._sky.inks.gold_light, 0.45)
        light = Shape(halo, fill=glow, stroke=own.own if own.line_art else None, width=0.4)
        edge = Shape(trim, stroke=own.inks.outline, width=0.8, join="miter")
        yield Patch("rising", (light, Shown(drawing, 0, 0, high), edge), at)

    def _token(self, drawing: Drawing, own: Palette, middle: Point, trim: PathData) -> Iterator[Patch]:
        """Yield a token as thick as it is, as it lies on the board."""
        x, y = middle[0] - drawing.width / 2, middle[1] - drawing.height / 2
        side = own.inks.mortar if own.line_art else mix_inks(own.own, own.inks.outline, 0.55)
        for step in range(3):
            under = self._plane(TOKEN_HIGH * step / 3) @ Transform(e=x, f=y)
            yield Patch("side", (Shape(trim, fill=side, stroke=side, width=0.4),), under)
        edge = Shape(trim, stroke=own.inks.outline, width=0.5, join="miter")
        above = self._plane(TOKEN_HIGH) @ Transform(e=x, f=y)
        yield Patch("token", (Shown(drawing, 0, 0, drawing.height), edge), above)
