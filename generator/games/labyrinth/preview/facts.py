"""The data of the page, from which its programs filter, compare and play.

::

    {name, title, edition, rules: {tie_break, outside, score_impaled}, hash, minotaur: [0, 1, 2, 3], minotaurArt: "t64",
     colours: ["yellow", …], icons: {…},
     designs: {crossroads: {number, line, paths: [{exits: [0, 1], prisoners, coins, wings, at: [[25, 25, 10], …]}]}},
     tiles: [{id, colour, design, copies, art: "t0"}], composition: {tiles, prisoners, …}}

Sides are numbered clockwise from the north. `at` tells where a path's prisoners stand on the tile, in hundredths of its
side: x, y and size. A design's line is where it stands in the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from generator.games.labyrinth.art.chambers import TILE
from generator.games.labyrinth.art.tile_plan import SymbolPlace, symbol_places
from generator.games.labyrinth.catalogue.loader import LoadedCatalogue
from generator.games.labyrinth.catalogue.records import Path, spell_exits, spell_paths
from generator.games.labyrinth.catalogue.symbol_table import PLURALS
from generator.games.labyrinth.deck.tiles import Deck, Tile, composition_of
from generator.games.report import Finding
from generator.geometry import SIDES
from generator.wording import plural


class ShownDeck(Struct, frozen=True):
    """A deck that the page shows.

    Attributes:
        name: what the page calls it: the file's name without its folders, or a word.
        loaded: its catalogue.
        deck: itself.
        findings: what the check says of it.
    """

    name: str
    loaded: LoadedCatalogue
    deck: Deck
    findings: tuple[Finding, ...] = ()


def file_name(name: str) -> str:
    """Return the name of a file without its folders, which the page keeps to itself."""
    return PurePath(name).name


def deck_data(shown: ShownDeck, art: Mapping[str, str]) -> dict[str, Any]:
    """Return all that the page's programs know of a deck.

    Args:
        shown: the deck.
        art: the symbol of each component, by its id.
    """
    deck, catalogue, counted = shown.deck, shown.loaded.catalogue, composition_of(shown.deck.tiles)
    designs = {tile.design: tile for tile in deck.tiles}

    def path_data(path: Path, number: int, places: tuple[SymbolPlace, ...]) -> dict[str, Any]:
        prisoners = [place for place in places if place.path == number and place.kind == "prisoner"]
        share = 100 / TILE
        return {
            "exits": [int(side) for side in path.exits],
            **dict(zip(PLURALS, path.counts, strict=True)),
            "at": [[round(value * share, 1) for value in (place.x, place.y, place.size)] for place in prisoners],
        }

    def design_data(tile: Tile) -> dict[str, Any]:
        places = symbol_places(tile)
        return {
            "number": catalogue.designs[tile.design].number,
            "line": shown.loaded.document.key_place(("designs", tile.design)).line,
            "spelled": spell_paths(tile.paths),
            "paths": [path_data(path, number, places) for number, path in enumerate(tile.paths)],
        }

    return {
        "name": shown.name,
        "title": catalogue.title,
        "edition": catalogue.edition,
        "game": catalogue.game,
        "rules": asdict(catalogue.rules),
        "hash": shown.loaded.short_hash,
        "minotaur": gates(deck),
        "minotaurArt": art[deck.minotaur.id],
        "colours": list(catalogue.colour_ids),
        "looks": {name: [colour.letter, colour.symbol, colour.ink] for name, colour in catalogue.colours.items()},
        "designs": {name: design_data(tile) for name, tile in designs.items()},
        "tiles": [
            {"id": tile.id, "colour": tile.colour, "design": tile.design, "copies": tile.copies, "art": art[tile.id]}
            for tile in deck.tiles
        ],
        # the branching as `asterion diff` prints it, since a browser rounds halves another way
        "composition": asdict(counted) | {"branching": float(f"{counted.branching:.2f}")},
    }


def gates(deck: Deck) -> list[int]:
    """Return the sides that the minotaur's tile opens."""
    return [int(side) for side in SIDES if any(side in path.exits for path in deck.minotaur.paths)]


def path_in_words(path: Path) -> str:
    """Return a path as people say it, such as ``N and S with a prisoner``."""
    sides = [side.name for side in path.exits]
    where = f"{', '.join(sides[:-1])} and {sides[-1]}" if len(sides) > 1 else "".join(sides) or "closed"
    held = [f"a {kind}" if count == 1 else plural(count, kind) for kind, count in path.holds.items() if count]
    return f"{where} with {' and '.join(held)}" if held else where


def searched_words(tile: Tile) -> str:
    """Return everything by which free text finds a tile, in lower case."""
    held = [kind for path in tile.paths for kind, count in path.holds.items() if count]
    exits = [spell_exits(path.exits) for path in tile.paths]
    words = [tile.id, tile.colour, tile.design, spell_paths(tile.paths), *exits, *dict.fromkeys(held)]
    return " ".join(words).lower()
