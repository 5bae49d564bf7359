"""The pages of all games, as a build writes them, and those that read them."""

from __future__ import annotations

import pytest
from readings import Pages, desk_of

from generator.build.rules import RulebookBuilder


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Every page that there can be, written when it is first asked for."""
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def hexes() -> RulebookBuilder:
    """The rules of asterismo in English."""
    return desk_of("asterismo", "en")
