"""Cut files against the sheets that they belong to: both read back, by readers that know nothing of the writers."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pypdfium2
import pytest
from lxml import etree
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_cutter, load_paper
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Pen
from asterion_press.errors import InputError
from asterion_press.exports.cut_files import ezdxf, lay_out_for_cutter, marks_drawing
from asterion_press.exports.pieces import cut_once, outline_of
from asterion_press.games.kinds import read_game
from tests.exports.conftest import Export
from tests.support.cut_drawings import Lines, box_of, read_cuts
from tests.support.pictures import opened
from tests.support.project_commands import good
from tests.support.small_games import TOKENS

Small = Callable[..., Path]
MM_A_POINT = 25.4 / 72


def test_plain_sheets_are_those_of_a_build(export: Export, small: Small, tmp_path: Path) -> None:
    export("svg", "cutter=plain", "paper=letter")
    good("build --only sheets --paper letter --out", tmp_path / "built", small())
    one, two = ((tmp_path / name / "sheets-letter.pdf").read_bytes() for name in ("out", "built"))
    assert one == two


def test_round_corners_are_arcs_and_round_pieces_circles(export: Export, tmp_path: Path) -> None:
    (tmp_path / "coins.yaml").write_text(TOKENS.replace("size_mm: 30", "size_mm: 30\nshape: round"), encoding="utf-8")
    export("dxf", "corner-radius=3")
    export("dxf", game=tmp_path / "coins.yaml", to="coins")
    names = ("out/cut-01", "out/cut-02", "coins/cut-01")
    tiles, counters, coins = (ezdxf().readfile(tmp_path / f"{name}.dxf").modelspace() for name in names)
    points = tiles.query('LWPOLYLINE[layer=="CUT"]')[0].get_points("xyb")
    assert len(points) == 8
    bulges = [bulge for _, _, bulge in points if bulge]
    assert bulges == pytest.approx([math.tan(math.pi / 8)] * 4)
    # each arc spans two points that are one radius apart on both axes
    (x1, y1, _), (x2, y2, _) = points[1:3]
    assert (abs(x1 - x2), abs(y1 - y2)) == pytest.approx((3, 3))
    for space, radii in ((counters, [6.0] * 4), (coins, [15.0] * 3)):
        assert [circle.dxf.radius for circle in space.query('CIRCLE[layer=="CUT"]')] == radii


def test_counters_that_share_edges_are_cut_apart_by_a_machine(export: Export, small: Small, tmp_path: Path) -> None:
    export("svg", "cutter=silhouette", game=small(("shape: round", "shape: octagon")))
    cuts = etree.parse(tmp_path / "out" / "cut-02.svg").findall(".//*[@id='cut']/*")
    assert len(cuts) == 4


def test_a_radius_that_does_not_fit_is_refused(export: Export) -> None:
    reported = export("svg", "corner-radius=26", status=1).stderr
    assert "corners of 26 mm do not fit a piece of 50 x 50 mm; at most 25" in reported


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("cutter", ["silhouette", "silhouette-short", "silhouette-four"])
def test_marks_lie_where_the_machine_looks_and_nothing_else_near_them(paper: str, cutter: str) -> None:
    sheet, machine = load_paper(library.paper_file(paper).path), load_cutter(library.cutters()[cutter].path)
    marks = machine.marks
    assert marks is not None
    layout = lay_out_for_cutter(read_game(library.game_file("asterion")), sheet, machine)
    drawn = marks_drawing(marks, sheet).groups[0].items
    assert len(drawn) == (4 if marks.style == "four-corners" else 3)
    clear = marks.inset_mm + marks.clear_mm
    for page in layout.pages:
        grid = page.grid
        for x, y in product((grid.left, grid.right), (grid.top, grid.bottom)):
            beside_x = x < clear or x > sheet.width_mm - clear
            beside_y = y < clear or y > sheet.height_mm - clear
            assert not (beside_x and beside_y), "the block keeps off the corners"
        assert min(grid.left, grid.top) >= marks.inset_mm
        assert not any(one.marked for one in page.placements)
    assert not layout.left_out


def test_the_printed_marks_are_black_and_their_surroundings_white(export: Export, tmp_path: Path) -> None:
    """Seen in the picture of the page, at 20 pixels a millimetre, where a line of 0.3 mm is six."""
    export("svg")
    page = pypdfium2.PdfDocument(tmp_path / "out" / "sheets-a4.pdf")[0]
    seen = page.render(scale=20 * MM_A_POINT, grayscale=True).to_pil()

    def ink(*part: float) -> object:
        """Where there is ink in a part of the page, in mm of the page."""
        found = seen.crop(tuple(round(mm * 20) for mm in part)).point(lambda v: 255 * (v < 128)).getbbox()
        return found and tuple(at / 20 + origin for at, origin in zip(found, 2 * part[:2], strict=True))

    assert ink(0, 0, 30, 30) == pytest.approx((10, 10, 15, 15), abs=0.06)
    assert ink(180, 0, 210, 30) == pytest.approx((180, 10, 200, 30), abs=0.06)
    assert ink(0, 267, 30, 297) == pytest.approx((10, 267, 30, 287), abs=0.06)
    assert ink(180, 267, 210, 297) is None
    assert ink(180, 10.4, 199.6, 30) is None, "the corner's arms are 0.3 mm thick"
    back = pypdfium2.PdfDocument(tmp_path / "out" / "sheets-a4.pdf")[1]
    assert back.render(scale=1, grayscale=True).to_pil().crop((0, 0, 60, 60)).getextrema() == (255, 255)


def test_cricut_gets_pictures_as_large_as_its_area_and_cuts_within_it(export: Export, tmp_path: Path) -> None:
    export("svg", "cutter=cricut")
    layers = {}
    for name in ("01", "02"):
        layers[name] = read_cuts("svg", (tmp_path / "out" / f"cut-{name}.svg").read_bytes()).layers
        assert [box_of(chain) for chain in layers[name]["sheet"]] == [pytest.approx((0, 0, 171.45, 234.95))]
        for left, top, right, bottom in map(box_of, layers[name]["cut"]):
            assert (left >= 0, top >= 0, right <= 171.45, bottom <= 234.95) == (True,) * 4
        picture = opened((tmp_path / "out" / f"front-{name}.png").read_bytes())
        assert picture.size == (2025, 2775)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert not list((tmp_path / "out").glob("*.pdf"))
    tile, (left, top, *_) = opened((tmp_path / "out" / "front-01.png").read_bytes()), box_of(layers["01"]["cut"][0])
    x, y = (round(mm / 25.4 * 300) for mm in (left - 2.8, top - 2.8))
    assert tile.getpixel((x, y)) != (255, 255, 255), "bleed around the cut"
    assert tile.getpixel((x - 10, y)) == (255, 255, 255)


def test_what_does_not_fit_the_machine_is_said() -> None:
    machine = load_cutter(library.cutters()["cricut"].path)
    assert machine.area_mm is not None
    narrow = replace(machine, area_mm=replace(machine.area_mm, width=40.0))
    paper = load_paper(library.paper_file("a4").path)
    layout = lay_out_for_cutter(read_game(library.game_file("asterion")), paper, narrow)
    assert layout.left_out == ("tiles of 50 x 50 mm do not fit 'Cricut, print then cut' on A4; cut them by hand",)
    assert {page.kind for page in layout.pages} == {"counters"}


def test_a_cutter_whose_marks_do_not_fit_their_room_is_a_mistake_with_its_place(tmp_path: Path) -> None:
    text = library.cutters()["silhouette"].path.read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace("clear_mm: 20", "clear_mm: 12"), encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.yaml:\d+:\d+: 12 mm do not hold the mark"):
        load_cutter(ShelfFile("", path, "mine.yaml"))


def test_hexagons_turn_by_sixths() -> None:
    game, theme = read_game(library.game_file("asterismo")), load_theme(library.theme_file("knossos").path)
    assert [outline_of(game, game.draw(one, theme)).turns for one in ("token-blue", "board")] == [6, 4]


def test_lines_of_many_pieces_are_joined_in_time_that_does_not_grow_with_all_pairs_of_them() -> None:
    def looked_at(count: int) -> int:
        """How many pairs of lines are compared for a sheet of two rows of so many hexagons."""
        corners = ((5.0, 0.0), (10.0, 2.5), (10.0, 7.5), (5.0, 10.0), (0.0, 7.5), (0.0, 2.5))
        rows = [(10 * at, 5 * row) for row, at in ((row, at) for row in range(2) for at in range(count))]
        paths = [Pen().polygon(*((x + left, y + 1.5 * top) for x, y in corners)).data for left, top in rows]
        calls = Counter[str]()
        sys.setprofile(lambda frame, event, _: calls.update([frame.f_code.co_name] if event == "call" else []))
        try:
            places, _ = cut_once(paths)
        finally:
            sys.setprofile(None)
        assert len(places) == 2 * count
        return calls["_common"]

    assert looked_at(80) < 2.5 * looked_at(40)


def test_counters_without_gaps_are_cut_apart_by_long_straight_cuts(
    export: Export, small: Small, tmp_path: Path
) -> None:
    square = small(("shape: round", "shape: square"))
    export("svg", "cutter=plain", game=square)
    lines = Lines(read_cuts("svg", (tmp_path / "out" / "cut-01.svg").read_bytes()).layers["cut"]).lines
    counters = lines[abs(lines[:, 1] - lines[:, 0]) < 45]
    assert len(counters) == 6, "four counters: three cuts each way"
    assert abs(counters[:, 1] - counters[:, 0]) == pytest.approx(24)
    good("verify", tmp_path / "out", square)
