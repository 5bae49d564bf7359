"""The figures of the rules of a game of horns, ``templates/figures/minotaurus.yaml``.

::

    HornsFigures -- figures  id -> Figure, one of
        |- pairs -- ShownPair   two pieces side by side, and what the rules make of them
        |- contest  Contest     who holds what, one challenge or several, and what the engine must find
        |- layout               the number of players whose layout is shown, some pieces turned up
        `- model -- Stage       the bull's head, or some of its parts, seen from some side
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from generator.catalogue.examples import matching
from generator.catalogue.validation import CAPITAL, Identifier, Record

PieceId = Annotated[
    str,
    matching(r"^[A-Z][1-5][LR]$", "is no piece; write its colour's letter, its value and L or R, as in B3L", "B3L"),
]
PlayerName = Annotated[str, CAPITAL]
Value = Annotated[int, Meta(ge=1, le=5)]
Degrees = Annotated[float, Meta(ge=-180, le=180)]


class ShownPair(Record, frozen=True):
    """Two pieces side by side.

    Attributes:
        pieces: the two.
        found: what they are: no pair, an unresolved or a resolved one.
    """

    pieces: tuple[PieceId, PieceId]
    found: Literal["none", "unresolved", "resolved"]


class Holding(Record, frozen=True):
    """What a player must be found to hold after a challenge.

    Attributes:
        pieces: the left and the right horn.
        resolved: whether the pair is.
        points: what it is worth in the end as it stands.
    """

    pieces: tuple[PieceId, PieceId]
    resolved: bool
    points: Annotated[int, Meta(ge=0, le=5)]


class Duel(Record, frozen=True):
    """One challenge.

    Attributes:
        challenger, challenged: the two players.
        value: of the piece wanted.
        succeeds: whose tosses land over a horn.
        takes: value of the piece that the challenged player takes, having alone succeeded.
        then: what both must be found to hold.
        may_challenge: whom the challenger must be found to be allowed to challenge afterwards.
    """

    challenger: PlayerName
    challenged: PlayerName
    value: Value
    succeeds: tuple[PlayerName, ...]
    then: dict[PlayerName, Holding]
    takes: Value | None = None
    may_challenge: tuple[PlayerName, ...] | None = None


class Contest(Record, frozen=True):
    """Pairs of one colour, and a challenge between two of their holders.

    Attributes:
        holds: the pair of each player, the left horn first.
        duel: the challenge.
        simplified: whether the simplified game is played.
    """

    holds: dict[PlayerName, tuple[PieceId, PieceId]]
    duel: Duel
    simplified: bool = False


class Layout(Record, frozen=True):
    """The pieces on the table, some of them turned up.

    Attributes:
        players: how many, of those that the catalogue has a table for.
        up: the pieces that are turned up, by place; places are counted along rows, from 1.
    """

    players: Annotated[int, Meta(ge=2, le=9)]
    up: dict[str, PieceId] = field(default_factory=dict)


class Stage(Record, frozen=True):
    """The bull's head, or some of its parts, seen from some side.

    Attributes:
        around: degrees from the front, to the bull's right.
        above: degrees up from the table.
        parts: letters of the nets that are there; empty for all.
        added: those of them that are new, painted; the others are pale.
    """

    around: Degrees
    above: Degrees
    parts: tuple[PlayerName, ...] = ()
    added: tuple[PlayerName, ...] = ()


class Figure(Record, frozen=True):
    """One figure; exactly one of its parts is there."""

    pairs: tuple[ShownPair, ...] = ()
    contest: Contest | None = None
    layout: Layout | None = None
    model: tuple[Stage, ...] = ()


class HornsFigures(Record, frozen=True):
    """All figures of a game."""

    game: Identifier
    figures: dict[Identifier, Figure]
