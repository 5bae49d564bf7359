"""What the engine answers to the trial table: what the rules say, and nothing to what is no question."""

from __future__ import annotations

import json
from typing import Any

import pytest

from asterion_press.catalogue import library
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.record import read_record, replay
from asterion_press.games.labyrinth.engine.rules import MalformedError
from asterion_press.games.labyrinth.game import LabyrinthGame
from asterion_press.games.labyrinth.preview.table import answer

SEATS = ("yellow", "blue", "red", "green")
WALLS = [["place", "Y09", 1, 0, 0], ["place", "B09", -1, 0, 0], ["place", "R09", 0, -1, 3]]
"""Of the minotaur's ways only that to the south is open."""


@pytest.fixture(scope="module")
def game() -> LabyrinthGame:
    game = read_game(library.game_file("asterion"), None)
    assert isinstance(game, LabyrinthGame)
    return game


def ask(game: LabyrinthGame, **question: object) -> dict[str, Any]:
    found: dict[str, Any] = answer([game], json.dumps({"rules": {}, "seats": SEATS, **question}).encode())
    return found


def test_tiles_are_laid_freely_and_what_is_illegal_is_told(game: LabyrinthGame) -> None:
    plies = [["place", "Y01", 5, 5, 0], ["place", "Y02", 0, 1, 0], ["place", "B01", 0, 1, 0], ["place", "Y02", 1, 0, 0]]
    found = ask(game, plies=plies)
    assert [turn["fault"] for turn in found["turns"]] == ["touch", None, "covered", "covered"]
    assert found["laid"] == [["Y01", 5, 5, 0], ["Y02", 0, 1, 0]]
    found = ask(game, plies=WALLS, hand="G09")
    assert [at for at in found["legal"] if at[:2] == (0, 1)] == [(0, 1, turns) for turns in (0, 2)]
    found = ask(game, plies=[*WALLS, ["place", "G09", 0, 1, 1]])
    assert [turn["fault"] for turn in found["turns"]] == [None, None, None, "trap"]


def test_points_are_those_of_the_seats_that_play(game: LabyrinthGame) -> None:
    plies = [["place", "Y03", 0, -1, 0], ["place", "B03", 0, 1, 0]]  # each impales its own prisoner
    found = ask(game, plies=plies, seats=["blue", "red"])
    assert found["final"]["kills"] == {"blue": -1, "red": 0}
    assert found["final"]["captured"] == 2


@pytest.mark.parametrize("rules", [{}, {"edition": "original"}, {"outside": "unbounded", "tie_break": "seat"}])
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_game_that_bots_play_is_true_in_every_claim(
    game: LabyrinthGame, deck: Deck, rules: dict[str, str], bot: str
) -> None:
    asked = {"rules": rules, "seats": SEATS[:3], "seed": 11}
    begun = ask(game, **asked)
    assert begun["toPlay"]["of"] == 48
    assert len(ask(game, **asked, bot=bot)["plies"]) == 1
    found = ask(game, **asked, bot=bot, until_end=True, chance=5)
    assert found["toPlay"] is None
    position = replay(read_record(found["record"]), GameSet.of(deck), deck=game.loaded.document.sha256)
    assert position.is_over
    assert ask(game, **asked, plies=found["plies"]) == found
    assert all(turn["fault"] is None for turn in found["turns"])


def test_a_game_refuses_what_a_rule_forbids(game: LabyrinthGame) -> None:
    tile = ask(game, seed=3)["toPlay"]["tile"]
    assert "not B01" in ask(game, seed=3, plies=[["place", "B01", 0, 1, 0]])["refused"]
    assert "shares no side" in ask(game, seed=3, plies=[["place", tile, 0, 7, 0]])["refused"]
    assert "does not lie on the table" in ask(game, seed=3, plies=[["rotate", tile, "B01", 1]])["refused"]


def test_freely_all_that_is_left_is_laid_by_chance_and_the_tile_in_hand_first(game: LabyrinthGame) -> None:
    found = ask(game, plies=WALLS, hand="G09", bot="random", chance=1)
    assert [ply[1] for ply in found["plies"]] == ["Y09", "B09", "R09", "G09"]
    found = ask(game, plies=WALLS, bot="random", until_end=True, chance=1)
    assert len(found["laid"]) == 64
    assert not any(turn["fault"] for turn in found["turns"])
    assert found == ask(game, plies=WALLS, bot="random", until_end=True, chance=1)
    assert found["laid"] != ask(game, plies=WALLS, bot="random", until_end=True, chance=2)["laid"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": []}, {"seats": ["pink"]}, {"seats": ["red", "red"]}, {"deck": 1}, {"rules": {"edition": "third"}},
        {"plies": [[]]}, {"plies": [["fly", "Y01"]]}, {"plies": [["place", "Y01"]]}, {"hand": "minos"}, {"bot": 7},
        {"plies": [["place", "Z99", 0, 1, 0]]}, {"plies": [["place", "Y01", "a", 1, 0]]}, {"seed": "x"}, {"more": 1},
        {"plies": [["place", "Y01", 10**9, 1, 0]]}, {"plies": [["place", 1, 0, 1, 9]]},
        {"plies": [["swap", "Y01", "Y02"]]}, {"plies": [["rotate", "Y01", "Y02", 1]]},
        {"seed": 1, "plies": [["swap", "Y01", "Y02", "Y02"]]}, {"seed": 1, "plies": [["place"]]},
    ],
)  # fmt: skip
def test_what_is_no_question_is_told(game: LabyrinthGame, wrong: dict[str, object]) -> None:
    with pytest.raises(MalformedError):
        ask(game, **wrong)
    with pytest.raises(MalformedError):
        answer([game], b'{"rules": {}, "seats": [')
