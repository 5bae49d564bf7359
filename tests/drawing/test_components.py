"""Laws of all components: sound SVG, backs that look alike upside down, counters and small pictures."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from lxml import etree
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.drawing.display_list import Group, PathData, Shape, Transform, number, steps_of
from asterion_press.drawing.svg import svg_text
from asterion_press.errors import InputError, LayoutError
from asterion_press.games.labyrinth.art.components import component_ids, draw, draw_symbol, symbol_names
from asterion_press.games.labyrinth.catalogue.records import CounterShape, Exits
from asterion_press.games.labyrinth.catalogue.records import Path as CataloguePath
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.geometry import Side
from tests.support.pictures import ROOT, pixels, shapes_in

SVG = "{http://www.w3.org/2000/svg}"


def test_components_are_the_tiles_the_minotaur_the_backs_and_the_counter(deck: Deck) -> None:
    ids = component_ids(deck)
    tiles, backs = (tile.id for tile in deck.tiles), (f"back-{colour}" for colour in deck.catalogue.colour_ids)
    assert ids == (*tiles, "minotaur", *backs, "back-minotaur", "counter")


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


def test_every_number_of_every_component_is_finite_and_flat_inks_are_all_there_is(deck: Deck, knossos: Theme) -> None:
    for name in component_ids(deck):
        for shape in shapes_in(draw(name, deck, knossos).groups):
            assert all(math.isfinite(number) for _, points in steps_of(shape.data) for at in points for number in at)
            assert shape.data, f"{name} has an empty shape"
            assert all(ink is None or re.fullmatch("#[0-9a-f]{6}", ink) for ink in (shape.fill, shape.stroke))


def test_a_number_that_is_none_is_refused() -> None:
    for value in (math.nan, math.inf, -math.inf, 20_000.0):
        with pytest.raises(ValueError, match="is not a length on a tile"):
            number(value)
    assert [number(value) for value in (1.5, -0.001, 3.0, -2.345, 10.0, 100)] == ["1.5", "0", "3", "-2.35", "10", "100"]


def test_backs_are_the_same_upside_down(deck: Deck, themes: dict[str, Theme]) -> None:
    for theme in themes.values():
        for name in component_ids(deck):
            if name.startswith("back-"):
                drawing = draw(name, deck, theme)
                turned = Transform(-1, 0, 0, -1, drawing.width, drawing.width)
                assert bag(drawing.groups, turned) == bag(drawing.groups, Transform()), name


Bag: TypeAlias = "Counter[tuple[object, ...]]"


def bag(items: tuple[Shape | Group, ...], turn: Transform) -> Bag:
    """Every subpath with its paint, as points in the drawing's own coordinates, forwards."""
    found: Bag = Counter()
    for item in items:
        if isinstance(item, Group):
            found += bag(item.items, turn @ item.transform if item.transform else turn)
            continue
        paint = (item.fill, item.stroke, item.width, item.cap, item.join, item.even_odd)
        for subpath in subpaths(item.data, turn):
            found[(*paint, subpath)] += 1
    return found


def subpaths(data: PathData, turn: Transform) -> Iterator[frozenset[tuple[float, float]]]:
    """The points of each subpath, to 0.05 mm, in no order: a ring may begin anywhere."""
    points: set[tuple[float, float]] = set()
    for command, steps in (*steps_of(data), ("M", [])):
        if command == "M" and points:
            yield frozenset(points)
            points = set()
        for x, y in steps:
            px, py = turn.apply(x, y)
            points.add((round(px * 20) / 20 + 0.0, round(py * 20) / 20 + 0.0))


def test_the_counter_has_the_size_of_the_catalogue_and_its_bleed(deck: Deck, knossos: Theme) -> None:
    counter = draw("counter", deck, knossos)
    assert (counter.width, counter.height, counter.bleed) == (12, 12, 3)
    assert pixels(counter, 10).mean() < 110, "a counter is black"


@pytest.mark.parametrize(("shape", "corners"), [("square", 4), ("octagon", 8), ("round", 4)])
def test_a_counter_has_a_line_along_its_cut_and_its_ground_reaches_beyond(
    shape: CounterShape, corners: int, deck: Deck, knossos: Theme
) -> None:
    catalogue = replace(deck.catalogue, counters=replace(deck.catalogue.counters, shape=shape))
    drawing = draw("counter", replace(deck, catalogue=catalogue), knossos)
    (line,) = shapes_in(tuple(group for group in drawing.groups if group.name == "cut"))
    ends = {points[-1] for command, points in steps_of(line.data) if command != "Z"}
    assert len(ends) == corners
    assert {max(abs(x - 6), abs(y - 6)) for x, y in ends} == {6}
    ground = [points[-1] for command, points in steps_of(next(shapes_in(drawing.groups)).data) if command != "Z"]
    assert {max(abs(x - 6), abs(y - 6)) for x, y in ground} == {9}, "half of 12 mm, and the bleed"


def test_a_deck_without_counters_has_no_drawing_of_one_but_its_booklets_may_show_it(deck: Deck, knossos: Theme) -> None:
    counters = replace(deck.catalogue.counters, count=0)
    none = replace(deck, catalogue=replace(deck.catalogue, counters=counters))
    assert component_ids(none) == component_ids(deck)[:-1]
    assert draw_symbol("counter", none, knossos) == draw_symbol("counter", deck, knossos)


def test_every_small_picture_stays_on_its_twelve_mm(deck: Deck, themes: dict[str, Theme]) -> None:
    for theme in themes.values():
        for name in symbol_names(deck):
            drawing = draw_symbol(name, deck, theme)
            assert (drawing.width, drawing.height, drawing.bleed) == (12, 12, 0)
            picture = pixels(drawing, 8)
            rim = [picture[0], picture[-1], picture[:, 0], picture[:, -1]]
            assert picture.min() < 160, f"{name} is all white"
            assert min(side.min() for side in rim) > 200, f"{name} is cut off"


def test_unknown_components_are_refused(deck: Deck, knossos: Theme) -> None:
    for name in ("Z99", "back-pink"):
        with pytest.raises(KeyError):
            draw(name, deck, knossos)
    with pytest.raises(KeyError):
        draw_symbol("dragon", deck, knossos)


def test_a_misspelt_key_of_a_theme_is_told_with_its_place(tmp_path: Path) -> None:
    text = (ROOT / "templates" / "themes" / "knossos.yaml").read_text(encoding="utf-8")
    line = text[: text.index("  gold:")].count("\n") + 1
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(text.replace("  gold:", "  golt:"), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_theme(wrong, "wrong.yaml")
    expected = f"wrong.yaml:{line}:3: unknown key 'golt'; did you mean 'gold'?"
    assert any(told.startswith(expected) for told in caught.value.lines())


def test_a_minotaur_of_two_chambers_is_refused(deck: Deck, knossos: Theme) -> None:
    two = replace(deck.minotaur, paths=(CataloguePath(exits=Exits([Side.N])), CataloguePath(exits=Exits([Side.S]))))
    with pytest.raises(LayoutError, match=r"one court without symbols; the catalogue says N \| S"):
        draw("minotaur", replace(deck, centre=two), knossos)
