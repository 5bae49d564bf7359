"""The command that lets bots play: options to rules, games to processes, counts to words."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import click

from generator.cli.options import command, game_options
from generator.cli.terminal import Bar, may_replace, say
from generator.cli.values import OneOf
from generator.errors import AsterionError, MissingExtraError, from_extra
from generator.games.labyrinth.commands.deck_names import loaded_deck
from generator.games.labyrinth.commands.rules_options import BotOption, asked_rules, rules_option
from generator.games.labyrinth.engine.bot_names import BOT_NAMES, bot_settings
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.simulation.executors import AHEAD, cut, processes
from generator.games.labyrinth.simulation.tally import READABLE_S, Averages, Simulation, Tally
from generator.processes import cores
from generator.publish.atomic_file import writing
from generator.wording import plural

PORTION, FAST_PORTION = 50, 500
"""Games that a process plays at a time, at most: enough to make handing them over cheap, few enough to see progress;
more where games are counted only."""
LOADING_S, COMPILING_S = 2.0, 60.0
"""Seconds of play by the readable engine from which it pays to look for the compiled kernel, and to compile it. Looking
takes 0.2 s, loading 0.5 s, compiling 48 s where the seconds of play were measured; the rest is for other machines."""


@command()
@game_options
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True, help="How many play.")
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Same seed, same games.")
@click.option(
    "--bot", type=BotOption(), default="random", show_default=True, help=f"Who plays: {', '.join(BOT_NAMES)}."
)
@rules_option
@click.option(
    "--engine",
    hidden=True,
    type=OneOf(["readable", "compiled"]),
    help="Which engine plays; the games are the same. The compiled one is faster and needs the extra 'study'. "
    "Default: whichever is done first; to make the compiled one takes a minute, once.",
)
@click.option(
    "--jobs",
    hidden=True,
    type=click.IntRange(0, 512),
    default=1,
    show_default=True,
    help="Processes that play; 0: one a core.",
)
@click.option("--record", type=click.Path(path_type=Path, allow_dash=True), help="Write every game there, a line each.")
@click.option("--force", is_flag=True, hidden=True, help="Replace the file of --record if it is there, without asking.")
def simulate(games: int, jobs: int, record: Path | None, rules: tuple[Any, ...], *, force: bool, **wishes: Any) -> None:
    """Let bots play whole games. The same seed gives the same games, for any number of jobs.

    A game by other rules than its edition's alone says so in its record, and `asterion play replay` judges it by them.

    Examples:
        asterion play simulate --games 1000
        asterion play simulate --players 2 --bot greedy --seed 7 --record games.jsonl
        asterion play simulate --games 100000 --rule tie-break=coinless
    """
    jobs = jobs or cores()
    simulation = _simulation(games, jobs, recorded=record is not None, **wishes | dict(rules))
    to_stdout = str(record) == "-"
    most = FAST_PORTION if simulation.engine == "compiled" and not simulation.recorded else PORTION
    portions = cut(range(games), max(1, min(most, games // (AHEAD * jobs))))  # several for each process, if enough
    tally: Counter[str] = Counter()
    say_so = partial(click.echo, err=True)
    with (
        _writing(record, force=force) as write,
        processes(simulation.play, jobs, say_so, "run the command again") as executor,
    ):
        tallies = executor.map(portions)
        if sys.stderr.isatty() and not (to_stdout and sys.stdout.isatty()):
            tallies = _watched(tallies, portions)
        for played in tallies:
            tally.update(played.counts)
            write("".join(f"{line}\n" for line in played.lines))
    if not to_stdout:
        say(summary(Averages.of(tally, games)))


@contextmanager
def _writing(record: Path | None, *, force: bool) -> Iterator[Callable[[str], object]]:
    """Give what writes the games down: to a file, to standard output, or nowhere."""
    if record is None:
        yield lambda _: None
    elif str(record) == "-":
        yield say
    else:
        with writing(record, force=force or may_replace(record)) as write:
            yield lambda lines: write(lines.encode())


def _simulation(games: int, jobs: int, *, recorded: bool, **wishes: Any) -> Simulation:
    """Return the simulation that the options ask for."""
    loaded, deck = loaded_deck()
    asked = Simulation(
        box=GameSet.of(deck),
        rules=asked_rules(loaded, **wishes),
        players=wishes["players"],
        seed=wishes["seed"],
        bot=wishes["bot"],
        acts=wishes.get("actions"),
        deck=loaded.document.sha256,
        engine=wishes["engine"] or "readable",
        recorded=recorded,
    )
    if wishes["engine"] == "readable":
        return asked
    must = wishes["engine"] is not None or bot_settings(asked.bot).kind not in READABLE_S
    seconds = inf if must else asked.readable_s(games) / min(jobs, games, cores())
    return _compiled(asked, seconds, must=must) if seconds > LOADING_S else asked


def _compiled(asked: Simulation, seconds: float, *, must: bool) -> Simulation:
    """Return the same simulation on the compiled engine; as it was, if that cannot play it and need not.

    Where machine code cannot be cached, compiling takes a minute each time and is done only on request. It is not done
    either where the readable engine has played the games in less, about `seconds`.

    Raises:
        AsterionError: it must, and the extra is missing or the game does not fit.
    """
    compiled = replace(asked, engine="compiled")
    try:
        with from_extra("study"):
            from generator.games.labyrinth.kernel.api import can_be_kept, count_nodes, is_compiled, prepare
        if not must and not (can_be_kept() and (seconds > COMPILING_S or is_compiled())):
            return asked
        prepare(partial(click.echo, err=True))
        compiled = replace(compiled, bot=count_nodes(asked.bot, asked.box, asked.rules, asked.players))
        compiled.kernel()  # raises what does not fit
    except MissingExtraError:
        if must:
            raise
        return asked
    except AsterionError as error:
        if must:
            raise
        click.echo(f"{error}; the readable engine plays, which is slower", err=True)
        return asked
    return compiled


def _watched(played: Iterator[Tally], portions: list[range]) -> Iterator[Tally]:
    """Yield the same, with a bar that grows."""
    bar = Bar(eta=True)
    bar.begin(sum(map(len, portions)))
    try:
        for portion in portions:
            bar.step("", len(portion))
            yield next(played)
    finally:
        bar.end()


def summary(found: Averages) -> str:
    """Return the averages in words."""
    lines = [
        f"{plural(found.games, 'game')}",
        f"impaled in a game          {found.impaled:8.2f}",
        f"actions in a game          {found.actions:8.2f}",
        f"treasure of a player       {found.treasure:8.2f}",
        f"points from impaling       {found.kills:8.2f}",
        f"escaped prisoners          {found.escaped:8.2f}",
        f"shared victories           {found.shared:8.1%}",
        *(f"{f'wins of seat {seat}':27}{won:8.1%}" for seat, won in enumerate(found.wins, 1)),
    ]
    return "\n".join(lines) + "\n"
