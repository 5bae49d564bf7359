"""The laws of quarter turns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from asterion_press.geometry import SIDES, Side, turned_point

TURNS = st.integers(min_value=-1000, max_value=1000)
LENGTHS = st.integers(min_value=-500, max_value=500)


def test_the_sides_are_numbered_clockwise_from_the_north() -> None:
    assert [side.name for side in SIDES] == ["N", "E", "S", "W"]
    assert [int(side) for side in SIDES] == [0, 1, 2, 3]


def test_a_quarter_turn_is_clockwise_and_y_grows_to_the_south() -> None:
    assert [side.turned(1).name for side in SIDES] == ["E", "S", "W", "N"]
    assert [side.step for side in SIDES] == [(0, -1), (1, 0), (0, 1), (-1, 0)]


@given(st.sampled_from(SIDES), TURNS, TURNS)
def test_turns_of_a_side_add_up_modulo_four(side: Side, one: int, other: int) -> None:
    assert side.turned(one).turned(other) is side.turned(one + other)
    assert side.turned(4) is side


@given(st.sampled_from(SIDES))
def test_opposite_sides_lead_in_opposite_directions(side: Side) -> None:
    (dx, dy), (ox, oy) = side.step, side.opposite.step
    assert (dx + ox, dy + oy) == (0, 0)
    assert side.opposite.opposite is side


@given(LENGTHS, LENGTHS, TURNS, TURNS, st.integers(min_value=1, max_value=200))
def test_turns_of_a_point_add_up_modulo_four(x: int, y: int, one: int, other: int, size: int) -> None:
    assert turned_point(*turned_point(x, y, one, size), other, size) == turned_point(x, y, one + other, size)
    assert turned_point(x, y, 4, size) == (x, y)


def test_the_middle_of_a_side_turns_as_the_side_does() -> None:
    middle = {Side.N: (25, 0), Side.E: (50, 25), Side.S: (25, 50), Side.W: (0, 25)}
    for side in SIDES:
        for turns in range(4):
            assert turned_point(*middle[side], turns, 50) == middle[side.turned(turns)]
    assert turned_point(0, 0, 1, 50) == (50, 0)
