"""Drawings as PNG files of exactly so many pixels: eight bits of red, green and blue.

There is no alpha, except where a piece that is no rectangle is cut out.

The renderer is pdfium, through the optional extra `export`; nothing else imports it. Drawings are printed on a page of
one point a pixel by the same code that prints the sheets, so that a picture shows what paper would.

Source of the format: ISO/IEC 15948, 11.2.2 for IHDR, 11.3.3.2 and 11.3.3.5 for gAMA and sRGB, 11.3.5.3 for pHYs.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import TypeAlias

from generator.drawing.display_list import Drawing
from generator.units import MM_PER_INCH

SIGNATURE = b"\x89PNG\r\n\x1a\n"
TRUECOLOUR, TRUECOLOUR_ALPHA, BITS = 2, 6, 8
PERCEPTUAL = 0
SRGB_GAMMA = 45455
"""Gamma that ISO/IEC 15948 asks to be written beside sRGB, for readers that know gamma alone."""
COMPRESSION = 6
PER_METRE = 1
INVERSE = bytes(range(255, -1, -1))

PlacedDrawing: TypeAlias = tuple[Drawing, float, float]
"""A drawing, cut at its bleed, and the top left corner of its trim in pixels."""


def render_png(
    width: int,
    height: int,
    placed: Sequence[PlacedDrawing],
    scale: float,
    dpi: float,
    *,
    mask: Sequence[PlacedDrawing] | None = None,
) -> bytes:
    """Draw a picture as a PNG file; what is bare is white.

    Args:
        width: in pixels.
        height: in pixels.
        placed: what is drawn.
        scale: pixels a millimetre of the drawings.
        dpi: pixels an inch, for printing.
        mask: outlines in black; what lies outside of them is transparent. None leaves nothing transparent.

    Raises:
        MissingExtraError: the renderer is not installed.
    """
    rows = _render(width, height, placed, scale)
    colours = TRUECOLOUR
    if mask is not None:
        colours = TRUECOLOUR_ALPHA
        masks = _render(width, height, mask, scale)
        rows = [_with_alpha(row, black[::3]) for row, black in zip(rows, masks, strict=True)]
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, BITS, colours, 0, 0, 0)),
        (b"sRGB", bytes([PERCEPTUAL])),
        (b"gAMA", struct.pack(">I", SRGB_GAMMA)),
        (b"pHYs", struct.pack(">IIB", per_metre, per_metre, PER_METRE)),
        (b"IDAT", zlib.compress(b"\x00" + b"\x00".join(rows), COMPRESSION)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )


def _render(width: int, height: int, placed: Sequence[PlacedDrawing], scale: float) -> list[bytes]:
    """Return the rows of a picture, red, green and blue."""
    import pypdfium2  # a renderer that few commands need

    from generator.pdf.drawing_pages import (  # ReportLab, which the options of targets do without
        PlateDrawing,
        print_plate,
    )

    document = pypdfium2.PdfDocument(
        print_plate(width, height, [PlateDrawing(one, x, y, scale) for one, x, y in placed])
    )
    bitmap = document[0].render(scale=1, rev_byteorder=True)
    try:
        if (bitmap.width, bitmap.height, bitmap.n_channels) != (width, height, 3):
            raise AssertionError(f"{bitmap.width} x {bitmap.height} pixels of {bitmap.n_channels} channels")
        pixels, stride = bytes(bitmap.buffer), bitmap.stride
        return [pixels[at : at + 3 * width] for at in range(0, stride * height, stride)]
    finally:
        bitmap.close()
        document.close()


def _with_alpha(row: bytes, black: bytes) -> bytes:
    """Return a row with alpha: opaque where the mask is black."""
    found = bytearray(4 * len(black))
    found[0::4], found[1::4], found[2::4] = row[0::3], row[1::3], row[2::3]
    found[3::4] = black.translate(INVERSE)
    return bytes(found)
