"""The update: what is printed so that a deck in the drawer becomes another, as a small deck of its own.

It is a deck like any other, so that whatever prints or proves decks prints and proves it, too: its tiles have as many
copies as are missing, its minotaur none if he can stay, its catalogue counts the missing counters and is called an
update in its title.
"""

from __future__ import annotations

from msgspec.structs import replace

from generator.games.labyrinth.deck.differences import Reprint, reprint
from generator.games.labyrinth.deck.tiles import Deck

UPDATE = "update"


def update_of(old: Deck, new: Deck) -> Deck:
    """What of the new deck is printed by who has the old one."""
    return missing(new, reprint(old, new))


def missing(new: Deck, what: Reprint) -> Deck:
    """The part of a deck that is to be printed."""
    printed = what.printed.tiles
    tiles = tuple(replace(tile, copies=printed[tile.id]) for tile in new.tiles if tile.id in printed)
    catalogue, variant = new.catalogue, new.catalogue.variant
    called = replace(
        catalogue,
        variant=f"{variant}, {UPDATE}" if variant else UPDATE,
        counters=replace(catalogue.counters, count=what.printed.counters),
    )
    return Deck(called, tiles, replace(new.minotaur, copies=printed.get(new.minotaur.id, 0)))


def is_empty(update: Deck) -> bool:
    """Whether nothing is to be printed."""
    return not (update.tiles or update.minotaur.copies or update.catalogue.counters.count)
