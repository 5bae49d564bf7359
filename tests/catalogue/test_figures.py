"""Figures: positions that could lie on a table, of tiles that the deck has."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.games.labyrinth.catalogue.position_records import find_unknown, load_figures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.figures import check_figure_tiles
from tests.support.refusals import refusal

SHIPPED = Path(__file__).parents[2] / "templates" / "figures" / "asterion.yaml"
BOTH_MARKS = (
    "      - tiles:\n          - {tile: Y01, at: [0, 0], mark: acted}\n          - {tile: Y02, at: [1, 0], mark: new}\n"
)
HEAD = "game: asterion\nfigures:\n  one:\n    panels:\n      - tiles:\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "figures.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def complaints(folder: Path, body: str) -> list[str]:
    return refusal(load_figures, ShelfFile("", written(folder, HEAD + body), "figures.yaml"))


def test_the_shipped_figures_are_sound_and_of_the_shipped_deck(deck: Deck) -> None:
    loaded = load_figures(SHIPPED)
    assert loaded.figures.figures
    check_figure_tiles(loaded, deck)


def test_a_figure_is_read_with_all_that_it_shows(tmp_path: Path) -> None:
    body = (
        "          - {tile: Y01, at: [0, -1], turns: 3, mark: new}\n        verdict: right\n"
        "        impaled: [{tile: Y01, path: 1}]\n"
    )
    (panel,) = load_figures(written(tmp_path, HEAD + body)).figures.figures["one"].panels
    (placed,) = panel.tiles
    assert (placed.tile, placed.at, placed.turns, placed.mark) == ("Y01", (0, -1), 3, "new")
    assert (panel.verdict, panel.impaled[0].path) == ("right", 1)


ONE, KEYS = "          - {tile: Y01, at: [0, 0]}\n", "        "
OF_NO_TABLE = {
    "          - {tile: Y02, at: [0, 0]}": "7:29: cell [0, 0] is taken by tile 'Y01' already",
    "          - {tile: Y01, at: [1, 0]}": "7:20: tile 'Y01' lies in this panel already",
    f"{KEYS}thread: [{{tile: Y10, path: 1}}]": "7:18: tile 'Y10' does not lie in this panel; "
    "did you mean 'Y01'? one of Y01",
    f"{KEYS}impaled: [{{tile: Y01, path: 1}}, {{tile: Y01, path: 1}}]": "7:41: path 1 of tile 'Y01' is named twice",
    f"{KEYS}discards: Y02": "7:19: Y02 is discarded, but no tile is marked as acted on",
    BOTH_MARKS: "7:9: tiles that are new and tiles that were acted on; only a first panel may show both",
    f"{KEYS}claims: {{count: {{gate: {{of: {{tile: Y04, path: 1}}}}}}}}": "7:37: tile 'Y04' does not lie in this panel"
    "; did you mean 'Y01'? one of Y01",
    f"{KEYS}claims: {{count: {{gate: {{coins: 1}}}}}}": "7:32: key 'of' is missing; write it, as in "
    "`of: {tile: some text, path: 1}`",
    "          - {tile: Y02, at: [1, 0], mark: old}": "7:43: unknown value 'old'; one of acted, new",
}


@pytest.mark.parametrize("line", OF_NO_TABLE)
def test_a_position_that_cannot_lie_on_a_table_is_refused(tmp_path: Path, line: str) -> None:
    assert complaints(tmp_path, f"{ONE}{line}\n") == [f"figures.yaml:{OF_NO_TABLE[line]}"]


def test_every_tile_and_path_that_the_deck_lacks_is_told_at_once(tmp_path: Path) -> None:
    body = (
        "          - {tile: Y01, at: [0, 0]}\n          - {tile: Q77, at: [1, 0]}\n          - {tile: Y1, at: [2, 0]}\n"
        "        thread: [{tile: Y01, path: 2}]\n        discards: R1\n"
        "        claims: {count: {gate: {of: {tile: Y01, path: 3}}}}\n"
    ).replace("{tile: Y01, at: [0, 0]}", "{tile: Y01, at: [0, 0], mark: acted}")
    loaded = load_figures(ShelfFile("", written(tmp_path, HEAD + body), "figures.yaml"))
    found = sorted(mistake for _, mistake in find_unknown(loaded, {"Y01": 1, "Y02": 2}))
    assert list(map(str, found)) == [
        "figures.yaml:7:20: unknown tile 'Q77'; `asterion list tiles` lists the deck",
        "figures.yaml:8:20: unknown tile 'Y1'; did you mean 'Y01'?",
        "figures.yaml:9:36: tile 'Y01' has no path 2; its paths are 1 to 1",
        "figures.yaml:10:19: unknown tile 'R1'; `asterion list tiles` lists the deck",
        "figures.yaml:11:55: tile 'Y01' has no path 3; its paths are 1 to 1",
    ]


TABLE = "{tiles: [{tile: Y01, at: [0, 0]}]}"
SETUP = "  setup: {panels: [{tiles: [{tile: minotaur, at: [0, 0]}]}]}\n"


FOLLOWING = {
    "follows: setpu, seats: [yellow]": "4:20: no figure 'setpu' stands before this one; "
    "did you mean 'setup'? one of setup",
    "follows: first, seats: [yellow]": "4:20: no figure 'first' stands before this one; one of setup",
    "follows: setup": "4:20: the first figure of a game; say who plays, as in `seats: [yellow, blue]`",
    "seats: [yellow, blue]": "4:18: seats, but no table; name the figure that shows it, as in `follows: setup`",
    "turns: step": "4:18: turns, but no game begins here; write it where the seats are",
    "follows: setup, seats: [y], turns: s": "4:46: the turns would be named like the figure 's-12'; "
    "choose another word",
}


@pytest.mark.parametrize("first", FOLLOWING)
def test_a_figure_follows_one_that_stands_before_it(tmp_path: Path, first: str) -> None:
    text = f"game: asterion\nfigures:\n{SETUP}  first: {{{first}, panels: [{TABLE}]}}\n  s-12: {{panels: [{TABLE}]}}\n"
    assert refusal(load_figures, ShelfFile("", written(tmp_path, text), "figures.yaml")) == [
        f"figures.yaml:{FOLLOWING[first]}"
    ]


def test_the_first_figure_of_a_game_names_the_seats_for_all_that_follow(tmp_path: Path) -> None:
    panels = "panels: [{tiles: [{tile: Y01, at: [0, 0]}]}]"
    text = f"  a: {{follows: setup, seats: [yellow, blue], {panels}}}\n  b: {{follows: a, {panels}}}\n"
    figures = load_figures(written(tmp_path, f"game: asterion\nfigures:\n{SETUP}{text}")).figures.figures
    follows = [(figure.follows, figure.seats) for figure in figures.values()]
    assert follows == [(None, ()), ("setup", ("yellow", "blue")), ("a", ())]
