"""The score pad of a labyrinth: what its rules count, in signs. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, Group, Pen, Shape
from generator.drawing.inks import palette
from generator.drawing.score_pad import PadColumn, PadRow, pad_drawing
from generator.games.labyrinth.art.components import COUNTER_ID, HEAD, SYMBOL_MM, draw_symbol
from generator.games.labyrinth.catalogue.records import NO_COUNTERS
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.rules import Rules, rules_of

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
