"""Where each tile comes from: the entry of a catalogue or of its variant that defines it, and those that change it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalogue.strict_yaml import Location
from generator.errors import Place
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Tile


def origins(tile: Tile, loaded: LoadedCatalogue) -> tuple[Place, ...]:
    """The places that a tile comes from: first where its design stands, then what a variant says of it, in order.

    What a variant says of its colour counts, too; what concerns every tile alike, such as their size, does not.
    """
    if tile.id == MINOTAUR_ID:
        return (loaded.document.key_place((MINOTAUR_ID,)),)
    catalogue = loaded.catalogue
    design, colour = catalogue.designs[tile.design], catalogue.colours[tile.colour]
    entries: list[tuple[Location, tuple[str, ...]]] = [
        (("designs", tile.design), design.__struct_fields__),
        (("colours", tile.colour), colour.__struct_fields__),
    ]
    first = loaded.document.key_place(entries[0][0])
    varied = [place for at, keys in entries for place in _varied(at, keys, loaded)]
    return (first, *sorted({place for place in varied if place != first}))


def _varied(at: Location, keys: tuple[str, ...], loaded: LoadedCatalogue) -> Iterator[Place]:
    """What stands of an entry in another file than the catalogue's own."""
    whole = loaded.document.key_place(at)
    if whole.file != loaded.document.file:
        yield whole
        return
    for key in keys:
        place = loaded.document.key_place((*at, key))
        if place.file != whole.file:
            yield place
