"""The kernel is compiled once for all tests of the study; modules that need it are skipped where numba is missing."""

from __future__ import annotations

import pytest

from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.box import GameSet


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    from generator.games.labyrinth.kernel.api import prepare

    prepare()


@pytest.fixture(scope="session")
def box(deck: Deck) -> GameSet:
    return GameSet.of(deck)
