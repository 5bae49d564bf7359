"""Drawings of the pieces, the layout cards and the ring. Millimetres, the origin at the top left of the trim.

A piece shows half of a bull's head with one horn. A left and a right piece of any values, laid side by side, make one
head: every line meets the joint at one height. The art is drawn for the right piece, whose left side is the joint, and
mirrored for the left one, on a piece of 45 mm. Backs tell nothing: rings and a rosette.

Cards say without words who plays, which values, how many places; the ring is a template that says where to cut.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

from asterion_press.catalogue.headers import Symbol
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.art import art_called, named_inks, paint
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed, transform_path
from asterion_press.drawing.emblems import bull_head as bull_face
from asterion_press.drawing.emblems import emblem, key_ring, painted, tesserae
from asterion_press.drawing.freehand import point_on
from asterion_press.drawing.inks import Palette, keyed_by_inks, lab, mix_inks, palette
from asterion_press.drawing.lettering import letter_path, width_of
from asterion_press.drawing.score_pad import PadColumn, PadRow, pad_drawing
from asterion_press.drawing.solid import Point
from asterion_press.games.minotaurus.records import HornsCatalogue, Ring, Table
from asterion_press.games.minotaurus.rules import Horn

BACK = "back"
"""Id of the back of every piece."""
PIECE = 45.0
"""The size that all is drawn at; pieces of another size are scaled as a whole."""
BLEED_MM = 3.0
BEYOND = 3.3
"""Width of the art beyond the trim: more than the bleed, so that rounding leaves no hair of paper."""
HALO = 20.5
HALO_Y = 25.0
"""The middle of the halo on the joint."""

_HORN_BELOW = ((8.6, 17.2), (16.5, 18.6), (26.8, 16.2), (31.2, 3.6))
_HORN_ABOVE = ((5.0, 12.4), (13.5, 14.2), (23.4, 11.8), (31.2, 3.6))
"""Both edges of the horn from its root to its tip, as the handles of a cubic curve."""
LIGHT_FIELD = 60.0
"""Lightness in CIE Lab from which on a pale sign would be lost."""
_VALUE_AT: Point = (36.2, 31.0)
_VALUE_RADIUS = 6.6
_EMBLEM_AT: Point = (37.6, 8.0)

CARD_MM = 67.0
"""Side of a printed card: four lie below two rows of pieces. Own choice."""
CARD = 86.0
"""Side of a card as it is drawn."""
CARD_BLEED_MM = 2.0
CARD_BEYOND = 2.6
CARD_CUT_MM = 0.15
"""Width of the line along its cut. Source: rules for printing, 0.15 mm or more."""
_FIELD = (6.5, 30.5, 73.0, 40.0)
"""Left, top, width and height of the table on a card."""
RING_BLEED_MM = 1.5


def draw_front(
    piece_id: str, title: str, value: int, horn: Horn, symbol: Symbol, size: float, palette: Palette
) -> Drawing:
    """Draw the front of a piece."""
    right, (x, y) = horn is Horn.RIGHT, _EMBLEM_AT
    sign = emblem(symbol, palette)
    if not palette.line_art and lab(palette.field)[0] > LIGHT_FIELD:  # a pale sign would be lost
        dark = mix_inks(palette.own, palette.inks.outline, 0.72)
        sign = Group("emblem", painted(symbol, palette, dark, palette.field))
    mirror = None if right else Transform(-1, 0, 0, 1, PIECE, 0)
    groups = (
        Group("ground", _ground(palette)),
        Group("half", _half(value, palette), mirror),
        Group("sign", (placed(sign, x if right else PIECE - x, y, 0.95),)),
        Group("value", tuple(_value(value, right, palette))),
    )
    return Drawing(piece_id, title, size, size, BLEED_MM, _scaled(groups, size))


def _scaled(groups: tuple[Group, ...], size: float) -> tuple[Group, ...]:
    return groups if size == PIECE else (Group("piece", groups, Transform.placing(0, 0, scale=size / PIECE)),)


def _ground(palette: Palette) -> tuple[Shape, ...]:
    return (Shape(Pen().rectangle(-BEYOND, -BEYOND, PIECE + 2 * BEYOND, PIECE + 2 * BEYOND).data, fill=palette.field),)


@keyed_by_inks
def _half(value: int, palette: Palette) -> tuple[Shape | Group, ...]:
    """Return the right half of the head on its halo."""
    return (Group("halo", _halo(palette)), Group("head", (*_horn(value, palette), *_head(palette))))


def _halo(palette: Palette) -> tuple[Shape, ...]:
    """Draw rays around a disc, whole once two pieces meet; nothing goes further over the joint than the bleed."""
    line = palette.line if palette.line_art else 0.36
    rays = Pen()
    for ray in range(-17, 18):
        cos, sin = math.cos(math.radians(5 * ray)), math.sin(math.radians(5 * ray))
        rim = HALO_Y if ray < 0 else PIECE - HALO_Y
        reach = min(60.0, rim / abs(sin) + BEYOND if ray else 60.0, (PIECE + BEYOND) / cos)
        start = HALO + (1.6 if ray % 2 else 3.2)
        if reach > start:
            rays.move(start * cos, HALO_Y + start * sin).line(reach * cos, HALO_Y + reach * sin)
    edge = palette.own if palette.line_art else palette.pattern
    return (
        Shape(rays.data, stroke=palette.pattern, width=line, cap="butt"),
        Shape(_half_disc(HALO), fill=mix_inks(palette.field, palette.inks.paper, 0.2), stroke=edge, width=line),
        Shape(_half_disc(HALO - 1.2), stroke=edge, width=line),
    )


def _half_disc(radius: float) -> PathData:
    """Return a half disc that runs straight over the joint."""
    pen = Pen().move(-BEYOND, HALO_Y - radius).arc(0, HALO_Y, radius, -90, 90, move=False)
    return pen.line(-BEYOND, HALO_Y + radius).data


def _horn(value: int, palette: Palette) -> Iterator[Shape]:
    """Draw the horn with as many rings as the piece is worth."""
    inks = palette.inks
    line = max(0.35, palette.line)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _HORN_BELOW
    (ex, ey), (fx, fy), (gx, gy), _ = _HORN_ABOVE
    outline = Pen().move(ax, ay).curve(bx, by, cx, cy, dx, dy).curve(gx, gy, fx, fy, ex, ey).close().data
    yield Shape(outline, fill=inks.horn, stroke=inks.outline, width=line, join="round")
    for ring in range(value):
        share, wide = 0.2 + 0.125 * ring, 0.062
        points = [point_on(_HORN_BELOW, share + wide * step / 3) for step in range(4)]
        points += [point_on(_HORN_ABOVE, share + wide * (3 - step) / 3) for step in range(4)]
        gold = inks.gold if not palette.line_art else palette.own
        yield Shape(Pen().polygon(*points).data, fill=gold, stroke=inks.outline, width=0.25)


def _head(palette: Palette) -> tuple[Shape | Group, ...]:
    """Draw the head on a piece."""
    inks = palette.inks
    named = {"iris": inks.clay, "incised": inks.clay_light, "jewel": inks.gold, "rim": inks.outline}
    if palette.line_art:
        named = dict.fromkeys(named, inks.outline)
    art = art_called("half-head", palette.art)
    return paint(art, named_inks(inks) | named, line_art=palette.line_art, rim=max(0.35, palette.line))


def _value(value: int, right: bool, palette: Palette) -> Iterator[Shape]:
    """Draw the value as a digit in a roundel, and as pips below it."""
    inks = palette.inks
    x, y = _VALUE_AT if right else (PIECE - _VALUE_AT[0], _VALUE_AT[1])
    ring = palette.own if palette.line_art else inks.gold
    yield Shape(Pen().circle(x, y, _VALUE_RADIUS).data, fill=inks.cloth, stroke=inks.outline, width=1.25)
    yield Shape(Pen().circle(x, y, _VALUE_RADIUS).data, stroke=ring, width=0.8)
    digit = transform_path(letter_path(str(value), 7.6), Transform(e=x, f=y))
    yield Shape(digit, stroke=inks.outline, width=1.35)
    for pip in range(value):
        at = x + (pip - (value - 1) / 2) * 2.7, y + _VALUE_RADIUS + 3.1
        yield Shape(Pen().circle(*at, 0.95).data, fill=inks.cloth, stroke=inks.outline, width=0.3)


def draw_back(component: str, title: str, size: float, palette: Palette) -> Drawing:
    """Draw the back of every piece: the same after each quarter turn, and the same for all."""
    inks, middle = palette.inks, PIECE / 2
    art = palette.line_art
    line = palette.line if art else 0.5
    ink = inks.outline if art else inks.gold
    corner = Group("turn", (Group("quarter", tuple(_back_quarter(palette, ink, line))),))
    turns = (placed(corner, middle, middle, angle_deg=90 * turn) for turn in range(4))
    stones = tesserae(middle, middle, 13.0, 1.1, 24)
    rings = (
        Shape(Pen().circle(middle, middle, 18.4).data, fill=palette.deep, stroke=ink, width=line),
        Shape(key_ring(middle, middle, 14.9, 17.4, 28), stroke=ink, width=line, cap="butt", join="miter"),
        Shape(Pen().circle(middle, middle, 13.7).data, fill=inks.clay, stroke=ink, width=line),
        Shape(stones, fill=inks.horn, stroke=ink if art else None, width=0.2 if art else 0),
        Shape(Pen().circle(middle, middle, 11.2).data, fill=palette.field, stroke=ink, width=line),
    )
    edge, scale = inks.outline if art else None, 10.4 / 50
    named = {"ground": palette.deep, "horn": inks.horn, "gold": inks.gold, "rim": edge}
    flower = paint(art_called("rosette", palette.art), named, line_art=art, rim=0.3 / scale)
    rosette = placed(Group("rosette", flower), middle, middle, scale)
    groups = (Group("ground", _ground(palette)), *turns, Group("rings", rings), rosette)
    return Drawing(component, title, size, size, BLEED_MM, _scaled(groups, size))


def _back_quarter(palette: Palette, ink: str, line: float) -> Iterator[Shape]:
    """Draw a corner: quarters of rings about it, and a dot. The origin is the middle of the piece."""
    corner = -PIECE / 2
    for radius in (5.6, 7.4):
        beyond = math.degrees(math.asin(BEYOND / radius))
        arc = Pen().arc(corner, corner, radius, -beyond, 90 + beyond).data
        yield Shape(arc, stroke=ink, width=line, cap="butt")
    yield Shape(Pen().circle(corner + 2.6, corner + 2.6, 1.5).data, fill=palette.inks.clay, stroke=ink, width=line)


def draw_card(component: str, table: Table, palette: Palette) -> Drawing:
    """Draw a card that shows how the pieces are laid out for a number of players."""
    inks = palette.inks
    wide = CARD + 2 * CARD_BEYOND
    inner, line = (Pen().rectangle(gap, gap, CARD - 2 * gap, CARD - 2 * gap).data for gap in (3, 4))
    ground = (
        Shape(Pen().rectangle(-CARD_BEYOND, -CARD_BEYOND, wide, wide).data, fill=inks.clay),
        Shape(inner, fill=inks.paper, stroke=inks.outline, width=0.35),
        Shape(line, stroke=inks.gold_deep, width=0.25),
    )
    step = 15.0 if table.players <= 5 else 74.0 / table.players
    heads = tuple(
        placed(bull_face(palette), CARD / 2 + (number - (table.players - 1) / 2) * step, 17.6, 0.55 * step / 15.0)
        for number in range(table.players)
    )
    groups = (
        Group("ground", ground),
        Group("players", heads),
        Group("table", tuple(_places(table, palette))),
        Group("values", tuple(_values(table, palette))),
    )
    pieces = table.columns * table.rows
    title = f"{table.players} players, {pieces} pieces, {table.columns} x {table.rows}"
    cut = Shape(Pen().rectangle(0, 0, CARD_MM, CARD_MM).data, stroke=inks.outline, width=CARD_CUT_MM, join="miter")
    scaled = tuple(placed(group, 0, 0, CARD_MM / CARD) for group in groups)
    return Drawing(component, title, CARD_MM, CARD_MM, CARD_BLEED_MM, (*scaled, Group("cut", (cut,))))


def _places(table: Table, palette: Palette) -> Iterator[Shape]:
    """Draw a small back for each piece, in rows and columns."""
    inks = palette.inks
    left, top, width, height = _FIELD
    pitch = min(width / table.columns, height / table.rows)
    side = pitch * 0.86
    x0 = left + (width - pitch * table.columns) / 2 + (pitch - side) / 2
    y0 = top + (height - pitch * table.rows) / 2 + (pitch - side) / 2
    backs, dots = Pen(), Pen()
    for row, column in itertools.product(range(table.rows), range(table.columns)):
        x, y = x0 + column * pitch, y0 + row * pitch
        backs.rectangle(x, y, side, side)
        dots.circle(x + side / 2, y + side / 2, side * 0.3)
    yield Shape(backs.data, fill=palette.own if not palette.line_art else inks.paper, stroke=inks.outline, width=0.3)
    yield Shape(dots.data, fill=inks.gold, stroke=inks.outline, width=0.25)


def _values(table: Table, palette: Palette) -> Iterator[Shape]:
    """Draw the values in play, and how many pieces that makes."""
    inks, y = palette.inks, 76.2
    for number, value in enumerate(table.values):
        x = 12.0 + 9.4 * number
        yield Shape(Pen().circle(x, y, 4.0).data, fill=inks.cloth, stroke=inks.outline, width=0.9)
        yield Shape(Pen().circle(x, y, 4.0).data, stroke=inks.gold, width=0.5)
        yield Shape(transform_path(letter_path(str(value), 4.4), Transform(e=x, f=y)), stroke=inks.outline, width=0.8)
    count = f"{table.columns} x {table.rows}"
    letters = letter_path(count, 4.4, left=CARD - 8.0 - width_of(count, 4.4), middle=y)
    yield Shape(letters, stroke=inks.outline, width=0.7)


def draw_ring(component: str, ring: Ring, palette: Palette) -> Drawing:
    """Draw the tossing ring as a template: one layer of it, in true size."""
    inks, middle = palette.inks, ring.outer_mm / 2
    outer, inner, edge = ring.outer_mm / 2, ring.inner_mm / 2, inks.outline
    band = outer - inner
    gold = Pen().circle(middle, middle, outer + RING_BLEED_MM).circle(middle, middle, inner - RING_BLEED_MM).data
    art = (
        Shape(gold, fill=inks.gold, even_odd=True),
        Shape(tesserae(middle, middle, outer - band * 0.08, band * 0.1, 60), fill=inks.clay, stroke=edge, width=0.15),
        Shape(tesserae(middle, middle, inner + band * 0.18, band * 0.1, 48), fill=inks.clay, stroke=edge, width=0.15),
        Shape(key_ring(middle, middle, inner + band * 0.3, outer - band * 0.3, 40), stroke=edge, width=0.5, cap="butt"),
    )
    # the inner diameter in millimetres, between two arrows, on what falls away
    text = f"{2 * inner:g}"
    reach, gap = inner - 0.4, 2.2 * len(text) + 1
    arrows = Pen()
    for hand in (-1, 1):
        end, feather = (middle + hand * reach, middle), middle + hand * (reach - 2.4)
        arrows.lines((middle + hand * gap, middle), end)
        arrows.lines((feather, middle - 1.2), end, (feather, middle + 1.2))
    diameter = (
        Shape(arrows.data, stroke=edge, width=0.3),
        Shape(transform_path(letter_path(text, 4.0), Transform(e=middle, f=middle)), stroke=edge, width=0.5),
    )
    cut = Shape(Pen().circle(middle, middle, outer).circle(middle, middle, inner).data, stroke=edge, width=0.25)
    groups = (Group("ring", art), Group("middle", diameter), Group("cut", (cut,)))
    return Drawing(component, "The tossing ring", ring.outer_mm, ring.outer_mm, RING_BLEED_MM, groups)


PAIR, SUM, TIE = 12.5, 13.5, 11.0
"""Heights of rows. Own choice."""
RING_MM = 12.0


def score_pad(catalogue: HornsCatalogue, tosses: int, symbol: Callable[[str], Drawing], theme: Theme) -> Drawing:
    """Draw the pad: the pair of each colour, their sum, and the tosses that settle a tie.

    Args:
        catalogue: of the game.
        tosses: of each player, to settle a tie.
        symbol: draws a symbol by its name.
        theme: of the inks.
    """
    inks = palette(theme, theme.inks.night)
    most = max(table.players for table in catalogue.tables)
    columns = [PadColumn(mix_inks(inks.inks.floor, "#ffffff", 0.45))] * most
    pairs = (PadRow(PAIR, (symbol(f"emblem-{colour}"),)) for colour in catalogue.colours)
    rows = (*pairs, PadRow(SUM, kind="sum"), PadRow(TIE, (_ring(inks),), boxes=tosses))
    return pad_drawing(symbol("bull"), columns, rows, inks)


def _ring(inks: Palette) -> Drawing:
    """Draw the ring over the tip of a horn."""
    middle, ink, gold = RING_MM / 2, inks.inks.outline, inks.inks.gold
    horn = Pen().polygon((middle - 2.8, 11.6), (middle - 0.2, 0.4), (middle + 2.8, 11.6)).data
    back = Pen().ellipse(middle, 7.2, 5.0, 2.4).data
    front = transform_path(Pen().arc(0, 0, 5.0, 0, 180).data, Transform(1, 0, 0, 0.48, middle, 7.2))
    shapes = (
        *(Shape(back, stroke=line, width=width) for line, width in ((ink, 2.2), (gold, 1.2))),
        Shape(horn, fill=inks.inks.horn, stroke=ink, width=0.5),
        *(Shape(front, stroke=line, width=width, cap="butt") for line, width in ((ink, 2.2), (gold, 1.2))),
    )
    return Drawing("ring-sign", "Ring", RING_MM, RING_MM, 0, (Group("ring", shapes),))
