"""The rules of Minotaurus: pieces and pairs, positions, and what a player may do in a turn.

A piece shows half of a bull's head with one horn. Its colour is a leaping phase, its value a skill level. A left and a
right horn of one colour are a pair; with equal values it is resolved and never changes again.

A turn is a match or a challenge; a player who can do neither passes. A challenge is decided by two tosses. They are
part of the turn as it is written down, like the answer of a challenged player who alone succeeded.

Each piece is there once. So two pairs of a colour that share a value hold its left and its right horn, neither is
resolved, and the exchange that is named by a value is the only one. Tests hold both
(`test_no_piece_is_ever_lost_or_made`, `test_who_may_challenge_holds_one_of_two_pieces_of_a_value_and_wants_another`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from asterion_press.errors import AsterionError

DIRECTION = "=clockwise"
"""The way round the table in which play goes, as the key of a word that texts take."""
TIE_TOSSES = 3
"""Tosses of each player in a tie. Source: the rulebook."""


class IllegalTurnError(AsterionError):
    """A turn that a rule forbids.

    Attributes:
        rule: a word for it: ``over``, ``place``, ``pair``, ``colour``, ``rival``, ``shared``, ``value``,
            ``simplified``, ``reply`` or ``pass``.
    """

    def __init__(self, rule: str, reason: str) -> None:
        self.rule = rule
        super().__init__(f"{reason} [{rule}]")


# -- pieces and pairs --------------------------------------------------------------------------------------------------


class Horn(Enum):
    """The horn that a piece shows, as the reader sees it; the value is its letter in a piece's id."""

    LEFT = "L"
    RIGHT = "R"

    @property
    def other(self) -> Horn:
        """Return the horn that makes a head of this one."""
        return Horn.RIGHT if self is Horn.LEFT else Horn.LEFT


class HornPiece(Struct, frozen=True):
    """One piece; the box holds each of them once.

    Attributes:
        colour: id of its colour, such as ``blue``.
        value: from 1 up.
        horn: the half that it shows.
    """

    colour: str
    value: int
    horn: Horn


class HornPair(Struct, frozen=True):
    """A left and a right horn of one colour.

    Attributes:
        colour: of both.
        left: value of the left horn.
        right: value of the right horn.
    """

    colour: str
    left: int
    right: int

    @property
    def resolved(self) -> bool:
        """Return whether it will never change again."""
        return self.left == self.right

    @property
    def points(self) -> int:
        """Return its worth at the end: the value of both horns, nothing as long as they differ."""
        return self.left if self.resolved else 0

    @property
    def pieces(self) -> tuple[HornPiece, HornPiece]:
        """Return the left and the right horn."""
        return HornPiece(self.colour, self.left, Horn.LEFT), HornPiece(self.colour, self.right, Horn.RIGHT)

    def value(self, horn: Horn) -> int:
        """Return the value of one of its horns."""
        return self.left if horn is Horn.LEFT else self.right


def is_pair(one: HornPiece, other: HornPiece) -> bool:
    """Check whether two pieces are a left and a right horn of one colour; the values need not agree."""
    return one.colour == other.colour and one.horn is not other.horn


def pair_of(one: HornPiece, other: HornPiece) -> HornPair:
    """Return the pair that two pieces make."""
    left, right = (one, other) if one.horn is Horn.LEFT else (other, one)
    return HornPair(left.colour, left.value, right.value)


def pieces_of(colours: Iterable[str], values: Iterable[int]) -> Iterator[HornPiece]:
    """Return all pieces of these colours and values, colour by colour, value by value, the left horn first."""
    return (HornPiece(*one) for one in product(colours, values, Horn))


# -- positions ---------------------------------------------------------------------------------------------------------


class HornsPosition(Struct, frozen=True):
    """A game between two turns, as a referee sees it: players know only the backs of the pieces on the table.

    Attributes:
        table: what lies in each place, row by row, face down; None where a piece was taken away.
        pairs: for each seat its pairs by colour, one in each colour at most.
        seat: whose turn it is, from 0, clockwise.
        simplified: whether a challenge may only be for a piece that makes the challenger's values equal.
    """

    table: tuple[HornPiece | None, ...]
    pairs: tuple[Mapping[str, HornPair], ...]
    seat: int = 0
    simplified: bool = False

    @property
    def lying(self) -> tuple[int, ...]:
        """Return the places where pieces lie."""
        return tuple(place for place, piece in enumerate(self.table) if piece is not None)

    @property
    def next_seat(self) -> int:
        """Return the seat whose turn comes next, clockwise."""
        return (self.seat + 1) % len(self.pairs)

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended: the table is empty and every pair resolved."""
        return not self.lying and all(pair.resolved for held in self.pairs for pair in held.values())

    def rivals(self) -> Iterator[int]:
        """Yield the other seats, clockwise from the one whose turn it is."""
        for step in range(1, len(self.pairs)):
            yield (self.seat + step) % len(self.pairs)

    def holding(self, *changed: tuple[int, HornPair]) -> HornsPosition:
        """Return the same position where seats hold other pairs of these colours."""
        pairs = [dict(held) for held in self.pairs]
        for seat, pair in changed:
            pairs[seat][pair.colour] = pair
        return replace(self, pairs=tuple(pairs))


def position_of(
    pairs: Iterable[Iterable[HornPair]], table: Iterable[HornPiece] = (), seat: int = 0, *, simplified: bool = False
) -> HornsPosition:
    """Return the position in which seats hold these pairs, and these pieces lie on the table."""
    return HornsPosition(tuple(table), tuple({pair.colour: pair for pair in held} for held in pairs), seat, simplified)


# -- turns -------------------------------------------------------------------------------------------------------------


class Match(Struct, frozen=True):
    """A match: the pieces of two places are turned up.

    Attributes:
        first, second: the places.
        take: whether the pair is taken; otherwise both are turned back where they lay.
    """

    first: int
    second: int
    take: bool = False


class Challenge(Struct, frozen=True):
    """A challenge of a rival for a piece.

    Attributes:
        rival: the seat that is challenged.
        colour: of both pairs.
        value: of the piece wanted.
        succeeded: whether the challenger's toss landed over a horn, and whether the rival's did.
        reply: value of the piece that the rival takes instead, having alone succeeded; None to leave things be.
    """

    rival: int
    colour: str
    value: int
    succeeded: tuple[bool, bool]
    reply: int | None = None


class Pass(Struct, frozen=True):
    """A pass, as neither match nor challenge is possible. Source: own ruling, as the rulebook is silent."""


Turn: TypeAlias = "Match | Challenge | Pass"


def exchange_horn(wanting: HornPair, giving: HornPair, value: int, *, simplified: bool) -> Horn | None:
    """Return the horn that changes places if the holder of one pair may want that value of another, or None if not.

    They must share a value. In the simplified game the wanted value must also be that of the horn which stays, so that
    the pair is resolved.
    """
    if not shares_value(wanting, giving):
        return None
    for horn in Horn:
        if giving.value(horn) == value and (not simplified or wanting.value(horn.other) == value):
            return horn
    return None


def shares_value(one: HornPair, other: HornPair) -> bool:
    """Check whether both pairs hold a value, which allows a challenge between them."""
    return one.colour == other.colour and bool({one.left, one.right} & {other.left, other.right})


def exchanged(wanting: HornPair, giving: HornPair, horn: Horn) -> tuple[HornPair, HornPair]:
    """Return both pairs after their pieces of one horn have changed places."""
    side = horn.name.lower()
    return replace(wanting, **{side: giving.value(horn)}), replace(giving, **{side: wanting.value(horn)})


def challenges(position: HornsPosition) -> Iterator[tuple[int, str, int]]:
    """Yield every challenge that may be made: rival, colour and the value wanted."""
    for colour, own in position.pairs[position.seat].items():
        for rival in position.rivals():
            held = position.pairs[rival].get(colour)
            if held is not None:
                for value in dict.fromkeys((held.left, held.right)):
                    if exchange_horn(own, held, value, simplified=position.simplified):
                        yield rival, colour, value


def play(position: HornsPosition, turn: Turn) -> HornsPosition:
    """Return the position after a turn.

    Raises:
        IllegalTurnError: a rule forbids it.
    """
    if position.is_over:
        raise IllegalTurnError("over", "the game is over")
    match turn:
        case Match():
            after = _play_match(position, turn)
        case Challenge():
            after = _play_challenge(position, turn)
        case Pass():
            if len(position.lying) >= 2 or any(challenges(position)):
                raise IllegalTurnError("pass", "who can match or challenge does not pass")
            after = position
    return replace(after, seat=position.next_seat)


def _play_match(position: HornsPosition, turn: Match) -> HornsPosition:
    """Return the position after a player has turned up two pieces, and taken them if the turn says so."""
    lying = position.lying
    if turn.first == turn.second or turn.first not in lying or turn.second not in lying:
        raise IllegalTurnError("place", f"places {turn.first} and {turn.second} do not hold two pieces")
    if not turn.take:
        return position
    one, other = position.table[turn.first], position.table[turn.second]
    if one is None or other is None or not is_pair(one, other):
        raise IllegalTurnError("pair", "the two pieces are no pair; turn them back")
    if one.colour in position.pairs[position.seat]:
        raise IllegalTurnError("colour", f"this player has a pair in {one.colour} already; turn the pieces back")
    table = tuple(None if place in {turn.first, turn.second} else piece for place, piece in enumerate(position.table))
    return replace(position.holding((position.seat, pair_of(one, other))), table=table)


def _play_challenge(position: HornsPosition, turn: Challenge) -> HornsPosition:
    """Return the position after a challenge, won or lost."""
    if turn.rival not in position.rivals():
        raise IllegalTurnError("rival", f"seat {turn.rival} is no rival of seat {position.seat}")
    own = position.pairs[position.seat].get(turn.colour)
    held = position.pairs[turn.rival].get(turn.colour)
    if own is None or held is None:
        raise IllegalTurnError("colour", f"both need a pair in {turn.colour}")
    if not shares_value(own, held):
        raise IllegalTurnError("shared", "the challenger has no value that the challenged pair holds")
    if turn.value not in {held.left, held.right}:
        raise IllegalTurnError("value", f"the challenged pair holds no {turn.value}")
    horn = exchange_horn(own, held, turn.value, simplified=position.simplified)
    if horn is None:
        raise IllegalTurnError("simplified", f"a {turn.value} would not make the challenger's values equal")
    if turn.reply is not None and turn.succeeded != (False, True):
        raise IllegalTurnError("reply", "only a challenged player who alone succeeded takes a piece")
    if turn.succeeded == (True, False):
        own, held = exchanged(own, held, horn)
    elif turn.reply is not None:
        answer = exchange_horn(held, own, turn.reply, simplified=position.simplified)
        if answer is None:
            raise IllegalTurnError("reply", f"the challenged player may not take a {turn.reply}")
        held, own = exchanged(held, own, answer)
    return position.holding((position.seat, own), (turn.rival, held))


# -- the end -----------------------------------------------------------------------------------------------------------


def points(position: HornsPosition) -> tuple[int, ...]:
    """Return the points of each seat: the sum of the values of its resolved pairs."""
    return tuple(sum(pair.points for pair in held.values()) for held in position.pairs)


def winners(totals: Sequence[int], tosses: Mapping[int, Sequence[bool]] | None = None) -> tuple[int, ...]:
    """Return the seats that win, a tie broken by tosses if there are any; those still tied share the victory.

    Args:
        totals: points by seat.
        tosses: by seat, which of the three tosses of the tie-break landed over a horn.

    Raises:
        ValueError: the tosses are not three of each tied player.
    """
    best = max(totals)
    tied = tuple(seat for seat, total in enumerate(totals) if total == best)
    if len(tied) == 1 or not tosses:
        return tied
    if set(tosses) != set(tied) or any(len(thrown) != TIE_TOSSES for thrown in tosses.values()):
        raise ValueError(f"a tie is settled by {TIE_TOSSES} tosses of each of the seats {tied}")
    landed = {seat: sum(tosses[seat]) for seat in tied}
    return tuple(seat for seat in tied if landed[seat] == max(landed.values()))
