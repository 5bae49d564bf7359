"""The PDF files of an output folder by kind: sheets, box, cards, booklets, and pages of HTML beside booklets."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from generator.catalogue.equipment import Paper
from generator.layout.sheet_setup import Flip, SheetSetup
from generator.verify.box import prove_box
from generator.verify.documents import PdfProof, TagElement, bad_breaks, check_print_settings, read_tags, stretches_of
from generator.verify.expected import ExpectedFiles
from generator.verify.files import FOLDED, ListedFile, Notes, UnfitFileError, read_file
from generator.verify.folding import FoldedProof
from generator.verify.forms import SheetForms
from generator.verify.html_page import passages_of, prove_page, read_passages
from generator.verify.pdf import PdfFaultError, max_difference, open_pdf, reading
from generator.verify.sheets import SheetsProof
from generator.verify.svg import Svg

SHEETS = re.compile(r"(?:sheets|update)-([^/]+)\.pdf")
BOX = "box.pdf"
CARD = re.compile(r"card-[^/]+\.pdf")
ONE_SIDED = re.compile(r"cards-[^/]+\.pdf|(?:track|pad)\.pdf")
TAGGED = re.compile(r"(?:rules|cards?)-[^/]+(?<!-booklet)\.pdf")
"""Files with tags; booklets whose pages are imposed on sheets are for printing alone."""


class PdfFiles(Struct):
    """PDF files of one folder.

    Attributes:
        folder: where they are.
        papers: by id.
        notes: for faults and facts.
    """

    folder: Path
    papers: Mapping[str, Paper]
    notes: Notes

    def prove(self, name: str, raw: bytes) -> None:
        """Prove a file: first what every PDF must be, then its pages."""
        try:
            proof = PdfProof(name, open_pdf(raw), self.notes, len(raw))
            with reading():
                proof.check_objects()
                proof.check_damages()
            self.check_pages(proof)
        except PdfFaultError as error:
            self.notes.fault(name, "pdf-torn", f"cannot be read: {error}")

    def check_pages(self, proof: PdfProof) -> None:
        """Check the pages of a file.

        Raises:
            PdfFaultError: it cannot be read.
        """
        raise NotImplementedError


class GameFiles(PdfFiles, kw_only=True):
    """PDF files that belong to no language: sheets, the box and cards.

    Attributes:
        promise: of the game.
        laying: how the sheets are laid.
        box: the box's contents and paper, as the manifest gives them; None if there is none.
        drawing: returns the SVG of a component, if there is one.
        alike: components with the digests of streams that were found equal to their drawing; it grows.
    """

    promise: ExpectedFiles
    laying: SheetSetup
    box: list[str] | None
    drawing: Callable[[str], Svg | None]
    alike: set[tuple[str, bytes]]

    def check_pages(self, proof: PdfProof) -> None:
        if match := SHEETS.fullmatch(proof.name):
            paper = self.papers.get(match[1])
            if paper is None:
                proof.fault("unknown-paper", f"no paper {match[1]!r} is known; name its file with --paper")
                return
            forms = SheetForms(proof, self.promise.parts(paper), self.drawing, self.alike)
            laying = self.laying.on(paper)
            SheetsProof(proof, forms, paper, laying, self.promise.titles, self.promise.lots(paper)).check()
            check_print_settings(proof, Flip.NONE if self.laying.is_folded else self.laying.flip)
        elif proof.name == BOX:
            prove_box(proof, self.promise, self.box or [], self.papers)
            check_print_settings(proof, Flip.NONE)
        else:
            check_booklet(proof)


class RulesFiles(PdfFiles, kw_only=True):
    """The rules in one language: the booklet, the page of HTML that says the same, and the booklet to fold.

    Attributes:
        language: of all of them.
        files: as the manifest has them, by name.
        fold: how the booklet is to be folded.
        passages: of the booklet; None until it is read.
    """

    language: str
    files: Mapping[str, ListedFile]
    fold: list[str] | None
    passages: list[str] | None = None

    def check_pages(self, proof: PdfProof) -> None:
        if FOLDED.fullmatch(proof.name):
            name = f"rules-{self.language}.pdf"
            try:
                raw = read_file(self.folder, name)
            except UnfitFileError as error:
                proof.fault("booklet-alone", f"is held against {name}, which {error}")
                return
            text = PdfProof(name, open_pdf(raw), Notes(), size=len(raw))
            FoldedProof(proof, text, self.fold or [], self.papers).check()
        elif (top := check_booklet(proof)) is not None:
            self.passages = list(passages_of(top))

    def prove_page(self, name: str, raw: bytes) -> None:
        """Prove a page of HTML, against the booklet of its language."""
        booklet = f"rules-{self.language}.pdf"
        if booklet in self.files and self.passages is None:  # it was proved before, or is torn
            with suppress(UnfitFileError):
                self.passages = read_passages(booklet, read_file(self.folder, booklet))
        prove_page(name, raw, self.passages, self.notes)


def check_booklet(proof: PdfProof) -> TagElement | None:
    """Check a booklet or a card, whose pages have one size; return the top of its tags, if it has any.

    Raises:
        PdfFaultError: it cannot be read.
    """
    pages = list(proof.pages())
    first = pages[0].size
    for page in pages[1:]:
        size = page.size
        if max_difference(size, first) > 0.01:
            message = f"is {size[0]:.2f} x {size[1]:.2f} mm; the first page is {first[0]:.2f} x {first[1]:.2f} mm"
            proof.fault("page-sizes-differ", message, page.number)
    characters = sum(len(page.content.text) for page in pages)
    fact = f"{len(pages)} pages of {first[0]:g} x {first[1]:g} mm, {characters} characters"
    if all(font.embedded for font in proof.fonts.values()):
        fact += f", {len(proof.fonts)} fonts embedded"
    proof.notes.fact(proof.name, fact)
    if CARD.fullmatch(proof.name):
        check_print_settings(proof, Flip.LONG_EDGE if len(proof.pdf.pages) > 1 else Flip.NONE)
    elif ONE_SIDED.fullmatch(proof.name):
        check_print_settings(proof, Flip.NONE)
    if not TAGGED.fullmatch(proof.name):
        return None
    with reading():
        top = read_tags(proof.pdf, pages)
    for code, message, number in bad_breaks(list(stretches_of(top, pages))):
        proof.fault(code, message, number)
    return top
