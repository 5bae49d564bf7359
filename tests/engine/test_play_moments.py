"""Moments of a recorded game: the table after each ply, and what that ply did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.games.labyrinth.engine.bots import random_game
from generator.games.labyrinth.engine.box import GameSet, xy_of
from generator.games.labyrinth.engine.plies import Lay, Move
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.record import GameRecord, moment_of, replay
from generator.games.labyrinth.engine.rules import DisagreementError, MalformedError, Rules
from generator.games.labyrinth.engine.scoring import final
from tests.support.decks_for_play import FIGURES, box_with


@pytest.fixture(scope="module")
def box() -> GameSet:
    return box_with(FIGURES, colours=2)


@pytest.fixture(scope="module")
def game(box: GameSet) -> GameRecord:
    return random_game(box, Rules(), 2, 5, deck="ab")


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
