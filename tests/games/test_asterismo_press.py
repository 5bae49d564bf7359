"""asterismo in print: what is drawn and laid, measured in the files, and what a catalogue may not say."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_paper
from asterion_press.catalogue.themes import load_theme
from asterion_press.cli.main import main
from asterion_press.drawing.display_list import Patch, Shape, steps_of
from asterion_press.drawing.solid import clip_line, clip_polygon
from asterion_press.games.asterismo.board import STRIP_MM, BoardLayout, bit, hexagons
from asterion_press.games.asterismo.cover_art import SEED, TURNS, draw_cover, under_way
from asterion_press.games.asterismo.rules import alive, cells_of, groups, legal_takes
from asterion_press.games.asterismo.setup import clear, pour
from asterion_press.games.game import COVER_ASPECT, LID_ASPECT, Game
from asterion_press.games.kinds import read_game
from asterion_press.layout.sheets import lot_grid
from tests.support.refusals import shelved, spoilt

GAME = read_game(library.game_file("asterismo"))
CATALOGUE = library.game_file("asterismo").path.read_text(encoding="utf-8")
Point = tuple[float, float]


def run(*words: str) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.stdout


# -- drawings and sheets --


@pytest.mark.parametrize("paper", library.papers())
def test_the_board_is_in_one_piece_where_the_paper_holds_it_and_tokens_are_21_a_colour(paper: str) -> None:
    loaded = load_paper(library.paper_file(paper).path)
    board, tokens = GAME.lots(loaded)
    whole = paper in {"a2", "a3", "tabloid"}
    assert [piece.id for piece in board.pieces] == (["board"] if whole else ["board-a", "board-b", "board-c"])
    for lot in (board, tokens):
        lot_grid(lot, loaded)
    assert {piece.id: (piece.copies, piece.back) for piece in tokens.pieces} == {
        f"token-{colour}": (21, f"token-{colour}") for colour in ("blue", "yellow", "red")
    }


def test_panels_meet_without_a_gap_and_are_of_one_size() -> None:
    layout = BoardLayout(22.0)
    panels = layout.panels
    assert (panels[0].left, panels[-1].right) == (0.0, layout.width)
    assert all(one.right == other.left for one, other in itertools.pairwise(panels))
    assert max(panel.right - panel.left for panel in panels) + STRIP_MM == layout.panel_width


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("asterismo") / "out"
    run("build", "--only", "sheets", "asterismo", "--paper", "letter", "--paper", "a3", "--out", str(folder))
    return folder


def polygons(stream: Any) -> Iterator[tuple[Point, ...]]:
    """Closed paths of straight lines in a form, read with pikepdf alone; only moves of the origin are understood."""
    plain = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    matrix, stack, points = plain, list[list[float]](), list[Point]()
    for step in pikepdf.parse_content_stream(stream):
        operator = str(step.operator)
        numbers = [float(operand) for operand in step.operands] if operator in {"cm", "m", "l"} else []
        match operator:
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                assert matrix == plain
                matrix = numbers
            case "m" | "l":
                a, b, c, d, e, f = matrix
                x, y = numbers
                points = ([] if operator == "m" else points) + [(a * x + c * y + e, b * x + d * y + f)]
            case "h":
                yield tuple(points)


def hexagon_middles(shapes: list[tuple[Point, ...]], width: float) -> set[Point]:
    """The middles of hexagons of that width, from one side to the one opposite."""
    found = set()
    for points in shapes:
        if len(points) == 6:
            spans = [max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1)]
            if abs(min(spans) - width) < 0.015 and abs(max(spans) - width * 2 / 3**0.5) < 0.015:
                found.add(tuple(round(sum(p[axis] for p in points) / 6, 2) for axis in (0, 1)))
    return found  # type: ignore[return-value]


def forms_of(path: Path) -> dict[str, list[tuple[Point, ...]]]:
    """The polygons of each component of a file."""
    with pikepdf.open(path) as pdf:
        return {
            str(thing.get("/AsterionComponent")): list(polygons(thing))
            for page in pdf.pages
            for thing in page.Resources.get("/XObject", pikepdf.Dictionary()).values()
        }


def test_hexagons_of_the_whole_board_are_22_mm_apart_in_the_pdf(sheets: Path) -> None:
    middles = hexagon_middles(forms_of(sheets / "sheets-a3.pdf")["board"], 22.0)
    steps = Counter(sum(abs(((x - u) ** 2 + (y - v) ** 2) ** 0.5 - 22) < 0.015 for u, v in middles) for x, y in middles)
    assert steps == {2: 2, 3: 2, 4: 36, 6: 81}  # corners, edges, and those with a neighbour on every side


def test_tokens_are_cut_to_19_mm_in_the_pdf(sheets: Path) -> None:
    forms = forms_of(sheets / "sheets-letter.pdf")
    for colour in ("blue", "yellow", "red"):
        assert hexagon_middles(forms[f"token-{colour}"], 19.0) == {(9.5, 10.97)}


def test_a_board_whose_hexagons_are_elsewhere_is_not_handed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = BoardLayout.whole_within

    def shifted(layout: BoardLayout, left: float, right: float) -> tuple[tuple[Point, ...], ...]:
        first, *others = true(layout, left, right)
        return (tuple((x + 0.03, y) for x, y in first), *others)

    monkeypatch.setattr(BoardLayout, "whole_within", shifted)
    words = ("build", "--only", "sheets", "asterismo", "--paper", "a3", "--out", str(tmp_path / "out"))
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert "the board shows 120 of its 121 outlines in place" in result.stderr


# -- clipping --

coordinates = st.floats(-20, 20).map(lambda value: round(value, 2))
points = st.tuples(coordinates, coordinates)


def area(corners: Sequence[Point]) -> float:
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def box_between(left: float, right: float) -> list[Point]:
    return [(left, -30), (right, -30), (right, 30), (left, 30)]


@given(st.tuples(points, points, points), st.floats(-15, 15))
def test_what_is_cut_at_a_joint_is_whole_when_both_parts_are_put_together(
    triangle: tuple[Point, Point, Point], joint: float
) -> None:
    left, right = (clip_polygon(triangle, box) for box in (box_between(-30, joint), box_between(joint, 30)))
    assert area(left) + area(right) == pytest.approx(area(triangle), abs=1e-6)
    assert all(x <= joint + 1e-9 for x, _ in left)


@given(points, points, st.floats(-15, 15))
def test_a_line_cut_at_a_joint_is_as_long_as_before(start: Point, end: Point, joint: float) -> None:
    def length(part: tuple[Point, Point] | None) -> float:
        return sum((a - b) ** 2 for a, b in zip(*part, strict=True)) ** 0.5 if part else 0.0

    cut = [clip_line(start, end, box) for box in (box_between(-30, joint), box_between(joint, 30))]
    if start[0] != end[0] or start[0] != joint:
        assert sum(map(length, cut)) == pytest.approx(length((start, end)), abs=1e-6)


# -- what a catalogue may not say --


def changed(folder: Path, old: str, new: str) -> Game:
    return read_game(shelved(folder, spoilt(CATALOGUE, (old, new))))


def test_hexagons_too_large_for_the_paper_are_told_before_anything_is_drawn(tmp_path: Path) -> None:
    game = changed(tmp_path, "hexagon_mm: 22", "hexagon_mm: 25")
    paper = load_paper(library.paper_file("a4").path)
    (mistake,) = game.fitting_mistakes({library.paper_file("a4"): paper})
    assert "panels of the board" in str(mistake)


def test_inks_that_are_too_close_are_found(tmp_path: Path) -> None:
    (finding,) = changed(tmp_path, "#4b86bd", "#303f68").findings()
    assert "the ink #303f68 of blue can hardly be told from the sky" in str(finding)


# The cover of asterismo: a position that a game can reach, each token on its hexagon, the board within the picture.


def test_the_tokens_lie_as_a_game_can_leave_them() -> None:
    tree, taken, colour = under_way()
    cells = cells_of(tree)
    assert alive(tree) == cells
    assert len(groups(cells)) == 1
    assert cells.bit_count() == cells_of(clear(pour(SEED)).tree).bit_count() - TURNS
    before = tuple(own | bit(taken) if number == colour else own for number, own in enumerate(tree))
    assert legal_takes(before) & bit(taken)


@pytest.mark.parametrize("theme_id", ["knossos", "ink-saver"])
@pytest.mark.parametrize("aspect", [COVER_ASPECT, LID_ASPECT])
def test_board_and_tokens_stand_within_the_picture(theme_id: str, aspect: float) -> None:
    scene = draw_cover(GAME.catalogue, load_theme(library.theme_file(theme_id).path), aspect)
    patches = [part for part in scene.parts if isinstance(part, Patch)]
    assert sum(part.name == "token" for part in patches) == len([*hexagons(cells_of(under_way()[0]))])
    standing = [part for part in patches if part.name in {"side", "rim", "hexagons", "token", "rising"}]
    for part in standing:
        paths = [path for item in part.items if isinstance(item, Shape) for _, path in steps_of(item.data)]
        points = [part.transform.apply(*point) for path in paths for point in path]
        assert all(0 < x < scene.width and 0 < y < scene.height for x, y in points)
