"""A PNG file read back: its size, its resolution, and whether all of its pixels are there.

Source: ISO/IEC 15948, 5 (chunks), 11.2.2 (IHDR), 11.3.5.3 (pHYs), 9.2 (filter types).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from generator.units import MM_PER_INCH

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""By the type of colour: red, green and blue, and perhaps alpha."""
MOST_PIXELS = 120_000_000
STEP = 1 << 20
LAST_FILTER = 4


class PngError(Exception):
    """A file that is no whole PNG of the kind that is written here; the message says why."""


class Png(Struct, frozen=True):
    """A picture.

    Attributes:
        width, height: in pixels.
        channels: 3, or 4 with alpha.
        per_metre: pixels a metre; None if it does not say.
    """

    width: int
    height: int
    channels: int
    per_metre: int | None

    def size_fault(self, width: int, height: int, dpi: float | None = None) -> str | None:
        """Return what is wrong with the size in pixels, or with the resolution; None if nothing is."""
        if (self.width, self.height) != (width, height):
            return f"has {self.width} x {self.height} pixels; it must have {width} x {height}"
        if dpi is not None and self.per_metre != round(dpi * 1000 / MM_PER_INCH):
            told = "no resolution" if self.per_metre is None else f"{self.per_metre * MM_PER_INCH / 1000:.1f} dpi"
            return f"says {told}; it must say {dpi:.1f} dpi"
        return None


def read_png(raw: bytes) -> Png:
    """Read one file, and unpack all of its pixels.

    Raises:
        PngError: it is torn, or another kind of picture.
    """
    chunks = _chunks(raw)
    name, head = next(chunks, (b"", b""))
    if name != b"IHDR" or len(head) != 13:
        raise PngError("does not begin with its size")
    width, height, bits, colours, packed, filtered, interlaced = struct.unpack(">IIBBBBB", head)
    if bits != 8 or colours not in CHANNELS or (packed, filtered, interlaced) != (0, 0, 0):
        raise PngError("is no PNG of eight bits of red, green and blue, row after row")
    if not 0 < width * height <= MOST_PIXELS:
        raise PngError(f"has {width} x {height} pixels; at most {MOST_PIXELS} are read")
    per_metre, packs = None, []
    for name, body in chunks:
        if name == b"IDAT":
            packs.append(body)
        elif name == b"pHYs" and len(body) == 9:
            across, down, unit = struct.unpack(">IIB", body)
            per_metre = across if unit == 1 and across == down else None
    _check_rows(packs, 1 + width * CHANNELS[colours], height)
    return Png(width, height, CHANNELS[colours], per_metre)


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the content of each chunk, of which the last one must be IEND."""
    if not raw.startswith(SIGNATURE):
        raise PngError("is no PNG")
    at, name = len(SIGNATURE), b""
    while at < len(raw):
        size, name = int.from_bytes(raw[at : at + 4]), raw[at + 4 : at + 8]
        body, sign = raw[at + 8 : at + 8 + size], raw[at + 8 + size : at + 12 + size]
        if len(sign) < 4 or int.from_bytes(sign) != zlib.crc32(name + body):
            raise PngError(f"is torn at byte {at}")
        yield name, body
        at += 12 + size
        if name == b"IEND":
            break
    if name != b"IEND" or at != len(raw):
        raise PngError("does not end where its last part says")


def _check_rows(packs: list[bytes], length: int, rows: int) -> None:
    """See that as many rows are packed as there must be; nothing is kept of them.

    Args:
        packs: what is packed, in order.
        length: of a row in bytes, the byte that tells its filter included.
        rows: how many there must be.
    """
    inflate, at, whole = zlib.decompressobj(), 0, length * rows
    try:
        for part in _inflated(inflate, packs):
            if max(part[-at % length :: length], default=0) > LAST_FILTER:
                raise PngError("has a row with an unknown filter")
            at += len(part)
            if at > whole:
                break
    except zlib.error:
        raise PngError("has pixels that cannot be unpacked") from None
    if at != whole or not inflate.eof:
        raise PngError(f"has {at} bytes of pixels; its size asks for {whole}")


def _inflated(inflate: Any, packs: list[bytes]) -> Iterator[bytes]:
    """Yield what is packed, a part after the other."""
    for pack in packs:
        left = pack
        while left:
            yield inflate.decompress(left, STEP)
            left = inflate.unconsumed_tail
