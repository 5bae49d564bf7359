"""Pieces beside the tiles on the table: decks, hands, counters; and the dark table on which all lie.

Lengths are units of which a tile has 50; x to the east, y to the south.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from generator.drawing.display_list import Patch, Pen, Shape, Shown, Transform
from generator.drawing.lettering import letter_path
from generator.games.labyrinth.art.chambers import TILE
from generator.games.labyrinth.art.components import COUNTER_ID
from generator.games.labyrinth.catalogue.position_records import LoosePiece
from generator.games.labyrinth.diagrams.label_room import Box
from generator.games.labyrinth.diagrams.placed import CASING, GOLD, INK, TileDrawings

TABLE, SHADOW = "#4a3527", "#2c1e15"
AROUND, ROUND = 9.0, 7.0
"""What is seen of the table around the pieces, and the radius of its corners."""
STEP = 0.9
"""By which each piece of a stack lies aside from the one below it."""
DISC, DIGIT = 9.0, 10.5
"""Radius of a number's disc, and height of the number."""


def size_of(piece: LoosePiece, art: TileDrawings) -> float:
    """Return width and height of a piece."""
    catalogue = art.deck.catalogue
    return catalogue.counters.diameter_mm * TILE / catalogue.tile_mm if piece.show == COUNTER_ID else TILE


def corners(pieces: Iterable[LoosePiece], art: TileDrawings) -> Iterator[tuple[float, float]]:
    """Yield points between which the table lies."""
    for piece in pieces:
        reach = size_of(piece, art) / 2 * (1 + 0.41 * abs(math.sin(math.radians(2 * piece.degrees)))) + AROUND
        x, y = piece.at[0] * TILE, piece.at[1] * TILE
        yield x - reach, y - reach
        yield x + reach, y + reach


def table(box: Box) -> Patch:
    """Draw the table."""
    frame = Pen().rounded_rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, ROUND)
    return Patch("table", (Shape(frame.data, fill=TABLE),), Transform())


def piece(lying: LoosePiece, art: TileDrawings) -> Iterator[Patch]:
    """Draw a piece, or a stack of them, with its shadow."""
    size = size_of(lying, art)
    half = size / 2
    cos, sin = math.cos(math.radians(lying.degrees)), math.sin(math.radians(lying.degrees))
    x, y = lying.at[0] * TILE, lying.at[1] * TILE
    is_counter = lying.show == COUNTER_ID
    trim = Pen().rectangle(-half, -half, size, size).data
    drawing = art.drawing(f"symbol:{COUNTER_ID}" if is_counter else f"piece:{lying.show}")
    for number in range(lying.stack, -1, -1):  # 0 is the uppermost
        away = STEP * number
        space = Transform(cos, sin, -sin, cos, x + away, y + away)
        if number:
            edge = () if is_counter else (Shape(trim, fill=SHADOW, stroke=CASING, width=0.35),)
            yield Patch("stack", edge or (Shape(Pen().circle(0, 0, half).data, fill=SHADOW),), space)
        else:
            yield Patch("piece", (Shown(drawing, -half, -half, size),), space, None if is_counter else trim)


def numbers(pieces: Iterable[LoosePiece], art: TileDrawings) -> Iterator[Patch]:
    """Draw the numbers of the steps, each at the top left corner of its piece."""
    for lying in pieces:
        if lying.number:
            away = size_of(lying, art) / 2
            x, y = lying.at[0] * TILE - away, lying.at[1] * TILE - away
            disc = Shape(Pen().circle(0, 0, DISC).data, fill=GOLD, stroke=CASING, width=1.6)
            digit = Shape(letter_path(str(lying.number), DIGIT), stroke=INK, width=0.17 * DIGIT)
            yield Patch("number", (disc, digit), Transform(e=x, f=y))
