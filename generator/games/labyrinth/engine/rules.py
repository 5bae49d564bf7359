"""The rules that a game follows, its edition and what the players agreed on, and the names of the bots.

Source: rules/asterion.md, "Two editions" and the rulings A1, A5 and A7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args

from generator.games.labyrinth.engine.errors import MalformedError

if TYPE_CHECKING:
    from generator.games.labyrinth.catalogue.records import Catalogue

Edition: TypeAlias = Literal["revised", "original"]
TieBreak: TypeAlias = Literal["all", "coinless", "coin_only", "seat"]
Outside: TypeAlias = Literal["any", "unbounded"]
BotName: TypeAlias = Literal["random", "greedy", "search"]
BOT_NAMES: tuple[BotName, ...] = get_args(BotName)
"""From the weakest to the strongest; ``bots.py`` says how they play."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
OPTIONS = ("score_impaled", "tie_break", "outside", "actions")
"""The agreements that players may make beside the edition."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game.

    An agreement on what the edition has anyway becomes None, so that equal rules are equal.

    Attributes:
        edition: `revised` has actions and points for impaling, `original` has neither.
        score_impaled: whether impaling scores (A5); None means as the edition has it.
        tie_break: which escaping prisoners break a tie (A1); with `seat` none do, and of players with equally
            many points the first in the order of play wins, alone. That levels the seats; see docs/study.md.
        outside: whether an enclosed uncovered cell is outside (A7).
        actions: whether a tile may pay for rotate, swap or move; None means as the edition has it.
    """

    edition: Edition = "revised"
    score_impaled: bool | None = None
    tie_break: TieBreak = "all"
    outside: Outside = "any"
    actions: bool | None = None

    def __post_init__(self) -> None:
        for name, allowed in (("edition", Edition), ("tie_break", TieBreak), ("outside", Outside)):
            value, choices = getattr(self, name), get_args(allowed)
            if value not in choices:
                raise MalformedError(f"unknown {name} {value!r}; one of {', '.join(choices)}")
        for name in ("score_impaled", "actions"):
            if getattr(self, name) == (self.edition == "revised"):
                object.__setattr__(self, name, None)

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


def rules_of(catalogue: Catalogue, **asked: Any) -> Rules:
    """Return the rules of a catalogue: of its edition and with its options, except for what is asked otherwise.

    Args:
        catalogue: one of an edition that the engine does not know is played by the revised one.
        asked: other options, by the names of :class:`Rules`; None changes nothing.
    """
    own = catalogue.edition
    wishes: dict[str, Any] = {
        "edition": cast("Edition", own) if own in get_args(Edition) else Rules().edition,
        "score_impaled": catalogue.rules.score_impaled,
        "tie_break": catalogue.rules.tie_break,
        "outside": catalogue.rules.outside,
    }
    return Rules(**(wishes | {name: value for name, value in asked.items() if value is not None}))
