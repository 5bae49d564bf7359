"""Games shared out: among the threads of this process, or among the workers of a cluster.

A game depends on the study's seed and its own number only, portions are put together in their order, and nothing is
summed up before that. So any number of jobs, and any cluster, gives the same arrays, bit for bit.

Threads are enough: the kernel lets go of Python's lock while it plays.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeAlias

from generator.games.labyrinth.kernel.api import Kernel
from generator.games.labyrinth.simulation.ahead import kept_ahead
from generator.games.labyrinth.simulation.games import Games, Ints
from generator.games.labyrinth.simulation.party import Party
from generator.processes import result_of

PORTION = {"random": 500, "greedy": 100, "search": 5}
"""Games that a thread plays at a time: a twentieth of a second or so each."""
PORTIONS_AHEAD = 4
"""Portions a thread that are given out before the first one is asked for."""

Played: TypeAlias = tuple[Ints, Ints]
"""What was watched, and the order of tiles, of some games."""
Tell: TypeAlias = Callable[[int], object]
"""Is told how many games more have been played."""


class Crew(Protocol):
    """Somebody who plays portions of games."""

    def play(self, party: Party, seed: int, portions: Sequence[range]) -> Iterator[Played]:
        """What came of each portion, in their order."""


def portions_of(party: Party, games: range) -> list[range]:
    """Games in portions; the slowest bot settles their size, nothing else does."""
    size = min(PORTION[bot] for bot in party.bots)
    return [range(first, min(games.stop, first + size)) for first in range(games.start, games.stop, size)]


def played(party: Party, seed: int, games: int, crew: Crew, tell: Tell = lambda _: None) -> Games:
    """Play games.

    Args:
        party: who plays.
        seed: the study's; the games' own seeds are made from it, by `game_seed` of the bots.
        games: how many.
        crew: who plays the portions.
        tell: is told about each portion that is done.
    """
    portions = portions_of(party, range(games))
    parts = []
    for portion, part in zip(portions, crew.play(party, seed, portions), strict=True):
        parts.append(part)
        tell(len(portion))
    return Games.joined(party, parts)


# Threads

_HERE = threading.local()
"""A thread's kernel, and the party that it was made for."""


def play_portion(party: Party, seed: int, games: range) -> Played:
    """Play some games in this thread."""
    if getattr(_HERE, "party", None) is not party:
        _HERE.party, _HERE.kernel = party, Kernel(party.box, party.rules, party.seats, party.turns())
    kernel: Kernel = _HERE.kernel
    return kernel.watch(seed, games, party.bots, acts=party.acts)


class Threads:
    """Plays in threads of this process."""

    def __init__(self, jobs: int, pool: ThreadPoolExecutor) -> None:
        self._jobs, self._pool = jobs, pool

    def play(self, party: Party, seed: int, portions: Sequence[range]) -> Iterator[Played]:
        Kernel(party.box, party.rules, party.seats)  # what cannot be played is told before anybody plays
        asked = (self._pool.submit(play_portion, party, seed, portion) for portion in portions)
        with kept_ahead(asked, PORTIONS_AHEAD * self._jobs) as futures:
            for future in futures:
                yield result_of(future)


@contextmanager
def threads(jobs: int) -> Iterator[Threads]:
    """A crew of that many threads."""
    with ThreadPoolExecutor(jobs, thread_name_prefix="study") as pool:
        yield Threads(jobs, pool)
