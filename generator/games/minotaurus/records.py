"""The records of a catalogue of horns, ``templates/games/minotaurus.yaml``.

::

    HornsCatalogue -- colours  id -> Hue   letter, symbol, ink
                   |- values               the skill levels
                   |- tables -- Table      players, values in play, columns, rows
                   |- ring     Ring        inner and outer diameter, copies
                   `- expect   Promise     how many pieces
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from generator.catalogue.headers import Heading, Symbol
from generator.catalogue.validation import CAPITAL, Identifier, Record, Rgb

Value = Annotated[int, Meta(ge=1, le=5, description="a skill level; a horn has room for five rings")]
Count = Annotated[int, Meta(ge=1, le=999)]


class Hue(Record, frozen=True):
    """A colour: a leaping phase.

    Attributes:
        letter: begins the ids of its pieces.
        symbol: tells it without colour.
        ink: its field.
    """

    letter: Annotated[str, CAPITAL]
    symbol: Symbol
    ink: Rgb


class Table(Record, frozen=True):
    """What is laid out for a number of players.

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
    """What the file promises.

    Attributes:
        pieces: how many there are.
    """

    pieces: Count


class HornsCatalogue(Heading, frozen=True, kw_only=True):
    """A game of horns.

    Attributes:
        piece_mm: side of a piece.
        colours: by id.
        values: each with a left and a right horn in every colour.
        tables: by number of players.
        ring: to toss.
        expect: what must come of it.
    """

    piece_mm: Annotated[float, Meta(ge=25, le=84)]
    colours: Annotated[dict[Identifier, Hue], Meta(min_length=1, max_length=8)]
    values: Annotated[tuple[Value, ...], Meta(min_length=1, max_length=5)]
    tables: Annotated[tuple[Table, ...], Meta(min_length=1, max_length=4)]
    ring: Ring
    expect: Promise
