"""The proof of a PDF with a page for each side of each piece: its boxes, its art, its cut lines and their ink.

Source: ISO 32000-1, 8.6.6.4 (separations), 8.11 (optional content), 14.11.2 (boxes), 14.11.5 (output intents).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from generator.layout.sheets import Lot, Piece
from generator.verify.content_stream import PlacedForm, Stroke, times
from generator.verify.documents import PdfPage, PdfProof
from generator.verify.expected import ROUNDED
from generator.verify.exports.export_folder import TABLE, Exported, ExportFiles
from generator.verify.exports.pictures import prove_rows
from generator.verify.forms import COMPONENT_KEY
from generator.verify.pdf import MM, PdfFaultError, as_dictionary, as_list, max_difference, numbers, open_pdf, reading
from generator.verify.placement import LIMIT

CUT, FOLD = "Cut lines", "Fold lines"
CREASE = "Crease"
NEAR = 2 * ROUNDED
"""A line and the matrix before it are both written to 0.01 mm."""


class PieceSide(Struct, frozen=True):
    """One page that must be there."""

    lot: Lot
    piece: Piece
    component: str
    front: bool


def prove_pdf(exported: Exported, found: ExportFiles) -> None:
    """Prove the pages and their table."""
    name = f"{exported.game}-pieces.pdf"
    sides = list(_sides(exported))
    found.expect({name, TABLE})
    prove_rows(found, TABLE, _rows(exported))
    raw = found.raw(name)
    if raw is None:
        return
    try:
        proof = PdfProof(name, open_pdf(raw), found.notes, size=len(raw), expected_pages=len(sides))
        with reading():
            proof.check_objects()
            proof.check_metadata()
            _PiecePages(exported, proof, sides).check()
    except PdfFaultError as error:
        found.notes.fault(name, "pdf-torn", f"cannot be read: {error}")


def _sides(exported: Exported) -> Iterator[PieceSide]:
    for lot, piece in exported.pieces():
        yield PieceSide(lot, piece, piece.id, front=True)
        if piece.back:
            yield PieceSide(lot, piece, piece.back, front=False)


def _rows(exported: Exported) -> Iterator[str]:
    yield "page,back page,piece,copies,width mm,height mm"
    page = 1
    for lot, piece in exported.pieces():
        back = f"{page + 1}" if piece.back else ""
        yield f"{page},{back},{piece.id},{piece.copies},{lot.width:.2f},{lot.height:.2f}"
        page += 2 if piece.back else 1


class _PiecePages:
    """The proof of the pages of one file."""

    def __init__(self, exported: Exported, proof: PdfProof, sides: Sequence[PieceSide]) -> None:
        self._exported, self._proof, self._sides = exported, proof, sides
        self._bleed = exported.number("bleed") if "bleed" in exported.options else None
        self._ink = exported.option("cut-line")
        self._bleeds: dict[str, float] = {}

    def check(self) -> None:
        count = len(self._proof.pdf.pages)
        if count != len(self._sides):
            message = f"has {count} pages; the game has {len(self._sides)} sides of pieces"
            self._proof.fault("page-count", message)
        for page, side in zip(self._proof.pages(), self._sides, strict=False):
            self._check_boxes(page, side)
            forms = as_dictionary(page.resources.get("/XObject"))
            art: list[tuple[PlacedForm, Any]] = []
            lines: list[tuple[PlacedForm, Any]] = []
            for shown in page.content.shown:
                form = forms[shown.name]
                (lines if form.get("/OC") is not None else art).append((shown, form))
            self._check_art(page, side, art)
            self._check_lines(page, side, lines)
        wanted, there = "intent" in self._exported.options, "/OutputIntents" in self._proof.pdf.Root
        if wanted != there:
            self._proof.fault("output-intent", "lacks its output intent" if wanted else "has an output intent unasked")
        self._proof.notes.fact(self._proof.name, f"{count} pages, a side of a piece on each")

    def _check_boxes(self, page: PdfPage, side: PieceSide) -> None:
        """Check that the trim has the piece's size, and that the bleed is the same on all sides of all of a kind."""
        lot = side.lot
        if page.scaled or page.trim is None or page.bleed is None:
            message = "is turned or scaled, or lacks its TrimBox or its BleedBox"
            self._proof.fault("page-boxes", message, page.number)
            return
        left, bottom, right, top = (value * MM for value in page.trim)
        if max(abs(right - left - lot.width), abs(top - bottom - lot.height)) > LIMIT:
            size = f"{right - left:.2f} x {top - bottom:.2f} mm"
            message = f"its TrimBox is {size}; {side.piece.name} is {lot.width:g} x {lot.height:g} mm"
            self._proof.fault("page-boxes", message, page.number)
        if max_difference(page.bleed, page.media) * MM > LIMIT:
            self._proof.fault("page-boxes", "its BleedBox is not its MediaBox", page.number)
        media = page.media
        around = left - media[0] * MM, bottom - media[1] * MM, media[2] * MM - right, media[3] * MM - top
        allowed = [lot.bleed] if self._bleed is None or not lot.bleed else [self._bleed, lot.bleed]
        first = self._bleeds.setdefault(lot.kind, min(allowed, key=lambda one: abs(one - around[0])))
        if max(abs(one - first) for one in around) > LIMIT:
            told = " ".join(f"{one:.2f}" for one in around)
            message = f"bleeds {told} mm beyond its TrimBox; it must be {first:g} mm on each side"
            self._proof.fault("page-boxes", message, page.number)

    def _check_art(self, page: PdfPage, side: PieceSide, art: list[tuple[PlacedForm, Any]]) -> None:
        """Check that the page shows the piece in true size."""
        said = [str(form.get(COMPONENT_KEY, "")) for _, form in art]
        if said != [side.component]:
            told = ", ".join(one[:40] for one in said) or "nothing"
            self._proof.fault("wrong-piece", f"shows {told}; it must show {side.component}", page.number)
            return
        shown, form = art[0]
        bleed, lot = self._bleeds.get(side.lot.kind, side.lot.bleed), side.lot
        matrix = times(numbers(form.get("/Matrix", [1, 0, 0, 1, 0, 0]), 6), shown.matrix)  # type: ignore[arg-type]
        if max_difference(matrix, (1, 0, 0, 1, bleed, bleed)) > LIMIT:
            message = f"{side.piece.name} is not in true size in the middle of its page"
            self._proof.fault("wrong-place", message, page.number)
        wide, high = lot.width + bleed, lot.height + bleed
        box = numbers(form.get("/BBox"), 4)
        if max_difference(box, (-bleed, -bleed, wide, high)) > NEAR:
            self._proof.fault("form-box", f"{side.piece.name} is not cut at its bleed of {bleed:g} mm", page.number)

    def _check_lines(self, page: PdfPage, side: PieceSide, lines: list[tuple[PlacedForm, Any]]) -> None:
        """Check that the lines are there that must be, in their ink, and that the cut goes around the trim."""
        own_cuts, own_folds = self._exported.lines(side.component)
        wanted = {CUT} | ({FOLD} if own_folds else set()) if side.front and self._ink != "none" else set()
        there = {str(form.get("/OC").get("/Name", "")) for _, form in lines}
        if there != wanted or len(lines) != len(wanted):
            told, must = (", ".join(sorted(names)) or "none" for names in (there, wanted))
            self._proof.fault("cut-lines", f"has the layers of lines: {told[:80]}; it must have: {must}", page.number)
            return
        for shown, form in lines:
            name = str(form.get("/OC").get("/Name", ""))
            ink = self._exported.option("spot-name") if name == CUT else CREASE
            spaces = as_dictionary(as_dictionary(form.get("/Resources")).get("/ColorSpace"))
            named = [str(as_list(space)[1]).removeprefix("/") for space in spaces.values() if len(as_list(space)) > 1]
            if named != ([ink] if self._ink == "spot" else []):
                told = ", ".join(one[:40] for one in named) or "no ink of their own"
                self._proof.fault("cut-ink", f"its {name.lower()} have {told}; they must be in {ink!r}", page.number)
            strokes = self._proof.play_form(form, page.number, shown.matrix).strokes
            if name == CUT and not own_cuts:
                self._check_cut(page, side.lot, strokes)

    def _check_cut(self, page: PdfPage, lot: Lot, strokes: list[Stroke]) -> None:
        """Check that the cut goes around the trim."""
        bleed = self._bleeds.get(lot.kind, lot.bleed)
        trim = bleed, bleed, bleed + lot.width, bleed + lot.height
        box = None
        if strokes:
            xs = [x for one in strokes for x in (one.x0, one.x1)]
            ys = [y for one in strokes for y in (one.y0, one.y1)]
            box = min(xs), min(ys), max(xs), max(ys)
        if box is None or max_difference(box, trim) > NEAR:
            told = "nowhere" if box is None else " ".join(f"{one:.2f}" for one in box)
            message = f"the cut goes {told}; the trim is {' '.join(f'{one:.2f}' for one in trim)} mm"
            self._proof.fault("cut-lines", message, page.number)
