"""What the commands that let bots play share: what is asked for, who plays, and how it is watched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from asterion_press.cli.terminal import Bar
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue
from asterion_press.games.labyrinth.engine.bot_names import BUDGETS, BotName, bot_settings
from asterion_press.games.labyrinth.engine.rules import OPTIONS, Rules, rules_of
from asterion_press.games.labyrinth.simulation.executors import threads
from asterion_press.processes import cores

if TYPE_CHECKING:
    from asterion_press.games.labyrinth.simulation.games import GamesExecutor


def asked_rules(loaded: LoadedCatalogue, **options: Any) -> Rules:
    """Return the rules of the catalogue, except for what the options ask for."""
    return rules_of(loaded.catalogue, **{name: options.get(name) for name in ("edition", *OPTIONS)})


class PlayOptions(NamedTuple):
    """The games that a match or a study asks for, by its options."""

    rules: tuple[Any, ...]
    bots: tuple[BotName, ...]
    players: tuple[int, ...]
    games: int | None
    seed: int
    jobs: int | str
    seats: bool = False


GAMES, FEWER_GAMES = 10_000, 1_000
"""Games of a party by default; fewer where a bot searches, which takes fifty times as long."""
MOST_GAMES = 1_000_000
"""Most games of a study; their results fit into a gigabyte of memory."""


def usual_games(bots: Iterable[BotName]) -> int:
    """Return how many games a party of these bots plays by default."""
    return FEWER_GAMES if any(bot_settings(bot).kind in BUDGETS for bot in bots) else GAMES


@contextmanager
def bar_of(games: int) -> Iterator[Callable[[str, int], object]]:
    """Give what is told what is being played and how many games are done: it has a bar grow at a terminal."""
    bar = Bar(eta=True)
    bar.begin(games)
    try:
        yield bar.step
    finally:
        bar.end()


def executor_of(jobs: int | str) -> AbstractContextManager[GamesExecutor]:
    """Make an executor of games, of threads or of the workers of a scheduler, with compiled code that is ready."""
    from asterion_press.games.labyrinth.kernel.api import prepare
    from asterion_press.games.labyrinth.simulation.games import watch_games

    prepare(partial(click.echo, err=True))
    if isinstance(jobs, str):
        from asterion_press.games.labyrinth.simulation.cluster import cluster

        return cluster(jobs)
    return threads(watch_games, jobs or cores())
