"""Scenes: parts in their places, an SVG file that stands alone and says everything once, and its pixels."""

from __future__ import annotations

import io
import math
import sys
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from asterion_press.drawing.display_list import (
    Drawing,
    Group,
    Patch,
    Pen,
    Scene,
    Shape,
    Shown,
    Transform,
    moved,
    steps_of,
)
from asterion_press.drawing.svg import png_bytes, scene_text
from asterion_press.errors import AsterionError, LayoutError
from asterion_press.games.labyrinth.art.chambers import TILE
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams import placed
from asterion_press.games.labyrinth.diagrams.placed import ARIADNE, TableTile, TileDrawings
from asterion_press.geometry import Side, turned_point

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
PLACES = st.floats(-200, 200)


def svg_of(*parts: Patch | Shown, width: float = 100, height: float = 60) -> etree._Element:
    return etree.fromstring(scene_text(Scene("made-up", "Made up", "At length", width, height, parts)).encode())


@given(PLACES, PLACES, st.floats(0.1, 3), st.floats(-360, 360), PLACES, PLACES, st.floats(0.1, 3), PLACES, PLACES)
def test_a_moved_part_lies_where_its_scene_lies(
    e: float, f: float, own: float, angle: float, x: float, y: float, scale: float, u: float, v: float
) -> None:
    transform = Transform.placing(e, f, scale=own, angle_deg=angle)
    part = moved(Patch("made-up", (), transform), Transform.placing(x, y, scale=scale))
    assert isinstance(part, Patch)
    before = transform.apply(u, v)
    expected = x + before[0] * scale, y + before[1] * scale
    assert part.transform.apply(u, v) == pytest.approx(expected, abs=1e-6)
    shown = moved(Shown(Drawing("made-up", "", 10, 10, 0, ()), e, f, own), Transform.placing(x, y, scale=scale))
    assert shown == Shown(Drawing("made-up", "", 10, 10, 0, ()), x + e * scale, y + f * scale, own * scale)


@given(PLACES, PLACES, st.floats(0.1, 3), st.floats(-360, 360), PLACES, PLACES, st.floats(0.1, 3), PLACES, PLACES)
def test_a_product_of_transforms_does_the_inner_one_first(
    e: float, f: float, own: float, angle: float, x: float, y: float, scale: float, u: float, v: float
) -> None:
    inner, outer = Transform.placing(e, f, scale=own, angle_deg=angle), Transform(0, scale, -scale, 0, x, y)
    assert (outer @ inner).apply(u, v) == pytest.approx(outer.apply(*inner.apply(u, v)), abs=1e-6)


@pytest.mark.parametrize("turns", range(4))
def test_the_space_of_a_tile_is_its_cell_turned_in_its_place(turns: int) -> None:
    transform = placed.space(TableTile("Y01", (3, -2), turns))
    for x, y in ((0, 0), (50, 0), (13, 37)):
        u, v = turned_point(x, y, turns, TILE)
        assert transform.apply(x, y) == pytest.approx((150 + u, -100 + v))


def test_an_svg_of_a_scene_has_its_size_and_its_words() -> None:
    root = svg_of(Patch("made-up", (), Transform(), title="a <title> & more"), width=123.4)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("123.4mm", "60mm", "0 0 123.4 60")
    assert [element.text for element in root.iter(f"{SVG}title", f"{SVG}desc")] == [
        "Made up", "At length", "a <title> & more",
    ]  # fmt: skip


def test_every_use_and_clip_of_an_svg_is_defined_once_and_before_it_is_used(art: TileDrawings) -> None:
    tiles = [TableTile(name, (x, 0), x % 4) for x, name in enumerate(("Y01", "B01", "Y04", "B04", "minotaur"))]
    parts = [placed.tile(tile, art) for tile in tiles]
    parts += [*placed.thread(tiles[2], 0, ARIADNE, art), *placed.thread(tiles[3], 0, ARIADNE, art)]
    root = svg_of(*parts, *placed.counters(tiles[2], 0, art), *placed.counters(tiles[0], 0, art))
    order = {element: number for number, element in enumerate(root.iter())}
    defined = {element.get("id"): element for element in root.iter() if element.get("id")}
    assert len(defined) == sum(element.get("id") is not None for element in root.iter())
    used = list(root.iter(f"{SVG}use"))
    assert len(used) > len(parts)
    for element in used:
        name = str(element.get(f"{XLINK}href")).removeprefix("#")
        assert order[defined[name]] < order[element]
    clips = {str(element.get("clip-path")) for element in root.iter() if element.get("clip-path")}
    assert {clip.removeprefix("url(#").removesuffix(")") for clip in clips} <= set(defined)
    assert len(list(root.iter(f"{SVG}clipPath"))) == len(clips), "tiles share one"


def test_what_several_drawings_hold_is_written_once(art: TileDrawings) -> None:
    """Tiles of a colour have the same sign, and wings are all alike."""
    one = scene_text(Scene("one", "", "", 50, 50, (Shown(art.drawing("tile:Y02"), 0, 0, 50),)))
    two = scene_text(Scene("two", "", "", 100, 50, tuple(Shown(art.drawing(f"tile:Y0{n}"), 0, 0, 50) for n in (2, 5))))
    alone = scene_text(Scene("alone", "", "", 50, 50, (Shown(art.drawing("tile:Y05"), 0, 0, 50),)))
    assert len(two) < 0.93 * (len(one) + len(alone))


def test_dashes_and_holes_are_written() -> None:
    hole = Pen().rectangle(0, 0, 9, 9).circle(4, 4, 2).data
    dashed = Shape(Pen().move(0, 0).line(9, 9).data, stroke="#000000", width=1, dash=(0, 2.6))
    root = svg_of(Patch("made-up", (Group("inner", (dashed,)),), Transform(), hole))
    (path,) = (element for element in root.iter(f"{SVG}path") if element.get("stroke"))
    assert path.get("stroke-dasharray") == "0 2.6"
    (clip,) = (element for element in root.iter(f"{SVG}path") if not element.get("stroke"))
    assert clip.get("clip-rule") == "evenodd"


def test_what_shows_through_parts_that_overlap_is_clipped_within_the_first_clip() -> None:
    """The same path by another rule is another clip."""
    rings = Pen().circle(3, 3, 2).circle(4, 3, 2).data
    line = Shape(Pen().move(0, 3).line(9, 3).data, stroke="#000000", width=1)
    root = svg_of(Patch("made-up", (line,), Transform(), rings, through=rings))
    rules = {
        str(path.getparent().get("id")): path.get("clip-rule")
        for path in root.iter(f"{SVG}path")
        if path.get("clip-rule")
    }
    (drawn,) = (path for path in root.iter(f"{SVG}path") if path.get("stroke"))
    inner, outer = drawn.getparent(), drawn.getparent().getparent()
    used = [str(group.get("clip-path")).removeprefix("url(#").removesuffix(")") for group in (outer, inner)]
    assert [rules[name] for name in used] == ["evenodd", "nonzero"]


@pytest.mark.parametrize("turns", range(4))
def test_a_path_of_a_tile_shows_through_its_own_floor_alone(art: TileDrawings, turns: int) -> None:
    tile = TableTile("Y04", (3, -2), turns)
    patch = placed.path(tile, 1, art)
    whole = placed.tile(tile, art)
    assert (patch.items, patch.transform, patch.clip) == (whole.items, whole.transform, whole.clip)
    assert patch.through is not None
    assert len([command for command, _ in patch.through if command == "M"]) == len(list(art.floor("Y04", 1)))


def test_a_counter_lies_upright_on_its_prisoner_however_the_tile_lies(art: TileDrawings, deck: Deck) -> None:
    aside = 0
    for tile in deck.of_colour("yellow"):
        held = [(number, place) for number in range(len(tile.paths)) for place in art.prisoners(tile.id, number)]
        for turns in range(4):
            laid = TableTile(tile.id, (2, -1), turns)
            counters = [one for number in range(len(tile.paths)) for one in placed.counters(laid, number, art)]
            for (_, place), counter in zip(held, counters, strict=True):
                x, y = turned_point(place.x, place.y, turns, TILE)
                middle = counter.x + counter.height / 2, counter.y + counter.height / 2
                assert middle == pytest.approx((100 + x, -50 + y))
                assert counter.height > place.size
                aside += math.dist((place.x, place.y), (x, y)) > 1
    assert aside > 10, "prisoners in the middle of their tile stay where they are"


def test_what_a_path_holds_is_shown_again_upon_its_thread(art: TileDrawings, deck: Deck) -> None:
    for tile in deck.of_colour("yellow"):
        for number in range(len(tile.paths)):
            line, *upon = placed.thread(TableTile(tile.id, (0, 0), 0), number, ARIADNE, art)
            assert all(isinstance(item, Shape) for item in line.items)
            places = [place for place in art.places(tile.id) if place.path == number]
            assert len(upon) == bool(places)
            for patch in upon:
                shown = [item.drawing for item in patch.items if isinstance(item, Shown)]
                assert shown == [art.drawing(f"tile:{tile.id}")], "no drawing of its own"
                begun = [points[0] for command, points in steps_of(patch.through or ()) if command == "M"]
                for place, (x, y) in zip(places, begun, strict=True):
                    assert math.dist((place.x, place.y), (x - place.size * placed.SYMBOL_SHARE / 2, y)) < 0.02


def test_a_thread_passes_under_a_bridge_and_over_its_own(art: TileDrawings) -> None:
    tile = TableTile("Y04", (0, 0), 0)
    clips = {art.is_bridge("Y04", path): next(placed.thread(tile, path, ARIADNE, art)).clip or () for path in (0, 1)}
    holes = {bridge: sum(command == "M" for command, _ in clip) - 1 for bridge, clip in clips.items()}
    assert holes == {True: 0, False: 1}


def test_the_minotaurs_thread_stops_at_the_ring_around_his_room() -> None:
    patch = placed.gates_thread(TableTile("minotaur", (0, 0), 0), [Side.N], ARIADNE)
    (hole,) = [points for command, points in steps_of(patch.clip or ()) if command == "M"][1:]
    assert math.dist(hole[0], (25, 25)) > 17.5, "the radius of the mosaic"


@pytest.mark.parametrize("mark", ["new", "acted"])
def test_a_frame_lies_outside_of_its_tiles_and_runs_around_them_all(mark: Literal["new", "acted"]) -> None:
    for cells, sides in (([(0, 0)], 1), ([(0, 0), (1, 0)], 1), ([(0, 0), (1, 1)], 1), ([(0, 0), (2, 0)], 2)):
        frame = placed.frame(cells, mark)
        casing, line = frame.items
        assert isinstance(casing, Shape)
        assert isinstance(line, Shape)
        assert bool(line.dash) == (mark == "acted")
        assert sum(command == "M" for command, _ in line.data) == sides
        corners = [corner for _, points in steps_of(line.data) for corner in points]
        for x, y in corners:
            away = [max(50 * u - x, x - 50 * u - 50, 50 * v - y, y - 50 * v - 50) for u, v in cells]
            assert min(away) == pytest.approx(placed.FRAME_AWAY)
            assert min(away) - casing.width / 2 > 1, "the tile's edge is free"


WIDTH, HEIGHT = 50.8, 25.4


@pytest.fixture(scope="module")
def svg() -> str:
    left = Shape(Pen().rectangle(0, 0, WIDTH / 2, HEIGHT).data, fill="#ff0000")
    return scene_text(Scene("made-up", "", "", WIDTH, HEIGHT, (Patch("left", (left,), Transform()),)))


@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_a_png_has_the_pixels_and_the_size_on_paper_of_its_resolution(svg: str, dpi: int) -> None:
    image = Image.open(io.BytesIO(png_bytes(svg, WIDTH, HEIGHT, dpi)))
    image.load()
    assert image.width == 2 * dpi
    assert abs(image.height - dpi) <= 1
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    rgb = image.convert("RGB")
    assert rgb.getpixel((dpi // 2, dpi // 2)) == (255, 0, 0)
    assert rgb.getpixel((dpi + dpi // 2, dpi // 2)) == (255, 255, 255), "what is bare is white"


def test_the_same_svg_gives_the_same_bytes(svg: str) -> None:
    assert png_bytes(svg, WIDTH, HEIGHT, 100) == png_bytes(svg, WIDTH, HEIGHT, 100)


def test_too_many_pixels_are_refused(svg: str) -> None:
    with pytest.raises(LayoutError, match=r"at 2400 dpi are too many; draw \.svg or \.pdf"):
        png_bytes(svg, 400, 300, 2400)


def test_a_missing_renderer_is_told_with_what_to_install(svg: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(AsterionError, match=r"pip install .*constraints-picture\.txt; or draw \.svg or \.pdf"):
        png_bytes(svg, WIDTH, HEIGHT, 100)
