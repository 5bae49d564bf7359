"""Files in greyscale: each ink of a printed PDF, SVG or HTML page is replaced by the grey that is as light.

A printer that is asked to print in grey mixes it of all its inks or of black alone; a file in grey alone leaves it no
choice. Source of the lightness: relative luminance of sRGB, IEC 61966-2-1.
"""

from __future__ import annotations

import io
import re
from base64 import b64decode, b64encode
from functools import lru_cache
from typing import Any

import pikepdf

from asterion_press.drawing.inks import luminance
from asterion_press.pdf.pictures import grey_pixels, grey_png

NUMBER = rb"(\d+(?:\.\d+)?|\.\d+)"
COLOURED = re.compile(rb"(?<![^\s])" + NUMBER + rb"\s+" + NUMBER + rb"\s+" + NUMBER + rb"\s+(rg|RG)(?=\s|$)")
"""An operator that sets an ink of three parts in a content stream. Source: ISO 32000-1, 8.6.8."""
HEX = re.compile(rb"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b")
INK = re.compile(rb"(?:(?<=:)|(?<=fill=\")|(?<=stroke=\")|(?<=content=\"))" + HEX.pattern)
"""An ink in the style of a page, in its pictures, or in its head."""
IMAGE = re.compile(rb"(?<=src=\")data:image/png;base64,([A-Za-z0-9+/]+=*)")
"""The pixels of a project's own picture in a page."""


@lru_cache(maxsize=4096)
def to_grey(red: float, green: float, blue: float) -> float:
    """Return the grey that is as light as a colour; all parts 0 to 1."""
    light = luminance(red, green, blue)
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def grey_svg(svg: bytes) -> bytes:
    """Return an SVG file of this program with every ink grey."""
    return HEX.sub(_grey_hex, svg)


def grey_page(page: bytes) -> bytes:
    """Return an HTML page of this program with every ink grey; the target of a link is none."""
    return IMAGE.sub(_grey_image, INK.sub(_grey_hex, page))


def _grey_image(found: re.Match[bytes]) -> bytes:
    return b"data:image/png;base64," + b64encode(grey_png(b64decode(found[1])))


def _grey_hex(found: re.Match[bytes]) -> bytes:
    value = round(255 * to_grey(*(int(part, 16) / 255 for part in found.groups())))
    return b"#%02x%02x%02x" % (value, value, value)


def grey_pdf(pdf: bytes) -> bytes:
    """Return a PDF file of this program with every ink grey, in the colour space of greys; all else stays."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        pages = set()
        for page in document.pages:
            contents: Any = page.obj.get("/Contents", [])
            pages |= {part.objgen for part in (contents if isinstance(contents, list | pikepdf.Array) else [contents])}
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream) and (thing.objgen in pages or thing.get("/Subtype") == "/Form"):
                before = thing.read_bytes()
                after = COLOURED.sub(_grey_operator, before)
                if after != before:
                    thing.write(after)
            elif isinstance(thing, pikepdf.Stream) and thing.get("/ColorSpace") == "/DeviceRGB":  # of a picture
                grey = grey_pixels(thing.read_bytes(), int(thing.Width), int(thing.Height))
                thing.write(grey)
                thing.ColorSpace = pikepdf.Name.DeviceGray
        buffer = io.BytesIO()
        document.save(buffer, object_stream_mode=pikepdf.ObjectStreamMode.disable, deterministic_id=True)
    return buffer.getvalue()


def _grey_operator(found: re.Match[bytes]) -> bytes:
    red, green, blue = (float(part) for part in found.groups()[:3])
    text = f"{to_grey(red, green, blue):.3f}".rstrip("0").rstrip(".")
    return f"{text or '0'} {'g' if found[4] == b'rg' else 'G'}".encode("ascii")
