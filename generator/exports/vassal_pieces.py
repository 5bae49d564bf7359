"""Pieces as VASSAL writes them: chains of traits, each level of which escapes the delimiters of the level within.

::

    +/null/<types>/<states>          a piece to be added; the delimiter is a slash
    mask TAB turning TAB piece;;;    types, outermost first; what is within has its tabs escaped, once for each level
    null;  TAB 0 TAB null;0;0;17;0   states in the same order

Source: VASSAL 3.7, SequenceEncoder, BasicCommandEncoder, Decorator, Obscurable, FreeRotator, BasicPiece, Marker.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

FLIP_KEY = "70,130"
TURN_RIGHT_KEY, TURN_LEFT_KEY = "93,130", "91,130"
"""Ctrl-F, Ctrl-] and Ctrl-[ as VASSAL writes keys: the key's code and its modifiers. Source: NamedHotKeyConfigurer."""
BACKGROUND = "B"
"""A masked piece shows its mask alone. Source: Obscurable."""


class Trait(Struct, frozen=True):
    """One trait, or the piece within all of them: what it is, and how it stands."""

    kind: str
    state: str


def encoded(delimiter: str, *tokens: str) -> str:
    """Tokens as one text, as VASSAL's SequenceEncoder writes them."""
    return delimiter.join(_token(delimiter, token) for token in tokens)


def _token(delimiter: str, token: str) -> str:
    escaped = token.replace(delimiter, f"\\{delimiter}")
    quoted = token.startswith("\\") or (token.startswith("'") and token.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def chained(parts: Sequence[str]) -> str:
    """Types or states of traits, outermost first."""
    outer, *inner = parts
    return encoded("\t", outer, chained(inner)) if inner else outer


def piece_text(traits: Sequence[Trait]) -> str:
    """A piece as a slot holds it."""
    kinds, states = chained([one.kind for one in traits]), chained([one.state for one in traits])
    return "+/" + encoded("/", "null", kinds, states)


def basic(image: str, name: str, gpid: str) -> Trait:
    """The piece itself, which lies nowhere yet."""
    return Trait("piece;" + encoded(";", "", "", image, name), encoded(";", "null", "0", "0", gpid, "0"))


def turning(turns: int) -> Trait:
    """Turns by so many equal steps; nothing is drawn turned at first."""
    words = "Turn right", "Turn left"
    tokens = (str(turns), TURN_RIGHT_KEY, TURN_LEFT_KEY, *words, "", "", "turns", "", "", "", "", "true")
    return Trait("rotate;" + encoded(";", *tokens), "0")


def masked(image: str) -> Trait:
    """Shows the image instead of its face as long as it lies face down."""
    tokens = FLIP_KEY, image, "Flip", BACKGROUND, "?", "player:", "Peek", "", "false", "", ""
    return Trait("obs;" + encoded(";", *tokens), encoded(";", "null", ""))


def marked(**properties: str) -> Trait:
    """Properties that never change, for sorting and counting."""
    return Trait("mark;" + encoded(",", *properties), encoded(",", *properties.values()))
