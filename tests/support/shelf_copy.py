"""A copy of the shelf, whose languages a test may change."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.catalogue import library

PROJECT = Path(__file__).parents[2]


def copied_project(folder: Path) -> Path:
    """Copy the program with all that it reads, but not its tests."""
    for name in ("generator", "templates"):
        shutil.copytree(PROJECT / name, folder / name)
    shutil.copy(PROJECT / "tiles.yaml", folder)
    return folder


@contextmanager
def copied_shelf(folder: Path, names: Iterable[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Copy these folders of templates, beside the fonts, and have the commands take the copy for the shelf."""
    for name in names:
        shutil.copytree(PROJECT / "templates" / name, folder / "templates" / name)
    (folder / "templates" / "fonts").symlink_to(PROJECT / "templates" / "fonts")
    shutil.copy(PROJECT / "tiles.yaml", folder)
    library.root.cache_clear()
    monkeypatch.setattr(library, "PACKAGE", folder / "generator")
    monkeypatch.chdir(folder)
    yield
    library.root.cache_clear()
