"""Variants: what they change, where each value stands then, and every conflict, word for word."""

from __future__ import annotations

import copy
import hashlib
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.strict_yaml import kept_lines, read_document
from asterion_press.errors import InputError
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue, load_kept_catalogue
from asterion_press.games.labyrinth.catalogue.records import spell_paths
from asterion_press.games.labyrinth.catalogue.variants import overlay
from asterion_press.games.labyrinth.deck.tiles import composition_of, deck_of
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.report import Level
from tests.support.refusals import refusal

HEAD = "of: small\ntitle: other\n"
Lay = Callable[..., LoadedCatalogue]
Refuse = Callable[..., list[str]]


@pytest.fixture
def lay(small: Callable[..., Path], tmp_path: Path) -> Lay:
    """The small catalogue, with changes, and a variant of these lines upon it."""

    def laid(text: str, *changes: tuple[str, str]) -> LoadedCatalogue:
        path = tmp_path / "v.yaml"
        path.write_text(text, encoding="utf-8")
        return load_catalogue(ShelfFile("", small(*changes), "t.yaml"), ShelfFile("v", path, "v.yaml"))

    return laid


@pytest.fixture
def refused(lay: Lay) -> Refuse:
    """The lines that a variant is refused with."""

    return lambda text, *changes: refusal(lay, text, *changes)


def copies(loaded: LoadedCatalogue) -> str:
    """The ids of the tiles, each with its copies if there are several, as in ``Y01 Y02x3``."""
    tiles = deck_of(loaded.catalogue).tiles
    return " ".join(f"{tile.id}x{tile.copies}".removesuffix("x1") for tile in tiles)


def test_a_variant_that_says_nothing_more_names_the_deck_alone(lay: Lay) -> None:
    loaded = lay(HEAD)
    assert (loaded.variant, loaded.catalogue.full_title) == ("v", "Small, other")
    assert loaded.base is not None
    assert loaded.base.catalogue.full_title == "Small"
    assert deck_of(loaded.catalogue).tiles == deck_of(loaded.base.catalogue).tiles


def test_what_a_variant_says_stands_instead(lay: Lay) -> None:
    text = HEAD + (
        "edition: second\ntile_mm: 45.5\nminotaur: {paths: [{exits: NS}]}\ncounters: {count: 9}\n"
        "rules: {outside: unbounded}\n"
    )
    catalogue = lay(text).catalogue
    assert (catalogue.edition, catalogue.tile_mm) == ("second", 45.5)
    assert catalogue.minotaur is not None
    assert spell_paths(catalogue.minotaur.paths) == "NS"
    assert (catalogue.counters.count, catalogue.counters.diameter_mm) == (9, 12), "the diameter is the catalogue's"
    assert (catalogue.rules.outside, catalogue.rules.tie_break) == ("unbounded", None)


def test_rules_of_the_catalogue_stay_where_the_variant_says_nothing(lay: Lay) -> None:
    base = ("credits:", "rules: {tie_break: coinless, score_impaled: false}\ncredits:")
    rules = lay(HEAD + "rules: {score_impaled: true}\n", base).catalogue.rules
    assert (rules.tie_break, rules.score_impaled) == ("coinless", True)


def test_designs_are_added_removed_and_changed(lay: Lay) -> None:
    text = HEAD + (
        "designs:\n  remove: [fork]\n  change:\n    bridge: {number: 7, copies: 3}\n"
        "  add:\n    cell: {number: 1, paths: [{exits: N, prisoners: 2}]}\n"
    )
    loaded = lay(text)
    assert copies(loaded) == "Y01 Y07x3 B01 B07x3"
    assert list(loaded.catalogue.designs) == ["bridge", "cell"]
    assert spell_paths(loaded.catalogue.designs["bridge"].paths) == "NS:p | EW:c", "what is not said stays"


def test_colours_are_added_removed_and_changed(lay: Lay) -> None:
    text = HEAD + (
        "colours:\n  remove: [blue]\n  change: {yellow: {ink: '#c09010'}}\n"
        "  add: {red: {letter: R, symbol: flame, ink: '#a02010'}}\n"
    )
    loaded = lay(text)
    assert loaded.catalogue.colour_ids == ("yellow", "red")
    yellow = loaded.catalogue.colours["yellow"]
    assert (yellow.letter, yellow.symbol, yellow.ink) == ("Y", "sun", "#c09010")
    assert loaded.catalogue.designs["bridge"].colours == ("yellow",), "a colour that is gone is gone everywhere"
    assert copies(loaded) == "Y01 Y02 R01"


def test_a_colour_that_goes_leaves_the_places_of_the_others(lay: Lay) -> None:
    loaded = lay(HEAD + "colours: {remove: [yellow]}\n")
    assert str(loaded.place("designs", "bridge", "colours", 0)) == "t.yaml:20:23", "where 'blue' stands"


COPIES = {
    "copies: 2": "Y01x2 Y02x2 B01x2 B02x2",
    "copies: {yellow: 3}": "Y01x3 Y02x3",
    "copies: 2\ndesigns: {change: {fork: {copies: 1}}}": "Y01 Y02x2 B01 B02x2",
    "copies: 2\ndesigns: {change: {fork: {number: 9}}}": "Y02x2 Y09x2 B02x2 B09x2",
    "copies: 2\ndesigns: {change: {bridge: {colours: [blue]}}}": "Y01x2 B01x2 B02x2",
    "copies: {yellow: 2, blue: 3}\ndesigns: {change: {bridge: {colours: [blue]}}}": "Y01x2 B01x3 B02x3",
    "copies: 2\ndesigns: {add: {cell: {number: 3, paths: [{exits: N}]}}}": "Y01x2 Y02x2 Y03x2 B01x2 B02x2 B03x2",
    "copies: 2\ndesigns: {add: {cell: {number: 3, copies: {blue: 1}, paths: [{exits: N}]}}}": "Y01x2 Y02x2 B01x2 B02x2 "
    "B03",
    "copies: 0\ndesigns: {change: {fork: {copies: 1}}}": "Y01 B01",
}


@pytest.mark.parametrize("output", COPIES)
def test_copies_of_all_designs_are_those_for_which_nothing_else_is_said(lay: Lay, output: str) -> None:
    assert copies(lay(f"{HEAD}{output}\n")) == COPIES[output]


def test_promises_are_about_the_deck_that_they_stand_beside(lay: Lay) -> None:
    base = ("credits:", "expect: {tiles: 4, equal_colours: true}\ncredits:")
    kept = lay(HEAD + "tile_mm: 40\n", base).catalogue.expect
    assert (kept.tiles, kept.equal_colours) == (4, True), "the deck is the same"
    for output in ("copies: 2", "designs: {remove: [fork]}", "colours: {remove: [blue]}"):
        left = lay(f"{HEAD}{output}\n", base).catalogue.expect
        assert (left.tiles, left.equal_colours) == (None, True)
    own = lay(HEAD + "copies: 2\nexpect: {tiles: 8}\n", base).catalogue.expect
    assert (own.tiles, own.equal_colours) == (8, False)


def test_each_value_stands_where_it_is_written(lay: Lay) -> None:
    text = HEAD + (
        "tile_mm: 45\ndesigns:\n  change:\n    fork: {copies: 2}\n"
        "  add:\n    cell:\n      number: 9\n      paths:\n        - {exits: N}\n"
    )
    loaded = lay(text)
    places = {
        ("tile_mm",): "v.yaml:3:10",
        ("designs", "fork", "copies"): "v.yaml:6:20",
        ("designs", "fork", "number"): "t.yaml:14:13",
        ("designs", "fork", "colours"): "t.yaml:14:5",
        ("designs", "cell", "paths", 0, "exits"): "v.yaml:11:19",
        ("designs", "cell", "copies"): "v.yaml:9:7",
        ("variant",): "v.yaml:2:8",
        ("credits", "design"): "t.yaml:25:19",
    }
    assert {at: str(loaded.place(*at)) for at in places} == places
    assert str(loaded.document.key_place(("designs", "cell"))) == "v.yaml:8:5"
    assert str(loaded.document.key_place(("designs", "fork"))) == "t.yaml:13:3"


def test_the_hash_covers_both_files(lay: Lay, small: Callable[..., Path], tmp_path: Path) -> None:
    first = lay(HEAD)
    both = [hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("small.yaml", "v.yaml")]
    assert first.document.sha256 == hashlib.sha256("".join(both).encode()).hexdigest()
    hashes = {first.short_hash, lay(HEAD + "# a remark\n").short_hash}
    hashes |= {lay(HEAD, ("title: Small", "title: Little")).short_hash, load_catalogue(small()).short_hash}
    assert len(hashes) == 4


def test_a_catalogue_is_left_as_it_is_by_the_variants_upon_it(small: Callable[..., Path], tmp_path: Path) -> None:
    base = read_document(ShelfFile("", small(), "t.yaml"))
    before = copy.deepcopy(base.data)
    path = tmp_path / "v.yaml"
    path.write_text(
        f"{HEAD}copies: 2\ncounters: {{count: 1}}\ncolours: {{remove: [blue], change: {{yellow: {{letter: X}}}}}}\n"
        "designs: {remove: [fork], change: {bridge: {number: 5}}}\nexpect: {}\n",
        encoding="utf-8",
    )
    overlay(base, read_document(ShelfFile("", path, "v.yaml")))
    assert base.data == before


THERE = "one of fork, bridge; t.yaml:12:1 has these"
CONFLICTS = {
    "designs: {remove: [frok]}": f"3:20: no design 'frok' to remove; did you mean 'fork'? {THERE}",
    "designs: {change: {x: {copies: 2}}}": f"3:20: no design 'x' to change; {THERE}",
    "colours: {remove: [red]}": "3:20: no colour 'red' to remove; one of yellow, blue; t.yaml:5:1 has these",
    "designs: {add: {fork: {number: 3, paths: [{exits: N}]}}}": "3:17: design 'fork' is there already, at "
    "t.yaml:13:3; change it, or choose another id",
    "colours: {add: {blue: {letter: X, symbol: leaf, ink: '#000000'}}}": "3:17: colour 'blue' is there already, at "
    "t.yaml:7:3; change it, or choose another id",
    "designs: {remove: [fork, fork]}": "3:26: design 'fork' is removed twice, first at v.yaml:3:20",
    "designs:\n  remove: [fork]\n  change: {fork: {copies: 2}}": "5:12: design 'fork' is changed here and removed at "
    "v.yaml:4:12; keep one of the two",
    "designs:\n  remove: [fork]\n  add: {fork: {number: 1, paths: [{exits: N}]}}": "5:9: design 'fork' is added here "
    "and removed at v.yaml:4:12; change it instead",
    "designs:\n  change: {x: {copies: 2}}\n  add: {x: {number: 3, paths: [{exits: N}]}}": "4:12: design 'x' is "
    "changed here and added at v.yaml:5:9; write it there as it shall be",
    "designs: {change: {fork: {}}}": "3:20: nothing of design 'fork' is changed; write what differs from t.yaml:13:3",
    "designs: {add: {cell: {number: 2, paths: [{exits: N}]}}}": "3:32: number 2 belongs to design 'bridge' already, "
    "at t.yaml:19:13; 3 is free",
    "designs: {change: {fork: {number: 2}}}": "3:35: number 2 belongs to design 'bridge' already, at t.yaml:19:13; 1 "
    "is free",
    "colours: {change: {yellow: {letter: B}}}": "3:37: letter 'B' belongs to 'blue' already, at t.yaml:7:18; each "
    "colour needs its own",
    "copies: {yelow: 2}": "3:10: unknown colour 'yelow'; did you mean 'yellow'? one of yellow, blue",
    "designs: {remove: [fork, bridge]}": "3:11: every design of t.yaml:12:1 is removed and none is added; keep one",
    "colours: {remove: [blue, yellow]}": "3:11: every colour of t.yaml:5:1 is removed and none is added; keep one",
    "designs: {add: {bend: {number: 3, paths: [{exits: ES}]}}}": "3:42: design 'bend' is not in its canonical "
    "orientation: ES; write NE",
    "colours: {remove: [blue]}\ndesigns: {change: {fork: {colours: [blue]}}}": "4:37: unknown colour 'blue'; one of "
    "yellow",
}


@pytest.mark.parametrize("output", CONFLICTS)
def test_a_conflict_is_told_with_both_places(refused: Refuse, output: str) -> None:
    assert refused(f"{HEAD}{output}\n") == [f"v.yaml:{CONFLICTS[output]}"]


def test_another_games_variant_is_refused_with_both_places(refused: Refuse) -> None:
    reported = "varies the game 'large', but 'small' is the game of t.yaml:1:1; choose another variant or catalogue"
    assert refused("of: large\ntitle: x\n") == [f"v.yaml:1:5: {reported}"]


FORM = {
    "sizes: 3": "3:1: unknown key 'sizes'; one of of, title, edition, ",
    "designs: {remove: fork}": "3:19: expected a list, as in `[some-id]`",
    "copies: many": "3:9: 'many' is not a whole number; write digits only, as in 12",
    "copies: {yellow: 1000}": "3:18: 1000 is too large; write 999 or less",
    "rules: {outside: some}": "3:18: unknown value 'some'; one of any, unbounded",
    "designs: {add: {x: {number: 3}}}": "3:20: key 'paths' is missing",
    "tile_mm: 5": "3:10: 5 is too small; write 20 or more",
    "edition: &x second": "3:10: anchors (&x) are not allowed; write the value out",
}


@pytest.mark.parametrize("output", FORM)
def test_a_variant_is_read_strictly(refused: Refuse, output: str) -> None:
    (reported,) = refused(f"{HEAD}{output}\n")
    assert reported.startswith(f"v.yaml:{FORM[output]}")


def test_all_mistakes_of_a_variant_are_told_at_once(refused: Refuse) -> None:
    text = HEAD + "designs:\n  remove: [a]\n  change: {b: {copies: 1}, fork: {}}\ncolours: {remove: [c]}\n"
    assert [line.split(":")[1] for line in refused(text)] == ["4", "5", "5", "6"]


def test_mistakes_of_the_catalogue_come_before_those_of_the_variant(refused: Refuse) -> None:
    (line,) = refused(f"{HEAD}designs: {{remove: [x]}}\n", ("number: 2", "number: 1"))
    assert line.startswith("t.yaml:19:13: number 1 ")


def test_too_many_colours_of_a_variant_are_told_where_it_adds_them(refused: Refuse) -> None:
    added = "".join(f"    c{n}: {{letter: {'CDEFHIJ'[n]}, symbol: sun, ink: '#00000{n}'}}\n" for n in range(7))
    (line,) = refused(f"{HEAD}colours:\n  add:\n{added}")
    assert line == "v.yaml:11:9: expected at most 8 entries, found 9"


def test_a_deck_that_a_variant_leaves_without_copies_is_told_in_the_variant(lay: Lay) -> None:
    loaded = lay(f"{HEAD}copies: 0\n")
    reported = [finding for finding in findings(deck_of(loaded.catalogue), loaded) if finding.level is Level.ERROR]
    assert {str(finding.place) for finding in reported if finding.code == "empty-colour"} == {"v.yaml:3:9"}


# -- kept -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [None, *library.variants()])
def test_kept_lines_say_the_same_catalogue(variant: str | None) -> None:
    file = library.game_file()
    loaded = load_catalogue(file, library.variants()[variant] if variant else None)
    lines = kept_lines(loaded.document)
    assert load_kept_catalogue(lines, "kept").catalogue == loaded.catalogue
    assert kept_lines(load_kept_catalogue(lines, "kept").document) == lines


@pytest.mark.parametrize("title", ['Ariadne\'s \\ "thread"', "Ἀστερίων", "yes", "010", "迷宮 #1: {a}", "🐂"])
def test_any_title_is_kept(small: Callable[..., Path], title: str) -> None:
    quoted = title.replace("'", "''")
    loaded = load_catalogue(small(("title: Small", f"title: '{quoted}'")))
    assert load_kept_catalogue(kept_lines(loaded.document), "kept").catalogue.title == title


@pytest.mark.parametrize("line", ["designs: {}", "tags: !!python/object x", "\ud800", "a: [", "game: small"])
def test_lines_that_say_no_catalogue_are_refused(line: str) -> None:
    with pytest.raises(InputError, match="kept"):
        load_kept_catalogue([line], "kept")


# -- shipped ----------------------------------------------------------------------------------------------------------


def shipped(variant: str) -> LoadedCatalogue:
    file = library.game_file()
    return load_catalogue(file, library.variants()[variant])


def test_the_original_edition_has_one_design_more_and_all_that_it_promises() -> None:
    loaded = shipped("original")
    deck, promised = deck_of(loaded.catalogue), loaded.catalogue.expect
    assert loaded.catalogue.edition == "original"
    assert loaded.base is not None
    assert len(loaded.catalogue.designs) == len(loaded.base.catalogue.designs) + 1
    assert sum(tile.copies for tile in deck.tiles) == promised.tiles
    assert promised.per_colour is not None
    assert {len(deck.of_colour(colour)) for colour in loaded.catalogue.colours} == {promised.per_colour.tiles}
    held, things = composition_of(deck.tiles).holds, ("prisoner", "coin", "wing")
    assert [held[thing] for thing in things] == [getattr(promised, f"{thing}s") for thing in things]


def shape(paths: list[set[int]]) -> frozenset[frozenset[frozenset[int]]]:
    """A way to join sides, whatever its turn: written apart from the program."""
    return frozenset(frozenset(frozenset((side + turn) % 4 for side in path) for path in paths) for turn in range(4))


def test_the_seventeenth_design_is_the_one_way_to_join_four_exits_that_the_others_lack() -> None:
    def groups(sides: list[int]) -> list[list[set[int]]]:
        if not sides:
            return [[]]
        first, *others = sides
        found = []
        for size in range(len(others) + 1):
            for mates in itertools.combinations(others, size):
                rest = [side for side in others if side not in mates]
                found += [[{first, *mates}, *more] for more in groups(rest)]
        return found

    ways = {shape(paths) for paths in groups([0, 1, 2, 3])}
    assert len(ways) == 7
    designs = shipped("original").catalogue.designs
    used = {name: shape([set(path.exits) for path in design.paths]) for name, design in designs.items()}
    seventeenth = used.pop("four-cells")
    assert ways - set(used.values()) == {seventeenth}


def test_the_deck_for_two_is_half_the_deck() -> None:
    half, whole = deck_of(shipped("duel").catalogue), deck_of(load_catalogue(library.game_file().path).catalogue)
    assert half.tiles == whole.tiles[:32]


def test_the_pocket_deck_differs_in_sizes_alone() -> None:
    loaded = shipped("pocket")
    assert loaded.base is not None
    catalogue, base = loaded.catalogue, loaded.base.catalogue
    assert (catalogue.tile_mm, catalogue.counters.diameter_mm) == (45, 10)
    assert (catalogue.designs, catalogue.colours, catalogue.expect) == (base.designs, base.colours, base.expect)
