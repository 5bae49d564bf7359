"""Every ruling of rules/asterion.md that concerns play, each by its id, on a table small enough to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.box import GameSet, cell_at
from asterion_press.games.labyrinth.engine.labyrinth import Labyrinth
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Rotate, Swap, spell_ply
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.rules import IllegalError, MalformedError, Rules
from asterion_press.games.labyrinth.engine.scoring import addends_of, chambers, final
from tests.support.decks_for_play import FIGURES, after, arranged, box_with, chamber_of, laid, legal_plies, read_ply

ORIGINAL = Rules(edition="original")


@pytest.fixture(scope="module")
def box() -> GameSet:
    return box_with(FIGURES, copies=3)


def forbids(position: Position, ply: str) -> str:
    """The id of the rule that forbids a ply."""
    with pytest.raises(IllegalError) as caught:
        position.check(read_ply(ply))
    assert caught.value.state == str(position)
    assert read_ply(ply) not in set(legal_plies(position))
    return caught.value.rule


def played(position: Position, ply: str) -> Position:
    assert read_ply(ply) in set(legal_plies(position))
    return after(position, read_ply(ply))


def points(position: Position, ply: str) -> tuple[dict[str, int], int]:
    turn = position.copy().push(read_ply(ply))
    return turn.impaled, turn.points


# The course of the game


def test_a_tile_is_laid_beside_another_in_any_of_its_turns(box: GameSet) -> None:
    start = Position.start(box, ORIGINAL, {"yellow": ["Y09"], "blue": ["B09"]})
    assert {spell_ply(ply) for ply in legal_plies(start)} == {
        f"Y09@{x},{y}^{turns}" for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)) for turns in range(4)
    }
    assert forbids(start, "Y09@1,1^0") == "touch"
    assert forbids(start, "Y09@0,0^0") == "covered"
    assert forbids(start, "B09@1,0^0") == "hand"


def test_the_minotaur_must_not_be_trapped(box: GameSet) -> None:
    position = arranged(box, "Y04@0,-1^2 Y04-2@1,0^3 Y04-3@0,1^0", hands={"yellow": ["Y03"]})
    assert forbids(position, "Y03@-1,0^0") == "trap"
    assert not played(position, "Y03@-1,0^1").labyrinth.is_trapped()


def test_a_way_round_through_another_chamber_keeps_the_minotaur_free(box: GameSet) -> None:
    position = arranged(box, "Y04@0,-1^2 Y04-2@1,0^3 Y04-3@0,1^0 B03@-1,-1^0", hands={"yellow": ["Y08"]})
    assert not played(position, "Y08@-1,0^0").labyrinth.is_trapped()
    assert forbids(position, "Y08@-1,0^2") == "trap"


def test_after_the_last_tile_nobody_plays(box: GameSet) -> None:
    over = arranged(box, "Y09@0,-1^0")
    assert over.is_over
    assert legal_plies(over) == []
    assert forbids(over, "Y01@1,0^0") == "over"
    assert "over" in str(over)


def test_seats_play_in_turn_and_one_without_tiles_is_passed_over(box: GameSet) -> None:
    start = Position.start(box, ORIGINAL, {"yellow": ["Y09", "Y13", "Y03"], "blue": ["B09"], "red": ["R09", "R13"]})
    order = [f"{start.seats[seat][0]} {piece.id}" for seat, piece in start.turns_of_play]
    assert order == ["y Y09", "b B09", "r R09", "y Y13", "r R13", "y Y03"]


CORNERED = "Y15@-1,0^0 B04@0,-1^0 B04-2@1,0^0 B04-3@0,1^2 Y04@-2,0^1"
"""The minotaur's only way out is the bend of Y15."""


@pytest.mark.parametrize("action", ["rotate Y15^1", "swap Y04 Y15", "move Y04@-1,1^1"])
def test_no_action_may_trap_the_minotaur_either(box: GameSet, action: str) -> None:
    position = arranged(box, CORNERED, hands={"yellow": ["Y13"]})
    assert forbids(position, f"Y13: {action}") == "trap"


# The rulings


THREE_COINS = ("NS:pccc", "NS:p", "NS:pc"), "Y01@3,0^0 Y02@5,0^0 B03@7,0^0 B03-2@9,0^0 B03-3@11,0^0"
"""One yellow prisoner has three coins, another one none; three blue ones have a coin each."""
TWO_COINS = ("NS:pcc", "NS:pc", "NS", "NS:pc"), "Y01@0,-1^1 B02@1,0^0 B04@-1,0^0"
"""One yellow prisoner has two coins, two blue ones have a coin each: prisoners are counted, not points."""
SHARED_COIN = FIGURES, "Y09@1,0^0 Y10@2,0^0 B10@0,-1^0 B07@3,0^0"
COINLESS = FIGURES, "Y10@0,-1^0 B10@1,0^0 Y07@0,1^1"
BOTH = ("yellow", "blue")


@pytest.mark.parametrize(
    ("table", "agreed", "winners"),
    [
        (THREE_COINS, {}, ("yellow",)),
        (THREE_COINS, {"edition": "original"}, ("blue",)),
        (SHARED_COIN, {"tie_break": "all"}, ("blue",)),
        (COINLESS, {"tie_break": "all"}, ("yellow",)),
        (COINLESS, {"tie_break": "coinless"}, ("yellow",)),
        (COINLESS, {"tie_break": "coin_only"}, BOTH),
        (COINLESS, {"tie_break": "seat"}, ("yellow",)),
        (TWO_COINS, {"tie_break": "all"}, ("blue",)),
        (TWO_COINS, {"tie_break": "coinless"}, BOTH),
        (TWO_COINS, {"tie_break": "coin_only"}, ("blue",)),
        ((FIGURES, "Y10@0,-1^0 B10@1,0^0"), {}, BOTH),
    ],
)
def test_a1_a_tie_is_broken_as_in_the_edition_or_as_agreed_or_else_shared(
    table: tuple[Sequence[str], str], agreed: dict[str, Any], winners: tuple[str, ...]
) -> None:
    counted = final(arranged(box_with(table[0], copies=3, colours=2), table[1], rules=Rules(**agreed)))
    assert len(set(counted.scores.values())) == 1
    assert counted.winners == winners


def test_a1_option_seat_lets_who_plays_first_win_whatever_escapes(box: GameSet) -> None:
    for seats in (BOTH, BOTH[::-1]):
        counted = final(arranged(box, SHARED_COIN[1], seats=seats, rules=Rules(tie_break="seat")))
        assert counted.escaped == {"yellow": 1, "blue": 3}
        assert counted.winners == seats[:1]


def test_a3_a_sum_has_one_addend_for_each_coin() -> None:
    two_coins = box_with(["NS:pcc", "NS:p"], copies=2, colours=2)
    position = arranged(two_coins, "Y01@1,0^0 Y02@1,-1^0 B02@1,1^0")
    addends = [(addends_of(one, "yellow"), addends_of(one, "blue")) for one in chambers(position.labyrinth)]
    assert [one for one in addends if any(one)] == [((2, 2), (1, 1))]
    assert final(position).treasure == {"yellow": 4, "blue": 2}


def test_a4_a_game_has_as_many_tiles_a_colour_as_its_deck() -> None:
    seventeen = box_with(["NESW:p"] * 17)
    assert len(seventeen.of_colour("yellow")) == 17
    piles = {seat: [piece.id for piece in seventeen.of_colour(seat)] for seat in seventeen.colours}
    assert len(Position.start(seventeen, ORIGINAL, piles).turns_of_play) == 68


def test_a5_impaling_scores_in_the_revised_edition_unless_agreed_away(box: GameSet) -> None:
    hands = {"yellow": ["Y09"]}
    for rules, expected in ((Rules(), 2), (Rules(score_impaled=False), 0), (ORIGINAL, 0)):
        position = arranged(box, "B07@1,-1^0", hands=hands, rules=rules)
        assert points(position, "Y09@0,-1^0") == ({}, 0)
        position = arranged(box, "Y13@1,0^0 B07@2,0^1", hands=hands, rules=rules)
        position.labyrinth = Labyrinth.of(box, laid("B07@0,-2^0"))
        assert points(position, "Y09@0,-1^0") == ({"blue": 2}, expected)
    assert Rules(edition="original", score_impaled=True).scores_impaled


def test_a6_a_path_that_meets_a_wall_is_a_dead_end(box: GameSet) -> None:
    position = arranged(box, "", hands={"yellow": ["Y03"]})
    after = played(position, "Y03@1,0^0")
    assert after.captured == 0
    assert len(chambers(after.labyrinth)[0].ways_out) == 3
    alone = chamber_of(after.labyrinth, "Y03", 0)
    assert alone.ways_out == ((1, -1), (1, 1))
    closed = played(arranged(box, "Y03@1,0^0", hands={"yellow": ["Y13"]}), "Y13@1,1^1")
    assert chamber_of(closed.labyrinth, "Y03", 0).ways_out == ((1, -1),)


HOLE = "Y13@1,0^1 Y13-2@1,-1^1 B13@1,-2^1 R13@0,-2^1 R13-2@-1,-2^1 B13-2@-1,-1^1 B13-3@-1,0^0"
"""An enclosed uncovered cell north of the minotaur, at 0,-1."""


def test_a7_an_enclosed_uncovered_cell_is_outside(box: GameSet) -> None:
    table = Labyrinth.of(box, laid(HOLE + " Y04@0,1^0 Y04-2@2,0^3"))
    assert not table.is_trapped()
    assert (0, -1) in chambers(table)[0].ways_out


def test_a7_option_only_the_unbounded_table_is_outside(box: GameSet) -> None:
    table = Labyrinth.of(box, laid(HOLE + " Y04@0,1^0 Y04-2@2,0^3"), outside="unbounded")
    assert table.is_trapped()
    for option, illegal in ((Rules(), False), (Rules(outside="unbounded"), True)):
        position = arranged(box, HOLE + " Y04@0,1^0", hands={"yellow": ["Y04-2"]}, rules=option)
        ply = "Y04-2@2,0^1"
        if illegal:
            assert forbids(position, ply) == "trap"
        else:
            played(position, ply)
        played(position, "Y04-2@2,-1^0")


def test_a7_option_unbounded_decides_who_escapes(box: GameSet) -> None:
    table = HOLE.replace("R13@0,-2^1", "R10@0,-2^2")
    seats = ("yellow", "red")
    assert final(arranged(box, table, seats=seats)).treasure["red"] == 1
    assert final(arranged(box, table, seats=seats, rules=Rules(outside="unbounded"))).treasure["red"] == 0


def test_a8_the_minotaurs_exits_are_all_one_chamber() -> None:
    for minotaur in ("NESW", "N | E | S | W", "NS | EW"):
        box = box_with(FIGURES, minotaur=minotaur)
        position = arranged(box, "Y03@1,0^1 B03@0,1^0 R03@0,-1^0 G03@-1,0^1")
        assert position.captured == 4
        assert len(chambers(position.labyrinth)) == 1


def test_a10_actions_impale_and_score_like_placements_own_prisoners_included(box: GameSet) -> None:
    position = arranged(box, "Y08@0,-1^0 B03@0,-2^0 Y09@1,0^0", hands={"yellow": ["Y13"]})
    assert points(position, "Y13: rotate Y08^1") == ({"yellow": 1}, -1)
    bridge = arranged(box, "Y02@1,0^0 B03@2,0^1", hands={"yellow": ["Y13"]})
    assert bridge.captured == 1
    fork = arranged(box, "Y03@1,0^0 B03@2,0^1", hands={"yellow": ["Y13"]})
    assert points(fork, "Y13: rotate Y03^1") == ({"yellow": 1, "blue": 1}, 0)


def test_a11_only_the_acting_players_sum_changes_and_it_may_be_negative(box: GameSet) -> None:
    position = arranged(box, "Y07@0,-2^0", hands={"yellow": ["Y09"], "blue": ["B09"]})
    after = played(position, "Y09@0,-1^0")
    assert after.kills == [-2, 0]
    assert final(after).scores == {"yellow": -2, "blue": 0}
    other = arranged(box, "Y07@0,-2^0", hands={"blue": ["B09"]}, seats=("blue", "yellow"))
    assert played(other, "B09@0,-1^0").kills == [2, 0]


def test_a12_all_are_impaled_at_once_and_counted_once(box: GameSet) -> None:
    position = arranged(
        box, "B03@0,-2^0 Y03@1,-1^1 R07@-1,-1^1", hands={"yellow": ["Y01"]}, seats=("yellow", "blue", "red")
    )
    assert points(position, "Y01@0,-1^0") == ({"yellow": 2, "blue": 1, "red": 2}, 1)
    after = played(position, "Y01@0,-1^0")
    assert after.captured == 5


def test_a13_an_impaled_prisoner_does_not_block_and_its_coins_and_wings_count_for_others(box: GameSet) -> None:
    position = arranged(box, "Y10@5,5^0 Y14@5,4^2", impaled=[("Y14", 0)])
    counted = final(position)
    assert counted.treasure["yellow"] == 2
    assert counted.escaped["yellow"] == 1
    through = arranged(box, "Y03@0,-1^0", hands={"yellow": ["Y03-2"]})
    assert played(through, "Y03-2@0,-2^0").captured == 2


def test_a14_separated_again_they_stay_impaled(box: GameSet) -> None:
    position = arranged(box, "Y12@0,-1^0 Y09@1,0^0", hands={"yellow": ["Y13"]})
    assert position.labyrinth.impaled() == {"Y12": 0b10}
    after = played(position, "Y13: move Y12@2,0^0")
    assert after.labyrinth.impaled() == {"Y12": 0b10}
    assert not chamber_of(after.labyrinth, "Y12", 1).minotaur
    assert chamber_of(after.labyrinth, "Y12", 1).impaled == {"yellow": 1}
    assert final(after).escaped["yellow"] == 1


def test_a15_a_tile_acted_on_shows_a_living_own_prisoner(box: GameSet) -> None:
    position = arranged(box, "Y03@0,-1^0 B03@1,0^0 Y09@0,1^0", hands={"yellow": ["Y13"]})
    # impaled; blue's; nobody there; not on the table
    for action in ("rotate Y03^1", "rotate B03^1", "rotate Y09^1", "rotate Y04^1", "move B03@2,0^0", "swap Y03 B03"):
        assert forbids(position, f"Y13: {action}") == "A15"


def test_a15_one_living_own_prisoner_is_enough(box: GameSet) -> None:
    position = arranged(box, "Y12@0,-1^0", hands={"yellow": ["Y13"]})
    played(position, "Y13: rotate Y12^1")


def test_a15_the_free_side_is_checked_before_the_action_and_the_minotaur_is_a_neighbour(box: GameSet) -> None:
    closed = "Y03@1,0^0 B13@1,-1^0 B13-2@2,0^0 B13-3@1,1^0"
    position = arranged(box, closed, hands={"yellow": ["Y13"]})
    for action in ("rotate Y03^1", "move Y03@0,1^0"):
        assert forbids(position, f"Y13: {action}") == "A15"
    opened = arranged(box, closed.replace(" B13-3@1,1^0", ""), hands={"yellow": ["Y13"]})
    assert opened.labyrinth.free_sides(cell_at(1, 0)) == 1
    played(opened, "Y13: rotate Y03^1")


def test_a16_both_swapped_tiles_are_the_players_and_each_keeps_its_turns(box: GameSet) -> None:
    position = arranged(box, "Y03@1,0^0 Y12@2,0^1 B03@3,0^0", hands={"yellow": ["Y13"]})
    after = played(position, "Y13: swap Y03 Y12").labyrinth
    lies = {tile: (cell, after.laid[cell].turns) for tile, cell in after.where.items()}
    assert lies["Y03"] == (cell_at(2, 0), 0)
    assert lies["Y12"] == (cell_at(1, 0), 1)
    assert forbids(position, "Y13: swap B03 Y03") == "A15"
    with pytest.raises(MalformedError):
        position.check(Swap("Y13", ("Y03", "Y03")))


def test_a17_a_tile_moves_to_any_cell_where_it_could_be_placed_but_not_to_its_own(box: GameSet) -> None:
    position = arranged(box, "Y03@1,0^0 Y09@0,1^0", hands={"yellow": ["Y13"]})
    played(position, "Y13: move Y03@0,2^1")
    assert forbids(position, "Y13: move Y03@1,0^1") == "A17"
    assert forbids(position, "Y13: move Y03@0,1^1") == "covered"
    assert forbids(position, "Y13: move Y03@2,0^1") == "touch"  # only beside its own old place


def test_a17_after_a_move_the_labyrinth_hangs_together(box: GameSet) -> None:
    position = arranged(box, "Y03@1,0^0 Y09@2,0^0", hands={"yellow": ["Y13"]})
    assert forbids(position, "Y13: move Y03@0,1^0") == "A17"
    bent = arranged(box, "Y03@1,0^0 Y09@1,1^0", hands={"yellow": ["Y13"]})
    after = played(bent, "Y13: move Y03@0,1^0")  # the other way round the corner
    assert len({*after.labyrinth.pieces_apart().values()}) == 1


def test_a17_a_gap_inside_is_allowed_and_is_outside(box: GameSet) -> None:
    ring = (
        "B13@1,0^0 B13-2@1,-1^0 B13-3@1,-2^0 R13@1,-3^0 R13-2@0,-3^1 R13-3@-1,-3^0 G13@-1,-2^0 G13-2@-1,-1^0 "
        "B04@-1,0^0 B04-2@0,1^2"
    )
    position = arranged(box, f"{ring} Y12@0,-2^1", hands={"yellow": ["Y13"]})
    after = played(position, "Y13: move Y12@2,0^0").labyrinth
    assert chambers(after)[0].ways_out == ((0, -1),)
    assert not after.covered(cell_at(0, -2))
    assert not after.is_trapped()


def test_a18_an_action_that_changes_nothing_is_not_allowed(box: GameSet) -> None:
    position = arranged(box, "Y03@1,0^0 Y03-2@-1,0^0 Y12@0,2^1 Y12-2@0,1^1", hands={"yellow": ["Y13"]})
    # as it lies; looks the same; contents included
    for action in ("rotate Y03^0", "rotate Y03^2", "rotate Y12^3", "swap Y03 Y03-2"):
        assert forbids(position, f"Y13: {action}") == "A18"
    played(position, "Y13: swap Y03 Y12")


def test_a18_counters_are_part_of_what_a_tile_looks_like(box: GameSet) -> None:
    position = arranged(box, "Y12@0,-1^0 Y12-2@1,0^0", hands={"yellow": ["Y13"]})
    played(position, "Y13: rotate Y12^2")  # the impaled one turns away, the living one towards him
    assert points(position, "Y13: rotate Y12^2") == ({"yellow": 1}, -1)
    assert forbids(position, "Y13: rotate Y12-2^2") == "A18"


def test_a18_crossroads_cannot_be_turned_to_any_effect(box: GameSet) -> None:
    position = arranged(box, "Y03@1,0^0 Y01@2,0^0", hands={"yellow": ["Y13"]})
    assert {forbids(position, f"Y13: rotate Y01^{turns}") for turns in range(4)} == {"A18"}


def test_a20_while_a_tile_is_lifted_nothing_counts(box: GameSet) -> None:
    keystone = arranged(box, "Y03@1,0^0 Y09@2,0^0", hands={"yellow": ["Y13"]})
    assert len({*keystone.labyrinth.without(["Y03"]).pieces_apart().values()}) == 2
    played(keystone, "Y13: rotate Y03^1")  # in between the labyrinth has fallen apart
    gate = arranged(box, "Y04@0,-1^2 Y04-2@1,0^3 Y04-3@0,1^0 Y12@-1,0^1 B04@-2,0^3", hands={"yellow": ["Y13"]})
    assert gate.labyrinth.is_trapped()
    opened = gate.labyrinth.without(["Y12"])
    assert not opened.is_trapped()  # in between he could leave
    bend = arranged(box, "Y04@0,-1^2 Y04-2@1,0^3 Y04-3@0,1^0 Y12@-1,0^0", hands={"yellow": ["Y13"]})
    assert bend.labyrinth.is_trapped()


def test_a20_a_tile_that_is_the_only_way_out_may_not_turn_into_a_wall(box: GameSet) -> None:
    position = arranged(box, "Y04@0,-1^2 Y04-2@1,0^3 Y04-3@0,1^0 R13@-1,0^1 Y12@-2,1^0", hands={"yellow": ["Y13"]})
    assert not position.labyrinth.is_trapped()
    assert forbids(position, "Y13: move Y12@-2,0^0") == "trap"
    with_ends = arranged(box, "Y03@1,0^0 B04@0,-1^2 B04-2@0,1^0 B04-3@-1,0^1", hands={"yellow": ["Y13"]})
    assert with_ends.labyrinth.is_trapped()


def test_a22_a_discarded_tile_counts_as_played_and_is_out_of_the_game(box: GameSet) -> None:
    position = arranged(box, "Y03@1,0^0", hands={"yellow": ["Y13"], "blue": ["B13"]})
    after = played(position, "Y13: rotate Y03^1")
    assert after.ply == 1
    assert after.seat == "blue"
    assert "Y13" not in after.labyrinth.where
    assert played(after, "B13@0,1^0").is_over


def test_a24_from_an_empty_deck_nothing_is_drawn(box: GameSet) -> None:
    position = Position.start(box, Rules(), {"yellow": ["Y13"], "blue": ["B13", "B09"]})
    after = played(played(position, "Y13@0,1^0"), "B13@1,0^1")
    assert [(after.seats[seat], piece.id) for seat, piece in after.turns_of_play[after.ply :]] == [("blue", "B09")]
    assert after.seat == "blue"


def test_a29_coin_outside_and_two_wings_bring_each_coin_once(box: GameSet) -> None:
    position = arranged(box, "Y14@5,5^0")
    assert final(position).treasure["yellow"] == 1
    assert final(position).escaped["yellow"] == 1


def test_a29_wings_alone_are_enough_two_of_them(box: GameSet) -> None:
    for wings, treasure in (("Y06", 1), ("Y11", 0)):
        position = arranged(box, f"Y10@5,5^0 {wings}@5,4^0 B04@5,3^2")
        assert final(position).treasure["yellow"] == treasure
        assert final(position).escaped == {"yellow": treasure, "blue": treasure}


def test_a30_coins_and_wings_are_shared_and_not_used_up(box: GameSet) -> None:
    position = arranged(box, "Y10@5,5^0 Y06@5,4^0 B10@5,3^2")
    assert final(position).treasure == {"yellow": 2, "blue": 2}


# Options and mistakes


def test_the_original_edition_has_no_actions_and_the_option_gives_or_takes_them(box: GameSet) -> None:
    for rules, allowed in ((ORIGINAL, False), (Rules(actions=False), False), (Rules(), True)):
        position = arranged(box, "Y03@1,0^0", hands={"yellow": ["Y13"]}, rules=rules)
        assert any(not isinstance(ply, Lay) for ply in legal_plies(position)) == allowed
        if not allowed:
            assert forbids(position, "Y13: rotate Y03^1") == "edition"
    assert Rules(edition="original", actions=True).acts


@pytest.mark.parametrize("option", ["edition", "tie_break", "outside"])
def test_an_option_that_does_not_exist_is_malformed(option: str) -> None:
    with pytest.raises(MalformedError, match="one of"):
        Rules(**{option: "new"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ply",
    [
        Lay("Z99", 0, 1, 0),
        Lay("minotaur", 0, 1, 0),
        Lay("Y13", 0, 1, 4),
        Lay("Y13", 0, 99999, 0),
        Lay("Y13", True, 0, 0),
        Rotate("Y13", "Y99", 1),
        Rotate("Y13", "Y03", -1),
        Move("Y13", "Y03", 0, 1, 7),
    ],
)
def test_a_ply_that_means_nothing_is_malformed_not_illegal(box: GameSet, ply: Lay | Rotate | Move) -> None:
    position = arranged(box, "Y03@1,0^0", hands={"yellow": ["Y13"]})
    with pytest.raises(MalformedError):
        position.check(ply)


def test_tables_and_piles_that_cannot_be_are_malformed(box: GameSet) -> None:
    for places, options, why in (
        ("Y01@1,0^0 Y01@2,0^0", {}, "twice"),
        ("Y01@0,0^0", {}, "minotaur"),
        ("Y02@1,0^0", {"impaled": [("Y02", 1)]}, "no prisoner"),
        ("Y02@1,0^0", {"impaled": [("Y03", 0)]}, "does not lie"),
        ("Y02@1,0^0", {"hands": {"yellow": ["Y02"]}}, "still to be played"),
        ("", {"hands": {"yellow": ["Y01", "Y01"]}}, "twice"),
        ("", {"hands": {"yellow": ["B01"]}}, "is blue"),
        ("", {"seats": ("yellow", "pink")}, "unknown seat"),
    ):
        with pytest.raises(MalformedError, match=why):
            arranged(box, places, **options)


def test_the_shipped_deck_fits_the_box(deck: Deck) -> None:
    box = GameSet.of(deck)
    assert len(box.pieces) == deck.catalogue.expect.tiles
    with pytest.raises(MalformedError, match="room"):
        box_with(["NESW"] * 6, copies=999)
