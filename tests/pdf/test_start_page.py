"""The start page: one page without words that shows the real sheets, for every game, layout and flip."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.layouts import load_layout
from asterion_press.catalogue.themes import load_theme
from asterion_press.cli.main import main
from asterion_press.drawing.display_list import Drawing
from asterion_press.games.kinds import read_game
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.layout.sheets import impose
from asterion_press.pdf.printer_pages import print_start_page


def start_page(game_id: str, paper_id: str = "a4", layout: str = "compact", flip: Flip = Flip.LONG_EDGE) -> bytes:
    game, theme = read_game(library.game_file(game_id)), load_theme(library.theme_file("ink-saver").path)
    file = library.layouts()[layout]
    setup = SheetSetup(flip, layout=load_layout(file))
    pages = impose(game.lots(paper := load_paper(library.paper_file(paper_id).path)), paper, setup)

    def drawing(component: str) -> Drawing:
        return game.draw(component, theme)

    return print_start_page(game.head, pages, drawing, library.fonts_folder(), setup, (), None)


def shown_on(pdf: bytes) -> set[str]:
    """What is drawn on the last page, by the ids of drawings."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        return {str(form.AsterionComponent) for form in file.pages[-1].Resources.XObject.values()}


def words_of(pdf: bytes) -> str:
    return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range())


@pytest.mark.parametrize(
    ("game", "paper", "reported"),
    [
        ("asterion", "a4", ("5 × A4", "1–5")),
        ("asterion", "letter", ("5 × Letter", "1–5")),
        ("minotaurus", "a4", ("7 × A4", "1–4", "5–7")),
        ("asterismo", "a4", ("4 × A4", "1–3")),
    ],
)
def test_the_start_page_tells_how_many_sheets_of_which_paper_which_are_blank_behind_and_the_size(
    game: str, paper: str, reported: tuple[str, ...]
) -> None:
    shown = words_of(start_page(game, paper))
    for words in (*reported, "100 %", "100 mm"):
        assert words in shown


def test_the_start_page_shows_a_whole_sheet_its_back_and_the_one_with_the_counters() -> None:
    shown = shown_on(start_page("asterion"))
    yellow = {f"Y{number:02d}" for number in range(1, 17)}
    assert shown == yellow | {"back-yellow", "B16", "R16", "G16", "minotaur", "counter"}


@pytest.mark.parametrize("layout", [name for name in library.layouts() if name != "compact"])
def test_every_layout_has_a_start_page(layout: str) -> None:
    assert "100 %" in words_of(start_page("asterion", layout=layout))


def test_the_arrow_between_the_sides_follows_the_flip() -> None:
    pages = [start_page("asterion", flip=flip) for flip in Flip]
    assert len(set(pages)) == len(pages)


def test_a_build_makes_a_start_page_for_each_paper_and_proves_it(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["build", "asterismo", "--only", "start", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert {path.name for path in (tmp_path / "out").glob("*.pdf")} == {"start-a4.pdf", "start-letter.pdf"}
    assert "proved" in CliRunner().invoke(main, ["verify", str(tmp_path / "out")]).output


def test_the_start_page_ends_with_the_box_only_if_one_is_made(tmp_path: Path) -> None:
    steps = []
    for parts in (["--only", "start"], ["--only", "start", "--only", "box"]):
        done = CliRunner().invoke(main, ["build", "asterismo", *parts, "--out", str(tmp_path / parts[-1])])
        assert done.exit_code == 0, done.output
        steps.append(shown_on((tmp_path / parts[-1] / "start-a4.pdf").read_bytes()))
    assert steps[1] - steps[0] == {"goods-box", "goods-setup-card"}
