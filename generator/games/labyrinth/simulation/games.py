"""Games of bots that the compiled kernel plays: who plays, portions of games, and their results as arrays.

Nothing is summed up here, so that two decks can be compared game by game. A portion is played alike in any thread, in
any process and on any machine. Parties and arrays travel between them as MessagePack, read as records of this program
and checked as a catalogue is: bytes that hold data and can hold nothing else. Source: MessagePack, by msgspec.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from generator.errors import AsterionError
from generator.games.labyrinth.catalogue.records import Exits
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.bots import bots_of, seats_for
from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.errors import MalformedError
from generator.games.labyrinth.engine.rules import BotName, Rules
from generator.games.labyrinth.kernel.api import Kernel, Outcomes
from generator.games.labyrinth.kernel.game import (
    CAPTURED,
    ESCAPED,
    GATE_COINS,
    KILLS,
    KINDS,
    SCORES,
    TIE,
    TREASURE,
    WING_COINS,
    WINNERS,
)
from generator.games.labyrinth.kernel.tables import MOST_SEATS, pieces_in_play
from generator.games.labyrinth.simulation.executors import Executor, cut
from generator.geometry import Side

Ints: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]
Arrays: TypeAlias = tuple[Ints, ...]
T = TypeVar("T")

Order: TypeAlias = Literal["round", "rotating", "snake"]
"""Who begins a round: always seat 1; each round the next seat; or every other round goes the other way."""
ORDERS: tuple[Order, ...] = get_args(Order)

PORTION: dict[BotName, int] = {"random": 500, "greedy": 100, "search": 5}
"""Games of a study's portion: a twentieth of a second or so each."""
KERNELS = 3
"""Kernels that a thread keeps ready: portions of one party often follow one another."""


# Parties


@dataclass(frozen=True, slots=True, eq=False)
class Party:
    """Bots at one table.

    Attributes:
        box: what is played with.
        rules: what is played by.
        seats: the colours in order of play.
        bots: by seat its bot.
        acts: by seat whether the bot acts too.
        order: in which order they play; all but `round` are for studies only, no rule knows them.
    """

    box: Box
    rules: Rules
    seats: tuple[str, ...]
    bots: tuple[BotName, ...]
    acts: tuple[bool, ...]
    order: Order = "round"

    @classmethod
    def of(
        cls, box: Box, rules: Rules, players: int, bot: BotName | tuple[BotName, ...], *, acts: bool = True
    ) -> Party:
        """Return the party of the first colours of a box.

        Args:
            box: what is played with.
            rules: what is played by.
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

    def __reduce__(self) -> tuple[Callable[[bytes], Party], tuple[bytes]]:
        """Travel to another process without what can be made of the deck."""
        return unpacked_party, (packed_party(self),)

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
        """The bots in words: one word, or one for each seat."""
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    @property
    def title(self) -> str:
        """The party in words."""
        acting = "" if any(self.acts) or not self.rules.acts else ", placing only"
        ordered = "" if self.order == "round" else f", order of play {self.order}"
        return f"{len(self.seats)} players, {self.who}{acting}{ordered}"


# Portions


class Portion(NamedTuple):
    """Games that one worker plays at a time.

    Attributes:
        party: who plays.
        seed: the study's; the games' own seeds are made from it, by `game_seed` of the bots.
        games: the numbers of the games.
    """

    party: Party
    seed: int
    games: range


GamesExecutor: TypeAlias = Executor[Portion, Arrays]
"""Plays portions of games, by `watch_games` or `play_games`."""

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
    """Play games for a study; return what was watched, and the order of tiles (see `Kernel.watch`)."""
    party = portion.party
    return kernel_of(party).watch(portion.seed, portion.games, party.bots, acts=party.acts)


def play_games(portion: Portion) -> Arrays:
    """Play games for a search, all seats alike; return the rows of :class:`Results`, alone in a tuple."""
    party = portion.party
    outcomes = kernel_of(party).simulate(portion.seed, portion.games, party.bots, actions=party.acts[0])
    return (Results.of(outcomes).rows,)


def portions_of(party: Party, games: range) -> list[range]:
    """Cut a study's games into portions; the slowest bot settles their size, nothing else does."""
    return cut(games, min(PORTION[bot] for bot in party.bots))


def study_games(
    party: Party,
    seed: int,
    games: int,
    executor: GamesExecutor,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Games:
    """Play the games of a study.

    Args:
        party: who plays.
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
        parts.append(part)
        on_progress(len(portion.games))
    rows, orders = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return Games(party, rows, orders)


# Results

SINGLES = 4
"""Columns of :class:`Results` that are not by seat."""


class HasResults(Protocol):
    """Results of games as arrays, by game or by game and seat; see :class:`Games`."""

    @property
    def captured(self) -> Ints: ...
    @property
    def gate_coins(self) -> Ints: ...
    @property
    def wing_coins(self) -> Ints: ...
    @property
    def kills(self) -> Ints: ...
    @property
    def treasure(self) -> Ints: ...
    @property
    def escaped(self) -> Ints: ...
    @property
    def scores(self) -> Ints: ...
    @property
    def winners(self) -> NDArray[np.bool_]: ...


def victories_of(results: HasResults) -> Floats:
    """Return each seat's part of the victory, by game and seat: all of it, or an equal part if it is shared."""
    parts: Floats = results.winners / results.winners.sum(axis=1, keepdims=True)
    return parts


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The watched games of one party.

    Attributes:
        party: who played.
        rows: by game what was watched; ``kernel/game.py`` has the columns.
        orders: by game and ply the number of the tile in hand.
    """

    party: Party
    rows: Ints
    orders: Ints

    def __len__(self) -> int:
        return len(self.rows)

    def of_seats(self, first: int) -> Ints:
        """Return by game and seat the numbers that begin in that column."""
        return self.rows[:, first : first + len(self.party.seats)]

    def of_kinds(self, first: int) -> Ints:
        """Return by game, kind of ply and seat the numbers that begin in that column."""
        shape = (len(self), KINDS, MOST_SEATS)
        block = self.rows[:, first : first + KINDS * MOST_SEATS].reshape(shape)
        return block[:, :, : len(self.party.seats)]

    @property
    def scores(self) -> Ints:
        """Points by game and seat."""
        return self.of_seats(SCORES)

    @property
    def kills(self) -> Ints:
        """Points from impaling by game and seat."""
        return self.of_seats(KILLS)

    @property
    def treasure(self) -> Ints:
        """Points from treasure by game and seat."""
        return self.of_seats(TREASURE)

    @property
    def escaped(self) -> Ints:
        """Prisoners who escape by game and seat."""
        return self.of_seats(ESCAPED)

    @property
    def tie_break(self) -> Ints:
        """The numbers that decide between equal scores, by game and seat."""
        return self.of_seats(TIE)

    @property
    def captured(self) -> Ints:
        """Prisoners impaled by game."""
        return self.rows[:, CAPTURED]

    @property
    def gate_coins(self) -> Ints:
        """Coins that pay for an escape by the outside, by game."""
        return self.rows[:, GATE_COINS]

    @property
    def wing_coins(self) -> Ints:
        """Coins that pay only enclosed prisoners who escape by wings, by game."""
        return self.rows[:, WING_COINS]

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Whether a seat wins, alone or with others, by game and seat."""
        wins: NDArray[np.bool_] = self.rows[:, WINNERS, None] >> np.arange(len(self.party.seats)) & 1 == 1
        return wins

    @property
    def victory(self) -> Floats:
        """Each seat's part of the victory, by game and seat."""
        return victories_of(self)

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


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """The results of games with one deck, as a search keeps them: one row a game.

    Attributes:
        rows: impaled, coins that pay by the outside, coins that pay by wings only, winners (one bit a seat), then by
            seat points from impaling, then treasure, then prisoners escaped.
    """

    rows: NDArray[np.int32]

    @classmethod
    def of(cls, outcomes: Outcomes) -> Results:
        """Return the results that outcomes of the kernel have."""
        masks = (outcomes.winners << np.arange(outcomes.winners.shape[1])).sum(axis=1)
        singles = (outcomes.captured, outcomes.gate_coins, outcomes.wing_coins, masks)
        columns = (*(single[:, None] for single in singles), outcomes.kills, outcomes.treasure, outcomes.escaped)
        return cls(np.concatenate(columns, axis=1).astype(np.int32))

    @classmethod
    def joined(cls, parts: Sequence[Results]) -> Results:
        """Join the games of all parts, in their order."""
        return cls(np.concatenate([part.rows for part in parts]))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def seats(self) -> int:
        """How many played."""
        return int(self.rows.shape[1] - SINGLES) // 3

    def _of_seats(self, part: int) -> Ints:
        first = SINGLES + part * self.seats
        return self.rows[:, first : first + self.seats]

    @property
    def captured(self) -> Ints:
        """Prisoners impaled by game."""
        return self.rows[:, 0]

    @property
    def gate_coins(self) -> Ints:
        """Coins that pay for an escape by the outside, by game."""
        return self.rows[:, 1]

    @property
    def wing_coins(self) -> Ints:
        """Coins that pay only enclosed prisoners who escape by wings, by game."""
        return self.rows[:, 2]

    @property
    def masks(self) -> Ints:
        """The winners by game, one bit a seat."""
        return self.rows[:, 3]

    @property
    def kills(self) -> Ints:
        """Points from impaling by game and seat."""
        return self._of_seats(0)

    @property
    def treasure(self) -> Ints:
        """Points from treasure by game and seat."""
        return self._of_seats(1)

    @property
    def escaped(self) -> Ints:
        """Prisoners who escape by game and seat."""
        return self._of_seats(2)

    @property
    def scores(self) -> Ints:
        """Points by game and seat."""
        return self.kills + self.treasure

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Whether a seat wins, alone or with others, by game and seat."""
        wins: NDArray[np.bool_] = self.masks[:, None] >> np.arange(self.seats) & 1 == 1
        return wins


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions under which a search lets every deck be played with.

    Attributes:
        rules: what is played by.
        players: how many; they have the first colours of the deck.
        bot: the bot of all seats.
        actions: whether the bots act too; None means if the rules allow it.
        seed: games' own seeds follow from it and their numbers.
    """

    rules: Rules
    players: int
    bot: BotName
    actions: bool | None
    seed: int

    def party(self, deck: Deck) -> Party:
        """Return the party that plays with a deck.

        Raises:
            MalformedError: the game is not for so many players, or there are no actions in it.
        """
        if self.actions and not self.rules.acts:
            raise MalformedError(f"there are no actions in this game ({self.rules.edition} edition)")
        box = Box.of(deck)
        bots = bots_of(self.bot, self.players)
        acts = self.rules.acts if self.actions is None else self.actions
        return Party(box, self.rules, seats_for(box, self.players), bots, (acts,) * self.players)


# Packing


class Grid(Struct, frozen=True, array_like=True):
    """An array of integers.

    Attributes:
        shape: its rows and columns.
        data: its numbers, row by row, the least significant byte first.
    """

    shape: tuple[int, int]
    data: bytes

    @classmethod
    def of(cls, array: NDArray[Any]) -> Grid:
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
"""The numbers of the arrays that `watch_games` and `play_games` give: rows, then orders."""


def packed(value: object) -> bytes:
    """Return a record as bytes."""
    return msgspec.msgpack.encode(value)


def unpacked(data: bytes, kind: type[T]) -> T:
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
def packed_party(party: Party) -> bytes:
    """Return a party as bytes, packed once and not once for each portion."""
    return packed(PackedParty(party.box.deck, party.rules, party.seats, party.bots, party.acts, party.order))


@lru_cache(maxsize=4)
def unpacked_party(data: bytes) -> Party:
    """Return the party that bytes hold, made once in each process and not once for each portion."""
    told = unpacked(data, PackedParty)
    return Party(Box.of(told.deck), told.rules, told.seats, told.bots, told.acts, told.order)
