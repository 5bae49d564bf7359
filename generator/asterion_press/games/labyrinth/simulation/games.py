"""Parties of bots, the portions of their games that one worker plays at a time, and the results as arrays.

Nothing is summed up here, so that two decks can be compared game by game. A portion is played alike in any thread, in
any process and on any machine. Parties and arrays travel as MessagePack, read as records of this program and checked as
a catalogue is: bytes that hold data and can hold nothing else. Source: MessagePack, by msgspec.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.catalogue.records import Exits
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.bot_names import BotName, bot_settings
from asterion_press.games.labyrinth.engine.bots import bots_of, seats_for
from asterion_press.games.labyrinth.engine.box import GameSet
from asterion_press.games.labyrinth.engine.rules import MalformedError, Rules
from asterion_press.games.labyrinth.kernel.api import Column, Kernel, Outcomes
from asterion_press.games.labyrinth.kernel.rules import KINDS, MOST_SEATS, RICH, pieces_in_play
from asterion_press.games.labyrinth.simulation.executors import Executor, cut
from asterion_press.geometry import Side

Ints: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]

Order: TypeAlias = Literal["round", "rotating", "snake"]
"""Order of play: seat 1 begins each round; each round the next seat begins; or every other round goes backwards."""


# Parties


class Party(Struct, frozen=True, eq=False):
    """Bots at one table.

    Attributes:
        box: the tiles of the game.
        rules: the rules of the game.
        seats: the colours in order of play.
        bots: by seat its bot.
        acts: by seat whether the bot acts too.
        order: in which order they play; all but `round` are for studies only, no rule knows them.
    """

    box: GameSet
    rules: Rules
    seats: tuple[str, ...]
    bots: tuple[BotName, ...]
    acts: tuple[bool, ...]
    order: Order = "round"

    @classmethod
    def of(
        cls, box: GameSet, rules: Rules, players: int, bot: BotName | tuple[BotName, ...], *, acts: bool = True
    ) -> Party:
        """Return the party of the first colours of a box.

        Args:
            box: the tiles of the game.
            rules: the rules of the game.
            players: how many.
            bot: the bot of all seats, or one for each seat.
            acts: whether the bots act, if the rules allow it.

        Raises:
            MalformedError: too few or too many players, an unknown bot, or a seat without tiles.
        """
        seats = seats_for(box, players)
        if bare := [seat for seat in seats if not box.of_colour(seat)]:
            raise MalformedError(f"{bare[0]} has no tiles; nobody can play that colour")
        return cls(box, rules, seats, bots_of(bot, players), (acts and rules.acts,) * players)

    def pile_sizes(self) -> list[int]:
        """Return how many tiles each seat has."""
        return [len(self.box.of_colour(seat)) for seat in self.seats]

    def turns(self) -> list[int]:
        """Return for each ply the number of the seat that plays; seats whose pile is empty are passed over."""
        sizes, count = self.pile_sizes(), len(self.seats)
        first, step = (1 if self.order == "rotating" else 0), (-1 if self.order == "snake" else 1)
        rounds = (
            [(turn + first * number) % count for turn in range(count)][:: step if number % 2 else 1]
            for number in range(max(sizes))
        )
        return [seat for number, seats in enumerate(rounds) for seat in seats if number < sizes[seat]]

    @property
    def who(self) -> str:
        """Return the bots in words: one word, or one for each seat."""
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    @property
    def title(self) -> str:
        """Return the party in words."""
        acting = "" if any(self.acts) or not self.rules.acts else ", placing only"
        ordered = "" if self.order == "round" else f", order of play {self.order}"
        return f"{len(self.seats)} players, {self.who}{acting}{ordered}"


# Results


class Games(Outcomes):
    """The watched games of one party, one row a game.

    Attributes:
        party: the party that played.
        orders: by game and ply the number of the tile in hand.
        with_coin: the prisoners who escape with a coin, by game.
    """

    with_coin = Column(RICH)

    def __init__(self, party: Party, rows: Ints, orders: Ints) -> None:
        super().__init__(rows, len(party.seats))
        self.party, self.orders = party, orders

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """Join the games of one party, part after part."""
        rows, orders = (np.concatenate(arrays) for arrays in zip(*((p.rows, p.orders) for p in parts), strict=True))
        return cls(parts[0].party, rows, orders)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def victory(self) -> Floats:
        """Return each seat's part of the victory, by game and seat: all of it, or an equal part if it is shared."""
        parts: Floats = self.winners / self.winners.sum(axis=1, keepdims=True)
        return parts

    def of_kinds(self, first: int) -> Ints:
        """Return by game, kind of ply and seat the numbers that begin in that column."""
        shape = (len(self), KINDS, MOST_SEATS)
        block = self.rows[:, first : first + KINDS * MOST_SEATS].reshape(shape)
        return block[:, :, : self.seats]

    def drawn_at(self) -> Ints:
        """Return by game and tile the place at which its player drew it, from 0."""
        places = np.empty_like(self.orders)
        order = self.party.turns()
        drawn = np.array([order[:ply].count(seat) for ply, seat in enumerate(order)], places.dtype)
        np.put_along_axis(places, self.orders.astype(np.int64), np.broadcast_to(drawn, places.shape), axis=1)
        return places

    def tiles(self) -> list[tuple[int, str]]:
        """Return for each tile, by the kernel's numbers, its seat and its design."""
        pieces = pieces_in_play(self.party.box, self.party.seats)
        seats = [self.party.seats.index(piece.tile.colour) for piece in pieces]
        return [(seat, piece.tile.design) for seat, piece in zip(seats, pieces, strict=True)]


# Portions

Arrays: TypeAlias = tuple[Ints, ...]

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


GamesExecutor: TypeAlias = Executor[Portion, Arrays]
"""Plays portions of games, by `watch_games`."""

_LOCAL = threading.local()
"""A thread's kernels, by party."""


def kernel_of(party: Party) -> Kernel:
    """Return this thread's kernel of a party; only one thread at a time may use a kernel.

    Raises:
        AsterionError: the game does not fit the kernel.
    """
    made = lru_cache(KERNELS)(lambda party: Kernel(party.box, party.rules, party.seats, party.turns()))
    kernels: Callable[[Party], Kernel] = _LOCAL.__dict__.setdefault("kernels", made)
    return kernels(party)


def watch_games(portion: Portion) -> Arrays:
    """Play games; return what was watched, and the order of tiles (see `Kernel.watch`)."""
    party = portion.party
    return kernel_of(party).watch(portion.seed, portion.games, party.bots, acts=party.acts)


def portions_of(party: Party, games: range) -> list[range]:
    """Cut games into portions; the slowest bot settles their size, nothing else does."""
    return cut(games, min(PORTION[bot_settings(bot).kind] for bot in party.bots))


def study_games(
    party: Party, seed: int, games: int, executor: GamesExecutor, on_progress: Callable[[int], object] = lambda _: None
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
    for portion, part in zip(portions, executor(portions), strict=True):
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


def pack_arrays(arrays: Arrays) -> bytes:
    """Return what `watch_games` gives as bytes."""
    return msgspec.msgpack.encode(tuple(map(PackedArray.of, arrays)))


def unpack_arrays(data: bytes) -> Arrays:
    """Return what `watch_games` gave: rows, then orders.

    Raises:
        AsterionError: the bytes hold nothing such.
    """
    rows, orders = _unpack(data, tuple[PackedArray, PackedArray])
    return rows.array(np.int32), orders.array(np.int8)


def _unpack(data: bytes, kind: Any) -> Any:
    """Return packed bytes as a value of a type.

    Raises:
        AsterionError: they hold no such value.
    """

    def read(wanted: type, value: Any) -> object:
        if wanted is not Exits:
            raise TypeError(f"nothing reads a {wanted.__name__}")
        return Exits(map(Side, value))

    try:
        return msgspec.msgpack.decode(data, type=kind, dec_hook=read)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise AsterionError(f"what came from the cluster is nothing of this program: {error}") from None


PackedParty: TypeAlias = tuple[Deck, Rules, tuple[str, ...], tuple[BotName, ...], tuple[bool, ...], Order]
"""A party without what can be made of its deck; see :class:`Party`."""


@lru_cache(maxsize=4)
def pack_party(party: Party) -> bytes:
    """Return a party as bytes without what can be made of its deck, packed once and not once for each portion."""
    return msgspec.msgpack.encode((party.box.deck, party.rules, party.seats, party.bots, party.acts, party.order))


@lru_cache(maxsize=4)
def unpack_party(data: bytes) -> Party:
    """Return the party that bytes hold, made once in each process and not once for each portion.

    Raises:
        AsterionError: they hold none.
    """
    deck, *others = _unpack(data, PackedParty)
    return Party(GameSet.of(deck), *others)
