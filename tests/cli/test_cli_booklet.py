"""Booklets to fold: made when they are asked for, and from then on renewed with the rest, folded as before."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from asterion_press.making.request import DEFAULT_PARTS, Part, classify
from tests.support.project_commands import run

NAME = "rules-en-booklet.pdf"


def manifest(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out") / "asterion"
    result = run("build --only booklet -v --language en --paper letter --thickness 0.2 --out", str(folder))
    assert result.exit_code == 0, result.output
    assert re.search(
        r"in order on \d sheets, Letter, turned over along the short edge, creep (0\.[468]|1|1\.2) mm", result.output
    )
    return folder


def test_a_booklet_comes_with_the_rules_that_it_is_made_from(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {"manifest.json", "rules-en.pdf", NAME}
    assert manifest(made)["settings"]["booklet"] == ["letter", "short-edge", "0.2"]
    pdf = pikepdf.open(io.BytesIO((made / NAME).read_bytes()))
    assert [round(float(value) / 72, 2) for value in pdf.pages[0].mediabox[2:]] == [11, 8.5]


def test_asked_again_in_any_words_there_is_nothing_to_do(made: Path) -> None:
    before = (made / NAME).read_bytes()
    for words in (
        ["build", "--only", "booklet", "--language", "en"],
        ["build", "--only", "rules", "--language", "en"],
        ["build", "--only", "booklet", "--language", "en", "--flip", "short-edge"],
    ):
        assert "nothing to do" in run(*words, "--out", str(made)).output
    assert (made / NAME).read_bytes() == before


def test_another_wish_makes_the_booklet_anew_and_leaves_the_rules(made: Path) -> None:
    planned = run("build --only booklet --language en --flip long-edge --out", str(made), "--dry-run").output
    assert planned.splitlines()[-1] == "to make: 1, to keep: 1, to remove: 0"
    assert NAME in planned.splitlines()[1]


def test_a_build_makes_no_booklet_unless_told() -> None:
    assert Part.BOOKLET not in DEFAULT_PARTS
    assert {Part.SVG, Part.SHEETS, Part.START, Part.RULES, Part.WEB, Part.CARDS, Part.CHECK} == DEFAULT_PARTS
    assert classify(NAME) == (Part.BOOKLET, "en")
    assert classify("rules-en.pdf") == (Part.RULES, "en")


def test_paper_that_is_too_thick_is_told_with_the_numbers(tmp_path: Path) -> None:
    result = run("build", "--only", "booklet", "--thickness", "0.7", "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "a sheet that is folded is at most 0.5 mm thick" in result.output


def test_booklets_and_boxes_are_made_for_the_paper_of_the_sheets(tmp_path: Path) -> None:
    wanted = ("build", "--only", "sheets", "--only", "booklet", "--box", "--paper", "letter", "--language", "en")
    result = run(*wanted, "--out", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    told = manifest(tmp_path / "out")["settings"]
    assert (told["booklet"][0], told["box"][0]) == ("letter", "letter")
    assert (
        f"{NAME}: print both sides in actual size (100 %), turned over along the short edge; fold and" in result.output
    )
    assert "box.pdf: print one side in actual size (100 %) on thin card" in result.output
