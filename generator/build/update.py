"""The update of a game that is there already: what is to be done with its pieces, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.build.fingerprints import key_of
from generator.build.targets import Artefact

if TYPE_CHECKING:
    from generator.build.targets import Materials

UPDATE_TEXT = "update.txt"


def update_files(materials: Materials) -> Iterator[Artefact]:
    """What is to be done with the pieces of an update."""
    since, game = materials.order.since or (), materials.game
    key = key_of(materials.studio.program, since, game.document.sha256)
    yield Artefact(UPDATE_TEXT, key, lambda: game.update_text(since).encode())
