"""Plies as lines of text."""

from __future__ import annotations

import pytest

from generator.games.labyrinth.engine.plies import Lay, Move, Rotate, Swap, parse_ply, spell_ply
from generator.games.labyrinth.engine.rules import MalformedError


@pytest.mark.parametrize(
    ("text", "ply"),
    [
        ("Y07@0,-1^3", Lay("Y07", 0, -1, 3)),
        ("B03: rotate B07^2", Rotate("B03", "B07", 2)),
        ("R01: swap R02 R05", Swap("R01", ("R02", "R05"))),
        ("G09: move G02@3,1^0", Move("G09", "G02", 3, 1, 0)),
        ("Y07-2@0,10^0", Lay("Y07-2", 0, 10, 0)),
    ],
)
def test_a_notation_is_read_as_the_ply_and_spelled_again(text: str, ply: Lay | Rotate | Swap | Move) -> None:
    assert parse_ply(text) == ply
    assert spell_ply(ply) == text


def test_a_swap_is_spelled_in_the_order_of_the_ids() -> None:
    assert parse_ply("R01: swap R05 R02") == parse_ply("R01: swap R02 R05")


@pytest.mark.parametrize(
    "text",
    ["", "Y07", "Y07@0,-1^4", "Y07@00,1^0", "Y07@-0,1^0", "Y07@1,1^0 ", "y07@1,1^0", "B03 rotate B07^2",
     "B03: swap B01 B01",      "B03: move B07^2", "B03: rotate B07@1,1^2",
     "Y07@5000,0^0", "Y07@1,1", "rotate B07^2", "swap R02 R05", "@1,1^0"],
)  # fmt: skip
def test_what_is_no_notation_is_malformed(text: str) -> None:
    with pytest.raises(MalformedError):
        parse_ply(text)
