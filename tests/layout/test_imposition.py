"""Which component lies at which place: fronts, backs exactly behind them, and nothing forgotten."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import N_UP
from asterion_press.errors import LayoutError
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of
from asterion_press.games.labyrinth.game import back_of
from asterion_press.layout.grid import Grid, Places
from asterion_press.layout.sheet_setup import Correction, Flip, SheetSetup
from asterion_press.layout.sheets import Face, Lot, Page, Piece, impose, lot_pages
from tests.support.decks_for_play import deck_with
from tests.support.sheets_of_decks import counter_pages, grids_for, laid, tile_pages
from tests.support.workshop import paper as paper_called
from tests.support.workshop import paper_of


def grid_of(columns: int, rows: int, *, upright: bool = True) -> Grid:
    """A grid of places of 20 mm on a paper that is just large enough, upright or lying."""
    long = 22 + 20 * max(columns, rows) + 200
    short = long - 1
    paper = paper_of(short, long) if upright else paper_of(long, short)
    left, top = (paper.width_mm - 20 * columns) / 2, (paper.height_mm - 20 * rows) / 2
    return Grid(paper, N_UP, 20, 20, columns, rows, 0, 0, left, top)


GRIDS = st.builds(grid_of, st.integers(1, 6), st.integers(1, 6), upright=st.booleans())
FLIPS = st.sampled_from(Flip)


def small_deck(copies: Sequence[tuple[int, int]], counters: int = 4) -> Deck:
    """A deck of yellow and blue whose designs have so many copies in each."""
    catalogue = deck_with(["NESW"] * len(copies), colours=2).catalogue
    designs = {
        name: replace(design, copies={"yellow": yellow, "blue": blue})
        for (name, design), (yellow, blue) in zip(catalogue.designs.items(), copies, strict=True)
    }
    return deck_of(replace(catalogue, designs=designs, counters=replace(catalogue.counters, count=counters)))


COPIES = st.tuples(st.integers(0, 4), st.integers(0, 4))
DECKS = st.builds(small_deck, st.lists(COPIES, min_size=1, max_size=6), st.integers(0, 40))


def drawn(page: Page) -> str:
    """A page as a picture: a row of names a line, a dot for an empty place."""
    grid = page.grid
    assert isinstance(grid, Grid)
    lying = {(one.x, one.y): one.component for one in page.placements}
    names = [lying.pop(grid.trim_corner(index), ".") for index in range(grid.places)]
    assert not lying
    rows = [names[row * grid.columns : (row + 1) * grid.columns] for row in range(grid.rows)]
    return "\n".join(" ".join(f"{name:13}" for name in row).rstrip() for row in rows)


DECK = small_deck([(2, 1), (1, 0)])  # Y01 Y01 Y02 B01 and the minotaur


def pictures(flip: Flip, grid: Grid) -> list[str]:
    return [f"{page.sheet} {page.face}\n{drawn(page)}" for page in tile_pages(DECK, grid, flip)]


OVER_THE_LONG_EDGE = """\
1 front
Y01           Y01           Y02
1 back
back-yellow   back-yellow   back-yellow
2 front
B01           minotaur      .
2 back
.             back-minotaur back-blue"""
OVER_THE_SHORT_EDGE = """\
1 front
Y01           Y01           Y02
B01           minotaur      .
1 back
back-blue     back-minotaur .
back-yellow   back-yellow   back-yellow"""


@pytest.mark.parametrize(
    ("flip", "rows", "picture"), [(Flip.LONG_EDGE, 1, OVER_THE_LONG_EDGE), (Flip.SHORT_EDGE, 2, OVER_THE_SHORT_EDGE)]
)
def test_a_small_layout_looks_like_its_picture(flip: Flip, rows: int, picture: str) -> None:
    assert "\n".join(pictures(flip, grid_of(3, rows))) == picture


def test_a_lying_paper_is_turned_over_its_long_edge_from_top_to_bottom() -> None:
    lying = pictures(Flip.LONG_EDGE, grid_of(3, 2, upright=False))
    assert lying == pictures(Flip.SHORT_EDGE, grid_of(3, 2))
    assert pictures(Flip.SHORT_EDGE, grid_of(3, 2, upright=False)) == pictures(Flip.LONG_EDGE, grid_of(3, 2))


@given(GRIDS, FLIPS)
def test_a_flip_moves_every_place_to_one_place_and_flipping_twice_is_the_identity(grid: Grid, flip: Flip) -> None:
    corners = [grid.trim_corner(index) for index in range(grid.places)]
    behind = [grid.behind(*corner, flip) for corner in corners]
    assert [grid.behind(*corner, flip) for corner in behind] == [pytest.approx(corner) for corner in corners]
    there, back = ({tuple(round(value, 6) for value in corner) for corner in those} for those in (corners, behind))
    assert there == back


def components(pages: Iterable[Page], face: Face) -> Counter[str]:
    return Counter(placement.component for page in pages if page.face is face for placement in page.placements)


@given(DECKS, GRIDS)
def test_no_sheet_but_the_last_of_its_kind_has_an_empty_place(deck: Deck, grid: Grid) -> None:
    for pages in (tile_pages(deck, grid), counter_pages(deck, grid, 1)):
        assert all(len(page.placements) == grid.places for page in pages[:-2])
        assert all(page.placements for page in pages)


@given(DECKS, GRIDS)
def test_a_page_names_the_colours_that_lie_on_it(deck: Deck, grid: Grid) -> None:
    for page in tile_pages(deck, grid):
        if page.face is Face.BACK:
            assert {f"back-{colour}" for colour in page.colours} == {p.component for p in page.placements}


def test_a_deck_without_counters_has_no_sheet_of_them() -> None:
    deck = small_deck([(1, 1)], counters=0)
    assert {page.kind for page in laid(deck, *grids_for(deck, paper_called()))} == {"tiles"}


@pytest.mark.parametrize(
    ("paper", "sheets"),
    [("a4", 7), ("letter", 7), ("a3", 4), ("tabloid", 4), ("legal", 6)],  # 65 / 12, 24 or 15 tiles, and the counters
)
def test_the_shipped_deck_takes_so_many_sheets(deck: Deck, paper: str, sheets: int) -> None:
    pages = laid(deck, *grids_for(deck, paper_called(paper)))
    assert len(pages) == 2 * sheets
    fronts, backs = components(pages, Face.FRONT), components(pages, Face.BACK)
    assert fronts["counter"] == deck.catalogue.counters.count
    assert backs["back-yellow"] == len(deck.of_colour("yellow"))
    assert backs["back-minotaur"] == 1
    assert sum(fronts.values()) == len(deck.all_tiles) + deck.catalogue.counters.count


@given(st.integers(1, 40), st.sets(st.tuples(st.integers(1, 3), st.integers(1, 6)), max_size=6))
def test_places_are_left_free_on_the_sheet_that_is_named_and_on_no_other(
    count: int, skip: set[tuple[int, int]]
) -> None:
    assume(all(len([place for number, place in skip if number == sheet]) < 6 for sheet in (1, 2, 3)))
    lot = Lot("tiles", 20, 20, 0, (Piece("a", "a", count, "back"),))
    grid = grid_of(3, 2)
    places = {grid.trim_corner(index): index + 1 for index in range(6)}
    pages = lot_pages(lot, grid, skip=tuple(sorted(skip)))
    fronts = [page for page in pages if page.face is Face.FRONT]
    for page in fronts:
        lying = {places[one.x, one.y] for one in page.placements}
        free = {place for number, place in skip if number == page.sheet}
        assert not lying & free
        assert page is fronts[-1] or lying == set(range(1, 7)) - free
    assert sum(len(page.placements) for page in fronts) == count


@given(FLIPS, st.lists(st.tuples(st.integers(0, 100), st.integers(0, 200)), min_size=1, max_size=5, unique=True))
def test_places_in_mm_turned_over_cover_the_same_card(flip: Flip, corners: list[tuple[int, int]]) -> None:
    places = Places(paper_of(200, 300), N_UP, 40, 25, tuple(corners), 0)
    over = places.turned_over(flip)
    across, down = (flip is Flip.LONG_EDGE), (flip is Flip.SHORT_EDGE)
    for (x, y), (u, v) in zip(places.corners, over.corners, strict=True):
        assert {x, x + 40} == ({200 - u, 200 - u - 40} if across else {u, u + 40})
        assert {y, y + 25} == ({300 - v, 300 - v - 25} if down else {v, v + 25})
    assert over.turned_over(flip) == places


def test_every_game_is_laid_for_a_printer_that_prints_lengths_as_the_guide_reads_them() -> None:
    """Pieces that fill a page and have no marks beside them may lie where marks would be."""
    guide = Path(__file__).parents[2].joinpath("docs", "guides", "calibrating.md").read_text(encoding="utf-8")
    (width, height), (across, down) = (
        map(float, re.findall(rf"--{option} (\S+)", guide)[0].split(",")) for option in ("size", "offset")
    )
    setup, wrong = SheetSetup(correction=Correction("hall", width / 160, height / 220, across, down)), list[str]()
    for name, paper, lot in lots_of_all_games():
        try:
            impose([lot], paper, setup)
        except LayoutError as error:
            wrong.append(f"{name}: {error}")
    assert not wrong


def lots_of_all_games() -> Iterator[tuple[str, Paper, Lot]]:
    for name in library.games():
        game = read_game(library.game_file(name))
        for paper in map(paper_called, ("a4", "letter")):
            yield from ((f"{name}, {lot.kind}", paper, lot) for lot in game.lots(paper))


def test_only_sheets_that_have_backs_reserve_room_for_a_shift_of_backs() -> None:
    """A shift moves backs alone: what has none is laid as on a printer that shifts nothing, in every game."""
    wrong, without, kept = list[str](), 0, 0
    for (name, paper, lot), shift in product(lots_of_all_games(), ((0.5, 0.0), (1.3, -0.4), (-4.0, 4.0))):
        laying = SheetSetup(correction=Correction(across=shift[0], down=shift[1]))
        try:
            found = impose([lot], paper, laying)
        except LayoutError as error:
            wrong.append(f"{name}, {shift}: {error}")
            continue
        fronts, plain = (
            [page.placements for page in pages if page.face is Face.FRONT] for pages in (found, impose([lot], paper))
        )
        if not lot.has_backs and fronts != plain:
            wrong.append(f"{name}, {shift}: laid otherwise")
        without += not lot.has_backs
        kept += lot.has_backs and laying.room(paper) == found[0].grid.paper
    assert not wrong
    assert min(without, kept), "both kinds of sheets were tried"


def behind(x: float, y: float, grid: Grid, flip: Flip) -> tuple[float, float]:
    """Where the top left corner of what lies behind (x, y) is, seen from the back of the sheet."""
    paper = grid.paper
    if flip is Flip.NONE:
        return x, y
    if (flip is Flip.LONG_EDGE) == (paper.height_mm >= paper.width_mm):
        return paper.width_mm - x - grid.trim, y
    return x, paper.height_mm - y - grid.trim


@given(DECKS, GRIDS, FLIPS)
def test_every_back_lies_exactly_behind_its_front(deck: Deck, grid: Grid, flip: Flip) -> None:
    pages = laid(deck, grid, grid, flip)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        lying = {(round(p.x, 6), round(p.y, 6)): p.component for p in back.placements}
        assert len(lying) == len(front.placements)
        for placement in front.placements:
            x, y = behind(placement.x, placement.y, grid, flip)
            tile = deck.tile(placement.component)
            assert lying[round(x, 6), round(y, 6)] == (back_of(tile) if tile else "counter")


@given(DECKS, GRIDS, FLIPS)
def test_everything_is_placed_as_often_as_the_deck_says_on_sheets_that_are_counted_from_one(
    deck: Deck, grid: Grid, flip: Flip
) -> None:
    pages = laid(deck, grid, grid, flip)
    expected = Counter({tile.id: tile.copies for tile in (*deck.tiles, deck.minotaur)})
    expected["counter"] = deck.catalogue.counters.count
    assert components(pages, Face.FRONT) == +expected
    assert [page.face for page in pages] == [Face.FRONT, Face.BACK] * (len(pages) // 2)
    assert [page.sheet for page in pages] == [1 + index // 2 for index in range(len(pages))]
    kinds = [page.kind for page in pages]
    assert kinds == sorted(kinds, key=["tiles", "counters"].index)
