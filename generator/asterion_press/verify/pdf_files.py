"""The PDF files of an output folder by kind: sheets, box, cards, booklets, and pages of HTML beside booklets.

A booklet to fold: its pages are those of the booklet, in order when the sheets are folded and read. Each placed form is
known by its content, which must be that of a page of the rules, to the byte, and by its text. The first half of a
folded booklet is read outside in, leaf after leaf, the other half inside out. Data that can break it: how many pages a
text has, the way of folding, the paper and its margins.

A box: its folds and cuts lie where they must, and folded it is a tray for its stack and a lid for that. It is folded in
thought: each panel is turned by a right angle about its fold, away from the printed side, and every corner becomes a
point in space. Nothing there is taken from how the net was laid out. x to the right, y down, z away from the reader.
Data that can break it: how many pieces there are, their size and thickness, the folded rules, and the paper that a net
must fit.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import zip_longest

from msgspec import Struct

from asterion_press.catalogue.equipment import Paper
from asterion_press.errors import LayoutError
from asterion_press.layout.box import (
    BESIDE_MM,
    BOOKLET_MM,
    Box,
    Net,
    Solid,
    fit_box,
    folded,
    lot_to_box,
    parse_box,
    point_on_sheet,
)
from asterion_press.layout.grid import RULER_MM
from asterion_press.layout.saddle_stitch import Fold, Leaf, Spread, creep, margin_on_side, parse_fold, spread_on
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.verify.documents import (
    PdfPage,
    PdfProof,
    TagElement,
    bad_breaks,
    read_tags,
    stretches_of,
)
from asterion_press.verify.expected import ExpectedFiles
from asterion_press.verify.files import FOLDED, MANIFEST, LanguageFiles, Notes, UnfitFileError, read_file
from asterion_press.verify.forms import SheetForms
from asterion_press.verify.html_page import passages_of, prove_page, read_passages
from asterion_press.verify.pdf import (
    LIMIT,
    MM,
    Matrix,
    PdfFaultError,
    Stroke,
    TextRun,
    apply,
    as_dictionary,
    content_bytes,
    lies_within,
    max_difference,
    open_pdf,
    reading,
    times,
)
from asterion_press.verify.sheets import SheetsProof
from asterion_press.verify.svg import Svg

LINE_MM = 0.2
"""The width of folds and cuts and of no other line: the edges of a painted panel are no line to fold along.

Source: print shops ask for 0.15 to 0.25 mm."""
LEAST_MM = 0.02
"""Lines shorter than this are lost in the rounding of a file."""
CLOSE_MM = 0.001
"""Lengths that differ by less are equal."""
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
    """Check a page of a box: its size, its lines to fold and cut along, and its ruler."""
    paper = box.paper
    if max_difference(page.size, (paper.width_mm, paper.height_mm)) > LIMIT or page.scaled:
        message = f"is {page.size[0]:.2f} x {page.size[1]:.2f} mm; {paper.title} is {paper.width_mm:g} mm wide"
        proof.fault("page-size", message, page.number)
    strokes = [stroke for stroke in page.content.strokes if stroke.width > 0]
    thin = [stroke for stroke in strokes if abs(stroke.width - LINE_MM) < LIMIT]
    for what, lines in (("fold", net.folds()), ("cut", net.cuts())):
        for begin, end in lines:
            a, b = point_on_sheet(box, net, begin), point_on_sheet(box, net, end)
            ways = (*a, *b), (*b, *a)
            drawn = any(max_difference(line.ends, way) <= LIMIT for line in thin for way in ways)
            if max_difference(a, b) > LEAST_MM and not drawn:
                message = f"the {what} from {a[0]:.2f}, {a[1]:.2f} to {b[0]:.2f}, {b[1]:.2f} mm is not drawn there"
                proof.fault(f"box-{what}", message, page.number)
    level = [max_difference(s.ends[:2], s.ends[2:]) for s in thin if abs(s.y0 - s.y1) < LIMIT]
    if not any(abs(length - RULER_MM) <= LIMIT for length in level):
        proof.fault("ruler", f"has no ruler of {RULER_MM:g} mm", page.number)
    margin = paper.margin_mm
    reach = margin.left, margin.top, paper.width_mm - margin.right, paper.height_mm - margin.bottom
    for stroke in strokes:
        if not lies_within(stroke.box, reach):
            message = f"a line at {stroke.x0:.2f}, {stroke.y0:.2f} mm lies where printers do not reach"
            proof.fault("outside-printable", message, page.number)
            break


def box_faults(box: Box) -> Iterator[str]:
    """Yield what does not meet or does not fit, in words."""
    lid, tray = (_folded(net) for net in box.nets)
    for name, net, space in zip(("lid", "tray"), box.nets, (lid, tray), strict=True):
        for here, there in zip(WALLS, (*WALLS[1:], WALLS[0]), strict=True):
            if len(set(space[here]) & set(space[there])) != 2:
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


def _folded(net: Net) -> Space:
    """Return the corners of each panel of a folded net, to a thousandth of a millimetre."""
    return {
        name: [(round(x, 3), round(y, 3), round(z, 3)) for x, y, z in corners] for name, corners in folded(net).items()
    }


def _within(inner: list[Solid], outer: list[Solid]) -> bool:
    """Check whether corners lie in the plane of a panel and inside of the box around it."""
    spans = [(min(places), max(places)) for places in zip(*outer, strict=True)]
    return all(low <= at <= high for point in inner for at, (low, high) in zip(point, spans, strict=True))


def _lengths(space: Space) -> Solid:
    """Return how long a folded part is in each direction."""
    corners = [corner for name in WALLS for corner in space[name]]
    wide, deep, high = (max(places) - min(places) for places in zip(*corners, strict=True))
    return wide, deep, high


def _in_mm(lengths: Solid) -> str:
    return " x ".join(f"{length:.2f}" for length in lengths) + " mm"


BLANK_MM = 9.2
"""The edge of a page on which nothing is printed; the check of the printable area holds this."""
STAPLES = 2


class FoldedProof(Struct):
    """The proof of one booklet to fold.

    Attributes:
        proof: of the file.
        text: the booklet that it is made from.
        words: how it is folded, as the manifest says.
        papers: by id.
    """

    proof: PdfProof
    text: PdfProof
    words: list[str]
    papers: Mapping[str, Paper]
    _numbers: dict[tuple[bytes, str], int] = {}
    _size: tuple[float, float] = (0.0, 0.0)

    def check(self) -> None:
        """Check every side, and the order of all pages.

        Raises:
            PdfFaultError: a file cannot be read.
        """
        try:
            fold = parse_fold(self.words)
            paper = self.papers[fold.paper]
        except (KeyError, ValueError):
            self.proof.notes.fault(MANIFEST, "unknown-fold", f"says no way of folding: {' '.join(self.words)[:80]!r}")
            return
        count = len(self.text.pdf.pages)
        for page in self.text.pages():
            digest = hashlib.sha256(content_bytes(self.text.pdf.pages[page.number - 1].obj)).digest()
            self._numbers.setdefault((digest, page.content.text), page.number)
            self._size = page.size
        sheets = -(-count // 4)
        try:
            spread = spread_on(paper, Leaf(*self._size, BLANK_MM), sheets, fold)
        except LayoutError as error:
            self.proof.fault("page-size", str(error))
            return
        sides = [self._side(page, paper, spread, fold) for page in self.proof.pages()]
        if len(sides) != 2 * sheets:
            message = f"has {len(sides)} sides; {count} pages take {sheets} sheets, which have {2 * sheets}"
            self.proof.fault("page-count", message)
            return
        for place, (found, right) in enumerate(zip_longest(_read_order(sides), range(1, count + 1), fillvalue=0), 1):
            if found != right:
                there, due = (f"page {number}" if number else "a blank page" for number in (found, right))
                message = f"folded and read, the {place}. page shows {there} of the text; it must show {due}"
                self.proof.fault("page-order", message)
        self.proof.notes.fact(
            self.proof.name,
            f"{count} pages and {4 * sheets - count} blank ones in order on {sheets} sheets, {paper.title}, "
            f"turned over along the {fold.flip.value.replace('-', ' ')}, creep {creep(sheets, fold):g} mm",
        )

    def _side(self, page: PdfPage, paper: Paper, spread: Spread, fold: Fold) -> tuple[int, int]:
        """Check a side; return the numbers of the pages on its left and right half, 0 for a blank one."""
        if max_difference(page.size, (spread.width, spread.height)) > LIMIT or page.scaled:
            message = f"is {page.size[0]:.2f} x {page.size[1]:.2f} mm; it must be {paper.title} on its side, not turned"
            self.proof.fault("page-size", message, page.number)
        over = fold.flip is Flip.LONG_EDGE and page.number % 2 == 0
        upright: Matrix = (-1, 0, 0, -1, spread.width, spread.height) if over else (1, 0, 0, 1, 0, 0)
        strokes = [
            Stroke(*apply(upright, s.x0, s.y0), *apply(upright, s.x1, s.y1), s.width) for s in page.content.strokes
        ]
        self._check_marks(page, strokes, spread)
        shift = creep((page.number + 1) // 2, fold)
        halves = [0, 0]
        forms = as_dictionary(page.resources.get("/XObject"))
        for shown in page.content.shown:
            at = times(shown.matrix, upright)
            with reading():
                form = forms.get(shown.name)
                digest = hashlib.sha256(content_bytes(form)).digest()
                seen = self.proof.play(form, page.number, at)
            number = self._numbers.get((digest, seen.text), 0)
            if not number:
                message = f"{shown.name[:40]} is no page of {self.text.name}: its drawing or its text differs"
                self.proof.fault("foreign-page", message, page.number)
            in_mm = times((1 / MM, 0, 0, -1 / MM, 0, self._size[1] / MM), at)
            right = in_mm[4] + self._size[0] * abs(in_mm[0]) / 2 > spread.fold
            halves[right] = number
            name, (wide, high), size = f"page {number} of the text", self._size, spread.page
            sides, corner = (wide * abs(in_mm[0]), high * abs(in_mm[3])), spread.page_corner(right=right, shift=shift)
            if max(wide * abs(in_mm[1]), high * abs(in_mm[2]), -in_mm[0], -in_mm[3]) > LIMIT:
                self.proof.fault("page-turned", f"{name} does not stand upright", page.number)
            if max_difference(sides, size) > LIMIT:
                message = f"{name} is {sides[0]:.2f} x {sides[1]:.2f} mm; it must be {size[0]:.2f} mm wide"
                self.proof.fault("page-scale", message, page.number)
            if max_difference(in_mm[4:], corner) > LIMIT:
                message = f"{name} begins at {in_mm[4]:.2f}, {in_mm[5]:.2f} mm; "
                message += f"it must at {corner[0]:.2f}, {corner[1]:.2f} mm"
                self.proof.fault("page-misplaced", message, page.number)
            beside, above = margin_on_side(paper)
            near, far = (spread.fold, spread.width - beside) if right else (beside, spread.fold)
            half = near, above, far, spread.height - above  # of which printers reach all
            things: list[Stroke | TextRun] = [*seen.strokes, *seen.runs]
            beyond = (one for one in things if (box := one.seen) and not lies_within(box, half))
            if one := next(beyond, None):
                message = (
                    f"what page {number} of the text shows at {one.x0:.2f}, {one.y0:.2f} mm lies beyond its "
                    "half, or where printers do not reach"
                )
                self.proof.fault("outside-printable", message, page.number)
        return halves[0], halves[1]

    def _check_marks(self, page: PdfPage, strokes: list[Stroke], spread: Spread) -> None:
        """Check that the fold is marked above and below on a back, and both staples on the first front."""
        on_fold = [s for s in strokes if max(abs(s.x0 - spread.fold), abs(s.x1 - spread.fold)) < LIMIT and s.width > 0]
        middles = [(stroke.y0 + stroke.y1) / 2 for stroke in on_fold]
        both = min(middles, default=spread.height) < spread.height / 2 < max(middles, default=0)
        if page.number % 2 == 0 and not both:
            self.proof.fault("fold-marks", "the fold is not marked above and below", page.number)
        if page.number == 1 and not (both and len(middles) == STAPLES):
            self.proof.fault("staple-marks", "the two staples are not marked on the fold", page.number)


def _read_order(sides: list[tuple[int, int]]) -> Iterator[int]:
    """Yield the pages of the folded sheets as a reader turns them; a side is (left, right) as its face is seen."""
    fronts, backs = sides[::2], sides[1::2]
    for front, back in zip(fronts, backs, strict=True):  # outside in: each leaf's right-hand page, then its other side
        yield front[1]
        yield back[0]
    for front, back in zip(reversed(fronts), reversed(backs), strict=True):
        yield back[1]
        yield front[0]


SHEETS = re.compile(r"(?:sheets|update)-([^/]+)\.pdf")
BOX = "box.pdf"
TAGGED = re.compile(r"(?:rules|cards?)-[^/]+(?<!-booklet)\.pdf")
"""Files with tags; booklets whose pages are imposed on sheets are for printing alone."""


def prove_pdf(name: str, raw: bytes, notes: Notes, check: Callable[[PdfProof], object]) -> None:
    """Prove a file: first what every PDF must be, then its pages."""
    try:
        proof = PdfProof(name, open_pdf(raw), notes, len(raw))
        with reading():
            proof.check_objects()
        check(proof)
    except PdfFaultError as error:
        notes.fault(name, "pdf-torn", f"cannot be read: {error}")


class GameFiles(Struct):
    """PDF files that belong to no language: sheets, the box and cards.

    Attributes:
        notes: for faults and facts.
        papers: by id.
        promise: of the game.
        laying: how the sheets are laid.
        box: the box's contents and paper, as the manifest gives them; None if there is none.
        drawing: returns the SVG of a component, if there is one.
        alike: components with the digests of streams that were found equal to their drawing; it grows.
    """

    notes: Notes
    papers: Mapping[str, Paper]
    promise: ExpectedFiles
    laying: SheetSetup
    box: list[str] | None
    drawing: Callable[[str], Svg | None]
    alike: set[tuple[str, bytes]]

    def prove(self, name: str, raw: bytes) -> None:
        """Prove a file."""
        prove_pdf(name, raw, self.notes, self._check)

    def _check(self, proof: PdfProof) -> None:
        if match := SHEETS.fullmatch(proof.name):
            paper = self.papers.get(match[1])
            if paper is None:
                proof.fault("unknown-paper", f"no paper {match[1]!r} is known; name its file with --paper")
                return
            forms = SheetForms(proof, self.promise.parts(paper), self.drawing, self.alike)
            laying = self.laying.on(paper)
            SheetsProof(proof, forms, paper, laying, self.promise.titles, self.promise.lots(paper)).check()
        elif proof.name == BOX:
            prove_box(proof, self.promise, self.box or [], self.papers)
        else:
            check_booklet(proof)


class RulesFiles(Struct):
    """The rules in one language: the booklet, the page of HTML that says the same, and the booklet to fold.

    Attributes:
        listed: the files.
        notes: for faults and facts.
        passages: of the booklet; None until it is read.
    """

    listed: LanguageFiles
    notes: Notes
    passages: list[str] | None = None

    def prove(self, name: str, raw: bytes) -> None:
        """Prove a file; a page of HTML against the booklet of its language."""
        booklet = f"rules-{self.listed.language}.pdf"
        if not name.endswith(".html"):
            prove_pdf(name, raw, self.notes, lambda proof: self._check(proof, booklet))
            return
        if booklet in self.listed.files and self.passages is None:  # it was proved before, or is torn
            with suppress(UnfitFileError):
                self.passages = read_passages(booklet, read_file(self.listed.folder, booklet))
        prove_page(name, raw, self.passages, self.notes)

    def _check(self, proof: PdfProof, booklet: str) -> None:
        if proof.name.endswith(FOLDED):
            try:
                raw = read_file(self.listed.folder, booklet)
            except UnfitFileError as error:
                proof.fault("booklet-alone", f"is held against {booklet}, which {error}")
                return
            text = PdfProof(booklet, open_pdf(raw), Notes(), size=len(raw))
            FoldedProof(proof, text, self.listed.fold or [], self.listed.papers).check()
        elif (top := check_booklet(proof)) is not None:
            self.passages = list(passages_of(top))


def check_booklet(proof: PdfProof) -> TagElement | None:
    """Check a booklet or a card; return the top of its tags, if it has any.

    Raises:
        PdfFaultError: it cannot be read.
    """
    pages = list(proof.pages())
    first = pages[0].size
    characters = sum(len(page.content.text) for page in pages)
    fact = f"{len(pages)} pages of {first[0]:g} x {first[1]:g} mm, {characters} characters"
    if all(font.embedded for font in proof.fonts.values()):
        fact += f", {len(proof.fonts)} fonts embedded"
    proof.notes.fact(proof.name, fact)
    if not TAGGED.fullmatch(proof.name):
        return None
    with reading():
        top = read_tags(proof.pdf, pages)
    for code, message, number in bad_breaks(list(stretches_of(top, pages))):
        proof.fault(code, message, number)
    return top
