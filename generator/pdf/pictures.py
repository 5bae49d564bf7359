"""Pictures of a project's own: PNG files, and SVG files drawn as pixels, for booklets and pages.

A picture is untrusted. Its size is limited before it is decoded; an SVG file may hold no script, no other document and
no reference to anything outside of itself, and what it repeats is counted before it is drawn. What is handed on has no
metadata and no transparency, and no more pixels than its place on the page needs.

Source: SVG 2, 5.6 (use). What a file may refer to is our own choice.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from msgspec import Struct
from PIL import Image

from generator import bounds
from generator.catalogue.files import read_bytes
from generator.catalogue.library import ShelfFile, fonts_folder
from generator.drawing.svg import svg_pixels
from generator.errors import InputError, Place
from generator.units import PT_PER_INCH, PT_PER_MM

PNG_DPI, SVG_DPI = 300, 400
"""Pixels to the inch: of a PNG file at its own size and at most; of an SVG file. Own choice."""
LARGEST_RATIO = 20.0
"""Of the longer side of an SVG file to the shorter one."""
WHITE = (255, 255, 255)
LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)(px|pt|pc|mm|cm|in)?\s*")
PT_PER_UNIT = {None: 0.75, "px": 0.75, "pt": 1.0, "pc": 12.0, "mm": PT_PER_MM, "cm": 10 * PT_PER_MM, "in": PT_PER_INCH}
"""Source: CSS Values and Units 4, 6.2."""
REFUSED = frozenset({"script", "foreignObject", "image", "feImage", "iframe", "audio", "video", "animate", "set"})
"""Elements that run, load, or show what is no drawing."""
MAY_NOT = "a picture may not hold"
OUTWARD = re.compile(r"@import|url\(\s*['\"]?(?!#)", re.IGNORECASE)


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
        InputError: it cannot be read, is too large, or is an SVG file that refers to something outside of it.
        MissingExtraError: it is an SVG file, and the renderer is not installed.
    """
    is_svg = file.path.suffix == ".svg"
    raw = read_bytes(file.path, file.name, file.limit)
    if is_svg:
        width, height = _SvgCheck(file.name).size_of(raw)
        scale = min(1.0, measure / width, most / height)
        wide = max(1, round(width * scale * SVG_DPI / PT_PER_INCH))
        try:
            pixels = svg_pixels(raw.decode("utf-8-sig"), wide, fonts_folder())
        except ValueError as error:
            raise InputError.at(Place(file.name), f"cannot be drawn: {error}") from None
        with Image.open(io.BytesIO(pixels)) as image:
            return Picture(_png_of(image), width * scale, height * scale)
    with _opened(raw, file.name) as image:
        flat = _flattened(image)
    width, height = (side * PT_PER_INCH / PNG_DPI for side in flat.size)
    scale = min(1.0, measure / width, most / height)
    if scale < 1.0:
        flat = flat.resize([max(1, round(side * scale)) for side in flat.size], Image.Resampling.LANCZOS)
    return Picture(_png_of(flat), width * scale, height * scale)


def grey_png(png: bytes) -> bytes:
    """Return a PNG file with the greys that are as light as its pixels."""
    with Image.open(io.BytesIO(png)) as image:
        return _png_of(image.convert("L"))


def grey_pixels(pixels: bytes, width: int, height: int) -> bytes:
    """Return the greys, a byte each, that are as light as RGB pixels of three bytes each."""
    return Image.frombytes("RGB", (width, height), pixels).convert("L").tobytes()


def _opened(raw: bytes, name: str) -> Image.Image:
    """Return a PNG file that is decoded.

    Raises:
        InputError: it is none, is damaged, or has too many pixels.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(raw), formats=["PNG"])
            width, height = image.size
            if width * height > bounds.PICTURE_PIXELS:
                most = f"{bounds.PICTURE_PIXELS // 1_000_000} million"
                raise InputError.at(Place(name), f"{width} x {height} pixels are more than {most}; make it smaller")
            image.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InputError.at(Place(name), f"is no PNG file that can be read: {str(error)[:100]}") from None
    return image


def _flattened(image: Image.Image) -> Image.Image:
    """Return an image in RGB, on white where it is transparent."""
    if image.mode.startswith("I"):  # 16 bits of grey
        image = image.convert("I").point(lambda value: value * (1 / 256) + 0).convert("L")
    if image.mode in {"RGB", "L"} and "transparency" not in image.info:
        return image.convert("RGB")
    shown = image.convert("RGBA")
    ground = Image.new("RGBA", shown.size, (*WHITE, 255))
    return Image.alpha_composite(ground, shown).convert("RGB")


def _png_of(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    plain = image if image.mode == "L" else image.convert("RGB")
    plain.info = {}
    plain.save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()


@dataclass(slots=True)
class _Node:
    """An element of an SVG file: its kids by number, and the id that it uses."""

    kids: list[int] = field(default_factory=list)
    used: str = ""


class _SvgCheck:
    """A reading of one SVG file, which looks for what it may not hold."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._nodes: list[_Node] = []
        self._open: list[int] = []
        self._ids: dict[str, int] = {}
        self._size: tuple[float, float] | None = None
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = lambda _: self._open.pop()
        self._parser.CharacterDataHandler = self._check_text
        self._parser.StartDoctypeDeclHandler = self._check_doctype
        self._parser.ProcessingInstructionHandler = lambda *_: self._refuse(
            f"{MAY_NOT} a processing instruction; take it out"
        )

    def size_of(self, raw: bytes) -> tuple[float, float]:
        """Return width and height of a file in pt.

        Raises:
            InputError: it is no SVG file, or holds something that it may not.
        """
        try:
            self._parser.Parse(raw, True)
        except expat.ExpatError as error:
            place = Place(self._name, error.lineno, error.offset + 1)
            raise InputError.at(place, f"is no SVG file: {expat.errors.messages[error.code]}") from None
        assert self._size is not None
        self._count(0, {})
        return self._size

    def _check_doctype(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            self._refuse(f"{MAY_NOT} declarations of its own in the document type; take them out")

    def _refuse(self, message: str) -> None:
        place = Place(self._name, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)
        raise InputError.at(place, message)

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        kind = tag.rpartition(" ")[2]
        if not self._nodes:
            if tag != "http://www.w3.org/2000/svg svg":
                self._refuse(f"begins with {kind!r}; an SVG file begins with 'svg' and its namespace")
            self._size = self._size_said(attributes)
        if kind in REFUSED or kind.startswith("animate"):
            self._refuse(f"{MAY_NOT} an element {kind!r}; draw it, or save the whole picture as PNG")
        number = len(self._nodes)
        self._nodes.append(_Node())
        if self._open:
            self._nodes[self._open[-1]].kids.append(number)
        self._open.append(number)
        if len(self._open) > bounds.SVG_DEPTH or number > bounds.SVG_ELEMENTS:
            self._refuse(f"has more than {bounds.SVG_ELEMENTS} elements, or {bounds.SVG_DEPTH} within one another")
        for name, value in attributes.items():
            self._check_attribute(name.rpartition(" ")[2], value)
            self._check_text(value)
        if kind == "use":
            self._nodes[number].used = next((v[1:] for name, v in attributes.items() if name.endswith("href")), "")

    def _check_attribute(self, name: str, value: str) -> None:
        """Check an attribute of the last element."""
        if name == "id":
            self._ids.setdefault(value, len(self._nodes) - 1)
        elif name == "href" and not value.startswith("#"):
            self._refuse(f"{MAY_NOT} a reference to something outside of it, {value[:40]!r}")
        elif name.startswith("on"):
            self._refuse(f"{MAY_NOT} an attribute {name!r}, which would run a program")

    def _check_text(self, text: str) -> None:
        if found := OUTWARD.search(text):
            self._refuse(
                f"{MAY_NOT} a reference to something outside of it, {text[found.start() : found.start() + 40]!r}"
            )

    def _size_said(self, attributes: Mapping[str, str]) -> tuple[float, float]:
        """Return the size that the outermost element says, or that of its view box in pixels."""
        box = re.fullmatch(r"\s*[^\s,]+[\s,]+[^\s,]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*", attributes.get("viewBox", ""))
        said = [LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
        sides = [float(one[1]) * PT_PER_UNIT[one[2]] if one else 0.0 for one in said]
        try:
            seen = [float(side) * PT_PER_UNIT["px"] for side in box.groups()] if box else [0.0, 0.0]
        except ValueError:
            seen = [0.0, 0.0]
        if all(seen) and not all(sides):
            scale = next((side / own for side, own in zip(sides, seen, strict=True) if side), 1.0)
            sides = [own * scale for own in seen]
        if not all(sides):
            self._refuse("has no size; give it a viewBox, or a width and a height")
        if max(sides) > LARGEST_RATIO * min(sides):
            self._refuse(f"has one side more than {LARGEST_RATIO:g} times as long as the other")
        return sides[0], sides[1]

    def _count(self, number: int, known: dict[int, int], depth: int = 0) -> int:
        """Return how many elements are drawn for one, with all that is used.

        Raises:
            InputError: they are too many, or an element uses itself.
        """
        if number not in known and depth <= 2 * bounds.SVG_DEPTH:
            known[number] = bounds.SVG_ELEMENTS + 1  # found again while it is counted, it uses itself
            node = self._nodes[number]
            used = [self._ids[node.used]] if node.used in self._ids else []
            known[number] = 1 + sum(self._count(one, known, depth + 1) for one in (*node.kids, *used))
        if known.get(number, bounds.SVG_ELEMENTS + 1) > bounds.SVG_ELEMENTS:
            message = f"draws more than {bounds.SVG_ELEMENTS} elements, those that it uses again counted each time"
            raise InputError.at(Place(self._name), message)
        return known[number]
