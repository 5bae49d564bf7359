"""Chambers as players see them: connected paths, what they hold, and where they lead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from generator.games.labyrinth.engine.box import coins_of, wings_of, xy_of
from generator.games.labyrinth.engine.labyrinth import MINOTAUR, Labyrinth, Laid
from generator.geometry import Side

WINGS_TO_FLY = 2
"""Wings that make an escape without a way out. Source: rule 4."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One path of a laid tile.

    Attributes:
        tile: the tile's id.
        path: number of the path in the tile's canonical orientation, from 0.
        cell: where it lies, (x, y).
        exits: the sides where it leaves the tile, as the tile lies.
        colour: whose prisoners it holds.
        prisoners: how many, living or impaled.
        impaled: whether they are impaled.
        coins: how many.
        wings: how many.
    """

    tile: str
    path: int
    cell: tuple[int, int]
    exits: tuple[Side, ...]
    colour: str
    prisoners: int
    impaled: bool
    coins: int
    wings: int


@dataclass(frozen=True, slots=True)
class Chamber:
    """A connected piece of labyrinth.

    Attributes:
        spots: its paths, in the order in which their tiles were laid; the minotaur's tile is not among them.
        living: living prisoners by colour, without zeros.
        impaled: impaled prisoners by colour, without zeros; they never count (A13).
        coins: how many, each counted once (A30).
        wings: how many, each counted once (A30).
        exits: how many of its exits lead outside (A7).
        ways_out: the cells that they lead onto, from north to south.
        outside: whether there is one.
        minotaur: whether it is the minotaur's.
    """

    spots: tuple[Spot, ...]
    living: dict[str, int]
    impaled: dict[str, int]
    coins: int
    wings: int
    exits: int
    ways_out: tuple[tuple[int, int], ...]
    outside: bool
    minotaur: bool

    @property
    def escapes(self) -> bool:
        """Return whether living prisoners escape from it: by a way out, or by two wings (rule 4)."""
        return not self.minotaur and (self.outside or self.wings >= WINGS_TO_FLY)


def chambers(labyrinth: Labyrinth) -> tuple[Chamber, ...]:
    """Return all chambers, the minotaur's first, then in the order in which their oldest tiles were laid."""
    spots: dict[int, list[Spot]] = {root: [] for root in labyrinth.roots()}
    for cell, laid in labyrinth.laid.items():
        for number in range(len(laid.piece.tile.paths)):
            spots[labyrinth.root(cell, number)].append(_spot(labyrinth, cell, laid, number))
    onto: dict[int, list[int]] = {root: [] for root in spots}
    beyond = labyrinth.unbounded() if labyrinth.outside == "unbounded" else None
    for root, cell in labyrinth.open_doors():
        if beyond is None or cell in beyond:
            onto[root].append(cell)
    return tuple(
        Chamber(
            tuple(spots[root]),
            _counted(spots[root], impaled=False),
            _counted(spots[root], impaled=True),
            coins_of(labyrinth.tally(root)),
            wings_of(labyrinth.tally(root)),
            len(onto[root]),
            tuple(map(xy_of, sorted(set(onto[root])))),
            bool(onto[root]),
            root == MINOTAUR,
        )
        for root in spots
    )


def _spot(labyrinth: Labyrinth, cell: int, laid: Laid, number: int) -> Spot:
    tile, path = laid.piece.tile, laid.piece.tile.paths[number]
    held = path.holds
    return Spot(
        laid.piece.id,
        number,
        xy_of(cell),
        tuple(sorted(side.turned(laid.turns) for side in path.exits)),
        tile.colour,
        held["prisoner"],
        bool(labyrinth.impaled_paths(laid.piece.id) >> number & 1),
        held["coin"],
        held["wing"],
    )


def _counted(spots: list[Spot], *, impaled: bool) -> dict[str, int]:
    counts = Counter[str]()
    for spot in spots:
        if spot.prisoners and spot.impaled == impaled:
            counts[spot.colour] += spot.prisoners
    return dict(counts)
