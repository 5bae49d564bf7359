"""A tuck box: a folding box for a stack of pieces, as a net on paper and as a folded model.

::

                 +--tongue--+                      B back, F front: width x height
                 |   lid    |                      S sides: depth x height
      dust       +----------+  dust   (notch)      lid and bottom: width x depth
    flaps ->  +tab|    B    |  S  |    F     |  S  |
                  +---------+-----+----------+-----+
                  |glue flap|dust | bottom   |dust |
                                  |          |

A box that is too large for one sheet is made of two parts, each a half of the wall: B and S, F and S, each with a tab.
Millimetres, x to the right, y down; the printed side is the outside of the box.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from msgspec import Struct

from generator.catalogue.papers import Paper
from generator.errors import LayoutError
from generator.layout.sheets import Lot
from generator.units import THICKEST_PIECE_MM, THINNEST_PIECE_MM

CLEARANCE_MM = 1.5
"""Air around the stack, in each direction. Own choice: the box's own card is 0.3 mm and lies double at its seams."""
TAB_MM = 12.0
TONGUE_MM = 14.0
FLAP_MM = 20.0
"""Most of what a dust flap or a glue flap reaches in. Own choice, as of the next two: those of common card boxes."""
SLACK_MM = 0.6
"""By how much a flap that goes inside is narrower on each of its sides."""
BLEED_MM = 1.0
BAND_MM = 12.0
"""Height kept free at the foot of the sheet for its title and its ruler."""
HANDY_MM = 150.0
"""Largest side of a piece that lies in stacks. Own choice: what one hand holds, and the largest tile there can be."""
MOST_STACKS = 4
"""Stacks side by side, in each direction."""
MOST_BOXES = 4

Point = tuple[float, float]
Solid = tuple[float, float, float]


class BoxPanel(Struct, frozen=True):
    """A part of the net between folds.

    Attributes:
        name: of the panel, see the picture above; ``side-1`` is the left one seen from the front.
        outline: its corners, clockwise on the printed side.
        hinge: the two ends of the fold that joins it to `parent`; empty for the one that lies still.
        parent: name of the panel that it is joined to.
        glue: the panel to whose inside, or under whose inside, it is glued; empty if it is not.
    """

    name: str
    outline: tuple[Point, ...]
    hinge: tuple[Point, ...] = ()
    parent: str = ""
    glue: str = ""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)


class Net(Struct, frozen=True):
    """A part of a box, unfolded: what is cut out of one sheet.

    Attributes:
        panels: each after its parent.
    """

    panels: tuple[BoxPanel, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom."""
        lefts, tops, rights, bottoms = zip(*(panel.box for panel in self.panels), strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height."""
        left, top, right, bottom = self.box
        return right - left, bottom - top

    def folds(self) -> tuple[tuple[Point, Point], ...]:
        """Return where the card is folded."""
        return tuple((panel.hinge[0], panel.hinge[1]) for panel in self.panels if panel.hinge)

    def cuts(self) -> tuple[tuple[Point, Point], ...]:
        """Return where the knife goes: every edge of a panel that is no fold, without the parts of it that are."""
        folds = self.folds()
        corners = [(panel.outline, (*panel.outline[1:], panel.outline[0])) for panel in self.panels]
        edges = [edge for here, there in corners for edge in zip(here, there, strict=True)]
        return tuple(part for edge in edges for part in _without(edge, folds))


class Stack(Struct, frozen=True):
    """Pieces as they lie in a box.

    Attributes:
        pieces: in one box.
        width, height: of a piece.
        thickness: of a piece.
        across, down: stacks side by side.
    """

    pieces: int
    width: float
    height: float
    thickness: float
    across: int = 1
    down: int = 1

    @property
    def size(self) -> Solid:
        """Return the size of all stacks together: along two directions of the pieces, and through them."""
        high = math.ceil(self.pieces / (self.across * self.down))
        return self.across * self.width, self.down * self.height, high * self.thickness


class TuckBox(Struct, frozen=True):
    """A box that fits its paper.

    Attributes:
        stack: that goes in.
        boxes: how many such boxes hold all pieces.
        width, depth, height: inside.
        nets: its parts, a sheet each.
        turned: whether the nets lie on their sides on the paper.
        paper: that they are printed on.
    """

    stack: Stack
    boxes: int
    width: float
    depth: float
    height: float
    nets: tuple[Net, ...]
    turned: bool
    paper: Paper


def free_area(paper: Paper) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of where a net with its bleed may lie."""
    margin = paper.margin_mm
    return margin.left, margin.top, paper.width_mm - margin.right, paper.height_mm - margin.bottom - BAND_MM


def lot_to_box(lots: Iterable[Lot]) -> Lot | None:
    """Return the lot that goes into a box: of those with several pieces of a handy size, the one that needs most paper.

    Pages of a board or of a model are none; they lie under the box. None if nothing is left.
    """
    there = [lot for lot in lots if lot.count > 1 and max(lot.width, lot.height) <= HANDY_MM]
    return max(there, key=lambda lot: lot.count * lot.width * lot.height, default=None)


def fit_box(lot: Lot, thickness: float, paper: Paper, others: Iterable[Paper] = ()) -> TuckBox:
    """Return the box for a lot: of as few boxes and sheets as can be, then of little card and a flat shape.

    Args:
        lot: of pieces, which lie in stacks.
        thickness: of a piece, in mm.
        paper: to print on.
        others: papers to name if that one is too small.

    Raises:
        LayoutError: no box fits the paper; the message says which paper would do.
    """
    if found := _best(lot, thickness, paper):
        return found
    enough = [other.title for other in others if _best(lot, thickness, other)]
    remedy = f"{' or '.join(enough)} would do" if enough else "no paper at hand would do; take thinner card"
    raise LayoutError(
        f"no box for {lot.count} {lot.kind} of {lot.width:g} x {lot.height:g} x {thickness:g} mm fits {paper.title}, "
        f"not even {MOST_BOXES} boxes of two parts each; {remedy}",
        "height_mm",
    )


def point_on_sheet(box: TuckBox, net: Net, point: Point) -> Point:
    """Return where a point of a net lies on its sheet, in mm from the top left corner of the paper.

    A net lies in the middle of the free area; on its side, it is turned clockwise by a quarter.
    """
    left, top, right, bottom = free_area(box.paper)
    near, above, far, below = net.box
    (x, y), middle = point, ((near + far) / 2, (above + below) / 2)
    u, v = (middle[1] - y, x - middle[0]) if box.turned else (x - middle[0], y - middle[1])
    return (left + right) / 2 + u, (top + bottom) / 2 + v


def _best(lot: Lot, thickness: float, paper: Paper) -> TuckBox | None:
    for boxes in range(1, MOST_BOXES + 1):
        for parts in (1, 2):
            if fitting := list(_fitting(lot, thickness, paper, boxes, parts)):
                return min(fitting, key=_cost)
    return None


def _cost(box: TuckBox) -> tuple[float, ...]:
    """Return the card that a box takes, and a part more for each stack beside the first and where it is no flat box."""
    area = math.fsum(width * height for width, height in (net.size for net in box.nets))
    stacks, flat = box.stack.across * box.stack.down, box.depth <= min(box.width, box.height)
    return area * (1 + 0.12 * (stacks - 1) + 0.2 * (not flat)), box.depth, box.width


def _fitting(lot: Lot, thickness: float, paper: Paper, boxes: int, parts: int) -> Iterator[TuckBox]:
    pieces = math.ceil(lot.count / boxes)
    left, top, right, bottom = free_area(paper)
    room = right - left - 2 * BLEED_MM, bottom - top - 2 * BLEED_MM
    for across in range(1, MOST_STACKS + 1):
        for down in range(1, MOST_STACKS + 1):
            if across * down > pieces:
                continue
            stack = Stack(pieces, lot.width, lot.height, thickness, across, down)
            for width, depth, height in dict.fromkeys(
                permutations(round(length + CLEARANCE_MM, 2) for length in stack.size)
            ):
                nets = nets_of(width, depth, height, parts)
                for turned in (False, True):
                    free = room[::-1] if turned else room
                    if all(net.size[0] <= free[0] and net.size[1] <= free[1] for net in nets):
                        yield TuckBox(stack, boxes, width, depth, height, nets, turned, paper)
                        break


def nets_of(width: float, depth: float, height: float, parts: int = 1) -> tuple[Net, ...]:
    """Return the parts of a box of that size inside, unfolded; the upper edge of its wall lies at y = 0."""
    if parts == 1:
        front = _front(width + depth, width, depth, height)
        one = _side("side-1", width, width + depth, depth, height, width, hinge_right=True, parent="front")
        two = _side(
            "side-2", 2 * width + depth, 2 * (width + depth), depth, height, width, hinge_right=False, parent="front"
        )
        return (Net((*front, *one, *two, *_back(0, width, depth, height, parent="side-1"))),)
    front = _front(0, width, depth, height)
    two = _side("side-2", width, width + depth, depth, height, width, hinge_right=False, parent="front")
    tab = _tab("tab-front", 0, height, "front", "side-1", depth)
    one = _side("side-1", width, width + depth, depth, height, width, hinge_right=False, parent="back")
    return Net((*_back(0, width, depth, height, parent=""), *one)), Net((*front, *two, tab))


def notch_radius(width: float, height: float) -> float:
    """Return the radius of the half circle in the upper edge of the front, for a thumb."""
    return min(9.0, width / 6, height / 6)


def _front(x: float, width: float, depth: float, height: float) -> tuple[BoxPanel, ...]:
    radius = notch_radius(width, height)
    middle = x + width / 2
    notch = [
        (middle + radius * math.cos(angle), radius * math.sin(angle))
        for angle in (math.pi * (1 - step / 16) for step in range(17))
    ]
    outline = ((x, 0.0), *notch, (x + width, 0.0), (x + width, height), (x, height))
    bottom = _rectangle(x, height, width, depth)
    return BoxPanel("front", outline), BoxPanel("bottom", bottom, ((x, height), (x + width, height)), "front")


def _side(
    name: str, left: float, right: float, depth: float, height: float, width: float, *, hinge_right: bool, parent: str
) -> tuple[BoxPanel, ...]:
    at = right if hinge_right else left
    reach = min(FLAP_MM, width / 2 - SLACK_MM, depth)
    taper = min(reach / 3, depth / 4)
    above = _flap(left, right, 0.0, -reach, taper)
    below = _flap(left, right, height, height + reach, taper)
    return (
        BoxPanel(name, _rectangle(left, 0, depth, height), ((at, 0.0), (at, height)), parent),
        BoxPanel(f"dust-{name}", above, ((left, 0.0), (right, 0.0)), name),
        BoxPanel(f"base-{name}", below, ((left, height), (right, height)), name, "bottom"),
    )


def _back(x: float, width: float, depth: float, height: float, parent: str) -> tuple[BoxPanel, ...]:
    """Return the back with its lid, tongue, glue flap below and tab on its left; hinged on its right, if at all."""
    right = x + width
    tongue = min(TONGUE_MM, height / 2)
    reach = min(FLAP_MM, depth - SLACK_MM)
    round_ = min(tongue * 0.8, width / 4)
    inner_left, inner_right = x + SLACK_MM, right - SLACK_MM
    corner = [step * math.pi / 16 for step in range(9)]
    top = -depth - tongue
    curve = [
        *((inner_left + round_ * (1 - math.cos(a)), top + round_ * (1 - math.sin(a))) for a in corner),
        *((inner_right - round_ * (1 - math.sin(a)), top + round_ * (1 - math.cos(a))) for a in corner),
    ]
    level = (x, height), (right, height)
    base = _flap(x, right, height, height + reach, min(reach / 3, width / 6))
    rounded = ((inner_left, -depth), *curve, (inner_right, -depth))
    return (
        BoxPanel("back", _rectangle(x, 0, width, height), ((right, 0.0), (right, height)) if parent else (), parent),
        BoxPanel("lid", _rectangle(x, -depth, width, depth), ((x, 0.0), (right, 0.0)), "back"),
        BoxPanel("tongue", rounded, (rounded[0], rounded[-1]), "lid"),
        BoxPanel("base", base, level, "back", "bottom"),
        _tab("tab", x, height, "back", "side-2", depth),
    )


def _tab(name: str, x: float, height: float, parent: str, glue: str, depth: float) -> BoxPanel:
    """Return the tab on the left edge of a panel."""
    wide = min(TAB_MM, depth - SLACK_MM)
    taper = min(wide * 0.6, height / 5)
    outline = ((x - wide, taper), (x, 0.0), (x, height), (x - wide, height - taper))
    return BoxPanel(name, outline, ((x, 0.0), (x, height)), parent, glue)


def _flap(left: float, right: float, near: float, far: float, taper: float) -> tuple[Point, ...]:
    return (left, near), (left + taper, far), (right - taper, far), (right, near)


def _rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _without(edge: tuple[Point, Point], folds: Iterable[tuple[Point, Point]]) -> Iterator[tuple[Point, Point]]:
    """Yield what of an edge is left beside the folds that lie on it; folds are level or upright."""
    (x0, y0), (x1, y1) = edge
    level = y0 == y1
    if not level and x0 != x1:
        yield edge
        return
    begin, end = sorted((x0, x1) if level else (y0, y1))
    at = y0 if level else x0
    along, beside = (0, 1) if level else (1, 0)
    on = ((a[along], b[along]) for a, b in folds if a[beside] == b[beside] == at)
    spans = sorted((min(span), max(span)) for span in on)
    for low, high in spans:
        if high <= begin or low >= end:
            continue
        if low > begin:
            yield ((begin, at), (low, at)) if level else ((at, begin), (at, low))
        begin = max(begin, high)
    if begin < end:
        yield ((begin, at), (end, at)) if level else ((at, begin), (at, end))


def parse_box(words: Sequence[str]) -> tuple[str, float]:
    """Return the paper's id and the thickness of a piece from the texts that a manifest keeps.

    Raises:
        ValueError: the texts are not those of a box.
    """
    paper, written = words
    thickness = float(written)
    if not THINNEST_PIECE_MM <= thickness <= THICKEST_PIECE_MM:
        raise ValueError(f"no piece is {written} mm thick")
    return paper, thickness
