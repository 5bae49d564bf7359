"""Errors about plies and about records of games.

::

    AsterionError
    `-- PlayError
        |-- MalformedError     not a ply, not a record, not a table: it cannot even be asked whether it is legal
        |-- IllegalError       well formed, but a rule forbids it here; knows the rule's id and the position in words
        `-- DisagreementError  a record claims what the engine does not find; knows ply, claim and finding
"""

from __future__ import annotations

from generator.errors import AsterionError


class PlayError(AsterionError):
    """Something is wrong with what was played, or with what was said about it."""


class MalformedError(PlayError):
    """A text, a ply or a table that means nothing in this game."""


class IllegalError(PlayError):
    """A ply that a rule forbids in this position.

    Attributes:
        rule: id of the ruling, such as ``A15``, or the word of a rule without an id: ``trap``, ``touch``, ``covered``,
            ``hand``, ``seat``, ``over``, ``edition``.
        reason: what forbids it, in words.
        state: the position in words.
    """

    def __init__(self, rule: str, reason: str, state: str) -> None:
        self.rule, self.reason, self.state = rule, reason, state
        super().__init__(f"{reason} [{rule}]; {state}")


class DisagreementError(PlayError):
    """A record claims one thing and the engine finds another.

    Attributes:
        ply: number of the ply, counted from 1; 0 for what the record says about the whole game.
        what: which claim, such as ``points`` or ``final.scores``.
        claimed: what the record says.
        found: what the engine says.
    """

    def __init__(self, ply: int, what: str, claimed: object, found: object) -> None:
        self.ply, self.what, self.claimed, self.found = ply, what, claimed, found
        where = f"ply {ply}" if ply else "the record"
        super().__init__(f"{where}: {what}: claimed {claimed!r}, found {found!r}")
