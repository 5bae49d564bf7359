"""Printers are calibrated, remembered and made up for, and sheets say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asterion_press.verify.pdf import open_pdf
from tests.support.project_commands import bad, good, settings_in, written

Small = Callable[..., Path]


HALL = "printer calibrate --printer hall --offset"
BOTH = ("1.3,-0.4", "--size", "159.6,219.8")


def built(small: Small, out: Path, *words: object) -> str:
    return good("build --only sheets", small(), "--paper", "a4", "--out", out, "--force", *words)


def laying(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(settings_in(out).get("laying", "{}"))
    return found


def test_a_saved_printer_is_used_from_then_on_and_sheets_say_so(small: Small, tmp_path: Path) -> None:
    plain, out = tmp_path / "plain", tmp_path / "out"
    built(small, plain)
    good(HALL, *BOTH)
    built(small, out)
    assert laying(out)["correction"] == {
        "printer": "hall", "width": 0.9975, "height": 0.99909, "across": 1.3, "down": -0.4, "paper_mm": [210, 297],
    }  # fmt: skip
    assert laying(plain) == {}
    raw = (out / "sheets-a4.pdf").read_bytes()
    assert raw != (plain / "sheets-a4.pdf").read_bytes()
    assert "proved" in good("verify", out, small())
    good("printer use none")
    built(small, out)
    assert (out / "sheets-a4.pdf").read_bytes() == (plain / "sheets-a4.pdf").read_bytes()
    built(small, out, "--printer", "hall")
    assert (out / "sheets-a4.pdf").read_bytes() == raw


def test_a_correction_holds_for_the_paper_on_which_it_was_measured_and_the_build_says_so(
    small: Small, tmp_path: Path, nobodys_settings: Path
) -> None:
    def sheets(*words: object) -> tuple[dict[str, bytes], dict[str, str]]:
        """The sheets for both papers, and what is said of each."""
        words = ("build", "--only", "sheets", small(), "--paper", "a4", "--paper", "letter", *words)
        out = tmp_path / str(len(list(tmp_path.iterdir())))
        done = good(*words, "--out", out)
        good("verify", out, small())
        names = ("sheets-a4.pdf", "sheets-letter.pdf")
        reported = {name: line for line in done.splitlines() for name in names if f"{name}:" in line}
        return {name: (out / name).read_bytes() for name in names}, reported

    plain, _ = sheets()
    assert "for all sheets on Letter: " in good(HALL, "1.3,-0.4", "--paper", "letter")
    one, reported = sheets()
    assert one["sheets-a4.pdf"] == plain["sheets-a4.pdf"]
    assert one["sheets-letter.pdf"] != plain["sheets-letter.pdf"]
    assert "; not corrected, as 'hall' was calibrated on another paper; `asterion printer" in reported["sheets-a4.pdf"]
    assert reported["sheets-letter.pdf"].endswith("; corrected for the printer 'hall'")
    moved, _ = sheets("--back-offset", "0.5,0")
    assert moved["sheets-a4.pdf"] != plain["sheets-a4.pdf"], "what is asked for holds for every paper"

    good(HALL, "0.7,0", "--paper", "a4")
    both, reported = sheets()
    assert both["sheets-letter.pdf"] == one["sheets-letter.pdf"]
    assert both["sheets-a4.pdf"] != plain["sheets-a4.pdf"]
    assert all(line.endswith("; corrected for the printer 'hall'") for line in reported.values())
    assert good("printer list").splitlines() == [
        "hall                  backs +0.70, +0.00 mm; 100.00 x 100.00 %; on A4; used",
        "hall                  backs +1.30, -0.40 mm; 100.00 x 100.00 %; on Letter; used",
    ]
    shown = written("shown.yaml", good("printer show hall"))
    assert sheets("--printer", shown)[1]["sheets-letter.pdf"].endswith("the printer 'shown'")

    older = "width: 1.0\nheight: 1.0\nback_mm: {across: 0.7, down: 0}\n"  # of a version that kept no paper
    written(nobodys_settings / "asterion-press" / "printers" / "hall.yaml", older)
    assert sheets()[0]["sheets-a4.pdf"] == both["sheets-a4.pdf"]
    assert "; on any paper; used" in good("printer list")


OPTIONS = {
    "nothing": (),
    "a layout": ("--layout", "tight"),
    "the plain layout": ("--layout", "n-up"),
    "a flip": ("--flip", "short-edge"),
    "the usual flip": ("--flip", "long-edge"),
    "places": ("--skip", "2"),
    "no places": ("--skip", "none"),
    "an offset": ("--back-offset", "0.4,0"),
    "no printer": ("--printer", "none"),
}


@pytest.mark.parametrize("saved", [True, False], ids=["with a printer", "without"])
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_same_wishes_make_the_same_folder_again_and_nothing_to_do_means_that(
    small: Small, tmp_path: Path, options: tuple[str, ...], *, saved: bool
) -> None:
    if saved:
        good(HALL, *BOTH)
    out = tmp_path / "out"
    built(small, out, *options)
    first, number = (out / "manifest.json").read_bytes(), out.stat().st_ino
    for again in (options, ()):  # said once more, and kept
        if again == () and "--printer" in options and saved:
            continue  # a printer that was saved is used unless told otherwise
        assert "nothing to do" in built(small, out, *again)
        assert (out / "manifest.json").read_bytes() == first
        assert out.stat().st_ino == number  # nothing was published


def test_printers_are_listed_shown_and_forgotten() -> None:
    assert "no printers yet" in good("printer list")
    good(HALL, "1.3,-0.4")
    good("printer calibrate --printer desk --size 160.2,220")
    printer = "desk                  backs +0.00, +0.00 mm; 100.12 x 100.00 %; on A4; used\n"
    hall = "hall                  backs +1.30, -0.40 mm; 100.00 x 100.00 %; on A4\n"
    assert good("printer list") == printer + hall
    assert "back_mm: {across: 1.30, down: -0.40}" in good("printer show hall")
    good("printer delete desk")
    assert good("printer list") == hall


@pytest.mark.parametrize(
    ("words", "status", "output"),
    [
        (["--printer", "Hall 1", "--offset", "0,0"], 1, "is no name of a printer"),
        (["--printer", "none", "--offset", "0,0"], 1, "is no name of a printer"),
        (["--printer", "hall", "--size", "120,220"], 1, "print the sheet at actual size"),
        (["--offset", "1,1"], 2, "say whose readings these are"),
        (["--printer", "hall", "--offset", "1"], 2, "is not two lengths in mm"),
        (["--printer", "hall", "--offset", "1,nan"], 2, "is not two lengths in mm"),
        (["--printer", "hall", "--offset", "21,0"], 2, "is not between -20 and 20 mm"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], status: int, output: str) -> None:
    assert output in bad("printer calibrate", *words, status=status)


def test_a_damaged_file_of_a_printer_is_told_with_its_place(
    small: Small, tmp_path: Path, nobodys_settings: Path
) -> None:
    good(HALL, "1,1")
    file = nobodys_settings / "asterion-press" / "printers" / "hall.yaml"
    written(file, "width: 0.5\nheight: 1\nback_mm: {across: 1, dwon: 1}\n")
    assert bad("build --only sheets", small(), "--out", tmp_path / "out").splitlines() == [
        "printers/hall.yaml:1:8: 0.5 is too small; write 0.9 or more",
        "printers/hall.yaml:3:10: key 'down' is missing; write it, as in `down: 1`",
        "printers/hall.yaml:3:22: unknown key 'dwon'; did you mean 'down'? one of across, down",
    ]


def test_the_sheet_is_printed_once_and_never_over_something_else() -> None:
    good("printer calibrate")
    raw = Path("calibration-a4.pdf").read_bytes()
    assert len(open_pdf(raw).pages) == 2
    good("printer calibrate")
    Path("calibration-a4.pdf").write_bytes(b"mine")
    bad("printer calibrate")
    good(HALL, "1,1")
    good("printer calibrate --printer hall")
    assert Path("calibration-a4-hall.pdf").read_bytes() != raw


def test_an_offset_moves_the_backs_and_stays_with_the_folder(small: Small, tmp_path: Path) -> None:
    out = tmp_path / "out"
    built(small, out, "--back-offset", "2,-1.5", "--flip", "short-edge")
    first = (out / "sheets-a4.pdf").read_bytes()
    good("build --only svg", small(), "--out", out)
    assert (out / "sheets-a4.pdf").read_bytes() == first
    assert laying(out)["flip"] == "short-edge"
    assert "proved" in good("verify", out, small())
    built(small, out, "--back-offset", "0,0", "--flip", "long-edge")
    assert laying(out).get("flip", "long-edge") == "long-edge"
    assert (out / "sheets-a4.pdf").read_bytes() != first


def test_an_offset_that_needs_much_room_leaves_fewer_places(small: Small, tmp_path: Path) -> None:
    near = built(small, tmp_path / "near", "-v", "--layout", "n-up", "--back-offset", "5,0")
    far = built(small, tmp_path / "far", "-v", "--layout", "n-up", "--back-offset", "7,0", "--skip", "1,2,3,4,5,6")
    for reported, pages in ((near, "4 pages"), (far, "6 pages")):  # 2 x 4 tiles instead of 3 x 4: 168 mm and twice 7
        assert ("proved" in reported, pages in reported) == (True, True)
