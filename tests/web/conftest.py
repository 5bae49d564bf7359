"""The pages of all games, as a build writes them, and those that read them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from readings import Pages, desk_of

from generator.production.rules import RulesDesk


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Every page that there can be, written when it is first asked for."""
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def horns() -> RulesDesk:
    """The rules of Minotaurus in English."""
    return desk_of("minotaurus", "en")


@pytest.fixture(scope="session")
def asterion(pages: Pages) -> RulesDesk:
    """The rules of Asterion in all languages."""
    return pages.desk("asterion")


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a page to a file."""

    def write(html: str) -> Path:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        return path

    return write
