"""A newcomer adds one thing by adding one file. Each test copies the project, adds files, and builds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without its history and its environment."""
    folder = tmp_path / "project"
    for name in ("generator", "templates"):
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "tiles.yaml", folder)
    return folder


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", "build", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy)},
    )


def build(copy: Path, *arguments: str) -> Path:
    out = copy / "output" / "asterion"
    done = run(copy, *arguments)
    assert done.returncode == 0, done.stderr
    assert "proved" in done.stdout
    return out


def test_a_paper_is_one_file(copy: Path) -> None:
    (copy / "templates/papers/b4.yaml").write_text(
        "title: B4\nwidth_mm: 250\nheight_mm: 353\nsource: ISO 216\n"
        "margin_mm: {left: 10, right: 10, top: 10, bottom: 10}\n"
    )
    assert (build(copy, "--only", "sheets", "--paper", "b4") / "sheets-b4.pdf").is_file()


def test_a_theme_is_one_file(copy: Path) -> None:
    text = (copy / "templates/themes/knossos.yaml").read_text(encoding="utf-8")
    (copy / "templates/themes/night.yaml").write_text(text.replace("title: ", "title: Night after "), encoding="utf-8")
    assert (build(copy, "--only", "svg", "--theme", "night") / "svg" / "minotaur.svg").is_file()


def test_a_language_is_one_folder(copy: Path) -> None:
    locales = copy / "templates/locales"
    shutil.copytree(locales / "en", locales / "en-AU")
    words = (locales / "en-AU/words.yaml").read_text(encoding="utf-8").replace("language: English", "language: Strine")
    (locales / "en-AU/words.yaml").write_text(words, encoding="utf-8")
    out = build(copy, "--only", "rules")
    assert {path.name for path in out.glob("rules-*.pdf")} >= {"rules-en.pdf", "rules-en-AU.pdf"}


def test_a_variant_is_one_file(copy: Path) -> None:
    (copy / "templates/variants/tiny.yaml").write_text(
        "of: asterion\ntitle: tiny deck\ncolours: {remove: [red, green]}\ndesigns: {remove: [fork, bend]}\n"
    )
    build(copy, "--variant", "tiny", "--only", "sheets", "--paper", "a4")
    assert (copy / "output/asterion-tiny/sheets-a4.pdf").is_file()


def test_a_game_is_a_catalogue_and_a_rules_text(copy: Path) -> None:
    """Another game of square tiles: files only."""
    tiles = (copy / "tiles.yaml").read_text(encoding="utf-8")
    (copy / "templates/games").mkdir(exist_ok=True)
    (copy / "templates/games/daedalus.yaml").write_text(
        tiles.replace("game: asterion", "game: daedalus"), encoding="utf-8"
    )
    (copy / "templates/locales/en/daedalus.md").write_text("# Daedalus {#title}\n\nLay {{deck.tiles}} tiles.\n")
    refused = run(copy, "daedalus")
    assert refused.returncode == 1
    assert refused.stderr == (
        "templates/figures/daedalus.yaml: the rules of 'daedalus' have no figures; "
        "write this file, even if it holds only `game: daedalus` and `figures: {}`\n"
    )
    (copy / "templates/figures/daedalus.yaml").write_text("game: daedalus\nfigures: {}\n")
    build(copy, "daedalus")
    names = {path.name for path in (copy / "output/daedalus").iterdir()}
    assert names >= {"sheets-a4.pdf", "rules-en.pdf", "svg"}
