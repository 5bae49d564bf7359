"""Reading SVG files that strangers drew: what they may not hold is refused at its place, within bounds.

A file may hold no script, no other document and no reference to anything outside of itself; what it repeats is counted.
What a program draws of it reads the same elements: see :meth:`SvgReader.begin`.

Source: SVG 2, 5.6 (use). What a file may refer to is our own choice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from xml.parsers import expat

from PIL import ImageColor

from asterion_press.catalogue import bounds
from asterion_press.errors import InputError, Place
from asterion_press.geometry import PT_PER_INCH, PT_PER_MM

LARGEST_RATIO = 20.0
"""Of the longer side of a picture to the shorter one."""
NUMBER = r"\+?((?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
LENGTH = re.compile(rf"\s*{NUMBER}(px|pt|pc|mm|cm|in)?\s*")
VIEW_BOX = re.compile(rf"\s*[^\s,]+[\s,]+[^\s,]+[\s,]+{NUMBER}[\s,]+{NUMBER}\s*")
PT_PER_UNIT = {None: 0.75, "px": 0.75, "pt": 1.0, "pc": 12.0, "mm": PT_PER_MM, "cm": 10 * PT_PER_MM, "in": PT_PER_INCH}
"""Source: CSS Values and Units 4, 6.2."""
NAMESPACE = re.compile(r"(https?:|urn:)[\w.:/#~+-]{1,200}", re.ASCII)
"""What an entity may stand for."""
FLOWED = frozenset({"flowRoot", "flowPara", "flowSpan"})
"""Text of a draft of SVG 1.2, which Inkscape wrote."""
REFUSED = frozenset({"script", "foreignObject", "image", "feImage", "iframe", "audio", "video", "animate", "set"})
"""Elements that run, load, or show what is no drawing."""
SVG = "http://www.w3.org/2000/svg"
MAY_NOT = "a picture may not hold"
LIGHT = re.compile(
    r"light-dark\(\s*((?:[^(),;]|\([^()]*\))*),(?:[^();]|\((?:[^()]|\([^()]*\))*\))*\)|\sicc-color\([^()]*\)"
)
"""A colour by day and another one by night, as draw.io writes them, or a colour of a printer behind its own."""
WIDER = re.compile(r"(?<![\w-])(([\w-]+):[^;:\"']*);\s*\2:\s*color\([^()]*\)")
"""A colour, and the same again for screens that show more of them, as Figma writes it."""
PROPERTY = re.compile(
    r"(?:fill|stroke|(?:stop-|flood-|lighting-)?color|[cdfr]?[xyr][12]?|width|height|stroke-(?:width|dasharray)|font-size"
    r"|(?:letter|word)-spacing|clip-path|mask|filter|text-transform):"
)
"""How an attribute begins that might stand in a style, too."""
READ = "url|rgba?|hsla?|matrix|scale|blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate"
UNREAD = re.compile(
    rf"(?<![\w-])(?!(?:{READ}|sepia|local|format)\()[a-z][\w-]*\(|(?:rgb|hsl)a?\([^()]*[/a-z]|\[[\w-]+[*^$|]="
    r"|(?<![\w#.-])-?[\d.]+(?:rem|ch|vw|vh|vmin|vmax|q|lh)\b|text-transform:\s*(?:upper|lower|capital)"
    r"|@(?:supports|layer|container|media(?!\s*\(\s*prefers-color-scheme:\s*dark))",
    re.IGNORECASE,
)
"""What the renderer does not read, and draws otherwise or as nothing. Seen with resvg-py 0.5."""
COLOUR = re.compile(r"(?<![\w-])(?:fill|stroke|(?:\w+-)?color):\s*([a-z]+)\s*(?:[;}!]|$)", re.IGNORECASE)
COLOURS = {*ImageColor.colormap, "none", "currentcolor", "inherit", "transparent"} - {"rebeccapurple"}
OUTWARD = re.compile(r"@import|url\(\s*['\"]?(?!#)", re.IGNORECASE)


def plain_colours(text: str) -> str:
    """Return a text with those colours that are printed, where it has others beside them."""
    return WIDER.sub(r"\1", LIGHT.sub(r"\1", text))


def check_ratio(width: float, height: float, name: str) -> None:
    """Check the sides of a picture in any unit.

    Raises:
        InputError: one is much longer than the other, or one is infinite.
    """
    if not max(width, height) <= LARGEST_RATIO * min(width, height) < math.inf:
        uneven = f"one side more than {LARGEST_RATIO:g} times as long as the other"
        raise InputError.at(Place(name), f"has {uneven if max(width, height) < math.inf else 'an infinite size'}")


class SvgReader:
    """A reading of one SVG file, which looks for what it may not hold.

    Attributes:
        encoding: of its characters.
        letters: the letters beyond ASCII of words that are drawn, with the line and column where each stands first.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.encoding = "utf-8-sig"
        self.letters: dict[str, tuple[int, int]] = {}
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._within: list[list[int]] = []  # by element those that stand in it
        self._used: dict[int, str] = {}  # by element the id that it uses
        self._open: list[tuple[int, str]] = []
        self._ids: dict[str, int] = {}
        self._size: tuple[float, float] | None = None
        self._text: list[str] = []
        self._parser.XmlDeclHandler = self._declare
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._read_words
        self._parser.EntityDeclHandler = self._check_entity
        self._parser.ElementDeclHandler = self._parser.AttlistDeclHandler = self._refuse_declaration
        self._parser.ProcessingInstructionHandler = self._check_instruction

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
        except (ValueError, LookupError):  # pyexpat on encodings
            raise InputError.at(Place(self._name, 1, 1), "its encoding is not read; save it as UTF-8") from None
        assert self._size is not None
        self._count(0, {})
        return self._size

    def _declare(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in {"utf-8", "utf8"}:
            self.encoding = encoding

    def _check_entity(self, name: str, is_parameter: int, value: str | None, *_: str | None) -> None:
        """Check an entity: drawing programs give namespaces short names, which hold no other entity."""
        if is_parameter or value is None or not NAMESPACE.fullmatch(value):
            self._refuse_declaration(name)

    def _refuse_declaration(self, name: str, *_: object) -> None:
        self._refuse(f"{MAY_NOT} a declaration of its own in the document type, {name[:40]!r}; take it out")

    def _check_instruction(self, target: str, _data: str) -> None:
        if target == "xml-stylesheet":
            self._refuse(f"{MAY_NOT} a processing instruction {target!r}; take it out")

    @property
    def place(self) -> Place:
        """Return the place that is read."""
        return Place(self._name, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _refuse(self, message: str) -> None:
        raise InputError.at(self.place, message)

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Check an element with its attributes, and count it."""
        self._end_words()
        kind = tag.rpartition(" ")[2]
        if not self._within:
            if tag != f"{SVG} svg":
                self._refuse(f"begins with {kind!r}; an SVG file begins with 'svg' and its namespace")
            self._size = self._written_size(attributes)
        within = {one for _, one in self._open}
        is_passed = "foreignObject" in within or (kind == "foreignObject" and self._open[-1][1] == "switch")
        if (kind in REFUSED or kind.startswith("animate")) and not is_passed:
            self._refuse(f"{MAY_NOT} an element {kind!r}; draw it, or save the whole picture as PNG")
        number = len(self._within)
        self._within.append([])
        if self._open:
            self._within[self._open[-1][0]].append(number)
        self._open.append((number, kind))
        if len(self._open) > bounds.SVG_DEPTH or number > bounds.SVG_ELEMENTS:
            self._refuse(f"has more than {bounds.SVG_ELEMENTS} elements, or {bounds.SVG_DEPTH} within one another")
        self.begin(tag, {name.rpartition(" ")[2]: value for name, value in attributes.items()})
        if is_passed:
            return
        for name, value in attributes.items():
            if kind != "a":  # a link is not followed
                self._check_attribute(name.rpartition(" ")[2], value)
            self._check_text(value)
        if kind == "use":
            self._used[number] = next((v[1:] for name, v in attributes.items() if name.endswith("href")), "")

    def _end(self, _tag: str) -> None:
        self._end_words()
        self._open.pop()
        self.end()

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Begin an element; who draws the file does it here. Its `tag` has the namespace before it, and a blank."""

    def end(self) -> None:
        """End the last element that was begun."""

    def _read_words(self, text: str) -> None:
        """Take note of a part of a text, which ends where a line or an entity does."""
        self._text.append(text)
        within = {kind for _, kind in self._open}
        if "foreignObject" in within or not text.strip():
            return
        if found := within & FLOWED:
            self._refuse(f"words in {min(found)!r} are not drawn; make plain text of them, or paths")
        if "text" in within and not text.isascii():
            line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
            for index, letter in enumerate(text):
                if not letter.isascii() and not letter.isspace():
                    self.letters.setdefault(letter, (line, column + index))

    def _end_words(self) -> None:
        """Check a text as a whole."""
        if self._text:
            self._check_text("".join(self._text))
            if self._open and self._open[-1][1] == "style":
                self._check_style("".join(self._text))
            self._text.clear()

    def _check_attribute(self, name: str, value: str) -> None:
        """Check an attribute of the last element."""
        if name == "id":
            self._ids.setdefault(value, len(self._within) - 1)
        elif name == "href" and not value.startswith("#"):
            self._refuse(f"{MAY_NOT} a reference to something outside of it, {value[:40]!r}")
        elif name.startswith("on"):
            self._refuse(f"{MAY_NOT} an attribute {name!r}, which would run a program")
        elif name == "style" or PROPERTY.match(f"{name}:"):
            self._check_style(value if name == "style" else f"{name}:{value}")

    def _check_text(self, text: str) -> None:
        if found := OUTWARD.search(text):
            self._refuse(
                f"{MAY_NOT} a reference to something outside of it, {text[found.start() : found.start() + 40]!r}"
            )

    def _check_style(self, text: str) -> None:
        """Check that the renderer reads what stands in a style."""
        shown = plain_colours(text)
        unread = [found[0] for found in UNREAD.finditer(shown)]
        unread += [found[1] for found in COLOUR.finditer(shown) if found[1].lower() not in COLOURS]
        if unread:
            self._refuse(
                f"{MAY_NOT} {unread[0][:40]!r} in a style; write it otherwise, or save the whole picture as PNG"
            )

    def _written_size(self, attributes: Mapping[str, str]) -> tuple[float, float]:
        """Return the size that the outermost element says, or that of its view box in pixels."""
        box = VIEW_BOX.fullmatch(attributes.get("viewBox", ""))
        written = [LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
        sides = [float(one[1]) * PT_PER_UNIT[one[2]] if one else 0.0 for one in written]
        seen = [float(side) * PT_PER_UNIT["px"] for side in box.groups()] if box else [0.0, 0.0]
        if all(seen) and not all(sides):
            scale = next((side / own for side, own in zip(sides, seen, strict=True) if side), 1.0)
            sides = [own * scale for own in seen]
        if not all(sides):
            self._refuse("has no size; give it a viewBox, or a width and a height")
        check_ratio(sides[0], sides[1], self._name)
        return sides[0], sides[1]

    def _count(self, number: int, known: dict[int, int], depth: int = 0) -> int:
        """Return how many elements are drawn for one, with all that is used.

        Raises:
            InputError: they are too many, or an element uses itself.
        """
        if number not in known and depth <= 2 * bounds.SVG_DEPTH:
            known[number] = bounds.SVG_ELEMENTS + 1  # found again while it is counted, it uses itself
            used = [self._ids[one] for one in [self._used.get(number)] if one in self._ids]
            known[number] = 1 + sum(self._count(one, known, depth + 1) for one in (*self._within[number], *used))
        if known.get(number, bounds.SVG_ELEMENTS + 1) > bounds.SVG_ELEMENTS:
            message = f"draws more than {bounds.SVG_ELEMENTS} elements, those that it uses again counted each time"
            raise InputError.at(Place(self._name), message)
        return known[number]
