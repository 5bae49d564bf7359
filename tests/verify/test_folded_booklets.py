"""Booklets to fold: a good one is proved, and each way in which one can be spoilt is found."""

from __future__ import annotations

import io
from itertools import accumulate
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.geometry import pt
from asterion_press.layout.saddle_stitch import PAGE_MM, Fold
from asterion_press.layout.sheet_setup import Flip
from asterion_press.pdf.document import Document
from asterion_press.pdf.fonts import load_font, text_operators
from asterion_press.pdf.reportlab_adapter import write_operators
from asterion_press.pdf.saddle_stitch import print_folded_booklet
from asterion_press.pdf.tags import ORNAMENT, Element
from asterion_press.rulebook.typeset.styles import PAGE_HEIGHT
from asterion_press.verify import Report
from asterion_press.verify.pdf import TextRun
from tests.support.workshop import Change, any_folder, changed, replacing, rewritten

PAGES = 10
NAME = "rules-en-booklet.pdf"
PAPERS = {paper.id: load_paper(paper.path) for paper in library.papers().values()}


def text(pages: int = PAGES, at: float = 300.0, drawn: str = "60 60 m 360 60 l S") -> bytes:
    """A booklet whose pages say their numbers."""
    font = load_font(library.fonts_folder(), "Alegreya")
    canvas = Document(PAGE_MM, "Small", root=Element("Document"))
    structure = canvas.structure
    for number in range(1, pages + 1):
        output = f"page {number}"
        places = list(accumulate(font.advances(output), lambda x, advance: x + advance * 0.03, initial=0.0))
        shown = text_operators(canvas, font, 30, output, places[: len(output)])
        structure.mark(structure.root.add("P"))
        write_operators(canvas, f"BT 1 0 0 1 100 {at:g} Tm", *shown, "ET")
        structure.mark(ORNAMENT)
        write_operators(canvas, drawn)
        structure.end_page()
    return canvas.finish()


TEXT = text()
FOLDS = [Fold(paper, flip) for paper in ("a4", "letter", "a3") for flip in (Flip.SHORT_EDGE, Flip.LONG_EDGE)]


def printed(fold: Fold, booklet: bytes = TEXT) -> bytes:
    return print_folded_booklet(booklet, PAPERS[fold.paper], fold)


def proof_of(
    folder: Path, folded: bytes, fold: Fold, booklet: bytes | None = TEXT, words: list[str] | None = None
) -> Report:
    files = {NAME: folded} | ({"rules-en.pdf": booklet} if booklet else {})
    return any_folder(folder, files, (), PAPERS, {"booklet": words or fold.words()}).prove()


@pytest.mark.parametrize("fold", FOLDS, ids=lambda fold: "-".join(fold.words()))
def test_a_booklet_as_it_is_printed_is_proved(fold: Fold, tmp_path: Path) -> None:
    report = proof_of(tmp_path, printed(fold), fold)
    assert report.lines() == []
    assert "10 pages and 2 blank ones in order on 3 sheets" in next(f.text for f in report.facts if f.file == NAME)


@pytest.mark.parametrize("pages", range(1, 10))
def test_every_number_of_pages_is_proved(pages: int, tmp_path: Path) -> None:
    booklet = text(pages)
    assert proof_of(tmp_path, printed(Fold(), booklet), Fold(), booklet).lines() == []


def test_another_reader_sees_the_pages_in_their_halves_in_the_right_order() -> None:
    found = []
    for page in pypdfium2.PdfDocument(printed(Fold())):
        assert (round(page.get_width()), round(page.get_height())) == (842, 595)
        words, half = page.get_textpage(), page.get_width() / 2
        found += [words.get_text_bounded(*box).strip() for box in ((0, 0, half, 595), (half, 0, 2 * half, 595))]
    numbers = [int(output.removeprefix("page ")) if output else None for output in found]
    assert numbers == [None, 1, 2, None, 10, 3, 4, 9, 8, 5, 6, 7]


def test_backs_are_upside_down_where_the_sheet_is_turned_over_along_its_long_edge() -> None:
    fold = Fold(flip=Flip.LONG_EDGE)
    first, second = (pypdfium2.PdfDocument(printed(fold))[at].render(scale=0.5).to_numpy() for at in (0, 1))
    upright = pypdfium2.PdfDocument(printed(Fold()))[1].render(scale=0.5).to_numpy()
    off = abs(second[::-1, ::-1].astype(int) - upright).mean()
    assert off < 1, "turned by half a turn it is the other one, but for the rounding of pixels"
    assert abs(second.astype(int) - upright).mean() > 5 * off
    assert first.shape == second.shape


def test_the_same_booklet_gives_the_same_bytes_and_embeds_each_font_once() -> None:
    assert printed(Fold()) == printed(Fold())
    assert printed(Fold()).count(b"/FontFile2") == TEXT.count(b"/FontFile2") == 1


def test_it_tells_print_dialogues_how_to_turn_the_sheets() -> None:
    pdf = pikepdf.open(io.BytesIO(printed(Fold(flip=Flip.LONG_EDGE))))
    assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    assert pdf.Root.Lang == "en"
    assert str(pdf.docinfo.Title) == "Small, A4"


def on(number: int, old: str, new: str) -> Change:
    return rewritten(number, replacing(old, new))


def swapped(pdf: pikepdf.Pdf) -> None:
    forms = pdf.pages[2].obj.Resources.XObject
    forms.P3, forms.P10 = forms.P10, forms.P3


def same_twice(pdf: pikepdf.Pdf) -> None:
    pdf.pages[4].obj.Resources.XObject.P5 = pdf.pages[4].obj.Resources.XObject.P8


def one_word_changed(pdf: pikepdf.Pdf) -> None:
    form = pdf.pages[2].obj.Resources.XObject.P3
    form.write(form.read_bytes().replace(b"60 60 m", b"61 60 m"))


def other_font(pdf: pikepdf.Pdf) -> None:
    """The page's form shows the right codes in a font that has other letters for them."""
    form = pdf.pages[2].obj.Resources.XObject.P3
    fonts = pikepdf.Dictionary(dict(form.Resources.Font.items()))
    for name, font in fonts.items():
        changed = pikepdf.Dictionary(dict(font.items()))
        unicode = font.ToUnicode.read_bytes()
        changed.ToUnicode = pdf.make_stream(unicode.replace(b"<0070>", b"<0071>"))
        assert unicode != changed.ToUnicode.read_bytes()
        fonts[name] = pdf.make_indirect(changed)
    form.Resources = pikepdf.Dictionary(Font=fonts)


def sheets_exchanged(pdf: pikepdf.Pdf) -> None:
    pages = list(pdf.pages)
    pdf.pages[0:4] = [*pages[2:4], *pages[0:2]]


MISTAKES: dict[str, tuple[Change, str]] = {
    "two pages exchanged": (swapped, "page-order"),
    "a page twice": (same_twice, "page-order"),
    "a page left out": (on(3, r"/P3 Do", ""), "page-order"),
    "sheets exchanged": (sheets_exchanged, "page-order"),
    "a side left out": (lambda pdf: pdf.pages.__delitem__(3), "page-count"),
    "a sheet too many": (lambda pdf: pdf.pages.extend(list(pdf.pages)[:2]), "page-count"),
    "a page drawn otherwise": (one_word_changed, "foreign-page"),
    "a page in another font": (other_font, "foreign-page"),
    "a page scaled": (on(3, r"n 0\.\d+ 0 0 0\.\d+", "n 0.97 0 0 0.97"), "page-scale"),
    "a page mirrored": (on(3, r"n (0\.\d+) 0 0", r"n -\1 0 0"), "page-turned"),
    "a page upside down": (on(3, r"n (0\.\d+) 0 0 (0\.\d+)", r"n -\1 0 0 -\2"), "page-turned"),
    "a page turned a little": (on(3, r"n (0\.\d+) 0 0", r"n \1 0.01 0"), "page-turned"),
    "a side shifted": (on(4, r"q 1 0 0 1 0 0 cm", "q 1 0 0 1 0 1 cm"), "page-misplaced"),
    "a back turned over": (on(4, r"q 1 0 0 1 0 0 cm", f"q -1 0 0 -1 {pt(297):g} {pt(210):g} cm"), "page-turned"),
    "marks of the fold left out": (on(2, r"\] 0 d", "] 0 d n Q Q q q"), "fold-marks"),
    "a staple left out": (on(1, r"[\d. ]+m [\d. ]+l S", ""), "staple-marks"),
    "paper upright": (
        lambda pdf: pdf.pages[1].obj.__setitem__("/MediaBox", pikepdf.Array([0, 0, 595, 842])),
        "page-size",
    ),
    "paper turned": (lambda pdf: pdf.pages[1].rotate(90, relative=True), "page-size"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_what_is_spoilt_is_found(mistake: str, tmp_path: Path) -> None:
    change, code = MISTAKES[mistake]
    report = proof_of(tmp_path, changed(printed(Fold()), change), Fold())
    assert code in {fault.code for fault in report.faults}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["a4", "short-edge", "0.1"], "page-misplaced"),
        (["a4", "long-edge", "0.2"], "page-turned"),
        (["letter", "short-edge", "0.2"], "page-size"),
        (["napkin", "short-edge", "0.2"], "unknown-fold"),
        (["a4"], "unknown-fold"),
    ],
)
def test_a_booklet_that_was_folded_otherwise_than_the_manifest_says_is_found(
    words: list[str], code: str, tmp_path: Path
) -> None:
    fold = Fold("a4", Flip.SHORT_EDGE, 0.2)
    report = proof_of(tmp_path, printed(fold), fold, words=words)
    assert code in {fault.code for fault in report.faults}


def test_a_booklet_of_other_rules_is_found(tmp_path: Path) -> None:
    report = proof_of(tmp_path, printed(Fold()), Fold(), text(at=301))
    assert {fault.code for fault in report.faults} == {"foreign-page", "page-order"}


def test_a_booklet_without_its_rules_is_found(tmp_path: Path) -> None:
    report = proof_of(tmp_path, printed(Fold()), Fold(), booklet=None)
    assert {fault.code for fault in report.faults} == {"booklet-alone"}


def test_words_too_near_to_the_edge_are_found(tmp_path: Path) -> None:
    booklet = text(at=PAGE_HEIGHT - 10)
    report = proof_of(tmp_path, printed(Fold(), booklet), Fold(), booklet)
    assert {fault.code for fault in report.faults} == {"outside-printable"}


@pytest.mark.parametrize(
    ("clip", "found"),
    [
        ("60 60 300 100", set()),
        ("60 60 300 20", set()),  # which leaves nothing of the line
        ("-300 60 900 100", {"outside-printable"}),
        ("60 60 900 100", {"outside-printable"}),
    ],
)
def test_only_what_the_clip_leaves_must_lie_where_printers_reach(clip: str, found: set[str], tmp_path: Path) -> None:
    booklet = text(drawn=f"q {clip} re W n -500 100 m 900 100 l S Q")
    report = proof_of(tmp_path, printed(Fold(), booklet), Fold(), booklet)
    assert {fault.code for fault in report.faults} == found


@pytest.mark.parametrize(("text", "empty"), [("手番です。", 5.0), ("手番、", 5.0), ("手番です", 0.0), ("turns.", 0.0)])
def test_the_empty_half_of_a_hanging_stop_needs_no_room(text: str, empty: float) -> None:
    wide = 10.0 * len(text)
    assert TextRun(7.0, 3.0, 7.0 + wide, 3.0, text).seen == pytest.approx((7.0, 3.0, 7.0 + wide - empty, 3.0))
