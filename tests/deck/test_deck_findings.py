"""Each finding about a deck, with its code, level, place and words."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from colorspacious import cspace_convert

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.inks import GROUNDS, LEAST_DISTANCE, distance
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, compositions, deck_of
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.report import Finding, Level, verdict

Load = Callable[..., LoadedCatalogue]


@pytest.fixture
def load(small: Callable[..., Path]) -> Load:
    return lambda *changes: load_catalogue(ShelfFile("", small(*changes), "t.yaml"))


def output(loaded: LoadedCatalogue) -> list[str]:
    return [str(finding) for finding in findings(deck_of(loaded.catalogue), loaded)]


def test_nothing_is_to_be_said_of_the_shipped_deck(deck: Deck, loaded: LoadedCatalogue) -> None:
    assert findings(deck, loaded) == ()


KEPT = (
    "exits: 16, chambers: 8, dead_ends: 2, branching: [1.2, 1.3], designs: 2, distinct_up_to_mirror: 2, near_repeats: 0"
)


def test_a_deck_keeps_any_number_that_it_promises(load: Load) -> None:
    assert output(load(("credits:", f"expect: {{{KEPT}}}\ncredits:"))) == []


@pytest.mark.parametrize(
    ("kept", "broken", "told"),
    [
        ("exits: 16", "exits: 15", "the deck has 16 exits, the file promises 15"),
        ("chambers: 8", "chambers: 9", "the deck has 8 chambers, the file promises 9"),
        ("dead_ends: 2", "dead_ends: 3", "the deck has 2 dead ends, the file promises 3"),
        ("[1.2, 1.3]", "[1.4, 1.5]", "the deck has a branching of 1.2500, the file promises 1.4 to 1.5"),
        ("designs: 2", "designs: 3", "the deck has 2 designs, the file promises 3"),
        ("mirror: 2", "mirror: 1", "the deck has 2 distinct designs, the file promises 1"),
        ("repeats: 0", "repeats: 1", "the deck has 0 near repeats, the file promises 1"),
    ],
)
def test_a_broken_promise_is_told_with_what_is_true(load: Load, kept: str, broken: str, told: str) -> None:
    line = f"expect: {{{KEPT.replace(kept, broken)}}}\ncredits:"
    [found] = output(load(("credits:", line)))
    assert told in found
    assert found.endswith("[broken-promise]")


ONE_COLOUR = ("colours: [yellow, blue]\n    copies: {yellow: 1, blue: 1}", "colours: [yellow]")
TWIN = "  twin:\n    number: 3\n    paths:\n      - {exits: NES, prisoners: 1}\n      - {exits: W}\n"
REPORTED: dict[tuple[tuple[str, str], ...], str] = {
    (): "",
    (("credits:", "expect: {per_colour: {coins: 2}}\ncredits:"),): "25:30: error: yellow has 1 coin, the file promises "
    "2; change designs or copies, or the promise [broken-promise]\n25:30: error: blue has 1 coin, the file promises 2"
    "; change designs or copies, or the promise [broken-promise]",
    (ONE_COLOUR,): "7:9: note: blue differs from yellow: 1 tile against 2, 1 prisoner against 2, 0 coins against 1, "
    "4 exits against 8, 2 chambers against 4 [unequal-colours]",
    (("credits:", f"{TWIN}credits:"),): "26:5: warning: design 'twin' equals design 'fork' up to a turn; "
    "give 'fork' more copies instead [equal-designs]",
    (("    - {exits: NESW}", "    - {exits: ''}"),): "10:5: error: the minotaur's tile has no exit; "
    "he would be trapped before the game begins [minotaur-trapped]",
    (("      - {exits: W}\n", "      - {exits: W}\n      - {exits: ''}\n"),): "",
    (("      - {exits: EW, coins: 1}\n", ""),): "19:5: note: design 'bridge' has no exit on side E, W; "
    "neighbours' paths end there [blank-side]",
    (
        ("{exits: NES, prisoners: 1}", "{exits: NES}"),
        ("{exits: NS, prisoners: 1}", "{exits: NS, coins: 1}"),
        ("{exits: EW, coins: 1}", "{exits: EW}"),
    ): "23:9: warning: the coin on path 1 of design 'bridge' can never pay: no prisoner can reach it and escape "
    "[worthless-coin]",
    **{
        (("#1f5fa8", ink),): f"7:40: warning: the ink {ink} of blue can hardly be told from {other} apart in CIE Lab, "
        "at least 20 are wanted; choose a lighter, a darker or another ink [similar-inks]"
        for ink, other in {
            "#d9a53a": "yellow, #d9a520: 8.7",
            "#fffbf0": "the paper, #ffffff: 5.9",
            "#bd9f80": "the stones, #bd9f70: 8.6",
        }.items()
    },
    **{
        (("number: 1", f"number: 1\n    {line}"),): f"{place}: warning: design 'fork' is printed in no colour; give it "
        "copies or remove it [unprinted-design]"
        for line, place in {
            "copies: 0": "15:13", "copies: {}": "15:13", "copies: {yellow: 0, blue: 0}": "15:13", "colours: []": "14:5"
        }.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("changes", REPORTED)
def test_what_is_to_be_said_of_a_deck_is_told_at_its_place(load: Load, changes: tuple[tuple[str, str], ...]) -> None:
    assert "\n".join(output(load(*changes))).replace("t.yaml:", "") == REPORTED[changes]


@pytest.mark.parametrize(("what", "there"), [("tiles", 4), ("prisoners", 4), ("coins", 2), ("wings", 0)])
def test_each_promised_number_is_compared(load: Load, what: str, there: int) -> None:
    assert output(load(("credits:", f"expect: {{{what}: {there}}}\ncredits:"))) == []
    (line,) = output(load(("credits:", f"expect: {{{what}: {there + 1}}}\ncredits:")))
    assert f"t.yaml:25:{12 + len(what)}: error: the deck has {there} {what}, the file promises {there + 1};" in line


def test_a_colour_without_tiles_is_an_error(load: Load) -> None:
    loaded = load(("number: 1", "number: 1\n    copies: {yellow: 1}"), ONE_COLOUR)
    assert output(loaded)[0] == "t.yaml:7:9: error: blue has no tiles [empty-colour]"


def test_unequal_colours_are_an_error_where_equal_ones_are_promised(load: Load) -> None:
    (finding,) = output(load(ONE_COLOUR, ("credits:", "expect: {equal_colours: true}\ncredits:")))
    assert finding.startswith("t.yaml:24:25: error: blue differs from yellow: ")
    assert finding.endswith(" [unequal-colours]")


def test_two_inks_may_be_as_close_as_the_least_distance(load: Load) -> None:
    near, far = "#8d99ae", "#1f5fa8"
    assert distance(near, far) > LEAST_DISTANCE
    assert output(load(("#d9a520", near))) == []


def test_the_distance_of_inks_is_that_of_the_published_formula() -> None:
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    inks = ("#ad3f1f", "#1f4a73", "#6f9f80", "#0a0503", "#ffffff")
    for one, other in itertools.combinations(inks, 2):
        labs = [
            cspace_convert([int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)], "sRGB1", "CIELab")
            for ink in (one, other)
        ]
        assert distance(one, other) == pytest.approx(math.dist(*labs), abs=0.1)


def test_the_grounds_of_inks_are_those_of_the_theme() -> None:
    theme = load_theme(library.theme_file("knossos").path)
    assert list(GROUNDS.values()) == ["#ffffff", *theme.inks.stones, theme.inks.floor]


def test_what_no_exit_reaches_is_an_error_at_its_path(load: Load) -> None:
    sealed = "      - {exits: W}\n      - {exits: '', prisoners: 2, wings: 1}\n"
    undrawable, reported = output(load(("      - {exits: W}\n", sealed)))
    assert undrawable.startswith("t.yaml:14:5: error: design 'fork' cannot be drawn: ")
    assert reported == (
        "t.yaml:18:9: error: path 3 of design 'fork' holds 2 prisoners, 1 wing but no exit reaches it [sealed-feature]"
    )


@pytest.mark.parametrize(("wings", "worthless"), [(1, True), (2, False)])
def test_a_sealed_coin_pays_only_beside_a_prisoner_with_two_wings(load: Load, wings: int, worthless: bool) -> None:
    sealed = f"      - {{exits: '', prisoners: 1, coins: 1, wings: {wings}}}\n"
    loaded = load(("      - {exits: W}\n", "      - {exits: W}\n" + sealed))
    assert any("[worthless-coin]" in line for line in output(loaded)) == worthless


def test_errors_come_first_then_warnings_then_notes_each_in_the_order_of_the_file(load: Load) -> None:
    loaded = load(
        ("    - {exits: NESW}", "    - {exits: ''}"),
        ("number: 1", "number: 1\n    copies: 0"),
        ("      - {exits: EW, coins: 1}\n", ""),
        ("credits:", f"{TWIN}expect: {{tiles: 9}}\ncredits:"),
    )
    found = findings(deck_of(loaded.catalogue), loaded)
    assert [(finding.level.value, finding.code, finding.place.line) for finding in found] == [
        ("error", "minotaur-trapped", 10),
        ("error", "broken-promise", 30),
        ("warning", "unprinted-design", 15),
        ("warning", "equal-designs", 26),
        ("note", "blank-side", 20),
    ]
    assert {finding.place.file for finding in found} == {"t.yaml"}


def test_the_verdict_counts_findings_of_each_level(load: Load) -> None:
    place = load().place()
    error, warning, note = (Finding("code", level, "words", place) for level in Level)
    assert verdict(()) == "sound, nothing to report"
    assert verdict((warning, note, note)) == "sound: 1 warning, 2 notes"
    assert verdict((error, error, note)) == "not sound: 2 errors, 1 note"


PRINTED = {
    "number: 1\n    copies: {yellow: 3, blue: 1}": "Y01 Y01 Y01 Y02 B01 B02",
    "number: 1\n    copies: 2\n    colours: [blue]": "Y02 B01 B01 B02",
    "number: 12": "Y02 Y12 B02 B12",
}


@pytest.mark.parametrize("line", PRINTED)
def test_tiles_come_by_colour_then_by_number_with_the_copies_of_each_colour(load: Load, line: str) -> None:
    deck = deck_of(load(("number: 1", line)).catalogue)
    assert " ".join(tile.id for tile in deck.copies()) == PRINTED[line]
    assert {colour: f"{counted.tiles}" for colour, counted in compositions(deck).items()} == {
        colour: f"{PRINTED[line].count(letter)}" for colour, letter in (("yellow", "Y"), ("blue", "B"))
    }


def test_a_tile_is_found_by_its_id_and_so_is_the_minotaur(deck: Deck) -> None:
    found = deck.tile("G16")
    assert found is not None
    assert (found.colour, found.design) == ("green", "bend")
    assert deck.tile("minotaur") is deck.minotaur
    assert deck.tile("X01") is None
