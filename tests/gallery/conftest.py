"""The gallery of the shipped deck beside a changed one, and a browser to look at it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from chromium import Window, launched

from generator.catalogue import shelf
from generator.catalogue.shelf import ShelfFile
from generator.production.exhibition import Exhibition

if TYPE_CHECKING:
    from playwright.sync_api import Browser

collect_ignore_glob = [] if os.environ.get("BROWSER") else ["test_gallery_[!p]*.py"]
"""What needs a browser takes minutes and is run by ``make browser``, not with all other tests."""

CHANGES = {
    "      - {exits: EW, coins: 1}": "      - {exits: EW, coins: 2}",  # coin-bridge, 4
    "  fork:\n    number: 14": "  fork:\n    number: 17",  # 14 is gone, 17 is new
    "  crossroads:\n    number: 1\n": "  crossroads:\n    number: 1\n    copies: 2\n",
}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def other_catalogue(tmp_path_factory: pytest.TempPathFactory) -> ShelfFile:
    """A catalogue that differs from the shipped one in three designs."""
    text = shelf.game_file().path.read_text(encoding="utf-8")
    for old, new in CHANGES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("other") / "other.yaml"
    path.write_text(text, encoding="utf-8")
    return ShelfFile("asterion", path, "other.yaml")


@pytest.fixture(scope="session")
def gallery_file(tmp_path_factory: pytest.TempPathFactory, other_catalogue: ShelfFile) -> Path:
    """The gallery of the shipped deck and of the other one."""
    exhibition = Exhibition(shelf.game_file(), shelf.theme_file("knossos"), [other_catalogue])
    path = tmp_path_factory.mktemp("gallery") / "gallery.html"
    path.write_text(exhibition.page().html, encoding="utf-8")
    return path


@pytest.fixture
def look(browser: Browser, gallery_file: Path) -> Iterator[Callable[..., Window]]:
    """Open the gallery in a window; when the test is over, nothing may have been complained of."""
    windows = []

    def open_window(part: str = "", **options: Any) -> Window:
        window = Window(browser, gallery_file.as_uri() + part, **options)
        windows.append(window)
        return window

    yield open_window
    for window in windows:
        window.close()
