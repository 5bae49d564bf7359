"""What the deck is made of, counted by hand for small decks and by the promise of the rules for the shipped one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from asterion_press.catalogue.validation import record_of
from asterion_press.games.labyrinth.catalogue.records import Path
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, branching, composition_of, compositions


def path(exits: str, **contents: int) -> Path:
    return record_of({"exits": exits, **contents}, Path)


def tile(*paths: Path, copies: int = 1) -> Tile:
    return Tile("T01", "red", "made-up", paths, copies)


# 16 designs a colour: 2 of one path, 4 of two that cross, 1 of two bends, 5 of a fork and... by number of exits:
# with four exits 2 paths, with three 4 (designs 11 to 14), with two 8 + 2 + 1 + 2 + 2 = 15, with one 14.
# 2 x 4 + 4 x 3 + 15 x 2 + 14 x 1 = 64 exits, as 16 tiles that are open on four sides must have.
COLOUR = {"tiles": 16, "prisoners": 16, "coins": 2, "wings": 6, "exits": 64, "chambers": 35, "dead_ends": 14}


def test_the_shipped_colours_are_equal(deck: Deck) -> None:
    by_colour = compositions(deck)
    assert list(by_colour) == ["yellow", "blue", "red", "green"]
    for composition in by_colour.values():
        assert asdict(composition).items() >= COLOUR.items()


def test_every_feature_of_a_path_is_counted() -> None:
    found = composition_of([tile(path("NS", prisoners=1, coins=2), path("E", wings=3), path("", prisoners=4))])
    assert found.tiles == 1
    assert found.holds.items() >= {"prisoner": 5, "coin": 2, "wing": 3}.items()
    assert (found.exits, found.chambers, found.dead_ends) == (3, 3, 1)


def test_a_tile_counts_as_often_as_it_is_printed() -> None:
    once, thrice = composition_of([tile(path("N", coins=1))]), composition_of([tile(path("N", coins=1), copies=3)])
    assert (once.tiles, once.holds["coin"], once.dead_ends) == (1, 1, 1)
    assert (thrice.tiles, thrice.holds["coin"], thrice.dead_ends) == (3, 3, 3)


def test_nothing_has_no_branching() -> None:
    assert composition_of([]).branching == 0
    assert composition_of([tile(path("", prisoners=1))]).branching == 0


BRANCHING = {"NESW": 3.0, "NES": 1.5, "NS": 0.5, "N": 0.0}
"""With one path of k exits a tile: ports / 4 * k (k - 1) / k = k / 4 * (k - 1)."""


def test_branching_of_one_path_a_tile_is_k_times_k_minus_one_over_four() -> None:
    assert {exits: branching({path(exits): 1}, 1) for exits in BRANCHING} == pytest.approx(BRANCHING)


@given(st.lists(st.sampled_from(["NESW", "NES", "NS", "N", ""]), min_size=1, max_size=8), st.integers(1, 5))
def test_printing_everything_more_often_leaves_branching_as_it_is(shapes: list[str], copies: int) -> None:
    once = [tile(path(exits)) for exits in shapes]
    often = [tile(path(exits), copies=copies) for exits in shapes]
    assert composition_of(often).branching == pytest.approx(composition_of(once).branching)
    assert composition_of(often).exits == copies * composition_of(once).exits
