"""The booklet's PDF, read back with other libraries than the one that wrote it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from asterion_press import __version__
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme
from asterion_press.catalogue.words import LoadedWords, load_words
from asterion_press.games.labyrinth.catalogue.position_records import LoadedFigures, load_figures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.placed import INK, TileDrawings
from asterion_press.games.labyrinth.figures import check_figure_tiles
from asterion_press.geometry import mm_from_pt, turned_point
from asterion_press.rulebook.text.document import Known
from asterion_press.verify.documents import PdfProof
from asterion_press.verify.files import Notes
from asterion_press.verify.pdf_files import check_booklet
from tests.support.reading_back import instructions, opened, page_texts, text_areas
from tests.support.readings import rulebook_of
from tests.support.refusals import refusal, refusal_of
from tests.support.texts import Printed, parse_rules

TEMPLATES = Path(__file__).parents[3] / "templates"
FILLER = "The corridors fork, they cross on bridges, they end at a blank wall where the torch goes out. " * 6

BODY = 1
"""Index of the first page of a text that has no sections, and so no contents."""


def strings_shown(page: Any) -> Iterator[Any]:
    for operands, operator in instructions(page):
        if operator == "TJ":
            yield operands[0]


def test_pages_are_a5_with_all_their_boxes(english: bytes) -> None:
    with opened(english) as pdf:
        boxes = [page.obj[f"/{kind}Box"] for page in pdf.pages for kind in ("Media", "Trim", "Bleed", "Crop")]
        found = [[mm_from_pt(float(side)) for side in box] for box in boxes]
    assert found == [pytest.approx([0, 0, 148, 210], abs=0.01)] * len(found) != []


@pytest.mark.parametrize("language", ["english", "japanese"])
def test_the_text_can_be_copied_and_has_no_private_characters(language: str, request: pytest.FixtureRequest) -> None:
    text = "".join(page_texts(request.getfixturevalue(language)))
    assert ("labyrinth" if language == "english" else "ミノタウロス") in text
    odd = {hex(ord(character)) for character in text if 0xE000 <= ord(character) <= 0xF8FF or character in "\ufffd\0"}
    assert not odd


def test_the_file_tells_its_language_title_and_author(japanese: bytes, deck: Deck) -> None:
    with opened(japanese) as pdf:
        assert str(pdf.Root.Lang) == "ja"
        assert str(pdf.docinfo.Author) == deck.catalogue.credits.design
        assert str(pdf.docinfo.Title).startswith("アステリオン")
        assert str(pdf.docinfo.Creator) == f"asterion-press {__version__}"
        assert pdf.Root.PageLabels.Nums[1].S == "/D"


def test_the_outline_names_every_section_and_leads_to_it(english: bytes) -> None:
    with opened(english) as pdf, pdf.open_outline() as outline:
        titles = [str(item.title) for item in outline.root]
        assert titles[:3] == ["Asterion", "Object of the game", "Setup"]
        assert "Scoring" in titles
        actions = next(item for item in outline.root if item.title == "Actions")
        assert [str(child.title) for child in actions.children] == ["Rotate", "Swap", "Move"]


def test_links_lead_from_contents_to_sections_and_from_marks_to_notes_and_back(printed: Printed) -> None:
    with opened(
        printed(f"## One {{#one}}\n\n{FILLER}[^n]\n\n## Two {{#two}}\n\nSee [one](#one).\n\n[^n]: Note.")
    ) as pdf:
        numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
        found = [
            (index, numbers[annotation.Dest[0].objgen], float(annotation.Dest[3]))
            for index, page in enumerate(pdf.pages)
            for annotation in page.get("/Annots", [])
        ]
    assert [(start, end) for start, end, _ in found] == [(1, 2), (1, 2), (2, 2), (2, 2), (2, 2)]
    one, two, note, back, mark = (height for _, _, height in found)
    assert one == back > two > note
    assert mark > note, "the mark stands above the note"


def test_the_contents_tell_the_page_on_which_a_section_begins(printed: Printed) -> None:
    names = ("Introduction", "Setup", "Scoring", "Ties")
    pages = page_texts(printed("".join(f"## {name} {{#{name.lower()}}}\n\n{FILLER * 4}\n\n" for name in names)))
    entries = re.findall(r"^(Introduction|Setup|Scoring|Ties)\s+(\d+)$", pages[1], re.MULTILINE)
    assert len(entries) == 4
    for name, number in entries:
        assert re.search(rf"^{name}$", pages[int(number) - 1], re.MULTILINE), (name, number)


def test_text_is_kerned_in_the_file(printed: Printed) -> None:
    with opened(printed("AVAVAVAV")) as pdf:
        arrays = [array for array in strings_shown(pdf.pages[BODY]) if len(array) > 5]
        assert arrays
        moves = [float(part) for part in arrays[0] if not isinstance(part, pikepdf.String)]
        assert all(move > 20 for move in moves), "every pair of A and V moves together"


def test_running_heads_name_the_game_on_the_left_and_the_section_on_the_right(printed: Printed) -> None:
    sections = "\n\n".join(f"## Part {name} {{#{name}}}\n\n" + f"{FILLER}\n\n" * 6 for name in ("one", "two", "three"))
    pdf = printed(sections)
    heads, numbers = page_texts(pdf, 0, 18)[2:], page_texts(pdf, 194, 210)[2:]
    assert numbers == [str(number) for number in range(3, 3 + len(heads))]
    assert heads[1::2] == ["Asterion"] * len(heads[1::2])
    assert heads[0] == "Part one"
    assert heads[4] == "Part three"
    assert set(heads[::2]) == {"Part one", "Part two", "Part three"}


def test_figures_place_the_decks_own_tiles_as_forms(printed: Printed, figures: LoadedFigures) -> None:
    with opened(printed("![A caption.](figure:placement)")) as pdf:
        page = pdf.pages[BODY]
        shown, forms = drawn(page), {str(operands[0]) for operands, operator in instructions(page) if operator == "Do"}
    panels = figures.figures.figures["placement"].panels
    assert sorted(shown) == sorted(placed.tile for panel in panels for placed in panel.tiles)
    assert len(set(shown)) == len(forms), "each drawn once"


def test_a_figure_has_its_number_and_its_letters(printed: Printed) -> None:
    pages = page_texts(printed("![First.](figure:tile)\n\n![Second.](figure:placement)"))
    text = " ".join(" ".join(pages[BODY:]).split())
    assert "Figure 1 First." in text
    assert "Figure 2 Second." in text
    assert re.search(r"\bA\b.*\bB\b", text)


def test_a_booklet_is_the_same_whatever_was_printed_before_it_in_the_same_run() -> None:
    alone, together = (
        {tag: rulebook_of("asterismo", tag).booklet(tag) for tag in ("en", "es")},
        rulebook_of("asterismo"),
    )
    for tag in ("es", "en", "es"):
        assert together.booklet(tag) == alone[tag]
        assert b"/tmp" not in alone[tag]


@pytest.mark.parametrize(
    ("markdown", "font", "place"),
    [
        ("One line\nand *two, ☃*", "Alegreya-Italic", "4:11"),
        ("a &#9731; b", "Alegreya-Regular", "3:3"),
        ("- one\n- two **☃**", "Alegreya-Bold", "4:9"),
        ("| a | b |\n|---|---|\n| c \\| d | e ☃ |", "Alegreya-Regular", "5:14"),
        ("## Sections, ☃ {#b}\n\nA line.", "Cinzel-Regular", "3:14"),
        ("![One\ntwo ☃](figure:tile)", "Alegreya-Italic", "4:5"),
        ("a[^n]\n\n[^n]: b\n    ☃", "Alegreya-Regular", "6:5"),
        ("迷宮の*牛*、と\nもう**ひとつ**の☃", "ShipporiMincho-Medium", "4:11"),
    ],
)
def test_a_missing_glyph_is_told_where_it_stands(printed: Printed, markdown: str, font: str, place: str) -> None:
    reported = refusal(printed, markdown, "ja" if font.startswith("Shippori") else "en")
    assert reported == [f"rules.md:{place}: font {font} has no glyph for '☃' (U+2603, snowman)"]


def test_a_letter_of_the_title_that_its_face_lacks_is_told_with_all_others(printed: Printed, known: Known) -> None:
    text = parse_rules("# Ast☃rion {#a}\n\nA ☂.", known, "rules.md")
    assert refusal(printed, text) == [
        "rules.md:1:6: font Cinzel-Regular has no glyph for '☃' (U+2603, snowman)",
        "rules.md:3:3: font Alegreya-Regular has no glyph for '☂' (U+2602, umbrella)",
    ]


def test_a_word_that_is_too_long_for_its_line_is_told_where_it_stands(printed: Printed) -> None:
    (line,) = refusal(printed, f"Short words\nand *{'X' * 60}* more.")
    assert re.fullmatch(
        rf"rules\.md:4:6: '{'X' * 60}' is \d+\.\d mm too long for its line \(English, section 'title'\)", line
    )


def test_symbols_of_a_header_that_is_shown_again_are_marked_as_ornaments(printed: Printed) -> None:
    rows = "\n".join(f"| chamber {number} | 1 |" for number in range(60))
    with opened(printed(f"| what | ![coins](symbol:coin) |\n|---|---|\n{rows}")) as pdf:
        shown = 0
        for page in pdf.pages[BODY:]:
            depth = 0
            for _, operator in instructions(page):
                depth += {"BDC": 1, "BMC": 1, "EMC": -1}.get(str(operator), 0)
                shown += str(operator) == "Do"
                assert depth or str(operator) != "Do"
    assert shown > 1, "on a second page, too"


def test_a_table_that_goes_over_a_page_shows_its_header_again_and_tells_it_once(printed: Printed) -> None:
    table = "| Coins[^one] | Points |\n|---|---|\n" + "".join(f"| coin {number} | {number} |\n" for number in range(60))
    pdf = printed(f"## A {{#a}}\n\n{table}\n[^one]: A note.\n")
    pages = [page for page in text_areas(pdf) if any("coin" in line for line in page)]
    assert len(pages) > 1
    assert all("Points" in "".join(page[:3]) for page in pages)
    with opened(pdf) as file:
        heads = [one for one in file.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/TH"]
        proof = PdfProof("rules-en.pdf", file, Notes())
        check_booklet(proof)
        assert not proof.notes.faults
    assert len(heads) == 2 + 60, "the two of the header, and the first cell of each row"


def test_a_table_that_is_too_wide_stops_the_printing(printed: Printed) -> None:
    wide = " | ".join(["Incomprehensible"] * 5)
    table = f"| {wide} |\n|{'---|' * 5}\n| {wide} |\n| a | short Incomprehensibilities | a | a | a |\n"
    (line,) = refusal(printed, table)
    assert re.fullmatch(
        r"rules\.md:6:13: a table that is \d+\.\d mm too wide for the page; "
        "what is widest and cannot be broken is 'Incomprehensibilities' in this row",
        line,
    )


@pytest.mark.parametrize("numbers", [("7", "12"), ("4 + 4", "12")])
def test_a_column_of_numbers_stands_centred_under_its_heading(printed: Printed, numbers: tuple[str, str]) -> None:
    one, other = numbers
    table = f"| | A rather long heading |\n|---|---|\n| points | {one} |\n| more | {other} |\n"
    page = pypdfium2.PdfDocument(printed(table))[BODY].get_textpage()
    text = page.get_text_range()

    def middle(what: str) -> float:
        boxes = [page.get_charbox(text.index(what) + index) for index in range(len(what))]
        return float(min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2

    for number in numbers:
        assert middle(number) == pytest.approx(middle("A rather long heading"), abs=2)


def test_facts_on_the_japanese_title_page_are_parted_in_the_japanese_way(japanese: bytes, english: bytes) -> None:
    assert "ルールブック・改訂版" in page_texts(japanese)[0]
    assert "·" not in page_texts(japanese)[0]
    assert "Rules of the game · Revised edition" in " ".join(page_texts(english)[0].split())


def test_a_paragraph_after_one_with_a_term_is_set_apart_like_it(printed: Printed) -> None:
    def tops(markdown: str) -> list[float]:
        page = pypdfium2.PdfDocument(printed(markdown))[BODY].get_textpage()
        text = page.get_text_range()
        return [float(page.get_charbox(text.index(letter))[3]) for letter in "PQR"]

    first, second, third = tops("**Pq.** one\n\n**Qq.** two\n\nR three")
    assert second - third == pytest.approx(first - second, abs=1)


FIGURE = "game: asterion\nfigures:\n  tile:\n    panels:\n      - tiles: [{}]\n"


def test_a_figure_that_does_not_fit_stops_the_printing(tmp_path: Path, deck: Deck, printed: Printed) -> None:
    tiles = ", ".join(f"{{tile: {tile.id}, at: [{x}, 0]}}" for x, tile in enumerate(deck.tiles[:14]))

    def print_figure(file: ShelfFile) -> None:
        printed("![Too long.](figure:tile)", figures=load_figures(file))

    expected = "rules.md:3:1: figure 'tile' does not fit the page, not even with cells of 12 mm"
    assert refusal_of(print_figure, tmp_path, FIGURE.format(tiles), "long.yaml") == [expected]


@pytest.fixture
def with_words(printed: Printed) -> Callable[[ShelfFile], object]:
    """Print a text in the words of a file."""
    return lambda file: printed("Text.", own_words=load_words(replace(file, id="en")))


def test_a_word_of_the_language_that_no_font_has_is_told_in_its_own_file(
    tmp_path: Path, with_words: Callable[[ShelfFile], object]
) -> None:
    words = (
        "language: English\nfonts: {text: Alegreya, heading: Cinzel}\ncolours: {}\n"
        "words:\n  contents: ☃☂\n  figure: Figure\n  published_by: ☁\n  version: '{{deck.playerz}}'\n"
    )
    first, second, third, fourth = refusal_of(with_words, tmp_path, words, "words.yaml")
    glyph = "font Alegreya-Regular has no glyph for"
    assert first == f"words.yaml:5:13: {glyph} '☂' (U+2602, umbrella)"
    assert second == f"words.yaml:5:13: {glyph} '☃' (U+2603, snowman)"
    assert third == f"words.yaml:7:17: {glyph} '☁' (U+2601, cloud)"
    assert fourth.startswith("words.yaml:8:12: unknown placeholder {{deck.playerz}}; ")


def test_a_language_is_asked_for_the_words_that_are_printed_and_for_no_others(
    monkeypatch: pytest.MonkeyPatch, printed: Printed, words: Callable[[str], LoadedWords]
) -> None:
    asked: set[str] = set()
    look_up = LoadedWords.word

    def word(self: LoadedWords, key: str, default: str = "") -> str:
        asked.add(key)
        return look_up(self, key, default)

    monkeypatch.setattr(LoadedWords, "word", word)
    figures = ("placement", "walk-impale-rotate", "walk-move", "walk-count")
    printed("## Tiles {#tiles}\n\n" + "\n\n".join(f"![Caption.](figure:{figure})" for figure in figures))
    readme = (TEMPLATES / "locales" / "README.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1:3] for row in readme.splitlines() if row.startswith("| `")]
    elsewhere = (
        " titles of the sheets",
        " names of pieces",
        " the calibration sheet",
        " words that a figure",
        " questions",
        " bottom of a box",
    )
    reported = {False: set[str](), True: set[str]()}
    for keys, where in rows:
        reported[where.startswith(elsewhere)] |= set(re.findall(r"`([a-z_<>…]+)`", keys))
    asked |= {"imprint_outdated", "imprint_missing"}  # printed where passages are, see tests/translation
    assert {re.sub("^edition_.*", "edition_<id>", key) for key in asked} == reported[False]
    assert not asked & reported[True], "the README says of a word that it is printed elsewhere"
    have = {re.sub("^edition_.*", "edition_<id>", key) for key in words("en").words.words}
    have = {re.sub("^(bound|calibration|prisoner)_.*", r"\1_…", key) for key in have}
    assert have == reported[False] | reported[True] - {"colours"}


def test_a_family_without_fonts_is_told_where_the_language_names_it(
    tmp_path: Path, with_words: Callable[[ShelfFile], object]
) -> None:
    words = (
        "language: English\nfonts: {text: Alegreya, heading: Cinzell, fallback: [NotoSerifJP, Nota]}\ncolours: {}\n"
        "words: {contents: Contents, figure: Figure}\n"
    )
    there = sorted({path.stem.split("-")[0] for path in (TEMPLATES / "fonts").glob("*.ttf")})
    families = f"one of {', '.join(there)}"
    assert refusal_of(with_words, tmp_path, words, "words.yaml") == [
        f"words.yaml:2:34: no font for family 'Cinzell', style regular; did you mean 'Cinzel'? {families}",
        f"words.yaml:2:67: no font for family 'Nota', style regular; {families}",
    ]


def test_a_figure_with_a_tile_that_the_deck_lacks_is_refused(tmp_path: Path, deck: Deck) -> None:
    def check(file: ShelfFile) -> None:
        check_figure_tiles(load_figures(file), deck)

    reported = refusal_of(check, tmp_path, FIGURE.format("{tile: Y99, at: [0, 0]}"), "figures.yaml")
    assert reported == ["figures.yaml:5:24: unknown tile 'Y99'; did you mean 'Y09'?"]


def test_what_lies_on_the_path_lies_upon_its_thread(printed: Printed) -> None:
    with opened(printed("![A caption.](figure:tile)")) as pdf:
        found = instructions(pdf.pages[BODY])
        shown = drawn(pdf.pages[BODY])
    assert [name for name in shown if "Y04" in name] == ["Y04", "Y04"], "no drawing of its own"
    placed = [index for index, (_, operator) in enumerate(found) if operator == "Do"]
    inked = [index for index, (operands, operator) in enumerate(found) if operator == "G" and _is_ink(operands)]
    assert placed[-2] < inked[-1] < placed[-1]
    assert [operands for operands, operator in found[: placed[-1]] if operator == "d"][-1][0] == [], "whole lines"


def _is_ink(operands: Any) -> bool:
    """Tell whether this is the black of the ink of a dark thread."""
    return [float(one) for one in operands] == pytest.approx([int(INK[1:3], 16) / 255], abs=0.005)


def test_no_word_is_broken_over_a_page(printed: Printed) -> None:
    filler = "incomprehensible labyrinthine misunderstandings everywhere " * 14
    text = f"One. {filler * 24}"
    pages = text_areas(printed(text))[2:]
    assert len(pages) > 5
    ends = [page[-1].split()[-1] for page in pages[:-1]]
    assert [word for word in ends if word not in filler.split()] == []


def drawn(page: Any) -> list[str]:
    """The components that a page shows, in order."""
    used = [str(operands[0]) for operands, operator in instructions(page) if operator == "Do"]
    return [str(page.Resources.XObject[name].get("/AsterionComponent")) for name in used]


def test_in_a_pale_figure_only_the_paths_of_the_thread_keep_their_inks(printed: Printed) -> None:
    """Four panels of ten tiles; the threads follow 3 + 4 + 2 + 2 paths.

    Each is shown once more within its own floor, and then within its symbols, if it has some.
    """
    with opened(printed("![A caption.](figure:walk-count)")) as pdf:
        shown = drawn(pdf.pages[BODY])
        tiles = [name for name in shown if not name.startswith(("symbol-", "score-"))]
        floors = [operator for _, operator in instructions(pdf.pages[BODY]) if operator == "W"]
    pale = [name.removeprefix("pale-") for name in tiles if name.startswith("pale-")]
    vivid = [name for name in tiles if not name.startswith("pale-")]
    assert sorted(pale) == sorted(["minotaur", *["B03", "B04", "B07", "B12", "B15", "Y04", "Y10", "Y12", "Y13"]] * 4)
    paths = ["Y12", "Y04", "B04", "Y10", "B04", "B15", "B12", "B07", "Y10", "B15", "Y13"]
    assert Counter(paths) < Counter(vivid) <= Counter(paths * 2)
    assert len(floors) == len(vivid)
    assert shown.count("symbol-counter") == 2 * 4, "the impaled bear their counters, too"


def test_circles_cover_a_path_from_side_to_side_with_its_walls_and_all_that_lies_on_it(
    deck: Deck, theme: Theme
) -> None:
    art = TileDrawings(deck, theme)
    around = [(math.cos(step * math.tau / 12), math.sin(step * math.tau / 12)) for step in range(12)]
    for tile in deck.tiles[:16]:
        for chamber in art.plan(tile.id).chambers:
            circles = list(art.floor(tile.id, chamber.path))
            ends = [turned_point(25 + across, 0, side, 50) for side in chamber.exits for across in (-8.9, 0, 8.9)]
            symbols = [
                (place.x + x * place.size / 2, place.y + y * place.size / 2)
                for place in chamber.places
                for x, y in around
            ]
            for x, y in (*chamber.shape.points, *ends, *symbols):
                assert any(math.dist((x, y), (cx, cy)) <= radius for cx, cy, radius in circles), (tile.id, chamber.path)


@pytest.mark.parametrize(("parts", "lines"), [pytest.param(6, 14), pytest.param(30, 8, id="without the parts")])
def test_the_contents_fit_one_page(printed: Printed, parts: int, lines: int) -> None:
    sections = "".join(f"## Section {number} {{#s{number}}}\n\nText.\n\n" for number in range(8))
    below = "".join(f"### Part {number} {{#p{number}}}\n\nText.\n\n" for number in range(parts))
    with opened(printed(sections + below)) as file:
        linked = [len(page.Annots) for page in file.pages if len(page.get("/Annots", [])) > 1]
    assert linked == [lines]
