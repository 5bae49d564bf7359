"""What is played, by whom: a party of bots at one table, with one deck and by one set of rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from generator.games.labyrinth.engine.bots import bots_of, seats_for
from generator.games.labyrinth.engine.box import Box
from generator.games.labyrinth.engine.errors import MalformedError
from generator.games.labyrinth.engine.rules import BotName, Rules

Order: TypeAlias = Literal["round", "rotating", "snake"]
"""Who begins a round: always seat 1; each round the next seat; or every other round goes the other way."""
ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, slots=True, eq=False)
class Party:
    """A table of bots.

    Attributes:
        box: what is played with.
        rules: what is played by.
        seats: the colours in order of play.
        bots: by seat who plays.
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
        """The party of the first colours of a box.

        Args:
            box: what is played with.
            rules: what is played by.
            players: how many.
            bot: who plays: all seats, or one for each seat.
            acts: whether the bots act, if the rules allow it.

        Raises:
            MalformedError: too few or too many players, an unknown bot, or a seat without tiles.
        """
        seats = seats_for(box, players)
        if bare := [seat for seat in seats if not box.of_colour(seat)]:
            raise MalformedError(f"{bare[0]} has no tiles; nobody can play that colour")
        return cls(box, rules, seats, bots_of(bot, players), (acts and rules.acts,) * players)

    def pile_sizes(self) -> list[int]:
        """How many tiles each seat has."""
        return [len(self.box.of_colour(seat)) for seat in self.seats]

    def turns(self) -> list[int]:
        """For each ply the number of the seat that plays; seats whose pile is empty are passed over."""
        sizes, count = self.pile_sizes(), len(self.seats)
        first, step = (1 if self.order == "rotating" else 0), (-1 if self.order == "snake" else 1)
        rounds = (
            [(turn + first * number) % count for turn in range(count)][:: step if number % 2 else 1]
            for number in range(max(sizes))
        )
        return [seat for number, seats in enumerate(rounds) for seat in seats if number < sizes[seat]]

    @property
    def who(self) -> str:
        """Who plays, in a word or one for each seat."""
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    @property
    def title(self) -> str:
        """The party in words."""
        acting = "" if any(self.acts) or not self.rules.acts else ", placing only"
        ordered = "" if self.order == "round" else f", order of play {self.order}"
        return f"{len(self.seats)} players, {self.who}{acting}{ordered}"
