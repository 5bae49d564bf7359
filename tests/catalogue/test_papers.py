"""Papers: those of the standards are shipped, each true to its own; a new one is one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.catalogue.equipment import load_paper
from tests.support.refusals import refusal_of
from tests.support.workshop import paper as shipped

# Sources: ISO 216 for A4 and A3; whole and half inches of 25.4 mm for the American sizes.
SIZES = {
    "a3": (297, 420),
    "a4": (210, 297),
    "legal": (8.5 * 25.4, 14 * 25.4),
    "letter": (8.5 * 25.4, 11 * 25.4),
    "tabloid": (11 * 25.4, 17 * 25.4),
}


@pytest.mark.parametrize("paper", SIZES)
def test_a_shipped_paper_has_the_size_of_its_standard_and_names_it(paper: str) -> None:
    found = shipped(paper)
    assert (found.width_mm, found.height_mm) == pytest.approx(SIZES[paper], abs=1e-9)
    assert found.title.lower() == paper
    assert found.source
    assert found.width_mm < found.height_mm, "it stands upright, with the same margins on both faces"
    assert found.margin_mm.left == found.margin_mm.right
    assert found.margin_mm.top == found.margin_mm.bottom


def test_the_area_printed_on_is_190_by_277_mm_on_a4_and_190_6_by_259_4_on_letter() -> None:
    areas = []
    for paper in map(shipped, ("a4", "letter")):
        margins = paper.margin_mm
        areas += [paper.width_mm - margins.left - margins.right, paper.height_mm - margins.top - margins.bottom]
    assert areas == pytest.approx([190, 277, 190.6, 259.4])


GOOD = """\
title: Square
width_mm: 200
height_mm: 200.5
margin_mm: {left: 1, right: 2, top: 3, bottom: 4}
source: made up
"""


def test_a_paper_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "square.yaml"
    path.write_text(GOOD, encoding="utf-8")
    paper = load_paper(path)
    assert (paper.width_mm, paper.height_mm, paper.margin_mm.bottom) == (200, 200.5, 4)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("200.5", "200,5", "3:12: '200,5' is not a number; write digits with a point, as in 12.5"),
        ("200.5", "0", "3:12: 0 is too small; write more than 0"),
        ("200.5", "2001", "3:12: 2001 is too large; write 2000 or less"),
        ("left: 1", "left: -1", "4:19: -1 is too small; write 0 or more"),
        ("left: 1", "left: 199", "4:12: the margins leave nothing of 200 x 200.5 mm"),
        ("top: 3", "top: 196.5", "4:12: the margins leave nothing of 200 x 200.5 mm"),
        ("source: made up\n", "", "1:1: key 'source' is missing; write it, as in `source: some text`"),
    ],
)
def test_a_mistake_in_a_paper_is_told_with_its_place(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in GOOD
    assert refusal_of(load_paper, tmp_path, GOOD.replace(old, new), "square.yaml") == [f"square.yaml:{expected}"]


def test_a_misspelt_margin_is_unknown_and_the_right_one_is_missing(tmp_path: Path) -> None:
    assert refusal_of(load_paper, tmp_path, GOOD.replace("left: 1", "lift: 1"), "square.yaml") == [
        "square.yaml:4:12: key 'left' is missing; write it, as in `left: 1`",
        "square.yaml:4:13: unknown key 'lift'; did you mean 'left'? one of left, right, top, bottom",
    ]
