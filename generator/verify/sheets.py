"""A file of sheets: every component as often as promised, where it must be, on paper of the right size."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from msgspec import Struct, field

from generator.catalogue.papers import Paper
from generator.errors import LayoutError
from generator.layout.batches import Lot, lot_pattern
from generator.layout.fixed_positions import Places
from generator.layout.grid import Grid
from generator.layout.sheet_setup import Laying
from generator.verify.backs import judge_backs, turned
from generator.verify.documents import PageSeen, PdfProof
from generator.verify.forms import FormShelf
from generator.verify.lines import judge_registration
from generator.verify.marks import LAYERS, Wanted, judge_layers, judge_marks
from generator.verify.pdf import MM, Box, Matrix
from generator.verify.placement import LIMIT, Placed, judge_bleeds, judge_kept, judge_placed, judge_printable, placed_on
from generator.verify.places import judge_places
from generator.wording import enumerated


class SheetsProof(Struct):
    """The proof of one file of sheets.

    Attributes:
        proof: what holds for every PDF.
        shelf: its forms.
        paper: what it should be printed on.
        laying: how the sheets are laid.
        titles: texts that must stand on each page.
        lots: what lies there.
    """

    proof: PdfProof
    shelf: FormShelf
    paper: Paper
    laying: Laying
    titles: tuple[str, ...]
    lots: tuple[Lot, ...] = ()
    _fronts: Counter[str] = field(default_factory=Counter)
    _worst_size: float = 0.0
    _worst_back: float = 0.0

    def go(self) -> None:
        """Judge every page and every sheet.

        Raises:
            PdfFaultError: the file cannot be read.
        """
        self.paper = self.laying.paper(self.paper)
        judge_layers(self.proof)
        front: PageSeen | None = None
        fronts: list[Placed] = []
        for page in self.proof.pages(self._comes_out):
            placed = self._page(page, front)
            if self.laying.folded:
                halves = self._halves(page, placed)
                self._count(page, halves[0])
                self._backs(page, *halves)
            elif self._is_back(page.number):
                self._backs(page, fronts, placed)
            else:
                front, fronts = page, placed
                self._count(page, fronts)
        count = len(self.proof.pdf.pages)
        if count % 2 and not self.laying.folded:
            self.proof.fault("page-count", f"has {count} pages; fronts and backs must alternate, so it must be even")
        self._totals()
        self._fact(count)

    def _is_back(self, number: int) -> bool:
        return number % 2 == 0 and not self.laying.folded

    def _comes_out(self, number: int) -> Matrix:
        """What the printer makes of a page, of which the laying must know: from mm in the file to mm on paper."""
        a, d, e, f = self.laying.correction.matrix(self.paper, back=self._is_back(number))
        return (1 / a, 0.0, 0.0, 1 / d, -e / a, -f / d)

    def _halves(self, page: PageSeen, placed: list[Placed]) -> tuple[list[Placed], list[Placed]]:
        """What lies before and what beyond the fold; lots without backs are not folded."""
        if not any(one.part.behind or not one.part.fronts for one in placed):
            return placed, []
        level = self.laying.layout.fold == "level"
        beyond = [one.y >= page.size[1] / 2 - LIMIT if level else one.x >= page.size[0] / 2 - LIMIT for one in placed]
        first = [one for one, far in zip(placed, beyond, strict=True) if not far]
        return first, [one for one, far in zip(placed, beyond, strict=True) if far]

    def _backs(self, page: PageSeen, fronts: list[Placed], backs: list[Placed]) -> None:
        worst = judge_backs(self.proof, page, fronts, backs, self.shelf.parts, turned(page, self.laying))
        self._worst_back = max(self._worst_back, worst)

    def _page(self, page: PageSeen, front: PageSeen | None) -> list[Placed]:
        proof, layout, back = self.proof, self.laying.layout, self._is_back(page.number)
        judge_paper(proof, page, self.paper)
        placed = placed_on(page, self.shelf)
        behind = {id(one) for one in self._halves(page, placed)[1]} if layout.fold == "level" else set()
        self._worst_size = max(self._worst_size, judge_placed(proof, page, placed, lambda one: id(one) in behind))
        judge_bleeds(proof, page, placed)
        judge_kept(proof, page, placed, self.laying.room(self.paper), layout.bleed_mm)
        judge_printable(proof, page, self.paper, placed, self.laying.correction, back=back)
        folded = self.laying.folded and bool(self._halves(page, placed)[1])
        judge_marks(proof, page, placed, Wanted(layout, back=back, folded=folded))
        if back and front is not None:
            judge_registration(proof, page, front, turned(page, self.laying), LAYERS["registration"])
        if not back:
            judge_places(proof, page, placed, self.laying, self._pattern(placed))
        if layout.captions:
            self._titles(page)
        return placed

    def _pattern(self, placed: list[Placed]) -> Grid | Places | None:
        """The places of the lot that lies on a page; None if it cannot be told."""
        kinds = {one.part.kind for one in placed}
        lot = next((lot for lot in self.lots if {lot.kind} == kinds), None)
        if lot is None or not (self.laying.skip or self.laying.layout.positions):
            return None
        with suppress(LayoutError):
            return lot_pattern(lot, self.laying.room(self.paper), self.laying.layout, self.laying.flip)
        return None

    def _titles(self, page: PageSeen) -> None:
        shown = _unspaced(page.seen.text)
        for title in (*self.titles, *filter(None, self.laying.correction.notes())):
            if _unspaced(title) not in shown:
                self.proof.fault("title-missing", f"{title!r} does not stand on the page", page.number)

    def _count(self, page: PageSeen, fronts: list[Placed]) -> None:
        for one in fronts:
            self._fronts[one.part.id] += 1
            if not one.part.fronts:
                self.proof.fault("wrong-face", f"{one.part.name} lies on a front", page.number)

    def _totals(self) -> None:
        for part in self.shelf.parts.values():
            found = self._fronts[part.id]
            if part.fronts and found != part.fronts:
                code = "component-missing" if found < part.fronts else "component-too-often"
                message = f"{part.name} is printed {_times(found)}; the deck has it {_times(part.fronts)}"
                self.proof.fault(code, message)

    def _fact(self, pages: int) -> None:
        counts: Counter[str] = Counter()
        for part in self.shelf.parts.values():
            counts[part.kind] += self._fronts[part.id]
        told = enumerated(f"{count} {kind}" for kind, count in counts.items())
        self.proof.notes.fact(
            self.proof.name,
            f"{pages} pages, {told}; largest deviation: size {self._worst_size:.4f} mm, back {self._worst_back:.4f} mm",
        )


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _unspaced(text: str) -> str:
    return "".join(text.split())


def judge_paper(proof: PdfProof, page: PageSeen, paper: Paper) -> None:
    """The page has the paper's size, and its boxes lie within one another."""
    width, height = page.size
    if max(abs(width - paper.width_mm), abs(height - paper.height_mm)) > LIMIT:
        message = f"is {width:.2f} x {height:.2f} mm; {paper.title} is {paper.width_mm:g} x {paper.height_mm:g} mm"
        proof.fault("page-size", message, page.number)
    if page.scaled:
        proof.fault("page-size", "is turned (/Rotate) or scaled (/UserUnit)", page.number)
    if page.trim is None or page.bleed is None:
        proof.fault("page-boxes", "lacks its TrimBox or its BleedBox", page.number)
    elif not (_within(page.trim, page.bleed) and _within(page.bleed, page.media)):
        message = "its boxes do not lie within one another: TrimBox, BleedBox, MediaBox"
        proof.fault("page-boxes", message, page.number)


def _within(inner: Box, outer: Box) -> bool:
    slack = LIMIT / MM
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )
