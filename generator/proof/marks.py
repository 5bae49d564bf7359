"""Crop marks and the ruler: strokes outside of the art that say where to cut, and whether the printer scaled.

::

         | |            a mark stands above and below each upright cut,
      --+-----+--       and left and right of each level cut, outside of every bleed
      --+-----+--
         | |
    |----|----|  100    the ruler is the longest level stroke; its ticks are no crop marks
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from generator.imposition.grid import RULER_MM
from generator.proof.documents import PageSeen, PdfProof
from generator.proof.placing import LIMIT, TOLERANCE, Placed
from generator.proof.walking import Stroke

THINNEST_MM = 0.15
"""Source: print shops ask for 0.15 to 0.25 mm; a thinner mark vanished in one."""
LEVEL = 0.001
"""A stroke whose ends differ by less, in mm, is level or upright."""

Span = tuple[float, float, float]
"""Of a mark: where it stands, and from where to where it runs."""


def judge_marks(proof: PdfProof, page: PageSeen, placed: list[Placed]) -> float | None:
    """Ruler and crop marks of a page; returns the ruler's length in mm."""
    strokes = [stroke for stroke in page.seen.strokes if stroke.width > 0]
    ruler = max((s for s in strokes if abs(s.y0 - s.y1) < LEVEL), key=_length, default=None)
    length = _length(ruler) if ruler else None
    if length is None or abs(length - RULER_MM) > LIMIT:
        said = "has no ruler" if length is None else f"has a ruler of {length:.2f} mm"
        proof.fault("ruler", f"{said}; it must be {RULER_MM:g} ± {TOLERANCE} mm", page.number)
    marks = [stroke for stroke in strokes if ruler is None or not _of_ruler(stroke, ruler)]
    _judge_strokes(proof, page, marks, placed)
    if marked := [one for one in placed if one.part.marked]:
        missing = [*_missing(marked, marks, upright=True), *_missing(marked, marks, upright=False)]
        if missing:
            more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
            proof.fault("crop-marks", f"lacks crop marks: {', '.join(missing[:4])}{more}", page.number)
    return length


def _length(stroke: Stroke) -> float:
    return abs(stroke.x1 - stroke.x0)


def _of_ruler(stroke: Stroke, ruler: Stroke) -> bool:
    left, right = sorted((ruler.x0, ruler.x1))
    inside = all(left - LIMIT <= x <= right + LIMIT for x in (stroke.x0, stroke.x1))
    return inside and min(abs(stroke.y0 - ruler.y0), abs(stroke.y1 - ruler.y0)) < LIMIT


def _judge_strokes(proof: PdfProof, page: PageSeen, marks: list[Stroke], placed: list[Placed]) -> None:
    """Marks can be seen, and do not run into the art."""
    thinnest = min((mark.width for mark in marks), default=THINNEST_MM)
    if thinnest < THINNEST_MM - 0.001:
        message = f"a crop mark is {thinnest:.3f} mm wide; below {THINNEST_MM} mm it may vanish in print"
        proof.fault("mark-thin", message, page.number)
    block = _bounds([(p.x - p.part.bleed, p.y - p.part.bleed, p.right + p.part.bleed, p.bottom + p.part.bleed)
                     for p in placed])  # fmt: skip
    for mark in marks:
        ends = _bounds([(mark.x0, mark.y0, mark.x0, mark.y0), (mark.x1, mark.y1, mark.x1, mark.y1)])
        if _overlap(ends, block) and any(_overlap(ends, _bleed_box(one)) for one in placed):
            message = f"a line at {mark.x0:.2f}, {mark.y0:.2f} mm runs through the art"
            proof.fault("mark-on-art", message, page.number)
            return


Box = tuple[float, float, float, float]


def _bounds(boxes: list[Box]) -> Box:
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _bleed_box(one: Placed) -> Box:
    bleed = one.part.bleed
    return one.x - bleed, one.y - bleed, one.right + bleed, one.bottom + bleed


def _overlap(a: Box, b: Box) -> bool:
    slack = LIMIT
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def _missing(placed: Iterable[Placed], marks: Iterable[Stroke], *, upright: bool) -> list[str]:
    """The cuts of one direction that lack a mark on either side, in words."""
    standing = _standing(marks, upright=upright)
    missing: list[str] = []
    for at, (near, far) in sorted(_cuts(placed, upright=upright).items()):
        here = [span for key in _keys(at) for span in standing.get(key, ()) if abs(span[0] - at) <= LIMIT]
        if not any(end <= near + LIMIT for _, _, end in here):
            missing.append(f"{'x' if upright else 'y'} = {at:.2f} mm {'above' if upright else 'left'}")
        if not any(begin >= far - LIMIT for _, begin, _ in here):
            missing.append(f"{'x' if upright else 'y'} = {at:.2f} mm {'below' if upright else 'right'}")
    return missing


def _cuts(placed: Iterable[Placed], *, upright: bool) -> dict[float, tuple[float, float]]:
    """Where the knife goes: each cut, and from where to where it cuts."""
    cuts: dict[float, tuple[float, float]] = {}
    for one in placed:
        edges, near, far = (
            ((one.x, one.right), one.y, one.bottom) if upright else ((one.y, one.bottom), one.x, one.right)
        )
        for edge in edges:
            at = round(edge, 4)
            before = cuts.get(at, (near, far))
            cuts[at] = (min(before[0], near), max(before[1], far))
    return cuts


def _standing(marks: Iterable[Stroke], *, upright: bool) -> dict[int, list[Span]]:
    """Marks of one direction by the hundredth of a mm at which they stand."""
    found: dict[int, list[Span]] = defaultdict(list)
    for mark in marks:
        at, other, begin, end = (
            (mark.x0, mark.x1, mark.y0, mark.y1) if upright else (mark.y0, mark.y1, mark.x0, mark.x1)
        )
        if abs(at - other) < LEVEL and abs(begin - end) > LEVEL:
            found[round(at * 100)].append((at, min(begin, end), max(begin, end)))
    return found


def _keys(at: float) -> tuple[int, ...]:
    key = round(at * 100)
    return (key - 2, key - 1, key, key + 1, key + 2)
