"""What came of many games: one row a game, as the kernel has watched them (``kernel/game.py``).

Nothing is summed up here, so that two decks can be compared game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from generator.games.labyrinth.kernel import game as kernel_game
from generator.games.labyrinth.kernel.game import CAPTURED, ESCAPED, KILLS, SCORES, TIE, TREASURE, WINNERS
from generator.games.labyrinth.kernel.tables import MOST_SEATS, pieces_in_play
from generator.games.labyrinth.simulation.party import Party

Ints: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The games of one party.

    Attributes:
        party: who played.
        rows: by game what was watched.
        orders: by game and ply the number of the tile in hand.
    """

    party: Party
    rows: Ints
    orders: Ints

    @classmethod
    def joined(cls, party: Party, parts: Sequence[tuple[Ints, Ints]]) -> Games:
        """Portions of games in their order."""
        return cls(party, np.concatenate([rows for rows, _ in parts]), np.concatenate([order for _, order in parts]))

    def __len__(self) -> int:
        return len(self.rows)

    def of_seats(self, first: int) -> Ints:
        """By game and seat the numbers that begin in that column."""
        return self.rows[:, first : first + len(self.party.seats)]

    def of_kinds(self, first: int) -> Ints:
        """By game, kind of ply and seat the numbers that begin in that column."""
        shape = (len(self), kernel_game.KINDS, MOST_SEATS)
        block = self.rows[:, first : first + kernel_game.KINDS * MOST_SEATS].reshape(shape)
        return block[:, :, : len(self.party.seats)]

    @property
    def scores(self) -> Ints:
        """By game and seat."""
        return self.of_seats(SCORES)

    @property
    def kills(self) -> Ints:
        """Points from impaling by game and seat."""
        return self.of_seats(KILLS)

    @property
    def treasure(self) -> Ints:
        """By game and seat."""
        return self.of_seats(TREASURE)

    @property
    def escaped(self) -> Ints:
        """Prisoners who escape by game and seat."""
        return self.of_seats(ESCAPED)

    @property
    def tie_break(self) -> Ints:
        """What decides between equal scores, by game and seat."""
        return self.of_seats(TIE)

    @property
    def captured(self) -> Ints:
        """Prisoners impaled by game."""
        return self.rows[:, CAPTURED]

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Whether a seat wins, alone or with others, by game and seat."""
        wins: NDArray[np.bool_] = self.rows[:, WINNERS, None] >> np.arange(len(self.party.seats)) & 1 == 1
        return wins

    @property
    def victory(self) -> Floats:
        """Each seat's part of the victory, by game and seat: all of it, or an equal part for each who shares it."""
        parts: Floats = self.winners / self.winners.sum(axis=1, keepdims=True)
        return parts

    def drawn_at(self) -> Ints:
        """By game and tile the place at which its player drew it, from 0."""
        places = np.empty_like(self.orders)
        order = self.party.turns()
        drawn = np.array([order[:ply].count(seat) for ply, seat in enumerate(order)], places.dtype)
        np.put_along_axis(places, self.orders.astype(np.int64), np.broadcast_to(drawn, places.shape), axis=1)
        return places

    def tiles(self) -> list[tuple[int, str]]:
        """For each tile, by the kernel's numbers, its seat and its design."""
        pieces = pieces_in_play(self.party.box, self.party.seats)
        seats = [self.party.seats.index(piece.tile.colour) for piece in pieces]
        return [(seat, piece.tile.design) for seat, piece in zip(seats, pieces, strict=True)]
