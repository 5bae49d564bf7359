"""Hexagons in a honeycomb: they share edges with their like and stand apart from others; the proof sees mistakes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.catalogue.layouts import COMPACT, N_UP, load_layout
from asterion_press.cli.main import main
from asterion_press.drawing.solid import overlap
from asterion_press.games.kinds import read_game
from asterion_press.layout.grid import Honeycomb, shown_hexagon
from asterion_press.layout.sheet_setup import Flip, SheetSetup
from asterion_press.layout.sheets import Face, Lot, Piece, Placement, impose, lot_pattern
from asterion_press.verify.expected import ExpectedPart
from asterion_press.verify.sheets import OUTWARDS, Placed, least_kept
from tests.support.printed import Printed
from tests.support.workshop import paper as paper_called

WIDE, HIGH, BLEED = 19.0, 38 / math.sqrt(3), 1.5
SLACK = 1e-6
Point = tuple[float, float]


def tokens(*copies: int) -> Lot:
    pieces = tuple(
        Piece(f"t{index}", f"token {index}", count, f"t{index}", f"c{index}", f"token {index}")
        for index, count in enumerate(copies)
    )
    return Lot("tokens", WIDE, HIGH, BLEED, pieces, marked=False, hexagonal=True)


def kept_by(one: Placement) -> tuple[float, ...]:
    assert one.kept is not None
    return one.kept


def shown(one: Placement) -> tuple[Point, ...]:
    return tuple((x + one.x, y + one.y) for x, y in shown_hexagon(WIDE, HIGH, kept_by(one)))


def trim(one: Placement) -> tuple[Point, ...]:
    return tuple((x + one.x, y + one.y) for x, y in shown_hexagon(WIDE, HIGH, (0.0,) * 6))


def apart(one: Placement, other: Placement) -> float:
    """How far the nearest sides of two hexagons are apart; 0 if they share one."""
    across, down = other.x - one.x, other.y - one.y
    turns = (math.radians(angle) for angle in (0, 60, 120))
    return max(abs(across * math.cos(turn) + down * math.sin(turn)) for turn in turns) - WIDE


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tokens_of_a_colour_share_their_edges_and_colours_stand_apart_by_their_bleeds(paper: str) -> None:
    game = read_game(library.game_file("asterismo"))
    loaded = paper_called(paper)
    lots = game.lots(loaded)
    front, back = impose(lots, loaded)[-2:]
    for page in (front, back):
        assert len(page.placements) == sum(lot.count for lot in lots if lot.hexagonal)
        gaps = {False: 0, True: 0}
        for one, other in combinations(page.placements, 2):
            gap, alike = apart(one, other), one.component == other.component
            assert gap > -1e-6 if alike else gap >= 2 * BLEED - 1e-6
            gaps[alike] += abs(gap) < 1e-6
        assert gaps == {True: 3 * (3 * 6 + 2 * 13), False: 0}, "edges that are cut once"
        assert not any(overlap(shown(one), trim(other), SLACK) for one, other in combinations(page.placements, 2))


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", ["a4", "tabloid"])
def test_each_token_has_its_own_back_behind_it_with_the_same_bleeds(paper: str, flip: Flip) -> None:
    loaded = paper_called(paper)
    front, back = impose([tokens(10, 3, 8)], loaded, SheetSetup(flip))
    across = flip is Flip.LONG_EDGE
    for one in front.placements:
        x = loaded.width_mm - one.x - WIDE if across else one.x
        y = loaded.height_mm - one.y - HIGH if flip is Flip.SHORT_EDGE else one.y
        behind = [b for b in back.placements if math.dist((b.x, b.y), (x, y)) < 1e-6]
        assert [b.component for b in behind] == [one.component]
        assert sum(kept_by(behind[0])) == pytest.approx(sum(kept_by(one)))


@given(st.lists(st.integers(1, 60), min_size=1, max_size=5), st.sampled_from(["a4", "letter", "a3"]))
def test_nothing_that_is_shown_lies_upon_another_and_a_free_side_keeps_its_bleed(copies: list[int], paper: str) -> None:
    loaded = paper_called(paper)
    pages = impose([tokens(*copies)], loaded)
    fronts = [page for page in pages if page.face is Face.FRONT]
    assert sum(len(page.placements) for page in fronts) == sum(copies)
    for page in fronts:
        assert isinstance(page.grid, Honeycomb)
        for one, other in combinations(page.placements, 2):
            if math.dist((one.x, one.y), (other.x, other.y)) < 2 * WIDE:
                assert not overlap(shown(one), trim(other), SLACK)
                assert not overlap(trim(one), shown(other), SLACK)
        for one in page.placements:
            for side, kept in enumerate(kept_by(one)):
                turn = math.radians(60 * side - 60)
                beyond = one.x + WIDE * math.cos(turn), one.y + WIDE * math.sin(turn)
                has_neighbour = any(math.dist((other.x, other.y), beyond) < 4 for other in page.placements)
                assert has_neighbour or kept == BLEED
            xs, ys = zip(*shown(one), strict=True)
            margins = loaded.margin_mm
            assert min(xs) > margins.left
            assert max(xs) < loaded.width_mm - margins.right
            assert min(ys) > margins.top
            assert max(ys) < loaded.height_mm - margins.bottom


def test_only_layouts_with_shared_edges_make_a_honeycomb() -> None:
    layouts = {name: load_layout(file) for name, file in library.layouts().items()}
    patterns = {
        name: lot_pattern(tokens(21, 21), paper_called("a4"), layout)
        for name, layout in layouts.items()
        if not layout.positions
    }
    assert {name for name, pattern in patterns.items() if isinstance(pattern, Honeycomb)} == {"compact", "tight"}


def test_a_honeycomb_holds_more_than_rows_of_rectangles_and_gives_way_to_them_on_a_narrow_paper() -> None:
    comb = lot_pattern(tokens(113), paper_called("a4"), COMPACT)
    assert comb.places == 8 * 15
    assert lot_pattern(tokens(113), paper_called("a4"), N_UP).places == 8 * 10
    narrow = Paper("Narrow", 55, 200, paper_called("a4").margin_mm, "test")
    grid = lot_pattern(tokens(5), narrow, replace(COMPACT, captions=False))
    assert not isinstance(grid, Honeycomb)
    assert isinstance(lot_pattern(tokens(5), replace(narrow, width_mm=65), replace(COMPACT, captions=False)), Honeycomb)


# -- what the proof finds --


@pytest.mark.parametrize(
    ("gap", "needed"),
    [(0.0, 0.0), (1.0, 0.5), (1.5, 0.75), (2.0, 1.0), (2.5, 1.0), (3.0, BLEED), (None, BLEED)],
)
def test_towards_a_neighbour_half_of_the_gap_must_be_shown_and_no_more_than_the_layout_wants(
    gap: float | None, needed: float
) -> None:
    right, lot = OUTWARDS.index(max(OUTWARDS)), tokens(2)
    placed = [
        Placed(ExpectedPart(lot.pieces[0], lot), x, 0, WIDE, HIGH, 0, False, False, (0.0,) * 4, (0.0,) * 6)
        for x in (0.0, *([] if gap is None else [WIDE + gap]))
    ]
    found = least_kept(placed[0], placed, paper_called("a4"), outer=BLEED, near=1.0)
    assert found == pytest.approx([needed if side == right else BLEED for side in range(6)])


@pytest.fixture(scope="module")
def sheets(printed: Printed) -> Path:
    return printed("build asterismo --only sheets --paper a4")


PLACED = re.compile(r"q ((?:[-\d.]+ [-\d.]+ [ml] ){6})W n ([-\d. ]+) cm")
PT = 72 / 25.4


def clip_of(kept: tuple[float, ...], match: re.Match[str]) -> str:
    """The same placement with another clip."""
    left, top = map(float, match[2].split()[4:])
    corners = (f"{left + x * PT:.6f} {top - y * PT:.6f}" for x, y in shown_hexagon(WIDE, HIGH, kept))
    path = " ".join(f"{corner} {'l' if index else 'm'}" for index, corner in enumerate(corners))
    return f"q {path} W n {match[2]} cm"


def moved(match: re.Match[str]) -> str:
    def further(text: str, at: int) -> str:
        return " ".join(f"{float(w) + 0.5 * PT:.6f}" if i % 3 == at else w for i, w in enumerate(text.split()))

    *scale, x, y = match[2].split()
    return f"q {further(match[1], 0)} W n {' '.join(scale)} {float(x) + 0.5 * PT:.6f} {y} cm"


SPOILS: dict[str, tuple[str, int, Callable[[re.Match[str]], str]]] = {
    "a token that is not clipped": ("bleed-overlap", 8, lambda match: f"q {match[2]} cm"),
    "a token whose bleed covers another": ("bleed-overlap", 8, lambda match: clip_of((0, 0, 0.5, 0, 0, 0), match)),
    "a token that lies upon another": ("bleed-overlap", 8, moved),
    "a token without its edge": ("art-cut", 8, lambda match: clip_of((0, -0.5, 0, 0, 0, 0), match)),
    "a token at the rim without bleed": ("bleed-cut", 0, lambda match: clip_of((0, 0, 0, 0, 0, 0), match)),
    "a token at a gap without bleed": ("bleed-cut", 15, lambda match: clip_of((0, 0, 0, 1.5, 0, 0), match)),
}


@pytest.mark.parametrize("what", SPOILS)
def test_a_honeycomb_with_a_mistake_is_found(what: str, sheets: Path, tmp_path: Path) -> None:
    code, index, spoil = SPOILS[what]
    for path in sheets.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    file = tmp_path / "sheets-a4.pdf"
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        page = pdf.pages[6]
        text = page.Contents.read_bytes().decode("latin-1")
        match = list(PLACED.finditer(text))[index]
        text = text[: match.start()] + spoil(match) + text[match.end() :]
        page.Contents = pdf.make_stream(text.encode("latin-1"))
        pdf.save(file)
    result = CliRunner().invoke(main, ["verify", str(tmp_path)])
    assert result.exit_code == 1
    assert f"[{code}]" in result.output
