"""The lines that a model is cut and folded along are as long as they must be, in the files as they lie there."""

from __future__ import annotations

import re

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import load_theme
from asterion_press.drawing.display_list import Drawing, Group, Pen, Shape, Transform
from asterion_press.drawing.svg import svg_text
from asterion_press.games.kinds import read_game
from asterion_press.verify.forms import geometry_difference, geometry_of
from asterion_press.verify.svg import Geometry, line_faults, read_svg

FOLDS = Pen().move(0, 0).line(3, 4).line(3, 9).move(1, 1).curve(1, 2, 2, 2, 2, 1).line(4, 1).close().data


def svg_of(*groups: Group) -> bytes:
    return svg_text(Drawing("model", "A model", 20, 20, 0, groups)).encode()


def test_straight_lines_of_a_layer_are_measured_and_curves_are_not() -> None:
    found = read_svg(svg_of(Group("fold", (Shape(FOLDS, stroke="#000000", width=0.2),)))).lines
    assert found == {"fold": pytest.approx([5, 5, 2])}


def test_lines_elsewhere_or_transformed_are_not_measured() -> None:
    shape = Shape(FOLDS, stroke="#000000", width=0.2)
    turned = Group("turned", (Group("fold", (shape,)),), Transform(2, 0, 0, 2, 0, 0))
    assert read_svg(svg_of(Group("art", (shape,)), turned)).lines == {}


def test_a_line_that_is_too_long_or_missing_is_told() -> None:
    svg = read_svg(svg_of(Group("fold", (Shape(FOLDS, stroke="#000000", width=0.2),))))
    assert list(line_faults(svg, {"fold": [5.01, 2, 5]})) == []
    assert "one of 5.10 mm must be there" in next(line_faults(svg, {"fold": [2, 5, 5.1]}))
    assert "has 3 lines in the layer 'fold'; there must be 2" in next(line_faults(svg, {"fold": [2, 5]}))
    assert "has 0 lines in the layer 'edges'" in next(line_faults(svg, {"edges": [2]}))


@pytest.mark.parametrize("sheet", ["bull-1", "bull-2", "bull-3"])
def test_a_sheet_of_the_bulls_head_holds_its_lines_and_a_changed_one_does_not(sheet: str) -> None:
    game = read_game(library.game_file("minotaurus"))
    wanted = game.lines(sheet)
    assert wanted["fold"]
    text = svg_text(game.draw(sheet, load_theme(library.theme_file("ink-saver").path)))
    assert list(line_faults(read_svg(text.encode()), wanted)) == []
    fold = text.index('id="fold"')
    first = re.compile(r"M([\d.]+) ([\d.]+)L").search(text, fold)
    assert first is not None
    moved = f"{text[: first.start()]}M{float(first[1]) + 1:g} {float(first[2]) + 1:g}L{text[first.end() :]}"
    assert list(line_faults(read_svg(moved.encode()), wanted))


def test_a_dash_is_a_setting_of_the_pen_and_no_number_of_the_drawing() -> None:
    stream = b"0.2 w\n[2.4 1.2] 0 d\n1 2 m\n3 4 l\nS\n[] 0 d\n5 6 m\n7 8 l\nS"
    assert geometry_of(stream) == Geometry("1 2 3 4 5 6 7 8", "mlSmlS")
    assert geometry_difference(stream, Geometry("1 2 3 4 5 6 7 8", "mlSmlS")) is None
    assert geometry_difference(stream.replace(b"3 4 l", b"3 5 l"), Geometry("1 2 3 4 5 6 7 8", "mlSmlS"))
