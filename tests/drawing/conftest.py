"""The shipped themes."""

from __future__ import annotations

import pytest

from generator.catalogue.themes import Theme, load_theme
from tests.support.pictures import ROOT

THEMES = ("knossos", "ink-saver")


@pytest.fixture(scope="session")
def themes() -> dict[str, Theme]:
    """Every shipped theme by its name."""
    return {name: load_theme(ROOT / "templates" / "themes" / f"{name}.yaml", f"{name}.yaml") for name in THEMES}


@pytest.fixture(scope="session")
def knossos(themes: dict[str, Theme]) -> Theme:
    """The theme in full colour."""
    return themes["knossos"]
