"""The command `asterion play designs`."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from tests.support.project_commands import bad, good

DRAW = "play designs asterion --draw"


def test_the_space_of_the_shipped_deck_is_told() -> None:
    reported = good("play designs")
    assert "designs within the limits                65             54             16" in reported
    assert "05 winged-bridge and 06 wing-beyond-the-bridge nearly repeat each other: wing moved" in reported


def test_limits_can_be_asked_for_and_the_rest_is_the_decks() -> None:
    data = json.loads(good("play designs --limit open-sides=1-4 --format json"))
    assert data["counts"]["designs"]["up_to_turning"] == len(data["designs"]) == 143
    two = json.loads(good("play designs --limit prisoners=0-2 --limit coins=0 --format json"))
    assert two["limits"]["path_prisoners"] == 2
    assert two["outside"] == ["coin-bridge", "coin-bend-and-cell"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--limit prisoners=two", "'two' is no number and no range; write 1 or 0-2"),
        ("--limit coins=2-1", "'2-1' is no range from a smaller to a larger number up to 16"),
        ("--draw space.gif", "'space.gif' is no picture; end its name in .svg, .png or .pdf"),
        ("--paper a3", "--paper is about a picture; add --draw FILE"),
        ("--paper a44", "unknown paper 'a44'"),
    ],
)
def test_wrong_words_end_with_status_2(words: str, message: str) -> None:
    assert message in bad(f"play designs {words}", status=2)


def test_too_wide_limits_end_in_one_line() -> None:
    (line,) = bad("play designs asterion --limit prisoners=0-9 --limit wings=0-9").splitlines()
    assert "at most 20000 are listed, so narrow the limits" in line


def test_the_space_is_drawn_and_the_files_are_named() -> None:
    assert good(DRAW, "space.pdf") == "space.pdf\n"
    assert Path("space.pdf").read_bytes().startswith(b"%PDF")
    assert good(DRAW, "space.svg", "--limit", "open-sides=1-4", "--limit", "wings=0") == "space.svg\n"
    assert "give --force to replace it" in bad(DRAW, "space.svg")
    good(DRAW, "space.svg", "--force")
    reported = good(DRAW, "space.svg", "--limit", "open-sides=1-4")
    assert reported == "space-1.svg\nspace-2.svg\n"
    assert all(Path(name).stat().st_size for name in reported.split())


def test_a_png_is_as_large_as_the_paper() -> None:
    pytest.importorskip("resvg_py")
    good(DRAW, "space.png")
    assert struct.unpack(">II", Path("space.png").read_bytes()[16:24]) == (1240, 1754)


def test_a_folder_that_is_not_there_is_told_in_one_line() -> None:
    reported = "nowhere/space.pdf was not written: there is no folder nowhere; make it first\n"
    assert bad(DRAW, "nowhere/space.pdf") == reported
