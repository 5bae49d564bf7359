"""Layouts are files: the shipped ones are sound, and every mistake is told with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.layouts import COMPACT, N_UP, load_layout
from asterion_press.layout.sheet_setup import SheetSetup
from tests.support.refusals import refusal_of

NO_COLOUR = (
    "is no colour; write '#' and six hexadecimal digits in quotes, as in '#1f5fa8', or a name of CSS, as in navy"
)


@pytest.mark.parametrize("layout", library.layouts().values(), ids=lambda file: file.id)
def test_a_shipped_layout_is_sound(layout: ShelfFile) -> None:
    assert load_layout(layout).title


def test_the_layouts_that_the_program_knows_are_those_of_their_files() -> None:
    """What a layout leaves out is as for n-up; a build that names none takes compact."""
    n_up, compact = (load_layout(library.layouts()[name].path) for name in ("n-up", "compact"))
    assert n_up == N_UP
    assert compact == COMPACT == SheetSetup().layout


def test_mistakes_of_form_are_told_all_at_once(tmp_path: Path) -> None:
    text = """\
title: Mine
source: me
gutter_mm: {across: 3, along: 2}
columns: 0
fold: sideways
marks:
  crop: {sides: front, width_mm: 0.05, colour: rot}
"""
    assert refusal_of(load_layout, tmp_path, text, "mine.yaml") == [
        "mine.yaml:3:24: unknown key 'along'; one of across, down",
        "mine.yaml:4:10: 0 is too small; write 1 or more",
        "mine.yaml:5:7: unknown value 'sideways'; one of level, none, upright",
        "mine.yaml:7:17: unknown value 'front'; did you mean 'fronts'? one of backs, both, fronts, none",
        "mine.yaml:7:34: 0.05 is too small; write 0.15 or more",
        f"mine.yaml:7:48: 'rot' {NO_COLOUR}",
    ]


def test_mistakes_of_sense_are_told_all_at_once(tmp_path: Path) -> None:
    text = """\
title: Mine
source: me
papers: [a4, a9]
columns: 3
marks:
  fold: {sides: both}
positions:
  - width_mm: 50
    at: [[20, 20], [60, 40], [100, 20]]
  - width_mm: 12
    height_mm: 14
    shape: round
    at: [[20, 20]]
"""
    assert refusal_of(load_layout, tmp_path, text, "mine.yaml") == [
        f"mine.yaml:3:14: unknown paper 'a9'; one of {', '.join(library.papers())}",
        "mine.yaml:4:1: 'columns' means nothing where positions are given; leave out one of them",
        "mine.yaml:6:3: nothing is folded; write `fold: level` or leave it out",
        "mine.yaml:9:20: place 2 overlaps place 1, at 20, 20 mm",
        "mine.yaml:11:16: a round place has no height; width_mm is its diameter",
    ]


def test_the_layout_of_the_documentation_is_sound(tmp_path: Path) -> None:
    guide = Path(__file__).resolve().parents[2] / "docs" / "guides" / "layouts.md"
    (text,) = re.findall(r"```yaml\n(# mine\.yaml\n.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_layout(path).marks.crop.gap_mm == 1.5
