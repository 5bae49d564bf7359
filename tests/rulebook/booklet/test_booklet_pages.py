"""Pages: footnotes with their marks, no widows, figures that fit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.rulebook.text.document import Heading
from generator.rulebook.typeset.page_breaks import NEVER, PageText, Slab, bad_breaks, break_pages
from generator.rulebook.typeset.painting import Painter


def nothing(_painter: Painter, _x: float, _y: float) -> None:
    """Paint nothing."""


def lines(count: int) -> list[Slab]:
    """A paragraph of lines of 10 pt, whose first and last line are not parted from their neighbours."""
    slabs = []
    for index in range(count):
        cost = NEVER if index in {1, count - 1} and index else 0.0
        slabs.append(Slab(10, nothing, break_cost=cost, continues=index > 0))
    return slabs


def counts(pages: Iterable[PageText]) -> list[int]:
    return [len(page.slabs) for page in pages]


def test_lines_fill_pages() -> None:
    pages, too_high = break_pages([Slab(10, nothing) for _ in range(25)], 100, {}, 0)
    assert counts(pages) == [10, 10, 5]
    assert too_high == []
    assert [y for y, _ in pages[0].slabs] == [10.0 * index for index in range(10)]


def test_a_paragraph_leaves_no_widow_and_no_orphan() -> None:
    pages, _ = break_pages([*lines(8), *lines(3)], 90, {}, 0)
    assert counts(pages) == [8, 3]
    pages, _ = break_pages([*lines(7), *lines(4)], 100, {}, 0)
    assert counts(pages) == [9, 2]


def test_a_heading_does_not_stand_at_the_foot_of_a_page() -> None:
    heading = Slab(10, nothing)
    first = Slab(10, nothing, break_cost=NEVER)
    pages, _ = break_pages([*lines(9), heading, first, *lines(4)], 100, {}, 0)
    assert counts(pages)[0] == 9


def test_no_page_ends_with_a_heading_whatever_follows_it() -> None:
    heading = Slab(10, nothing, heading=Heading(2, "end", (), 1))
    for above, following in (
        (8, Slab(40, nothing, floats=True, break_cost=20)),
        (9, Slab(10, nothing, break_cost=-25)),
    ):
        pages, _ = break_pages([*lines(above), heading, following, *lines(4)], 100, {}, 0)
        assert counts(pages)[0] == above
        assert list(bad_breaks(pages)) == []


def test_breaks_that_nothing_else_was_left_for_are_told() -> None:
    heading, high = Slab(10, nothing, heading=Heading(2, "end", (), 1)), Slab(95, nothing)
    pages, _ = break_pages([heading, high], 100, {}, 0)
    assert list(bad_breaks(pages)) == [(0, heading, "a heading stands at the foot of a page")]
    two = [Slab(60, nothing), Slab(60, nothing, break_cost=NEVER, continues=True)]
    pages, _ = break_pages(two, 100, {}, 0)
    assert list(bad_breaks(pages)) == [(0, two[1], "a line of a paragraph stands alone on a page")]


def test_a_footnote_stands_on_the_page_of_its_mark() -> None:
    slabs = [Slab(10, nothing) for _ in range(9)] + [Slab(10, nothing, notes=("n",))] + [Slab(10, nothing)]
    pages, _ = break_pages(slabs, 100, {"n": 20}, 5)
    assert [page.notes for page in pages] == [(), ("n",)]
    assert counts(pages) == [9, 2], "the marked line goes with its note, which the first page has no room for"


def test_a_slab_that_no_page_can_hold_is_told() -> None:
    tall = Slab(80, nothing, notes=("n",), line=7)
    pages, too_high = break_pages([Slab(10, nothing), tall], 100, {"n": 30}, 5)
    assert (pages, too_high) == ([], [tall])


def test_spaces_stretch_so_that_a_page_is_full() -> None:
    slabs = [Slab(20, nothing, before=5, stretch=3) for _ in range(9)]
    pages, _ = break_pages(slabs, 100, {}, 0)
    y, last = pages[0].slabs[-1]
    assert len(pages[0].slabs) == 4
    assert y + last.height == pytest.approx(100)


def test_a_figure_becomes_a_little_smaller_to_fit() -> None:
    def shrunk(share: float) -> Slab:
        return Slab(50 - 10 * share, nothing)

    slabs = [*(Slab(10, nothing) for _ in range(6)), Slab(50, nothing, shrink=10, shrunk=shrunk), Slab(10, nothing)]
    pages, _ = break_pages(slabs, 100, {}, 0)
    assert counts(pages) == [7, 1]
    assert pages[0].slabs[-1][1].height == 40


def test_a_figure_lets_text_go_first_that_fills_the_page() -> None:
    figure = Slab(70, nothing, floats=True)
    text = [Slab(10, nothing, line=number) for number in range(12)]
    pages, _ = break_pages([*text[:5], figure, *text[5:]], 100, {}, 0)
    assert pages[1].slabs[0][1] is figure
    assert counts(pages)[0] == 10
    assert [slab.line for page in pages for _, slab in page.slabs if slab is not figure] == list(range(12))


@given(st.lists(st.tuples(st.floats(1, 60), st.booleans()), min_size=1, max_size=60))
def test_nothing_is_lost_and_no_page_is_too_full(shapes: list[tuple[float, bool]]) -> None:
    slabs = [
        Slab(height, nothing, before=3, stretch=2, notes=(str(index),) if noted else (), line=index)
        for index, (height, noted) in enumerate(shapes)
    ]
    heights = {str(index): 7.0 for index, (_, noted) in enumerate(shapes) if noted}
    pages, too_high = break_pages(slabs, 100, heights, 4)
    assert not too_high
    assert [slab.line for page in pages for _, slab in page.slabs] == list(range(len(slabs)))
    for page in pages:
        y, last = page.slabs[-1]
        notes = 7.0 * len(page.notes) + (4 if page.notes else 0)
        assert y + last.height + notes <= 100.01


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(1, 7), st.integers(0, 75)), min_size=4, max_size=20))
def test_a_figure_never_parts_a_paragraph(shapes: list[tuple[int, int]]) -> None:
    slabs: list[Slab] = []
    for count, height in shapes:
        slabs += lines(count)
        if height > 30:
            slabs.append(Slab(height, nothing, floats=True))
    pages, _ = break_pages(slabs, 100, {}, 0)
    whole = [slab for page in pages for _, slab in page.slabs]
    assert not [slab for slab, following in pairwise(whole) if slab.floats and following.continues]


def test_a_figure_does_not_go_down_between_a_list_and_the_words_that_announce_it() -> None:
    figure = Slab(70, nothing, floats=True)
    announced = [Slab(10, nothing), Slab(10, nothing, break_cost=200), *(Slab(10, nothing, continues=True),) * 2]
    pages, _ = break_pages([*lines(5), figure, *announced, *lines(4)], 100, {}, 0)
    whole = [slab for page in pages for _, slab in page.slabs]
    after = whole[whole.index(figure) + 1]
    assert after.break_cost != 200
    assert not after.continues


def section(name: str) -> Slab:
    """The heading of a section."""
    return Slab(10, nothing, heading=Heading(2, name, (), 1))


def test_a_figure_stays_with_its_section_even_if_a_little_white_remains() -> None:
    figure = Slab(70, nothing, floats=True, break_cost=20)
    slabs = [*lines(8), Slab(10, nothing), Slab(10, nothing), figure, section("next"), *lines(9)]
    pages, _ = break_pages(slabs, 100, {}, 0)
    assert counts(pages)[0] < 10, "the last words of the section go with their figure"
    assert pages[1].slabs[0][1] is not figure


def test_spaces_of_a_page_that_is_somewhat_short_are_stretched_all_the_same() -> None:
    slabs = [Slab(20, nothing, before=5, stretch=3) for _ in range(3)] + [Slab(90, nothing), Slab(10, nothing)]
    pages, _ = break_pages(slabs, 84, {}, 0)
    assert pages == [], "a slab that is too high"
    pages, _ = break_pages(slabs, 90, {}, 0)
    assert [round(y) for y, _ in pages[0].slabs] == [0, 26, 52]
    pages, _ = break_pages([*slabs[:3], Slab(80, nothing), Slab(10, nothing)], 85, {}, 0)
    assert [round(y) for y, _ in pages[0].slabs] == [0, 28, 56]


def part(name: str) -> Slab:
    """The heading of a part of a section."""
    return Slab(10, nothing, heading=Heading(3, name, (), 1), stretch=2)


def page_of(slab: Slab, pages: list[PageText]) -> int:
    return next(number for number, page in enumerate(pages) if any(found is slab for _, found in page.slabs))


def tied(count: int) -> list[Slab]:
    """A paragraph that is not parted from the heading above it."""
    first, *rest = lines(count)
    return [Slab(first.height, nothing, break_cost=NEVER), *rest]


@pytest.mark.parametrize("text", [1, 2, 4])
def test_a_figure_stands_on_the_page_of_its_heading_where_only_a_few_words_part_them(text: int) -> None:
    heading, figure = part("swap"), Slab(60, nothing, floats=True, break_cost=20)
    pages, _ = break_pages([*lines(7 - text), heading, *tied(text), figure, *lines(9)], 120, {}, 0)
    assert page_of(heading, pages) == page_of(figure, pages) == 1
    assert counts(pages)[0] == 7 - text, "the page before is left short"


@pytest.mark.parametrize(("text", "waits"), [(10, True), (18, False)])
def test_a_heading_with_much_text_of_its_own_does_not_wait_for_its_figure(text: int, waits: bool) -> None:
    """The page before could be filled by its spaces alone, so waiting would cost next to nothing."""
    heading, figure = part("swap"), Slab(110, nothing, floats=True, break_cost=20)
    spaces = [Slab(10, nothing, before=5, stretch=200) for _ in range(4)]
    pages, _ = break_pages([*spaces, heading, *tied(text), figure, *lines(9)], 250, {}, 0)
    assert page_of(heading, pages) == (1 if waits else 0)
    assert page_of(figure, pages) == 1


def test_a_figure_of_another_heading_parts_nothing() -> None:
    heading, figure = part("one"), Slab(60, nothing, floats=True, break_cost=20)
    slabs = [*lines(5), heading, *tied(4), part("two"), *tied(2), figure, *lines(9)]
    pages, _ = break_pages(slabs, 105, {}, 0)
    assert page_of(heading, pages) == 0
    assert page_of(figure, pages) == 1


@pytest.mark.parametrize(("first", "faces"), [(2, True), (3, False)])
def test_a_figure_may_stand_on_the_page_that_faces_its_heading_but_not_overleaf(first: int, faces: bool) -> None:
    """Even pages lie to the left of odd ones: from page 2 to 3 nobody turns a leaf, from 3 to 4 one does.

    Here heading, words and figure are too high for one page; from page 3 the heading waits for page 4.
    """
    heading, figure = part("swap"), Slab(60, nothing, floats=True, break_cost=20)
    slabs = [*lines(4), heading, *tied(4), figure, *lines(9)]
    pages, _ = break_pages(slabs, 95, {}, 0, first=first)
    assert page_of(heading, pages) == (0 if faces else 1)
    assert page_of(figure, pages) == page_of(heading, pages) + 1


def test_pages_are_numbered_from_one_where_nothing_is_told() -> None:
    heading, figure = part("swap"), Slab(60, nothing, floats=True, break_cost=20)
    slabs = [*lines(4), heading, *tied(4), figure, *lines(9)]
    assert [counts(break_pages(slabs, 95, {}, 0, **told)[0]) for told in ({}, {"first": 1})] == [
        counts(break_pages(slabs, 95, {}, 0, first=3)[0])
    ] * 2
