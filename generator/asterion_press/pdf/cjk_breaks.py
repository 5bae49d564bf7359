"""Line breaks of Japanese and Chinese (kinsoku), and the room that their punctuation takes.

A character that must not begin a line (closing brackets, full stops, small kana) is held by the one before, one that
must not end a line (opening brackets) by the one after. Brackets, commas and full stops are half an em wide with half
an em of space beside them, which vanishes at the ends of lines and between two of them. In Japanese a comma or full
stop at the end of a line hangs into the margin. Between kanji or kana and Latin letters stands a small space. A number
is held by what it counts and by the word that makes it an ordinal, as in 16枚 and 第5手番.

In Chinese colons, semicolons, question and exclamation marks stand in the left half of their em, as commas do, and
nothing hangs into the margin. In traditional Chinese, as Taiwan prints it, commas, full stops and these marks stand in
the middle of their em and keep all of it, at the end of a line, too; between such a mark and an opening bracket half an
em is enough. Brackets are as in Japanese.

Source: W3C, "Requirements for Japanese Text Layout" (JLREQ), 3.1, after JIS X 4051; "Requirements for Chinese Text
Layout" (CLREQ), 3.1, after GB/T 15834 and, for Taiwan, the Ministry of Education's handbook of punctuation.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

OPENING = frozenset("「『（【〔〈《〘〖｛［“‘")
CLOSING = frozenset("」』）】〕〉》〙〗｝］”’")
STOPS = frozenset("、。，．")
MIDDLE_DOTS = frozenset("・：；")
ENDING_MARKS = frozenset("！？‼⁇⁈⁉")
SMALL_KANA = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
REPEATS = frozenset("々〻ゝゞヽヾー")
JOINED = frozenset("…‥—―")
"""Marks in pairs that are not separated."""
DASHES = frozenset("—―")
"""Two of them are one long line, so they are as wide as their font has them."""
NO_START = (
    CLOSING | STOPS | MIDDLE_DOTS | ENDING_MARKS | SMALL_KANA | REPEATS | JOINED | frozenset("〜～％%℃°′″†‡!),.:;?]}")
)
NO_END = OPENING | frozenset("([{$£¥＄￥#＃№@§")
RANGE = frozenset("〜～")
"""Marks between the two numbers of a range."""
ORDINAL = "第"
COUNTED = re.compile(rf"(?<![A-Za-z\d]){ORDINAL}?\d[\d.,:/–−×{''.join(sorted(RANGE))}-]*[^\W\d_]?")
"""A number with the sign before it, and the first character of what it counts."""

FULL = 1.0
HALF = 0.5
LATIN_GAP = 0.125
"""Space between Japanese and Latin, in em, as browsers set it. With the quarter of JLREQ, 第5手番 is copied in parts.

Source: CSS Text Module Level 4, text-autospace.
"""


def is_wide(character: str) -> bool:
    """Return whether the character belongs to Japanese or Chinese text, so that lines may break beside it."""
    return unicodedata.east_asian_width(character) in {"W", "F"} or character in OPENING | CLOSING | JOINED


class Kinsoku(Struct, frozen=True):
    """The rules of line breaks in one language.

    Attributes:
        stops: marks whose ink fills the left half of their em.
        dots: marks whose ink stands in the middle half.
        no_start: characters that must not begin a line.
        centred: marks whose ink stands in the middle of an em that they need whole.
    """

    stops: frozenset[str]
    dots: frozenset[str]
    no_start: frozenset[str]
    centred: frozenset[str] = frozenset()

    def may_part(self, before: str, after: str) -> bool:
        """Return whether a line may break between `before` and `after`, at least one of which is wide."""
        if (before.isdigit() and after.isalpha()) or (after.isdigit() and before in RANGE | {ORDINAL}):
            return False
        return before not in NO_END and after not in self.no_start and not (before == after and before in JOINED)

    def ink_width(self, character: str) -> float:
        """Return the part of an em that a wide character's ink needs."""
        return HALF if character in OPENING | CLOSING | self.stops | self.dots else FULL

    def ink_shift(self, character: str) -> float:
        """Return where the ink begins in its em: of an opening bracket in the right half, of a dot in the middle."""
        if character in OPENING:
            return -HALF
        return -HALF / 2 if character in self.dots else 0.0

    def space_between(self, before: str, after: str) -> float:
        """Return the space in em between two characters, of which at least one is wide."""
        if before in CLOSING | self.stops and after in CLOSING | self.stops | self.dots | self.centred:
            return 0.0
        if before in OPENING:
            return 0.0
        if before in self.centred and after in OPENING:
            return HALF / 2
        if before in CLOSING | self.stops or after in OPENING:
            return HALF
        if before in self.dots or after in self.dots:
            return HALF / 2
        if is_wide(before) == is_wide(after):
            return 0.0
        return LATIN_GAP if before.isalnum() and after.isalnum() else 0.0


JAPANESE = Kinsoku(STOPS, MIDDLE_DOTS, NO_START)
CHINESE = Kinsoku(STOPS | frozenset("：；！？"), frozenset("・"), NO_START | frozenset("·"))
TRADITIONAL = Kinsoku(frozenset(), frozenset("・"), NO_START | frozenset("·‧"), centred=STOPS | frozenset("：；！？"))
KINSOKU = {"japanese": JAPANESE, "chinese": CHINESE, "traditional": TRADITIONAL}
"""The rules by how lines break, see :class:`~asterion_press.catalogue.words.Words`; languages with spaces have none."""
