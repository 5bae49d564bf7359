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
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from msgspec import Struct, field

from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import MARK_LAYERS, OUTER_MARKS, Layout, Mark
from asterion_press.errors import LayoutError, enumerated
from asterion_press.layout.grid import RULER_MM, Places
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.layout.sheets import LEAST_BLEED_MM, Lot, lot_pattern
from asterion_press.verify.documents import PdfPage, PdfProof
from asterion_press.verify.expected import ROUNDED, ExpectedPart
from asterion_press.verify.forms import SheetForms
from asterion_press.verify.pdf import (
    LIMIT,
    MM,
    TOLERANCE,
    Box,
    Matrix,
    Stroke,
    apply,
    as_dictionary,
    box_around,
    lies_within,
    max_difference,
    reading,
    times,
)

MAX_PLACED = 20_000
HANDLE = 1.2
"""Radii from the middle of a ring within which the handles of its four curves lie, and no corner of a square does."""
LEVEL = 0.001
"""A stroke whose ends differ by less, in mm, is level or upright."""
WIDTH_OFF, COLOUR_OFF = 0.006, 0.003
"""Widths are written to 0.01 mm, parts of a colour to 0.001."""
OFF = LIMIT + ROUNDED
"""Marks are written to 0.01 mm, so they may be off by half of that, too."""

AXES = (0, 1)
"""Of places: x, along which upright lines stand, and y, along which level ones do."""
Point: TypeAlias = tuple[float, float]
Span = tuple[float, float, float]
"""Of a straight line: where it stands, and from where to where it runs."""
OUTWARDS = tuple(
    (math.sin(math.radians(angle)), -math.cos(math.radians(angle))) for angle in (30, 90, 150, 210, 270, 330)
)
"""From the middle of a hexagon to the middle of each of its sides."""


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
        kept_six: its bleed as shown beyond each side of a hexagon, if it is clipped as one.
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
    kept_six: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        """Return what messages call it."""
        return self.part.piece.name

    @property
    def right(self) -> float:
        """Return the right edge of the trim."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the lower edge of the trim."""
        return self.y + self.height

    @property
    def trim(self) -> Box:
        """Return the rectangle that is cut out: left, top, right, bottom."""
        return self.x, self.y, self.right, self.bottom

    @property
    def art(self) -> Box:
        """Return the rectangle of all that is shown: left, top, right, bottom."""
        left, above, right, below = self.kept
        return self.x - left, self.y - above, self.right + right, self.bottom + below

    @property
    def room(self) -> Box | None:
        """Return the rectangle of the room that it leaves to others: left, top, right, bottom."""
        room = self.part.piece.room
        return room and (self.x + room[0], self.y + room[1], self.x + room[2], self.y + room[3])


class SheetSide(Struct, frozen=True):
    """A side of a sheet, and the components on it.

    Attributes:
        proof: of the file.
        page: the side.
        laying: how the sheets are laid.
        placed: the components.
        back: whether it is the back of a sheet.
    """

    proof: PdfProof
    page: PdfPage
    laying: SheetSetup
    placed: list[Placed]
    back: bool = False

    def fault(self, code: str, message: str) -> None:
        """Note a fault of this side."""
        self.proof.fault(code, message, self.page.number)

    @property
    def mirrors(self) -> tuple[bool, bool]:
        """Return whether left and right change places when the sheet is turned over or folded; above and below."""
        if self.laying.is_folded:
            across = self.laying.layout.fold != "level"
        elif self.laying.flip is Flip.NONE:
            return False, False
        else:
            width, height = self.page.size
            across = (self.laying.flip is Flip.LONG_EDGE) == (height >= width)
        return across, not across

    def halves(self) -> tuple[list[Placed], list[Placed]]:
        """Return the components before and those beyond the fold; lots without backs are not folded."""
        if not self.laying.is_folded or not any(o.part.piece.back or not o.part.piece.copies for o in self.placed):
            return self.placed, []
        axis = int(self.laying.layout.fold == "level")
        halves: tuple[list[Placed], list[Placed]] = [], []
        for one in self.placed:
            halves[one.trim[axis] >= self.page.size[axis] / 2 - LIMIT].append(one)
        return halves


def read_placed(proof: PdfProof, page: PdfPage, forms: SheetForms) -> Iterator[Placed]:
    """Yield the components that are placed on a page, and note others."""
    with reading():
        things = as_dictionary(page.resources.get("/XObject"))
        found = [(shown, forms.form(things.get(shown.name), page.number)) for shown in page.content.shown[:MAX_PLACED]]
    for shown, form in found:
        part = forms.parts.get(form.component) if form else None
        if form is None or part is None:
            what = f"{form.component[:40]!r}" if form and form.component else f"{shown.name[:40]} without a name"
            proof.fault("foreign-component", f"shows {what}, which is no component of the deck", page.number)
        else:
            yield _placed(part, times(form.matrix, shown.matrix), shown.clip, shown.corners)


def _placed(part: ExpectedPart, m: Matrix, clip: Box | None, shown: Sequence[Point]) -> Placed:
    """Return a component as it is placed by a matrix and cut by a clip."""
    wide, high, own = part.lot.width, part.lot.height, part.lot.bleed
    corners = [apply(m, x, y) for x in (0, wide) for y in (0, high)]
    width, height = math.hypot(m[0], m[1]) * wide, math.hypot(m[2], m[3]) * high
    far_x, far_y = corners[3]
    upside_down = m[0] < 0 and m[3] < 0
    along = -1 if upside_down else 1
    turn = math.hypot(far_x - m[4] - along * width, far_y - m[5] - along * height)
    left, top = (min(values) for values in zip(*corners, strict=True))
    kept = (own, own, own, own)
    if clip is not None:
        beyond = left - clip[0], top - clip[1], clip[2] - left - width, clip[3] - top - height
        before, above, behind, below = (min(own, side) for side in beyond)
        kept = before, above, behind, below
    six = _clipped_hexagon((left + width / 2, top + height / 2), width, shown) if part.lot.hexagonal and shown else ()
    mirrored = m[0] * m[3] - m[1] * m[2] < 0
    return Placed(part, left, top, width, height, turn, mirrored, upside_down, kept, six)


def _clipped_hexagon(middle: Point, width: float, corners: Sequence[Point]) -> tuple[float, ...]:
    """Return how far a clip reaches beyond each side of a hexagon; nothing if it is no hexagon of parallel sides."""
    x, y = middle
    away = [[(p - x) * u + (q - y) * v for u, v in OUTWARDS] for p, q in corners]
    far = [max(side) for side in zip(*away, strict=True)]
    touching = [[at > most - 2 * LIMIT for at, most in zip(corner, far, strict=True)] for corner in away]
    is_hexagon = len(corners) == 6 and all(sum(one) > 1 for one in (*touching, *zip(*touching, strict=True)))
    return tuple(most - width / 2 for most in far) if is_hexagon else ()


def check_placed(side: SheetSide) -> float:
    """Check size and turn of everything on a side; return the largest deviation from the true size, in mm."""
    worst = 0.0
    # what lies beyond a level fold is folded behind something else
    folded = {id(one) for one in side.halves()[1] if side.laying.layout.fold == "level"}
    for one in side.placed:
        wide, high = one.part.lot.width, one.part.lot.height
        off = max(abs(one.width - wide), abs(one.height - high))
        worst = max(worst, off)
        if off > LIMIT:
            size = f"{one.width:.2f} mm wide and {one.height:.2f} mm high"
            right = f"{wide:.2f}" if wide == high else f"{wide:.2f} x {high:.2f}"
            message = f"{one.name} is {size}; it must be {right} ± {TOLERANCE} mm; was the page scaled?"
            side.fault("component-size", message)
        if one.mirrored:
            side.fault("component-mirrored", f"{one.name} is mirrored")
        elif one.turn > LIMIT:
            side.fault("component-turned", f"{one.name} does not stand upright")
        elif one.upside_down is not (id(one) in folded):
            wanted = "stands upright; it must be upside down, to be folded"
            side.fault("component-turned", f"{one.name} {'stands upside down' if one.upside_down else wanted}")
    return worst


def check_bleeds(side: SheetSide) -> None:
    """Check that no bleed reaches into a neighbour's trim, and that nothing lies upon something else."""
    ordered = sorted(side.placed, key=lambda one: one.x)
    for index, left in enumerate(ordered):
        for right in ordered[index + 1 :]:
            reach = max(left.part.lot.bleed, right.part.lot.bleed) - LIMIT
            if right.x - left.right >= reach:
                break
            if max(right.y - left.bottom, left.y - right.bottom) >= reach:
                continue
            if any(one.room and lies_within(other.art, one.room) for one, other in ((left, right), (right, left))):
                continue
            if not (_is_parted(left, right) and _is_parted(right, left)):
                side.fault("bleed-overlap", f"the bleed of {left.name} and the trim of {right.name} overlap")
                if side.proof.notes.is_full(side.proof.name):
                    return


def _sides(one: Placed, other: Placed) -> Iterator[tuple[float, float, float]]:
    """Yield for each side how far another piece lies beyond it and aside of it, and what is shown there, in mm.

    The sides of two hexagons of one size, clipped as such; else left, above, right and below. What lies beside a side,
    at least in part, is less than 0 mm aside of it.
    """
    if one.kept_six and other.kept_six and abs(one.width - other.width) <= LIMIT:
        across, down = other.x - one.x, other.y - one.y
        for (u, v), kept in zip(OUTWARDS, one.kept_six, strict=True):
            yield across * u + down * v - one.width, abs(down * u - across * v) - one.width / math.sqrt(3), kept
        return
    gaps = one.x - other.right, one.y - other.bottom, other.x - one.right, other.y - one.bottom
    for side, (gap, kept) in enumerate(zip(gaps, one.kept, strict=True)):
        yield gap, max(gaps[1 - side % 2], gaps[3 - side % 2]), kept


def _is_parted(one: Placed, other: Placed) -> bool:
    """Return whether the line of some side parts all that is shown of a piece from the trim of another one."""
    return any(gap >= kept - LIMIT for gap, _, kept in _sides(one, other))


def overlap(a: Box, b: Box) -> bool:
    """Return whether two rectangles overlap: left, top, right, bottom."""
    return a[0] < b[2] - LIMIT and b[0] < a[2] - LIMIT and a[1] < b[3] - LIMIT and b[1] < a[3] - LIMIT


def check_kept(side: SheetSide, paper: Paper) -> None:
    """Check that as much of each bleed is shown as neighbours, the layout and the printer leave of it."""
    layout = side.laying.layout
    for one in side.placed:
        own = one.part.lot.bleed
        outer = min(own if layout.outer_bleed_mm is None else layout.outer_bleed_mm, own)
        if layout.fewest_sheets:
            outer = min(outer, LEAST_BLEED_MM)
        near = outer if layout.bleed_mm is None else min(outer, layout.bleed_mm)  # towards a neighbour
        if not one.kept_six and one.kept == (own,) * 4:
            continue
        sides = "clockwise from the upper right side" if one.kept_six else "left, above, right, below"
        found, needed = one.kept_six or one.kept, least_kept(one, side.placed, paper, outer, near)
        if min(found) < -LIMIT:
            side.fault("art-cut", f"{one.name} is shown without its edge")
        elif any(kept < least - LIMIT for kept, least in zip(found, needed, strict=True)):
            shown, least = (" ".join(f"{value:.2f}" for value in values) for values in (found, needed))
            side.fault("bleed-cut", f"{one.name} shows {shown} mm of its bleed ({sides}); it must be {least}")


def least_kept(one: Placed, placed: list[Placed], paper: Paper, outer: float, near: float) -> list[float]:
    """Return the least that must be shown of a bleed beyond each side, in mm.

    Args:
        one: the piece.
        placed: all on its side of the sheet.
        paper: of the sheet; printers reach all of a honeycomb.
        outer: bleed that is shown where no other piece lies beyond a side.
        near: bleed that is shown towards another, if there is room for twice as much.
    """
    own, margin = one.part.lot.bleed, paper.margin_mm
    far = paper.width_mm - margin.right - one.right, paper.height_mm - margin.bottom - one.bottom
    reach = [math.inf] * 6 if one.kept_six else [one.x - margin.left, one.y - margin.top, *far]
    farthest = 2 * own if one.kept_six else math.inf
    free = [math.inf] * len(reach)
    left, top, right, bottom = one.x - 2 * own, one.y - 2 * own, one.right + 2 * own, one.bottom + 2 * own
    for other in placed:
        if not (left < other.right and other.x < right) and not (top < other.bottom and other.y < bottom):
            continue  # beside none of its sides
        sides = list(_sides(one, other))
        if other is not one and len(sides) == len(free):
            free = [
                min(was, gap) if -LIMIT <= gap < farthest and aside < 2 * own else was
                for was, (gap, aside, _) in zip(free, sides, strict=True)
            ]
    return [
        max(0.0, min(outer if gap == math.inf else near, gap / 2, most)) for gap, most in zip(free, reach, strict=True)
    ]


def check_printable(side: SheetSide, paper: Paper) -> None:
    """Check that nothing that is sent to a printer lies where it does not reach."""
    margin, (width, height) = paper.margin_mm, side.page.size
    left, top, right, bottom = reach = margin.left, margin.top, width - margin.right, height - margin.bottom
    shown = [(f"{one.name} with its bleed", one.art) for one in side.placed]
    shown += [("a line", stroke.ends) for stroke in side.page.content.strokes]
    shown += [(f"the text {run.text[:30]!r}", run.ends) for run in side.page.content.runs]
    for what, ends in shown:
        sent = (side.laying.correction.to_file(*end, paper, back=side.back) for end in (ends[:2], ends[2:]))
        (x0, y0), (x1, y1) = sent
        if not lies_within(box_around(x0, y0, x1, y1), reach):
            message = (
                f"{what} reaches from {x0:.2f}, {y0:.2f} to {x1:.2f}, {y1:.2f} mm; printers reach "
                f"{left:g} to {right:g} and {top:g} to {bottom:g} mm"
            )
            side.fault("outside-printable", message)


def check_backs(side: SheetSide, fronts: list[Placed], backs: list[Placed], parts: dict[str, ExpectedPart]) -> float:
    """Check the backs of a sheet, which lie on a side, against its fronts; return the largest shift in mm."""
    (width, height), (across, down) = side.page.size, side.mirrors
    near: dict[tuple[int, int], list[Placed]] = defaultdict(list)
    for back in backs:
        near[round(back.x), round(back.y)].append(back)
    worst = 0.0
    for front in fronts:
        if not (behind := front.part.piece.back):
            continue
        x = width - front.right if across else front.x
        y = height - front.bottom if down else front.y
        found = _nearest(near, x, y, front.width / 2)
        if found is None:
            side.fault("back-missing", f"nothing lies behind {front.name}, at {x:.2f}, {y:.2f} mm")
            if side.proof.notes.is_full(side.proof.name):
                return worst
            continue
        near[round(found.x), round(found.y)].remove(found)
        dx, dy = found.x - x, found.y - y
        off = max(abs(dx), abs(dy))
        worst = max(worst, off)
        if off > LIMIT:
            message = f"the back of {front.name} is off by {dx:+.3f}, {dy:+.3f} mm"
            side.fault("back-misplaced", f"{message}; it must be exactly behind, ± {TOLERANCE}")
        if found.part.piece.id != behind:
            wanted = parts[behind].piece.name if behind in parts else "nothing"
            side.fault("back-wrong", f"behind {front.name} lies {found.name}, not {wanted}")
    for back in chain(*near.values()):
        side.fault("back-extra", f"{back.name} lies behind nothing")
    return worst


def _nearest(near: dict[tuple[int, int], list[Placed]], x: float, y: float, reach: float) -> Placed | None:
    """Return the back that is nearest to a corner, if it is within reach; usually it is in the same millimetre."""

    def distance(back: Placed) -> float:
        return max_difference(back.trim[:2], (x, y))

    here = near.get((round(x), round(y)), ())
    if close := next((back for back in here if distance(back) <= LIMIT), None):
        return close
    found = min(chain(*near.values()), key=distance, default=None)
    return found if found and distance(found) < reach else None


def check_marks(side: SheetSide) -> None:
    """Check the ruler and all marks of a side."""
    layout = side.laying.layout
    strokes = [stroke for stroke in side.page.content.strokes if stroke.width > 0]
    loose = [stroke for stroke in strokes if not stroke.layer]
    straight = (one for one in loose if min(abs(one.x0 - one.x1), abs(one.y0 - one.y1)) < LEVEL)
    length = max((math.dist(one.ends[:2], one.ends[2:]) for one in straight), default=None)
    if layout.captions and (length is None or abs(length - RULER_MM) > LIMIT):
        found = "has no ruler" if length is None else f"has a ruler of {length:.2f} mm"
        side.fault("ruler", f"{found}; it must be {RULER_MM:g} ± {TOLERANCE} mm")
    by_kind = {kind: [stroke for stroke in strokes if stroke.layer == name] for kind, name in MARK_LAYERS.items()}
    wanted = {kind: _wanted_mark(side, layout, kind) for kind in MARK_LAYERS}
    for kind, lines in by_kind.items():
        _check_look(side, MARK_LAYERS[kind].lower(), lines, wanted[kind])
    _check_strokes(side, [*loose, *(stroke for kind in OUTER_MARKS for stroke in by_kind[kind])])
    marked = [one for one in side.placed if one.part.lot.marked]
    missing = [cut for axis in AXES for cut in _missing_crop_marks(marked, by_kind["crop"], axis)]
    if missing and wanted["crop"]:
        more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
        side.fault("crop-marks", f"lacks crop marks: {', '.join(missing[:4])}{more}")
    if marked and wanted["cut"]:
        # a ring to cut along lies in each round trim, a line on each edge of others, and none anywhere else
        rings = [one for one in marked if one.part.lot.round]
        _check_rings(side, rings, by_kind["cut"])
        lines = [line for line in by_kind["cut"] if not any(lies_within(line.box, one.trim, OFF) for one in rings)]
        _check_straight_cuts(side, [one for one in marked if not one.part.lot.round], lines)
    if wanted["fold"]:
        _check_fold(side, by_kind["fold"], layout.fold)
    if wanted["registration"] and not by_kind["registration"]:
        side.fault("registration", "lacks registration marks")


def _wanted_mark(side: SheetSide, layout: Layout, kind: str) -> Mark | None:
    """Return how the marks of a kind must be; None if there must be none."""
    mark: Mark = getattr(layout.marks, kind)
    is_folded = bool(side.halves()[1])
    here = {"both", "backs" if side.back else "fronts"} | ({"backs"} if is_folded else set())
    return mark if mark.sides in here and (kind != "fold" or is_folded) else None


def _check_look(side: SheetSide, name: str, lines: list[Stroke], mark: Mark | None) -> None:
    """Check that marks of a kind are there only if they are wanted, as wide as that, and of that colour."""
    if not lines:
        return
    if mark is None:
        side.fault("mark-unwanted", f"has {name}, which the layout does not ask for here")
        return
    widths = {round(line.width, 3) for line in lines}
    if any(abs(width - mark.width_mm) > WIDTH_OFF for width in widths):
        listed = ", ".join(f"{width:g}" for width in sorted(widths))
        side.fault("mark-width", f"its {name} are {listed} mm wide; they must be {mark.width_mm:g} mm")
    wanted = tuple(int(mark.colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    inks = {line.ink * 3 if len(line.ink) == 1 else line.ink for line in lines}
    if any(len(ink) != 3 or max_difference(ink, wanted) > COLOUR_OFF for ink in inks):
        side.fault("mark-colour", f"its {name} are not of the colour {mark.colour}")


def _check_strokes(side: SheetSide, marks: list[Stroke]) -> None:
    """Check that marks do not run into the art."""
    block: Box = (0.0, 0.0, 0.0, 0.0)
    if side.placed:
        lefts, tops, rights, bottoms = zip(*(one.art for one in side.placed), strict=True)
        block = min(lefts), min(tops), max(rights), max(bottoms)
    for mark in marks:
        if overlap(mark.box, block) and any(overlap(mark.box, one.art) for one in side.placed):
            side.fault("mark-on-art", f"a line at {mark.x0:.2f}, {mark.y0:.2f} mm runs through the art")
            return


def _missing_crop_marks(placed: Iterable[Placed], marks: Iterable[Stroke], axis: int) -> Iterator[str]:
    """Yield the cuts of one direction that lack a mark on either side, in words."""
    standing = sorted(_spans(marks, axis))
    cuts: dict[float, tuple[float, float]] = {}  # each, and from where to where the knife goes along it
    for edge, near, far in _edges(placed, axis):
        at = round(edge, 4)
        before = cuts.get(at, (near, far))
        cuts[at] = (min(before[0], near), max(before[1], far))
    name, before_it, behind_it = (("x", "above", "below"), ("y", "left", "right"))[axis]
    for at, (near, far) in sorted(cuts.items()):
        here = _spans_at(standing, at, LIMIT)
        if not any(end <= near + LIMIT for _, _, end in here):
            yield f"{name} = {at:.2f} mm {before_it}"
        if not any(begin >= far - LIMIT for _, begin, _ in here):
            yield f"{name} = {at:.2f} mm {behind_it}"


def _edges(placed: Iterable[Placed], axis: int) -> Iterator[Span]:
    """Yield the upright edges of the trims of components, or the level ones."""
    for one in placed:
        for at in one.trim[axis::2]:
            yield at, one.trim[1 - axis], one.trim[3 - axis]


def _spans(lines: Iterable[Stroke], axis: int) -> Iterator[Span]:
    """Yield the upright or the level lines."""
    for line in lines:
        (at, other), (near, far) = line.ends[axis::2], line.box[1 - axis :: 2]
        if abs(at - other) < ROUNDED <= far - near:
            yield at, near, far


def _spans_at(spans: list[Span], at: float, off: float) -> list[Span]:
    """Return the lines of a sorted list that stand at a place, or off by at most so many mm."""
    return spans[bisect_left(spans, (at - off,)) : bisect_right(spans, (at + off, math.inf))]


def _check_fold(side: SheetSide, lines: list[Stroke], fold: str) -> None:
    """Check that the one line along which a page is folded goes through its middle."""
    if len(lines) != 1:
        side.fault("fold-line", f"has {len(lines)} lines to fold along; it must have one")
        return
    axis = int(fold == "level")
    middle = side.page.size[axis] / 2
    off = max(abs(end - middle) for end in lines[0].ends[axis::2])
    if off > OFF:
        message = f"the line to fold along is {off:.2f} mm off the middle, {middle:.2f} ± {TOLERANCE} mm"
        side.fault("fold-line", message)


def _check_straight_cuts(side: SheetSide, placed: list[Placed], lines: list[Stroke]) -> None:
    """Check the lines to cut along of pieces that are no circles, which may lie on round places."""
    slanted = next((line for line in lines if min(abs(line.x0 - line.x1), abs(line.y0 - line.y1)) >= ROUNDED), None)
    if slanted and any(die.shape == "round" for die in side.laying.layout.positions):
        _check_rings(side, placed, lines)
        return
    if slanted:
        side.fault("cut-lines", f"a line to cut along is slanted at {slanted.x0:.2f}, {slanted.y0:.2f} mm")
        return
    spans = [sorted(_spans(lines, axis)) for axis in AXES]
    for one in placed:
        for axis in AXES:
            for at, near, far in _edges([one], axis):
                here = _spans_at(spans[axis], at, OFF)
                if not any(begin <= near + OFF and end >= far - OFF for _, begin, end in here):
                    side.fault("cut-lines", f"{one.name} lacks the line to cut along at {at:.2f} mm")
                    return
    for axis in AXES:
        edges = sorted(_edges(placed, axis))
        for at, _, _ in _spans(lines, axis):
            if not _spans_at(edges, at, OFF):
                side.fault("cut-lines", f"a line to cut along lies at {at:.2f} mm, where nothing is to be cut")
                return


def _check_rings(side: SheetSide, placed: list[Placed], lines: list[Stroke]) -> None:
    """Check that each round place has a ring that touches its four sides; the handles of a curve lie within."""
    for one in placed:
        begins = [stroke.ends[:2] for stroke in lines if lies_within(stroke.box, one.trim, OFF)]
        middle, most = ((one.x + one.right) / 2, (one.y + one.bottom) / 2), HANDLE * one.width / 2
        strays = any(math.dist(begin, middle) > most for begin in begins)
        touched = (
            any(abs(begin[axis] - edge) <= OFF for begin in begins) for axis in AXES for edge in one.trim[axis::2]
        )
        if strays or not all(touched):
            side.fault("cut-lines", f"{one.name} lacks the ring to cut along")
            return


def check_registration(side: SheetSide, front: PdfPage) -> None:
    """Check that the registration marks of a back lie upon those of its front, if both have some."""
    backs, fronts = list(_crosses(side.page)), list(_crosses(front))
    if not (backs and fronts):
        return
    (width, height), (across, down) = side.page.size, side.mirrors
    mirrored = [(width - x if across else x, height - y if down else y) for x, y in fronts]
    ways = ((backs, mirrored), (mirrored, backs))  # two marks upon one leave another without any
    off = max(min(max_difference(one, other) for other in others) for those, others in ways for one in those)
    if len(backs) != len(mirrored):
        side.fault("registration", f"has {len(backs)} registration marks, and its front {len(fronts)}")
    elif off > OFF + LIMIT:
        message = f"the registration marks of front and back are {off:.2f} mm apart; they must lie upon each other"
        side.fault("registration", message)


def _crosses(page: PdfPage) -> Iterator[Point]:
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
        self.proof.expected_pages = 2 * sum(part.piece.copies for part in self.forms.parts.values())
        front: SheetSide | None = None
        for page in self.proof.pages(self._comes_out):
            if not check_paper(self.proof, page, self.paper):
                return  # sheets of another paper: all places would be wrong
            placed = list(read_placed(self.proof, page, self.forms))
            side = SheetSide(self.proof, page, self.laying, placed, back=self._is_back(page.number))
            self._check_side(side, front)
            for one in () if side.back else side.halves()[0]:
                self._fronts[one.part.piece.id] += 1
                if not one.part.piece.copies:
                    side.fault("wrong-face", f"{one.name} lies on a front")
            if side.back or self.laying.is_folded:
                fronts, backs = (front.placed if front else [], placed) if side.back else side.halves()
                self._worst_back = max(self._worst_back, check_backs(side, fronts, backs, self.forms.parts))
            front = front if side.back else side
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

    def _check_side(self, side: SheetSide, front: SheetSide | None) -> None:
        """Check a side by itself and, if it is a back, its marks against those of the front."""
        self._worst_size = max(self._worst_size, check_placed(side))
        content = side.page.content
        if side.back and not side.placed:
            if content.strokes or content.runs:
                side.fault("back-not-blank", "holds no piece, so nothing may be printed on it")
            return
        check_bleeds(side)
        check_kept(side, self.laying.room(self.paper))
        check_printable(side, self.paper)
        check_marks(side)
        if side.back and front is not None:
            check_registration(side, front.page)
        if not side.back:
            self._check_places(side)
        if self.laying.layout.captions:
            shown = _unspaced(content.text)
            for title in (*self.titles, *filter(None, self.laying.correction.notes())):
                if _unspaced(title) not in shown:
                    side.fault("title-missing", f"{title!r} does not stand on the page")

    def _check_places(self, side: SheetSide) -> None:
        """Check that fronts lie where the layout gives places in mm, and that nothing lies on a place left free."""
        kinds = {one.part.lot.kind for one in side.placed}
        lot = next((lot for lot in self.lots if lot.kind in kinds), None)  # a second one lies below the first
        if lot is None or not (self.laying.skip or self.laying.layout.positions):
            return
        try:
            room = self.laying.room(self.paper, backs=lot.has_backs)
            pattern = lot_pattern(lot, room, self.laying.layout, self.laying.flip)
        except LayoutError:
            return
        sheet = side.page.number if self.laying.is_folded else (side.page.number + 1) // 2
        for number, place in self.laying.skip:
            if number != sheet or place > pattern.places:
                continue
            x, y = pattern.trim_corner(place - 1)
            for one in side.placed:
                if abs(one.x - x) < one.width - LIMIT and abs(one.y - y) < one.height - LIMIT:
                    side.fault("place-skipped", f"{one.name} lies on place {place}, to be left free")
        free = list(pattern.corners) if isinstance(pattern, Places) else []
        for one in side.placed if free else ():
            near = min(free, key=partial(max_difference, one.trim[:2]), default=None)
            if near is None or max_difference(one.trim[:2], near) > LIMIT:
                where = "" if near is None else f"; the next place that is free is at {near[0]:.2f}, {near[1]:.2f}"
                message = f"{one.name} lies at {one.x:.2f}, {one.y:.2f} mm, where there is no place{where}"
                side.fault("off-place", f"{message} ± {TOLERANCE}")
            else:
                free.remove(near)

    def _check_counts(self, pages: int) -> None:
        """Check that each component is printed as often as promised, and note the facts."""
        counts: Counter[str] = Counter()
        for part_id, part in self.forms.parts.items():
            found, wanted = self._fronts[part_id], part.piece.copies
            counts[part.lot.kind] += found
            if wanted and found != wanted:
                code = "component-missing" if found < wanted else "component-too-often"
                self.proof.fault(
                    code, f"{part.piece.name} is printed {_counted(found)}; the deck has it {_counted(wanted)}"
                )
        listed = enumerated(f"{count} {kind}" for kind, count in counts.items())
        deviation = f"size {self._worst_size:.4f} mm, back {self._worst_back:.4f} mm"
        self.proof.notes.fact(self.proof.name, f"{pages} pages, {listed}; largest deviation: {deviation}")


def _counted(count: int) -> str:
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
    elif not (lies_within(page.trim, page.bleed, LIMIT / MM) and lies_within(page.bleed, page.media, LIMIT / MM)):
        message = "its boxes do not lie within one another: TrimBox, BleedBox, MediaBox"
        proof.fault("page-boxes", message, page.number)
    return fits
