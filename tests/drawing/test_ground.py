"""The ground of tiles: rock at every seam, the owner's bed, a readable sign, and motifs that tell tiles apart."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from msgspec.structs import replace

from asterion_press.catalogue.themes import Theme
from asterion_press.drawing.display_list import Drawing, placed
from asterion_press.drawing.inks import contrast, palette
from asterion_press.games.labyrinth.art.components import draw
from asterion_press.games.labyrinth.art.ground import SIGN_RADIUS, free_spots, ground, motif, motifs
from asterion_press.games.labyrinth.art.tile import FILLED
from asterion_press.games.labyrinth.art.tile_plan import plan_tile
from asterion_press.games.labyrinth.deck.tiles import Deck
from tests.support.pictures import groups_in, pixels

PER_MM = 6
RIM_MM = 2.0
"""A bed that keeps so far off the sides is not taken for the neighbour's."""


def test_every_side_of_every_tile_shows_the_same_rock_beside_its_exits(deck: Deck, knossos: Theme) -> None:
    rock = np.array([int(knossos.inks.rock[at : at + 2], 16) for at in (1, 3, 5)])
    for tile in deck.all_tiles:
        picture = pixels(draw(tile.id, deck, knossos), PER_MM)
        for turns in range(4):
            rim = np.rot90(picture, turns)[0]
            away = np.abs(np.arange(len(rim)) / PER_MM - 25) > 10
            assert np.abs(rim[away] - rock).max() <= 1, f"{tile.id}: its rim would show a seam"


@pytest.mark.parametrize("name", ["knossos", "ink-saver"])
def test_signs_and_ids_are_readable_on_their_beds(name: str, deck: Deck, themes: dict[str, Theme]) -> None:
    for colour in deck.catalogue.colours.values():
        inks = palette(themes[name], colour.ink)
        assert contrast(inks.trim if inks.line_art else inks.emblem, inks.field) >= 4.5


def test_every_tile_shows_its_sign_twice_where_no_wall_hides_it(deck: Deck, knossos: Theme) -> None:
    for tile in deck.of_colour("yellow"):
        drawing = draw(tile.id, deck, knossos)
        signs = [group for group in drawing.groups if group.name == "own"]
        assert len(signs) == 2
        for spot in free_spots(plan_tile(tile).shapes).signs:
            assert spot.radius >= 0.8 * SIGN_RADIUS, f"{tile.id}: too small to be read"
        whole = pixels(drawing, PER_MM)
        above = pixels(replace(drawing, groups=(*(g for g in drawing.groups if g.name != "own"), *signs)), PER_MM)
        assert np.array_equal(whole, above), f"{tile.id}: something lies on its sign"


def test_no_wall_and_no_sign_hides_a_motif(deck: Deck, knossos: Theme) -> None:
    for tile in deck.of_colour("yellow"):
        drawing = draw(tile.id, deck, knossos)
        motifs = [group for group in drawing.groups if group.name == "motif"]
        assert len(motifs) == 2
        others = tuple(group for group in drawing.groups if group.name != "motif")
        above = replace(drawing, groups=(*others, *motifs))
        assert np.array_equal(pixels(drawing, PER_MM), pixels(above, PER_MM)), f"{tile.id}: a motif is hidden"


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


def test_a_bed_keeps_off_the_sides(knossos: Theme) -> None:
    inks = palette(knossos, "#1f4a73")
    picture = pixels(Drawing("ground", "ground", 50, 50, 0, (ground((), (), inks, "Y01"),)), PER_MM)
    rock = picture[0, 0]
    rim = round(RIM_MM * PER_MM)
    inside = np.abs(picture - rock).max(axis=2) > 60
    assert inside[rim:-rim, rim:-rim].mean() > 0.8
    inside[rim:-rim, rim:-rim] = False
    assert not inside.any()
