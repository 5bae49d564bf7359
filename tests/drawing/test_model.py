"""Tables as models: near walls hide what is behind them, nothing else does, and seams have no gaps."""

from __future__ import annotations

import io
import math
import os
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Group, Patch, Scene, Shape, Shown, steps_of
from asterion_press.drawing.inks import reink
from asterion_press.drawing.svg import png_bytes, scene_text
from asterion_press.games.labyrinth.art.chambers import FLOOR, LEAD, TILE, WALL, at
from asterion_press.games.labyrinth.art.tile_plan import TilePlan, plan_tile
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from asterion_press.games.labyrinth.diagrams.model_pictures import (
    ModelPlan,
    best_model_plan,
    laid_for_lid,
    lid_scene,
    model_scene,
)
from asterion_press.games.labyrinth.diagrams.model_view import AROUND_DEG, HEIGHT, UP_DEG, slant
from asterion_press.games.labyrinth.diagrams.placed import Cell, TableTile, TileDrawings
from asterion_press.games.labyrinth.diagrams.table import TableView, laid_tiles
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.record import moment_of
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.engine.scoring import explain_final
from asterion_press.geometry import Side, turned_point
from tests.support.pictures import shapes_in

A4, LYING = (190.0, 277.0), (277.0, 190.0)
DPI = 250
POINTS = 4000 if "THOROUGH" in os.environ else 1200
SURE_MM = 0.5
"""Nearer to an edge than this, a line of the drawing may lie."""
MIXED = 180
"""Pixels at edges are of mixed colour; pure ones are 361 apart and more."""
TOP, FACE, FLAT = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def view_of(box: GameSet, seed: int) -> TableView:
    end = moment_of(random_game(box, Rules(), 4, seed), box)
    return TableView("a game", end.position, explain_final(end.position), end)


def drawn(view: TableView, art: TileDrawings) -> tuple[Scene, ModelPlan]:
    _, plan = best_model_plan(view, art, [A4, LYING])
    return model_scene(view, art, plan), plan


def walls_alone(scene: Scene) -> Scene:
    """The tops of walls in red and their faces in blue, and nothing else."""

    def inked(shown: Shape | Group | Shown, ink: str) -> Shown:
        assert isinstance(shown, Shown)
        return replace(shown, drawing=reink(shown.drawing, ink, lambda _: ink))

    inks = {"tops": "#ff0000", "faces": "#0000ff"}
    parts = [part for part in scene.parts if isinstance(part, Patch) and part.name in inks]
    painted = [replace(part, items=tuple(inked(one, inks[part.name]) for one in part.items)) for part in parts]
    return replace(scene, parts=tuple(painted))


def from_floor(plan: TilePlan, x: float, y: float) -> list[float]:
    """How far a point of a tile lies outside of the floor of each chamber."""
    found = []
    for chamber in plan.chambers:
        points = [point for spine in chamber.shape.spines for point in spine.points]
        points += [at(side, 0, depth) for side in chamber.exits for depth in (LEAD / 2, 0, -1.2, -2.4)]
        away = [math.dist((x, y), point) - FLOOR for point in points]
        away += [room.distance(x, y) - room.radius for room in chamber.shape.rooms]
        found.append(min(away))
    return found


class Judge:
    """What a ray from the viewer meets, found without any drawing."""

    def __init__(self, table: dict[Cell, TableTile], art: TileDrawings) -> None:
        self.table, self.art = table, art

    def is_wall(self, x: float, y: float) -> bool:
        """Raises LookupError for a bridge, the court, and what is no tile."""
        cell = math.floor(x / TILE), math.floor(y / TILE)
        laid = self.table[cell]
        if laid.tile == MINOTAUR_ID:
            raise LookupError
        plan = plan_tile(self.art.tile(laid.tile))
        if plan.bridge is not None:
            raise LookupError
        own = turned_point(x - cell[0] * TILE, y - cell[1] * TILE, -laid.turns, TILE)
        return any(0 <= away <= WALL for away in from_floor(plan, *own))

    def meets(self, x: float, y: float) -> tuple[int, int, int]:
        """What is seen where the floor's point (x, y) would be."""
        towards = math.sin(math.radians(AROUND_DEG)), math.cos(math.radians(AROUND_DEG))
        nearer = 1 / math.tan(math.radians(UP_DEG))
        for step in range(13):
            height = HEIGHT * (1 - step / 12)
            if self.is_wall(x + towards[0] * nearer * height, y + towards[1] * nearer * height):
                return FACE if step else TOP
        return FLAT


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_seen_of_walls_is_what_a_ray_meets(seed: int, box: GameSet, art: TileDrawings) -> None:
    view = view_of(box, seed)
    scene, plan = drawn(view, art)
    png = png_bytes(scene_text(walls_alone(scene)), scene.width, scene.height, DPI)
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    table = laid_tiles(view.position)
    judge, chance, seen = Judge(table, art), Random(seed), {TOP: 0, FACE: 0, FLAT: 0}
    for _ in range(POINTS):
        cell = chance.choice(sorted(table))
        x, y = (cell[0] + chance.random()) * TILE, (cell[1] + chance.random()) * TILE
        around = [(x + dx, y + dy) for dx in (-SURE_MM, 0, SURE_MM) for dy in (-SURE_MM, 0, SURE_MM)]
        try:
            met = {judge.meets(*point) for point in around}
        except LookupError:
            continue
        if len(met) == 1:
            column, row = (round(length / 25.4 * DPI - 0.5) for length in plan.onto.apply(x, y))
            expected = met.pop()
            assert math.dist(map(int, picture[row, column]), expected) < MIXED, f"seed {seed}: at {x:.2f}, {y:.2f}"
            seen[expected] += 1
    assert min(seen.values()) > POINTS / 40


def test_every_part_of_a_model_lies_in_its_picture(box: GameSet, art: TileDrawings) -> None:
    scene, plan = drawn(view_of(box, 3), art)
    for part in scene.parts:
        if isinstance(part, Patch) and part.name in {"slab", "faces", "tops", "bust"}:
            shapes = [shape for shape in part.items if isinstance(shape, Shape)]
            at = part.transform
            for shown in (shown for shown in part.items if isinstance(shown, Shown)):
                assert shown.height == shown.drawing.height
                shapes += shapes_in(shown.drawing.groups)
            corners = [at.apply(*point) for shape in shapes for _, points in steps_of(shape.data) for point in points]
            assert all(plan.margin < x < plan.width - plan.margin for x, _ in corners)
            assert all(plan.margin < y <= plan.bottom + 0.01 for _, y in corners)


def test_a_counter_lies_on_every_impaled_prisoner(box: GameSet, art: TileDrawings) -> None:
    view = view_of(box, 1)
    scene, _ = drawn(view, art)
    counters = [part for part in scene.parts if isinstance(part, Patch) and part.name == "counter"]
    assert len(counters) == view.position.captured > 0


def test_a_model_is_larger_on_larger_paper_and_fills_it(box: GameSet, art: TileDrawings) -> None:
    view = view_of(box, 1)
    small, large = (best_model_plan(view, art, [(w, h)])[1] for w, h in (LYING, (400.0, 574.0)))
    assert large.scale > small.scale
    assert (large.width, large.height) == (400.0, 574.0)


def test_a_turned_tile_is_seen_from_the_same_side() -> None:
    straight = slant(0).towards
    for turns in range(4):
        x, y = slant(turns).towards
        for _ in range(turns):
            x, y = -y, x
        assert (x, y) == pytest.approx(straight)


def test_the_paths_of_neighbours_go_on(deck: Deck) -> None:
    laid = {tile.at: tile for tile in laid_for_lid(deck)}
    assert len(laid) == 15
    assert laid[0, 0].tile == "minotaur"
    assert len({tile.tile for tile in laid.values()}) == 15

    def opened(at: tuple[int, int]) -> set[Side]:
        tile = deck.tile(laid[at].tile)
        assert tile is not None
        return {side.turned(laid[at].turns) for path in tile.paths for side in path.exits}

    seams = [((x, y), (x + 1, y), Side.E) for x, y in laid if (x + 1, y) in laid]
    seams += [((x, y), (x, y + 1), Side.S) for x, y in laid if (x, y + 1) in laid]
    assert all((side in opened(here)) == (side.opposite in opened(there)) for here, there, side in seams)


def test_the_scene_shows_each_tile_once(deck: Deck, knossos: Theme) -> None:
    scene = lid_scene(deck, knossos)
    assert scene is not None
    assert sum(isinstance(part, Patch) and part.name == "floor" for part in scene.parts) == 15
    assert scene.width > 1.3 * scene.height


def test_a_deck_without_the_minotaur_or_with_few_tiles_has_no_scene(deck: Deck, knossos: Theme) -> None:
    assert lid_scene(replace(deck, tiles=deck.tiles[:13]), knossos) is None
    assert lid_scene(replace(deck, centre=None), knossos) is None
