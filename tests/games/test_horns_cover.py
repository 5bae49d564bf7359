"""The cover of Minotaurus: the ring about a horn, pieces upon the table and beside the head."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from generator.catalogue import library
from generator.catalogue.library import ShelfFile
from generator.catalogue.themes import load_theme
from generator.drawing.bull_head import MIRRORED, bull_head
from generator.drawing.display_list import Patch, Scene
from generator.drawing.solid import dot, minus, times
from generator.games.game import COVER_ASPECT, LID_ASPECT
from generator.games.kinds import read_game
from generator.games.minotaurus.cover_art import RING_DROP_MM, RING_LIES, TABLE, VIEW
from generator.games.minotaurus.game import HornsGame
from generator.making.targets import scene_on_lid

THEME = load_theme(library.theme_file("knossos").path)


@pytest.fixture(scope="module")
def game() -> HornsGame:
    found = read_game(library.game_file("minotaurus"))
    assert isinstance(found, HornsGame)
    return found


@pytest.fixture(scope="module", params=[COVER_ASPECT, LID_ASPECT])
def scene(request: pytest.FixtureRequest, game: HornsGame) -> Scene:
    return game.cover_scene(THEME, request.param)


def test_the_horn_goes_through_the_hole_of_the_ring(game: HornsGame) -> None:
    tip = bull_head().vertices["tip" + MIRRORED]
    middle = (tip[0], tip[1], tip[2] - RING_DROP_MM)
    crossed = 0
    for (one, other), sides in ((edge, faces) for edge, faces in bull_head().meeting().items()):
        a, b = (dot(minus(bull_head().vertices[corner], middle), RING_LIES) for corner in (one, other))
        if (a < 0) == (b < 0) or all(not face.part.startswith("horn-left") for face in sides):
            continue
        start, way = bull_head().vertices[one], minus(bull_head().vertices[other], bull_head().vertices[one])
        through = tuple(p + q for p, q in zip(start, times(way, a / (a - b)), strict=True))
        assert math.dist(through, middle) < game.catalogue.ring.inner_mm / 2
        crossed += 1
    assert crossed > 2


def test_the_far_half_of_the_ring_is_painted_before_the_head_and_the_near_one_after(scene: Scene) -> None:
    order = [part.name for part in scene.parts if isinstance(part, Patch)]
    rings = [number for number, name in enumerate(order) if name == "ring"]
    head = order.index("head")
    assert min(rings) < head < max(rings)


def test_pieces_lie_on_the_table_apart_from_one_another_and_from_the_head(scene: Scene, game: HornsGame) -> None:
    size, (right, forward) = game.catalogue.piece_mm, (VIEW.seen((1.0, 0.0, 0.0)), VIEW.seen((0.0, 1.0, 0.0)))
    turn = right[0] * forward[1] - right[1] * forward[0]
    pieces = [part for part in scene.parts if isinstance(part, Patch) and part.name == "piece"]
    head = next(part.transform for part in scene.parts if isinstance(part, Patch) and part.name == "head")
    middles = []
    for piece in pieces:
        x, y = piece.transform.apply(size / 2, size / 2)
        x, y = x - head.e, y - head.f
        middles.append(((x * forward[1] - y * forward[0]) / turn, (y * right[0] - x * right[1]) / turn))
    assert pieces
    assert all(math.hypot(x, y) + size / 2 < TABLE * scene.width for x, y in middles)
    foot = [(x, y) for x, y, z in bull_head().vertices.values() if z == 0]
    for x, y in middles:
        assert all(max(abs(x - u), abs(y - v)) > size / 2 for u, v in foot)
    for (a, b), (c, d) in itertools.combinations(middles, 2):
        assert max(abs(a - c), abs(b - d)) > size - 0.01


def test_the_lid_shows_the_scene_unless_the_catalogue_names_a_piece(game: HornsGame, tmp_path: Path) -> None:
    assert scene_on_lid(game, THEME).id == "cover"
    text = Path(library.game_file("minotaurus").path).read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(f"frontispiece: ring\n{text}", encoding="utf-8")
    named = read_game(ShelfFile("mine", tmp_path / "mine.yaml", "mine.yaml"))
    assert scene_on_lid(named, THEME).title == game.draw("ring", THEME).title
