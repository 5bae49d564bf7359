"""The proof of a tuck box: its folds and cuts lie where they must, and folded it is a box for its stack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.catalogue.papers import Paper
from generator.errors import LayoutError
from generator.layout.grid import RULER_MM
from generator.layout.tuck_box import Net, Point, TuckBox, fit_box, lot_to_box, parse_box, point_on_sheet
from generator.layout.tuck_box_fold import box_faults
from generator.verify.content_stream import Stroke
from generator.verify.documents import PdfPage, PdfProof
from generator.verify.expected import Promise
from generator.verify.files import MANIFEST
from generator.verify.pdf import as_dictionary, max_difference
from generator.verify.placement import LIMIT

LINE_MM = 0.2
"""The width of folds and cuts and of no other line: the edges of a painted panel are no line to fold along.

Source: print shops ask for 0.15 to 0.25 mm."""
LEAST_MM = 0.02
"""Lines shorter than this are lost in the rounding of a file."""


def prove_box(proof: PdfProof, promise: Promise, words: list[str], papers: Mapping[str, Paper]) -> None:
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
    nets = box.nets * box.boxes
    seen = 0
    for page in proof.pages():
        seen = page.number
        if page.number <= len(nets):
            _check_page(proof, page, box, nets[page.number - 1])
    if seen != len(nets):
        proof.fault("page-count", f"has {seen} pages; the box has {len(nets)} parts, a page each")
    proof.notes.fact(
        proof.name,
        f"{box.boxes} box{'es' * (box.boxes > 1)} of {len(box.nets)} part{'s' * (len(box.nets) > 1)} on {paper.title} "
        f"for {lot.count} {lot.kind} of {thickness:g} mm, {box.width:g} x {box.depth:g} x {box.height:g} mm inside, "
        "glued edges meet",
    )


def _check_page(proof: PdfProof, page: PdfPage, box: TuckBox, net: Net) -> None:
    paper = box.paper
    if max_difference(page.size, (paper.width_mm, paper.height_mm)) > LIMIT or page.scaled:
        message = f"is {page.size[0]:.2f} x {page.size[1]:.2f} mm; {paper.title} is {paper.width_mm:g} mm wide"
        proof.fault("page-size", message, page.number)
    strokes = [stroke for stroke in page.content.strokes if stroke.width > 0]
    thin = [stroke for stroke in strokes if abs(stroke.width - LINE_MM) < LIMIT]
    for what, lines in (("fold", net.folds()), ("cut", net.cuts())):
        for begin, end in lines:
            a, b = point_on_sheet(box, net, begin), point_on_sheet(box, net, end)
            if _distance(a, b) > LEAST_MM and not _is_drawn(a, b, thin):
                message = f"the {what} from {a[0]:.2f}, {a[1]:.2f} to {b[0]:.2f}, {b[1]:.2f} mm is not drawn there"
                proof.fault(f"box-{what}", message, page.number)
    level = [_distance((s.x0, s.y0), (s.x1, s.y1)) for s in thin if abs(s.y0 - s.y1) < LIMIT]
    if not any(abs(length - RULER_MM) <= LIMIT for length in level):
        proof.fault("ruler", f"has no ruler of {RULER_MM:g} mm", page.number)
    _check_printable(proof, page, paper, strokes)
    if not as_dictionary(page.resources.get("/XObject")):
        proof.fault("box-bare", "shows nothing of the game", page.number)


def _is_drawn(a: Point, b: Point, strokes: Iterable[Stroke]) -> bool:
    for stroke in strokes:
        ends = (stroke.x0, stroke.y0), (stroke.x1, stroke.y1)
        for one, other in (ends, ends[::-1]):
            if max(abs(one[0] - a[0]), abs(one[1] - a[1]), abs(other[0] - b[0]), abs(other[1] - b[1])) <= LIMIT:
                return True
    return False


def _distance(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _check_printable(proof: PdfProof, page: PdfPage, paper: Paper, strokes: Iterable[Stroke]) -> None:
    margin = paper.margin_mm
    for stroke in strokes:
        xs, ys = (stroke.x0, stroke.x1), (stroke.y0, stroke.y1)
        beside = min(xs) < margin.left - LIMIT or max(xs) > paper.width_mm - margin.right + LIMIT
        if beside or min(ys) < margin.top - LIMIT or max(ys) > paper.height_mm - margin.bottom + LIMIT:
            message = f"a line at {stroke.x0:.2f}, {stroke.y0:.2f} mm lies where printers do not reach"
            proof.fault("outside-printable", message, page.number)
            return
