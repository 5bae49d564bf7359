"""Booklets read back, with other libraries than the one that wrote them."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pypdfium2


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page, as PDFium reads it."""
    document = pypdfium2.PdfDocument(pdf)
    return [str(page.get_textpage().get_text_bounded()).replace("\r\n", "\n") for page in document]


def opened(pdf: bytes) -> pikepdf.Pdf:
    """The file as pikepdf reads it, refusing what it would have to repair."""
    return pikepdf.open(io.BytesIO(pdf), attempt_recovery=False)


def instructions(page: Any) -> list[tuple[list[Any], str]]:
    """The page's content stream: operands and operator of each instruction."""
    return [(list(found.operands), str(found.operator)) for found in pikepdf.parse_content_stream(page)]
