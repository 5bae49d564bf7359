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


def silhouette(symbol: Symbol) -> npt.NDArray[np.bool_]:
    sign = Group("sign", painted(symbol, INKS, "#000000", "#ffffff"), Transform.placing(2.5, 2.5, scale=0.5))
    picture = pixels(Drawing("sign", symbol, SMALL_MM, SMALL_MM, 0, (sign,)), 12)
    return np.asarray(picture.mean(axis=2) < 128, dtype=np.bool_)


def test_each_part_of_a_sign_is_seen() -> None:
    def picture(symbol: Symbol, parts: tuple[Shape | Group, ...]) -> npt.NDArray[np.int64]:
        sign = Group("sign", parts, Transform.placing(5, 5))
        return pixels(Drawing("sign", symbol, 10, 10, 0, (sign,)), 20)

    seen = {}
    for symbol in SYMBOLS:
        shapes = painted(symbol, INKS, "#000000", "#ffffff")
        whole = picture(symbol, shapes)
        for number in range(len(shapes)):
            without = picture(symbol, shapes[:number] + shapes[number + 1 :])
            seen[symbol, number] = np.any(whole != without, axis=2).sum()
    assert {part: pixels for part, pixels in seen.items() if pixels <= 40} == {}


def test_there_is_a_sign_for_each_colour_that_a_deck_may_have() -> None:
    (bounds,) = get_type_hints(Catalogue, include_extras=True)["colours"].__metadata__
    assert len(SYMBOLS) >= bounds.max_length


def test_a_sign_stays_in_its_square_and_fills_it() -> None:
    """With its outline a sign has 10.8 units."""
    ends = {}
    for symbol in SYMBOLS:
        wide = Group("sign", painted(symbol, INKS, "#000000", "#ffffff", "#000000"), Transform.placing(10, 10))
        inked = np.nonzero(pixels(Drawing("sign", symbol, 20, 20, 0, (wide,)), 10).mean(axis=2) < 200)
        ends[symbol] = [(along.min(), along.max()) for along in inked]
    assert {
        symbol: found
        for symbol, found in ends.items()
        if not all(46 <= low <= high <= 154 for low, high in found) or max(high - low for low, high in found) < 90
    } == {}


def test_no_two_signs_look_alike_at_five_millimetres() -> None:
    shapes = {symbol: silhouette(symbol) for symbol in SYMBOLS}
    apart = {
        (a, b): float((shapes[a] ^ shapes[b]).sum() / (shapes[a] | shapes[b]).sum())
        for a, b in itertools.combinations(SYMBOLS, 2)
    }
    pair = min(apart, key=apart.__getitem__)
    assert apart[pair] >= LEAST_APART, f"{pair}: {apart[pair]:.2f}"
