"""What figures tell in numbers: scores beside prisoners, coordinates of a whole game; and tiles that can be read."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Patch
from generator.games.game import telling
from generator.games.labyrinth.catalogue.position_records import LoadedFigures
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from generator.games.labyrinth.diagrams.panels import PanelScene
from generator.games.labyrinth.diagrams.placed import TileDrawings, symbol_spots
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.figures import PositionFigure
from generator.geometry import turned_point
from generator.rulebook.typeset.blocks import SMALLEST_CELL
from generator.rulebook.typeset.styles import MEASURE
from generator.units import pt


@pytest.fixture(scope="module")
def scenes(figures: LoadedFigures, deck: Deck, theme: Theme) -> dict[str, tuple[PanelScene, ...]]:
    art, box = TileDrawings(deck, theme), GameSet.of(deck)
    return {name: PositionFigure.of(figure, art, box).scenes for name, figure in figures.figures.figures.items()}


def scored(scene: PanelScene) -> Counter[str]:
    """What the bubbles of a panel bring, by colour of the prisoner."""
    found = Counter[str]()
    for (tile, path), addends in scene.scores.items():
        found[scene.art.tile(tile).colour] += sum(addends) * len(scene.art.prisoners(tile, path))
    return found


@pytest.mark.parametrize("name", ["escape-gate", "escape-wings", "walk-count", "four-players"])
def test_bubbles_bring_the_treasure_that_a_figure_claims(scenes: dict[str, tuple[PanelScene, ...]], name: str) -> None:
    claimed = next(scene.panel.claims.treasure for scene in scenes[name] if scene.panel.claims)
    assert claimed
    assert sum((scored(scene) for scene in scenes[name]), Counter[str]()) == Counter(claimed)


def test_whoever_was_just_impaled_bears_a_point(scenes: dict[str, tuple[PanelScene, ...]]) -> None:
    before, after = scenes["impaling"]
    assert not before.scores
    assert after.scores == {("B05", 0): (1,), ("G03", 0): (1,)}
    assert [scene.scores for scene in scenes["walk-impale-rotate"]] == [{}, {("Y04", 0): (1,)}, {("B03", 0): (1,)}]


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
                lines = [points for path, _, points in scene.art.ways(placed.tile) if path in numbers]
                turned = (turned_point(*point, placed.turns, 50) for points in lines for point in points)
                threads += [(placed.at[0] * 50 + x, placed.at[1] * 50 + y) for x, y in turned]
        for box, _ in scene.bubbles:
            inside = [spot for spot in [*spots, *threads] if math.dist(spot, _nearest(spot, box)) < 1]
            assert not inside, (scene.panel.tiles[1], box)
            assert min(math.dist(spot, _nearest(spot, box)) for spot in spots) < 15


SMALLER = {"placement": 17, "walk-count": 12, "four-players": 11, "pieces": 12, "table": 14}
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


def test_a_whole_game_has_the_coordinates_of_records_at_its_rim(scenes: dict[str, tuple[PanelScene, ...]]) -> None:
    (whole,) = scenes["four-players"]
    words = [part for part in whole.parts() if isinstance(part, Patch) and part.name == "coordinate"]
    assert len(words) == 2 * (9 + 9)
    columns = [word.transform.e for word in words if word.transform.f < whole.panel.tiles[1].at[1] * 50]
    assert columns == pytest.approx([25 + 50 * column for column in range(-4, 5)])
    assert not any(part.name == "coordinate" for part in scenes["walk-count"][0].parts() if isinstance(part, Patch))


def _nearest(point: tuple[float, float], box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, top, right, bottom = box
    return min(max(point[0], left), right), min(max(point[1], top), bottom)
