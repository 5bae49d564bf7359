"""The kernel is the readable engine again: the same games from the same seeds.

The shipped deck is open on all sides; decks made at random, with walls, blind paths, several prisoners on a path and
copies of tiles, see to what it does not have.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from asterion_press.catalogue.validation import record_of
from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.catalogue.records import Path
from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.games.labyrinth.engine import bots
from asterion_press.games.labyrinth.engine.bot_names import ACTION_NAMES, BOT_NAMES
from asterion_press.games.labyrinth.engine.bots import ALL_ACTS, Bots, game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.plies import Lay
from asterion_press.games.labyrinth.engine.position import Position
from asterion_press.games.labyrinth.engine.record import GameRecord
from asterion_press.games.labyrinth.engine.record import replay as judged
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules
from asterion_press.games.labyrinth.engine.scoring import chambers
from tests.support import search_bot
from tests.support.decks_for_play import legal_plies, random_box

pytest.importorskip("numba")

from numba import njit

from asterion_press.games.labyrinth.kernel import bots as kernel_bots
from asterion_press.games.labyrinth.kernel.api import Kernel, prepare
from asterion_press.games.labyrinth.kernel.rules import (
    CELL,
    HOME,
    PLACE,
    ROW,
    STATE,
    TILE,
    TURNS,
    choose,
    draw,
    seed_chance,
)
from tests.support.played import rows_of

OPTIONS = [
    Rules(),
    Rules(score_impaled=False, tie_break="coin_only"),
    Rules(tie_break="coinless", outside="unbounded"),
    Rules(edition="original"),
    Rules(edition="original", outside="unbounded"),
    Rules(edition="original", actions=True, tie_break="coinless"),
    Rules(edition="original", score_impaled=True, tie_break="coin_only"),
    Rules(tie_break="seat"),
    Rules(actions=False, score_impaled=False, outside="unbounded"),
]
RULE_IDS = [", ".join([rules.edition, *map(str, rules.departures.items())]) for rules in OPTIONS]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    prepare()


search_bot.register_search()


# Whole games


def agree(box: GameSet, rules: Rules, players: int, seeds: range, bot: Bots, *, actions: bool | None = None) -> int:
    """Play the games with both, compare every ply and the end, judge the reference's plies; how many plies."""
    kernel = Kernel(box, rules, box.colours[:players])
    outcomes = kernel.simulate(0, seeds, bot, actions=actions)
    plies = 0
    for row, index in enumerate(seeds):
        seed = game_seed(0, index)
        expected = random_game(box, rules, players, seed, bot=bot, actions=actions)
        assert kernel.record(seed, bot, actions=actions) == expected
        assert outcomes.final(row, kernel.seats) == expected.final
        assert outcomes.actions[row] == sum(not isinstance(turn.ply, Lay) for turn in expected.turns)
        assert (outcomes.gate_coins[row], outcomes.wing_coins[row]) == coins_that_pay(expected, box)
        plies += len(expected.turns)
    return plies


def coins_that_pay(game: GameRecord, box: GameSet) -> tuple[int, int]:
    """By the outside, and by wings alone: counted chamber by chamber, as people would."""
    paying = [chamber for chamber in chambers(judged(game, box).labyrinth) if chamber.escapes and chamber.living]
    return sum(c.coins for c in paying if c.exits), sum(c.coins for c in paying if not c.exits)


@pytest.mark.parametrize("rules", OPTIONS, ids=RULE_IDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_the_same_ply_by_ply(box: GameSet, rules: Rules, players: int) -> None:
    games = 15 if rules.outside == "unbounded" else 60
    assert agree(box, rules, players, range(games), "random") == games * players * len(box.of_colour("yellow"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_without_actions_are_the_same_ply_by_ply(box: GameSet, players: int) -> None:
    plies = agree(box, Rules(), players, range(500), "random", actions=False)
    assert plies == 500 * players * len(box.of_colour("yellow"))


def test_greedy_games_are_the_same_ply_by_ply(box: GameSet) -> None:
    for players in (2, 3, 4):
        agree(box, Rules(), players, range(4), "greedy")
        agree(box, Rules(), players, range(10), "greedy", actions=False)
        agree(box, Rules(edition="original"), players, range(4), "greedy")


@pytest.mark.parametrize("action", ACTION_NAMES)
def test_a_bot_does_without_an_action(box: GameSet, action: str) -> None:
    kind = ALL_ACTS[ACTION_NAMES.index(action)]
    for bot in ("random", "greedy"):
        agree(box, Rules(), 3, range(3), f"{bot}:without={action}")
    kernel = Kernel(box, Rules(), box.colours[:3])
    for bot in ("random:", "greedy:", "search:", "tree:nodes=50,"):
        played = {type(turn.ply) for seed in range(4) for turn in kernel.record(seed, f"{bot}without={action}").turns}
        assert kind not in played
        assert set(ALL_ACTS) - {kind} <= played


@pytest.mark.parametrize("seed", range(40))
def test_games_of_strange_decks_are_the_same_ply_by_ply(deck: Deck, seed: int) -> None:
    rules = OPTIONS[seed % len(OPTIONS)]
    odd = random_box(deck, seed)
    agree(odd, rules, 2 + seed % 3, range(6), "random")
    agree(odd, rules, 2 + seed % 3, range(6 if rules.outside == "any" else 2), "greedy")
    if len(odd.pieces) < (20 if rules.outside == "any" else 12):
        agree(odd, rules, 2 + seed % 3, range(1), "search")


def test_searching_games_are_the_same_ply_by_ply(box: GameSet) -> None:
    agree(box, Rules(), 2, range(1), "search")
    agree(box, Rules(), 4, range(1), ("greedy", "search", "random", "greedy"))


def test_who_sits_where_is_free(box: GameSet) -> None:
    seats = ("green", "yellow", "red")
    kernel = Kernel(box, Rules(), seats)
    for seed in range(30):
        assert kernel.record(seed) == random_game(box, Rules(), seats, seed)


# Single plies


def test_a_tile_may_close_four_mouths_at_once(deck: Deck) -> None:
    """A ring round the cell (2, 0), all of whose mouths lead there; a blind tile in the middle would trap him."""
    ring = {
        "Y01": (1, 0, "NESW"), "B01": (1, -1, "ES"), "Y02": (1, 1, "NE"), "B02": (2, -1, "ESW"), "Y03": (2, 1, "NEW"),
        "B03": (3, -1, "SW"), "Y04": (3, 1, "NW"), "B04": (3, 0, "NSW"), "Y05": (2, 0, ""),
    }  # fmt: skip
    colours = {"Y": "yellow", "B": "blue"}
    tiles = [
        Tile(tile, colours[tile[0]], "made-up", (record_of({"exits": exits}, Path),))
        for tile, (_, _, exits) in ring.items()
    ]
    minotaur = replace(deck.minotaur, paths=(record_of({"exits": "E"}, Path),))
    box = GameSet.of(Deck(deck.catalogue, tuple(tiles), minotaur))
    piles = {seat: [tile.id for tile in tiles if tile.colour == seat] for seat in ("yellow", "blue")}
    position, kernel = Position.start(box, Rules(), piles), Kernel(box, Rules(), ("yellow", "blue"))
    for tile, (x, y, _) in list(ring.items())[:-1]:
        position.push(Lay(tile, x, y, 0))
    begun = [(PLACE, kernel.tiles.index(tile), -1, HOME + x + ROW * y, 0, 0, 0) for tile, (x, y, _) in ring.items()]
    played = rows_of(kernel, range(1000), deal=np.array(begun)[:, TILE].copy(), begun=np.array(begun[:-1]))[:, -1]
    legal = {(HOME + ply.x + ROW * ply.y, ply.turns) for ply in legal_plies(position) if isinstance(ply, Lay)}
    assert {(cell, turns) for cell, turns in played[:, [CELL, TURNS]].tolist()} == legal
    assert HOME + 2 not in {cell for cell, _ in legal}


# Pieces


@njit  # type: ignore[untyped-decorator]
def _draw_chances(seed: int, drawn: Any, chosen: Any) -> None:
    state = np.zeros(STATE, np.int64)
    seed_chance(state, seed)
    for number in range(len(drawn)):
        drawn[number] = draw(state)
    for number in range(len(chosen)):
        chosen[number] = choose(state, 10)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 12_345_678_901_234, 2**63 - 1])
def test_chance_is_that_of_python(seed: int) -> None:
    drawn, chosen, rng = np.zeros(1000), np.zeros(50, np.int64), Random(seed)
    _draw_chances(seed, drawn, chosen)
    assert drawn.tolist() == [rng.random() for _ in drawn]
    assert chosen.tolist() == [int(rng.random() * 10) for _ in chosen]


def test_both_bots_have_the_same_numbers() -> None:
    ours = (kernel_bots.TRIES_ACTION, kernel_bots.ATTEMPTS, kernel_bots.WORTH_A_TILE)
    assert ours == (bots.TRIES_ACTION, bots.ATTEMPTS, bots.WORTH_A_TILE)
    searched = (kernel_bots.SEARCH_PLACEMENTS, kernel_bots.SEARCH_ACTIONS, kernel_bots.LEAST_GAIN)
    assert searched == (search_bot.PLACEMENTS, search_bot.ACTIONS, search_bot.LEAST_GAIN)


def test_bots_are_numbered_in_the_order_of_their_names() -> None:
    assert [getattr(kernel_bots, name.upper()) for name in BOT_NAMES] == list(range(len(BOT_NAMES)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"copies": 9}, "tiles in play"),
        ({"paths": (record_of({"exits": "N", "prisoners": 4}, Path),) * 8, "copies": 3}, "prisoners of one colour"),
        ({"paths": (record_of({"exits": "N", "coins": 4}, Path),) * 8, "copies": 3}, "coins"),
    ],
)
def test_what_does_not_fit_is_refused(deck: Deck, change: dict[str, Any], message: str) -> None:
    tiles = [replace(tile, **change) for tile in deck.tiles[::4]]
    with pytest.raises(AsterionError, match=message):
        Kernel(GameSet.of(replace(deck, tiles=tuple(tiles))), Rules(), deck.catalogue.colour_ids)


def test_wrong_arguments_are_refused(box: GameSet) -> None:
    with pytest.raises(AsterionError, match="seats yellow, yellow"):
        Kernel(box, Rules(), ["yellow", "yellow"])
    kernel = Kernel(box, Rules(edition="original"), box.colours)
    with pytest.raises(MalformedError, match="seed -1"):
        kernel.play([-1])
    with pytest.raises(MalformedError, match="no actions"):
        kernel.play([1], actions=True)


def test_without_numba_the_user_is_told_what_to_install() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "try: import asterion_press.games.labyrinth.kernel.api\n"
        "except Exception as error: print(repr(error))"
    )
    reported = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert reported.startswith("MissingExtraError(")
    assert "constraints-study.txt" in reported
