"""A moment of a recorded game: the table after one of its plies, and what that ply did."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.labyrinth.engine.box import Box, xy_of
from generator.games.labyrinth.engine.errors import MalformedError
from generator.games.labyrinth.engine.plies import Move
from generator.games.labyrinth.engine.position import Position, Turn
from generator.games.labyrinth.engine.record import Record, replay


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after a ply.

    Attributes:
        position: how it lies.
        number: how many plies have been played.
        plies: how many the record has.
        turn: the last of those that were played; None at the beginning.
        left: the cell that a moved tile left, (x, y); None if the ply moved nothing.
        ended: whether the game is over.
    """

    position: Position
    number: int
    plies: int
    turn: Turn | None
    left: tuple[int, int] | None
    ended: bool


def moment_of(record: Record, box: Box, number: int | None = None, *, deck: str | None = None) -> Moment:
    """The moment after that many plies of a record that is true in everything it claims.

    Args:
        record: what is claimed; all of it is judged, whichever moment is asked for.
        box: what it was played with.
        number: how many plies have been played; None for all.
        deck: sha256 of the catalogue that the box is made from; None trusts that it is the record's.

    Raises:
        MalformedError: the record has fewer plies.
        PlayError: the record is false, see :func:`~generator.games.labyrinth.engine.record.replay`.
    """
    plies = len(record.turns)
    wanted = plies if number is None else number
    start = Position.start(box, record.rules, dict.fromkeys(record.seats, ()))
    seen = {0: start}
    turns: list[Turn] = []

    def remember(position: Position, turn: Turn) -> None:
        turns.append(turn)
        if len(turns) in {wanted - 1, wanted}:
            seen[len(turns)] = position.copy()

    replay(record, box, deck=deck, each=remember)
    if not 0 <= wanted <= plies:
        raise MalformedError(f"there is no ply {wanted}; the game has plies 1 to {plies}, and 0 is its beginning")
    if not wanted:
        return Moment(start, 0, plies, None, None, ended=False)
    turn = turns[wanted - 1]
    left = None
    if isinstance(turn.ply, Move):
        left = xy_of(seen[wanted - 1].labyrinth.where[turn.ply.tile])
    return Moment(seen[wanted], wanted, plies, turn, left, seen[wanted].is_over)
