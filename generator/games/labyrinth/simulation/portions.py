"""Portions of games that one worker plays at a time, and how they travel to other processes and machines.

A portion is played alike in any thread, in any process and on any machine. Parties and arrays travel as MessagePack,
read as records of this program and checked as a catalogue is: bytes that hold data and can hold nothing else.
Source: MessagePack, by msgspec.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from generator.errors import AsterionError
from generator.games.labyrinth.catalogue.records import Exits
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.bot_names import BotName, bot_settings
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.kernel.api import Kernel
from generator.games.labyrinth.simulation.executors import Executor, cut
from generator.games.labyrinth.simulation.games import Games, Ints, Order, Party
from generator.geometry import Side

Arrays: TypeAlias = tuple[Ints, ...]
T = TypeVar("T")

PORTION: dict[str, int] = {"random": 500, "greedy": 100, "search": 5, "tree": 1}
"""Games of a portion by kind of bot: a twentieth of a second or so each, `tree` a second."""
KERNELS = 3
"""Kernels that a thread keeps ready: portions of one party often follow one another."""


class Portion(NamedTuple):
    """Games that one worker plays at a time.

    Attributes:
        party: the bots and their table.
        seed: of the study or the search; the games' own seeds are made from it, by `game_seed` of the bots.
        games: the numbers of the games.
    """

    party: Party
    seed: int
    games: range

    def __reduce__(self) -> tuple[Callable[[bytes, int, range], Portion], tuple[bytes, int, range]]:
        """Return how a portion is pickled: without what can be made of its deck."""
        return _unpack_portion, (pack_party(self.party), self.seed, self.games)


GamesExecutor: TypeAlias = Executor[Portion, Arrays]
"""Plays portions of games, by `watch_games`."""

_LOCAL = threading.local()
"""A thread's kernels, by party."""


def kernel_of(party: Party) -> Kernel:
    """Return this thread's kernel of a party; only one thread at a time may use a kernel.

    Raises:
        AsterionError: the game does not fit the kernel.
    """
    kernels: OrderedDict[Party, Kernel] = _LOCAL.__dict__.setdefault("kernels", OrderedDict())
    kernel = kernels.pop(party, None) or Kernel(party.box, party.rules, party.seats, party.turns())
    kernels[party] = kernel
    if len(kernels) > KERNELS:
        kernels.popitem(last=False)
    return kernel


def watch_games(portion: Portion) -> Arrays:
    """Play games; return what was watched, and the order of tiles (see `Kernel.watch`)."""
    party = portion.party
    return kernel_of(party).watch(portion.seed, portion.games, party.bots, acts=party.acts)


def portions_of(party: Party, games: range) -> list[range]:
    """Cut games into portions; the slowest bot settles their size, nothing else does."""
    return cut(games, min(PORTION[bot_settings(bot).kind] for bot in party.bots))


def study_games(
    party: Party,
    seed: int,
    games: int,
    executor: GamesExecutor,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Games:
    """Play the games of a study.

    Args:
        party: the bots and their table.
        seed: the study's.
        games: how many.
        executor: plays portions, by `watch_games`.
        on_progress: called with the number of games of each portion that is done.

    Raises:
        AsterionError: the game does not fit the kernel; this is raised before any game is played.
    """
    Kernel(party.box, party.rules, party.seats)
    portions = [Portion(party, seed, part) for part in portions_of(party, range(games))]
    parts = []
    for portion, part in zip(portions, executor.map(portions), strict=True):
        parts.append(Games(party, *part))
        on_progress(len(portion.games))
    return Games.joined(parts)


# Packing


class PackedArray(Struct, frozen=True, array_like=True):
    """An array of integers.

    Attributes:
        shape: its rows and columns.
        data: its numbers, row by row, the least significant byte first.
    """

    shape: tuple[int, int]
    data: bytes

    @classmethod
    def of(cls, array: NDArray[Any]) -> PackedArray:
        """Return the grid of an array of two dimensions."""
        rows, columns = array.shape
        return cls((rows, columns), array.astype(array.dtype.newbyteorder("<")).tobytes())

    def array(self, kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
        """Return the array.

        Raises:
            AsterionError: it is none of such numbers.
        """
        dtype = np.dtype(kind).newbyteorder("<")
        if min(self.shape) < 0 or len(self.data) != prod(self.shape) * dtype.itemsize:
            raise AsterionError("a worker told numbers of another shape than it says")
        return np.frombuffer(self.data, dtype).reshape(self.shape).astype(kind)


ARRAYS: tuple[type[np.signedinteger[Any]], ...] = (np.int32, np.int8)
"""The numbers of the arrays that `watch_games` gives: rows, then orders."""


def pack(value: object) -> bytes:
    """Return a record as bytes."""
    return msgspec.msgpack.encode(value)


def unpack(data: bytes, kind: type[T]) -> T:
    """Return the record of a kind that bytes hold.

    Raises:
        AsterionError: they hold none.
    """

    def read(kind: type, value: Any) -> object:
        if kind is not Exits:
            raise TypeError(f"nothing reads a {kind.__name__}")
        return Exits(map(Side, value))

    try:
        return msgspec.msgpack.decode(data, type=kind, dec_hook=read)
    except (msgspec.MsgspecError, TypeError, ValueError) as strange:
        raise AsterionError(f"what came from the cluster is nothing of this program: {strange}") from None


class PackedParty(Struct, frozen=True):
    """A party without what can be made of its deck; see :class:`Party`."""

    deck: Deck
    rules: Rules
    seats: tuple[str, ...]
    bots: tuple[BotName, ...]
    acts: tuple[bool, ...]
    order: Order


@lru_cache(maxsize=4)
def pack_party(party: Party) -> bytes:
    """Return a party as bytes, packed once and not once for each portion."""
    return pack(PackedParty(party.box.deck, party.rules, party.seats, party.bots, party.acts, party.order))


@lru_cache(maxsize=4)
def unpack_party(data: bytes) -> Party:
    """Return the party that bytes hold, made once in each process and not once for each portion."""
    told = unpack(data, PackedParty)
    return Party(GameSet.of(told.deck), told.rules, told.seats, told.bots, told.acts, told.order)


def _unpack_portion(party: bytes, seed: int, games: range) -> Portion:
    return Portion(unpack_party(party), seed, games)
