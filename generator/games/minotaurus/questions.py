"""Questions about the pairs of some players, each answered by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.games.claims import Answer
from generator.games.minotaurus.records import Figure, Hands, HandsAsk, HandsWish
from generator.games.minotaurus.rules import (
    Challenge,
    HornPair,
    HornPiece,
    HornsPosition,
    IllegalTurnError,
    Match,
    challenges,
    exchange_horn,
    is_pair,
    pair_of,
    play,
)


class Case(NamedTuple):
    """A question with the pairs that it is about."""

    pieces: Mapping[str, HornPiece]
    hands: Hands
    ask: HandsAsk

    @property
    def names(self) -> list[str]:
        """Return the players clockwise."""
        return list(self.hands.holds)

    @property
    def position(self) -> HornsPosition:
        """Return the position, the player to play; the pieces turned up lie in the first two places."""
        held = {piece for pairs in self.hands.holds.values() for pair in pairs for piece in pair}
        others = (name for name in self.pieces if name not in {*held, *self.hands.up})
        table = [*self.hands.up, *(name for name, _ in zip(others, range(self.hands.lying), strict=False))]
        pairs = [
            [pair_of(*(self.pieces[piece] for piece in pair)) for pair in held] for held in self.hands.holds.values()
        ]
        return HornsPosition(
            tuple(self.pieces[name] for name in table),
            tuple({pair.colour: pair for pair in held} for held in pairs),
            self.seat(self.ask.player) if self.ask.player else 0,
            self.ask.simplified,
        )

    def seat(self, name: str | None) -> int:
        """Return the seat of a player.

        Raises:
            IllegalTurnError: nobody is called so.
        """
        if name not in self.names:
            raise IllegalTurnError("place", f"nobody here is called {name!r}; one of {', '.join(self.names)}")
        return self.names.index(name)

    def pair(self, name: str | None, position: HornsPosition | None = None) -> HornPair:
        """Return the pair of a player in the colour of the question.

        Raises:
            IllegalTurnError: there is none.
        """
        held = (position or self.position).pairs[self.seat(name)]
        if (pair := held.get(self.ask.colour or "")) is None:
            raise IllegalTurnError("colour", f"{name} has no pair in {self.ask.colour}")
        return pair

    def wanted(self) -> Iterator[int]:
        """Yield the values that the player may ask the rival for."""
        rival = self.seat(self.ask.rival)
        return (
            value for seat, colour, value in challenges(self.position) if (seat, colour) == (rival, self.ask.colour)
        )


def _takes(case: Case) -> bool:
    try:
        play(case.position, Match(0, 1, take=True))
    except IllegalTurnError:
        return False
    return True


def _after(case: Case) -> str:
    ask = case.ask
    succeeded = ask.player in ask.succeeds, ask.rival in ask.succeeds
    turn = Challenge(case.seat(ask.rival), ask.colour or "", ask.value or 0, succeeded, ask.takes)
    pair = case.pair(ask.of or ask.player, play(case.position, turn))
    return f"{pair.left}/{pair.right}"


def _replies(case: Case) -> Iterator[int]:
    own, held = case.pair(case.ask.player), case.pair(case.ask.rival)
    for value in (own.left, own.right):
        if exchange_horn(held, own, value, simplified=case.ask.simplified):
            yield value


FINDERS: dict[HandsWish, Callable[[Case], Answer]] = {
    "after": _after,
    "challenges": lambda case: any(True for _ in case.wanted()),
    "pair": lambda case: is_pair(*(case.pieces[piece] for piece in case.hands.up)),
    "replies": _replies,
    "rivals": lambda case: [case.names[seat] for seat, _, _ in challenges(case.position)],
    "takes": _takes,
    "wanted": Case.wanted,
}


def find_answer(figure: Figure, pieces: Mapping[str, HornPiece]) -> Answer:
    """Return the answer that the engine finds to a figure that asks.

    Raises:
        IllegalTurnError: the question makes no sense.
    """
    if figure.ask is None or figure.hands is None:
        raise IllegalTurnError("place", "a figure that asks shows `hands`")
    pairs = [pair for held in figure.hands.holds.values() for pair in held]
    seen: set[str] = set()
    for piece in (*(piece for pair in pairs for piece in pair), *figure.hands.up):
        if piece not in pieces:
            raise IllegalTurnError("place", f"unknown piece {piece!r}; letter of a colour, value, L or R, as in B3L")
        if piece in seen:
            raise IllegalTurnError("place", f"piece {piece!r} is there twice")
        seen.add(piece)
    for one, other in pairs:
        if not is_pair(pieces[one], pieces[other]):
            raise IllegalTurnError("place", f"{one} and {other} are no left and right horn of a colour")
    return FINDERS[figure.ask.find](Case(pieces, figure.hands, figure.ask))
