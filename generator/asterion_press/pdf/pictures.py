"""Pictures of a project's own: PNG and JPEG files, and SVG files drawn as pixels, for booklets and pages.

A picture is untrusted. Its size is limited before it is decoded, in a process of its own; what an SVG file may not hold
is refused before it is drawn. What is handed on has no metadata and no transparency, and no more pixels than its place
on the page needs.
"""

from __future__ import annotations

import io
import re
import warnings

from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from asterion_press.catalogue import bounds
from asterion_press.catalogue.decoding import Made, decode
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.foreign_svg import SvgReader, check_ratio, plain_colours
from asterion_press.catalogue.library import fonts_folder
from asterion_press.drawing.svg import svg_pixels
from asterion_press.errors import InputError, Mistake, Place, named, refuse
from asterion_press.geometry import PT_PER_INCH

PNG_DPI, SVG_DPI = 300, 400
"""Pixels to the inch: of a PNG or JPEG file that does not say how many, and at most; of an SVG file. Own choice."""
DPI_RANGE = (10.0, 10_000.0)
"""Pixels to the inch that are believed. Own choice."""
STRIP = 256
"""Rows of pixels that are laid on white at once, which saves memory."""
WHITE = (255, 255, 255)
EMPTY_CHOICE = re.compile(r'<g requiredFeatures="[^"<]*#Extensibility"\s*/>')
"""By which draw.io tells that HTML within a picture is not shown, although plain words stand in its place."""
GROUND = re.compile(r"(?<=background)(?=:\s*(?:[#\w]+|rgba?\([^()]*\))\s*[;\"'])")
"""Where the renderer reads the word with `-color` alone."""


class Picture(Struct, frozen=True):
    """A picture as it is printed.

    Attributes:
        png: the file of its pixels: RGB of 8 bits, without metadata.
        width, height: in pt.
    """

    png: bytes
    width: float
    height: float


def load_picture(file: ShelfFile, measure: float, most: float) -> Picture:
    """Read a picture; it is as large as it says, but no wider than the measure and no higher than `most`, in pt.

    Raises:
        InputError: it cannot be read, is too large, holds a letter that no font has, or is an SVG file that refers to
            something outside of it.
        MissingExtraError: it is an SVG file, and the renderer is not installed.
    """
    raw = file.read()
    make = draw_svg if file.path.suffix.lower() == ".svg" else read_pixels
    (width, height, letters), png = decode(make, raw, file.name, measure, most)
    refuse(
        Mistake(Place(file.name, line, column), f"no font has {letter!r} ({named(letter)}); write it otherwise")
        for letter, line, column in letters
        if not _is_printed(letter)
    )
    return Picture(png, width, height)


def _is_printed(letter: str) -> bool:
    from asterion_press.pdf.fonts import load_typeface  # brings ReportLab, which most pictures need not

    return load_typeface(fonts_folder(), "Alegreya").font_for(letter, "regular") is not None


def draw_svg(raw: bytes, name: str, measure: float, most: float) -> Made:
    """Return the size of an SVG file in pt, its letters beyond ASCII with line and column, and the PNG of its pixels.

    Raises:
        InputError: it cannot be drawn.
        MissingExtraError: the renderer is not installed.
    """
    check = SvgReader(name)
    width, height = check.size_of(raw)
    scale = min(1.0, measure / width, most / height)
    wide = max(1, round(width * scale * SVG_DPI / PT_PER_INCH))
    try:
        text = GROUND.sub("-color", plain_colours(EMPTY_CHOICE.sub("<g/>", raw.decode(check.encoding))))
        pixels = svg_pixels(text, wide, fonts_folder())
    except ValueError as error:
        raise InputError.at(Place(name), f"cannot be drawn: {error}") from None
    with Image.open(io.BytesIO(pixels)) as image:
        letters = [[letter, *place] for letter, place in check.letters.items()]
        return [width * scale, height * scale, letters], _png_of(image)


def read_pixels(raw: bytes, name: str, measure: float, most: float) -> Made:
    """Return the size of a PNG or JPEG file in pt, no letters, and the PNG of its pixels.

    Raises:
        InputError: it cannot be read.
    """
    image = _opened(raw, name)
    given = image.info.get("dpi", ())
    across, down = (
        given if len(given) == 2 and all(DPI_RANGE[0] <= dpi <= DPI_RANGE[1] for dpi in given) else (PNG_DPI,) * 2
    )
    flat = _flattened(image)
    width, height = flat.width * PT_PER_INCH / across, flat.height * PT_PER_INCH / down
    check_ratio(width, height, name)
    scale = min(1.0, measure / width, most / height)
    needed = [max(1, round(side * scale * PNG_DPI / PT_PER_INCH)) for side in (width, height)]
    if needed[0] < flat.width or needed[1] < flat.height:
        flat = flat.resize((min(needed[0], flat.width), min(needed[1], flat.height)), Image.Resampling.LANCZOS)
    return [width * scale, height * scale, []], _png_of(flat)


def grey_png(png: bytes) -> bytes:
    """Return a PNG file with the greys that are as light as its pixels."""
    with Image.open(io.BytesIO(png)) as image:
        return _png_of(image.convert("L"))


def grey_pixels(pixels: bytes, width: int, height: int) -> bytes:
    """Return the greys, a byte each, that are as light as RGB pixels of three bytes each."""
    return Image.frombytes("RGB", (width, height), pixels).convert("L").tobytes()


def _opened(raw: bytes, name: str) -> Image.Image:
    """Return a PNG or JPEG file that is decoded, and turned as it says.

    Raises:
        InputError: it is none, is damaged, has too many pixels, or is much longer than wide.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(raw), formats=["PNG", "JPEG"])
            width, height = image.size
            if width * height > bounds.PICTURE_PIXELS:
                most = f"{bounds.PICTURE_PIXELS // 1_000_000} million"
                raise InputError.at(Place(name), f"{width} x {height} pixels are more than {most}; make it smaller")
            check_ratio(width, height, name)
            image.load()
            ImageOps.exif_transpose(image, in_place=True)
    except UnidentifiedImageError:
        raise InputError.at(Place(name), "is no PNG or JPEG file that can be read; save it anew as PNG") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InputError.at(Place(name), f"is no PNG or JPEG file that can be read: {str(error)[:100]}") from None
    return image


def _flattened(image: Image.Image) -> Image.Image:
    """Return an image in RGB, on white where it is transparent."""
    if image.mode.startswith("I"):  # 16 bits of grey
        image = image.convert("I").point(lambda value: value * (1 / 256) + 0).convert("L")
    if "transparency" not in image.info and not image.has_transparency_data:
        return image.convert("RGB")
    flat = Image.new("RGB", image.size, WHITE)
    for top in range(0, image.height, STRIP):
        shown = image.crop((0, top, image.width, min(top + STRIP, image.height))).convert("RGBA")
        ground = Image.new("RGBA", shown.size, (*WHITE, 255))
        flat.paste(Image.alpha_composite(ground, shown).convert("RGB"), (0, top))
    return flat


def _png_of(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    plain = image if image.mode == "L" else image.convert("RGB")
    plain.info = {}
    plain.save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()
