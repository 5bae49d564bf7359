"""Booklets read back, with other libraries than the one that wrote them."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pypdfium2

from asterion_press.geometry import pt


def page_texts(pdf: bytes, top_mm: float = 0.0, bottom_mm: float = 210.0) -> list[str]:
    """The text of each page between two heights, measured down from the page's top, as PDFium reads it."""
    document = pypdfium2.PdfDocument(pdf)
    area = {"top": pt(210 - top_mm), "bottom": pt(210 - bottom_mm)}
    return [str(page.get_textpage().get_text_bounded(**area)).replace("\r\n", "\n").strip() for page in document]


def text_areas(pdf: bytes) -> list[list[str]]:
    """The lines of each page's text area, without running head and page number."""
    return [text.split("\n") for text in page_texts(pdf, 18, 194)]


def opened(pdf: bytes) -> pikepdf.Pdf:
    """The file as pikepdf reads it, refusing what it would have to repair."""
    return pikepdf.open(io.BytesIO(pdf), attempt_recovery=False)


def instructions(page: Any) -> list[tuple[list[Any], str]]:
    """The page's content stream: operands and operator of each instruction."""
    return [(list(found.operands), str(found.operator)) for found in pikepdf.parse_content_stream(page)]
