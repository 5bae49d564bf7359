"""Tokens drawn: a sign in a ring of keys on the colour's field, a number below it, a word at the foot.

Everything is drawn on a token of 30 mm with its origin in the middle, and scaled as a whole. A round token is drawn
like a square one, within the circle that is cut; its layer `cut` holds that circle. Proportions are our own choice.
"""

from __future__ import annotations

from functools import cache

from generator.catalogue.headers import Symbol
from generator.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from generator.drawing.emblems import key_ring, painted
from generator.drawing.inks import Palette
from generator.drawing.lettering import letter_path, width_of
from generator.games.tokens.records import Shape as Outline
from generator.games.tokens.records import Token

FULL = 30.0
BLEED_MM = 2.0
"""Own choice: tokens are smaller than tiles, and cut one by one."""
BEYOND = 12.0
"""How far the ground goes beyond the token, at its own scale: further than any bleed."""
DISC, KEYS, RIM = 10.2, 12.3, 13.1
WORD_MM, NUMBER_MM = 2.2, 4.2
WORD_ROOM = 13.5
"""How wide a word may be at the foot of the disc."""
CUT_INK, CUT_MM = "#9a9a9a", 0.1


def token_drawing(
    component: str, title: str, token: Token, symbol: Symbol, palette: Palette, size: float, outline: Outline,
    bleed: float = BLEED_MM,
) -> Drawing:  # fmt: skip
    """Draw the face of a token."""
    groups = (_field(palette), *_face(token, symbol, palette))
    return _drawing(component, title, groups, size, outline, bleed)


def back_drawing(
    component: str, title: str, symbol: Symbol | None, palette: Palette, size: float, outline: Outline
) -> Drawing:
    """Draw a back: rings of keys, and a colour's sign if it may be known."""
    inner = Pen()
    for radius in (4.2, 6.4, 8.6) if symbol is None else (8.9,):
        inner.circle(0, 0, radius)
    groups = [_field(palette), Group("rings", (Shape(inner.data, stroke=_ink(palette), width=0.4),))]
    if symbol is not None:
        groups.append(_sign(symbol, palette, 0, 1.15))
    else:
        groups.append(Group("heart", (Shape(Pen().circle(0, 0, 2).data, fill=_ink(palette)),)))
    return _drawing(component, title, tuple(groups), size, outline, BLEED_MM)


def _drawing(
    component: str, title: str, groups: tuple[Group, ...], size: float, outline: Outline, bleed: float
) -> Drawing:
    half = size / 2
    art = Group("art", groups, Transform.placing(half, half, scale=size / FULL))
    cut: tuple[Group, ...] = ()
    if outline == "round" and bleed:
        cut = (Group("cut", (Shape(Pen().circle(half, half, half).data, stroke=CUT_INK, width=CUT_MM),)),)
    return Drawing(component, title, size, size, bleed, (art, *cut))


def _ink(palette: Palette) -> str:
    return palette.inks.outline if palette.line_art else palette.emblem


@cache
def _field(palette: Palette) -> Group:
    far = FULL / 2 + BEYOND
    ground = Shape(Pen().rectangle(-far, -far, 2 * far, 2 * far).data, fill=palette.field)
    disc = Shape(Pen().circle(0, 0, DISC).data, fill=palette.deep, stroke=palette.own, width=max(0.3, palette.line))
    ink, width = (palette.own, 0.3) if palette.line_art else (palette.emblem, 0.36)
    keys = Shape(key_ring(0, 0, DISC + 0.7, KEYS, 28), stroke=ink, width=width, cap="butt", join="miter")
    rim = Shape(Pen().circle(0, 0, RIM).data, stroke=ink, width=width)
    return Group("field", (ground, disc, keys, rim))


def _face(token: Token, symbol: Symbol, palette: Palette) -> tuple[Group, ...]:
    """Draw the sign, and below it the value and the word; the sign stands higher and smaller if there are any."""
    below = [part for part in (token.value is not None, token.text is not None) if part]
    y, scale = ((0.0, 1.45), (-2.9, 0.95), (-4.3, 0.74))[len(below)]
    ink, line = _ink(palette), 0.42 if palette.line_art else 0.6
    groups = [_sign(symbol, palette, y, scale)]
    if token.value is not None:
        number = letter_path(str(token.value), NUMBER_MM, middle=5.3 if token.text is None else 2.5)
        groups.append(Group("value", (Shape(number, stroke=ink, width=line),)))
    if token.text is not None:
        high = min(WORD_MM, WORD_MM * WORD_ROOM / width_of(token.text, WORD_MM))
        word = letter_path(token.text, high, middle=5.0 if token.value is None else 6.9)
        groups.append(Group("word", (Shape(word, stroke=ink, width=min(line, high * 0.2)),)))
    return tuple(groups)


def _sign(symbol: Symbol, palette: Palette, y: float, scale: float) -> Group:
    parts = painted(symbol, palette.emblem, palette.deep, palette.trim if palette.line_art else None)
    return Group("sign", parts, Transform.placing(0, y, scale=scale))
