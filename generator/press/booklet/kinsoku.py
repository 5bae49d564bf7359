"""Where Japanese and Chinese lines may break, and how much room their punctuation takes.

A character that must not begin a line (closing brackets, full stops, small kana) is held by the one before, one that
must not end a line (opening brackets) by the one after. Brackets, commas and full stops are half an em wide with half
an em of space beside them, which vanishes at the ends of lines and between two of them. A comma or full stop at the
end of a line hangs into the margin. Between kanji or kana and Latin letters stands a small space.

Source: W3C, "Requirements for Japanese Text Layout" (JLREQ), 3.1, after JIS X 4051.
"""

from __future__ import annotations

import unicodedata

OPENING = frozenset("「『（【〔〈《〘〖｛［“‘")
CLOSING = frozenset("」』）】〕〉》〙〗｝］”’")
STOPS = frozenset("、。，．")
MIDDLE_DOTS = frozenset("・：；")
ENDING_MARKS = frozenset("！？‼⁇⁈⁉")
SMALL_KANA = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
REPEATS = frozenset("々〻ゝゞヽヾー")
JOINED = frozenset("…‥—―")
"""Marks that come in pairs, which are not parted."""
NO_START = (
    CLOSING | STOPS | MIDDLE_DOTS | ENDING_MARKS | SMALL_KANA | REPEATS | JOINED | frozenset("〜～％%℃°′″!),.:;?]}")
)
NO_END = OPENING | frozenset("([{$£¥＄￥#＃№@§")

FULL = 1.0
HALF = 0.5
LATIN_GAP = 0.22
"""Space between Japanese and Latin, in em. JLREQ gives a quarter; a little less looks even in this size."""


def is_wide(character: str) -> bool:
    """Whether the character belongs to Japanese or Chinese text, and so may be parted from its neighbours."""
    return unicodedata.east_asian_width(character) in {"W", "F"} or character in OPENING | CLOSING | JOINED


def may_part(before: str, after: str) -> bool:
    """Whether a line may end with `before` and the next begin with `after`, at least one of which is wide."""
    return before not in NO_END and after not in NO_START and not (before == after and before in JOINED)


def ink_width(character: str) -> float:
    """The part of an em that a wide character's ink needs."""
    return HALF if character in OPENING | CLOSING | STOPS | MIDDLE_DOTS else FULL


def ink_shift(character: str) -> float:
    """Where the ink begins within the character's em: a bracket that opens fills the right half, a dot the middle."""
    if character in OPENING:
        return -HALF
    return -HALF / 2 if character in MIDDLE_DOTS else 0.0


def space_between(before: str, after: str) -> float:
    """The space in em that stands between two characters, of which at least one is wide."""
    if before in CLOSING | STOPS and after in CLOSING | STOPS | MIDDLE_DOTS:
        return 0.0
    if before in OPENING:
        return 0.0
    if before in CLOSING | STOPS or after in OPENING:
        return HALF
    if before in MIDDLE_DOTS or after in MIDDLE_DOTS:
        return HALF / 2
    if is_wide(before) == is_wide(after):
        return 0.0
    return LATIN_GAP if before.isalnum() and after.isalnum() else 0.0
