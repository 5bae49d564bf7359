"""Room for what is written upon a table: names of tiles in their beds, scores beside prisoners, both off the paths.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0); x to the east, y to the south.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from asterion_press.drawing.display_list import Drawing, Group, Patch, Pen, Shape, Shown, Transform
from asterion_press.drawing.lettering import letter_path, width_of
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.ground import Spot, free_spots
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams import placed
from asterion_press.games.labyrinth.diagrams.placed import (
    CASING,
    GOLD,
    INK,
    MINOTAUR_RED,
    Box,
    Cell,
    Obstacle,
    TileDrawings,
)

SYMBOL_WEIGHT, PATH_WEIGHT, SIGN_WEIGHT, OUTSIDE_WEIGHT, AWAY_WEIGHT = 100.0, 8.0, 0.6, 6.0, 3.0
"""Costs of covering a unit of a symbol, of a path with its walls, of a sign, of the table beside the tiles, and of
standing a unit farther from what is told of."""
SLIDES = (0.0, 1.5, 3.0, 4.5, 6.0)
"""Distances from the corner of its tile, beyond the least, at which a name is tried."""
SCORE_HIGH, SCORE_SIDE, SCORE_HEAD = 5.4, 2.4, 2.1
"""Height of a score's digits, and the light around them."""
SCORE_EDGE = 1.1
"""Width of the light casing around a score."""
SOFT = "#666666"
ANGLES = 16
DISTANCES = (0.6, 2.5, 5.0, 9.0)


def box_hindrances(box: Box) -> list[Obstacle]:
    """Return the two round ends of what has been written in a box."""
    y, radius = (box.top + box.bottom) / 2, (box.bottom - box.top) / 2
    return [Obstacle(x, y, radius, SYMBOL_WEIGHT) for x in (box.left + radius, box.right - radius)]


def hindrances(lying: placed.TilePlacement, art: TileDrawings) -> Iterator[Obstacle]:
    """Yield what of a tile should be seen: its symbols, its paths and its signs."""
    for spot in placed.symbol_spots(lying, art):
        yield Obstacle(*spot, SYMBOL_WEIGHT)
    plan = art.plan(lying.tile)
    floors = [circle for one in plan.chambers for circle in list(art.floor(lying.tile, one.path))[::2]]
    for circles, weight in ((floors, PATH_WEIGHT), (free_spots(plan.shapes).signs, SIGN_WEIGHT)):
        for x, y, radius in circles:
            yield Obstacle(*placed.on_table(lying, x, y), radius, weight)


def name_box(cell: Cell, width: float, height: float, edge: float, seen: Collection[Obstacle]) -> Box:
    """Return where the name of a tile covers least of what is seen: in a corner, `edge` or more from its sides."""
    x, y = cell[0] * TILE, cell[1] * TILE
    seen = placed.within(Box(x, y, x + TILE, y + TILE), seen)
    boxes = []
    for right, low, across, down in product((False, True), (False, True), SLIDES, SLIDES):
        if not (across and down):  # a name slides along one side alone
            left = x + (TILE - width - (edge + across) if right else edge + across)
            top = y + (TILE - height - (edge + down) if low else edge + down)
            boxes.append(Box(left, top, left + width, top + height))
    return min(boxes, key=lambda box: round(placed.covered(box, seen), 6))  # of equal ones the first, on every machine


def score_bubbles(
    scores: Mapping[tuple[str, int], str],
    table: Collection[placed.TilePlacement],
    art: TileDrawings,
    threads: Iterable[Obstacle] = (),
    size: float = 1.0,
    final: bool = False,
) -> Iterator[tuple[Box, Patch]]:
    """Yield a bubble beside each prisoner that scores, and the room it takes.

    Args:
        scores: in digits, by tile and path of the prisoners, numbered from 0; one with a sign is from impaling.
        table: all tiles.
        art: the deck's.
        threads: what else should be seen.
        size: of the bubbles, as a part of what they are on a table of few tiles.
        final: whether all are counted at the end, those with a sign, too.
    """
    laid = {lying.at: lying for lying in table}
    seen = {at: list(hindrances(lying, art)) for at, lying in laid.items() if lying.tile != MINOTAUR_ID}
    taken = [*threads]
    for lying in table:
        for chamber in art.plan(lying.tile).chambers:
            words = scores.get((lying.tile, chamber.path), "")
            for spot in placed.spots_of(lying, chamber.prisoners) if words else ():
                x, y = lying.at
                around = product((x - 1, x, x + 1), (y - 1, y, y + 1))
                near = [*taken, *(one for cell in around for one in seen.get(cell, ()))]
                box, edge = _beside(spot, words, near, laid, size), size * SCORE_EDGE
                taken += [end._replace(radius=end.radius + 2 * edge) for end in box_hindrances(box)]
                bubble = Shown(
                    _score(words, final=final), box.left - edge, box.top - edge, box.bottom - box.top + 2 * edge
                )
                yield box, Patch("score-bubble", (bubble,), Transform(), title=words)


def _beside(spot: Spot, words: str, seen: Sequence[Obstacle], laid: Collection[Cell], size: float) -> Box:
    """Return the room of a score that covers least beside a prisoner."""
    wide, high = size * (width_of(words, SCORE_HIGH) / 2 + SCORE_SIDE), size * (SCORE_HIGH / 2 + SCORE_HEAD)
    across, down = (spot.radius + 2 * half + max(DISTANCES) for half in (wide, high))
    near = placed.within(Box(spot.x - across, spot.y - down, spot.x + across, spot.y + down), seen)

    def boxes() -> Iterator[tuple[float, Box]]:
        for step, away in product(range(ANGLES), DISTANCES):
            cos, sin = math.cos(math.tau * step / ANGLES), math.sin(math.tau * step / ANGLES)
            x, y = spot.x + cos * (spot.radius + wide + away), spot.y + sin * (spot.radius + high + away)
            box = Box(x - wide, y - high, x + wide, y + high)
            out = sum(
                (math.floor(u / TILE), math.floor(v / TILE)) not in laid
                for u in (box.left, box.right)
                for v in (box.top, box.bottom)
            )
            yield round(AWAY_WEIGHT * away + OUTSIDE_WEIGHT * out + placed.covered(box, near), 6), box

    return min(boxes(), key=lambda found: found[0])[1]


@cache
def _score(words: str, *, final: bool) -> Drawing:
    """Draw a score in a light casing: dark on gold at the end, light on red from impaling."""
    ground, ink = (MINOTAUR_RED, CASING) if words[0] in "+-" and not final else (GOLD, INK)
    wide, high = width_of(words, SCORE_HIGH) / 2 + SCORE_SIDE, SCORE_HIGH / 2 + SCORE_HEAD
    pen = Pen().arc(wide - high, 0, high, -90, 90).arc(high - wide, 0, high, 90, 270, move=False).close()
    shapes = (
        Shape(pen.data, stroke=CASING, width=2 * SCORE_EDGE),
        Shape(pen.data, fill=ground, stroke=INK, width=0.9),
        Shape(letter_path(words, SCORE_HIGH), stroke=ink, width=SCORE_HIGH * 0.19),
    )
    wide, high = wide + SCORE_EDGE, high + SCORE_EDGE
    return Drawing(
        f"score-{words}-{ground[1:]}",
        words,
        2 * wide,
        2 * high,
        0,
        (Group("score", shapes, Transform(e=wide, f=high)),),
    )


def rim(columns: range, rows: range, table: Box, high: float, away: float) -> Iterator[Patch]:
    """Draw the numbers of columns and rows, so far from the edges of a table; the minotaur's in a heavier line."""
    places: list[tuple[int, float, float]] = []
    for index, number in enumerate(columns):
        x = table.left + (index + 0.5) * (table.right - table.left) / len(columns)
        places += [(number, x, table.top - away - high / 2), (number, x, table.bottom + away + high / 2)]
    for index, number in enumerate(rows):
        y, half = table.top + (index + 0.5) * (table.bottom - table.top) / len(rows), width_of(str(number), high) / 2
        places += [(number, table.left - away - half, y), (number, table.right + away + half, y)]
    for number, x, y in places:
        ink, width = (INK, 0.22) if number == 0 else (SOFT, 0.13)
        word = Shape(letter_path(str(number), high), stroke=ink, width=width * high)
        yield Patch("coordinate", (word,), Transform(e=x, f=y))
