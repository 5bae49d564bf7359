"""The scene on the lid of the box: a labyrinth of the deck's own tiles as a model, the minotaur in its middle."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalogue.themes import Theme
from generator.drawing.display_list import Scene
from generator.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck, Tile
from generator.games.labyrinth.diagrams.model_view import model_of
from generator.games.labyrinth.diagrams.placed import Cell, TableTile, TileDrawings
from generator.geometry import QUARTER_TURNS, SIDES, Side

ACROSS, DOWN = 2, 1
"""Cells on each side of the minotaur. Own choice: seen at a slant, they are half as wide again as high."""
STRIDE = 0.618
"""Own choice: tiles are offered in strides of the golden section, so that the colours mix."""


def lid_scene(deck: Deck, theme: Theme) -> Scene | None:
    """Return the scene; None for a deck without the minotaur, or with too few tiles."""
    if not deck.has_minotaur or len(deck.tiles) < (2 * ACROSS + 1) * (2 * DOWN + 1) - 1:
        return None
    table = {laid.at: laid for laid in laid_for_lid(deck)}
    model = model_of(table, {}, TileDrawings(deck, theme))
    return Scene("lid", deck.catalogue.head.title, "", round(model.width, 2), round(model.height, 2), model.parts)


def laid_for_lid(deck: Deck) -> Iterator[TableTile]:
    """Yield the minotaur's tile in the middle; for each further cell, near ones first, the tile that goes on best."""
    cells = [(x, y) for y in range(-DOWN, DOWN + 1) for x in range(-ACROSS, ACROSS + 1)]
    centre = deck.tile(MINOTAUR_ID)
    pool = sorted(deck.tiles, key=lambda tile: deck.tiles.index(tile) * STRIDE % 1)
    openings: dict[Cell, frozenset[Side]] = {}
    for cell in sorted(cells, key=lambda cell: (cell[0] ** 2 + cell[1] ** 2, cell)):
        offers = [centre] if centre and cell == (0, 0) else pool
        tile, turns = max(
            ((tile, turns) for tile in offers for turns in range(QUARTER_TURNS)),
            key=lambda offer: _joined(_open(*offer), cell, openings),
        )
        openings[cell] = _open(tile, turns)
        if tile in pool:
            pool.remove(tile)
        yield TableTile(tile.id, cell, turns)


def _open(tile: Tile, turns: int) -> frozenset[Side]:
    return frozenset(side.turned(turns) for path in tile.paths for side in path.exits)


def _joined(sides: frozenset[Side], cell: Cell, openings: dict[Cell, frozenset[Side]]) -> int:
    """Return on how many sides a tile goes on as its neighbours do, less those where it does not."""
    near = [(side, openings.get((cell[0] + side.step[0], cell[1] + side.step[1]))) for side in SIDES]
    return sum(1 if (side in sides) == (side.opposite in there) else -1 for side, there in near if there is not None)
