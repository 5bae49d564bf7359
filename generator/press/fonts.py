"""Fonts: read once a process, measured with kerning, written into the PDF as embedded subsets.

A font measures text in thousandths of an em. Kerning is the only feature that is applied: ligatures would have to go
to private-use code points in ReportLab's subsets, and what is copied out of the PDF would no longer be text. One
character is one glyph, so text is written by character and each glyph's place by its own number (operator TJ).

Families lie in ``templates/fonts`` as ``<family>-<Style>.ttf``. A style that a family lacks, such as a Japanese
italic, falls back to the next best one, see :data:`STYLES`.

Source of the TJ operator: ISO 32000-1, 9.4.3.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import uharfbuzz
from msgspec import Struct, field

from generator.errors import Place, TypesettingError
from generator.press.reportlab_door import Canvas, document_of, new_truetype
from generator.wording import suggestion

Style: TypeAlias = Literal["regular", "italic", "bold", "bold-italic"]

STYLES: dict[Style, tuple[str, ...]] = {
    "regular": ("Regular", "Medium"),
    "italic": ("Italic", "Regular", "Medium"),
    "bold": ("Bold", "Regular"),
    "bold-italic": ("BoldItalic", "Bold", "Italic", "Regular"),
}
"""The endings of file names that serve for a style, best first."""

FEATURES = dict.fromkeys(("liga", "clig", "dlig", "rlig", "calt", "ccmp", "locl", "rclt"), False) | {"kern": True}
"""Kerning and nothing that exchanges glyphs. Source: the OpenType registry of layout features."""

SPACES = "\u00a0\u202f"
"""Spaces that are measured, and written, as a plain space."""


Stroke: TypeAlias = tuple[str, tuple[tuple[float, float], ...]]
"""A method of the pens of fonttools, such as ``lineTo``, and the points that it is called with."""


def _outline(shaper: uharfbuzz.Font, glyph: int) -> tuple[Stroke, ...]:
    """Return the outline of a glyph: the one place where HarfBuzz calls back.

    Its binding prints what a callback raises as "Exception ignored", and goes on without the point. So callbacks here
    only take note, and what is raised all the same, by the binding itself if memory runs out, is raised again.
    """
    pen, ignored = _Recorder(), list[BaseException]()
    before = sys.unraisablehook
    sys.unraisablehook = lambda told: ignored.append(told.exc_value or told.exc_type())
    try:
        shaper.draw_glyph_with_pen(glyph, pen)
    finally:
        sys.unraisablehook = before
    if ignored:
        raise ignored[0]
    return tuple(pen.strokes)


class _Recorder:
    """Takes note of what HarfBuzz draws. The names are those of the pens of fonttools, which it calls."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []

    def moveTo(self, *points: tuple[float, float]) -> None:
        self.strokes.append(("moveTo", points))

    def lineTo(self, *points: tuple[float, float]) -> None:
        self.strokes.append(("lineTo", points))

    def curveTo(self, *points: tuple[float, float]) -> None:
        self.strokes.append(("curveTo", points))

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self.strokes.append(("qCurveTo", points))

    def closePath(self) -> None:
        self.strokes.append(("closePath", ()))


class Font:
    """One TrueType file.

    Attributes:
        name: the file's stem, such as ``Alegreya-Italic``.
        cap_height: of capital letters, in thousandths of an em.
        units: of the font's own coordinates in an em.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self._truetype: Any = new_truetype(path.stem, str(path))
        face = self._truetype.face
        self.cap_height: float = face.capHeight
        self._glyphs: dict[int, int] = face.charToGlyph
        self._shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(path.read_bytes())))
        self.units: int = self._shaper.face.upem
        self._thousandths = 1000 / self.units
        self._kerned: dict[str, tuple[float, ...]] = {}
        self._widths: dict[str, float] = {}

    def __repr__(self) -> str:
        return f"Font({self.name})"

    def covers(self, character: str) -> bool:
        """Whether the font has a glyph for the character."""
        return character in SPACES or ord(character) in self._glyphs

    def width(self, character: str) -> float:
        """The width of one character alone, as the PDF's table of widths has it, in thousandths of an em."""
        width = self._widths.get(character)
        if width is None:
            plain = " " if character in SPACES else character
            width = self._widths[character] = float(self._truetype.face.getCharWidth(ord(plain)))
        return width

    def advances(self, text: str) -> tuple[float, ...]:
        """How far the pen goes on after each character, kerned, in thousandths of an em."""
        found = self._kerned.get(text)
        if found is None:
            found = self._kerned[text] = self._shaped(text) if len(text) > 1 else tuple(map(self.width, text))
        return found

    def _shaped(self, text: str) -> tuple[float, ...]:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._shaper, buffer, FEATURES)
        if len(buffer.glyph_infos) != len(text):  # marks that were composed: measured one by one
            return tuple(map(self.width, text))
        return tuple(position.x_advance * self._thousandths for position in buffer.glyph_positions)

    def outline(self, character: str) -> tuple[Stroke, ...]:
        """Return the outline of one character, in the font's own units, y up; nothing if it has no glyph."""
        glyph = self._glyphs.get(ord(" " if character in SPACES else character))
        return () if glyph is None else _outline(self._shaper, glyph)

    def codes(self, canvas: Canvas, text: str) -> list[tuple[str, bytes]]:
        """The text in the codes of this document's subsets: name of the subset in the PDF, and bytes."""
        document = document_of(canvas)
        plain = text.translate({ord(space): " " for space in SPACES})
        split: list[tuple[int, bytes]] = self._truetype.splitString(plain, document)
        return [(self._truetype.getSubsetInternalName(subset, document), codes) for subset, codes in split]


@cache
def _read(path: Path) -> Font:
    return Font(path)


def load_font(folder: Path, family: str, style: Style = "regular") -> Font:
    """The font of a family that serves best for a style; each file is read once a process.

    Raises:
        TypesettingError: the folder has no such family.
    """
    return _read(font_file(folder, family, style).resolve())


def font_file(folder: Path, family: str, style: Style = "regular") -> Path:
    """The file of a family that serves best for a style.

    Raises:
        TypesettingError: the folder has no such family.
    """
    for ending in STYLES[style]:
        path = folder / f"{family}-{ending}.ttf"
        if path.is_file():
            return path
    families = sorted({file.stem.rpartition("-")[0] for file in folder.glob("*-*.ttf")})
    message = f"no font for family {family!r}, style {style}; {suggestion(family, families)}"
    raise TypesettingError.at(Place(f"{folder.name}/{family}-{STYLES[style][0]}.ttf"), message)


class Typeface(Struct, frozen=True):
    """The four styles of a family, each with the fonts that fill in for characters it lacks."""

    styles: dict[Style, tuple[Font, ...]]
    _found: dict[tuple[Style, str], Font | None] = field(default_factory=dict)

    def font(self, style: Style) -> Font:
        """The style's own font."""
        return self.styles[style][0]

    def font_for(self, character: str, style: Style) -> Font | None:
        """The first font of the style that has a glyph for the character."""
        try:
            return self._found[style, character]
        except KeyError:
            found = next((font for font in self.styles[style] if font.covers(character)), None)
            self._found[style, character] = found
            return found


def load_typeface(folder: Path, family: str, fallbacks: Sequence[str] = ()) -> Typeface:
    """All styles of a family.

    Raises:
        TypesettingError: the folder lacks the family or a fallback.
    """
    return Typeface({style: tuple(load_font(folder, name, style) for name in (family, *fallbacks)) for style in STYLES})


def text_operators(canvas: Canvas, font: Font, size: float, text: str, positions: Sequence[float]) -> list[str]:
    """Operators that show each character of `text` at its own x of `positions` (pt, from the text's origin).

    The caller has begun a text object and moved to the origin of the line. Numbers of a TJ array are thousandths of
    an em that move the pen back; they are cut from the sum, so that rounding does not add up along a line.
    """
    operators: list[str] = []
    index, pen, width = 0, positions[0], font.width
    for subset, codes in font.codes(canvas, text):
        operators.append(f"{subset} {size:g} Tf")
        parts: list[str] = []
        written = 0
        for count, character in enumerate(text[index : index + len(codes)]):
            move = round((pen - positions[index + count]) * 1000 / size)
            if move:
                parts.append(f"<{codes[written:count].hex()}>{move}" if count > written else f"{move}")
                written = count
                pen -= move * size / 1000
            pen += width(character) * size / 1000
        index += len(codes)
        operators.append(f"[{''.join(parts)}<{codes[written:].hex()}>] TJ")
    return operators
