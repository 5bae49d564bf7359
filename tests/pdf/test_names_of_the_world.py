"""Names of the world are printed in every language, and can be read back from what is printed."""

from __future__ import annotations

import io
import re
import unicodedata
from base64 import b64decode
from collections.abc import Callable

import pikepdf
import pypdfium2
import pytest
import uharfbuzz
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.headers import Credits, Head
from asterion_press.catalogue.strict_yaml import parse_document
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import LoadedWords, words_of
from asterion_press.drawing.display_list import Drawing, Group, Pen, Scene, Shape, Shown
from asterion_press.drawing.inks import palette
from asterion_press.layout.box import fit_box
from asterion_press.layout.sheet_setup import PLAIN
from asterion_press.layout.sheets import Lot, Piece, impose
from asterion_press.making.naming import titled
from asterion_press.pdf.box import BoxArt, BoxWords, Goods, print_box
from asterion_press.pdf.fonts import load_font, load_typeface
from asterion_press.pdf.forms import make_form
from asterion_press.pdf.sheets import print_sheets
from asterion_press.rulebook.html.page import Pictures, write_rules_page
from asterion_press.rulebook.text.document import Known, Source, StyledText
from asterion_press.rulebook.text.figures import Subject
from asterion_press.rulebook.typeset.blocks import BULLET
from asterion_press.rulebook.typeset.booklet import new_typesetter, print_booklet
from asterion_press.rulebook.typeset.line_breaks import Glyphs
from asterion_press.rulebook.typeset.styles import TextStyle
from tests.support.texts import parse_rules

LANGUAGES = library.all_languages()
NAMES = (
    "Michał Oracz",
    "Tomáš Uhlíř",
    "Đỗ Thị Nguyệt",
    "İpek Çağlı",
    "Ștefan Țugui",
    "Ḥasan Ǧamāl",
    "Ɓala Ƙofar",
    "Ṣọlá Ọ̀kẹ́",
    "Jo\u0308rg No\u0308e\u0308l",
    "Kēkē ʻŌpio",
    "Ἀλέξης Γεωργίου",
    "Їжакевич Ґалаґан",
    "Қожа Әбді",
    "山田 太郎",
    "刘德华",
    "김민수",
)
PIECE = "p1"
LOT = Lot("tiles", 50, 50, 3, (Piece(PIECE, PIECE, 2),))
THEME = load_theme(library.theme_file("knossos").path)
PAPER = load_paper(library.paper_file("a4").path)
FONTS = library.fonts_folder()


def square(_: str = "") -> Drawing:
    shape = Shape(Pen().rectangle(-3, -3, 56, 56).data, fill="#e8d8b0")
    return Drawing(PIECE, PIECE, 50, 50, 3, (Group("ground", (shape,)),))


def read_in(name: str) -> str:
    """The name as a catalogue that is read has it."""
    return str(parse_document(f"title: {name}\n".encode(), "tiles.yaml").data["title"])


def subject_named(name: str) -> Subject:
    head = Head("maze", name, name, "revised", Credits(name, name, name))
    table = {"credits.design": name, "credits.publisher": name, "version": "1"}
    return Subject(head, table, {}, square, PIECE)


def text_named(name: str) -> str:
    return f"# Z {{#z}}\n\n## {name} {{#n}}\n\n{name}. **{name}**. *{name}*. {{{{credits.design}}}}.\n"


def reported_in(pdf: bytes) -> str:
    """All that a PDF says, without spaces, in which letters that are spaced out and lines that are broken differ."""
    with pypdfium2.PdfDocument(pdf) as document:
        reported = "".join(page.get_textpage().get_text_range() for page in document)
    return "".join(reported.replace("\ufffe", "").split())


def sheet_titled(name: str, words: LoadedWords) -> bytes:
    pages = titled(impose([LOT], PAPER, PLAIN), words.tag)
    return print_sheets(subject_named(name).head, pages, {PIECE: make_form(square())}, "0" * 8, FONTS)


def box_titled(name: str, words: LoadedWords) -> bytes:
    inks = palette(THEME, THEME.inks.night)
    scene = Scene("lid", "", "", square().width, square().height, (Shown(square(), 0, 0, square().height),))
    art = BoxArt(name, (Goods("2", square()),), (name,), inks, scene, [square()], FONTS, words.words.fonts.text)
    reported = BoxWords(words.tag, ".", *("part", "inside", "cut", "fold", "glue"))
    return print_box(fit_box(LOT, 0.5, PAPER), art, "0" * 8, reported)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_the_world_prints_in_the_booklet_and_on_the_sheets(language: str) -> None:
    words = words_of(language)
    for name in map(read_in, NAMES):
        subject, reported = subject_named(name), "".join(name.split())
        known = Known(dict(subject.table), (), ())
        booklet = reported_in(print_booklet(parse_rules(text_named(name), known, "z.md"), subject, words, FONTS, "1"))
        assert booklet.count(reported) >= 7, (
            name,
            booklet,
        )  # credits, contents, heading, plain, bold, italic, placeholder
        assert reported in reported_in(sheet_titled(name, words)), name


def test_a_name_of_the_world_prints_on_the_box_in_every_typeface() -> None:
    """Of a language, the box knows the typeface alone."""
    by_typeface = {words.words.fonts.text: words for words in map(words_of, LANGUAGES)}
    for typeface, words in by_typeface.items():
        for name in map(read_in, NAMES):
            assert "".join(name.split()) in reported_in(box_titled(name, words)), (typeface, name)


def test_a_page_brings_along_the_letters_of_names_of_the_world() -> None:
    names = list(map(read_in, NAMES))
    subject = subject_named(", ".join(names))
    text = parse_rules(text_named(", ".join(names)), Known(dict(subject.table), (), ()), "z.md")
    faces = re.compile(
        r"@font-face\{font-family:rules-text;font-weight:(\d+);font-style:(\w+);src:url\([^,]*,([^)]*)\)([^}]*)\}"
    )
    lacking: dict[tuple[str, tuple[str, str]], set[str]] = {}
    for language in LANGUAGES:
        page = write_rules_page(text, words_of(language), Pictures(subject, FONTS), THEME, FONTS, "1")
        shown: dict[tuple[str, str], set[str]] = {("400", "normal"): set(), ("700", "normal"): set()}
        for weight, slant, font, reported in faces.findall(page):
            held = set(uharfbuzz.Face(uharfbuzz.Blob(b64decode(font))).unicodes)
            named = {int(point, 16) for point in re.findall(r"U\+([0-9A-F]+)", reported)}
            assert named <= held, language
            shown.setdefault((weight, slant), set()).update(map(chr, named or held))
        lacking |= {(language, look): lost for look, there in shown.items() if (lost := set("".join(names)) - there)}
    assert lacking == {}


@pytest.mark.parametrize("language", ["ja", "ko", "zh-Hans", "zh-Hant"])
def test_a_name_is_set_in_one_face(language: str) -> None:
    setter = new_typesetter(Source("z.md"), words_of(language), lambda _: 1.0, FONTS)
    names = "Michał Oracz & Đỗ"
    (line,) = setter.lines((StyledText(f"A4. {names}. 2", 1),), TextStyle(10, 13), 1000)
    faces: dict[str, str] = {}
    for _, piece in line.pieces:
        assert isinstance(piece, Glyphs)
        faces[piece.font.name] = faces.get(piece.font.name, "") + piece.text
    assert faces.pop("Alegreya-Regular") == names
    assert list(faces) == [setter.font(TextStyle(10, 13)).name]


def test_a_mark_stands_on_its_letter_and_is_no_letter_of_its_own() -> None:
    font = load_font(FONTS, "Alegreya")
    text = unicodedata.normalize("NFC", "Ọ̀ọ̀")
    assert font.width("\u0300") == 0 or font.advances(text)[1] == 0
    (capital, (_, high)), (small, (_, low)) = sorted(font.mark_offsets(text).items())
    assert (capital, small) == (1, 3)
    assert high > low  # above a capital letter
    assert font.mark_offsets("Ọọ") == {}


@pytest.mark.parametrize("printed", [sheet_titled, box_titled])
def test_marks_stand_on_their_letters_on_sheets_and_boxes(printed: Callable[[str, LoadedWords], bytes]) -> None:
    with pikepdf.open(io.BytesIO(printed(read_in("Ọ̀kẹ́"), words_of("en")))) as pdf:
        operators = [(str(one.operator), one.operands) for one in pikepdf.parse_content_stream(pdf.pages[0])]
    rises = [float(operands[0]) for operator, operands in operators if operator == "Ts"]
    assert max(rises) > 0.5  # the grave of the capital


def test_a_character_that_no_font_has_is_none_of_a_run_with_others() -> None:
    typeface = load_typeface(FONTS, "NotoSerifSC")
    runs = [(font.name if font else None, part) for font, part in typeface.runs("迷ł☃Oracz", "regular")]
    assert runs[1:3] == [("Alegreya-Regular", "ł"), (None, "☃")]
    assert replace(typeface).font_for("☃", "bold") is None


def test_a_bullet_is_large_enough_to_be_seen() -> None:
    widths = {}
    for language in LANGUAGES:
        choice = words_of(language).words.fonts
        font = load_typeface(FONTS, choice.text, choice.fallback).font_for(BULLET, "regular")
        assert font, language
        places = [x / font.units for _, points in font.outline(BULLET) for x, _ in points]
        widths[language] = max(places) - min(places)
    assert {language: width for language, width in widths.items() if width <= 0.2} == {}
