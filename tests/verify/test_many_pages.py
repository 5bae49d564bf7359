"""A file has no more pages than a booklet may have, or than the pieces of its game can fill."""

from __future__ import annotations

import pikepdf
import pytest

from asterion_press.catalogue.bounds import PDF_PAGES
from asterion_press.verify.documents import PdfProof
from asterion_press.verify.files import Notes
from asterion_press.verify.pdf import PdfFaultError


def test_pages_beyond_the_bound_are_a_fault_unless_the_pieces_fill_them() -> None:
    pdf = pikepdf.new()
    for _ in range(PDF_PAGES + 1):
        pdf.add_blank_page()
    with pytest.raises(PdfFaultError, match=f"it has {PDF_PAGES + 1} pages; at most {PDF_PAGES} are read"):
        next(PdfProof("rules-en.pdf", pdf, Notes()).pages())
    assert len(list(PdfProof("sheets-a4.pdf", pdf, Notes(), expected_pages=PDF_PAGES + 1).pages())) == PDF_PAGES + 1
    del pdf.pages[0]
    assert len(list(PdfProof("rules-en.pdf", pdf, Notes()).pages())) == PDF_PAGES
