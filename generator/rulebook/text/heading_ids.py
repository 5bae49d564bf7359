"""The ids of headings: those that a text gives, and those that are derived where it gives none."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count

NO_WORDS = re.compile(r"\{\{[^{}]*\}\}|!\[[^\[\]]*\]\([^()]*\)|\]\([^()]*\)|\[\^[^\[\]]*\]|&#?\w+;|['’]")
"""Parts of a heading that are no words of its id: what the game may change, pictures, targets, notes, apostrophes."""
SPARE_ID = "section"
"""Id of a heading without letters and digits."""


def derive_ids(headings: Sequence[tuple[str, str]], model: Sequence[str] = ()) -> list[str]:
    """Return the id of each heading of a text.

    A heading without an id gets that of the heading of the model which has its place among those that no id of the text
    names. Where there is no such heading, it gets its own words, as in ``how-to-play``, and a number if another heading
    has that id.

    Args:
        headings: the words of each as they are written, and the id that is written behind them, or an empty text.
        model: the ids of the text that this one is a translation of.
    """
    taken = {given for _, given in headings if given}
    left = iter([one for one in model if one not in taken])
    found: list[str] = []
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(2))
    for words, given in headings:
        own = given or next(left, "")
        if not own:
            begin = slug_of(words)
            own = next(one for one in chain([begin], (f"{begin}-{n}" for n in numbers[begin])) if one not in taken)
        taken.add(own)
        found.append(own)
    return found


def slug_of(words: str) -> str:
    """Return the words of a heading in small letters with hyphens between them; letters of any script stay."""
    words = NO_WORDS.sub(lambda found: "" if found[0] in "'’" else " ", unicodedata.normalize("NFC", words)).lower()
    kept = (one if unicodedata.category(one)[0] in "LNM" else " " for one in words)
    return "-".join("".join(kept).split()) or SPARE_ID
