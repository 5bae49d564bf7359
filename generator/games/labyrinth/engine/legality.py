"""Legality on the table: which placements, rotations, swaps and moves are legal, and why others are not.

An action (rotate, swap, move) is paid for with the tile in hand. The player's own tile with a living prisoner and a
free side may be acted on (A15). While a tile is lifted nothing counts (A20); what counts is the table afterwards: it
must look different (A18), be connected (A17), and leave the minotaur a path to the outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from generator.games.labyrinth.engine.box import PhysicalTile, cell_at, xy_of
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.plies import Lay, Move, Rotate, Swap, swap_of
from generator.games.labyrinth.engine.rules import FREE_SIDES_TO_ACT
from generator.geometry import QUARTER_TURNS


class PlyFault(NamedTuple):
    """A reason why a ply is illegal: the rule's id, and words."""

    rule: str
    reason: str


def placements(labyrinth: Labyrinth, hand: PhysicalTile) -> Iterator[Lay]:
    """Yield every legal placement, cells from north to south and west to east."""
    for cell in sorted(labyrinth.border):
        for turns in range(QUARTER_TURNS):
            if not labyrinth.traps(hand, turns, cell):
                yield Lay(hand.id, *xy_of(cell), turns)


def placement_fault(labyrinth: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> PlyFault | None:
    """Return why a tile may not be laid on a cell (rule 2a), or None."""
    x, y = xy_of(cell)
    if labyrinth.covered(cell):
        return PlyFault("covered", f"a tile lies at {x},{y}")
    if not labyrinth.touches(cell):
        return PlyFault("touch", f"the cell {x},{y} shares no side with a tile")
    if labyrinth.traps(piece, turns, cell):
        return PlyFault("trap", f"{piece.id} at {x},{y} turned {turns} traps the minotaur")
    return None


def apply_action(labyrinth: Labyrinth, ply: Rotate | Swap | Move) -> Labyrinth:
    """Return the table after a legal action, before anybody is impaled (A12)."""
    if isinstance(ply, Swap):
        (one, to), (other, fro) = ((labyrinth.laid[labyrinth.where[tile]], labyrinth.where[tile]) for tile in ply.tiles)
        after = labyrinth.without(ply.tiles)
        after.lay(one.piece, one.turns, fro)
        after.lay(other.piece, other.turns, to)
        return after
    cell = labyrinth.where[ply.tile] if isinstance(ply, Rotate) else cell_at(ply.x, ply.y)
    after = labyrinth.without((ply.tile,))
    after.lay(labyrinth.box.pieces[ply.tile], ply.turns, cell)
    return after


def actor_fault(labyrinth: Labyrinth, colour: int, piece: PhysicalTile) -> PlyFault | None:
    """Return why a player may not act on a tile (A15), or None."""
    if piece.id not in labyrinth.where:
        return PlyFault("A15", f"{piece.id} does not lie on the table")
    if piece.colour != colour:
        return PlyFault("A15", f"{piece.id} shows no prisoner of the player's colour")
    if not piece.prisoners & ~labyrinth.impaled_paths(piece.id):
        return PlyFault("A15", f"{_lying(labyrinth, piece)} shows no living prisoner")
    if labyrinth.free_sides(labyrinth.where[piece.id]) < FREE_SIDES_TO_ACT:
        return PlyFault("A15", f"{_lying(labyrinth, piece)} has no free side")
    return None


def _at(cell: int) -> str:
    """Return the coordinates of a cell as messages name them."""
    x, y = xy_of(cell)
    return f"{x},{y}"


def _lying(labyrinth: Labyrinth, *pieces: PhysicalTile) -> str:
    """Return laid tiles with their cells, as messages name them."""
    return " and ".join(f"{piece.id} at {_at(labyrinth.where[piece.id])}" for piece in pieces)


def actors(labyrinth: Labyrinth, colour: int) -> list[PhysicalTile]:
    """Return the tiles that a player may act on, in the order of the deck."""
    pieces = (labyrinth.box.pieces[tile] for tile in sorted(labyrinth.where))
    return [piece for piece in pieces if actor_fault(labyrinth, colour, piece) is None]


def rotations(labyrinth: Labyrinth, colour: int, discard: str) -> Iterator[Rotate]:
    """Yield every legal rotation."""
    for piece in actors(labyrinth, colour):
        rest = labyrinth.without((piece.id,))
        for turns in range(QUARTER_TURNS):
            if not rotation_fault(labyrinth, rest, piece, turns):
                yield Rotate(discard, piece.id, turns)


def rotation_fault(labyrinth: Labyrinth, rest: Labyrinth, piece: PhysicalTile, turns: int) -> PlyFault | None:
    """Return why a tile may not be turned, or None; `rest` is the table without it."""
    cell = labyrinth.where[piece.id]
    dead, now = labyrinth.impaled_paths(piece.id), labyrinth.laid[cell].turns
    if piece.look(turns, dead) == piece.look(now, dead):
        return PlyFault("A18", f"turning {_lying(labyrinth, piece)} from {now} to {turns} changes nothing")
    if rest.traps(piece, turns, cell):
        return PlyFault("trap", f"turning {_lying(labyrinth, piece)} to {turns} traps the minotaur")
    return None


def swaps(labyrinth: Labyrinth, colour: int, discard: str) -> Iterator[Swap]:
    """Yield every legal swap."""
    for one, other in combinations(actors(labyrinth, colour), 2):
        if not swap_fault(labyrinth, one, other):
            yield swap_of(discard, one.id, other.id)


def swap_fault(labyrinth: Labyrinth, one: PhysicalTile, other: PhysicalTile) -> PlyFault | None:
    """Return why two tiles that may be acted on may not change places, or None."""
    here, there = labyrinth.where[one.id], labyrinth.where[other.id]
    mine, yours = labyrinth.laid[here], labyrinth.laid[there]
    look = one.look(mine.turns, labyrinth.impaled_paths(one.id))
    if look == other.look(yours.turns, labyrinth.impaled_paths(other.id)):
        return PlyFault("A18", f"{_lying(labyrinth, one, other)} look alike as they lie, swapping them changes nothing")
    rest = labyrinth.without((one.id, other.id))
    rest.lay(one, mine.turns, there)
    if rest.traps(other, yours.turns, here):
        return PlyFault("trap", f"swapping {_lying(labyrinth, one, other)} traps the minotaur")
    return None


def moves(labyrinth: Labyrinth, colour: int, discard: str) -> Iterator[Move]:
    """Yield every legal move, cells from north to south and west to east."""
    for piece in actors(labyrinth, colour):
        lifted = Lifted(labyrinth, piece)
        for cell in sorted(lifted.rest.border):
            if not lifted.cell_fault(cell):
                for turns in range(QUARTER_TURNS):
                    if not lifted.rest.traps(piece, turns, cell):
                        yield Move(discard, piece.id, *xy_of(cell), turns)


class Lifted:
    """A table with one tile taken up, and where that tile may be laid again.

    Attributes:
        piece: the tile.
        home: where it lay.
        rest: the table without it.
    """

    def __init__(self, labyrinth: Labyrinth, piece: PhysicalTile) -> None:
        self.piece, self.home = piece, labyrinth.where[piece.id]
        self.rest = labyrinth.without((piece.id,))
        self._apart = self.rest.pieces_apart()
        self._parts = set(self._apart.values())

    def cell_fault(self, cell: int) -> PlyFault | None:
        """Return why the tile may not be laid on a cell, whatever its turns (A17), or None."""
        if cell == self.home:
            return PlyFault("A17", f"{self.piece.id} lies at {_at(cell)} already and would not move at all")
        if self.rest.covered(cell):
            return PlyFault("covered", f"a tile lies at {_at(cell)}")
        if not self.rest.touches(cell):
            return PlyFault("touch", f"the cell {_at(cell)} shares no side with a tile")
        if {self._apart[neighbour] for neighbour in self.rest.neighbours(cell)} != self._parts:
            return PlyFault("A17", f"with {self.piece.id} at {_at(cell)} the labyrinth falls apart")
        return None

    def fault(self, turns: int, cell: int) -> PlyFault | None:
        """Return why the tile may not be laid on a cell in a turn, or None."""
        if fault := self.cell_fault(cell):
            return fault
        if self.rest.traps(self.piece, turns, cell):
            return PlyFault("trap", f"moving {self.piece.id} to {_at(cell)} turned {turns} traps the minotaur")
        return None
