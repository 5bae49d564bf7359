"""Where words may be broken with a hyphen, as the dictionaries that come with pyphen have it.

Pyphen parses every pattern of a dictionary when it opens it, half a second for German; a booklet needs a few hundred of
its 78 000 patterns. Here a dictionary is a table of lines, and a line is parsed only when a word contains its letters
(`test_every_word_of_the_booklets_breaks_where_pyphen_breaks_it`, `test_every_dictionary_is_read_as_pyphen_reads_it`).

::

    .ab1er2      letters .aber; before r the digit is 2, before e it is 1: odd digits allow a break, even ones forbid it

Source: F. M. Liang, "Word Hy-phen-a-tion by Com-put-er", 1983; the files are those of Hunspell, "man 4 hunspell". A
break that would change letters, after ``/``, is left out: Hungarian ``vissza`` becomes ``visz-sza``, and ``vis-sza`` is
misspelt.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pyphen

IGNORED = (
    b"%", b"#", b"LEFTHYPHENMIN", b"RIGHTHYPHENMIN", b"COMPOUNDLEFTHYPHENMIN", b"COMPOUNDRIGHTHYPHENMIN",
)  # fmt: skip
"""Comments and settings."""
CHANGES = re.compile(rb"^([^/\n]*)/.*$", re.MULTILINE)
FORBIDDEN = bytes.maketrans(b"13579", b"24688")
"""From the digits that allow a break to those that forbid it."""
HEXADECIMAL = re.compile(rb"\^\^([0-9a-f]{2})")
PIECES = re.compile(r"(\d?)(\D?)")
LEAST = 2
"""Least number of letters before a break, and after it."""


class Dictionary:
    """One dictionary.

    Args:
        path: of a file ``hyph_<language>.dic``.
    """

    def __init__(self, path: Path) -> None:
        first, _, text = path.read_bytes().partition(b"\n")
        self._encoding = first.decode("ascii").strip()
        text = HEXADECIMAL.sub(lambda code: chr(int(code[1], 16)).encode(self._encoding), text)
        text = CHANGES.sub(lambda found: found[1].translate(FORBIDDEN), text)
        lines, plain = text.split(b"\n"), text.translate(None, b"123456789").split(b"\n")
        letters = text.translate(None, b"0123456789").decode(self._encoding).split("\n")
        self._patterns: dict[str, bytes | tuple[int, tuple[int, ...]]] = {
            key.strip(): line
            for key, line, without in zip(letters, lines, plain, strict=True)
            if line != without and not line.lstrip().startswith(IGNORED)
        }
        self._longest = max(map(len, self._patterns))

    def positions(self, word: str) -> list[int]:
        """Return how many letters of the word stand before each place where it may break."""
        whole = f".{word.lower()}."
        digits = [0] * (len(whole) + 1)
        known = self._patterns.get
        for start in range(len(whole) - 1):
            for end in range(start + 1, min(start + self._longest, len(whole)) + 1):
                pattern = known(whole[start:end])
                if pattern is None:
                    continue
                if isinstance(pattern, bytes):
                    pattern = self._patterns[whole[start:end]] = _parsed(pattern.decode(self._encoding))
                offset, values = pattern
                place = slice(start + offset, start + offset + len(values))
                digits[place] = map(max, values, digits[place])
        last = len(word) - LEAST
        return [place - 1 for place, digit in enumerate(digits) if digit % 2 and LEAST <= place - 1 <= last]


def _parsed(line: str) -> tuple[int, tuple[int, ...]]:
    """Return the digits of a pattern from the first to the last that is not 0, and the index of the first."""
    values = [int(digit or "0") for digit, _ in PIECES.findall(line.strip())]
    start = next(place for place, value in enumerate(values) if value)
    end = next(place for place in range(len(values), 0, -1) if values[place - 1])
    return start, tuple(values[start:end])


@cache
def load_dictionary(name: str) -> Dictionary:
    """Return the dictionary of that name, such as ``en_GB``; it is read once a process.

    Raises:
        KeyError: pyphen has none for that language.
    """
    return Dictionary(pyphen.LANGUAGES[pyphen.language_fallback(name)])
