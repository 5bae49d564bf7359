"""Fonts of a PDF: are they embedded, how wide are their glyphs, and which characters do they show.

Source: ISO 32000-1, 9.6 (simple fonts), 9.7 (composite fonts), 9.9 (embedding), 9.10.3 (ToUnicode).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from math import fsum
from typing import Any

from msgspec import Struct

from generator.verify.pdf import as_dictionary, as_list, stream_bytes

FILES = ("/FontFile", "/FontFile2", "/FontFile3")
UNKNOWN = "\ufffd"
BAD_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn"})
"""Control, half of a surrogate pair, private use, not assigned. Source: the Unicode standard, 4.5."""
MAX_CODES = 65_536
_BLOCK = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f\s]{2,8})>\s*<([0-9A-Fa-f\s]{2,64})>")
_RANGE = re.compile(rb"<([0-9A-Fa-f\s]{2,8})>\s*<([0-9A-Fa-f\s]{2,8})>\s*<([0-9A-Fa-f\s]{2,64})>")


class _Characters(dict[int, str]):
    """Characters by code; a code without one is shown as U+FFFD."""

    def __missing__(self, code: int) -> str:
        return UNKNOWN


class FontSeen(Struct, frozen=True):
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
        """The characters that a string shows."""
        wide = codes.decode("latin-1")
        if self.composite:
            wide = "".join(chr(code) for code in _pairs(codes))
        return wide if self.characters is None else wide.translate(self.characters)

    def length(self, codes: bytes) -> float:
        """How far a string moves the pen, in thousandths of an em; 0 for composite fonts."""
        first, widths = self.first, self.widths
        return fsum([widths[code - first] for code in codes if 0 <= code - first < len(widths)])


def _pairs(codes: bytes) -> list[int]:
    return [codes[i] << 8 | codes[i + 1] for i in range(0, len(codes) - 1, 2)]


def font_seen(font: Any) -> FontSeen:
    """Read a font's dictionary."""
    subtype = str(font.get("/Subtype", ""))
    composite = subtype == "/Type0"
    bearer = as_dictionary(as_list(font.get("/DescendantFonts"))[0]) if composite else font
    descriptor = as_dictionary(bearer.get("/FontDescriptor"))
    embedded = subtype == "/Type3" or any(descriptor.get(key) is not None for key in FILES)
    mapping = font.get("/ToUnicode")
    return FontSeen(
        name=str(font.get("/BaseFont", subtype)).lstrip("/")[:120],
        embedded=embedded,
        composite=composite,
        characters=None if mapping is None else _characters(stream_bytes(mapping)),
        first=int(font.get("/FirstChar", 0)),
        widths=[] if composite else [float(width) for width in as_list(font.get("/Widths"))[:MAX_CODES]],
    )


def _characters(cmap: bytes) -> dict[int, str]:
    found = _Characters()
    for kind, block in _BLOCK.findall(cmap):
        if kind == b"char":
            for code, target in _PAIR.findall(block):
                found[int(code, 16)] = _spelled(target)
        else:
            for low, high, target in _RANGE.findall(block):
                _fill(found, int(low, 16), int(high, 16), _spelled(target))
    return found


def _fill(found: dict[int, str], low: int, high: int, target: str) -> None:
    for step in range(min(high - low + 1, MAX_CODES)):
        last = ord(target[-1]) + step if target else 0
        found[low + step] = target[:-1] + chr(last) if 0 < last <= 0x10FFFF else UNKNOWN


def _spelled(target: bytes) -> str:
    return bytes.fromhex(target.decode("ascii")).decode("utf-16-be", "replace")


def bad_characters(text: str) -> list[str]:
    """The characters of a text that no reader can use, as ``U+E001``, each once."""
    if text.isprintable() and UNKNOWN not in text:
        return []
    bad = {c for c in set(text) if c == UNKNOWN or (c != "\n" and unicodedata.category(c) in BAD_CATEGORIES)}
    return sorted(f"U+{ord(character):04X}" for character in bad)
