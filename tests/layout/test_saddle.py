"""Which pages lie on which side of a booklet's sheets, and where: held against sheets that are folded in thought."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue.equipment import Margins, Paper
from asterion_press.errors import LayoutError
from asterion_press.layout.saddle_stitch import (
    MOST_CREEP_MM,
    Fold,
    Leaf,
    creep,
    margin_on_side,
    parse_fold,
    sheets_for,
    sides_for,
    spread_on,
)
from asterion_press.layout.sheet_setup import Flip
from asterion_press.layout.sheets import Face
from asterion_press.making.request import DEFAULT_FOLD
from tests.support.workshop import paper

A5 = Leaf(148, 210, 9.2)


def folded(pages: int) -> list[int | None]:
    """The pages in reading order: a stack of leaves, each of two faces, opened in the middle and laid flat again.

    Every sheet is two leaves. Folding puts the left leaf behind the right one, and the next sheet in between.
    """
    leaves: list[tuple[int | None, int | None]] = []
    sides = sides_for(pages)
    for front, back in reversed(list(zip(sides[::2], sides[1::2], strict=True))):
        leaves = [(front.right, back.left), *leaves, (back.right, front.left)]
    return [page for leaf in leaves for page in leaf]


@given(st.integers(min_value=1, max_value=400))
def test_folded_sheets_read_from_the_first_page_to_the_last_with_blank_pages_at_the_end_only(pages: int) -> None:
    read = folded(pages)
    assert read == [*range(1, pages + 1), *[None] * (4 * sheets_for(pages) - pages)]
    assert len(read) - pages < 4


def test_eight_pages_lie_as_every_bookbinder_lays_them() -> None:
    laid = [(side.sheet, side.face, side.left, side.right) for side in sides_for(8)]
    assert laid == [(1, Face.FRONT, 8, 1), (1, Face.BACK, 2, 7), (2, Face.FRONT, 6, 3), (2, Face.BACK, 4, 5)]


def test_a_booklet_of_five_pages_has_three_blank_ones_around_its_first_leaf() -> None:
    assert [(side.left, side.right) for side in sides_for(5)] == [(None, 1), (2, None), (None, 3), (4, 5)]


@pytest.mark.parametrize("paper_id", ["a4", "letter", "legal", "a3", "tabloid"])
def test_both_sides_of_a_leaf_lie_behind_one_another_at_every_sheet(paper_id: str) -> None:
    spread = spread_on(paper(paper_id), A5, 6)
    for sheet in range(1, 7):
        shift = creep(sheet, Fold(thickness=0.1))
        right, left = spread.page_corner(right=True, shift=shift), spread.page_corner(right=False, shift=shift)
        assert spread.width - right[0] == pytest.approx(left[0] + spread.page[0])
        assert right[1] == left[1]


@pytest.mark.parametrize("paper_id", ["a4", "letter", "legal", "a3", "tabloid"])
def test_what_is_printed_lies_where_printers_reach(paper_id: str) -> None:
    sheet, spread = paper(paper_id), spread_on(paper(paper_id), A5)
    beside, above = margin_on_side(sheet)
    x, y = spread.page_corner(right=True)
    assert x + (A5.width - A5.blank) * spread.scale <= spread.width - beside + 1e-9
    assert y + A5.blank * spread.scale >= above - 1e-9
    assert spread.page[0] == pytest.approx(A5.width * spread.scale)


def test_inner_pages_move_to_the_fold_by_the_thickness_of_the_sheets_around_them() -> None:
    spread, fold = spread_on(paper("a4"), A5, 10), Fold(thickness=0.15)
    outer, inner = (spread.page_corner(right=True, shift=creep(sheet, fold)) for sheet in (1, 10))
    assert outer[0] - inner[0] == pytest.approx(9 * 0.15)
    assert creep(1, fold) == 0


def test_a_larger_paper_is_trimmed_to_the_page_and_keeps_its_true_size() -> None:
    spread = spread_on(paper("a3"), A5)
    assert spread.scale == 1
    assert spread.trim == pytest.approx((62, 43.5, 358, 253.5))
    assert spread.page_corner(right=True) == pytest.approx((210, 43.5))


def test_a_paper_that_is_too_small_says_what_would_do() -> None:
    card = Paper("Card", 105, 148, Margins(5, 5, 5, 5), "own choice")
    with pytest.raises(LayoutError, match=r"half a sheet of Card, 74 x 105 mm.*fold A4, Letter or a larger paper"):
        spread_on(card, A5)


def test_creep_that_would_eat_the_inner_margin_is_refused() -> None:
    spread_on(paper("a4"), A5, 11, Fold(thickness=MOST_CREEP_MM / 10))
    with pytest.raises(LayoutError, match=r"innermost of 12 sheets would move 5\.5 mm.*thinner paper than 0\.5 mm"):
        spread_on(paper("a4"), A5, 12, Fold(thickness=0.5))


@given(st.sampled_from(["a4", "letter"]), st.sampled_from(list(Flip)[:2]), st.sampled_from([0, 0.05, 0.1, 0.25]))
def test_ways_of_folding_are_kept_as_words(paper_id: str, flip: Flip, thickness: float) -> None:
    fold = Fold(paper_id, flip, thickness)
    assert parse_fold(fold.words()) == fold


@pytest.mark.parametrize(
    "words", [[], ["a4"], ["a4", "sideways", "0.1"], ["a4", "long-edge", "nan"], ["a4", "long-edge", "9"]]
)
def test_words_that_say_no_way_of_folding_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_fold(words)


def test_the_usual_way_of_folding_is_the_same_everywhere() -> None:
    assert tuple(Fold().words()) == DEFAULT_FOLD
