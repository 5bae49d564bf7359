"""The scores of a game in signs and numbers: a seat's emblem, its coins, its impaled, and what they make together.

Lengths are millimetres; a seat's field is 46 x 11 and is scaled as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.drawing.display_list import Pen, Shape, Transform
from generator.drawing.lettering import lettered
from generator.drawing.scene import Part, Patch, Shown
from generator.games.labyrinth.diagrams.placed import INK
from generator.games.labyrinth.diagrams.tile_cache import Artwork

FIELD_WIDTH, FIELD_HEIGHT = 46.0, 11.0
GOLD_LINE = "#c8941a"
SIGN, SMALL_SIGN = 7.6, 4.6
FIGURES_HIGH, TOTAL_HIGH = 2.8, 4.2
SIGN_AT, FIRST_AT, STEP, EQUALS_AT, TOTAL_AT = 1.8, 11.4, 10.4, 33.8, 36.8
"""Where a field's parts begin, from its left."""


class Score(Struct, frozen=True):
    """What a seat has.

    Attributes:
        seat: its colour.
        impaling: points from impaling.
        treasure: points for coins; None while the game goes on.
        won: whether the seat won.
    """

    seat: str
    impaling: int
    treasure: int | None
    won: bool


def score_parts(scores: Sequence[Score], art: Artwork) -> Iterator[Part]:
    """The fields of all seats, side by side from the origin."""
    for number, score in enumerate(scores):
        yield from _field(score, number * FIELD_WIDTH, art)


def _field(score: Score, left: float, art: Artwork) -> Iterator[Part]:
    middle = FIELD_HEIGHT / 2
    total = score.impaling + (score.treasure or 0)
    words = [f"{score.seat}:", *([] if score.treasure is None else [f"treasure {score.treasure},"])]
    title = " ".join([*words, f"impaling {score.impaling}, together {total}", *(["(won)"] if score.won else [])])
    signs = [Shown(art.drawing(f"symbol:emblem-{score.seat}"), left + SIGN_AT, middle - SIGN / 2, SIGN)]
    figures: list[Shape] = []
    x = left + FIRST_AT
    for symbol, points in (("coin", score.treasure), ("counter", score.impaling)):
        if points is not None:
            signs.append(Shown(art.drawing(f"symbol:{symbol}"), x, middle - SMALL_SIGN / 2, SMALL_SIGN))
            figures.append(_figures(str(points), x + SMALL_SIGN + 0.7, middle, FIGURES_HIGH, 0.42))
            x += STEP
    if score.treasure is not None:
        figures.append(_figures("=", left + EQUALS_AT, middle, FIGURES_HIGH, 0.35))
        figures.append(_figures(str(total), left + TOTAL_AT, middle, TOTAL_HIGH, 0.85))
    frame = Pen().rectangle(left + 0.4, 0, FIELD_WIDTH - 0.8, FIELD_HEIGHT).data
    border = [Shape(frame, stroke=GOLD_LINE, width=1.2), Shape(frame, stroke=INK, width=0.3)] if score.won else []
    yield Patch("score", (*border, *signs, *figures), Transform(), title=title)


def _figures(text: str, left: float, middle: float, height: float, width: float) -> Shape:
    """A number that begins at `left`."""
    return Shape(lettered(text, height, left=left, middle=middle), stroke=INK, width=width)
