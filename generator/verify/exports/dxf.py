"""A DXF file read back: units, extents, and the polylines and circles of its layers.

A DXF file is pairs of lines: a number that says what the next line is.

Source: DXF reference, group codes of the HEADER section, LWPOLYLINE and CIRCLE; a bulge is the tangent of a quarter of
an arc's angle.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from generator.verify.exports.paths import MOST_POINTS, Chain, CutError, Drawn, Point, arc

Pairs = list[tuple[int, str]]
NUMBERS = (range(10, 60), range(140, 150))
WHOLE = (range(60, 80), range(90, 100), range(170, 180), range(270, 290), range(370, 390))
HANDLES = (range(5, 6), range(105, 106), range(320, 370))
"""Codes of numbers, of whole numbers, and of names that are written in hexadecimal. Source: DXF reference, group code
value types."""
WHOLE_NUMBER, HANDLE = re.compile(r"-?\d{1,10}"), re.compile(r"[0-9A-Fa-f]{1,16}")
MILLIMETRES = "4"
"""Value of $INSUNITS."""


def read_dxf(raw: bytes) -> Drawn:
    """Return what a file draws; y is turned to go down.

    Raises:
        CutError: it is torn, or not in millimetres, or draws what no cut file holds.
    """
    pairs = _pairs(raw)
    head = _header(pairs)
    if head.get("$INSUNITS", {}).get(70) != MILLIMETRES:
        raise CutError("does not say that its unit is the millimetre")
    sizes = {(_number(head, name, 10), _number(head, name, 20)) for name in ("$EXTMAX", "$LIMMAX")}
    corners = {(_number(head, name, 10), _number(head, name, 20)) for name in ("$EXTMIN", "$LIMMIN")}
    if len(sizes) != 1 or corners != {(0.0, 0.0)}:
        raise CutError("says extents and limits that differ, or do not begin at 0, 0")
    width, height = sizes.pop()
    drawn = Drawn(width, height)
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
    """See that a value is of the kind that its code says.

    Raises:
        CutError: it is not.
    """
    if any(code in codes for codes in NUMBERS):
        _float(value)
    whole, handle = (any(code in codes for codes in kind) for kind in (WHOLE, HANDLES))
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
    """Yield what is drawn, one thing after the other."""
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
