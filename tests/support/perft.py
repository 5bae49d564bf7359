"""Counts of lines of play, to check the engine by.

`perft` counts lines: sequences of legal plies, in which turns that look alike are different plies and swapping A with B
is the same ply as swapping B with A. `looks` counts what can lie on the table after so many plies: labyrinths that look
the same count once, whoever laid what when. For one design that is open on all sides, laid n - 1 times round the
minotaur, it counts n times the fixed polyominoes of n cells.

Source: chessprogramming.org, "Perft"; OEIS A001168.
"""

from __future__ import annotations

from generator.games.labyrinth.engine.box import xy_of
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.position import Position


def perft(position: Position, plies: int) -> int:
    """Lines of play of that many plies."""
    if plies == 0:
        return 1
    return sum(perft(position.after(ply), plies - 1) for ply in position.legal_plies())


def look_of(labyrinth: Labyrinth) -> frozenset[object]:
    """What lies on the table, as far as eyes can tell."""
    return frozenset(
        (xy_of(cell), laid.piece.colour, laid.piece.look(laid.turns, labyrinth.impaled_paths(laid.piece.id)))
        for cell, laid in labyrinth.laid.items()
    )


def looks(position: Position, plies: int) -> int:
    """Labyrinths that look different after that many plies."""
    reached = {look_of(position.labyrinth): position}
    for _ in range(plies):
        following = [before.after(ply) for before in reached.values() for ply in before.legal_plies()]
        reached = {look_of(after.labyrinth): after for after in following}
    return len(reached)
