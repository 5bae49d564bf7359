"""Capital letters, digits and a few signs as strokes, for ids in the corners of tiles and numbers beside them.

A letter stands in a box of 3 x 5 units, its foot at y = 5; no font is needed and no font is embedded. The forms are our
own, after letters scratched in stone: straight strokes, few curves.
"""

from __future__ import annotations

from functools import cache

from asterion_press.drawing.display_list import PathData, Pen

HEIGHT = 5.0
ADVANCE = 4.2

_STROKES: dict[str, str] = {
    "A": "0,5 1.5,0 3,5 | 0.6,3.2 2.4,3.2",
    "B": "0,0 0,5 2,5 3,4.2 3,3.2 2,2.4 0,2.4 | 2,2.4 2.7,1.8 2.7,0.7 1.9,0 0,0",
    "C": "3,0.8 2.1,0 0.9,0 0,1 0,4 0.9,5 2.1,5 3,4.2",
    "D": "0,0 0,5 1.6,5 3,3.6 3,1.4 1.6,0 0,0",
    "E": "3,0 0,0 0,5 3,5 | 0,2.4 2.3,2.4",
    "F": "3,0 0,0 0,5 | 0,2.4 2.3,2.4",
    "G": "3,0.8 2.1,0 0.9,0 0,1 0,4 0.9,5 2.1,5 3,4.1 3,2.8 1.7,2.8",
    "H": "0,0 0,5 | 3,0 3,5 | 0,2.5 3,2.5",
    "I": "1.5,0 1.5,5",
    "J": "3,0 3,4 2.1,5 0.9,5 0,4",
    "K": "0,0 0,5 | 3,0 0,3 | 1.1,2 3,5",
    "L": "0,0 0,5 3,5",
    "M": "0,5 0,0 1.5,2.6 3,0 3,5",
    "N": "0,5 0,0 3,5 3,0",
    "O": "0.9,0 0,1 0,4 0.9,5 2.1,5 3,4 3,1 2.1,0 0.9,0",
    "P": "0,5 0,0 2.1,0 3,0.8 3,1.9 2.1,2.7 0,2.7",
    "Q": "0.9,0 0,1 0,4 0.9,5 2.1,5 3,4 3,1 2.1,0 0.9,0 | 1.8,3.6 3.1,5.3",
    "R": "0,5 0,0 2.1,0 3,0.8 3,1.9 2.1,2.7 0,2.7 | 1.6,2.7 3,5",
    "S": "3,0.8 2.1,0 0.9,0 0,0.8 0,1.7 3,3.3 3,4.2 2.1,5 0.9,5 0,4.2",
    "T": "0,0 3,0 | 1.5,0 1.5,5",
    "U": "0,0 0,4 0.9,5 2.1,5 3,4 3,0",
    "V": "0,0 1.5,5 3,0",
    "W": "0,0 0.7,5 1.5,2.2 2.3,5 3,0",
    "X": "0,0 3,5 | 3,0 0,5",
    "Y": "0,0 1.5,2.4 3,0 | 1.5,2.4 1.5,5",
    "Z": "0,0 3,0 0,5 3,5",
    "0": "0.9,0 0,1 0,4 0.9,5 2.1,5 3,4 3,1 2.1,0 0.9,0",
    "1": "0.5,1.1 1.7,0 1.7,5",
    "2": "0,1 0.9,0 2.1,0 3,0.9 3,1.8 0,5 3,5",
    "3": "0,0.6 0.9,0 2.1,0 2.9,0.8 2.9,1.7 2,2.4 1,2.4 | 2,2.4 3,3.2 3,4.2 2.1,5 0.9,5 0,4.4",
    "4": "2.2,5 2.2,0 0,3.5 3,3.5",
    "5": "2.8,0 0.3,0 0.1,2.3 2,2.1 3,3 3,4.1 2.1,5 0.9,5 0,4.4",
    "6": "2.7,0.2 1.2,0.9 0,2.9 0,4.1 0.9,5 2.1,5 3,4.1 3,3.1 2.1,2.2 0.9,2.2 0,3.1",
    "7": "0,0 3,0 1.2,5",
    "8": "0.9,2.3 0.2,1.6 0.2,0.8 0.9,0 2.1,0 2.8,0.8 2.8,1.6 2.1,2.3"
    " 0.9,2.3 0,3.2 0,4.1 0.9,5 2.1,5 3,4.1 3,3.2 2.1,2.3",
    "9": "0.3,4.8 1.8,4.1 3,2.1 3,0.9 2.1,0 0.9,0 0,0.9 0,1.9 0.9,2.8 2.1,2.8 3,1.9",
    "-": "0.5,2.6 2.5,2.6",
    "+": "1.5,1.2 1.5,4.0 | 0.1,2.6 2.9,2.6",
    "=": "0.2,1.8 2.8,1.8 | 0.2,3.4 2.8,3.4",
    "/": "0.4,5.4 2.6,-0.4",
    ",": "1.6,4.6 1.2,5.8",
    ":": "1.5,1.6 1.5,1.7 | 1.5,4.0 1.5,4.1",
    "^": "0.5,1.6 1.5,0 2.5,1.6",
    "@": "2.1,3.4 1.2,3.7 0.9,2.6 1.4,1.6 2.2,1.6 2.1,3.4 2.9,3.2 3.2,2.0 2.6,0.6 1.4,0.2 0.3,0.9 -0.2,2.6 0.2,4.3"
    " 1.3,5.1 2.7,4.8",
}


def can_letter(text: str) -> bool:
    """Return whether there are strokes for every character of a word."""
    return all(character in _STROKES or character == " " for character in text.upper())


def width_of(text: str, height: float) -> float:
    """Return the width of a word."""
    return ((len(text) - 1) * ADVANCE + 3) * height / HEIGHT


@cache
def letter_path(text: str, height: float, left: float | None = None, middle: float = 0.0) -> PathData:
    """Draw the strokes of a word; unknown characters leave a gap.

    Args:
        text: the word.
        height: of its letters.
        left: where it begins; None puts its middle at x = 0.
        middle: y of its middle.
    """
    pen, scale = Pen(), height / HEIGHT
    first = -width_of(text, height) / 2 if left is None else left
    for place, character in enumerate(text.upper()):
        for stroke in filter(None, _STROKES.get(character, "").split(" | ")):
            corners = (map(float, pair.split(",")) for pair in stroke.split(" "))
            pen.lines(*((first + (place * ADVANCE + x) * scale, middle + (y - HEIGHT / 2) * scale) for x, y in corners))
    return pen.data
