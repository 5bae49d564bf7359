"""The layout that saves paper: how many sheets it takes, which colours lie together, and what lies below others."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import COMPACT, N_UP
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.game import lots_of, tiles_lot
from asterion_press.layout.grid import Grid
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.layout.sheets import Face, Lot, Page, Piece, impose, lot_pages, lot_pattern
from tests.support.workshop import paper as paper_called

PLACES = 15
"""Three by five tiles of 50 mm, on A4 and on Letter."""


def labels_of(page: Page, lot: Lot) -> list[str]:
    labels = {piece.id: piece.label for piece in lot.pieces}
    return [labels[one.component] for one in page.placements if one.component in labels]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", ["asterion", "asterion-original"])
def test_a_whole_labyrinth_lies_on_no_more_sheets_than_its_tiles_fill(game: str, paper: str) -> None:
    lots = read_game(library.game_file(game)).lots(paper_called(paper))
    tiles = next(lot for lot in lots if lot.kind == "tiles")
    pages = impose(lots, paper_called(paper))
    assert len(pages) == 2 * math.ceil(tiles.count / PLACES)
    shown = sum(one.component == "counter" for page in pages[::2] for one in page.placements)
    assert shown == next(lot.count for lot in lots if lot.kind == "counters")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_is_of_one_colour_and_the_last_holds_the_rest(paper: str, deck: Deck) -> None:
    pages, tiles = impose(lots_of(deck), paper_called(paper)), tiles_lot(deck)
    *whole, last = [labels_of(page, tiles) for page in pages[::2]]
    assert [set(labels) for labels in whole] == [{colour} for colour in deck.catalogue.colour_ids]
    assert last == [*deck.catalogue.colour_ids, "minotaur"]


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_counters_lie_below_the_last_tiles_their_backs_behind_them(paper: str, flip: Flip, deck: Deck) -> None:
    front, back = impose(lots_of(deck), paper_called(paper), SheetSetup(flip))[-2:]
    sheet = front.grid.paper
    lowest = max(one.y + deck.catalogue.tile_mm for one in front.placements if one.marked)
    fronts, backs = (
        sorted((round(one.x, 6), round(one.y, 6)) for one in page.placements if one.component == "counter")
        for page in (front, back)
    )
    assert len(fronts) == len(backs) == deck.catalogue.counters.count
    assert min(y for _, y in fronts) > lowest + front.grid.reach
    across, down = flip is Flip.LONG_EDGE, flip is Flip.SHORT_EDGE
    turned = [(sheet.width_mm - x - 11 if across else x, sheet.height_mm - y - 11 if down else y) for x, y in fronts]
    assert sorted((round(x, 6), round(y, 6)) for x, y in turned) == backs


def test_bleed_and_captions_give_way_only_where_that_saves_a_sheet(deck: Deck) -> None:
    paper, tiles = paper_called("a4"), tiles_lot(deck)
    few = Lot("tiles", 50, 50, 3, tiles.pieces[:12])
    assert replace(lot_pattern(few, paper, COMPACT), layout=N_UP) == lot_pattern(few, paper, N_UP)
    many, letter = lot_pattern(tiles, paper, COMPACT), lot_pattern(tiles, paper_called("letter"), COMPACT)
    assert isinstance(many, Grid)
    assert isinstance(letter, Grid)
    assert (many.places, many.bleed, many.edge, many.layout.captions_at) == (PLACES, 2, 2, "sides")
    assert (letter.places, letter.bleed, letter.edge, letter.layout.captions_at) == (PLACES, 0, 2, "sides")


@given(st.lists(st.integers(1, 40), min_size=1, max_size=6), st.sampled_from((4, 12, 15)))
def test_labels_are_parted_no_more_than_they_must_be(sizes: list[int], rows: int) -> None:
    paper = Paper("Any", 50, 20 * rows + 10, paper_called("a4").margin_mm, "test")
    grid = Grid(paper, N_UP, 20, 20, 1, rows, 0, 0, 15, 5)
    pieces = tuple(Piece(f"p{index}", "one", size, "", f"c{index}") for index, size in enumerate(sizes))
    lot = Lot("tiles", 20, 20, 0, pieces)

    def parts(together: bool) -> tuple[int, int]:
        fronts = [page for page in lot_pages(lot, grid, together=together) if page.face is Face.FRONT]
        assert sorted(one.component for page in fronts for one in page.placements) == sorted(
            piece.id for piece in pieces for _ in range(piece.copies)
        )
        return len(fronts), sum(len(set(labels_of(page, lot))) for page in fronts)

    (sheets, parted), (plain, in_turn) = parts(together=True), parts(together=False)
    assert sheets == plain == math.ceil(sum(sizes) / rows)
    assert sum(math.ceil(size / rows) for size in sizes) <= parted <= in_turn
