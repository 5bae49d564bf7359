"""Tiles of any size: their bleed is 3 mm, there is art all over it, and their sheets are printed and proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, Group, Transform
from asterion_press.games.kinds import schema_text
from asterion_press.games.labyrinth.art.chambers import BEYOND, BLEED_MM, TILE
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.deck.tiles import MINOTAUR_ID, Deck
from tests.support.pictures import ROOT, pixels
from tests.support.project_commands import good

TILES = (ROOT / "tiles.yaml").read_text(encoding="utf-8")
NO_ART = (255, 255, 255)


def uncut(drawing: Drawing) -> Drawing:
    """The drawing as its sheet shows it: the bleed is part of the picture."""
    size = drawing.width + 2 * drawing.bleed
    moved = Group("moved", drawing.groups, Transform.placing(drawing.bleed, drawing.bleed))
    return Drawing(drawing.id, drawing.title, size, size, 0, (moved,))


@pytest.mark.parametrize("size", [20, 45, 50, 70, 150])
def test_the_bleed_is_three_millimetres_whatever_the_size_and_full_of_art(
    size: float, deck: Deck, knossos: Theme
) -> None:
    sized = replace(deck, catalogue=replace(deck.catalogue, tile_mm=size))
    for name in (MINOTAUR_ID, "back-red", "back-minotaur", *(("B03", "R07") if size >= 45 else ())):
        drawing = draw(name, sized, knossos)
        assert (drawing.width, drawing.height, drawing.bleed) == (size, size, BLEED_MM)
        picture = pixels(uncut(drawing), 4)
        for strip in (picture[:8], picture[-8:], picture[:, :8], picture[:, -8:]):
            assert not (strip == NO_ART).all(axis=2).any(), f"{name} of {size} mm leaves bare paper in its bleed"


def test_the_art_reaches_over_the_bleed_of_the_smallest_tile_that_a_catalogue_may_have() -> None:
    least = json.loads(schema_text("catalogue"))["$defs"]["Catalogue"]["properties"]["tile_mm"]["minimum"]
    assert BLEED_MM * TILE / least <= BEYOND


@pytest.mark.parametrize(("size", "counters"), [("45", 64), ("70", 64), ("50", 0)])
def test_sheets_of_other_tiles_and_without_counters_are_printed_and_proved(
    size: str, counters: int, tmp_path: Path
) -> None:
    catalogue = tmp_path / "tiles.yaml"
    changed = TILES.replace("tile_mm: 50", f"tile_mm: {size}").replace("{count: 64,", f"{{count: {counters},")
    catalogue.write_text(changed, encoding="utf-8")
    out = tmp_path / "out"
    good("build", catalogue, "--only", "svg", "--only", "sheets", "--paper", "a4", "--out", out)
    assert (out / "sheets-a4.pdf").exists()
    assert (out / "svg" / "counter.svg").exists() == (counters > 0)
