"""The score pad and the score track of a labyrinth. Lengths are mm from the top left corner.

The pad shows what the rules count, in signs. The track is a round of spaces about the minotaur, with a marker in each
colour, cut by straight cuts. On it points are kept during play. Impaling alone can bring a player as many points as the
others have prisoners; the round has so many spaces, to the next ten. Whoever goes round lays a counter under the
marker; whoever falls below zero goes back over the last spaces, which bear those numbers, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed, transform_path
from asterion_press.drawing.emblems import bull_head, emblem
from asterion_press.drawing.freehand import SeededRandom
from asterion_press.drawing.inks import Palette, mix_inks, palette
from asterion_press.drawing.lettering import letter_path
from asterion_press.drawing.score_pad import PadColumn, PadRow, pad_drawing
from asterion_press.games.labyrinth.art.components import COUNTER_ID, HEAD, SYMBOL_MM, counter_drawing, draw_symbol
from asterion_press.games.labyrinth.catalogue.records import NO_COUNTERS
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.rules import Rules, rules_of
from asterion_press.pdf.borders import meander_frame

# -- the pad -----------------------------------------------------------------------------------------------------------

IMPALED, CHAMBER, SUM, TIE = 17.0, 9.0, 12.5, 11.0
"""Heights of rows. Own choice."""
CHAMBERS, CHAMBERS_ALONE = 5, 7
"""Rows for chambers that bring treasure; more where nothing else brings points. Own choice."""


def score_pad(deck: Deck, theme: Theme) -> Drawing:
    """Draw the pad: points for impaling, those of each chamber, their sum, and what breaks a tie."""
    colours = deck.catalogue.colours
    columns = [
        PadColumn(
            palette(theme, colour.ink).field,
            tuple(draw_symbol(f"{kind}-{name}", deck, theme) for kind in ("emblem", "prisoner")),
        )
        for name, colour in colours.items()
    ]
    rows = tuple(pad_rows(deck, theme, rules_of(deck.catalogue)))
    return pad_drawing(draw_symbol(HEAD, deck, theme), columns, rows, palette(theme, theme.inks.night))


def pad_rows(deck: Deck, theme: Theme, rules: Rules) -> Iterator[PadRow]:
    """Yield the rows that the rules ask for."""
    coin = draw_symbol("coin", deck, theme)
    if rules.scores_impaled:
        impaled = COUNTER_ID if deck.catalogue.counters != NO_COUNTERS else HEAD
        yield PadRow(IMPALED, (draw_symbol(impaled, deck, theme),), "signed")
    for number in range(CHAMBERS if rules.scores_impaled else CHAMBERS_ALONE):
        yield PadRow(CHAMBER, (coin,), letter=ascii_uppercase[number])
    yield PadRow(SUM, kind="sum")
    prisoner = draw_symbol(f"prisoner-{deck.catalogue.colour_ids[0]}", deck, theme)
    way_out = _way_out(palette(theme, theme.inks.night).inks.outline)
    signs = {"coinless": (prisoner, way_out, struck_out(coin)), "coin_only": (prisoner, way_out, coin)}
    if rules.breaks_tie != "seat":
        yield PadRow(TIE, signs.get(rules.breaks_tie, (prisoner, way_out)))


def struck_out(sign: Drawing) -> Drawing:
    """Return a sign with a stroke through it: without."""
    line = Pen().move(0.8, sign.height - 0.8).line(sign.width - 0.8, 0.8).data
    stroke = Shape(line, stroke="#ffffff", width=2.2), Shape(line, stroke="#a3201d", width=1.3)
    return Drawing(f"{sign.id}-struck", sign.title, sign.width, sign.height, 0, (*sign.groups, Group("stroke", stroke)))


def _way_out(ink: str) -> Drawing:
    """Draw an arrow that leads out of a wall."""
    middle = SYMBOL_MM / 2
    wall = Pen().move(3.4, 0.8).line(3.4, 3.4).move(3.4, 8.6).line(3.4, 11.2).data
    arrow = Pen().move(0.4, middle).line(9.2, middle).data
    head = Pen().polygon((7.6, middle - 2.8), (11.8, middle), (7.6, middle + 2.8)).data
    shapes = Shape(wall, stroke=ink, width=1.4, cap="butt"), Shape(arrow, stroke=ink, width=1.4), Shape(head, fill=ink)
    return Drawing("way-out", "Way out", SYMBOL_MM, SYMBOL_MM, 0, (Group("way-out", shapes),))


# -- the track ---------------------------------------------------------------------------------------------------------

WIDE, HIGH = 180.0, 225.0
"""The most that the round may take: with the markers below it, it fits A4 and Letter, and folded twice the box."""
TENS = 10
BELOW_ZERO = 5
"""Spaces that bear a number below zero, too. Own choice: deeper falls are rare."""
APART, BLEED = 7.0, 1.5
"""Distance of the markers from the round, and their bleed."""
TICK, TICK_AWAY, TICK_WIDTH = 3.0, 0.8, 0.2
BAND = 6.0
"""Width of the meander."""


def spaces_of(deck: Deck) -> int:
    """Return the spaces of the round: points that one player can get by impaling all others, and zero, to the ten."""
    prisoners = {
        colour: sum(path.holds["prisoner"] * one.copies for one in deck.of_colour(colour) for path in one.paths)
        for colour in deck.catalogue.colours
    }
    most = sum(prisoners.values()) - min(prisoners.values())
    return TENS * (most // TENS + 1)


def round_cells(spaces: int) -> tuple[int, int, float]:
    """Return columns and rows of the largest cells of which that many go around the room; and the size of a cell."""
    half = spaces // 2 + 2
    shapes = ((columns, half - columns) for columns in range(3, half - 2))
    sizes = ((min(WIDE / columns, HIGH / rows), columns, rows) for columns, rows in shapes)
    size, columns, rows = max(sizes)
    return columns, rows, size


def track_drawing(deck: Deck, theme: Theme) -> Drawing:
    """Draw the round and the markers."""
    catalogue, night = deck.catalogue, palette(theme, theme.inks.night)
    spaces = spaces_of(deck)
    columns, rows, size = round_cells(spaces)
    wide, high, marker = columns * size, rows * size, catalogue.counters.diameter_mm
    groups = (
        _ground(wide, high, size, night),
        Group("spaces", tuple(_spaces(spaces, columns, rows, size, night))),
        *_middle(deck, night, (wide, high), size, spaces),
    )
    left, top = (wide - marker * len(catalogue.colours)) / 2, high + APART
    markers = Group("markers", tuple(_markers(deck, theme, marker)), Transform.placing(left, top))
    return Drawing("score-track", f"0–{spaces - 1}", wide, top + marker + APART, 0, (*groups, markers))


def _ground(wide: float, high: float, size: float, night: Palette) -> Group:
    """Draw rock under the spaces, and the night within them."""
    inks, chance, flecks = night.inks, SeededRandom("score-track"), Pen()
    for _ in range(160):
        x, y = chance.between(1, wide - 3), chance.between(1, high - 2)
        flecks.move(x, y).line(x + chance.between(0.5, 1.4), y + chance.between(-0.25, 0.25))
    inner = Pen().rectangle(size, size, wide - 2 * size, high - 2 * size).data
    key = meander_frame(wide - 2 * size - 4, high - 2 * size - 4, BAND)
    return Group(
        "ground",
        (
            Shape(Pen().rectangle(0, 0, wide, high).data, fill=inks.rock, stroke=inks.outline, width=0.3),
            Shape(flecks.data, stroke=mix_inks(inks.rock, inks.paper, 0.14), width=0.25),
            Shape(inner, fill=night.field, stroke=inks.outline, width=0.4),
            Shape(
                transform_path(key, Transform.placing(size + 2, size + 2)),
                stroke=night.letters if night.line_art else inks.gold,
                width=0.9,
                cap="square",
                join="miter",
            ),
        ),
    )


def _spaces(spaces: int, columns: int, rows: int, size: float, night: Palette) -> Iterator[Shape]:
    """Yield the spaces with their numbers, clockwise from the top left corner."""
    inks = night.inks
    red = inks.outline if night.line_art else inks.clay_dark
    for number, (column, row) in enumerate(around(columns, rows)):
        x, y = column * size, row * size
        ten = number % TENS == 0
        fill = inks.gold if ten and not night.line_art else inks.floor
        yield Shape(_bed(x + 0.8, y + 0.8, size - 1.6), fill=fill, stroke=inks.outline, width=0.8 if ten else 0.35)
        falls = number >= spaces - BELOW_ZERO
        middle = x + size / 2, y + size * (0.4 if falls else 0.5)
        yield _word(str(number), 5.4 if ten else 4.6, middle, inks.outline)
        if falls:
            yield _word(f"-{spaces - number}", 2.7, (middle[0], y + size * 0.78), red)


def around(columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """Yield the cells at the rim of a room, clockwise from its top left corner."""
    yield from ((column, 0) for column in range(columns))
    yield from ((columns - 1, row) for row in range(1, rows))
    yield from ((column, rows - 1) for column in range(columns - 2, -1, -1))
    yield from ((0, row) for row in range(rows - 2, 0, -1))


def _bed(x: float, y: float, side: float, cut: float = 1.2) -> PathData:
    """Return a square with its corners cut off."""
    far_x, far_y = x + side, y + side
    first = (x + cut, y), (far_x - cut, y), (far_x, y + cut), (far_x, far_y - cut)
    second = (far_x - cut, far_y), (x + cut, far_y), (x, far_y - cut), (x, y + cut)
    return Pen().polygon(*first, *second).data


def _word(text: str, high: float, middle: tuple[float, float], ink: str) -> Shape:
    letters = transform_path(letter_path(text, high), Transform.placing(*middle))
    return Shape(letters, stroke=ink, width=high * 0.17)


def _middle(deck: Deck, night: Palette, room: tuple[float, float], size: float, spaces: int) -> Iterator[Group]:
    """Yield the minotaur's head, the arrow of the way round, and below them what a counter under a marker is worth."""
    x, y = room[0] / 2, room[1] / 2
    ink = night.letters if night.line_art else night.inks.gold
    yield placed(bull_head(night), x, y - 12, min(room) / 50)
    begin, end = 2.2 * size, 5.2 * size
    level = size + BAND + 9
    arrow = Pen().move(begin, level).line(end, level).move(end - 4, level - 3).line(end, level).line(end - 4, level + 3)
    yield Group("way", (Shape(arrow.data, stroke=ink, width=1.1),))
    counters, below = deck.catalogue.counters, y + room[1] * 0.29
    if counters.count:
        at = Transform.placing(x - 31, below - 8.5, scale=17 / counters.diameter_mm)
        yield Group("counter", counter_drawing(deck, night, bleed=0.0).groups, at)
    yield Group("lap", (_word(f"+{spaces}", 12.0, (x + 11, below), ink),))


def _markers(deck: Deck, theme: Theme, size: float) -> Iterator[Shape | Group]:
    """Yield a marker in each colour, side by side, with bleed around them all and marks where to cut."""
    colours = deck.catalogue.colours
    last, ticks = len(colours) - 1, Pen()
    for number, colour in enumerate(colours.values()):
        inks, x = palette(theme, colour.ink), number * size
        left, right = x - BLEED * (number == 0), x + size + BLEED * (number == last)
        yield Shape(Pen().rectangle(left, -BLEED, right - left, size + 2 * BLEED).data, fill=inks.field)
        ring = Pen().circle(x + size / 2, size / 2, size * 0.42).data
        yield Shape(ring, stroke=inks.letters, width=0.35)
        yield Group("sign", (emblem(colour.symbol, inks),), Transform.placing(x + size / 2, size / 2, scale=size / 15))
    away = BLEED + TICK_AWAY
    for number in range(len(colours) + 1):
        ticks.move(number * size, -away - TICK).line(number * size, -away)
        ticks.move(number * size, size + away).line(number * size, size + away + TICK)
    for y in (0.0, size):
        ticks.move(-away - TICK, y).line(-away, y)
        ticks.move((last + 1) * size + away, y).line((last + 1) * size + away + TICK, y)
    yield Shape(ticks.data, stroke="#000000", width=TICK_WIDTH, cap="butt")
