"""The printed sheets, read back with another library than the one that wrote them."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from msgspec.structs import replace

from asterion_press import __version__
from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import around_number, words_of
from asterion_press.drawing.display_list import steps_of
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.game import lots_of
from asterion_press.layout.grid import RULER_MM
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.layout.sheets import Page, impose
from asterion_press.making.naming import key_of_kind, titled
from asterion_press.pdf.forms import PrintedForm, make_form
from asterion_press.pdf.sheets import caption_frame, crop_marks, page_title, print_sheets, ruler_from
from asterion_press.units import mm_from_pt
from tests.support.refusals import refusal

Matrix = tuple[float, float, float, float, float, float]
NeedsProgram = Callable[[str], str]


@pytest.fixture(scope="module")
def inks(deck: Deck) -> dict[str, PrintedForm]:
    file = library.theme_file("ink-saver")
    theme = load_theme(file.path, file.name)
    return {component: make_form(draw(component, deck, theme)) for component in component_ids(deck)}


def pages_of(deck: Deck, paper: str, flip: Flip = Flip.LONG_EDGE) -> tuple[Page, ...]:
    file = library.paper_file(paper)
    return impose(lots_of(deck), load_paper(file.path, file.name), SheetSetup(flip))


def printed(deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]) -> bytes:
    return print_sheets(deck.catalogue.head, pages, inks, "0123abcd", library.fonts_folder())


@pytest.fixture(scope="module")
def pages(deck: Deck) -> tuple[Page, ...]:
    return pages_of(deck, "a4")


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


def times(one: Matrix, other: Matrix) -> Matrix:
    """The matrix that applies `one`, then `other`. Source: ISO 32000-1, 8.3.4."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def operators_of(content: Any) -> Iterator[tuple[list[Any], str]]:
    """Operands and operator of each instruction of a page or form."""
    for instruction in pikepdf.parse_content_stream(content):
        yield list(instruction.operands), str(instruction.operator)


def with_spaces(page: pikepdf.Page) -> Iterator[tuple[list[Any], str, Matrix]]:
    """Every operator that shows something, with its operands and the space that it stands in."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    saved: list[Matrix] = []
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


def test_every_tile_is_50_mm_and_every_counter_12(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        for component, ((x0, y0), (x1, y1)) in shown_on(page):
            size = 12 if component == "counter" else 50
            assert (x1 - x0, y1 - y0) == pytest.approx((size, size), abs=0.001)


def test_every_tile_is_there_as_often_as_the_deck_says(pdf: pikepdf.Pdf, deck: Deck) -> None:
    fronts = Counter(component for page in list(pdf.pages)[::2] for component, _ in shown_on(page))
    assert fronts == {**{tile.id: 1 for tile in deck.tiles}, "minotaur": 1, "counter": deck.catalogue.counters.count}


def test_every_back_lies_behind_its_front_when_the_sheet_is_turned_over(pdf: pikepdf.Pdf, deck: Deck) -> None:
    all_pages = list(pdf.pages)
    for front, back in zip(all_pages[::2], all_pages[1::2], strict=True):
        lying = {(round(x0, 3), round(y0, 3)): component for component, ((x0, y0), _) in shown_on(back)}
        for component, ((_, y0), (x1, _)) in shown_on(front):
            tile = deck.tile(component)
            expected = "counter" if tile is None else f"back-{tile.colour or tile.id}"
            assert lying.pop((round(210 - x1, 3), round(y0, 3))) == expected
        assert not lying


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


def ink_outside(page: Page) -> Iterator[tuple[float, float]]:
    for _, points in steps_of(crop_marks(page)):
        yield from points
    frame = caption_frame(page.grid)
    for _, points in steps_of(ruler_from((frame.width - RULER_MM) / 2, frame.bottom)):
        turned = page.grid.layout.captions_at == "sides"
        yield from [(y, page.grid.paper.height_mm - x) for x, y in points] if turned else points


@pytest.mark.parametrize("paper", sorted(library.papers()))
def test_marks_and_ruler_lie_in_the_printable_area_and_off_the_bleed(deck: Deck, paper: str) -> None:
    for page in pages_of(deck, paper):
        grid = page.grid
        margins = grid.paper.margin_mm
        for x, y in ink_outside(page):
            assert margins.left - 0.01 <= x <= grid.paper.width_mm - margins.right + 0.01
            assert margins.top - 0.01 <= y <= grid.paper.height_mm - margins.bottom + 0.01
            pieces = [(one.x, one.y, 50 if one.marked else 12) for one in page.placements]
            assert not any(left < x < left + size and top < y < top + size for left, top, size in pieces)


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


@pytest.mark.skipif("SOURCE_DATE_EPOCH" in os.environ, reason="the date is told from outside")
def test_no_clock_is_read(pdf: pikepdf.Pdf) -> None:
    info: Any = pdf.docinfo
    assert str(info.CreationDate) == str(info.ModDate) == "D:20000101000000+00'00'"


def test_the_file_opens_nothing_runs_nothing_and_names_no_machine(raw: bytes, pdf: pikepdf.Pdf) -> None:
    for word in (b"/JavaScript", b"/OpenAction", b"/Launch", b"/URI", b"/EmbeddedFile"):
        assert word not in raw
    assert str(library.root()).encode() not in raw
    assert not pdf.is_encrypted


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

    paper = load_paper(library.paper_file("a4").path)
    lots = [lot for file in library.games().values() for lot in read_game(file).lots(paper)]
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


def test_the_same_deck_is_the_same_bytes_twice(
    deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...], raw: bytes
) -> None:
    assert printed(deck, inks, pages) == raw


def test_the_other_flip_moves_backs_only(deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]) -> None:
    turned = pages_of(deck, "a4", Flip.SHORT_EDGE)
    assert turned[::2] == pages[::2]
    assert set(turned[1].placements) == set(pages[1].placements)  # a full sheet of one colour looks the same either way
    assert turned[3] != pages[3]
    with pikepdf.open(io.BytesIO(printed(deck, inks, turned))) as file:
        found = shown_on(file.pages[3])
    assert found[0][1][0] == pytest.approx((26, 231.5), abs=0.001)  # first column, last row


SCRIPT = """
import hashlib, sys
from pathlib import Path
from asterion_press.catalogue import library as shelf
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import around_number, words_of
from asterion_press.games.labyrinth.deck.tiles import deck_of
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.game import tiles_lot
from asterion_press.layout.sheets import impose
from asterion_press.pdf.forms import make_form
from asterion_press.pdf.sheets import print_sheets
deck = deck_of(load_catalogue(shelf.game_file().path, "tiles.yaml").catalogue)
theme = load_theme(shelf.theme_file("ink-saver").path, "theme")
pages = impose([tiles_lot(deck)], load_paper(shelf.paper_file("a4").path))[:2]
shown = {placement.component for page in pages for placement in page.placements}
inks = {component: make_form(draw(component, deck, theme)) for component in shown}
head = deck.catalogue.head
print(hashlib.sha256(print_sheets(head, pages, inks, "0123abcd", shelf.fonts_folder())).hexdigest())
"""


def hash_printed_in(folder: Path, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "SYSTEMROOT", "HOME"}}
    paths = os.pathsep.join([str(library.root() / "generator"), str(folder)])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=folder,
        env={**kept, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.fixture(scope="module")
def hash_here(deck: Deck, inks: dict[str, PrintedForm], pages: tuple[Page, ...]) -> str:
    return hashlib.sha256(printed(deck, inks, pages[:2])).hexdigest()


def test_the_bytes_do_not_depend_on_hash_seed_time_zone_locale_or_folder(hash_here: str, tmp_path: Path) -> None:
    one = hash_printed_in(tmp_path, PYTHONHASHSEED="1", TZ="Asia/Tokyo", LC_ALL="de_DE.UTF-8")
    other = hash_printed_in(tmp_path, PYTHONHASHSEED="2", TZ="America/Lima", LC_ALL="C", LANG="tr_TR.UTF-8")
    assert one == other == hash_here


def test_neither_settings_beside_the_catalogue_nor_the_environment_are_obeyed(hash_here: str, tmp_path: Path) -> None:
    (tmp_path / "reportlab_settings.py").write_text("raise SystemExit('settings were run')\n")
    (tmp_path / ".reportlab_settings").write_text("invariant = 0\npageCompression = 0\n")
    found = hash_printed_in(
        tmp_path, HOME=str(tmp_path), RL_pageCompression="0", RL_invariant="0", RL_useA85="1", RL_verbose="1"
    )
    assert found == hash_here


def test_every_font_is_embedded(pdf: pikepdf.Pdf) -> None:
    fonts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font.FontDescriptor
        assert re.fullmatch(r"/[A-Z]{6}\+Alegreya-Regular", str(font.BaseFont))
