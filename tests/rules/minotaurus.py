"""Rules of Minotaurus bent on purpose.

Source: rules/minotaurus.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from asterion_press.games.minotaurus.rules import Challenge, HornPair, HornPiece, HornsPosition, IllegalTurnError, Pass
from tests.rules.bending import Bend, Part, other


def pairs(are_pair: Callable[[HornPiece, HornPiece], bool]) -> Bend:
    """Return the bend by which other pieces are a pair."""
    return (("is_pair", lambda _: are_pair),)


def asking(refuses: Callable[[set[int], int], bool]) -> Bend:
    """Return the bend by which a value may not be wanted in the full game, given those shared and the value."""

    def horn(own: Part, wanting: HornPair, giving: HornPair, value: int, *, simplified: bool) -> Any:
        shared = {wanting.left, wanting.right} & {giving.left, giving.right}
        is_refused = not simplified and refuses(shared, value)
        return None if is_refused else own(wanting, giving, value, simplified=simplified)

    return (("exchange_horn", other(horn)),)


def challenged(play: Part) -> Bend:
    """Return the bend by which a challenge is played otherwise."""
    return (("_play_challenge", other(play)),)


def tossed(outcome: Callable[[bool, bool], tuple[bool, bool]]) -> Bend:
    """Return the bend by which a challenge comes out as with other tosses."""
    return challenged(lambda play, position, turn: play(position, replace(turn, succeeded=outcome(*turn.succeeded))))


def must_take(play: Part, position: HornsPosition, turn: Challenge) -> Any:
    """Forbid a challenged player who alone succeeded to leave things be."""
    if turn.succeeded == (False, True) and turn.reply is None:
        raise IllegalTurnError("reply", "the challenged player has to take a piece")
    return play(position, turn)


def any_reply(play: Part, position: HornsPosition, turn: Challenge) -> HornsPosition:
    """Have the challenged player of the simplified game take any piece."""
    is_simple = position.simplified and turn.reply is None
    after: HornsPosition = play(replace(position, simplified=is_simple), turn)
    return replace(after, simplified=position.simplified)


def allowing(rule: str) -> Part:
    """Return the change by which a turn that breaks a rule changes nothing, but is allowed."""

    def played(play: Part, position: HornsPosition, turn: Any) -> Any:
        try:
            return play(position, turn)
        except IllegalTurnError as error:
            if error.rule != rule:
                raise
            return position

    return other(played)


def never_passing(play: Part, position: HornsPosition, turn: Any) -> Any:
    """Forbid to pass."""
    if isinstance(turn, Pass):
        raise IllegalTurnError("pass", "nobody passes")
    return play(position, turn)


BENDS: dict[str, Bend] = {
    "two of the same horn are a pair": pairs(lambda one, two: one.colour == two.colour),
    "a pair may have two colours": pairs(lambda one, two: one.horn is not two.horn),
    "the values of a pair agree": pairs(
        lambda one, two: (one.colour, one.value) == (two.colour, two.value) and one.horn is not two.horn
    ),
    "a player owns several pairs of a colour": (("_play_match", allowing("colour")),),
    "a pair of neighbouring values is resolved": (
        ("HornPair.resolved", property(lambda pair: abs(pair.left - pair.right) < 2)),
    ),
    "no pair is resolved": (("HornPair.resolved", property(lambda _: False)),),
    "a challenge needs no shared value": (("shares_value", other(lambda _, one, two: one.colour == two.colour)),),
    "only the shared piece may be wanted": asking(lambda shared, value: value not in shared),
    "only the other piece may be wanted": asking(lambda shared, value: value in shared),
    "a challenger who alone succeeds takes nothing": tossed(lambda one, two: (one and two, two)),
    "who takes a piece gives none": (
        ("exchanged", other(lambda exchanged, own, held, horn: (exchanged(own, held, horn)[0], held))),
    ),
    "a challenged player takes nothing": challenged(
        lambda play, position, turn: position if turn.succeeded == (False, True) else play(position, turn)
    ),
    "a challenged player must take a piece": challenged(must_take),
    "if both succeed, the challenger takes the piece": tossed(lambda one, two: (one, two and not one)),
    "if both fail, the challenger takes the piece": tossed(lambda one, two: (one or not two, two)),
    "a resolved pair scores both its pieces": (
        ("HornPair.points", property(lambda pair: 2 * pair.left if pair.resolved else 0)),
    ),
    "a resolved pair scores one point": (("HornPair.points", property(lambda pair: int(pair.resolved))),),
    "the game ends when all pieces have been taken": (
        ("HornsPosition.is_over", property(lambda position: not position.lying)),
    ),
    "everybody may pass": (("play", allowing("pass")),),
    "nobody may pass": (("play", other(never_passing)),),
    "in the simplified game any piece may be wanted": (
        ("position_of", other(lambda position_of, *given, **more: position_of(*given, **more | {"simplified": False}))),
    ),
    "in the simplified game the challenged take any piece": challenged(any_reply),
}
