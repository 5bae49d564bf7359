"""The ground of tiles: rock at every seam, the owner's bed, a readable sign, and motifs that tell tiles apart."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from msgspec.structs import replace

from asterion_press.catalogue import library
from asterion_press.catalogue.themes import Theme, load_theme
from asterion_press.drawing.display_list import Drawing, placed
from asterion_press.drawing.emblems import motif
from asterion_press.drawing.inks import contrast, distance, palette
from asterion_press.games.labyrinth.art.chambers import SYMBOL
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.art.ground import SIGN_RADIUS, free_spots, motifs
from asterion_press.games.labyrinth.art.tile import FILLED
from asterion_press.games.labyrinth.art.tile_plan import plan_tile, symbol_places
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.support.pictures import BLINDNESS, groups_in, pixels, without_cones

PER_MM = 6


@pytest.mark.parametrize("name", ["knossos", "ink-saver"])
def test_signs_and_ids_are_readable_on_their_beds(name: str, deck: Deck, themes: dict[str, Theme]) -> None:
    for colour in deck.catalogue.colours.values():
        inks = palette(themes[name], colour.ink)
        assert contrast(inks.trim if inks.line_art else inks.emblem, inks.field) >= 4.5


def test_nothing_lies_on_the_signs_and_motifs_of_a_tile_and_signs_can_be_read(deck: Deck, knossos: Theme) -> None:
    for tile in deck.of_colour("yellow"):
        drawing = draw(tile.id, deck, knossos)
        for name in ("own", "motif"):
            shown = [group for group in drawing.groups if group.name == name]
            others = [group for group in drawing.groups if group.name != name]
            above = replace(drawing, groups=(*others, *shown))
            assert len(shown) == 2
            assert np.array_equal(pixels(drawing, PER_MM), pixels(above, PER_MM)), f"{tile.id}: {name} is hidden"
        for spot in free_spots(plan_tile(tile).shapes).signs:
            assert spot.radius >= 0.8 * SIGN_RADIUS, f"{tile.id}: too small to be read"


def test_no_two_tiles_of_a_colour_have_a_motif_in_common(deck: Deck, knossos: Theme) -> None:
    for colour in deck.catalogue.colour_ids:
        inks = palette(knossos, deck.catalogue.colours[colour].ink)
        names = {motif(name, inks).items: name for name in motifs(())}
        seen = [
            names[group.items]
            for tile in deck.of_colour(colour)
            for group in groups_in(draw(tile.id, deck, knossos).groups)
            if group.name == "motif"
        ]
        assert len(set(seen)) == len(seen) == 2 * len(deck.of_colour(colour)), colour


def test_no_two_motifs_look_alike(knossos: Theme) -> None:
    inks = palette(knossos, "#1f4a73")
    shown = {
        name: pixels(Drawing("motif", name, 10, 10, 0, (placed(motif(name, inks), 5, 5),)), 5).mean(axis=2) < 200
        for name in motifs(())
    }
    for (one, a), (other, b) in itertools.combinations(shown.items(), 2):
        assert (a ^ b).sum() > 0.3 * (a | b).sum(), f"{one} and {other}"
    for name, ink in shown.items():
        rows, columns = np.nonzero(ink)
        middle = (np.array([rows, columns]) - 24.5).T
        assert max(math.hypot(*place) for place in middle) <= 5 / FILLED * 5, f"{name} does not fit its disc"


def _seen(ink: str, blindness: str) -> str:
    """An ink as it looks without a kind of cones."""
    rgb = np.array([[int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)]])
    (found,) = without_cones(rgb, blindness) if blindness else rgb
    return "#" + "".join(f"{round(part * 255):02x}" for part in found)


@pytest.mark.parametrize("theme", ["knossos", "night"])
@pytest.mark.parametrize("blindness", ["", *BLINDNESS])
def test_the_owner_is_seen_by_the_beds_and_by_the_walls(theme: str, blindness: str, deck: Deck) -> None:
    """Beds are lighter than the rock, so in grey, too; no two owners' walls are alike."""
    look = load_theme(library.theme_file(theme))
    inks = [palette(look, colour.ink) for colour in deck.catalogue.colours.values()]
    for one in inks:
        assert contrast(_seen(one.field, blindness), _seen(one.inks.rock, blindness)) >= 1.5
    walls = [_seen(one.inks.stones[1], blindness) for one in inks]
    assert min(distance(one, other) for one, other in itertools.combinations(walls, 2)) >= 15


def test_a_kind_of_symbol_is_of_one_size_on_all_tiles_and_a_counter_covers_no_other_symbol(deck: Deck) -> None:
    reach = deck.catalogue.counters.diameter_mm / 2
    for tile in deck.tiles:
        places = symbol_places(tile)
        assert {place.size for place in places} <= {SYMBOL}, tile.id
        for one, other in itertools.permutations(places, 2):
            if one.kind == "prisoner":
                assert math.dist((one.x, one.y), (other.x, other.y)) - reach >= 0.45 * other.size, tile.id
