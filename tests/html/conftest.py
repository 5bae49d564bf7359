"""The pages of all games, as a build writes them, and those that read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from asterion_press.making.rules import RulebookBuilder
from tests.support.project_commands import good
from tests.support.readings import Pages, rulebook_of


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Every page that there can be, written when it is first asked for."""
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page and the booklet of a game whose rules have a footnote."""
    folder = tmp_path_factory.mktemp("noted")
    good("init", folder / "game", "--from", "tokens")
    with (folder / "game" / "rules" / "en.md").open("a", encoding="utf-8") as text:
        text.write("\nWhoever is tired may pass.[^tired]\n\n[^tired]: Yawning is enough.\n")
    good("build", folder / "game", "--only", "rules", "--only", "web", "--out", folder / "out")
    return folder / "out"


@pytest.fixture(scope="session")
def asterismo() -> RulebookBuilder:
    """The rules of asterismo in English."""
    return rulebook_of("asterismo", "en")
