"""The update of a deck that is there already: what is printed of the new deck, and what is said of the old one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.catalogue.keeping import catalogue_kept_in
from generator.deck.difference_report import update_text
from generator.deck.differences import reprint
from generator.deck.tiles import Deck, deck_of
from generator.deck.updates import update_of
from generator.production.artefacts import Artefact
from generator.production.keys import key_of

if TYPE_CHECKING:
    from generator.production.artefacts import Materials

UPDATE_TEXT = "update.txt"
KEPT = "the deck that is kept"
"""What messages call the lines of a manifest."""


def deck_kept_in(lines: Iterable[str]) -> Deck:
    """The deck that a manifest has kept.

    Raises:
        InputError: it has kept none that this program can read.
    """
    return deck_of(catalogue_kept_in(lines, KEPT).catalogue)


def update_since(lines: Iterable[str], deck: Deck) -> Deck:
    """What of a deck is printed by who has the one that the lines say."""
    return update_of(deck_kept_in(lines), deck)


def update_files(materials: Materials) -> Iterator[Artefact]:
    """What is to be done with the tiles of an update, in words."""
    since = materials.order.since or ()
    new = deck_of(materials.loaded.catalogue)
    key = key_of(materials.studio.program, since, materials.loaded.document.sha256)

    def make() -> bytes:
        return update_text(reprint(deck_kept_in(since), new), new).encode()

    yield Artefact(UPDATE_TEXT, key, make)
