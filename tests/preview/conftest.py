"""The preview of the shipped deck beside a changed one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from asterion_press.catalogue import library
from asterion_press.catalogue.files import ShelfFile
from asterion_press.making.preview import PreviewSource
from asterion_press.preview.page import waiting_page
from asterion_press.preview.serving import LivePage, Server
from tests.support.chromium import Window

CHANGES = {
    "      - {exits: EW, coins: 1}": "      - {exits: EW, coins: 2}",  # coin-bridge, 4
    "  fork:\n    number: 14": "  fork:\n    number: 17",  # 14 is gone, 17 is new
    "  crossroads:\n    number: 1\n": "  crossroads:\n    number: 1\n    copies: 2\n",
}


FEW = ("crossroads", "coin-bridge", "winged-bridge", "bend-and-cell", "fork")


def changed(text: str) -> str:
    """A catalogue that differs from the shipped one in three designs."""
    for old, new in CHANGES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def with_few_designs(text: str) -> str:
    """The shipped catalogue with five of its designs; the check has something to say of it."""
    design = r"^  ([a-z-]+):\n    number: .*\n(?:    .*\n)+"
    few = re.sub(design, lambda found: found[0] if found[1] in FEW else "", text, flags=re.MULTILINE)
    assert few.count("    number: ") == len(FEW)
    return few


@pytest.fixture(scope="session")
def other_catalogue(tmp_path_factory: pytest.TempPathFactory) -> ShelfFile:
    """A catalogue that differs from the shipped one in three designs."""
    path = tmp_path_factory.mktemp("other") / "other.yaml"
    path.write_text(changed(library.game_file().path.read_text(encoding="utf-8")), encoding="utf-8")
    return ShelfFile("asterion", path, "other.yaml")


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory, other_catalogue: ShelfFile) -> Path:
    """The gallery of the shipped deck and of the other one."""
    source = PreviewSource(library.game_file(), library.theme_file("knossos"), [other_catalogue])
    path = tmp_path_factory.mktemp("gallery") / "gallery.html"
    path.write_text(source.page().html, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def served_page(other_catalogue: ShelfFile) -> Iterator[str]:
    """The address of the same page, whose trial table asks the program that serves it."""
    source = PreviewSource(library.game_file(), library.theme_file("knossos"), [other_catalogue], live=True)
    stage = LivePage(waiting_page())
    server = Server(stage)
    server.start()
    stage.show(source.page())
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def small_page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gallery with something of everything, but few tiles, for tests that read every element of the page."""
    folder = tmp_path_factory.mktemp("small")
    text = with_few_designs(library.game_file().path.read_text(encoding="utf-8"))
    for name, written in (("new.yaml", changed(text)), ("old.yaml", text)):
        (folder / name).write_text(written, encoding="utf-8")
    new, old = (ShelfFile("", folder / name, name) for name in ("new.yaml", "old.yaml"))
    (folder / "gallery.html").write_text(PreviewSource(new, library.theme_file("knossos"), [old]).page().html, "utf-8")
    return folder / "gallery.html"


@pytest.fixture
def look(show: Callable[..., Window], page_file: Path) -> Callable[..., Window]:
    """Show a part of the gallery."""
    return lambda part="", **options: show(page_file.as_uri() + part, **options)


@pytest.fixture
def look_at_table(show: Callable[..., Window], served_page: str) -> Callable[..., Window]:
    """Show the trial table, as the address says."""

    def look(part: str = "#table?", **options: object) -> Window:
        window = show(served_page + part, **options)
        window.page.wait_for_selector("#board .cell")
        return window

    return look


@pytest.fixture
def look_at_few(show: Callable[..., Window], small_page_file: Path) -> Callable[..., Window]:
    """Show a part of the small gallery."""
    return lambda part="", **options: show(small_page_file.as_uri() + part, **options)
