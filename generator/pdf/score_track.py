"""The score track on a page of its own: one file for all languages."""

from __future__ import annotations

import io

from generator.catalogue.headers import Head
from generator.catalogue.papers import Paper
from generator.drawing.display_list import Drawing
from generator.layout.sheet_setup import Flip
from generator.pdf.document_info import mark_as_pdfa, set_print_settings
from generator.pdf.forms import define_form, place_form
from generator.pdf.reportlab_adapter import Canvas
from generator.units import pt


def print_score_track(head: Head, track: Drawing, paper: Paper, version: str) -> bytes:
    """Return the score track in the middle of a page, in its own size, as the bytes of a PDF.

    Args:
        head: of the game.
        track: with its markers.
        paper: to print on.
        version: of this program.
    """
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer, pagesize=(pt(paper.width_mm), pt(paper.height_mm)), pageCompression=1, invariant=1, lang="zxx"
    )
    canvas.setTitle(f"{head.full_title}: {track.title}")
    canvas.setAuthor(head.credits.design)
    canvas.setCreator(f"asterion-press {version}")
    define_form(canvas, "C0", track)
    left, top = (paper.width_mm - track.width) / 2, (paper.height_mm - track.height) / 2
    place_form(canvas, "C0", left, top, paper.height_mm)
    canvas.showPage()
    mark_as_pdfa(canvas, "zxx")
    set_print_settings(canvas, Flip.NONE)
    canvas.save()
    return buffer.getvalue()
