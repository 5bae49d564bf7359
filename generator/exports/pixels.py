"""Drawings as PNG files of exactly so many pixels: eight bits of red, green and blue, no alpha.

The renderer is pdfium, through the optional extra `export`; nothing else imports it. The drawing is printed on a plate
of one point a pixel by the same press that prints the sheets, so that a picture shows what paper would.

Source of the format: ISO/IEC 15948, 11.2.2 for IHDR, 11.3.3.2 and 11.3.3.5 for gAMA and sRGB, 11.3.5.3 for pHYs.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

from generator.errors import AsterionError
from generator.press.plates import Laid, plate
from generator.units import MM_PER_INCH

SIGNATURE = b"\x89PNG\r\n\x1a\n"
TRUECOLOUR, BITS = 2, 8
PERCEPTUAL = 0
SRGB_GAMMA = 45455
"""What ISO/IEC 15948 asks to be written beside sRGB, for readers that know gamma alone."""
COMPRESSION = 6
PER_METRE = 1


def picture(width: int, height: int, laid: Iterable[Laid], dpi: float) -> bytes:
    """The PNG file of a plate; what is bare is white.

    Args:
        width: in pixels.
        height: in pixels.
        laid: drawings, cut at their bleed, placed in pixels.
        dpi: pixels an inch, for those who print it.

    Raises:
        AsterionError: the renderer is not installed.
    """
    try:
        import pypdfium2
    except ImportError:
        message = "pictures of an export need pypdfium2, which is not installed"
        raise AsterionError(f"{message}; pip install 'asterion-press[export]'") from None
    document = pypdfium2.PdfDocument(plate(width, height, laid))
    bitmap = document[0].render(scale=1, rev_byteorder=True)
    try:
        if (bitmap.width, bitmap.height, bitmap.n_channels) != (width, height, 3):
            raise AssertionError(f"{bitmap.width} x {bitmap.height} pixels of {bitmap.n_channels} channels")
        return png_file(bytes(bitmap.buffer), width, height, bitmap.stride, dpi)
    finally:
        bitmap.close()
        document.close()


def png_file(pixels: bytes, width: int, height: int, stride: int, dpi: float) -> bytes:
    """Rows of red, green and blue as a PNG file; `stride` bytes lie from one row to the next."""
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    rows = b"".join(b"\x00" + pixels[at : at + 3 * width] for at in range(0, stride * height, stride))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, BITS, TRUECOLOUR, 0, 0, 0)),
        (b"sRGB", bytes([PERCEPTUAL])),
        (b"gAMA", struct.pack(">I", SRGB_GAMMA)),
        (b"pHYs", struct.pack(">IIB", per_metre, per_metre, PER_METRE)),
        (b"IDAT", zlib.compress(rows, COMPRESSION)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
