"""Fonts: read once a process, measured with kerning, written into the PDF as embedded subsets.

A font measures text in thousandths of an em. Kerning and the places of combining marks are the only features that are
applied: ligatures would have to go to private-use code points in ReportLab's subsets, and what is copied out of the PDF
would no longer be text. One character is one glyph, so text is written by character and each glyph's place by its own
number (operator TJ; Ts for marks that are moved up or down).

Families lie in ``templates/fonts`` as ``<family>-<Style>.ttf``. A style that a family lacks, such as a Japanese
italic, falls back to the next best one, see :data:`STYLES`. A letter that a family lacks is taken from the next of
:data:`WORLD` that has it, and with it the whole word, so that no word is set in two faces if one face has all of it.

Source of the operators TJ and Ts: ISO 32000-1, 9.4.3 and 9.3.7.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from math import fsum
from pathlib import Path
from typing import Any, Literal, TypeAlias

import uharfbuzz
from msgspec import Struct

from asterion_press.catalogue.files import entries_of
from asterion_press.drawing.display_list import PathData, Pen
from asterion_press.errors import Place, TypesettingError, suggestion
from asterion_press.geometry import Point
from asterion_press.pdf.reportlab_adapter import Canvas, document_of, new_truetype

Style: TypeAlias = Literal["regular", "italic", "bold", "bold-italic"]

STYLES: dict[Style, tuple[str, ...]] = {
    "regular": ("Regular", "Medium"),
    "italic": ("Italic", "Regular", "Medium"),
    "bold": ("Bold", "Regular"),
    "bold-italic": ("BoldItalic", "Bold", "Italic", "Regular"),
}
"""The endings of file names for a style, best first."""

WORLD = ("Alegreya", "NotoSerif", "ShipporiMincho", "NotoSerifJP", "NotoSerifSC", "NotoSerifTC", "NotoSerifKR")
"""Families with letters that others lack, best first, so that a name prints in every language."""

MARK = "[\u0300-\u036f]"
"""A combining mark on, under or through the letter before it."""
WORD = re.compile(f"(?:[^\\W\\d_]{MARK}*)+|.{MARK}*", re.DOTALL)
"""Text that is set in one face if any face has all of it: a word of letters, or one character; with their marks."""
MARKS = re.compile(MARK)
MARKED = re.compile(rf"(?<!\S)(\S*{MARK}\S*)")
"""A word with combining marks."""

FEATURES = dict.fromkeys(("liga", "clig", "dlig", "rlig", "calt", "ccmp", "locl", "rclt"), False) | {"kern": True}
"""Kerning and, unasked, the places of marks; nothing that exchanges glyphs. Source: OpenType's registry of features."""

EM = 1000
"""Width of an ideograph, in thousandths of an em."""
NARROW = "×±÷†‡"
"""Signs that come from another family where a font has them as wide as an ideograph: they would gape in a line."""
GAP = 0.08
"""Least space between letters, in em, that a reader of PDF may take for one between words: poppler takes 0.1."""
SPACES = "\u00a0\u202f"
"""Spaces that are measured, and written, as a plain space."""

Stroke: TypeAlias = tuple[str, tuple[Point, ...]]
"""A method of the pens of fonttools, such as ``lineTo``, and the points that it is called with."""


def _outline(shaper: uharfbuzz.Font, glyph: int) -> tuple[Stroke, ...]:
    """Return the outline of a glyph: the one place where HarfBuzz calls back.

    Its binding prints what a callback raises as "Exception ignored", and goes on without the point. So callbacks here
    only take note, and what is raised all the same, by the binding itself if memory runs out, is raised again.
    """
    pen, ignored = _Recorder(), list[BaseException]()
    before = sys.unraisablehook
    sys.unraisablehook = lambda error: ignored.append(error.exc_value or error.exc_type())
    try:
        shaper.draw_glyph_with_pen(glyph, pen)
    finally:
        sys.unraisablehook = before
    if ignored:
        raise ignored[0]
    return tuple(pen.strokes)


class _Recorder:
    """A recorder of what HarfBuzz draws. The names are those of the pens of fonttools, which it calls."""

    def __init__(self) -> None:
        self.strokes: list[Stroke] = []
        for method in ("moveTo", "lineTo", "curveTo", "qCurveTo", "closePath"):  # TrueType has no cubic ones
            setattr(self, method, partial(self._note, method))

    def _note(self, method: str, *points: Point) -> None:
        self.strokes.append((method, points))


class Font:
    """One TrueType file.

    Attributes:
        name: the file's stem, such as ``Alegreya-Italic``.
        cap_height: of capital letters, in thousandths of an em.
        units: of the font's own coordinates in an em.
        truetype: ReportLab's reading of the file; one file has one, or a document would mix their subsets up.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        raw = path.read_bytes()
        self.truetype: Any = new_truetype(path.stem, raw)
        face = self.truetype.face
        self.cap_height: float = face.capHeight
        wide = {ord(sign) for sign in NARROW if ord(sign) in face.charToGlyph and face.getCharWidth(ord(sign)) >= EM}
        glyphs: dict[int, int] = face.charToGlyph
        self._glyphs = {point: glyph for point, glyph in glyphs.items() if point not in wide} if wide else glyphs
        self._shaper = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(raw)))
        self.units: int = self._shaper.face.upem
        self._thousandths = 1000 / self.units
        self._kerned: dict[str, tuple[float, ...]] = {}
        self._widths: dict[str, float] = {}
        self._marks: dict[str, dict[int, Point]] = {}

    def covers(self, character: str) -> bool:
        """Return whether the font has a glyph for the character."""
        return character in SPACES or ord(character) in self._glyphs

    def covers_all(self, text: str) -> bool:
        """Return whether the font has a glyph for each character of a text."""
        return all(map(self.covers, text))

    def width(self, character: str) -> float:
        """Return the width of one character alone, as the PDF's table of widths has it, in thousandths of an em."""
        width = self._widths.get(character)
        if width is None:
            plain = " " if character in SPACES else character
            width = self._widths[character] = float(self.truetype.face.getCharWidth(ord(plain)))
        return width

    def advances(self, text: str) -> tuple[float, ...]:
        """Return the distance from each character to the next, kerned, in thousandths of an em."""
        found = self._kerned.get(text)
        if found is None:
            found = self._kerned[text] = self._shaped(text) if len(text) > 1 else tuple(map(self.width, text))
        return found

    def _shaped(self, text: str) -> tuple[float, ...]:
        """Return the advance of each character of a text, kerned, but for letters beside a space."""
        found = list(self._shaped_whole(text))
        for index, character in enumerate(text):
            if character in SPACES or character == " ":  # the italics' f would take a third of the space behind it
                for at in (max(index - 1, 0), index):
                    found[at] = self.width(text[at])
        return tuple(found)

    def _shaped_whole(self, text: str) -> tuple[float, ...]:
        """Return the advance of each character of a text, kerned; note where the font has its marks."""
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._shaper, buffer, FEATURES)
        if len(buffer.glyph_infos) != len(text):  # marks that were composed: measured one by one
            return tuple(map(self.width, text))
        moved = (
            (index, (position.x_offset * self._thousandths, position.y_offset * self._thousandths))
            for index, position in enumerate(buffer.glyph_positions)
        )
        self._marks[text] = {index: offset for index, offset in moved if any(offset)}
        return tuple(position.x_advance * self._thousandths for position in buffer.glyph_positions)

    def mark_offsets(self, text: str) -> dict[int, Point]:
        """Return by how much combining marks are moved from the pen, by index, in thousandths of an em, y up."""
        if text.isascii() or not MARKS.search(text):
            return {}
        self.advances(text)
        return self._marks.get(text, {})

    def outline(self, character: str) -> tuple[Stroke, ...]:
        """Return the outline of one character, in the font's own units, y up; nothing if it has no glyph."""
        glyph = self._glyphs.get(ord(" " if character in SPACES else character))
        return () if glyph is None else _outline(self._shaper, glyph)

    def codes(self, canvas: Canvas, text: str) -> list[tuple[str, bytes]]:
        """Return the text in the codes of this document's subsets: name of the subset in the PDF, and bytes."""
        document = document_of(canvas)
        plain = text.translate({ord(space): " " for space in SPACES})
        split: list[tuple[int, bytes]] = self.truetype.splitString(plain, document)
        return [(self.truetype.getSubsetInternalName(subset, document), codes) for subset, codes in split]


_read = cache(Font)


@cache
def load_font(folder: Path, family: str, style: Style = "regular") -> Font:
    """Return the best font of a family for a style; each file is read once a process.

    Raises:
        OSError: the file cannot be read.
        TypesettingError: the folder has no such family.
    """
    return _read(font_file(folder, family, style).resolve())


def font_file(folder: Path, family: str, style: Style = "regular") -> Path:
    """Return the best file of a family for a style.

    Raises:
        TypesettingError: the folder has no such family.
    """
    for ending in STYLES[style]:
        path = folder / f"{family}-{ending}.ttf"
        if path.is_file():
            return path
    families = sorted(_families(folder))
    message = f"no font for family {family!r}, style {style}; {suggestion(family, families)}"
    raise TypesettingError.at(Place(f"{folder.name}/{family}-{STYLES[style][0]}.ttf"), message)


Run: TypeAlias = tuple[Font, str]
"""A part of a text, and its font."""


class Typeface(Struct, frozen=True):
    """The four styles of the first of some families, and the families that fill in for characters which it lacks.

    The files of those that fill in are large, and most texts need none: each is read when it is first looked into.
    """

    folder: Path
    families: tuple[str, ...]
    _found: dict[tuple[Style, str], Font | None] = {}

    def font(self, style: Style, number: int = 0) -> Font:
        """Return the font of a style, of the first family or of another one."""
        return load_font(self.folder, self.families[number], style)

    def font_for(self, text: str, style: Style) -> Font | None:
        """Return the first font of the style that has a glyph for each character of a text, such as a letter."""
        try:
            return self._found[style, text]
        except KeyError:
            fonts = (self.font(style, number) for number in range(len(self.families)))
            found = self._found[style, text] = next((font for font in fonts if font.covers_all(text)), None)
            return found

    def runs(self, text: str, style: Style) -> Iterator[tuple[Font | None, str]]:
        """Yield a text in runs of one font each, None where no font has the character; words stay whole if they can."""
        if self.font(style).covers_all(text):
            yield self.font(style), text
            return
        for font, parts in groupby(self._parts(text, style), lambda part: part[0]):
            yield font, "".join(part for _, part in parts)

    def printable_runs(self, text: str, style: Style, what: str = "text") -> list[Run]:
        """Return a text in runs of one font each.

        Raises:
            TypesettingError: for the first character that no font has; its message names the text as `what`.
        """
        found: list[Run] = []
        for font, part in self.runs(text, style):
            if font is None:
                missing = f"neither {self.font(style).name} nor another font has {part[0]!r} (U+{ord(part[0]):04X})"
                raise TypesettingError.at(Place(f"{what} {text!r}"), f"{missing}; write it otherwise")
            found.append((font, part))
        return found

    def _parts(self, text: str, style: Style) -> Iterator[tuple[Font | None, str]]:
        """Yield the parts of a text, each in the first font that has all of it."""
        for word in WORD.findall(text):
            font = self.font_for(word, style)
            if font is None:
                yield from ((self.font_for(character, style), character) for character in word)
            else:
                yield font, word


@cache
def load_typeface(folder: Path, family: str, fallbacks: tuple[str, ...] = ()) -> Typeface:
    """Return the styles of a family, with fallbacks and those of :data:`WORLD` that the folder has to fill in.

    Raises:
        TypesettingError: the folder lacks the family or a fallback.
    """
    for name in (family, *fallbacks):
        font_file(folder, name)
    there = _families(folder)
    return Typeface(folder, tuple(dict.fromkeys((family, *fallbacks, *(name for name in WORLD if name in there)))))


def _families(folder: Path) -> set[str]:
    """Return the families that a folder has fonts of."""
    return {path.stem.rpartition("-")[0] for path in entries_of(folder, ".ttf")} - {""}


def text_operators(canvas: Canvas, font: Font, size: float, text: str, positions: Sequence[float]) -> list[str]:
    """Return operators that show each character of `text` at its own x of `positions` (pt, from the text's origin).

    The caller has begun a text object and moved to the origin of the line. Combining marks stand where the font has
    them on the letter before. A word with marks is marked as one text, and so are letters that stand apart, or they
    would be copied with spaces between them.

    Source of ActualText: ISO 32000-1, 14.9.4.
    """
    marks, pen = font.mark_offsets(text), positions[0]
    operators: list[str] = []
    for start, end, whole in _stretches(font, size, text, positions, marked=bool(marks)):
        part = text[start:end]
        if whole:
            operators.append(f"/Span <</ActualText <feff{part.encode('utf-16-be').hex()}>>> BDC")
        if whole and marks.keys() & set(range(start, end)):
            for index in range(start, end):
                right, up = marks.get(index, (0.0, 0.0))
                place = positions[index] + right * size / 1000
                shown, pen = _shown(canvas, font, size, text[index], [place], pen)
                operators += [f"{up * size / 1000:z.3f} Ts", *shown]
            operators.append("0 Ts")
        else:
            shown, pen = _shown(canvas, font, size, part, positions[start:end], pen)
            operators += shown
        if whole:
            operators.append("EMC")
    return operators


def _stretches(
    font: Font, size: float, text: str, positions: Sequence[float], *, marked: bool
) -> Iterator[tuple[int, int, bool]]:
    """Yield start and end of the stretches of a text, and whether each is marked as one text.

    Those with combining marks are, if there are any (`marked`), and those with space between letters.
    """
    words = MARKED.finditer(text) if marked else ()
    joined = {index for word in words for index in range(word.start() + 1, word.end())}
    widest = GAP * size
    for index in range(1, len(text)):
        gap = positions[index] - positions[index - 1] - font.width(text[index - 1]) * size / 1000
        if gap > widest and not (text[index].isspace() or text[index - 1].isspace()):
            joined.add(index)
    start = 0
    while start < len(text):
        end, whole = start + 1, start + 1 in joined
        while end < len(text) and (end in joined if whole else end + 1 not in joined):
            end += 1
        yield start, end, whole
        start = end


def _shown(
    canvas: Canvas, font: Font, size: float, text: str, positions: Sequence[float], pen: float
) -> tuple[list[str], float]:
    """Return operators for characters at their places, and where the pen is then.

    Numbers of a TJ array are thousandths of an em that move the pen back; they are cut from the sum, so that rounding
    does not add up along a line.
    """
    operators: list[str] = []
    index, width = 0, font.width
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
    return operators, pen


def runs_advance(runs: Sequence[Run]) -> float:
    """Return the width of runs of text, in thousandths of an em."""
    return fsum(advance for font, text in runs for advance in font.advances(text))


def trace_runs(runs: Sequence[Run], x: float, y: float, size: float) -> PathData:
    """Return the outlines of runs of text, one after the other from (x, y) on their base line, in mm."""
    data: PathData = ()
    for font, text in runs:
        data += trace_text(font, text, x, y, size)
        x += fsum(font.advances(text)) * size / 1000
    return data


def trace_text(font: Font, text: str, x: float, y: float, size: float) -> PathData:
    """Return the outlines of kerned text that begins at (x, y) on its base line, in mm."""
    pen, marks, scale = Pen(), font.mark_offsets(text), size / font.units
    for index, (character, advance) in enumerate(zip(text, font.advances(text), strict=True)):
        right, up = marks.get(index, (0.0, 0.0))
        at = left, base = x + right * size / 1000, y - up * size / 1000
        for method, points in font.outline(character):
            to = [(left + u * scale, base - v * scale) for u, v in points]
            match method:
                case "moveTo":
                    (at,) = to
                    pen.move(*at)
                case "lineTo":
                    (at,) = to
                    pen.line(*at)
                case "qCurveTo":  # each handle of a cubic is two thirds of the way to the only one
                    (hx, hy), end = to
                    one = at[0] + (hx - at[0]) * 2 / 3, at[1] + (hy - at[1]) * 2 / 3
                    two = end[0] + (hx - end[0]) * 2 / 3, end[1] + (hy - end[1]) * 2 / 3
                    pen.curve(*one, *two, *end)
                    at = end
                case _:
                    pen.close()
        x += advance * size / 1000
    return pen.data
