"""`asterion build --only box`: a box for the deck as it is, in the look of the folder, renewed with the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from tests.support.project_commands import bad, good, settings_in


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out") / "asterion"
    reported = good("build --only box -v --thickness 0.3 --paper letter --theme ink-saver --language en --out", folder)
    assert "tray and lid on Letter for 65 tiles of 0.3 mm and the folded rules, 110 x 150.5 x 26 mm inside" in reported
    return folder


def test_a_box_is_made_alone_and_its_wishes_are_kept(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {"manifest.json", "box.pdf"}
    assert settings_in(made)["box"] == ["letter", "0.3"]
    assert "nothing to do" in good("build --only box --language en --out", made)


def test_other_pieces_make_another_box(made: Path) -> None:
    planned = good("build --only box --thickness 0.4 --language en --dry-run --out", made)
    assert planned.splitlines()[-1] == "to make: 1, to keep: 0, to remove: 0"


def test_a_build_with_a_box_plans_one_beside_the_rest() -> None:
    words = "build --paper a4 --language en --dry-run -v"
    plain, boxed = good(words), good(words, "--box")
    assert "box.pdf" not in plain
    assert "box.pdf" in boxed
    assert "sheets-a4.pdf" in boxed
    assert "leave out --box" in bad("build", "--box", "--tiles", "Y03", status=2)


def test_a_box_for_other_tiles_is_no_proved_box(made: Path) -> None:
    good("verify", made)
    assert "[other-catalogue]" in bad("verify", str(made), "--variant", "pocket")


def test_pieces_too_large_for_a_box_are_told_with_a_paper_that_would_do(small: Any) -> None:
    many = ("copies: {yellow: 1, blue: 1}", "copies: {yellow: 99, blue: 99}")
    reported = bad("build --only box --thickness 2", small(("tile_mm: 50", "tile_mm: 150"), many))
    assert "templates/papers/a4.yaml" in reported
    assert "tiles of 150 x 150 x 2 mm and the folded rules fits A4" in reported
    assert "would do" in reported


def test_a_game_without_player_cards_has_one_that_says_how_to_set_up(tmp_path: Path) -> None:
    good("build", "minotaurus", "--only", "box", "--language", "en", "--out", str(tmp_path / "out"))
    [page] = pypdfium2.PdfDocument(tmp_path / "out" / "card-en.pdf")
    assert "Setup" in page.get_textpage().get_text_bounded()
    with pikepdf.open(tmp_path / "out" / "card-en.pdf") as pdf:
        left, bottom, right, top = (float(value) * 25.4 / 72 for value in pdf.pages[0].trimbox)
    assert left == pytest.approx(210 - right, abs=0.02)
    assert min(right - left, top - bottom) >= 50
