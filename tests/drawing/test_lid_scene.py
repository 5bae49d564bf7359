"""The scene on the lid: a labyrinth of the deck's own tiles, whose paths go on, around the minotaur."""

from __future__ import annotations

from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Patch
from asterion_press.games.labyrinth.deck.tiles import Deck
from asterion_press.games.labyrinth.diagrams.model_pictures import laid_for_lid, lid_scene
from asterion_press.geometry import Side


def test_the_paths_of_neighbours_go_on(deck: Deck) -> None:
    laid = {tile.at: tile for tile in laid_for_lid(deck)}
    assert len(laid) == 15
    assert laid[0, 0].tile == "minotaur"
    assert len({tile.tile for tile in laid.values()}) == 15

    def opened(at: tuple[int, int]) -> set[Side]:
        tile = deck.tile(laid[at].tile)
        assert tile is not None
        return {side.turned(laid[at].turns) for path in tile.paths for side in path.exits}

    seams = [((x, y), (x + 1, y), Side.E) for x, y in laid if (x + 1, y) in laid]
    seams += [((x, y), (x, y + 1), Side.S) for x, y in laid if (x, y + 1) in laid]
    assert all((side in opened(here)) == (side.opposite in opened(there)) for here, there, side in seams)


def test_the_scene_shows_each_tile_once(deck: Deck, knossos: Theme) -> None:
    scene = lid_scene(deck, knossos)
    assert scene is not None
    assert sum(isinstance(part, Patch) and part.name == "floor" for part in scene.parts) == 15
    assert scene.width > 1.3 * scene.height


def test_a_deck_without_the_minotaur_or_with_few_tiles_has_no_scene(deck: Deck, knossos: Theme) -> None:
    assert lid_scene(replace(deck, tiles=deck.tiles[:13]), knossos) is None
    assert lid_scene(replace(deck, centre=None), knossos) is None
