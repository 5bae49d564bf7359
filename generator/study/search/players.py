"""Games shared out among processes: portions of games with one set, which come back in their order.

A portion is played alike by whoever plays it, and portions are cut the same for any number of processes. Processes are
spawned, as forked ones would inherit threads and locks in the middle of their work.
"""

from __future__ import annotations

import signal
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import NamedTuple, TypeAlias

from generator.deck.tiles import Deck
from generator.errors import AsterionError
from generator.study.evaluation import Conditions, Plays, Table

PORTION = 400
"""Games of a portion at most: a second or less, so that little is lost by a kill."""
TABLES = 3
"""Decks that a process keeps ready: portions of one set often follow one another."""


class Portion(NamedTuple):
    """Games that are to be played.

    Attributes:
        key: the set's name.
        deck: the set made a deck.
        first: number of the first game.
        games: how many.
    """

    key: str
    deck: Deck
    first: int
    games: int


class Player:
    """Plays portions here."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def play(self, portion: Portion) -> Plays:
        """The games of a portion."""
        table = self._tables.pop(portion.key, None) or Table(portion.deck, self._conditions)
        self._tables[portion.key] = table
        if len(self._tables) > TABLES:
            self._tables.popitem(last=False)
        return table.play(range(portion.first, portion.first + portion.games))


class Here:
    """Plays in this process."""

    def __init__(self, conditions: Conditions) -> None:
        self._player = Player(conditions)

    def play_all(self, portions: Sequence[Portion]) -> Iterator[Plays]:
        """The games of each portion, one after another."""
        return map(self._player.play, portions)


class Elsewhere:
    """Plays in other processes."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def play_all(self, portions: Sequence[Portion]) -> Iterator[Plays]:
        """The games of each portion, in their order.

        Raises:
            AsterionError: somebody killed a process that played.
        """
        waiting: list[Future[Plays]] = [self._pool.submit(_play, portion) for portion in portions]
        try:
            for future in waiting:
                yield future.result()
        except BrokenProcessPool:
            raise AsterionError("a process that played was killed; the same command goes on where it was") from None
        finally:
            for future in waiting:
                future.cancel()


Players: TypeAlias = Here | Elsewhere

_PLAYERS: list[Player] = []
"""The player of a spawned process."""


def _begin(conditions: Conditions) -> None:
    """Make ready to play; Ctrl-C is for the process that shares out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _PLAYERS.append(Player(conditions))


def _play(portion: Portion) -> Plays:
    return _PLAYERS[0].play(portion)


@contextmanager
def players(conditions: Conditions, jobs: int) -> Iterator[Players]:
    """So many processes that play; one is this process itself."""
    if jobs == 1:
        yield Here(conditions)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (conditions,)) as pool:
        try:
            yield Elsewhere(pool)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cut(key: str, deck: Deck, games: range) -> list[Portion]:
    """Games of a set in portions."""
    starts = range(games.start, games.stop, PORTION)
    return [Portion(key, deck, first, min(PORTION, games.stop - first)) for first in starts]
