"""Marks and the ruler: strokes that say where to cut, where to fold, and whether the printer scaled.

::

         | |            a mark stands above and below each upright cut,
      --+-----+--       and left and right of each level cut, outside of every bleed
      --+-----+--
         | |
    |----|----|  100    the ruler is the longest stroke on no layer; its ticks are no crop marks

Data that can break them: a layout's marks, widths and colours, its gaps, the outlines of pieces, and a printer's
correction.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from generator.catalogue.layouts import MARK_LAYERS, OUTER_MARKS, Layout, Mark
from generator.layout.grid import RULER_MM
from generator.verify.content_stream import Stroke
from generator.verify.documents import MAX_LAYERS, PdfPage, PdfProof
from generator.verify.expected import ROUNDED
from generator.verify.pdf import Box, as_dictionary, as_list, identity, max_difference
from generator.verify.placement import LIMIT, TOLERANCE, Mirroring, Placed, overlap

THINNEST_MM = 0.15
"""Source: print shops ask for 0.15 to 0.25 mm; a thinner mark vanished in one."""
HANDLE = 1.2
"""Radii from the middle of a ring within which the handles of its four curves lie, and no corner of a square does."""
LEVEL = 0.001
"""A stroke whose ends differ by less, in mm, is level or upright."""
WIDTH_OFF, COLOUR_OFF = 0.006, 0.003
"""Widths are written to 0.01 mm, parts of a colour to 0.001."""
OFF = LIMIT + ROUNDED
"""Marks are written to 0.01 mm, so they may be off by half of that, too."""

Span = tuple[float, float, float]
"""Of a straight line: where it stands, and from where to where it runs."""


class MarkSpec(Struct, frozen=True):
    """The marks that a page must have.

    Attributes:
        layout: that says so.
        back: whether the page is the back of a sheet.
        folded: whether it holds fronts and backs.
    """

    layout: Layout
    back: bool = False
    folded: bool = False

    def mark(self, kind: str) -> Mark | None:
        """Return how the marks of a kind must be; None if there must be none."""
        mark: Mark = getattr(self.layout.marks, kind)
        here = {"both", "backs" if self.back else "fronts"} | ({"backs"} if self.folded else set())
        return mark if mark.sides in here and (kind != "fold" or self.folded) else None


def check_layers(proof: PdfProof) -> None:
    """Check that every layer of marks is seen and printed by default."""
    about = as_dictionary(proof.pdf.Root.get("/OCProperties"))
    default = as_dictionary(about.get("/D"))
    hidden = {identity(thing) for thing in as_list(default.get("/OFF"))}
    shown = {identity(thing) for thing in as_list(default.get("/ON"))}
    base = str(default.get("/BaseState", "/ON")) == "/ON"
    seen: dict[str, bool] = {}
    for thing in as_list(about.get("/OCGs"))[:MAX_LAYERS]:
        key, usage = identity(thing), as_dictionary(thing.get("/Usage"))
        states = [
            str(as_dictionary(usage.get(part)).get(state, "/ON"))
            for part, state in (("/Print", "/PrintState"), ("/View", "/ViewState"))
        ]
        seen[str(thing.get("/Name", ""))[:100]] = (base or key in shown) and key not in hidden and "/OFF" not in states
    for name in (name for name, is_seen in seen.items() if not is_seen):
        proof.fault("layer-hidden", f"the layer {name!r} is switched off; its marks would not be printed")


def check_marks(proof: PdfProof, page: PdfPage, placed: list[Placed], spec: MarkSpec) -> None:
    """Check the ruler and all marks of a page."""
    strokes = [stroke for stroke in page.content.strokes if stroke.width > 0]
    straight = (one for one in strokes if not one.layer and min(abs(one.x0 - one.x1), abs(one.y0 - one.y1)) < LEVEL)
    ruler = max(straight, key=_length, default=None)
    length = _length(ruler) if ruler else None
    if spec.layout.captions and (length is None or abs(length - RULER_MM) > LIMIT):
        said = "has no ruler" if length is None else f"has a ruler of {length:.2f} mm"
        proof.fault("ruler", f"{said}; it must be {RULER_MM:g} ± {TOLERANCE} mm", page.number)
    loose = [stroke for stroke in strokes if not stroke.layer]
    if ruler:
        loose = [stroke for stroke in loose if not _is_on(ruler, stroke)]
    by_kind = {kind: [stroke for stroke in strokes if stroke.layer == name] for kind, name in MARK_LAYERS.items()}
    for kind, lines in by_kind.items():
        _check_look(proof, page, kind, lines, spec.mark(kind))
    outer = [stroke for kind in OUTER_MARKS for stroke in by_kind[kind]]
    _check_strokes(proof, page, [*loose, *outer], placed)
    marked = [one for one in placed if one.part.marked]
    if marked and spec.mark("crop"):
        missing = [
            *_missing_crop_marks(marked, by_kind["crop"], upright=True),
            *_missing_crop_marks(marked, by_kind["crop"], upright=False),
        ]
        if missing:
            more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
            proof.fault("crop-marks", f"lacks crop marks: {', '.join(missing[:4])}{more}", page.number)
    if marked and spec.mark("cut"):
        dies = spec.layout.positions
        _check_cuts(proof, page, marked, by_kind["cut"], may_be_round=any(die.shape == "round" for die in dies))
    if spec.mark("fold"):
        _check_fold(proof, page, by_kind["fold"], spec.layout.fold)
    if spec.mark("registration") and not by_kind["registration"]:
        proof.fault("registration", "lacks registration marks", page.number)


def _length(stroke: Stroke) -> float:
    return math.hypot(stroke.x1 - stroke.x0, stroke.y1 - stroke.y0)


def _is_on(ruler: Stroke, stroke: Stroke) -> bool:
    """Return whether a stroke is the ruler, or a tick that stands on it."""
    (x0, x1), (y0, y1) = sorted((ruler.x0, ruler.x1)), sorted((ruler.y0, ruler.y1))
    feet = [
        x0 - LIMIT <= x <= x1 + LIMIT and y0 - LIMIT <= y <= y1 + LIMIT
        for x, y in ((stroke.x0, stroke.y0), (stroke.x1, stroke.y1))
    ]
    level = abs(ruler.y0 - ruler.y1) < LEVEL
    is_tick = abs(stroke.x0 - stroke.x1) < LEVEL if level else abs(stroke.y0 - stroke.y1) < LEVEL
    return all(feet) or (any(feet) and is_tick)


def _check_look(proof: PdfProof, page: PdfPage, kind: str, lines: list[Stroke], mark: Mark | None) -> None:
    """Check that marks of a kind are there only if they are wanted, as wide as that, and of that colour."""
    if not lines:
        return
    name = MARK_LAYERS[kind].lower()
    if mark is None:
        proof.fault("mark-unwanted", f"has {name}, which the layout does not ask for here", page.number)
        return
    widths = {round(line.width, 3) for line in lines}
    if any(width >= THINNEST_MM - 0.001 and abs(width - mark.width_mm) > WIDTH_OFF for width in widths):
        told = ", ".join(f"{width:g}" for width in sorted(widths))
        proof.fault("mark-width", f"its {name} are {told} mm wide; they must be {mark.width_mm:g} mm", page.number)
    wanted = tuple(int(mark.colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    for line in lines:
        ink = line.ink * 3 if len(line.ink) == 1 else line.ink
        if len(ink) != 3 or max_difference(ink, wanted) > COLOUR_OFF:
            proof.fault("mark-colour", f"its {name} are not of the colour {mark.colour}", page.number)
            return


def _check_strokes(proof: PdfProof, page: PdfPage, marks: list[Stroke], placed: list[Placed]) -> None:
    """Check that marks can be seen, and do not run into the art."""
    thinnest = min((mark.width for mark in marks), default=THINNEST_MM)
    if thinnest < THINNEST_MM - 0.001:
        message = f"a crop mark is {thinnest:.3f} mm wide; below {THINNEST_MM} mm it may vanish in print"
        proof.fault("mark-thin", message, page.number)
    block: Box = (0.0, 0.0, 0.0, 0.0)
    if placed:
        lefts, tops, rights, bottoms = zip(*(one.art for one in placed), strict=True)
        block = min(lefts), min(tops), max(rights), max(bottoms)
    for mark in marks:
        ends = min(mark.x0, mark.x1), min(mark.y0, mark.y1), max(mark.x0, mark.x1), max(mark.y0, mark.y1)
        if overlap(ends, block) and any(overlap(ends, one.art) for one in placed):
            message = f"a line at {mark.x0:.2f}, {mark.y0:.2f} mm runs through the art"
            proof.fault("mark-on-art", message, page.number)
            return


def _missing_crop_marks(placed: Iterable[Placed], marks: Iterable[Stroke], *, upright: bool) -> list[str]:
    """Return the cuts of one direction that lack a mark on either side, in words."""
    standing: dict[int, list[Span]] = defaultdict(list)  # by the hundredth of a mm at which they stand
    for mark in marks:
        at, other, begin, end = (
            (mark.x0, mark.x1, mark.y0, mark.y1) if upright else (mark.y0, mark.y1, mark.x0, mark.x1)
        )
        if abs(at - other) < LEVEL and abs(begin - end) > LEVEL:
            standing[round(at * 100)].append((at, min(begin, end), max(begin, end)))
    axis, before, behind = ("x", "above", "below") if upright else ("y", "left", "right")
    missing: list[str] = []
    for at, (near, far) in sorted(_cuts(placed, upright=upright).items()):
        keys = range(round(at * 100) - 2, round(at * 100) + 3)
        here = [span for key in keys for span in standing.get(key, ()) if abs(span[0] - at) <= LIMIT]
        if not any(end <= near + LIMIT for _, _, end in here):
            missing.append(f"{axis} = {at:.2f} mm {before}")
        if not any(begin >= far - LIMIT for _, begin, _ in here):
            missing.append(f"{axis} = {at:.2f} mm {behind}")
    return missing


def _cuts(placed: Iterable[Placed], *, upright: bool) -> dict[float, tuple[float, float]]:
    """Return each cut of one direction, and from where to where the knife goes along it."""
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


def _check_fold(proof: PdfProof, page: PdfPage, lines: list[Stroke], fold: str) -> None:
    """Check that the one line along which a page is folded goes through its middle."""
    width, height = page.size
    if len(lines) != 1:
        proof.fault("fold-line", f"has {len(lines)} lines to fold along; it must have one", page.number)
        return
    (line,) = lines
    ends, middle = ((line.y0, line.y1), height / 2) if fold == "level" else ((line.x0, line.x1), width / 2)
    off = max(abs(end - middle) for end in ends)
    if off > OFF:
        message = f"the line to fold along is {off:.2f} mm off the middle, {middle:.2f} ± {TOLERANCE} mm"
        proof.fault("fold-line", message, page.number)


def _check_cuts(
    proof: PdfProof, page: PdfPage, placed: list[Placed], lines: list[Stroke], *, may_be_round: bool
) -> None:
    """Check that a ring to cut along lies in each round trim, a line on each edge of others, and none anywhere else."""
    round_ones = [one for one in placed if one.part.round]
    _check_rings(proof, page, round_ones, lines)
    others = [one for one in placed if not one.part.round]
    lines = [line for line in lines if not any(_is_within(line, one) for one in round_ones)]
    _check_straight_cuts(proof, page, others, lines, may_be_round=may_be_round)


def _check_straight_cuts(
    proof: PdfProof, page: PdfPage, placed: list[Placed], lines: list[Stroke], *, may_be_round: bool
) -> None:
    """Check the lines to cut along of pieces that are no circles, which may lie on round places."""
    upright: dict[int, list[Span]] = defaultdict(list)  # both by the tenth of a mm at which they stand
    level: dict[int, list[Span]] = defaultdict(list)
    for line in lines:
        if abs(line.x0 - line.x1) < ROUNDED:
            upright[round(line.x0 * 10)].append((line.x0, min(line.y0, line.y1), max(line.y0, line.y1)))
        elif abs(line.y0 - line.y1) < ROUNDED:
            level[round(line.y0 * 10)].append((line.y0, min(line.x0, line.x1), max(line.x0, line.x1)))
        elif may_be_round:
            _check_rings(proof, page, placed, lines)
            return
        else:
            proof.fault("cut-lines", f"a line to cut along is slanted at {line.x0:.2f}, {line.y0:.2f} mm", page.number)
            return
    for one in placed:
        edges = [(upright, x, one.y, one.bottom) for x in (one.x, one.right)]
        edges += [(level, y, one.x, one.right) for y in (one.y, one.bottom)]
        if missing := [at for found, at, near, far in edges if not _is_cut(found, at, near, far)]:
            proof.fault("cut-lines", f"{one.part.name} lacks the line to cut along at {missing[0]:.2f} mm", page.number)
            return
    edges_x = [at for one in placed for at in (one.x, one.right)]
    edges_y = [at for one in placed for at in (one.y, one.bottom)]
    for found, there in ((upright, edges_x), (level, edges_y)):
        for at, _, _ in (line for lines_here in found.values() for line in lines_here):
            if not _is_among(there, at):
                message = f"a line to cut along lies at {at:.2f} mm, where nothing is to be cut"
                proof.fault("cut-lines", message, page.number)
                return


def _is_cut(found: dict[int, list[Span]], at: float, near: float, far: float) -> bool:
    key = round(at * 10)
    return any(
        abs(here - at) <= OFF and begin <= near + OFF and end >= far - OFF
        for where in (key - 1, key, key + 1)
        for here, begin, end in found.get(where, ())
    )


def _check_rings(proof: PdfProof, page: PdfPage, placed: list[Placed], lines: list[Stroke]) -> None:
    """Check that each round place has a ring that touches its four sides; the handles of a curve lie within."""
    for one in placed:
        inside = [stroke for stroke in lines if _is_within(stroke, one)]
        xs, ys = [s.x0 for s in inside], [s.y0 for s in inside]
        sides = ((xs, one.x), (xs, one.right), (ys, one.y), (ys, one.bottom))
        middle, most = ((one.x + one.right) / 2, (one.y + one.bottom) / 2), HANDLE * one.width / 2
        strays = any(math.dist((stroke.x0, stroke.y0), middle) > most for stroke in inside)
        if strays or not all(_is_among(values, side) for values, side in sides):
            proof.fault("cut-lines", f"{one.part.name} lacks the ring to cut along", page.number)
            return


def _is_within(stroke: Stroke, one: Placed) -> bool:
    """Return whether a stroke lies on the trim of a component."""
    return (
        one.x - OFF <= min(stroke.x0, stroke.x1) <= max(stroke.x0, stroke.x1) <= one.right + OFF
        and one.y - OFF <= min(stroke.y0, stroke.y1) <= max(stroke.y0, stroke.y1) <= one.bottom + OFF
    )


def _is_among(values: list[float], side: float) -> bool:
    return any(abs(value - side) <= OFF for value in values)


def check_registration(proof: PdfProof, page: PdfPage, front: PdfPage, mirroring: Mirroring) -> None:
    """Check that registration marks lie upon each other, if both sides have some."""
    backs, fronts = sorted(_crosses(page)), sorted(_crosses(front))
    if not (backs and fronts):
        return
    width, height = page.size
    mirrored = sorted(
        (width - x if mirroring is Mirroring.ACROSS else x, height - y if mirroring is Mirroring.DOWN else y)
        for x, y in fronts
    )
    pairs = zip(backs, mirrored, strict=False)
    off = max((max(abs(x - u), abs(y - v)) for (x, y), (u, v) in pairs), default=0.0)
    if len(backs) != len(mirrored) or off > OFF + LIMIT:
        message = f"the registration marks of front and back are {off:.2f} mm apart; they must lie upon each other"
        proof.fault("registration", message, page.number)


def _crosses(page: PdfPage) -> Iterable[tuple[float, float]]:
    """Yield the middles of the level lines of registration marks."""
    for stroke in page.content.strokes:
        is_level = abs(stroke.y0 - stroke.y1) < ROUNDED and abs(stroke.x0 - stroke.x1) > 0.5
        if stroke.layer == MARK_LAYERS["registration"] and is_level:
            yield round((stroke.x0 + stroke.x1) / 2, 2), round(stroke.y0, 2)
