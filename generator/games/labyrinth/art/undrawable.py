"""What cannot be drawn, told before anything is: too many symbols, too little floor, symbols too small, a split court.

Every design is planned here once. Plans are kept, so that a drawing that follows begins where this ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from generator.drawing.transforms import TILE
from generator.errors import LayoutError
from generator.games.labyrinth.art.chambers import LEAST_SYMBOL
from generator.games.labyrinth.art.tile_plan import Plan, overfull_paths, plan_of_paths
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile


def undrawable(deck: Deck) -> Iterator[tuple[str, str]]:
    """Every reason why a component of the deck cannot be drawn.

    Yields:
        The design's id, or ``minotaur``, and one plain sentence with the numbers. Designs that no colour prints are
        not drawn, and nothing is said of them.
    """
    size = deck.catalogue.tile_mm
    for design_id, tile in {tile.design: tile for tile in deck.tiles}.items():
        for fault in design_faults(tile, size):
            yield design_id, fault
    if (court := court_fault(deck.minotaur)) is not None:
        yield MINOTAUR_ID, court


def design_faults(tile: Tile, size: float) -> Iterator[str]:
    """Why a tile of a design cannot be drawn on tiles of `size` mm."""
    if overfull := tuple(overfull_paths(tile.paths)):
        yield from overfull
        return
    try:
        plan = plan_of_paths(tile.paths)
    except LayoutError as error:
        yield str(error)
        return
    if fault := size_fault(plan, size):
        yield fault


def size_fault(plan: Plan, size: float) -> str | None:
    """Why the symbols of a plan are too small on tiles of `size` mm; None if they are not."""
    least = min((place.size for chamber in plan.chambers for place in chamber.places), default=TILE)
    if least * size / TILE >= LEAST_SYMBOL:
        return None
    enough = math.ceil(LEAST_SYMBOL * TILE / least * 10 - 1e-9) / 10
    return (
        f"on tiles of {size:g} mm its symbols are {least * size / TILE:.1f} mm; "
        f"at least {LEAST_SYMBOL:g} mm are needed, as with tile_mm {enough:g} or more"
    )


def court_fault(minotaur: Tile) -> str | None:
    """Why the minotaur's tile cannot be drawn; None if it can: its court has room for the head alone."""
    if len(minotaur.paths) == 1 and not any(minotaur.paths[0].holds):
        return None
    exits = "".join(side.name for side in sorted({side for path in minotaur.paths for side in path.exits}))
    spelled = " | ".join(map(str, minotaur.paths))
    return (
        f"the minotaur's tile is drawn as one court without symbols; the catalogue says {spelled}; "
        f"write one path: {exits or 'NESW'}"
    )
