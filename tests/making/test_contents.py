"""What belongs to a game: one list, which the bottom of its box and its start page show."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.catalogue.words import words_of
from asterion_press.games.kinds import read_game
from asterion_press.layout.box import BOOKLET_MM, CLEARANCE_MM, lots_in_box
from asterion_press.making.project import load_project
from asterion_press.making.request import BuildRequest, Part
from asterion_press.making.targets import contents
from tests.pdf.test_start_page import shown_on
from tests.support.project_commands import good

A4 = load_paper(library.paper_file("a4").path)
FILES = {"cards-en.pdf": "goods-player-cards", "card-en.pdf": "goods-setup-card"}
"""Drawings that stand for files with words."""


@pytest.mark.parametrize("game_id", library.games())
def test_all_that_is_printed_of_a_game_is_shown_on_its_box_and_its_start_page(game_id: str, tmp_path: Path) -> None:
    parts = [word for part in ("box", "start", "sheets", "cards") for word in ("--only", part)]
    good("build", game_id, *parts, "--paper", "a4", "--language", "en", "--out", str(tmp_path / "out"))
    game, theme = read_game(library.game_file(game_id)), load_theme(library.theme_file("knossos").path)
    lots, there = game.lots(A4), {file.name for file in (tmp_path / "out").iterdir()}
    sheets = {f"{name}.pdf": draw(theme) for name, draw in game.score_sheets().items()}
    drawn = FILES | {name: drawing.id for name, drawing in sheets.items()}
    known = {"box.pdf", "start-a4.pdf", "sheets-a4.pdf", "manifest.json"}
    assert there - known <= set(drawn)
    for name in ("box.pdf", "start-a4.pdf"):
        shown = shown_on((tmp_path / "out" / name).read_bytes())
        assert {drawn[file] for file in there - known} == shown & set(drawn.values()), name
        assert "goods-rules" in shown
        lacking = [
            lot.kind for lot in lots if not shown & ({lot.whole} if lot.whole else {one.id for one in lot.pieces})
        ]
        assert not lacking, name
        assert ("goods-box" in shown) == (len(lots_in_box(lots)) < len(lots))
    wide, high = (2 * (side + CLEARANCE_MM) for side in BOOKLET_MM[:2])
    assert all(sheet.width <= wide and sheet.height <= high for sheet in sheets.values()), "folded twice"


@pytest.mark.parametrize(
    ("game", "inside", "beside"),
    [
        ("asterion", "Tiles: 64, Minotaur: 1, Counters: 64, Player cards: 4, Score track, Score pad", ""),
        (
            "minotaurus",
            "Pieces: 50, Layout cards: 3, Ring: 1, Player cards: 6, Setup card: 1, Score pad",
            "Bull’s head: 1",
        ),
        ("asterismo", "Tokens: 63, Player cards: 4, Setup card: 1, Bag: 1", "Board: 1"),
    ],
)
def test_what_is_in_the_box_and_beside_it_is_counted(game: str, inside: str, beside: str) -> None:
    parts = frozenset({Part.BOX})
    request = BuildRequest(library.game_file(game), library.theme_file("knossos"), (), ("en",), parts)
    found = contents(load_project(request), A4, words_of("en"), boxed=True)
    assert ", ".join(one.count_text for one in found if not one.beside) == f"{inside}, Rules of the game"
    assert ", ".join(one.count_text for one in found if one.beside) == beside
