"""Random layouts printed as PDF, and those whose backs a correction moves: the proof finds nothing wrong with any."""

from __future__ import annotations

import itertools
import os
import tempfile
from pathlib import Path

from hypothesis import given, reject, settings

from asterion_press.catalogue.equipment import Margins, Paper
from asterion_press.catalogue.layouts import Die, Layout, Mark, Marks
from asterion_press.errors import LayoutError
from asterion_press.layout.sheet_setup import Correction, Flip, SheetSetup
from asterion_press.layout.sheets import Lot, Piece
from tests.support.random_layouts import Job, jobs
from tests.support.workshop import laid_folder


@settings(max_examples=40 * int(os.environ.get("THOROUGH", "1")))
@given(jobs())
def test_random_layouts_are_proved(job: Job) -> None:
    with tempfile.TemporaryDirectory() as place:
        try:
            folder = laid_folder(Path(place) / "out", job.lots, job.paper, job.laying)
        except LayoutError:
            reject()
        assert [str(fault) for fault in folder.prove().faults] == []


BARE = Paper("Any", 170, 170, Margins(left=0, right=0, top=0, bottom=0), "test")
MOVING = (Correction(down=-0.1), Correction(down=8.0), Correction(across=0.1), Correction(across=-8.0))


def test_what_a_correction_would_move_over_the_edge_of_the_paper_is_refused_and_the_rest_is_proved(
    tmp_path: Path,
) -> None:
    """Of dies at every edge, and of few small pieces on a sheet whose other pieces have no backs and fill it."""
    none, wrong, refused = Mark(), {}, 0
    small = Lot("counters", 10, 10, 0, (Piece("c", "c", 4, "c"),), gathered=True, marked=False)
    cases = dict[str, tuple[tuple[Lot, ...], Layout]]()
    for back in ("", "b", "a"):
        for at in ((0, 0), (0, 150), (150, 0), (75, 75)):
            shown = Marks(none, none, Mark(sides="both"), none)
            die = Layout("Any", "test", positions=(Die(20, (at,), 20),), captions=False, marks=shown)
            cases[f"{back} {at}"] = (Lot("tiles", 20, 20, 0, (Piece("a", "a", 1, back),)),), die
    for side, captions in itertools.product((20, 36), (False, True)):
        large = Lot("tiles", side, side, 2, (Piece("a", "a", 6),))
        cases[f"{side} {captions}"] = (large, small), Layout("Any", "test", captions=captions, fewest_sheets=True)
    for (name, (lots, layout)), moved, flip in itertools.product(cases.items(), MOVING, Flip):
        case = f"{name} {moved.across} {moved.down} {flip}"
        try:
            folder = laid_folder(tmp_path / case, lots, BARE, SheetSetup(flip, moved, layout))
        except LayoutError:
            refused += 1
        else:
            wrong[case] = [str(fault) for fault in folder.prove().faults]
    assert {case: faults for case, faults in wrong.items() if faults} == {}
    assert refused > 10 < len(wrong)
