"""The records of the files of this kind, a catalogue and the figures of its rules, and what is wrong with a catalogue.

::

    Catalogue -- colours   id -> Colour    letter, sign, ink; three of them     templates/games/asterismo.yaml
              |- tokens    Tokens          how many of each colour, how wide
              `- board     Board           how wide a hexagon is, its ink

    Figures -- figures  id -> Figure -- panels -- Panel                         templates/figures/<game>.yaml
        |- tokens    colour -> hexagons, as players write them
        |- poured    or the seed of a pour, of which all tokens show
        |- take      the token that is taken here; shown as an outline
        |- ringed    tokens that the caption speaks of
        |- harvests  of each player, in the order of colours
        |- turn      whose turn it is, from 1
        |- labelled  whether letters and numbers stand around
        |- verdict   right or wrong, printed beside the letter
        `- claims    see Claims

A poured panel shows the dead of all rounds, and what lies apart, as tokens that are taken away. What falls by a take is
crossed out. A claim that the engine does not confirm stops the build.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from asterion_press.catalogue.headers import GameHeader
from asterion_press.catalogue.strict_yaml import Document
from asterion_press.catalogue.validation import CAPITAL, Identifier, Record, Rgb
from asterion_press.errors import Mistake
from asterion_press.games.asterismo.rules import COLOURS, TOKENS_PER_COLOUR
from asterion_press.games.game import NO_RULINGS, Ask, RuleFigure, Rulings
from asterion_press.games.report import colour_mistakes

LEAST_AIR_MM = 1.0
"""Least difference between the widths of a hexagon and its token: fingers can lift one out of many. Own choice."""

Sign: TypeAlias = Literal["sun", "moon", "star"]
"""The signs, which distinguish tokens without colour; each is drawn in `piece_art.py`."""
Letter = Annotated[str, CAPITAL, Meta(description="how positions are written as text")]
Count = Annotated[int, Meta(ge=0, le=999)]
Hexagons = tuple[str, ...]


class Colour(Record, frozen=True):
    """A colour of tokens, and the sign that says the same without colour.

    Attributes:
        sign: the sign that identifies the colour without ink.
        ink: its ink, as `#rrggbb`.
    """

    letter: Letter
    sign: Sign
    ink: Rgb


class Tokens(Record, frozen=True):
    """The tokens, which are hexagons.

    Attributes:
        width_mm: of a token from side to side, in mm.
    """

    each: Annotated[int, Meta(ge=1, le=99, description="of each colour")]
    width_mm: Annotated[float, Meta(ge=8, le=60)]


class Board(Record, frozen=True):
    """The board: how wide its hexagons are from side to side, and the ink of its sky.

    Attributes:
        hexagon_mm: width of a hexagon from side to side, in mm.
        ink: of the sky, as `#rrggbb`.
    """

    hexagon_mm: Annotated[float, Meta(ge=9, le=70)]
    ink: Rgb


class Catalogue(GameHeader, frozen=True, kw_only=True):
    """A game of tokens in three colours on a rhombus of hexagons.

    Attributes:
        colours: the three colours of tokens, by id.
        tokens: how many there are, and how large.
        board: its hexagons and its ink.
    """

    colours: Annotated[dict[Identifier, Colour], Meta(min_length=COLOURS, max_length=COLOURS)]
    tokens: Tokens
    board: Board


def catalogue_mistakes(catalogue: Catalogue, document: Document) -> Iterator[Mistake]:
    """Yield what is wrong with the sense of a catalogue whose form is sound."""
    yield from colour_mistakes(document, catalogue.colours, "letter", "sign", "ink")
    if catalogue.tokens.each != TOKENS_PER_COLOUR:
        message = f"{catalogue.tokens.each} tokens of each colour; the rules are for {TOKENS_PER_COLOUR}"
        yield Mistake(document.value_place(("tokens", "each")), message)
    widest = catalogue.board.hexagon_mm - LEAST_AIR_MM
    if catalogue.tokens.width_mm > widest:
        message = (
            f"tokens of {catalogue.tokens.width_mm:g} mm are too wide for hexagons of {catalogue.board.hexagon_mm:g} "
            f"mm; at most {widest:g} mm leave room for fingers"
        )
        yield Mistake(document.value_place(("tokens", "width_mm")), message)


# -- figures -----------------------------------------------------------------------------------------------------------


class Claims(Record, frozen=True):
    """The claims of a panel; nothing is printed unless the engine confirms them.

    Attributes:
        alive: hexagons whose tokens are alive.
        dead: hexagons whose tokens are not.
        legal: whether the take is legal.
        falls: the tokens that fall by it, all of them.
        pieces: how many pieces the tree is in, after the take if there is one.
        takes: how many tokens may be taken, after the take if there is one.
        rounds: how many times dead tokens are taken away from a pour.
        removed: how many tokens of a pour are shared out in all.
        apart: how many of them are alive, but not in the largest group.
        left: how many tokens of a pour remain.
        won: whether the goal is met.
        needs: how many tokens a player needs at least.
        most: how many tokens can still be taken at most, whatever the players do.
        gets: how many tokens the player with fewer of them then has at most.
        verdict: whether the position can be won.
        line: takes that win it, one after the other.
        wins: the takes after which it can still be won, all of them.
    """

    alive: Hexagons | None = None
    dead: Hexagons | None = None
    legal: bool | None = None
    falls: Hexagons | None = None
    pieces: Count | None = None
    takes: Count | None = None
    rounds: Count | None = None
    removed: Count | None = None
    apart: Count | None = None
    left: Count | None = None
    won: bool | None = None
    needs: Count | None = None
    most: Count | None = None
    gets: Count | None = None
    verdict: Literal["won", "lost"] | None = None
    line: Hexagons | None = None
    wins: Hexagons | None = None


class Panel(Record, frozen=True):
    """A position and what is said of it.

    Attributes:
        tokens: hexagons with tokens, by colour.
        poured: the seed from which tokens are poured, instead of `tokens`.
        take: the hexagon whose token is taken.
        ringed: hexagons that are marked with a ring.
        harvests: tokens that each player has taken, by colour.
        turn: the player whose turn it is.
        labelled: whether rows and columns bear their names.
        bare: whether no hexagons are shown but those that matter.
        verdict: whether the panel is shown as right or as wrong.
        claims: what the engine must find in the panel.
    """

    tokens: dict[Identifier, Hexagons] = field(default_factory=dict)
    poured: Annotated[int, Meta(ge=0)] | None = None
    take: str | None = None
    ringed: Hexagons = ()
    harvests: tuple[tuple[Count, Count, Count], ...] = ()
    turn: Annotated[int, Meta(ge=1, le=3)] | None = None
    labelled: bool = False
    bare: bool = False
    verdict: Literal["right", "wrong"] | None = None
    claims: Claims = Claims()


class TreeAsk(Ask, frozen=True, kw_only=True):
    """A question about a tree or about harvests.

    Attributes:
        find: what the engine is asked: `alive`: whether the ringed tokens are; `dead`: the tokens that are not;
            `legal`: whether the take is; `taken`: the tokens of a pour that are taken away; `won`: whether the players
            have.
    """

    find: Literal["alive", "dead", "legal", "taken", "won"]


class Figure(RuleFigure, frozen=True):
    """One or more panels.

    Attributes:
        ask: what the quiz of the page asks about its only panel, which claims nothing; it stands in no text.
        panels: its panels, from left to right.
    """

    panels: Annotated[tuple[Panel, ...], Meta(min_length=1, max_length=6)]
    ask: TreeAsk | None = None


class HexEnd(Record, frozen=True):
    """The end of a game, to be scored.

    Attributes:
        game: id of the game.
        harvests: tokens that each player has taken, by colour.
    """

    game: Identifier
    harvests: Annotated[tuple[tuple[Count, Count, Count], ...], Meta(min_length=2, max_length=3)]


class Figures(Record, frozen=True):
    """All figures of a rules text.

    Attributes:
        game: id of the game.
        figures: its figures, by the id that a rules text names.
        rulings: rules that no published text has.
    """

    game: Identifier
    figures: dict[Identifier, Figure]
    rulings: Rulings = NO_RULINGS
