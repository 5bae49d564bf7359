"""An SVG file as pixels: PNG, with the resolution that makes it as large on paper as the SVG is.

The renderer is resvg, through the optional extra `picture`; nothing else imports it. It reads no fonts, no settings and
no other file, and the PNG holds nothing but pixels and how large they are.

Source of the format: ISO/IEC 15948, 11.3.5.3 for the chunk pHYs.
"""

from __future__ import annotations

import struct
import zlib

from generator.errors import LayoutError, from_extra

MM_PER_INCH = 25.4
MOST_PIXELS = 100_000_000
"""Pixels take four bytes each while they are drawn. Own choice: 400 MB."""
SIGNATURE_AND_HEADER = 8 + 25
"""Bytes of a PNG before its second chunk."""
PER_METRE = 1


def png_bytes(svg: str, width_mm: float, height_mm: float, dpi: int) -> bytes:
    """Return the PNG file of an SVG file of that size.

    Raises:
        MissingExtraError: the renderer is not installed.
        LayoutError: there would be too many pixels.
    """
    width, height = (round(length / MM_PER_INCH * dpi) for length in (width_mm, height_mm))
    if width * height > MOST_PIXELS:
        fits = int((MOST_PIXELS / (width_mm * height_mm)) ** 0.5 * MM_PER_INCH)
        raise LayoutError(
            f"{width} x {height} pixels at {dpi} dpi are too many; give at most --dpi {fits}, or draw .svg or .pdf"
        )
    with from_extra("picture", "draw .svg or .pdf"):
        import resvg_py
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, dpi=96, background="#ffffff", skip_system_fonts=True)
    return _with_resolution(bytes(png), dpi)


def _with_resolution(png: bytes, dpi: int) -> bytes:
    """Return the file with a chunk that gives the number of pixels in a metre."""
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, PER_METRE)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:SIGNATURE_AND_HEADER] + chunk + png[SIGNATURE_AND_HEADER:]
