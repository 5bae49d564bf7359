"""A file of sheets: every component as often as promised, where it must be, on paper of the right size."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from generator.catalogue.papers import Paper
from generator.imposition.laying import Laying
from generator.proof.backs import judge_backs
from generator.proof.documents import PageSeen, PdfProof
from generator.proof.forms import FormShelf
from generator.proof.marks import judge_marks
from generator.proof.pdf import MM, Box, Matrix
from generator.proof.placing import LIMIT, Placed, judge_bleeds, judge_placed, judge_printable, placed_on
from generator.wording import enumerated


class SheetsProof(Struct):
    """The proof of one file of sheets.

    Attributes:
        proof: what holds for every PDF.
        shelf: its forms.
        paper: what it should be printed on.
        laying: how the sheets are laid.
        titles: texts that must stand on each page.
    """

    proof: PdfProof
    shelf: FormShelf
    paper: Paper
    laying: Laying
    titles: tuple[str, ...]
    _fronts: Counter[str] = field(default_factory=Counter)
    _worst_size: float = 0.0
    _worst_back: float = 0.0

    def go(self) -> None:
        """Judge every page and every sheet.

        Raises:
            PdfFaultError: the file cannot be read.
        """
        fronts: list[Placed] = []
        for page in self.proof.pages(self._comes_out):
            placed = self._page(page)
            if page.number % 2:
                fronts = placed
                self._count(page, fronts)
            else:
                worst = judge_backs(self.proof, page, fronts, placed, self.shelf.parts, self.laying.flip)
                self._worst_back = max(self._worst_back, worst)
        count = len(self.proof.pdf.pages)
        if count % 2:
            self.proof.fault("page-count", f"has {count} pages; fronts and backs must alternate, so it must be even")
        self._totals()
        self._fact(count)

    def _comes_out(self, number: int) -> Matrix:
        """What the printer makes of a page, of which the laying must know: from mm in the file to mm on paper."""
        a, d, e, f = self.laying.correction.matrix(self.paper, back=number % 2 == 0)
        return (1 / a, 0.0, 0.0, 1 / d, -e / a, -f / d)

    def _page(self, page: PageSeen) -> list[Placed]:
        judge_paper(self.proof, page, self.paper)
        placed = placed_on(page, self.shelf)
        self._worst_size = max(self._worst_size, judge_placed(self.proof, page, placed))
        judge_bleeds(self.proof, page, placed)
        judge_printable(self.proof, page, self.paper, placed, self.laying.correction)
        judge_marks(self.proof, page, placed)
        shown = _unspaced(page.seen.text)
        for title in (*self.titles, *filter(None, self.laying.correction.notes())):
            if _unspaced(title) not in shown:
                self.proof.fault("title-missing", f"{title!r} does not stand on the page", page.number)
        return placed

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
        told = enumerated(f"{count} {kind}" for kind, count in counts.items()) or "nothing"
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
