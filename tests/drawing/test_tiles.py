"""Laws of the tiles' drawings: they join, they are safe to cut, they are the same every time."""

from __future__ import annotations

import itertools
import math

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.inks import palette
from asterion_press.drawing.svg import svg_text
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.chambers import LEAD, TILE, WALL
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.art.masonry import wall_runs
from asterion_press.games.labyrinth.art.tile import tile_drawing
from asterion_press.games.labyrinth.art.tile_plan import plan_tile, symbol_places
from asterion_press.games.labyrinth.catalogue.records import Exits, Path, sort_paths, turn_paths
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.geometry import SIDES, Side
from tests.support.pictures import pixels, shapes_in

PER_MM = 8
SAFE_MM = 3.0
ANTIALIASING = 40
"""What a rasteriser may round another way on an edge that is turned."""


def edges(name: str, deck: Deck, theme: Theme) -> list[npt.NDArray[np.int64]]:
    """The outermost row of each side of a tile, read clockwise: N, E, S, W."""
    picture = pixels(draw(name, deck, theme), PER_MM)
    return [np.rot90(picture, side)[0] for side in range(4)]


@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
def test_tiles_meet_without_a_seam_however_they_lie(theme: str, deck: Deck, themes: dict[str, Theme]) -> None:
    """Every side of every tile is like the minotaur's but for the owner's stones, and like all others of its owner.

    All four sides of the minotaur's are alike, and each is its own mirror image.
    """
    common = replace(themes[theme], shares=replace(themes[theme].shares, stones=0.0))
    own = edges("minotaur", deck, common)
    for edge in (own[0][::-1], *own[1:]):
        unlike = np.abs(edge - own[0]).max(axis=1)
        assert unlike.max() <= ANTIALIASING
        assert (unlike > 1).sum() <= 4
    for tile in deck.of_colour("yellow"):
        for side, edge, like in zip(SIDES, edges(tile.id, deck, common), own, strict=True):
            assert np.abs(edge - like).max() <= 1, f"side {side.name} of {tile.id}"
    ones = [edge for tile in deck.of_colour("blue")[:4] for edge in edges(tile.id, deck, themes[theme])]
    assert max(np.abs(edge - ones[0]).max(axis=1).max() for edge in ones) <= ANTIALIASING


def topologies() -> set[frozenset[tuple[Side, ...]]]:
    """Every way to join sides into paths, or to close them."""
    ways = itertools.product(range(5), repeat=4)  # who owns a side; nobody, 0
    return {frozenset(tuple(side for side in SIDES if way[side] == one) for one in way if one) for way in ways}


def test_every_topology_with_one_exit_a_side_draws_with_a_symbol_on_every_path(deck: Deck, knossos: Theme) -> None:
    red = deck.catalogue.colours["red"]
    for partition in topologies():
        paths = sort_paths(Path(exits=Exits(sides), prisoners=1) for sides in partition or ((),))
        tile = Tile("Q01", "red", "any", paths)
        assert len(symbol_places(tile)) == len(paths)
        tile_drawing(tile, red, palette(knossos, red.ink), deck.catalogue.tile_mm)


MOST = {"": 4, "N": 4, "NS": 4, "EW": 4, "NE": 4, "NW": 4, "NES": 4, "NEW": 4, "NESW": 8}


@pytest.mark.parametrize("exits", MOST)
def test_at_least_four_symbols_fit_on_a_path_alone_and_the_error_for_more_has_the_numbers(exits: str) -> None:
    for prisoners, coins, wings in itertools.product(range(5), repeat=3):
        sides = tuple(Side[letter] for letter in exits)
        path = Path(exits=Exits(sides), prisoners=prisoners, coins=coins, wings=wings)
        tile, count = Tile("Q02", "red", "any", (path,)), prisoners + coins + wings
        if count <= MOST[exits]:
            assert len(symbol_places(tile)) == count
        else:
            with pytest.raises(LayoutError, match=f"Q02: .* {count} symbols; at 8 mm and more at most {MOST[exits]} "):
                symbol_places(tile)


def test_symbols_are_at_least_eight_mm_within_the_safe_zone_and_apart(deck: Deck) -> None:
    for tile, turns in itertools.product(deck.of_colour("yellow"), range(4)):
        places = symbol_places(replace(tile, paths=turn_paths(tile.paths, turns)))
        for place in places:
            reach = place.size / 2
            assert place.size >= 8
            assert min(place.x, place.y) - reach + 1e-9 >= SAFE_MM, f"{tile.id}: {place}"
            assert max(place.x, place.y) + reach <= deck.catalogue.tile_mm - SAFE_MM + 1e-9, f"{tile.id}: {place}"
        for a, b in itertools.combinations(places, 2):
            assert np.hypot(a.x - b.x, a.y - b.y) >= (a.size + b.size) / 2, f"{tile.id}: {a} lies on {b}"


def test_four_full_cells_fit_on_one_tile() -> None:
    paths = tuple(Path(exits=Exits([side]), prisoners=1, wings=1) for side in SIDES)
    assert len(symbol_places(Tile("Q03", "red", "any", paths))) == 8


def test_a_closed_cell_lies_beside_a_corridor() -> None:
    paths = (Path(exits=Exits([Side.N, Side.S])), Path(exits=Exits(), prisoners=1))
    (place,) = symbol_places(Tile("Q04", "red", "any", paths))
    assert abs(place.x - 25) > 6.5 + place.size / 2


def test_tiles_are_light_enough_to_be_printed_many_times(deck: Deck, knossos: Theme) -> None:
    for tile in deck.tiles:
        drawing = draw(tile.id, deck, knossos)
        assert sum(len(shape.data) for shape in shapes_in(drawing.groups)) < 1600, tile.id
        assert len(svg_text(drawing)) < 30_000, tile.id


APART_MM = 2.0
"""Ends of runs that are farther apart leave a gap that is seen."""


@pytest.mark.parametrize("beyond", [0.0, WALL / 2, WALL])
def test_walls_end_at_exits_alone(beyond: float, deck: Deck) -> None:
    for tile in deck.tiles:
        for chamber in plan_tile(tile).chambers:
            runs = wall_runs(chamber.shape, beyond)
            ends = [sample[:2] for run in runs for sample in (run.samples[0], run.samples[-1])]
            at_exits = [end for end in ends if min(*end, TILE - end[0], TILE - end[1]) <= LEAD + 0.1]
            assert len(at_exits) == 2 * len(chamber.exits), f"{tile.id}, path {chamber.path}: {at_exits}"
            for index, end in enumerate(ends):
                nearest = min(math.dist(end, other) for at, other in enumerate(ends) if at != index)
                assert end in at_exits or nearest < APART_MM, f"{tile.id}, path {chamber.path}: a gap at {end}"
