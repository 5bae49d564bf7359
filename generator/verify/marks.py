"""Marks and the ruler: strokes that say where to cut, where to fold, and whether the printer scaled.

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

from msgspec import Struct

from generator.catalogue.layouts import Layout, Mark
from generator.layout.grid import RULER_MM
from generator.verify.content_stream import Stroke
from generator.verify.documents import PageSeen, PdfProof
from generator.verify.layers import layers_shown
from generator.verify.lines import judge_cuts, judge_fold
from generator.verify.placement import LIMIT, TOLERANCE, Placed

THINNEST_MM = 0.15
"""Source: print shops ask for 0.15 to 0.25 mm; a thinner mark vanished in one."""
LEVEL = 0.001
"""A stroke whose ends differ by less, in mm, is level or upright."""
LAYERS = {
    "crop": "Crop marks",
    "registration": "Registration marks",
    "fold": "Fold lines",
    "cut": "Cutting lines",
}
"""What the layers are called on which marks must lie, by their kinds."""
WIDTH_OFF, COLOUR_OFF = 0.006, 0.003
"""Widths are written to 0.01 mm, parts of a colour to 0.001."""

Span = tuple[float, float, float]
"""Of a mark: where it stands, and from where to where it runs."""


class Wanted(Struct, frozen=True):
    """Which marks a page must have.

    Attributes:
        layout: that says so.
        back: whether the page is the back of a sheet.
        folded: whether it holds fronts and backs.
    """

    layout: Layout
    back: bool = False
    folded: bool = False

    def mark(self, kind: str) -> Mark | None:
        """How the marks of a kind must be; None if there must be none."""
        mark: Mark = getattr(self.layout.marks, kind)
        here = {"both", "backs" if self.back else "fronts"} | ({"backs"} if self.folded else set())
        return mark if mark.sides in here and (kind != "fold" or self.folded) else None


def judge_layers(proof: PdfProof) -> None:
    """Every layer of marks is seen and printed until somebody switches it off."""
    for name, shown in layers_shown(proof.pdf.Root).items():
        if not shown:
            proof.fault("layer-hidden", f"the layer {name!r} is switched off; its marks would not be printed")


def judge_marks(proof: PdfProof, page: PageSeen, placed: list[Placed], wanted: Wanted) -> float | None:
    """Ruler and marks of a page; returns the ruler's length in mm."""
    strokes = [stroke for stroke in page.seen.strokes if stroke.width > 0]
    ruler = max((s for s in strokes if not s.layer and abs(s.y0 - s.y1) < LEVEL), key=_length, default=None)
    length = _length(ruler) if ruler else None
    if wanted.layout.captions and (length is None or abs(length - RULER_MM) > LIMIT):
        said = "has no ruler" if length is None else f"has a ruler of {length:.2f} mm"
        proof.fault("ruler", f"{said}; it must be {RULER_MM:g} ± {TOLERANCE} mm", page.number)
    loose = [stroke for stroke in strokes if not stroke.layer and (ruler is None or not _of_ruler(stroke, ruler))]
    by_kind = {kind: [stroke for stroke in strokes if stroke.layer == name] for kind, name in LAYERS.items()}
    for kind, lines in by_kind.items():
        _judge_look(proof, page, kind, lines, wanted.mark(kind))
    _judge_strokes(proof, page, [*loose, *by_kind["crop"], *by_kind["registration"]], placed)
    marked = [one for one in placed if one.part.marked]
    if marked and wanted.mark("crop"):
        _judge_crop(proof, page, marked, by_kind["crop"])
    if marked and wanted.mark("cut"):
        judge_cuts(proof, page, marked, by_kind["cut"])
    if wanted.mark("fold"):
        judge_fold(proof, page, by_kind["fold"], wanted.layout.fold)
    if wanted.mark("registration") and not by_kind["registration"]:
        proof.fault("registration", "lacks registration marks", page.number)
    return length


def _judge_look(proof: PdfProof, page: PageSeen, kind: str, lines: list[Stroke], mark: Mark | None) -> None:
    """Marks of a kind are there only if they are wanted, as wide as that, and of that colour."""
    if not lines:
        return
    name = LAYERS[kind].lower()
    if mark is None:
        proof.fault("mark-unwanted", f"has {name}, which the layout does not ask for here", page.number)
        return
    widths = {round(line.width, 3) for line in lines}
    if any(width >= THINNEST_MM - 0.001 and abs(width - mark.width_mm) > WIDTH_OFF for width in widths):
        told = ", ".join(f"{width:g}" for width in sorted(widths))
        proof.fault("mark-width", f"its {name} are {told} mm wide; they must be {mark.width_mm:g} mm", page.number)
    ink = tuple(int(mark.colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    for line in lines:
        seen = line.ink * 3 if len(line.ink) == 1 else line.ink
        if len(seen) != 3 or max(abs(a - b) for a, b in zip(seen, ink, strict=True)) > COLOUR_OFF:
            proof.fault("mark-colour", f"its {name} are not of the colour {mark.colour}", page.number)
            return


def _judge_crop(proof: PdfProof, page: PageSeen, marked: list[Placed], marks: list[Stroke]) -> None:
    missing = [*_missing(marked, marks, upright=True), *_missing(marked, marks, upright=False)]
    if missing:
        more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
        proof.fault("crop-marks", f"lacks crop marks: {', '.join(missing[:4])}{more}", page.number)


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
    block = _bounds([one.art for one in placed])
    for mark in marks:
        ends = _bounds([(mark.x0, mark.y0, mark.x0, mark.y0), (mark.x1, mark.y1, mark.x1, mark.y1)])
        if _overlap(ends, block) and any(_overlap(ends, one.art) for one in placed):
            message = f"a line at {mark.x0:.2f}, {mark.y0:.2f} mm runs through the art"
            proof.fault("mark-on-art", message, page.number)
            return


Box = tuple[float, float, float, float]


def _bounds(boxes: list[Box]) -> Box:
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


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
