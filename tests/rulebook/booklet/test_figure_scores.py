"""What figures tell in numbers: scores beside prisoners; and tiles that can be read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import pypdfium2
import pytest

from asterion_press.catalogue.themes import Theme
from asterion_press.games.game import telling
from asterion_press.games.labyrinth.art.chambers import FLOOR, TILE
from asterion_press.games.labyrinth.catalogue.position_records import LoadedFigures, PlacedTile
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from asterion_press.games.labyrinth.diagrams.panels import PanelScene
from asterion_press.games.labyrinth.diagrams.placed import Box, TileDrawings, symbol_spots
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.figures import PositionFigure
from asterion_press.geometry import pt, turned_point
from asterion_press.rulebook.text.document import figures_of
from asterion_press.rulebook.typeset.blocks import SMALLEST_CELL
from asterion_press.rulebook.typeset.styles import MEASURE
from tests.support.texts import Printed, Reader


@pytest.fixture(scope="module")
def scenes(figures: LoadedFigures, deck: Deck, theme: Theme) -> dict[str, tuple[PanelScene, ...]]:
    art, box = TileDrawings(deck, theme), GameSet.of(deck)
    return {name: PositionFigure.of(figure, art, box).scenes for name, figure in figures.figures.figures.items()}


def scored(scene: PanelScene) -> Counter[str]:
    """What the bubbles of a panel bring, by colour of the prisoner."""
    found = Counter[str]()
    for (tile, path), words in scene.scores.items():
        found[scene.art.tile(tile).colour] += sum(map(int, words.split("+"))) * len(scene.art.prisoners(tile, path))
    return found


@pytest.mark.parametrize("name", ["escape-gate", "escape-wings", "walk-count", "four-players"])
def test_bubbles_bring_the_treasure_that_a_figure_claims(scenes: dict[str, tuple[PanelScene, ...]], name: str) -> None:
    claimed = next(scene.panel.claims.treasure for scene in scenes[name] if scene.panel.claims)
    assert claimed
    brought = sum((scored(scene) for scene in scenes[name]), Counter[str]())
    assert brought == Counter(claimed)


def test_whoever_was_just_impaled_bears_a_point(scenes: dict[str, tuple[PanelScene, ...]]) -> None:
    before, after = scenes["impaling"]
    assert not before.scores
    assert after.scores == {("B05", 0): "+1", ("G03", 0): "+1"}
    assert [scene.scores for scene in scenes["walk-impale-rotate"]] == [{("Y04", 0): "+1"}, {("B03", 0): "+1"}]


def test_every_prisoner_who_scores_has_a_bubble_near_that_hides_no_symbol_and_no_thread(
    scenes: dict[str, tuple[PanelScene, ...]],
) -> None:
    for scene in (scene for figure in scenes.values() for scene in figure):
        assert len(scene.bubbles) == sum(len(scene.art.prisoners(*path)) for path in scene.scores)
        spots, threads = [], []
        for placed in scene.panel.tiles:
            if placed.tile != MINOTAUR_ID:
                spots += [spot[:2] for spot in symbol_spots(placed, scene.art)]
                numbers = {named.path - 1 for named in scene.panel.thread if named.tile == placed.tile}
                lines = [one.shape.points for one in scene.art.plan(placed.tile).chambers if one.path in numbers]
                turned = (turned_point(*point, placed.turns, 50) for points in lines for point in points)
                threads += [(placed.at[0] * 50 + x, placed.at[1] * 50 + y) for x, y in turned]
        for box, _ in scene.bubbles:
            inside = [spot for spot in [*spots, *threads] if math.dist(spot, _nearest(spot, box)) < 1]
            assert not inside, (scene.panel.tiles[1], box)
            assert min(math.dist(spot, _nearest(spot, box)) for spot in spots) < 15


SMALLER = {"placement": 17, "walk-swap": 17, "walk-count": 12, "four-players": 11, "pieces": 12, "table": 14}
"""Tiles of figures that would else take more than a page, in mm; all others are as large as can be read well."""


def test_tiles_of_figures_are_large_enough_to_be_read(figures: LoadedFigures, deck: Deck, theme: Theme) -> None:
    art = TileDrawings(deck, theme)
    for name, figure in telling(figures.figures.figures).items():
        if name.startswith(("card-", "ruling-")):  # a player card shows those, smaller; or nothing does
            continue
        plan = PositionFigure.of(figure, art).plan(MEASURE)
        assert plan, name
        assert plan.cell >= pt(SMALLER.get(name, 20)), name
    assert pt(17) <= SMALLEST_CELL, "where a figure shares its page with the rule that it shows"


def _nearest(point: tuple[float, float], box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, top, right, bottom = box
    return min(max(point[0], left), right), min(max(point[1], top), bottom)


# names of tiles in figures: on every tile that the text speaks of, upright, and over nothing that matters


BODY = 1
PLATE = (13.6, 7.2)
"""A plate on a tile of 14 mm, in units of which a tile has 50."""


def named_tiles(figures: LoadedFigures, deck: Deck, theme: Theme) -> Iterator[tuple[PanelScene, PlacedTile, Box]]:
    """Every tile of every figure, with the room of its name."""
    art = TileDrawings(deck, theme)
    for figure in figures.figures.figures.values():
        for scene in PositionFigure.of(figure, art).scenes:
            for placed in scene.panel.tiles:
                if placed.tile != MINOTAUR_ID:
                    yield scene, placed, scene.name_box(placed, *PLATE)


def test_a_figure_has_the_names_of_its_caption_and_of_the_text_around_it(read: Reader) -> None:
    text = read("See Y04.\n\n![Y06とB15。](figure:tile)\n\n- Then R09,\n\n![Y08](figure:walk-swap)\n\n**B01** is last.")
    (_, first), (_, second) = figures_of(text).values()
    assert {"Y04", "Y06", "B15", "R09"} <= first
    assert not first & {"Y08", "B01"}
    assert {"R09", "Y08", "B01"} <= second
    assert not second & {"Y04", "Y06"}


def test_every_tile_that_is_named_bears_its_name_in_the_figure(printed: Printed) -> None:
    pdf = printed("![Blue swaps B12 and B15.](figure:walk-swap)")
    text = pypdfium2.PdfDocument(pdf)[BODY].get_textpage().get_text_range()
    assert [text.count(name) for name in ("B12", "B15", "Y04")] == [3, 3, 0], "two panels and the caption"


def test_names_are_printed_upright_and_large_enough_to_be_read(printed: Printed) -> None:
    page = pypdfium2.PdfDocument(printed("![Blue places Y12.](figure:walk-impale-rotate)"))[BODY].get_textpage()
    text = page.get_text_range()
    heights = []
    for start in (index for index in range(len(text)) if text.startswith("Y12", index)):
        left, bottom, _, top = page.get_charbox(start)
        assert page.get_charbox(start + 2)[0] > left, "from left to right"
        heights.append(top - bottom)
    assert len(heights) == 3, "two panels and the caption"
    assert min(heights) > 3.4, "1.2 mm"


def test_every_name_stands_on_its_tile_and_covers_no_symbol_and_no_path(
    figures: LoadedFigures, deck: Deck, theme: Theme
) -> None:
    for scene, placed, box in named_tiles(figures, deck, theme):
        left, top = placed.at[0] * TILE, placed.at[1] * TILE
        assert left < box.left < box.right < left + TILE
        assert top < box.top < box.bottom < top + TILE
        spots = [(place.x, place.y, place.size / 2) for place in scene.art.places(placed.tile)]
        spots += [(x, y, FLOOR) for one in scene.art.plan(placed.tile).chambers for x, y in one.shape.points]
        for x, y, radius in spots:
            u, v = turned_point(x, y, placed.turns, TILE)
            across = max(box.left - left - u, 0, left + u - box.right)
            assert math.hypot(across, max(box.top - top - v, 0, top + v - box.bottom)) > radius, placed


def test_no_name_lies_on_an_arrow_or_a_frame(figures: LoadedFigures, deck: Deck, theme: Theme) -> None:
    for scene, _, box in named_tiles(figures, deck, theme):
        for x, y in (point for arrow in scene.arrows for point in arrow.points()):
            assert not (box.left < x < box.right and box.top < y < box.bottom)
        for u, v in (other.at for other in scene.panel.tiles if other.mark):
            inside = u * TILE < box.left and box.right < (u + 1) * TILE
            inside = inside and v * TILE < box.top and box.bottom < (v + 1) * TILE
            near = 3.9  # beyond the dark line of a frame
            apart = box.right < u * TILE - near or box.left > (u + 1) * TILE + near
            assert inside or apart or box.bottom < v * TILE - near or box.top > (v + 1) * TILE + near
