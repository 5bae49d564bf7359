"""Arrows from cell to cell: they begin and end before tiles, in empty cells alone, and hide nobody."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from asterion_press.drawing.display_list import Shape, steps_of
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.art.ground import Spot
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID
from asterion_press.games.labyrinth.diagrams.arrows import Arrow, arrows
from asterion_press.games.labyrinth.diagrams.placed import Cell, TileDrawings, middle, symbol_spots
from asterion_press.games.labyrinth.diagrams.table import laid_tiles
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Move, Swap
from asterion_press.games.labyrinth.engine.record import moment_of
from asterion_press.games.labyrinth.engine.rules import Rules

CELLS = st.tuples(st.integers(-5, 5), st.integers(-5, 5))


def upon(arrow: Arrow, cells: set[Cell]) -> int:
    """How many points of an arrow lie upon a tile."""
    return sum((math.floor(x / TILE), math.floor(y / TILE)) in cells for x, y in arrow.points())


@given(CELLS, CELLS)
def test_an_arrow_between_tiles_that_stand_alone_begins_and_ends_before_them(start: Cell, end: Cell) -> None:
    assume(start != end)
    (arrow,) = arrows([(start, end)], {start, end}, ())
    assert not upon(arrow, {start, end})
    for tip, cell in ((arrow.start, start), (arrow.end, end)):
        x, y = middle(cell)
        assert 25 < math.dist(tip[:2], (x, y)) < 32


@pytest.mark.parametrize("end", [(1, 0), (0, -1)])
def test_a_move_to_the_next_cell_is_an_arrow_in_the_gap(end: Cell) -> None:
    for laid in ({(0, 0)}, {end}):
        (arrow,) = arrows([((0, 0), end)], laid, ())
        assert not upon(arrow, laid)
        points = arrow.points()
        assert all(abs(x - 25) < 1 for x, _ in points) or all(abs(y - 25) < 1 for _, y in points), "straight"
        assert math.dist(points[0], points[-1]) > 18


def test_a_swap_is_one_arrow_with_two_heads() -> None:
    laid: set[Cell] = {(0, 0), (1, 0)}
    (single,) = arrows([((0, 0), (1, 0))], laid, ())
    (double,) = arrows([((0, 0), (1, 0)), ((1, 0), (0, 0))], laid, ())
    for arrow, heads in ((single, 1), (double, 2)):
        shape = arrow.patch().items[-1]
        assert isinstance(shape, Shape)
        polygons = [points for command, points in steps_of(shape.data) if command == "M"]
        assert len(polygons) == heads
        assert polygons[0][0] == pytest.approx(arrow.end[:2], abs=0.01)


def test_an_arrow_leads_around_a_symbol() -> None:
    laid: set[Cell] = {(0, 0), (1, 0), (2, 0), (1, -1), (1, 1), (0, -1), (2, -1), (0, 1), (2, 1)}
    ends: tuple[Cell, Cell] = (0, 3), (2, -3)
    (straight,) = arrows([ends], laid, ())
    x, y = straight.points()[len(straight.points()) // 2]
    (around,) = arrows([ends], laid, [Spot(x, y, 10)])
    assert all(math.dist(point, (x, y)) > 10 for point in around.points())


@pytest.mark.parametrize("seed", range(1, 6))
def test_no_arrow_of_a_game_lies_on_a_prisoner(art: TileDrawings, box: GameSet, seed: int) -> None:
    game = random_game(box, Rules(), 4, seed)
    plies = [number for number, turn in enumerate(game.turns, 1) if isinstance(turn.ply, Move | Swap)]
    assert plies
    for number in plies:
        shown = moment_of(game, box, number)
        laid = laid_tiles(shown.position)
        where = {one.tile: cell for cell, one in laid.items() if one.tile != MINOTAUR_ID}
        ply = shown.turn.ply if shown.turn else None
        if isinstance(ply, Swap):
            one, other = (where[tile] for tile in ply.tiles)
        else:
            assert isinstance(ply, Move)
            assert shown.left is not None
            one, other = shown.left, where[ply.tile]
        spots = [spot for cell in where.values() for spot in symbol_spots(laid[cell], art)]
        (arrow,) = arrows([(one, other)], laid, spots)
        for x, y, radius in spots:
            assert all(math.dist(point, (x, y)) > radius for point in arrow.points()), (number, x, y)
