"""Parts of the engine as other rules of placing, acting and counting would have them, for :mod:`.rules_of_play`.

Each function here takes a part of the engine, a function or a method, and returns what stands in its place by another
rule. What the other rule leaves alone is still done by the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from generator.games.labyrinth.engine.box import (
    DOORS,
    FIELD_MASK,
    PhysicalTile,
)
from generator.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth
from generator.games.labyrinth.engine.legality import PlyFault, actor_fault, apply_action, swap_fault
from generator.games.labyrinth.engine.plies import Lay, Move, Ply, Swap
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.rules import FREE_SIDES_TO_ACT
from generator.games.labyrinth.engine.scoring import Chamber, Final

Part: TypeAlias = Callable[..., Any]
"""A function or a method of the engine."""


def always(answer: object) -> Callable[[Part], Part]:
    """Return the change by which a part gives this answer, whatever it is asked."""
    return lambda _: lambda *_args, **_named: answer


def agreed(**otherwise: Any) -> Callable[[Part], Part]:
    """Return the change by which `rules_of` has other options."""

    def change(rules_of: Part) -> Part:
        return lambda catalogue, **asked: rules_of(catalogue, **(otherwise | asked))

    return change


# -- placing and acting ------------------------------------------------------------------------------------------------

CORNERS = tuple(one + other for one in DOORS[::2] for other in DOORS[1::2])


def corners_touch(touches: Part) -> Part:
    """Have a cell touch a tile that it meets at a corner."""

    def changed(self: Labyrinth, cell: int) -> bool:
        return touches(self, cell) or any(self.covered(cell + 2 * corner) for corner in CORNERS)

    return changed


def only_upright(placement_fault: Part) -> Part:
    """Forbid to turn a tile that is placed."""

    def changed(labyrinth: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> PlyFault | None:
        return PlyFault("turns", "turned") if turns else placement_fault(labyrinth, piece, turns, cell)

    return changed


def two_ways_out(_: Part) -> Part:
    """Have the minotaur trapped as soon as he has a single way out."""

    def changed(self: Labyrinth, piece: PhysicalTile, turns: int, cell: int) -> bool:
        twin = self.copy()
        twin.lay(piece, turns, cell)
        return twin.tally(MINOTAUR) & FIELD_MASK < 2

    return changed


def allowing(*words: str) -> Callable[[Part], Part]:
    """Return the change by which a judge does not mind a fault whose reason has one of these words."""

    def change(judge: Part) -> Part:
        def changed(*args: Any) -> PlyFault | None:
            fault: PlyFault | None = judge(*args)
            return None if fault and any(word in fault.reason for word in words) else fault

        return changed

    return change


def any_colour(actor_fault: Part) -> Part:
    """Allow to act on a tile with a living prisoner of any player."""
    return lambda labyrinth, _, piece: actor_fault(labyrinth, piece.colour, piece)


def minotaur_no_neighbour(free_sides: Part) -> Part:
    """Count the side towards the minotaur's tile as free."""
    return lambda self, cell: free_sides(self, cell) + (cell in {2 * door for door in DOORS})


def free_afterwards(table_fault: Part) -> Part:
    """Ask for a free side after the action instead of before it."""

    def changed(self: Position, ply: Ply) -> PlyFault | None:
        fault: PlyFault | None = table_fault(self, ply)
        if isinstance(ply, Lay) or (fault and "free side" not in fault.reason):
            return fault
        after = apply_action(self.labyrinth, ply)
        for tile in ply.tiles if isinstance(ply, Swap) else (ply.tile,):
            if after.free_sides(after.where[tile]) < FREE_SIDES_TO_ACT:
                return PlyFault("A15", "no free side afterwards")
        return None

    return changed


def one_own_tile(table_fault: Part) -> Part:
    """Allow to swap one's own tile with any other."""

    def changed(self: Position, ply: Ply) -> PlyFault | None:
        fault: PlyFault | None = table_fault(self, ply)
        if not fault or not isinstance(ply, Swap):
            return fault
        pieces = [self.box.pieces[tile] for tile in ply.tiles]
        colour = self.box.pieces[ply.discard].colour
        if all(actor_fault(self.labyrinth, colour, piece) for piece in pieces):
            return fault
        return swap_fault(self.labyrinth, *pieces)

    return changed


def quarter_only(rotation_fault: Part) -> Part:
    """Allow to turn a tile by a single quarter clockwise."""

    def changed(labyrinth: Labyrinth, rest: Labyrinth, piece: PhysicalTile, turns: int) -> PlyFault | None:
        if (turns - labyrinth.laid[labyrinth.where[piece.id]].turns) % 4 != 1:
            return PlyFault("quarter", "not a quarter turn")
        fault: PlyFault | None = rotation_fault(labyrinth, rest, piece, turns)
        return fault

    return changed


def move_unturned(table_fault: Part) -> Part:
    """Forbid to turn a tile that is moved."""

    def changed(self: Position, ply: Ply) -> PlyFault | None:
        if isinstance(ply, Move) and ply.turns != self.labyrinth.laid[self.labyrinth.where[ply.tile]].turns:
            return PlyFault("turns", "turned")
        fault: PlyFault | None = table_fault(self, ply)
        return fault

    return changed


def turns_exchanged(apply_action: Part) -> Part:
    """Have each of two swapped tiles take the turn of the other."""

    def changed(labyrinth: Labyrinth, ply: Ply) -> Labyrinth:
        if not isinstance(ply, Swap):
            after: Labyrinth = apply_action(labyrinth, ply)
            return after
        (one, to), (other, fro) = ((labyrinth.laid[labyrinth.where[tile]], labyrinth.where[tile]) for tile in ply.tiles)
        after = labyrinth.without(ply.tiles)
        after.lay(one.piece, other.turns, fro)
        after.lay(other.piece, one.turns, to)
        return after

    return changed


def discard_returns(push: Part) -> Part:
    """Put the tile that pays for an action under its deck."""

    def changed(self: Position, ply: Ply) -> Turn:
        number, hand = self.turns_of_play[self.ply]
        if not isinstance(ply, Lay):
            self.turns_of_play = (*self.turns_of_play, (number, hand))
        turn: Turn = push(self, ply)
        return turn

    return changed


# -- the end -----------------------------------------------------------------------------------------------------------


def both_needed(leads_out: Part) -> Part:
    """Ask for a way outside and for two wings."""
    return lambda *, outside, wings: outside and leads_out(outside=False, wings=wings)


def wings_needed(leads_out: Part) -> Part:
    """Ask for two wings, way outside or not."""
    return lambda *, outside, wings: leads_out(outside=False, wings=wings)  # noqa: ARG005 - of no use


def exit_needed(leads_out: Part) -> Part:
    """Ask for a way outside, whatever wings there are."""
    return lambda *, outside, wings: leads_out(outside=outside, wings=0)  # noqa: ARG005 - of no use


def point_for_escaping(payments: Part) -> Part:
    """Give every prisoner who escapes one point more."""
    return lambda living, coins: (*payments(living, coins), living) if living else ()


def used_up(_: Part) -> Part:
    """Give each coin to one prisoner alone."""
    return lambda living, coins: (1,) * coins if living else ()


def one_coin_each(payments: Part) -> Part:
    """Give each prisoner one coin at most."""
    return lambda living, coins: payments(living, min(coins, 1))


def each_way_pays(addends_of: Part) -> Part:
    """Pay once for a way outside and once more for two wings."""
    return lambda chamber, colour: addends_of(chamber, colour) * (1 + (chamber.outside and chamber.wings >= 2))


def crowded(room: Callable[[Chamber], int]) -> Callable[[Part], Part]:
    """Return the change by which nobody escapes from a chamber that holds more of the living than there is room for."""

    def change(addends_of: Part) -> Part:
        def changed(chamber: Chamber, colour: str) -> tuple[int, ...]:
            return addends_of(chamber, colour) if sum(chamber.living.values()) <= room(chamber) else ()

        return changed

    return change


def without_impaling(final: Part) -> Part:
    """Leave the points from impaling out of the sum."""

    def changed(position: Position) -> Final:
        counted: Final = final(position)
        return replace(counted, scores=counted.treasure)

    return changed


def fewest_win(leading: Part) -> Part:
    """Have the player with the fewest points win."""
    return lambda ranks: leading({seat: (-score, number) for seat, (score, number) in ranks.items()})


def ties_stay(leading: Part) -> Part:
    """Have all who are tied win."""
    return lambda ranks: leading({seat: (score, 0) for seat, (score, _) in ranks.items()})
