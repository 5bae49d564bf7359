"""The ornaments of components: the players' eight signs, the bull's head, the double axe, and rings of keys.

A sign stands in a square of 10 x 10 units about the origin, y down. Sun, wave, flame and leaf, dolphin, amphora, lily
and shell tell the players apart without any colour, so each has a silhouette of its own. They come from the frescoes,
seals and pots of Crete; the drawings are our own, ``templates/art/sign-*.svg``.

The bull's head is seen from the front, in the manner of black-figure pottery: a dark silhouette with incised lines. It
is 24 units wide from horn to horn, the origin between the eyes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.headers import Symbol
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.art import ArtShape, art_called, named_inks, paint
from asterion_press.drawing.display_list import Drawing, Group, PathData, Pen, Shape, Transform, placed
from asterion_press.drawing.inks import Palette, keyed_by_inks, palette

MOTIF = "motif-"
CHAPTER_SIGN_MM = 12.0


@keyed_by_inks
def emblem(symbol: Symbol, palette: Palette) -> Group:
    """Draw a sign in the emblem's ink, or as an outline in line art."""
    outline = palette.trim if palette.line_art else None
    return Group("emblem", painted(symbol, palette, palette.emblem, palette.deep, outline))


@keyed_by_inks
def painted(
    sign: str, palette: Palette, ink: str, ground: str, outline: str | None = None
) -> tuple[Shape | Group, ...]:
    """Draw a player's sign, or another one, in one ink on its ground, outlined if an outline ink is given."""
    inks = {"sign": ink, "drawn": outline or ink, "ground": ground, "incised": outline or ground, "outline": outline}
    return paint(art_called(f"sign-{sign}", palette.art), inks, line_art=outline is not None)


@keyed_by_inks
def emblem_badge(symbol: Symbol, palette: Palette) -> Group:
    """Draw a sign on a disc of the player's field."""
    ring = Shape(Pen().circle(0, 0, 4.9).data, fill=palette.field, stroke=palette.own, width=0.25)
    sign = painted(symbol, palette, palette.emblem, palette.field, palette.trim if palette.line_art else None)
    return Group("emblem", (ring, Group("sign", sign, Transform.placing(0, 0, scale=0.72))))


@keyed_by_inks
def bull_head(palette: Palette) -> Group:
    """Draw the head with horns, and the double axe between them."""
    inks = palette.inks
    named = {"rim": inks.outline, "incised": inks.outline if palette.line_art else inks.clay_light}
    head, axe = art_called("bull-head", palette.art), painted("labrys", palette, inks.gold, inks.gold, inks.outline)
    above, line = Group("axe", axe, Transform.placing(0, -9.6, scale=1.0)), max(0.3, palette.line * 0.8)
    return Group("head", (above, *paint(head, named_inks(inks) | named, line_art=palette.line_art, rim=line)))


def draw_goods(name: str, palette: Palette) -> Drawing:
    """Draw what lies in a box beside the pieces, ``templates/art/goods-<name>.svg``, without words."""
    drawn = paint(art_called(f"goods-{name}", palette.art), named_inks(palette.inks), line_art=palette.line_art)
    return Drawing(f"goods-{name}", name, 10, 10, 0, (Group("goods", drawn, Transform(e=5, f=5)),))


_HOOK = ((0.0, 0.0), (0.0, 1.0), (0.74, 1.0), (0.74, 0.34), (0.38, 0.34), (0.38, 0.68))
"""One key of the meander: share of its width along the ring, share of its height outwards."""


def key_ring(x: float, y: float, inner: float, outer: float, count: int) -> PathData:
    """Draw a meander of `count` keys between two radii, as lines to be stroked."""
    pen = Pen()
    for key in range(count):
        turns = ((math.tau * (key + u) / count, inner + (outer - inner) * v) for u, v in _HOOK)
        pen.lines(*((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle, radius in turns))
    pen.circle(x, y, inner)
    return pen.data


def tesserae(x: float, y: float, radius: float, depth: float, count: int) -> PathData:
    """Draw every other stone of a ring of small stones, from `radius` inwards by `depth`."""
    pen = Pen()
    for stone in range(count):
        start, end = (math.tau * (2 * stone + side) / (2 * count) for side in (0.06, 0.94))
        corners = ((start, radius), (end, radius), (end, radius - depth), (start, radius - depth))
        pen.polygon(*((x + r * math.cos(angle), y + r * math.sin(angle)) for angle, r in corners))
    return pen.data


@keyed_by_inks
def motif(name: str, palette: Palette) -> Group:
    """Draw a motif in two tones of a bed; in line art, as outlines."""
    inks = {"motif": palette.motif, "field": palette.field, "": None}

    def painted(part: ArtShape) -> Shape:
        if palette.line_art:
            fill = palette.field if part.fill else None
            return Shape(part.shape.data, fill=fill, stroke=palette.motif, width=0.3)
        return replace(part.shape, fill=inks[part.fill], stroke=inks[part.line])

    parts = art_called(MOTIF + name, palette.art)
    return Group("motif", tuple(painted(part) for part in parts if isinstance(part, ArtShape)))


def motif_names(own: Iterable[str]) -> list[str]:
    """Return the names of the shipped motifs and of those among a project's own art, sorted."""
    names = {*library.shipped_art(), *own}
    return sorted(name.removeprefix(MOTIF) for name in names if name.startswith(MOTIF))


def chapter_signs() -> tuple[str, ...]:
    """Return the names of the signs that chapters have: those of all motifs."""
    return tuple(MOTIF + name for name in motif_names(library.own_art()))


def chapter_sign(name: str, theme: Theme) -> Drawing:
    """Draw a motif in dark ink on a light disc, 12 x 12 mm, in no player's colour."""
    inks, middle = theme.inks, CHAPTER_SIGN_MM / 2
    disc = Shape(Pen().circle(middle, middle, 5.7).data, fill=inks.paper, stroke=inks.gold, width=0.4)
    dark = replace(palette(theme, inks.night), motif=inks.outline, field=inks.paper)
    drawn = placed(motif(name.removeprefix(MOTIF), dark), middle, middle, 0.8)
    return Drawing(f"symbol-{name}", name, CHAPTER_SIGN_MM, CHAPTER_SIGN_MM, 0.0, (Group("disc", (disc,)), drawn))
