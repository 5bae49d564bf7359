"""The places of components on a page: true size, upright, inside, and each back exactly behind its front.

A form's own space is millimetres, y down. So the matrix at its placement, after the page's points were turned into
millimetres, is 1 0 0 1 and the trim's corner if all is well; any other shows what is wrong. Data that can break it: the
sizes of pieces and papers, margins, a layout's gaps and turns, the flip, and a printer's correction.

Hexagons of a honeycomb stand on a corner and are as wide as from one upright side to the other. Their sides are counted
clockwise from the upper right one; y points down.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from generator.catalogue.equipment import Paper
from generator.catalogue.layouts import Layout
from generator.layout.sheet_setup import Correction, Flip, SheetSetup
from generator.layout.sheets import LEAST_BLEED_MM
from generator.verify.content_stream import apply, times
from generator.verify.documents import PdfPage, PdfProof
from generator.verify.expected import ExpectedPart
from generator.verify.forms import SheetForms
from generator.verify.pdf import Box, Matrix, as_dictionary, reading

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
