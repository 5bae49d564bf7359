"""The proof of a box: its folds and cuts lie where they must, and folded it is a tray for its stack and a lid for that.

It is folded in thought: each panel is turned by a right angle about its fold, away from the printed side, and every
corner becomes a point in space. Nothing there is taken from how the net was laid out. x to the right, y down, z away
from the reader. Data that can break it: how many pieces there are, their size and thickness, the folded rules, and the
paper that a net must fit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from generator.catalogue.equipment import Paper
from generator.errors import LayoutError
from generator.layout.box import (
    BESIDE_MM,
    BOOKLET_MM,
    Box,
    BoxPanel,
    Net,
    Point,
    Solid,
    fit_box,
    lot_to_box,
    parse_box,
    point_on_sheet,
)
from generator.layout.grid import RULER_MM
from generator.verify.documents import PdfPage, PdfProof
from generator.verify.expected import ExpectedFiles
from generator.verify.files import MANIFEST
from generator.verify.pdf import as_dictionary, max_difference
from generator.verify.placement import LIMIT

LINE_MM = 0.2
"""The width of folds and cuts and of no other line: the edges of a painted panel are no line to fold along.

Source: print shops ask for 0.15 to 0.25 mm."""
LEAST_MM = 0.02
"""Lines shorter than this are lost in the rounding of a file."""
CLOSE_MM = 0.001
"""Points nearer than this are one."""
WALLS = "front", "side-2", "back", "side-1"
"""The walls, each beside the next."""
LOOSE_MM = 1.0
"""The air that a lid needs at least, between its folds and the tray's. Own choice: card is 0.3 mm, double at tabs."""

Space = dict[str, list[Solid]]


def prove_box(proof: PdfProof, promise: ExpectedFiles, words: list[str], papers: Mapping[str, Paper]) -> None:
    """Check the pages of a box.

    Args:
        proof: of the file.
        promise: of the game.
        words: the box's contents and paper, as the manifest gives them.
        papers: by id.

    Raises:
        PdfFaultError: the file cannot be read.
    """
    try:
        paper_id, thickness = parse_box(words)
        paper = papers[paper_id]
        lot = lot_to_box(promise.lots(paper))
        if lot is None:
            raise ValueError("there is nothing to put into a box")  # noqa: TRY301
        box = fit_box(lot, thickness, paper)
    except (KeyError, ValueError, LayoutError) as error:
        proof.notes.fault(MANIFEST, "unknown-box", f"says no box that can be made ({' '.join(words)[:80]}): {error}")
        return
    for fault in box_faults(box):
        proof.fault("box-folded", fault)
    seen = 0
    for page in proof.pages():
        seen = page.number
        if page.number <= len(box.nets):
            _check_page(proof, page, box, box.nets[page.number - 1])
    if seen != len(box.nets):
        proof.fault("page-count", f"has {seen} pages; the box has {len(box.nets)} parts, a page each")
    proof.notes.fact(
        proof.name,
        f"tray and lid on {paper.title} for {lot.count} {lot.kind} of {thickness:g} mm and the folded rules, "
        f"{box.width:g} x {box.depth:g} x {box.height:g} mm inside, glued edges meet, the lid goes over the tray",
    )


def _check_page(proof: PdfProof, page: PdfPage, box: Box, net: Net) -> None:
    paper = box.paper
    if max_difference(page.size, (paper.width_mm, paper.height_mm)) > LIMIT or page.scaled:
        message = f"is {page.size[0]:.2f} x {page.size[1]:.2f} mm; {paper.title} is {paper.width_mm:g} mm wide"
        proof.fault("page-size", message, page.number)
    strokes = [stroke for stroke in page.content.strokes if stroke.width > 0]
    thin = [stroke for stroke in strokes if abs(stroke.width - LINE_MM) < LIMIT]
    for what, lines in (("fold", net.folds()), ("cut", net.cuts())):
        for begin, end in lines:
            a, b = point_on_sheet(box, net, begin), point_on_sheet(box, net, end)
            sides = ((s.x0, s.y0, s.x1, s.y1) for s in thin)
            if max_difference(a, b) > LEAST_MM and not any(
                max_difference(side, (*a, *b)) <= LIMIT or max_difference(side, (*b, *a)) <= LIMIT for side in sides
            ):
                message = f"the {what} from {a[0]:.2f}, {a[1]:.2f} to {b[0]:.2f}, {b[1]:.2f} mm is not drawn there"
                proof.fault(f"box-{what}", message, page.number)
    level = [max_difference((s.x0, s.y0), (s.x1, s.y1)) for s in thin if abs(s.y0 - s.y1) < LIMIT]
    if not any(abs(length - RULER_MM) <= LIMIT for length in level):
        proof.fault("ruler", f"has no ruler of {RULER_MM:g} mm", page.number)
    margin = paper.margin_mm
    for stroke in strokes:
        xs, ys = (stroke.x0, stroke.x1), (stroke.y0, stroke.y1)
        beside = min(xs) < margin.left - LIMIT or max(xs) > paper.width_mm - margin.right + LIMIT
        if beside or min(ys) < margin.top - LIMIT or max(ys) > paper.height_mm - margin.bottom + LIMIT:
            message = f"a line at {stroke.x0:.2f}, {stroke.y0:.2f} mm lies where printers do not reach"
            proof.fault("outside-printable", message, page.number)
            break
    if not as_dictionary(page.resources.get("/XObject")):
        proof.fault("box-bare", "shows nothing of the game", page.number)


def folded(net: Net) -> Space:
    """Return the corners of each panel in space; the first panel lies still in the plane z = 0."""
    places: dict[str, _Place] = {}
    for panel in net.panels:
        places[panel.name] = (
            places[panel.parent].hinged(panel) if panel.hinge else _Place((0, 0), (0, 0, 0), (1, 0, 0), (0, 1, 0))
        )
    return {panel.name: [places[panel.name].at(point) for point in panel.outline] for panel in net.panels}


class _Place:
    """A panel's plane in space: the point `flat` of the net is at `origin`, its x and y run along two directions."""

    def __init__(self, flat: Point, origin: Solid, right: Solid, down: Solid) -> None:
        self.flat, self.origin, self.right, self.down = flat, origin, right, down

    def at(self, point: Point) -> Solid:
        u, v = point[0] - self.flat[0], point[1] - self.flat[1]
        vectors = self.origin, _times(self.right, u), _times(self.down, v)
        x, y, z = (math.fsum(parts) for parts in zip(*vectors, strict=True))
        return x, y, z

    def hinged(self, panel: BoxPanel) -> _Place:
        """Return the plane of a panel that is folded backwards about its hinge."""
        (x0, y0), (x1, _) = panel.hinge
        inward = _cross(self.right, self.down)  # away from the reader, so into the box
        left, top, right, bottom = panel.box
        origin = self.at((x0, y0))
        if x0 == x1:  # an upright fold: what lies beyond it goes on inwards
            beyond = 1 if (left + right) / 2 > x0 else -1
            return _Place((x0, y0), origin, _times(inward, beyond), self.down)
        beyond = 1 if (top + bottom) / 2 > y0 else -1
        return _Place((x0, y0), origin, self.right, _times(inward, beyond))


def box_faults(box: Box) -> Iterator[str]:
    """Yield what does not meet or does not fit, in words."""
    lid, tray = (folded(net) for net in box.nets)
    for name, net, space in zip(("lid", "tray"), box.nets, (lid, tray), strict=True):
        for here, there in zip(WALLS, (*WALLS[1:], WALLS[0]), strict=True):
            if not _meet(space[here], space[there]):
                yield f"the edges of {here} and {there} of the {name} do not meet"
        for panel in net.panels:
            if panel.glue and not _within(space[panel.name], space[panel.glue]):
                yield f"{panel.name} of the {name} does not lie on {panel.glue}, to which it is glued"
    inner, outer = _lengths(tray), _lengths(lid)
    if max_difference(inner, (box.width, box.depth, box.height)) > CLOSE_MM:
        yield f"folds to {_in_mm(inner)} instead of {_in_mm((box.width, box.depth, box.height))}"
    wide, deep, high = box.stack.size
    needed = max(wide, BOOKLET_MM[0]), max(deep + BESIDE_MM, BOOKLET_MM[1]), high + BOOKLET_MM[2]
    if any(have < need - CLOSE_MM for have, need in zip(inner, needed, strict=True)):
        yield f"is {_in_mm(inner)} inside; stacks, counters and folded rules take {_in_mm(needed)}"
    if min(outer[0] - inner[0], outer[1] - inner[1]) < LOOSE_MM - CLOSE_MM or outer[2] >= inner[2]:
        yield f"has a lid of {_in_mm(outer)}, which does not go over the tray of {_in_mm(inner)}"


def _lengths(space: Space) -> Solid:
    """Return how long a folded part is in each direction."""
    corners = [corner for name in WALLS for corner in space[name]]
    (x0, x1), (y0, y1), (z0, z1) = (_span(corners, axis) for axis in range(3))
    return x1 - x0, y1 - y0, z1 - z0


def _meet(here: list[Solid], there: list[Solid]) -> bool:
    """Check whether two walls share the two ends of an upright edge, as high as both of them."""
    shared = [a for a in here if any(math.dist(a, b) < CLOSE_MM for b in there)]
    heights = [_span(points, 2) for points in (here, there)]
    return len(shared) > 1 and all(max_difference(_span(shared, 2), height) <= CLOSE_MM for height in heights)


def _within(inner: list[Solid], outer: list[Solid]) -> bool:
    """Check whether corners lie in the plane of a panel and inside of the box around it."""
    spans = [_span(outer, axis) for axis in range(3)]
    return all(
        low - CLOSE_MM <= at <= high + CLOSE_MM for point in inner for at, (low, high) in zip(point, spans, strict=True)
    )


def _span(points: list[Solid], axis: int) -> tuple[float, float]:
    """Return the least and the greatest coordinate of points along an axis."""
    return min(point[axis] for point in points), max(point[axis] for point in points)


def _in_mm(lengths: Solid) -> str:
    return " x ".join(f"{length:.2f}" for length in lengths) + " mm"


def _times(vector: Solid, factor: float) -> Solid:
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


def _cross(a: Solid, b: Solid) -> Solid:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
