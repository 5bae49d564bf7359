"""What a player may do in a turn, and what comes of it.

A turn is a match, or a challenge; who can do neither passes. A challenge is decided by two tosses, which are part of
the turn as it is written down, like the answer of a challenged player who alone succeeded.

Two lessons of the box: each piece is there once, so two pairs of a colour that share a value hold its left and its
right horn, neither is resolved, and the exchange that is named by a value is the only one. Tests hold them
(`test_no_piece_is_ever_lost_or_made`, `test_who_may_challenge_holds_one_of_two_pieces_of_a_value_and_wants_another`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.games.minotaurus.errors import IllegalTurnError
from generator.games.minotaurus.pieces import Horn, Pair, is_pair, pair_of
from generator.games.minotaurus.position import Position


class Match(Struct, frozen=True):
    """Turn up the pieces of two places.

    Attributes:
        first, second: the places.
        take: whether the pair is taken; otherwise both are turned back where they lay.
    """

    first: int
    second: int
    take: bool = False


class Challenge(Struct, frozen=True):
    """Challenge a rival for a piece.

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
    """Neither match nor challenge is possible. Source: own ruling, as the rulebook is silent."""


TOSSES = (True, False)
"""A toss lands over a horn, or it does not."""
Turn: TypeAlias = "Match | Challenge | Pass"


def over(position: Position) -> bool:
    """Whether the game has ended: the table is empty and every pair resolved."""
    return not position.lying and all(pair.resolved for held in position.pairs for pair in held.values())


def exchange_horn(wanting: Pair, giving: Pair, value: int, *, simplified: bool) -> Horn | None:
    """The horn that changes places if the holder of one pair may want that value of another, or None if not.

    They must share a value. In the simplified game the wanted value must also be that of the horn which stays, so that
    the pair is resolved.
    """
    if not shares_value(wanting, giving):
        return None
    for horn in Horn:
        if giving.value(horn) == value and (not simplified or wanting.value(horn.other) == value):
            return horn
    return None


def shares_value(one: Pair, other: Pair) -> bool:
    """Whether both pairs hold a value, which allows a challenge between them."""
    return one.colour == other.colour and bool({one.left, one.right} & {other.left, other.right})


def exchanged(wanting: Pair, giving: Pair, horn: Horn) -> tuple[Pair, Pair]:
    """Both pairs after their pieces of one horn have changed places."""
    return wanting.having(horn, giving.value(horn)), giving.having(horn, wanting.value(horn))


def challenges(position: Position) -> Iterator[tuple[int, str, int]]:
    """Every challenge that may be made: rival, colour and the value wanted."""
    for colour, own in position.pairs[position.seat].items():
        for rival in position.rivals():
            held = position.pairs[rival].get(colour)
            if held is not None:
                for value in dict.fromkeys((held.left, held.right)):
                    if exchange_horn(own, held, value, simplified=position.simplified):
                        yield rival, colour, value


def replies(position: Position, rival: int, colour: str) -> tuple[int, ...]:
    """The values that a challenged player who alone succeeded may take from the challenger instead."""
    own, held = position.pairs[position.seat][colour], position.pairs[rival][colour]
    values = dict.fromkeys((own.left, own.right))
    return tuple(value for value in values if exchange_horn(held, own, value, simplified=position.simplified))


def legal_turns(position: Position) -> Iterator[Turn]:
    """Every turn, with every outcome of its tosses and every answer; none after the end."""
    if over(position):
        return
    found: list[Turn] = []
    for first, second in combinations(position.lying, 2):
        found.append(Match(first, second))
        if _may_take(position, first, second):
            found.append(Match(first, second, take=True))
    for rival, colour, value in challenges(position):
        found += [Challenge(rival, colour, value, (own, other)) for own in TOSSES for other in TOSSES]
        found += [Challenge(rival, colour, value, (False, True), answer) for answer in replies(position, rival, colour)]
    yield from found or [Pass()]


def _may_take(position: Position, first: int, second: int) -> bool:
    one, other = position.table[first], position.table[second]
    return (
        one is not None
        and other is not None
        and is_pair(one, other)
        and one.colour not in position.pairs[position.seat]
    )


def played(position: Position, turn: Turn) -> Position:
    """The position after a turn.

    Raises:
        IllegalTurnError: a rule forbids it.
    """
    if over(position):
        raise IllegalTurnError("over", "the game is over")
    match turn:
        case Match():
            after = _matched(position, turn)
        case Challenge():
            after = _challenged(position, turn)
        case Pass():
            if len(position.lying) >= 2 or any(challenges(position)):
                raise IllegalTurnError("pass", "who can match or challenge does not pass")
            after = position
    return replace(after, seat=position.next_seat)


def _matched(position: Position, turn: Match) -> Position:
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


def _challenged(position: Position, turn: Challenge) -> Position:
    horn = _wanted_horn(position, turn)
    own, held = position.pairs[position.seat][turn.colour], position.pairs[turn.rival][turn.colour]
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


def _wanted_horn(position: Position, turn: Challenge) -> Horn:
    """The horn that a challenge is for.

    Raises:
        IllegalTurnError: the challenge is not allowed.
    """
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
    return horn
