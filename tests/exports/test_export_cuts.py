"""Cut files against the sheets that they belong to: both read back, by readers that know nothing of the writers."""

from __future__ import annotations

import io
import math
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest
from click.testing import CliRunner, Result
from lxml import etree
from PIL import Image

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_cutter, load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.cli.main import main
from asterion_press.drawing.display_list import Pen, Transform
from asterion_press.errors import InputError
from asterion_press.exports.cut_files import ezdxf, lay_out_for_cutter, marks_drawing
from asterion_press.exports.pictures import render_png
from asterion_press.exports.pieces import cut_once, flattened, outline_of, silhouette
from asterion_press.exports.run import EXPORTS
from asterion_press.exports.target import ExportContext
from asterion_press.games.kinds import read_game
from asterion_press.layout.grid import Grid, Places
from asterion_press.publish import OutputFolder
from tests.support.cut_drawings import Chain, Lines, box_of, read_cuts

Small = Callable[..., Path]
MM_A_POINT = 25.4 / 72
TRUE = 0.1
"""mm by which a cut file may differ from its sheet; what we hold is a tenth of that."""
ROUND = """\
kind: tokens
game: coins
title: Coins
edition: first
credits: {design: A, publisher: B, artwork: C}
size_mm: 30
shape: round
colours:
  yellow: {symbol: sun, ink: '#d9a520'}
tokens:
  one: {count: 3, value: 1}
"""


PROJECT = Path(__file__).resolve().parents[2]
SHAPES = ("square", "octagon")
"""Of counters whose neighbours share edges."""


class Box(NamedTuple):
    """A rectangle on a sheet, in mm from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def near(self, other: Box, far: float = TRUE / 10) -> bool:
        return all(abs(a - b) <= far for a, b in zip(self, other, strict=True))


def export(target: str, catalogue: Path, folder: Path, *words: str) -> Result:
    words = ("export", target, str(catalogue), "--out", str(folder), *words)
    result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result


def image(path: Path) -> Image.Image:
    with Image.open(path) as found:
        found.load()
        return found


def test_plain_sheets_are_those_of_a_build(small: Small, tmp_path: Path) -> None:
    export("svg", small(), tmp_path / "out", "--set", "cutter=plain", "--set", "paper=letter")
    words = f"build --only sheets {small()} --paper letter --out {tmp_path / 'built'}".split()
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    names = ("out", "built")
    one, two = ((tmp_path / name / "sheets-letter.pdf").read_bytes() for name in names)
    assert one == two


def test_ezdxf_finds_nothing_wrong_and_round_corners_are_arcs(small: Small, tmp_path: Path) -> None:
    export("dxf", small(), tmp_path / "out", "--set", "corner-radius=3")
    document = ezdxf().readfile(tmp_path / "out" / "cut-01.dxf")
    assert not document.audit().errors
    assert document.header["$INSUNITS"] == 4
    outlines = document.modelspace().query('LWPOLYLINE[layer=="CUT"]')
    points = outlines[0].get_points("xyb")
    assert len(points) == 8
    bulges = [bulge for _, _, bulge in points if bulge]
    assert bulges == pytest.approx([math.tan(math.pi / 8)] * 4)
    # each arc spans two points that are one radius apart on both axes
    (x1, y1, _), (x2, y2, _) = points[1:3]
    assert (abs(x1 - x2), abs(y1 - y2)) == pytest.approx((3, 3))
    counters = ezdxf().readfile(tmp_path / "out" / "cut-02.dxf").modelspace()
    circles = counters.query('CIRCLE[layer=="CUT"]')
    assert [circle.dxf.radius for circle in circles] == [6.0] * 4


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4)), ("a3", (297.0, 420.0))]
)
def test_a_drawing_says_that_it_is_as_large_as_its_paper(
    paper: str, size: tuple[float, float], small: Small, tmp_path: Path
) -> None:
    export("dxf", small(), tmp_path / "out", "--set", f"paper={paper}")
    header = ezdxf().readfile(tmp_path / "out" / "cut-01.dxf").header
    assert (header["$EXTMIN"], header["$EXTMAX"]) == ((0, 0, 0), pytest.approx((*size, 0)))
    assert (header["$LIMMIN"], header["$LIMMAX"]) == ((0, 0), pytest.approx(size))


def test_pieces_with_cut_lines_of_their_own_or_round_ones_are_cut_along_them(tmp_path: Path) -> None:
    path = tmp_path / "coins.yaml"
    path.write_text(ROUND, encoding="utf-8")
    export("dxf", path, tmp_path / "out")
    circles = ezdxf().readfile(tmp_path / "out" / "cut-01.dxf").modelspace().query('CIRCLE[layer=="CUT"]')
    assert [circle.dxf.radius for circle in circles] == [15.0] * 3


def test_counters_that_share_edges_are_cut_apart_by_a_machine(small: Small, tmp_path: Path) -> None:
    export("svg", small(("shape: round", "shape: octagon")), tmp_path / "out", "--set", "cutter=silhouette")
    cuts = etree.parse(tmp_path / "out" / "cut-02.svg").findall(".//*[@id='cut']/*")
    assert len(cuts) == 4


def test_a_radius_that_does_not_fit_is_refused(small: Small, tmp_path: Path) -> None:
    words = ["export", "svg", str(small()), "--out", str(tmp_path / "out"), "--set", "corner-radius=26"]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 1
    assert "corners of 26 mm do not fit a piece of 50 x 50 mm; at most 25" in result.stderr


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("cutter", ["silhouette", "silhouette-short", "silhouette-four"])
def test_marks_lie_where_the_machine_looks_and_nothing_else_near_them(paper: str, cutter: str) -> None:
    game = read_game(library.game_file("asterion"))
    sheet = load_paper(library.paper_file(paper).path)
    marks = load_cutter(library.cutters()[cutter].path).marks
    assert marks is not None
    layout = lay_out_for_cutter(game, sheet, load_cutter(library.cutters()[cutter].path))
    drawn = marks_drawing(marks, sheet).groups[0].items
    assert len(drawn) == (4 if marks.style == "four-corners" else 3)
    clear = marks.inset_mm + marks.clear_mm
    for page in layout.pages:
        assert isinstance(page.grid, Grid)
        block = _block(page.grid)
        for x in (block.left, block.right):
            for y in (block.top, block.bottom):
                beside_x = x < clear or x > sheet.width_mm - clear
                beside_y = y < clear or y > sheet.height_mm - clear
                assert not (beside_x and beside_y), "the block keeps off the corners"
        assert block.left >= marks.inset_mm
        assert block.top >= marks.inset_mm
        assert not any(one.marked for one in page.placements)
    assert not layout.left_out


def _block(grid: Grid | Places) -> Box:
    return Box(grid.left, grid.top, grid.right, grid.bottom)


def test_the_printed_marks_are_black_and_their_surroundings_white(small: Small, tmp_path: Path) -> None:
    """Seen in the picture of the page, at 20 pixels a millimetre, where a line of 0.3 mm is six."""
    export("svg", small(), tmp_path / "out")
    page = pypdfium2.PdfDocument(tmp_path / "out" / "sheets-a4.pdf")[0]
    seen = page.render(scale=20 * MM_A_POINT, grayscale=True).to_pil()

    def ink(left: float, top: float, right: float, bottom: float) -> Box | None:
        """Where there is ink in a part of the page, in mm of the page."""
        part = seen.crop(tuple(round(mm * 20) for mm in (left, top, right, bottom))).point(lambda v: 255 * (v < 128))
        found = part.getbbox()
        if found is None:
            return None
        return Box(*(at / 20 + origin for at, origin in zip(found, (left, top, left, top), strict=True)))

    assert (ink(0, 0, 30, 30) or Box(0, 0, 0, 0)).near(Box(10, 10, 15, 15), 0.06)
    assert (ink(180, 0, 210, 30) or Box(0, 0, 0, 0)).near(Box(180, 10, 200, 30), 0.06)
    assert (ink(0, 267, 30, 297) or Box(0, 0, 0, 0)).near(Box(10, 267, 30, 287), 0.06)
    assert ink(180, 267, 210, 297) is None
    assert ink(180, 10.4, 199.6, 30) is None, "the corner's arms are 0.3 mm thick"
    back = pypdfium2.PdfDocument(tmp_path / "out" / "sheets-a4.pdf")[1]
    assert back.render(scale=1, grayscale=True).to_pil().crop((0, 0, 60, 60)).getextrema() == (255, 255)


def test_cricut_gets_pictures_as_large_as_its_area_and_cuts_within_it(small: Small, tmp_path: Path) -> None:
    export("svg", small(), tmp_path / "out", "--set", "cutter=cricut")
    area = first = Box(0, 0, 171.45, 234.95)
    for number in (1, 2):
        name = f"{number:02d}"
        layers = read_cuts("svg", (tmp_path / "out" / f"cut-{name}.svg").read_bytes()).layers
        assert [box_of(chain) for chain in layers["sheet"]] == [pytest.approx(area)]
        cuts = [Box(*box_of(chain)) for chain in layers["cut"]]
        assert all(cut.left >= 0 and cut.top >= 0 and cut.right <= 171.45 and cut.bottom <= 234.95 for cut in cuts)
        first = cuts[0] if number == 1 else first
        picture = image(tmp_path / "out" / f"front-{name}.png")
        assert picture.size == (2025, 2775)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert not list((tmp_path / "out").glob("*.pdf"))
    tile = image(tmp_path / "out" / "front-01.png")
    x, y = (round(mm / 25.4 * 300) for mm in (first.left - 2.8, first.top - 2.8))
    assert tile.getpixel((x, y)) != (255, 255, 255), "bleed around the cut"
    assert tile.getpixel((x - 10, y)) == (255, 255, 255)


def test_what_does_not_fit_the_machine_is_said(tmp_path: Path) -> None:
    small = tmp_path / "big.yaml"
    text = ROUND.replace("size_mm: 30", "size_mm: 30").replace("shape: round", "shape: square")
    small.write_text(text, encoding="utf-8")
    words = ["export", "svg", str(small), "--out", str(tmp_path / "out"), "-n", "--set", "paper=a4"]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    game = read_game(library.game_file("asterion"))
    tiny = load_paper(library.paper_file("a4").path)
    machine = load_cutter(library.cutters()["cricut"].path)
    area = machine.area_mm
    assert area is not None
    from msgspec.structs import replace

    layout = lay_out_for_cutter(game, tiny, replace(machine, area_mm=replace(area, width=40.0)))
    assert layout.left_out == ("tiles of 50 x 50 mm do not fit 'Cricut, print then cut' on A4; cut them by hand",)
    assert {page.kind for page in layout.pages} == {"counters"}


def test_a_cutter_whose_marks_do_not_fit_their_room_is_a_mistake_with_its_place(tmp_path: Path) -> None:
    text = library.cutters()["silhouette"].path.read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace("clear_mm: 20", "clear_mm: 12"), encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.yaml:\d+:\d+: 12 mm do not hold the mark"):
        load_cutter(path, "mine.yaml")


def test_sheets_that_are_folded_have_their_folds_on_a_layer_of_their_own(tmp_path: Path) -> None:
    words = ["export", "dxf", "minotaurus", "--set", "cutter=plain", "--out", str(tmp_path / "out")]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    layers = [
        {str(one.dxf.layer) for one in ezdxf().readfile(path).modelspace()}
        for path in sorted((tmp_path / "out").glob("cut-*.dxf"))
    ]
    assert {"CUT", "FOLD", "SHEET"} in layers
    assert {"CUT", "SHEET"} in layers


def test_hexagons_turn_by_sixths_and_are_cut_out_of_their_pictures() -> None:
    game = read_game(library.game_file("asterismo"))
    theme = load_theme(library.theme_file("knossos").path)
    token, board = (game.draw(one, theme) for one in ("token-blue", "board"))
    assert outline_of(game, token).turns == 6
    assert outline_of(game, board).turns == 4
    mask = silhouette(game, token)
    assert mask is not None
    width, height = 190, round(19 * 10 * token.height / token.width)
    data = render_png(width, height, [(token, 0, 0)], 10, 254, mask=[(mask, 0, 0)])
    alpha = Image.open(io.BytesIO(data)).getchannel("A")
    corners = [alpha.getpixel((x, y)) for x in (2, width - 3) for y in (2, height - 3)]
    assert corners == [0] * 4
    assert alpha.getpixel((width // 2, 3)) == alpha.getpixel((3, height // 2)) == 255


@pytest.mark.parametrize("target", ["dxf", "svg"])
def test_no_edge_is_cut_twice_and_every_piece_is_cut_all_around(small: Small, tmp_path: Path, target: str) -> None:
    made = [small(("shape: round", f"shape: {shape}")).rename(tmp_path / f"{shape}.yaml") for shape in SHAPES]
    machine, paper = load_cutter(library.cutters()["plain"].path), load_paper(library.paper_file("a4").path)
    theme, faults = load_theme(library.theme_file("knossos").path), []
    games = [library.game_file(name) for name in library.games()]
    games += [library.ShelfFile("", path, path.name) for path in made]
    for file, radius in product(games, (0.0, 2.0)):
        game = read_game(file)
        context = ExportContext(game, theme, "", "", OutputFolder(tmp_path / "none"))
        values = {"paper": "a4", "cutter": "plain", "corner-radius": radius}
        files = [one for one in EXPORTS[target].files(context, values) if one.name.startswith("cut-")]
        fronts = lay_out_for_cutter(game, paper, machine).pages[::2]
        for front, cut_file in zip(fronts, files, strict=True):
            where = f"{file.name}, {radius:g} mm, {cut_file.name}"
            layers = read_cuts(cut_file.name, cut_file.make()).layers
            lines = Lines([chain for layer in ("cut", "fold") for chain in layers.get(layer, [])])
            faults += [f"{where}: {twice} twice"] if (twice := lines.twice()) else []
            for one in front.placements:
                outline = outline_of(game, game.draw(one.component, theme), radius)
                placed = Transform.placing(one.x, one.y)
                wanted = Lines([Chain(*chain) for path in outline.paths for chain in flattened(path, placed)])
                off = lines.farthest(wanted.along())
                faults += [f"{where}: {one.component} at {one.x:g}, {one.y:g}: {off:.2f} mm"] if off > 0.03 else []
    assert not faults


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


def test_counters_without_gaps_are_cut_apart_by_long_straight_cuts(small: Small, tmp_path: Path) -> None:
    export("svg", small(("shape: round", "shape: square")), tmp_path / "out", "--set", "cutter=plain")
    lines = Lines(read_cuts("svg", (tmp_path / "out" / "cut-01.svg").read_bytes()).layers["cut"]).lines
    counters = lines[abs(lines[:, 1] - lines[:, 0]) < 45]
    assert len(counters) == 6, "four counters: three cuts each way"
    assert abs(counters[:, 1] - counters[:, 0]) == pytest.approx(24)
    words = ["verify", str(tmp_path / "out"), str(small(("shape: round", "shape: square")))]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
