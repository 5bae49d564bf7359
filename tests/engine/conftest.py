"""What is said of figures, which the two modules about them share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.errors import InputError
from asterion_press.games.labyrinth.catalogue.position_records import load_figures
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.engine.figures import prove_figures


@pytest.fixture
def messages_of(tmp_path: Path, deck: Deck) -> Callable[..., list[str]]:
    """Proves the figures of a text in which one thing after the other is changed once, and returns what is wrong."""

    def lines(text: str, *changes: tuple[str, str]) -> list[str]:
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        path = tmp_path / "figures.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            prove_figures(load_figures(ShelfFile("", path, path.name)), deck)
        except InputError as error:
            return error.lines()
        return []

    return lines
