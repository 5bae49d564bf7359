"""Files of true size ask print dialogues for 100 %, for their own paper and for the right turn of the sheets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main
from tests.support.printed import ASTERION, ASTERISMO, Printed

MINOTAURUS = ("build minotaurus --box --paper a4 --language en", "build --only booklet minotaurus --language en")
LONG, SHORT, ONE_SIDE = "/DuplexFlipLongEdge", "/DuplexFlipShortEdge", "/Simplex"


def asterion(*words: str) -> str:
    """Run a command that has to succeed, and return what it prints."""
    result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def settings_of(file: Path) -> dict[str, str]:
    with pikepdf.open(file) as pdf:
        return {name: str(value) for name, value in pdf.Root.ViewerPreferences.items() if name != "/DisplayDocTitle"}


def true_size(duplex: str) -> dict[str, str]:
    return {"/PrintScaling": "/None", "/Duplex": duplex, "/PickTrayByPDFSize": "True"}


def test_every_file_asks_for_true_size_but_the_booklet_which_is_read(printed: Printed) -> None:
    files = [file for orders in (ASTERION, ASTERISMO, MINOTAURUS) for file in printed(*orders).glob("*.pdf")]
    wanted = {"sheets-a4.pdf": true_size(LONG), "rules-en-booklet.pdf": true_size(SHORT), "rules-en.pdf": {}}
    cards = {True: true_size(LONG), False: true_size(ONE_SIDE)}  # those of asterismo have no back
    for file in files:
        default = cards[file.name == "cards-en.pdf" and file.parent.name != "asterismo"]
        assert settings_of(file) == wanted.get(file.name, default), file
    one_sided = {"box.pdf", "card-en.pdf", "cards-en.pdf", "pad.pdf", "start-a4.pdf", "track.pdf"}
    assert {file.name for file in files} == wanted.keys() | one_sided


def test_a_card_of_two_sides_is_turned_over_its_long_edge(tmp_path: Path) -> None:
    asterion("init", str(tmp_path / "own"), "--from", "tokens", "--language", "en")
    text = "# Own\n\n## Symbols {#symbols}\n\nOne.\n\n## Setup {#setup}\n\nTwo.\n"
    (tmp_path / "own" / "rules" / "en.md").write_text(text, encoding="utf-8")
    asterion("build", str(tmp_path / "own"), "--only", "box", "--language", "en", "--out", str(tmp_path / "out"))
    assert settings_of(tmp_path / "out" / "card-en.pdf") == true_size(LONG)


@pytest.mark.parametrize(
    ("words", "duplex"),
    [
        (["--flip", "long-edge"], LONG),
        (["--flip", "short-edge"], SHORT),
        (["--flip", "none"], ONE_SIDE),
        (["--layout", "gutter-fold"], ONE_SIDE),
    ],
)
def test_sheets_ask_for_the_turn_that_they_are_laid_for(
    words: list[str], duplex: str, small: Callable[..., Path], tmp_path: Path
) -> None:
    order = f"build --only sheets {small()} --paper a4 --out {tmp_path / 'out'}"
    asterion(*order.split(), *words)
    assert settings_of(tmp_path / "out" / "sheets-a4.pdf") == true_size(duplex)


@pytest.mark.parametrize(("flip", "duplex"), [("long-edge", LONG), ("short-edge", SHORT)])
def test_a_calibration_sheet_asks_for_true_size(flip: str, duplex: str, tmp_path: Path) -> None:
    asterion("printer", "calibrate", "--paper", "a4", "--flip", flip, "--out", str(tmp_path / "calibration.pdf"))
    assert settings_of(tmp_path / "calibration.pdf") == true_size(duplex)
