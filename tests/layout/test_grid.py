"""The arithmetic of the grid: how many places a paper holds, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue.equipment import Margins, Paper
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.layout.grid import BAND_MM, SIDE_MM, Grid, grid_on, usable_area
from tests.support.sheets_of_decks import grids_for
from tests.support.workshop import paper as shipped
from tests.support.workshop import paper_of

PLACES = {
    # A place is 50 + 2 x 3 = 56 mm. Free: width - 2 x margin - 2 x 5, height - 2 x margin - 2 x 10.
    "a4": (3, 4),  # 180 / 56 = 3.2; 257 / 56 = 4.6
    "letter": (3, 4),  # 180.6 / 56 = 3.2; 239.4 / 56 = 4.3
    "a3": (4, 6),  # 267 / 56 = 4.8; 380 / 56 = 6.8
    "tabloid": (4, 6),  # 249.4 / 56 = 4.5; 391.8 / 56 = 7.0 less 0.2 mm, so 6
    "legal": (3, 5),  # 180.6 / 56 = 3.2; 315.6 / 56 = 5.6
}


def test_a_paper_holds_as_many_tiles_as_the_arithmetic_says(deck: Deck) -> None:
    tiles = {paper: grids_for(deck, shipped(paper))[0] for paper in PLACES}
    assert {paper: (grid.columns, grid.rows) for paper, grid in tiles.items()} == PLACES
    assert {(grid.trim, grid.bleed, grid.pitch) for grid in tiles.values()} == {(50, 3, 56)}


def test_64_counters_lie_in_a_square_of_eight_by_eight(deck: Deck) -> None:
    grids = [grids_for(deck, shipped(paper))[1] for paper in PLACES]
    assert {(grid.columns, grid.rows) for grid in grids} == {(8, 8)}
    assert {(grid.trim, grid.bleed, grid.edge, grid.pitch) for grid in grids} == {(11, 0, 3, 11)}


def test_counters_for_a_punch_lie_apart(deck: Deck) -> None:
    counters = replace(deck.catalogue.counters, shape="round")
    _, grid = grids_for(replace(deck, catalogue=replace(deck.catalogue, counters=counters)), shipped("a4"))
    assert (grid.trim, grid.bleed, grid.pitch) == (11, 3, 17)


def test_the_block_on_a4_begins_where_a_ruler_would_find_it(deck: Deck) -> None:
    tiles, _ = grids_for(deck, shipped("a4"))
    assert (tiles.left, tiles.top) == (21, 36.5)  # (210 - 3 x 56) / 2, (297 - 4 x 56) / 2
    assert (tiles.right, tiles.bottom) == (189, 260.5)
    assert tiles.trim_corner(0) == (24, 39.5)
    assert tiles.trim_corner(4) == (80, 95.5)
    assert tiles.trim_corner(11) == (136, 207.5)


@pytest.mark.parametrize(
    ("filled", "across", "down"),
    [
        (range(12), [24, 74, 80, 130, 136, 186], [39.5, 89.5, 95.5, 145.5, 151.5, 201.5, 207.5, 257.5]),
        ([0, 1, 3], [24, 74, 80, 130], [39.5, 89.5, 95.5, 145.5]),  # two of the first row, one of the second
    ],
)
def test_the_knife_goes_along_both_edges_of_every_trim_and_not_where_nothing_lies(
    deck: Deck, filled: Sequence[int], across: list[float], down: list[float]
) -> None:
    tiles, _ = grids_for(deck, shipped("a4"))
    xs, ys = tiles.cut_lines(map(tiles.trim_corner, filled))
    assert (list(xs), list(ys)) == (across, down)


PLACE = "a place of {} mm ({} mm trim and twice 3 mm bleed) does not fit {} mm are free for components"
REMEDY = "; choose a larger paper or a smaller tile"
RULER = "the ruler of 100 mm and its label of 12 mm do not fit Strip: 111 mm are free in width; choose a wider paper"


@pytest.mark.parametrize(
    ("paper", "trim", "reported", "key"),
    [
        (paper_of(148, 80, 10, "Card"), 50, PLACE.format(56, 50, "Card: 118 x 40") + REMEDY, "height_mm"),
        (shipped("a4"), 180, PLACE.format(186, 180, "A4: 180 x 257") + REMEDY, "width_mm"),
        (
            paper_of(141, 297, 10, "Strip"),
            50,
            RULER,
            "width_mm",
        ),
    ],
)
def test_a_paper_that_is_too_small_is_told_the_numbers(paper: Paper, trim: float, reported: str, key: str) -> None:
    with pytest.raises(LayoutError) as caught:
        grid_on(paper, trim, 3)
    assert (caught.value.lines(), caught.value.location) == ([reported], (key,))


def test_a_block_that_fits_to_the_hair_fits() -> None:
    # 2 x 56.1 = 112.2 in binary is not exactly what 142.2 - 30 is.
    grid = grid_on(paper_of(142.2, 152.2, 10), 50.1, 3)
    assert (grid.columns, grid.rows) == (2, 2)


def test_fewer_places_than_fit_form_a_block_about_square() -> None:
    blocks = {1: (1, 1), 2: (2, 1), 5: (3, 2), 9: (3, 3), 12: (3, 4), 99: (3, 4)}
    grids = {wanted: grid_on(shipped("a4"), 50, 3, wanted) for wanted in blocks}
    assert {wanted: (grid.columns, grid.rows) for wanted, grid in grids.items()} == blocks


MILLIMETRES = st.integers(min_value=0, max_value=4000).map(lambda tenths: tenths / 10)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Grids of any tile on any paper that has room for one."""
    width, height = draw(st.integers(1500, 6000)) / 10, draw(st.integers(1000, 6000)) / 10
    margins = Margins(*(draw(st.integers(0, 150)) / 10 for _ in range(4)))
    paper = Paper("Any", width, height, margins, "hypothesis")
    trim, bleed = draw(st.integers(60, 900)) / 10, draw(st.integers(0, 60)) / 10
    wanted = draw(st.none() | st.integers(1, 100))
    free = usable_area(paper)
    assume(trim + 2 * bleed <= min(free) and free[0] >= 112)
    return grid_on(paper, trim, bleed, wanted)


CLOSE = 1e-6


@given(grids())
def test_the_block_lies_centred_in_the_printable_area_and_leaves_the_bands_free(grid: Grid) -> None:
    margins = grid.paper.margin_mm
    assert grid.left >= margins.left + SIDE_MM - CLOSE
    assert grid.right <= grid.paper.width_mm - margins.right - SIDE_MM + CLOSE
    assert grid.top >= margins.top + BAND_MM - CLOSE
    assert grid.bottom <= grid.paper.height_mm - margins.bottom - BAND_MM + CLOSE
    assert grid.left == pytest.approx(grid.paper.width_mm - grid.right, abs=CLOSE)
    assert grid.top == pytest.approx(grid.paper.height_mm - grid.bottom, abs=CLOSE)


@given(grids())
def test_no_two_bleeds_overlap_and_all_lie_in_the_block(grid: Grid) -> None:
    corners = [grid.trim_corner(index) for index in range(grid.places)]
    for index, (x, y) in enumerate(corners):
        assert x - grid.bleed >= grid.left - CLOSE
        assert y - grid.bleed >= grid.top - CLOSE
        assert x + grid.trim + grid.bleed <= grid.right + CLOSE
        assert y + grid.trim + grid.bleed <= grid.bottom + CLOSE
        for other_x, other_y in corners[:index]:
            assert max(abs(x - other_x), abs(y - other_y)) >= grid.trim + 2 * grid.bleed - CLOSE


@given(grids())
def test_each_trim_edge_has_its_cut(grid: Grid) -> None:
    xs, ys = grid.cut_lines(map(grid.trim_corner, range(grid.places)))
    for index in range(grid.places):
        x, y = grid.trim_corner(index)
        for edge, cuts in ((x, xs), (x + grid.trim, xs), (y, ys), (y + grid.trim, ys)):
            assert min(abs(edge - cut) for cut in cuts) < CLOSE


@given(st.integers(1500, 4000), st.integers(1500, 4000), st.integers(100, 600))
def test_not_one_more_column_or_row_would_fit(width: int, height: int, pitch: int) -> None:
    paper = paper_of(width / 10, height / 10, 5)
    free_width, free_height = usable_area(paper)
    assume(free_width >= 112 and min(free_width, free_height) >= pitch / 10)
    grid = grid_on(paper, pitch / 10, 0)
    assert (grid.columns + 1) * pitch / 10 > free_width
    assert (grid.rows + 1) * pitch / 10 > free_height


@given(grids(), st.integers(1, 100))
def test_a_block_of_wanted_places_holds_them_or_all_that_fit(grid: Grid, wanted: int) -> None:
    full = grid_on(grid.paper, grid.trim, grid.bleed)
    some = grid_on(grid.paper, grid.trim, grid.bleed, wanted)
    assert some.places >= min(wanted, full.places)
    assert some.columns <= full.columns
    assert some.rows <= full.rows
