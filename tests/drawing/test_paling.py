"""Pale drawings: the same lines in inks that step back."""

from __future__ import annotations

import numpy as np
import pytest

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, Shape
from asterion_press.drawing.inks import PAPER, SHARE, make_pale
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.support.pictures import pixels, shapes_in


@pytest.mark.parametrize("tile", ["Y04", "B13", "minotaur"])
def test_only_the_inks_are_other(tile: str, deck: Deck, knossos: Theme) -> None:
    drawing = draw(tile, deck, knossos)
    before, after = (list(shapes_in(one.groups)) for one in (drawing, make_pale(drawing)))
    assert before
    for shape, pale in zip(before, after, strict=True):
        assert (shape.data, shape.width, shape.even_odd) == (pale.data, pale.width, pale.even_odd)
        for ink, paler in ((shape.fill, pale.fill), (shape.stroke, pale.stroke)):
            assert (ink is None) == (paler is None)
            if ink and paler:
                assert all(int(paler[at : at + 2], 16) >= int(ink[at : at + 2], 16) for at in (1, 3, 5))


def test_what_is_black_becomes_a_grey_that_can_still_be_read() -> None:
    black = Drawing("x", "x", 1, 1, 0, (Group("g", (Shape((), fill="#000000", stroke=PAPER),)),))
    (shape,) = shapes_in(make_pale(black).groups)
    assert (shape.fill, shape.stroke) == ("#9e9e9e", "#ffffff")
    assert round(255 * SHARE) == 0x9E


def test_in_grey_a_pale_tile_is_less_than_half_as_dark_and_yet_not_blank(deck: Deck, knossos: Theme) -> None:
    drawing = draw("B07", deck, knossos)
    dark, pale = (255 - np.mean(pixels(one, 2), axis=2) for one in (drawing, make_pale(drawing)))
    assert 0.3 < pale.mean() / dark.mean() < 0.5
    assert pale.max() - pale.min() > 60
