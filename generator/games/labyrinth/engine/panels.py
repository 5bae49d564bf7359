"""A panel of a figure as the engine's table: what lies where, who is impaled, which plies its marks tell.

A panel may show its cells anywhere on the page; here the minotaur lies at (0, 0), and paths count from 0.
"""

from __future__ import annotations

from typing import TypeAlias

from generator.catalogue.strict_yaml import Location
from generator.games.labyrinth.catalogue.position_records import Panel, PlacedTile
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID
from generator.games.labyrinth.engine.box import xy_of
from generator.games.labyrinth.engine.chambers import Chamber, chambers
from generator.games.labyrinth.engine.errors import MalformedError
from generator.games.labyrinth.engine.labyrinth import Labyrinth
from generator.games.labyrinth.engine.plies import Move, Place, Ply, Rotate, swap_of
from generator.wording import plural

Fault: TypeAlias = tuple[Location, str]
"""Where in a panel something is told that the engine does not confirm, and a sentence about it."""


def shows_minotaur(panel: Panel) -> bool:
    """Whether the panel is a whole table, not an excerpt."""
    return any(placed.tile == MINOTAUR_ID for placed in panel.tiles)


def cell_of(panel: Panel, placed: PlacedTile) -> tuple[int, int]:
    """Where a tile of the panel lies, counted from the minotaur."""
    [(left, top)] = [other.at for other in panel.tiles if other.tile == MINOTAUR_ID]
    return placed.at[0] - left, placed.at[1] - top


def laid_of(panel: Panel, without: str = "") -> dict[tuple[int, int], tuple[str, int]]:
    """By cell each tile with its turns, the minotaur's tile and the one `without` left out."""
    left_out = {MINOTAUR_ID, without}
    return {
        cell_of(panel, placed): (placed.tile, placed.turns) for placed in panel.tiles if placed.tile not in left_out
    }


def impaled_of(panel: Panel) -> list[tuple[str, int]]:
    """The paths whose prisoners are shown impaled."""
    return [(named.tile, named.path - 1) for named in panel.impaled]


def marked(panel: Panel, mark: str) -> list[PlacedTile]:
    """The tiles with that mark, in the order in which they are listed."""
    return [placed for placed in panel.tiles if placed.mark == mark]


def placements_of(panel: Panel) -> list[Place]:
    """The placements that the marks tell, in the order in which the tiles are listed."""
    return [Place(placed.tile, *cell_of(panel, placed), placed.turns) for placed in marked(panel, "new")]


def action_of(panel: Panel, before: Panel, discard: str) -> Ply:
    """The action that the marks of two panels tell.

    Raises:
        MalformedError: a tile was acted on that did not lie there before.
    """
    lay = {placed.tile: placed for placed in before.tiles}
    acted = marked(panel, "acted")
    if strange := [placed.tile for placed in acted if placed.tile not in lay]:
        raise MalformedError(f"{strange[0]} is marked as acted on, but does not lie in the panel before")
    if len(acted) > 1:
        return swap_of(discard, acted[0].tile, acted[1].tile)
    [placed] = acted
    cell = cell_of(panel, placed)
    if cell_of(before, lay[placed.tile]) == cell:
        return Rotate(discard, placed.tile, placed.turns)
    return Move(discard, placed.tile, *cell, placed.turns)


def lie_faults(panel: Panel, labyrinth: Labyrinth) -> list[Fault]:
    """Where the panel's tiles do not lie as the turns before it leave them."""
    shown = {tile: (cell, turns) for cell, (tile, turns) in laid_of(panel).items()}
    lying = {tile: (xy_of(cell), labyrinth.laid[cell].turns) for tile, cell in labyrinth.where.items()}
    return [
        (("tiles",), f"{tile} {_lies(shown.get(tile))} here; after the turns before, the engine finds that it {now}")
        for tile in sorted({*shown, *lying})
        if shown.get(tile) != lying.get(tile)
        for now in [_lies(lying.get(tile))]
    ]


def _lies(place: tuple[tuple[int, int], int] | None) -> str:
    if place is None:
        return "does not lie"
    (x, y), turns = place
    return f"lies at [{x}, {y}] with turns {turns}"


def thread_faults(panel: Panel, labyrinth: Labyrinth) -> list[Fault]:
    """Whether the thread follows as many chambers as it should."""
    if not panel.thread:
        return []
    followed = threaded(panel, labyrinth)
    wanted = panel.claims.chambers if panel.claims and panel.claims.chambers is not None else 1
    follows = f"the thread should follow {plural(wanted, 'chamber')}"
    found = f"the engine finds that it runs through {len(followed)}"
    return [(("thread",), f"{follows}; {found}")] if len(followed) != wanted else []


def threaded(panel: Panel, labyrinth: Labyrinth) -> list[Chamber]:
    """The chambers that the thread follows."""
    named = [(path.tile, path.path) for path in panel.thread]
    return [chamber for chamber in chambers(labyrinth) if any(holds(chamber, *path) for path in named)]


def holds(chamber: Chamber, tile: str, path: int) -> bool:
    """Whether a path, counted from 1 as figures do, is of the chamber."""
    if tile == MINOTAUR_ID:
        return chamber.minotaur
    return any((spot.tile, spot.path + 1) == (tile, path) for spot in chamber.spots)
