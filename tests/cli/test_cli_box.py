"""`asterion build --only box`: a box for the deck as it is, in the look of the folder, renewed with the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from asterion_press.making.request import DEFAULT_PARTS, Part, classify
from tests.support.project_commands import good, run, settings_in


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out") / "asterion"
    result = run(
        "build --only box -v --thickness 0.3 --paper letter --theme ink-saver --language en --out", str(folder)
    )
    assert result.exit_code == 0, result.output
    assert (
        "tray and lid on Letter for 65 tiles of 0.3 mm and the folded rules, 110 x 150.5 x 26 mm inside"
        in result.output
    )
    return folder


def test_a_box_is_made_alone_and_its_wishes_are_kept(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {"manifest.json", "box.pdf"}
    assert settings_in(made)["box"] == ["letter", "0.3"]
    assert "nothing to do" in run("build", "--only", "box", "--language", "en", "--out", str(made)).output


def test_other_pieces_make_another_box(made: Path) -> None:
    planned = run("build --only box --thickness 0.4 --language en --out", str(made), "--dry-run").output
    assert planned.splitlines()[-1] == "to make: 1, to keep: 0, to remove: 0"


def test_a_build_makes_no_box_unless_told() -> None:
    assert Part.BOX not in DEFAULT_PARTS
    assert classify("box.pdf") == (Part.BOX, "")
    assert classify("card-es.pdf") == (Part.BOX, "es")


def test_a_build_with_a_box_plans_one_beside_the_rest(tmp_path: Path) -> None:
    words = ["build", "--paper", "a4", "--language", "en", "--dry-run", "-v", "--out", str(tmp_path / "out")]
    plain, boxed = run(*words).output, run(*words, "--box").output
    assert "box.pdf" not in plain
    assert "box.pdf" in boxed
    assert "sheets-a4.pdf" in boxed
    only = run("build", "--box", "--tiles", "Y03")
    assert only.exit_code == 2
    assert "leave out --box" in only.output


def test_a_box_for_other_tiles_is_no_proved_box(made: Path) -> None:
    assert run("verify", str(made)).exit_code == 0
    result = run("verify", str(made), "--variant", "pocket")
    assert result.exit_code == 1
    assert "[other-catalogue]" in result.output


def test_pieces_too_large_for_a_box_are_told_with_a_paper_that_would_do(small: Any, tmp_path: Path) -> None:
    catalogue = small(
        ("tile_mm: 50", "tile_mm: 150"), ("copies: {yellow: 1, blue: 1}", "copies: {yellow: 99, blue: 99}")
    )
    result = run("build", "--only", "box", str(catalogue), "--thickness", "2", "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "templates/papers/a4.yaml" in result.output
    assert "tiles of 150 x 150 x 2 mm and the folded rules fits A4" in result.output
    assert "would do" in result.output


def test_a_game_without_player_cards_has_one_that_says_how_to_set_up(tmp_path: Path) -> None:
    good("build", "minotaurus", "--only", "box", "--language", "en", "--out", str(tmp_path / "out"))
    [page] = pypdfium2.PdfDocument(tmp_path / "out" / "card-en.pdf")
    assert "Setup" in page.get_textpage().get_text_bounded()
    with pikepdf.open(tmp_path / "out" / "card-en.pdf") as pdf:
        left, bottom, right, top = (float(value) * 25.4 / 72 for value in pdf.pages[0].trimbox)
    assert left == pytest.approx(210 - right, abs=0.02)
    assert min(right - left, top - bottom) >= 50
