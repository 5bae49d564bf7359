"""Cut files against the sheets that they belong to: both read back, by readers that know nothing of the writers."""

from __future__ import annotations

import io
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from lxml import etree
from PIL import Image

from generator.catalogue import library
from generator.catalogue.equipment import load_cutter, load_paper
from generator.catalogue.themes import load_theme
from generator.cli.main import main
from generator.drawing.display_list import Pen, Transform
from generator.errors import InputError
from generator.exports.cut_files import lay_out_for_cutter, marks_drawing
from generator.exports.ezdxf_adapter import ezdxf
from generator.exports.outlines import cut_once, flattened, outline_of, silhouette
from generator.exports.pixels import render_png
from generator.exports.target import ExportContext, load_target
from generator.games.kinds import read_game
from generator.layout.grid import Grid
from generator.layout.places import Places
from generator.publish import OutputFolder
from tests.support.cut_drawings import read_cuts

Small = Callable[..., Path]
Lines = npt.NDArray[np.complex128]
"""Two columns: from where each goes, and to where."""
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


def trims_in(pdf: Path, sides: dict[str, float]) -> list[list[Box]]:
    """The trims on the fronts of printed sheets, from their matrices and the bounding boxes of their forms."""
    fronts = []
    with pikepdf.open(pdf) as document:
        for page in list(document.pages)[::2]:
            height = float(page.mediabox[3])
            forms: Any = page.resources.XObject
            boxes, matrix = [], [1.0, 0, 0, 1.0, 0, 0]
            stream: Any = pikepdf.parse_content_stream(page)
            for operands, operator in stream:
                if str(operator) == "cm":
                    matrix = [float(number) for number in operands]
                if str(operator) == "Do":
                    form = forms[str(operands[0])]
                    name = str(form.AsterionComponent)
                    if name in sides:
                        a, _, _, d, e, f = (number * MM_A_POINT for number in matrix)
                        low, high = float(form.BBox[0]), float(form.BBox[2])
                        bleed = -low
                        left, top = e, height * MM_A_POINT - f
                        side = (high - bleed) * a / 1.0
                        assert a == pytest.approx(-d)
                        assert side == pytest.approx(sides[name], abs=0.01)
                        boxes.append(Box(left, top, left + side, top + side))
            fronts.append(boxes)
    return fronts


def cuts_in_dxf(path: Path, layer: str = "CUT") -> list[Box]:
    """Extents of the closed outlines on a layer, read from the file's group codes."""
    lines = path.read_text(encoding="utf-8").split("\n")
    pairs = [(int(code), value.strip()) for code, value in zip(lines[::2], lines[1::2], strict=False)]
    start = pairs.index((2, "ENTITIES"))
    entities: list[list[tuple[int, str]]] = []
    for code, value in pairs[start + 1 :]:
        if code == 0:
            if value == "ENDSEC":
                break
            entities.append([])
        entities[-1].append((code, value))
    height = next(max(float(v) for c, v in one if c == 20) for one in entities if (8, "SHEET") in one)
    return [_extent(one, height) for one in entities if (8, layer) in one]


def _extent(entity: list[tuple[int, str]], height: float) -> Box:
    xs = [float(value) for code, value in entity if code == 10]
    ys = [height - float(value) for code, value in entity if code == 20]
    if entity[0][1] == "CIRCLE":
        (radius,) = (float(value) for code, value in entity if code == 40)
        return Box(xs[0] - radius, ys[0] - radius, xs[0] + radius, ys[0] + radius)
    assert (70, "1") in entity, "closed"
    return Box(min(xs), min(ys), max(xs), max(ys))


def cuts_in_svg(path: Path, group: str = "cut") -> list[Box]:
    """Extents of the paths of a group; control points of quarter circles lie on their extents."""
    root = etree.parse(path).getroot()
    assert root.get("width") == f"{root.get('viewBox', '').split()[2]}mm", "one unit is a millimetre"
    found = []
    for one in root.iterfind(f".//*[@id='{group}']/*"):
        numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", one.get("d", ""))]
        xs, ys = numbers[::2], numbers[1::2]
        found.append(Box(min(xs), min(ys), max(xs), max(ys)))
    return found


@pytest.mark.parametrize(("cutter", "paper"), [("silhouette", "a4"), ("silhouette-four", "letter"), ("plain", "a4")])
@pytest.mark.parametrize("radius", ["0", "2.5"])
def test_cut_files_match_the_printed_sheet(small: Small, tmp_path: Path, cutter: str, paper: str, radius: str) -> None:
    catalogue = small(("count: 4", "count: 150"))
    words = ("--set", f"cutter={cutter}", "--set", f"paper={paper}", "--set", f"corner-radius={radius}")
    export("dxf", catalogue, tmp_path / "dxf", *words)
    export("svg", catalogue, tmp_path / "svg", *words)
    tiles = {"Y01": 50.0, "Y02": 50.0, "B01": 50.0, "B02": 50.0, "minotaur": 50.0}
    fronts = trims_in(tmp_path / "dxf" / f"sheets-{paper}.pdf", tiles | {"counter": 12.0})
    assert sum(map(len, fronts)) == 4 + 1 + 150
    assert len(fronts) >= 2
    for number, trims in enumerate(fronts, 1):
        for cuts in (
            cuts_in_dxf(tmp_path / "dxf" / f"cut-{number:02d}.dxf"),
            cuts_in_svg(tmp_path / "svg" / f"cut-{number:02d}.svg"),
        ):
            assert len(cuts) == len(trims)
            assert all(cut.near(trim) for cut, trim in zip(cuts, trims, strict=True))
    assert len(list((tmp_path / "dxf").glob("cut-*.dxf"))) == len(fronts)


def test_outlines_of_any_shape_lie_alike_in_both_kinds_of_cut_files(tmp_path: Path) -> None:
    catalogue = PROJECT / "templates" / "games" / "asterismo.yaml"
    for target in ("dxf", "svg"):
        export(target, catalogue, tmp_path / target)
    sheets = sorted((tmp_path / "dxf").glob("cut-*.dxf"))
    outlines = 0
    for dxf in sheets:
        svg = tmp_path / "svg" / f"{dxf.stem}.svg"
        one, other = cuts_in_dxf(dxf), cuts_in_svg(svg)
        assert len(one) == len(other)
        assert all(a.near(b, 0.2) for a, b in zip(one, other, strict=True)), dxf.name
        outlines += len(one)
    assert outlines


def test_a_cut_that_is_off_is_seen(small: Small, tmp_path: Path) -> None:
    export("dxf", small(), tmp_path / "out")
    (trims, *_) = trims_in(tmp_path / "out" / "sheets-a4.pdf", {"Y01": 50.0, "Y02": 50.0})
    path = tmp_path / "out" / "cut-01.dxf"
    assert all(cut.near(trim) for cut, trim in zip(cuts_in_dxf(path), trims, strict=False))
    text = path.read_text(encoding="utf-8")
    written = f" 10\n{trims[0].left:.1f}\n"
    assert written in text
    path.write_text(text.replace(written, f" 10\n{trims[0].left - 0.2:.1f}\n"), encoding="utf-8")
    assert not cuts_in_dxf(path)[0].near(trims[0], TRUE)


def test_plain_sheets_are_those_of_a_build(small: Small, tmp_path: Path) -> None:
    export("svg", small(), tmp_path / "out", "--set", "cutter=plain", "--set", "paper=letter")
    words = [
        "build",
        "--only",
        "sheets",
        str(small()),
        "--paper",
        "letter",
        "--out",
        str(tmp_path / "built"),
    ]
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
    area = Box(0, 0, 171.45, 234.95)
    for number in (1, 2):
        name = f"{number:02d}"
        (sheet,) = cuts_in_svg(tmp_path / "out" / f"cut-{name}.svg", "sheet")
        assert sheet.near(area)
        for cut in cuts_in_svg(tmp_path / "out" / f"cut-{name}.svg"):
            assert cut.left >= 0
            assert cut.top >= 0
            assert cut.right <= 6.75 * 25.4
            assert cut.bottom <= 9.25 * 25.4
        picture = image(tmp_path / "out" / f"front-{name}.png")
        assert picture.size == (2025, 2775)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert not list((tmp_path / "out").glob("*.pdf"))
    (first, *_) = cuts_in_svg(tmp_path / "out" / "cut-01.svg")
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


def drawn_lines(name: str, raw: bytes) -> Lines:
    """All straight lines of cuts and folds in a file, curves as short ones; mm from the sheet's top left corner."""
    layers = read_cuts(name, raw).layers
    chains = [chain for layer in ("cut", "fold") for chain in layers.get(layer, [])]
    return lines_along((chain.points, chain.closed) for chain in chains)


def lines_along(chains: Iterable[tuple[Sequence[tuple[float, float]], bool]]) -> Lines:
    """The lines of chains of points, each of which may be closed, but those too short to matter."""
    rings = ([*points, points[0]] if closed else points for points, closed in chains)
    lines: Lines = np.array([(complex(*one), complex(*other)) for ring in rings for one, other in pairwise(ring)])
    longer: Lines = lines[abs(lines[:, 1] - lines[:, 0]) > TRUE / 10]
    return longer


def drawn_twice(lines: Lines) -> int:
    """How many lines lie upon a longer one or an equal one, no farther from it than 0.01 mm and for more than that."""
    lengths = abs(lines[:, 1] - lines[:, 0])
    count = 0
    for at, (start, end) in enumerate(lines):
        turned = (lines - start) * lengths[at] / (end - start)  # the line runs along the real axis
        first, last = turned.real.min(axis=1), turned.real.max(axis=1)
        common = np.minimum(lengths[at], last) - np.maximum(0, first)
        upon = (abs(turned.imag).max(axis=1) <= TRUE / 10) & (common > TRUE / 10) & (lengths <= lengths[at] + 1e-6)
        upon[at] = False
        count += int(upon.sum())
    return count


def farthest(points: npt.NDArray[np.complex128], lines: Lines) -> float:
    """How far from all lines the farthest of some points is."""
    starts, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    away = points[:, None] - starts
    return float(abs(away - along * np.clip((away / along).real, 0, 1)).min(axis=1).max())


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
        files = [one for one in load_target(target).files(context, values) if one.name.startswith("cut-")]
        fronts = lay_out_for_cutter(game, paper, machine).pages[::2]
        for front, cut_file in zip(fronts, files, strict=True):
            where = f"{file.name}, {radius:g} mm, {cut_file.name}"
            lines = drawn_lines(cut_file.name, cut_file.make())
            faults += [f"{where}: {twice} twice"] if (twice := drawn_twice(lines)) else []
            for one in front.placements:
                outline = outline_of(game, game.draw(one.component, theme), radius)
                placed = Transform.placing(one.x, one.y)
                wanted = lines_along(chain for path in outline.paths for chain in flattened(path, placed))
                off = farthest(np.concatenate([wanted[:, 0], wanted.mean(axis=1)]), lines)
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
    lines = drawn_lines("svg", (tmp_path / "out" / "cut-01.svg").read_bytes())
    counters = lines[abs(lines[:, 1] - lines[:, 0]) < 45]
    assert len(counters) == 6, "four counters: three cuts each way"
    assert abs(counters[:, 1] - counters[:, 0]) == pytest.approx(24)
    words = ["verify", str(tmp_path / "out"), str(small(("shape: round", "shape: square")))]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
