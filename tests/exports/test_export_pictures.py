"""Pictures of exports: exact sizes, bleed that is drawn, signs away from the cut; read back with Pillow."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_service
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from asterion_press.errors import InputError
from asterion_press.exports.pictures import drawn_beyond_trim, render_png, unsafe_signs
from asterion_press.exports.pieces import without_cuts
from asterion_press.games.game import Game
from asterion_press.games.kinds import read_game
from tests.exports.conftest import Export
from tests.support.pictures import opened

Small = Callable[..., Path]
MAGENTA = "#ff00ff"


@pytest.fixture(scope="module")
def game() -> Game:
    return read_game(library.game_file("asterion"))


def drawing_of(game: Game, component: str, theme: str = "knossos") -> Drawing:
    return game.draw(component, load_theme(library.theme_file(theme).path))


def test_what_does_not_suit_a_product_is_said(export: Export, small: Small) -> None:
    cells = "      - {exits: N, prisoners: 2}\n      - {exits: E, prisoners: 2}\n      - {exits: S, prisoners: 2}\n"
    crowded = small(
        ("      - {exits: NES, prisoners: 1}\n      - {exits: W}\n", f"{cells}      - {{exits: W, prisoners: 2}}\n")
    )
    output = export("tgc", game=crowded).stderr
    assert "tiles of 50 mm become SmallSquareTile of 50.8 mm (+1.6%)" in output
    assert "counters of 12 mm have the size of no product and are left out" in output
    assert "mm of the cut; The Game Crafter asks for 3.2 mm" in output


def test_the_trim_lies_where_the_service_cuts() -> None:
    """Half a pixel of bleed more than a whole number: the middle of the tile is the middle of the picture."""
    frame = Shape(Pen().rectangle(0, 0, 50, 50).data, fill="#000000")
    ground = Shape(Pen().rectangle(-9, -9, 68, 68).data, fill="#ffffff")
    drawing = Drawing("x", "x", 50, 50, 5, (Group("all", (ground, frame)),))
    found = opened(render_png(675, 675, [(drawing, 37.5, 37.5)], 12, 300))
    row = [found.getpixel((x, 337))[0] for x in range(675)]  # type: ignore[index]
    assert row[:37] == [255] * 37
    assert row[638:] == [255] * 37
    assert row[38:637] == [0] * 599, "of the pixels 37 and 637 one half is cut away"
    assert drawn_beyond_trim(drawing) == 9


@pytest.mark.parametrize("theme", ["knossos", "ink-saver"])
@pytest.mark.parametrize("component", ["Y03", "B16", "back-red", "minotaur", "back-minotaur"])
def test_bleed_is_drawn_and_not_left_bare(game: Game, component: str, theme: str) -> None:
    drawing = without_cuts(drawing_of(game, component, theme), 3.4)
    bare = Drawing("bare", "bare", 50, 50, 9, (Group("bare", (_square(MAGENTA),)),))
    found = opened(render_png(675, 675, [(bare, 37.5, 37.5), (drawing, 37.5, 37.5)], 12, 300))
    colours = found.getcolors(1_000_000)
    assert colours is not None
    assert (255, 0, 255) not in {colour for _, colour in colours}
    assert drawn_beyond_trim(drawing) >= 3.4


def _square(ink: str) -> Shape:
    return Shape(Pen().rectangle(-9, -9, 68, 68).data, fill=ink)


def test_reach_is_how_far_the_ground_goes_on_its_shortest_side() -> None:
    def drawn(*items: Shape | Group) -> Drawing:
        return Drawing("x", "x", 50, 40, 3, (Group("all", items),))

    ground = Shape(Pen().rectangle(-3, -4, 57, 47).data, fill="#000000")
    assert drawn_beyond_trim(drawn(ground)) == 3
    assert drawn_beyond_trim(drawn(replace(ground, fill=None, stroke="#000000"))) < -1000, "a frame is no ground"
    assert drawn_beyond_trim(drawn(Group("turned", (ground,), Transform.placing(0, 0, angle_deg=30)))) < -1000
    moved = Group("moved", (ground,), Transform.placing(-1, 0, scale=1.1))
    assert drawn_beyond_trim(drawn(moved)) == pytest.approx(4.3)
    disc = Drawing("x", "x", 12, 12, 3, (Group("d", (Shape(Pen().circle(6, 6, 7.5).data, fill="#000000"),)),))
    assert drawn_beyond_trim(disc, is_round=True) == pytest.approx(1.5)
    assert drawn_beyond_trim(disc) < -1000
    knife = Drawing("x", "x", 50, 40, 3, (Group("cut", (ground,)),))
    assert drawn_beyond_trim(knife) < -1000, "cut lines are not printed"


def test_signs_near_the_cut_are_named_with_their_distance() -> None:
    def at(x: float) -> Drawing:
        dot = Group("dot", (Shape(Pen().circle(0, 0, 1).data, fill="#000000"),), Transform.placing(x, 25))
        rim = Group("rim", (Shape(Pen().circle(0, 0, 1).data, stroke="#000000", width=1),), Transform.placing(25, 45))
        return Drawing("x", "x", 50, 50, 3, (Group("field", (_square(MAGENTA),)), dot, rim))

    assert unsafe_signs(at(25), 3.0) == {}
    assert unsafe_signs(at(3), 3.0) == {"dot": pytest.approx(2.0)}
    assert unsafe_signs(at(0.5), 3.0) == {}, "what crosses the cut is ground"
    assert unsafe_signs(at(25), 4.0) == {"rim": pytest.approx(3.5)}


@pytest.mark.parametrize("target", ["png", "pdf"])
def test_a_bleed_that_is_not_drawn_is_refused_with_the_bleed_that_is(target: str, export: Export) -> None:
    reported = export(target, "bleed=20", status=1).stderr
    most = re.search(r"drawn 20 mm beyond its cut; give a bleed of at most ([\d.]+) mm", reported)
    assert most, reported
    export(target, f"bleed={most[1]}")


@pytest.mark.parametrize("target", ["png", "pdf"])
def test_a_bleed_is_a_matter_of_each_group_of_pieces(target: str, export: Export, tmp_path: Path) -> None:
    """Tiles are drawn 5 mm beyond their cut, counters are not: these keep their 3 mm, and the command says so."""
    reported = export(target, "bleed=5").stderr
    assert "counters keep a bleed of 3 mm: they are drawn 3.00 mm beyond their cut" in reported
    assert "tiles keep" not in reported
    for name, mm in (("tiles/fronts/Y01", 60), ("counters/fronts/counter", 18)) if target == "png" else ():
        assert opened((tmp_path / "out" / f"{name}.png").read_bytes()).width == round(mm / 25.4 * 300)


def test_a_service_whose_safe_zone_lies_in_the_bleed_is_a_mistake_with_its_place(tmp_path: Path) -> None:
    text = library.services()["the-game-crafter"].path.read_text(encoding="utf-8")
    path = tmp_path / "service.yaml"
    path.write_text(text.replace("pixels: 825, bleed: 37.5, safe: 75", "pixels: 825, bleed: 37.5, safe: 30"))
    with pytest.raises(InputError, match=r"service\.yaml:\d+:\d+: 30 is not between the bleed, 37\.5, and the middle"):
        load_service(ShelfFile("", path, "service.yaml"))
