"""`asterion printer ink` and `--grey`, as a user runs them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.equipment import load_ink_use
from asterion_press.catalogue.files import ShelfFile
from asterion_press.publish import OutputFolder
from asterion_press.verify.ink import FileInk, PageInk, ink_rows, pdfs_of
from tests.support.project_commands import good, run


@pytest.fixture
def made(small: Callable[..., Path], tmp_path: Path) -> Callable[..., Path]:
    """Sheets of the small deck, by further words."""

    def make(*words: str) -> Path:
        folder = tmp_path / "out"
        good("build", "--only", "sheets", str(small()), "--paper", "a4", "--out", str(folder), *words)
        return folder

    return make


def inks(folder: Path) -> dict[str, float]:
    data = json.loads(run("printer", "ink", str(folder), "--format", "json").output)
    pages = data["files"][0]["pages"]
    return {key: sum(page[key] for page in pages) for key in pages[0]} | {"all": data["files"][0]["ml"]}


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


def test_every_file_is_told_with_what_the_numbers_rest_on(made: Callable[..., Path]) -> None:
    lines = run("printer", "ink", str(made())).stdout.splitlines()
    assert " ".join(lines[0].split()) == "file pages covered % cyan % magenta % yellow % black % ml"
    assert lines[2].split()[:2] == ["sheets-a4.pdf", "2"]
    assert any(line.startswith("a home inkjet takes for a square metre") for line in lines)
    assert any("source: from what makers promise" in line for line in lines)


def test_each_file_is_told_for_itself_and_texts_in_one_language() -> None:
    def measured(*names: str, asked: tuple[str, ...] = ()) -> tuple[str, ...]:
        files = dict.fromkeys(("manifest.json", *names))
        folder = SimpleNamespace(name="out", previous=SimpleNamespace(files=files))
        return tuple(pdfs_of(cast("OutputFolder", folder), asked))

    own = ("box.pdf", "sheets-a4.pdf", "sheets-letter.pdf")
    texts = {tag: (f"cards-{tag}.pdf", f"rules-{tag}-booklet.pdf", f"rules-{tag}.pdf") for tag in ("de", "en", "pt-BR")}
    every = tuple(name for names in texts.values() for name in names)
    assert measured(*own, *every) == tuple(sorted((*own, *texts["en"])))
    assert measured(*own, *texts["pt-BR"], *texts["de"]) == tuple(sorted((*own, *texts["de"])))
    assert measured(*own) == own
    assert measured(*own, *every, asked=("rules-de.pdf",)) == ("rules-de.pdf",)
    use = load_ink_use(ShelfFile("", library.inks()["home-inkjet"].path, "ink"))
    files = [FileInk(name, (PageInk(1, 0.06, 0.5, (0.1, 0.1, 0.1, 0.1)),)) for name in own]
    assert [row[:2] for row in ink_rows(files, use)] == [[name, 1] for name in own]


def test_what_is_not_there_is_told(made: Callable[..., Path], tmp_path: Path) -> None:
    folder = made()
    assert "one of sheets-a4.pdf" in run("printer", "ink", str(folder), "--file", "rules-en.pdf").output
    assert "nothing was built there" in run("printer", "ink", str(tmp_path / "nowhere")).output
    shutil.copy(folder / "manifest.json", folder / "sheets-a4.pdf")
    assert "sheets-a4.pdf: the file cannot be read" in run("printer", "ink", str(folder)).output
