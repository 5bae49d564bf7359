"""Parties of bots, and the results of their games as arrays.

Nothing is summed up here, so that two decks can be compared game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.bot_names import BotName
from generator.games.labyrinth.engine.bots import bots_of, seats_for
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import MalformedError, Rules
from generator.games.labyrinth.kernel.api import Outcomes
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

Ints: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]

Order: TypeAlias = Literal["round", "rotating", "snake"]
"""Order of play: seat 1 begins each round; each round the next seat begins; or every other round goes backwards."""
ORDERS: tuple[Order, ...] = get_args(Order)


# Parties


@dataclass(frozen=True, slots=True, eq=False)
class Party:
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


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions under which a search lets every deck be played with.

    Attributes:
        rules: the rules of the game.
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
        box = GameSet.of(deck)
        bots = bots_of(self.bot, self.players)
        acts = self.rules.acts if self.actions is None else self.actions
        return Party(box, self.rules, seats_for(box, self.players), bots, (acts,) * self.players)


# Results

SINGLES = ("captured", "gate_coins", "wing_coins", "winners")
"""The first columns of :class:`SearchResults`."""
BY_SEAT = ("kills", "treasure", "escaped")
"""The columns after them, each once a seat."""
WATCHED_COLUMNS = {
    "captured": CAPTURED, "gate_coins": GATE_COINS, "wing_coins": WING_COINS, "winners": WINNERS,
    "scores": SCORES, "kills": KILLS, "treasure": TREASURE, "escaped": ESCAPED, "tie_break": TIE,
}  # fmt: skip
"""The columns of watched games; ``kernel/game.py`` has all."""


class Results:
    """Results of games, one row a game; subclasses know the columns.

    Attributes:
        rows: the numbers.
    """

    __slots__ = ()
    rows: Ints

    @property
    def seats(self) -> int:
        """Return how many played."""
        raise NotImplementedError

    def column(self, name: str) -> int:
        """Return the first column of a number."""
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.rows)

    def of_seats(self, name: str) -> Ints:
        """Return some numbers by game and seat."""
        first = self.column(name)
        return self.rows[:, first : first + self.seats]

    @property
    def captured(self) -> Ints:
        """Return the prisoners impaled, by game."""
        return self.rows[:, self.column("captured")]

    @property
    def gate_coins(self) -> Ints:
        """Return the coins that pay for an escape by the outside, by game."""
        return self.rows[:, self.column("gate_coins")]

    @property
    def wing_coins(self) -> Ints:
        """Return the coins that pay only enclosed prisoners who escape by wings, by game."""
        return self.rows[:, self.column("wing_coins")]

    @property
    def kills(self) -> Ints:
        """Return the points from impaling, by game and seat."""
        return self.of_seats("kills")

    @property
    def treasure(self) -> Ints:
        """Return the points from treasure, by game and seat."""
        return self.of_seats("treasure")

    @property
    def escaped(self) -> Ints:
        """Return the prisoners who escape, by game and seat."""
        return self.of_seats("escaped")

    @property
    def scores(self) -> Ints:
        """Return the points, by game and seat."""
        return self.kills + self.treasure

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Return whether a seat wins, alone or with others, by game and seat."""
        wins: NDArray[np.bool_] = self.rows[:, self.column("winners"), None] >> np.arange(self.seats) & 1 == 1
        return wins

    @property
    def victory(self) -> Floats:
        """Return each seat's part of the victory, by game and seat: all of it, or an equal part if it is shared."""
        parts: Floats = self.winners / self.winners.sum(axis=1, keepdims=True)
        return parts


@dataclass(frozen=True, slots=True, eq=False)
class Games(Results):
    """The watched games of one party.

    Attributes:
        party: the party that played.
        rows: by game what was watched; ``kernel/game.py`` has the columns.
        orders: by game and ply the number of the tile in hand.
    """

    party: Party
    rows: Ints
    orders: Ints

    @property
    def seats(self) -> int:
        """Return how many played."""
        return len(self.party.seats)

    def column(self, name: str) -> int:
        """Return the first column of a number."""
        return WATCHED_COLUMNS[name]

    @property
    def scores(self) -> Ints:
        """Return the points, by game and seat."""
        return self.of_seats("scores")

    @property
    def tie_break(self) -> Ints:
        """Return the numbers that decide between equal scores, by game and seat."""
        return self.of_seats("tie_break")

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


@dataclass(frozen=True, slots=True, eq=False)
class SearchResults(Results):
    """The results of games with one deck, as a search keeps them.

    Attributes:
        rows: by game `SINGLES`, with one bit a seat for the winners, then by seat each of `BY_SEAT`.
    """

    rows: NDArray[np.int32]

    @classmethod
    def of(cls, outcomes: Outcomes) -> SearchResults:
        """Return the results that outcomes of the kernel have."""
        masks = (outcomes.winners << np.arange(outcomes.winners.shape[1])).sum(axis=1)
        singles = (outcomes.captured, outcomes.gate_coins, outcomes.wing_coins, masks)
        columns = (*(single[:, None] for single in singles), outcomes.kills, outcomes.treasure, outcomes.escaped)
        return cls(np.concatenate(columns, axis=1).astype(np.int32))

    @classmethod
    def joined(cls, parts: Sequence[SearchResults]) -> SearchResults:
        """Join the games of all parts, in their order."""
        return cls(np.concatenate([part.rows for part in parts]))

    @property
    def seats(self) -> int:
        """Return how many played."""
        return int(self.rows.shape[1] - len(SINGLES)) // len(BY_SEAT)

    def column(self, name: str) -> int:
        """Return the first column of a number."""
        return SINGLES.index(name) if name in SINGLES else len(SINGLES) + BY_SEAT.index(name) * self.seats
