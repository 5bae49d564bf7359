"""The score pad of Minotaurus: a row for the pair of each colour, in signs. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, transform_path
from generator.drawing.inks import Palette, mix_inks, palette
from generator.drawing.score_pad import PadColumn, PadRow, pad_drawing
from generator.games.minotaurus.records import HornsCatalogue

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
    back, front = Pen().ellipse(middle, 7.2, 5.0, 2.4).data, _front(middle)
    shapes = (
        *(Shape(back, stroke=line, width=width) for line, width in ((ink, 2.2), (gold, 1.2))),
        Shape(horn, fill=inks.inks.horn, stroke=ink, width=0.5),
        *(Shape(front, stroke=line, width=width, cap="butt") for line, width in ((ink, 2.2), (gold, 1.2))),
    )
    return Drawing("ring-sign", "Ring", RING_MM, RING_MM, 0, (Group("ring", shapes),))


def _front(middle: float) -> PathData:
    """Return the front half of the ring."""
    return transform_path(Pen().arc(0, 0, 5.0, 0, 180).data, Transform(1, 0, 0, 0.48, middle, 7.2))
