"""A box in two parts, a tray and a lid that goes over it, as nets on paper.

::

          +--tab-+ +--------+ +-tab--+        base    width x depth: the tray's bottom, the lid's top
          +------+ |  back  | +------+        walls   as high as the part
          |      +-+--------+-+      |        tabs    at the ends of the sides, glued behind front and back
          | side |    base    | side |
          |  1   |            |  2   |
          |      +-+--------+-+      |
          +------+ | front  | +------+
          +-tab--+ +--------+ +--tab-+

The tray holds the game's largest lot of small pieces in stacks, room beside them for smaller pieces and cards, and
upon them the folded booklet. Millimetres, x to the right, y down; the printed side is the outside of the box.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from asterion_press.catalogue.equipment import Paper
from asterion_press.errors import LayoutError
from asterion_press.geometry import THICKEST_PIECE_MM, THINNEST_PIECE_MM, Point, Rect, Size, bounding_box
from asterion_press.layout.sheets import Lot

BOOKLET_MM = 108.0, 148.5, 4.0
"""Width, depth and thickness of the room for the rules: an A5 booklet, or half a Letter sheet, folded once more."""
CLEARANCE_MM = 2.0
"""Air around what lies in the tray, in each direction. Own choice: the box's own card is 0.3 mm and double at tabs."""
BESIDE_MM = 40.0
"""Room beside the stacks, over the whole width, for smaller pieces and cards."""
LEAST_MM = 26.0
"""Height of the lowest tray, so that its lid has a wall to be held by."""
LID_MM, GRIP_MM = 22.0, 6.0
"""Height of the lid's walls at most, and what at least they leave free of the tray's."""
LID_AIR_MM = 2.0
"""By how much the lid is wider and deeper than the tray, folds to folds. Own choice: card is 0.3 mm, double at tabs."""
TAB_MM, TAPER_MM = 12.0, 2.0
BLEED_MM = 1.0
STEPS_MM = 16.0
"""Height kept free below the net, at least, for the drawing of how the box is made."""
BAND_MM = 12.0
"""Height kept free at the foot of the sheet for its title and its ruler."""
HANDY_MM = 150.0
"""Largest side of a piece that lies in stacks. Own choice: what one hand holds, and the largest tile there can be."""
MOST_STACKS = 4
"""Stacks side by side, in each direction."""

Solid = tuple[float, float, float]


class BoxPanel(Struct, frozen=True):
    """A part of the net between folds.

    Attributes:
        name: of the panel, see the picture above; the base is called ``bottom`` or ``top``.
        outline: its corners, clockwise on the printed side.
        hinge: the two ends of the fold that joins it to `parent`; empty for the one that lies still.
        parent: name of the panel that it is joined to.
        glue: the panel to whose inside it is glued; empty if it is not.
    """

    name: str
    outline: tuple[Point, ...]
    hinge: tuple[Point, ...] = ()
    parent: str = ""
    glue: str = ""

    @property
    def box(self) -> Rect:
        """Return left, top, right and bottom."""
        return bounding_box(self.outline)


class Net(Struct, frozen=True):
    """A part of a box, unfolded: what is cut out of one sheet.

    Attributes:
        panels: each after its parent.
    """

    panels: tuple[BoxPanel, ...]

    @property
    def box(self) -> Rect:
        """Return left, top, right and bottom."""
        return bounding_box(point for panel in self.panels for point in panel.outline)

    @property
    def size(self) -> Size:
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


class Plane(Struct, frozen=True):
    """The plane of a panel in space: where the net's origin comes to lie, its right and down, and its inside."""

    origin: Solid
    right: Solid
    down: Solid
    inside: Solid

    def at(self, point: Point) -> Solid:
        """Return where a point of the net lies."""
        return _sum((self.origin, 1), (self.right, point[0]), (self.down, point[1]))

    def hinged(self, panel: BoxPanel, degrees: float) -> Plane:
        """Return the plane of a panel that is folded about its hinge, to the inside."""
        (x0, y0), (x1, _) = panel.hinge
        left, top, right, bottom = panel.box
        upright = x0 == x1
        way = math.copysign(1, (left + right) / 2 - x0 if upright else (top + bottom) / 2 - y0)
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        outwards = self.right if upright else self.down
        beyond = _sum((outwards, cos), (self.inside, sin * way))
        inside = _sum((self.inside, cos), (outwards, -sin * way))
        across = (beyond, self.down) if upright else (self.right, beyond)
        origin = _sum((self.at((x0, y0)), 1), (across[0], -x0), (across[1], -y0))
        return Plane(origin, *across, inside)


def _sum(*parts: tuple[Solid, float]) -> Solid:
    x, y, z = (math.fsum(vector[axis] * factor for vector, factor in parts) for axis in range(3))
    return x, y, z


def folded(net: Net, degrees: float = 90, origin: Solid = (0, 0, 0)) -> dict[str, list[Solid]]:
    """Return the corners of each panel in space, folded by an angle away from the printed side.

    The first panel lies still in the plane z = 0, or where the net's origin is said to lie; z is away from the reader.
    """
    planes = {net.panels[0].name: Plane(origin, (1, 0, 0), (0, 1, 0), (0, 0, 1))}
    for panel in net.panels[1:]:
        planes[panel.name] = planes[panel.parent].hinged(panel, degrees)
    return {panel.name: [planes[panel.name].at(point) for point in panel.outline] for panel in net.panels}


class Stack(Struct, frozen=True):
    """Pieces as they lie in a box.

    Attributes:
        pieces: in the box.
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


class Box(Struct, frozen=True):
    """A box that fits its paper.

    Attributes:
        stack: that goes in.
        width, depth, height: of the tray, inside.
        wall: height of the lid's walls.
        nets: the lid and the tray, a sheet each.
        paper: that they are printed on.
    """

    stack: Stack
    width: float
    depth: float
    height: float
    wall: float
    nets: tuple[Net, Net]
    paper: Paper


def free_area(paper: Paper) -> Rect:
    """Return left, top, right and bottom of where a net with its bleed may lie."""
    margin = paper.margin_mm
    bottom = paper.height_mm - margin.bottom - BAND_MM - STEPS_MM
    return margin.left, margin.top, paper.width_mm - margin.right, bottom


def lot_to_box(lots: Iterable[Lot]) -> Lot | None:
    """Return the lot that lies in stacks: of those in the box, the one that needs most paper; None if there is none."""
    return max(lots_in_box(lots), key=lambda lot: lot.count * lot.width * lot.height, default=None)


def lots_in_box(lots: Iterable[Lot]) -> list[Lot]:
    """Return the lots of several pieces of a handy size; pages of a board or of a model lie under the box."""
    return [lot for lot in lots if lot.count > 1 and max(lot.width, lot.height) <= HANDY_MM]


def fit_box(lot: Lot, thickness: float, paper: Paper, others: Iterable[Paper] = ()) -> Box:
    """Return the box for a lot: the smallest that holds it, with as few stacks as that size allows.

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
        f"no box for {lot.count} {lot.kind} of {lot.width:g} x {lot.height:g} x {thickness:g} mm and the folded rules "
        f"fits {paper.title}; {remedy}",
        "height_mm",
    )


def point_on_sheet(box: Box, net: Net, point: Point) -> Point:
    """Return where a point of a net lies on its sheet, in mm from the top left corner of the paper.

    A net lies in the middle between the sides of the free area, at its top.
    """
    left, top, right, _ = free_area(box.paper)
    near, above, far, _ = net.box
    return (left + right - near - far) / 2 + point[0], top + BLEED_MM - above + point[1]


def _best(lot: Lot, thickness: float, paper: Paper) -> Box | None:
    fitting = _fitting(lot, thickness, paper)
    return min(fitting, key=lambda box: (box.width * box.depth, box.height), default=None)


def _fitting(lot: Lot, thickness: float, paper: Paper) -> Iterator[Box]:
    """Yield the boxes that fit a paper, few stacks first."""
    left, top, right, bottom = free_area(paper)
    room = right - left - 2 * BLEED_MM, bottom - top - 2 * BLEED_MM
    for down in range(1, MOST_STACKS + 1):
        for across in range(1, MOST_STACKS + 1):
            if across * down > lot.count:
                continue
            stack = Stack(lot.count, lot.width, lot.height, thickness, across, down)
            wide, deep, high = stack.size
            width = round(max(wide, BOOKLET_MM[0]) + CLEARANCE_MM, 2)
            depth = round(max(deep + BESIDE_MM, BOOKLET_MM[1]) + CLEARANCE_MM, 2)
            height = max(LEAST_MM, round(high + BOOKLET_MM[2] + CLEARANCE_MM, 2))
            wall = min(LID_MM, height - GRIP_MM)
            lid = net_of("top", width + LID_AIR_MM, depth + LID_AIR_MM, wall)
            tray = net_of("bottom", width, depth, height)
            if tray.size[0] <= room[0] and tray.size[1] <= room[1]:
                yield Box(stack, width, depth, height, wall, (lid, tray), paper)


def net_of(base: str, width: float, depth: float, height: float) -> Net:
    """Return a part unfolded, which is that large inside; its base lies at the origin and is called `base`."""
    walls = (
        BoxPanel("back", _rectangle(0, -height, width, height), ((0.0, 0.0), (width, 0.0)), base),
        BoxPanel("front", _rectangle(0, depth, width, height), ((0.0, depth), (width, depth)), base),
        BoxPanel("side-1", _rectangle(-height, 0, height, depth), ((0.0, 0.0), (0.0, depth)), base),
        BoxPanel("side-2", _rectangle(width, 0, height, depth), ((width, 0.0), (width, depth)), base),
    )
    reach = min(TAB_MM, height)
    tabs = (
        _tab(side, end, left, left + height, level, level + way * reach)
        for side, left in (("side-1", -height), ("side-2", width))
        for end, level, way in (("back", 0.0, -1), ("front", depth, 1))
    )
    return Net((BoxPanel(base, _rectangle(0, 0, width, depth)), *walls, *tabs))


def _tab(side: str, end: str, left: float, right: float, near: float, far: float) -> BoxPanel:
    """Return the tab at an end of a side, which is glued behind the wall at that end."""
    outline = (left, near), (left + TAPER_MM, far), (right - TAPER_MM, far), (right, near)
    return BoxPanel(f"tab-{side}-{end}", outline, (outline[0], outline[-1]), side, end)


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
