"""The command `asterion play designs`."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.chdir(tmp_path)
    return CliRunner()


def test_the_space_of_the_shipped_deck_is_told(run: CliRunner) -> None:
    done = run.invoke(main, ["play", "designs"])
    assert done.exit_code == 0
    assert "designs within the limits                65             54             16" in done.output
    assert "05 winged-bridge and 06 wing-beyond-the-bridge nearly repeat each other: wing moved" in done.output


def test_limits_can_be_asked_for_and_the_rest_is_the_decks(run: CliRunner) -> None:
    done = run.invoke(main, ["play", "designs", "--limit", "open-sides=1-4", "--format", "json"])
    data = json.loads(done.output)
    assert data["counts"]["designs"]["up_to_turning"] == len(data["designs"]) == 143
    two = json.loads(run.invoke(main, "play designs --limit prisoners=0-2 --limit coins=0 --format json").output)
    assert two["limits"]["path_prisoners"] == 2
    assert two["outside"] == ["coin-bridge", "coin-bend-and-cell"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--limit", "prisoners=two"], "'two' is no number and no range; write 1 or 0-2"),
        (["--limit", "coins=2-1"], "'2-1' is no range from a smaller to a larger number up to 16"),
        (["--draw", "space.gif"], "'space.gif' is no picture; end its name in .svg, .png or .pdf"),
        (["--paper", "a3"], "--paper is about a picture; add --draw FILE"),
        (["--paper", "a44"], "unknown paper 'a44'"),
    ],
)
def test_wrong_words_end_with_status_2(run: CliRunner, words: list[str], message: str) -> None:
    done = run.invoke(main, ["play", "designs", *words])
    assert done.exit_code == 2
    assert message in done.output


def test_too_wide_limits_end_in_one_line(run: CliRunner) -> None:
    done = run.invoke(main, ["play", "designs", "asterion", "--limit", "prisoners=0-9", "--limit", "wings=0-9"])
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    assert "at most 20000 are listed, so narrow the limits" in done.output


def test_the_space_is_drawn_and_the_files_are_named(run: CliRunner, tmp_path: Path) -> None:
    assert run.invoke(main, ["play", "designs", "asterion", "--draw", "space.pdf"]).output == "space.pdf\n"
    assert (tmp_path / "space.pdf").read_bytes().startswith(b"%PDF")
    done = run.invoke(
        main, ["play", "designs", "asterion", "--draw", "space.svg", "--limit", "open-sides=1-4", "--limit", "wings=0"]
    )
    assert done.output == "space.svg\n"
    again = run.invoke(main, ["play", "designs", "asterion", "--draw", "space.svg"])
    assert again.exit_code == 1
    assert "give --force to replace it" in again.output
    assert run.invoke(main, ["play", "designs", "asterion", "--draw", "space.svg", "--force"]).exit_code == 0
    done = run.invoke(main, ["play", "designs", "asterion", "--draw", "space.svg", "--limit", "open-sides=1-4"])
    assert done.output == "space-1.svg\nspace-2.svg\n"
    assert all((tmp_path / name).stat().st_size for name in done.output.split())


def test_a_png_is_as_large_as_the_paper(run: CliRunner, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert run.invoke(main, ["play", "designs", "asterion", "--draw", "space.png"]).exit_code == 0
    data = (tmp_path / "space.png").read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1240, 1754)


def test_a_folder_that_is_not_there_is_told_in_one_line(run: CliRunner) -> None:
    done = run.invoke(main, ["play", "designs", "asterion", "--draw", "nowhere/space.pdf"])
    assert done.exit_code == 1
    assert done.output == "nowhere/space.pdf was not written: there is no folder nowhere; make it first\n"
