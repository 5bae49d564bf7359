"""Inks: mixed for one theme and one colour, made pale, and measured against each other.

There is no transparency in a display list; where an ink shall look thinner or darker, the mixture is an ink of its
own. Mixing is done in sRGB, channel by channel, which is what painters of flat colour see on a screen; own choice.

How far apart two inks look is their distance in CIE Lab. Source: sRGB to XYZ after IEC 61966-2-1, XYZ to Lab after
CIE 15:2004, white D65; the distance is the plain one of 1976, the length of the line between the two points.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.catalogue.themes import ArtFile, Inks, Look, Theme
from asterion_press.drawing.display_list import Drawing, changed

PAPER = "#ffffff"
SHARE = 0.62
"""The share of paper in each ink: in greyscale, too, pale parts differ from the others and can still be read."""
LEAST_DISTANCE = 20.0
"""Closer inks may be taken for one another. Own choice: nearly nine times the 2.3 that are just noticeable side by side
(M. Mahy et al., 1994), since tiles lie apart and every printer shifts inks; Asterion's own inks keep 54 or more."""
GROUNDS = {
    "the paper": "#ffffff",
    "the light stones": "#d2b98c",
    "the stones": "#bd9f70",
    "the dark stones": "#a48356",
    "the floor": "#eedfbd",
}
"""Colours beside a player's ink on every tile. Source: ``templates/themes/knossos.yaml``, and bare paper."""
KEPT = 256
"""Twice what a turn of the largest shipped deck needs. Measured: tokens in 1,500 inks bring 13 MB; with 1024, 52."""
keyed_by_inks = lru_cache(maxsize=KEPT)
"""Keep what was drawn in given inks; not for ever, since a preview may see new inks with each save. Own choice."""
BLACK, WHITE = "#000000", "#ffffff"
READABLE = 4.5
"""Least contrast of a sign and its ground. Source: WCAG 2.2, 1.4.3, contrast of text."""
D65 = (0.95047, 1.0, 1.08883)
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def mix_inks(ink: str, other: str, share: float) -> str:
    """Return `ink` with a share (0 .. 1) of `other` in it."""
    pairs = ((int(ink[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def luminance_of(ink: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 black to 1 white."""
    return luminance(*(int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)))


def contrast(ink: str, other: str) -> float:
    """Return the contrast of two inks, 1 to 21."""
    darker, lighter = sorted((luminance_of(ink), luminance_of(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_light(ink: str) -> bool:
    """Return whether black is more readable on an ink than white."""
    return luminance_of(ink) > 0.18


def make_readable(ink: str, ground: str, least: float) -> str:
    """Return the ink with as little black or white in it as makes it readable on the ground."""
    target = BLACK if is_light(ground) else WHITE
    tries = (mix_inks(ink, target, step / 20) for step in range(21))
    return next((tried for tried in tries if contrast(tried, ground) >= least), target)


class Palette(Struct, frozen=True, eq=False):
    """Everything a component is painted with. One object for each theme and ink, so that it is a cheap cache key.

    Attributes:
        own: the player's ink, or the minotaur's.
        field: ground between the corridors.
        pattern: quiet lines on the field.
        motif: the small things on the field.
        edge: the line around the field.
        deep: darker parts of the field.
        emblem: the sign and the id on the field, readable there unless it is line art, see `letters`.
        trim: outline of the sign on the field, where there is one.
        art: the project's own drawings.
    """

    inks: Inks
    line_art: bool
    line: float
    own: str
    field: str
    pattern: str
    motif: str
    edge: str
    deep: str
    emblem: str
    trim: str
    art: tuple[ArtFile, ...] = ()

    @property
    def letters(self) -> str:
        """Return the ink of lines and letters on the field, readable there."""
        return self.trim if self.line_art else self.emblem


@keyed_by_inks
def palette(theme: Theme, own: str) -> Palette:
    """Return the palette of a theme for the ink `own`."""
    inks, shares = theme.inks, theme.shares
    field = mix_inks(mix_inks(own, inks.paper, shares.field), inks.outline, shares.dark)
    readable = make_readable(own, field, READABLE)
    pale = mix_inks(own, inks.paper, shares.emblem)
    tone = mix_inks(field, inks.outline, 0.27) if is_light(field) else mix_inks(field, inks.paper, 0.2)
    is_player = own != inks.night
    light, middle, dark = (mix_inks(stone, own, shares.stones * is_player) for stone in inks.stones)
    return Palette(
        inks=replace(inks, stones=(light, middle, dark)),
        line_art=theme.line_art,
        line=theme.outline_mm,
        own=own,
        field=field,
        pattern=mix_inks(own, inks.paper, shares.pattern),
        motif=readable if theme.line_art else tone,
        edge=readable if theme.line_art else mix_inks(field, inks.outline, 0.5),
        deep=mix_inks(field, inks.outline, shares.deep),
        emblem=pale if theme.line_art or contrast(pale, field) >= READABLE else readable,
        trim=readable if theme.line_art else mix_inks(own, inks.outline, 0.55),
        art=theme.art if isinstance(theme, Look) else (),
    )


def make_pale(drawing: Drawing) -> Drawing:
    """Return the same drawing with every ink made pale, under an id of its own."""
    return reink(drawing, "pale", lambda own: mix_inks(own, PAPER, SHARE))


def reink(drawing: Drawing, name: str, change: Callable[[str], str]) -> Drawing:
    """Return a drawing with every ink changed, under an id that begins with `name`."""

    def ink(own: str | None) -> str | None:
        return None if own is None else change(own)

    groups = changed(drawing.groups, lambda old: replace(old, fill=ink(old.fill), stroke=ink(old.stroke)))
    return replace(drawing, id=f"{name}-{drawing.id}", groups=tuple(groups))


def distance(ink: str, other: str) -> float:
    """Return how far apart two inks, given as ``#rrggbb``, are in CIE Lab: 0 if equal, 100 from black to white."""
    return math.dist(lab(ink), lab(other))


def lab(ink: str) -> tuple[float, float, float]:
    """Return L*, a* and b* of an ink."""
    rgb = [_linear(int(ink[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    xyz = [math.fsum(share * part for share, part in zip(row, rgb, strict=True)) for row in TO_XYZ]
    x, y, z = (_curved(part / white) for part, white in zip(xyz, D65, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def luminance(red: float, green: float, blue: float) -> float:
    """Return the relative luminance of a colour of sRGB, whose parts are 0 to 1: 0 black to 1 white."""
    red, green, blue = map(_linear, (red, green, blue))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _curved(share: float) -> float:
    edge = 6 / 29
    return math.cbrt(share) if share > edge**3 else share / (3 * edge**2) + 4 / 29
