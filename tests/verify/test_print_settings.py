"""Files of true size ask print dialogues for 100 %, for their own paper and for the right turn of the sheets."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner

from asterion_press.cli.main import main
from tests.support.printed import ASTERION, Printed

SHEETS, BOX, CARD, FOLDED = "sheets-a4.pdf", "box.pdf", "cards-en.pdf", "rules-en-booklet.pdf"
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


@pytest.fixture(scope="module")
def built(printed: Printed) -> Path:
    return printed(*ASTERION)


def test_every_file_of_true_size_asks_for_it(built: Path) -> None:
    wanted = {SHEETS: LONG, BOX: ONE_SIDE, CARD: ONE_SIDE, FOLDED: SHORT}
    assert {name: settings_of(built / name) for name in wanted} == {
        name: true_size(duplex) for name, duplex in wanted.items()
    }


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
    assert settings_of(tmp_path / "out" / SHEETS) == true_size(duplex)


@pytest.mark.parametrize(("flip", "duplex"), [("long-edge", LONG), ("short-edge", SHORT)])
def test_a_calibration_sheet_asks_for_true_size(flip: str, duplex: str, tmp_path: Path) -> None:
    asterion("printer", "calibrate", "--paper", "a4", "--flip", flip, "--out", str(tmp_path / "calibration.pdf"))
    assert settings_of(tmp_path / "calibration.pdf") == true_size(duplex)


def _drop(name: str) -> Callable[[Any], None]:
    return lambda settings: settings.__delitem__(name)


def _put(name: str, value: object) -> Callable[[Any], None]:
    return lambda settings: settings.__setitem__(name, value)


SPOILT: dict[str, Callable[[Any], None]] = {
    "no scaling named": _drop("/PrintScaling"),
    "scaled by the application": _put("/PrintScaling", pikepdf.Name.AppDefault),
    "no turn named": _drop("/Duplex"),
    "no tray named": _drop("/PickTrayByPDFSize"),
    "another tray": _put("/PickTrayByPDFSize", False),
    "another turn": lambda settings: settings.__setitem__(
        "/Duplex", pikepdf.Name(SHORT if str(settings["/Duplex"]) != SHORT else LONG)
    ),
}


@pytest.mark.parametrize("mistake", SPOILT)
def test_verify_finds_files_that_let_a_printer_change_their_size(built: Path, mistake: str, tmp_path: Path) -> None:
    folder = shutil.copytree(built, tmp_path / "asterion")
    told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    names = [BOX, CARD, FOLDED, SHEETS]
    for name in names:
        with pikepdf.open(folder / name, allow_overwriting_input=True) as pdf:
            SPOILT[mistake](pdf.Root.ViewerPreferences)
            pdf.save(folder / name, object_stream_mode=pikepdf.ObjectStreamMode.disable)
        data = (folder / name).read_bytes()
        told["files"][name] |= {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(folder), "--format", "json"])
    found = [fault for fault in json.loads(result.output)["faults"] if fault["code"] == "print-settings"]
    assert sorted(fault["file"] for fault in found) == names
