"""The records of a catalogue of this kind, such as `templates/games/asterismo.yaml`, and what is wrong with one.

::

    Catalogue -- colours   id -> Colour    letter, sign, ink; three of them
              |- tokens    Tokens          how many of each colour, how wide
              `- board     Board           how wide a hexagon is, its ink
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

from msgspec import Meta

from generator.catalogue.headers import Heading
from generator.catalogue.strict_yaml import Document
from generator.catalogue.validation import CAPITAL, Identifier, Record, Rgb
from generator.errors import Mistake
from generator.games.asterismo.layout import Sign
from generator.games.asterismo.rules import TOKENS_PER_COLOUR
from generator.games.asterismo.tree import COLOURS

LEAST_AIR_MM = 1.0
"""How much wider than its token a hexagon is at least, so that fingers can lift one out of many. Own choice."""

Letter = Annotated[str, CAPITAL, Meta(description="how positions are written as text")]


class Colour(Record, frozen=True):
    """A colour of tokens, and the sign that says the same without colour."""

    letter: Letter
    sign: Sign
    ink: Rgb


class Tokens(Record, frozen=True):
    """The tokens: hexagons that are so wide from side to side."""

    each: Annotated[int, Meta(ge=1, le=99, description="of each colour")]
    width_mm: Annotated[float, Meta(ge=8, le=60)]


class Board(Record, frozen=True):
    """The board: how wide its hexagons are from side to side, and the ink of its sky."""

    hexagon_mm: Annotated[float, Meta(ge=9, le=70)]
    ink: Rgb


class Catalogue(Heading, frozen=True, kw_only=True):
    """A game of tokens in three colours on a rhombus of hexagons."""

    colours: Annotated[dict[Identifier, Colour], Meta(min_length=COLOURS, max_length=COLOURS)]
    tokens: Tokens
    board: Board


def mistakes(catalogue: Catalogue, document: Document) -> Iterator[Mistake]:
    """What is wrong with the sense of a catalogue whose form is sound."""
    for (one, first), (other, second) in combinations(catalogue.colours.items(), 2):
        for key in ("letter", "sign"):
            if getattr(first, key) == getattr(second, key):
                message = f"{other} has the {key} of {one}, {getattr(first, key)!r}; each colour needs its own"
                yield Mistake(document.value_place(("colours", other, key)), message)
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
