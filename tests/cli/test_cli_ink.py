"""`asterion printer ink` and `--grey`, as a user runs them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main


def asterion(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def made(small: Callable[..., Path], tmp_path: Path) -> Callable[..., Path]:
    """Sheets of the small deck, by further words."""

    def make(*words: str) -> Path:
        folder = tmp_path / "out"
        result = asterion(
            "build", "--only", "sheets", "--catalogue", str(small()), "--paper", "a4", "--out", str(folder), *words
        )
        assert result.exit_code == 0, result.output
        return folder

    return make


def inks(folder: Path) -> dict[str, float]:
    data = json.loads(asterion("printer", "ink", str(folder), "--format", "json").output)
    pages = data["files"][0]["pages"]
    return {key: sum(page[key] for page in pages) for key in pages[0]} | {"all": data["ml"]}


def test_grey_takes_black_alone_and_less_of_it_all(made: Callable[..., Path]) -> None:
    coloured = inks(made())
    grey = inks(made("--grey"))
    assert coloured["cyan"] > 0.05
    assert coloured["yellow"] > 0.05
    assert (grey["cyan"], grey["magenta"], grey["yellow"]) == (0, 0, 0)
    assert grey["black"] > coloured["black"]
    assert grey["all"] < coloured["all"]
    assert grey["covered"] == pytest.approx(coloured["covered"], rel=0.02)


def test_a_folder_stays_grey_until_it_is_told_otherwise(made: Callable[..., Path]) -> None:
    folder = made("--grey")
    before = (folder / "sheets-a4.pdf").read_bytes()
    made()
    assert (folder / "sheets-a4.pdf").read_bytes() == before
    made("--colour")
    assert inks(folder)["yellow"] > 0.05


def test_grey_and_ink_saver_go_together_and_take_least(made: Callable[..., Path]) -> None:
    full = inks(made("--grey"))
    assert inks(made("--grey", "--theme", "ink-saver"))["all"] < full["all"] / 3


def test_every_page_is_told_with_what_the_numbers_rest_on(made: Callable[..., Path]) -> None:
    folder = made()
    lines = asterion("printer", "ink", str(folder), "--pages").output.splitlines()
    assert lines[0].split() == [
        "file",
        "page",
        "covered",
        "%",
        "cyan",
        "%",
        "magenta",
        "%",
        "yellow",
        "%",
        "black",
        "%",
        "ml",
    ]
    assert [line.split()[:2] for line in lines[2:4]] == [["sheets-a4.pdf", str(number)] for number in range(1, 3)]
    assert lines[4].split()[:2] == ["all", "2"]
    assert any(line.startswith("a home inkjet takes for a square metre") for line in lines)
    assert any("source: from what makers promise" in line for line in lines)


def test_what_is_not_there_is_told(made: Callable[..., Path], tmp_path: Path) -> None:
    folder = made()
    assert "one of sheets-a4.pdf" in asterion("printer", "ink", str(folder), "--file", "rules-en.pdf").output
    assert "nothing was built there" in asterion("printer", "ink", str(tmp_path / "nowhere")).output
    shutil.copy(folder / "manifest.json", folder / "sheets-a4.pdf")
    assert "sheets-a4.pdf: the file cannot be read" in asterion("printer", "ink", str(folder)).output
