"""What cannot be drawn is found before anything is drawn, all of it, with its place and a remedy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from asterion_press.catalogue.files import ShelfFile
from asterion_press.catalogue.themes import Theme
from asterion_press.errors import LayoutError
from asterion_press.games.labyrinth.art import tile_plan
from asterion_press.games.labyrinth.art.components import component_ids, draw
from asterion_press.games.labyrinth.art.tile_plan import find_undrawable
from asterion_press.games.labyrinth.catalogue.loader import LoadedCatalogue, load_catalogue
from asterion_press.games.labyrinth.deck.tiles import Deck, deck_of
from asterion_press.games.labyrinth.findings import findings
from asterion_press.games.report import Level
from tests.support.pictures import ROOT

TILES = (ROOT / "tiles.yaml").read_text(encoding="utf-8")
Load = Callable[..., LoadedCatalogue]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """The shipped catalogue with some changes; its promises and its hints are left out."""

    def read(*changes: tuple[str, str]) -> LoadedCatalogue:
        text = TILES[: TILES.index("expect:")] + TILES[TILES.index("credits:") :]
        for old, new in changes:
            assert old in text, f"{old!r} must stand in the catalogue"
            text = text.replace(old, new, 1)
        path = tmp_path / "tiles.yaml"
        path.write_text(text, encoding="utf-8")
        return load_catalogue(ShelfFile("", path, "t.yaml"))

    return read


def reported(loaded: LoadedCatalogue) -> list[str]:
    return [str(finding) for finding in findings(deck_of(loaded.catalogue), loaded)]


def line_of(text: str) -> int:
    return TILES[: TILES.index(text)].count("\n") + 1


MANY = ("- {exits: NESW, prisoners: 1}", "- {exits: NESW, prisoners: 4, coins: 4, wings: 1}")
COURT = ("    - {exits: NESW}\n", "    - {exits: NS, coins: 1}\n    - {exits: EW}\n")
BRIDGE = (
    "      - {exits: NS, prisoners: 1}\n      - {exits: EW, coins: 1}",
    "      - {exits: NS, prisoners: 4}\n      - {exits: EW, coins: 3}",
)
TWO_PATHS = "the minotaur's tile is drawn as one court without symbols"
FULL = "cannot be drawn: path"
MOST = "symbols; at 8 mm and more at most"


def test_all_that_cannot_be_drawn_is_told_at_once_with_its_places(load: Load) -> None:
    minotaur, crossroads, bridge = (line_of(text) for text in ("minotaur:\n", "  crossroads:\n", "  coin-bridge:\n"))
    assert reported(load(MANY, COURT, BRIDGE)) == [
        f"t.yaml:{place}: error: {message} [undrawable]"
        for place, message in (
            (f"{minotaur + 2}:5", f"{TWO_PATHS}; the catalogue says NS:c | EW; write one path: NESW"),
            (f"{crossroads + 2}:5", f"design 'crossroads' {FULL} NESW holds 9 {MOST} 8 fit"),
            (f"{bridge + 2}:5", f"design 'coin-bridge' {FULL} NS over a bridge holds 4 {MOST} 3 fit"),
            (f"{bridge + 2}:5", f"design 'coin-bridge' {FULL} EW under a bridge holds 3 {MOST} 2 fit"),
        )
    ]


def test_chambers_that_need_more_floor_than_a_tile_has_are_told(load: Load) -> None:
    loaded = load(
        ("- {exits: S}\n      - {exits: W, prisoners: 1}", "- {exits: S, coins: 4}\n      - {exits: W, prisoners: 4}")
    )
    (line,) = reported(loaded)
    assert (
        "design 'bend-and-cell' cannot be drawn: the chambers of NE:0 | S:4 | W:4 need more floor than 50 x 50" in line
    )


def test_tiles_that_are_too_small_are_told_for_each_design_with_the_least_size_that_works(load: Load) -> None:
    small = load(("tile_mm: 50", "tile_mm: 40"))
    faults = dict(find_undrawable(deck_of(small.catalogue)))
    assert faults["winged-bridge"] == (
        "on tiles of 40 mm its symbols are 7.4 mm; at least 8 mm are needed, as with tile_mm 43.5 or more"
    )
    assert faults.keys() == small.catalogue.designs.keys(), "a symbol is as large on all of them"
    assert all(finding.level is Level.ERROR for finding in findings(deck_of(small.catalogue), small))
    assert list(find_undrawable(deck_of(load(("tile_mm: 50", "tile_mm: 43.5")).catalogue))) == []


def test_a_design_that_is_printed_nowhere_is_not_drawn(load: Load) -> None:
    loaded = load(MANY, ("    number: 1\n", "    number: 1\n    copies: 0\n"))
    assert list(find_undrawable(deck_of(loaded.catalogue))) == []


@pytest.mark.parametrize("changes", [(), (MANY,), (COURT,), (BRIDGE,), (("tile_mm: 50", "tile_mm: 41"),)])
def test_what_is_not_told_is_drawn_and_what_is_told_is_not(
    load: Load, knossos: Theme, changes: tuple[tuple[str, str], ...]
) -> None:
    deck = deck_of(load(*changes).catalogue)
    refused = set()
    for component in component_ids(deck):
        tile = deck.tile(component)
        try:
            draw(component, deck, knossos)
        except LayoutError:
            assert tile is not None, component
            refused.add(tile.design)
    assert refused == {owner for owner, _ in find_undrawable(deck)}


def test_plans_that_show_what_cannot_be_drawn_are_used_again_to_draw(deck: Deck, knossos: Theme) -> None:
    list(find_undrawable(deck))
    planned = tile_plan._plan.cache_info().misses
    assert planned > 0
    for component in component_ids(deck):
        draw(component, deck, knossos)
    assert tile_plan._plan.cache_info().misses == planned
