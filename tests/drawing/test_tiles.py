"""Laws of the tiles' drawings: they join, they are safe to cut, they are the same every time."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing
from asterion_press.drawing.inks import palette
from asterion_press.drawing.svg import svg_text
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.art.tile import tile_drawing
from asterion_press.games.labyrinth.art.tile_plan import symbol_places
from asterion_press.games.labyrinth.catalogue.records import Exits, Path, sort_paths, turn_paths
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.geometry import SIDES, Side
from tests.support.pictures import pixels, shapes_in

PER_MM = 8
STRIP_MM = 18
SAFE_MM = 3.0
ANTIALIASING = 40
"""What a rasteriser may round another way on an edge that is turned."""


def drawn(tile: Tile, deck: Deck, theme: Theme) -> Drawing:
    colour = deck.catalogue.colours[tile.colour or "red"]
    return tile_drawing(tile, colour, palette(theme, colour.ink), deck.catalogue.tile_mm)


def strips(drawing: Drawing) -> list[npt.NDArray[np.int64]]:
    """The outermost row of the middle of each side, read clockwise: N, E, S, W."""
    picture = pixels(drawing, PER_MM)
    low = round((drawing.width - STRIP_MM) / 2 * PER_MM)
    turned = (np.rot90(picture, side) for side in range(4))
    return [side[0, low:-low] for side in turned]


def of_first_colour(deck: Deck) -> tuple[Tile, ...]:
    return deck.of_colour(deck.catalogue.colour_ids[0])


def test_every_open_side_of_every_tile_has_the_same_edge_pixel_for_pixel(deck: Deck, knossos: Theme) -> None:
    pattern = strips(draw("minotaur", deck, knossos))
    for tile, side in itertools.product(deck.tiles[::3], SIDES):
        edge = strips(draw(tile.id, deck, knossos))[side]
        assert np.array_equal(edge, pattern[side]), f"side {side.name} of {tile.id} is not like the minotaur's"


def test_an_edge_is_its_own_mirror_image_and_the_same_on_all_four_sides(deck: Deck, knossos: Theme) -> None:
    north, *others = strips(draw("minotaur", deck, knossos))
    for edge in (north[::-1], *others):
        unlike = np.abs(edge - north).max(axis=1)
        assert unlike.max() <= ANTIALIASING, "tiles would meet with a seam"
        assert (unlike > 0).sum() <= 4, "tiles would meet with a seam"


def partitions(sides: tuple[Side, ...]) -> list[tuple[tuple[Side, ...], ...]]:
    """Every way to join some sides into paths."""
    if not sides:
        return [()]
    first, *rest = sides
    found = []
    for size in range(len(rest) + 1):
        for company in itertools.combinations(rest, size):
            left = tuple(side for side in rest if side not in company)
            found += [((first, *company), *others) for others in partitions(left)]
    return found


TOPOLOGIES = [
    partition for size in range(5) for sides in itertools.combinations(SIDES, size) for partition in partitions(sides)
]


def test_every_topology_with_one_exit_a_side_draws_with_a_symbol_on_every_path(deck: Deck, knossos: Theme) -> None:
    for partition in TOPOLOGIES:
        paths = sort_paths(Path(exits=Exits(sides), prisoners=1) for sides in partition or ((),))
        tile = Tile("Q01", "red", "any", paths)
        assert len(symbol_places(tile)) == len(paths)
        drawn(tile, deck, knossos)


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
    for tile, turns in itertools.product(of_first_colour(deck), range(4)):
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


def test_tiles_too_small_for_symbols_are_refused_with_the_sizes(deck: Deck, knossos: Theme) -> None:
    small = replace(deck.catalogue, tile_mm=30.0)
    with pytest.raises(LayoutError, match=r"on tiles of 30 mm its symbols are .* at least 8 mm"):
        draw("Y01", replace(deck, catalogue=small), knossos)


def test_tiles_are_light_enough_to_be_printed_many_times(deck: Deck, knossos: Theme) -> None:
    for tile in deck.tiles:
        drawing = draw(tile.id, deck, knossos)
        assert sum(len(shape.data) for shape in shapes_in(drawing.groups)) < 1600, tile.id
        assert len(svg_text(drawing)) < 30_000, tile.id
