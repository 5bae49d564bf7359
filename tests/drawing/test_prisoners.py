"""The cast, as it is seen: sixteen people, none like another, none like a coin or a wing, in a ring that stands out."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import numpy.typing as npt

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.catalogue.words import words_of
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, placed
from asterion_press.drawing.inks import contrast, luminance, palette
from asterion_press.games.labyrinth.art.symbols import CAST, member, prisoners_of, symbol_figure
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.catalogue.records import Exits, Path
from asterion_press.games.labyrinth.deck.tiles import Tile, deck_of
from asterion_press.geometry import SIDES
from tests.support.pictures import BLINDNESS, in_grey, pixels, shapes_in, without_cones

Picture = npt.NDArray[np.float64]

DECK = deck_of(load_catalogue(ShelfFile("", library.game_file().path, "tiles.yaml")).catalogue)
THEMES = {name: load_theme(library.theme_file(name).path) for name in library.themes()}
COLOURS = DECK.catalogue.colours
EYES = ("full colour", "grey", *BLINDNESS)
SIDE_MM, COARSE, FINE = 11.0, 3, 12
"""A little more than a symbol of 10 mm; at 150 pixels a tile, and at 300 dpi."""
UNLIKE, LEAST_SHARE = 48, 0.07
"""Two prisoners differ if so large a share of the pixels differs by more, of 255. Own choice: 70 of 1,000 pixels, about
a fifth of a face with its hair."""
LEAST_SHARE_OF_KINDS = 0.3
LEAST_CONTRAST = 3.0
"""Of what is needed to understand a picture. Source: WCAG 2.2, success criterion 1.4.11."""


def picture(kind: str, theme: Theme, colour: str, who: int, per_mm: int = COARSE) -> Picture:
    """A symbol on the floor."""
    own = COLOURS[colour]
    floor = Shape(Pen().rectangle(0, 0, SIDE_MM, SIDE_MM).data, fill=theme.inks.floor)
    figure = placed(symbol_figure(kind, own.symbol, palette(theme, own.ink), who), SIDE_MM / 2, SIDE_MM / 2)
    drawing = Drawing("symbol", "A symbol", SIDE_MM, SIDE_MM, 0, (Group("floor", (floor,)), figure))
    return pixels(drawing, per_mm).astype(np.float64)


def seen(shown: Picture, eye: str) -> Picture:
    if eye == "full colour":
        return shown
    return in_grey(shown) if eye == "grey" else without_cones(shown / 255, eye) * 255


def share_unlike(one: Picture, other: Picture) -> float:
    return float((np.abs(one - other).max(axis=2) > UNLIKE).mean())


@cache
def cast(theme: str, colour: str) -> tuple[Picture, ...]:
    return tuple(picture("prisoner", THEMES[theme], colour, who) for who in range(len(CAST)))


def test_each_prisoner_is_told_from_every_other_at_150_pixels_a_tile() -> None:
    alike = {}
    for theme, colour, eye in itertools.product(THEMES, COLOURS, EYES):
        shown = [(who.name, seen(one, eye)) for who, one in zip(CAST, cast(theme, colour), strict=True)]
        for (name, one), (another, other) in itertools.combinations(shown, 2):
            if (unlike := share_unlike(one, other)) < LEAST_SHARE:
                alike[theme, colour, eye, name, another] = unlike
    assert alike == {}


def test_no_prisoner_is_taken_for_a_coin_or_a_wing() -> None:
    alike = {}
    for theme, eye, kind in itertools.product(THEMES, EYES, ("coin", "wing")):
        other = seen(picture(kind, THEMES[theme], "yellow", 0), eye)
        for who, shown in zip(CAST, cast(theme, "yellow"), strict=True):
            if (unlike := share_unlike(seen(shown, eye), other)) < LEAST_SHARE_OF_KINDS:
                alike[theme, eye, kind, who.name] = unlike
    assert alike == {}


def test_the_ring_of_a_prisoner_stands_out_from_the_floor_all_around() -> None:
    faint: dict[tuple[object, ...], float] = {}
    for theme, colour in itertools.product(THEMES, COLOURS):
        inks, own = THEMES[theme].inks, COLOURS[colour].ink
        shown = picture("prisoner", THEMES[theme], colour, 0, FINE) / 255
        light = np.array([[luminance(*pixel) for pixel in row] for row in shown])
        ground, middle = light[0, 0], (len(light) - 1) / 2
        for degrees in range(0, 360, 5):
            sin, cos = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
            along = [
                light[round(middle + r * FINE * sin), round(middle + r * FINE * cos)] for r in np.arange(3.8, 5.1, 0.04)
            ]
            faint[theme, colour, degrees] = max((max(one, ground) + 0.05) / (min(one, ground) + 0.05) for one in along)
        faint[theme, colour, "in its dark lines"] = max(contrast(own, inks.floor), contrast(own, inks.outline))
    assert {where: most for where, most in faint.items() if most < LEAST_CONTRAST} == {}


def test_the_sign_on_a_dress_stands_out_from_it() -> None:
    contrasts = {}
    for colour, own in COLOURS.items():
        group = symbol_figure("prisoner", own.symbol, palette(THEMES["knossos"], own.ink), 0)
        (sign,) = (item for item in group.items if isinstance(item, Group) and item.name == "sign")
        contrasts[colour] = contrast(str(next(shapes_in(sign.items)).fill), own.ink)
    assert min(contrasts.values()) >= 4.5, contrasts


def test_no_two_tiles_of_a_colour_show_one_person_and_every_colour_shows_the_same() -> None:
    by_colour = [tuple(prisoners_of(tile) for tile in DECK.of_colour(colour)) for colour in COLOURS]
    assert set(by_colour) == {tuple((person,) for person in CAST)}
    assert len({person.name for person in CAST}) == len(CAST)


def test_decks_of_any_numbers_have_a_cast_and_no_tile_shows_a_person_twice() -> None:
    paths = tuple(Path(exits=Exits([side]), prisoners=4) for side in SIDES)
    for number in (1, 16, 17, 9999):
        people = prisoners_of(Tile(f"Q{number:02d}", "red", "any", paths))
        assert people[0] == CAST[(number - 1) % len(CAST)]
        assert len(set(people)) == len(people)
    assert member(17, 0) == member(1, 0)
    assert prisoners_of(Tile("", "", "", paths[:1]))[0] == CAST[0]


def test_every_language_has_a_name_for_each_of_them() -> None:
    names = {
        language: {key: word for key, word in words_of(language).words.words.items() if key.startswith("prisoner_")}
        for language in library.all_languages()
    }
    assert names["en"] == {person.key: person.name for person in CAST}
    assert {language for language, named in names.items() if set(named) != set(names["en"])} == set()
    assert {language for language, named in names.items() if len(set(named.values())) != len(CAST)} == set()
