"""The record of a game: its exact form, what is malformed, and what is not true."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from asterion_press.games.labyrinth.deck.report import tiles_data
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bots import random_game
from asterion_press.games.labyrinth.engine.box import GameSet, xy_of
from asterion_press.games.labyrinth.engine.plies import Lay, Move, Rotate, Swap
from asterion_press.games.labyrinth.engine.position import Position, Turn
from asterion_press.games.labyrinth.engine.record import GameRecord, moment_of, read_record, record_line, replay
from asterion_press.games.labyrinth.engine.rules import (
    DisagreementError,
    Edition,
    IllegalError,
    MalformedError,
    Rules,
    TieBreak,
)
from asterion_press.games.labyrinth.engine.scoring import Final, final
from tests.support.decks_for_play import FIGURES, box_with
from tests.support.judge_by_hand import disagreements

Spoil = Callable[[dict[str, Any]], object]

EXAMPLE = (
    '{"format": 3, "game": "asterion", "edition": "revised", "rules": {"tie_break": "coinless"}, "deck": "ab", '
    '"seed": 7, '
    '"seats": ["yellow", "blue", "red", "green"], "plies": ['
    '{"seat": "yellow", "do": "place", "tile": "Y07", "x": 0, "y": -1, "turns": 3, '
    '"impaled": {"blue": 1}, "points": 1}, '
    '{"seat": "blue", "do": "rotate", "discard": "B03", "tile": "B07", "turns": 2, "impaled": {}, "points": 0}, '
    '{"seat": "red", "do": "swap", "discard": "R01", "tiles": ["R02", "R05"], "impaled": {}, "points": 0}, '
    '{"seat": "green", "do": "move", "discard": "G09", "tile": "G02", "x": 3, "y": 1, "turns": 0, '
    '"impaled": {"green": 1}, "points": -1}]}'
)
"""The example of rules/asterion.md, in today's format; it is broken off, so it has no final."""
SWAP = json.loads(EXAMPLE)["plies"][2]
OLD_EXAMPLE = EXAMPLE.replace('"format": 3', '"format": 1').replace('"rules": {"tie_break": "coinless"}, ', "")
"""As it stands there."""


@pytest.fixture(scope="module")
def box() -> GameSet:
    return box_with(FIGURES, colours=2)


@pytest.fixture(scope="module")
def game(box: GameSet) -> GameRecord:
    return random_game(box, Rules(), 2, 4, deck="ab")


def test_the_form_is_exactly_that_of_the_rules() -> None:
    record = GameRecord(
        Rules(),
        "ab",
        7,
        ("yellow", "blue", "red", "green"),
        (
            Turn("yellow", Lay("Y07", 0, -1, 3), {"blue": 1}, 1),
            Turn("blue", Rotate("B03", "B07", 2), {}, 0),
            Turn("red", Swap("R01", ("R02", "R05")), {}, 0),
            Turn("green", Move("G09", "G02", 3, 1, 0), {"green": 1}, -1),
        ),
        None,
    )
    assert record_line(record) == EXAMPLE
    assert read_record(EXAMPLE) == record
    assert read_record(OLD_EXAMPLE) == replace(record, rules=Rules(tie_break="all"))


REPORTED: list[tuple[Rules, dict[str, object]]] = [
    (Rules(), {"tie_break": "coinless"}),
    (Rules("original"), {"tie_break": "all"}),
    (Rules(tie_break="all"), {"tie_break": "all"}),
    (Rules(score_impaled=False, outside="unbounded"), {"score_impaled": False, "outside": "unbounded"}),
    (Rules(actions=False), {"actions": False}),
    (Rules("original", actions=True, tie_break="coin_only"), {"tie_break": "coin_only", "actions": True}),
    (Rules("original", score_impaled=True), {"score_impaled": True}),
]


@pytest.mark.parametrize(("rules", "reported"), REPORTED)
def test_a_record_tells_the_tie_break_and_what_departs_from_the_edition(
    box: GameSet, rules: Rules, reported: dict[str, object]
) -> None:
    game = random_game(box, rules, 2, 4)
    data = json.loads(record_line(game))
    assert list(data)[:4] == ["format", "game", "edition", "rules"]
    assert (data["format"], data["edition"]) == (3, rules.edition)
    assert data["rules"] == {"tie_break": "all" if rules.edition == "original" else "coinless"} | reported
    assert read_record(record_line(game)) == game
    assert list(data["final"]) == ["scores", "kills", "treasure", "escaped", "captured", "winners"]
    assert replay(read_record(record_line(game)), box).rules == rules


@pytest.mark.parametrize(("edition", "seed"), [("revised", 15), ("original", 261)])
@pytest.mark.parametrize("agreed", [{}, {"outside": "unbounded"}])
def test_an_older_record_that_tells_no_tie_break_counts_all_who_escape(
    box: GameSet, edition: Edition, seed: int, agreed: dict[str, Any]
) -> None:
    """These games end in a tie, which is broken another way if those without a coin are counted."""
    rules = Rules(edition, tie_break="all", **agreed)
    data = json.loads(record_line(random_game(box, rules, 2, seed, actions=False, deck="ab")))
    data |= {"format": 2, "rules": agreed} if agreed else {"format": 1}
    if not agreed:
        del data["rules"]
    record = read_record(json.dumps(data))
    assert record.rules == rules
    assert replay(record, box).is_over
    assert disagreements(tiles_data(box.deck), data) == []
    with pytest.raises(DisagreementError, match="winners"):
        replay(replace(record, rules=replace(rules, tie_break="coinless")), box)


def test_an_older_record_may_tell_its_tie_break(box: GameSet) -> None:
    data = json.loads(record_line(random_game(box, Rules(), 2, 5))) | {"format": 2}
    assert read_record(json.dumps(data)).rules == Rules()


@pytest.mark.parametrize("edition", ["revised", "original"])
def test_what_the_edition_has_anyway_needs_no_agreement(box: GameSet, edition: Any) -> None:
    has = edition == "revised"
    tie_break: TieBreak = "coinless" if has else "all"
    rules = Rules(edition, score_impaled=has, tie_break=tie_break, outside="any", actions=has)
    assert (rules, rules.departures) == (Rules(edition), {})
    assert (rules.acts, rules.scores_impaled, rules.breaks_tie) == (has, has, tie_break)
    assert json.loads(record_line(random_game(box, rules, 2, 4)))["rules"] == {"tie_break": tie_break}


def test_a_record_is_judged_by_its_own_rules(box: GameSet) -> None:
    """The same plies: by the edition alone the gentle game's points are not true."""
    gentle = random_game(box, Rules(score_impaled=False), 2, 4)
    assert any(turn.impaled for turn in gentle.turns)
    with pytest.raises(DisagreementError, match="points: claimed 0"):
        replay(replace(gentle, rules=Rules()), box)
    with pytest.raises(IllegalError, match="there are no actions in this game"):
        replay(replace(gentle, rules=Rules(score_impaled=False, actions=False)), box)


@pytest.mark.parametrize("line", ["", "nothing", "[]", "1", '{"format": 1}', "[" * 100_000, '{"a": 1, "a": 2}', "NaN"])
def test_what_is_no_record_is_malformed(line: str) -> None:
    with pytest.raises(MalformedError):
        read_record(line)


SPOILT: dict[str, tuple[Spoil, str]] = {
    "format": (lambda r: r.update(format=4), "format: 4 is not one of 1, 2, 3"),
    "format 3 without rules": (lambda r: r.pop("rules"), "'rules' stands in formats 2 and 3, always"),
    "format 3 without tie-break": (lambda r: r.update(rules={}), "rules: 'tie_break' is missing"),
    "format 2 without rules": (lambda r: [r.pop("rules"), r.update(format=2)], "'rules' stands in formats 2 and 3"),
    "rules in format 1": (lambda r: r.update(format=1), "always, and not in format 1"),
    "no rules": (lambda r: r.update(format=2, rules={}), "nothing departs from the revised edition; write format 1"),
    "rules of the edition": (lambda r: r["rules"].update(actions=True), "name what departs from the revised edition"),
    "its tie-break": (lambda r: r.update(format=2, rules={"tie_break": "all", "actions": False}), "nothing else"),
    "an unknown option": (lambda r: r.update(format=2, rules={"wings": 3}), "rules: unknown key 'wings'; expected sco"),
    "an unknown choice": (lambda r: r.update(format=2, rules={"outside": "sky"}), "unknown outside 'sky'; one of any"),
    "no truth": (lambda r: r.update(format=2, rules={"actions": 0}), "rules: actions: expected true or false, not 0"),
    "a truth for a number": (lambda r: r.update(format=True), "expected a whole number"),
    "game": (lambda r: r.update(game="go"), "game"),
    "edition": (lambda r: r.update(edition="third"), "unknown edition 'third'"),
    "seed": (lambda r: r.update(seed=1.0), "seed: expected a whole number, not 1.0"),
    "missing": (lambda r: r.pop("deck"), "'deck' is missing"),
    "unknown": (lambda r: r.update(note=""), "unknown key 'note'"),
    "one seat": (lambda r: r.update(seats=["yellow"]), "1 players"),
    "a seat twice": (lambda r: r.update(seats=["yellow", "yellow"]), "different colours"),
    "do": (lambda r: r["plies"][0].update(do="jump"), 'ply 1: do: "jump" is not one of'),
    "a ply of another kind": (lambda r: r["plies"].append(7), "do"),
    "seat of a ply": (lambda r: r["plies"][0].update(seat="pink"), "seat"),
    "turns": (lambda r: r["plies"][0].update(turns=4), "ply 1: turns 4"),
    "x": (lambda r: r["plies"][0].update(x="1"), "ply 1: x: expected a whole number"),
    "nobody impaled": (lambda r: r["plies"][0].update(impaled={"blue": 0}), "impaled"),
    "points": (lambda r: r["plies"][0].update(points=None), "points"),
    "tiles": (lambda r: r["plies"].append(SWAP | {"seat": "yellow", "tiles": ["Y02"]}), "a swap takes two tiles"),
    "scores": (lambda r: r["final"]["scores"].pop("blue"), "final: scores: 'blue' is missing"),
    "winners": (lambda r: r["final"].update(winners=["red"]), "winners"),
    "captured": (lambda r: r["final"].pop("captured"), "captured"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_malformed_record_is_told_where_it_is_wrong(game: GameRecord, name: str) -> None:
    spoil, message = SPOILT[name]
    data = json.loads(record_line(game))
    spoil(data)
    with pytest.raises(MalformedError) as caught:
        read_record(json.dumps(data))
    assert message in str(caught.value)


UNTRUE: dict[str, tuple[Spoil, str]] = {
    "impaled": (lambda r: r["plies"][-1].update(impaled={"yellow": 4}), "impaled"),
    "not impaled": (lambda r: next(ply for ply in r["plies"] if ply["impaled"]).update(impaled={}), "impaled"),
    "points": (lambda r: r["plies"][0].update(points=1), "points"),
    "scores": (lambda r: r["final"]["scores"].update(blue=99), "final.scores"),
    "kills": (lambda r: r["final"]["kills"].update(blue=99), "final.kills"),
    "treasure": (lambda r: r["final"]["treasure"].update(blue=99), "final.treasure"),
    "escaped": (lambda r: r["final"]["escaped"].update(blue=99), "final.escaped"),
    "captured": (lambda r: r["final"].update(captured=99), "final.captured"),
    "winners": (lambda r: r["final"].update(winners=[]), "final.winners"),
    "no end": (lambda r: r.pop("final"), "final"),
    "broken off": (lambda r: r["plies"].pop(), "final"),
}


@pytest.mark.parametrize("name", UNTRUE)
def test_the_first_claim_that_is_not_true_is_told_with_claim_and_finding(
    game: GameRecord, box: GameSet, name: str
) -> None:
    spoil, what = UNTRUE[name]
    data = json.loads(record_line(game))
    spoil(data)
    spoilt = read_record(json.dumps(data))
    with pytest.raises(DisagreementError) as caught:
        replay(spoilt, box)
    turns = enumerate(zip(game.turns, spoilt.turns, strict=False), 1)
    false = sum(number for number, (turn, reported) in turns if turn != reported)
    assert (caught.value.what, caught.value.ply) == (what, false)
    assert "claimed" in str(caught.value)
    assert caught.value.claimed != caught.value.found


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lambda plies: plies.insert(0, plies[1]), "seat"),
        (lambda plies: plies[2].update(tile=plies[0].get("tile") or plies[0]["discard"]), "hand"),
        (lambda plies: plies[0].update(tile="B01"), "hand"),
        (lambda plies: plies[0].update(x=9), "touch"),
        (lambda plies: plies.append(plies[-2]), "over"),
    ],
)
def test_an_illegal_ply_is_told_with_its_number(box: GameSet, spoil: Any, rule: str) -> None:
    data = json.loads(record_line(random_game(box, Rules(), 2, 4, actions=False)))
    spoil(data["plies"])
    with pytest.raises(IllegalError, match=r"^ply [0-9]+: ") as caught:
        replay(read_record(json.dumps(data)), box)
    assert caught.value.rule == rule


def test_actions_in_a_record_of_the_original_edition_are_illegal(box: GameSet, game: GameRecord) -> None:
    data = json.loads(record_line(game)) | {"edition": "original"}
    assert any(ply["do"] != "place" for ply in data["plies"])
    with pytest.raises((IllegalError, DisagreementError)):
        replay(read_record(json.dumps(data)), box)


def test_seats_tiles_and_decks_that_are_not_of_this_box_are_told(box: GameSet, game: GameRecord, deck: Deck) -> None:
    with pytest.raises(DisagreementError, match="deck"):
        replay(game, box, deck="cd")
    with pytest.raises(MalformedError, match="unknown seat"):
        replay(read_record(EXAMPLE.replace('"blue"', '"pink"')), GameSet.of(deck))
    data = json.loads(record_line(game))
    data["plies"][0].update(tile="Y99")
    with pytest.raises(MalformedError, match="ply 1: unknown tile 'Y99'"):
        replay(read_record(json.dumps(data)), box)


def test_a_game_that_was_broken_off_has_no_final(box: GameSet, game: GameRecord) -> None:
    begun = replace(game, turns=game.turns[:5], final=None)
    assert "final" not in json.loads(record_line(begun))
    assert replay(read_record(record_line(begun)), box, deck="ab").ply == 5
    assert isinstance(game.final, Final)


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ('{"a":', "no JSON from its end"),
        ("[1, x]", "no JSON from column 5, at 'x]'"),
        ('{"a": ' + "9" * 5000 + "}", "a number of thousands of digits"),
    ],
)
def test_what_is_no_json_is_told_in_words_of_our_own(line: str, reported: str) -> None:
    with pytest.raises(MalformedError, match=re.escape(reported)) as caught:
        read_record(line)
    assert not re.search(r"sys\.|Expecting|char [0-9]|delimiter", str(caught.value))


# Moments of a recorded game: the table after each ply, and what that ply did.


def laid_in(position: Position) -> dict[tuple[int, int], tuple[str, int]]:
    return {xy_of(cell): (laid.piece.id, laid.turns) for cell, laid in position.labyrinth.laid.items()}


def test_every_moment_is_the_table_that_the_replay_saw(box: GameSet, game: GameRecord) -> None:
    seen: list[tuple[dict[tuple[int, int], tuple[str, int]], list[int], int]] = []

    def remember(position: Position, _turn: Turn) -> None:
        seen.append((laid_in(position), position.kills.copy(), position.captured))

    replay(game, box, each=remember)
    for number, expected in enumerate(seen, 1):
        moment = moment_of(game, box, number)
        position = moment.position
        assert (laid_in(position), position.kills, position.captured) == expected
        assert (moment.number, moment.plies, moment.turn) == (number, len(seen), game.turns[number - 1])
        assert moment.ended == (number == len(seen))


def test_a_moved_tile_left_the_cell_where_it_lay_before(box: GameSet, game: GameRecord) -> None:
    moves = [number for number, turn in enumerate(game.turns, 1) if isinstance(turn.ply, Move)]
    assert moves, "this game shows no move; take another seed"
    for number in moves:
        ply = game.turns[number - 1].ply
        assert isinstance(ply, Move)
        left = moment_of(game, box, number).left
        assert left is not None
        assert laid_in(moment_of(game, box, number - 1).position)[left][0] == ply.tile
        assert laid_in(moment_of(game, box, number).position)[ply.x, ply.y] == (ply.tile, ply.turns)
    assert isinstance(game.turns[0].ply, Lay)
    assert moment_of(game, box, 1).left is None


def test_the_beginning_is_bare_and_the_end_is_counted(box: GameSet, game: GameRecord) -> None:
    beginning = moment_of(game, box, 0)
    assert (laid_in(beginning.position), beginning.turn, beginning.ended) == ({}, None, False)
    end = moment_of(game, box)
    assert end.ended
    assert final(end.position) == game.final


def test_a_game_that_was_broken_off_has_no_end(box: GameSet, game: GameRecord) -> None:
    broken = replace(game, turns=game.turns[:7], final=None)
    moment = moment_of(broken, box)
    assert (moment.number, moment.ended) == (7, False)


def test_a_ply_that_there_is_not_is_refused_with_those_there_are(box: GameSet, game: GameRecord) -> None:
    with pytest.raises(MalformedError, match=rf"no ply 99; the game has plies 1 to {len(game.turns)}, and 0 is"):
        moment_of(game, box, 99)


def test_all_of_a_record_is_judged_whichever_moment_is_asked_for(box: GameSet, game: GameRecord) -> None:
    last = game.turns[-1]
    false = replace(game, turns=(*game.turns[:-1], last._replace(points=last.points + 1)))
    with pytest.raises(DisagreementError):
        moment_of(false, box, 1)
