"""What a paragraph is made of before it has lines: boxes, glue and penalties; and what a line is made of after.

Lengths are points. A box is printed and never broken. Glue is space that stretches and shrinks, and disappears where a
line breaks. A penalty is a place where a line may break at a cost, and what is printed if it does, such as a hyphen;
its width may be negative, so that a full stop hangs into the margin.

A booklet has some ten thousand of them. None leads back to itself, so the collector of rubbish need not look at them.

Source of the model: D. E. Knuth and M. F. Plass, "Breaking paragraphs into lines", Software: Practice and Experience
11, 1981.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generator.pdf.fonts import Font

NEVER = 10_000.0
"""A penalty that forbids a break; its negative forces one."""

NOTE_TARGET, MARK_TARGET = "note-", "mark-"
"""Names of destinations, each followed by a number: a footnote, and the place of its mark."""


class Glyphs(Struct, frozen=True, gc=False):
    """Characters of one font that are printed together.

    Attributes:
        advances: from the origin of each character to that of the next.
        rise: how far above the line's baseline.
        link: name of the destination that a reader who clicks is led to, or empty.
    """

    text: str
    font: Font
    size: float
    ink: str
    advances: tuple[float, ...]
    rise: float = 0.0
    link: str = ""


class Picture(Struct, frozen=True, gc=False):
    """A symbol in the line: `drop` is how far it reaches below the baseline."""

    name: str
    spoken: str
    width: float
    height: float
    drop: float


Piece: TypeAlias = "Glyphs | Picture"


class Box(Struct, frozen=True, gc=False):
    """Something printed; `shift` moves its ink to the right of its place; `note` is a footnote's name."""

    width: float
    piece: Piece | None
    shift: float = 0.0
    note: str = ""


class Glue(Struct, frozen=True, gc=False):
    """Space; `piece` is the space character, for those who copy the text."""

    width: float
    stretch: float
    shrink: float
    piece: Glyphs | None = None


class Penalty(Struct, frozen=True, gc=False):
    """A place to break at; `flagged` ones should not follow each other."""

    width: float
    cost: float
    flagged: bool = False
    piece: Glyphs | None = None


Item: TypeAlias = "Box | Glue | Penalty"


class Line(Struct, frozen=True, gc=False):
    """A line that is set.

    Attributes:
        pieces: each with the x of its origin from the line's left end.
        width: from the left end to the end of the last piece.
        notes: names of the footnotes that are marked in the line.
        hyphenated: whether a word is broken at its end.
        overfull: by how much it is too long for its measure, 0 if it fits.
    """

    pieces: tuple[tuple[float, Piece], ...]
    width: float
    notes: tuple[str, ...] = ()
    hyphenated: bool = False
    overfull: float = 0.0


def moved(line: Line, right: float) -> Line:
    """The line with its pieces further to the right."""
    return replace(line, pieces=tuple((x + right, piece) for x, piece in line.pieces), width=line.width + right)
