"""The players' signs: each is drawn everywhere, and none looks like another, not even at 5 mm."""

from __future__ import annotations

import itertools
from typing import get_args

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from generator.catalogue.headers import Symbol
from generator.catalogue.themes import Theme
from generator.drawing.display_list import Drawing, Group, Shape, Transform
from generator.drawing.emblems import painted
from generator.drawing.svg import svg_text
from generator.games.labyrinth.art.components import draw, draw_symbol
from generator.games.labyrinth.catalogue.records import Colour
from generator.games.labyrinth.deck.tiles import Deck
from tests.support.pictures import groups_in, pixels

SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
SMALL_MM = 5.0
LEAST_APART = 0.2
"""Share of the pixels that either sign covers and the other does not. Own choice: a fifth catches the eye."""


def with_symbol(deck: Deck, symbol: Symbol) -> Deck:
    """The shipped deck, its red players under another sign."""
    red = Colour(letter="R", symbol=symbol, ink="#ad3f1f")
    colours = deck.catalogue.colours | {"red": red}
    return replace(deck, catalogue=replace(deck.catalogue, colours=colours))


def silhouette(symbol: Symbol) -> npt.NDArray[np.bool_]:
    sign = Group("sign", painted(symbol, "#000000", "#ffffff", None), Transform.placing(2.5, 2.5, scale=0.5))
    picture = pixels(Drawing("sign", symbol, SMALL_MM, SMALL_MM, 0, (sign,)), 12)
    return np.asarray(picture.mean(axis=2) < 128, dtype=np.bool_)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_each_part_of_a_sign_is_seen(symbol: Symbol) -> None:
    shapes = painted(symbol, "#000000", "#ffffff", None)

    def picture(parts: tuple[Shape, ...]) -> npt.NDArray[np.int64]:
        sign = Group("sign", parts, Transform.placing(5, 5))
        return pixels(Drawing("sign", symbol, 10, 10, 0, (sign,)), 20)

    whole = picture(shapes)
    for number in range(len(shapes)):
        without = picture(shapes[:number] + shapes[number + 1 :])
        assert np.any(whole != without, axis=2).sum() > 40, f"without part {number} it looks the same"


def test_there_is_a_sign_for_each_of_eight_colours() -> None:
    assert len(SYMBOLS) == 8


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_every_sign_is_drawn_on_tiles_backs_and_small_pictures(
    symbol: Symbol, deck: Deck, themes: dict[str, Theme]
) -> None:
    own = with_symbol(deck, symbol)
    for theme in themes.values():
        names = {group.name for group in groups_in(draw("R07", own, theme).groups)}
        assert {"ground", "emblem", "prisoner", "sign"} <= names
        for drawing in (draw("back-red", own, theme), draw_symbol("emblem-red", own, theme)):
            assert svg_text(drawing)
    assert silhouette(symbol).mean() > 0.2, "a sign is strong enough to be seen"


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_sign_stays_in_its_square_and_fills_it(symbol: Symbol) -> None:
    wide = Group("sign", painted(symbol, "#000000", "#ffffff", "#000000"), Transform.placing(10, 10))
    rows, columns = np.nonzero(pixels(Drawing("sign", symbol, 20, 20, 0, (wide,)), 10).mean(axis=2) < 200)
    for low, high in ((rows.min(), rows.max()), (columns.min(), columns.max())):
        assert low >= 46, "with its outline a sign has 10.8 units"
        assert high <= 154, "with its outline a sign has 10.8 units"
    assert max(np.ptp(rows), np.ptp(columns)) >= 90


def test_no_two_signs_look_alike_at_five_millimetres() -> None:
    shapes = {symbol: silhouette(symbol) for symbol in SYMBOLS}
    apart = {
        (a, b): float((shapes[a] ^ shapes[b]).sum() / (shapes[a] | shapes[b]).sum())
        for a, b in itertools.combinations(SYMBOLS, 2)
    }
    pair = min(apart, key=apart.__getitem__)
    assert apart[pair] >= LEAST_APART, f"{pair}: {apart[pair]:.2f}"
