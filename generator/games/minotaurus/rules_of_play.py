"""The rules of Minotaurus, each with the ways in which it could be otherwise.

Source: rules/minotaurus.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from msgspec.structs import replace

from generator.games.minotaurus.figures import first_untrue
from generator.games.minotaurus.proposed_figures import small_figures
from generator.games.minotaurus.records import HornsCatalogue
from generator.games.minotaurus.rules import Challenge, Horn, HornPair, HornPiece, HornsPosition, IllegalTurnError, Pass
from generator.games.teaching import Otherwise, Rule, RulesOfPlay

Part: TypeAlias = Callable[..., Any]
"""A function or a method of the engine."""


def _pairs(are_pair: Callable[[HornPiece, HornPiece], bool]) -> dict[str, Part]:
    return {"is_pair": lambda _: are_pair}


def _asking(refuses: Callable[[set[int], int], bool]) -> dict[str, Part]:
    """Return the changes by which a value may not be wanted in the full game, given those shared and the value."""

    def change(exchange_horn: Part) -> Part:
        def changed(wanting: HornPair, giving: HornPair, value: int, *, simplified: bool) -> Horn | None:
            shared = {wanting.left, wanting.right} & {giving.left, giving.right}
            horn: Horn | None = exchange_horn(wanting, giving, value, simplified=simplified)
            return None if not simplified and refuses(shared, value) else horn

        return changed

    return {"exchange_horn": change}


def _tossed(outcome: Callable[[Challenge], Challenge]) -> dict[str, Part]:
    """Return the changes by which a challenge comes out as another one does."""
    return {"_play_challenge": lambda play: lambda position, turn: play(position, outcome(turn))}


def _both_take(turn: Challenge) -> Challenge:
    return replace(turn, succeeded=(True, False)) if turn.succeeded == (True, True) else turn


def _none_take(turn: Challenge) -> Challenge:
    return replace(turn, succeeded=(True, False)) if turn.succeeded == (False, False) else turn


def _must_take(play_challenge: Part) -> Part:
    """Forbid a challenged player who alone succeeded to leave things be."""

    def changed(position: HornsPosition, turn: Challenge) -> HornsPosition:
        if turn.succeeded == (False, True) and turn.reply is None:
            raise IllegalTurnError("reply", "the challenged player has to take a piece")
        after: HornsPosition = play_challenge(position, turn)
        return after

    return changed


def _nothing_given(_: Part) -> Part:
    """Have the one who takes a piece give none."""
    return lambda wanting, giving, horn: (wanting.having(horn, giving.value(horn)), giving)


def _rival_unhurt(play_challenge: Part) -> Part:
    """Have the challenged player take nothing, whatever the tosses."""

    def changed(position: HornsPosition, turn: Challenge) -> HornsPosition:
        after: HornsPosition = play_challenge(position, turn)
        return position if turn.succeeded == (False, True) else after

    return changed


def _any_reply(play_challenge: Part) -> Part:
    """Have the challenged player of the simplified game take any piece."""

    def changed(position: HornsPosition, turn: Challenge) -> HornsPosition:
        if turn.reply is None:
            after: HornsPosition = play_challenge(position, turn)
            return after
        after = play_challenge(replace(position, simplified=False), turn)
        return replace(after, simplified=position.simplified)

    return changed


def _allowing(rule: str) -> Callable[[Part], Part]:
    """Return the change by which a turn that breaks a rule changes nothing, but is allowed."""

    def change(play: Part) -> Part:
        def changed(position: HornsPosition, turn: Any) -> HornsPosition:
            try:
                after: HornsPosition = play(position, turn)
            except IllegalTurnError as error:
                if error.rule != rule:
                    raise
                return position
            return after

        return changed

    return change


def _never_passing(play: Part) -> Part:
    """Forbid to pass."""

    def changed(position: HornsPosition, turn: Any) -> HornsPosition:
        if isinstance(turn, Pass):
            raise IllegalTurnError("pass", "nobody passes")
        after: HornsPosition = play(position, turn)
        return after

    return changed


RULES = (
    Rule(
        "pair.horns",
        "a left and a right horn are a pair",
        (Otherwise("two of the same horn are, too", _pairs(lambda one, other: one.colour == other.colour)),),
    ),
    Rule(
        "pair.colour",
        "both pieces of a pair have one colour",
        (Otherwise("any colours do", _pairs(lambda one, other: one.horn is not other.horn)),),
    ),
    Rule(
        "pair.values",
        "the values of a pair need not agree",
        (
            Otherwise(
                "they must",
                _pairs(
                    lambda one, other: (
                        (one.colour, one.value) == (other.colour, other.value) and one.horn is not other.horn
                    )
                ),
            ),
        ),
    ),
    Rule(
        "pair.one",
        "a player owns one pair of each colour at most",
        (Otherwise("as many as there are", {"_play_match": _allowing("colour")}),),
    ),
    Rule(
        "pair.resolved",
        "a pair of equal values is resolved, and no other",
        (
            Otherwise(
                "one of neighbouring values, too",
                {"HornPair.resolved": property(lambda pair: abs(pair.left - pair.right) < 2)},
            ),
            Otherwise("none is", {"HornPair.resolved": property(lambda _: False)}),
        ),
    ),
    Rule(
        "challenge.shared",
        "who challenges has a value that the challenged pair has, too",
        (Otherwise("none need be shared", {"shares_value": lambda _: lambda one, other: one.colour == other.colour}),),
    ),
    Rule(
        "challenge.value",
        "either piece of the challenged pair may be wanted",
        (
            Otherwise("only the one that is shared", _asking(lambda shared, value: value not in shared)),
            Otherwise("only the one that is not shared", _asking(lambda shared, value: value in shared)),
        ),
    ),
    Rule(
        "challenge.takes",
        "a challenger who alone succeeds takes the piece",
        (
            Otherwise(
                "nothing changes",
                _tossed(
                    lambda turn: replace(turn, succeeded=(turn.succeeded[0] and turn.succeeded[1], turn.succeeded[1]))
                ),
            ),
        ),
    ),
    Rule(
        "challenge.gives",
        "who takes a piece gives the one that it replaces",
        (Otherwise("nothing is given", {"exchanged": _nothing_given}),),
    ),
    Rule(
        "challenge.reply",
        "a challenged player who alone succeeds may take a piece, or leave everything as it is",
        (
            Otherwise("nothing may be taken", {"_play_challenge": _rival_unhurt}),
            Otherwise("a piece must be taken", {"_play_challenge": _must_take}),
        ),
    ),
    Rule(
        "challenge.both",
        "if both succeed, nothing changes",
        (Otherwise("the challenger takes the piece", _tossed(_both_take)),),
    ),
    Rule(
        "challenge.neither",
        "if both fail, nothing changes",
        (Otherwise("the challenger takes the piece", _tossed(_none_take)),),
    ),
    Rule(
        "end.score",
        "a resolved pair scores its value",
        (
            Otherwise(
                "the sum of both pieces",
                {"HornPair.points": property(lambda pair: 2 * pair.left if pair.resolved else 0)},
            ),
            Otherwise("one point", {"HornPair.points": property(lambda pair: int(pair.resolved))}),
        ),
    ),
    Rule(
        "end.over",
        "the game ends when all pieces have been taken and all pairs are resolved",
        (
            Otherwise(
                "when all pieces have been taken",
                {"HornsPosition.is_over": property(lambda position: not position.lying)},
            ),
        ),
    ),
    Rule(
        "pass.only",
        "a player passes who can do nothing else, and nobody else does",
        (
            Otherwise("everybody may", {"play": _allowing("pass")}),
            Otherwise("nobody may", {"play": _never_passing}),
        ),
    ),
    Rule(
        "simplified.value",
        "in the simplified game only a piece that resolves the challenger's pair may be wanted",
        (
            Otherwise(
                "any piece", {"bare_table": lambda bare_table: lambda pairs, **_: bare_table(pairs, simplified=False)}
            ),
        ),
    ),
    Rule(
        "simplified.reply",
        "a challenged player of the simplified game may take only such a piece, too",
        (Otherwise("any piece", {"_play_challenge": _any_reply}),),
    ),
    Rule("challenge.colour", "both pairs have the same colour", reason="a challenge is written with one colour"),
    Rule("challenge.refuse", "nobody may refuse a challenge", reason="the engine asks nobody"),
    Rule("challenge.order", "the challenger tosses first", reason="both tosses are data of a challenge"),
    Rule("turn.order", "play goes clockwise", reason="the engine knows the order of the seats, not the table"),
    Rule("end.highest", "the highest total wins", reason="one player's pairs are shown; more is more"),
    Rule("end.tie", "tosses settle a tie", reason="a figure shows no tosses after the end"),
)


def rules_of_play(catalogue: HornsCatalogue, pieces: Mapping[str, HornPiece]) -> RulesOfPlay:
    """Return the rules of the game."""
    return RulesOfPlay(RULES, partial(small_figures, pieces), partial(first_untrue, catalogue=catalogue, pieces=pieces))
