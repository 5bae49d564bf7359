"""What is as promised is proved, whatever the deck, the paper and the flip."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import Paper
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.catalogue.loader import load_catalogue
from asterion_press.layout.sheet_setup import Flip
from asterion_press.verify import report_data, report_text
from tests.support.random_layouts import papers
from tests.support.workshop import Folder, catalogue_in, good_folder, paper


def test_a_good_folder_is_proved(folder: Folder) -> None:
    report = folder.prove()
    assert report.faults == ()
    assert report.proved


def test_the_report_says_what_was_seen(folder: Folder) -> None:
    text = report_text(folder.prove())
    assert "11 tiles and 9 counters; largest deviation: size 0.0000 mm, back 0.0000 mm" in text
    assert text.endswith("\nproved\n")


def test_the_report_counts_its_faults(folder: Folder) -> None:
    (folder.path / "svg/Y01.svg").unlink()
    report = folder.prove()
    assert report_text(report).endswith("\n1 fault\n")
    assert "svg/Y01.svg: named in the manifest, but it is missing [file-missing]" in report_text(report)
    data = json.loads(json.dumps(report_data(report)))
    assert data["proved"] is False
    assert data["faults"][0]["code"] == "file-missing"


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper_id", sorted(library.papers()))
def test_each_paper_and_each_flip_is_proved(tmp_path: Path, paper_id: str, flip: Flip) -> None:
    folder = good_folder(tmp_path / "out", catalogue_in(tmp_path), {paper_id: paper(paper_id)}, flip)
    assert folder.prove().faults == ()


def test_a_folder_with_sheets_or_with_drawings_alone_is_proved(tmp_path: Path) -> None:
    for name, printed_on in (("sheets", {"a4": paper()}), ("drawings", {})):
        folder = good_folder(tmp_path / name, catalogue_in(tmp_path), printed_on, svg=name == "drawings")
        assert folder.prove().faults == ()


def test_files_of_the_user_are_no_fault(folder: Folder) -> None:
    (folder.path / "notes.txt").write_text("mine")
    assert folder.prove().faults == ()


def test_a_whole_set_is_proved_in_well_under_half_a_second(tmp_path: Path) -> None:
    loaded = load_catalogue(library.game_file().path)
    folder = good_folder(tmp_path / "out", loaded, {"a4": paper(), "letter": paper("letter")})
    folder.prove()
    begin = time.process_time()
    assert folder.prove().proved
    assert time.process_time() - begin < 0.5


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(
    tile_mm=st.floats(20, 90).map(lambda value: round(value, 3)),
    diameter_mm=st.floats(6, 40).map(lambda value: round(value, 3)),
    counters=st.integers(0, 80) | st.integers(150, 300),
    copies=st.integers(0, 30),
    on=papers(),
    flip=st.sampled_from(Flip),
)
def test_whatever_fits_the_paper_is_proved(
    tile_mm: float, diameter_mm: float, counters: int, copies: int, on: Paper, flip: Flip
) -> None:
    with tempfile.TemporaryDirectory() as place:
        path, sizes = Path(place), {"tile_mm": tile_mm, "diameter_mm": diameter_mm}
        try:
            loaded = catalogue_in(path, counters=counters, copies=copies, **sizes)
            folder = good_folder(path / "out", loaded, {"any": on}, flip)
        except LayoutError:
            assume(False)
        assert folder.prove().faults == ()
