"""Fonts: measured with kerning, written as text that can be copied."""

from __future__ import annotations

import io
from itertools import accumulate
from pathlib import Path

import pypdfium2
import pytest

from asterion_press.pdf.fonts import Font, load_font, load_typeface, text_operators
from asterion_press.pdf.reportlab_adapter import Canvas, write_operators
from tests.support.refusals import refusal

FONTS = Path(__file__).parents[2] / "templates" / "fonts"
FILES = sorted(FONTS.glob("*.ttf"))


def drawn(text: str, family: str = "Alegreya") -> bytes:
    """A page with one line of 20 pt at (10, 50), each letter where its font measures it."""
    buffer, font = io.BytesIO(), load_font(FONTS, family)
    canvas = Canvas(buffer, pagesize=(400, 100), invariant=1)
    places = list(accumulate((advance * 20 / 1000 for advance in font.advances(text)), initial=0.0))
    write_operators(canvas, "BT 1 0 0 1 10 50 Tm", *text_operators(canvas, font, 20, text, places[:-1]), "ET")
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def test_a_file_is_read_once_a_process() -> None:
    assert load_font(FONTS, "Alegreya") is load_font(FONTS, "Alegreya", "regular")


def test_a_style_that_a_family_lacks_falls_back_to_the_next_best() -> None:
    assert load_font(FONTS, "ShipporiMincho", "italic").name == "ShipporiMincho-Medium"
    assert load_font(FONTS, "Cinzel", "bold-italic").name == "Cinzel-Bold"


def test_a_style_that_a_family_has_is_taken() -> None:
    styles = {"Medium": "regular", "BoldItalic": "bold-italic"}
    taken = {}
    for file in FILES:
        family, _, ending = file.stem.partition("-")
        taken[file.stem] = load_font(FONTS, family, styles.get(ending, ending.lower())).name
    assert {named: other for named, other in taken.items() if other != named} == {}


def test_every_font_has_the_spaces_at_which_no_line_breaks() -> None:
    fonts = [(file.stem, Font(file), space) for file in FILES for space in "\u00a0\u202f"]
    assert [(name, space) for name, font, space in fonts if not font.covers(space)] == []
    assert [(name, space) for name, font, space in fonts if font.width(space) != font.width(" ")] == []


def test_figures_are_as_high_as_capitals_and_stand_on_the_line() -> None:
    wrong = {}
    for file in FILES:
        font = Font(file)
        for sign in filter(font.covers, "H0123456789"):
            heights = [y * 1000 / font.units for _, points in font.outline(sign) for _, y in points]
            if sign == "H":
                capital = max(heights)
            if min(heights) <= -60 or max(heights) <= 0.9 * capital:  # Cinzel's 3 and 5 hang a little
                wrong[file.stem, sign] = min(heights), max(heights)
    assert wrong == {}


def test_a_family_that_is_not_there_is_told() -> None:
    there = sorted({path.stem.split("-")[0] for path in FILES})
    assert {"Alegreya", "AlegreyaSC", "NotoSerifKR", "NotoSerifSC", "NotoSerifTC"} <= set(there)
    families = f"one of {', '.join(there)}"
    assert refusal(load_font, FONTS, "Comic") == [
        f"fonts/Comic-Regular.ttf: no font for family 'Comic', style regular; {families}"
    ]


def test_a_fallback_fills_in_for_the_characters_that_a_family_lacks() -> None:
    typeface = load_typeface(FONTS, "Alegreya", ("ShipporiMincho",))
    found = [typeface.font_for(character, "regular") for character in "a牛"]
    assert [font.name for font in found if font] == ["Alegreya-Regular", "ShipporiMincho-Medium"]
    assert typeface.font_for("\U0001f402", "regular") is None


@pytest.mark.parametrize("family", ["NotoSerifKR", "NotoSerifSC", "ShipporiMincho"])
def test_no_sign_of_sums_and_notes_is_as_wide_as_an_ideograph(family: str) -> None:
    for style in ("regular", "bold"):
        for sign in "×±†‡":
            font = load_typeface(FONTS, family).font_for(sign, style)
            assert font is not None
            assert font.width(sign) < 950, sign
    runs = list(load_typeface(FONTS, family).runs("50 × 50", "regular"))
    assert "".join(text for _, text in runs) == "50 × 50"


def test_kerning_moves_letters_and_exchanges_none() -> None:
    font = load_font(FONTS, "Alegreya")
    assert len(font.advances("AVATAR ffi")) == 10
    assert sum(font.advances("AVA")) < sum(map(font.width, "AVA"))
    assert font.advances("V") == (font.width("V"),)


@pytest.mark.parametrize(
    ("text", "family"),
    [("AVATAR, official (f) \\ “Tür” ñandú", "Alegreya"), ("迷宮の牛、「アステリオン」", "ShipporiMincho")],
)
def test_text_can_be_copied_from_the_file(text: str, family: str) -> None:
    page = pypdfium2.PdfDocument(drawn(text, family))[0]
    assert page.get_textpage().get_text_bounded() == text


def test_letters_stand_where_they_were_measured() -> None:
    text = "AVAVA WATER To"
    font = load_font(FONTS, "Alegreya")
    page = pypdfium2.PdfDocument(drawn(text))[0].get_textpage()
    left = pypdfium2.PdfDocument(drawn("o"))[0].get_textpage().get_charbox(0)[0] - 10
    start = 10 + sum(font.advances(text)[:-1]) * 20 / 1000
    assert page.get_charbox(len(text) - 1)[0] == pytest.approx(start + left, abs=0.05)


def test_a_no_break_space_is_written_as_a_space() -> None:
    page = pypdfium2.PdfDocument(drawn("100\u00a0mm"))[0]
    assert page.get_textpage().get_text_bounded() == "100 mm"


def test_more_characters_than_one_subset_holds_are_all_there() -> None:
    text = "".join(chr(0x4E00 + number) for number in range(9000))
    font = load_font(FONTS, "ShipporiMincho")
    shown = "".join(character for character in text if font.covers(character))[:600]
    page = pypdfium2.PdfDocument(drawn(shown, "ShipporiMincho"))[0]
    buffer = page.get_textpage()
    assert len(shown) == buffer.count_chars() == 600
    assert "".join(buffer.get_text_range(index, 1) for index in range(600)) == shown
