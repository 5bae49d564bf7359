"""Booklets to fold: made when they are asked for, and from then on renewed with the rest, folded as before."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest

from asterion_press.making.request import DEFAULT_PARTS, Part, classify
from tests.support.project_commands import bad, good, settings_in

NAME = "rules-en-booklet.pdf"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out") / "asterion"
    reported = good("build --only booklet -v --language en --paper letter --thickness 0.2 --out", folder)
    assert re.search(
        r"in order on \d sheets, Letter, turned over along the short edge, creep (0\.[468]|1|1\.2) mm", reported
    )
    return folder


def test_a_booklet_comes_with_the_rules_that_it_is_made_from(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {"manifest.json", "rules-en.pdf", NAME}
    assert settings_in(made)["booklet"] == ["letter", "short-edge", "0.2"]
    pdf = pikepdf.open(io.BytesIO((made / NAME).read_bytes()))
    assert [round(float(value) / 72, 2) for value in pdf.pages[0].mediabox[2:]] == [11, 8.5]


@pytest.mark.parametrize("language", ["ja", "zh-Hant", "ru"])
def test_every_script_stays_within_reach_of_printers(tmp_path: Path, language: str) -> None:
    good("build --only booklet --paper a4 --language", language, "--out", tmp_path / "out")


def test_asked_again_in_any_words_there_is_nothing_to_do(made: Path) -> None:
    before = (made / NAME).read_bytes()
    for words in ("booklet", "rules", "booklet --flip short-edge"):
        assert "nothing to do" in good(f"build --only {words} --language en --out", made)
    assert (made / NAME).read_bytes() == before


def test_another_wish_makes_the_booklet_anew_and_leaves_the_rules(made: Path) -> None:
    planned = good("build --only booklet --language en --flip long-edge --dry-run --out", made)
    assert planned.splitlines()[-1] == "to make: 1, to keep: 1, to remove: 0"
    assert NAME in planned.splitlines()[1]


def test_a_build_makes_no_booklet_and_no_box_unless_told() -> None:
    assert {Part.SVG, Part.SHEETS, Part.START, Part.RULES, Part.WEB, Part.CARDS, Part.CHECK} == DEFAULT_PARTS


def test_a_file_is_known_by_its_name() -> None:
    kinds = {
        NAME: (Part.BOOKLET, "en"),
        "rules-en.pdf": (Part.RULES, "en"),
        "box.pdf": (Part.BOX, ""),
        "card-es.pdf": (Part.BOX, "es"),
        "cards-es.pdf": (Part.CARDS, "es"),
        **dict.fromkeys(("track.pdf", "pad.pdf"), (Part.CARDS, "")),
    }
    assert {name: classify(name) for name in kinds} == kinds


def test_paper_that_is_too_thick_is_told_with_the_numbers() -> None:
    reported = bad("build --only booklet --thickness 0.7", status=2)
    assert "a sheet that is folded is at most 0.5 mm thick" in reported


def test_booklets_and_boxes_are_made_for_the_paper_of_the_sheets() -> None:
    reported = good("build --only sheets --only booklet --box --paper letter --language en --out out")
    assert [settings_in("out")[part][0] for part in ("booklet", "box")] == ["letter", "letter"]
    assert f"{NAME}: print both sides at actual size (100 %), turned over along the short edge; fold and" in reported
    assert "box.pdf: print one side at actual size (100 %) on thin card" in reported
