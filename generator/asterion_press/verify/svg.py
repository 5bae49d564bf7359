"""The proof of SVG files: true size, nothing but paths; and their geometry in the operators of a PDF.

Data that can break it: the sizes of pieces, the designs, and the lines along which card is cut or folded.

The *geometry* of a drawing is two texts: all numbers of its paths and transforms in order, and all commands in order,
spelled as PDF operators. A form of the PDF has both too, see :mod:`~asterion_press.verify.forms`. A file is parsed as a
stream of events, in bounded memory; a document type, which could hold entities, is refused before it is looked at.

Source: SVG 1.1, 8.3 (path data) and 7.6 (transform); ISO 32000-1, table 59 and 60 for the operators.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from xml.parsers import expat

from msgspec import Struct

from asterion_press.verify.expected import ROUNDED

MAX_SVG = 1 << 20
"""The largest drawing has some 90,000 bytes."""
MAX_DEPTH = 64
ELEMENTS = frozenset({"svg", "title", "desc", "defs", "g", "path"})
"""All that a component needs: no text, script, image, foreignObject, style or use."""
LENGTH = re.compile(r"(\d{1,5}(?:\.\d{1,6})?)mm")
MATRIX = re.compile(r"\s*matrix\(([-+.\d\s,e]*)\)\s*")
LAYERS = frozenset({"fold", "edges"})
"""Groups whose lines are measured: where card is folded, and edges that are cut and glued to others."""
LINE_ROUNDED = 0.03
"""Both ends of a line are written to 0.01 mm in x and in y."""
STEP = re.compile(r"([MLC])([-+.\d\s,e]*)")
SPACED = str.maketrans("MLCZ,", "     ")
NUMERIC = str.maketrans(dict.fromkeys("0123456789.-+, \t\r\n") | {"M": "m", "L": "l", "C": "c", "Z": "h"})


class Geometry(Struct, frozen=True):
    """The numbers and the operators of a drawing, each in order."""

    numbers: str
    operators: str


class Svg(Struct, frozen=True):
    """The content of a file.

    Attributes:
        width, height: as written, in mm; None if they are not lengths in mm.
        view: the viewBox.
        geometry: of everything that is painted.
        look: digest of every element and attribute but the ids: equal for files that look the same.
        lines: by the id of a group, the lengths of the straight lines in it, as long as nothing is transformed there.
    """

    width: float | None
    height: float | None
    view: list[float]
    geometry: Geometry
    look: bytes
    lines: dict[str, list[float]]


class SvgError(Exception):
    """A file that is not an SVG of this program; the code and the message say why."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class _SvgReader(Struct):
    """A reader of the events of one file."""

    root: dict[str, str] | None = None
    numbers: list[str] = []
    operators: list[str] = []
    open: list[bool] = []
    look: list[str] = []
    groups: list[str] = []
    lines: dict[str, list[float]] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name not in ELEMENTS:
            raise SvgError("svg-element", f"holds the element {name[:40]!r}; only {', '.join(sorted(ELEMENTS))} may be")
        if self.root is None:
            if name != "svg":
                raise SvgError("svg-element", f"begins with {name[:40]!r}, not with 'svg'")
            self.root = attributes
        elif name == "svg" or len(self.open) > MAX_DEPTH:
            raise SvgError("svg-element", "is nested in a way that no drawing of ours is")
        for key, value in attributes.items():
            low = key.lower()
            if low.rpartition(":")[2] in {"href", "src", "base"} or "url(" in value.lower() or "@import" in value:
                raise SvgError("svg-reference", f"refers to something outside: {key[:40]}={value[:60]!r}")
            if low.startswith("on") or low == "style":
                raise SvgError("svg-element", f"has the attribute {key[:40]!r}, which no drawing of ours has")
        self.look.append(name + repr(sorted((k, v) for k, v in attributes.items() if k != "id")))
        self.open.append(self._transform(attributes.get("transform")))
        self.groups.append(attributes.get("id", "") if name == "g" else "")
        if name == "path":
            self._path(attributes)

    def end(self, _name: str) -> None:
        self.groups.pop()
        if self.open.pop():
            self.operators.append("Q")

    def _transform(self, text: str | None) -> bool:
        """Note the transform of an element; return whether it has one."""
        if text is None:
            return False
        match = MATRIX.fullmatch(text)
        if match is None:
            raise SvgError("svg-element", f"has the transform {text[:40]!r}; only matrix(...) is written")
        self.numbers.append(match[1].replace(",", " "))
        self.operators.append("qcm")
        return True

    def _path(self, attributes: dict[str, str]) -> None:
        """Note the numbers and the painting of a path."""
        fill, stroke = attributes.get("fill", "") != "none", attributes.get("stroke", "none") != "none"
        if not (fill or stroke):
            return
        data = attributes.get("d", "")
        if LAYERS & set(self.groups) and not any(self.open):
            self._measure(data)
        self.numbers.append(data.translate(SPACED))
        self.operators.append(data.translate(NUMERIC))
        paint = "B" if fill and stroke else "f" if fill else "S"
        self.operators.append(paint + "*" if fill and attributes.get("fill-rule") == "evenodd" else paint)

    def _measure(self, data: str) -> None:
        """Note the lengths of a path's straight lines for every layer that it lies in."""
        here, found = (0.0, 0.0), []
        for command, text in STEP.findall(data):
            numbers = _numbers(text)
            if len(numbers) < 2:
                continue
            there = numbers[-2], numbers[-1]
            if command == "L":
                found.append(math.dist(here, there))
            here = there
        for layer in LAYERS & set(self.groups):
            self.lines.setdefault(layer, []).extend(found)

    def svg(self) -> Svg:
        root = self.root or {}
        width, height = (LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height"))
        geometry = Geometry(" ".join(" ".join(self.numbers).split()), "".join(self.operators))
        return Svg(
            width and float(width[1]),
            height and float(height[1]),
            _numbers(root.get("viewBox", "")),
            geometry,
            hashlib.sha256("\n".join(self.look).encode("utf-8", "replace")).digest(),
            self.lines,
        )


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text[:200].split()]
    except ValueError:
        return []


def _refuse(*_: object) -> None:
    raise SvgError("svg-doctype", "holds a document type or an entity; no drawing of ours does")


def read_svg(raw: bytes) -> Svg:
    """Read one file.

    Raises:
        SvgError: it is not well-formed, or has content that no component has.
    """
    if len(raw) > MAX_SVG:
        raise SvgError("svg-size", f"has {len(raw)} bytes; at most {MAX_SVG} are read")
    reader = _SvgReader()
    parser = expat.ParserCreate("utf-8")  # whatever the file says of its encoding
    refuse: Callable[..., None] = _refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ProcessingInstructionHandler = refuse
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        raise SvgError("svg-broken", f"is not well-formed: {error}") from None
    return reader.svg()


def size_fault(svg: Svg, wide: float, high: float) -> str | None:
    """Return the fault of the size of a component of that width and height in mm; None if there is none."""
    if svg.width is None or svg.height is None:
        return "its width and height are not lengths in mm"
    if svg.view != [0, 0, svg.width, svg.height]:
        view = " ".join(f"{value:g}" for value in svg.view)
        return f"is {svg.width:g} x {svg.height:g} mm, but its viewBox is '{view}'; they must be equal"
    equal = max(abs(svg.width - wide), abs(svg.height - high)) <= ROUNDED
    return None if equal else f"is {svg.width:g} x {svg.height:g} mm; it must be {wide:g} x {high:g} mm"


def line_faults(svg: Svg, wanted: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Yield the faults of the straight lines of a drawing's layers, which must have these lengths in mm."""
    for layer, lengths in wanted.items():
        found = sorted(svg.lines.get(layer, ()))
        if len(found) != len(lengths):
            yield f"has {len(found)} lines in the layer {layer!r}; there must be {len(lengths)}"
            continue
        worst = max(zip(found, sorted(lengths), strict=True), key=lambda two: abs(two[0] - two[1]), default=(0.0, 0.0))
        if abs(worst[0] - worst[1]) > LINE_ROUNDED:
            yield f"has a line of {worst[0]:.2f} mm in the layer {layer!r}; one of {worst[1]:.2f} mm must be there"
