"""Old beside new: pictures of the designs that two decks do not have in common, in rows on a page.

::

             ASTERION: A6F428CD / 1564E4B3

    +-----+     +-----+      +-----+     +-----+
    | old |  >  | new |      |     |  >  | new |
    +-----+     +-----+      +-----+     +-----+
      15 COIN-BEND             17 FOUR-CELLS
         CHANGED                   ADDED

Each side shows the trim of a tile, at one size whatever the decks' sizes are; where a deck lacks a design, an empty
square. Millimetres from the top left corner of the page. The letters are those of the tiles, so no font is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from asterion_press.drawing.display_list import Drawing, Patch, Pen, Scene, Shape, Transform
from asterion_press.drawing.lettering import letter_path, width_of

PICTURE = 36.0
"""Side of a picture. Own choice: symbols can be distinguished, and eight pairs fit A4."""
GAP = 12.0
"""Between old and new, for the arrow."""
PAIR = 2 * PICTURE + GAP
AIR = 9.0
"""Between pairs."""
ROW = PICTURE + 17.0
HEAD = 12.0
"""Above the first row, for the page's title."""
LETTERS, TITLE_LETTERS = 2.2, 2.6
INK, PAPER, PALE = "#2a211c", "#ffffff", "#857a6e"


class PicturePair(Struct, frozen=True):
    """A design before and after; None where there was or is none.

    Attributes:
        old: the tile, or its back.
        new: the same in the new deck.
        name: what it is called.
        what: what happened to it.
    """

    old: Drawing | None
    new: Drawing | None
    name: str
    what: str


def columns_on(width: float) -> int:
    """Return how many pairs lie side by side in that width; one at least."""
    return max(1, math.floor((width + AIR) / (PAIR + AIR)))


def rows_on(height: float) -> int:
    """Return how many rows of pairs lie in that height; one at least."""
    return max(1, math.floor((height - HEAD) / ROW))


def height_of(pairs: int, width: float) -> float:
    """Return how much height so many pairs need in that width."""
    return HEAD + math.ceil(pairs / columns_on(width)) * ROW


def comparison(pairs: Sequence[PicturePair], title: str, size: tuple[float, float], margin: float) -> Scene:
    """Draw a page of pairs.

    Args:
        pairs: as many as fit; see :func:`columns_on` and :func:`rows_on`.
        title: stands on top.
        size: of the page, in mm.
        margin: left free on all sides, in mm.
    """
    columns = columns_on(size[0] - 2 * margin)
    left = (size[0] - columns * (PAIR + AIR) + AIR) / 2
    parts = [
        Patch("ground", (Shape(Pen().rectangle(0, 0, *size).data, fill=PAPER),)),
        _words(title, size[0] / 2, margin + 3.0, size[0] - 2 * margin, TITLE_LETTERS),
    ]
    for index, pair in enumerate(pairs):
        row, column = divmod(index, columns)
        x, y = left + column * (PAIR + AIR), margin + HEAD + row * ROW
        parts += [*_side(pair.old, x, y), *_side(pair.new, x + PICTURE + GAP, y)]
        middle, tail, tip = y + PICTURE / 2, x + PICTURE + 3.0, x + PICTURE + GAP - 3.0
        arrow = Pen().move(tail, middle).line(tip, middle)
        arrow.move(tip - 2.0, middle - 1.6).line(tip, middle).line(tip - 2.0, middle + 1.6)
        parts.append(Patch("arrow", (Shape(arrow.data, stroke=INK, width=0.5),)))
        parts.append(_words(pair.name, x + PAIR / 2, y + PICTURE + 4.0, PAIR))
        parts.append(_words(pair.what, x + PAIR / 2, y + PICTURE + 8.0, PAIR, ink=PALE))
    listed = "; ".join(f"{pair.name}: {pair.what}" for pair in pairs)
    return Scene("comparison", title, listed, *size, tuple(parts))


def _side(drawing: Drawing | None, x: float, y: float) -> Iterator[Patch]:
    """Draw one side of a pair: the trim of its drawing, or an empty square."""
    if drawing is not None:
        trim = Pen().rectangle(0, 0, drawing.width, drawing.height).data
        place = Transform.placing(x, y, scale=PICTURE / drawing.width)
        yield Patch("tile", drawing.groups, place, clip=trim, title=drawing.title)
    edge = Pen().rectangle(x, y, PICTURE, PICTURE).data
    yield Patch("edge", (Shape(edge, stroke=PALE if drawing is None else INK, width=0.2),))


def _words(text: str, x: float, y: float, room: float, height: float = LETTERS, *, ink: str = INK) -> Patch:
    """Draw a line of letters about (x, y), smaller if it would be wider than there is room."""
    fitting = min(height, height * room / width_of(text, height))
    strokes = Shape(letter_path(text, fitting), stroke=ink, width=0.24)
    return Patch("words", (strokes,), Transform.placing(x, y))
