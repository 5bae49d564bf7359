"""The layout cards and the ring, without words: who plays, which values, how many places; where to cut.

Millimetres, the origin at the top left of the trim.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed, transformed
from generator.drawing.emblems import bull_head as bull_face
from generator.drawing.emblems import key_ring, tesserae
from generator.drawing.inks import Palette
from generator.drawing.lettering import lettered, width_of
from generator.games.minotaurus.records import Ring, Table

CARD_MM = 86.0
CARD_BLEED_MM = 2.0
RING_BLEED_MM = 1.5
_FIELD = (6.5, 30.5, 73.0, 40.0)
"""Left, top, width and height of the table on a card."""
_BEYOND = 2.3


def card_drawing(component: str, table: Table, palette: Palette) -> Drawing:
    """A card that shows how the pieces are laid out for a number of players."""
    groups = (
        Group("ground", tuple(_ground(palette))),
        Group("players", tuple(_players(table.players, palette))),
        Group("table", tuple(_places(table, palette))),
        Group("values", tuple(_values(table, palette))),
    )
    pieces = table.columns * table.rows
    title = f"{table.players} players, {pieces} pieces, {table.columns} x {table.rows}"
    return Drawing(component, title, CARD_MM, CARD_MM, CARD_BLEED_MM, groups)


def _ground(palette: Palette) -> Iterator[Shape]:
    inks = palette.inks
    wide = CARD_MM + 2 * _BEYOND
    yield Shape(Pen().rectangle(-_BEYOND, -_BEYOND, wide, wide).data, fill=inks.clay)
    yield Shape(Pen().rectangle(3, 3, CARD_MM - 6, CARD_MM - 6).data, fill=inks.paper, stroke=inks.outline, width=0.35)
    yield Shape(Pen().rectangle(4, 4, CARD_MM - 8, CARD_MM - 8).data, stroke=inks.gold_deep, width=0.25)


def _players(count: int, palette: Palette) -> Iterator[Group]:
    """A bull's head for each player."""
    step = 15.0 if count <= 5 else 74.0 / count
    for number in range(count):
        x = CARD_MM / 2 + (number - (count - 1) / 2) * step
        yield placed(bull_face(palette), x, 17.6, 0.55 * step / 15.0)


def _places(table: Table, palette: Palette) -> Iterator[Shape]:
    """A small back for each piece, in rows and columns."""
    inks = palette.inks
    left, top, width, height = _FIELD
    pitch = min(width / table.columns, height / table.rows)
    side = pitch * 0.86
    x0 = left + (width - pitch * table.columns) / 2 + (pitch - side) / 2
    y0 = top + (height - pitch * table.rows) / 2 + (pitch - side) / 2
    backs, dots = Pen(), Pen()
    for row in range(table.rows):
        for column in range(table.columns):
            x, y = x0 + column * pitch, y0 + row * pitch
            backs.rectangle(x, y, side, side)
            dots.circle(x + side / 2, y + side / 2, side * 0.3)
    yield Shape(backs.data, fill=palette.own if not palette.line_art else inks.paper, stroke=inks.outline, width=0.3)
    yield Shape(dots.data, fill=inks.gold, stroke=inks.outline, width=0.25)


def _values(table: Table, palette: Palette) -> Iterator[Shape]:
    """The values in play, and how many pieces that makes."""
    inks, y = palette.inks, 76.2
    for number, value in enumerate(table.values):
        x = 12.0 + 9.4 * number
        yield Shape(Pen().circle(x, y, 4.0).data, fill=inks.cloth, stroke=inks.outline, width=0.9)
        yield Shape(Pen().circle(x, y, 4.0).data, stroke=inks.gold, width=0.5)
        yield Shape(transformed(lettered(str(value), 4.4), Transform(e=x, f=y)), stroke=inks.outline, width=0.8)
    count = f"{table.columns} x {table.rows}"
    yield Shape(
        lettered(count, 4.4, left=CARD_MM - 8.0 - width_of(count, 4.4), middle=y), stroke=inks.outline, width=0.7
    )


def ring_drawing(component: str, ring: Ring, palette: Palette) -> Drawing:
    """The tossing ring as a template: one layer of it, in true size."""
    inks, middle = palette.inks, ring.outer_mm / 2
    outer, inner = ring.outer_mm / 2, ring.inner_mm / 2
    edge = inks.outline
    band = outer - inner
    art = (
        Shape(_band(middle, outer + RING_BLEED_MM, inner - RING_BLEED_MM), fill=inks.gold, even_odd=True),
        Shape(tesserae(middle, middle, outer - band * 0.08, band * 0.1, 60), fill=inks.clay, stroke=edge, width=0.15),
        Shape(tesserae(middle, middle, inner + band * 0.18, band * 0.1, 48), fill=inks.clay, stroke=edge, width=0.15),
        Shape(key_ring(middle, middle, inner + band * 0.3, outer - band * 0.3, 40), stroke=edge, width=0.5, cap="butt"),
    )
    cut = Shape(Pen().circle(middle, middle, outer).circle(middle, middle, inner).data, stroke=edge, width=0.25)
    groups = (Group("ring", art), Group("middle", tuple(_cross(middle, inner, palette))), Group("cut", (cut,)))
    return Drawing(component, "The tossing ring", ring.outer_mm, ring.outer_mm, RING_BLEED_MM, groups)


@cache
def _band(middle: float, outer: float, inner: float) -> PathData:
    return Pen().circle(middle, middle, outer).circle(middle, middle, inner).data


def _cross(middle: float, inner: float, palette: Palette) -> Iterator[Shape]:
    """The inner diameter in millimetres, between two arrows, on what falls away."""
    ink = palette.inks.outline
    text = f"{2 * inner:g}"
    reach, gap = inner - 0.4, 2.2 * len(text) + 1
    pen = Pen()
    for hand in (-1, 1):
        pen.move(middle + hand * gap, middle).line(middle + hand * reach, middle)
        pen.move(middle + hand * (reach - 2.4), middle - 1.2).line(middle + hand * reach, middle)
        pen.line(middle + hand * (reach - 2.4), middle + 1.2)
    yield Shape(pen.data, stroke=ink, width=0.3)
    yield Shape(transformed(lettered(text, 4.0), Transform(e=middle, f=middle)), stroke=ink, width=0.5)
