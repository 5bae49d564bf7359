"""`asterion build --only cards`: a card for each player, and what points are kept on; not all games have them."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.spreads import load_spreads
from asterion_press.catalogue.themes import load_theme
from asterion_press.games.kinds import read_game
from asterion_press.games.labyrinth.art.score_sheets import (
    CHAMBERS,
    CHAMBERS_ALONE,
    around,
    pad_rows,
    round_cells,
    spaces_of,
    track_drawing,
)
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.rules import Rules
from asterion_press.geometry import pt
from asterion_press.layout.box import BOOKLET_MM
from asterion_press.rulebook.translation.language import revision_of
from asterion_press.rulebook.typeset import cards as typeset
from asterion_press.verify.pdf import Interpreter, PageContent, page_matrix, read_font
from tests.support.forging import sign
from tests.support.project_commands import bad, good, written
from tests.support.texts import text_in

MOST_BYTES = 100 << 10
"""Of a page of cards."""


OUT = Path("out")
KNOSSOS = load_theme(library.theme_file("knossos").path)


def cards(*words: str) -> str:
    return good("build --only cards --out out", *words)


def refused(*words: str) -> str:
    """What is told where no cards are made."""
    reported = bad("build --only cards --out out", *words)
    assert not Path("out").exists()
    return reported


def text_of(file: Path) -> str:
    pages = (str(page.get_textpage().get_text_bounded()) for page in pypdfium2.PdfDocument(file))
    return " ".join(" ".join(pages).split())


def figures_of(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    return [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/Figure"]


LEAST_TILE, LEAST_TREES = 15.0, 81.0
"""Width of a tile in a picture, and of the pictures of trees in a row, two hexagons and three, in mm."""


@pytest.mark.parametrize("game", library.games())
def test_every_language_has_cards_whose_words_fit_and_whose_pictures_show_large_and_whole_tiles(game: str) -> None:
    assert "proved" in cards(game)
    made = {path.name for path in OUT.glob("cards-*.pdf")}
    assert made == {f"cards-{one}.pdf" for one in library.languages(game)}
    for name in sorted(made):
        with pikepdf.open(OUT / name) as pdf:
            assert (OUT / name).stat().st_size <= MOST_BYTES * len(pdf.pages)
            shown = [one for page in pdf.pages for one in content_of(page).shown]
            boxes = [[float(value) * 25.4 / 72 for value in one.A.BBox] for one in figures_of(pdf)]
            assert all(str(one.Alt) for one in figures_of(pdf)), f"{name}: a picture has no words"
        tiles = {(one.name, one.matrix): one for one in shown if one.clip}  # a bridge shows a part of its tile again
        tiles |= {(one.name, one.matrix): one for one in shown if one.corners}
        assert all(one.corners for one in tiles.values()), f"{name}: a picture is cut off"
        sides = [math.dist(*one.corners[:2]) for one in tiles.values()]
        assert min(sides, default=LEAST_TILE) > LEAST_TILE - 0.01, name
        assert tiles or all(right - left > LEAST_TREES for left, _, right, _ in boxes)


def test_a_card_tells_the_turn_in_words_of_the_page_at_a_glance() -> None:
    cards("asterion", "--language", "en")
    english = text_of(OUT / "cards-en.pdf").casefold()
    told = (
        "1 place your tile",
        "discard it and act",
        "rotate one",
        "swap two",
        "move one",
        "2 impale all",
        "3 draw, if",
    )
    counts = dict.fromkeys(("yellow", "blue", "red", "green"), 2) | dict.fromkeys(told, 4)
    assert {words: english.count(words) for words in counts} == counts
    assert "/" not in english


def trim_box(file: Path) -> list[float]:
    with pikepdf.open(file) as pdf:
        return [float(value) * 25.4 / 72 for value in pdf.pages[0].trimbox]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_cards_fill_a_page_and_lie_in_the_box(paper: str) -> None:
    cards("asterion", "--language", "en", "--paper", paper, "--box")
    left, bottom, right, top = trim_box(OUT / "cards-en.pdf")
    wide, high = (right - left) / 2, (top - bottom) / 2
    assert (wide, high) == pytest.approx((typeset.WIDE_MM, typeset.HIGH_MM), abs=0.02)
    assert wide < BOOKLET_MM[0]
    assert high < BOOKLET_MM[1]
    assert left == pytest.approx((215.9 if paper == "letter" else 210) - right, abs=0.02)
    assert min(left, bottom) > typeset.MARKS_MM[1] + 5


def content_of(page: pikepdf.Page) -> PageContent:
    matrix = page_matrix(tuple(float(value) for value in page.MediaBox))  # type: ignore[arg-type]
    fonts = {name: read_font(font) for name, font in page.Resources.get("/Font", {}).items()}
    return Interpreter(matrix, fonts).run(page)


def marks_on(file: Path) -> tuple[list[float], list[float], bytes]:
    """Where marks stand, in mm from the block of cards, upright and level ones, and the content of the page."""
    with pikepdf.open(file) as pdf:
        page = pdf.pages[0]
        strokes = [one for one in content_of(page).strokes if one.width == pytest.approx(0.2)]
        left, _, _, top = (float(value) * 25.4 / 72 for value in page.trimbox)
        top = float(page.MediaBox[3]) * 25.4 / 72 - top
        upright = sorted(one.x0 - left for one in strokes if abs(one.x0 - one.x1) < 0.01)
        level = sorted(one.y0 - top for one in strokes if abs(one.y0 - one.y1) < 0.01)
        return upright, level, page.Contents.read_bytes()


def test_marks_stand_at_both_ends_of_each_cut_of_cards_and_dashed_ones_at_each_fold(tmp_path: Path) -> None:
    cards("minotaurus", "--language", "en")
    upright, level, content = marks_on(OUT / "cards-en.pdf")
    wide, high = typeset.WIDE_MM, 2 * typeset.HIGH_MM / 3
    assert upright == pytest.approx([one * wide for one in (0, 0, 1, 1, 2, 2)], abs=0.02)
    assert level == pytest.approx([one * high for one in (0, 0, 1, 1, 2, 2, 3, 3)], abs=0.02)
    assert b"[1 0.75] 0 d" not in content
    good("build asterismo --only box --language en --out", tmp_path / "box")
    upright, level, content = marks_on(tmp_path / "box" / "card-en.pdf")
    for found in (upright, level):
        assert len(found) >= 6, "two edges and a fold, each at both ends"
        assert found[::2] == pytest.approx([number * found[2] for number in range(len(found) // 2)], abs=0.02)
        assert found[::2] == pytest.approx(found[1::2], abs=0.02)
    assert b"[1 0.75] 0 d" in content


def test_the_cards_of_the_original_edition_tell_no_actions_and_no_points_for_impaling() -> None:
    cards("asterion-original", "--language", "en")
    told = text_of(OUT / "cards-en.pdf")
    assert "Impale" in told
    assert "Rotate" not in told
    assert "−1" not in told


def test_a_back_lies_behind_its_front() -> None:
    cards("asterion", "--language", "en")
    places = []
    for page in pypdfium2.PdfDocument(OUT / "cards-en.pdf"):
        text = page.get_textpage()
        boxes = {name: text.get_charbox(text.search(name).get_next()[0]) for name in ("Yellow", "Blue", "Red", "Green")}
        places.append({name: (left < page.get_width() / 2, round(low)) for name, (left, low, _, _) in boxes.items()})
    front, back = places
    assert back == {name: (not left, low) for name, (left, low) in front.items()}, "turned over about the long edge"
    assert len(set(front.values())) == 4


@pytest.mark.parametrize(("game", "heading"), [("asterion", "{#glance-turn}"), ("minotaurus", "{#summary}")])
def test_words_that_are_too_long_for_a_card_are_refused_at_their_line(
    game: str, heading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typeset, "LARGEST", 2.5)
    told = refused(game, "--language", "en")
    lines = library.rules_file("en", game).path.read_text().splitlines()
    place = next(number for number, text in enumerate(lines, 1) if heading in text)
    assert f"{game}.md:{place + 2}:" in told
    assert "mm too full in the smallest type" in told


def test_a_title_that_is_too_long_for_a_card_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "SIGN_AIR", pt(16))
    assert "mm too long for its place on a player card" in refused("minotaurus", "--language", "en")


def test_the_summary_makes_cards_in_the_languages_for_whose_text_the_pages_are_composed() -> None:
    assert "proved" in cards("minotaurus")
    file = library.spreads()["minotaurus"]
    pages = load_spreads(file, ()).spreads
    current = {
        one for one in library.languages("minotaurus") if revision_of(text_in(one, "minotaurus")) == pages.revision
    }
    assert "en" in current
    assert {path.name for path in OUT.glob("cards-*.pdf")} == {f"cards-{one}.pdf" for one in current}
    english = text_of(OUT / "cards-en.pdf")
    assert pages.card is not None
    for passage in ("Minotaurus", "Look for a pair.", "own only one pair of each", "3 tosses each settle a tie"):
        assert english.casefold().count(passage.casefold()) == 2 * pages.card.rows
    with pikepdf.open(OUT / "cards-en.pdf") as pdf:
        figures = figures_of(pdf)
        places = {tuple(float(value) for value in one.A.BBox) for one in figures}
        left, bottom, right, top = (float(value) for value in pdf.pages[0].trimbox)
    assert len(figures) == len(places) == 2 * pages.card.rows * len(pages.card.figures)
    assert all(left < x0 < x1 < right and bottom < y0 < y1 < top for x0, y0, x1, y1 in places), "each on its own card"


def test_a_game_without_pictures_and_without_a_summary_for_cards_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "spreads", dict)
    assert "cards-" not in cards("minotaurus", "--language", "en", "--dry-run", "-v")


def test_a_text_of_another_revision_than_the_pages_has_no_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    file = library.spreads()["minotaurus"]
    words = ("minotaurus", "--language", "en", "--dry-run", "-v")
    assert "cards-en.pdf" in cards(*words)
    text = re.sub(r"(?m)^revision: \d+", "revision: 99", file.path.read_text(encoding="utf-8"))
    later = Path(written("minotaurus.yaml", text))
    monkeypatch.setattr(library, "spreads", lambda: {"minotaurus": ShelfFile("minotaurus", later, file.name)})
    assert "cards-" not in cards(*words)


def test_figures_for_cards_are_those_that_were_read_and_all_that_a_card_needs() -> None:
    game = read_game(library.game_file("asterion"))
    shipped = library.figures()["asterion"]
    assert game.has_card_figures(shipped)
    text = shipped.path.read_text()
    others = re.sub(r"(?m)^  card-(\w+):", r"  other-\1:", text).replace("figure:card-", "figure:other-")
    for changed in (f"# card-place\n{others}", text.replace("  card-impale:", "  other-impale:")):
        path = Path(written("changed.yaml", changed))
        assert not game.has_card_figures(ShelfFile("asterion", path, path.name))


def rows_of(deck: Deck, rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
    found = pad_rows(deck, KNOSSOS, rules)
    return [(row.kind, tuple(sign.id.removeprefix("symbol-") for sign in row.signs)) for row in found]


def test_the_pad_has_a_row_for_all_that_the_edition_counts(deck: Deck) -> None:
    coins = ("plain", ("coin",))
    escaped = ("prisoner-yellow", "way-out")
    revised, original = rows_of(deck, Rules("revised")), rows_of(deck, Rules("original"))
    assert revised == [("signed", ("counter",)), *[coins] * CHAMBERS, ("sum", ()), ("plain", (*escaped, "coin-struck"))]
    assert original == [*[coins] * CHAMBERS_ALONE, ("sum", ()), ("plain", escaped)]
    assert rows_of(deck, Rules("revised", tie_break="seat"))[-1] == ("sum", ())
    assert rows_of(deck, Rules("revised", tie_break="coin_only"))[-1] == ("plain", (*escaped, "coin"))


@pytest.mark.parametrize("game", ["asterion", "asterion-original", "minotaurus"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pad_is_a_page_without_words_that_fits_each_paper(game: str, paper: str) -> None:
    drawing = read_game(library.game_file(game)).score_sheets()["pad"](KNOSSOS)
    size = load_paper(ShelfFile("", library.paper_file(paper).path, paper))
    margin = size.margin_mm
    assert drawing.width + 2 * drawing.bleed <= size.width_mm - 2 * max(margin.left, margin.right)
    assert drawing.height + 2 * drawing.bleed <= size.height_mm - 2 * max(margin.top, margin.bottom)
    cards(game, "--language", "en", "--paper", paper, "--box")
    assert text_of(OUT / "pad.pdf") == ""
    with pikepdf.open(OUT / "pad.pdf") as pdf:
        assert pdf.Root.Lang == "zxx"
        assert [float(value) * 25.4 / 72 for value in pdf.pages[0].mediabox[2:]] == pytest.approx(
            [size.width_mm, size.height_mm], abs=0.01
        )


def test_a_pad_that_printers_may_scale_is_found_by_making_it_again() -> None:
    cards("minotaurus", "--language", "en")
    with pikepdf.open(OUT / "pad.pdf", allow_overwriting_input=True) as pdf:
        pdf.Root.ViewerPreferences.PrintScaling = pikepdf.Name("/AppDefault")
        pdf.save(static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    sign(OUT)
    assert "pad.pdf: is damaged: it is not what its inputs make" in bad("verify out minotaurus --rebuild")


def test_a_game_that_is_not_scored_has_no_pad() -> None:
    assert read_game(library.game_file("asterismo")).score_sheets() == {}


def test_the_track_has_a_space_for_all_that_impaling_can_bring_and_zero(deck: Deck) -> None:
    most = 3 * sum(path.holds["prisoner"] for tile in deck.of_colour("yellow") for path in tile.paths)
    spaces = spaces_of(deck)
    assert most < spaces <= most + 10
    assert spaces % 10 == 0


@pytest.mark.parametrize("spaces", [10, 50, 70])
def test_the_spaces_go_once_around_and_hold_a_marker(spaces: int, deck: Deck) -> None:
    columns, rows, size = round_cells(spaces)
    cells = list(around(columns, rows))
    assert len(set(cells)) == len(cells) == spaces
    assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in pairwise([*cells, cells[0]]))
    assert spaces > 60 or size > deck.catalogue.counters.diameter_mm


def test_the_track_with_its_markers_is_one_file_for_all_languages_no_larger_than_the_cards(deck: Deck) -> None:
    track = track_drawing(deck, KNOSSOS)
    assert track.width <= 2 * typeset.WIDE_MM
    assert track.height <= 2 * typeset.HIGH_MM
    cards("asterion", "--language", "en", "--language", "de")
    made = {path.name: len(pypdfium2.PdfDocument(path)) for path in OUT.glob("*.pdf")}
    assert made == {"cards-de.pdf": 2, "cards-en.pdf": 2, "pad.pdf": 1, "track.pdf": 1}
