"""A copy of the shelf, whose languages a test may change."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.catalogue import library

PROJECT = Path(__file__).parents[2]


@contextmanager
def copied_shelf(folder: Path, names: Iterable[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Copy these folders of templates, beside links to the others, and have commands take the copy for the shelf."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    for shipped in (PROJECT / "templates").iterdir():
        if shipped.name in names:
            shutil.copytree(shipped, folder / "templates" / shipped.name)
        else:
            (folder / "templates" / shipped.name).symlink_to(shipped)
    shutil.copy(PROJECT / "tiles.yaml", folder)
    (folder / "generator").symlink_to(PROJECT / "generator")
    library.root.cache_clear()
    monkeypatch.setattr(library, "PACKAGE", folder / "generator")
    monkeypatch.chdir(folder)
    yield
    library.root.cache_clear()
