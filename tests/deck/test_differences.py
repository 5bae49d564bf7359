"""What differs between two decks: designs are known again; what is printed and taken out makes the one the other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.headers import Credits
from asterion_press.games.labyrinth.catalogue import records
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.catalogue.records import Catalogue, Design, Path
from asterion_press.games.labyrinth.deck.differences import Change, Difference, difference, is_empty, update_of
from asterion_press.games.labyrinth.deck.report import ComparedDeck, difference_data, difference_text, update_text
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of

OLD, NEW = ComparedDeck("old.yaml", "00000000"), ComparedDeck("new.yaml", "11111111")
Load = Callable[..., Deck]


@pytest.fixture
def load(small: Callable[..., FilePath]) -> Load:
    """The deck of the small catalogue, with changes; designs may be written in any turn."""
    return lambda *changes: deck_of(load_catalogue(ShelfFile("", small(*changes), "t.yaml"), any_turn=True).catalogue)


def changes(found: Difference) -> dict[str, tuple[str, ...]]:
    """What happened to each design that is not the same, by its new id or else by its old one."""
    return {pair.new_id or pair.old_id: pair.changes for pair in found.designs if pair.changes != (Change.SAME,)}


def moved(found: Difference) -> tuple[dict[str, int], dict[str, int]]:
    """What is taken out, and what is printed."""
    return found.reprint.taken_out.tiles, found.reprint.printed.tiles


FORK = "      - {exits: NES, prisoners: 1}\n      - {exits: W}\n"
CELL = "credits:", "  cell: {number: 3, paths: [{exits: N}]}\ncredits:"


def test_a_deck_does_not_differ_from_itself(load: Load) -> None:
    found = difference(load(), load())
    assert found.is_empty
    assert moved(found) == ({}, {})
    assert found.reprint.kept == 5, "four tiles and the minotaur"
    assert is_empty(update_of(load(), load()))


TURNED = (FORK, "      - {exits: N}\n      - {exits: ESW, prisoners: 1}\n")
ALL_FOUR, NOTHING = dict.fromkeys(["Y01", "Y02", "B01", "B02"], 1), dict[str, int]()
KNOWN: dict[str, tuple[list[tuple[str, str]], dict[str, tuple[str, ...]], dict[str, int], dict[str, int]]] = {
    "only turned": ([TURNED], {"fork": ("turned",)}, NOTHING, NOTHING),
    "listed otherwise": (
        [(FORK, "      - {exits: W}\n      - {exits: NES, prisoners: 1}\n")], {"fork": ("turned",)}, NOTHING, NOTHING,
    ),
    "renumbered": ([("number: 1", "number: 9")], {"fork": ("renumbered",)}, {"Y01": 1, "B01": 1}, {"Y09": 1, "B09": 1}),
    "renamed": ([("  fork:", "  fork-of-three:")], {"fork-of-three": ("renamed",)}, NOTHING, NOTHING),
    "all of these": (
        [("  fork:", "  trident:"), ("number: 1", "number: 8"), TURNED],
        {"trident": ("renumbered", "renamed", "turned")}, {"Y01": 1, "B01": 1}, {"Y08": 1, "B08": 1},
    ),
    "changed": ([("coins: 1", "coins: 2")], {"bridge": ("changed",)}, {"Y02": 1, "B02": 1}, {"Y02": 1, "B02": 1}),
    "another one of its number": (
        [("  bridge:", "  rich-bridge:"), ("coins: 1", "coins: 2")],
        {"rich-bridge": ("changed", "renamed")}, {"Y02": 1, "B02": 1}, {"Y02": 1, "B02": 1},
    ),
    "added": ([CELL], {"cell": ("added",)}, NOTHING, {"Y03": 1, "B03": 1}),
    "more copies": ([("{yellow: 1, blue: 1}", "{yellow: 4, blue: 1}")], {"bridge": ("copies",)}, NOTHING, {"Y02": 3}),
    "numbers exchanged": (
        [("number: 1", "number: 0"), ("number: 2", "number: 1"), ("number: 0", "number: 2")],
        {"fork": ("renumbered",), "bridge": ("renumbered",)}, ALL_FOUR, ALL_FOUR,
    ),
    "ids exchanged": (
        [("  fork:", "  x:"), ("  bridge:", "  fork:"), ("  x:", "  bridge:")],
        {"bridge": ("renamed",), "fork": ("renamed",)}, NOTHING, NOTHING,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", KNOWN)
def test_a_design_is_known_again_and_printed_only_if_it_looks_otherwise(load: Load, what: str) -> None:
    change, reported, taken_out, printed = KNOWN[what]
    found = difference(load(), load(*change))
    assert changes(found) == reported
    assert moved(found) == (taken_out, printed)


def test_a_removed_design_is_told(load: Load) -> None:
    found = difference(load(CELL), load())
    assert (changes(found), moved(found)) == ({"cell": ("removed",)}, ({"Y03": 1, "B03": 1}, {}))


def test_designs_of_one_shape_are_known_by_their_ids_before_their_numbers(load: Load) -> None:
    twin = ("credits:", "  fork-2: {number: 3, paths: [{exits: NES, prisoners: 1}, {exits: W}]}\ncredits:")
    numbers = (("number: 1", "number: 9"), ("number: 3", "number: 1"))
    names = (("  fork:", "  a:"), ("  fork-2:", "  b:"), *numbers, ("number: 9", "number: 3"))
    renumbered = difference(load(twin), load(twin, *numbers))
    assert changes(renumbered) == {"fork": ("renumbered",), "fork-2": ("renumbered",)}
    renamed = difference(load(twin), load(twin, *names))
    assert changes(renamed) == {"a": ("renamed",), "b": ("renamed",)}, "if the ids are no help, the numbers are"


def test_a_new_colour_is_no_change_of_the_designs(load: Load) -> None:
    red = ("minotaur:", "  red: {letter: R, symbol: flame, ink: '#a02010'}\nminotaur:")
    found = difference(load(), load(red))
    assert changes(found) == {}
    assert [(pair.what, pair.old) for pair in found.values] == [("colour red", "")]
    assert moved(found) == ({}, {"R01": 1})


@pytest.mark.parametrize(
    "change", [("ink: '#d9a520'", "ink: '#d9a521'"), ("symbol: sun", "symbol: shell"), ("letter: Y", "letter: Q")]
)
def test_what_is_printed_in_a_colour_changes_all_of_its_tiles(load: Load, change: tuple[str, str]) -> None:
    found = difference(load(), load(change))
    assert [pair.what for pair in found.values] == ["colour yellow"]
    assert changes(found) == {}
    assert moved(found)[0] == {"Y01": 1, "Y02": 1}
    assert found.reprint.printed.total == 2
    assert found.reprint.kept == 3


def test_another_size_changes_every_tile(load: Load) -> None:
    found = difference(load(), load(("tile_mm: 50", "tile_mm: 51")))
    assert (found.reprint.kept, found.reprint.printed.total, found.reprint.taken_out.total) == (0, 5, 5)


def test_the_minotaur_changes_alone(load: Load) -> None:
    found = difference(load(), load(("- {exits: NESW}", "- {exits: NES}")))
    assert moved(found) == ({"minotaur": 1}, {"minotaur": 1})
    turned = difference(load(("- {exits: NESW}", "- {exits: ESW}")), load(("- {exits: NESW}", "- {exits: NES}")))
    assert (turned.is_empty, moved(turned)) == (True, ({}, {})), "he may lie in any turn"


@pytest.mark.parametrize(
    ("change", "printed", "taken_out"),
    [("count: 7", 3, 0), ("count: 1", 0, 3), ("diameter_mm: 10", 4, 4), ("count: 6, diameter_mm: 10", 6, 4)],
)
def test_counters_are_printed_if_there_are_too_few_of_their_size(
    load: Load, change: str, printed: int, taken_out: int
) -> None:
    was = {"count": "count: 4", "diameter_mm": "diameter_mm: 12"}
    new = [(was[one.split(":")[0]], one) for one in change.split(", ")]
    found = difference(load(), load(*new))
    assert (found.reprint.printed.counters, found.reprint.taken_out.counters) == (printed, taken_out)
    assert update_of(load(), load(*new)).catalogue.counters.count == printed


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("title: Small", "title: Tiny"), "title"),
        (("edition: first", "edition: second"), "edition"),
        (("credits:", "rules: {tie_break: coinless}\ncredits:"), "rule tie_break"),
        (("credits:", "variant: for two\ncredits:"), "title"),
    ],
)
def test_what_is_not_on_the_tiles_is_told_and_prints_nothing(load: Load, change: tuple[str, str], what: str) -> None:
    found = difference(load(), load(change))
    assert [pair.what for pair in found.values] == [what]
    assert not found.is_empty
    assert moved(found) == ({}, {})


def test_an_update_is_a_deck_of_what_is_missing_and_says_so_in_its_title(load: Load) -> None:
    update = update_of(load(), load(CELL, ("{yellow: 1, blue: 1}", "{yellow: 3, blue: 1}")))
    assert [(tile.id, tile.copies) for tile in update.tiles] == [("Y02", 2), ("Y03", 1), ("B03", 1)]
    assert update.minotaur.copies == 0
    assert update.catalogue.counters.count == 0
    assert update.catalogue.full_title == "Small, update"
    named = update_of(load(), load(("credits:", "variant: for two\ncredits:")))
    assert named.catalogue.full_title == "Small, for two, update"


# -- laws -------------------------------------------------------------------------------------------------------------

SHAPES = [
    (Path(records.Exits.read("NESW"), 1),),
    (Path(records.Exits.read("NES"), 1), Path(records.Exits.read("W"))),
    (Path(records.Exits.read("NES")), Path(records.Exits.read("W"), 1)),
    (Path(records.Exits.read("NS"), 1), Path(records.Exits.read("EW"), 0, 1)),
    (Path(records.Exits.read("NE"), 1), Path(records.Exits.read("S"))),
]
COLOURS = {
    "yellow": records.Colour("Y", "sun", "#d9a520"),
    "blue": records.Colour("B", "wave", "#1f5fa8"),
    "red": records.Colour("R", "flame", "#a02010"),
}
counts = st.one_of(st.integers(0, 3), st.dictionaries(st.sampled_from(sorted(COLOURS)), st.integers(0, 3)))


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Small decks that have much in common with one another."""
    ids = draw(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=5, unique=True))
    numbers = draw(st.lists(st.integers(1, 6), min_size=len(ids), max_size=len(ids), unique=True))
    designs = {
        name: Design(number, records.turn_paths(draw(st.sampled_from(SHAPES)), draw(st.integers(0, 3))), draw(counts))
        for name, number in zip(ids, numbers, strict=True)
    }
    some = draw(st.lists(st.sampled_from(sorted(COLOURS)), min_size=1, unique=True))
    catalogue = Catalogue(
        "g",
        "G",
        "e",
        draw(st.sampled_from([50.0, 50.0, 50.0, 45.0])),
        {name: COLOURS[name] for name in some},
        designs,
        Credits("A", "B", "C"),
        records.Minotaur((Path(records.Exits.read("NESW")),)),
        counters=records.Counters(draw(st.integers(0, 9)), draw(st.sampled_from([12.0, 12.0, 10.0]))),
    )
    return deck_of(catalogue)


def by_hand(deck: Deck) -> Counter[str]:
    """Every physical tile as a word for all that is printed on it, its turn aside: written apart from the program."""
    counted: Counter[str] = Counter()
    for tile in (*deck.copies(), *[deck.minotaur] * deck.minotaur.copies):
        colour = deck.catalogue.colours.get(tile.colour)
        turns = [sorted(turned_by_hand(path, turn) for path in tile.paths) for turn in range(4)]
        counted[f"{tile.id} {min(turns)} {colour} {deck.catalogue.tile_mm}"] += 1
    return counted


def turned_by_hand(path: Path, turn: int) -> str:
    return "".join(sorted("NESW"[(side + turn) % 4] for side in path.exits)) + str(path.counts)


@given(old=decks(), new=decks())
def test_what_is_kept_and_printed_is_the_new_deck_and_what_is_taken_out_is_the_rest_of_the_old(
    old: Deck, new: Deck
) -> None:
    before, after = by_hand(old), by_hand(new)
    found = difference(old, new).reprint
    ids = Counter[str]()
    for word, count in (after - before).items():
        ids[word.split(" ")[0]] += count
    assert dict(ids) == found.printed.tiles
    assert found.kept == (before & after).total()
    assert found.kept + found.printed.total == after.total()
    assert found.kept + found.taken_out.total == before.total()
    assert by_hand(update_of(old, new)) == after - before


@given(old=decks(), new=decks())
def test_backwards_everything_is_exchanged(old: Deck, new: Deck) -> None:
    there, back = difference(old, new).reprint, difference(new, old).reprint
    assert (there.printed, there.taken_out, there.kept) == (back.taken_out, back.printed, back.kept)


@given(old=decks(), new=decks())
def test_every_design_of_either_deck_is_told_once(old: Deck, new: Deck) -> None:
    pairs = difference(old, new).designs
    assert sorted(pair.old_id for pair in pairs if pair.old) == sorted(old.catalogue.designs)
    assert sorted(pair.new_id for pair in pairs if pair.new) == sorted(new.catalogue.designs)


@given(old=decks(), new=decks())
def test_the_data_say_what_the_difference_says(old: Deck, new: Deck) -> None:
    found = difference(old, new)
    data = json.loads(json.dumps(difference_data(found, OLD, NEW, {"A4": 1})))
    assert data["same"] == found.is_empty
    printed = found.reprint.printed
    assert data["reprint"]["print"] == {"tiles": printed.tiles, "counters": printed.counters}
    for numbers in data["composition"]["deck"].values():
        assert numbers["difference"] == pytest.approx(numbers["new"] - numbers["old"], abs=1.1e-4)


# -- words ------------------------------------------------------------------------------------------------------------


def test_the_difference_in_words(load: Load, golden: Callable[[str, str], None]) -> None:
    new = load(
        ("title: Small", "title: Tiny"),
        ("number: 1", "number: 9"),
        ("coins: 1", "coins: 2"),
        ("{yellow: 1, blue: 1}", "{yellow: 2, blue: 1}"),
        ("credits:", "  cell: {number: 3, paths: [{exits: N}]}\ncredits:"),
    )
    golden("difference.txt", difference_text(difference(load(), new), OLD, NEW, {"A4": 1, "Stamp": None}))


def test_equal_decks_in_words(load: Load) -> None:
    assert difference_text(difference(load(), load()), OLD, NEW, {}) == (
        "old  old.yaml (00000000): Small, 2 designs, 4 tiles of 50 mm\n"
        "new  new.yaml (11111111): Small, 2 designs, 4 tiles of 50 mm\n"
        "\n"
        "the same deck\n"
    )


def test_mirrored_decks_are_told_as_such(load: Load) -> None:
    one = load(("credits:", "  bend: {number: 3, paths: [{exits: NE, prisoners: 1}, {exits: S}]}\ncredits:"))
    other = load(("credits:", "  bend: {number: 3, paths: [{exits: NW, prisoners: 1}, {exits: S}]}\ncredits:"))
    mirrored = difference(one, other)
    assert "each deck is the other's mirror image\n" in difference_text(mirrored, OLD, NEW, {})
    assert difference_data(mirrored, OLD, NEW, {})["mirrored"]
    assert not difference_data(difference(one, load()), OLD, NEW, {})["mirrored"]
    assert not difference_data(difference(load(), load()), OLD, NEW, {})["mirrored"]


def test_an_update_in_words(load: Load) -> None:
    new = load(("coins: 1", "coins: 2"), ("count: 4", "count: 6"))
    assert update_text(difference(load(), new).reprint, new) == (
        "Small: update of the deck that is there\n"
        "\n"
        "take out  2 tiles\n"
        "          Y02 B02\n"
        "print     2 tiles and 2 counters\n"
        "          Y02 B02\n"
        "keep      3 tiles\n"
        "\n"
        "Take the old tiles out before the new ones go in: Y02, B02 are the names of both.\n"
    )


def test_ids_in_a_row_are_told_as_one(deck: Deck, load: Load) -> None:
    lines = update_text(difference(load(), deck).reprint, deck).splitlines()
    assert "          Y01-Y16 B01-B16 R01-R16 G01-G16 minotaur" not in lines, "the minotaur is the same"
    assert "          Y01-Y16 B01-B16 R01-R16 G01-G16" in lines
    twice = update_text(difference(load(), load(("number: 1", "number: 7\n    copies: 2"))).reprint, deck)
    assert "          Y07 x 2 B07 x 2" in twice.splitlines()
