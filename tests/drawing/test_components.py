"""Laws of all components: sound SVG, backs that look alike upside down, counters and small pictures."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from lxml import etree
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import number, steps_of
from asterion_press.drawing.svg import svg_text
from asterion_press.games.labyrinth.art.components import component_ids, draw, draw_symbol
from asterion_press.games.labyrinth.catalogue.records import CounterShape
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.support.pictures import pixels, shapes_in

SVG = "{http://www.w3.org/2000/svg}"
EDGES = 60
"""What a rasteriser may round another way on an edge that is turned; a line of the ink-saver is 150 and more."""


@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
def test_every_component_is_sound_svg_of_true_size(deck: Deck, themes: dict[str, Theme], theme: str) -> None:
    for name in component_ids(deck):
        drawing = draw(name, deck, themes[theme])
        root = etree.fromstring(svg_text(drawing).encode())
        size = number(drawing.width)
        assert (root.get("width"), root.get("height")) == (f"{size}mm", f"{size}mm")
        assert root.get("viewBox") == f"0 0 {size} {size}"
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), f"{name} has an id twice"
        assert {element.tag for element in root.iter()} <= {SVG + tag for tag in ("svg", "g", "path", "title", "defs")}


def test_a_number_that_is_none_is_refused() -> None:
    for value in (math.nan, math.inf, -math.inf, 20_000.0):
        with pytest.raises(ValueError, match="is not a length on a tile"):
            number(value)
    assert [number(value) for value in (1.5, -0.001, 3.0, -2.345, 10.0, 100)] == ["1.5", "0", "3", "-2.35", "10", "100"]


def test_backs_are_the_same_upside_down(deck: Deck, themes: dict[str, Theme]) -> None:
    for theme, colour in itertools.product(themes.values(), deck.catalogue.colours):
        picture = pixels(draw(f"back-{colour}", deck, theme), 8)
        unlike = np.abs(picture - np.rot90(picture, 2))
        assert unlike.max() <= EDGES, f"the back of {colour} in {theme.title}"


@pytest.mark.parametrize(("shape", "corners"), [("square", 4), ("octagon", 8), ("round", 4)])
def test_a_counter_has_a_line_along_its_cut_and_its_ground_reaches_beyond(
    shape: CounterShape, corners: int, deck: Deck, knossos: Theme
) -> None:
    catalogue = replace(deck.catalogue, counters=replace(deck.catalogue.counters, shape=shape))
    drawing = draw("counter", replace(deck, catalogue=catalogue), knossos)
    (line,) = shapes_in(tuple(group for group in drawing.groups if group.name == "cut"))
    ends = {points[-1] for command, points in steps_of(line.data) if command != "Z"}
    assert len(ends) == corners
    half = deck.catalogue.counters.diameter_mm / 2
    assert {max(abs(x - half), abs(y - half)) for x, y in ends} == {half}
    ground = [points[-1] for command, points in steps_of(next(shapes_in(drawing.groups)).data) if command != "Z"]
    assert {max(abs(x - half), abs(y - half)) for x, y in ground} == {half + 3}, "the bleed is 3 mm"


def test_a_deck_without_counters_has_no_drawing_of_one_but_its_booklets_may_show_it(deck: Deck, knossos: Theme) -> None:
    counters = replace(deck.catalogue.counters, count=0)
    none = replace(deck, catalogue=replace(deck.catalogue, counters=counters))
    assert component_ids(none) == component_ids(deck)[:-1]
    assert draw_symbol("counter", none, knossos) == draw_symbol("counter", deck, knossos)


def test_unknown_components_are_refused(deck: Deck, knossos: Theme) -> None:
    for name in ("Z99", "back-pink"):
        with pytest.raises(KeyError):
            draw(name, deck, knossos)
    with pytest.raises(KeyError):
        draw_symbol("dragon", deck, knossos)
