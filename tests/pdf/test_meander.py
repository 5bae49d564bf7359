"""The meander: whole keys on sides of any length, one line that crosses nothing, and a piece in each corner."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from asterion_press.drawing.display_list import PathData, steps_of
from asterion_press.pdf.borders import UNITS, meander_band, meander_frame

LENGTHS = st.floats(40, 250)


def strokes(data: PathData) -> list[list[tuple[float, float]]]:
    """Each stroke's corners."""
    found: list[list[tuple[float, float]]] = []
    for command, points in steps_of(data):
        if command == "M":
            found.append([])
        found[-1] += points
    return found


def boxes(stroke: list[tuple[float, float]]) -> list[tuple[float, float, float, float]]:
    pairs = pairwise(stroke)
    return [(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in pairs]


def hull(stroke: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    across, down = zip(*stroke, strict=True)
    return min(across), min(down), max(across), max(down)


def gap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return math.hypot(across, down)


@given(LENGTHS, LENGTHS)
def test_keys_of_a_frame_keep_a_unit_apart_at_corners_too(width: float, height: float) -> None:
    _, *keys = strokes(meander_frame(width, height, 6.0))
    apart = 0.7 * 6.0 / UNITS
    for one, other in combinations(keys, 2):
        if gap(hull(one), hull(other)) <= apart:
            assert min(gap(a, b) for a in boxes(one) for b in boxes(other)) > apart
    assert all(0 <= x <= width + 0.01 and 0 <= y <= height + 0.01 for key in keys for x, y in key)


@given(LENGTHS, LENGTHS)
def test_every_corner_of_a_frame_has_a_piece_of_its_own(width: float, height: float) -> None:
    _, *keys = strokes(meander_frame(width, height, 6.0))
    for x in (0.0, width):
        for y in (0.0, height):
            there = [key for key in keys if all(math.hypot(x - u, y - v) < 6.0 * 1.5 for u, v in key)]
            assert len(there) == 1
            spans = [max(c) - min(c) for c in zip(*there[0], strict=True)]
            assert sorted(round(span) for span in spans) == [4, 6]


@given(LENGTHS)
def test_a_band_joins_the_band_of_the_next_wall(length: float) -> None:
    line, *keys = strokes(meander_band(length, 5.0))
    assert math.isclose(line[0][0], 0) and math.isclose(line[-1][0], length, abs_tol=0.01)  # noqa: PT018
    free = min(x for key in keys for x, _ in key), length - max(x for key in keys for x, _ in key)
    step = min(x for x, _ in keys[0]), max(x for x, _ in keys[0])
    assert math.isclose(*free, abs_tol=0.02)
    assert math.isclose(free[0] * 6, step[1] - step[0], abs_tol=0.05)
