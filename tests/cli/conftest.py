"""Where each test of the command stands: in a folder of its own, in which no catalogue lies."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins where no project lies."""
    monkeypatch.chdir(tmp_path)
