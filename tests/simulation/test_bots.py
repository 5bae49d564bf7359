"""The bots, from the weakest to the strongest: shown by games."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.simulation.executors import in_turn
from asterion_press.games.labyrinth.simulation.games import Party, watch_games
from asterion_press.games.labyrinth.simulation.measures import Estimate
from asterion_press.games.labyrinth.simulation.victories import play_pairing


def share_of_one(box: GameSet, players: int, one: BotName, others: BotName, games: int) -> Estimate:
    """The victories of one bot among others, who sits in each seat equally often."""
    alone, rest = (Party.of(box, Rules(), players, bot) for bot in (one, others))
    return play_pairing(alone, rest, games, 11, in_turn(watch_games)).wins


@pytest.mark.parametrize(("players", "games"), [(2, 60), (3, 40), (4, 30)])
def test_the_searching_bot_beats_greedy_ones(box: GameSet, players: int, games: int) -> None:
    assert share_of_one(box, players, "search", "greedy", games).low > 1 / players


@pytest.mark.parametrize("players", [2, 4])
def test_the_greedy_bot_beats_random_ones(box: GameSet, players: int) -> None:
    assert share_of_one(box, players, "greedy", "random", 100).low > 1 / players


@pytest.mark.parametrize(("players", "games"), [(2, 10), (3, 10), (4, 8)])
def test_the_tree_beats_searching_bots(box: GameSet, players: int, games: int) -> None:
    assert share_of_one(box, players, "tree:nodes=1000", "search", games).low > 1 / players
