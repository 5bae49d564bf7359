"""Games of several kinds, told alike: true size, figures that fit the page, and mistakes of their catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.svg import svg_text
from asterion_press.games.kinds import read_game
from asterion_press.layout.sheets import lot_grid
from asterion_press.verify.svg import read_svg, size_fault
from tests.support.refusals import refusal, shelved, spoilt

GAMES = ("asterion", "asterismo", "minotaurus")
PAPERS = {name: load_paper(library.paper_file(name).path) for name in ("a3", "a4", "letter")}
THEMES = {name: load_theme(library.theme_file(name).path) for name in ("knossos", "ink-saver")}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_every_component_is_drawn_at_the_size_of_its_place(name: str, theme: str) -> None:
    game = read_game(library.game_file(name))
    laid = [(lot, paper) for paper in PAPERS.values() for lot in game.lots(paper)]
    assert all(lot_grid(lot, paper).places for lot, paper in laid)
    there = {one: lot for lot, _ in laid for piece in lot.pieces for one in (piece.id, piece.back) if one}
    assert set(there) == set(game.component_ids())
    for component, lot in there.items():
        drawing = game.draw(component, THEMES[theme])
        assert (drawing.id, drawing.bleed) == (component, lot.bleed)
        assert size_fault(read_svg(svg_text(drawing).encode()), lot.width, lot.height) is None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_every_figure_fits_the_booklets_page(name: str, theme: str) -> None:
    figures = read_game(library.game_file(name)).figures(library.figures()[name])
    pictures = figures.illustrations(THEMES[theme])
    assert {*pictures} == {*figures.ids}
    plans = {one: picture.plan(320.0) for one, picture in pictures.items()}
    assert {one for one, plan in plans.items() if plan is None or plan.width > 320.0} == set()


WRONG = [
    ("asterismo", "each: 21", "each: 20", "20:16: 20 tokens of each colour; the rules are for 21"),
    ("asterismo", "width_mm: 19", "width_mm: 21.5", "20:30: tokens of 21.5 mm are too wide for hexagons of 22 mm"),
    ("asterismo", "sign: sun", "sign: moon", "17:29: sign 'moon' belongs to 'blue' already; each colour"),
    ("asterismo", "letter: R", "letter: Y", "18:17: letter 'Y' belongs to 'yellow' already"),
    ("asterismo", "sign: star", "sign: comet", "18:26: unknown"),
    ("asterismo", "hexagon_mm: 22", "hexagon_mm: huge", "21:21: "),
    ("asterismo", "  red: {letter: R, sign: star, ink: '#a3301f'}\n", "", "16:3: expected at least 3 entries"),
    ("minotaurus", "symbol: wave", "symbol: sun", "19:29: symbol 'sun' belongs to 'yellow' already"),
    ("minotaurus", "letter: B", "letter: Y", "19:18: letter 'Y' belongs to 'yellow' already"),
    ("minotaurus", "'#491646'", "'#2a64a0'", "22:43: ink '#2a64a0' belongs to 'blue' already"),
    ("minotaurus", "columns: 6", "columns: 7", "28:46: 7 × 5 places for 30 pieces; columns × rows must be 30"),
    ("minotaurus", "values: [1, 3, 5]", "values: [1, 3]", "28:26: 2 values for 3 players"),
    ("minotaurus", "values: [1, 3, 5]", "values: [1, 3, 3]", "28:33: value 3 is named twice"),
    ("minotaurus", "[1, 2, 3, 4, 5]\n\n", "[1, 2, 3, 4]\n\n", "30:39: there are no pieces of value 5"),
    ("minotaurus", "players: 4", "players: 3", "29:15: 3 players have a table already"),
    ("minotaurus", "outer_mm: 96", "outer_mm: 74", "33:32: the ring is less than 4 mm wide"),
    ("minotaurus", "inner_mm: 72", "inner_mm: 20", "33:18: a ring of 20 mm inside and 96 mm outside does not stay"),
    ("minotaurus", "piece_mm: 45", "piece_mm: 450", "12:11: 450 is too large"),
    ("minotaurus", "symbol: shell", "symbol: snail", "22:31: unknown value 'snail'"),
]


@pytest.mark.parametrize(("name", "right", "wrong", "reported"), WRONG)
def test_a_mistake_in_a_catalogue_is_told_with_its_place(
    name: str, right: str, wrong: str, reported: str, tmp_path: Path
) -> None:
    text = library.game_file(name).path.read_text(encoding="utf-8")
    output = refusal(read_game, shelved(tmp_path, spoilt(text, (right, wrong))))
    assert any(line.startswith(f"mine.yaml:{reported}") for line in output), output


def test_all_mistakes_of_a_catalogue_are_told_at_once(tmp_path: Path) -> None:
    text = library.game_file("minotaurus").path.read_text(encoding="utf-8")
    text = spoilt(text, ("wave", "sun"), ("columns: 6", "columns: 7"), ("inner_mm: 72", "inner_mm: 20"))
    assert len(refusal(read_game, shelved(tmp_path, text))) == 3
