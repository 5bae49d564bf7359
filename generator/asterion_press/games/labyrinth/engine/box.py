"""A deck made ready for play, once, so that play itself has little left to work out.

Cells and doors are integers on one doubled lattice, rows of `ROW` points::

      o---o---o        a cell's middle (x, y) is the point 2x + 2y * ROW;
      | . + . |        the door in its side is half a step away: -ROW, +1, +ROW, -1 for N, E, S, W;
      o---o---o        the neighbour beyond is a whole step away, so two neighbours share one door.

The contents of a chamber are one integer, a *tally*, in fields of 16 bits, so that joining two chambers is one
addition::

      ... | living prisoners, colour 1 | colour 0 | wings | coins | open exits
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, cast

from msgspec import Struct

from asterion_press.games.labyrinth.deck.tiles import Deck, Tile
from asterion_press.games.labyrinth.engine.rules import MalformedError
from asterion_press.geometry import QUARTER_TURNS, SIDES

_ROW_BITS = 14
ROW = 1 << _ROW_BITS
DOORS = (-ROW, 1, ROW, -1)
MOST_TILES = 4000
"""Tiles in a row that the lattice has room for, and prisoners that a field of a tally can count."""

FIELD = 16
FIELD_MASK = (1 << FIELD) - 1
OPEN = 1
COIN = 1 << FIELD
WING = 1 << 2 * FIELD
LIVING_SHIFT = 3 * FIELD
NO_LIVING = (1 << LIVING_SHIFT) - 1
"""Everything of a tally except its living prisoners."""


def cell_at(x: int, y: int) -> int:
    """Return the integer of a cell."""
    return 2 * x + 2 * y * ROW


def point_at(point: int) -> tuple[int, int]:
    """Return the coordinates of a point on the doubled lattice: a cell has even ones, a door one odd."""
    row = (point + ROW // 2) >> _ROW_BITS
    return point - (row << _ROW_BITS), row


def xy_of(cell: int) -> tuple[int, int]:
    """Return the coordinates of a cell."""
    row = (cell + ROW // 2) >> _ROW_BITS
    return (cell - (row << _ROW_BITS)) >> 1, row >> 1


def living_of(tally: int, colour: int) -> int:
    """Return the living prisoners of the colour with that number."""
    return tally >> LIVING_SHIFT + FIELD * colour & FIELD_MASK


def coins_of(tally: int) -> int:
    """Return the coins of a tally."""
    return tally >> FIELD & FIELD_MASK


def wings_of(tally: int) -> int:
    """Return the wings of a tally."""
    return tally >> 2 * FIELD & FIELD_MASK


Look: TypeAlias = tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]
"""The look of a tile of known colour: of each path its sides, its symbols of each kind, and whether impaled."""


class Corridor(NamedTuple):
    """One path of a tile in one turn.

    Attributes:
        contents: its tally, without open exits.
        doors: offsets of the doors that it leads to, from the cell's middle.
        sides: the same as numbers of sides.
    """

    contents: int
    doors: tuple[int, ...]
    sides: tuple[int, ...]


class TurnedTile(NamedTuple):
    """A tile in one of its turns.

    Attributes:
        corridors: its paths, in the order of the canonical orientation whatever the turn.
        walls: offsets of the doors that it closes.
    """

    corridors: tuple[Corridor, ...]
    walls: tuple[int, ...]


class PhysicalTile(Struct, frozen=True, eq=False):
    """One physical tile.

    Attributes:
        id: the tile's id; second and further copies of a tile have the copy's number behind a hyphen, as in Y07-2.
        colour: number of the colour, in the order of the catalogue.
        tile: the tile of the deck.
        faces: the tile in each of its four turns.
        prisoners: a bit for each path that holds prisoners.
    """

    id: str
    colour: int
    tile: Tile
    faces: tuple[TurnedTile, ...]
    prisoners: int

    def look(self, turns: int, impaled: int = 0) -> Look:
        """Return how the tile looks in that turn, with counters on the paths whose bits are set."""
        paths = zip(self.tile.paths, self.faces[turns].corridors, strict=True)
        return tuple(
            sorted((tuple(sorted(lies.sides)), path.counts, impaled >> n & 1) for n, (path, lies) in enumerate(paths))
        )


class GameSet(Struct, frozen=True, eq=False):
    """Everything that a game is played with.

    Attributes:
        deck: where it comes from.
        colours: ids in the order of the catalogue.
        pieces: every physical tile by id.
        gates: offsets of the doors that the minotaur's tile opens: one chamber, however its paths are drawn (A8).
    """

    deck: Deck
    colours: tuple[str, ...]
    pieces: dict[str, PhysicalTile]
    gates: tuple[int, ...]

    @classmethod
    def of(cls, deck: Deck) -> GameSet:
        """Return the box of a deck, which every figure asks for: the deck keeps it.

        Raises:
            MalformedError: the deck has more tiles than the engine has room for.
            AsterionError: it has no minotaur.
        """
        if (known := vars(deck).get("_game_set")) is not None:
            return cast(GameSet, known)
        colours = deck.catalogue.colour_ids
        pieces: dict[str, PhysicalTile] = {}
        for tile in deck.tiles:
            colour = colours.index(tile.colour)
            faces = tuple(_face(tile, colour, turns) for turns in range(QUARTER_TURNS))
            prisoners = sum(1 << number for number, path in enumerate(tile.paths) if path.holds["prisoner"])
            for name in (tile.id, *(f"{tile.id}-{copy}" for copy in range(2, tile.copies + 1))):
                pieces[name] = PhysicalTile(name, colour, tile, faces, prisoners)
        if len(pieces) > MOST_TILES:
            raise MalformedError(
                f"a deck of {len(pieces)} tiles cannot be played; the engine has room for {MOST_TILES}"
            )
        gates = sorted({side for path in deck.minotaur.paths for side in path.exits})
        found = vars(deck)["_game_set"] = cls(deck, colours, pieces, tuple(DOORS[side] for side in gates))
        return found

    def of_colour(self, colour: str) -> tuple[PhysicalTile, ...]:
        """Return a player's pieces, in the order of the deck."""
        number = self.colours.index(colour)
        return tuple(piece for piece in self.pieces.values() if piece.colour == number)

    def piece(self, tile: str) -> PhysicalTile:
        """Return the piece with that id.

        Raises:
            MalformedError: there is none.
        """
        if tile not in self.pieces:
            ids = list(self.pieces)
            few = ", ".join(ids[:3]) + (f" … {ids[-1]}" if len(ids) > 3 else "")
            raise MalformedError(f"unknown tile {tile!r}; the deck has {few}")
        return self.pieces[tile]

    def by_colour(self, living: int) -> dict[str, int]:
        """Return prisoners by colour, from the living part of a tally; colours without any are left out."""
        counts: dict[str, int] = {}
        for colour in self.colours:
            if living & FIELD_MASK:
                counts[colour] = living & FIELD_MASK
            living >>= FIELD
        return counts


def _face(tile: Tile, colour: int, turns: int) -> TurnedTile:
    """Return a tile of a colour in one of its turns."""
    corridors = []
    for path in tile.paths:
        sides = tuple(side.turned(turns) for side in path.exits)
        there = path.holds
        contents = there["coin"] * COIN + there["wing"] * WING + (there["prisoner"] << LIVING_SHIFT + FIELD * colour)
        corridors.append(Corridor(contents, tuple(DOORS[side] for side in sides), tuple(map(int, sides))))
    used = {side for corridor in corridors for side in corridor.sides}
    walls = tuple(DOORS[side] for side in SIDES if side not in used)
    return TurnedTile(tuple(corridors), walls)
