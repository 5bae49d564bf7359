"""Numbers that VASSAL gives to pieces, unique for ever: kept in a lock file, so that no later module gives one anew.

::

    {
     "next": 131,               the first number that no piece ever had
     "pieces": {"Y01#1": 0}     by component and copy, those too that are gone
    }

A new piece gets the next number, in the order of printing; so the same catalogue without a lock gives the same numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from generator.errors import InputError, Place


class Lock(Struct, frozen=True):
    """Who has which number."""

    pieces: dict[str, int]
    next: int

    def with_pieces(self, names: Iterable[str]) -> Lock:
        """The lock in which each of these has a number."""
        pieces, following = dict(self.pieces), self.next
        for name in names:
            if name not in pieces:
                pieces[name] = following
                following += 1
        return Lock(pieces, following)

    @property
    def text(self) -> str:
        """As the file holds it."""
        return json.dumps({"next": self.next, "pieces": self.pieces}, indent=1, ensure_ascii=False) + "\n"


EMPTY = Lock({}, 0)


def read_lock(data: bytes, name: str) -> Lock:
    """The lock in a file, called `name` in messages.

    Raises:
        InputError: it is none, or gives a number twice.
    """
    try:
        plain: Any = json.loads(data.decode("utf-8"))
        pieces, following = plain["pieces"], plain["next"]
        numbers = list(pieces.values())
        "".join(pieces).encode("utf-8")  # JSON can spell halves of characters, which no file can hold
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError.at(Place(name), "is no lock of piece numbers; give the gpids.json of an export") from None
    if not all(type(number) is int and number >= 0 for number in (*numbers, following)):
        raise InputError.at(Place(name), "holds a number that is none; numbers are whole, from 0")
    if len(set(numbers)) != len(numbers):
        times = Counter(numbers)
        twice = next(number for number in numbers if times[number] > 1)
        raise InputError.at(Place(name), f"gives the number {twice} to two pieces; give one of them {following}")
    if numbers and following <= max(numbers):
        raise InputError.at(Place(name), f"next is {following}, but {max(numbers)} is given; write {max(numbers) + 1}")
    return Lock(pieces, following)
