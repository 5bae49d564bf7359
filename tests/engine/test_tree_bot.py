"""The bot `tree`: legal games, no look at hidden tiles, and an end that no play of the rules betters."""

from __future__ import annotations

import json
from random import Random
from typing import TypeAlias

import numpy as np
import pytest

from asterion_press.games.labyrinth.deck.report import tiles_data
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bot_names import BotSettings, bot_settings, smaller_budgets
from asterion_press.games.labyrinth.engine.bots import game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.record import moment_of, record_line
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules
from asterion_press.games.labyrinth.engine.scoring import final
from tests.support.decks_for_play import box_with, legal_plies, random_box
from tests.support.judge_by_hand import disagreements

pytest.importorskip("numba")

from asterion_press.games.labyrinth.kernel.api import Kernel, count_nodes
from tests.support.played import rows_of
from tests.support.search_bot import register_search

Worth: TypeAlias = tuple[float, int]
"""A seat's share of the victory, and its lead over all others together."""

SMALL = ("NESW:p", "N:p | S:p", "NE:pc | SW", "NS:pw | EW:w")


def worth(position: Position) -> dict[str, Worth]:
    """By seat what a game that is over came to."""
    end = final(position)
    total = sum(end.scores.values())
    shares = {seat: (seat in end.winners) / len(end.winners) for seat in position.seats}
    return {seat: (shares[seat], end.scores[seat] * len(end.scores) - total) for seat in position.seats}


def solved(position: Position, acts: bool) -> dict[str, Worth]:
    """By seat what comes of a position in which each takes what is best for itself, tried out ply by ply."""
    if position.is_over:
        return worth(position)
    best: dict[str, Worth] = {}
    seat = str(position.seat)
    for ply in legal_plies(position):
        if acts or type(ply).__name__ == "Lay":
            beyond = position.copy()
            beyond.push(ply)
            found = solved(beyond, acts)
            if not best or found[seat] > best[seat]:
                best = found
    return best


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("rules", "acts"),
    [
        (Rules(), True),
        (Rules(tie_break="all"), False),
        (Rules(tie_break="seat"), True),
        (Rules("original"), False),
        (Rules(outside="unbounded"), True),
    ],
    ids=["usual", "all, placing", "seat", "original", "unbounded"],
)
def test_the_last_ply_is_the_best_of_all_legal_ones(deck: Deck, rules: Rules, acts: bool, seed: int) -> None:
    box = random_box(deck, seed) if seed % 2 else box_with(SMALL)
    seats = tuple(box.colours[:2])
    game = Kernel(box, rules, seats).record(seed, "tree:nodes=1", actions=acts)
    position, last = (moment_of(game, box, len(game.turns) - left).position for left in (1, 0))
    assert worth(last)[str(position.seat)] == solved(position, acts)[str(position.seat)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("players", "acts"), [(2, False), (3, False), (2, True)])
def test_the_last_round_is_played_as_plain_search_plays_it(players: int, acts: bool, seed: int) -> None:
    rules = (Rules(), Rules("original", actions=True), Rules(tie_break="seat"))[seed % 3]
    box = box_with(SMALL[seed % 2 : seed % 2 + 2])
    seats = tuple(box.colours[:players])
    game = Kernel(box, rules, seats).record(seed, "tree:nodes=1", actions=acts)
    position, beyond = (moment_of(game, box, len(game.turns) - left).position for left in (players, players - 1))
    assert solved(beyond, acts)[str(position.seat)] == solved(position, acts)[str(position.seat)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("bot", ["greedy", "search:deals=3", "tree:nodes=400"])
@pytest.mark.parametrize("ply", [0, 9, 22])
def test_bots_do_not_see_hidden_tiles(box: GameSet, players: int, ply: int, bot: str) -> None:
    kernel, tiles, found = Kernel(box, Rules(), box.colours[:players]), len(box.of_colour("yellow")), set()
    order = np.arange(tiles * players).reshape(players, tiles).T.flatten()  # each seat's tiles one after the other
    begun = rows_of(kernel, [5], deal=order)[0, :ply]
    for deal in range(6):
        for seat in range(players):
            hidden = ply + 1 + np.flatnonzero(order[ply + 1 :] // tiles == seat)
            order[hidden] = Random(deal).sample(order[hidden].tolist(), len(hidden))
        found.add(tuple(rows_of(kernel, [3], bot, deal=order, begun=begun)[0, ply].tolist()))
    assert len(found) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [Rules(), Rules("original"), Rules(tie_break="seat", score_impaled=False)])
def test_its_games_stand_before_the_independent_judge(deck: Deck, players: int, rules: Rules) -> None:
    box, data = GameSet.of(deck), tiles_data(deck)
    kernel = Kernel(box, rules, box.colours[:players])
    for bots in (("tree:nodes=300",) * players, ("tree:nodes=300", *("search:rounds=2,deals=3",) * (players - 1))):
        record = json.loads(record_line(kernel.record(game_seed(1, players), bots, deck="ab")))
        assert disagreements(data, record) == []
        assert len(record["plies"]) == len(box.of_colour("yellow")) * players


def test_the_same_seed_gives_the_same_game(box: GameSet) -> None:
    one, other = (Kernel(box, Rules(), box.colours[:3]).record(9, "tree:nodes=300") for _ in range(2))
    assert one == other
    assert one.turns != Kernel(box, Rules(), box.colours[:3]).record(9, "tree:nodes=3000").turns


def test_searching_further_is_the_same_in_both_engines(box: GameSet) -> None:
    seats = box.colours[:2]
    register_search(rounds=2, deals=1)
    readable = random_game(box, Rules(), seats, 4, bot="search", actions=False)
    register_search()
    assert Kernel(box, Rules(), seats).record(4, "search:rounds=2,deals=1", actions=False) == readable


def test_budgets_are_read() -> None:
    assert bot_settings("tree") == BotSettings("tree")
    assert bot_settings("tree:nodes=50") == BotSettings("tree", nodes=50)
    assert bot_settings("search:deals=8,rounds=2") == BotSettings("search", rounds=2, deals=8)
    assert bot_settings("greedy:without=swap+move") == BotSettings("greedy", without=("swap", "move"))
    assert smaller_budgets("tree:nodes=160,without=swap") == (
        "tree:nodes=10,without=swap",
        "tree:nodes=40,without=swap",
    )


def test_milliseconds_become_nodes(box: GameSet) -> None:
    assert count_nodes("greedy", box, Rules(), 2) == "greedy"
    assert count_nodes("tree:nodes=7", box, Rules(), 2) == "tree:nodes=7"
    fast, slow = (bot_settings(count_nodes(f"tree:ms={ms},without=swap", box, Rules(), 2)) for ms in (2, 200))
    assert (fast.ms, fast.without) == (0, ("swap",))
    assert 1 <= fast.nodes < slow.nodes


def test_no_game_is_played_with_milliseconds(box: GameSet) -> None:
    with pytest.raises(MalformedError, match="a game needs a number of nodes instead of 'tree:ms=2'"):
        Kernel(box, Rules(), box.colours[:2]).record(1, "tree:ms=2")
