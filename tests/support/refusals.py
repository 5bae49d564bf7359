"""What is told of what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import AsterionError


def refusal(make: Callable[..., object], *given: Any) -> list[str]:
    """The lines of the error that a call ends with."""
    with pytest.raises(AsterionError) as caught:
        make(*given)
    return caught.value.lines()


def refusal_of(load: Callable[[ShelfFile], object], folder: Path, text: str, name: str) -> list[str]:
    """The lines that a file of a text and a name is refused with."""
    return refusal(load, shelved(folder, text, name))


def shelved(folder: Path, text: str, name: str = "mine.yaml", game: str = "mine") -> ShelfFile:
    """A file of a text, as the shelf knows it."""
    (folder / name).write_text(text, encoding="utf-8")
    return ShelfFile(game, folder / name, name)


def spoilt(text: str, *changes: tuple[str, str]) -> str:
    """A text with changes: what stands in it, and what replaces it where it stands first."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text
