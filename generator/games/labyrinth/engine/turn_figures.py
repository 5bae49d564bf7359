"""Figures of the turns of a sample game: the table before each turn, and after it.

The game is the course that begins with a figure that has `turns`; the engine plays it, so nothing has to be written a
second time. The thread leads from the minotaur to whom the turn impaled, the shortest way. Figures count from 1::

    turns: step      step-1, step-2, step-3, ...     A: before the turn     B: after it
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from generator.games.labyrinth.catalogue.position_records import (
    Arrow,
    Cell,
    Claims,
    Figure,
    NamedPath,
    Panel,
    PlacedTile,
)
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.engine.box import GameSet, xy_of
from generator.games.labyrinth.engine.figures import begin_course
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.plies import Lay, Ply, Swap, hand_of
from generator.games.labyrinth.engine.position import Position
from generator.games.labyrinth.engine.rules import Rules
from generator.games.labyrinth.engine.scoring import Spot, chambers
from generator.geometry import Side


def turn_figures(box: GameSet, rules: Rules, figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """Return a figure of each turn of the games that have `turns`, by id; the figures are proved already."""
    found: dict[str, Figure] = {}
    for figure_id, figure in figures.items():
        if figure.turns:
            last = figure_id
            for other_id, other in figures.items():
                last = other_id if other.follows == last else last
            position, steps = begin_course(box, rules, figures, last)
            before = figure.follows
            for number, ply in enumerate((ply for step in steps for ply in step.plies), 1):
                name = f"{figure.turns}-{number}"
                seats = figure.seats if number == 1 else ()
                found[name] = Figure(_panels(position, ply), follows=before, seats=seats)
                before = name
    return found


def _panels(position: Position, ply: Ply) -> tuple[Panel, Panel]:
    """Play a ply; return the tables before it and after it."""
    before = _panel(position.labyrinth)
    turn = position.push(ply)
    after, acted = _panel(position.labyrinth), ply.tiles if isinstance(ply, Swap) else (ply.tile,)
    newly = {(named.tile, named.path) for named in after.impaled} - {(one.tile, one.path) for one in before.impaled}
    mark = "new" if isinstance(ply, Lay) else "acted"
    tiles = tuple(replace(placed, mark=mark) if placed.tile in acted else placed for placed in after.tiles)
    if isinstance(ply, Swap):
        one, other = (placed.at for placed in before.tiles if placed.tile in acted)
        before = replace(before, arrows=(Arrow(one, other), Arrow(other, one)))
    return before, replace(
        after,
        tiles=tiles,
        thread=tuple(_thread(position.labyrinth, newly)),
        discards=None if isinstance(ply, Lay) else hand_of(ply),
        claims=Claims(turn=position.ply, impales=turn.impaled, points=turn.points),
    )


def _panel(labyrinth: Labyrinth) -> Panel:
    """Return a table as a panel, its tiles in the order in which they came to lie there."""
    laid = [PlacedTile(laid.piece.id, xy_of(cell), laid.turns) for cell, laid in labyrinth.laid.items()]
    impaled = []
    for tile in (placed.tile for placed in laid):
        mask = labyrinth.impaled_paths(tile)
        impaled += [NamedPath(tile, path + 1) for path in range(mask.bit_length()) if mask >> path & 1]
    return Panel((PlacedTile(MINOTAUR_ID, (0, 0)), *laid), impaled=tuple(impaled))


def _thread(labyrinth: Labyrinth, ends: Collection[tuple[str, int]]) -> Iterator[NamedPath]:
    """Yield the paths of the shortest ways from the minotaur to the paths of his chamber that are the ends."""
    his, *_ = chambers(labyrinth)
    doors = {(spot.cell, side): spot for spot in his.spots for side in spot.exits}
    came: dict[Spot, Spot | None] = {
        spot: None for (cell, side), spot in doors.items() if _beyond(cell, side) == (0, 0)
    }
    queue = deque(came)
    while queue:
        spot = queue.popleft()
        for side in spot.exits:
            beyond = doors.get((_beyond(spot.cell, side), side.opposite))
            if beyond is not None and beyond not in came:
                came[beyond] = spot
                queue.append(beyond)
    shown: dict[NamedPath, None] = {NamedPath(MINOTAUR_ID, 1): None} if ends else {}
    for end in came:
        way: Spot | None = end if (end.tile, end.path + 1) in ends else None
        while way is not None:
            shown[NamedPath(way.tile, way.path + 1)] = None
            way = came[way]
    yield from shown


def _beyond(cell: Cell, side: Side) -> Cell:
    """Return the cell on that side of another."""
    return cell[0] + side.step[0], cell[1] + side.step[1]
