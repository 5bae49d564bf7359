"""The space of designs: the formula and the listing agree with each other and with counting by hand."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.catalogue import records
from asterion_press.games.labyrinth.catalogue.records import Path, Paths, canonical_paths, spell_paths
from asterion_press.games.labyrinth.deck import space
from asterion_press.games.labyrinth.deck.space import Limits, count_designs, designs, distance
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.geometry import SIDES, Side

GROUP = space.TURNS + space.MIRRORS
OPEN = (4, 4)
ONE = (1, 1)
SPACES = {
    "patterns": Limits(),
    "open patterns": Limits(open_sides=OPEN),
    "one prisoner, one extra": Limits(prisoners=ONE, coins=(0, 1), wings=(0, 1), extras=(0, 1)),
    "the same, open": Limits(open_sides=OPEN, prisoners=ONE, coins=(0, 1), wings=(0, 1), extras=(0, 1)),
    "two prisoners apart": Limits(prisoners=(2, 2), path_prisoners=1),
    "up to two prisoners together": Limits(open_sides=(3, 4), prisoners=(0, 2), path_prisoners=2),
    "two coins": Limits(open_sides=OPEN, prisoners=(0, 1), coins=(1, 2), path_coins=1),
    "two extras": Limits(open_sides=(2, 2), prisoners=ONE, coins=(0, 1), wings=(0, 2), extras=(2, 2)),
    "everything twice": Limits(open_sides=(1, 3), prisoners=(0, 2), coins=(0, 1), wings=(0, 2), path_wings=1),
}


def count_labelled(limits: Limits) -> int:
    """How many designs there are if every turn is another design."""
    return sum(count for symbols, count in space.fixed_by(space.TURNS[0], limits).items() if limits.allows(symbols))


def by_hand(limits: Limits, symmetries: int) -> tuple[int, int]:
    """Labelled designs and orbits, listed without any of the program's own means.

    A design is here, for each side, the number of its path (0: closed), and for each path how many symbols of each
    kind it holds.
    """
    most = limits.extras[1]
    spans, caps = limits.spans, limits.most_on_path
    a_path = list(product(*(range(min(high, cap) + 1) for (_, high), cap in zip(spans, caps, strict=True))))
    labelled = set()
    for owner in product(range(5), repeat=4):
        used = sorted(set(owner) - {0})
        in_order = list(dict.fromkeys(o for o in owner if o)) == list(range(1, len(used) + 1))
        if not limits.open_sides[0] <= sum(o > 0 for o in owner) <= limits.open_sides[1] or not used or not in_order:
            continue
        for symbols in product(a_path, repeat=len(used)):
            totals = [sum(h[kind] for h in symbols) for kind in range(len(spans))]
            paths = frozenset(
                (frozenset(s for s in range(4) if owner[s] == number), h)
                for number, h in zip(used, symbols, strict=True)
            )
            if (
                all(low <= total <= high for total, (low, high) in zip(totals, spans, strict=True))
                and limits.extras[0] <= sum(totals[1:]) <= most  # all but prisoners
            ):
                labelled.add(paths)
    orbits = {
        frozenset(
            frozenset((frozenset((sign * s + turn) % 4 for s in sides), h) for sides, h in design)
            for turn in range(4)
            for sign in (1, -1)[: symmetries // 4]
        )
        for design in labelled
    }
    return len(labelled), len(orbits)


def test_the_formula_counts_what_is_found_by_hand() -> None:
    assert {
        name: (count_labelled(limits), count_designs(limits), count_designs(limits, GROUP))
        for name, limits in SPACES.items()
    } == {name: (*by_hand(limits, 4), by_hand(limits, 8)[1]) for name, limits in SPACES.items()}


def test_the_listing_has_as_many_as_the_formula_says() -> None:
    found, wrong = {}, []
    for name, limits in SPACES.items():
        listed = designs(limits)
        mirrored = {min(map(spell_paths, (paths, space.mirror_paths(paths)))) for paths in listed}
        found[name] = len(listed), len(set(listed)), len(mirrored)
        wrong += [(name, paths) for paths in listed if not limits.keeps(paths) or canonical_paths(paths) != paths]
    assert found == {
        name: (count_designs(limits), count_designs(limits), count_designs(limits, GROUP))
        for name, limits in SPACES.items()
    }
    assert wrong == []


def test_the_numbers_that_are_known() -> None:
    """52 is the fifth Bell number, the blank tile among them; 17, 7, 143 and 65 were counted by a prototype."""
    assert count_labelled(SPACES["patterns"]) == 52 - 1
    assert len(space.patterns()) == 17
    assert len(space.patterns(Limits(open_sides=OPEN))) == 7
    assert count_designs(SPACES["one prisoner, one extra"]) == 143
    assert count_designs(SPACES["the same, open"]) == 65


def test_turns_and_mirrors_make_a_group_of_eight() -> None:
    group = set(GROUP)
    assert len(group) == 8
    assert {tuple(a[b[side]] for side in SIDES) for a in group for b in group} == group
    assert sorted(map(sorted, map(space.cycle_lengths, space.MIRRORS))) == [[1, 1, 2], [1, 1, 2], [2, 2], [2, 2]]


def test_a_space_too_large_to_list_is_refused_with_its_size() -> None:
    limits = Limits(prisoners=(0, 4), coins=(0, 4), wings=(0, 4))
    with pytest.raises(AsterionError, match=rf"^{count_designs(limits)} designs .*; at most 20000 are listed"):
        designs(limits)


def paths_of(spelled: str) -> Paths:
    found = []
    for path in spelled.split(" | "):
        exits, _, symbols = path.partition(":")
        sides = records.Exits(Side[letter] for letter in exits)
        found.append(
            Path(exits=sides, prisoners=symbols.count("p"), coins=symbols.count("c"), wings=symbols.count("w"))
        )
    return canonical_paths(tuple(found))


DISTANCES = {
    ("NS:p | EW", "NS | EW:p"): 0,  # a quarter turn
    ("NS:pw | EW", "NS:p | EW:w"): 1,
    ("NS:p | EW", "NS:p | EW:w"): 1,
    ("NS:p | EW:c", "NS:p | EW:w"): 2,
    ("NE:p | S | W", "NE | S:p | W"): 1,
    ("NE | S:p | W:c", "NE | S:c | W:p"): 2,
    ("NESW:p", "NESW:ppw"): 2,
    ("NS:p | EW", "NE:p | SW"): None,
}
LIKENESSES = {
    ("NE | S:p | W", "NE | S | W:p"): "mirror image",
    ("NES:p | W", "NES | W:p"): "prisoner moved",
    ("NS:p | EW", "NS:pw | EW"): None,
    ("NS:p | EW", "NS:p | EW"): None,
    ("NES:p | W:w", "NES:w | W:p"): None,
}


def test_the_distance_counts_steps() -> None:
    assert {pair: distance(*map(paths_of, pair)) for pair in DISTANCES} == DISTANCES


def test_a_near_repeat_is_a_mirror_image_or_one_symbol_moved() -> None:
    assert {pair: space.likeness(*map(paths_of, pair)) for pair in LIKENESSES} == LIKENESSES


RICH = designs(Limits(open_sides=(2, 4), prisoners=(0, 2), coins=(0, 1), wings=(0, 1), extras=(0, 1)))
some = st.sampled_from(RICH)


@given(some, some, st.integers(0, 3))
def test_distance_does_not_depend_on_order_or_turn(one: Paths, other: Paths, turns: int) -> None:
    found = distance(one, other)
    assert found == distance(other, one) == distance(records.turn_paths(one, turns), other)
    assert (found == 0) == (one == other)
    assert distance(space.mirror_paths(one), space.mirror_paths(other)) == found
    assert space.mirror_paths(space.mirror_paths(one)) == one


@given(st.sampled_from([p for p in RICH if len(p) == 3]), st.data())
def test_a_way_round_is_no_shorter(one: Paths, data: st.DataObject) -> None:
    alike = st.sampled_from([paths for paths in RICH if distance(one, paths) is not None])
    over, other = data.draw(alike), data.draw(alike)
    ways = distance(one, over), distance(over, other), distance(one, other)
    assert None not in ways
    assert (ways[0] or 0) + (ways[1] or 0) >= (ways[2] or 0)


def test_the_deck_and_its_space(deck: Deck) -> None:
    limits = space.limits_of(deck)
    counted = {"open_sides": OPEN, "prisoners": ONE, "coins": (0, 1), "wings": (0, 1), "extras": (0, 1)}
    most = {"path_prisoners": 1, "path_coins": 1, "path_wings": 1}
    assert asdict(limits).items() >= {**counted, **most}.items()
    found = space.survey(deck, limits)
    assert len(found.used) == len(deck.catalogue.designs)
    assert not found.outside
    assert found.repeats == (
        ("winged-bridge", "wing-beyond-the-bridge", "wing moved"),
        ("bend-and-cell", "bend", "prisoner moved"),
        ("fork-and-cell", "fork", "prisoner moved"),
        ("fork-and-winged-cell", "winged-fork-and-cell", "wing moved"),
    )
    assert [spell_paths(sight.paths) for sight in found.lacking] == ["NE | S:p | W", "NS:p | E | W", "N:p | E | S | W"]


def test_what_lies_outside_of_narrower_limits_is_named(deck: Deck) -> None:
    found = space.survey(deck, Limits(open_sides=OPEN, prisoners=ONE, wings=(0, 1)))
    assert found.outside == ("coin-bridge", "coin-bend-and-cell")
    assert "outside of the limits: 04 coin-bridge, 15 coin-bend-and-cell" in space.space_text(found, deck)


def test_text_and_data_tell_the_same(deck: Deck) -> None:
    limits = space.limits_of(deck)
    found = space.survey(deck, limits)
    data, text = space.space_data(found, deck), space.space_text(found, deck)
    assert data["counts"]["designs"] == {
        "up_to_turning": count_designs(limits),
        "up_to_mirrors": count_designs(limits, GROUP),
        "in_the_deck": len(deck.catalogue.designs),
    }
    assert len(data["designs"]) == count_designs(limits)
    for design in data["designs"]:
        assert design["paths"] in text
    mirror = next(design for design in data["designs"] if design["paths"] == "NE | S:p | W")
    assert mirror["nearly_repeats"] == [
        {"design": "bend-and-cell", "how": "mirror image"},
        {"design": "bend", "how": "prisoner moved"},
    ]
    assert "4 open sides, 1 prisoner, 0 or 1 coin, 0 or 1 wing, " in text
    assert ", 0 or 1 extra" in text
