"""The records of the files of this kind: a catalogue, and the figures of the rules.

::

    HornsCatalogue -- colours  id -> Hue   letter, symbol, ink             templates/games/minotaurus.yaml
                   |- values               the skill levels
                   |- tables -- Table      players, values in play, columns, rows
                   |- ring     Ring        inner and outer diameter, copies
                   `- expect   Promise     how many pieces

    HornsFigures -- figures  id -> Figure, one of                          templates/figures/minotaurus.yaml
        |- pairs -- ShownPair   two pieces side by side, and what the rules make of them
        |- contest  Contest     who holds what, a challenge, and what the engine must find
        |- layout   Layout      the number of players whose layout is shown, some pieces turned up
        `- model -- Stage       the bull's head, or some of its parts, seen from some side
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from asterion_press.catalogue.headers import GameHeader, Symbol
from asterion_press.catalogue.validation import CAPITAL, Identifier, Record, Rgb, matching
from asterion_press.games.game import NO_RULINGS, Ask, RuleFigure, Rulings

Value = Annotated[int, Meta(ge=1, le=5, description="a skill level; a horn has room for five rings")]
Count = Annotated[int, Meta(ge=1, le=999)]


class Hue(Record, frozen=True):
    """A colour: a leaping phase.

    Attributes:
        letter: begins the ids of its pieces.
        symbol: the sign that identifies the colour without ink.
        ink: its field.
    """

    letter: Annotated[str, CAPITAL]
    symbol: Symbol
    ink: Rgb


class Table(Record, frozen=True):
    """The layout for a number of players.

    Attributes:
        players: how many.
        values: in play.
        columns, rows: of the layout.
    """

    players: Annotated[int, Meta(ge=2, le=9)]
    values: Annotated[tuple[Value, ...], Meta(min_length=1, max_length=5)]
    columns: Annotated[int, Meta(ge=1, le=20)]
    rows: Annotated[int, Meta(ge=1, le=20)]


class Ring(Record, frozen=True):
    """The tossing ring.

    Attributes:
        inner_mm, outer_mm: diameters.
        copies: layers that are glued together.
    """

    inner_mm: Annotated[float, Meta(ge=20, le=160)]
    outer_mm: Annotated[float, Meta(ge=30, le=178)]
    copies: Annotated[int, Meta(ge=1, le=8)] = 2


class Promise(Record, frozen=True):
    """The promises of the catalogue.

    Attributes:
        pieces: how many there are.
    """

    pieces: Count


class HornsCatalogue(GameHeader, frozen=True, kw_only=True):
    """A game of horns.

    Attributes:
        piece_mm: side of a piece.
        colours: by id.
        values: each with a left and a right horn in every colour.
        tables: by number of players.
        ring: to toss.
        expect: the promises that `check` compares.
    """

    piece_mm: Annotated[float, Meta(ge=25, le=84)]
    colours: Annotated[dict[Identifier, Hue], Meta(min_length=1, max_length=8)]
    values: Annotated[tuple[Value, ...], Meta(min_length=1, max_length=5)]
    tables: Annotated[tuple[Table, ...], Meta(min_length=1, max_length=4)]
    ring: Ring
    expect: Promise


PieceId = Annotated[
    str,
    matching(r"^[A-Z][1-5][LR]$", "is no piece; write its colour's letter, its value and L or R, as in B3L", "B3L"),
]
PlayerName = Annotated[str, CAPITAL]
FigureValue = Annotated[int, Meta(ge=1, le=5)]
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
    """The pair of a player after a challenge, which the engine must confirm.

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
        may_take: values that the challenged player must be found to be allowed to take, if that one alone succeeded.
    """

    challenger: PlayerName
    challenged: PlayerName
    value: FigureValue
    succeeds: tuple[PlayerName, ...]
    then: dict[PlayerName, Holding]
    takes: FigureValue | None = None
    may_challenge: tuple[PlayerName, ...] | None = None
    may_take: tuple[FigureValue, ...] | None = None


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


class Move(Record, frozen=True):
    """A move of a player that is asked about: whether the rules allow it.

    Attributes:
        holds: the pairs of each player, in each the left horn first.
        table: the pieces that lie there.
        player: whose turn it is.
        does: takes the first two pieces of the table, which have been turned up; or passes.
        legal: whether the player may.
        over: whether the game has ended before.
    """

    holds: dict[PlayerName, tuple[tuple[PieceId, PieceId], ...]]
    player: PlayerName
    does: Literal["take", "pass"]
    legal: bool
    over: bool = False
    table: tuple[PieceId, ...] = ()


class Layout(Record, frozen=True):
    """The pieces on the table, some of them turned up.

    Attributes:
        players: how many, of those that the catalogue has a table for.
        up: the pieces that are turned up, by place; places are counted along rows, from 1.
        steps: whether layout card, bull's head and ring are shown, too, numbered by the steps of the setup.
    """

    players: Annotated[int, Meta(ge=2, le=9)]
    up: dict[str, PieceId] = field(default_factory=dict)
    steps: bool = False


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


HandsQuestion: TypeAlias = Literal["after", "challenges", "pair", "replies", "rivals", "takes", "wanted"]


class Hands(Record, frozen=True):
    """The pairs of some players, clockwise.

    Attributes:
        holds: by player the pairs, each the left horn first.
        up: two pieces that are turned up on the table.
        lying: how many others lie there face down; those that are turned up are not among them.
    """

    holds: dict[PlayerName, tuple[tuple[PieceId, PieceId], ...]]
    up: tuple[PieceId, ...] = ()
    lying: Annotated[int, Meta(ge=0, le=50)] = 0


class HandsAsk(Ask, frozen=True, kw_only=True):
    """A question about the pairs of some players.

    Attributes:
        find: what the engine is asked: `pair`: whether the pieces turned up are one; `takes`: whether the player may
            take them; `challenges`: whether the player may challenge the rival; `rivals`: whom the player may
            challenge; `wanted`: which values the player may ask the rival for; `after`: the values of the pair that the
            player has after a challenge, left and right; `replies`: which values a rival may take who alone succeeds.
        player: whose turn it is, or whom the question is about.
        rival: who is challenged.
        colour: of the pairs.
        value: of the piece wanted.
        succeeds: whose tosses land over a horn.
        takes: value of the piece that the rival takes, having alone succeeded.
        of: whose pair is asked for after the challenge; the player's if left out.
        simplified: whether the simplified game is played.
    """

    find: HandsQuestion
    player: PlayerName | None = None
    rival: PlayerName | None = None
    colour: Identifier | None = None
    value: FigureValue | None = None
    succeeds: tuple[PlayerName, ...] = ()
    takes: FigureValue | None = None
    of: PlayerName | None = None
    simplified: bool = False


class Figure(RuleFigure, frozen=True):
    """One figure; exactly one of its parts is there.

    Attributes:
        ask: what the quiz of the page asks about `hands`; such a figure stands in no text.
        hands: the pairs of some players.
        pairs: pieces side by side.
        contest: a challenge that is played.
        moves: moves of players; such a figure belongs to a question and is not drawn.
        layout: pieces on a layout card.
        model: stages of the paper model.
        points: what the pairs are worth together, as at the end of the game.
    """

    pairs: tuple[ShownPair, ...] = ()
    contest: Contest | None = None
    moves: tuple[Move, ...] = ()
    layout: Layout | None = None
    model: tuple[Stage, ...] = ()
    points: Annotated[int, Meta(ge=0, le=99)] | None = None
    hands: Hands | None = None
    ask: HandsAsk | None = None


class HornsEnd(Record, frozen=True):
    """The end of a game, to be scored.

    Attributes:
        game: id of the game.
        holds: by player the pairs, each the left horn first.
        tosses: by player who ties, whether each toss landed over a horn; without any, those who tie share the victory.
    """

    game: Identifier
    holds: Annotated[dict[PlayerName, tuple[tuple[PieceId, PieceId], ...]], Meta(min_length=1)]
    tosses: dict[PlayerName, tuple[bool, ...]] = field(default_factory=dict)


class HornsFigures(Record, frozen=True):
    """All figures of a game.

    Attributes:
        game: id of the game.
        figures: its figures, by the id that a rules text names.
        rulings: rules that no published text has.
    """

    game: Identifier
    figures: dict[Identifier, Figure]
    rulings: Rulings = NO_RULINGS
