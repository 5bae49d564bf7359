"""What a cut file draws: chains of points by layer, in mm from the top left corner of the sheet, y down."""

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


class CutError(Exception):
    """A cut file that cannot be read; the message says why."""


class Chain(Struct, frozen=True):
    """Points one after the other; `closed` if the last is joined to the first."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The rectangle around it: left, top, right, bottom."""
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


class Drawn(Struct):
    """What a file draws.

    Attributes:
        width, height: of the sheet, as the file's head says.
        layers: chains, by the layer's name in lower case.
    """

    width: float
    height: float
    layers: dict[str, list[Chain]] = field(default_factory=dict)

    @property
    def length(self) -> float:
        """Of all its lines, in mm."""
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
        CutError: it is none of ours.
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


def read_cut_svg(raw: bytes) -> Drawn:
    """Return what an SVG draws, whose form has been judged; its unit is the millimetre.

    Raises:
        CutError: a path cannot be read.
    """
    drawn, groups = Drawn(0.0, 0.0), [""]
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
    """See that the machine can tell cuts, folds and the sheet's edge: each has one ink of its own, and is not filled.

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
