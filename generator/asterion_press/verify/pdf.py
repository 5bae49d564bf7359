"""A PDF opened strictly with pikepdf: its parts as plain values within bounds, its fonts, and what its pages show.

A file must have the form that this program writes: a cross-reference table (not a stream of objects, whose size cannot
be bounded beforehand), no encryption, streams that are plain or deflated. Anything else is refused with a message.

An interpreter of content streams finds the forms, strokes and texts of a page or a form, in mm from the top left corner
of the page, y down. The first matrix turns points into that, so a form whose own space is millimetres, y down, lies
unscaled, unturned and unmirrored if the matrix at its placement is 1 0 0 1 and two lengths.

Source: ISO 32000-1, 7.3.8 (streams), 7.4.4 (deflate), 7.5.4 (cross-reference table), 8.2 and annex A (operators), 8.3.4
(matrices), 9.4 (text objects), 14.11.2 (page boxes).
"""

from __future__ import annotations

import hashlib
import io
import math
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from itertools import pairwise
from math import fsum
from typing import Any

import pikepdf
from msgspec import Struct

from asterion_press.geometry import MM_PER_INCH, PT_PER_INCH

MAX_STREAM = 16 << 20
MAX_CONTENT = 1_000_000
"""Bytes of the content of a page or of a form; the longest that is printed here, the lid of a box, has some 770,000.
Played back, a million bytes take half a second and 230 MB."""
MAX_PAGES = 20_000
MAX_OBJECTS = 200_000
"""Sheets of 12,800 tiles have some 30,000."""
ENCRYPTED = "it is encrypted; no file of this program is"
MM = MM_PER_INCH / PT_PER_INCH
"""Millimetres in a point."""
TOLERANCE = 0.01
"""Largest error of a size or a place, in mm. Source: the project's safety rules, "50.00 ± 0.01 mm"."""
LIMIT = TOLERANCE + 1e-4
"""The tolerance and the rounding of numbers in a file, so that 100.01 is within 100 ± 0.01."""

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]


class PdfFaultError(Exception):
    """A PDF, or a part of one, that cannot be read; the message says why."""


@contextmanager
def reading() -> Iterator[None]:
    """Raise whatever goes wrong in the block because of a file's content as a PdfFaultError.

    The library answers a number where a name should be with one of many exceptions; all of them mean the same.
    """
    try:
        yield
    except PdfFaultError:
        raise
    except pikepdf.PasswordError:  # none of those below
        raise PdfFaultError(ENCRYPTED) from None
    except (
        pikepdf.PdfError,
        pikepdf.DeletedObjectError,
        pikepdf.DependencyError,
        pikepdf.ForeignObjectError,
        zlib.error,
    ) as error:
        raise PdfFaultError(_first_line(error)) from None
    except (ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError) as error:
        raise PdfFaultError(f"a part of it is not what it should be ({_first_line(error)})") from None
    except (RecursionError, MemoryError, RuntimeError) as error:
        raise PdfFaultError(f"it goes beyond all bounds ({type(error).__name__})") from None


def _first_line(error: BaseException) -> str:
    text = (str(error).splitlines() or [type(error).__name__])[0]
    return text.rpartition("object at 0x")[2].partition(">")[2].strip(" :") or text[:200] if ">" in text else text[:200]


def open_pdf(raw: bytes) -> pikepdf.Pdf:
    """Open a file.

    Raises:
        PdfFaultError: it is torn, encrypted, or of a form that is not ours.
    """
    with reading():
        pdf = pikepdf.open(io.BytesIO(raw), attempt_recovery=False, ignore_xref_streams=True)
        if pdf.is_encrypted:
            raise PdfFaultError(ENCRYPTED)
        if len(pdf.objects) > MAX_OBJECTS:
            raise PdfFaultError(f"it has {len(pdf.objects)} objects; at most {MAX_OBJECTS} are read")
        if not 0 < len(pdf.pages) <= MAX_PAGES:
            raise PdfFaultError(f"it has {len(pdf.pages)} pages")
    return pdf


def stream_bytes(stream: Any, most: int = MAX_STREAM) -> bytes:
    """Return the content of a stream, inflated within bounds.

    Args:
        stream: of the file.
        most: so many bytes are read of it.

    Raises:
        PdfFaultError: it is too large, torn, or packed in a way that is not ours.
    """
    raw: bytes = stream.read_raw_bytes()
    if len(raw) > most:
        raise PdfFaultError(f"a stream has {len(raw)} bytes; at most {most} are read")
    filters = [str(name) for name in as_list(stream.get("/Filter"))]
    if not filters:
        return raw
    if filters != ["/FlateDecode"] or stream.get("/DecodeParms") is not None:
        raise PdfFaultError(f"a stream is packed by {' '.join(filters)[:80]}; only deflate is written here")
    inflate = zlib.decompressobj()
    data = inflate.decompress(raw, most)
    if inflate.unconsumed_tail:
        raise PdfFaultError(f"a stream inflates to more than {most} bytes")
    if not inflate.eof:
        raise PdfFaultError("a deflated stream is torn")
    return data


def content_bytes(holder: Any) -> bytes:
    """Return the content of a page or of a form.

    Raises:
        PdfFaultError: it is larger than :data:`MAX_CONTENT`, torn, or packed in a way that is not ours.
    """
    parts = [holder] if isinstance(holder, pikepdf.Stream) else as_list(holder.get("/Contents"))
    data = bytearray()
    for part in parts:
        data += stream_bytes(part, MAX_CONTENT) + b"\n"
        if len(data) > MAX_CONTENT + 1:
            raise PdfFaultError(f"a page or a form has more than {MAX_CONTENT} bytes of content; no more are read")
    return bytes(data[:-1])


def stream_digest(raw: bytes, filters: str = "/FlateDecode") -> bytes:
    """Return the digest of a stream: of its bytes as they stand in a file, and of how they are packed there."""
    return hashlib.sha256(filters.encode() + b"\x00" + raw).digest()


def digest_of(stream: Any) -> bytes:
    """Return the digest of a stream in a file."""
    packed = [stream.get("/Filter"), stream.get("/DecodeParms")]
    return stream_digest(stream.read_raw_bytes(), " ".join(str(how) for how in packed if how is not None))


def instructions(holder: Any) -> Any:
    """Return the operands and the operator of each instruction of a page or a form.

    Raises:
        PdfFaultError: there are too many.
    """
    content_bytes(holder)  # bounds the size
    return pikepdf.parse_content_stream(holder)


def as_list(value: Any) -> list[Any]:
    """Return an array's items; one item alone, or none, as a list, too."""
    if value is None:
        return []
    return list(value) if isinstance(value, pikepdf.Array) else [value]


def as_dictionary(value: Any) -> Any:
    """Return a dictionary, or an empty one where there is none."""
    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def numbers(value: Any, count: int) -> tuple[float, ...]:
    """Return an array of so many finite numbers.

    Raises:
        PdfFaultError: it is not.
    """
    found = tuple(float(item) for item in as_list(value))
    if len(found) != count or not all(map(math.isfinite, found)):
        raise PdfFaultError(f"{count} numbers should stand where {len(found)} do")
    return found


def max_difference(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the largest difference between numbers at the same places."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def box_around(x0: float, y0: float, x1: float, y1: float) -> Box:
    """Return the rectangle that has two points at its corners, the lower numbers first."""
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def shared_box(one: Box, other: Box) -> Box:
    """Return what two rectangles have in common; its numbers are out of order if that is nothing."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def lies_within(inner: Box, outer: Box, slack: float = LIMIT) -> bool:
    """Return whether a rectangle lies within another one, but for a little."""
    before = inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack
    return before and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack


def box_of(page: Any, key: str) -> Box | None:
    """Return a page box in points as left, bottom, right, top; None if the page does not say."""
    value = page.get(key)
    return None if value is None else box_around(*numbers(value, 4))


def identity(thing: Any) -> tuple[int, int] | None:
    """Return number and generation of an indirect object; None for a direct one."""
    return tuple(thing.objgen) if thing.is_indirect else None


FILES = ("/FontFile", "/FontFile2", "/FontFile3")
UNKNOWN = "\ufffd"
BAD_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn"})
"""Control, half of a surrogate pair, private use, not assigned. Source: the Unicode standard, 4.5."""
MAX_CODES = 65_536
_BLOCK = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f\s]{2,8})>\s*<([0-9A-Fa-f\s]{2,64})>")
_RANGE = re.compile(rb"<([0-9A-Fa-f\s]{2,8})>\s*<([0-9A-Fa-f\s]{2,8})>\s*<([0-9A-Fa-f\s]{2,64})>")


class _Characters(dict[int, str]):
    """Characters by code, U+FFFD for a code without one."""

    def __missing__(self, code: int) -> str:
        return UNKNOWN


class FontInfo(Struct, frozen=True):
    """One font as a file has it: a simple one, whose codes have a byte each, as this program writes them.

    Attributes:
        name: the PostScript name, with the subset's prefix.
        embedded: whether the glyphs are in the file.
        characters: by code; None if the file does not say.
        first: the code of the first width.
        widths: in thousandths of an em.
    """

    name: str
    embedded: bool
    characters: dict[int, str] | None
    first: int
    widths: Sequence[float]

    def text(self, codes: bytes) -> str:
        """Return the characters that a string shows."""
        wide = codes.decode("latin-1")
        return wide if self.characters is None else wide.translate(self.characters)

    def length(self, codes: bytes) -> float:
        """Return how far a string moves the pen, in thousandths of an em."""
        first, widths = self.first, self.widths
        return fsum([widths[code - first] for code in codes if 0 <= code - first < len(widths)])


def read_font(font: Any) -> FontInfo:
    """Read a font's dictionary."""
    descriptor, mapping = as_dictionary(font.get("/FontDescriptor")), font.get("/ToUnicode")
    return FontInfo(
        name=str(font.get("/BaseFont", font.get("/Subtype"))).lstrip("/")[:120],
        embedded=any(descriptor.get(key) is not None for key in FILES),
        characters=None if mapping is None else _read_characters(stream_bytes(mapping)),
        first=int(font.get("/FirstChar", 0)),
        widths=[float(width) for width in as_list(font.get("/Widths"))[:MAX_CODES]],
    )


def _read_characters(cmap: bytes) -> dict[int, str]:
    """Return the characters that a ToUnicode CMap gives to codes."""
    found = _Characters()
    for kind, block in _BLOCK.findall(cmap):
        if kind == b"char":
            for code, target in _PAIR.findall(block):
                found[int(code, 16)] = _decode(target)
        else:
            for low, high, target in _RANGE.findall(block):
                first, text = int(low, 16), _decode(target)
                for step in range(min(int(high, 16) - first + 1, MAX_CODES)):
                    last = ord(text[-1]) + step if text else 0
                    found[first + step] = text[:-1] + chr(last) if 0 < last <= 0x10FFFF else UNKNOWN
    return found


def _decode(target: bytes) -> str:
    return bytes.fromhex(target.decode("ascii")).decode("utf-16-be", "replace")


def bad_characters(text: str) -> list[str]:
    """Return the characters of a text that no reader can use, as ``U+E001``, each once."""
    if text.isprintable() and UNKNOWN not in text:
        return []
    bad = {c for c in set(text) if c == UNKNOWN or (c != "\n" and unicodedata.category(c) in BAD_CATEGORIES)}
    return sorted(f"U+{ord(character):04X}" for character in bad)


MAX_DEPTH = 200
EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
BARE = frozenset({"q", "Q", "h", "S", "s", "B", "b", "B*", "b*", "f", "F", "f*", "n", "W", "W*", "BT", "T*", "EMC"})
"""Operators without operands: none are read for them, since that takes longer than to act upon the operator."""
NUMBERS = {"w": "width", "TL": "leading", "Ts": "rise"}
"""Operators that set one number of the graphics state."""
UNMARKED = -1
"""The mark of what is painted outside of all numbered sequences, and of artifacts."""

_NONE: list[Any] = []


def times(m: Matrix, n: Matrix) -> Matrix:
    """Return the matrix that applies `m` first, then `n`."""
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point to which a matrix moves a point."""
    return x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]


def page_matrix(media: Box) -> Matrix:
    """Return the matrix from points, y up, to mm from the top left corner, y down."""
    return (MM, 0.0, 0.0, -MM, -media[0] * MM, media[3] * MM)


class PlacedForm(Struct, frozen=True):
    """An XObject on the page: its name in the resources, and at that moment the matrix, the clip and its corners.

    There are no corners if the clip is the area that several paths have in common, or a path is not a single polygon.
    """

    name: str
    matrix: Matrix
    clip: Box | None = None
    corners: tuple[tuple[float, float], ...] = ()


class Line(Struct, frozen=True):
    """A straight line between two points, in mm."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def ends(self) -> Box:
        """Return both points."""
        return self.x0, self.y0, self.x1, self.y1

    @property
    def box(self) -> Box:
        """Return the left, top, right and bottom of it."""
        return box_around(*self.ends)


class Stroke(Line, frozen=True):
    """A straight stroke; `width` in mm, 0 for a filled outline; its layer's name, ink in the file's words, and clip."""

    width: float
    layer: str = ""
    ink: tuple[float, ...] = ()
    clip: Box | None = None

    @property
    def seen(self) -> Box | None:
        """Return the left, top, right and bottom of what the clip leaves of it; None if that is nothing."""
        left, top, right, bottom = found = shared_box(self.clip or EVERYWHERE, self.box)
        return found if left <= right and top <= bottom else None


STOPS = ("、", "。", "，", "．")
"""Marks as wide as a letter whose right half is empty. Source: JLReq, 3.1.2."""


class TextRun(Line, frozen=True):
    """A piece of text and the two ends of its base line."""

    text: str

    @property
    def seen(self) -> Box:
        """Return the left, top, right and bottom of its base line, without the empty half of a stop at its end."""
        blank = (self.x1 - self.x0) / len(self.text) / 2 if self.text.endswith(STOPS) else 0.0
        return box_around(self.x0, self.y0, self.x1 - blank, self.y1)


class PageContent(Struct):
    """Everything that a page or a form shows.

    Attributes:
        shown: forms and pictures.
        strokes: straight lines, handles of curves among them.
        runs: pieces of text.
        marked: the text of each sequence of marked content, by its number.
        lines: the heights of its base lines, whatever is raised or lowered aside.
    """

    shown: list[PlacedForm] = []
    strokes: list[Stroke] = []
    runs: list[TextRun] = []
    marked: dict[int, str] = {}
    lines: dict[int, set[float]] = {}

    @property
    def text(self) -> str:
        """Return all text, in the order in which it is written."""
        return "".join([run.text for run in self.runs])


class _State(Struct):
    """The part of the graphics state that matters here."""

    matrix: Matrix
    width: float = 1.0
    clip: Box | None = None
    ink: tuple[float, ...] = (0.0,)
    font: FontInfo | None = None
    size: float = 0.0
    leading: float = 0.0
    rise: float = 0.0
    corners: tuple[tuple[float, float], ...] = ()


def _corners_of(segments: Sequence[tuple[float, float, float, float]]) -> tuple[tuple[float, float], ...]:
    """Return the corners of a path of straight lines; none if it is not a single polygon."""
    if any(one[2:] != other[:2] for one, other in pairwise(segments)):
        return ()
    corners = [segment[:2] for segment in segments]
    end = segments[-1][2:]
    return tuple(corners if end == corners[0] else [*corners, end])


class Interpreter:
    """An interpreter of one content stream.

    Args:
        matrix: from the stream's own space to mm.
        fonts: by name in the resources.
        layers: names of layers by their names in the resources.
    """

    def __init__(self, matrix: Matrix, fonts: Mapping[str, FontInfo], layers: Mapping[str, str] | None = None) -> None:
        self.content = PageContent()
        self._fonts, self._layer_names = fonts, layers or {}
        self._layer_stack: list[str] = [""]
        self._is_clip = False
        self._state = _State(matrix)
        self._stack: list[_State] = []
        self._segments: list[tuple[float, float, float, float]] = []
        self._pen = self._start = (0.0, 0.0)
        self._line = self._text = UNIT
        self._mark_stack: list[int] = [UNMARKED]
        self._acts: dict[str, Callable[[list[Any]], None]] = {
            "q": self._save, "Q": self._restore, "cm": self._concat, "Do": self._place_form,
            **{operator: partial(self._set_number, name) for operator, name in NUMBERS.items()},
            "m": self._move_to, "l": self._line_to, "c": self._curve, "v": self._curve, "y": self._curve,
            "re": self._rectangle, "h": self._close,
            **dict.fromkeys(("S", "s", "B", "b", "B*", "b*"), self._stroke),
            "f": self._fill, "F": self._fill, "f*": self._fill, "n": self._end_path,
            "W": self._set_clip, "W*": self._set_clip, "G": self._set_ink, "RG": self._set_ink, "K": self._set_ink,
            "BT": self._begin_text, "Tf": self._set_font,
            "Tm": self._set_text, "Td": self._move_text, "T*": self._new_line,
            "Tj": self._show_text, "TJ": self._show_array,
            "BDC": self._begin_marked, "BMC": self._begin_marked, "EMC": self._end_marked,
        }  # fmt: skip

    def run(self, holder: Any) -> PageContent:
        """Interpret the content of a page or of a form.

        Raises:
            PdfFaultError: it cannot be understood, or is beyond all bounds.
        """
        for step in instructions(holder):
            operator = str(step.operator)
            if (act := self._acts.get(operator)) is not None:
                act(_NONE if operator in BARE else list(step.operands))
        if self._stack:
            raise PdfFaultError("a graphics state is saved (q) and never restored (Q)")
        if len(self._mark_stack) > 1:
            raise PdfFaultError("marked content begins (BDC) and never ends (EMC)")
        return self.content

    # marked content

    def _begin_marked(self, operands: list[Any]) -> None:
        """Begin a sequence: an artifact, one with a number, or one within that only adds something."""
        if len(self._mark_stack) >= MAX_DEPTH:
            raise PdfFaultError(f"marked content is nested more than {MAX_DEPTH} deep")
        mark = UNMARKED if str(operands[0]) == "/Artifact" else self._mark_stack[-1]
        if len(operands) > 1 and hasattr(operands[1], "get") and (number := operands[1].get("/MCID")) is not None:
            mark = int(number)
            if mark in self.content.marked or mark < 0:
                raise PdfFaultError(f"two sequences of marked content have the number {mark}")
            self.content.marked[mark] = ""
            self.content.lines[mark] = set()
        self._mark_stack.append(mark)
        layer = self._layer_names.get(str(operands[1]), "") if str(operands[0]) == "/OC" and len(operands) > 1 else ""
        self._layer_stack.append(layer or self._layer_stack[-1])

    def _end_marked(self, _: list[Any]) -> None:
        if len(self._mark_stack) == 1:
            raise PdfFaultError("marked content ends (EMC) that never began (BDC)")
        self._mark_stack.pop()
        self._layer_stack.pop()

    # graphics state

    def _save(self, _: list[Any]) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise PdfFaultError(f"graphics states are saved more than {MAX_DEPTH} deep")
        self._stack.append(copy(self._state))

    def _restore(self, _: list[Any]) -> None:
        if not self._stack:
            raise PdfFaultError("a graphics state is restored (Q) that was never saved (q)")
        self._state = self._stack.pop()

    def _concat(self, operands: list[Any]) -> None:
        self._state.matrix = times(_six(operands), self._state.matrix)

    def _set_number(self, name: str, operands: list[Any]) -> None:
        setattr(self._state, name, float(operands[0]))

    def _place_form(self, operands: list[Any]) -> None:
        self.content.shown.append(
            PlacedForm(str(operands[0]), self._state.matrix, self._state.clip, self._state.corners)
        )

    def _set_ink(self, operands: list[Any]) -> None:
        self._state.ink = tuple(float(value) for value in operands)

    # paths

    def _at(self, x: Any, y: Any) -> tuple[float, float]:
        return apply(self._state.matrix, float(x), float(y))

    def _move_to(self, operands: list[Any]) -> None:
        self._pen = self._start = self._at(operands[0], operands[1])

    def _line_to(self, operands: list[Any]) -> None:
        point = self._at(operands[0], operands[1])
        self._segments.append((*self._pen, *point))
        self._pen = point

    def _curve(self, operands: list[Any]) -> None:
        """Go on with a curve."""
        a, b, c, d, e, f = self._state.matrix
        numbers = iter(map(float, operands))
        for x, y in zip(numbers, numbers, strict=True):  # the handles enclose the curve
            point = x * a + y * c + e, x * b + y * d + f
            self._segments.append((*self._pen, *point))
            self._pen = point

    def _rectangle(self, operands: list[Any]) -> None:
        x, y, width, height = (float(value) for value in operands)
        self._move_to([x, y])
        for corner in ([x + width, y], [x + width, y + height], [x, y + height]):
            self._line_to(corner)
        self._close([])

    def _close(self, _: list[Any]) -> None:
        self._segments.append((*self._pen, *self._start))
        self._pen = self._start

    def _set_clip(self, _: list[Any]) -> None:
        self._is_clip = True

    def _end_path(self, _: list[Any]) -> None:
        """End a path, painted or not; if it was to clip, it does from now on."""
        if self._is_clip and self._segments:
            xs = [x for segment in self._segments for x in segment[::2]]
            ys = [y for segment in self._segments for y in segment[1::2]]
            is_first = self._state.clip is None
            self._state.corners = _corners_of(self._segments) if is_first else ()
            self._state.clip = shared_box(self._state.clip or EVERYWHERE, (min(xs), min(ys), max(xs), max(ys)))
        self._is_clip = False
        self._segments = []

    def _stroke(self, _: list[Any]) -> None:
        a, b, c, d, _e, _f = self._state.matrix
        self._add_strokes(self._state.width * math.sqrt(abs(a * d - b * c)))

    def _fill(self, _: list[Any]) -> None:
        self._add_strokes(0.0)

    def _add_strokes(self, width: float) -> None:
        layer, ink, clip = self._layer_stack[-1], self._state.ink, self._state.clip
        self.content.strokes += [Stroke(*segment, width, layer, ink, clip) for segment in self._segments]
        self._end_path([])

    # text

    def _begin_text(self, _: list[Any]) -> None:
        self._line = self._text = UNIT

    def _set_font(self, operands: list[Any]) -> None:
        self._state.font, self._state.size = self._fonts.get(str(operands[0])), float(operands[1])

    def _set_text(self, operands: list[Any]) -> None:
        self._line = self._text = _six(operands)

    def _move_text(self, operands: list[Any]) -> None:
        self._line = self._text = times((1, 0, 0, 1, float(operands[0]), float(operands[1])), self._line)

    def _new_line(self, _: list[Any]) -> None:
        self._move_text([0, -self._state.leading])

    def _show_array(self, operands: list[Any]) -> None:
        self._show_text(as_list(operands[0]))

    def _show_text(self, items: list[Any]) -> None:
        """Write strings, with numbers between them that move the pen back."""
        font, size = self._state.font, self._state.size
        if font is None:
            raise PdfFaultError("text is written before a font is chosen")
        back, parts = 0.0, []
        for item in items:
            if hasattr(item, "__bytes__"):
                parts.append(bytes(item))
            else:
                back += float(item)
        codes = b"".join(parts)
        text, length = font.text(codes), (font.length(codes) - back) * size / 1000
        total = times(self._text, self._state.matrix)
        rise = self._state.rise
        x0, y0 = rise * total[2] + total[4], rise * total[3] + total[5]
        self.content.runs.append(TextRun(x0, y0, x0 + length * total[0], y0 + length * total[1], text))
        if self._mark_stack[-1] >= 0:
            self.content.marked[self._mark_stack[-1]] += text
            self.content.lines[self._mark_stack[-1]].add(round(total[5], 1))
        self._text = times((1, 0, 0, 1, length, 0), self._text)


def _six(operands: list[Any]) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in operands)
    if not all(map(math.isfinite, (a, b, c, d, e, f))):
        raise PdfFaultError("a matrix holds a number that is none")
    return a, b, c, d, e, f
