"""Phrases that messages share."""

from __future__ import annotations

from collections.abc import Iterable

from asterion_press import bounds
from asterion_press.characters import look_alike

MINUS = "\u2212"
"""The sign before a number below zero in print."""


def suggestion(word: str, choices: Iterable[str]) -> str:
    """Return the remedy of a message: the closest match, if any, and the list of choices."""
    import difflib

    there = list(choices)
    shown = there if len(there) <= bounds.CHOICES else [*there[: bounds.CHOICES], f"{len(there) - bounds.CHOICES} more"]
    listed = f"one of {', '.join(shown)}" if there else "nothing may stand here"
    folded = {choice.casefold(): choice for choice in there[: bounds.COMPARED]}
    close = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    odd = look_alike(word)
    return f"did you mean {folded[close[0]]!r}? {listed}{odd}" if close else f"{listed}{odd}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun, such as ``1 tile`` and ``2 tiles``."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def sum_of(addends: Iterable[int]) -> str:
    """Return a sum as players write it down, such as ``1 + 1 + 4 + 4``; ``0`` without addends (A3)."""
    return " + ".join(map(str, addends)) or "0"


def enumerated(words: Iterable[str], none: str = "nothing") -> str:
    """Return words as a sentence lists them, such as ``yellow, blue and red``; `none` if there are none."""
    listed = list(words)
    others, last = listed[:-1], listed[-1] if listed else none
    return f"{', '.join(others)} and {last}" if others else last
