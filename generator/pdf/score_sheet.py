"""A sheet for keeping points, a score track or a pad: a page of its own, one file for all languages."""

from __future__ import annotations

import io

from generator.catalogue.equipment import Paper
from generator.catalogue.headers import Head
from generator.drawing.display_list import Drawing
from generator.layout.sheet_setup import Flip
from generator.pdf.document_info import mark_as_pdfa, set_print_settings
from generator.pdf.forms import define_form, place_form
from generator.pdf.reportlab_adapter import Canvas
from generator.units import pt


def print_score_sheet(head: Head, sheet: Drawing, paper: Paper, version: str) -> bytes:
    """Return a drawing in the middle of a page, in its own size, as the bytes of a PDF.

    Args:
        head: of the game.
        sheet: the drawing.
        paper: to print on.
        version: of this program.
    """
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer, pagesize=(pt(paper.width_mm), pt(paper.height_mm)), pageCompression=1, invariant=1, lang="zxx"
    )
    canvas.setTitle(f"{head.full_title}: {sheet.title}")
    canvas.setAuthor(head.credits.design)
    canvas.setCreator(f"asterion-press {version}")
    define_form(canvas, "C0", sheet)
    left, top = (paper.width_mm - sheet.width) / 2, (paper.height_mm - sheet.height) / 2
    place_form(canvas, "C0", left, top, paper.height_mm)
    canvas.showPage()
    mark_as_pdfa(canvas, "zxx")
    set_print_settings(canvas, Flip.NONE)
    canvas.save()
    return buffer.getvalue()
