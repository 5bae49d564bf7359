"""The cover of asterismo: a position that a game can reach, each token on its hexagon, the board within the picture."""

from __future__ import annotations

import pytest

from generator.catalogue import library
from generator.catalogue.themes import load_theme
from generator.drawing.display_list import Patch, Shape, steps_of
from generator.games.asterismo.board import bit, hexagons
from generator.games.asterismo.cover_art import SEED, TURNS, draw_cover, under_way
from generator.games.asterismo.game import HexGame
from generator.games.asterismo.rules import alive, cells_of, groups, legal_takes
from generator.games.asterismo.setup import clear, pour
from generator.games.game import COVER_ASPECT, LID_ASPECT
from generator.games.kinds import read_game


def test_the_tokens_lie_as_a_game_can_leave_them() -> None:
    tree, taken, colour = under_way()
    cells = cells_of(tree)
    assert alive(tree) == cells
    assert len(groups(cells)) == 1
    assert cells.bit_count() == cells_of(clear(pour(SEED)).tree).bit_count() - TURNS
    before = [own | bit(taken) if number == colour else own for number, own in enumerate(tree)]
    assert legal_takes((before[0], before[1], before[2])) & bit(taken)


@pytest.mark.parametrize("theme_id", ["knossos", "ink-saver"])
@pytest.mark.parametrize("aspect", [COVER_ASPECT, LID_ASPECT])
def test_board_and_tokens_stand_within_the_picture(theme_id: str, aspect: float) -> None:
    game, theme = read_game(library.game_file("asterismo")), load_theme(library.theme_file(theme_id).path)
    assert isinstance(game, HexGame)
    scene = draw_cover(game.catalogue, theme, aspect)
    patches = [part for part in scene.parts if isinstance(part, Patch)]
    assert sum(part.name == "token" for part in patches) == len([*hexagons(cells_of(under_way()[0]))])
    standing = [part for part in patches if part.name in {"side", "rim", "hexagons", "token", "rising"}]
    for part in standing:
        paths = [path for item in part.items if isinstance(item, Shape) for _, path in steps_of(item.data)]
        points = [part.transform.apply(*point) for path in paths for point in path]
        assert all(0 < x < scene.width and 0 < y < scene.height for x, y in points)
