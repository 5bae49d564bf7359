"""Minotaurus as a game on the shelf: its catalogue and what is wrong with others, its pieces, its figures."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.errors import InputError
from asterion_press.games.game import Claimed
from asterion_press.games.kinds import read_game
from asterion_press.games.minotaurus.game import HornsGame
from asterion_press.games.minotaurus.piece_art import BACK
from asterion_press.games.minotaurus.rules import Horn
from asterion_press.layout.sheets import impose
from tests.support.pictures import pixels
from tests.support.refusals import refusal, shelved, spoilt
from tests.support.workshop import paper

FIGURES = Path(library.figures()["minotaurus"].path).read_text(encoding="utf-8")
THEMES = {name: load_theme(library.theme_file(name).path) for name in ("knossos", "ink-saver")}


@pytest.fixture(scope="module")
def game() -> HornsGame:
    found = read_game(library.game_file("minotaurus"))
    assert isinstance(found, HornsGame)
    return found


def test_all_pieces_that_are_promised_are_there_each_once(game: HornsGame) -> None:
    assert len(game.pieces) == game.catalogue.expect.pieces
    blue = [f"B{value}{horn}" for value in range(1, 6) for horn in "LR"]
    assert [name for name in game.pieces if name.startswith("B")] == blue
    lot = game.lots(paper("a4"))[0]
    assert {piece.id: (piece.copies, piece.back) for piece in lot.pieces} == dict.fromkeys(game.pieces, (1, BACK))


def test_three_play_with_30_four_with_40_and_five_with_50_pieces(game: HornsGame) -> None:
    keys = ("pieces", "values", "columns")
    reported = [tuple(game.numbers()[f"players.{players}.{key}"] for key in keys) for players in (3, 4, 5)]
    assert reported == [(30, "1, 3, 5", 6), (40, "1, 2, 3, 4", 8), (50, "1, 2, 3, 4, 5", 10)]


# -- pieces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_the_back_is_the_same_after_every_quarter_turn(game: HornsGame, theme: str) -> None:
    back = pixels(game.draw(BACK, THEMES[theme]), 8)
    for turns in (1, 2, 3):
        assert np.abs(back - np.rot90(back, turns)).mean() < 0.6, "mean difference of a pixel's 255 levels"
    assert {game.draw(BACK, THEMES[theme])} == {game.draw(BACK, THEMES[theme])}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("left", "right"), [("R1L", "R5R"), ("P4L", "P2R")])
def test_the_two_halves_of_a_bull_meet(game: HornsGame, theme: str, left: str, right: str) -> None:
    one, other = (pixels(game.draw(name, THEMES[theme]), 10) for name in (left, right))
    joint = np.abs(one[:, -2] - other[:, 1])
    assert joint.mean() < 3, "what lies left of the joint goes on to its right, whatever the values"
    assert one[:, -2].std() > 20, "the head lies on the joint"


def test_a_left_horn_has_the_head_on_its_right_and_a_right_horn_on_its_left(game: HornsGame) -> None:
    for name, near in (("Y3L", slice(-60, None)), ("Y3R", slice(None, 60))):
        dark = pixels(game.draw(name, THEMES["knossos"]), 4).sum(axis=2) < 150
        assert dark[:, near].sum() > 0.6 * dark.sum(), name


@pytest.mark.parametrize("theme", THEMES)
def test_minotaurus_values_and_colours_look_different(game: HornsGame, theme: str) -> None:
    shown = {name: pixels(game.draw(name, THEMES[theme]), 2) for name in ("Y1L", "Y1R", "Y2L", "B1L")}
    for a, b in itertools.combinations(shown, 2):
        assert np.abs(shown[a] - shown[b]).mean() > 0.8, f"{a} and {b}"


def test_a_left_piece_is_the_mirror_image_of_a_right_one_but_for_its_signs(game: HornsGame) -> None:
    left, right = (pixels(game.draw(name, THEMES["knossos"]), 4) for name in ("G1L", "G1R"))
    middle = slice(0, 4 * 24)  # the half with the head
    assert np.abs(right[:, middle] - left[:, ::-1][:, middle]).mean() < 1.5


def test_the_ink_saver_saves_ink(game: HornsGame) -> None:
    names = ("Y1L", "B5R", "P3L", BACK, "bull-1", "ring", "card-3")
    full, saved = (
        sum(float((255 - pixels(game.draw(name, theme), 2)).mean()) for name in names) for theme in THEMES.values()
    )
    assert saved < full / 4
    assert saved > full / 60


def test_symbols_are_drawn_and_others_are_not(game: HornsGame) -> None:
    for name in game.symbol_names():
        drawing = game.draw_symbol(name, THEMES["knossos"])
        assert float((255 - pixels(drawing, 4)).mean()) > 2, name
    with pytest.raises(KeyError):
        game.draw_symbol("coin", THEMES["knossos"])


def test_the_table_of_pieces_says_with_how_many_players_each_is_used(game: HornsGame) -> None:
    rows = {row[0]: row for row in game.rows()}
    assert rows["P2R"] == ["P2R", "purple", "shell", 2, Horn.RIGHT.name.lower(), "4, 5"]
    assert rows["P1L"][-1] == "3, 4, 5"
    assert rows["Y5L"][-1] == "3, 5"


# -- figures -----------------------------------------------------------------------------------------------------------


def claimed(game: HornsGame, text: str, folder: Path) -> Claimed:
    return game.figures(shelved(folder, text, "figures.yaml"))


def test_the_worked_examples_are_what_the_rulebook_tells(game: HornsGame, tmp_path: Path) -> None:
    claims = claimed(game, FIGURES, tmp_path).claims
    wanted = {"won": ("1/3", "2/2"), "lost": ("2/2", "1/3"), "chain": ("2/2", "1/3")}
    for name, pairs in wanted.items():
        assert tuple(claims[f"figure.challenge-{name}.{player}.after"] for player in "ab") == pairs


FALSE = [
    ("found: resolved", "found: unresolved", "figure 'pairs' A: found: claimed unresolved; the engine finds resolved"),
    ("[G3L, G5L], found: none", "[G3L, G5L], found: unresolved", "claimed unresolved; the engine finds none"),
    ("A: {pieces: [B1L, B3R]", "A: {pieces: [B1L, B2R]", "then.A.pieces: claimed B1L, B2R; the engine finds B1L, B3R"),
    ("resolved: true, points: 2", "resolved: true, points: 3", "claimed 3; the engine finds 2"),
    ("resolved: false, points: 0", "resolved: true, points: 0", "then.A.resolved: claimed yes; the engine finds no"),
    ("may_challenge: [C]", "may_challenge: [A]", "may_challenge: claimed A; the engine finds C"),
    ("may_challenge: [C]", "may_challenge: []", "may_challenge: claimed none; the engine finds C"),
    ("takes: 1", "takes: 4", "this challenge is not allowed: the challenged player may not take a 4"),
    ("simplified: true\n", "simplified: false\n", None),
    ("value: 2", "value: 3", "this challenge is not allowed: a 3 would not make the challenger's values equal"),
    ("B: [B2L, B3R]}", "B: [B1L, B3R]}", "A holds B1L already"),
    ("B: [B2L, B3R]}", "B: [R2L, R3R]}", "a challenge is about one colour, not about blue and red"),
    ("B: [B2L, B3R]}", "B: [B3R, B2L]}", "B3R and B2L are no left and right horn of a colour"),
    ("challenged: B", "challenged: D", "nobody here is called 'D'"),
    ("players: 3", "players: 6", "no table for 6 players; there are tables for 3, 4 and 5"),
    ("up: {'9': G3L", "up: {'31': G3L", "no place '31'; the places are 1 to 30"),
    ("'22': G5R", "'22': G4R", "G4R is not in play with 3 players"),
    ("[B2L, B2R]", "[B2L, Z2R]", "unknown piece 'Z2R'"),
    ("challenger: B\n", "challenger: B\n        may_take: [2]\n", "may_take: claimed 2; the engine finds 2, 3"),
    ("challenger: B\n", "challenger: B\n        may_take: [3, 2]\n", None),
    ("does: take, legal: false", "does: take, legal: true", "legal: claimed yes; the engine finds no"),
    ("does: pass, legal: true", "does: pass, legal: false", "legal: claimed no; the engine finds yes"),
    ("does: pass, legal: true", "does: pass, legal: true, over: true", "over: claimed yes; the engine finds no"),
    ("B: []}, player: A, does: pass", "B: []}, player: C, does: pass", "nobody here is called 'C'"),
    ("[[R1L, R4R]]", "[[R4R, R1R]]", "no left and right horn of a colour: R4R and R1R"),
    ("[[R1L, R4R]]", "[[R1L, R9R]]", "R9R"),
    ("added: [H]", "added: [I]", "no part 'I'"),
    ("added: [D, E]", "added: [D, F]", "part 'F' is added, but not among the parts"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), FALSE)
def test_a_figure_that_is_not_so_is_refused(
    game: HornsGame, right: str, wrong: str, message: str | None, tmp_path: Path
) -> None:
    text = spoilt(FIGURES, (right, wrong))
    if message is None:
        assert claimed(game, text, tmp_path).ids
        return
    reported = refusal(claimed, game, text, tmp_path)
    assert any(message in line for line in reported), reported
    assert all(line.startswith("figures.yaml:") and line.split(":")[1].isdigit() for line in reported)


COLLECTIONS = [(found.start(), found.end()) for found in re.finditer(r"\[[^\[\]]*\]|\{[^{}]*\}", FIGURES)]


def test_an_empty_list_or_map_is_right_or_told_with_its_place(game: HornsGame, tmp_path: Path) -> None:
    wrong = []
    for start, end in COLLECTIONS:
        empty = FIGURES[start] + FIGURES[end - 1]
        try:
            claimed(game, FIGURES[:start] + empty + FIGURES[end:], tmp_path)
        except InputError as error:
            unplaced = [line for line in error.lines() if not re.match(r"figures\.yaml:\d+:\d+: ", line)]
            wrong += [f"{empty} for {FIGURES[start:end]} after {start} characters: {line}" for line in unplaced]
    assert COLLECTIONS
    assert not wrong, "\n".join(wrong)


def test_a_figure_shows_one_thing(game: HornsGame, tmp_path: Path) -> None:
    text = "game: minotaurus\nfigures:\n  empty: {pairs: []}\n"
    assert "this one shows nothing" in refusal(claimed, game, text, tmp_path)[0]


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_cards_lie_below_the_last_pieces_the_ring_beside_the_last_nets_and_no_noses_meet(
    game: HornsGame, name: str
) -> None:
    pages = impose(game.lots(paper(name)), paper(name))
    assert [page.also for page in pages if page.also] == ["layout cards"] * 2 + ["ring"] * 2
    for page in pages:
        rows: dict[float, list[tuple[float, str]]] = {}
        for one in page.placements:
            if one.component in game.pieces:
                rows.setdefault(round(one.y, 3), []).append((one.x, one.component[-1]))
        assert not [row for row in rows.values() if "LR" in "".join(horn for _, horn in sorted(row))]
