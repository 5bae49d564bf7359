"""Read cut files with ezdxf and lxml: lines by layer, in mm from the top left corner of the sheet, y down."""

from __future__ import annotations

import io
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from lxml import etree

from asterion_press.exports.cut_files import ezdxf

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
FINE = 0.005
"""Largest distance of a line from its curve, in mm."""
STEPS = 48
"""Straight lines for a curve."""


class Chain(NamedTuple):
    """Points one after the other; `closed` if the last is joined to the first."""

    points: list[Point]
    closed: bool


class CutDrawing(NamedTuple):
    """What a cut file draws.

    Attributes:
        width, height: of the sheet, as its head says.
        layers: chains, by the layer's name in lower case.
        inks: of each layer: line and filling of an SVG, the colour's number of a DXF.
    """

    width: float
    height: float
    layers: dict[str, list[Chain]]
    inks: dict[str, set[object]]


def read_cuts(name: str, raw: bytes) -> CutDrawing:
    """Return what a cut file of that name draws."""
    return (read_cut_dxf if name.endswith(".dxf") else read_cut_svg)(raw)


def read_cut_dxf(raw: bytes) -> CutDrawing:
    """Return what a DXF draws, which ezdxf finds sound, and whose unit is the millimetre."""
    document = ezdxf().read(io.StringIO(raw.decode()))
    from ezdxf.path import make_path  # which the adapter has imported as it should be

    assert not document.audit().errors
    assert document.header["$INSUNITS"] == 4
    width, height, _ = document.header["$EXTMAX"]
    assert tuple(document.header["$EXTMIN"]) == (0, 0, 0)
    assert (document.header["$LIMMIN"], document.header["$LIMMAX"]) == ((0, 0), (width, height))
    layers: dict[str, list[Chain]] = defaultdict(list)
    for one in document.modelspace():
        path = make_path(one)
        points = [(x, height - y) for x, y, _ in path.flattening(FINE)]
        layers[one.dxf.layer.lower()].append(Chain(points[:-1] if path.is_closed else points, path.is_closed))
    return CutDrawing(width, height, layers, {name: {document.layers.get(name).color} for name in layers})


def read_cut_svg(raw: bytes) -> CutDrawing:
    """Return what an SVG draws, whose unit is the millimetre."""
    root = etree.fromstring(raw)
    assert root.tag == f"{SVG}svg"
    width, height = (float(root.get(side, "").removesuffix("mm")) for side in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    layers: dict[str, list[Chain]] = defaultdict(list)
    inks: dict[str, set[object]] = defaultdict(set)
    assert not root.xpath("//*[@transform]")
    for path in root.iter(f"{SVG}path"):
        group = list(path.iterancestors(f"{SVG}g"))[-1].get("id", "")
        layers[group] += _chains(path.get("d", ""))
        inks[group].add((path.get("stroke"), path.get("fill")))
    return CutDrawing(width, height, layers, inks)


def _chains(data: str) -> Iterator[Chain]:
    """The subpaths of path data, of which M, L, C and Z are known."""
    assert not re.sub(r"[MLCZ\d\s.,e+-]", "", data)
    points: list[Point] = []
    for command, text in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        numbers = [float(word) for word in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]
        given = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M" and points:
            yield Chain(points, closed=False)
        if command == "M":
            points = given
        elif command == "L":
            points += given
        elif command == "C":
            for at in range(0, len(given), 3):
                points += _curve(points[-1], *given[at : at + 3])
        else:
            yield Chain(points, closed=True)
            points = []
    if points:
        yield Chain(points, closed=False)


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    t = np.linspace(0, 1, STEPS + 1)[1:]
    found = sum(
        weight * complex(*point)
        for weight, point in zip(
            ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3), (start, first, second, end), strict=True
        )
    )
    return [(one.real, one.imag) for one in np.asarray(found)]


def box_of(chain: Chain) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    xs, ys = zip(*chain.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def lines_of(chains: list[Chain]) -> list[tuple[complex, complex]]:
    """The straight lines of chains."""
    rings = [[*one.points, one.points[0]] if one.closed else one.points for one in chains]
    return [(complex(*a), complex(*b)) for ring in rings for a, b in pairwise(ring)]


class Lines:
    """Straight lines of a sheet."""

    def __init__(self, chains: list[Chain], x: float = 0.0, y: float = 0.0) -> None:
        self.lines = np.array(lines_of(chains), dtype=complex).reshape(-1, 2) + complex(x, y)

    def along(self) -> npt.NDArray[np.complex128]:
        """Points of all lines: their ends, and those between at every 5 mm or less."""
        points = (np.linspace(start, end, 2 + int(abs(end - start) // 5)) for start, end in self.lines)
        return np.concatenate([np.empty(0, dtype=complex), *points])

    def farthest(self, points: npt.NDArray[np.complex128]) -> float:
        """How far from all lines the farthest of some points is, a few at a time, which lie near each other."""
        return max(map(self._farthest, np.array_split(points, len(points) // 200 + 1)))

    def _farthest(self, points: npt.NDArray[np.complex128]) -> float:
        if not len(points):
            return 0.0
        left, right = points.real.min() - 1, points.real.max() + 1
        low, high = points.imag.min() - 1, points.imag.max() + 1
        reals, imaginary = self.lines.real, self.lines.imag
        near = (reals.max(axis=1) > left) & (reals.min(axis=1) < right)
        near &= (imaginary.max(axis=1) > low) & (imaginary.min(axis=1) < high)
        starts, runs = self.lines[near, 0], self.lines[near, 1] - self.lines[near, 0]
        away = points[:, None] - starts
        lengths = np.where(runs == 0, 1, abs(runs) ** 2)
        off = abs(away - runs * np.clip((away * runs.conjugate()).real / lengths, 0, 1))
        return float(off.min(axis=1, initial=math.inf).max())

    def twice(self) -> int:
        """How many lines longer than 1 mm run along another one for more than 0.1 mm."""
        longer, count = self.lines[abs(self.lines[:, 1] - self.lines[:, 0]) > 1], 0
        for at, (start, end) in enumerate(longer):
            turned = (longer - start) * abs(end - start) / (end - start)
            first, last = turned.real.min(axis=1), turned.real.max(axis=1)
            upon = (abs(turned.imag).max(axis=1) <= 0.01) & (
                np.minimum(abs(end - start), last) - np.maximum(0, first) > 0.1
            )
            upon[at] = False
            count += int(upon.sum())
        return count
