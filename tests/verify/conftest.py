"""What the tests of the proof share: a good folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.workshop import Folder, catalogue_in, good_folder, paper


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A good folder on A4: five tiles of two colours each, the minotaur, nine counters."""
    return good_folder(tmp_path / "out", catalogue_in(tmp_path), {"a4": paper()})
