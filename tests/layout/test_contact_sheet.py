"""Contact sheets: every tile lies once, on the paper, apart from the others."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper, load_paper
from asterion_press.errors import LayoutError
from asterion_press.pdf.drawing_pages import ABOVE, BELOW, GAP, LEAST_MM, LEGEND_MM, TITLE_MM, contact_sheet

PAPERS = {name: load_paper(file) for name, file in library.papers().items()}
A4 = PAPERS["a4"]


@given(
    st.sampled_from(list(PAPERS.values())),
    st.lists(st.integers(1, 40), min_size=1, max_size=12),
    st.sampled_from([12.0, 20.0, 50.0, 90.0]),
)
def test_every_tile_lies_once_in_order_and_within_the_margins(
    paper: Paper, sections: list[int], largest: float
) -> None:
    sheet = contact_sheet(paper, sections, largest)
    cells = [cell for page in sheet.pages for cell in page]
    assert [cell.item for cell in cells] == list(range(sum(sections)))
    assert [cell.section for cell in cells if cell.begins] == list(range(len(sections)))
    assert min(LEAST_MM, largest) <= sheet.tile + 1e-9 <= largest + 1e-9
    assert sheet.pitch >= sheet.tile * (1 + GAP) - 1e-9
    assert sheet.leading >= sheet.tile * (1 + ABOVE + BELOW) - 1e-9
    margins = paper.margin_mm
    for number, page in enumerate(sheet.pages):
        assert page
        for cell in page:
            assert margins.left <= cell.x + 1e-9
            assert cell.x + sheet.tile <= paper.width_mm - margins.right + 1e-9
            assert cell.y - sheet.tile * ABOVE >= margins.top + (0 if number else TITLE_MM) - 1e-9
            assert cell.y + sheet.tile * (1 + BELOW) <= paper.height_mm - margins.bottom - LEGEND_MM + 1e-9
        corners = sorted({(round(cell.y, 6), round(cell.x, 6)) for cell in page})
        assert len(corners) == len(page)
        for (y, x), (y2, x2) in pairwise(corners):
            assert x2 - x >= sheet.pitch - 1e-5 if y == y2 else y2 - y >= sheet.leading - 1e-5


def test_a_few_tiles_share_one_page_and_are_as_large_as_it_allows() -> None:
    sheet = contact_sheet(A4, [3, 3], 200.0)
    assert len(sheet.pages) == 1
    larger = replace(A4, width_mm=A4.width_mm * 2, height_mm=A4.height_mm * 2)
    assert contact_sheet(larger, [3, 3], 200.0).tile > sheet.tile


def test_a_heading_knows_how_far_its_section_reaches_in_the_row() -> None:
    rooms = [cell.room for cell in contact_sheet(A4, [3, 2, 60], 50.0).pages[0][:7]]
    assert rooms[:5] == [3, 2, 1, 2, 1]
    assert rooms[5] > rooms[6]


def test_a_paper_without_room_for_one_tile_is_refused() -> None:
    with pytest.raises(LayoutError, match="a tile of 16 mm with its captions does not fit A4: 190 x 22 mm are free"):
        contact_sheet(replace(A4, height_mm=50.0), [1], 50.0)
