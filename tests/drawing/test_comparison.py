"""Old beside new: every pair lies on its page, at one size, cut to its trim, and beside no other."""

from __future__ import annotations

from itertools import combinations

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.drawing.display_list import Drawing, Group, Patch, Pen, Scene, Shape, steps_of
from asterion_press.drawing.svg import scene_text
from asterion_press.games.labyrinth.diagrams.comparison import (
    PICTURE,
    PicturePair,
    columns_on,
    comparison,
    height_of,
    rows_on,
)
from tests.support.pictures import rendered

MARGIN = 10.0
RED = Drawing("red", "Red", 50, 50, 3, (Group("all", (Shape(Pen().rectangle(-9, -9, 68, 68).data, fill="#ff0000"),)),))
"""Art that reaches far beyond its bleed, as that of tiles does."""


def scene_of(pairs: int, size: tuple[float, float] = (210, 297)) -> Scene:
    return comparison(
        [PicturePair(RED, RED, f"{n} some-design", "changed") for n in range(pairs)], "a / b", size, MARGIN
    )


def corners(scene: Scene, name: str) -> list[tuple[float, float]]:
    patches = [part for part in scene.parts if isinstance(part, Patch) and part.name == name]
    return [(patch.transform.e, patch.transform.f) for patch in patches]


@pytest.mark.parametrize("paper_id", sorted(library.papers()))
def test_a_full_page_holds_its_pairs_apart_from_one_another(paper_id: str) -> None:
    paper = load_paper(library.paper_file(paper_id).path)
    size = paper.width_mm, paper.height_mm
    fitting = columns_on(size[0] - 2 * MARGIN) * rows_on(size[1] - 2 * MARGIN)
    tiles = corners(scene_of(fitting, size), "tile")
    assert len(tiles) == 2 * fitting
    for x, y in tiles:
        assert MARGIN <= x <= size[0] - MARGIN - PICTURE
        assert MARGIN <= y <= size[1] - MARGIN - PICTURE
    for (x, y), (u, v) in combinations(tiles, 2):
        assert max(abs(x - u), abs(y - v)) >= PICTURE
    words = corners(scene_of(fitting, size), "words")
    assert max(y for _, y in words) < size[1] - MARGIN


@pytest.mark.parametrize("pairs", [1, 2, 3, 17])
def test_a_page_as_high_as_needed_holds_all(pairs: int) -> None:
    width = 210 - 2 * MARGIN
    height = height_of(pairs, width)
    assert rows_on(height) * columns_on(width) >= pairs
    assert rows_on(height - 1) * columns_on(width) < pairs or pairs <= columns_on(width)


def test_art_is_cut_at_the_trim() -> None:
    size = (120.0, 90.0)
    red = (rendered(scene_text(scene_of(1, size)), 25.4 * 4) == (255, 0, 0)).all(axis=2)
    edges = 4 * (PICTURE - 0.2)  # the frame's line covers 0.1 mm on each side
    assert red.sum() == pytest.approx(2 * edges**2, rel=0.02)


def test_a_long_name_is_written_smaller() -> None:
    scene = comparison([PicturePair(RED, None, "wing-beyond-the-bridge" * 4, "removed")], "a / b", (210, 297), MARGIN)
    (words,) = [part for part in scene.parts if isinstance(part, Patch) and part.name == "words"][1:2]
    (strokes,) = words.items
    assert isinstance(strokes, Shape)
    xs = [x for _, points in steps_of(strokes.data) for x, _ in points]
    assert max(xs) - min(xs) <= 2 * PICTURE + 12 + 1e-6


def test_a_side_that_is_missing_is_an_empty_square() -> None:
    scene = comparison([PicturePair(None, RED, "6 x", "added")], "a / b", (210, 297), MARGIN)
    assert len(corners(scene, "tile")) == 1
    assert len(corners(scene, "edge")) == 2
    assert scene.description == "6 x: added"
