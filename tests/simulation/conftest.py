"""The kernel is compiled once for all tests of the study, which are skipped where numba is missing."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    from asterion_press.games.labyrinth.kernel.api import prepare

    prepare()
