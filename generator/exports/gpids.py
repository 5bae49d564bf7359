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
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from generator.characters import forbidden_in_line, refusal_of
from generator.errors import MISTAKES_SHOWN, InputError, Mistake, Place


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
LAST_NUMBER = 2**31 - 1
"""VASSAL is written in Java and keeps these numbers as `int`. Source: The Java Language Specification, 4.2.1."""
SHOWN = 40
"""Characters of a wrong number that are shown."""


class _TwiceError(Exception):
    """A key that stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON whose keys are each there once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise _TwiceError(twice)
    return found


def _mistakes(numbers: dict[str, Any], text: str, name: str) -> Iterator[Mistake]:
    """Yield each name that is none, and each number that VASSAL cannot keep."""
    for piece, number in numbers.items():
        if wrong := forbidden_in_line(piece):
            yield Mistake(_place(text, piece, name), f"{piece!a} is no piece: {refusal_of(wrong)}")
        elif type(number) is not int or not 0 <= number <= LAST_NUMBER:
            message = f"{repr(number)[:SHOWN]} is no number of a piece; write a whole one from 0 to {LAST_NUMBER}"
            yield Mistake(_place(text, piece, name), message)


def _place(text: str, key: str, name: str) -> Place:
    """Return where a key of a lock stands for the last time."""
    written = (json.dumps(key, ensure_ascii=False), json.dumps(key))
    at = max(text.rfind(one) for one in written)
    before = text[: max(at, 0)]
    return Place(name, before.count("\n") + 1, len(before) - before.rfind("\n"))


def read_lock(data: bytes, name: str) -> Lock:
    """The lock in a file, called `name` in messages.

    Raises:
        InputError: it is none, or gives a number twice.
    """
    try:
        text = data.decode("utf-8")
        plain: Any = json.loads(text, object_pairs_hook=_once)
        pieces, following = plain["pieces"], plain["next"]
        numbers = list(pieces.values())
    except _TwiceError as error:
        (key,) = error.args
        raise InputError.at(_place(text, key, name), f"key {key!r} stands twice; keep one of the two") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError.at(Place(name), "is no lock of piece numbers; give the gpids.json of an export") from None
    if mistakes := list(islice(_mistakes({**pieces, "next": following}, text, name), MISTAKES_SHOWN)):
        raise InputError(mistakes)
    if len(set(numbers)) != len(numbers):
        times = Counter(numbers)
        twice = next(number for number in numbers if times[number] > 1)
        raise InputError.at(Place(name), f"gives the number {twice} to two pieces; give one of them {following}")
    if numbers and following <= max(numbers):
        raise InputError.at(Place(name), f"next is {following}, but {max(numbers)} is given; write {max(numbers) + 1}")
    return Lock(pieces, following)
