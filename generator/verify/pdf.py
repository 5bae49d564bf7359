"""A PDF opened strictly with pikepdf: its parts as plain values within bounds, and its fonts.

A file must have the form that this program writes: a cross-reference table (not a stream of objects, whose size cannot
be bounded beforehand), no encryption, streams that are plain or deflated. Anything else is refused with a message.

Source: ISO 32000-1, 7.3.8 (streams), 7.4.4 (deflate), 7.5.4 (cross-reference table), 14.11.2 (page boxes).
"""

from __future__ import annotations

import hashlib
import io
import math
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import fsum
from typing import Any

import pikepdf
from msgspec import Struct

from generator.units import MM_PER_INCH, PT_PER_INCH

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


def box_of(page: Any, key: str) -> Box | None:
    """Return a page box in points as left, bottom, right, top; None if the page does not say."""
    value = page.get(key)
    if value is None:
        return None
    a, b, c, d = numbers(value, 4)
    return min(a, c), min(b, d), max(a, c), max(b, d)


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
    """One font as a file has it.

    Attributes:
        name: the PostScript name, with the subset's prefix.
        embedded: whether the glyphs are in the file.
        composite: whether codes have two bytes.
        characters: by code; None if the file does not say.
        first: the code of the first width.
        widths: in thousandths of an em; empty for composite fonts.
    """

    name: str
    embedded: bool
    composite: bool
    characters: dict[int, str] | None
    first: int
    widths: Sequence[float]

    def text(self, codes: bytes) -> str:
        """Return the characters that a string shows."""
        wide = codes.decode("latin-1")
        if self.composite:
            wide = "".join([chr(codes[i] << 8 | codes[i + 1]) for i in range(0, len(codes) - 1, 2)])
        return wide if self.characters is None else wide.translate(self.characters)

    def length(self, codes: bytes) -> float:
        """Return how far a string moves the pen, in thousandths of an em; 0 for composite fonts."""
        first, widths = self.first, self.widths
        return fsum([widths[code - first] for code in codes if 0 <= code - first < len(widths)])


def read_font(font: Any) -> FontInfo:
    """Read a font's dictionary."""
    subtype = str(font.get("/Subtype", ""))
    composite = subtype == "/Type0"
    bearer = as_dictionary(as_list(font.get("/DescendantFonts"))[0]) if composite else font
    descriptor = as_dictionary(bearer.get("/FontDescriptor"))
    embedded = subtype == "/Type3" or any(descriptor.get(key) is not None for key in FILES)
    mapping = font.get("/ToUnicode")
    return FontInfo(
        name=str(font.get("/BaseFont", subtype)).lstrip("/")[:120],
        embedded=embedded,
        composite=composite,
        characters=None if mapping is None else _read_characters(stream_bytes(mapping)),
        first=int(font.get("/FirstChar", 0)),
        widths=[] if composite else [float(width) for width in as_list(font.get("/Widths"))[:MAX_CODES]],
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
