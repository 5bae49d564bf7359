"""How much ink a page takes: pages of known areas, told from their pixels."""

from __future__ import annotations

import io

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import InkUse, Volumes, load_ink_use
from asterion_press.errors import VerifyError
from asterion_press.geometry import pt
from asterion_press.pdf.reportlab_adapter import Canvas, write_operators
from asterion_press.verify.ink import PageInk, page_inks

USE = InkUse("press", Volumes(1, 2, 4, 8), 1.0, "own choice")


def page(*operators: str, width: float = 200, height: float = 100) -> bytes:
    """A page in mm, of which a tenth, 20 mm at its left, is painted with what the operators choose."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(pt(width), pt(height)), invariant=1, lang="en")
    for operator in operators:
        write_operators(canvas, operator, f"0 0 {pt(width / 10)} {pt(height)} re f")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def ink_of(operator: str, use: InkUse = USE) -> PageInk:
    (found,) = page_inks(page(operator), use)
    return found


@pytest.mark.parametrize(
    ("operator", "inks", "millilitres"),
    [
        ("0 1 1 rg", (0.1, 0, 0, 0), 1),
        ("1 0 1 rg", (0, 0.1, 0, 0), 2),
        ("1 1 0 rg", (0, 0, 0.1, 0), 4),
        ("1 0 0 rg", (0, 0.1, 0.1, 0), 6),
        ("0 g", (0, 0, 0, 0.1), 8),
        ("0.5 g", (0, 0, 0, 0.05), 4),
        ("0 0 0.5 rg", (0.05, 0.05, 0, 0.05), 5.5),
    ],
)
def test_a_tenth_of_a_page_takes_a_tenth_of_each_ink(
    operator: str, inks: tuple[float, ...], millilitres: float
) -> None:
    found = ink_of(operator)
    assert found.covered == pytest.approx(0.1, abs=0.002)
    assert found.inks == pytest.approx(inks, abs=0.002)
    assert found.area == pytest.approx(0.02)
    assert found.millilitres(USE) == pytest.approx(0.1 * 0.02 * millilitres, rel=0.02)


def test_a_printer_that_mixes_its_black_takes_three_inks_for_it() -> None:
    mixing = InkUse("photo", USE.ml_per_m2, 0.0, "own choice")
    assert ink_of("0 g", mixing).inks == pytest.approx((0.1, 0.1, 0.1, 0), abs=0.002)


def test_bare_paper_takes_nothing() -> None:
    found = ink_of("1 g")
    assert (found.covered, found.inks, found.millilitres(USE)) == (0, (0, 0, 0, 0), 0)


def test_each_page_is_told_by_its_number() -> None:
    found = list(page_inks(page("0 g", "1 g", "0 1 1 rg"), USE))
    assert [one.number for one in found] == [1, 2, 3]
    assert [one.covered > 0 for one in found] == [True, False, True]


def test_what_is_no_pdf_or_too_large_is_refused() -> None:
    with pytest.raises(VerifyError, match="cannot be read"):
        list(page_inks(b"no pdf", USE))
    with pytest.raises(VerifyError, match="page 1 is 4000 x 100 mm"):
        list(page_inks(page("0 g", width=4000), USE))


def test_the_shipped_printer_takes_what_its_bottles_promise() -> None:
    file = library.inks()["home-inkjet"]
    use = load_ink_use(file)
    a4 = 0.21 * 0.297
    black, colour = 127 / 7500 / 0.05 / a4, 3 * 70 / 6000 / 0.15 / a4
    assert use.ml_per_m2.black == pytest.approx(black, abs=0.05)
    assert use.ml_per_m2.cyan == use.ml_per_m2.magenta == use.ml_per_m2.yellow == pytest.approx(colour, abs=0.05)
