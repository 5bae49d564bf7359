"""The records of a catalogue of tokens.

::

    TokensCatalogue -- shape, size_mm, backs
                    |- colours  id -> TokenColour   symbol, ink
                    |- tokens   id -> Token         count, colours, symbol, value, text
                    `- expect   TokensExpected      what the file promises
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from generator.catalogue.headers import GameHeader, OnlyColours, Symbol
from generator.catalogue.validation import ALSO, Identifier, Record, Rgb, visible

Shape: TypeAlias = Literal["square", "round"]
Backs: TypeAlias = Literal["alike", "colours", "blank"]
Size = Annotated[float, Meta(ge=15, le=100)]
Count = Annotated[int, Meta(ge=0, le=999)]
Value = Annotated[int, Meta(ge=0, le=99)]
Text = Annotated[str, visible(12)]


class TokenColour(Record, frozen=True):
    """A colour, and the sign that says the same without colour.

    Attributes:
        symbol: the sign that identifies the colour without ink.
        ink: its ink, as `#rrggbb`.
    """

    symbol: Symbol
    ink: Rgb


class Token(Record, frozen=True):
    """One face, printed in some or all colours.

    Attributes:
        count: how often in each of its colours.
        symbol: instead of the colour's own.
        value: a number below the sign.
        text: a word at the foot, in any letters that the fonts of the program have.
    """

    count: Count = 1
    colours: OnlyColours = None
    symbol: Symbol | None = None
    value: Value | None = None
    text: Text | None = None


class TokensExpected(Record, frozen=True):
    """The promises of a catalogue; a key that is left out promises nothing.

    Attributes:
        pieces: how many there are in all.
        per_colour: how many there are in each colour.
    """

    pieces: Count | None = None
    per_colour: Count | None = None


OR_TABLE = {ALSO: {"type": "string", "minLength": 1}}
Tokens = Annotated[
    dict[Identifier, Token],
    Meta(min_length=1, max_length=1000, extra_json_schema=OR_TABLE),
]


class TokensCatalogue(GameHeader, frozen=True, kw_only=True):
    """A game of tokens.

    Attributes:
        shape: of every token.
        size_mm: side of a square token's trim, or a round one's diameter.
        backs: all alike, one for each colour, or none.
        colours: the colours of the tokens, by id.
        tokens: the tokens, by id, or the name of a table with a row for each, such as `pieces.csv`; each is printed in
            every colour, unless it says otherwise.
        sheet: of an XLSX table, as its tab says; else the first that is not hidden.
        expect: what the file promises; `asterion check` holds it against what there is.
    """

    kind: Literal["tokens"]
    shape: Shape = "square"
    size_mm: Size
    backs: Backs = "alike"
    colours: Annotated[dict[Identifier, TokenColour], Meta(min_length=1, max_length=8)]
    tokens: Tokens
    sheet: Annotated[str, visible(31)] | None = None
    expect: TokensExpected = TokensExpected()
