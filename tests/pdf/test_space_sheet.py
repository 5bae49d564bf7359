"""The contact sheet of the space of designs, read back as PDF and as SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pypdfium2
import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import steps_of
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.deck.space import Limits, count_designs, limits_of, survey
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.space_sheet import MOST_DRAWN, space_pages
from asterion_press.pdf.drawing_pages import SheetPage, draw_contact_sheet, print_contact_sheet
from asterion_press.pdf.fonts import load_font, trace_text

FONTS = library.fonts_folder()


def pages_of(deck: Deck, limits: Limits, paper: str = "a4") -> tuple[SheetPage, ...]:
    themes = tuple(load_theme(library.theme_file(name).path) for name in ("knossos", "ink-saver"))
    sheet = load_paper(library.paper_file(paper).path)
    return space_pages(survey(deck, limits), deck, sheet, (themes[0], themes[1]), FONTS)


def text_of(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


def test_the_pdf_names_every_design_of_the_deck_and_spells_the_others(deck: Deck) -> None:
    pages = pages_of(deck, limits_of(deck))
    [text] = text_of(print_contact_sheet(pages, "title", FONTS))
    for name, design in deck.catalogue.designs.items():
        assert f"{design.number:02d} {name}" in text
    found = survey(deck, limits_of(deck))
    for sight in found.sights:
        if not sight.designs:
            assert " | ".join(map(str, sight.paths)) in text
    assert "near 05: wing moved" in text
    assert "near 15: mirror image" in text


def test_several_pages_hold_every_design_once(deck: Deck) -> None:
    limits = Limits(prisoners=(1, 1), coins=(0, 1), wings=(0, 1), extras=(0, 1))
    pages = pages_of(deck, limits, "letter")
    texts = text_of(print_contact_sheet(pages, "title", FONTS))
    assert len(texts) == len(pages) == 2
    assert ["01 crossroads" in text for text in texts] == [True, False]
    assert ["N:pc\r\n" in text or "N:pc " in text for text in texts][1]
    assert sum(group.name == "design" for page in pages for group in page.art.groups) == count_designs(limits)


def test_svg_shows_words_as_outlines_and_every_window_of_the_mat(deck: Deck) -> None:
    [page] = pages_of(deck, limits_of(deck))
    text = draw_contact_sheet(page, FONTS)
    root = ET.fromstring(text)
    assert "<text" not in text
    assert root.get("width") == "210mm"
    groups = {group.get("id"): group for group in root.iter("{http://www.w3.org/2000/svg}g")}
    assert len(groups["words"]) == len(page.lines)
    assert groups["mat"][0].get("d", "").count("M") == 1 + count_designs(limits_of(deck))


def test_what_cannot_be_drawn_is_told_in_its_place(deck: Deck) -> None:
    limits = Limits(open_sides=(4, 4), prisoners=(12, 12), path_prisoners=3)
    [page] = pages_of(deck, limits)
    assert "cannot be drawn" in {line.text for line in page.lines}


def test_more_designs_than_anybody_looks_at_are_refused(deck: Deck) -> None:
    limits = Limits(prisoners=(0, 2), coins=(0, 2), wings=(0, 1))
    with pytest.raises(LayoutError, match=rf"designs; at most {MOST_DRAWN} are drawn"):
        pages_of(deck, limits)


def test_outlines_lie_where_the_type_lies() -> None:
    """An H of 10 mm stands on its base line, as high as the font's capitals, as wide as its advance or less."""
    font = load_font(FONTS, "Alegreya")
    points = [point for _, own in steps_of(trace_text(font, "H", 3.0, 20.0, 10.0)) for point in own]
    xs, ys = zip(*points, strict=True)
    assert 3.0 <= min(xs) < max(xs) <= 3.0 + font.width("H") / 100
    assert max(ys) == pytest.approx(20.0, abs=0.15)
    assert min(ys) == pytest.approx(20.0 - font.cap_height / 100, abs=0.2)


def test_the_same_sheet_gives_the_same_bytes(deck: Deck, tmp_path: Path) -> None:
    one, other = (print_contact_sheet(pages_of(deck, limits_of(deck)), "title", FONTS) for _ in range(2))
    assert one == other
    assert str(tmp_path.parent) not in one.decode("latin-1")
