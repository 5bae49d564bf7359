"""The players' signs: each is drawn everywhere, and none looks like another, not even at 5 mm."""

from __future__ import annotations

import itertools
from typing import get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from asterion_press.catalogue import library
from asterion_press.catalogue.headers import Symbol
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, Shape, Transform
from asterion_press.drawing.emblems import painted
from asterion_press.drawing.inks import palette
from asterion_press.games.labyrinth.catalogue.records import Catalogue
from tests.support.pictures import pixels

SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
SMALL_MM = 5.0
INKS = palette(load_theme(library.theme_file("knossos").path), "#ad3f1f")
LEAST_APART = 0.2
"""Share of the pixels that either sign covers and the other does not. Own choice: a fifth catches the eye."""


def picture(parts: tuple[Shape | Group, ...], side: float, per_mm: int, scale: float = 1) -> npt.NDArray[np.int64]:
    sign = Group("sign", parts, Transform.placing(side / 2, side / 2, scale=scale))
    return pixels(Drawing("sign", "A sign", side, side, 0, (sign,)), per_mm)


def test_each_part_of_a_sign_is_seen() -> None:
    seen = {}
    for symbol in SYMBOLS:
        shapes = painted(symbol, INKS, "#000000", "#ffffff")
        whole = picture(shapes, 10, 20)
        for number in range(len(shapes)):
            without = picture(shapes[:number] + shapes[number + 1 :], 10, 20)
            seen[symbol, number] = np.any(whole != without, axis=2).sum()
    assert {part: pixels for part, pixels in seen.items() if pixels <= 40} == {}


def test_there_is_a_sign_for_each_colour_that_a_deck_may_have() -> None:
    (bounds,) = get_type_hints(Catalogue, include_extras=True)["colours"].__metadata__
    assert len(SYMBOLS) >= bounds.max_length


def test_a_sign_stays_in_its_square_and_fills_it() -> None:
    """With its outline a sign has 10.8 units."""
    ends = {}
    for symbol in SYMBOLS:
        wide = painted(symbol, INKS, "#000000", "#ffffff", "#000000")
        inked = np.nonzero(picture(wide, 20, 10).mean(axis=2) < 200)
        ends[symbol] = [(along.min(), along.max()) for along in inked]
    assert {
        symbol: found
        for symbol, found in ends.items()
        if not all(46 <= low <= high <= 154 for low, high in found) or max(high - low for low, high in found) < 90
    } == {}


def test_no_two_signs_look_alike_at_five_millimetres() -> None:
    signs = {symbol: painted(symbol, INKS, "#000000", "#ffffff") for symbol in SYMBOLS}
    shapes = {symbol: picture(sign, SMALL_MM, 12, 0.5).mean(axis=2) < 128 for symbol, sign in signs.items()}
    apart = {
        (a, b): float((shapes[a] ^ shapes[b]).sum() / (shapes[a] | shapes[b]).sum())
        for a, b in itertools.combinations(SYMBOLS, 2)
    }
    pair = min(apart, key=apart.__getitem__)
    assert apart[pair] >= LEAST_APART, f"{pair}: {apart[pair]:.2f}"
