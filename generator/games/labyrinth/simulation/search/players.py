"""Games shared out among processes, here or in a cluster: portions of games with one set, which come back in order.

A portion is played alike by whoever plays it, and portions are cut the same for any number of processes.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import numpy as np
from msgspec import Struct

from generator import stopping
from generator.errors import AsterionError
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.simulation.ahead import NONE_TO_SHARE
from generator.games.labyrinth.simulation.evaluation import Conditions, Plays, Table
from generator.games.labyrinth.simulation.parcels import Grid, packed, unpacked
from generator.processes import result_of, spawned

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


class Task(Struct, frozen=True):
    """What a worker on another machine is told.

    Attributes:
        conditions: packed :class:`~generator.games.labyrinth.simulation.evaluation.Conditions`.
        portion: what is to be played.
    """

    conditions: bytes
    portion: Portion


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
        for portion in portions:
            stopping.look()
            yield self._player.play(portion)


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
                yield result_of(future)
        except BrokenProcessPool:
            raise AsterionError("a process that played was killed; the same command goes on where it was") from None
        finally:
            for future in waiting:
                future.cancel()


class Workers(Protocol):
    """Somebody who does work of this program, on other machines perhaps, as `Cluster` does."""

    def each(self, work: Callable[[bytes], bytes], told: Sequence[bytes], keys: Sequence[str]) -> Iterator[bytes]:
        """What comes of the work for each that it is told, in their order."""


class Afar:
    """Plays on the workers of a cluster."""

    def __init__(self, conditions: Conditions, workers: Workers) -> None:
        self._packed, self._workers = packed(conditions), workers

    def play_all(self, portions: Sequence[Portion]) -> Iterator[Plays]:
        """The games of each portion, in their order."""
        named = [_named(portion) for portion in portions]
        told = [packed(Task(self._packed, portion)) for portion in named]
        keys = [f"design-{_digest(self._packed)}-{one.key}-{one.first}-{one.games}" for one in named]
        answers = self._workers.each(play_afar, told, keys)
        return (Plays(unpacked(answer, Grid).array(np.int32)) for answer in answers)


def _named(portion: Portion) -> Portion:
    """A portion whose key names its deck among those of all searches that a cluster may be at."""
    return portion._replace(key=_digest(packed(portion.deck)))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


class Players(Protocol):
    """Somebody who plays portions of games."""

    def play_all(self, portions: Sequence[Portion]) -> Iterator[Plays]:
        """The games of each portion, in their order."""


_HERE = threading.local()
"""The player of a worker's thread, and the conditions that it was made for."""


def play_afar(told: bytes) -> bytes:
    """Play a packed :class:`Task` on a worker; return the grid of its plays."""
    task = unpacked(told, Task)
    if getattr(_HERE, "packed", None) != task.conditions:
        _HERE.packed, _HERE.player = task.conditions, Player(unpacked(task.conditions, Conditions))
    player: Player = _HERE.player
    return packed(Grid.of(player.play(task.portion).rows))


_PLAYERS: list[Player] = []
"""The player of a spawned process."""


def _begin(conditions: Conditions) -> None:
    """Make ready to play."""
    _PLAYERS.append(Player(conditions))


def _play(portion: Portion) -> Plays:
    return _PLAYERS[0].play(portion)


@contextmanager
def players(conditions: Conditions, jobs: int, say: Callable[[str], object] = lambda _: None) -> Iterator[Players]:
    """So many processes that play; one is this process itself. `say` is told if there can be no others."""
    beside = spawned(jobs, _begin, (conditions,)) if jobs > 1 else None
    if beside is None:
        if jobs > 1:
            say(NONE_TO_SHARE)
        yield Here(conditions)
        return
    with beside as pool:
        try:
            yield Elsewhere(pool)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cut(key: str, deck: Deck, games: range) -> list[Portion]:
    """Games of a set in portions."""
    starts = range(games.start, games.stop, PORTION)
    return [Portion(key, deck, first, min(PORTION, games.stop - first)) for first in starts]
