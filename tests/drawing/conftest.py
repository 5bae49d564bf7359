"""The shipped themes."""

from __future__ import annotations

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.placed import TileDrawings
from asterion_press.games.labyrinth.engine.box import GameSet
from tests.support.pictures import ROOT

THEMES = ("knossos", "ink-saver")


@pytest.fixture(scope="session")
def themes() -> dict[str, Theme]:
    """Every shipped theme by its name."""
    return {
        name: load_theme(ShelfFile("", ROOT / "templates" / "themes" / f"{name}.yaml", f"{name}.yaml"))
        for name in THEMES
    }


@pytest.fixture(scope="session")
def knossos(themes: dict[str, Theme]) -> Theme:
    """The theme in full colour."""
    return themes["knossos"]


@pytest.fixture(scope="session")
def art(deck: Deck, knossos: Theme) -> TileDrawings:
    """The drawings of the shipped deck in full colour."""
    return TileDrawings(deck, knossos)


@pytest.fixture(scope="session")
def box(deck: Deck) -> GameSet:
    """The shipped deck as it is played with."""
    return GameSet.of(deck)
