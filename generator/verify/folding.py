"""The proof of a booklet to fold: its pages are those of the booklet, in order when the sheets are folded and read.

Each placed form is known by its content, which must be that of a page of the rules, to the byte, and by its text. The
first half of a folded booklet is read outside in, leaf after leaf, the other half inside out. Data that can break it:
how many pages a text has, the way of folding, the paper and its margins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from msgspec import Struct, field

from generator.catalogue.equipment import Paper
from generator.errors import LayoutError
from generator.layout.saddle_stitch import Fold, Leaf, Spread, creep, margin_on_side, parse_fold, spread_on
from generator.layout.sheet_setup import Flip
from generator.verify.content_stream import PageContent, Stroke, TextRun, apply, times
from generator.verify.documents import PdfPage, PdfProof, check_print_settings
from generator.verify.files import MANIFEST
from generator.verify.pdf import MM, Matrix, as_dictionary, content_bytes, max_difference, reading
from generator.verify.placement import LIMIT

BLANK_MM = 9.2
"""The edge of a page on which nothing is printed; the check of the printable area holds this."""
STAPLES = 2


class FoldedPage(Struct, frozen=True):
    """A page of the text on a side of a sheet.

    Attributes:
        number: of the page; 0 if it is none of the text.
        x, y: its top left corner, in mm.
        width, height: in mm.
        turn: how far its lower right corner is from where its size would put it, in mm; 0 if upright.
        content: of the page.
    """

    number: int
    x: float
    y: float
    width: float
    height: float
    turn: float
    content: PageContent


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
    _numbers: dict[bytes, list[int]] = field(default_factory=dict)
    _texts: list[str] = field(default_factory=list)
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
        for page in self.text.pages():
            digest = hashlib.sha256(content_bytes(self.text.pdf.pages[page.number - 1].obj)).digest()
            self._numbers.setdefault(digest, []).append(page.number)
            self._texts.append(page.content.text)
            self._size = page.size
        sheets = -(-len(self._texts) // 4)
        try:
            spread = spread_on(paper, Leaf(*self._size, BLANK_MM), sheets, fold)
        except LayoutError as error:
            self.proof.fault("page-size", str(error))
            return
        sides = [self._side(page, paper, spread, fold) for page in self.proof.pages()]
        if len(sides) != 2 * sheets:
            message = f"has {len(sides)} sides; {len(self._texts)} pages take {sheets} sheets, which have {2 * sheets}"
            self.proof.fault("page-count", message)
            return
        wanted = range(1, len(self._texts) + 1)
        for place, (found, right) in enumerate(zip_longest(_read_order(sides), wanted, fillvalue=0), 1):
            if found != right:
                there, due = (f"page {number}" if number else "a blank page" for number in (found, right))
                message = f"folded and read, the {place}. page shows {there} of the text; it must show {due}"
                self.proof.fault("page-order", message)
        check_print_settings(self.proof, fold.flip)
        blank = 4 * sheets - len(self._texts)
        self.proof.notes.fact(
            self.proof.name,
            f"{len(self._texts)} pages and {blank} blank ones in order on {sheets} sheets, {paper.title}, "
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
        for laid in self._pages_on(page, upright):
            right = laid.x + laid.width / 2 > spread.fold
            if halves[right]:
                half = "right" if right else "left"
                self.proof.fault("page-twice", f"two pages lie on its {half} half", page.number)
            halves[right] = laid.number
            self._check_place(page, laid, spread.page, spread.page_corner(right=right, shift=shift))
            self._check_printable(page, laid, paper, spread, right=right)
        return halves[0], halves[1]

    def _pages_on(self, page: PdfPage, upright: Matrix) -> Iterator[FoldedPage]:
        """Yield the pages of the text on a side, which `upright` turns as it is read."""
        forms = as_dictionary(page.resources.get("/XObject"))
        for shown in page.content.shown:
            with reading():
                form = forms.get(shown.name)
                digest = hashlib.sha256(content_bytes(form)).digest()
                m = times((1 / MM, 0, 0, -1 / MM, 0, self._size[1] / MM), times(shown.matrix, upright))
                seen = self.proof.play_form(form, page.number, times(shown.matrix, upright))
            numbers = [n for n in self._numbers.get(digest, ()) if self._texts[n - 1] == seen.text]
            if not numbers:
                message = f"{shown.name[:40]} is no page of {self.text.name}: its drawing or its text differs"
                self.proof.fault("foreign-page", message, page.number)
            width, height = self._size
            far = apply(m, width, height)
            wide, high = width * abs(m[0]), height * abs(m[3])
            turn = max(abs(far[0] - m[4] - wide), abs(far[1] - m[5] - high), abs(m[1]), abs(m[2]))
            yield FoldedPage(numbers[0] if numbers else 0, m[4], m[5], wide, high, turn, seen)

    def _check_place(
        self, page: PdfPage, laid: FoldedPage, size: tuple[float, float], corner: tuple[float, float]
    ) -> None:
        name = f"page {laid.number} of the text"
        if laid.turn > LIMIT:
            self.proof.fault("page-turned", f"{name} does not stand upright", page.number)
        if max_difference((laid.width, laid.height), size) > LIMIT:
            message = f"{name} is {laid.width:.2f} x {laid.height:.2f} mm; it must be {size[0]:.2f} mm wide"
            self.proof.fault("page-scale", message, page.number)
        if max_difference((laid.x, laid.y), corner) > LIMIT:
            message = f"{name} begins at {laid.x:.2f}, {laid.y:.2f} mm; it must at {corner[0]:.2f}, {corner[1]:.2f} mm"
            self.proof.fault("page-misplaced", message, page.number)

    def _check_printable(self, page: PdfPage, laid: FoldedPage, paper: Paper, spread: Spread, *, right: bool) -> None:
        """Check that all lines and words lie on their own half, and where printers reach."""
        beside, above = margin_on_side(paper)
        left_edge, right_edge = (spread.fold, spread.width - beside) if right else (beside, spread.fold)
        things: list[Stroke | TextRun] = [*laid.content.strokes, *laid.content.runs]
        for thing in things:
            if (seen := thing.seen) is None:
                continue  # the clip leaves nothing of it
            left, top, right_end, bottom = seen
            is_across = left > left_edge - LIMIT and right_end < right_edge + LIMIT
            if not is_across or top < above - LIMIT or bottom > spread.height - above + LIMIT:
                message = (
                    f"what page {laid.number} of the text shows at {thing.x0:.2f}, {thing.y0:.2f} mm lies beyond its "
                    "half, or where printers do not reach"
                )
                self.proof.fault("outside-printable", message, page.number)
                return

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
