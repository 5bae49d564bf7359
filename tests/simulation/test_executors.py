"""Work that is asked for ahead: in its order, no more than is allowed, and taken back when nobody wants it."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import pytest

pytest.importorskip("numba")

from asterion_press.games.labyrinth.simulation.executors import prefetch


@dataclass
class Asked:
    number: int
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


number_of = attrgetter("number")


def test_no_more_is_asked_for_than_is_allowed_and_the_rest_is_taken_back() -> None:
    asked: list[Asked] = []

    def ask(number: int) -> Asked:
        asked.append(Asked(number))
        return asked[-1]

    numbers = prefetch(map(ask, range(10)), 3, number_of)
    assert (next(numbers), len(asked)) == (0, 4)
    assert (next(numbers), len(asked)) == (1, 5)
    numbers.close()
    assert [one.number for one in asked if one.cancelled] == [2, 3, 4]


def test_all_come_in_their_order() -> None:
    assert list(prefetch(map(Asked, range(7)), 3, number_of)) == list(range(7))
