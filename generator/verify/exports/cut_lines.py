"""The lines of cut files in DXF and SVG: chains of points by layer, in mm from the top left of the sheet, y down.

A DXF file is pairs of lines: a number, which is the code of the next line.

Source: DXF reference, group codes of the HEADER section, LWPOLYLINE and CIRCLE; a bulge is the tangent of a quarter of
an arc's angle.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.parsers import expat

from msgspec import Struct, field

Point = tuple[float, float]
STEPS = 32
"""Straight lines for a quarter of a circle: they stray 0.014 mm from one of 48 mm radius."""
NAMESPACE = "http://www.w3.org/2000/svg"
APART = 2.0
"""Points on a line are at most so far from each other, in mm, where a line is compared with another."""
MOST_LENGTH = 200_000
"""Of all lines of a file, in mm; those of the largest sheets are a tenth of that."""
MOST_POINTS = 1_000_000
PATH = re.compile(r"([MLCZ])([-+.\d\s,e]*)")
DXF_NUMBERS = (range(10, 60), range(140, 150))
DXF_WHOLE = (range(60, 80), range(90, 100), range(170, 180), range(270, 290), range(370, 390))
DXF_HANDLES = (range(5, 6), range(105, 106), range(320, 370))
"""Codes of numbers, of whole numbers, and of names that are written in hexadecimal. Source: DXF reference, group code
value types."""
WHOLE_NUMBER, HANDLE = re.compile(r"-?\d{1,10}"), re.compile(r"[0-9A-Fa-f]{1,16}")
DXF_MILLIMETRES = "4"
"""Value of $INSUNITS."""
Pairs = list[tuple[int, str]]


class CutError(Exception):
    """A cut file that cannot be read; the message says why."""


class Chain(Struct, frozen=True):
    """Points one after the other; `closed` if the last is joined to the first."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return the rectangle around it: left, top, right, bottom."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def along(self) -> Iterator[Point]:
        """Yield its points, and points between them, so that a line whose two ends are right cannot stray."""
        ends = [*self.points, self.points[0]] if self.closed else list(self.points)
        for (x0, y0), (x1, y1) in pairwise(ends):
            steps = max(2, math.ceil(math.dist((x0, y0), (x1, y1)) / APART))
            for at in range(steps):
                yield x0 + (x1 - x0) * at / steps, y0 + (y1 - y0) * at / steps
        yield ends[-1]


class CutDrawing(Struct):
    """The lines that a cut file draws.

    Attributes:
        width, height: of the sheet, as the file's head says.
        layers: chains, by the layer's name in lower case.
    """

    width: float
    height: float
    layers: dict[str, list[Chain]] = field(default_factory=dict)

    @property
    def length(self) -> float:
        """Return the length of all lines, in mm."""
        chains = (chain for layer in self.layers.values() for chain in layer)
        return math.fsum(math.dist(one, other) for chain in chains for one, other in pairwise(chain.points))

    def chains(self, layer: str) -> list[Chain]:
        """Return the chains of a layer."""
        return self.layers.get(layer, [])


def curve(p0: Point, p1: Point, p2: Point, p3: Point) -> list[Point]:
    """Return the points after the first of a cubic curve."""
    found = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        found.append(
            (a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1])
        )  # fmt: skip
    return found


def arc(middle: Point, radius: float, start: float, sweep: float) -> list[Point]:
    """Return points along an arc, both ends included; angles in radians."""
    count = max(2, math.ceil(abs(sweep) / (math.pi / 2) * STEPS))
    angles = [start + sweep * step / count for step in range(count + 1)]
    return [(middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)) for angle in angles]


def chains_of(data: str) -> list[Chain]:
    """Return the subpaths of the path data of an SVG.

    Raises:
        CutError: it has other commands than cut files have, or is torn.
    """
    if PATH.sub("", data).strip():
        raise CutError(f"has a path that is not made of M, L, C and Z: {data[:40]!r}")
    chains: list[tuple[list[Point], bool]] = []
    for command, text in PATH.findall(data):
        try:
            numbers = [float(word) for word in text.replace(",", " ").split()]
        except ValueError:
            raise CutError(f"has a path with a number that is none: {text[:40]!r}") from None
        points = list(zip(numbers[::2], numbers[1::2], strict=False))
        if len(numbers) % 2 or (command != "Z" and not points) or (command != "M" and not chains):
            raise CutError(f"has a path that is torn: {data[:40]!r}")
        if command == "M":
            chains.append((points, False))
        elif command == "Z":
            chains[-1] = chains[-1][0], True
        elif command == "L":
            chains[-1][0].extend(points)
        elif len(points) % 3:
            raise CutError(f"has a curve that is torn: {data[:40]!r}")
        else:
            for first, second, end in zip(points[::3], points[1::3], points[2::3], strict=True):
                chains[-1][0].extend(curve(chains[-1][0][-1], first, second, end))
    return [Chain(tuple(points), closed) for points, closed in chains]


def read_cut_svg(raw: bytes) -> CutDrawing:
    """Return the lines of an SVG whose form has been checked; its unit is the millimetre.

    Raises:
        CutError: a path cannot be read.
    """
    drawn, groups = CutDrawing(0.0, 0.0), [""]
    inks: dict[str, set[tuple[str, str]]] = {}

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "svg":
            if attributes.get("xmlns") != NAMESPACE:
                raise CutError("is no SVG: its first element does not say so")
            drawn.width, drawn.height = (_mm(attributes.get(side, "")) for side in ("width", "height"))
        if "transform" in attributes:
            raise CutError("has a transform; cuts are written where they lie")
        groups.append(attributes.get("id", "") if name == "g" else groups[-1])
        if name == "path":
            inks.setdefault(groups[-1], set()).add((attributes.get("fill", ""), attributes.get("stroke", "")))
            drawn.layers.setdefault(groups[-1], []).extend(chains_of(attributes.get("d", "")))

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: groups.pop() and None
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        raise CutError(f"is not well-formed: {error}") from None
    _check_inks(inks)
    return drawn


def _check_inks(inks: dict[str, set[tuple[str, str]]]) -> None:
    """Check that the machine can distinguish cuts, folds and the sheet's edge: each has one ink of its own, unfilled.

    Raises:
        CutError: it cannot.
    """
    pens = [pen for layer, pens in inks.items() if layer != "marks" for pen in pens]
    if len(set(pens)) != len(inks.keys() - {"marks"}) or len(set(pens)) != len(pens):
        raise CutError("does not draw each layer in an ink of its own")
    if any(fill != "none" or not re.fullmatch(r"#[0-9a-f]{6}", stroke) for fill, stroke in pens):
        raise CutError("has a line without an ink, or one that is filled")


def _mm(text: str) -> float:
    match = re.fullmatch(r"(\d{1,5}(?:\.\d{1,6})?)mm", text)
    if match is None:
        raise CutError(f"is {text[:20]!r} wide or high, which is no length in mm")
    return float(match[1])


def read_dxf(raw: bytes) -> CutDrawing:
    """Return the lines of a DXF file; y is turned to go down.

    Raises:
        CutError: it is torn, or not in millimetres, or draws something that no cut file has.
    """
    pairs = _pairs(raw)
    head = _header(pairs)
    if head.get("$INSUNITS", {}).get(70) != DXF_MILLIMETRES:
        raise CutError("does not say that its unit is the millimetre")
    sizes = {(_number(head, name, 10), _number(head, name, 20)) for name in ("$EXTMAX", "$LIMMAX")}
    corners = {(_number(head, name, 10), _number(head, name, 20)) for name in ("$EXTMIN", "$LIMMIN")}
    if len(sizes) != 1 or corners != {(0.0, 0.0)}:
        raise CutError("says extents and limits that differ, or do not begin at 0, 0")
    width, height = sizes.pop()
    drawn = CutDrawing(width, height)
    for entity in _entities(pairs):
        layer = next((value for code, value in entity if code == 8), "").lower()
        drawn.layers.setdefault(layer, []).append(_chain(entity, height))
    return drawn


def _pairs(raw: bytes) -> Pairs:
    lines = raw.decode("utf-8", "replace").removesuffix("\n").split("\n")  # no other sign ends a line
    if len(lines) % 2 or len(lines) > 4 * MOST_POINTS:
        raise CutError("is no DXF: its lines are no pairs")
    try:
        pairs = [(int(code), value.strip()) for code, value in zip(lines[::2], lines[1::2], strict=True)]
    except ValueError:
        raise CutError("is no DXF: a line that must be a number is none") from None
    if not pairs or pairs[-1] != (0, "EOF"):
        raise CutError("is no whole DXF: it does not end with EOF")
    for code, value in pairs:
        _check_value(code, value)
    return pairs


def _check_value(code: int, value: str) -> None:
    """Check that a value is of the kind that its code says.

    Raises:
        CutError: it is not.
    """
    if any(code in codes for codes in DXF_NUMBERS):
        _float(value)
    whole, handle = (any(code in codes for codes in kind) for kind in (DXF_WHOLE, DXF_HANDLES))
    if (whole and not WHOLE_NUMBER.fullmatch(value)) or (handle and not HANDLE.fullmatch(value)):
        raise CutError(f"has {value[:20]!r} where the code {code} asks for a {'whole number' if whole else 'handle'}")


def _header(pairs: Pairs) -> dict[str, dict[int, str]]:
    """Return the values of each variable of the header, by their codes."""
    found: dict[str, dict[int, str]] = {}
    here: dict[int, str] = {}
    for code, value in pairs:
        if (code, value) == (0, "ENDSEC"):
            break
        if code == 9:
            here = found.setdefault(value, {})
        else:
            here[code] = value
    return found


def _number(head: dict[str, dict[int, str]], name: str, code: int) -> float:
    return _float(head.get(name, {}).get(code, ""))


def _float(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise CutError(f"has {text[:20]!r} where a number must be") from None
    if not math.isfinite(number):
        raise CutError(f"has the number {text[:20]!r}")
    return number


def _entities(pairs: Pairs) -> Iterator[Pairs]:
    """Yield the entities of a drawing, each as its pairs."""
    if (2, "ENTITIES") not in pairs:
        raise CutError("has no section of things that are drawn")
    entity: Pairs = []
    for pair in pairs[pairs.index((2, "ENTITIES")) + 1 :]:
        if pair[0] == 0:
            if entity:
                yield entity
            entity = []
            if pair[1] == "ENDSEC":
                return
        entity.append(pair)
    raise CutError("has a section that does not end")


def _chain(entity: Pairs, height: float) -> Chain:
    kind = entity[0][1]
    values = [(code, _float(value)) for code, value in entity if code in {10, 20, 40, 42, 70, 90}]
    by_code: dict[int, list[float]] = {}
    for code, value in values:
        by_code.setdefault(code, []).append(value)
    points = [(x, height - y) for x, y in zip(by_code.get(10, []), by_code.get(20, []), strict=False)]
    if kind == "CIRCLE" and len(points) == 1 and len(by_code.get(40, [])) == 1:
        return Chain(tuple(arc(points[0], by_code[40][0], 0.0, 2 * math.pi)), closed=True)
    if kind == "LWPOLYLINE" and by_code.get(90) != [len(points)]:
        raise CutError(f"has a polyline of {len(points)} points that says another number of them")
    if kind != "LWPOLYLINE" or len(points) < 2:
        raise CutError(f"draws {kind[:20]!r}; only polylines and circles are written")
    return Chain(tuple(_bulged(values, points)), closed=by_code.get(70, [0.0])[0] % 2 == 1)


def _bulged(values: list[tuple[int, float]], points: list[Point]) -> Iterator[Point]:
    """Yield the points of a polyline, those along its arcs included."""
    bulges, index = [0.0] * len(points), -1
    for code, value in values:
        index += code == 10
        if code == 42 and index >= 0:
            bulges[index] = value
    for at, (point, bulge) in enumerate(zip(points, bulges, strict=True)):
        yield point
        if bulge:
            yield from _bow(point, points[(at + 1) % len(points)], bulge)


def _bow(start: Point, end: Point, bulge: float) -> list[Point]:
    """Return the points between both ends of an arc; as y goes down here, it turns the other way."""
    (x0, y0), (x1, y1) = start, end
    sweep = -4 * math.atan(bulge)
    chord = math.dist(start, end)
    if not chord:
        return []
    radius = chord / (2 * math.sin(abs(sweep) / 2))
    away = math.copysign(math.sqrt(max(radius**2 - chord**2 / 4, 0.0)), sweep) * (1 if abs(sweep) <= math.pi else -1)
    middle = (x0 + x1) / 2 - away * (y1 - y0) / chord, (y0 + y1) / 2 + away * (x1 - x0) / chord
    return arc(middle, radius, math.atan2(y0 - middle[1], x0 - middle[0]), sweep)[1:-1]
