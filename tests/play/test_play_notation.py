"""Plies as lines of text, full and short."""

from __future__ import annotations

import pytest
from decks_for_play import FIGURES, arranged, box_with

from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.errors import AmbiguousError, IllegalError, MalformedError
from generator.games.labyrinth.engine.notation import parsed, spelled, understood
from generator.games.labyrinth.engine.plies import Move, Place, Rotate, Swap
from generator.games.labyrinth.engine.position import Position


@pytest.fixture(scope="module")
def position() -> Position:
    box: Box = box_with(FIGURES, copies=3)
    return arranged(box, "Y03@1,0^0 Y12@0,1^1", hands={"yellow": ["Y13"]})


@pytest.mark.parametrize(
    ("text", "ply"),
    [
        ("Y07@0,-1^3", Place("Y07", 0, -1, 3)),
        ("B03: rotate B07^2", Rotate("B03", "B07", 2)),
        ("R01: swap R02 R05", Swap("R01", ("R02", "R05"))),
        ("G09: move G02@3,1^0", Move("G09", "G02", 3, 1, 0)),
        ("Y07-2@0,10^0", Place("Y07-2", 0, 10, 0)),
    ],
)
def test_the_full_notation_needs_no_position(text: str, ply: Place | Rotate | Swap | Move) -> None:
    assert parsed(text) == ply
    assert spelled(ply) == text


def test_a_swap_is_spelled_in_the_order_of_the_ids() -> None:
    assert parsed("R01: swap R05 R02") == parsed("R01: swap R02 R05")


@pytest.mark.parametrize(
    "text",
    ["", "Y07", "Y07@0,-1^4", "Y07@00,1^0", "Y07@-0,1^0", "Y07@1,1^0 ", "y07@1,1^0", "B03 rotate B07^2",
     "B03: swap B01 B01",      "B03: move B07^2", "B03: rotate B07@1,1^2",
     "Y07@5000,0^0", "Y07@1,1", "rotate B07^2", "swap R02 R05", "@1,1^0"],
)  # fmt: skip
def test_what_is_no_full_notation_is_malformed(text: str) -> None:
    with pytest.raises(MalformedError):
        parsed(text)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Y13@2,0^0", "Y13@2,0^0"),
        ("@2,0^1", "Y13@2,0^1"),
        ("rotate Y03^1", "Y13: rotate Y03^1"),
        ("swap Y12 Y03", "Y13: swap Y03 Y12"),
        ("rotate Y03", "Y13: rotate Y03^1"),  # 1 and 3 look alike
        ("move Y03@0,2^0", "Y13: move Y03@0,2^0"),
        ("Y13: move Y03@0,2^0", "Y13: move Y03@0,2^0"),
    ],
)
def test_in_a_position_the_hand_and_turns_that_look_alike_may_be_left_out(
    position: Position, short: str, full: str
) -> None:
    assert spelled(understood(short, position)) == full


def test_a_short_notation_that_fits_several_plies_is_ambiguous_and_names_them(position: Position) -> None:
    with pytest.raises(AmbiguousError) as caught:
        understood("@2,0", position)
    assert caught.value.choices == ("Y13@2,0^0", "Y13@2,0^1")
    assert "fits 2 plies" in str(caught.value)
    with pytest.raises(AmbiguousError):
        understood("move Y03@0,2", position)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("@0,0", "covered"),
        ("@5,5", "touch"),
        ("B13@2,0", "hand"),
        ("rotate Y03^0", "A18"),
        ("rotate Y03^2", "A18"),
        ("rotate B03", "A15"),
        ("move Y03@1,0", "A17"),
        ("swap Y03 Y01", "A15"),
        ("Y13@5,5^0", "touch"),
    ],
)
def test_an_illegal_ply_names_its_rule_however_short_it_is_written(position: Position, text: str, rule: str) -> None:
    with pytest.raises(IllegalError) as caught:
        understood(text, position)
    assert caught.value.rule == rule
    assert f"[{rule}]" in str(caught.value)
    assert "yellow to play with Y13 in hand" in str(caught.value)


def test_a_short_notation_after_the_end_is_illegal() -> None:
    over = arranged(box_with(FIGURES), "Y03@1,0^0")
    with pytest.raises(IllegalError) as caught:
        understood("@1,1^0", over)
    assert caught.value.rule == "over"
