"""Chambers marked on a table: the minotaur's thread, gold through those that pay, a number on each, ways outside.

Lengths are units of which a tile has 50, from the corner of the cell (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.drawing.scene import Patch
from generator.games.labyrinth.diagrams import placed
from generator.games.labyrinth.diagrams.badges import GOLD, Outcome, Places, badge, way_out
from generator.games.labyrinth.diagrams.placed import ARIADNE, CASING, INK, Cell, LaidTile, Thread
from generator.games.labyrinth.diagrams.tile_cache import Artwork
from generator.games.labyrinth.engine.chambers import Chamber, Spot
from generator.games.labyrinth.engine.explain import Counted, heading
from generator.geometry import Side

MINOTAUR_RED = "#c8102e"
PAYING = Thread(((INK, 4.4, ()), (GOLD, 2.6, ())))
"""A light thread in a dark casing; the minotaur's is a dark one in a light casing, with beads."""
AGAIN = 2
"""Cells, along the grid, within which a chamber with a thread does not bear its number twice."""

Table = Mapping[Cell, LaidTile]


def threads(his: Chamber, paying: Iterable[Chamber], table: Table, art: Artwork) -> Iterator[Patch]:
    """The threads of the minotaur's chamber and of those that pay; what passes over a bridge comes last.

    Args:
        his: the minotaur's chamber.
        paying: the chambers that pay.
        table: every tile, the minotaur's too.
        art: the deck's.
    """
    looks = [(spot, ARIADNE) for spot in his.spots] + [(spot, PAYING) for chamber in paying for spot in chamber.spots]
    found = [(_is_above(spot, art), spot, look) for spot, look in looks]
    for _, spot, look in sorted(found, key=lambda item: item[0]):
        yield placed.thread(table[spot.cell], spot.path, look, art, under=_is_below(spot, art))
    minotaur = table[0, 0]
    gates = [side for side in Side if any(_enters(spot, minotaur.at, side) for spot in his.spots)]
    yield placed.gates_thread(minotaur, [side.turned(-minotaur.turns) for side in gates], ARIADNE)


def _is_above(spot: Spot, art: Artwork) -> bool:
    bridge = art.bridge(spot.tile)
    return bridge is not None and bridge == spot.path


def _is_below(spot: Spot, art: Artwork) -> bool:
    bridge = art.bridge(spot.tile)
    return bridge is not None and bridge != spot.path and len(spot.exits) == 2


def _enters(spot: Spot, cell: Cell, side: Side) -> bool:
    """Whether a path meets the cell at that side."""
    return spot.cell == _beyond(cell, side) and side.opposite in spot.exits


def _beyond(cell: Cell, side: Side) -> Cell:
    return cell[0] + side.step[0], cell[1] + side.step[1]


def ways_out(chamber: Chamber, fill: str, gates: Iterable[Side], table: Table) -> Iterator[Patch]:
    """An arrow wherever a chamber leads outside.

    Args:
        chamber: whose.
        fill: its ink.
        gates: the exits of the minotaur's tile if the chamber is his, else none.
        table: every tile.
    """
    for cell, side in [*_exits_out(chamber), *(((0, 0), side) for side in gates)]:
        x, y = _beyond(cell, side)
        if (x, y) in chamber.ways_out:
            yield way_out(table[cell], side, fill, f"leads outside onto {x},{y}")


def _exits_out(chamber: Chamber) -> Iterator[tuple[Cell, Side]]:
    """The cells and sides where a chamber's paths lead outside."""
    for spot in chamber.spots:
        for side in spot.exits:
            if _beyond(spot.cell, side) in chamber.ways_out:
                yield spot.cell, side


def numbers(counted: Sequence[Counted], table: Table, art: Artwork) -> Iterator[Patch]:
    """The numbers of the chambers; the minotaur's has none.

    A chamber with a thread bears its number where there is room for it, again after some cells; any other one on every
    path that the count speaks of.
    """
    places = Places(art)
    for part in counted:
        for cell, side in _exits_out(part.chamber):
            places.keep_free(cell, side)
    for part in sorted(counted, key=lambda part: part.pays):
        if part.number:
            spots = _roomy(part, table, places) if part.pays else _holding(part)
            for spot in spots:
                _, (x, y) = places.best(table[spot.cell], spot.path)
                places.take(spot.cell, (x, y))
                yield badge(part.number, outcome_of(part), x, y, heading(part))


def _holding(part: Counted) -> Iterator[Spot]:
    return (spot for spot in part.chamber.spots if spot.prisoners or spot.coins or spot.wings)


def _roomy(part: Counted, table: Table, places: Places) -> Iterator[Spot]:
    """Paths of a chamber, those with most room first, each some cells away from those before."""
    spots = sorted(part.chamber.spots, key=lambda spot: places.best(table[spot.cell], spot.path)[0])
    chosen: list[Cell] = []
    for spot in spots:
        x, y = spot.cell
        if all(abs(x - other_x) + abs(y - other_y) > AGAIN for other_x, other_y in chosen):
            chosen.append(spot.cell)
            yield spot


def outcome_of(part: Counted) -> Outcome:
    """What becomes of those who live in a chamber."""
    if part.pays:
        return Outcome.PAYS
    return Outcome.ESCAPES if part.chamber.escapes else Outcome.ENCLOSED


FILLS = {Outcome.PAYS: GOLD, Outcome.ESCAPES: CASING}
"""Inks of the arrows of chambers that lead outside."""
