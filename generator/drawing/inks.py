"""Inks of one theme and one colour: flat, opaque, mixed here once.

There is no transparency in a display list; where an ink shall look thinner or darker, the mixture is an ink of its
own. Mixing is done in sRGB, channel by channel, which is what painters of flat colour see on a screen; own choice.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from generator.catalogue.themes import Inks, Theme


def mixed(ink: str, other: str, share: float) -> str:
    """`ink` with `share` (0 .. 1) of `other` in it."""
    pairs = ((int(ink[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


class Palette(Struct, frozen=True, eq=False):
    """Everything a component is painted with. One object for each theme and ink, so that it is a cheap cache key.

    Attributes:
        own: the player's ink, or the minotaur's.
        field: ground between the corridors.
        pattern: quiet lines on the field.
        deep: darker parts of the field.
        emblem: the sign on the field.
        trim: outline of the sign on the field, where there is one.
    """

    inks: Inks
    line_art: bool
    line: float
    own: str
    field: str
    pattern: str
    deep: str
    emblem: str
    trim: str


@cache
def palette(theme: Theme, own: str) -> Palette:
    """The palette of a theme for the ink `own`."""
    inks, shares = theme.inks, theme.shares
    field = mixed(own, inks.paper, shares.field)
    return Palette(
        inks=inks,
        line_art=theme.line_art,
        line=theme.outline_mm,
        own=own,
        field=field,
        pattern=mixed(own, inks.paper, shares.pattern),
        deep=mixed(field, inks.outline, shares.deep),
        emblem=mixed(own, inks.paper, shares.emblem),
        trim=own if theme.line_art else mixed(own, inks.outline, 0.55),
    )
