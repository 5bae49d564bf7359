"""The symbols that lie in the labyrinth: prisoner, coin and wing, each 10 x 10 units about the origin, y down.

Three silhouettes: a person in a ring of the player's ink, an octagon of gold with the double axe of Crete, a wing that
stands free.
"""

from __future__ import annotations

from generator.catalogue.headers import Symbol
from generator.drawing.art import art_called, named_inks, paint
from generator.drawing.display_list import Group, Transform
from generator.drawing.emblems import labrys
from generator.drawing.inks import Palette, keyed_by_inks
from generator.games.labyrinth.art.prisoners import prisoner  # noqa: F401 - the table names it
from generator.games.labyrinth.catalogue.symbol_table import SYMBOLS


def symbol_figure(kind: str, sign: Symbol | None, palette: Palette, who: int = 0) -> Group:
    """Return the drawing of a kind of symbol by the function that the table names.

    Args:
        kind: its name in the table.
        sign: of the player's colour; None for those that look the same in every colour.
        palette: of the colour.
        who: place in the cast, for those that are people.
    """
    drawn: Group = globals()[SYMBOLS[kind].drawing](sign, palette, who)
    return drawn


@keyed_by_inks
def coin(_sign: Symbol | None, palette: Palette, _who: int) -> Group:
    """Draw a gold coin."""
    face = paint(art_called("coin", palette.art), named_inks(palette.inks), line_art=palette.line_art)
    axe = Group("axe", labrys(palette, palette.inks.gold_deep, None), Transform.placing(0, -0.15, scale=1.04))
    return Group("coin", (*face, axe))


@keyed_by_inks
def wing(_sign: Symbol | None, palette: Palette, _who: int) -> Group:
    """Draw one great white wing, spread."""
    return Group("wing", paint(art_called("wing", palette.art), named_inks(palette.inks), line_art=palette.line_art))
