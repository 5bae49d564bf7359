"""The bot `greedy`, which looks one ply ahead.

Of all legal placements it takes those with most points from impaling, of these those with most treasure potential, of
these any with equal chance. The potential is the treasure that it would have if the game ended then, times the number
of opponents, less theirs. With actions it takes one only if that gains at least `WORTH_A_TILE` points more than the
best placement: of those with most points any with equal chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeAlias

from generator.games.labyrinth.engine.actions import Lifted, acted, actors, rotation_fault, swap_fault
from generator.games.labyrinth.engine.box import (
    FIELD,
    FIELD_MASK,
    LIVING_SHIFT,
    cell_at,
    coins_of,
    living_of,
    wings_of,
    xy_of,
)
from generator.games.labyrinth.engine.chambers import WINGS_TO_FLY
from generator.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth
from generator.games.labyrinth.engine.plies import Move, Place, Ply, Rotate, swap_of
from generator.games.labyrinth.engine.position import Position, Turn
from generator.geometry import QUARTER_TURNS, SIDES

Draw: TypeAlias = Callable[[], float]
"""A number from 0 up to but not 1, such as ``Random(7).random`` gives."""

WORTH_A_TILE = 2
"""Points that an action must gain over placing. Source: rules/asterion-designs.md, the measured bot."""


def play_greedily(position: Position, acts: bool, draw: Draw) -> Turn:
    """The ply of the bot `greedy`."""
    placing = list(placements_worth(position))
    best = max(value for value, _ in placing)
    choice: list[Ply] = [ply for value, ply in placing if value == best]
    if acts:
        acting = list(actions_worth(position, best[0] + WORTH_A_TILE))
        most = max((points for points, _ in acting), default=0)
        choice = [ply for points, ply in acting if points == most] or choice
    return position.push(choice[int(draw() * len(choice))])


def placements_worth(position: Position) -> Iterator[tuple[tuple[int, int], Place]]:
    """Every legal placement with its points and the treasure potential that it adds."""
    labyrinth, (_, hand) = position.labyrinth, position.turns_of_play[position.ply]
    for cell in sorted(labyrinth.border):
        xy = xy_of(cell)
        lost = sum(_potential(position, labyrinth.tally(root)) for root in set(labyrinth.around(cell)) if root > 0)
        for turns in range(QUARTER_TURNS):
            if not labyrinth.traps(hand, turns, cell):
                chambers = labyrinth.chambers_if(hand, turns, cell)
                killed = sum(tally >> LIVING_SHIFT for roots, tally in chambers if MINOTAUR in roots)
                gained = sum(_potential(position, tally) for roots, tally in chambers if MINOTAUR not in roots)
                yield (_points(position, killed), gained - lost), Place(hand.id, *xy, turns)


def actions_worth(position: Position, least: int) -> Iterator[tuple[int, Ply]]:
    """Every legal action that brings at least so many points, with its points.

    Nobody is impaled by a tile that is laid beside no mouth of the minotaur's chamber; such cells are passed over,
    unless an action that impales nobody would be good enough.
    """
    labyrinth, hand = position.labyrinth, position.turns_of_play[position.ply][1]
    pieces = actors(labyrinth, hand.colour)
    anywhere = least <= 0
    for piece in pieces:
        yield from _actions_with(position, Lifted(labyrinth, piece), least)
    mouths = {piece.id for piece in pieces if anywhere or _beside_mouth(labyrinth, labyrinth.where[piece.id])}
    for one, other in combinations(pieces, 2):
        if one.id in mouths or other.id in mouths:
            swap = swap_of(hand.id, one.id, other.id)
            points = _points(position, acted(labyrinth, swap).impale())
            if points >= least and not swap_fault(labyrinth, one, other):
                yield points, swap


def _actions_with(position: Position, lifted: Lifted, least: int) -> Iterator[tuple[int, Rotate | Move]]:
    """The rotations and moves of one tile that bring at least so many points."""
    piece, rest, hand = lifted.piece, lifted.rest, position.turns_of_play[position.ply][1]
    for cell in sorted(rest.border):
        if least > 0 and MINOTAUR not in rest.around(cell):
            continue
        for turns in range(QUARTER_TURNS):
            chambers = rest.chambers_if(piece, turns, cell)
            points = _points(position, sum(tally >> LIVING_SHIFT for roots, tally in chambers if MINOTAUR in roots))
            if points >= least and not _fault(position.labyrinth, lifted, turns, cell):
                at_home = cell == lifted.home
                yield (
                    points,
                    Rotate(hand.id, piece.id, turns) if at_home else Move(hand.id, piece.id, *xy_of(cell), turns),
                )


def _fault(labyrinth: Labyrinth, lifted: Lifted, turns: int, cell: int) -> object:
    if cell == lifted.home:
        return rotation_fault(labyrinth, lifted.rest, lifted.piece, turns)
    return lifted.fault(turns, cell)


def _beside_mouth(labyrinth: Labyrinth, cell: int) -> bool:
    """Whether a neighbouring tile opens onto this cell with the minotaur's chamber."""
    for side in SIDES:
        dx, dy = side.step
        neighbour = cell + cell_at(dx, dy)
        if neighbour == MINOTAUR:
            return True
        if (laid := labyrinth.laid.get(neighbour)) is not None:
            corridors = laid.piece.faces[laid.turns].corridors
            open_here = [number for number, path in enumerate(corridors) if side.opposite in path.sides]
            if any(labyrinth.root(neighbour, number) == MINOTAUR for number in open_here):
                return True
    return False


def _points(position: Position, living: int) -> int:
    """What impaling them brings the player to play, of whom own ones cost."""
    if not living or not position.rules.scores_impaled:
        return 0
    colour = position.turns_of_play[position.ply][1].colour
    return sum(position.box.by_colour(living).values()) - 2 * (living >> FIELD * colour & FIELD_MASK)


def _potential(position: Position, tally: int) -> int:
    """What a chamber would bring the player to play over the opponents, if the game ended now."""
    coins = coins_of(tally)
    if not coins or not (tally & FIELD_MASK or wings_of(tally) >= WINGS_TO_FLY):
        return 0
    own = living_of(tally, position.turns_of_play[position.ply][1].colour)
    everybody = sum(position.box.by_colour(tally >> LIVING_SHIFT).values())
    return coins * (own * len(position.seats) - everybody)
