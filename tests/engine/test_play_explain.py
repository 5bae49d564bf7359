"""The count of the end, told so that players can settle an argument."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import cell_at
from asterion_press.games.labyrinth.engine.record import replay
from asterion_press.games.labyrinth.engine.rules import Outside, Rules
from asterion_press.games.labyrinth.engine.scoring import addends_of, chambers, explain_final, explanation_text
from asterion_press.geometry import Side
from tests.support.decks_for_play import FIGURES, arranged, box_with

BOX = box_with(FIGURES, copies=3)


@given(st.integers(0, 2**32))
def test_the_explanation_adds_up_to_the_final_count(seed: int) -> None:
    game = random_game(box_with(FIGURES, colours=3), Rules(), 3, seed, actions=False)
    position = replay(game, box_with(FIGURES, colours=3))
    reported = explain_final(position)
    assert reported.final == game.final
    for seat in position.seats:
        fates = [fate for part in reported.counted for fate in part.fates if fate.spot.colour == seat]
        assert sum(fate.points for fate in fates) == reported.final.treasure[seat]
        assert sum(fate.spot.prisoners for fate in fates if fate.escapes) == reported.final.escaped[seat]
        poor = [part for part in reported.counted if part.chamber.escapes and not part.chamber.coins]
        assert reported.tie_breaks[seat] == sum(part.chamber.living.get(seat, 0) for part in poor)
        assert all(sum(addends_of(part.chamber, seat)) == part.treasure[seat] for part in reported.counted)
    dead = sum(fate.spot.prisoners for part in reported.counted for fate in part.fates if fate.spot.impaled)
    assert dead == reported.final.captured


def test_a_chamber_pays_a_colour_once_for_each_coin_and_nothing_where_nobody_escapes() -> None:
    gate = arranged(BOX, "Y05@5,5^0 Y05-2@5,6^0 B07@5,7^0 Y03@5,8^0")
    (chamber,) = (found for found in chambers(gate.labyrinth) if not found.minotaur)
    assert [addends_of(chamber, colour) for colour in ("yellow", "blue", "red")] == [(1, 1), (2, 2), ()]
    closed = arranged(BOX, "Y05@5,5^0 B04@5,6^0 B04-2@5,4^2")
    assert [addends_of(found, "blue") for found in chambers(closed.labyrinth)] == [(), ()]


def test_exits_are_counted_one_by_one_and_the_cells_that_they_lead_onto_once() -> None:
    bends = arranged(BOX, "Y08@5,5^1 Y08-2@6,5^2 Y08-3@6,6^3")
    (chamber,) = (found for found in chambers(bends.labyrinth) if not found.minotaur)
    assert (chamber.exits, chamber.ways_out) == (2, ((5, 6),))


@given(st.integers(0, 2**32))
def test_an_exit_leads_onto_a_cell_that_no_tile_covers(seed: int) -> None:
    box = box_with(FIGURES, colours=3)
    labyrinth = replay(random_game(box, Rules(), 3, seed), box).labyrinth
    for chamber in chambers(labyrinth):
        beside = [
            (spot.cell[0] + side.step[0], spot.cell[1] + side.step[1]) for spot in chamber.spots for side in spot.exits
        ]
        his = [side.step for side in Side] if chamber.minotaur else []
        onto = [cell for cell in (*beside, *his) if not labyrinth.covered(cell_at(*cell))]
        assert (chamber.exits, set(chamber.ways_out)) == (len(onto), set(onto))


def test_the_text_tells_chamber_by_chamber_prisoner_by_prisoner_coin_by_coin() -> None:
    position = arranged(BOX, "Y03@0,-1^0 Y10@1,0^0 B13@1,-1^0 B03@-1,0^0 B04@-1,-1^2 B04-2@-1,1^0", kills={"yellow": 3})
    assert explanation_text(explain_final(position)) == TEXT


TEXT = """\
cells are x,y, counted from the minotaur at 0,0: x to the east, y to the south

the minotaur's chamber: all who are connected to him are impaled
  prisoner yellow on Y03 at 0,-1: impaled

chamber 1: leads outside onto 1,-2; 1 coin, 0 wings
  prisoner yellow on Y10 at 1,0: escapes outside, 1 point for 1 coin
  1 coin on Y10 at 1,0: pays 1 yellow

chamber 2: does not lead outside; 0 coins, 0 wings
  prisoner blue on B03 at -1,0: alive, but enclosed: no way outside, and 0 of 2 wings
  prisoner blue on B04 at -1,-1: alive, but enclosed: no way outside, and 0 of 2 wings
  prisoner blue on B04-2 at -1,1: alive, but enclosed: no way outside, and 0 of 2 wings

yellow: treasure 1 (chamber 1), impaling 3, total 4
blue: treasure 0, impaling 0, total 0
impaled in all: 1
yellow wins
"""


TWO, SEVEN = "Y10@0,-1^0 B10@1,0^0", "Y10@0,-1^0 B10@1,0^0 B07@0,1^1"
CLOSED = "Y11@1,0^0 Y03@1,1^0 Y10@3,0^0 B13@3,-1^1"
"""In Y10 a prisoner and a coin, closed by a tile without a door there: neither way outside nor wings."""
DEAD = "Y03@0,-1^0 B03@5,5^0"


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [
        (TWO, {}, "a tie of yellow and blue; escaped without a coin: yellow 0, blue 0; yellow and blue share the vic"),
        (SEVEN, {}, "a tie of yellow and blue; escaped without a coin: yellow 0, blue 2; blue wins\n"),
        (SEVEN, {"tie_break": "all"}, "; escaped: yellow 1, blue 3; blue wins\n"),
        (SEVEN, {"tie_break": "coin_only"}, "escaped with a coin: yellow 1, blue 1; yellow and blue share the vic"),
        (SEVEN, {"tie_break": "seat"}, "a tie of yellow and blue; yellow plays before the others and wins\n"),
        ("Y14@0,-1^0", {}, "\nyellow wins\n"),
        ("Y14@0,-1^0", {}, "escapes outside and on 2 wings, 1 point for 1 coin\n"),
        ("Y07@5,5^0", {}, "prisoner 2 × yellow on Y07 at 5,5: escapes outside, without a coin\n"),
        (CLOSED, {}, "  1 wing on Y11 at 1,0\n"),
        (CLOSED, {}, "  1 coin on Y10 at 3,0: pays nobody: enclosed with 1 yellow\n"),
        ("Y05@1,0^0", {}, "  1 coin on Y05 at 1,0: pays nobody: nobody alive is connected\n"),
        (DEAD, {}, "prisoner yellow on Y03 at 0,-1: impaled\n"),
        (DEAD, {}, "prisoner blue on B03 at 5,5: impaled earlier\n"),
    ],
)
def test_what_is_counted_is_told_with_its_reason(table: str, options: dict[str, Any], words: str) -> None:
    impaled = [("B03", 0)] if table == DEAD else []
    assert words in explanation_text(explain_final(arranged(BOX, table, rules=Rules(**options), impaled=impaled)))


def test_sums_name_the_chambers_that_their_addends_come_from() -> None:
    two_coins = box_with(["NS:pcc", "NS:p"], copies=2, colours=2)
    reported = explain_final(arranged(two_coins, "Y01@1,0^0 Y02@1,-1^0 B02@1,1^0 Y01-2@5,0^0"))
    text = explanation_text(reported)
    assert "yellow: treasure 4 (chamber 1: 2 prisoners × 2 coins) + 2 (chamber 2) = 6, impaling 0" in text
    assert "blue: treasure 2 (chamber 1), impaling 0, total 2" in text
    assert [part.number for part in reported.counted if part.pays] == [1, 2]


HOLE = "Y13@1,0^1 Y13-2@1,-1^1 B13@1,-2^1 R13@0,-2^1 R13-2@-1,-2^1 B13-2@-1,-1^1 B13-3@-1,0^0"
"""An enclosed uncovered cell north of the minotaur, at 0,-1."""


@pytest.mark.parametrize("option", ["any", "unbounded"])
def test_only_cells_that_are_outside_are_told_as_ways_out(option: Outside) -> None:
    table = HOLE.replace("Y13-2@1,-1^1", "Y10@1,-1^3")
    text = explanation_text(
        explain_final(arranged(BOX, table, seats=("yellow", "blue", "red"), rules=Rules(outside=option)))
    )
    assert ("leads outside onto 0,-1" in text) == (option == "any")
    assert ("prisoner yellow on Y10 at 1,-1: alive, but enclosed" in text) == (option == "unbounded")
