"""The shipped deck is right, and every way to get a catalogue wrong is told word for word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.validation import record_of
from asterion_press.errors import MISTAKES_SHOWN, Place
from asterion_press.games.labyrinth.catalogue import records
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.catalogue.records import Path, Paths, canonical_paths, spell_paths
from asterion_press.games.labyrinth.catalogue.symbol_table import PLURALS
from asterion_press.geometry import Side
from tests.support.refusals import refusal

# The sixteen shapes of the proposed set, as its table spells them (its turns are not ours).
PROPOSED = (
    "NESW:p; NESW:pw; NS:p | EW; NS:p | EW:c; NS:pw | EW; NS:p | EW:w; NW:p | ES; N | E:p | SW; N:p | EW | S; "
    "N:pw | EW | S; N:p | ESW; N:pw | ESW; N:p | ESW:w; N | ESW:p; N:p | E | SW:c; N | E | SW:p"
)

Shape = frozenset[tuple[frozenset[int], tuple[str, ...]]]


def shape_of(spelled: str) -> Shape:
    """A design without any order and, of its four turns, the one that sorts first: written apart from the program."""
    pieces = [piece.strip().partition(":") for piece in spelled.split("|")]
    turned = [
        frozenset(
            (frozenset(("NESW".index(side) + turns) % 4 for side in sides), tuple(sorted(symbols)))
            for sides, _, symbols in pieces
        )
        for turns in range(4)
    ]
    return min(turned, key=lambda shape: sorted((sorted(sides), symbols) for sides, symbols in shape))


def test_the_shipped_designs_are_the_proposed_ones_up_to_turning(loaded: LoadedCatalogue) -> None:
    by_number = sorted(loaded.catalogue.designs.values(), key=lambda design: design.number)
    assert [shape_of(spell_paths(one.paths)) for one in by_number] == list(map(shape_of, PROPOSED.split("; ")))


def test_the_designer_is_credited_and_the_art_is_called_our_own(loaded: LoadedCatalogue) -> None:
    assert loaded.catalogue.credits.design == "Néstor Romeral Andrés"
    assert "drawn by this program" in loaded.catalogue.credits.artwork


def test_the_short_hash_is_eight_digits_of_the_files_hash(loaded: LoadedCatalogue) -> None:
    assert loaded.document.sha256.startswith(loaded.short_hash)
    assert len(loaded.short_hash) == 8


Judge = Callable[..., list[str]]


@pytest.fixture
def mistakes_of(small: Callable[..., FilePath]) -> Judge:
    """The lines that a changed small catalogue is refused with."""

    return lambda *changes: refusal(load_catalogue, ShelfFile("", small(*changes), "t.yaml"))


PROMISES = (
    f"one of tiles, exits, chambers, dead_ends, branching, {', '.join(PLURALS)}, designs, distinct_up_to_mirror, "
    "near_repeats, per_colour, equal_colours"
)
PATH_KEYS = f"one of exits, {', '.join(PLURALS)}"
KEYS = (
    "one of game, title, edition, tile_mm, colours, designs, credits, minotaur, centre, counters, rules, expect, "
    "variant, version, frontispiece, kind"
)
WRONG = {
    "exits: EW => exits: WE": "24:17: exits 'WE' are not in order N, E, S, W, each once; write EW",
    "exits: EW => exits: EE": "24:17: exits 'EE' are not in order N, E, S, W, each once; write E",
    "    - {exits: NESW} =>     - {exits: NESW}\n    - {exits: W}": "11:15: exit 'W' of the minotaur is taken by path "
    "1 already; a side has one exit",
    "NES, prisoners: 1}\n      - {exits: W} => N}\n      - {exits: ESW, prisoners: 1}": "16:7: design 'fork' is not in "
    "its canonical orientation: N | ESW:p; write NES:p | W",
    "NS, prisoners: 1}\n      - {exits: EW, coins: 1} => EW}\n      - {exits: NS, prisoners: 1}": "23:7: design "
    "'bridge' is not in its canonical orientation: EW | NS:p; write NS:p | EW",
    "letter: B => letter: Y": "7:18: letter 'Y' belongs to 'yellow' already; each colour needs its own",
    "'#1f5fa8' => '#d9a520'": "7:40: ink '#d9a520' belongs to 'yellow' already; each colour needs its own",
    "[yellow, blue] => [yelow, blue]": "20:15: unknown colour 'yelow'; did you mean 'yellow'? one of yellow, blue",
    "blue: 1} => bleu: 2}": "21:25: unknown colour 'bleu'; did you mean 'blue'? one of yellow, blue",
    "colours: [yellow, blue] => colours: [blue]": "21:14: copies for 'yellow', but 'colours' lists only blue",
    "[yellow, blue]\n    copies: {yellow: 1 => []\n    copies: {yellow: 0": "21:25: copies for 'blue', but 'colours' "
    "lists only none",
    "[yellow, blue] => [blue, blue]": "20:21: colour 'blue' appears twice",
    "edition: first => edition: first\nedited: today": f"4:1: unknown key 'edited'; did you mean 'edition'? {KEYS}",
    "{exits: NS, prisoners: 1} => {exits: NS, prisoners: one}": "23:32: 'one' is not a whole number; write digits "
    "only, as in 12",
    "tile_mm: 50 => tile_mm: .inf": "4:10: '.inf' is not a number; write digits with a point, as in 12.5",
    "tile_mm: 50 => tile_mm: 19.9": "4:10: 19.9 is too small; write 20 or more",
    "copies: {yellow: 1, blue: 1} => copies: -1": "21:13: -1 is too small; write 0 or more",
    "copies: {yellow: 1, blue: 1} => copies: 1000": "21:13: 1000 is too large; write 999 or less",
    "copies: {yellow: 1, blue: 1} => copies: many": "21:13: 'many' is not a whole number; write digits only, as in 12",
    "copies: {yellow: 1, blue: 1} => copies: [1, 2]": "21:13: expected a whole number; write digits only, as in 12",
    "'#1f5fa8' => '#1F5FAG'": "7:40: '#1F5FAG' is no colour; write '#' and six hexadecimal digits in quotes, as in "
    "'#1f5fa8', or a name of CSS, as in navy",
    "symbol: sun => symbol: son": "6:31: unknown value 'son'; did you mean 'sun'? one of amphora, dolphin, flame, "
    "leaf, lily, shell, sun, wave",
    "letter: Y => letter: YY": "6:20: 'YY' is no capital letter; write one of A to Z",
    "edition: first\n => ": "1:1: key 'edition' is missing; write it, as in `edition: some-id`",
    "    number: 2\n => ": "19:5: key 'number' is missing; write it, as in `number: 1`",
    "{exits: EW, coins: 1} => {coins: 1}": "24:9: key 'exits' is missing; write it, as in `exits: NS`",
    "  fork: =>   The_Fork:": "13:3: 'The_Fork' is no id; write lower-case letters, digits and hyphens, as in "
    "two-bends",
    "game: small => game: ../small": "1:7: '../small' is no id; write lower-case letters, digits and hyphens, as in "
    "two-bends",
    "game: small => game: com1": "1:7: 'com1' is a name that Windows keeps for a device; choose another",
    f"game: small => game: {'a' * 41}": "1:7: 41 characters are too many; write 40 or fewer",
    "title: Small => title: [Small]": "2:8: expected plain text",
    "title: Small => title:": "2:7: expected some text",
    "paths:\n      - {exits: NS, prisoners: 1}\n      - {exits: EW, coins: 1} => paths: NS": "22:12: expected a list, "
    "as in `[{exits: NS}]`",
    "counters: {count: 4, diameter_mm: 12, shape: round} => counters: 4": "11:11: expected keys with values, as in "
    "`{count: 1, diameter_mm: 6}`",
    "paths:\n      - {exits: NS, prisoners: 1}\n      - {exits: EW, coins: 1} => paths: []": "22:12: expected at least "
    "1 entry, as in `[{exits: NS}]`",
    "exits: NES, => exits: NXS,": "16:17: unknown exit 'X'; one of N, E, S, W",
    "exits: EW => exits: [E, W]": "24:17: expected exits in one word, as in NS",
    "exits: EW => exits: ES": "24:17: exit 'S' of design 'bridge' is taken by path 1 already; a side has one exit",
    "NS, prisoners: 1}\n      - {exits: EW, coins: 1} => NS}\n      - {exits: EW, prisoners: 1}": "23:7: design "
    "'bridge' is not in its canonical orientation: NS | EW:p; write NS:p | EW",
    "number: 2 => number: 1": "19:13: number 1 belongs to design 'fork' already; 2 is free",
    "symbol: wave => symbol: sun": "7:29: symbol 'sun' belongs to 'yellow' already; each colour needs its own",
    "[yellow, blue] => [yellow, x]": "20:23: unknown colour 'x'; one of yellow, blue",
    "{exits: NS, prisoners: 1} => {exits: NS, prisonners: 1}": "23:21: unknown key 'prisonners'; did you mean "
    f"'prisoners'? {PATH_KEYS}",
    "number: 2 => number: 02": "19:13: '02' is not a whole number; write digits only, as in 12",
    "tile_mm: 50 => tile_mm: 5e1": "4:10: '5e1' is not a number; write digits with a point, as in 12.5",
    "{exits: NS, prisoners: 1} => {exits: NS, prisoners: 5}": "23:32: 5 is too large; write 4 or less",
    "blue: 1} => blue: two}": "21:31: 'two' is not a whole number; write digits only, as in 12",
    "'#1f5fa8' => bleu": "7:40: 'bleu' is no colour; write '#' and six hexadecimal digits in quotes, as in '#1f5fa8', "
    "or a name of CSS, as in navy",
    "credits: => expect: {equal_colours: yes}\ncredits:": "25:25: 'yes' is neither 'true' nor 'false'",
    "credits: => expect: {tile: 3}\ncredits:": f"25:10: unknown key 'tile'; did you mean 'tiles'? {PROMISES}",
}


@pytest.mark.parametrize("change", WRONG)
def test_a_mistake_is_told_once_with_its_place_and_a_remedy(mistakes_of: Judge, change: str) -> None:
    assert mistakes_of(change.split(" => ")) == [f"t.yaml:{WRONG[change]}"]


def test_all_mistakes_of_form_are_told_at_once_by_place(mistakes_of: Judge) -> None:
    changes = [
        ("{exits: EW, ", "{exits: Q, "),
        ("tile_mm: 50", "tile_mm: x"),
        ("letter: B", "letter: b"),
        ("{exits: NS, prisoners: 1}", "{exits: NS, prisonners: 1}"),
    ]
    assert mistakes_of(*changes) == [
        "t.yaml:4:10: 'x' is not a number; write digits with a point, as in 12.5",
        "t.yaml:7:18: 'b' is no capital letter; write one of A to Z",
        f"t.yaml:23:21: unknown key 'prisonners'; did you mean 'prisoners'? {PATH_KEYS}",
        "t.yaml:24:17: unknown exit 'Q'; one of N, E, S, W",
    ]


def test_all_mistakes_of_sense_are_told_at_once_by_place(mistakes_of: Judge) -> None:
    assert mistakes_of(("number: 2", "number: 1"), ("symbol: wave", "symbol: sun"), ("exits: W}", "exits: S}")) == [
        "t.yaml:7:29: symbol 'sun' belongs to 'yellow' already; each colour needs its own",
        "t.yaml:17:17: exit 'S' of design 'fork' is taken by path 1 already; a side has one exit",
        "t.yaml:19:13: number 1 belongs to design 'fork' already; 2 is free",
    ]


def test_more_than_fifty_mistakes_are_counted(mistakes_of: Judge) -> None:
    many = "".join(f"unknown-{n}: x\n" for n in range(57))
    lines = mistakes_of(("credits:", f"{many}credits:"))
    assert len(lines) == MISTAKES_SHOWN + 1
    assert lines[0] == f"t.yaml:25:1: unknown key 'unknown-0'; {KEYS}"
    assert lines[-1] == "and 7 more mistakes"


def test_fifty_mistakes_are_all_shown(mistakes_of: Judge) -> None:
    many = "".join(f"unknown-{n}: x\n" for n in range(50))
    lines = mistakes_of(("credits:", f"{many}credits:"))
    assert len(lines) == 50
    assert lines[-1].startswith("t.yaml:74:1: unknown key 'unknown-49'; ")


def test_a_promise_may_be_left_out(small: Callable[..., FilePath]) -> None:
    path = small()
    loaded = load_catalogue(path)
    assert loaded.catalogue.expect.tiles is None
    assert loaded.place("designs", "fork", "number") == Place(str(path), 14, 13)


@st.composite
def tiles_paths(draw: st.DrawFn) -> Paths:
    """Paths of any tile: every side belongs to one of up to four paths or to none."""
    owners = draw(st.lists(st.integers(min_value=0, max_value=4), min_size=4, max_size=4))
    symbols = st.integers(min_value=0, max_value=2)
    paths = [
        Path(
            exits=records.Exits(side for side in Side if owners[side] == owner),
            prisoners=draw(symbols),
            coins=draw(symbols),
            wings=draw(symbols),
        )
        for owner in sorted(set(owners) - {0})
    ]
    return tuple(paths) or (Path(exits=records.Exits(), prisoners=1),)


@given(tiles_paths())
def test_four_turns_of_a_tile_are_none_and_the_canonical_one_is_among_them(paths: Paths) -> None:
    assert records.turn_paths(paths, 4) == records.sort_paths(paths)
    assert records.turn_paths(records.turn_paths(paths, 1), 3) == records.sort_paths(paths)
    assert canonical_paths(paths) in [records.turn_paths(paths, turns) for turns in range(4)]


@given(tiles_paths(), st.permutations(range(4)))
def test_all_turns_and_orders_of_a_tile_have_one_canonical_spelling(paths: Paths, order: list[int]) -> None:
    shuffled = tuple(paths[n] for n in order if n < len(paths))
    for turns in range(4):
        assert canonical_paths(records.turn_paths(shuffled, turns)) == canonical_paths(paths)


@given(tiles_paths(), tiles_paths())
def test_two_tiles_have_one_canonical_spelling_only_if_one_is_a_turn_of_the_other(one: Paths, other: Paths) -> None:
    same = canonical_paths(one) == canonical_paths(other)
    assert same == (shape_key(one) == shape_key(other))


def shape_key(paths: Paths) -> list[object]:
    turned = [sorted((sorted((side + n) % 4 for side in path.exits), path.counts) for path in paths) for n in range(4)]
    return list(min(turned))


@given(tiles_paths())
def test_spelled_paths_parse_back(paths: Paths) -> None:
    parsed = []
    for piece in spell_paths(paths).split(" | "):
        exits, _, symbols = piece.partition(":")
        counts = {"prisoners": symbols.count("p"), "coins": symbols.count("c"), "wings": symbols.count("w")}
        parsed.append(record_of({"exits": exits, **counts}, Path))
    assert tuple(parsed) == paths


def test_the_canonical_orientation_is_the_one_that_the_catalogue_explains() -> None:
    bend = (record_of({"exits": e}, Path) for e in ("N", "E", "SW"))
    assert spell_paths(canonical_paths(tuple(bend))) == "NE | S | W"
