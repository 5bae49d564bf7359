"""Names of tiles in figures: on every tile that the text speaks of, upright, and over nothing that matters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import pypdfium2
import pytest

from generator.catalogue.themes import Theme
from generator.games.labyrinth.art.chambers import TILE
from generator.games.labyrinth.catalogue.position_records import LoadedFigures, Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from generator.games.labyrinth.diagrams.panels import name_place
from generator.games.labyrinth.diagrams.placed import TileDrawings
from generator.geometry import turned_point
from generator.rulebook.text.document import RulesText, words_near_figures

BODY = 1
PLATE = (13.6, 7.2)
"""A plate on a tile of 14 mm, in units of which a tile has 50."""


def placed_tiles(figures: LoadedFigures) -> Iterator[tuple[Panel, PlacedTile]]:
    for figure in figures.figures.figures.values():
        for panel in figure.panels:
            for placed in panel.tiles:
                if placed.tile != MINOTAUR_ID:
                    yield panel, placed


def test_a_figure_has_the_names_of_its_caption_and_of_the_text_around_it(read: Callable[[str], RulesText]) -> None:
    text = read("See Y04.\n\n![Y06とB15。](figure:tile)\n\n- Then R09,\n\n![Y08](figure:walk-swap)\n\n**B01** is last.")
    first, second = words_near_figures(text)
    assert {"Y04", "Y06", "B15", "R09"} <= first
    assert not first & {"Y08", "B01"}
    assert {"R09", "Y08", "B01"} <= second
    assert not second & {"Y04", "Y06"}


def test_every_tile_that_is_named_bears_its_name_in_the_figure(printed: Callable[..., bytes]) -> None:
    pdf = printed("![Blue swaps B12 and B15.](figure:walk-swap)")
    text = pypdfium2.PdfDocument(pdf)[BODY].get_textpage().get_text_range()
    assert [text.count(name) for name in ("B12", "B15", "Y04")] == [3, 3, 0], "two panels and the caption"


def test_names_are_printed_upright_and_large_enough_to_be_read(printed: Callable[..., bytes]) -> None:
    page = pypdfium2.PdfDocument(printed("![Blue places Y12.](figure:walk-impale-rotate)"))[BODY].get_textpage()
    text = page.get_text_range()
    heights = []
    for start in (index for index in range(len(text)) if text.startswith("Y12", index)):
        left, bottom, _, top = page.get_charbox(start)
        assert page.get_charbox(start + 2)[0] > left, "from left to right"
        heights.append(top - bottom)
    assert len(heights) == 4, "three panels and the caption"
    assert min(heights) > 3.4, "1.2 mm"


def test_no_name_covers_a_symbol_or_a_counter(figures: LoadedFigures, deck: Deck, theme: Theme) -> None:
    art = TileDrawings(deck, theme)
    for panel, placed in placed_tiles(figures):
        x, y = name_place(placed, panel, art, *PLATE)
        assert 0 < x < TILE - PLATE[0]
        assert 0 < y < TILE - PLATE[1]
        for place in art.places(placed.tile):
            sx, sy = turned_point(place.x, place.y, placed.turns, TILE)
            away = math.hypot(max(x - sx, 0, sx - x - PLATE[0]), max(y - sy, 0, sy - y - PLATE[1]))
            assert away > place.size * 0.5, (placed, place)


def test_no_name_covers_the_thread(figures: LoadedFigures, deck: Deck, theme: Theme) -> None:
    art = TileDrawings(deck, theme)
    for panel, placed in placed_tiles(figures):
        x, y = name_place(placed, panel, art, *PLATE)
        for path, _, points in art.ways(placed.tile):
            if any(named.tile == placed.tile and named.path == path + 1 for named in panel.thread):
                for px, py in (turned_point(*point, placed.turns, TILE) for point in points):
                    inside = x - 1 < px < x + PLATE[0] + 1 and y - 1 < py < y + PLATE[1] + 1
                    assert not inside, placed


@pytest.mark.parametrize("turns", range(4))
def test_a_name_stands_on_the_art_s_own_id_where_that_is_free(deck: Deck, theme: Theme, turns: int) -> None:
    art = TileDrawings(deck, theme)
    placed = PlacedTile(tile="Y04", at=(0, 0), turns=turns)
    x, y = name_place(placed, Panel(tiles=(placed,)), art, *PLATE)
    own_x, own_y = turned_point(6.6, 50 - 6.6, turns, TILE)
    assert x <= own_x <= x + PLATE[0]
    assert y <= own_y <= y + PLATE[1]
