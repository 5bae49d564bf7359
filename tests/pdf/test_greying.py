"""Files in grey: every ink the grey that is as light, and nothing else changed."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape
from asterion_press.drawing.inks import lab
from asterion_press.drawing.svg import svg_text
from asterion_press.pdf.forms import define_form, place_form
from asterion_press.pdf.greyscale import COLOURED, grey_pdf, grey_svg, to_grey
from asterion_press.pdf.reportlab_adapter import Canvas, write_operators

INKS = ("#e9b32e", "#1f4a73", "#ad3f1f", "#6f9f80", "#ffffff", "#000000")
DRAWING = Drawing(
    "Y01", "a tile", 50, 50, 3,
    tuple(
        Group(f"part-{n}", (Shape(Pen().rectangle(8 * n, 5, 8, 40).data, fill=ink, stroke=INKS[n - 1], width=0.3),))
        for n, ink in enumerate(INKS)
    ),
)  # fmt: skip


def printed() -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300), invariant=1, lang="en")
    canvas.setTitle("Six inks")
    define_form(canvas, "C0", DRAWING)
    place_form(canvas, "C0", 20, 20, 300 * 25.4 / 72)
    write_operators(canvas, "0.9 0.1 0.2 rg 10 10 30 30 re f", "/Span <</Alt (1 0 0 rg)>> BDC EMC")
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_a_grey_is_as_light_as_the_ink_that_it_stands_for(rgb: tuple[int, int, int]) -> None:
    value = to_grey(*(part / 255 for part in rgb))
    assert 0 <= value <= 1
    eight = round(value * 255)
    light, grey = (lab("#" + "".join(f"{part:02x}" for part in parts))[0] for parts in (rgb, (eight,) * 3))
    assert grey == pytest.approx(light, abs=0.3)


def test_the_inks_of_the_players_stay_apart_in_grey() -> None:
    greys = sorted(to_grey(*(int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))) for ink in INKS[:4])
    assert all(after - before > 0.08 for before, after in pairwise(greys))


def test_every_pixel_of_a_greyed_page_is_grey_and_as_light_as_before() -> None:
    before, after = (
        pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_numpy().astype(int) for pdf in (printed(), grey_pdf(printed()))
    )
    assert (after[..., 0] == after[..., 1]).all()
    assert (after[..., 1] == after[..., 2]).all()
    assert (before[..., 0] != before[..., 2]).any()
    blue, green, red = before[80, 100, :3]
    assert after[80, 100, 0] == pytest.approx(255 * to_grey(red / 255, green / 255, blue / 255), abs=2)


def operators(pdf: bytes) -> list[str]:
    """Every operator with its operands, of the page and of its form, but for what sets inks."""
    opened = pikepdf.open(io.BytesIO(pdf), attempt_recovery=False)
    page: Any = opened.pages[0]
    (form,) = page.Resources.XObject.values()
    found = [*pikepdf.parse_content_stream(page), *pikepdf.parse_content_stream(form)]
    return [f"{list(one.operands)} {one.operator}" for one in found if str(one.operator) not in {"rg", "RG", "g", "G"}]


def test_nothing_but_inks_is_changed() -> None:
    assert operators(grey_pdf(printed())) == operators(printed())
    before, after = (pikepdf.open(io.BytesIO(pdf)) for pdf in (printed(), grey_pdf(printed())))
    assert dict(after.docinfo.items()) == dict(before.docinfo.items())
    assert after.Root.Lang == before.Root.Lang == "en"
    assert str(after.pages[0].Contents.read_bytes()).count("(1 0 0 rg)") == 1


def test_greying_gives_the_same_bytes_and_what_is_grey_stays_as_it_is() -> None:
    once = grey_pdf(printed())
    assert once == grey_pdf(printed())
    assert operators(grey_pdf(once)) == operators(once)
    svg = grey_svg(svg_text(DRAWING).encode())
    assert grey_svg(svg) == svg


def test_an_svg_keeps_all_but_its_inks() -> None:
    before = svg_text(DRAWING).encode()
    after = grey_svg(before)
    hex_ink = re.compile(rb"#[0-9a-f]{6}")
    assert hex_ink.sub(b"", after) == hex_ink.sub(b"", before)
    assert all(ink[1:3] == ink[3:5] == ink[5:7] for ink in hex_ink.findall(after))


@pytest.mark.parametrize("text", [b"1 0 0 rgx", b"x1 0 0 rg", b"0 0 rg", b"/C1 1 0 rg", b"1 0 0 k"])
def test_what_sets_no_ink_of_three_parts_is_left_alone(text: bytes) -> None:
    assert COLOURED.search(text) is None
