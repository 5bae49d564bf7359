"""The printed sheets, read back with another library than the one that wrote them."""

from __future__ import annotations

import io
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace

from asterion_press import __version__
from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import around_number, words_of
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.game import lots_of
from asterion_press.geometry import mm_from_pt
from asterion_press.layout.sheets import Page, impose
from asterion_press.making.naming import key_of_kind, titled
from asterion_press.pdf.forms import PrintedForm, make_form
from asterion_press.pdf.sheets import page_title, print_sheets
from asterion_press.verify.pdf import UNIT, Matrix, times
from tests.pdf.test_paint import operators_of
from tests.support.refusals import refusal
from tests.support.workshop import paper

NeedsProgram = Callable[[str], str]


@pytest.fixture(scope="module")
def inks(deck: Deck) -> dict[str, PrintedForm]:
    file = library.theme_file("ink-saver")
    theme = load_theme(file)
    return {component: make_form(draw(component, deck, theme)) for component in component_ids(deck)}


def printed(deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]) -> bytes:
    return print_sheets(deck.catalogue.head, pages, inks, "0123abcd", library.fonts_folder())


@pytest.fixture(scope="module")
def pages(deck: Deck) -> tuple[Page, ...]:
    return impose(lots_of(deck), paper())


@pytest.fixture(scope="module")
def raw(deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]) -> bytes:
    return printed(deck, inks, pages)


@pytest.fixture(scope="module")
def pdf(raw: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(raw)) as file:
        yield file


@pytest.fixture(scope="module")
def pdf_file(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheets") / "sheets.pdf"
    path.write_bytes(raw)
    return path


def with_spaces(page: pikepdf.Page) -> Iterator[tuple[list[Any], str, Matrix]]:
    """Every operator that shows something, with its operands and the space that it stands in."""
    matrix, saved = UNIT, list[Matrix]()
    for operands, operator in operators_of(page):
        if operator == "q":
            saved.append(matrix)
        elif operator == "Q":
            matrix = saved.pop()
        elif operator == "cm":
            a, b, c, d, e, f = (float(value) for value in operands)
            matrix = times((a, b, c, d, e, f), matrix)
        else:
            yield operands, operator, matrix


Shown = tuple[str, list[tuple[float, float]]]


def shown_on(page: pikepdf.Page) -> list[Shown]:
    """Each component that a page shows, and where two opposite corners of its trim lie, in mm from the top left."""
    height = mm_from_pt(float(page.MediaBox[3]))
    found: list[Shown] = []
    for operands, operator, matrix in with_spaces(page):
        if operator == "Do":
            form = page.Resources.XObject[str(operands[0])]
            left, top, right, bottom = (float(value) for value in form.BBox)
            bleed = -left
            corners = []
            for x, y in ((left + bleed, top + bleed), (right - bleed, bottom - bleed)):
                px, py = (x * matrix[n] + y * matrix[n + 2] + matrix[n + 4] for n in (0, 1))
                corners.append((mm_from_pt(px), height - mm_from_pt(py)))
            found.append((str(form.AsterionComponent), corners))
    return found


def test_every_page_shows_what_the_imposition_says_where_it_says(pdf: pikepdf.Pdf, pages: tuple[Page, ...]) -> None:
    assert pages
    for page, planned in zip(pdf.pages, pages, strict=True):
        found = shown_on(page)
        assert [component for component, _ in found] == [placement.component for placement in planned.placements]
        for (_, (corner, _)), placement in zip(found, planned.placements, strict=True):
            assert corner == pytest.approx((placement.x, placement.y), abs=0.001)


def test_every_component_is_defined_once(pdf: pikepdf.Pdf, deck: Deck) -> None:
    forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]
    assert Counter(str(form.AsterionComponent) for form in forms) == Counter(component_ids(deck))


def test_the_boxes_are_those_of_the_paper_the_bleed_and_the_trim(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[0]
    boxes = {name: [mm_from_pt(float(value)) for value in page.obj[f"/{name}"]] for name in (
        "MediaBox", "CropBox", "BleedBox", "TrimBox"
    )}  # fmt: skip
    # Block of 3 x 5 places of 54 mm: 24 mm from the left, 13.5 mm from top and bottom.
    assert boxes["MediaBox"] == pytest.approx([0, 0, 210, 297], abs=0.001)
    assert boxes["CropBox"] == pytest.approx([0, 0, 210, 297], abs=0.001)
    assert boxes["BleedBox"] == pytest.approx([24, 13.5, 186, 283.5], abs=0.001)
    assert boxes["TrimBox"] == pytest.approx([26, 15.5, 184, 281.5], abs=0.001)


def lines_in(page: pikepdf.Page) -> list[tuple[float, float, float, float]]:
    """Every line segment that the page itself strokes, in mm from the top left."""
    height = mm_from_pt(float(page.MediaBox[3]))
    found: list[tuple[float, float, float, float]] = []
    last: tuple[float, float] | None = None
    for operands, operator, matrix in with_spaces(page):
        if operator in {"m", "l"}:
            x, y = float(operands[0]), float(operands[1])
            px, py = (x * matrix[n] + y * matrix[n + 2] + matrix[n + 4] for n in (0, 1))
            here = (round(mm_from_pt(px), 2), round(height - mm_from_pt(py), 2))
            if operator == "l":
                assert last is not None
                found.append((*last, *here))
            last = here
    return found


def test_a_crop_mark_stands_at_both_ends_of_every_cut_and_outside_of_the_bleed(pdf: pikepdf.Pdf) -> None:
    lines = lines_in(pdf.pages[0])
    for x in (26, 76, 80, 130, 134, 184):
        assert (x, 10.8, x, 13) in lines  # 2.2 mm long, 0.5 mm above the block's upper edge at 13.5
        assert (x, 284, x, 286.2) in lines
    for y in (15.5, 65.5, 69.5, 119.5, 123.5, 173.5, 177.5, 227.5, 231.5, 281.5):
        assert (21.3, y, 23.5, y) in lines
        assert (186.5, y, 188.7, y) in lines
    inside = [line for line in lines if 24 < line[0] < 186 and 13.5 < line[1] < 283.5]
    assert not inside


def test_the_ruler_is_100_mm_long_with_a_mark_every_10(pdf: pikepdf.Pdf) -> None:
    lines = lines_in(pdf.pages[0])
    assert (191.2, 198.5, 191.2, 98.5) in lines
    marks = sorted(y0 for x0, y0, x1, y1 in lines if x0 == 191.2 and x1 < 191.2 and y0 == y1)
    assert marks == [98.5, 108.5, 118.5, 128.5, 138.5, 148.5, 158.5, 168.5, 178.5, 188.5, 198.5]


def test_page_labels_name_sheet_and_face(pdf: pikepdf.Pdf) -> None:
    labels = [str(page.label) for page in pdf.pages]
    assert labels[:3] == ["1 A", "1 B", "2 A"]
    assert labels[-1] == "5 B"


def test_the_outline_names_every_page_and_leads_to_it(pdf: pikepdf.Pdf, pages: tuple[Page, ...]) -> None:
    with pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles[0] == "1 A"
    assert titles[-1] == "5 B"
    assert len(titles) == len(pages)


def test_the_metadata_credit_the_designer_and_name_the_catalogue(pdf: pikepdf.Pdf) -> None:
    info: Any = pdf.docinfo
    assert str(info.Title) == "Asterion, A4"
    assert str(info.Author) == "Néstor Romeral Andrés"
    assert str(info.Subject) == "Asterion, revised, 0123abcd"
    assert str(info.Creator) == f"asterion-press {__version__}"
    assert "0123abcd" in str(info.Keywords)
    assert str(pdf.Root.Lang) == "en"


def text_of(program: str, pdf_file: Path, page: int) -> str:
    command = [program, "-f", str(page), "-l", str(page), "-layout", "-enc", "UTF-8", str(pdf_file), "-"]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def test_the_title_and_the_ruler_can_be_read(pdf_file: Path, needs_program: NeedsProgram) -> None:
    text = " ".join(text_of(needs_program("pdftotext"), pdf_file, 3).split())
    assert text == "Asterion · 2 A 3 / 10 0123abcd 100 mm"


def test_a_title_is_of_no_language_unless_one_is_named(deck: Deck, pages: tuple[Page, ...]) -> None:
    head = deck.catalogue.head
    assert [page_title(page, head) for page in pages[:2]] == ["Asterion  ·  1 A", "Asterion  ·  1 B"]
    german = titled(pages, "de")
    assert page_title(german[0], head) == "Asterion  ·  Bogen 1, Vorderseite  ·  Gelb"
    assert (
        page_title(german[-1], head)
        == "Asterion  ·  Bogen 5, Rückseite  ·  Gelb, Blau, Rot, Grün, Minotaurus  ·  Marker"
    )


def test_titles_can_be_printed_in_every_language(
    deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...], tmp_path: Path, needs_program: NeedsProgram
) -> None:
    lacking = []
    for language in library.all_languages():
        file = tmp_path / f"{language}.pdf"
        file.write_bytes(printed(deck, inks, titled(pages[-2:], language)))
        words = words_of(language)
        shown = text_of(needs_program("pdftotext"), file, 1)
        parts = [part.strip() for key in ("sheet", "front", "counters") for part in around_number(words.word(key))]
        lacking += [f"{language}: {part}" for part in parts if part not in shown]
    assert not lacking, "\n".join(lacking)


def test_every_kind_of_lot_has_a_word_in_every_language() -> None:
    from asterion_press.games.kinds import read_game

    lots = [lot for file in library.games().values() for lot in read_game(file).lots(paper())]
    kinds, colours = {lot.kind for lot in lots}, set[str]()
    for lot in lots:
        colours.update(piece.label for piece in lot.pieces if piece.label.isalpha())
    assert {"yellow", "purple", "minotaur"} <= colours
    for language in library.all_languages():
        words = words_of(language)
        assert [kind for kind in kinds if not words.word(key_of_kind(kind))] == []
        assert [one for one in colours if not (words.words.colours.get(one) or words.word(one))] == []


def deck_called(deck: Deck, title: str) -> Deck:
    return replace(deck, catalogue=replace(deck.catalogue, title=title))


def test_a_title_with_a_letter_that_no_face_has_is_refused(
    deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]
) -> None:
    assert refusal(printed, deck_called(deck, "Maze ☃"), inks, pages) == [
        "title 'Maze ☃  ·  1 A': neither Alegreya-Regular nor another font has '☃' (U+2603); write it otherwise"
    ]


def test_a_title_that_would_run_into_the_page_number_is_refused(
    deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]
) -> None:
    printed(deck_called(deck, "M" * 50), inks, pages)
    with pytest.raises(LayoutError, match=r"need \d+\.\d mm, 263\.0 mm are free on A4; choose a wider paper"):
        printed(deck_called(deck, "M" * 110), inks, pages)


@pytest.mark.parametrize(
    "command",
    [
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dPDFSTOPONERROR", "-dPDFSTOPONWARNING", "-sDEVICE=nullpage"],
        ["mutool", "info"],
        ["qpdf", "--check"],
    ],
    ids=lambda command: command[0],
)
def test_other_programs_accept_the_file(command: list[str], pdf_file: Path, needs_program: NeedsProgram) -> None:
    program, *options = command
    done = subprocess.run(
        [needs_program(program), *options, str(pdf_file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "error" not in done.stderr.lower()
    assert "warning" not in (done.stdout + done.stderr).lower()


def test_every_font_is_embedded(pdf: pikepdf.Pdf) -> None:
    fonts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font.FontDescriptor
        assert re.fullmatch(r"/[A-Z]{6}\+Alegreya-Regular", str(font.BaseFont))
