"""Plates: pages as large as what is on them, to be turned into pictures of so many pixels.

One point of the page stands for one pixel of the picture, so whoever renders it at scale 1 gets exact edges.
"""

from __future__ import annotations

import io
from collections.abc import Iterable

from msgspec import Struct

from generator.drawing.display_list import Drawing
from generator.pdf.forms import define_form, place_form
from generator.pdf.reportlab import Canvas
from generator.units import PT_PER_MM, mm_from_pt


class Laid(Struct, frozen=True):
    """A drawing on a plate.

    Attributes:
        drawing: cut at its bleed.
        x, y: top left corner of its trim, in pixels from the plate's.
        scale: pixels a millimetre.
    """

    drawing: Drawing
    x: float
    y: float
    scale: float


def plate(width: int, height: int, laid: Iterable[Laid]) -> bytes:
    """A page of so many pixels with some drawings on it, as the bytes of a PDF."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(width, height), invariant=1)
    for index, one in enumerate(laid):
        define_form(canvas, f"C{index}", one.drawing)
        x, y, tall = mm_from_pt(one.x), mm_from_pt(one.y), mm_from_pt(height)
        place_form(canvas, f"C{index}", x, y, tall, scale=one.scale / PT_PER_MM)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()
