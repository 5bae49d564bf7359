"""Borders of single ornaments: whole ones on sides of any length, a large one in each corner, bands that go on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue import library
from asterion_press.drawing.display_list import Shape, steps_of
from asterion_press.games.kinds import read_game
from asterion_press.pdf.borders import Border, border_band, border_frame

LENGTHS = st.floats(40, 250)
BORDERS: st.SearchStrategy[Border] = st.sampled_from(["horns", "stars"])
BAND = 6.0


def ornaments(shape: Shape) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each."""
    found: list[list[tuple[float, float]]] = []
    for command, points in steps_of(shape.data):
        if command == "M":
            found.append([])
        found[-1] += points
    boxes = []
    for points in found:
        xs, ys = zip(*points, strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return boxes


@given(BORDERS, LENGTHS, LENGTHS)
def test_a_frame_has_a_large_ornament_in_each_corner_and_none_outside(
    border: Border, width: float, height: float
) -> None:
    boxes = ornaments(border_frame(border, width, height, BAND, "#000000"))
    assert all(left > 0 and top > 0 and right < width and low < height for left, top, right, low in boxes)
    large = max(right - left for left, _, right, _ in boxes)
    for x in (0.0, width - BAND):
        for y in (0.0, height - BAND):
            there = [box for box in boxes if x <= box[0] and y <= box[1] and box[2] <= x + BAND and box[3] <= y + BAND]
            assert max(max(right - left, low - top) for left, top, right, low in there) > 0.9 * large


@given(BORDERS, LENGTHS)
def test_large_and_small_ornaments_alternate_over_the_edge_of_the_next_wall(border: Border, length: float) -> None:
    boxes = ornaments(border_band(border, length, BAND, "#000000"))
    assert len(boxes) % 2 == 0
    middles = [(left + right) / 2 for left, _, right, _ in boxes]
    steps = [b - a for a, b in zip([middles[-1] - length, *middles], middles, strict=False)]
    assert max(steps) - min(steps) < 0.05
    wide = [right - left for left, _, right, _ in boxes]
    assert min(wide[::2]) > max(wide[1::2])


@pytest.mark.parametrize(
    ("game", "border"),
    [("asterion", "meander"), ("minotaurus", "horns"), ("asterismo", "stars")],
)
def test_each_game_has_its_own_border(game: str, border: Border) -> None:
    assert read_game(library.game_file(game)).frame == border
