"""The VASSAL module, unzipped and read back with a decoder of our own that knows nothing of the writer."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from asterion_press.catalogue import library
from asterion_press.errors import InputError
from asterion_press.exports.pieces import piles_of
from asterion_press.exports.vassal import Lock, Module, build_file, chained, copies_of, encoded, read_lock
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.exports.conftest import Export

Small = Callable[..., Path]
DECK = "VASSAL.build.module.map.DrawPile"


def decoded(text: str, delimiter: str) -> list[str]:
    """Tokens as VASSAL reads them: a delimiter after a backslash is none; quotes around a token go."""
    tokens, token, index = [], "", 0
    while index < len(text):
        if text[index] == "\\" and text[index + 1 : index + 2] == delimiter:
            token, index = token + delimiter, index + 2
        elif text[index] == delimiter:
            tokens.append(token)
            token, index = "", index + 1
        else:
            token, index = token + text[index], index + 1
    tokens.append(token)
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in tokens]


def unchained(text: str) -> list[str]:
    """Types or states, outermost first."""
    outer, *rest = decoded(text, "\t")
    assert len(rest) <= 1
    return [outer, *(unchained(rest[0]) if rest else [])]


@given(st.lists(st.text(alphabet="ab;/\\'\t,", max_size=6), min_size=1, max_size=5), st.sampled_from(";/\t,"))
def test_what_is_encoded_is_decoded_again(tokens: list[str], delimiter: str) -> None:
    # a token that ends in a backslash cannot be told from an escaped delimiter; VASSAL itself loses it, too
    plain = [token.rstrip("\\") for token in tokens]
    assert decoded(encoded(delimiter, *plain), delimiter) == plain


@given(st.lists(st.text(alphabet="ab;/,", min_size=1, max_size=6), min_size=1, max_size=5))
def test_chains_of_traits_come_apart_again(parts: list[str]) -> None:
    assert unchained(chained(parts)) == parts


@pytest.fixture(scope="module")
def asterion() -> etree._Element:
    """The build file of Asterion."""
    game = read_game(library.game_file("asterion"))
    piles = piles_of(game)
    lock = Lock(next=0, pieces={}).with_pieces(name for pile in piles for _, name in copies_of(pile))
    turns = {piece.id: 0 if piece.id == "counter" else 4 for pile in piles for piece in pile.pieces}
    return etree.fromstring(build_file(Module("Asterion", "", "1", piles, lock, turns)))


def test_the_table_has_a_deck_face_down_for_each_colour_a_heap_of_counters_and_the_minotaur(
    asterion: etree._Element, deck: Deck
) -> None:
    stacks, colours = {stack.get("name"): stack for stack in asterion.iter(DECK)}, deck.catalogue.colour_ids
    assert {name: len(stack) for name, stack in stacks.items()} == {
        **{colour: len(deck.of_colour(colour)) for colour in colours},
        "counters": deck.catalogue.counters.count,
    }
    for output in ("faceDown", "shuffle"):
        assert [stack.get(output) for stack in stacks.values()] == [*["Always"] * len(colours), "Never"]
    (stack,) = asterion.iter("VASSAL.build.module.map.SetupStack")
    assert [slot.get("entryName") for slot in stack] == ["the minotaur"]


def test_the_grid_is_as_wide_as_a_tile_and_everything_lies_in_the_middle_of_a_cell(
    asterion: etree._Element, deck: Deck
) -> None:
    (grid,) = asterion.iter("{*}VASSAL.build.module.map.boardPicker.board.SquareGrid")
    (board,) = asterion.iter("{*}VASSAL.build.module.map.boardPicker.Board")
    assert (grid.get("dx"), grid.get("dy"), grid.get("edgesLegal"), grid.get("cornersLegal")) == (
        "200.0", "200.0", "false", "false",
    )  # fmt: skip
    width, height = int(board.get("width", "")), int(board.get("height", ""))
    places = set()
    for one in (*asterion.iter(DECK), *asterion.iter("VASSAL.build.module.map.SetupStack")):
        x, y = int(one.get("x", "")), int(one.get("y", ""))
        assert (x - int(grid.get("x0", ""))) % 200 == (y - int(grid.get("y0", ""))) % 200 == 0
        assert 0 < x < width
        assert 0 < y < height
        assert one.get("owningBoard") == board.get("name")
        places.add((x, y))
    assert len(places) == len(deck.catalogue.colours) + len(("minotaur", "counters"))


def test_tiles_turn_by_quarter_turns_and_have_their_back(asterion: etree._Element) -> None:
    for slot in asterion.iter("VASSAL.build.widget.CardSlot", "VASSAL.build.widget.PieceSlot"):
        identifier, types, states = decoded((slot.text or "").removeprefix("+/"), "/")
        assert identifier == "null"
        kinds, stands = ([decoded(one, ";") for one in unchained(text)] for text in (types, states))
        assert len(kinds) == len(stands)
        assert kinds[-1][:3] == ["piece", "", ""]
        assert stands[-1] == ["null", "0", "0", slot.get("gpid"), "0"]
        if "counter" in (slot.get("entryName") or ""):
            assert [kind[0] for kind in kinds] == ["mark", "piece"]
        else:
            assert [kind[0] for kind in kinds] == ["obs", "rotate", "mark", "piece"]
            # the steps, then the keys for clockwise and counter-clockwise, Ctrl-] and Ctrl-[. Source: FreeRotator
            assert kinds[1][1:6] == ["4", f"{ord(']')},130", f"{ord('[')},130", "Turn right", "Turn left"]
            assert stands[:2] == [["null", ""], ["0"]]


def test_the_module_is_a_sorted_archive_without_times(export: Export, tmp_path: Path) -> None:
    export("vassal")
    with zipfile.ZipFile(tmp_path / "out" / "small.vmod") as module:
        names = module.namelist()
        assert names == sorted(names)
        assert {(info.date_time, info.external_attr >> 16, info.create_system) for info in module.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 0o100644, 3)
        }


def test_numbers_of_pieces_stay_for_ever(export: Export, small: Small, tmp_path: Path) -> None:
    def lock(*settings: str, game: Path | None = None, to: str = "out") -> Any:
        export("vassal", *settings, game=game, to=to)
        return json.loads((tmp_path / to / "gpids.json").read_text(encoding="utf-8"))

    first = lock()
    changed = small(("copies: {yellow: 1, blue: 1}", "copies: {yellow: 3, blue: 0}"), ("count: 4", "count: 6"))
    second = lock(game=changed)
    assert second["pieces"].items() >= first["pieces"].items(), "those that are gone keep theirs, too"
    added = second["pieces"].keys() - first["pieces"].keys()
    assert added == {"Y02#2", "Y02#3", "counter#5", "counter#6"}
    assert sorted(second["pieces"][name] for name in added) == list(range(first["next"], first["next"] + 4))
    assert lock() == second
    assert lock(f"lock={tmp_path / 'out' / 'gpids.json'}", to="elsewhere") == second


MISTAKES = {
    "[]": "1:1: the file must hold keys",
    "{}": "1:1: key 'next' is missing",
    "{": "2:1: no YAML",
    '{"next": 2, "pieces": {"a": 1, "b": 1}}': " gives the number 1 to two pieces; give one of them 2",
    '{"next": 1, "pieces": {"a": 1}}': " next is 1, but 1 is given; write 2",
    '{"next": 1, "pieces": {\n "a": "x"}}': "2:7: 'x' is not a whole number",
    '{"next": 1, "pieces": {\n "a": 2147483648}}': "2:7: .* is too large",
    '{"next": 2147483648, "pieces": {"a": 1}}': "1:10: .* is too large",
    '{"next": 1, "pieces": {"a": -1}}': "1:29: -1 is too small",
    '{"next": 1, "pieces": {"a": true}}': "1:29: 'true' is not a whole number",
    '{"next": 1, "pieces": {"a": 0,\n "a": 1}}': "2:2: key 'a' appears twice",
    '{"next": 1, "pieces": {"\\ud800": 0}}': "1:27: a backslash that begins no escape",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_a_lock_is_told_at_its_place(text: str) -> None:
    with pytest.raises(InputError, match=f"mine.json:{MISTAKES[text]}"):
        read_lock(text.encode(), "mine.json")
