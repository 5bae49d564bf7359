"""The proof of cut files against their sheets: each cut goes where the trim of a piece is printed.

Where a piece is cut along its trim, the cut is compared with the trim. A piece that brings its own cut lines shows them
on the sheet, and each point of the cut must lie on a line that is printed. Pieces that share edges have no cuts of
their own: lines that do not close must run along the whole outline of each, and nowhere else.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from msgspec import Struct

from generator import stopping
from generator.catalogue import library
from generator.catalogue.cutters import load_cutter
from generator.layout.sheet_setup import PLAIN
from generator.units import MM_PER_INCH
from generator.verify.content_stream import UNIT, Interpreter
from generator.verify.documents import PdfPage, PdfProof
from generator.verify.expected import ExpectedPart, expected_parts
from generator.verify.exports.cut_lines import (
    MOST_LENGTH,
    Chain,
    CutDrawing,
    CutError,
    Point,
    arc,
    curve,
    read_cut_svg,
    read_dxf,
)
from generator.verify.exports.export_folder import Exported, ExportFiles, OptionError
from generator.verify.exports.pictures import read_picture
from generator.verify.forms import COMPONENT_KEY, SheetForms
from generator.verify.pdf import Box, PdfFaultError, as_dictionary, max_difference, open_pdf, reading
from generator.verify.placement import Placed, check_backs, check_placed, mirroring_of, read_placed
from generator.verify.sheets import check_paper
from generator.verify.svg import SvgError, read_svg

MARKS = "registration-marks"
NEAR = 0.05
"""Largest distance of a cut from its print, in mm; cut files match their sheets to 0.1 mm, and curves become short
lines that are within 0.02 mm of them."""
PICTURE_DPI = 300
CUT_NAME = re.compile(r"cut-(\d\d+)\.(?:dxf|svg)")


def prove_dxf(exported: Exported, found: ExportFiles) -> None:
    """Prove cut files in DXF."""
    _CutFiles(exported, found, read_dxf).check()


def prove_svg(exported: Exported, found: ExportFiles) -> None:
    """Prove cut files in SVG."""

    def read(raw: bytes) -> CutDrawing:
        try:
            read_svg(raw)
        except SvgError as error:
            raise CutError(str(error)) from None
        return read_cut_svg(raw)

    _CutFiles(exported, found, read).check()


class PrintedFront(Struct, frozen=True):
    """A front as it is printed: its pieces, and the lines of its registration marks."""

    placed: list[Placed]
    marks: list[Chain]


class _CutFiles:
    """The proof of one export of cut files."""

    def __init__(self, exported: Exported, found: ExportFiles, read: Callable[[bytes], CutDrawing]) -> None:
        self._exported, self._found, self._read = exported, found, read
        paper = exported.option("paper")
        if paper not in exported.papers:
            raise OptionError(
                f"the manifest names the paper {paper[:40]!r}, which is not at hand; name its file with --paper"
            )
        cutter = exported.option("cutter")
        file = library.cutters().get(cutter)
        if file is None:
            raise OptionError(
                f"the manifest names the cutter {cutter[:40]!r}, which is not at hand; name its file with --cutter"
            )
        self._paper = exported.papers[paper]
        self._cutter = load_cutter(file.path, file.name)
        self._radius = exported.number("corner-radius")
        area = self._cutter.area_mm if self._cutter.marks is None else None
        self._sheet = (area.width, area.height) if area else (self._paper.width_mm, self._paper.height_mm)
        self._printed: dict[str, list[Chain]] = {}
        self._counts: Counter[str] = Counter()

    def check(self) -> None:
        names = sorted(name for name in self._found.files if CUT_NAME.fullmatch(name))
        drawings = {name: drawing for name in names if (drawing := self._drawing(name)) is not None}
        if self._cutter.pictures:
            self._check_beside_pictures(names, drawings)
        else:
            self._check_beside_sheets(names, drawings)
        cuts = sum(len(drawing.chains("cut")) for drawing in drawings.values())
        self._found.notes.fact("cut-*", f"{cuts} cuts on {len(drawings)} sheets")

    def _fault(self, name: str, code: str, message: str) -> None:
        self._found.notes.fault(name, code, message)

    def _drawing(self, name: str) -> CutDrawing | None:
        """Return the lines of a cut file; None if it cannot be read, which is noted."""
        raw = self._found.raw(name)
        if raw is None:
            return None
        try:
            drawing = self._read(raw)
            if drawing.length > MOST_LENGTH:
                raise CutError(f"draws lines of more than {MOST_LENGTH / 1000:g} m")  # noqa: TRY301
        except CutError as error:
            self._fault(name, "cut-broken", str(error))
            return None
        width, height = self._sheet
        edge = [chain.box for chain in drawing.chains("sheet")]
        if max_difference((drawing.width, drawing.height), self._sheet) > NEAR or len(edge) != 1:
            message = f"is {drawing.width:g} x {drawing.height:g} mm; the sheet is {width:g} x {height:g} mm"
            self._fault(name, "cut-size", message)
        elif max_difference(edge[0], (0, 0, width, height)) > NEAR:
            self._fault(name, "cut-size", "the edge of its sheet is not where the paper ends")
        if foreign := sorted(drawing.layers.keys() - {"cut", "fold", "marks", "sheet"}):
            self._fault(name, "cut-foreign", f"draws on the layer {foreign[0][:40]!r}, which it must not have")
        return drawing

    def _fits(self, width: float, height: float) -> bool:
        """Return whether a piece surely fits the machine: it leaves a third of the sheet free each way."""
        return width <= self._sheet[0] * 2 / 3 and height <= self._sheet[1] * 2 / 3

    # -- beside a PDF --

    def _check_beside_sheets(self, names: Sequence[str], drawings: Mapping[str, CutDrawing]) -> None:
        name = f"sheets-{self._exported.option('paper')}.pdf"
        raw = self._found.raw(name)
        if raw is None:
            self._found.expect({name, *names})
            return
        try:
            fronts = self._fronts(name, raw)
        except PdfFaultError as error:
            self._fault(name, "pdf-torn", f"cannot be read: {error}")
            return
        wanted = {f"cut-{number:02d}.{self._exported.target}": front for number, front in enumerate(fronts, 1)}
        self._found.expect({name, *wanted})
        for cut_name, front in wanted.items():
            stopping.look()
            if cut_name in drawings:
                self._compare(cut_name, drawings[cut_name], front)
        self._check_counts(name)

    def _fronts(self, name: str, raw: bytes) -> list[PrintedFront]:
        """Return each front as it is printed, and note faults of the sheets.

        Raises:
            PdfFaultError: they cannot be read.
        """
        proof = PdfProof(name, open_pdf(raw), self._found.notes, size=len(raw))
        parts = expected_parts(self._exported.promise.lots(self._paper))
        marks = ExpectedPart(MARKS, "the registration marks", self._paper.width_mm, 0.0, 0, "", self._paper.height_mm)
        forms = SheetForms(proof, {**parts, MARKS: marks}, lambda _: None, set(), may_be_twins=True)
        proof.expected_pages = 2 * sum(part.fronts for part in parts.values())
        fronts: list[PrintedFront] = []
        with reading():
            proof.check_objects()
            proof.check_metadata()
            for page in proof.pages():
                check_paper(proof, page, self._paper)
                placed = read_placed(page, forms)
                check_placed(proof, page, placed, lambda _: False)
                self._keep_lines(page)
                pieces = [one for one in placed if one.part.id != MARKS]
                if page.number % 2 == 0:
                    check_backs(proof, page, fronts[-1].placed, pieces, parts, mirroring_of(page, PLAIN))
                    continue
                has_marks = len(pieces) < len(placed)
                if has_marks != (self._cutter.marks is not None):
                    proof.fault("marks-extra" if has_marks else "marks-missing", "has the wrong marks", page.number)
                fronts.append(PrintedFront(pieces, self._printed.get(MARKS, []) if has_marks else []))
                self._counts.update(one.part.id for one in pieces)
        return fronts

    def _keep_lines(self, page: PdfPage) -> None:
        """Keep the lines of each form that shows its own cuts, or the marks, in its own space."""
        for form in as_dictionary(page.resources.get("/XObject")).values():
            component = str(form.get(COMPONENT_KEY, ""))
            if component not in self._printed and (component == MARKS or any(self._exported.lines(component))):
                self._printed[component] = _chains(form)

    def _check_counts(self, name: str) -> None:
        """Check that every piece is printed as often as the game has it, but those that do not fit the machine."""
        for lot in self._exported.promise.lots(self._paper):
            wanted = Counter({piece.id: piece.copies for piece in lot.pieces if piece.copies})
            there = Counter({one: self._counts[one] for one in wanted})
            if +there != wanted and (any(there.values()) or self._fits(lot.width, lot.height)):
                one = next(one for one in wanted if there[one] != wanted[one])
                message = f"{one} is printed {there[one]} times; the game has it {wanted[one]}"
                self._fault(name, "component-count", message)

    def _compare(self, name: str, drawing: CutDrawing, front: PrintedFront) -> None:
        """Check that every piece on a front is cut where it is printed, that nothing else is, and the marks."""
        cuts, folds = (_by_piece(drawing.chains(layer), front.placed) for layer in ("cut", "fold"))
        whole = [index for index, one in enumerate(front.placed) if self._exported.lines(one.part.id)[0] <= 1]
        lines = [chain for index in (-1, *whole) for chain in cuts[index] if not chain.closed]
        for index in (-1, *whole):
            cuts[index] = [chain for chain in cuts[index] if chain.closed]
        sharing = [index for index in whole if lines and not cuts[index]]
        self._check_shared(name, lines, [front.placed[index] for index in sharing])
        for layer, chains in (("cut", cuts.pop(-1, [])), ("fold", folds.pop(-1, []))):
            if chains:
                told = " ".join(f"{one:.2f}" for one in chains[0].box)
                self._fault(name, "cut-foreign", f"has a {layer} at {told} mm, where nothing is printed")
        for index, one in enumerate(front.placed):
            if index not in sharing:
                self._check_piece(name, one, cuts[index], folds[index])
        there, wanted = (  # the corners of each mark, from the first in order, each once
            sorted(sorted({(round(x, 1), round(y, 1)) for x, y in chain.points}) for chain in chains)
            for chains in (drawing.chains("marks"), front.marks)
        )
        if there != wanted:
            self._fault(name, "cut-marks", "its registration marks are not those of the printed sheet")

    def _check_shared(self, name: str, lines: list[Chain], pieces: list[Placed]) -> None:
        """Check that lines run along the whole outlines of pieces, and nowhere else."""
        outlines = [self._outline(one) for one in pieces]
        cut, printed = _Lines(lines), _Lines([chain for chains in outlines for chain in chains])
        for one, chains in zip(pieces, outlines, strict=True):
            off = max((cut.distance(point) for chain in chains for point in chain.along()), default=math.inf)
            if off > NEAR:
                message = f"{one.part.name} at {one.x:.2f}, {one.y:.2f} mm is not cut all around"
                self._fault(name, "cut-missing", message)
        for line in lines:
            if max(map(printed.distance, line.along())) > NEAR:
                told = " ".join(f"{value:.2f}" for value in line.box)
                self._fault(name, "cut-misplaced", f"has a cut at {told} mm, which is not the edge of a piece")

    def _outline(self, one: Placed) -> list[Chain]:
        """Return where a piece that may share edges must be cut."""
        left, top, right, bottom = one.trim_box
        if self._exported.lines(one.part.id)[0]:
            moved = (
                Chain(tuple((x + left, y + top) for x, y in chain.points), chain.closed)
                for chain in self._printed.get(one.part.id, [])
            )
            return [chain for chain in moved if max_difference(chain.box, one.trim_box) <= NEAR]
        near, quarter = self._radius, math.pi / 2
        low, far = bottom - near, right - near
        corners = ((far, top + near), (far, low), (left + near, low), (left + near, top + near))
        points = (point for at, corner in enumerate(corners, -1) for point in arc(corner, near, at * quarter, quarter))
        return [Chain(tuple(points), closed=True)]

    def _check_piece(self, name: str, one: Placed, cuts: list[Chain], folds: list[Chain]) -> None:
        own_cuts, own_folds = self._exported.lines(one.part.id)
        where = f"{one.part.name} at {one.x:.2f}, {one.y:.2f} mm"
        if (len(cuts), len(folds)) != (own_cuts or 1, own_folds):
            message = f"{where} has {len(cuts)} cuts and {len(folds)} folds"
            self._fault(name, "cut-missing", f"{message}; it must have {own_cuts or 1} and {own_folds}")
            return
        if own_cuts:
            lines = _Lines(self._printed.get(one.part.id, []))
            points = ((x - one.x, y - one.y) for chain in (*cuts, *folds) for x, y in chain.along())
            off = max(map(lines.distance, points))
        else:
            off = self._distance(cuts[0], one.trim_box, is_round=self._exported.is_round(one.part.id))
        if off > NEAR:
            self._fault(name, "cut-misplaced", f"a cut of {where} is {off:.2f} mm from where it is printed")

    def _distance(self, chain: Chain, box: Box, *, is_round: bool) -> float:
        """Return how far a cut strays from a rectangle, or from the circle within, in mm."""
        off = max_difference(chain.box, box)
        if is_round:
            middle, radius = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), (box[2] - box[0]) / 2
            return max(off, *(abs(math.dist(point, middle) - radius) for point in chain.along()))
        return max(off, *(self._distance_to_edge(point, box) for point in chain.along()))

    def _distance_to_edge(self, point: Point, box: Box) -> float:
        """Return how far a point is from the edge of a rectangle whose corners may be round."""
        radius = self._radius
        across = min(point[0] - box[0], box[2] - point[0])
        down = min(point[1] - box[1], box[3] - point[1])
        if across < radius and down < radius:
            return abs(math.hypot(radius - across, radius - down) - radius)
        return min(abs(across), abs(down))

    # -- beside pictures --

    def _check_beside_pictures(self, names: Sequence[str], drawings: Mapping[str, CutDrawing]) -> None:
        """Check sizes of pictures, and how many pieces of which size are cut."""
        pictures = {name for name in self._found.files if re.fullmatch(r"(front|back)-\d\d+\.png", name)}
        numbers = {name.partition("-")[2].removesuffix(".png") for name in pictures}
        cuts = {f"cut-{number}.{self._exported.target}" for number in numbers}
        fronts = {CUT_NAME.sub(r"front-\1.png", name) for name in names}
        self._found.expect({*names, *pictures, *cuts, *fronts})
        wide, high = (round(side / MM_PER_INCH * PICTURE_DPI) for side in self._sheet)
        for name in sorted(pictures):
            png = read_picture(self._found, name)
            if png and (message := png.size_fault(wide, high, PICTURE_DPI)):
                self._fault(name, "picture-size", message)
        wanted: Counter[tuple[float, float]] = Counter()  # how many pieces have each size, but those with own lines
        round_ones: set[tuple[float, float]] = set()
        for lot, piece in self._exported.pieces():
            if not any(self._exported.lines(piece.id)):
                size = round(lot.width, 1), round(lot.height, 1)
                wanted[size] += piece.copies
                round_ones.update([size] if self._exported.is_round(piece.id) else [])
        cut = self._check_trims(drawings, wanted, round_ones)
        for size, count in wanted.items():
            if cut[size] != count and (cut[size] or self._fits(*size)):
                message = f"{cut[size]} pieces of {size[0]:g} x {size[1]:g} mm are cut; the game has {count}"
                self._fault("cut-*", "component-count", message)

    def _check_trims(
        self,
        drawings: Mapping[str, CutDrawing],
        wanted: Container[tuple[float, float]],
        round_ones: Container[tuple[float, float]],
    ) -> Counter[tuple[float, float]]:
        """Check that cuts are trims of pieces in rows and columns; return how many of each size there are."""
        counts: Counter[tuple[float, float]] = Counter()
        for name, drawing in drawings.items():
            boxes = [chain.box for chain in drawing.chains("cut")]
            counts.update(_size(box) for box in boxes)
            for chain, box in zip(drawing.chains("cut"), boxes, strict=True):
                size = _size(box)
                off = self._distance(chain, box, is_round=size in round_ones) if size in wanted else 0.0
                if off > NEAR or any(_strays(box, other) for other in boxes):
                    told = " ".join(f"{value:.2f}" for value in box)
                    message = f"the cut at {told} mm is no trim of a piece in a row and a column of its sheet"
                    self._fault(name, "cut-misplaced", message)
        return counts


def _size(box: Box) -> tuple[float, float]:
    return round(box[2] - box[0], 1), round(box[3] - box[1], 1)


def _strays(box: Box, other: Box) -> bool:
    """Return whether a piece overlaps another one, or lies across the columns or rows of one of its size."""
    if _size(box) != _size(other):
        return False
    across, down = abs(box[0] - other[0]), abs(box[1] - other[1])
    return NEAR < across < box[2] - box[0] - NEAR or NEAR < down < box[3] - box[1] - NEAR


def _by_piece(chains: Sequence[Chain], placed: Sequence[Placed]) -> dict[int, list[Chain]]:
    """Return chains by the piece whose trim, its room for others aside, holds their middle; those of none under -1."""

    def is_in(box: Box | None, x: float, y: float) -> bool:
        return box is not None and box[0] <= x <= box[2] and box[1] <= y <= box[3]

    found: dict[int, list[Chain]] = defaultdict(list)
    for chain in chains:
        left, top, right, bottom = chain.box
        x, y = (left + right) / 2, (top + bottom) / 2
        holds = (at for at, one in enumerate(placed) if is_in(one.trim_box, x, y) and not is_in(one.room, x, y))
        found[next(holds, -1)].append(chain)
    return found


class _Curved(Interpreter):
    """An interpreter that keeps the paths of a form as chains of points, with curves as short lines."""

    def _curve(self, operands: list[Any]) -> None:
        numbers = [float(value) for value in operands]
        ends = [self._at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if len(ends) != 3:
            raise PdfFaultError("a curve does not have three points")
        for point in curve(self._pen, *ends):
            self._segments.append((*self._pen, *point))
            self._pen = point


def _chains(form: Any) -> list[Chain]:
    """Return the lines of a form in its own space, in mm: each run of strokes that hang together."""
    chains: list[list[Point]] = []
    for stroke in _Curved(UNIT, {}).run(form).strokes:
        start, end = (stroke.x0, stroke.y0), (stroke.x1, stroke.y1)
        if chains and chains[-1][-1] == start:
            chains[-1].append(end)
        else:
            chains.append([start, end])
    return [Chain(tuple(points), closed=True) for points in chains]


class _Lines:
    """Lines, found by the square of 5 mm that they run through."""

    CELL = 5.0

    def __init__(self, chains: Sequence[Chain]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
        for chain in chains:
            for one, other in zip(chain.points, chain.points[1:], strict=False):
                steps = max(1, math.ceil(math.dist(one, other) / self.CELL * 4))
                along = (((steps - at) / steps, at / steps) for at in range(steps + 1))
                for cell in {self._cell((one[0] * a + other[0] * b, one[1] * a + other[1] * b)) for a, b in along}:
                    self._cells[cell].append((one, other))

    def _cell(self, point: Point) -> tuple[int, int]:
        return math.floor(point[0] / self.CELL), math.floor(point[1] / self.CELL)

    def distance(self, point: Point) -> float:
        """Return how far a point is from the nearest line, in mm; at most :attr:`CELL`."""
        across, down = self._cell(point)
        near = [(across + dx, down + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return min((_distance(point, *line) for cell in near for line in self._cells.get(cell, ())), default=self.CELL)


def _distance(point: Point, one: Point, other: Point) -> float:
    """Return how far a point is from a straight line between two points."""
    (x, y), (x0, y0), (x1, y1) = point, one, other
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    along = 0.0 if not length else min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length))
    return math.dist(point, (x0 + along * (x1 - x0), y0 + along * (y1 - y0)))
