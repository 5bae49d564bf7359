"""The count of the end, told so that players can settle an argument."""

from __future__ import annotations

import pytest
from decks_for_play import FIGURES, arranged, box_with
from hypothesis import given
from hypothesis import strategies as st

from generator.play.bots import random_game
from generator.play.explain import explain_final, explained
from generator.play.record import replay
from generator.play.rules import Rules

BOX = box_with(FIGURES, copies=3)


@given(st.integers(0, 2**32))
def test_the_explanation_adds_up_to_the_final_count(seed: int) -> None:
    game = random_game(box_with(FIGURES, colours=3), Rules(), 3, seed, actions=False)
    position = replay(game, box_with(FIGURES, colours=3))
    told = explain_final(position)
    assert told.final == game.final
    for seat in position.seats:
        fates = [fate for part in told.counted for fate in part.fates if fate.spot.colour == seat]
        assert sum(fate.points for fate in fates) == told.final.treasure[seat] == sum(told.addends[seat])
        assert sum(fate.spot.prisoners for fate in fates if fate.escapes) == told.final.escaped[seat]
        assert told.tie_breaks[seat] == told.final.escaped[seat]
    dead = sum(fate.spot.prisoners for part in told.counted for fate in part.fates if fate.spot.impaled)
    assert dead == told.final.captured


def test_the_text_tells_chamber_by_chamber_prisoner_by_prisoner_coin_by_coin() -> None:
    position = arranged(BOX, "Y03@0,-1^0 Y10@1,0^0 B13@1,-1^0 B03@-1,0^0 B04@-1,-1^2 B04-2@-1,1^0", kills={"yellow": 3})
    assert explained(explain_final(position)) == TEXT


TEXT = """\
the minotaur's chamber: all who are connected to him are impaled
  prisoner yellow on Y03 at 0,-1: impaled

chamber 1: leads outside at 1,-2; 1 coin, 0 wings
  prisoner yellow on Y10 at 1,0: escapes by the outside, 1 point for 1 coin
  1 coin on Y10 at 1,0: 1 yellow connected

chamber 2: does not lead outside; 0 coins, 0 wings
  prisoner blue on B03 at -1,0: alive, but enclosed with 0 wings
  prisoner blue on B04 at -1,-1: alive, but enclosed with 0 wings
  prisoner blue on B04-2 at -1,1: alive, but enclosed with 0 wings

yellow: treasure 1, impaling 3, together 4
blue: treasure 0, impaling 0, together 0
impaled in all: 1
yellow wins
"""


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        (
            "Y10@0,-1^0 B10@1,0^0",
            "a tie of yellow and blue; escaped: yellow 1, blue 1; yellow and blue share the victory",
        ),
        ("Y10@0,-1^0 B10@1,0^0 B07@0,1^1", "a tie of yellow and blue; escaped: yellow 1, blue 3; blue wins"),
        ("Y14@0,-1^0", "yellow wins"),
    ],
)
def test_the_last_line_names_the_winner_and_why(table: str, verdict: str) -> None:
    assert explained(explain_final(arranged(BOX, table))).splitlines()[-1] == verdict


def test_both_ways_out_are_named_and_counted_once() -> None:
    text = explained(explain_final(arranged(BOX, "Y14@0,-1^0 Y07@5,5^0")))
    assert "escapes by the outside and 2 wings, 1 point for 1 coin" in text
    assert "prisoner 2 × yellow on Y07 at 5,5: escapes by the outside, without a coin" in text
