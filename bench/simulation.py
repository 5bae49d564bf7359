"""Prints, in one run, how many games and turns of a simulation a CPU second is worth.

The readable engine, the compiled kernel (numba, extra `study`), and beside them random hex of OpenSpiel (PyPI
`open_spiel`, extra `bench`): its games played from Python, as its users do, and its own rollouts in C++. Four players,
64 turns a game. Machines are noisy: each figure is the best of several runs, and the ratios are what to read.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from asterion_press.catalogue.files import ShelfFile
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.engine.bot_names import BotName
from asterion_press.games.labyrinth.engine.bots import game_seed, random_game
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.games.labyrinth.kernel.api import Kernel, is_compiled, prepare

PROJECT = Path(__file__).resolve().parent.parent
PLAYERS = 4
HEX_SIDE = 11
"""Rows of OpenSpiel's hex board. Source: its default."""

Play = Callable[[range], int]
"""Plays the games with these numbers, and returns how many turns they had."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Games and turns in a CPU second."""

    games: float
    turns: float


def speed_of(play: Play, games: int, runs: int) -> Speed:
    """Return the best of several runs, each with other games."""
    found = []
    for run in range(runs):
        began = time.process_time()
        turns = play(range(run * games, (run + 1) * games))
        took = time.process_time() - began
        found.append(Speed(games / took, turns / took))
    return max(found, key=lambda speed: speed.games)


def shown(what: str, speed: Speed, unit: Speed | None, name: str = "OpenSpiel") -> None:
    """Print one line of the table."""
    ratio = f"{speed.turns / unit.turns:8.2f} x {name}'s turns" if unit else ""
    print(f"  {what:44} {speed.games:10,.0f} games/s {speed.turns:12,.0f} turns/s {ratio}", flush=True)


# The peer


def hex_from_python(pyspiel: Any) -> Play:
    """Random hex as a user of OpenSpiel plays it."""
    game = pyspiel.load_game(f"hex(board_size={HEX_SIDE})")

    def play(games: range) -> int:
        turns = 0
        for index in games:
            draw, state = Random(index).random, game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                turns += 1
        return turns

    return play


def hex_in_cpp(pyspiel: Any) -> Play:
    """Random hex by OpenSpiel's own bots and loop, all in C++."""
    game = pyspiel.load_game(f"hex(board_size={HEX_SIDE})")

    def play(games: range) -> int:
        turns = 0
        for index in games:
            state = game.new_initial_state()
            players = [pyspiel.make_uniform_random_bot(player, index) for player in range(2)]
            pyspiel.evaluate_bots(state, players, index)
            turns += state.move_number()
        return turns

    return play


def peers(runs: int) -> Speed | None:
    """Measure OpenSpiel; the others are compared with its figure from Python."""
    try:
        import pyspiel
    except ImportError:
        print("  OpenSpiel is not installed (pip install open_spiel): no figures of it")
        return None
    from_python = speed_of(hex_from_python(pyspiel), 300, runs)
    shown("OpenSpiel, random hex, from Python", from_python, None)
    shown("OpenSpiel, random hex, its bots in C++", speed_of(hex_in_cpp(pyspiel), 300, runs), from_python)
    return from_python


# Ours


def readable(box: GameSet, bot: BotName, *, actions: bool) -> Play:
    """Measure the readable engine."""

    def play(games: range) -> int:
        rules = Rules()
        records = (random_game(box, rules, PLAYERS, game_seed(1, index), bot=bot, actions=actions) for index in games)
        return sum(len(record.turns) for record in records)

    return play


def compiled(box: GameSet, bot: BotName, *, actions: bool, players: int = PLAYERS) -> Play:
    """Measure the kernel."""
    kernel = Kernel(box, Rules(), box.colours[:players])

    def play(games: range) -> int:
        kernel.simulate(1, games, bot, actions=actions)
        return len(games) * len(kernel.tiles)

    return play


def prepare_kernel() -> None:
    """Compile the kernel, and tell how long that took."""
    was = "taken from the cache" if is_compiled() else "compiled"
    began = time.perf_counter()
    prepare(lambda words: print(f"  {words} …", flush=True))
    print(f"  the kernel was {was} in {time.perf_counter() - began:.1f} s, which no figure below includes")


KINDS: tuple[tuple[str, BotName, bool, int, int], ...] = (
    ("random, placing only", "random", False, 400, 20_000),
    ("greedy, placing only", "greedy", False, 4, 1_500),
    ("random, with actions", "random", True, 60, 4_000),
    ("greedy, with actions", "greedy", True, 1, 200),
)
"""Rows of the table: title, bot, actions or none, and numbers of games of the readable engine and of the kernel."""
BOTS: dict[BotName, int] = {
    "random": 4000, "greedy": 800, "search": 40, "tree:nodes=500": 12, "tree:nodes=5000": 2, "tree": 1,
}  # fmt: skip
"""Bots whose plies are timed, with actions, and their numbers of games."""


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(prog="python -m bench.simulation")
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind; the best counts (default 5)")
    runs = parser.parse_args().runs
    box = GameSet.of(deck_of(load_catalogue(ShelfFile("", PROJECT / "tiles.yaml", "tiles.yaml")).catalogue))
    print(f"games and turns per CPU second, one core, {PLAYERS} players, best of {runs} runs")
    prepare_kernel()
    peer = peers(runs)
    for words, bot, actions, few, many in KINDS:
        slow = speed_of(readable(box, bot, actions=actions), few, runs)
        shown(f"readable engine, {words}", slow, peer)
        fast = speed_of(compiled(box, bot, actions=actions), many, runs)
        shown(f"kernel, {words}", fast, peer)
        print(f"  {'':44} the kernel plays {fast.games / slow.games:.0f} times as many games as the readable engine")
    for bot, many in BOTS.items():
        found = [speed_of(compiled(box, bot, actions=True, players=players), many, runs) for players in (2, 3, 4)]
        costs = ", ".join(f"{1000 / speed.turns:.3g}" for speed in found)
        print(f"  kernel, {bot}, ms a ply with 2, 3, 4 players: {costs}")


if __name__ == "__main__":
    main()
