"""The proof of a file of sheets: each component as often as promised, in its place, on paper of the right size.

Marks and the ruler are strokes that say where to cut, where to fold, and whether the printer scaled.

::

         | |            a mark stands above and below each upright cut,
      --+-----+--       and left and right of each level cut, outside of every bleed
      --+-----+--
         | |
    |----|----|  100    the ruler is the longest stroke on no layer; its ticks are no crop marks

A form's own space is millimetres, y down. So the matrix at its placement, after the page's points were turned into
millimetres, is 1 0 0 1 and the trim's corner if all is well; any other shows what is wrong. Hexagons of a honeycomb
stand on a corner and are as wide as from one upright side to the other. Their sides are counted clockwise from the
upper right one; y points down.

Data that can break them: how often a catalogue has each piece, names in titles, papers, places that a layout or a user
leaves free, a layout's marks, widths and colours, its gaps and turns, the sizes of pieces and papers, margins, the
outlines of pieces, the flip, and a printer's correction.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct, field

from generator.catalogue.equipment import Paper
from generator.catalogue.layouts import MARK_LAYERS, OUTER_MARKS, Layout, Mark
from generator.errors import LayoutError
from generator.layout.grid import RULER_MM, Places
from generator.layout.sheet_setup import Correction, Flip, SheetSetup
from generator.layout.sheets import LEAST_BLEED_MM, Lot, lot_pattern
from generator.verify.documents import MAX_LAYERS, PdfPage, PdfProof
from generator.verify.expected import ROUNDED, ExpectedPart
from generator.verify.forms import SheetForms
from generator.verify.pdf import (
    MM,
    Box,
    Matrix,
    Stroke,
    apply,
    as_dictionary,
    as_list,
    identity,
    max_difference,
    reading,
    times,
)
from generator.wording import enumerated

TOLERANCE = 0.01
"""Largest error of a size or a place, in mm. Source: the project's safety rules, "50.00 ± 0.01 mm"."""
LIMIT = TOLERANCE + 1e-4
"""The tolerance and the rounding of numbers in a file, so that 100.01 is within 100 ± 0.01."""
MAX_PLACED = 20_000


class Placed(Struct, frozen=True):
    """A component on a page.

    Attributes:
        part: the component.
        x, y: the top left corner of its trim, in mm.
        width, height: of its trim, in mm.
        turn: how far the trim's lower right corner is from where the size would put it, in mm; 0 if upright or upside
            down.
        mirrored: whether left and right are exchanged.
        upside_down: whether it is.
        kept: its bleed as shown to the left, above, to the right and below, in mm; negative if the trim is cut.
        hexagon: what is shown of it, if it is clipped as a hexagon.
    """

    part: ExpectedPart
    x: float
    y: float
    width: float
    height: float
    turn: float
    mirrored: bool
    upside_down: bool
    kept: tuple[float, float, float, float]
    hexagon: Hexagon | None = None

    @property
    def art(self) -> tuple[float, float, float, float]:
        """Return the rectangle of all that is shown: left, top, right, bottom."""
        left, above, right, below = self.kept
        return self.x - left, self.y - above, self.right + right, self.bottom + below

    @property
    def trim_box(self) -> tuple[float, float, float, float]:
        """Return the rectangle of the trim: left, top, right, bottom."""
        return self.x, self.y, self.right, self.bottom

    @property
    def room(self) -> tuple[float, float, float, float] | None:
        """Return the rectangle of the room that it leaves to others: left, top, right, bottom."""
        room = self.part.room
        return room and (self.x + room[0], self.y + room[1], self.x + room[2], self.y + room[3])

    @property
    def right(self) -> float:
        """Return the right edge of the trim."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the lower edge of the trim."""
        return self.y + self.height


def read_placed(page: PdfPage, forms: SheetForms) -> list[Placed]:
    """Return the components that are placed on a page, and note others."""
    with reading():
        things = as_dictionary(page.resources.get("/XObject"))
        found = [(shown, forms.form(things.get(shown.name), page.number)) for shown in page.content.shown[:MAX_PLACED]]
    placed: list[Placed] = []
    for shown, form in found:
        part = forms.parts.get(form.component) if form else None
        if form is None or part is None:
            what = f"{form.component[:40]!r}" if form and form.component else f"{shown.name[:40]} without a name"
            forms.proof.fault("foreign-component", f"shows {what}, which is no component of the deck", page.number)
            continue
        placed.append(_placed(part, times(form.matrix, shown.matrix), shown.clip, shown.corners))
    return placed


def _placed(part: ExpectedPart, m: Matrix, clip: Box | None, shown: Sequence[tuple[float, float]]) -> Placed:
    wide, high, own = part.trim, part.height, part.bleed
    corners = [apply(m, x, y) for x in (0, wide) for y in (0, high)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    width, height = math.hypot(m[0], m[1]) * wide, math.hypot(m[2], m[3]) * high
    far_x, far_y = corners[3]
    upside_down = m[0] < 0 and m[3] < 0
    along = -1 if upside_down else 1
    turn = math.hypot(far_x - m[4] - along * width, far_y - m[5] - along * height)
    left, top, right, bottom = min(xs), min(ys), min(xs) + width, min(ys) + height
    kept = (own, own, own, own)
    if clip is not None:
        kept = (
            min(own, left - clip[0]), min(own, top - clip[1]), min(own, clip[2] - right), min(own, clip[3] - bottom),
        )  # fmt: skip
    hexagon = None
    if part.hexagonal and shown:
        hexagon = clipped_hexagon((left + width / 2, top + height / 2), width, shown, 2 * LIMIT)
    mirrored = m[0] * m[3] - m[1] * m[2] < 0
    return Placed(part, left, top, width, height, turn, mirrored, upside_down, kept, hexagon)


def check_placed(
    proof: PdfProof, page: PdfPage, placed: Iterable[Placed], upside_down: Callable[[Placed], bool]
) -> float:
    """Check size and turn of everything on a page; return the largest deviation from the true size, in mm.

    Args:
        proof: of the file.
        page: on which it lies.
        placed: its components.
        upside_down: whether something should lie upside down, since it is folded behind something else.
    """
    worst = 0.0
    for one in placed:
        wide, high, name = one.part.trim, one.part.height, one.part.name
        off = max(abs(one.width - wide), abs(one.height - high))
        worst = max(worst, off)
        if off > LIMIT:
            size = f"{one.width:.2f} mm wide and {one.height:.2f} mm high"
            right = f"{wide:.2f}" if wide == high else f"{wide:.2f} x {high:.2f}"
            message = f"{name} is {size}; it must be {right} ± {TOLERANCE} mm; was the page scaled?"
            proof.fault("component-size", message, page.number)
        if one.mirrored:
            proof.fault("component-mirrored", f"{name} is mirrored", page.number)
        elif one.turn > LIMIT:
            proof.fault("component-turned", f"{name} does not stand upright", page.number)
        elif one.upside_down is not (wanted := upside_down(one)):
            how = "stands upright; it must be upside down, to be folded" if wanted else "stands upside down"
            proof.fault("component-turned", f"{name} {how}", page.number)
    return worst


def check_bleeds(proof: PdfProof, page: PdfPage, placed: list[Placed]) -> None:
    """Check that no bleed reaches into a neighbour's trim, and that nothing lies upon something else."""
    ordered = sorted(placed, key=lambda one: one.x)
    for index, left in enumerate(ordered):
        for right in ordered[index + 1 :]:
            bleed = max(left.part.bleed, right.part.bleed)
            if right.x - bleed >= left.right - LIMIT:
                break
            if _lies_in_room(left, right) or _lies_in_room(right, left) or _is_neighbour(left, right):
                continue
            if overlap(left.art, right.trim_box) or overlap(right.art, left.trim_box):
                message = f"the bleed of {left.part.name} and the trim of {right.part.name} overlap"
                proof.fault("bleed-overlap", message, page.number)
                if proof.notes.is_full(proof.name):
                    return


def _lies_in_room(one: Placed, other: Placed) -> bool:
    """Return whether a component lies, bleed included, in the room that another one leaves."""
    (left, top, right, bottom), room = one.art, other.room
    if room is None:
        return False
    return left > room[0] - LIMIT and top > room[1] - LIMIT and right < room[2] + LIMIT and bottom < room[3] + LIMIT


def _is_neighbour(one: Placed, other: Placed) -> bool:
    """Return whether two hexagons of one size lie beside one another, each with all that is shown of it."""
    a, b = one.hexagon, other.hexagon
    if a is None or b is None or abs(a.width - b.width) > LIMIT:
        return False
    return a.shows_beside(b, LIMIT) and b.shows_beside(a, LIMIT)


def overlap(a: Box, b: Box) -> bool:
    """Return whether two rectangles overlap: left, top, right, bottom."""
    return a[0] < b[2] - LIMIT and b[0] < a[2] - LIMIT and a[1] < b[3] - LIMIT and b[1] < a[3] - LIMIT


def check_kept(proof: PdfProof, page: PdfPage, placed: list[Placed], paper: Paper, layout: Layout) -> None:
    """Check that as much of each bleed is shown as neighbours, the layout and the printer leave of it."""
    for one in placed:
        if one.hexagon:
            sides = "clockwise from the upper right side"
            found, needed = one.hexagon.kept, _least_beyond(one, one.hexagon, placed, layout)
        elif one.kept == (one.part.bleed,) * 4:
            continue
        else:
            sides, found, needed = "left, above, right, below", one.kept, _least_kept(one, placed, paper, layout)
        if min(found) < -LIMIT:
            proof.fault("art-cut", f"{one.part.name} is shown without its edge", page.number)
        elif any(kept < least - LIMIT for kept, least in zip(found, needed, strict=True)):
            shown, least = (" ".join(f"{value:.2f}" for value in values) for values in (found, needed))
            message = f"{one.part.name} shows {shown} mm of its bleed ({sides}); it must be {least}"
            proof.fault("bleed-cut", message, page.number)


def _most_shown(own: float, layout: Layout) -> tuple[float, float]:
    """Return what a layout shows of a bleed at the edge of the block, and towards a neighbour."""
    outer = min(own if layout.outer_bleed_mm is None else layout.outer_bleed_mm, own)
    if layout.fewest_sheets:
        outer = min(outer, LEAST_BLEED_MM)
    return outer, outer if layout.bleed_mm is None else min(outer, layout.bleed_mm)


def _least_beyond(one: Placed, hexagon: Hexagon, placed: list[Placed], layout: Layout) -> list[float]:
    """Return the least that must be shown of a bleed beyond each side of a hexagon."""
    others = [other.hexagon for other in placed if other is not one and other.hexagon]
    return needed_beyond(hexagon, others, one.part.bleed, *_most_shown(one.part.bleed, layout))


def _least_kept(one: Placed, placed: list[Placed], paper: Paper, layout: Layout) -> list[float]:
    """Return the least that must be shown of a bleed on each side."""
    own, margin = one.part.bleed, paper.margin_mm
    free = [math.inf] * 4
    for other in placed:
        if other.y < one.bottom + 2 * own and one.y < other.bottom + 2 * own:  # beside it, or nearly so
            free[0] = min(free[0], one.x - other.right) if other.right <= one.x + LIMIT else free[0]
            free[2] = min(free[2], other.x - one.right) if other.x >= one.right - LIMIT else free[2]
        if other.x < one.right + 2 * own and one.x < other.right + 2 * own:
            free[1] = min(free[1], one.y - other.bottom) if other.bottom <= one.y + LIMIT else free[1]
            free[3] = min(free[3], other.y - one.bottom) if other.y >= one.bottom - LIMIT else free[3]
    reach = (
        one.x - margin.left,
        one.y - margin.top,
        paper.width_mm - margin.right - one.right,
        paper.height_mm - margin.bottom - one.bottom,
    )
    outer, near = _most_shown(own, layout)
    return [
        max(0.0, min(outer if gap == math.inf else near, gap / 2, most)) for gap, most in zip(free, reach, strict=True)
    ]


def check_printable(
    proof: PdfProof, page: PdfPage, paper: Paper, placed: list[Placed], correction: Correction, *, back: bool
) -> None:
    """Check that nothing that is sent to a printer lies where it does not reach."""
    margin, (width, height) = paper.margin_mm, page.size
    left, top = margin.left - LIMIT, margin.top - LIMIT
    right, bottom = width - margin.right + LIMIT, height - margin.bottom + LIMIT

    def check(what: str, x0: float, y0: float, x1: float, y1: float) -> None:
        (x0, y0), (x1, y1) = (correction.to_file(x, y, paper, back=back) for x, y in ((x0, y0), (x1, y1)))
        if min(x0, x1) < left or min(y0, y1) < top or max(x0, x1) > right or max(y0, y1) > bottom:
            message = (
                f"{what} reaches from {x0:.2f}, {y0:.2f} to {x1:.2f}, {y1:.2f} mm; printers reach "
                f"{margin.left:g} to {width - margin.right:g} and {margin.top:g} to {height - margin.bottom:g} mm"
            )
            proof.fault("outside-printable", message, page.number)

    for one in placed:
        check(f"{one.part.name} with its bleed", *one.art)
    for stroke in page.content.strokes:
        check("a line", stroke.x0, stroke.y0, stroke.x1, stroke.y1)
    for run in page.content.runs:
        check(f"the text {run.text[:30]!r}", run.x0, run.y0, run.x1, run.y1)


class Mirroring(StrEnum):
    """The mirroring of positions when a sheet is turned over or folded: left and right, above and below, or none."""

    ACROSS = "across"
    DOWN = "down"
    NONE = "none"


def mirroring_of(page: PdfPage, laying: SheetSetup) -> Mirroring:
    """Return how positions on the back of a page are mirrored."""
    if laying.is_folded:
        return Mirroring.DOWN if laying.layout.fold == "level" else Mirroring.ACROSS
    if laying.flip is Flip.NONE:
        return Mirroring.NONE
    width, height = page.size
    return Mirroring.ACROSS if (laying.flip is Flip.LONG_EDGE) == (height >= width) else Mirroring.DOWN


def check_backs(
    proof: PdfProof,
    page: PdfPage,
    fronts: list[Placed],
    backs: list[Placed],
    parts: dict[str, ExpectedPart],
    mirroring: Mirroring,
) -> float:
    """Check the backs of a sheet, which lie on `page`, against its fronts; return the largest shift in mm."""
    width, height = page.size
    near: dict[tuple[int, int], list[Placed]] = defaultdict(list)
    for back in backs:
        near[round(back.x), round(back.y)].append(back)
    left = list(backs)
    worst = 0.0
    for front in fronts:
        if not front.part.behind:
            continue
        x = width - front.right if mirroring is Mirroring.ACROSS else front.x
        y = height - front.bottom if mirroring is Mirroring.DOWN else front.y
        found = _nearest(near, left, x, y, front.width / 2)
        if found is None:
            message = f"nothing lies behind {front.part.name}, at {x:.2f}, {y:.2f} mm"
            proof.fault("back-missing", message, page.number)
            if proof.notes.is_full(proof.name):
                return worst
            continue
        left.remove(found)
        near[round(found.x), round(found.y)].remove(found)
        dx, dy = found.x - x, found.y - y
        off = max(abs(dx), abs(dy))
        worst = max(worst, off)
        if off > LIMIT:
            message = f"the back of {front.part.name} is off by {dx:+.3f}, {dy:+.3f} mm"
            proof.fault("back-misplaced", f"{message}; it must be exactly behind, ± {TOLERANCE}", page.number)
        if found.part.id != front.part.behind:
            wanted = parts[front.part.behind].name if front.part.behind in parts else "nothing"
            proof.fault("back-wrong", f"behind {front.part.name} lies {found.part.name}, not {wanted}", page.number)
    for back in left:
        proof.fault("back-extra", f"{back.part.name} lies behind nothing", page.number)
    return worst


def _nearest(
    near: dict[tuple[int, int], list[Placed]], left: list[Placed], x: float, y: float, reach: float
) -> Placed | None:
    """Return the back that is nearest to a corner, if it is within reach; usually it is in the same millimetre."""

    def distance(back: Placed) -> float:
        return max(abs(back.x - x), abs(back.y - y))

    close = next((back for back in near.get((round(x), round(y)), ()) if distance(back) <= LIMIT), None)
    return close or next((back for back in sorted(left, key=distance)[:1] if distance(back) < reach), None)


Point: TypeAlias = tuple[float, float]

OUTWARDS = tuple(
    (math.sin(math.radians(angle)), -math.cos(math.radians(angle))) for angle in (30, 90, 150, 210, 270, 330)
)
"""From the middle of a hexagon to the middle of each of its sides."""


class Hexagon(Struct, frozen=True):
    """A hexagon: its middle and width in mm, and how far what is shown reaches beyond each of its sides."""

    middle: Point
    width: float
    kept: tuple[float, ...]

    def beyond(self, other: Hexagon) -> list[float]:
        """Return how far another hexagon of the same size lies beyond the line of each side, in mm."""
        across, down = other.middle[0] - self.middle[0], other.middle[1] - self.middle[1]
        return [across * x + down * y - self.width for x, y in OUTWARDS]

    def aside(self, other: Hexagon) -> list[float]:
        """Return by how much the middle of another hexagon is off the middle of each side, along it, in mm."""
        across, down = other.middle[0] - self.middle[0], other.middle[1] - self.middle[1]
        return [abs(down * x - across * y) for x, y in OUTWARDS]

    def shows_beside(self, other: Hexagon, limit: float) -> bool:
        """Return whether the line of some side parts all that is shown of this hexagon from the other one."""
        return any(gap >= kept - limit for gap, kept in zip(self.beyond(other), self.kept, strict=True))


def clipped_hexagon(middle: Point, width: float, corners: Sequence[Point], limit: float) -> Hexagon | None:
    """Return a hexagon that is clipped along lines parallel to its sides; None if the clip has another shape.

    Args:
        middle: of the hexagon, in mm.
        width: of the hexagon.
        corners: of the clip.
        limit: by which a corner may be off.
    """
    (x, y), half = middle, width / 2
    kept = tuple(max((p - x) * u + (q - y) * v for p, q in corners) - half for u, v in OUTWARDS)
    sides = [(u, v, half + far) for (u, v), far in zip(OUTWARDS, kept, strict=True)]
    wanted = [_meet(one, other, middle) for one, other in pairwise((*sides, sides[0]))]
    if len(corners) != 6 or not all(_is_near(corner, wanted, limit) for corner in corners):
        return None
    return Hexagon(middle, width, kept) if all(_is_near(corner, corners, limit) for corner in wanted) else None


def _meet(one: tuple[float, float, float], other: tuple[float, float, float], middle: Point) -> Point:
    """Return where two lines meet, each given by its direction and distance from the middle."""
    (a, b, near), (c, d, far) = one, other
    area = a * d - b * c
    return middle[0] + (near * d - far * b) / area, middle[1] + (far * a - near * c) / area


def _is_near(corner: Point, others: Iterable[Point], limit: float) -> bool:
    return any(math.dist(corner, other) <= limit for other in others)


def needed_beyond(one: Hexagon, others: Iterable[Hexagon], own: float, outer: float, near: float) -> list[float]:
    """Return the least that must be shown beyond each side.

    Args:
        one: the hexagon.
        others: all others on its side of the sheet.
        own: bleed that it has, in mm.
        outer: bleed that is shown where no other lies beyond a side.
        near: bleed that is shown towards another, if there is room for twice as much.
    """
    free, reach = [math.inf] * 6, one.width / math.sqrt(3) + 2 * own
    for other in others:
        gaps, off = one.beyond(other), one.aside(other)
        free = [
            min(was, gap) if -0.1 < gap < 2 * own and along < reach else was
            for was, gap, along in zip(free, gaps, off, strict=True)
        ]
    return [outer if gap == math.inf else max(0.0, min(near, gap / 2)) for gap in free]


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
    lines = [line for line in lines if not any(_lies_on(line, one) for one in round_ones)]
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
        inside = [stroke for stroke in lines if _lies_on(stroke, one)]
        xs, ys = [s.x0 for s in inside], [s.y0 for s in inside]
        sides = ((xs, one.x), (xs, one.right), (ys, one.y), (ys, one.bottom))
        middle, most = ((one.x + one.right) / 2, (one.y + one.bottom) / 2), HANDLE * one.width / 2
        strays = any(math.dist((stroke.x0, stroke.y0), middle) > most for stroke in inside)
        if strays or not all(_is_among(values, side) for values, side in sides):
            proof.fault("cut-lines", f"{one.part.name} lacks the ring to cut along", page.number)
            return


def _lies_on(stroke: Stroke, one: Placed) -> bool:
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


class SheetsProof(Struct):
    """The proof of a file of sheets.

    Attributes:
        proof: of the file.
        forms: its forms.
        paper: that it should be printed on.
        laying: how the sheets are laid.
        titles: texts that must stand on each page.
        lots: on these sheets.
    """

    proof: PdfProof
    forms: SheetForms
    paper: Paper
    laying: SheetSetup
    titles: tuple[str, ...]
    lots: tuple[Lot, ...] = ()
    _fronts: Counter[str] = field(default_factory=Counter)
    _worst_size: float = 0.0
    _worst_back: float = 0.0

    def check(self) -> None:
        """Check every page and every sheet.

        Raises:
            PdfFaultError: the file cannot be read.
        """
        self.paper = self.laying.paper(self.paper)
        check_layers(self.proof)
        self.proof.expected_pages = 2 * sum(part.fronts for part in self.forms.parts.values())
        front: PdfPage | None = None
        fronts: list[Placed] = []
        for page in self.proof.pages(self._comes_out):
            if not check_paper(self.proof, page, self.paper):
                return  # sheets of another paper: all places would be wrong
            placed = self._check_page(page, front)
            if self.laying.is_folded:
                before, beyond = self._halves(page, placed)
                self._count(page, before)
                self._check_backs(page, before, beyond)
            elif self._is_back(page.number):
                self._check_backs(page, fronts, placed)
            else:
                front, fronts = page, placed
                self._count(page, fronts)
        count = len(self.proof.pdf.pages)
        if count % 2 and not self.laying.is_folded:
            self.proof.fault("page-count", f"has {count} pages; fronts and backs must alternate, so it must be even")
        self._check_counts(count)

    def _is_back(self, number: int) -> bool:
        return number % 2 == 0 and not self.laying.is_folded

    def _comes_out(self, number: int) -> Matrix:
        """Return the matrix from mm in the file to mm on paper, for a printer that the laying corrects."""
        a, d, e, f = self.laying.correction.matrix(self.paper, back=self._is_back(number))
        return (1 / a, 0.0, 0.0, 1 / d, -e / a, -f / d)

    def _halves(self, page: PdfPage, placed: list[Placed]) -> tuple[list[Placed], list[Placed]]:
        """Return the components before and those beyond the fold; lots without backs are not folded."""
        if not any(one.part.behind or not one.part.fronts for one in placed):
            return placed, []
        is_level, (width, height) = self.laying.layout.fold == "level", page.size
        beyond = [one.y >= height / 2 - LIMIT if is_level else one.x >= width / 2 - LIMIT for one in placed]
        first = [one for one, far in zip(placed, beyond, strict=True) if not far]
        return first, [one for one, far in zip(placed, beyond, strict=True) if far]

    def _check_backs(self, page: PdfPage, fronts: list[Placed], backs: list[Placed]) -> None:
        mirroring = mirroring_of(page, self.laying)
        worst = check_backs(self.proof, page, fronts, backs, self.forms.parts, mirroring)
        self._worst_back = max(self._worst_back, worst)

    def _check_page(self, page: PdfPage, front: PdfPage | None) -> list[Placed]:
        """Check a page by itself and, if it is a back, its marks against those of the front; return its components."""
        proof, layout, back = self.proof, self.laying.layout, self._is_back(page.number)
        placed = read_placed(page, self.forms)
        beyond = self._halves(page, placed)[1]
        upside_down = {id(one) for one in beyond} if layout.fold == "level" else set()
        worst = check_placed(proof, page, placed, lambda one: id(one) in upside_down)
        self._worst_size = max(self._worst_size, worst)
        if back and not placed:
            if page.content.strokes or page.content.runs:
                proof.fault("back-not-blank", "holds no piece, so nothing may be printed on it", page.number)
            return placed
        check_bleeds(proof, page, placed)
        check_kept(proof, page, placed, self.laying.room(self.paper), layout)
        check_printable(proof, page, self.paper, placed, self.laying.correction, back=back)
        check_marks(proof, page, placed, MarkSpec(layout, back=back, folded=self.laying.is_folded and bool(beyond)))
        if back and front is not None:
            check_registration(proof, page, front, mirroring_of(page, self.laying))
        if not back:
            self._check_places(page, placed)
        if layout.captions:
            shown = _unspaced(page.content.text)
            for title in (*self.titles, *filter(None, self.laying.correction.notes())):
                if _unspaced(title) not in shown:
                    proof.fault("title-missing", f"{title!r} does not stand on the page", page.number)
        return placed

    def _check_places(self, page: PdfPage, placed: list[Placed]) -> None:
        """Check that fronts lie where the layout gives places in mm, and that nothing lies on a place left free."""
        kinds = {one.part.kind for one in placed}
        lot = next((lot for lot in self.lots if lot.kind in kinds), None)  # a second one lies below the first
        if lot is None or not (self.laying.skip or self.laying.layout.positions):
            return
        try:
            room = self.laying.room(self.paper, backs=lot.has_backs)
            pattern = lot_pattern(lot, room, self.laying.layout, self.laying.flip)
        except LayoutError:
            return
        sheet = page.number if self.laying.is_folded else (page.number + 1) // 2
        for number, place in self.laying.skip:
            if number != sheet or place > pattern.places:
                continue
            x, y = pattern.trim_corner(place - 1)
            for one in placed:
                if abs(one.x - x) < one.width - LIMIT and abs(one.y - y) < one.height - LIMIT:
                    message = f"{one.part.name} lies on place {place}, to be left free"
                    self.proof.fault("place-skipped", message, page.number)
        if isinstance(pattern, Places):
            self._check_positions(page, placed, pattern)

    def _check_positions(self, page: PdfPage, placed: list[Placed], pattern: Places) -> None:
        free = list(pattern.corners)
        for one in placed:
            near = min(free, key=lambda at: max(abs(one.x - at[0]), abs(one.y - at[1])), default=None)
            if near is None or max(abs(one.x - near[0]), abs(one.y - near[1])) > LIMIT:
                where = "" if near is None else f"; the next place that is free is at {near[0]:.2f}, {near[1]:.2f}"
                message = f"{one.part.name} lies at {one.x:.2f}, {one.y:.2f} mm, where there is no place{where}"
                self.proof.fault("off-place", f"{message} ± {TOLERANCE}", page.number)
            else:
                free.remove(near)

    def _count(self, page: PdfPage, fronts: list[Placed]) -> None:
        for one in fronts:
            self._fronts[one.part.id] += 1
            if not one.part.fronts:
                self.proof.fault("wrong-face", f"{one.part.name} lies on a front", page.number)

    def _check_counts(self, pages: int) -> None:
        """Check that each component is printed as often as promised, and note the facts."""
        counts: Counter[str] = Counter()
        for part in self.forms.parts.values():
            found = self._fronts[part.id]
            counts[part.kind] += found
            if part.fronts and found != part.fronts:
                code = "component-missing" if found < part.fronts else "component-too-often"
                message = f"{part.name} is printed {_times(found)}; the deck has it {_times(part.fronts)}"
                self.proof.fault(code, message)
        told = enumerated(f"{count} {kind}" for kind, count in counts.items())
        self.proof.notes.fact(
            self.proof.name,
            f"{pages} pages, {told}; largest deviation: size {self._worst_size:.4f} mm, back {self._worst_back:.4f} mm",
        )


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _unspaced(text: str) -> str:
    return "".join(text.split())


def check_paper(proof: PdfProof, page: PdfPage, paper: Paper) -> bool:
    """Check that a page has the paper's size, and that its boxes lie within one another; return whether it has."""
    width, height = page.size
    fits = max_difference(page.size, (paper.width_mm, paper.height_mm)) <= LIMIT
    if not fits:
        message = f"is {width:.2f} x {height:.2f} mm; {paper.title} is {paper.width_mm:g} x {paper.height_mm:g} mm"
        proof.fault("page-size", message, page.number)
    if page.scaled:
        proof.fault("page-size", "is turned (/Rotate) or scaled (/UserUnit)", page.number)
    if page.trim is None or page.bleed is None:
        proof.fault("page-boxes", "lacks its TrimBox or its BleedBox", page.number)
    elif not (_is_within(page.trim, page.bleed) and _is_within(page.bleed, page.media)):
        message = "its boxes do not lie within one another: TrimBox, BleedBox, MediaBox"
        proof.fault("page-boxes", message, page.number)
    return fits


def _is_within(inner: Box, outer: Box) -> bool:
    slack = LIMIT / MM
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )
