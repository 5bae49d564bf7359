"""All findings about a deck: what its numbers say, and what cannot be drawn of it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.errors import Place
from generator.games.findings import UNDRAWABLE, Finding, Level, in_order
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.deck.findings import findings
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck


def all_findings(deck: Deck, loaded: LoadedCatalogue) -> tuple[Finding, ...]:
    """Everything that is to be said about a deck, errors first, then in the order of the file."""
    return in_order((*findings(deck, loaded), *_undrawable(deck, loaded)))


def _undrawable(deck: Deck, loaded: LoadedCatalogue) -> Iterator[Finding]:
    from generator.games.labyrinth.art.undrawable import undrawable

    for owner, reason in undrawable(deck):
        if owner == MINOTAUR_ID:
            message, place = reason, loaded.place("minotaur", "paths")
        else:
            place = loaded.place("designs", owner)
            message = f"design {owner!r} cannot be drawn: {reason}{_size_elsewhere(place, loaded)}"
        yield Finding(UNDRAWABLE, Level.ERROR, message, place)


def _size_elsewhere(place: Place, loaded: LoadedCatalogue) -> str:
    """Where the size of the tiles stands, if a variant says it and the design is not the variant's."""
    size = loaded.place("tile_mm")
    return f"; the size stands at {size}" if size.file != place.file else ""
