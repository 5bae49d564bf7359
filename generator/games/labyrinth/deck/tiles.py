"""The deck: every tile that a catalogue makes, in the order of colours and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from generator.games.labyrinth.catalogue.records import Catalogue, Paths, in_order

MINOTAUR_ID = "minotaur"


class Tile(Struct, frozen=True):
    """A tile of the deck in its canonical orientation.

    Attributes:
        id: short and stable, such as ``Y07``: the colour's letter and the design's number.
        colour: id of its colour; empty for the minotaur.
        design: id of its design.
        paths: its chambers, in written order.
        copies: how often it is printed.
    """

    id: str
    colour: str
    design: str
    paths: Paths
    copies: int = 1


class Deck(Struct, frozen=True, dict=True):
    """All tiles that a catalogue makes.

    Attributes:
        catalogue: where it comes from.
        tiles: every labyrinth tile that has at least one copy, by colour, then by number.
        minotaur: the tile in the middle.
    """

    catalogue: Catalogue
    tiles: tuple[Tile, ...]
    minotaur: Tile

    def of_colour(self, colour: str) -> tuple[Tile, ...]:
        """The tiles of one colour."""
        return tuple(tile for tile in self.tiles if tile.colour == colour)

    def copies(self) -> Iterator[Tile]:
        """Every physical tile, a tile with several copies several times; without the minotaur."""
        for tile in self.tiles:
            for _ in range(tile.copies):
                yield tile

    def tile(self, tile_id: str) -> Tile | None:
        """The tile with that id, the minotaur among them."""
        return self._by_id.get(tile_id)

    @cached_property
    def _by_id(self) -> dict[str, Tile]:
        """Every tile by its id; of two with one id, the first."""
        return {tile.id: tile for tile in (self.minotaur, *reversed(self.tiles))}


def deck_of(catalogue: Catalogue) -> Deck:
    """The deck that a catalogue makes."""
    designs = sorted(catalogue.designs.items(), key=lambda item: item[1].number)
    tiles = tuple(
        Tile(f"{colour.letter}{design.number:02d}", colour_id, design_id, design.paths, copies)
        for colour_id, colour in catalogue.colours.items()
        for design_id, design in designs
        if (copies := design.copies_in(colour_id))
    )
    minotaur = Tile(MINOTAUR_ID, "", MINOTAUR_ID, in_order(catalogue.minotaur.paths))
    return Deck(catalogue, tiles, minotaur)
