"""The proof of a file of sheets: each component as often as promised, in its place, on paper of the right size.

Data that can break it: how often a catalogue has each piece, names in titles, papers, and places that a layout or a
user leaves free.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from generator.catalogue.equipment import Paper
from generator.errors import LayoutError
from generator.layout.fixed_positions import Places
from generator.layout.sheet_setup import SheetSetup
from generator.layout.sheets import Lot, lot_pattern
from generator.verify.documents import PdfPage, PdfProof
from generator.verify.forms import SheetForms
from generator.verify.marks import MarkSpec, check_layers, check_marks, check_registration
from generator.verify.pdf import MM, Box, Matrix, max_difference
from generator.verify.placement import (
    LIMIT,
    TOLERANCE,
    Placed,
    check_backs,
    check_bleeds,
    check_kept,
    check_placed,
    check_printable,
    mirroring_of,
    read_placed,
)
from generator.wording import enumerated


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
