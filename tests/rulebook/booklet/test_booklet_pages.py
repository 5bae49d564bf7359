"""Pages and tables: footnotes with their marks, no widows, figures that fit, rows that stay together."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.pdf.tags import Element
from asterion_press.rulebook.text.document import Heading, TableBlock
from asterion_press.rulebook.typeset.blocks import Slab, table_slabs
from asterion_press.rulebook.typeset.booklet import bad_breaks, break_pages
from asterion_press.rulebook.typeset.painting import Painter
from asterion_press.rulebook.typeset.shaper import Typesetter
from asterion_press.rulebook.typeset.styles import MEASURE, latin_styles
from tests.support.texts import Reader


def nothing(_painter: Painter, _x: float, _y: float) -> None:
    """Paint nothing."""


def lines(count: int) -> list[Slab]:
    """A paragraph of lines of 10 pt, whose first and last line are not parted from their neighbours."""
    return [Slab(10, nothing, kept=index in {1, count - 1} - {0}, continues=index > 0) for index in range(count)]


def heading() -> Slab:
    return Slab(10, nothing, heading=Heading(2, "end", (), 1))


def figure(height: float, lower: float = 0.0) -> Slab:
    """A figure that may be so much lower."""
    return Slab(height, nothing, shrunk=(lambda share: Slab(height - lower * share, nothing)) if lower else None)


@pytest.mark.parametrize(
    ("slabs", "height", "counts"),
    [
        pytest.param([Slab(10, nothing)] * 25, 100, [10, 10, 5], id="lines fill pages"),
        pytest.param([*lines(8), *lines(3)], 90, [8, 3], id="no first line of a paragraph stands alone"),
        pytest.param([*lines(7), *lines(4)], 100, [9, 2], id="nor a last one"),
        pytest.param([*lines(9), heading(), *lines(5)], 100, [9, 6], id="no page ends with a heading"),
        pytest.param([*lines(8), heading(), figure(40), *lines(4)], 100, [8, 6], id="whatever follows it"),
        pytest.param([*lines(6), figure(50, 10), *lines(1)], 100, [7, 1], id="a figure becomes smaller to fit"),
        pytest.param([*lines(6), figure(60, 10), *lines(1)], 100, [6, 2], id="not smaller than it may be"),
        pytest.param([Slab(20, nothing, before=5)] * 9, 95, [4, 4, 1], id="no space is above the first line of a page"),
    ],
)
def test_slabs_fill_pages_and_stay_together(slabs: list[Slab], height: float, counts: list[int]) -> None:
    pages, too_high = break_pages(slabs, height, {}, 0)
    assert [len(page.slabs) for page in pages] == counts
    assert (too_high, list(bad_breaks(pages))) == ([], [])
    for page in pages:
        y, last = page.slabs[-1]
        assert page.slabs[0][0] == 0
        assert y + last.height <= height + 0.01


def test_breaks_that_nothing_else_was_left_for_are_told() -> None:
    alone, high = heading(), Slab(95, nothing)
    pages, _ = break_pages([alone, high], 100, {}, 0)
    assert list(bad_breaks(pages)) == [(0, alone, "a heading stands at the foot of a page")]
    two = [Slab(60, nothing), Slab(60, nothing, kept=True, continues=True)]
    pages, _ = break_pages(two, 100, {}, 0)
    assert list(bad_breaks(pages)) == [(0, two[1], "a line of a paragraph stands alone on a page")]


def test_a_footnote_stands_on_the_page_of_its_mark() -> None:
    slabs = [Slab(10, nothing) for _ in range(9)] + [Slab(10, nothing, notes=("n",))] + [Slab(10, nothing)]
    pages, _ = break_pages(slabs, 100, {"n": 20}, 5)
    assert [page.notes for page in pages] == [(), ("n",)]
    assert len(pages[0].slabs) == 9, "the marked line goes with its note, which the first page has no room for"


def test_a_slab_that_no_page_can_hold_is_told() -> None:
    tall = Slab(80, nothing, notes=("n",), line=7)
    pages, too_high = break_pages([Slab(10, nothing), tall], 100, {"n": 30}, 5)
    assert (pages, too_high) == ([], [tall])


def test_the_header_of_a_table_is_repeated_where_a_page_begins_within_it() -> None:
    again = Slab(15, nothing)
    pages, _ = break_pages([Slab(30, nothing, again=again if row else None) for row in range(5)], 100, {}, 0)
    assert [[slab is again for _, slab in page.slabs] for page in pages] == [[False] * 3, [True, False, False]]
    assert [y for y, _ in pages[1].slabs] == [0, 15, 45]


@given(st.lists(st.tuples(st.floats(1, 60), st.booleans()), min_size=1, max_size=60))
def test_nothing_is_lost_and_no_page_is_too_full(shapes: list[tuple[float, bool]]) -> None:
    slabs = [
        Slab(height, nothing, before=3, notes=(str(index),) if noted else (), line=index)
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


# tables: rows that go on with the row above


def rules_below(slab: Slab) -> int:
    painter = Mock()
    slab.paint(painter, 0.0, 0.0)
    return int(painter.rule.call_count)


def slabs_of(read: Reader, setter: Typesetter, *firsts: str) -> list[Slab]:
    """A table with these first cells."""
    rows = "".join(f"| {first} | words |\n" for first in firsts)
    [table] = read(f"| A | B |\n|---|---|\n{rows}").blocks
    assert isinstance(table, TableBlock)
    return table_slabs(table, setter, latin_styles(), MEASURE, Element("Table"))


def test_rows_of_one_group_are_parted_by_no_rule_and_no_page(read: Reader, latin_setter: Typesetter) -> None:
    slabs = slabs_of(read, latin_setter, "one", "", "", "two", "")
    assert [rules_below(slab) for slab in slabs] == [1, 0, 0, 1, 0, 1]
    assert [slab.kept for slab in slabs] == [True, True, True, True, False, True]


def test_rows_that_each_say_what_they_are_of_are_parted(read: Reader, latin_setter: Typesetter) -> None:
    slabs = slabs_of(read, latin_setter, "one", "two", "three", "four")
    assert [rules_below(slab) for slab in slabs] == [1] * 5
    assert [slab.kept for slab in slabs] == [True, True, False, False, True]
    grouped = slabs_of(read, latin_setter, "one", "", "three", "")
    assert sum(slab.height for slab in grouped) < sum(slab.height for slab in slabs)
