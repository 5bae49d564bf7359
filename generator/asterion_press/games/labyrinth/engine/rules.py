"""The rules that a game follows: its edition and what the players agreed on; errors of play.

::

    AsterionError
    `-- PlayError
        |-- MalformedError     not a ply, not a record, not a table: it cannot even be asked whether it is legal
        |-- IllegalError       well formed, but a rule forbids it here; knows the rule's id and the position in words
        `-- DisagreementError  a record claims what the engine does not find; knows ply, claim and finding

Source: rules/asterion.md, "Two editions" and the rulings A1, A5 and A7.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, cast, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from asterion_press.errors import AsterionError
from asterion_press.games.labyrinth.catalogue.records import Catalogue


class PlayError(AsterionError):
    """An error in what was played, or in what was said about it."""


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


Edition: TypeAlias = Literal["revised", "original"]
TieBreak: TypeAlias = Literal["all", "coinless", "coin_only", "seat"]
Outside: TypeAlias = Literal["any", "unbounded"]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
POINTS_IMPALED, POINTS_OWN = 1, -1
"""Points for impaling a prisoner of another player, and for one of one's own. Source: rule 3."""
POINTS_COIN = 1
"""Points for each coin that a prisoner escapes with. Source: rule 4."""
WINGS_TO_FLY = 2
"""Wings that make an escape without a way out. Source: rule 4."""
FREE_SIDES_TO_ACT = 1
"""Sides without a neighbour that a tile must have before it may be acted on (A15)."""
DIRECTION = "=anticlockwise"
"""The way round the table in which play goes, as the key of a word that texts take."""
OPTIONS = ("score_impaled", "tie_break", "outside", "actions")
"""The agreements that players may make beside the edition."""
TIE_BREAKS: dict[Edition, TieBreak] = {"revised": "coinless", "original": "all"}
"""The tie-break of each edition. Source: rules/asterion.md, A1."""


class Rules(Struct, frozen=True):
    """The rules of one game.

    An agreement on what the edition has anyway becomes None, so that equal rules are equal.

    Attributes:
        edition: `revised` has actions and points for impaling, `original` has neither.
        score_impaled: whether impaling scores (A5); None means as the edition has it.
        tie_break: which escaping prisoners break a tie (A1); None means as the edition has it: `coinless` in the
            revised one, `all` in the original one. With `seat` none do, and of players with equally many points
            the first in the order of play wins, alone. That levels the seats; see docs/study.md.
        outside: whether an enclosed uncovered cell is outside (A7).
        actions: whether a tile may pay for rotate, swap or move; None means as the edition has it.
    """

    edition: Edition = "revised"
    score_impaled: bool | None = None
    tie_break: TieBreak | None = None
    outside: Outside = "any"
    actions: bool | None = None

    def __post_init__(self) -> None:
        for name, allowed in (("edition", Edition), ("tie_break", TieBreak), ("outside", Outside)):
            value, choices = getattr(self, name), get_args(allowed)
            if value not in choices and (name, value) != ("tie_break", None):
                raise MalformedError(f"unknown {name} {value!r}; one of {', '.join(choices)}")
        for name in ("score_impaled", "actions"):
            if getattr(self, name) == (self.edition == "revised"):
                force_setattr(self, name, None)
        if self.tie_break == TIE_BREAKS[self.edition]:
            force_setattr(self, "tie_break", None)

    @property
    def departures(self) -> dict[str, str | bool]:
        """Return the options, by name, in which these rules depart from those of the edition alone."""
        plain = Rules(self.edition)
        return {name: mine for name in OPTIONS if (mine := getattr(self, name)) != getattr(plain, name)}

    @property
    def acts(self) -> bool:
        """Return whether a tile may pay for an action."""
        return self.edition == "revised" if self.actions is None else self.actions

    @property
    def scores_impaled(self) -> bool:
        """Return whether impaling scores."""
        return self.edition == "revised" if self.score_impaled is None else self.score_impaled

    @property
    def breaks_tie(self) -> TieBreak:
        """Return which escaping prisoners break a tie."""
        return TIE_BREAKS[self.edition] if self.tie_break is None else self.tie_break


def rules_of(catalogue: Catalogue, **asked: Any) -> Rules:
    """Return the rules of a catalogue: of its edition and with its options, except for what is asked otherwise.

    Args:
        catalogue: one of an edition that the engine does not know is played by the revised one.
        asked: other options, by the names of :class:`Rules`; None changes nothing.
    """
    own = catalogue.edition
    wanted: dict[str, Any] = {
        "edition": cast("Edition", own) if own in get_args(Edition) else Rules().edition,
        "score_impaled": catalogue.rules.score_impaled,
        "tie_break": catalogue.rules.tie_break,
        "outside": catalogue.rules.outside,
    }
    return Rules(**(wanted | {name: value for name, value in asked.items() if value is not None}))
