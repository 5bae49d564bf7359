"""Sets of designs: what they are made of, how they are repaired, numbered and made a deck."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import InputError
from asterion_press.games.labyrinth.art.tile_plan import design_faults
from asterion_press.games.labyrinth.catalogue.loader import catalogue_text, load_catalogue
from asterion_press.games.labyrinth.catalogue.records import spell_paths
from asterion_press.games.labyrinth.catalogue.symbol_table import SYMBOLS
from asterion_press.games.labyrinth.catalogue.target_records import LoadedTargets, load_targets
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile, composition_of, deck_of
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.report import Level

pytest.importorskip("numba")

from asterion_press.games.labyrinth.simulation import sets
from asterion_press.games.labyrinth.simulation.search import dominates
from asterion_press.games.labyrinth.simulation.sets import Pool, repaired


def targets_of(folder: Path, text: str) -> LoadedTargets:
    path = folder / "targets.yaml"
    path.write_text(f"{text}\ntargets: [{{metric: impaled, wanted: 22, slack: 1}}]\n", encoding="utf-8")
    return load_targets(ShelfFile("", path, "targets.yaml"))


def pool_with(deck: Deck, loaded: LoadedTargets) -> Pool:
    return Pool(deck, loaded, lambda paths: not any(design_faults(Tile("", "", "", paths), 50.0)))


@pytest.fixture(scope="module")
def pool(deck: Deck, tmp_path_factory: pytest.TempPathFactory) -> Pool:
    totals = "totals: {prisoners: 16, coins: 2, wings: [5, 6]}"
    return pool_with(deck, targets_of(tmp_path_factory.mktemp("targets"), totals))


def test_the_pool_is_the_space_within_the_decks_own_limits(pool: Pool) -> None:
    assert len(pool.designs) == 65
    assert (pool.per_colour, pool.alike) == (16, 1)
    assert (
        dict(zip(SYMBOLS, pool.loads, strict=True)).items()
        >= {"prisoner": (16, 16), "coin": (2, 2), "wing": (5, 6)}.items()
    )
    assert all(near[0] == number for number, near in enumerate(pool.nearest))


def test_limits_that_are_told_widen_the_pool_and_what_cannot_be_drawn_is_left_out(deck: Deck, tmp_path: Path) -> None:
    wide = pool_with(deck, targets_of(tmp_path, "designs: {open_sides: [3, 4], per_colour: 17, alike: 2}"))
    assert len(wide.designs) > 65
    assert wide.per_colour == 17
    crowded = pool_with(deck, targets_of(tmp_path, "designs: {prisoners: [1, 12], coins: 0, wings: 0, alike: 16}"))
    assert crowded.limits.most_on_path[0] == 12
    assert max(prisoners for prisoners, *_ in crowded.contents) < 12


def test_the_decks_own_set_is_arranged_as_the_deck(deck: Deck, pool: Pool) -> None:
    own = sets.set_of_deck(deck, pool)
    assert own is not None
    entries = sets.arranged(own, pool, deck)
    assert sets.deck_with(entries, deck).tiles == deck.tiles
    assert not any(entry.instead for entry in entries)


proposals = st.lists(st.integers(0, 64), min_size=16, max_size=16)


@given(proposals)
def test_a_repaired_set_is_allowed_and_stays_as_it_is(pool: Pool, proposed: list[int]) -> None:
    found = repaired(proposed, pool)
    assert found is not None
    assert sets.wrong_with(found, pool) == 0
    assert len(set(found)) == len(found) == 16
    assert repaired(found, pool) == found
    assert repaired(proposed, pool) == found


@given(proposals)
def test_repair_changes_nothing_that_is_right(pool: Pool, proposed: list[int]) -> None:
    found = repaired(proposed, pool)
    assert found is not None
    kept = len(set(proposed) & set(found))
    assert kept >= 16 - sets.wrong_with(proposed, pool)


@given(proposals)
def test_a_set_is_a_sound_catalogue_in_canonical_spelling(
    deck: Deck, pool: Pool, tmp_path: Path, proposed: list[int]
) -> None:
    chosen = repaired(proposed, pool)
    assert chosen is not None
    entries = sets.arranged(chosen, pool, deck)
    path = tmp_path / "set.yaml"
    path.write_text(catalogue_text(sets.deck_with(entries, deck).catalogue), encoding="utf-8")
    loaded = load_catalogue(ShelfFile("", path, "set.yaml"))
    made = deck_of(loaded.catalogue)
    assert not [f for f in findings(made, loaded) if f.level is Level.ERROR]
    assert sorted(spell_paths(tile.paths) for tile in made.of_colour("blue")) == sorted(
        spell_paths(pool.designs[number]) for number in chosen
    )
    assert loaded.catalogue.expect.equal_colours
    assert composition_of(made.tiles).holds["coin"] == 8


@given(proposals)
def test_designs_that_stay_keep_number_and_id(deck: Deck, pool: Pool, proposed: list[int]) -> None:
    chosen = repaired(proposed, pool)
    assert chosen is not None
    entries = {entry.id: entry for entry in sets.arranged(chosen, pool, deck)}
    paths = {pool.designs[number] for number in chosen}
    for name, design in deck.catalogue.designs.items():
        assert (name in entries) == (design.paths in paths)
        if name in entries:
            assert (entries[name].number, entries[name].paths) == (design.number, design.paths)
    assert sorted(entry.number for entry in entries.values()) == list(range(1, 17))


def test_a_newcomer_takes_the_number_of_the_nearest_that_went(deck: Deck, pool: Pool) -> None:
    own = sets.set_of_deck(deck, pool)
    assert own is not None
    gone = {pool.numbers.get(deck.catalogue.designs[name].paths) for name in ("bend", "fork")}
    new = {pool.numbers.get(paths) for paths in pool.designs if spell_paths(paths) in {"NE | S:p | W", "NES | W:pc"}}
    chosen = tuple(sorted({number for number in {*own, *new} - gone if number is not None}))
    entries = {entry.id: entry for entry in sets.arranged(chosen, pool, deck)}
    assert entries["ne-s-w-16"].instead == "bend"
    assert entries["nes-w-14"].instead == "fork"
    assert "16 NE | S:p | W" in sets.key_of(list(entries.values()))


def test_several_alike_and_more_tiles_than_the_deck_has(deck: Deck, tmp_path: Path) -> None:
    wide = pool_with(deck, targets_of(tmp_path, "designs: {per_colour: 20, alike: 3}"))
    own = sets.set_of_deck(deck, wide)
    assert own is None
    chosen = repaired([0] * 20, wide)
    assert chosen is not None
    made = sets.deck_with(sets.arranged(chosen, wide, deck), deck)
    assert sum(tile.copies for tile in made.of_colour("red")) == 20
    assert max(tile.copies for tile in made.tiles) == 3


def test_sums_that_no_set_has_are_refused(deck: Deck, tmp_path: Path) -> None:
    impossible = targets_of(tmp_path, "totals: {coins: 9, wings: 9}")
    with pytest.raises(
        InputError, match=r"targets.yaml:1:9: no 16 designs with 4 open sides, .* hold .*9 coins, 9 wings"
    ):
        sets.check_possible(pool_with(deck, impossible), deck, impossible)
    sets.check_possible(pool_with(deck, targets_of(tmp_path, "totals: {coins: 9}")), deck, impossible)


def test_too_few_designs_are_refused(deck: Deck, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"targets.yaml:1:10: 7 designs .*; too few for 16 tiles of at most 1 alike"):
        pool_with(deck, targets_of(tmp_path, "designs: {prisoners: 0, coins: 0, wings: 0}"))


def brute_front(judged: list[tuple[int, int]]) -> list[tuple[int, int]]:
    worse = {b for a in judged for b in judged if a != b and a[0] <= b[0] and a[1] <= b[1]}
    return [one for one in judged if one not in worse]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_the_front_is_what_nothing_beats(judged: list[tuple[int, int]]) -> None:
    assert [one for one in judged if not any(dominates(other, one) for other in judged)] == brute_front(judged)
    assert not any(dominates(one, one) for one in judged)
