"""Can the colours be told apart, do pale drawings step back, and does the ink-saver save ink?"""

from __future__ import annotations

import functools
import itertools
import sys

import numpy as np
import numpy.typing as npt
import pytest
from colorspacious import cspace_convert

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, Shape
from asterion_press.drawing.inks import KEPT, PAPER, SHARE, make_pale, mix_inks
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.support.pictures import BLINDNESS, pixels, shapes_in, without_cones

LEAST_DELTA_E = 18.0
"""In CAM02-UCS. Own choice: twice what is told apart at a glance side by side; tiles lie far apart."""
LEAST_DELTA_J = 10.0
GAMES = ("asterion", "minotaurus", "asterismo")


def inks_of(name: str) -> dict[str, npt.NDArray[np.float64]]:
    """The inks of the colours of a game, and of what lies below them."""
    catalogue = read_game(library.game_file(name)).catalogue
    inks = {colour: one.ink for colour, one in catalogue.colours.items()}
    inks |= {"the sky": catalogue.board.ink} if name == "asterismo" else {}
    return {one: np.array([int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)]) for one, ink in inks.items()}


def seen(rgb: npt.NDArray[np.float64], blindness: str | None) -> npt.NDArray[np.float64]:
    rgb = without_cones(rgb, blindness) if blindness else rgb
    return np.asarray(cspace_convert(rgb, "sRGB1", "CAM02-UCS"), dtype=np.float64)


@pytest.mark.parametrize("game", GAMES)
def test_the_inks_of_a_game_stay_apart_for_every_eye(game: str) -> None:
    inks = inks_of(game)
    distances = {
        (blindness or "full colour", a, b): float(np.linalg.norm(seen(inks[a], blindness) - seen(inks[b], blindness)))
        for blindness in (None, *BLINDNESS)
        for a, b in itertools.combinations(inks, 2)
    }
    pair = min(distances, key=distances.__getitem__)
    assert distances[pair] >= LEAST_DELTA_E, f"least deltaE {distances[pair]:.1f}: {pair}"


@pytest.mark.parametrize("game", GAMES)
def test_the_inks_of_a_game_stay_apart_in_grey(game: str) -> None:
    lightness = {name: float(cspace_convert(ink, "sRGB1", "JCh")[0]) for name, ink in inks_of(game).items()}
    pair = min(itertools.combinations(lightness, 2), key=lambda two: abs(lightness[two[0]] - lightness[two[1]]))
    gap = abs(lightness[pair[0]] - lightness[pair[1]])
    assert gap >= LEAST_DELTA_J, f"least difference of lightness {gap:.1f}: {pair}"


def coverage(deck: Deck, theme: Theme) -> float:
    """Mean share of full cyan, magenta and yellow over all pixels of all components, each counted once."""
    spent = [float((255 - pixels(draw(name, deck, theme), 2)).mean() / 255) for name in component_ids(deck)]
    return sum(spent) / len(spent)


def test_the_ink_saver_needs_at_most_a_fifth_of_the_ink(deck: Deck, themes: dict[str, Theme]) -> None:
    full, saved = coverage(deck, themes["knossos"]), coverage(deck, themes["ink-saver"])
    assert saved <= full / 5, f"ink-saver {saved:.3f}, knossos {full:.3f}, a share of {saved / full:.2f}"
    assert saved > 0.01, f"ink-saver {saved:.3f}: hardly anything is drawn"


def test_mixing_inks_goes_from_one_to_the_other() -> None:
    assert [mix_inks("#000000", "#ff8040", share) for share in (0, 0.5, 1)] == ["#000000", "#804020", "#ff8040"]


def test_what_is_kept_by_its_inks_is_enough_for_the_old_and_the_new_ones_and_no_more(knossos: Theme) -> None:
    most = {}
    for game, file in library.games().items():
        found = read_game(file)
        found.draw(found.component_ids()[0], knossos)
        ours = [vars(module) for name, module in list(sys.modules.items()) if name.startswith("asterion_press.")]
        caches = [one for module in ours for one in module.values() if isinstance(one, functools._lru_cache_wrapper)]
        kept = [one for one in caches if one.cache_info().maxsize == KEPT]
        for cache in kept:
            cache.cache_clear()
        for component in found.component_ids():
            found.draw(component, knossos)
        most[game] = max(cache.cache_info().currsize for cache in kept)
    assert KEPT / 4 < max(most.values()) <= KEPT / 2, most


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
