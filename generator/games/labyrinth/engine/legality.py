"""What is legal in a position: all plies generated, and one ply judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from generator.games.labyrinth.engine.actions import (
    Fault,
    Lifted,
    actor_fault,
    moves,
    rotation_fault,
    rotations,
    swap_fault,
    swaps,
)
from generator.games.labyrinth.engine.box import Piece, cell_at, xy_of
from generator.games.labyrinth.engine.errors import IllegalError, MalformedError
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.plies import Move, Place, Ply, Rotate, Swap, hand_of, known_place
from generator.geometry import QUARTER_TURNS

if TYPE_CHECKING:
    from generator.games.labyrinth.engine.position import Position


def legal_plies(position: Position) -> Iterator[Ply]:
    """Every legal ply: placements, then rotations, swaps and moves."""
    if position.is_over:
        return
    seat, hand = position.turns_of_play[position.ply]
    yield from placements(position.labyrinth, hand)
    if position.rules.acts:
        colour = position.box.colours.index(position.seats[seat])
        yield from rotations(position.labyrinth, colour, hand.id)
        yield from swaps(position.labyrinth, colour, hand.id)
        yield from moves(position.labyrinth, colour, hand.id)


def placements(labyrinth: Labyrinth, hand: Piece) -> Iterator[Place]:
    """Every legal placement, cells from north to south and west to east."""
    for cell in sorted(labyrinth.border):
        for turns in range(QUARTER_TURNS):
            if not labyrinth.traps(hand, turns, cell):
                yield Place(hand.id, *xy_of(cell), turns)


def check(position: Position, ply: Ply) -> None:
    """Judge a ply.

    Raises:
        MalformedError: it is no ply of this game.
        IllegalError: a rule forbids it here.
    """
    _well_formed(position, ply)
    if fault := _turn_fault(position, ply) or _table_fault(position, ply):
        raise IllegalError(fault.rule, fault.reason, str(position))


def _well_formed(position: Position, ply: Ply) -> None:
    tiles = ply.tiles if isinstance(ply, Swap) else (ply.tile,)
    for tile in (hand_of(ply), *tiles):
        position.box.piece(tile)
    if isinstance(ply, Place | Move):
        known_place(ply.x, ply.y, ply.turns)
    elif isinstance(ply, Rotate):
        known_place(0, 0, ply.turns)
    elif len(set(tiles)) != 2:
        raise MalformedError(f"a swap takes two tiles, not {', '.join(tiles)}")


def _turn_fault(position: Position, ply: Ply) -> Fault | None:
    """Whether the player may do such a thing at all."""
    hand = position.hand
    if hand is None:
        return Fault("over", "the last tile has been played")
    if hand_of(ply) != hand.id:
        return Fault("hand", f"the tile in hand is {hand.id}, not {hand_of(ply)}")
    if not isinstance(ply, Place) and not position.rules.acts:
        why = "agreed" if position.rules.actions is False else f"{position.rules.edition} edition"
        return Fault("edition", f"there are no actions in this game ({why})")
    return None


def _table_fault(position: Position, ply: Ply) -> Fault | None:
    """Whether the table allows it."""
    labyrinth, box = position.labyrinth, position.box
    if isinstance(ply, Place):
        return placement_fault(labyrinth, box.pieces[ply.tile], ply.turns, cell_at(ply.x, ply.y))
    pieces = [box.pieces[tile] for tile in (ply.tiles if isinstance(ply, Swap) else (ply.tile,))]
    colour = box.pieces[ply.discard].colour
    for piece in pieces:
        if fault := actor_fault(labyrinth, colour, piece):
            return fault
    match ply:
        case Rotate():
            return rotation_fault(labyrinth, labyrinth.without((ply.tile,)), pieces[0], ply.turns)
        case Swap():
            return swap_fault(labyrinth, pieces[0], pieces[1])
        case Move():
            return Lifted(labyrinth, pieces[0]).fault(ply.turns, cell_at(ply.x, ply.y))
        case _:
            assert_never(ply)


def placement_fault(labyrinth: Labyrinth, piece: Piece, turns: int, cell: int) -> Fault | None:
    """Why a tile may not be laid on a cell, if so (rule 2a)."""
    x, y = xy_of(cell)
    if labyrinth.covered(cell):
        return Fault("covered", f"a tile lies at {x},{y}")
    if not labyrinth.touches(cell):
        return Fault("touch", f"the cell {x},{y} shares no side with a tile")
    if labyrinth.traps(piece, turns, cell):
        return Fault("trap", f"{piece.id} at {x},{y} turned {turns} traps the minotaur")
    return None
