"""Parties of bots, and the results of their games as arrays.

Nothing is summed up here, so that two decks can be compared game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from generator.games.labyrinth.engine.bot_names import BotName
from generator.games.labyrinth.engine.bots import bots_of, seats_for
from generator.games.labyrinth.engine.box import GameSet
from generator.games.labyrinth.engine.rules import MalformedError, Rules
from generator.games.labyrinth.kernel.rules import (
    CAPTURED,
    ESCAPED,
    GATE_COINS,
    KILLS,
    KINDS,
    MOST_SEATS,
    RICH,
    SCORES,
    TIE,
    TREASURE,
    WING_COINS,
    WINNERS,
    pieces_in_play,
)

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


# Results


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The watched games of one party, one row a game.

    Attributes:
        party: the party that played.
        rows: by game what was watched; ``kernel/rules.py`` has the columns.
        orders: by game and ply the number of the tile in hand.
    """

    party: Party
    rows: Ints
    orders: Ints

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """Join the games of one party, part after part."""
        rows, orders = (np.concatenate(arrays) for arrays in zip(*((p.rows, p.orders) for p in parts), strict=True))
        return cls(parts[0].party, rows, orders)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def seats(self) -> int:
        """Return how many played."""
        return len(self.party.seats)

    def of_seats(self, first: int) -> Ints:
        """Return by game and seat the numbers that begin in that column."""
        return self.rows[:, first : first + self.seats]

    @property
    def captured(self) -> Ints:
        """Return the prisoners impaled, by game."""
        return self.rows[:, CAPTURED]

    @property
    def gate_coins(self) -> Ints:
        """Return the coins that pay for an escape by the outside, by game."""
        return self.rows[:, GATE_COINS]

    @property
    def wing_coins(self) -> Ints:
        """Return the coins that pay only enclosed prisoners who escape by wings, by game."""
        return self.rows[:, WING_COINS]

    @property
    def with_coin(self) -> Ints:
        """Return the prisoners who escape with a coin, by game."""
        return self.rows[:, RICH]

    @property
    def scores(self) -> Ints:
        """Return the points, by game and seat."""
        return self.of_seats(SCORES)

    @property
    def kills(self) -> Ints:
        """Return the points from impaling, by game and seat."""
        return self.of_seats(KILLS)

    @property
    def treasure(self) -> Ints:
        """Return the points from treasure, by game and seat."""
        return self.of_seats(TREASURE)

    @property
    def escaped(self) -> Ints:
        """Return the prisoners who escape, by game and seat."""
        return self.of_seats(ESCAPED)

    @property
    def tie_break(self) -> Ints:
        """Return the numbers that decide between equal scores, by game and seat."""
        return self.of_seats(TIE)

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Return whether a seat wins, alone or with others, by game and seat."""
        wins: NDArray[np.bool_] = self.rows[:, WINNERS, None] >> np.arange(self.seats) & 1 == 1
        return wins

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
